"""Verify submission packages, and OCFL storage roots and their objects (ocfl.io) with ocfl-py."""

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.archive.check.kinds import INVENTORY, METS, OBJECT, SUBMISSION, sums_of
from pnp.base.errors import MissingExtraError, VerifyError
from pnp.base.files import listed, names_in, open_regular, placed_below, read_regular
from pnp.base.imports import optional, unchanged_logging
from pnp.base.workplace import allow_reading
from pnp.verify.findings import (
    Against,
    FaultList,
    Finding,
    FolderReport,
    ok,
    read_xml,
    unreadable,
    wrong,
)

_VERSION = re.compile(r"v0*[1-9][0-9]*")
_OBJECT = "a valid OCFL object"
_ROOT = "a valid OCFL storage root"

LARGEST = 20_000_000  # bytes of METS.xml: tens of thousands of files
_METS = "{http://www.loc.gov/METS/}"
_ADDRESS = "{http://www.w3.org/1999/xlink}href"
_SUMS = {"MD5": "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-512": "sha512"}
_RIGHT = "the file that METS lists"


def verify_object(folder: Path, against: Against) -> FolderReport:
    """Verify an object of a storage root: its inventories, and the checksum of every file."""
    findings = tuple(_object_findings(folder))
    return FolderReport(folder.as_posix(), "", findings, (), sums_of(folder, OBJECT))


def _object_findings(folder: Path) -> Iterable[Finding]:
    faults, size = FaultList(), 0
    for found in placed_below(folder):
        size += found.on_disk
        if found.fault:
            faults.add("file", f"{found.place} {found.fault}", "a regular file")
    if faults:  # links and pipes, which are not opened
        return faults.findings()
    if half := _half_stored(folder):
        return (half,)
    allow_reading(size)
    return _judged("object", _OBJECT, lambda: _object_faults(folder))


def verify_root(folder: Path, against: Against) -> FolderReport:
    """Verify a storage root without its objects: its declaration, and files between objects."""
    findings = _judged("storage root", _ROOT, lambda: _root_faults(folder))
    return FolderReport(folder.as_posix(), "", tuple(findings), ())


def _object_faults(folder: Path) -> Iterable[str]:
    import ocfl

    passed, judge = ocfl.Object(path=str(folder)).validate(log_warnings=False)
    return () if passed else judge.log.messages or ("is not valid",)


def _root_faults(folder: Path) -> Iterable[str]:
    import ocfl

    root = ocfl.StorageRoot(root=str(folder))
    passed = root.validate(validate_objects=False)
    return () if passed else root.log.messages or ("is not valid",)


def _judged(what: str, right: str, judge: Callable[[], Iterable[str]]) -> Iterator[Finding]:
    """Yield the findings of ocfl-py, which raises various errors for unexpected input."""
    faults = FaultList()
    try:
        with quietly(), optional("ocfl", "OCFL"):
            for message in judge():
                faults.add(what, str(message), right)
    except MissingExtraError as error:
        yield wrong(what, f"could not be verified: {error}", right)
        return
    except (MemoryError, RecursionError):
        raise
    except Exception as error:
        faults.add(what, f"cannot be read: {type(error).__name__}: {error}", right)
    yield from faults.findings() if faults else (ok(what, "valid, by ocfl-py"),)


def _half_stored(folder: Path) -> Finding | None:
    """Return the fault of an object whose last version is stored without its inventory.

    Tools move a new version in first, and replace the inventory of the object last.
    """
    names = (entry.place for entry in listed(folder) if entry.is_folder)
    numbered = (name for name in names if _VERSION.fullmatch(name))
    versions = [folder / name for name in sorted(numbered, key=lambda name: int(name[1:]))]
    if len(versions) < 2:
        return None
    *_, before, last = versions
    for name in names_in(last, ".", f"{INVENTORY}*"):
        try:
            there, newest, earlier = (
                read_regular(place / name, LARGEST) for place in (folder, last, before)
            )
        except OSError:  # ocfl-py says what is missing
            continue
        if there == earlier != newest:
            found = f"is half stored: {last.name} is there, and {name} still of {before.name}"
            return wrong("object", found, "store the package again with pnp archive --ocfl")
    return None


@contextmanager
def quietly() -> Iterator[None]:
    """Silence ocfl-py, which logs to the root logger, and restore logging afterwards."""
    with unchanged_logging():
        logging.disable(logging.CRITICAL)
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)


class ListedFile(NamedTuple):
    """A file as METS lists it; anything it does not state is empty."""

    place: str
    size: str
    kind: str
    checksum: str


def verify_submission(folder: Path, against: Against) -> FolderReport:
    """Verify each file of a submission package against METS.xml, here and in its parts."""
    findings: list[Finding] = []
    there = {}
    for found in placed_below(folder):
        there[found.place] = found.fault
        if found.fault:
            findings.append(wrong("file", f"{found.place} {found.fault}", "a regular file"))
    listed: set[str] = {METS}
    pending = [METS]
    while pending:
        for file in _listed(folder, pending.pop(), findings):
            if file.place in listed:
                findings.append(wrong("METS", f"lists {file.place} twice", "each file once"))
                continue
            listed.add(file.place)
            fault = _fault(folder, file) if there.get(file.place) == "" else "missing"
            if fault:
                findings.append(wrong(fault, file.place, _RIGHT))
            elif PurePosixPath(file.place).name == METS:
                pending.append(file.place)
    for place in sorted(there.keys() - listed):
        findings.append(wrong("added", place, "only files that METS lists"))
    if not findings:
        findings.append(ok("files", f"{len(listed)}, all as METS lists them"))
    sums = sums_of(folder, SUBMISSION)
    return FolderReport(folder.as_posix(), "", tuple(findings), (), sums)


def _listed(folder: Path, mets: str, findings: list[Finding]) -> Iterator[ListedFile]:
    try:
        root = read_xml(read_regular(folder / mets, LARGEST), f"{_METS}mets")
    except OSError as error:
        findings.append(unreadable(mets, error))
        return
    except VerifyError as error:
        findings.append(wrong(mets, str(error), "METS"))
        return
    for element in root.iter():
        if element.tag == f"{_METS}mdRef":
            place = element.get(_ADDRESS, "")
        elif element.tag == f"{_METS}file":
            located = element.find(f"{_METS}FLocat")
            place = located.get(_ADDRESS, "") if located is not None else ""
        else:
            continue
        about = (element.get(name, "") for name in ("SIZE", "CHECKSUMTYPE", "CHECKSUM"))
        yield ListedFile((PurePosixPath(mets).parent / place).as_posix(), *about)


def _fault(folder: Path, file: ListedFile) -> str:
    """Return how a file differs from its entry in METS, or "" if it agrees."""
    algorithm = _SUMS.get(file.kind)
    if algorithm is None:
        return "without a known checksum"
    try:
        with open_regular(folder / file.place) as stream:
            digest = file_digest(stream, algorithm).hexdigest()
            size = stream.tell()
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    same = digest == file.checksum.lower() and file.size in ("", str(size))
    return "" if same else "changed"
