"""Create the folder of a new game: an empty one, a starter, or a copy of another game."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp import __version__
from pnp.base.errors import OutputError, UsageError, reason
from pnp.base.files import templates
from pnp.base.toml import read_toml
from pnp.base.units import did_you_mean, quoted
from pnp.definitions.find import FILE_NAME, STARTER, built_in_games, games_to_copy, starters
from pnp.game.fields import id_like, read_id


class Started(NamedTuple):
    """The folder of a new game, its files, and the name of the game."""

    folder: Path
    files: tuple[Path, ...]
    name: str
    notes: tuple[str, ...] = ()


class ConvertedProject(NamedTuple):
    """The files of a game by path, and notes on what could not be converted: a line for each."""

    files: Mapping[str, bytes]
    notes: tuple[Any, ...]


ProjectConverter = Callable[[Path, str], ConvertedProject]
"""Converts a project in a folder to a game with a name."""


def start_game(name: str, parent: Path, kind: str = STARTER) -> Started:
    """Create the folder of a game in ``parent``, named after the game's id.

    ``name`` is that id, or a name from which it is derived: "River Trade" becomes river-trade.
    ``kind`` is :data:`STARTER`, :data:`EMPTY` or one of the starters.
    """
    game_id = _checked(name)
    title = _title(name, game_id)
    source = templates() / "new" / kind
    name_in_toml = title.replace('"', '\\"').encode()
    files = (
        (path, content.replace(b"@name@", name_in_toml) if path.name == FILE_NAME else content)
        for path, content in _contents(source)
    )
    return Started(*_written(parent / game_id, files), title)


def copy_game(name: str, parent: Path, original: str) -> Started:
    """Create the folder of a game in ``parent`` from a starter, or as a copy of another game.

    Of a built-in game or an example, a comment at the head of the definition names the original;
    the game's name, sources and rights stay as they are.
    """
    if original.lower() in starters():
        return start_game(name, parent, original.lower())
    game_id = _checked(name)
    originals = games_to_copy()
    source = originals.get(original.lower())
    if source is None:
        raise UsageError(
            f"--from: there is no game {quoted(original)} to start from; "
            f"there are: {', '.join((*starters(), *originals))}"
            f"{did_you_mean(original, (*starters(), *originals))}"
        )
    title = str(read_toml(source / FILE_NAME)[0]["name"])
    head = (
        f"# This game began as a copy of {original} from pnp {__version__} "
        f"(pnp new --from {original}).\n"
        "# It is yours to change. Its author, dates and sources are those of\n"
        f"# {title}: once yours is another game, rename it, and keep the rights\n"
        "# of whatever you keep. Its sentences in other languages are in "
        "rules/definition.*.toml.\n\n"
    ).encode()
    files = (
        (path, head + content if path == Path(FILE_NAME) else content)
        for path, content in _contents(source)
    )
    return Started(*_written(parent / game_id, files), title)


def start_converted(name: str, parent: Path, project: Path, convert: ProjectConverter) -> Started:
    """Create the folder of a game in ``parent`` from a project of another program.

    ``name`` is the game's id or name; by default that of the project's folder.
    """
    name = name or Path(os.path.realpath(project)).name
    game_id = _checked(name)
    title = _title(name, game_id)
    converted = convert(project, title)
    files = ((Path(path), content) for path, content in sorted(converted.files.items()))
    return Started(*_written(parent / game_id, files), title, tuple(map(str, converted.notes)))


def _title(name: str, game_id: str) -> str:
    return game_id.replace("-", " ").capitalize() if name == game_id else name.strip()


def _checked(name: str) -> str:
    """Return the id for a name, after checking both."""
    if not name.isprintable() or any(sign in name for sign in "/\\"):
        raise UsageError(f"NAME: write a name, not the path {quoted(name)}; --out says where")
    if any(sign.isalpha() for sign in name) and not id_like(name):
        raise UsageError(
            f"NAME: {quoted(name)} does not give a folder name: write one in Latin letters, "
            f"such as my-game, and then name = {quoted(name)} in its game.toml"
        )
    try:
        game_id = read_id(id_like(name) or name)
    except ValueError as error:
        raise UsageError(f"NAME: is the game's id and its folder's name: {error}") from None
    if game_id in built_in_games():
        raise UsageError(f"NAME: {game_id} is a built-in game; choose another name")
    return game_id


def _contents(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the relative path and the content of each file, without hidden ones."""
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(folder)
        if os.path.isfile(file) and not any(part.startswith(".") for part in path.parts):
            yield path, file.read_bytes()


def _written(folder: Path, files: Iterator[tuple[Path, bytes]]) -> tuple[Path, tuple[Path, ...]]:
    """Write files into a new folder; if one fails, remove the folder again."""
    made: list[Path] = []
    if os.path.lexists(folder):
        raise UsageError(
            f"{folder} already exists, and nothing is overwritten; choose another name"
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir()
    except OSError as error:
        raise OutputError(f"cannot make {folder}: {reason(error)}") from None
    try:
        for path, content in files:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
            made.append(folder / path)
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise OutputError(f"cannot write in {folder}: {reason(error)}") from None
        raise
    return folder, tuple(made)
