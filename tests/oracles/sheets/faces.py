"""Judges files for print shops: one face a page, the trim in the middle of the bleed."""

from collections.abc import Iterator

from oracles.reading import verified
from oracles.sheets.inks import ink_findings
from oracles.sheets.pdf import PrintedPage, paper_findings, read_pdf
from oracles.sheets.sheets import fonts_findings

from pnp.make.made_files import MadeFile
from pnp.verify.findings import FileReport, Finding, checked, compared
from pnp.verify.pdf import verify_pdf


def verify_faces(content: bytes, name: str, entry: MadeFile) -> FileReport:
    """Judge a PDF with one face a page."""

    def check(content: bytes) -> Iterator[Finding]:
        pdf = read_pdf(content, lambda number, label, size: PrintedPage())
        yield from paper_findings(pdf, entry)
        yield from (one for one in verify_pdf(content, name, entry).findings if one.what == "boxes")
        yield from fonts_findings(pdf, content)
        yield from ink_findings(content, entry)
        if b"PDF/X-1a" not in content:  # PDF 1.4 has no such hint
            yield compared("/PrintScaling", pdf.scaling, "None")
        missing = [str(number) for number, page in enumerate(pdf.pages, 1) if not page.label]
        fault = f"none on page {', '.join(missing)}" if missing else ""
        yield checked("page labels", fault, "the piece and the side on every page", "on every page")

    return verified(name, "pdf", content, check)
