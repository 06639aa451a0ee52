"""Verify bags (BagIt, RFC 8493): their contents, checksums and signatures."""

import os
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile, ZipInfo

from pnp.archive.check.bags import (
    CHUNK,
    DECLARATION,
    PAYLOAD,
    Bag,
    library_finding,
    read_declaration,
    read_info,
)
from pnp.archive.check.kinds import METS, PACKAGE, signature_findings, sums_of
from pnp.base.errors import VerifyError
from pnp.base.files import LARGEST, MOST_ENTRIES, RATIO, open_regular
from pnp.base.workplace import allow_reading, removed_if_killed, working_on
from pnp.verify.findings import Against, FileReport, Finding, FolderReport, ok, unchecked, wrong
from pnp.verify.keys import SIGNATURE, PublicKey

MOST_UNLISTED = 10
GAME = "Internal-Sender-Identifier"  # in bag-info.txt
IDENTIFIER = "External-Identifier"

# Limits on ZIP files.
UNBOUND = 50_000_000  # bytes, beyond which RATIO holds: text is packed to a tenth
LONGEST = 1000  # letters of a path
UNREADABLE = (
    BadZipFile,
    EOFError,
    NotImplementedError,  # a compression that Python does not know
    OSError,
    RuntimeError,  # encrypted
    UnicodeError,  # a name
    ValueError,
    zlib.error,
)


def verify_package(folder: Path, against: Against) -> FolderReport:
    """Verify a bag in a folder."""
    return verify_bag(folder, folder.as_posix(), against.signers)


def verify_bag(folder: Path, name: str, signers: Sequence[PublicKey] = ()) -> FolderReport:
    """Verify the checksums and the files of a bag; the report calls it ``name``.

    If there are ``signers``, one of them must have signed the bag.
    """
    from pnp.archive.check.package import PackageCheck, is_package

    bag = Bag(folder)
    allow_reading(bag.on_disk)
    findings: list[Finding] = []
    files: tuple[FileReport, ...] = ()
    if is_package(bag.info, bag.payload):
        check = PackageCheck(folder, name, bag.info)
        for found in bag.read(("sha256",), keep=True):
            if found.place.startswith(PAYLOAD):
                with working_on(found.place):
                    check.take(found)
        _refuse_unlisted(bag)
        findings += bag_verdict(bag)
        findings += check.findings()
        files = check.reports
    else:
        for _ in bag.read():
            pass
        findings += bag_verdict(bag)
        findings += _unlisted_findings(list(bag.unlisted()))
        findings.append(unchecked("contents", "no package of pnp: only checksums were compared"))
    if not bag.faults:
        findings += signature_findings(folder, signers)
    game = "" if bag.faults else bag.info.get(GAME, "")
    findings.append(ok("files", f"{len(bag.payload)} in data/"))
    identifier = "" if bag.faults else bag.info.get(IDENTIFIER, "")
    sums = sums_of(folder, PACKAGE)
    return FolderReport(name, game, tuple(findings), files, sums, identifier)


def _unlisted_findings(places: list[str]) -> Iterator[Finding]:
    """Report files that no tag manifest lists, which the standard allows."""
    for place in places[:MOST_UNLISTED]:
        yield unchecked("tag files", f"{place} is not listed")
    if (more := len(places) - MOST_UNLISTED) > 0:
        yield unchecked("tag files", f"and {more:,} more are not listed")


def bag_findings(folder: Path, *, second_opinion: bool = True) -> Iterator[Finding]:
    """Check a package as a bag; yield a fault for each changed, added or removed file."""
    bag = Bag(folder)
    for _ in bag.read():
        pass
    _refuse_unlisted(bag)
    yield from bag_verdict(bag, second_opinion=second_opinion)


def bag_verdict(bag: Bag, *, second_opinion: bool = True) -> Iterator[Finding]:
    """Yield the findings about a bag whose files have been read, and those of the library."""
    yield from bag.faults.findings()
    if not bag.faults:
        yield ok("checksums", f"all agree with {', '.join(sorted(bag.manifests))}")
        if second_opinion:
            yield library_finding(bag)
    yield from (unchecked("bag", note) for note in bag.notes)


def _refuse_unlisted(bag: Bag) -> None:
    """Add a fault for each tag file that no tag manifest of a package lists."""
    for place in bag.unlisted():
        if place != SIGNATURE:  # which signs the lists
            bag.faults.add("added", place, "only files that a manifest lists")


def info_of(folder: Path) -> dict[str, str]:
    """Return the entries of bag-info.txt, or an empty dict if it cannot be read."""
    try:
        return read_info(folder, read_declaration(folder))
    except VerifyError:
        return {}


def verify_zip(file: Path, against: Against) -> FolderReport:
    """Verify a zip of one package: a bag, or a submission package."""
    name = file.as_posix()
    with TemporaryDirectory() as place, removed_if_killed(Path(place)):
        try:
            folder = _unpack(file, Path(place))
        except (VerifyError, *UNREADABLE) as error:
            strerror = getattr(error, "strerror", None)
            fault = wrong("zip", strerror or str(error) or "is damaged", "a zip of one package")
            return FolderReport(name, "", (fault,), ())
        if not os.path.lexists(folder / DECLARATION):
            from pnp.archive.check.submission import verify_submission

            return verify_submission(folder, against)._replace(path=name)
        return verify_bag(folder, name, against.signers)


def _unpack(file: Path, to: Path) -> Path:
    with open_regular(Path(os.path.realpath(file))) as stream, ZipFile(stream) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        _check_sizes(entries, os.path.getsize(file))
        package = _package_of([entry.filename for entry in entries])
        left = LARGEST
        for entry in entries:
            target = to / entry.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            left -= _write(archive, entry, target, left)
        return to / package


def _check_sizes(entries: Sequence[ZipInfo], packed: int) -> None:
    """Reject a zip whose directory shows that it would fill the disk or take hours."""
    if len(entries) > MOST_ENTRIES:
        raise VerifyError(f"has {len(entries):,} files, more than {MOST_ENTRIES:,}")
    total = sum(entry.file_size for entry in entries)
    if total > LARGEST:
        raise VerifyError(f"is too large to unpack: {total:,} bytes, more than {LARGEST:,}")
    if total > UNBOUND and total > RATIO * packed:
        raise VerifyError(f"would be {total // max(packed, 1):,} times its size once unpacked")
    if any(entry.flag_bits & 1 for entry in entries):
        raise VerifyError("is encrypted")


def _package_of(written: list[str]) -> PurePosixPath:
    """Return the folder of the only package in a zip, given the names of the files."""
    names = [PurePosixPath(name) for name in written]
    if len(set(names)) != len(names):
        raise VerifyError("contains two files with the same name")
    if any(
        name.is_absolute() or ".." in name.parts or "\\" in text or ":" in text
        for name, text in zip(names, written, strict=True)
    ):
        raise VerifyError("contains a file that would be unpacked outside its folder")
    if any(len(text) > LONGEST for text in written):
        raise VerifyError(f"contains a path of more than {LONGEST:,} letters")
    declared = {
        kind: [name.parent for name in names if name.name == kind and len(name.parts) < 3]
        for kind in (DECLARATION, METS)
    }
    packages = declared[DECLARATION] or declared[METS]
    if len(packages) != 1:
        raise VerifyError(f"contains {len(packages)} packages")
    strays = [str(name) for name in names if not name.is_relative_to(packages[0])]
    if strays:
        raise VerifyError(f"contains files beside the package: {', '.join(strays[:3])}")
    return packages[0]


def _write(archive: ZipFile, entry: ZipInfo, target: Path, left: int) -> int:
    """Unpack a file and return its size in bytes, which may not exceed its declared size."""
    size = 0
    with archive.open(entry) as packed, target.open("xb") as unpacked:
        while chunk := packed.read(CHUNK):
            size += len(chunk)
            if size > min(left, entry.file_size):
                raise VerifyError(f"{entry.filename} is larger than its entry says")
            unpacked.write(chunk)
    return size
