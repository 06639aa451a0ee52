"""Find a game's definition: by name among built-in games and the user's, or by path."""

import os
from collections.abc import Sequence
from pathlib import Path

from pnp.base.errors import UsageError, reason
from pnp.base.files import templates
from pnp.base.units import quoted

FILE_NAME = "game.toml"
HERE = "."
VARIABLE = "PNP_DATA_DIR"  # another folder for the user's games and profiles


def built_in_games() -> tuple[str, ...]:
    """Return the ids of the built-in games in alphabetical order."""
    return _games_in(_games())


def example_games() -> tuple[str, ...]:
    """Return the ids of the examples that a new game may copy, in alphabetical order.

    Examples cannot be built by name, and are not among the built-in games.
    """
    return _games_in(_examples())


def games_to_copy() -> dict[str, Path]:
    """Return the folders of games to copy by id: built-in games, then examples."""
    folders = (_games(), _examples())
    return {name: folder / name for folder in folders for name in _games_in(folder)}


def own_games() -> tuple[str, ...]:
    """Return the ids of the games in the user's folder, in alphabetical order.

    A game with the id of a built-in one is included, though only its path finds it.

    Raises:
        UsageError: If their folder cannot be read.
    """
    folder = own_games_folder()
    try:
        return _games_in(folder)
    except OSError as error:
        raise UsageError(f"cannot read {folder}: {reason(error)}") from None


def own_games_folder() -> Path:
    """Return the folder of the user's games, whether or not it exists."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen) / "games"
    from platformdirs import user_data_path

    return user_data_path("pnp", appauthor=False) / "games"


def here() -> str:
    """Return the path of the working folder if it holds a game, otherwise an empty string."""
    return HERE if Path(HERE, FILE_NAME).is_file() else ""


def games_named(names: Sequence[str]) -> tuple[str, ...]:
    """Return the named games without repeats.

    Without names, return the game in the working folder, or else all built-in games.
    """
    if names:
        return tuple(dict.fromkeys(names))
    return (HERE,) if here() else built_in_games()


def game_named(name: str, otherwise: str = "") -> str:
    """Return the named game, or the one in the working folder, or ``otherwise``.

    Raises:
        UsageError: If there is none of these.
    """
    found = name or here() or otherwise
    if not found:
        raise UsageError(
            "write a game's id, or the path of a game's folder; it may be left out inside of one"
        )
    return found


def split_rule_set(name: str) -> tuple[str, str | None]:
    """Split the id of a rule set, such as ``turno/loop``, into the game and the rule set.

    The name of a game comes back as it is, with None.
    """
    head, slash, tail = name.replace(os.sep, "/").rpartition("/")
    if not slash or not head or Path(name).exists():
        return name, None
    known = head in built_in_games() or head in own_games() or (Path(head) / FILE_NAME).is_file()
    return (head, tail) if known and tail else (name, None)


def find_game(name: str) -> Path:
    """Return the definition file of a game given by its id, or by the path of a folder or a file.

    Raises:
        UsageError: If there is no such game, or both a folder here and a game of the user have
            that name.
    """
    if name in built_in_games():
        return _games() / name / FILE_NAME
    file = Path(name, FILE_NAME) if os.path.isdir(name) else Path(name)
    found = file.suffix == ".toml" and os.path.isfile(file)
    if not looks_like_a_path(name) and name in own_games():
        own = own_games_folder() / name
        if found and not file.samefile(own / FILE_NAME):
            raise UsageError(
                f"there are two games {quoted(name)}: write ./{name} for the folder here, or {own}"
            )
        return own / FILE_NAME
    if found:
        return file
    if looks_like_a_path(name):
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


def _games_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in folder.glob(f"*/{FILE_NAME}")))


def _games() -> Path:
    return templates() / "games"


def _examples() -> Path:
    return _games() / "examples"


def looks_like_a_path(name: str) -> bool:
    """Return whether a name can only be a path: it has a separator, or ends like a file."""
    has_separator = any(sign and sign in name for sign in (os.sep, os.altsep, "/"))
    return has_separator or name in (".", "..") or name.endswith(".toml")
