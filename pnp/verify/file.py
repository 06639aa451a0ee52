"""One made file, by what kind of file it is."""

from collections.abc import Callable
from pathlib import Path

from pnp.records.manifest import NAME, MadeFile, Manifest
from pnp.verify.findings import FileReport, checksum, unchecked, wrong

Reader = Callable[[Path, str, MadeFile | None], FileReport]

RULES = "rules"  # the kind of file that a manifest calls a document's
LASER = "laser"  # and what it calls files for lasers, and what comes with them
CLAIM = b"pdfaid:part"  # in the metadata, which is never packed


def verify_file(file: Path, entry: MadeFile | None, manifest: Manifest | None) -> FileReport:
    """Read one file back; ``entry`` is what ``manifest`` says of it."""
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
            report = read(file, shown, _shown_bed(file, entry))
        else:
            report = _other(file, shown, kind, entry)
    except OSError as error:
        fault = wrong("file", f"cannot be read: {error.strerror}", "a file that can be read")
        return FileReport(shown, kind, (fault,))
    if entry is not None and entry.format not in ("", kind):
        fault = wrong("format", f"{kind} by its name", f"{entry.format}, as the manifest says")
        report = report._replace(findings=(*report.findings, fault))
    return report


def _laser(file: Path, kind: str, entry: MadeFile | None) -> Reader | None:
    """Return what reads a file that is for lasers, or tells of some; None of any other."""
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


def _shown_bed(file: Path, entry: MadeFile | None) -> MadeFile | None:
    """Return what a manifest says of a picture; the size of a bed is told by the report beside."""
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
    """Tell whether a PDF says that it is one to read: it has a structure, or claims PDF/A."""
    from pnp.verify.sheets.pdf import is_tagged

    return CLAIM in content or is_tagged(content)


def _other(file: Path, shown: str, kind: str, entry: MadeFile | None) -> FileReport:
    if entry is None:
        fault = wrong("file", "is of no kind that pnp makes", "a PDF, SVG or PNG file")
        return FileReport(shown, kind, (fault,))
    content = unchecked("content", f"nothing is known of {kind or 'such'} files")
    return FileReport(shown, kind, (checksum(file.read_bytes(), entry), content))
