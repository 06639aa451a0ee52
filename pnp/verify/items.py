"""Find what to verify in a holding: packages, storage roots and output, at any depth."""

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import reason
from pnp.base.extensions import at_place
from pnp.base.files import listed
from pnp.make.made_files import NAME
from pnp.make.wing import own_wings

TESTS_FOLDER = "calibration"  # of calibration sheets, which have no pieces
DEEPEST = 100  # folders in one another
MOST_ENTRIES = 1_000_000  # of one folder, which may have many packages
MOST_NAMED = 5
_REMAINS = re.compile(r"\..+-[0-9]+-[a-z0-9_]{8}")  # of a killed pnp: see make/output.py


class CheckedKind(NamedTuple):
    """A kind of file or folder, and its check: the place of a function of a path and an Against.

    ``files`` is a pattern: a folder is of the first kind that matches a name in it. A file is of a
    kind by its ``suffix``. The folders in one that ``holds`` a kind are of that kind, at any depth,
    except its ``others``. Registers list packages that are ``listed``.
    """

    name: str
    check: str = ""
    files: str = ""
    suffix: str = ""
    holds: str = ""
    others: tuple[str, ...] = ()
    listed: bool = False


OUTPUT = CheckedKind(
    "output folder", "pnp.verify.folders:verify_folder", re.escape(NAME), listed=True
)
FILE = CheckedKind("file", "pnp.verify.folders:verify_single")
TESTS = CheckedKind("calibration sheets")  # this kind and the next ones are only reported
NOTHING = CheckedKind("folder without packages")
UNREADABLE = CheckedKind("unreadable folder")
_SHEETS = {OUTPUT, TESTS}


@cache
def kinds() -> tuple[CheckedKind, ...]:
    """Return all kinds that are known by a name, in the order in which folders are compared."""
    places = (wing.verified for wing in own_wings() if wing.verified)
    return (*(kind for place in places for kind in at_place(place)), OUTPUT)


class HoldingItem(NamedTuple):
    """Something to verify in its own worker; ``why`` says why it cannot be read."""

    path: Path
    kind: CheckedKind
    why: str = ""


class LooseFiles:
    """Counts files and links next to items that no check covers, and names the first few."""

    def __init__(self, known: Iterable[Path] = ()) -> None:
        """Start without files; ``known`` files do not count."""
        self.count = 0
        self.named: list[str] = []
        self._known = frozenset(os.path.abspath(path) for path in known)

    def add(self, path: Path, note: str = "") -> None:
        """Add a file with a note about it, unless it is known."""
        if os.path.abspath(path) in self._known:
            return
        self.count += 1
        if len(self.named) < MOST_NAMED:
            self.named.append(f"{path.as_posix()}{note}")


def find_items(paths: Iterable[Path], beside: LooseFiles | None = None) -> list[HoldingItem]:
    """Return the items to verify at the paths, folder by folder in alphabetical order.

    Hidden files are skipped, and links to folders are not followed. Other files next to items go
    into ``beside``; a folder without items is an item itself.
    """
    found: list[HoldingItem] = []
    passed = beside or LooseFiles()
    for path in paths:
        if os.path.isdir(path):
            found += _below(path, passed, 0)
        else:
            found.append(HoldingItem(path, _packed_kind(path) or FILE))
    return found


def kind_of(folder: Path, names: Iterable[str]) -> CheckedKind | None:
    """Return the kind of a folder by the names in it, or None for a folder of folders."""
    there = sorted(names)
    for kind in kinds():
        if kind.files and any(re.fullmatch(kind.files, name) for name in there):
            return kind
    return TESTS if folder.name == TESTS_FOLDER else None


def _packed_kind(file: Path) -> CheckedKind | None:
    """Return the kind of a file that holds a package."""
    return next((kind for kind in kinds() if kind.suffix == file.suffix.lower() != ""), None)


class _Folder(NamedTuple):
    """The contents of a folder: all names, its folders, and its links to folders and files."""

    names: list[str]
    inside: list[str]
    links: list[str]


def _read(folder: Path) -> _Folder:
    entries = listed(folder, MOST_ENTRIES)
    inside = [entry.place for entry in entries if entry.is_folder]
    odd = (entry.place for entry in entries if entry.fault)
    links = [name for name in odd if os.path.isdir(folder / name) or os.path.isfile(folder / name)]
    return _Folder([entry.place for entry in entries], inside, links)


def _below(folder: Path, beside: LooseFiles, depth: int) -> list[HoldingItem]:
    """Return the items in a folder, or the folder itself as an item if it has none."""
    if depth > DEEPEST:
        return [HoldingItem(folder, UNREADABLE, f"is more than {DEEPEST} folders deep")]
    try:
        there = _read(folder)
    except OSError as error:
        return [HoldingItem(folder, UNREADABLE, f"cannot be read: {reason(error)}")]
    kind = kind_of(folder, there.names)
    if kind is not None and kind.holds:
        return [HoldingItem(folder, kind), *_held(folder, kind, there, beside, depth)]
    if kind is not None:
        return [HoldingItem(folder, kind)]
    return _inside(folder, there, beside, depth) or [HoldingItem(folder, NOTHING)]


def _inside(folder: Path, there: _Folder, beside: LooseFiles, depth: int) -> list[HoldingItem]:
    """Return the items in the folders of a folder; [] if it contains only files."""
    found: dict[str, list[HoldingItem]] = {}
    for name in _seen(folder, there, beside):
        found[name] = _below(folder / name, beside, depth + 1)
    kinds_there = {item.kind for items in found.values() for item in items} - {NOTHING}
    if not kinds_there or not kinds_there <= _SHEETS:  # beside sheets lie zips of the user's own
        for name in there.names:
            packed = None if name.startswith(".") else _packed_kind(folder / name)
            is_file = os.path.isfile(folder / name) and name not in there.links
            if packed is not None and is_file:
                found[name] = [HoldingItem(folder / name, packed)]
                kinds_there.add(packed)
    if not kinds_there:
        return []
    for name in there.names:
        if name not in found and name not in there.inside and not name.startswith("."):
            link = name in there.links
            beside.add(folder / name, ", a link that is not followed" if link else "")
    return [item for name in sorted(found) for item in found[name]]


def _held(
    folder: Path, root: CheckedKind, there: _Folder, beside: LooseFiles, depth: int
) -> list[HoldingItem]:
    """Return what a storage root holds; other files in it are reported with the root."""
    if depth > DEEPEST:
        return [HoldingItem(folder, UNREADABLE, f"is more than {DEEPEST} folders deep")]
    found: list[HoldingItem] = []
    for name in _seen(folder, there, beside):
        place = folder / name
        try:
            inside = _read(place)
        except OSError as error:
            found.append(HoldingItem(place, UNREADABLE, f"cannot be read: {reason(error)}"))
            continue
        kind = kind_of(place, inside.names)
        if kind is not None and kind.name == root.holds:
            found.append(HoldingItem(place, kind))
        elif name not in root.others:
            found += _held(place, root, inside, beside, depth + 1)
    return found


def _seen(folder: Path, there: _Folder, beside: LooseFiles) -> list[str]:
    """Return the folders in a folder that are not hidden."""
    for name in there.inside:
        if _REMAINS.fullmatch(name):
            beside.add(folder / name, ", left by a pnp that was ended while it wrote")
    return [name for name in there.inside if not name.startswith(".")]
