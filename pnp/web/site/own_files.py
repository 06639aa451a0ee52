"""Files of a site's publisher: logo, icon, cover and style sheet, checked before they are used."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from pnp.base.errors import PictureError, unreadable
from pnp.base.files import read_sandboxed, sandboxed
from pnp.base.text import control_character_fault
from pnp.base.units import quoted

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

OWN = "own/"  # the folder of a site with these files
COVER_SIZE = (1200, 630)  # pixels of what a shared link shows
_ASKED = "a file beside site.toml, or in a folder there"
_PNG = b"\x89PNG\r\n\x1a\n"
_RESERVED = frozenset("#?%")  # in addresses
_FONTS = (".woff2", ".woff", ".ttf", ".otf")
_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif")
_ELSEWHERE = re.compile(r"@import|url\(\s*+[\"']?+(?!#|data:image/)", re.IGNORECASE)
_INSIDE = re.compile(r"#|data:image/(?:png|jpeg|gif|webp)[;,]", re.IGNORECASE)
_FOREIGN = ("foreignObject", "script")


class OwnFile(NamedTuple):
    """A file, its path on the site, its width and height if it is a picture, and those it uses."""

    path: str
    content: bytes
    size: tuple[int, int] = (0, 0)
    others: tuple["OwnFile", ...] = ()

    @property
    def address(self) -> str:
        """The address for links; it changes with the content."""
        return f"/{self.path}?v={sha256(self.content).hexdigest()[:8]}"


def _read(folder: Path, name: str, limit: str) -> OwnFile:
    file = sandboxed(folder, name, _ASKED)
    if _RESERVED.intersection(name):
        raise ValueError(f"give {quoted(name)} a name without {' '.join(sorted(_RESERVED))}")
    try:
        content = read_sandboxed(folder, file, limit)
    except OSError as error:
        raise ValueError(f"{name}: {unreadable(error)}") from None
    return OwnFile(f"{OWN}{file.relative_to(folder).as_posix()}", content)


def read_picture(folder: Path, name: str) -> OwnFile:
    """Read an SVG or a PNG file.

    Raises:
        ValueError: If it is neither, or does more than show a picture.
    """
    read = _read(folder, name, "picture_kb")
    suffix = posixpath.splitext(read.path)[1].lower()
    try:
        if read.content.startswith(_PNG):
            kind, size = ".png", _png_size(read.content)
        else:
            kind, size = ".svg", _svg_size(read.content)
    except PictureError as error:
        raise ValueError(f"{name} {error}") from None
    if suffix != kind:
        raise ValueError(f"{name} is a {kind[1:].upper()} file; let its name end in {kind}")
    return read._replace(size=size)


def read_cover(folder: Path, name: str) -> OwnFile:
    """Read a PNG file of the size that shared links show.

    Raises:
        ValueError: If it is anything else.
    """
    cover = read_picture(folder, name)
    if not cover.content.startswith(_PNG) or cover.size != COVER_SIZE:
        wanted, found = (" x ".join(map(str, size)) for size in (COVER_SIZE, cover.size))
        raise ValueError(f"write a PNG file of {wanted} pixels; {name} has {found}")
    return cover


def _png_size(content: bytes) -> tuple[int, int]:
    from pnp.images.raster import read_png

    raster = read_png(content)
    width, height = raster.upright
    return int(width), int(height)


def _svg_size(content: bytes) -> tuple[int, int]:
    """Return the size of an SVG file that runs nothing and loads nothing, or refuse it."""
    from pnp.images.svg.parts import require_harmless
    from pnp.images.svg.tree import is_svg, read_tree, reference
    from pnp.images.svg.values import root_view

    if not is_svg(content):
        raise PictureError("is neither SVG nor PNG; save it as one of them")
    root = read_tree(content)
    require_harmless(root)
    for node in root.iter():
        if node.tag.split()[-1] in _FOREIGN:
            raise PictureError(f"has <{node.tag.split()[-1]}>; remove it")
        if (target := reference(node)) and not _INSIDE.match(target):
            raise PictureError(f"refers to {quoted(target)}; remove that")
        if any(map(_ELSEWHERE.search, _styles(node))):
            raise PictureError("has a style that loads another file; remove that")
    size, _ = root_view(root)
    if size is None:
        raise PictureError("has no size; give it a viewBox")
    return max(1, round(size.width)), max(1, round(size.height))


def _styles(node: "Element") -> Iterator[str]:
    yield from node.attrib.values()
    if node.tag == "style":
        yield node.text or ""


def read_style(folder: Path, name: str) -> OwnFile:
    """Read a style sheet, and the fonts and pictures that it names.

    Raises:
        ValueError: If it loads anything else: an argument for each fault.
    """
    from tinycss2 import parse_component_value_list

    style = _read(folder, name, "text_kb")
    if not style.path.lower().endswith(".css"):
        raise ValueError(f"{name}: let the name of a style sheet end in .css")
    try:
        text = style.content.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{name}: save it as UTF-8") from None
    if fault := control_character_fault(text):
        raise ValueError(f"{name} {fault}")
    others, faults = dict[str, OwnFile](), list[str]()
    for line, address in _addresses(parse_component_value_list(text, skip_comments=True)):
        try:
            used = _used(folder, posixpath.dirname(name), address)
        except ValueError as error:
            faults += (f"{name}, line {line}: {one}" for one in error.args)
            continue
        if used:
            others[used.path] = used
    if faults:
        raise ValueError(*dict.fromkeys(faults))
    return style._replace(others=tuple(others.values()))


def _used(folder: Path, inside: str, address: str) -> OwnFile | None:
    """Return the file that a style sheet names; None if the address holds the content itself."""
    if _INSIDE.match(address) or address.lower().startswith("data:font/"):
        return None
    path = unquote(re.split(r"[?#]", address)[0])
    suffix = posixpath.splitext(path)[1].lower()
    if ":" in path or path.startswith("/"):
        raise ValueError(
            f"{quoted(address)} is elsewhere, which would learn of every visitor; put the file "
            "beside the style sheet"
        )
    if suffix not in (*_FONTS, *_PICTURES):
        raise ValueError(f"{quoted(address)} is neither a font nor a picture")
    named = posixpath.normpath(posixpath.join(inside, path))
    if suffix in (".svg", ".png"):
        return read_picture(folder, named)
    return _read(folder, named, "font_kb" if suffix in _FONTS else "picture_kb")


def _addresses(tokens: Sequence[Any]) -> Iterator[tuple[int, str]]:
    """Yield each address in a style sheet, and its line."""
    waiting = [tokens]
    while waiting:
        importing = False
        for token in waiting.pop():
            if token.type == "url" or (importing and token.type == "string"):
                yield token.source_line, token.value
            elif token.type == "function" and token.lower_name in ("url", "src", "image-set"):
                texts = (one for one in token.arguments if one.type == "string")
                yield from ((one.source_line, one.value) for one in texts)
            if token.type != "whitespace":
                importing = token.type == "at-keyword" and token.lower_value == "import"
            inner = getattr(token, "content", None) or getattr(token, "arguments", None)
            waiting += [inner] if inner else []
