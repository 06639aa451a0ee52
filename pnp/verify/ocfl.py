"""Verifies OCFL storage roots and their objects (ocfl.io) with ocfl-py."""

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pnp.base.errors import MissingExtraError
from pnp.base.extras import optional
from pnp.base.files import placed_below, read_regular, size_on_disk
from pnp.base.imports import unchanged_logging
from pnp.base.workplace import allow_reading
from pnp.verify.archived import OBJECT
from pnp.verify.findings import Against, FaultList, Finding, FolderReport, ok, wrong
from pnp.verify.sums import sums_of

LARGEST = 100_000_000  # bytes of an inventory
INVENTORY = "inventory.json"
_VERSION = re.compile(r"v0*[1-9][0-9]*")
_OBJECT = "a valid OCFL object"
_ROOT = "a valid OCFL storage root"


def verify_object(folder: Path, against: Against) -> FolderReport:
    """Verify an object of a storage root: its inventories, and the checksum of every file."""
    findings = tuple(_object_findings(folder))
    return FolderReport(folder.as_posix(), "", findings, (), sums_of(folder, OBJECT))


def _object_findings(folder: Path) -> Iterable[Finding]:
    faults, size = FaultList(), 0
    for place, fault in placed_below(folder):
        size += size_on_disk(folder / place)
        if fault:
            faults.add("file", f"{place} {fault}", "a regular file")
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
        with quietly(), optional("archive", "OCFL"):
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
    versions = sorted(
        (path for path in folder.iterdir() if _VERSION.fullmatch(path.name) and path.is_dir()),
        key=lambda path: int(path.name[1:]),
    )
    if len(versions) < 2:
        return None
    *_, before, last = versions
    for file in sorted(last.glob(f"{INVENTORY}*")):
        try:
            there, newest, earlier = (
                read_regular(place / file.name, LARGEST) for place in (folder, last, before)
            )
        except OSError:  # ocfl-py says what is missing
            continue
        if there == earlier != newest:
            found = f"is half stored: {last.name} is there, and {file.name} still of {before.name}"
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
