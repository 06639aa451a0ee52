"""Files in a ZIP for a browser to save: the same bytes for the same files."""

from collections.abc import Iterable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files in a ZIP, by their paths, without a date."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for path, content in files:
            info = ZipInfo(path)  # of 1980, which stands for no date
            info.external_attr = 0o644 << 16
            archive.writestr(info, content, ZIP_DEFLATED)
    return buffer.getvalue()
