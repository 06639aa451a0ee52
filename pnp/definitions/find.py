"""Find a game by path, or by id: a built-in one, or one of the user's or of another package."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pnp.base.errors import PnpError, UsageError, reason
from pnp.base.extensions import GAMES, added_folders, extensions, withheld
from pnp.base.files import templates
from pnp.base.own_folders import GAME_FILE, own_games_folder
from pnp.base.text import ID
from pnp.base.toml import read_toml
from pnp.base.units import closest, did_you_mean, quoted

FILE_NAME = GAME_FILE
HERE = "."
STARTER, EMPTY = "starter", "empty"  # what pnp new makes by itself, among the starters


def built_in_games() -> tuple[str, ...]:
    """Return the ids of the built-in games, in alphabetical order."""
    return _games_in(_games())


def example_games() -> tuple[str, ...]:
    """Return the ids of the examples that a new game may copy, in alphabetical order.

    Examples cannot be built by id, and are not built-in games.
    """
    return _games_in(_examples())


def games_to_copy() -> dict[str, Path]:
    """Return the folders of games to copy by id: built-in games, then examples."""
    folders = (_games(), _examples())
    return {name: folder / name for folder in folders for name in _games_in(folder)}


def starters() -> tuple[str, ...]:
    """Return the ids of the starters: definitions of common games, which take a name."""
    return tuple(one for one in _games_in(templates() / "new") if one not in (STARTER, EMPTY))


def own_games() -> dict[str, Path]:
    """Return the folders of the user's games and of other packages', by id in alphabetical order.

    This includes a game with the id of a built-in one, which can be built only by its path. A
    worker that reads untrusted files gets none of other packages.
    """
    return _by_id(_own_places())


def withheld_games() -> dict[str, Path]:
    """Return the folders of the games of other packages that this process does not get, by id."""
    return _by_id(added_folders(withheld(GAMES)))


def _own_places() -> Iterator[Path]:
    if os.path.lexists(folder := own_games_folder()):  # not if it is in a home closed to this user
        yield folder
    yield from added_folders(extensions(GAMES))


def _by_id(places: Iterable[Path]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for place in places:
        try:
            games = _games_in(place)
        except OSError as error:
            raise UsageError(f"cannot read {place}: {reason(error)}") from None
        for name in games:
            found.setdefault(name, place / name)
    return dict(sorted(found.items()))


def here() -> str:
    """Return the path of the working folder if it holds a game, else an empty string."""
    return HERE if os.path.isfile(Path(HERE, FILE_NAME)) else ""


def games_named(names: Sequence[str]) -> tuple[str, ...]:
    """Return the distinct names of games and rule sets.

    Without names, return the game in the working folder, or else all built-in games.
    """
    if names:
        return tuple(dict.fromkeys("/".join(filter(None, split_rule_set(name))) for name in names))
    return (HERE,) if here() else built_in_games()


def game_named(name: str, otherwise: str = "") -> str:
    """Return the named game, or the one in the working folder, or ``otherwise``."""
    found = name or here() or otherwise
    if not found:
        raise UsageError(
            "write a game's id or the path of a game's folder, or run the command inside a "
            "game's folder"
        )
    return found


def split_rule_set(name: str) -> tuple[str, str | None]:
    """Split the id of a rule set, such as ``turno/loop``, into game and rule set.

    For the name of a game, the rule set is None. Ids match in either case.
    """
    head, _, tail = name.replace(os.sep, "/").rstrip("/").rpartition("/")
    is_rule_set = head and tail and not _is_definition(name)
    if is_rule_set and (_known(head) or _is_definition(head)):
        return _known(head) or head, tail.lower()
    return _known(name) or name, None


def find_game(name: str) -> Path:
    """Return the definition file of a game.

    ``name`` is its id, the path of its folder or its file, or either followed by the id of a rule
    set.

    Raises:
        UsageError: If there is no such game, or there are several: a folder here, a game of the
            user, games of other packages.
    """
    name, _ = split_rule_set(name)
    if name in built_in_games():
        return _games() / name / FILE_NAME
    file = Path(name, FILE_NAME) if os.path.isdir(name) else Path(name)
    found = _is_definition(name)
    if not looks_like_a_path(name) and name in own_games():
        own = [place / name for place in _own_places() if _is_definition(str(place / name))]
        if found and os.path.realpath(file) != os.path.realpath(own[0] / FILE_NAME):
            raise UsageError(
                f"there are two games {quoted(name)}: write ./{name} for the folder here, or "
                f"{own[0]}"
            )
        if len(own) > 1:
            raise UsageError(f"there are two games {quoted(name)}: write {own[0]}, or {own[1]}")
        return own[0] / FILE_NAME
    if found:
        return file
    raise UsageError(_no_game(name, file))


def ids_in(name: str, table: str) -> tuple[str, ...]:
    """Return the ids in a table of a game, such as ``rule_sets``, without validating the rest.

    Returns none if the definition cannot be read. Shells complete these names, so anything that is
    not an id is left out: it might be a command.
    """
    try:
        found = read_toml(find_game(name), sandbox=True)[0].get(table)
    except PnpError:
        return ()
    return tuple(filter(ID.fullmatch, found)) if isinstance(found, dict) else ()


def games_to_make(names: Sequence[str]) -> tuple[str, ...]:
    """Return the games of :func:`games_named`, after checking that all exist."""
    check_names(names)
    return games_named(names)


def check_names(names: Iterable[str]) -> None:
    """Check that games and rule sets exist, without validating their definitions."""
    faults = []
    for name in names:
        game, rule_set = split_rule_set(name)
        try:
            find_game(name)
        except UsageError as error:
            faults.append(str(error))
            continue
        known = ids_in(name, "rule_sets") if rule_set is not None else ()
        if rule_set is not None and known and rule_set not in known:
            faults.append(no_rule_set(game, rule_set, known))
    if faults:
        raise UsageError("\n".join(faults))


def no_rule_set(game: str, key: str, known: Iterable[str]) -> str:
    """Return the message for a rule set that a game does not have."""
    listed, close = ", ".join(known) or "none", did_you_mean(key, known)
    return f"{game} has no rule set {quoted(key)}; it has: {listed}{close}"


def _no_game(name: str, file: Path) -> str:
    games = tuple(dict.fromkeys((*built_in_games(), *own_games())))
    rule_sets = {f"{game}/{key}": key for game in games for key in ids_in(game, "rule_sets")}
    close = did_you_mean(name, (*games, *rule_sets) if "/" in name else games)
    by_key = {key: one for one, key in rule_sets.items()}
    if not close and (found := closest(name, by_key)):
        close = f"; did you mean {by_key[found]!r}?"
    if looks_like_a_path(name):
        try:
            file.stat()
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            return f"{quoted(str(file))} cannot be read: {reason(error)}"
        return f"there is no {file}; write a folder that holds a {FILE_NAME}{close}"
    if name in withheld_games():
        return (
            f"the game {quoted(name)} is of another package, and untrusted files are read without "
            "those: pnp trust says how to trust a folder"
        )
    if name in example_games():
        return f"{name} is an example to copy: pnp new NAME --from {name}"
    return (
        f"there is no game {quoted(name)}; there are: {', '.join(games)}, "
        f"or write the path of a game's folder{close}"
    )


def _known(name: str) -> str:
    """Return the id of a built-in or user's game for a name in any case; "" if unknown."""
    if name.lower() in built_in_games():
        return name.lower()
    if looks_like_a_path(name) or _is_definition(name):
        return ""
    own = own_games()
    return name if name in own else next((one for one in own if one == name.lower()), "")


def _is_definition(name: str) -> bool:
    """Return whether a path is a game's folder or a definition file."""
    if os.path.isdir(name):
        return os.path.isfile(os.path.join(name, FILE_NAME))
    return name.endswith(".toml") and os.path.isfile(name)


def _games_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in folder.glob(f"*/{FILE_NAME}")))


def _games() -> Path:
    return templates() / "games"


def _examples() -> Path:
    return _games() / "examples"


def looks_like_a_path(name: str) -> bool:
    """Return whether a name can only be a path: it has a separator or a file's suffix."""
    has_separator = any(sign and sign in name for sign in (os.sep, os.altsep, "/"))
    return has_separator or name in (".", "..") or name.endswith(".toml")
