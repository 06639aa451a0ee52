"""Picture files that a definition names."""

from pathlib import Path
from typing import Any

from pnp.base.errors import PictureError
from pnp.base.picture import PictureFile
from pnp.base.units import quoted
from pnp.game.game import Game
from pnp.images.file import read_picture


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
