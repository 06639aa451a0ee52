"""The pictures and icons of a game that its rule texts show."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath

from pnp.base.errors import PictureError, RulesError
from pnp.base.files import file_and_part, sandboxed
from pnp.base.geometry import Rect, Size
from pnp.base.path import rectangle
from pnp.base.picture import PictureFile
from pnp.base.units import Mm, quoted
from pnp.game.fields import id_like
from pnp.game.game import Game
from pnp.images.file import draw_picture, read_picture
from pnp.rulebook.blocks import Figure, Icon
from pnp.scene import Scene, Shape, Style

WIDEST: Mm = 130.0
HIGHEST: Mm = 90.0
ICON: Mm = 3.4  # the height of an icon
_BLANK = Style(stroke="#c00018", stroke_width=0.3)
_SHOWN = re.compile(r"!\[[^\]]*\]\((?!figure:)([^\s)]+)")


def picture_id(name: str) -> str:
    """Return the id of a picture in a text: its file name without the ending.

    For a part of an SVG file, it consists of the names of the file and of the part.
    """
    file, _, part = name.partition("#")
    stem = f"{PurePosixPath(file).stem} {part}".strip()
    return id_like(stem) or f"picture-{sha256(stem.encode()).hexdigest()[:8]}"


def pictures_in(text: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the names and paths of the existing picture files that a text shows."""
    for name in dict.fromkeys(_SHOWN.findall(text)):
        with suppress(ValueError):
            named, _ = file_and_part(folder, name)
            file = sandboxed(folder, named, "a picture in the game's folder")
            if file.is_file():
                yield named, file


def picture_figure(folder: Path, rule_set_id: str, name: str, caption: str, alt: str) -> Figure:
    """Return a picture from the game's folder as a figure."""
    try:
        picture = read_picture(folder, name)
    except PictureError as error:
        raise RulesError(f"{quoted(name)} {error}") from None
    except ValueError as error:
        raise RulesError(str(error)) from None
    scale = min(WIDEST / picture.width, HIGHEST / picture.height)
    scene = _scene(picture, picture.width * scale, picture.height * scale)
    return Figure(f"{rule_set_id}-{picture_id(name)}", scene, caption, alt, "picture")


def icons_of(game: Game) -> Mapping[str, Icon]:
    """Return the icons of all components, without names that stand for two pictures."""
    files: dict[str, set[str]] = {}
    for component in game.components.values():
        for name, file in component.icon_files().items():
            files.setdefault(name, set()).add(file)
    return dict(_drawn(game, files))


def _drawn(game: Game, files: Mapping[str, set[str]]) -> Iterator[tuple[str, Icon]]:
    for name, (first, *others) in files.items():
        if not others:
            picture = game.pictures.get(first)  # None in a draft that has to go without it
            drawn = _blank() if picture is None else _icon(picture)
            yield name, Icon(f"icon-{name}", drawn)


def _icon(picture: PictureFile) -> Scene:
    return _scene(picture, ICON * picture.width / picture.height, ICON)


def _blank() -> Scene:
    """Return the box that stands for an icon without a picture."""
    box = rectangle(Rect(0, 0, ICON, ICON).inset(_BLANK.stroke_width))
    return Scene(Size(ICON, ICON), (Shape((box,), _BLANK),))


def _scene(picture: PictureFile, width: Mm, height: Mm) -> Scene:
    return Scene(Size(width, height), (draw_picture(picture, Rect(0, 0, width, height)),))
