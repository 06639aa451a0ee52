"""Picture files of a game: their kind, size and checksum, and how they are drawn."""

from hashlib import sha256
from pathlib import Path

from pnp.base.errors import PictureError
from pnp.base.files import read_sandboxed, sandboxed
from pnp.base.geometry import Rect
from pnp.base.limits import limits, over
from pnp.base.picture import PictureFile
from pnp.base.workplace import working_on
from pnp.scene import Image, Item

LONGEST_SIDE = 32_767  # pixels: the limit of cairo, which draws PNG


def read_picture(folder: Path, name: str) -> PictureFile:
    """Describe a PNG, JPEG or SVG file in a game's folder, recognized by its content.

    No pixels are unpacked. An SVG file is read as a whole, so that anything that cannot be
    drawn is reported at once.

    Raises:
        ValueError: If the name is not that of a file in the folder.
        PictureError: If it cannot be used: one line without the file's name.
    """
    file = sandboxed(folder, name, "a picture in the game's folder")
    with working_on(name):
        return _read(folder, file)


def _read(folder: Path, file: Path) -> PictureFile:
    from pnp.images import other_kind, read_raster  # only for games with pictures
    from pnp.images.svg import is_svg, read_svg

    try:
        data = read_sandboxed(folder, file, "picture_kb")
    except OSError as error:
        raise PictureError(f"cannot be read: {error.strerror}") from None
    if not data:
        raise PictureError("is empty")
    digest = sha256(data).hexdigest()
    if is_svg(data):
        if len(data) > 1000 * limits().svg_kb:
            raise PictureError(f"is too large: {over('svg_kb')}; simplify its paths")
        return PictureFile(file, digest, "svg", *read_svg(data).size)
    raster = read_raster(data)
    if raster is None:
        raise other_kind(data)
    claim = f"claims to have {raster.width:,} x {raster.height:,} pixels"
    if raster.width * raster.height > limits().pixels:
        raise PictureError(f"{claim}: {over('pixels')}; make it smaller")
    if max(raster.width, raster.height) > LONGEST_SIDE:
        raise PictureError(f"{claim}, but a side has at most {LONGEST_SIDE:,}; make it smaller")
    grey = raster.channels == 1 and raster.palette is None
    return PictureFile(file, digest, raster.kind, *raster.upright, raster.orientation, grey)


def draw_picture(picture: PictureFile, place: Rect) -> Item:
    """Draw a whole picture in a place of its proportions."""
    if picture.kind != "svg":
        return Image(picture, place)
    from pnp.images.svg import draw_svg  # only for games with SVG pictures

    return draw_svg(picture, place)
