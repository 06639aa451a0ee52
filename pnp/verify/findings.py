"""Findings about files: the observed value, the expected one, and whether they agree."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.errors import VerifyError
from pnp.base.files import read_regular
from pnp.make.made_files import MadeFile

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from pnp.verify.keys import PublicKey

LARGEST = 1_000_000_000  # bytes of a file that is read whole
DEEPEST = 200  # elements in one another


class Status(StrEnum):
    """The status of a finding; checks that a file does not allow are UNCHECKED, never OK."""

    OK = "ok"
    WRONG = "WRONG"
    UNCHECKED = "not checked"


class Against(NamedTuple):
    """What to compare with: the user's own game by its path, and who may have signed packages."""

    game: str = ""
    signers: Sequence["PublicKey"] = ()


class Finding(NamedTuple):
    """The result of one check.

    ``found`` describes the file, or says why it could not be checked; ``right`` is the expected
    value.
    """

    what: str
    status: Status
    found: str
    right: str = ""


class FileReport(NamedTuple):
    """All findings about a file; ``measured`` has its measurements as JSON data."""

    path: str
    kind: str
    findings: tuple[Finding, ...]
    measured: dict[str, Any] = {}  # noqa: RUF012 - nothing changes this default

    @property
    def ok(self) -> bool:
        """Whether the file has no faults."""
        return not any(faults(self))


# Checks a file's content: yields findings, and adds the file's measurements to the dict.
Check = Callable[[bytes, dict[str, Any]], Iterable[Finding]]


class FolderReport(NamedTuple):
    """The findings about a folder and its files; ``path`` is empty for a single file.

    ``sums`` are the checksums that identify a package in a register, each with its place in the
    package; see :func:`pnp.archive.check.kinds.sums_of`.
    """

    path: str
    game: str
    findings: tuple[Finding, ...]
    files: tuple[FileReport, ...]
    sums: tuple[tuple[str, str], ...] = ()
    identifier: str = ""

    @property
    def ok(self) -> bool:
        """Whether neither the folder nor a file has faults."""
        return not any(faults(self)) and all(file.ok for file in self.files)


class FaultList:
    """Collects faults: the first few of each kind, and the number of others."""

    def __init__(self, most: int = 20) -> None:
        self._most = most
        self._first: dict[str, list[Finding]] = {}
        self._count: Counter[str] = Counter()

    def add(self, what: str, found: str, right: str) -> None:
        """Add a fault of the kind ``what``."""
        self._count[what] += 1
        if self._count[what] <= self._most:
            self._first.setdefault(what, []).append(wrong(what, found, right))

    def findings(self) -> Iterator[Finding]:
        """Yield the faults by kind, and within a kind in alphabetical order."""
        for what, first in sorted(self._first.items()):
            yield from sorted(first)
            if more := self._count[what] - len(first):
                yield wrong(what, f"and {more:,} more", first[0].right)

    def __bool__(self) -> bool:
        return bool(self._first)


def ok(what: str, found: str) -> Finding:
    """Return a finding without a fault."""
    return Finding(what, Status.OK, found)


def wrong(what: str, found: str, right: str) -> Finding:
    """Return a fault."""
    return Finding(what, Status.WRONG, found, right)


def unchecked(what: str, why: str) -> Finding:
    """Return the finding that something could not be checked, with the reason."""
    return Finding(what, Status.UNCHECKED, why)


def unreadable(what: str, error: OSError) -> Finding:
    """Return the fault of a file or a folder that cannot be read."""
    return wrong(what, f"cannot be read: {error.strerror}", f"a {what} that can be read")


def judged(what: str, good: bool, found: str, right: str) -> Finding:
    """Return a finding that is ok if ``good``, otherwise a fault."""
    return ok(what, found) if good else wrong(what, found, right)


def compared(what: str, found: str, right: str) -> Finding:
    """Return a finding that is ok if the texts are equal, otherwise a fault."""
    return judged(what, found == right, found, right)


def checked(what: str, fault: str, right: str, good: str) -> Finding:
    """Return a finding that is wrong if ``fault`` is not empty, otherwise ok with ``good``."""
    return wrong(what, fault, right) if fault else ok(what, good)


def faults(report: FileReport | FolderReport) -> Iterable[Finding]:
    """Yield the faults of a file, or of a folder without its files."""
    return (finding for finding in report.findings if finding.status is Status.WRONG)


def verified(
    name: str, kind: str, content: bytes, entry: MadeFile | None, check: Check, right: str
) -> FileReport:
    """Return the report on a file: its checksum, and the findings of ``check``.

    If the check raises a VerifyError, the report ends with it and ``right`` as expected.
    """
    measured: dict[str, Any] = {}
    findings = [checksum(content, entry)]
    try:
        for finding in check(content, measured):
            findings.append(finding)
    except VerifyError as error:
        findings.append(wrong("file", str(error), right))
    return FileReport(name, kind, tuple(findings), measured)


def read_made(file: Path) -> bytes:
    """Return the content of a file to verify; links are followed.

    Raises:
        OSError: If it cannot be read, is a pipe or a device, or is too large.
    """
    return read_regular(Path(os.path.realpath(file)), LARGEST)


def read_xml(content: bytes, root: str) -> "Element":
    """Return the root of an XML file.

    Raises:
        VerifyError: If the file is not XML, or its root is not called ``root``.
    """
    from xml.etree import ElementTree

    root_attributes(content, root)
    return ElementTree.fromstring(content)


def root_attributes(content: bytes, root: str) -> dict[str, str]:
    """Return the attributes of the root of an XML file, which is parsed without building a tree.

    Raises:
        VerifyError: If the file is not XML, is nested too deeply, or its root is not called
            ``root``.
    """
    from xml.parsers import expat

    found: list[tuple[str, dict[str, str]]] = []
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if not found:
            found.append((f"{{{name}" if "}" in name else name, attributes))
        if depth > DEEPEST:
            raise VerifyError(f"is nested more than {DEEPEST} deep")

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise VerifyError(f"is not XML: {error}") from None
    tag, attributes = found[0]
    if tag != root:
        raise VerifyError(f"is XML with the root {tag[:60]}")
    return attributes


def checksum(content: bytes, entry: MadeFile | None) -> Finding:
    """Compare a file's SHA-256 with its entry in the manifest."""
    if entry is None:
        return unchecked("checksum", "no manifest lists this file")
    found = sha256(content).hexdigest()
    if found == entry.sha256:
        return ok("checksum", found[:12])
    return wrong("checksum", f"{found[:12]}…, so it was changed", f"{entry.sha256[:12]}…")


@contextmanager
def quiet(library: str) -> Iterator[None]:
    """Silence a library's log on standard error; handlers of the program still receive it."""
    import logging

    logger, handler = logging.getLogger(library), logging.NullHandler()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def verification_data(reports: Sequence[FolderReport]) -> dict[str, Any]:
    """Return the findings of a verification."""
    return {"ok": all(r.ok for r in reports), "reports": [_folder_data(r) for r in reports]}


def _folder_data(report: FolderReport) -> dict[str, Any]:
    return {
        "path": report.path or None,
        "game": report.game or None,
        "ok": report.ok,
        "findings": [finding._asdict() for finding in report.findings],
        "files": [
            {
                "path": file.path,
                "kind": file.kind,
                "ok": file.ok,
                "findings": [finding._asdict() for finding in file.findings],
                "measured": file.measured,
            }
            for file in report.files
        ],
    }
