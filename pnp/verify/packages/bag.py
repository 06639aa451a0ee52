"""A package in a bag (BagIt, RFC 8493): every checksum, every name, and what is in the files.

The bagit library of the Library of Congress judges; where it finds a fault, which it tells of one
kind at a time, all are named here.
"""

import json
import logging
import re
from collections.abc import Iterator
from hashlib import new
from pathlib import Path
from xml.etree import ElementTree

from pnp.base.extras import optional
from pnp.verify.findings import FileReport, Finding, FolderReport, Status, ok, unchecked, wrong

with optional("archive", "verifying a package"):
    import bagit

GAME = "Internal-Sender-Identifier"  # of bag-info.txt
UNREADABLE = (bagit.BagError, OSError, ValueError, LookupError, AttributeError, TypeError)
_LIST = re.compile(r"(tag)?manifest-[a-z0-9]+\.txt")


def verify_bag(folder: Path, shown: str) -> FolderReport:
    """Verify a bag, which is called ``shown``: its checksums, never the fast way, and its files."""
    findings = list(bag_findings(folder))
    whole = all(finding.status is not Status.WRONG for finding in findings)
    files = [_file(folder, place, shown) for place in _payload(folder)]
    findings.append(ok("files", f"{len(files)} in data/"))
    game = str(info_of(folder).get(GAME, "")) if whole else ""
    return FolderReport(shown, game, tuple(findings), tuple(files))


def info_of(folder: Path) -> dict[str, str]:
    """Return what a bag says of itself in bag-info.txt; nothing if that cannot be read."""
    try:
        return {name: str(said) for name, said in _opened(folder).info.items()}
    except UNREADABLE:
        return {}


def bag_findings(folder: Path) -> Iterator[Finding]:
    """Judge a bag by its lists; yield a finding for each file that is not as it was packed."""
    faults = list(_faults(folder))
    try:
        _opened(folder).validate(fast=False)
    except UNREADABLE as error:
        # The library's own words tell of places on this machine and stop at the first kind.
        told = str(error).replace(f"{folder.absolute()}", folder.name)
        yield from faults or [wrong("bag", told, "as BagIt 1.0 has it")]
        return
    yield from faults
    if not faults:
        names = sorted(path.name for path in folder.glob("*manifest-*.txt"))
        yield ok("checksums", f"all as in {', '.join(names)}")


def _opened(folder: Path) -> bagit.Bag:
    logging.getLogger("bagit").setLevel(logging.CRITICAL + 1)  # the findings say what is wrong
    return bagit.Bag(str(folder))


def _faults(folder: Path) -> Iterator[Finding]:
    """Name what is missing, added or changed, by every list there is."""
    listed: set[str] = set()
    changed: dict[str, str] = {}
    for file in sorted(folder.glob("*manifest-*.txt")):
        if not _LIST.fullmatch(file.name):
            continue
        algorithm = file.stem.partition("-")[2]
        for line in file.read_bytes().decode("utf-8", "replace").splitlines():
            expected, _, place = line.partition(" ")
            place = place.strip().removeprefix("*")
            listed.add(place)
            found = _digest(folder, place, algorithm)
            if found is None:
                changed[place] = "missing"
            elif found != expected:
                changed.setdefault(place, "changed")
    for place, how in sorted(changed.items()):
        yield wrong(how, place, "as it was packed")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if _is_file(path)}
    lists = {place for place in there if place.startswith("tagmanifest-")}
    if not lists:
        there = {place for place in there if place.startswith("data/")}
    for place in sorted(there - listed - lists):
        yield wrong("added", place, "nothing that is in no list")


def _digest(folder: Path, place: str, algorithm: str) -> str | None:
    """Return a file's checksum; None if it is not there, or not inside the bag."""
    file = folder / place
    try:
        if not file.resolve().is_relative_to(folder.resolve()):
            return None
        return new(algorithm, file.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None


def _is_file(path: Path) -> bool:
    return path.is_symlink() or not path.is_dir()


def _payload(folder: Path) -> list[str]:
    files = (path for path in (folder / "data").rglob("*") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in files)


def _file(folder: Path, place: str, shown: str) -> FileReport:
    """Read a file of the payload; whether it is as it was packed the bag's findings say."""
    kind = place.rpartition(".")[2].lower()
    name = f"{shown}/{place}"
    try:
        content = (folder / place).read_bytes()
    except OSError as error:
        fault = wrong("file", f"cannot be read: {error.strerror}", "a file that can be read")
        return FileReport(name, kind, (fault,))
    if kind == "pdf":
        return _pdf(content, name)
    return FileReport(name, kind, (_parsed(kind, content),))


def _pdf(content: bytes, name: str) -> FileReport:
    from pnp.verify.documents.archive import level_b
    from pnp.verify.documents.document import judged_document
    from pnp.verify.sheets.pdf import is_tagged

    if not is_tagged(content):
        return FileReport(name, "drawing", (level_b(content),))
    report = judged_document(content, name)
    findings = tuple(one for one in report.findings if one.what != "checksum")
    return report._replace(findings=findings)


def _parsed(kind: str, content: bytes) -> Finding:
    try:
        if kind in ("svg", "xml"):
            ElementTree.fromstring(content)
            return ok("content", "is XML")
        if kind in ("json", "jsonld"):
            json.loads(content)
            return ok("content", "is JSON")
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError) as error:
        name = "XML" if kind in ("svg", "xml") else "JSON"
        return wrong("content", f"is not {name}: {error}", f"{name} that can be parsed")
    return unchecked("content", f"there is no parser for {kind} files here; checksum alone")
