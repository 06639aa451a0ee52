"""Judges rule sheets, rulebooks and kits, in what veraPDF does not."""

from collections.abc import Iterator
from io import BytesIO

import pikepdf
from oracles.documents.marked_content import read_content
from oracles.documents.metadata import metadata_findings, subset_finding
from oracles.documents.structure import link_findings, structure_findings
from oracles.documents.structure_tree import read_tree
from oracles.documents.texts import alt_text_findings, text_findings
from oracles.reading import verified
from oracles.sheets.measure import measure_page
from oracles.sheets.pdf import HINTS, PrintedPage, paper_findings, printed_page, read_pdf
from oracles.sheets.sheets import ruler_finding

from pnp.base.geometry import Size
from pnp.make.made_files import MadeFile
from pnp.verify.findings import FileReport, Finding, compared

KIT = "kit"


def verify_document(content: bytes, name: str, entry: MadeFile | None = None) -> FileReport:
    """Judge the content of a document; of a booklet, which is only for printing, the pages."""

    def check(content: bytes) -> Iterator[Finding]:
        pdf = read_pdf(content)
        duplex = entry.duplex if entry else None
        yield from paper_findings(pdf, entry)
        yield compared("/PrintScaling", pdf.scaling, "None")
        yield compared("/Duplex", pdf.duplex, HINTS.get(duplex or "long-edge", "Simplex"))
        if duplex is not None and entry is not None and entry.kind != KIT:  # a booklet
            return
        with pikepdf.open(BytesIO(content)) as opened:
            read, tree = read_content(opened), read_tree(opened)
            assert tree is not None
            yield from metadata_findings(opened)
            yield subset_finding(opened)
            yield from structure_findings(opened, tree, read)
            yield from text_findings(tree, read)
            yield from alt_text_findings(tree, read)
            yield from link_findings(opened, tree)

    return verified(name, "document", content, check)


def verify_kit(content: bytes, name: str, entry: MadeFile) -> FileReport:
    """Judge a kit as a document, and the ruler on each page with pieces."""
    report = verify_document(content, name, entry)
    if entry.piece_pages is None:
        return report
    first, last = entry.piece_pages

    def printed(number: int, label: str, paper: Size) -> PrintedPage:
        back = (number - first) % 2 == 1 and entry.duplex in ("long-edge", "short-edge")
        return printed_page(entry.printer, back, entry.duplex != "short-edge", paper)

    sheets = [
        measure_page(number, page, None)
        for number, page in enumerate(read_pdf(content, printed).pages, 1)
        if first <= number <= last and page.content.inked
    ]
    return report._replace(findings=(*report.findings, ruler_finding(sheets)))
