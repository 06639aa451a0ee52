"""Scenes as PDF, a page each.

A group that repeats is stored once, as a form XObject, and referred to from then on.
reportlab is the container: it numbers objects, embeds fonts and writes the file. Contents
are strings in millimetres, y down, under one matrix a page.
"""

import threading
import zlib
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import md5
from io import BytesIO
from typing import NamedTuple, assert_never

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFInfo,
    PDFName,
    PDFObject,
    PDFStream,
    PDFString,
)
from reportlab.pdfbase.ttfonts import TTFont

from pnp.base.color import channels
from pnp.base.fonts import FontName, font_file, require_glyphs
from pnp.base.geometry import IDENTITY, Rect, Transform
from pnp.base.path import Arc, Curve, Line, Path, arc_as_curves
from pnp.base.picture import UPRIGHT, PictureFile
from pnp.base.units import format_mm, to_points
from pnp.render.pdf_file import Sink, StreamedDocument
from pnp.scene import Group, Image, Item, Pen, Scene, Shape, Text, Tint, items_bounds
from pnp.scene.document import Page


class PrintHints(NamedTuple):
    """What a PDF tells the reader and the printer; ``duplex`` is a name of PDF 1.7, table 150."""

    title: str
    language: str = "en"
    duplex: str = "Simplex"


def write(scenes: Iterable[Scene], hints: PrintHints, out: Sink) -> None:
    """Write all ``scenes`` as one document, drawn at 100 % and never scaled by the reader.

    A picture is stored once, and written with the page that shows it first, so none is in memory
    with others.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
        RenderError: If its pixels or its colour profile cannot be read.
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


class Marked(NamedTuple):
    """A PDF whose contents are marked, and which leaf each mark of each page is, by its number."""

    data: bytes
    leaves: tuple[tuple[int, ...], ...]


def render_marked(pages: Iterable[Page], hints: PrintHints) -> Marked:
    """Write pages whose parts say which leaf of a document's structure they are.

    The structure itself is not written; what belongs to no leaf is marked as an artifact.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
        RenderError: If its pixels or its colour profile cannot be read.
    """
    out = BytesIO()
    document = _Document(hints, out)
    leaves = tuple(document.add_marked_page(page) for page in pages)
    document.finish()
    return Marked(out.getvalue(), leaves)


class _Document:
    def __init__(self, hints: PrintHints, out: Sink) -> None:
        self._pdf = StreamedDocument(out, invariant=1, pdfVersion=(1, 7), lang=hints.language)
        # reportlab begins the file's ID with a time, that of SOURCE_DATE_EPOCH if there is one
        self._pdf.signature = md5(b"", usedforsecurity=False)
        self._pdf.info = _Info()
        self._pdf.info.title = hints.title
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
        fonts = self._pdf.Reference(self._pdf.idToObject["BasicFonts"], "BasicFonts")
        resources = PDFDictionary({"Font": fonts, "XObject": self._forms})
        self._resources = self._pdf.Reference(resources, "resources")
        # All pages inherit the resources; their boxes are written out, for not every reader
        # looks for those at the parent.
        self._pdf.Pages.__NoDefault__ = [*self._pdf.Pages.__NoDefault__, "Resources"]
        self._pdf.Pages.Resources = self._resources
        self._painter = _Painter(self)

    def add_page(self, scene: Scene) -> None:
        self._add(scene, self._painter.paint(scene.items))

    def add_marked_page(self, page: Page) -> tuple[int, ...]:
        """Add a page and return its leaves in the order of their marks' numbers."""
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
        content = f"{_matrix(to_paper)} cm\n{painted}"
        boxes = {"Media": Rect(0, 0, scene.size.width, scene.size.height)}
        if scene.trim is not None:
            boxes |= {"Trim": scene.trim, "Bleed": scene.bleed or scene.trim}
        written = {name: _box(rect, scene) for name, rect in boxes.items()}
        contents = self._pdf.Reference(self._stream(content, PDFDictionary({})))
        self._pdf.addPage(_WrittenPage(written, contents))
        self._labels.append(scene.label)

    def add_form(self, name: str, content: str, bounds: Rect) -> None:
        """Store a drawing under ``name``; ``bounds`` is all it paints, a hair added."""
        box = bounds.inset(-0.1)
        corners = (box.x, box.y, box.right, box.bottom)
        dictionary = PDFDictionary(
            {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": _Raw("[" + " ".join(map(format_mm, corners)) + "]"),
                "Resources": self._resources,
            }
        )
        self._forms[name] = self._pdf.Reference(self._stream(content, dictionary), f"form {name}")

    def add_picture(self, name: str, picture: PictureFile, tint: Tint) -> None:
        """Write a picture, which has this ``name`` from then on."""
        from pnp.render.pdf_pictures import PictureObject

        self._pdf.updateSignature(f"{picture.sha256} {tint.value}".encode())
        stored = f"picture {name}"
        self._forms[name] = self._pdf.Reference(PictureObject(picture, tint), stored)
        self._pdf.put(stored)

    def font(self, font: FontName) -> "_Font":
        return _Font(font, self._pdf)

    def finish(self) -> None:
        if any(self._labels):
            numbers: list[object] = []
            for index, label in enumerate(self._labels):
                numbers += [index, _Raw(f"<< /P {PDFString(label).format(self._pdf).decode()} >>")]
            self._pdf.Catalog.PageLabels = PDFDictionary({"Nums": PDFArray(numbers)})
        self._pdf.finish()

    def _stream(self, content: str, dictionary: PDFDictionary) -> PDFStream:
        data = zlib.compress(content.encode("ascii"), 9)
        self._pdf.updateSignature(data)  # the file's ID follows from its content
        dictionary["Filter"] = PDFName("FlateDecode")
        return PDFStream(dictionary, data)


class _Info(PDFInfo):  # type: ignore[misc]
    """Title and producer alone: a date would differ from day to day, or be untrue."""

    def format(self, document: PDFDocument) -> bytes:
        entries = PDFDictionary(
            {"Title": PDFString(self.title), "Producer": PDFString("pnp, with reportlab")}
        )
        data: bytes = entries.format(document)
        return data


class _Raw(PDFObject):  # type: ignore[misc]
    """A PDF object that is already written."""

    def __init__(self, text: str) -> None:
        self._data = text.encode("ascii")

    def format(self, document: PDFDocument) -> bytes:
        return self._data


class _WrittenPage(PDFObject):  # type: ignore[misc]
    """A page's own entries on one line, for there may be a thousand; the others it inherits."""

    __RefOnly__ = 1

    def __init__(self, boxes: dict[str, str], contents: PDFObject) -> None:
        self._boxes = " ".join(f"/{name}Box {box}" for name, box in boxes.items())
        self._contents = contents

    def format(self, document: PDFDocument) -> bytes:
        parent = document.Reference(document.Pages).format(document).decode()
        contents = self._contents.format(document).decode()
        written = f"<< /Type /Page /Parent {parent} /Contents {contents} {self._boxes} >>"
        return written.encode("ascii")


class _Fonts(threading.local):
    """The fonts that this thread has read: reportlab's keep their place while they are read."""

    def __init__(self) -> None:
        self._opened: dict[FontName, TTFont] = {}

    def open(self, font: FontName) -> TTFont:
        """Return a font; it keeps apart by itself what each document uses of it."""
        if font not in self._opened:
            self._opened[font] = TTFont(font, str(font_file(font)), asciiReadable=False)
        return self._opened[font]


_fonts = _Fonts()


class _Font:
    """One font of a document: characters become codes of its subsets."""

    def __init__(self, font: FontName, pdf: PDFDocument) -> None:
        self._pdf = pdf
        self._name = font
        self._font = _fonts.open(font)

    def show(self, text: str, size: float) -> str:
        """Return the operators that show ``text``, its font selected."""
        require_glyphs(text, self._name)  # reportlab would show a hollow box
        parts = []
        for subset, codes in self._font.splitString(text, self._pdf):
            name = self._font.getSubsetInternalName(subset, self._pdf)
            parts.append(f"{name} {format_mm(size)} Tf <{codes.hex()}> Tj")
        return " ".join(parts)


class _Painter:
    """Turns items into content, and what repeats into forms."""

    def __init__(self, document: _Document) -> None:
        self._document = document
        self._fonts: dict[FontName, _Font] = {}
        self._by_identity: dict[int, tuple[tuple[Item, ...], str]] = {}
        self._by_value: dict[tuple[Item, ...], str] = {}
        self._pictures: dict[tuple[str, Tint], str] = {}

    def paint(self, items: tuple[Item, ...]) -> str:
        return "\n".join([self._item(item) for item in items])

    def _item(self, item: Item) -> str:
        match item:
            case Shape():
                return _shape(item)
            case Text(at, string, font, size, fill):
                place = f"1 0 0 -1 {format_mm(at.x)} {format_mm(at.y)} Tm"
                shown = self._font(font).show(string, size)
                return f"BT {_paint(fill, stroke=False)} {place} {shown} ET"
            case Image():
                return self._image(item)
            case Group():
                return self._group(item)
            case _:
                assert_never(item)

    def _image(self, image: Image) -> str:
        """Draw a picture, which PDF has from 0 to 1 with its first row on top, y up."""
        picture, place = image.picture, image.place
        key = picture.sha256, image.tint
        if key not in self._pictures:
            self._pictures[key] = f"I{len(self._pictures) + 1}"
            self._document.add_picture(self._pictures[key], picture, image.tint)
        turn = UPRIGHT[1 if image.tint is not Tint.FULL else picture.orientation]
        fill = Transform(place.width, 0, 0, place.height, place.x, place.y)
        matrix = Transform(1, 0, 0, -1, 0, 1).then(turn).then(fill)
        lengths = " ".join(format_mm(value) for value in matrix)
        return f"q {lengths} cm /{self._pictures[key]} Do Q"

    def _group(self, group: Group) -> str:
        rule = "W*" if group.even_odd else "W"
        clip = f"{_edge(group.clip)} {rule} n " if group.clip else ""
        move = "" if group.transform is IDENTITY else f"{_matrix(group.transform)} cm "
        inside = f"/{self._form(group.items)} Do" if group.repeats else self.paint(group.items)
        return f"q {clip}{move}{inside} Q" if clip or move else inside

    def _form(self, items: tuple[Item, ...]) -> str:
        known = self._by_identity.get(id(items))
        if known is not None:
            return known[1]
        name = self._by_value.get(items)
        if name is None:
            content = self.paint(items)  # first: a drawing in it that repeats takes a name too
            name = f"P{len(self._by_value) + 1}"
            bounds = items_bounds(items) or Rect(0, 0, 0, 0)
            self._document.add_form(name, content, bounds)
            self._by_value[items] = name
        self._by_identity[id(items)] = (items, name)
        return name

    def _font(self, font: FontName) -> _Font:
        if font not in self._fonts:
            self._fonts[font] = self._document.font(font)
        return self._fonts[font]


CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}


def _shape(shape: Shape) -> str:
    style = shape.style
    parts = []
    if style.fill:
        parts.append(_paint(style.fill, stroke=False))
    if style.stroke:
        dash = " ".join(map(format_mm, style.dash))
        parts.append(_paint(style.stroke, stroke=True))
        parts.append(f"{format_mm(style.stroke_width)} w [{dash}] 0 d")
    parts += [_path(path) for path in shape.paths]
    painted = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
    rule = "*" if shape.even_odd and style.fill else ""
    parts.append(painted[bool(style.fill), bool(style.stroke)] + rule)
    drawn = " ".join(parts)
    return f"q {_pen(style.pen)} {drawn} Q" if style.stroke and style.pen else drawn


def _pen(pen: Pen) -> str:
    return f"{CAPS[pen.cap]} J {JOINS[pen.join]} j {format_mm(pen.miter)} M"


def _path(path: Path) -> str:
    here = path.start
    parts = [f"{format_mm(here.x)} {format_mm(here.y)} m"]
    for segment in path.segments:
        match segment:
            case Line(to):
                parts.append(f"{format_mm(to.x)} {format_mm(to.y)} l")
            case Curve():
                parts.append(_curve(segment))
            case Arc():
                parts += map(_curve, arc_as_curves(here, segment))
            case _:
                assert_never(segment)
        here = segment.to
    if path.closed:
        parts.append("h")
    return " ".join(parts)


_edge = lru_cache(maxsize=256)(_path)  # slots are clipped alike on page after page


def _curve(curve: Curve) -> str:
    points = (curve.control1, curve.control2, curve.to)
    return " ".join(f"{format_mm(p.x)} {format_mm(p.y)}" for p in points) + " c"


@cache
def _paint(color: str, stroke: bool) -> str:
    """Return the operators that choose a colour, shorter ones for a grey."""
    values = channels(color)
    if len(set(values)) == 1:
        return f"{_part(values[0])} {'G' if stroke else 'g'}"
    return f"{' '.join(map(_part, values))} {'RG' if stroke else 'rg'}"


def _matrix(t: Transform) -> str:
    """Write a matrix; its factors need more places than a length does."""
    return f"{_factors(t.a, t.b, t.c, t.d)} {format_mm(t.e)} {format_mm(t.f)}"


@lru_cache(maxsize=256)
def _factors(*values: float) -> str:
    return " ".join(map(_part, values))


def _part(value: float) -> str:
    return f"{value + 0.0:.6f}".rstrip("0").rstrip(".")


def _box(rect: Rect, scene: Scene) -> str:
    """Write a rectangle in points, y up."""
    bottom = scene.size.height - rect.bottom
    corners = (rect.x, bottom, rect.right, bottom + rect.height)
    return "[" + " ".join(f"{to_points(value):.3f}" for value in corners) + "]"
