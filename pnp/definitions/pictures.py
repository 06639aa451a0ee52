"""Picture files that a definition names: their kind, size and checksum."""

from hashlib import sha256
from pathlib import Path

from pnp.base.errors import PictureError
from pnp.base.files import read_sandboxed, sandboxed
from pnp.base.limits import limits, over
from pnp.base.picture import PictureFile
from pnp.images.header import other_kind, read_raster
from pnp.images.svg import is_svg, read_svg

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
        drawing = read_svg(data)
        return PictureFile(file, digest, "svg", *drawing.size)
    raster = read_raster(data)
    if raster is None:
        raise other_kind(data)
    _require_small(raster.width, raster.height)
    grey = raster.channels == 1 and raster.palette is None
    return PictureFile(file, digest, raster.kind, *raster.upright, raster.orientation, grey)


def _require_small(width: int, height: int) -> None:
    claim = f"claims to have {width:,} x {height:,} pixels"
    if width * height > limits().pixels:
        raise PictureError(f"{claim}: {over('pixels')}; make it smaller")
    if max(width, height) > LONGEST_SIDE:
        raise PictureError(f"{claim}, and {LONGEST_SIDE:,} a side is the most; make it smaller")
