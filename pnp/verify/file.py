"""One made file, by what kind of file it is."""

from pathlib import Path

from pnp.verify.checksum import checksum
from pnp.verify.findings import FileReport, unchecked, wrong
from pnp.verify.manifest import Entry, Manifest

RULES = "rules"  # the kind of file that a manifest calls a document's
CLAIM = b"pdfaid:part"  # in the metadata, which is never packed


def verify_file(file: Path, entry: Entry | None, manifest: Manifest | None) -> FileReport:
    """Read one file back; ``entry`` is what ``manifest`` says of it."""
    kind = file.suffix.removeprefix(".").lower()
    shown = file.as_posix()
    try:
        if kind == "pdf":
            report = _pdf(file, shown, entry, manifest)
        elif kind in ("svg", "png"):
            from pnp.verify.pictures import verify_png, verify_svg

            read = verify_svg if kind == "svg" else verify_png
            report = read(file, shown, entry)
        else:
            report = _other(file, shown, kind, entry)
    except OSError as error:
        fault = wrong("file", f"cannot be read: {error.strerror}", "a file that can be read")
        return FileReport(shown, kind, (fault,))
    if entry is not None and entry.format not in ("", kind):
        fault = wrong("format", f"{kind} by its name", f"{entry.format}, as the manifest says")
        report = report._replace(findings=(*report.findings, fault))
    return report


def _pdf(file: Path, shown: str, entry: Entry | None, manifest: Manifest | None) -> FileReport:
    document = entry.kind == RULES if entry is not None else is_document(file.read_bytes())
    if document:
        from pnp.verify.document import verify_document

        return verify_document(file, shown, entry)
    from pnp.verify.sheets import verify_sheets

    return verify_sheets(file, shown, entry, manifest)


def is_document(content: bytes) -> bool:
    """Tell whether a PDF says that it is one to read: it has a structure, or claims PDF/A."""
    from pnp.verify.pdf import is_tagged

    return CLAIM in content or is_tagged(content)


def _other(file: Path, shown: str, kind: str, entry: Entry | None) -> FileReport:
    if entry is None:
        fault = wrong("file", "is of no kind that pnp makes", "a PDF, SVG or PNG file")
        return FileReport(shown, kind, (fault,))
    content = unchecked("content", f"nothing is known of {kind or 'such'} files")
    return FileReport(shown, kind, (checksum(file.read_bytes(), entry), content))
