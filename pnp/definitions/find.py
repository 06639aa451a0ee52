"""Where a game's definition lies: by name among the built-in ones, or by path."""

import os
from pathlib import Path

from pnp.errors import UsageError
from pnp.resources import templates
from pnp.units import shown

FILE_NAME = "game.toml"


def built_in_games() -> tuple[str, ...]:
    """Return the ids of the games that come with pnp, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in _games().glob(f"*/{FILE_NAME}")))


def find_game(name: str) -> Path:
    """Return the definition file of a built-in game's id, or of a path to a folder or file.

    Raises:
        UsageError: If there is no such game.
    """
    if name in built_in_games():
        return _games() / name / FILE_NAME
    path = file = Path(name)
    try:
        file = path / FILE_NAME if path.is_dir() else path
        found = file.is_file() and (file.name == FILE_NAME or file.suffix == ".toml")
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if found:
        return file
    if _looks_like_a_path(name):
        raise UsageError(f"there is no {file}; write a folder that holds a {FILE_NAME}")
    raise UsageError(
        f"there is no game {shown(name)}; there are: {', '.join(built_in_games())}, "
        "or write the path of a game's folder"
    )


def _games() -> Path:
    return templates() / "games"


def _looks_like_a_path(name: str) -> bool:
    separators = {os.sep, os.altsep, "/"} - {None}
    return any(s in name for s in separators if s) or name in (".", "..") or name.endswith(".toml")
