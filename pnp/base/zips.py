"""ZIP files with the same bytes for the same files."""

from collections.abc import Iterable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_READABLE = 0o100644  # a regular file that everyone may read
_UNIX = 3


def zip_bytes(files: Iterable[tuple[str, bytes]], compress: bool = True) -> bytes:
    """Return a ZIP of files by their paths, in this order and without dates.

    Compressors differ between versions, so only without ``compress`` are the bytes the same
    everywhere.
    """
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for path, content in files:
            entry = ZipInfo(path)  # of 1980, which stands for no date
            entry.compress_type = ZIP_DEFLATED if compress else ZIP_STORED
            entry.create_system = _UNIX
            entry.external_attr = _READABLE << 16
            archive.writestr(entry, content)
    return out.getvalue()
