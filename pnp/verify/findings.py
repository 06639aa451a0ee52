"""What was found out: each finding in words, and whether it is as it should be."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.records.manifest import MadeFile


class Status(StrEnum):
    """How a finding stands. What a file cannot show is not checked, and never ok."""

    OK = "ok"
    WRONG = "WRONG"
    UNCHECKED = "not checked"


class Finding(NamedTuple):
    """One thing that was looked at.

    ``found`` says what is there, or why nothing could be found out; ``right`` what would be right.
    """

    what: str
    status: Status
    found: str
    right: str = ""


class FileReport(NamedTuple):
    """All findings about one file; ``measured`` is what programs may want of it as numbers."""

    path: str
    kind: str
    findings: tuple[Finding, ...]
    measured: dict[str, Any] = {}  # noqa: RUF012 - a default that nobody changes

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return all(finding.status is not Status.WRONG for finding in self.findings)


class FolderReport(NamedTuple):
    """The findings about a game's folder, or about files alone when ``path`` is empty."""

    path: str
    game: str
    findings: tuple[Finding, ...]
    files: tuple[FileReport, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with it or with a file."""
        own = all(finding.status is not Status.WRONG for finding in self.findings)
        return own and all(file.ok for file in self.files)


def ok(what: str, found: str) -> Finding:
    """Return a finding that is as it should be."""
    return Finding(what, Status.OK, found)


def wrong(what: str, found: str, right: str) -> Finding:
    """Return a fault."""
    return Finding(what, Status.WRONG, found, right)


def unchecked(what: str, why: str) -> Finding:
    """Return what could not be found out, and why."""
    return Finding(what, Status.UNCHECKED, why)


def judged(what: str, found: str, right: str) -> Finding:
    """Return ok if both say the same, a fault if not."""
    return ok(what, found) if found == right else wrong(what, found, right)


def faults(report: FileReport | FolderReport) -> Iterable[Finding]:
    """Yield what is wrong with a file, or with a folder but not with its files."""
    return (finding for finding in report.findings if finding.status is Status.WRONG)


def checksum(content: bytes, entry: MadeFile | None) -> Finding:
    """Compare a file's SHA-256 with its entry in the manifest."""
    if entry is None:
        return unchecked("checksum", "no manifest names this file")
    found = sha256(content).hexdigest()
    if found == entry.sha256:
        return ok("checksum", found[:12])
    return wrong("checksum", f"{found[:12]}…, so it was changed", f"{entry.sha256[:12]}…")


def format_length(value: Mm) -> str:
    """Write a length as it is measured: to a hundredth of a millimetre."""
    return f"{value + 0.0:.2f}"


def format_size(value: Size) -> str:
    """Write a size as it is measured."""
    return f"{format_length(value.width)} x {format_length(value.height)} mm"


@contextmanager
def quiet(library: str) -> Iterator[None]:
    """Keep the log of a library off standard error, because findings say what is wrong.

    Handlers that the program has set up still get the log.
    """
    logger, handler = logging.getLogger(library), logging.NullHandler()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
