"""Picture files of a game: their kind, size and checksum, and how to draw them."""

from functools import lru_cache
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.color import BLACK
from pnp.base.errors import PictureError
from pnp.base.files import file_and_part, read_sandboxed, sandboxed
from pnp.base.font_files import FontFile
from pnp.base.geometry import Rect, Size
from pnp.base.limits import limits, over
from pnp.base.picture import DRAWN, PictureFile, unpacked
from pnp.base.units import MM_PER_UNIT, quoted
from pnp.base.workplace import working_on
from pnp.scene import Image, Item

if TYPE_CHECKING:
    from pnp.images.foreign import Foreign

SHARP = 300  # pixels to the inch of an SVG file that is drawn as pixels
LONGEST_SIDE = 32_767  # pixels: the limit of cairo, which draws PNG


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
    from pnp.images import ANIMATED, is_web_page, read_raster  # only for games with pictures
    from pnp.images.svg import NotShapesError, has_ground, is_svg, shown_svg

    try:
        data = read_sandboxed(folder, file, "picture_kb")
    except OSError as error:
        raise PictureError(f"cannot be read: {error.strerror}") from None
    if not data:
        raise PictureError("is empty")
    digest = sha256(data).hexdigest()
    data = unpacked(data)
    if is_svg(data) and not is_web_page(data):
        if len(data) > 1000 * limits().svg_kb:
            raise PictureError(f"is too large: {over('svg_kb')}; simplify its paths")
        try:
            size, items = shown_svg(data, part)
        except NotShapesError as error:
            return _in_pixels(file, data, digest, part, error, fonts)
        ground = has_ground(items, size)
        return PictureFile(file, digest, "svg", *size, part=part, ground=ground)
    if part:
        raise PictureError(f"is not an SVG file, so it has no part {quoted(part)}")
    raster = read_raster(data)
    if raster is None or raster.channels == 4:
        return _read_foreign(file, data, digest)
    _check_size(raster.width, raster.height)
    grey = raster.channels == 1 and raster.palette is None
    made = PictureFile(file, digest, raster.kind, *raster.upright, raster.orientation, grey)
    return made._replace(made_from="APNG", remark=ANIMATED) if raster.animated else made


def _in_pixels(
    file: Path,
    data: bytes,
    digest: str,
    part: str,
    cause: PictureError,
    fonts: tuple[FontFile, ...],
) -> PictureFile:
    """Describe an SVG file that shapes cannot show; its size is in user units until drawn."""
    from pnp.images.svg.alone import part_alone
    from pnp.images.svg.families import other_families
    from pnp.images.svg.flowed import with_lines
    from pnp.images.svg.pixels import drawable_size

    own = fonts if b"<text" in data or b"flowRoot" in data else ()
    known = _drawn(digest, part, own)
    if not known:
        alone, overrun = with_lines(part_alone(data, part) if part else data, own)
        lacking = filter(None, (other_families(alone, own), overrun))
        known.append((drawable_size(alone, cause, own), "; ".join(lacking)))
    size, more = known[0]
    remark = f"{cause}, so it is drawn as pixels, {SHARP} per inch"
    made = PictureFile(file, digest, "png", *size, part=part)
    remark = f"{remark}; {more}" if more else remark
    return made._replace(made_from=DRAWN, remark=remark, fonts=own)


@lru_cache(maxsize=1024)
def _drawn(digest: str, part: str, fonts: tuple[FontFile, ...]) -> list[tuple[Size, str]]:
    """Return a mutable cache entry for a drawn file: its size, and a remark on its text."""
    return []


def _read_foreign(file: Path, data: bytes, digest: str) -> PictureFile:
    """Describe a file that becomes PNG, unpacking it so that a broken file is reported."""
    from pnp.images import other_kind
    from pnp.images.foreign import foreign_kind, read_foreign  # Pillow, only where it is needed

    if not foreign_kind(data):
        raise other_kind(data)
    known = _described(digest)
    if not known:
        known.append(read_foreign(data, _check_size))
    kind, width, height, grey, remark = known[0]
    _check_size(width, height)
    made = PictureFile(file, digest, "png", width, height, grey=grey)
    return made._replace(made_from=kind, remark=remark)


@lru_cache(maxsize=1024)
def _described(digest: str) -> list["Foreign"]:
    """Return a mutable cache entry, so that a file read again is not unpacked again."""
    return []


def _check_size(width: int, height: int) -> None:
    claim = f"claims to have {width:,} x {height:,} pixels"
    if width * height > limits().pixels:
        raise PictureError(f"{claim}: {over('pixels')}; make it smaller")
    if max(width, height) > LONGEST_SIDE:
        raise PictureError(f"{claim}, but a side has at most {LONGEST_SIDE:,}; make it smaller")


def draw_picture(picture: PictureFile, place: Rect, current: str = BLACK, ink: str = "") -> Item:
    """Draw a whole picture in a place with the same proportions.

    An SVG file may use ``current`` as the colour of its surroundings, or be painted in one ``ink``;
    a bitmap keeps its colours.
    """
    if picture.made_from == DRAWN:
        return Image(_at_size(picture, place), place)
    if picture.kind != "svg":
        return Image(picture, place)
    from pnp.images.svg import draw_svg  # only for games with SVG pictures

    return draw_svg(picture, place, current, ink)


def _at_size(picture: PictureFile, place: Rect) -> PictureFile:
    """Return a picture with the pixels for its size in a place, as many as are allowed."""
    width, height = (side / MM_PER_UNIT["in"] * SHARP for side in place.size)
    part = min(1.0, sqrt(limits().pixels / (width * height)), LONGEST_SIDE / max(width, height))
    return picture._replace(width=max(1, int(width * part)), height=max(1, int(height * part)))
