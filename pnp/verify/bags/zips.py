"""Verifies a bag in a zip, which is unpacked within limits into a temporary folder."""

import os
import zlib
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile, ZipInfo

from pnp.base.errors import VerifyError
from pnp.base.files import open_regular
from pnp.base.workplace import removed_if_killed
from pnp.verify.bag import verify_bag
from pnp.verify.bags.tag_files import DECLARATION
from pnp.verify.findings import Against, FolderReport, wrong

LARGEST = 4_000_000_000  # bytes once unpacked; packages of pnp have about ten million
MOST = 100_000  # entries
RATIO = 200  # of unpacked to packed bytes, beyond UNBOUND; text is packed to a tenth
UNBOUND = 50_000_000
LONGEST = 1000  # letters of a path
CHUNK = 1_000_000
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


def verify_zip(file: Path, against: Against) -> FolderReport:
    """Verify a zip of one bag."""
    name = file.as_posix()
    with TemporaryDirectory() as place, removed_if_killed(Path(place)):
        try:
            folder = _unpack(file, Path(place))
        except (VerifyError, *UNREADABLE) as error:
            strerror = getattr(error, "strerror", None)
            fault = wrong("zip", strerror or str(error) or "is damaged", "a zip of one bag")
            return FolderReport(name, "", (fault,), ())
        return verify_bag(folder, name, against.signers)


def _unpack(file: Path, to: Path) -> Path:
    with open_regular(Path(os.path.realpath(file))) as stream, ZipFile(stream) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        _check_sizes(entries, os.path.getsize(file))
        bag = _bag_of([entry.filename for entry in entries])
        left = LARGEST
        for entry in entries:
            target = to / entry.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            left -= _write(archive, entry, target, left)
        return to / bag


def _check_sizes(entries: Sequence[ZipInfo], packed: int) -> None:
    """Reject a zip whose directory shows that it would fill the disk or take hours."""
    if len(entries) > MOST:
        raise VerifyError(f"has {len(entries):,} files, more than {MOST:,}")
    total = sum(entry.file_size for entry in entries)
    if total > LARGEST:
        raise VerifyError(f"is too large to unpack: {total:,} bytes, more than {LARGEST:,}")
    if total > UNBOUND and total > RATIO * packed:
        raise VerifyError(f"would be {total // max(packed, 1):,} times its size once unpacked")
    if any(entry.flag_bits & 1 for entry in entries):
        raise VerifyError("is encrypted")


def _bag_of(written: list[str]) -> PurePosixPath:
    """Return the folder of the only bag in a zip, given the names of the files."""
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
    bags = [name.parent for name in names if name.name == DECLARATION and len(name.parts) < 3]
    if len(bags) != 1:
        raise VerifyError(f"contains {len(bags)} bags")
    strays = [str(name) for name in names if not name.is_relative_to(bags[0])]
    if strays:
        raise VerifyError(f"contains files beside the bag: {', '.join(strays[:3])}")
    return bags[0]


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
