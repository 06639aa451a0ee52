"""A document to read, not a sheet: held against its manifest, PDF/A and what reads it aloud."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from pnp.base.errors import VerifyError
from pnp.base.geometry import Size
from pnp.records.manifest import MadeFile
from pnp.verify.documents.archive import archive_findings
from pnp.verify.documents.content import read_content
from pnp.verify.documents.figures import figure_findings
from pnp.verify.documents.links import link_findings
from pnp.verify.documents.metadata import metadata_findings
from pnp.verify.documents.structure import structure_findings, tagged
from pnp.verify.documents.tree import read_tree
from pnp.verify.findings import FileReport, Finding, checksum, judged, wrong
from pnp.verify.sheets.paper import HINTS, paper_findings, whole
from pnp.verify.sheets.pdf import Pdf, read_pdf
from pnp.verify.sheets.printer import Printed, printed_by

KIND = "document"
MEANINGLESS = (  # what qpdf and Python raise where an object is not of the kind it should be
    pikepdf.PdfError,
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    TypeError,
    ValueError,
)


def verify_document(file: Path, shown: str, entry: MadeFile | None) -> FileReport:
    """Read a document back and judge it; of a booklet, which is for printing, the pages alone."""
    return judged_document(file.read_bytes(), shown, entry)


def judged_document(content: bytes, shown: str, entry: MadeFile | None = None) -> FileReport:
    """Judge a document that was read already."""
    findings = [checksum(content, entry)]
    try:
        pdf = read_pdf(content, _as_it_is)
    except VerifyError as error:
        findings.append(wrong("file", str(error), "a PDF as pnp makes it"))
        return FileReport(shown, KIND, tuple(findings))
    booklet = entry is not None and entry.duplex is not None
    findings += [whole(pdf), *paper_findings(pdf.pages, entry), *_hints(pdf, entry)]
    measured: dict[str, Any] = {"title": pdf.title, "duplex": pdf.duplex}
    if not booklet:
        findings += _read(content, measured)
    return FileReport(shown, KIND, tuple(findings), measured)


def _as_it_is(number: int, label: str, paper: Size) -> Printed:
    return printed_by(None, False, True, paper)


def _hints(pdf: Pdf, entry: MadeFile | None) -> Iterator[Finding]:
    said = entry.duplex if entry else None
    yield judged("/PrintScaling", pdf.scaling, "None")
    yield judged("/Duplex", pdf.duplex, HINTS.get(said or "long-edge", "Simplex"))


def _read(content: bytes, measured: dict[str, Any]) -> list[Finding]:
    """Judge what a document says, by its objects."""
    findings: list[Finding] = []
    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            findings += _findings(pdf, content, measured)
    except MEANINGLESS as error:
        found = f"its objects mean nothing to qpdf ({type(error).__name__})"
        findings.append(wrong("file", found, "a PDF as pnp makes it"))
    return findings


def _findings(pdf: pikepdf.Pdf, written: bytes, measured: dict[str, Any]) -> Iterator[Finding]:
    content, tree = read_content(pdf), read_tree(pdf)
    measured["language"] = str(pdf.Root.get("/Lang", "")) or None
    measured["elements"] = sum(1 for _ in tree.walk()) - 1 if tree else 0
    yield from metadata_findings(pdf)
    yield from archive_findings(pdf, written, content)
    yield tagged(pdf, tree)
    if tree is not None:
        yield from structure_findings(pdf, tree, content)
        yield from figure_findings(tree, content)
        yield from link_findings(pdf, tree)
