"""Picture files of a game: their kind, size and checksum, and how to draw them."""

from functools import lru_cache
from hashlib import sha256
from math import sqrt
from pathlib import Path

from pnp.base.color import BLACK
from pnp.base.errors import PictureError, unreadable
from pnp.base.files import file_and_part, read_sandboxed, sandboxed
from pnp.base.font_files import FontFile
from pnp.base.geometry import Rect, Size
from pnp.base.imports import require
from pnp.base.limits import limits, over
from pnp.base.picture import DRAWN, LONGEST_SIDE, PictureFile, unpacked
from pnp.base.units import MM_PER_UNIT, quoted
from pnp.base.workplace import working_on
from pnp.scene import Image, Item

SHARP = 300  # pixels to the inch of an SVG file that is drawn as pixels


def read_picture(folder: Path, name: str, fonts: tuple[FontFile, ...] = ()) -> PictureFile:
    """Describe a picture in a game's folder, recognized by its content.

    In ``name``, # is followed by the id of a part of an SVG file, unless a file has the whole name.
    PNG and JPEG files are described without unpacking their pixels. Others are unpacked, and an SVG
    file is read as a whole, so that anything that cannot be drawn is reported at once. Its text may
    use ``fonts``.

    Raises:
        ValueError: If the name is not that of a file in the folder.
        PictureError: If it cannot be used: one line without the file's name.
    """
    named, part = file_and_part(folder, name)
    file = sandboxed(folder, named, "a picture in the game's folder")
    with working_on(name):
        return _read(folder, file, part, fonts)


def _read(folder: Path, file: Path, part: str, fonts: tuple[FontFile, ...]) -> PictureFile:
    from pnp.images import is_web_page  # only for games with pictures
    from pnp.images.bitmap import describe_bitmap
    from pnp.images.svg import NotShapesError, has_ground, is_svg, shown_svg

    try:
        data = read_sandboxed(folder, file, "picture_kb")
    except OSError as error:
        raise PictureError(unreadable(error)) from None
    if not data:
        raise PictureError("is empty")
    digest = sha256(data).hexdigest()
    data = unpacked(data)
    if len(data) > 1000 * limits().picture_kb:
        raise PictureError(f"is too large: {over('picture_kb')}; make its bitmaps smaller")
    if is_svg(data) and not is_web_page(data):
        try:
            size, items, remark = shown_svg(data, part)
        except NotShapesError as error:
            return _in_pixels(file, data, digest, part, error, fonts)
        ground = has_ground(items, size)
        return PictureFile(file, digest, "svg", *size, part=part, ground=ground, remark=remark)
    if part:
        raise PictureError(f"is not an SVG file, so it has no part {quoted(part)}")
    return describe_bitmap(data, file, digest)


def _in_pixels(
    file: Path,
    data: bytes,
    digest: str,
    part: str,
    cause: PictureError,
    fonts: tuple[FontFile, ...],
) -> PictureFile:
    """Describe an SVG file that shapes cannot show; its size is in user units until drawn."""
    from pnp.images.svg.parts import as_lines, made_with, other_families
    from pnp.images.svg.pixels import drawable_size, plain_svg

    require("svg", f"{cause}, which is drawn as pixels alone")
    known = _drawn(digest, part, fonts)
    if not known:
        plain = plain_svg(data, part, fonts)
        own = fonts if plain.has_text() else ()
        lacking = other_families(plain.roots(), own)
        remark = "; ".join(filter(None, (plain.remark, lacking)))
        known.append((drawable_size(plain, own), remark, own))
    size, remark, own = known[0]
    made = PictureFile(file, digest, "png", *size, part=part)
    more = f"; {remark}" if remark else ""
    remark = f"{cause}, so it is drawn as pixels, {SHARP} per inch{more}"
    lines = as_lines(str(cause), made_with(data))
    return made._replace(made_from=DRAWN, remark=remark, fonts=own, cause=lines, clear=True)


@lru_cache(maxsize=1024)
def _drawn(
    digest: str, part: str, fonts: tuple[FontFile, ...]
) -> list[tuple[Size, str, tuple[FontFile, ...]]]:
    """Return a mutable cache entry for a drawn file: its size, a remark on it, and its fonts."""
    return []


def draw_picture(picture: PictureFile, place: Rect, current: str = BLACK, ink: str = "") -> Item:
    """Draw a whole picture in a place with the same proportions.

    An SVG file may use ``current`` as the colour of its surroundings, or be painted in one ``ink``;
    of a bitmap, only one with a clear part may.
    """
    if picture.kind != "svg":
        pixels = _at_size(picture, place) if picture.made_from == DRAWN else picture
        return Image(pixels._replace(kind="png", grey=False, ink=ink) if ink else pixels, place)
    from pnp.images.svg import draw_svg  # only for games with SVG pictures

    return draw_svg(picture, place, current, ink)


def _at_size(picture: PictureFile, place: Rect) -> PictureFile:
    """Return a picture with the pixels for its size in a place, as many as are allowed."""
    width, height = (side / MM_PER_UNIT["in"] * SHARP for side in place.size)
    part = min(1.0, sqrt(limits().pixels / (width * height)), LONGEST_SIDE / max(width, height))
    return picture._replace(width=max(1, int(width * part)), height=max(1, int(height * part)))
