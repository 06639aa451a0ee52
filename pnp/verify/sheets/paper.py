"""Checks of any PDF to print: it is undamaged and has all its pages, on the right paper."""

from collections.abc import Iterator, Sequence

from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.records.manifest import MadeFile
from pnp.verify.findings import Finding, compared, format_size, ok, unchecked, wrong
from pnp.verify.sheets.pdf import ReadPage, ReadPdf

NEAR: Mm = 0.03  # 0.01 mm more than is lost in writing points
HINTS = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}


def damage_finding(pdf: ReadPdf) -> Finding:
    """Check that no bytes were changed or lost."""
    if pdf.damage:
        return wrong("file", f"is damaged: {pdf.damage}", "as it was made: make it again")
    return ok("file", "whole")


def paper_findings(pages: Sequence[ReadPage], entry: MadeFile | None) -> Iterator[Finding]:
    """Check the number of pages and their sizes, and that none asks to be turned."""
    count = len(pages)
    if entry is None or entry.pages is None:
        yield unchecked("pages", f"{count}, with no manifest to compare")
    else:
        yield compared("pages", str(count), str(entry.pages))
    found = sorted({format_size(page.media.size) for page in pages})
    right = entry.page_mm if entry else None
    if right is None:
        yield unchecked("paper", f"{', '.join(found)}, with no manifest to compare")
    elif all(is_near(page.media.size, right) for page in pages):
        yield ok("paper", format_size(right))
    else:
        yield wrong("paper", ", ".join(found), format_size(right))
    turned = [str(number) for number, page in enumerate(pages, 1) if page.turned]
    if turned:
        yield wrong("turned", f"page {', '.join(turned)}", "no page turned")


def is_near(one: Size, other: Size) -> bool:
    """Return whether two sizes are the same, except for what is lost in writing them."""
    return max(abs(one.width - other.width), abs(one.height - other.height)) < NEAR
