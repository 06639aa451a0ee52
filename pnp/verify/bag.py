"""Verification of packages: bags (BagIt, RFC 8493) in a folder or a zip, and the files in them.

The bagit library of the Library of Congress decides whether a bag is valid. It reports faults of
only one kind at a time, so all files are compared with all manifests here as well.
"""

import re
import zlib
from collections.abc import Iterator, Sequence
from hashlib import new
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from pnp.base.errors import VerifyError
from pnp.base.extras import optional
from pnp.records.signature import PublicKey
from pnp.verify.findings import (
    FileReport,
    Finding,
    FolderReport,
    Status,
    ok,
    quiet,
    unchecked,
    wrong,
)
from pnp.verify.package.package import is_package, package_reports
from pnp.verify.signature import signature_findings

with optional("archive", "verifying a package"):
    import bagit

GAME = "Internal-Sender-Identifier"  # in bag-info.txt
DECLARATION = "bagit.txt"
LARGEST = 4_000_000_000  # bytes of an unpacked zip; packages made by pnp have about ten million
UNREADABLE = (bagit.BagError, OSError, ValueError, LookupError, AttributeError, TypeError)
_LIST = re.compile(r"(tag)?manifest-[a-z0-9]+\.txt")


def verify_bag(folder: Path, name: str, signers: Sequence[PublicKey] = ()) -> FolderReport:
    """Verify the checksums and the files of a bag; the report calls it ``name``.

    Where there are ``signers``, one of them must have signed it.
    """
    findings = list(bag_findings(folder))
    valid = all(finding.status is not Status.WRONG for finding in findings)
    if valid:
        findings += signature_findings(folder, signers)
    info = info_of(folder)
    payload = (path for path in (folder / "data").rglob("*") if path.is_file())
    places = sorted(path.relative_to(folder / "data").as_posix() for path in payload)
    files: tuple[FileReport, ...] = ()
    if is_package(info, places):
        inside, files = package_reports(folder, name, places, info)
        findings += inside
    else:
        why = "no package of pnp: only checksums were compared"
        findings.append(unchecked("contents", why))
    findings.append(ok("files", f"{len(places)} in data/"))
    return FolderReport(name, info.get(GAME, "") if valid else "", tuple(findings), files)


def verify_zip(file: Path, signers: Sequence[PublicKey] = ()) -> FolderReport:
    """Verify a zip of one bag, unpacked into a temporary folder."""
    name = file.as_posix()
    with TemporaryDirectory() as place:
        try:
            folder = _unpack(file, Path(place))
        except (BadZipFile, VerifyError, OSError, NotImplementedError, zlib.error) as error:
            fault = wrong("zip", str(error), "a zip of one bag")
            return FolderReport(name, "", (fault,), ())
        return verify_bag(folder, name, signers)


def _unpack(file: Path, to: Path) -> Path:
    with ZipFile(file) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        if sum(entry.file_size for entry in entries) > LARGEST:
            raise VerifyError("is too large to unpack")
        names = [PurePosixPath(entry.filename) for entry in entries]
        if len(set(names)) != len(names):
            raise VerifyError("contains two files with the same name")
        if any(name.is_absolute() or ".." in name.parts or "\\" in str(name) for name in names):
            raise VerifyError("contains a file that would be unpacked outside its folder")
        archive.extractall(to, members=[entry.filename for entry in entries])
    bags = [name.parent for name in names if name.name == DECLARATION and len(name.parts) < 3]
    if len(bags) != 1:
        raise VerifyError(f"contains {len(bags)} bags")
    strays = [str(name) for name in names if not name.is_relative_to(bags[0])]
    if strays:
        raise VerifyError(f"contains files beside the bag: {', '.join(strays[:3])}")
    return to / bags[0]


def info_of(folder: Path) -> dict[str, str]:
    """Return the entries of bag-info.txt; an empty dict if it cannot be read."""
    try:
        return {name: str(value) for name, value in _open(folder).info.items()}
    except UNREADABLE:
        return {}


def bag_findings(folder: Path) -> Iterator[Finding]:
    """Check a bag; yield a fault for each file that was changed, added or removed."""
    faults = list(_faults(folder))
    try:
        with quiet("bagit"):
            _open(folder).validate(fast=False)
    except UNREADABLE as error:
        # The library's message has absolute paths, and faults of only one kind.
        message = str(error).replace(f"{folder.absolute()}", folder.name)
        yield from faults or [wrong("bag", message, "a bag that conforms to BagIt 1.0")]
        return
    yield from faults
    if not faults:
        names = sorted(path.name for path in folder.glob("*manifest-*.txt"))
        yield ok("checksums", f"all agree with {', '.join(names)}")


def _open(folder: Path) -> bagit.Bag:
    with quiet("bagit"):
        return bagit.Bag(str(folder))


def _faults(folder: Path) -> Iterator[Finding]:
    """Yield a fault for each file that is missing, changed or added by any of the manifests."""
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
        yield wrong(how, place, "the file that was packed")
    there = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }
    lists = {place for place in there if place.startswith("tagmanifest-")}
    if not lists:
        there = {place for place in there if place.startswith("data/")}
    for place in sorted(there - listed - lists):
        yield wrong("added", place, "only files that a manifest lists")


def _digest(folder: Path, place: str, algorithm: str) -> str | None:
    """Return a file's checksum; None if it is missing or outside the bag."""
    file = folder / place
    try:
        if not file.resolve().is_relative_to(folder.resolve()):
            return None
        return new(algorithm, file.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None
