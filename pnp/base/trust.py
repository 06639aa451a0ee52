"""Folders that the user trusts: files in them are read without a worker.

Games that come with pnp are trusted. The user's settings list the others, one a line; each includes
everything below it. Links are followed first, so a link in a trusted folder does not make its
target trusted.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pnp.base.errors import OutputError, UsageError, reason
from pnp.base.files import read_file, templates, write_atomic
from pnp.base.own_folders import DEFAULTS_FILE, GAME_FILE, own_games_folder, settings_folder

LIST = "trusted-folders.txt"
_OUTPUTS = frozenset({"--out", "--ocfl"})  # options that name where to write


def trusted_folders() -> tuple[Path, ...]:
    """Return the folders that the user trusts, sorted.

    Raises:
        UsageError: If their list cannot be read.
    """
    file = settings_folder() / LIST
    if not os.path.lexists(file):  # nor if the settings are closed to this user
        return ()
    try:
        text = read_file(file, "definition_kb").decode("utf-8", "surrogateescape")
    except OSError as error:
        raise UsageError(f"cannot read {file}: {reason(error)}") from error
    return tuple(sorted({Path(line) for line in text.splitlines() if os.path.isabs(line)}))


def trust(folder: Path) -> Path:
    """Trust a folder and everything below it; return its real path.

    Raises:
        UsageError: If it is not a folder, or the list cannot hold its path.
        OutputError: If the list cannot be written.
    """
    if not os.path.isdir(folder):
        raise UsageError(f"{folder} is not a folder")
    real = _real(folder)
    if real.parent == real:
        raise UsageError(f"{real} is the whole disk; trust a folder on it")
    if len(str(real).splitlines()) > 1:
        raise UsageError(f"{folder}: a trusted folder has no line break in its path")
    _keep({*trusted_folders(), real})
    return real


def distrust(folder: Path) -> Path:
    """Stop trusting a folder; return its real path.

    Raises:
        UsageError: If it is not trusted, or only because a folder above it is.
        OutputError: If the list cannot be written.
    """
    known = set(trusted_folders())
    found = {folder.absolute(), _real(folder)} & known
    if not found:
        above = next((one for one in known if _real(folder).is_relative_to(one)), None)
        because = f"it is trusted with {above}; remove that" if above else "it is not trusted"
        raise UsageError(f"{folder}: {because}")
    _keep(known - found)
    return found.pop()


def is_trusted(paths: Iterable[Path]) -> bool:
    """Return whether all paths come with pnp or lie in trusted folders.

    Raises:
        UsageError: If the list of trusted folders cannot be read.
    """
    left = [path for path in map(_real, paths) if not path.is_relative_to(_real(templates()))]
    if not left:
        return True
    folders = trusted_folders()
    return all(any(path.is_relative_to(folder) for folder in folders) for path in left)


def may_read(arguments: Sequence[str], here: Path) -> Iterator[Path]:
    """Yield the paths that a command may read: in the working folder, or named by an argument.

    All arguments count except folders for output: to count too many is harmless.
    """
    if os.path.exists(here / GAME_FILE):
        yield here / GAME_FILE
    above = (here, *here.parents)
    yield from (folder for folder in above if os.path.exists(folder / DEFAULTS_FILE))
    before = ""
    for argument in arguments:
        flag, equals, value = argument.partition("=")
        if not (before in _OUTPUTS or flag in _OUTPUTS):
            yield from named_by(value if equals and flag.startswith("-") else argument, here)
        before = argument


def named_by(name: str, here: Path) -> Iterator[Path]:
    """Yield the file, folder or user's game that an argument names, with or without a rule set."""
    head = os.path.split(name.rstrip("/" + os.sep))[0]
    for one in filter(None, (name, head)):
        if one.startswith("-"):
            continue
        for place in (here, own_games_folder()):
            if os.path.lexists(place / one):
                yield place / one
                return


def _keep(folders: set[Path]) -> None:
    file = settings_folder() / LIST
    text = "".join(f"{folder}\n" for folder in sorted(folders))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(file, text)
    except OSError as error:
        raise OutputError(f"cannot write {file}: {reason(error)}") from error


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
