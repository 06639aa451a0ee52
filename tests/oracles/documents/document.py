"""Verifies rule sheets and rulebooks against the manifest, PDF/A and PDF/UA."""

from collections.abc import Iterator
from io import BytesIO

import pikepdf
from oracles.documents.marked_content import read_content
from oracles.documents.pdfa import archive_findings, metadata_findings
from oracles.documents.structure import (
    heading_finding,
    link_findings,
    structure_findings,
    table_findings,
    tagged_finding,
)
from oracles.documents.structure_tree import read_tree
from oracles.documents.texts import alt_text_findings, text_findings
from oracles.reading import verified
from oracles.sheets.pdf import HINTS, paper_findings, read_pdf

from pnp.base.errors import VerifyError
from pnp.records.manifest import MadeFile
from pnp.verify.findings import FileReport, Finding, compared

KIND = "document"
KIT = "kit"
UNREADABLE = (  # qpdf and Python raise these where an object is not of the expected type
    pikepdf.PdfError,
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    TypeError,
    ValueError,
)


def verify_document(content: bytes, name: str, entry: MadeFile | None = None) -> FileReport:
    """Verify the content of a document; of a booklet, which is only for printing, the pages."""

    def check(content: bytes) -> Iterator[Finding]:
        pdf = read_pdf(content)
        duplex = entry.duplex if entry else None
        yield from paper_findings(pdf, entry)
        yield compared("/PrintScaling", pdf.scaling, "None")
        yield compared("/Duplex", pdf.duplex, HINTS.get(duplex or "long-edge", "Simplex"))
        if duplex is not None and entry is not None and entry.kind != KIT:  # a booklet
            return
        try:
            with pikepdf.open(BytesIO(content)) as opened:
                yield from _object_findings(opened, content)
        except UNREADABLE as error:
            found = f"qpdf cannot read its objects ({type(error).__name__})"
            raise VerifyError(found) from None

    return verified(name, KIND, content, check)


def _object_findings(pdf: pikepdf.Pdf, written: bytes) -> Iterator[Finding]:
    content, tree = read_content(pdf), read_tree(pdf)
    yield from metadata_findings(pdf)
    yield from archive_findings(pdf, written, content)
    yield tagged_finding(pdf, tree)
    if tree is not None:
        yield from structure_findings(pdf, tree, content)
        yield from text_findings(tree, content)
        yield heading_finding(tree)
        yield from table_findings(tree)
        yield from alt_text_findings(tree, content)
        yield from link_findings(pdf, tree)
