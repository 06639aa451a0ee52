"""Verifies kits: documents whose last pages are sheets with pieces."""

from oracles.documents.document import verify_document
from oracles.sheets.measure import measure_page
from oracles.sheets.pdf import PrintedPage, printed_page, read_pdf
from oracles.sheets.sheets import ruler_finding

from pnp.base.errors import VerifyError
from pnp.base.geometry import Size
from pnp.records.manifest import MadeFile
from pnp.verify.findings import FileReport


def verify_kit(content: bytes, name: str, entry: MadeFile) -> FileReport:
    """Verify a kit as a document, and the ruler on each page with pieces."""
    report = verify_document(content, name, entry)
    if entry.piece_pages is None:
        return report
    first, last = entry.piece_pages

    def printed(number: int, label: str, paper: Size) -> PrintedPage:
        back = (number - first) % 2 == 1 and entry.duplex in ("long-edge", "short-edge")
        return printed_page(entry.printer, back, entry.duplex != "short-edge", paper)

    try:
        pages = read_pdf(content, printed).pages
    except VerifyError:
        return report  # which says why it cannot be read
    sheets = [
        measure_page(number, page, None)
        for number, page in enumerate(pages, 1)
        if first <= number <= last and page.content.inked
    ]
    return report._replace(findings=(*report.findings, ruler_finding(sheets)))
