"""A package in one file: a zip whose bytes follow from what is in it.

Nothing is compressed in it. What could be mostly is already, compressors differ from one
version to the next, and a damaged byte damages one file alone.
"""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first day that a zip can tell
READABLE = 0o100644  # a file that all may read
UNIX = 3


def zipped(name: str, files: Mapping[str, bytes]) -> bytes:
    """Return a zip of files in a folder of that name, in alphabetical order."""
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for place in sorted(files):
            entry = ZipInfo(f"{name}/{place}", EARLIEST)
            entry.compress_type = ZIP_STORED
            entry.create_system = UNIX
            entry.external_attr = READABLE << 16
            archive.writestr(entry, files[place])
    return out.getvalue()
