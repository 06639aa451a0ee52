"""Picture files that a definition names: their kind, size and checksum."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from pnp.base.errors import PictureError
from pnp.base.files import read_sandboxed, sandboxed
from pnp.base.limits import limits, over
from pnp.base.picture import PictureFile
from pnp.base.units import quoted
from pnp.game.game import Game

LONGEST_SIDE = 32_767  # pixels: the limit of cairo, which draws PNG


def read_pictures(game: Game, file: Path, digest: Any, faults: list[str]) -> dict[str, PictureFile]:
    """Return the pictures of a game by the names that its components give them.

    ``digest`` is updated with their checksums in the order of their names.
    """
    found: dict[str, PictureFile | None] = {}
    for component_id, component in game.components.items():
        for name, where in component.pictures():
            if name not in found:
                place = f"{file}: components.{component_id}.{where}"
                found[name] = _read(name, file.parent, place, faults)
    pictures = {name: picture for name, picture in found.items() if picture is not None}
    for name in sorted(pictures):
        digest.update(f"{pictures[name].sha256}  {name}\n".encode())
    return pictures


def read_picture(folder: Path, name: str) -> PictureFile:
    """Describe a PNG, JPEG or SVG file in a game's folder, recognized by its content.

    No pixels are unpacked. An SVG file is read as a whole, so that anything that cannot be
    drawn is reported at once.

    Raises:
        ValueError: If the name is not that of a file in the folder.
        PictureError: If it cannot be used: one line without the file's name.
    """
    from pnp.images import other_kind, read_raster  # only for games with pictures
    from pnp.images.svg import is_svg, read_svg

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


def _read(name: str, folder: Path, place: str, faults: list[str]) -> PictureFile | None:
    if not name:
        faults.append(f'{place}: names no picture; write one, or when = "…" on the frame')
        return None
    try:
        return read_picture(folder, name)
    except PictureError as error:
        faults.append(f"{place}: {quoted(name)} {error}")
    except ValueError as error:
        faults.append(f"{place}: {error}")
    return None
