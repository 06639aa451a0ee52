"""Scenes as PDF, one on each page.

A group that repeats is stored once, as a form XObject, and referred to from then on.
reportlab is the container: it numbers objects, embeds fonts and writes the file. Contents
are strings in millimetres, y down, under one matrix a page.
"""

import zlib
from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

from pnp.base.fonts import FontName
from pnp.base.geometry import Rect, Transform
from pnp.base.picture import PictureFile
from pnp.base.units import format_mm, to_points
from pnp.render.pdf_painter import Painter, matrix
from pnp.render.reportlab_private import DocumentFont, Raw, Sink, StreamedDocument, WrittenPage
from pnp.scene import Scene, Tint
from pnp.scene.document import Page


class PrintHints(NamedTuple):
    """Hints for the reader and the printer; ``duplex`` is a name of PDF 1.7, table 150."""

    title: str
    language: str = "en"
    duplex: str = "Simplex"


def write(scenes: Iterable[Scene], hints: PrintHints, out: Sink) -> None:
    """Write all ``scenes`` as one document, at 100 % and never scaled by the reader.

    A picture is stored once, and written with the page that shows it first, so none is in memory
    with others.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
    """
    document = _Document(hints, out)
    for scene in scenes:
        document.add_page(scene)
    document.finish()


def render(scenes: Iterable[Scene], hints: PrintHints) -> bytes:
    """Return what :func:`write` would write."""
    out = BytesIO()
    write(scenes, hints, out)
    return out.getvalue()


class MarkedPdf(NamedTuple):
    """A PDF with marked content, and for each page the leaves of its marks, by number."""

    data: bytes
    leaves: tuple[tuple[int, ...], ...]


def render_marked(pages: Iterable[Page], hints: PrintHints) -> MarkedPdf:
    """Write pages whose parts are marked as leaves of the document's structure.

    The structure itself is not written; what belongs to no leaf is marked as an artifact.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
    """
    out = BytesIO()
    document = _Document(hints, out)
    leaves = tuple(document.add_marked_page(page) for page in pages)
    document.finish()
    return MarkedPdf(out.getvalue(), leaves)


class _Document:
    def __init__(self, hints: PrintHints, out: Sink) -> None:
        self._pdf = StreamedDocument(out, hints.title, hints.language)
        catalog = self._pdf.Catalog
        catalog.ViewerPreferences = PDFDictionary(
            {
                "PrintScaling": PDFName("None"),
                "Duplex": PDFName(hints.duplex),
                "PickTrayByPDFSize": "true",
                "DisplayDocTitle": "true",
            }
        )
        self._labels: list[str] = []
        self._forms = PDFDictionary({})
        resources = PDFDictionary({"Font": self._pdf.fonts(), "XObject": self._forms})
        # All pages inherit the resources; their boxes are written out, for not every reader
        # looks for those at the parent.
        self._resources = self._pdf.Reference(resources, "resources")
        self._pdf.inherit(self._resources)
        self._fonts: dict[FontName, DocumentFont] = {}
        self._painter = Painter(self)

    def add_page(self, scene: Scene) -> None:
        self._add(scene, self._painter.paint(scene.items))

    def add_marked_page(self, page: Page) -> tuple[int, ...]:
        """Add a page; return its leaves in the order of their mark numbers."""
        leaves: list[int] = []
        contents = []
        for part in page.parts:
            if part.leaf is None:
                mark = "/Artifact <</Type /Pagination>>"
            else:
                mark = f"/{part.tag} <</MCID {len(leaves)}>>"
                leaves.append(part.leaf)
            contents.append(f"{mark} BDC\n{self._painter.paint(part.items)}\nEMC")
        self._add(page.scene, "\n".join(contents))
        return tuple(leaves)

    def _add(self, scene: Scene, painted: str) -> None:
        to_paper = Transform(to_points(1), 0, 0, -to_points(1), 0, to_points(scene.size.height))
        content = f"{matrix(to_paper)} cm\n{painted}"
        boxes = {"Media": Rect(0, 0, scene.size.width, scene.size.height)}
        if scene.trim is not None:
            boxes |= {"Trim": scene.trim, "Bleed": scene.bleed or scene.trim}
        written = {name: _box(rect, scene) for name, rect in boxes.items()}
        contents = self._pdf.Reference(self._stream(content, PDFDictionary({})))
        self._pdf.addPage(WrittenPage(written, contents))
        self._labels.append(scene.label)

    def add_form(self, name: str, content: str, bounds: Rect) -> None:
        """Store a drawing under ``name``; its box is a little larger than ``bounds``."""
        box = bounds.inset(-0.1)
        corners = (box.x, box.y, box.right, box.bottom)
        dictionary = PDFDictionary(
            {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": Raw("[" + " ".join(map(format_mm, corners)) + "]"),
                "Resources": self._resources,
            }
        )
        self._forms[name] = self._pdf.Reference(self._stream(content, dictionary), f"form {name}")

    def add_picture(self, name: str, picture: PictureFile, tint: Tint) -> None:
        """Write a picture now, to be drawn by this ``name``."""
        from pnp.render.pdf_pictures import PictureObject

        self._pdf.sign(f"{picture.sha256} {tint.value}".encode())
        stored = f"picture {name}"
        self._forms[name] = self._pdf.Reference(PictureObject(picture, tint), stored)
        self._pdf.put(stored)

    def show(self, text: str, font: FontName, size: float) -> str:
        if font not in self._fonts:
            self._fonts[font] = DocumentFont(font, self._pdf)
        return self._fonts[font].show(text, size)

    def finish(self) -> None:
        if any(self._labels):
            numbers: list[object] = []
            for index, label in enumerate(self._labels):
                numbers += [index, Raw(f"<< /P {PDFString(label).format(self._pdf).decode()} >>")]
            self._pdf.Catalog.PageLabels = PDFDictionary({"Nums": PDFArray(numbers)})
        self._pdf.finish()

    def _stream(self, content: str, dictionary: PDFDictionary) -> PDFStream:
        data = zlib.compress(content.encode("ascii"), 9)
        self._pdf.sign(data)  # the file's ID follows from its content
        dictionary["Filter"] = PDFName("FlateDecode")
        return PDFStream(dictionary, data)


def _box(rect: Rect, scene: Scene) -> str:
    """Return a rectangle in points, y up."""
    bottom = scene.size.height - rect.bottom
    corners = (rect.x, bottom, rect.right, bottom + rect.height)
    return "[" + " ".join(f"{to_points(value):.3f}" for value in corners) + "]"
