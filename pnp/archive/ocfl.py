"""Packages in an OCFL 1.1 storage root (ocfl.io), and which game each of them is of."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from pnp.archive.bag import AGENT, GAME
from pnp.archive.check.bag import info_of
from pnp.archive.check.submission import quietly
from pnp.archive.contents import MADE_FROM
from pnp.archive.versions import CHANGES
from pnp.base.errors import OutputError, UsageError, reason
from pnp.base.files import (
    LARGEST,
    LARGEST_JSON,
    files_below,
    holds,
    is_within,
    listed,
    names_in,
    open_regular,
    read_json,
    read_regular,
    sync,
    sync_tree,
)
from pnp.base.imports import require
from pnp.base.locks import locked
from pnp.base.text import seen
from pnp.base.toml import toml_of
from pnp.base.units import quoted
from pnp.make.output import check_no_package, place_beside
from pnp.verify.items import MOST_ENTRIES

_IDENTIFIER = "External-Identifier"
_INFO = "bag-info.txt"
_DEFINITION = "data/definition/game.toml"
_LARGEST = 10_000_000  # bytes of each, and of an inventory

LAYOUT = "0003-hash-and-id-n-tuple-storage-layout"
INVENTORY = ("inventory.json", "inventory.json.sha512")
_ODD = (AttributeError, LookupError, RecursionError, TypeError, ValueError)  # of ocfl-py
_VERSION = re.compile(r"v[1-9][0-9]*")
_INVENTORY = re.compile(rf"(v[0-9]+/)?{INVENTORY[0]}")


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
        name = toml_of(read(_DEFINITION)).get("name")
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
            with open_regular(file, most=LARGEST) as stream, ZipFile(stream) as archive:
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
        places = (one.place for one in listed(out, MOST_ENTRIES) if one.is_folder)
        for folder in (f"{out / place}" for place in places if place[0] != "."):
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


def start_root(root: Path) -> None:
    """Create a storage root unless it exists.

    Raises:
        MissingExtraError: If ocfl-py is not installed.
        OutputError: If the folder holds something else.
    """
    require("ocfl", "--ocfl")
    check_no_package(root.parent)
    if _is_root(root):
        return
    with place_beside(root) as place:
        if _is_root(root):  # another process made it meanwhile
            return
        with quietly():
            import ocfl

            made = ocfl.StorageRoot(root=str(place / "root"), layout_name=LAYOUT)
            try:
                made.initialize(spec_version="1.1")
            except (ocfl.StorageRootException, ocfl.layout.LayoutException) as error:
                raise OutputError(f"--ocfl: {root} cannot be made: {error}") from None
        sync_tree(place / "root")
        if os.path.lexists(root):
            for entry in listed(root):
                (root / entry.place).unlink()
            root.rmdir()
        os.rename(place / "root", root)
        sync(root.parent)


def _is_root(root: Path) -> bool:
    """Return whether the folder is a storage root with a layout.

    Otherwise it is missing, empty, or a root with neither layout nor objects.

    Raises:
        OutputError: If the folder holds something else, or objects without a layout.
    """
    if not os.path.lexists(root):
        return False
    try:
        names = [entry.place for entry in listed(root, MOST_ENTRIES)]
        declared = [name for name in names if name.startswith("0=ocfl_1.")]
        folders = names_in(root, "extensions")
        configs = (f"extensions/{name}/config.json" for name in folders)
        for place in (*declared, "ocfl_layout.json", *configs):  # which ocfl-py reads
            if os.path.lexists(root / place):
                read_regular(root / place, LARGEST_JSON, root)
    except OSError as error:
        where = seen(str(error.filename or root))
        raise OutputError(f"--ocfl: {where} cannot be read: {reason(error)}") from None
    if names and not declared:
        raise OutputError(f"{root} is not an OCFL storage root; choose another --ocfl")
    if names != declared and "ocfl_layout.json" not in names:
        raise OutputError(
            f"{root}: has no ocfl_layout.json, which pnp needs to find the objects; add one, "
            "or choose another --ocfl"
        )
    return names != declared


def store(bag: Path, root: Path, *, renamed: bool = False) -> str:
    """Store a bag as the newest version of its object unless it already is; return a note.

    Raises:
        UsageError: If the bag lacks the date that a version needs, or the object holds another game
            that was not merely ``renamed``.
        OutputError: If it cannot be stored.
    """
    info = info_of(bag)
    identifier, day = info.get("External-Identifier", ""), info.get("Bagging-Date")
    if day is None:
        raise UsageError(
            "--ocfl: a version needs a date, and the package has none; "
            "say --date, or write edition_date in the definition"
        )
    contact = info.get("Contact-Email")
    with place_beside(root) as place, quietly():
        import ocfl

        about = ocfl.VersionMetadata(
            created=f"{day}T00:00:00Z",
            message=f"{_message(bag)}; made by {AGENT}",
            name=info.get("Source-Organization", AGENT),
            address=f"mailto:{contact}" if contact else None,
        )
        try:
            path = ocfl.StorageRoot(root=str(root)).object_path(identifier)
            if not is_within(root, root / path):
                raise OutputError(f"{root / path} is a link out of the storage root; remove it")
            if os.path.lexists(root / path):
                _check_files(root / path)
                _check_game(bag, root / path, f"{root}: {identifier}", renamed)
            return _stored(bag, root / path, place, identifier, about)
        except (
            ocfl.StorageRootException,
            ocfl.ObjectException,
            ocfl.layout.LayoutException,
            *_ODD,
        ) as error:
            raise OutputError(f"{root}: {identifier} cannot be stored: {error}") from None


def _message(bag: Path) -> str:
    """Return how a package differs from the version before it."""
    try:
        listed = read_regular(bag / "data" / CHANGES, _LARGEST).decode(errors="replace")
    except FileNotFoundError:
        return f"the first version of {info_of(bag).get('External-Description', '')}"
    return listed.partition("\n")[0]


def object_of(bag: Path, root: Path) -> Path:
    """Return the folder of the object that a bag is a version of."""
    with quietly():
        import ocfl

        identifier = info_of(bag)["External-Identifier"]
        return Path(root, ocfl.StorageRoot(root=str(root)).object_path(identifier))


def _stored(bag: Path, target: Path, place: Path, identifier: str, about: object) -> str:
    import ocfl

    copy = place / "object"
    if os.path.lexists(target):
        _repair(target, place)
        shutil.copytree(target, copy)
        changed = ocfl.Object(identifier=identifier).add_version_with_content(
            objdir=str(copy), srcdir=str(bag), metadata=about, abort_if_no_difference=True
        )
        if changed is None:
            _check_valid(target, identifier)
            return f"is {_last(target).name} of {identifier} in the storage root"
    else:
        ocfl.Object(identifier=identifier).create(srcdir=str(bag), metadata=about, objdir=str(copy))
    _check_valid(copy, identifier)
    newest = _last(copy).name
    sync_tree(copy)
    if os.path.lexists(target):
        _add_version(copy / newest, target, place)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.rename(copy, target)
        sync(target.parent)
    return f"stored as {newest} of {identifier} in the storage root"


def _add_version(new: Path, target: Path, place: Path) -> None:
    """Move a version into its object; undo that if the inventory cannot follow."""
    with ExitStack() as undo:
        os.rename(new, target / new.name)
        undo.callback(_repair, target, place)  # to the version before
        undo.callback(os.rename, target / new.name, new)
        sync(target)
        _repair(target, place)
        undo.pop_all()


def _check_valid(target: Path, identifier: str) -> None:
    """Validate an object with all its checksums.

    Raises:
        OutputError: If it is not valid, with the first reason.
    """
    import ocfl

    passed, judge = ocfl.Object(path=str(target)).validate(log_warnings=False)
    if not passed:
        why = next(iter(judge.log.messages), "nobody knows why")
        raise OutputError(f"{target}: {identifier} is not a valid OCFL object: {why}")


def _check_files(target: Path) -> None:
    """Check that an object, which may be untrusted, holds only files, and no more than pnp takes.

    Raises:
        OutputError: If there are links, pipes or devices, which would be read and copied.
    """
    try:
        for place in files_below(target):
            if _INVENTORY.fullmatch(place):
                read_regular(target / place, _LARGEST)
    except OSError as error:
        raise OutputError(f"{seen(str(error.filename))}: {reason(error)}") from None


def _check_game(bag: Path, target: Path, where: str, renamed: bool) -> None:
    """Check that an object holds the game of a bag.

    Raises:
        UsageError: If it holds another one.
        OutputError: If it cannot be read.
    """
    try:
        newest = _last(target)
        inventory = read_json(newest / INVENTORY[0], _LARGEST)
        places = {
            path: target / inventory["manifest"][digest][0]
            for digest, paths in inventory["versions"][newest.name]["state"].items()
            for path in paths
        }
        there = PackagedGame.read(lambda path: read_regular(places[path], _LARGEST, target))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        fault = f"is damaged, or not an object that pnp made: {type(error).__name__}: {error}"
        raise OutputError(f"{where} {fault}") from None
    there.check_takes(PackagedGame.in_folder(bag).name, where, renamed=renamed)


def _repair(target: Path, place: Path) -> None:
    """Copy the inventory of the last version to the object, written in ``place`` first."""
    for name in INVENTORY:
        inventory = read_regular(_last(target) / name, _LARGEST)
        if not holds(target / name, inventory):
            (place / name).write_bytes(inventory)
            sync(place / name)
            os.replace(place / name, target / name)
            sync(target)


def _last(target: Path) -> Path:
    """Return the folder of the last version."""
    found = [one.place for one in listed(target) if one.is_folder and _VERSION.fullmatch(one.place)]
    return target / max(found, key=lambda name: int(name[1:]))
