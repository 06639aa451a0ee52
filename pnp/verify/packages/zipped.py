"""A bag in a zip file: taken out into a folder that is gone afterwards, and verified there."""

import zlib
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from pnp.base.errors import VerifyError
from pnp.verify.findings import FolderReport, wrong
from pnp.verify.packages.bag import verify_bag

MARK = "bagit.txt"
LARGEST = 4_000_000_000  # bytes of all that is in it: a bag of ours has some ten million


def verify_zip(file: Path) -> FolderReport:
    """Verify a zip of one bag."""
    shown = file.as_posix()
    with TemporaryDirectory() as place:
        try:
            folder = _taken_out(file, Path(place))
        except (BadZipFile, VerifyError, OSError, NotImplementedError, zlib.error) as error:
            fault = wrong("zip", str(error), "a zip of one bag")
            return FolderReport(shown, "", (fault,), ())
        return verify_bag(folder, shown)


def _taken_out(file: Path, to: Path) -> Path:
    with ZipFile(file) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        if sum(entry.file_size for entry in entries) > LARGEST:
            raise VerifyError("is too large to be taken out")
        names = [PurePosixPath(entry.filename) for entry in entries]
        if len(set(names)) != len(names):
            raise VerifyError("has two files of one name in it")
        if any(name.is_absolute() or ".." in name.parts or "\\" in str(name) for name in names):
            raise VerifyError("has a file in it that would lie outside of it")
        archive.extractall(to, members=[entry.filename for entry in entries])
    bags = [name.parent for name in names if name.name == MARK and len(name.parts) < 3]
    if len(bags) != 1:
        raise VerifyError(f"has {len(bags)} bags in it")
    strays = [str(name) for name in names if not name.is_relative_to(bags[0])]
    if strays:
        raise VerifyError(f"has files beside the bag: {', '.join(strays[:3])}")
    return to / bags[0]
