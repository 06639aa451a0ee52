"""What the oracles say of the files in an output folder, each by its entry in the manifest."""

from pathlib import Path

from oracles.documents.document import verify_document, verify_kit
from oracles.pictures import verify_png, verify_svg
from oracles.sheets.faces import verify_faces
from oracles.sheets.sheets import verify_sheets

from pnp.make.made_files import MadeFile, Manifest, read_manifest
from pnp.verify.findings import FileReport, Status, faults


def judged(folder: Path) -> list[FileReport]:
    """Return the findings about each file that an oracle can read."""
    manifest = read_manifest(folder)
    reports = (_judge(folder / entry.path, entry, manifest) for entry in manifest.files)
    return [report for report in reports if report is not None]


def wrong(folder: Path) -> dict[str, dict[str, str]]:
    """Return the faults by the name of the file and by the finding."""
    return {
        Path(file.path).name: {one.what: f"{one.found}; {one.right}" for one in faults(file)}
        for file in judged(folder)
        if not file.ok
    }


def found(folder: Path, path: str) -> dict[str, tuple[str, str]]:
    """Return each finding about a file as its status and what was found."""
    manifest = read_manifest(folder)
    report = _judge(folder / path, manifest.file(path), manifest)
    assert report is not None
    return {one.what: (one.status.value, one.found) for one in report.findings}


def unchecked(report: FileReport) -> set[str]:
    return {one.what for one in report.findings if one.status is Status.UNCHECKED}


def _judge(file: Path, entry: MadeFile, manifest: Manifest) -> FileReport | None:
    name, format = file.as_posix(), entry.format
    match entry.kind, format:
        case "kit", "pdf":
            return verify_kit(file.read_bytes(), name, entry)
        case (("faces" | "proof"), "pdf"):
            return verify_faces(file.read_bytes(), name, entry)
        case (("rules" | "laser" | "steps"), "pdf"):
            return verify_document(file.read_bytes(), name, entry)
        case _, "pdf":
            return verify_sheets(file, entry, manifest)
        case (("laser" | "cut file"), _):
            return None  # see oracles.laser
        case _, "svg":
            return verify_svg(file, entry)
        case _, "png":
            return verify_png(file, entry)
    return None
