"""One made file, verified by the reader for its kind."""

from collections.abc import Callable
from pathlib import Path

from pnp.records.manifest import NAME, MadeFile, Manifest
from pnp.verify.findings import FileReport, checksum, unchecked, wrong

FileVerifier = Callable[[Path, str, MadeFile | None], FileReport]

RULES = "rules"  # the kind of rule documents in a manifest
LASER = "laser"  # the kind of files for lasers, and of those that come with them
CLAIM = b"pdfaid:part"  # a claim to be PDF/A, in metadata, which is never compressed


def verify_file(file: Path, entry: MadeFile | None, manifest: Manifest | None) -> FileReport:
    """Verify one file; ``entry`` is its entry in ``manifest``."""
    kind = file.suffix.removeprefix(".").lower()
    shown = file.as_posix()
    try:
        if laser := _laser(file, kind, entry):
            report = laser(file, shown, entry)
        elif kind == "pdf":
            report = _pdf(file, shown, entry, manifest)
        elif kind in ("svg", "png"):
            from pnp.verify.pictures import verify_png, verify_svg

            read = verify_svg if kind == "svg" else verify_png
            report = read(file, shown, _picture_entry(file, entry))
        else:
            report = _other(file, shown, kind, entry)
    except OSError as error:
        fault = wrong("file", f"cannot be read: {error.strerror}", "a file that can be read")
        return FileReport(shown, kind, (fault,))
    if entry is not None and entry.format not in ("", kind):
        fault = wrong("format", f"{kind} by its name", f"{entry.format}, as the manifest says")
        report = report._replace(findings=(*report.findings, fault))
    return report


def _laser(file: Path, kind: str, entry: MadeFile | None) -> FileVerifier | None:
    """Return the reader for a laser file or a laser report; None for any other file."""
    if entry is not None and entry.kind != LASER:
        return None
    if kind in ("dxf", "lbrn2"):
        from pnp.verify.laser.laser_file import verify_laser

        return verify_laser
    if kind == "svg":
        from pnp.verify.laser.laser_file import is_laser_svg, verify_laser

        return verify_laser if is_laser_svg(file) else None
    if kind == "json" and file.name != NAME:
        from pnp.verify.laser.laser_report import verify_report

        return verify_report
    return None


def _picture_entry(file: Path, entry: MadeFile | None) -> MadeFile | None:
    """Return the entry of a picture; that of a laser bed gets its size from the report beside."""
    if entry is None or entry.kind != LASER:
        return entry
    from pnp.verify.laser.reported import previewed_bed

    return entry._replace(piece_mm=previewed_bed(file))


def _pdf(file: Path, shown: str, entry: MadeFile | None, manifest: Manifest | None) -> FileReport:
    document = entry.kind in (RULES, LASER) if entry is not None else is_document(file.read_bytes())
    if document:
        from pnp.verify.documents.document import verify_document

        return verify_document(file, shown, entry)
    from pnp.verify.sheets.sheets import verify_sheets

    return verify_sheets(file, shown, entry, manifest)


def is_document(content: bytes) -> bool:
    """Return whether a PDF is a document to read: it is tagged, or claims to be PDF/A."""
    from pnp.verify.sheets.pdf import is_tagged

    return CLAIM in content or is_tagged(content)


def _other(file: Path, shown: str, kind: str, entry: MadeFile | None) -> FileReport:
    if entry is None:
        fault = wrong("file", "is of no kind that pnp makes", "a PDF, SVG or PNG file")
        return FileReport(shown, kind, (fault,))
    content = unchecked("content", f"{kind or 'these'} files cannot be read")
    return FileReport(shown, kind, (checksum(file.read_bytes(), entry), content))
