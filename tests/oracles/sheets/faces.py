"""Verifies files for print shops: one face a page, the trim in the middle of the bleed."""

from collections.abc import Iterator

from oracles.reading import difference, format_length, format_size, verified
from oracles.sheets.inks import ink_findings
from oracles.sheets.pdf import (
    NEAR,
    PrintedPage,
    ReadPdf,
    is_near,
    paper_findings,
    read_pdf,
)
from oracles.sheets.sheets import fonts_finding

from pnp.base.geometry import Rect
from pnp.records.manifest import MadeFile
from pnp.verify.findings import FileReport, Finding, checked, compared


def verify_faces(content: bytes, name: str, entry: MadeFile) -> FileReport:
    """Verify a PDF with one face a page."""

    def check(content: bytes) -> Iterator[Finding]:
        pdf = read_pdf(content, lambda number, label, size: PrintedPage())
        yield from paper_findings(pdf, entry)
        yield _trim(pdf, entry)
        yield _bleed(pdf)
        yield fonts_finding(pdf)
        yield from ink_findings(content, entry)
        yield compared("/PrintScaling", pdf.scaling, "None")
        missing = [str(number) for number, page in enumerate(pdf.pages, 1) if not page.label]
        fault = f"none on page {', '.join(missing)}" if missing else ""
        yield checked("page labels", fault, "the piece and the side on every page", "on every page")

    return verified(name, "pdf", content, check)


def _trim(pdf: ReadPdf, entry: MadeFile) -> Finding:
    """Check the size of each TrimBox, and that it is in the middle of its page."""
    for number, page in enumerate(pdf.pages, 1):
        trim = page.boxes.get("TrimBox")
        right = entry.piece_mm or (trim or page.media).size
        middle = Rect.about(page.media.center, *right)
        if trim is None or not is_near(trim.size, right) or difference(trim, middle) >= NEAR:
            found = f"page {number}: {format_size(trim.size) if trim else 'none'}"
            return checked("TrimBox", found, f"{format_size(right)} in the middle", "")
    trims = {format_size(page.boxes["TrimBox"].size) for page in pdf.pages}
    return checked("TrimBox", "", "", ", ".join(sorted(trims)))


def _bleed(pdf: ReadPdf) -> Finding:
    """Check that the bleed reaches the edge of every page."""
    for number, page in enumerate(pdf.pages, 1):
        bleed = page.boxes.get("BleedBox")
        if bleed is None or difference(bleed, page.media) >= NEAR:
            found = f"page {number}: {format_size(bleed.size) if bleed else 'none'}"
            return checked("BleedBox", found, f"the page, {format_size(page.media.size)}", "")
    page = pdf.pages[0]
    around = (page.media.width - page.boxes.get("TrimBox", page.media).width) / 2
    return checked("BleedBox", "", "", f"{format_length(around)} mm around the trim")
