"""Identify the game in a package, a zip or a storage object, so no two share an identifier.

People choose the identifiers and the names of folders, and a definition changes from version to
version. Its ``name`` identifies the game.
"""

import os
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from pnp.archive.bag import GAME
from pnp.base.errors import OutputError, UsageError, reason
from pnp.base.files import read_regular
from pnp.base.locks import locked
from pnp.base.units import quoted
from pnp.records.package_contents import MADE_FROM

_IDENTIFIER = "External-Identifier"
_INFO = "bag-info.txt"
_DEFINITION = "data/definition/game.toml"
_LARGEST = 10_000_000  # bytes of either


class PackagedGame(NamedTuple):
    """The game in a package: its name and id, the archive's identifier, and its ``origin``."""

    name: str
    id: str
    identifier: str
    origin: str

    @classmethod
    def read(cls, read: Callable[[str], bytes]) -> "PackagedGame":
        """Return the game of a package; ``read`` returns the bytes of its files.

        Raises:
            ValueError: If it is not a package of pnp.
        """
        info = _entries(read(_INFO))
        name = tomllib.loads(read(_DEFINITION).decode()).get("name")
        if not isinstance(name, str) or GAME not in info:
            raise ValueError("it is not a package that pnp made")
        return cls(name, info[GAME], info.get(_IDENTIFIER, ""), info.get(MADE_FROM, ""))

    @classmethod
    def in_folder(cls, bag: Path) -> "PackagedGame":
        """Return the game of a package in a folder.

        Raises:
            OutputError: If it is not a package of pnp, or cannot be read.
        """
        try:
            return cls.read(lambda path: read_regular(bag / path, _LARGEST))
        except OSError as error:
            raise OutputError(f"{bag} cannot be read: {reason(error)}") from None
        except ValueError as error:
            raise OutputError(f"{bag} is in the way: {error}; move it away") from None

    @classmethod
    def in_zip(cls, file: Path) -> "PackagedGame | None":
        """Return the game of a package in a zip; None if the zip is damaged.

        Raises:
            ValueError: If it is a zip of anything else.
            OSError: If it cannot be read.
        """
        try:
            with ZipFile(file) as archive:
                return cls.read(lambda path: _unpacked(archive, f"{file.stem}/{path}"))
        except BadZipFile:
            return None

    def check_takes(self, name: str, place: str, *, renamed: bool) -> None:
        """Check that a place with this game does not get a game of another name.

        Raises:
            UsageError: If it would, and the game was not ``renamed``.
        """
        if not renamed and self.name.split() != name.split():
            raise UsageError(
                f"{place} holds another game, {quoted(self.name)}, and not {quoted(name)}; give "
                "this one another folder or --id, or add --renamed if it is the same game"
            )


@contextmanager
def no_other_game_has(made: PackagedGame, out: Path) -> Iterator[None]:
    """Reserve the identifier of a package for its game while the package is stored.

    Raises:
        UsageError: If a package of another game has it.
    """
    if made.identifier == f"pnp:{made.id}":
        yield
        return
    with locked(out / sha256(made.identifier.encode()).hexdigest()[:16]):
        with os.scandir(out) as entries:
            folders = [one.path for one in entries if one.name[0] != "." and one.is_dir()]
        for folder in folders:
            if _has(folder, made.identifier, made.id):
                raise UsageError(
                    f"{made.id}: {folder} has the identifier {quoted(made.identifier)} already; "
                    "choose another --id"
                )
        yield


def _has(folder: str, identifier: str, but: str) -> bool:
    """Return whether a folder is a package of another game with this identifier."""
    with suppress(OSError):  # it is not a package
        if _info_of(folder)[0] == identifier:
            now, game = _info_of.__wrapped__(folder)  # somebody may have replaced it
            return now == identifier and game != but
    return False


@lru_cache(maxsize=100_000)  # a worker that makes many packages looks at all of them for each
def _info_of(folder: str) -> tuple[str | None, str | None]:
    info = _entries(read_regular(Path(folder, _INFO), _LARGEST))
    return info.get(_IDENTIFIER), info.get(GAME)


def _entries(info: bytes) -> dict[str, str]:
    lines = (line.partition(": ") for line in info.decode(errors="replace").splitlines())
    return {key: value for key, _, value in lines}


def _unpacked(archive: ZipFile, path: str) -> bytes:
    try:
        with archive.open(path) as stream:
            return stream.read(_LARGEST)
    except (KeyError, RuntimeError, NotImplementedError) as error:
        raise ValueError(f"it is not the zip of a package that pnp made: {error}") from None
