"""Bitmaps and drawings inside SVG files, in ``data:`` addresses."""

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element

from pnp.base.errors import PictureError
from pnp.base.limits import limits, over
from pnp.base.picture import PictureFile, unpacked
from pnp.base.units import quoted
from pnp.images.bitmap import describe_bitmap
from pnp.images.svg.parts import embed
from pnp.images.svg.tree import is_svg, read_tree, reference

MOST_NESTED = 3  # drawings in one another


def content_of(node: Element, program: str) -> bytes:
    """Return the bytes of the picture that an element shows; b"" if it shows none."""
    address = reference(node)
    if not address:
        return b""
    if not address[:5].lower() == "data:":
        raise PictureError(
            f"shows the file {quoted(address)}, which is not in it; {embed(program)}"
        )
    head, _, packed = address.partition(",")
    content = unquote_to_bytes(packed)
    if head.lower().rstrip().endswith(";base64"):
        try:
            digits = b"".join(content.split()).rstrip(b"=")
            content = b64decode(digits + b"=" * (-len(digits) % 4), validate=True)
        except Base64Error:
            raise PictureError("contains a bitmap that is damaged: it is not base64") from None
    content = unpacked(content)
    if not content:
        raise PictureError("contains a bitmap that is empty")
    if len(content) > 1000 * limits().picture_kb:
        raise PictureError(f"contains a bitmap that is too large: {over('picture_kb')}")
    return content


def describe_embedded(content: bytes) -> PictureFile:
    """Describe a bitmap of an SVG file; its file and that file's checksum are missing yet."""
    digest = sha256(content).hexdigest()
    try:
        return describe_bitmap(content, Path(), digest)._replace(sha256="", embedded=digest)
    except PictureError as error:
        raise PictureError(f"contains a bitmap that {error}") from None


def embedded_content(picture: PictureFile) -> bytes:
    """Return the bytes of a bitmap that is in an SVG file."""
    known = _contents(picture.sha256, picture.embedded)
    if not known:
        data = picture.read()
        known += (one for one in _all(data) if sha256(one).hexdigest() == picture.embedded)
    return known[0]


@lru_cache(maxsize=2)  # of megabytes each: its size and its inks may be asked for, then its pixels
def _contents(sha256: str, embedded: str) -> list[bytes]:
    """Return a mutable cache entry for the bytes of a bitmap."""
    return []


def _all(data: bytes) -> Iterator[bytes]:
    """Yield all pictures in an SVG file and in drawings within it."""
    for node in read_tree(data).iter("image"):
        try:
            content = content_of(node, "")
        except PictureError:  # of one that is not shown
            continue
        if is_svg(content):
            yield from _all(content)
        else:
            yield content
