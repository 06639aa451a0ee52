"""The things to verify in a holding: packages, storage roots and output in folders of any depth."""

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
    """What there is to verify; of NOTHING and UNREADABLE it is only known that they are there."""

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
    """Something to verify in its own worker; ``why`` says what keeps it from being read."""

    path: Path
    kind: ItemKind
    why: str = ""


class LooseFiles:
    """Files and links beside items, which nothing verifies: the first few, and their number."""

    def __init__(self, known: Iterable[Path] = ()) -> None:
        """Begin with none; ``known`` files do not count."""
        self.count = 0
        self.named: list[str] = []
        self._known = frozenset(os.path.abspath(path) for path in known)

    def add(self, path: Path, note: str = "") -> None:
        """Add a file, and what a note says of it, unless it is known."""
        if os.path.abspath(path) in self._known:
            return
        self.count += 1
        if len(self.named) < MOST_NAMED:
            self.named.append(f"{path.as_posix()}{note}")


def find_items(paths: Iterable[Path], beside: LooseFiles | None = None) -> list[HoldingItem]:
    """Return what there is to verify at paths, folder by folder in alphabetical order.

    Hidden files are passed over, links to folders are not followed. What else lies in a folder
    with items goes into ``beside``; a folder in which there are none is an item itself.
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
    """Return what a folder with these names in it is; None for a folder of others."""
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
    """What lies in a folder: everything by name, then the folders, and the links to folders."""

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
    """Return the items in a folder; a folder without any is an item itself."""
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
    """Return the items in a folder of others; none if there is nothing but files."""
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
    """Return the objects of a storage root; what else is in it is found with the root itself."""
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
