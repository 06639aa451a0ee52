"""Where a game's definition lies: by name among the built-in and the user's own, or by path."""

import os
from collections.abc import Sequence
from pathlib import Path

from pnp.base.errors import UsageError, reason
from pnp.base.files import templates
from pnp.base.units import quoted

FILE_NAME = "game.toml"
HERE = "."
VARIABLE = "PNP_DATA_DIR"  # another folder for what a user keeps


def built_in_games() -> tuple[str, ...]:
    """Return the ids of the games that come with pnp, in alphabetical order."""
    return _games_in(_games())


def example_games() -> tuple[str, ...]:
    """Return the ids of the examples to begin a game with, in alphabetical order.

    They are copied and not built by name: they are no part of "all built-in games".
    """
    return _games_in(_examples())


def games_to_copy() -> dict[str, Path]:
    """Return the folders that a game may begin as a copy of: built-in games, then examples."""
    return {name: _games() / name for name in built_in_games()} | {
        name: _examples() / name for name in example_games()
    }


def own_games() -> tuple[str, ...]:
    """Return the names of the user's own games that are found by name, in alphabetical order.

    One that is called like a built-in game is among them, though its path alone finds it.

    Raises:
        UsageError: If their folder cannot be read.
    """
    folder = own_games_folder()
    try:
        return _games_in(folder)
    except OSError as error:
        raise UsageError(f"cannot read {folder}: {reason(error)}") from None


def own_games_folder() -> Path:
    """Return the folder in which the user's own games are found by name, be it there or not."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen) / "games"
    from platformdirs import user_data_path

    return user_data_path("pnp", appauthor=False) / "games"


def here() -> str:
    """Return the path of the folder we are in if it is a game's, otherwise nothing."""
    return HERE if Path(HERE, FILE_NAME).is_file() else ""


def games_named(names: Sequence[str]) -> tuple[str, ...]:
    """Return the games that were named, each once.

    If none was it is the one in whose folder we are, and outside of one all built-in games.
    """
    if names:
        return tuple(dict.fromkeys(names))
    return (HERE,) if here() else built_in_games()


def game_named(name: str, otherwise: str = "") -> str:
    """Return the game that was named, or the one in whose folder we are, or ``otherwise``.

    Raises:
        UsageError: If that leaves none.
    """
    found = name or here() or otherwise
    if not found:
        raise UsageError(
            "write a game's id, or the path of a game's folder; it may be left out inside of one"
        )
    return found


def find_game(name: str) -> Path:
    """Return the definition file of a game's id, or of a path to a folder or file.

    Raises:
        UsageError: If there is no such game, or a folder here and a game of the user's own have
            that name.
    """
    if name in built_in_games():
        return _games() / name / FILE_NAME
    path = file = Path(name)
    try:
        file = path / FILE_NAME if path.is_dir() else path
        found = file.is_file() and (file.name == FILE_NAME or file.suffix == ".toml")
    except (OSError, ValueError):  # a name that no file can have
        found = False
    own = None if _looks_like_a_path(name) else _own_game(name)
    if own is None and found:
        return file
    if own is not None:
        if found and not file.samefile(own):
            raise UsageError(
                f"there are two games {quoted(name)}: write ./{name} for the folder that is here, "
                f"or {own.parent}"
            )
        return own
    if _looks_like_a_path(name):
        raise UsageError(f"there is no {file}; write a folder that holds a {FILE_NAME}")
    if name in example_games():
        raise UsageError(
            f"{name} is an example to begin with: pnp new NAME --from {name} makes a copy of it"
        )
    known = dict.fromkeys((*built_in_games(), *own_games()))
    raise UsageError(
        f"there is no game {quoted(name)}; there are: {', '.join(known)}, "
        "or write the path of a game's folder"
    )


def _own_game(name: str) -> Path | None:
    return own_games_folder() / name / FILE_NAME if name in own_games() else None


def _games_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in folder.glob(f"*/{FILE_NAME}")))


def _games() -> Path:
    return templates() / "games"


def _examples() -> Path:
    return _games() / "examples"


def _looks_like_a_path(name: str) -> bool:
    separators = {os.sep, os.altsep, "/"} - {None}
    return any(s in name for s in separators if s) or name in (".", "..") or name.endswith(".toml")
