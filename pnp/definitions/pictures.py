"""Read the picture files that a definition names."""

import os
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

from pnp.base.errors import PictureError
from pnp.base.font_files import FontFile
from pnp.base.picture import PictureFile
from pnp.base.units import quoted
from pnp.game.game import Game
from pnp.images.file import read_picture

MOST_NAMES = 1000  # of files beside a missing one to compare
MOST_NAMED = 3  # pictures of which a note says the same
WITHOUT_GROUND = "painted in one colour without the ground, which would hide the rest"
ALIKE = 0.7  # the least similarity of names, from 0 to 1


def read_pictures(
    game: Game,
    file: Path,
    digest: Any,
    faults: list[str],
    missing: dict[str, str] | None = None,
    fonts: tuple[FontFile, ...] = (),
) -> dict[str, PictureFile]:
    """Return the pictures of a game by the names that its components use.

    Text in SVG files may be set in the game's ``fonts``. ``digest`` is updated with the checksums,
    sorted by name. Unusable pictures are faults; a draft adds them to ``missing`` instead, with the
    reasons.
    """
    found: dict[str, PictureFile | None] = {}
    for component_id, component in game.components.items():
        for name, where in chain(component.pictures(), component.face_pictures()):
            if name not in found:
                place = f"{file}: components.{component_id}.{where}"
                own_faults: list[str] = []
                found[name] = _read(name, file.parent, place, own_faults, fonts)
                if missing is None:
                    faults += own_faults
                elif own_faults:
                    missing[name] = own_faults[0].removeprefix(f"{place}: ")
    pictures = {name: picture for name, picture in found.items() if picture is not None}
    for name in sorted(pictures):
        digest.update(f"{pictures[name].sha256}  {name}\n".encode())
    return pictures


def picture_notes(game: Game, pictures: Mapping[str, PictureFile]) -> Iterator[str]:
    """Yield a line for each remark about pictures, with the names of the first few."""
    remarks: dict[str, list[str]] = {}
    painted = {name for component in game.components.values() for name in component.painted_files()}
    hidden = [name for name, one in pictures.items() if one.ground and name in painted]
    if hidden:
        remarks[WITHOUT_GROUND] = hidden
    for name, picture in pictures.items():
        if picture.remark:
            remarks.setdefault(picture.remark, []).append(name)
    for remark, names in remarks.items():
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        yield f"{', '.join(names[:MOST_NAMED])}{more}: {remark}"


def _read(
    name: str, folder: Path, place: str, faults: list[str], fonts: tuple[FontFile, ...]
) -> PictureFile | None:
    if not name:
        faults.append(
            f'{place}: is empty; write the name of a picture, or give the frame a when = "…"'
        )
        return None
    try:
        return read_picture(folder, name, fonts)
    except PictureError as error:
        faults.append(f"{place}: {quoted(name)} {error}{similar(name, folder)}")
    except ValueError as error:
        faults.append(f"{place}: {error}")
    return None


def similar(name: str, folder: Path) -> str:
    """Return a question with a file name similar to a missing one, or an empty string."""
    from difflib import get_close_matches  # for faults alone

    name, hash_sign, part = name.replace("\\", "/").partition("#")
    file = folder / name
    if file.exists() or not file.parent.is_dir():
        return ""
    beside = sorted(one.name for one in islice(os.scandir(file.parent), MOST_NAMES))
    stems = {Path(one).stem.lower(): one for one in beside}
    close = get_close_matches(file.stem.lower(), stems, n=1, cutoff=ALIKE)
    return (
        f"; did you mean {name[: -len(file.name)] + stems[close[0]] + hash_sign + part!r}?"
        if close
        else ""
    )
