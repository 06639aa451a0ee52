"""Finds what to verify in a holding: packages, storage roots and output, at any depth."""

import os
import re
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import reason
from pnp.records.manifest import NAME

BAG = "bagit.txt"  # every bag has this file
METS = "METS.xml"  # and every submission package this one
TESTS = "calibration"  # the folder of calibration sheets, which have no pieces
ZIP = ".zip"
DEEPEST = 100  # folders in one another
MOST_NAMED = 5
# What is left of a bag or an object without the file that declares it is still one, and wrong.
_OF_BAG = re.compile(r"bagit\.txt|bag-info\.txt|(tag)?manifest-[a-z0-9]+\.txt")
_OF_OBJECT = re.compile(r"0=ocfl_object_.*|inventory\.json\..*")
_OF_ROOT = re.compile(r"0=ocfl_[0-9].*|ocfl_layout\.json")
_REMAINS = re.compile(r"\..+-[0-9]+-[a-z0-9_]{8}")  # of a killed pnp: see jobs/output.py


class ItemKind(StrEnum):
    """The kinds of items; NOTHING and UNREADABLE ones are only reported."""

    PACKAGE = "package"
    ZIP = "zip"
    SUBMISSION = "submission package"
    ROOT = "storage root"
    OBJECT = "object"
    OUTPUT = "output folder"
    TESTS = "calibration sheets"
    FILE = "file"
    NOTHING = "folder without packages"
    UNREADABLE = "unreadable folder"


_SHEETS = {ItemKind.OUTPUT, ItemKind.TESTS}


class HoldingItem(NamedTuple):
    """Something to verify in its own worker; ``why`` says why it cannot be read."""

    path: Path
    kind: ItemKind
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
        if path.is_dir():
            found += _below(path, passed, 0)
        elif path.suffix.lower() == ZIP:
            found.append(HoldingItem(path, ItemKind.ZIP))
        else:
            found.append(HoldingItem(path, ItemKind.FILE))
    return found


def kind_of(folder: Path, names: Iterable[str]) -> ItemKind | None:
    """Return the kind of a folder by the names in it, or None for a folder of folders."""
    there = set(names)
    if BAG in there:
        return ItemKind.PACKAGE
    if METS in there:
        return ItemKind.SUBMISSION
    if any(map(_OF_OBJECT.fullmatch, there)):
        return ItemKind.OBJECT
    if any(map(_OF_ROOT.fullmatch, there)):
        return ItemKind.ROOT
    if any(map(_OF_BAG.fullmatch, there)):
        return ItemKind.PACKAGE
    if NAME in there:
        return ItemKind.OUTPUT
    return ItemKind.TESTS if folder.name == TESTS else None


class _Folder(NamedTuple):
    """The contents of a folder: all names, its folders, and its links to folders."""

    names: list[str]
    inside: list[str]
    links: list[str]


def _read(folder: Path) -> _Folder:
    with os.scandir(folder) as entries:
        is_folder = {entry.name: entry.is_dir(follow_symlinks=False) for entry in entries}
    names = sorted(is_folder)
    links = [name for name in names if not is_folder[name] and os.path.isdir(folder / name)]
    return _Folder(names, [name for name in names if is_folder[name]], links)


def _below(folder: Path, beside: LooseFiles, depth: int) -> list[HoldingItem]:
    """Return the items in a folder, or the folder itself as an item if it has none."""
    if depth > DEEPEST:
        return [HoldingItem(folder, ItemKind.UNREADABLE, f"is more than {DEEPEST} folders deep")]
    try:
        there = _read(folder)
    except OSError as error:
        return [HoldingItem(folder, ItemKind.UNREADABLE, f"cannot be read: {reason(error)}")]
    kind = kind_of(folder, there.names)
    if kind is ItemKind.ROOT:
        return [HoldingItem(folder, kind), *_objects(folder, there, beside, depth)]
    if kind is not None:
        return [HoldingItem(folder, kind)]
    return _inside(folder, there, beside, depth) or [HoldingItem(folder, ItemKind.NOTHING)]


def _inside(folder: Path, there: _Folder, beside: LooseFiles, depth: int) -> list[HoldingItem]:
    """Return the items in the folders of a folder; [] if it contains only files."""
    found: dict[str, list[HoldingItem]] = {}
    for name in _seen(folder, there, beside):
        found[name] = _below(folder / name, beside, depth + 1)
    kinds = {item.kind for items in found.values() for item in items} - {ItemKind.NOTHING}
    if not kinds or not kinds <= _SHEETS:  # beside sheets lie zips of the user's own
        packed = [name for name in there.names if _is_zip(folder / name)]
        found |= {name: [HoldingItem(folder / name, ItemKind.ZIP)] for name in packed}
        kinds |= {ItemKind.ZIP} if packed else set()
    if not kinds:
        return []
    for name in there.names:
        if name not in found and name not in there.inside and not name.startswith("."):
            link = name in there.links
            beside.add(folder / name, ", a link that is not followed" if link else "")
    return [item for name in sorted(found) for item in found[name]]


def _objects(folder: Path, there: _Folder, beside: LooseFiles, depth: int) -> list[HoldingItem]:
    """Return the objects of a storage root; other files in it are reported with the root."""
    if depth > DEEPEST:
        return [HoldingItem(folder, ItemKind.UNREADABLE, f"is more than {DEEPEST} folders deep")]
    found: list[HoldingItem] = []
    for name in _seen(folder, there, beside):
        place = folder / name
        try:
            inside = _read(place)
        except OSError as error:
            found.append(
                HoldingItem(place, ItemKind.UNREADABLE, f"cannot be read: {reason(error)}")
            )
            continue
        if kind_of(place, inside.names) is ItemKind.OBJECT:
            found.append(HoldingItem(place, ItemKind.OBJECT))
        elif name != "extensions":
            found += _objects(place, inside, beside, depth + 1)
    return found


def _seen(folder: Path, there: _Folder, beside: LooseFiles) -> list[str]:
    """Return the folders in a folder that are not hidden."""
    for name in there.inside:
        if _REMAINS.fullmatch(name):
            beside.add(folder / name, ", left by a pnp that was ended while it wrote")
    return [name for name in there.inside if not name.startswith(".")]


def _is_zip(file: Path) -> bool:
    return file.suffix.lower() == ZIP and not file.name.startswith(".") and file.is_file()
