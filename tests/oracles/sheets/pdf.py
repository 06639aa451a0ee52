"""Reads a PDF with PDFium: boxes, labels, print hints, text, and the content of each page.

PDFium is the engine of a widely used browser: what it paints is what will be printed. Pages that
were compensated for a printer are measured as that printer prints them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from math import cos, hypot, radians, sin
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
from oracles.reading import difference, format_size
from oracles.sheets.page import PageContent, read_content

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.make.made_files import MadeFile
from pnp.make.printer_profile import PrinterProfile
from pnp.verify.findings import Finding, checked, compared, unchecked, wrong

BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox")
SCALING = {True: "AppDefault", False: "None"}
DUPLEX = ("not said", "Simplex", "DuplexFlipShortEdge", "DuplexFlipLongEdge")
NEAR: Mm = 0.03  # rounding points loses up to 0.02 mm
HINTS = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}


class PrintedPage(NamedTuple):
    """How a printer prints a page: the transform of its points, and the turn in degrees."""

    transform: Transform = Transform()
    angle: float = 0.0

    def box(self, box: Rect) -> Rect:
        """Return the upright rectangle that is printed of a turned one within ``box``."""
        cosine, sine = cos(radians(abs(self.angle))), sin(radians(abs(self.angle)))
        part = cosine * cosine - sine * sine
        width = (box.width * cosine - box.height * sine) / part
        height = (box.height * cosine - box.width * sine) / part
        t = self.transform
        across, down = hypot(t.a, t.b), hypot(t.c, t.d)
        return Rect.about(t.apply(box.center), width * across, height * down)


def printed_page(
    profile: PrinterProfile | None, back: bool, sideways: bool, page: Size
) -> PrintedPage:
    """Return how a printer with the errors in ``profile`` prints a page.

    Backs are turned and moved as seen through the front; both sides are scaled, all about the
    middle of the page. ``sideways`` says how the sheet is turned over.
    """
    if profile is None:
        return PrintedPage()
    middle = Point(page.width / 2, page.height / 2)
    sx, sy = profile.scale_x, profile.scale_y
    scaled = Transform(sx, 0, 0, sy, middle.x * (1 - sx), middle.y * (1 - sy))
    if not back:
        return PrintedPage(scaled)
    over = Transform(a=-1, e=page.width) if sideways else Transform(d=-1, f=page.height)
    wrong = Transform.turn(profile.angle, middle).then(Transform.move(profile.dx, profile.dy))
    return PrintedPage(over.then(wrong).then(scaled).then(over), profile.angle)


Printing = Callable[[int, str, Size], PrintedPage]  # of a page's number, label and size


class ReadPage(NamedTuple):
    """A page; its boxes are in mm from the top left of the MediaBox, and some may be absent.

    ``content`` has its position on paper when the page is ``printed``.
    """

    label: str
    boxes: dict[str, Rect]
    printed: PrintedPage
    turned: int
    text: str
    content: PageContent

    @property
    def media(self) -> Rect:
        """The MediaBox, which is the paper."""
        return self.boxes["MediaBox"]


class ReadPdf(NamedTuple):
    """A document; ``tray`` says whether the printer chooses the paper by size."""

    title: str
    producer: str
    scaling: str
    duplex: str
    tray: bool
    pages: Sequence[ReadPage]


def read_pdf(content: bytes, printing: Printing | None = None) -> ReadPdf:
    """Read a document; ``printing`` says how each page is printed.

    Without it, only the sizes of pages are read, not their contents.

    Raises:
        VerifyError: If PDFium cannot read it.
    """
    try:
        with closing(pypdfium2.PdfDocument(content)) as document:
            return _read(document, content, printing)
    except pypdfium2.PdfiumError as error:
        raise VerifyError(f"is damaged: {error}") from None


def _read(document: Any, content: bytes, printing: Printing | None) -> ReadPdf:
    pages = list(_pages(document, printing))
    if not pages:
        raise VerifyError("has no pages")
    duplex = pdfium.FPDF_VIEWERREF_GetDuplex(document)
    return ReadPdf(
        document.get_metadata_value("Title"),
        document.get_metadata_value("Producer"),
        SCALING[bool(pdfium.FPDF_VIEWERREF_GetPrintScaling(document))],
        DUPLEX[duplex] if 0 <= duplex < len(DUPLEX) else DUPLEX[0],
        _tray(content),
        pages,
    )


def _pages(document: Any, printing: Printing | None) -> Iterator[ReadPage]:
    for number in range(len(document)):
        label = document.get_page_label(number)
        with closing(document[number]) as page:
            boxes, to_mm = _boxes_of(page, number)
            if printing is None:
                yield ReadPage(label, boxes, PrintedPage(), page.get_rotation(), "", PageContent())
                continue
            printed = printing(number + 1, label, boxes["MediaBox"].size)
            content = read_content(page, to_mm.then(printed.transform))
            with closing(page.get_textpage()) as text:
                words = text.get_text_range()
            yield ReadPage(label, boxes, printed, page.get_rotation(), words, content)


def _boxes_of(page: Any, number: int) -> tuple[dict[str, Rect], Transform]:
    """Return the boxes of a page in mm, and the transform from points to mm."""
    mm = MM_PER_UNIT["pt"]
    sides = {
        name: found
        for name in BOXES
        if (found := getattr(page, f"get_{name.lower()}")(fallback_ok=False))
    }
    if "MediaBox" not in sides:
        raise VerifyError(f"page {number + 1} has no MediaBox")
    x, _, _, y = sides["MediaBox"]
    boxes = {
        name: Rect((left - x) * mm, (y - top) * mm, (right - left) * mm, (top - bottom) * mm)
        for name, (left, bottom, right, top) in sides.items()
    }
    return boxes, Transform(mm, 0, 0, -mm, -x * mm, y * mm)


def _tray(content: bytes) -> bool:
    """Return /PickTrayByPDFSize from the file's text, since PDFium does not read it."""
    return re.search(rb"/PickTrayByPDFSize\s+true", content) is not None


def paper_findings(pdf: ReadPdf, entry: MadeFile | None) -> Iterator[Finding]:
    """Check the pages of a file, their sizes and that none is rotated."""
    pages = pdf.pages
    count = len(pages)
    if entry is None or entry.pages is None:
        yield unchecked("pages", f"{count}, with no manifest to compare")
    else:
        yield compared("pages", str(count), str(entry.pages))
    found = sorted({format_size(page.media.size) for page in pages})
    right = entry.page_mm if entry else None
    if right is None:
        yield unchecked("paper", f"{', '.join(found)}, with no manifest to compare")
    else:
        fault = "" if all(is_near(page.media.size, right) for page in pages) else ", ".join(found)
        yield checked("paper", fault, format_size(right), format_size(right))
    turned = [str(number) for number, page in enumerate(pages, 1) if page.turned]
    if turned:
        yield wrong("turned", f"page {', '.join(turned)}", "no page turned")


def is_near(one: Size, other: Size) -> bool:
    """Return whether two sizes are the same, except for rounding."""
    return difference(one, other) < NEAR
