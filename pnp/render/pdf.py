"""Scenes as PDF, one to a page."""

import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple, assert_never

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFStream,
    PDFString,
)

from pnp.base.files import Writer
from pnp.base.geometry import IDENTITY, Point, Rect, Size, Transform
from pnp.base.path import Arc, Curve, Path, Segment, placed, walk
from pnp.base.picture import UPRIGHT
from pnp.base.units import format_mm, to_points
from pnp.render.pdf_fonts import DocumentFonts
from pnp.render.pdf_operators import PaintResources, ScreenColors, draw, matrix, trace
from pnp.render.reportlab_private import Raw, StreamedDocument, WrittenPage
from pnp.scene import (
    Group,
    IdentityCache,
    Image,
    Item,
    Pen,
    Scene,
    Shape,
    Text,
    Tint,
    items_bounds,
    placed_leaves,
)
from pnp.scene.color_glyphs import color_glyphs, has_colors
from pnp.scene.gradient import Gradient, ShapePaint

if TYPE_CHECKING:
    from pnp.base.icc import PressProfile
    from pnp.render.pdf_press import PressColors
    from pnp.scene.document import Page

SMOOTH = 0.999  # the cosine of a turn that is no corner
LARGE = 1_000_000  # bytes of content that are packed in a fifth of the time, and 4 % larger

# PDFium flattens strokes with patterns to about a unit of the form, not of the screen.
ENLARGED = 100
_SMALL = matrix(Transform.scale(1 / ENLARGED))


def stroke_tips(items: Iterable[Item]) -> Iterator[Point]:
    """Yield the tips of sharp corners and of square ends drawn with pens."""
    for leaf, into in placed_leaves(items):
        if isinstance(leaf, Shape) and leaf.style.stroke and leaf.style.pen:
            for path in leaf.paths:
                yield from map(into.apply, _tips(path, leaf.style.stroke_width, leaf.style.pen))


def _tips(path: Path, width: float, pen: Pen) -> Iterator[Point]:
    steps = [(start, one, *_directions(start, one)) for start, one in walk(path)]
    if pen.join == "miter":
        following = [*steps[1:], *(steps[:1] if path.closed else ())]
        for (_, before, _, end), (corner, after, begin, _) in zip(steps, following, strict=False):
            turn = end.x * begin.x + end.y * begin.y
            half = sqrt(max(0.0, (1 + turn) / 2))
            if Arc in (type(before), type(after)) or turn > SMOOTH or half * pen.miter < 1:
                continue
            across = hypot(end.x - begin.x, end.y - begin.y)
            reach = width / 2 / half / across
            yield corner.moved(reach * (end.x - begin.x), reach * (end.y - begin.y))
    if pen.cap == "square" and steps and not path.closed:
        first, last = steps[0], steps[-1]
        for at, (x, y) in ((first[0], (-first[2].x, -first[2].y)), (last[1].to, last[3])):
            for side in (-width / 2, width / 2):
                yield at.moved(width / 2 * x - side * y, width / 2 * y + side * x)


def _directions(start: Point, segment: Segment) -> tuple[Point, Point]:
    """Return the directions in which a segment begins and ends, of length 1."""
    points = [start, *(segment if isinstance(segment, Curve) else (segment.to,))]
    return _toward(points), _toward([Point(-p.x, -p.y) for p in reversed(points)])


def _toward(points: list[Point]) -> Point:
    """Return the direction from the first of several points to the next that is elsewhere."""
    here, *others = points
    for there in others:
        far = hypot(there.x - here.x, there.y - here.y)
        if far:
            return Point((there.x - here.x) / far, (there.y - here.y) / far)
    return Point(1, 0)


class PrintHints(NamedTuple):
    """Hints for the reader and the printer; ``duplex`` is a name of PDF 1.7, table 150."""

    title: str
    language: str = "en"
    duplex: str = "Simplex"


def write(
    scenes: Iterable[Scene], hints: PrintHints, out: Writer, press: "PressProfile | None" = None
) -> float:
    """Write all ``scenes`` as one document, at 100 % and never scaled by the reader.

    A picture is stored once, and written with the first page that shows it, so only one is in
    memory at a time. For a ``press``, all colours are its inks; the result is the greatest ink
    coverage of any colour, where 4 is all inks, solid.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
        UnitError: If the press's profile cannot be used.
    """
    document = _Document(hints, out, press)
    for scene in scenes:
        document.add_page(scene)
    document.finish()
    return document.most_ink


def render(
    scenes: Iterable[Scene], hints: PrintHints, press: "PressProfile | None" = None
) -> bytes:
    """Return the bytes that :func:`write` writes."""
    out = BytesIO()
    write(scenes, hints, out, press)
    return out.getvalue()


PageLeaves = tuple[tuple[int, ...], ...]  # for each page the leaves of its marks, by number


def render_marked(pages: Iterable["Page"], hints: PrintHints) -> tuple[bytes, PageLeaves]:
    """Return pages whose parts are marked as leaves of the document's structure, and the leaves.

    The structure itself is not written; parts outside any leaf are marked as artifacts.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
    """
    out = BytesIO()
    document = _Document(hints, out)
    leaves = tuple(document.add_marked_page(page) for page in pages)
    document.finish()
    return out.getvalue(), leaves


class _Document:
    def __init__(self, hints: PrintHints, out: Writer, press: "PressProfile | None" = None) -> None:
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
        # All pages inherit the resources; their boxes are written out, for not every reader
        # looks for those at the parent.
        self._resources = self._pdf.share(self._forms)
        self._fonts = DocumentFonts()
        self._names: IdentityCache[tuple[Item, ...], str] = IdentityCache()
        self._by_value: dict[tuple[Item, ...], str] = {}
        self._pictures: dict[tuple[str, Tint], str] = {}
        self._colors = _colors(self._pdf, press)
        self._paints = PaintResources(self._pdf, self._colors)
        self._shaded: dict[Shape, str] = {}
        self._wholes: dict[tuple[Item, ...], str] = {}
        self._count = 0  # of forms
        self._see_through: set[str] = set()  # the forms with a part that shows what lies below
        self._blends = False  # what is painted now has such a part

    def add_page(self, scene: Scene) -> None:
        self._add(scene, self._paint(scene.items))

    def add_marked_page(self, page: "Page") -> tuple[int, ...]:
        """Add a page; return its leaves in the order of their mark numbers."""
        leaves: list[int] = []
        contents = []
        for part in page.parts:
            if part.leaf is None:
                mark = "/Artifact <</Type /Pagination>>"
            else:
                mark = f"/{part.tag} <</MCID {len(leaves)}>>"
                leaves.append(part.leaf)
            contents.append(f"{mark} BDC\n{self._paint(part.items)}\nEMC")
        self._add(page.scene, "\n".join(contents))
        return tuple(leaves)

    def _add(self, scene: Scene, painted: str) -> None:
        to_paper = Transform(to_points(1), 0, 0, -to_points(1), 0, to_points(scene.size.height))
        content = f"{matrix(to_paper)} cm\n{painted}"
        boxes = {"Media": Rect(0, 0, scene.size.width, scene.size.height)}
        if scene.trim is not None:
            boxes |= {"Trim": scene.trim, "Bleed": scene.bleed or scene.trim}
        written = {
            name: " ".join(f"{value:.3f}" for value in in_points(rect, scene.size))
            for name, rect in boxes.items()
        }
        contents = self._pdf.Reference(self._stream(content, {}))
        blended = self._colors.space if self._blends else ""
        self._pdf.addPage(WrittenPage(written, contents, blended))
        self._blends = False
        self._labels.append(scene.label)

    def _paint(self, items: tuple[Item, ...]) -> str:
        """Return the content that draws ``items``."""
        return "\n".join([self._item(item) for item in items])

    def _item(self, item: Item) -> str:
        match item:
            case Shape():
                return self._shape(item)
            case Text():
                place = f"1 0 0 -1 {format_mm(item.at.x)} {format_mm(item.at.y)} Tm"
                colored = has_colors(item)
                shown = self._fonts.show(item.shaped, item.size, colored)
                drawn = f"{self._paint(tuple(color_glyphs(item)))}\n" if colored else ""
                return f"{drawn}BT {self._colors.chosen(item.fill)} {place} {shown} ET"
            case Image():
                return self._image(item)
            case Group():
                return self._group(item)
            case _:
                assert_never(item)

    def _shape(self, shape: Shape) -> str:
        """Draw a shape; with a gradient it is a form, whose coordinates patterns use."""
        gradients = [paint for paint in shape.style[:2] if isinstance(paint, Gradient)]
        if not gradients:
            return draw(shape, self._chosen)
        name = self._shaded.get(shape)
        if name is None:
            name = self._shaded[shape] = self._shade(_enlarged(shape))
            if not all(one.is_opaque for one in gradients):
                self._see_through.add(name)
        return f"q {_SMALL} cm {self._shown(name)} Q"

    def _shade(self, shape: Shape) -> str:
        """Store a shape with a gradient as a form; return its name."""
        style = shape.style
        parts = (style.fill, style._replace(stroke=None)), (style.stroke, style._replace(fill=None))
        drawn = [self._masked(shape._replace(style=one), paint) for paint, one in parts if paint]
        return self._stored("\n".join(drawn), (shape,))

    def _masked(self, shape: Shape, paint: ShapePaint) -> str:
        """Draw the fill or stroke of a shape, masked where it is translucent."""
        drawn = draw(shape, self._chosen)
        if isinstance(paint, str) or paint.is_opaque:
            return drawn
        light = f"{matrix(paint.into)} cm /{self._paints.opacities(paint)} sh"
        mask = self._stored(light, (shape,), "/CS /DeviceGray")
        state = self._paints.masked(self._forms[mask].format(self._pdf).decode())
        return f"q /{state} gs {drawn} Q"

    def _chosen(self, paint: ShapePaint, stroke: bool) -> str:
        """Return the operators that choose a colour or a pattern."""
        if isinstance(paint, Gradient):
            if paint.plain_color is None:
                space, chosen = ("CS", "SCN") if stroke else ("cs", "scn")
                return f"/Pattern {space} /{self._paints.pattern(paint)} {chosen}"
            paint = paint.plain_color
        return self._colors.chosen(paint, stroke)

    def _image(self, image: Image) -> str:
        """Draw a picture; in PDF it spans 0 to 1 each way, y up, its first row on top."""
        place, upright = image.place, image.tint is not Tint.FULL
        turn = UPRIGHT[1 if upright else image.picture.orientation]
        fill = Transform(place.width, 0, 0, place.height, place.x, place.y)
        whole = Transform(1, 0, 0, -1, 0, 1).then(turn).then(fill)
        return f"q {' '.join(map(format_mm, whole))} cm /{self._picture(image)} Do Q"

    def _picture(self, image: Image) -> str:
        """Return the name of a picture, which is written at its first use."""
        key = image.picture.key, image.tint
        if key not in self._pictures:
            name = self._pictures[key] = f"I{len(self._pictures) + 1}"
            self._pdf.sign(f"{image.picture.key} {image.tint.value}".encode())
            stored = f"picture {name}"
            self._forms[name] = self._pdf.Reference(self._picture_object(image), stored)
            self._pdf.put(stored)
        return self._pictures[key]

    def _picture_object(self, image: Image) -> PDFObject:
        from pnp.render.pdf_pictures import PictureObject

        if isinstance(self._colors, ScreenColors):
            return PictureObject(image.picture, image.tint)
        from pnp.render.pdf_press import PressPictureObject

        return PressPictureObject(image.picture, image.tint, self._colors)

    def _group(self, group: Group) -> str:
        rule = "W*" if group.even_odd else "W"
        clip = f"{trace(group.clip)} {rule} n " if group.clip else ""
        move = "" if group.transform is IDENTITY else f"{matrix(group.transform)} cm "
        if group.opacity < 1:
            self._blends = True
            state = self._paints.see_through(group.opacity)
            inside = f"/{state} gs /{self._whole(group.items)} Do"
        elif group.is_symbol:
            inside = self._shown(self._names.get(group.items, self._form))
        else:
            inside = self._paint(group.items)
        return f"q {clip}{move}{inside} Q" if clip or move or group.opacity < 1 else inside

    def _form(self, items: tuple[Item, ...]) -> str:
        """Return the name of a drawing that is stored once; equal drawings share it."""
        name = self._by_value.get(items)
        if name is None:
            name = self._by_value[items] = self._paint_apart(items)
        return name

    def _whole(self, items: tuple[Item, ...]) -> str:
        """Return the name of a drawing that is composed first and then blended as a whole."""
        name = self._wholes.get(items)
        if name is None:
            name = self._wholes[items] = self._paint_apart(items, group="")
        return name

    def _paint_apart(self, items: tuple[Item, ...], group: str | None = None) -> str:
        """Store a drawing as a form; return its name."""
        before, self._blends = self._blends, False
        content = self._paint(items)  # first: a symbol within takes a name too
        name = self._stored(content, items, group)
        if self._blends:
            self._see_through.add(name)
        self._blends = before
        return name

    def _shown(self, name: str) -> str:
        self._blends = self._blends or name in self._see_through
        return f"/{name} Do"

    def _stored(self, content: str, items: tuple[Item, ...], group: str | None = None) -> str:
        """Store content that paints items as a form; return its name.

        Its box is slightly larger than the painted area. ``group`` makes it a transparency group
        with these entries.
        """
        self._count += 1
        name = f"P{self._count}"
        box = items_bounds(items) or Rect(0, 0, 0, 0)
        box = box.union(Rect.around([box.center, *stroke_tips(items)])).inset(-0.1)
        corners = (box.x, box.y, box.right, box.bottom)
        dictionary = {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Form"),
            "BBox": Raw(f"[{' '.join(map(format_mm, corners))}]"),
            "Resources": self._resources,
        }
        if group is not None:
            dictionary["Group"] = Raw(f"<< /S /Transparency /I true {group} >>")
        self._forms[name] = self._pdf.Reference(self._stream(content, dictionary), f"form {name}")
        return name

    @property
    def most_ink(self) -> float:
        """The greatest ink coverage of any colour, if colours are inks."""
        return 0.0 if isinstance(self._colors, ScreenColors) else self._colors.most

    def finish(self) -> None:
        if any(self._labels):
            numbers: list[object] = []
            for index, label in enumerate(self._labels):
                numbers += [index, Raw(f"<< /P {PDFString(label).format(self._pdf).decode()} >>")]
            self._pdf.Catalog.PageLabels = PDFDictionary({"Nums": PDFArray(numbers)})
        self._fonts.write(self._pdf, self._pdf.fonts)
        self._pdf.finish()

    def _stream(self, content: str, entries: dict[str, object]) -> PDFStream:
        level = 9 if len(content) < LARGE else 4
        data = zlib.compress(content.encode("ascii"), level)
        self._pdf.sign(data)  # the file's ID follows from its content
        return PDFStream(PDFDictionary({**entries, "Filter": PDFName("FlateDecode")}), data)


def _colors(pdf: StreamedDocument, press: "PressProfile | None") -> "ScreenColors | PressColors":
    if press is None:
        return ScreenColors()
    from pnp.render.pdf_press import PressColors, add_output_intent

    add_output_intent(pdf, press)
    return PressColors(press)


def _enlarged(shape: Shape) -> Shape:
    larger = Transform.scale(ENLARGED)
    paths = tuple(placed(path, larger) for path in shape.paths)
    return shape._replace(paths=paths, style=shape.style.scaled(ENLARGED))


def in_points(area: Rect, page: Size) -> tuple[float, ...]:
    """Return the left, bottom, right and top of an area of a page, y up."""
    corners = (area.x, page.height - area.bottom, area.right, page.height - area.y)
    return tuple(map(to_points, corners))
