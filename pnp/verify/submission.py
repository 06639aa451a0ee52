"""Verifies submission packages: the size and checksum of every file that METS lists."""

from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.base.errors import VerifyError
from pnp.base.files import open_regular, placed_below, read_regular
from pnp.verify.archived import METS, SUBMISSION
from pnp.verify.findings import Against, Finding, FolderReport, ok, read_xml, unreadable, wrong
from pnp.verify.sums import sums_of

LARGEST = 100_000_000  # bytes of METS.xml: hundreds of thousands of files
_METS = "{http://www.loc.gov/METS/}"
_ADDRESS = "{http://www.w3.org/1999/xlink}href"
_SUMS = {"MD5": "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-512": "sha512"}
_RIGHT = "the file that METS lists"


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
