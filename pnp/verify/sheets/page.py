"""One page of a PDF as PDFium reads it: straight strokes, closed outlines, what is painted where.

PDFium is the engine of a widely used browser, not ours: what it sees is what will be printed.
Lengths are in mm, from the top left of the MediaBox, y down.
"""

import ctypes
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.verify.sheets.outline import Contour, bounds_of, curve_points

DEEPEST = 12  # forms within forms: ours take two
EDGE: Mm = 0.2  # a line at the very edge of a clip is seen by half


class Stroke(NamedTuple):
    """A straight line by itself; ``drawing`` counts the drawings of the page."""

    start: Point
    end: Point
    drawing: int
    clip: Rect | None


class Painted(NamedTuple):
    """What is drawn on a page."""

    strokes: tuple[Stroke, ...]
    outlines: tuple[Rect, ...]
    inked: tuple[Rect, ...]
    fonts: frozenset[tuple[str, bool]]


class _Within(NamedTuple):
    transform: Transform
    clip: Rect | None
    depth: int


class _Walk:
    """Gathers what a page shows, going down into its forms."""

    def __init__(self) -> None:
        self.strokes: list[Stroke] = []
        self.outlines: list[Rect] = []
        self.painted: list[Rect] = []
        self.fonts: set[tuple[str, bool]] = set()
        self._drawing = 0

    def take(self, item: Any, within: _Within) -> None:
        kind = pdfium.FPDFPageObj_GetType(item)
        clip = _met(within.clip, _clip(item, within.transform))
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            if within.depth < DEEPEST:
                inside = _matrix(item).then(within.transform)
                for number in range(pdfium.FPDFFormObj_CountObjects(item)):
                    child = pdfium.FPDFFormObj_GetObject(item, number)
                    self.take(child, _Within(inside, clip, within.depth + 1))
            return
        self._drawing += 1
        shown = _met(_bounds(item, within.transform), clip)
        if shown is not None and shown.width >= 0 and shown.height >= 0:
            self.painted.append(shown)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            self.fonts.add(_font(item))
        elif kind == pdfium.FPDF_PAGEOBJ_PATH and _is_stroked(item):
            contours = list(_contours(item, _matrix(item).then(within.transform)))
            self._lines(contours, clip)

    def _lines(self, contours: list[Contour], clip: Rect | None) -> None:
        for contour in contours:
            if contour.is_line:
                start, end = contour.points
                if clip is None or _is_seen(start, end, clip):
                    self.strokes.append(Stroke(start, end, self._drawing, clip))
        shapes = [contour for contour in contours if not contour.is_line]
        for shape in shapes:
            self.outlines.append(bounds_of([shape]))
        if len(shapes) > 1:  # a net may be drawn in several strokes
            self.outlines.append(bounds_of(shapes))


def read_painted(page: Any, media: Rect, comes_out: Transform) -> Painted:
    """Return what is drawn on an open page whose MediaBox, in points, y up, is ``media``.

    ``comes_out`` is applied last, in mm.
    """
    mm = MM_PER_UNIT["pt"]
    to_mm = Transform(mm, 0, 0, -mm, -media.x * mm, media.bottom * mm)
    to_mm = to_mm.then(comes_out)
    walk = _Walk()
    for number in range(pdfium.FPDFPage_CountObjects(page)):
        walk.take(pdfium.FPDFPage_GetObject(page, number), _Within(to_mm, None, 0))
    return Painted(
        tuple(walk.strokes), tuple(walk.outlines), tuple(walk.painted), frozenset(walk.fonts)
    )


def _matrix(item: Any) -> Transform:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, matrix)
    return Transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _bounds(item: Any, transform: Transform) -> Rect | None:
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(item, *sides):
        return None
    left, bottom, right, top = (side.value for side in sides)
    corners = [transform.apply(Point(x, y)) for x in (left, right) for y in (bottom, top)]
    return bounds_of([Contour(tuple(corners), curved=False)])


def _is_stroked(item: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
    return bool(stroke.value)


def _contours(item: Any, transform: Transform) -> Iterator[Contour]:
    count = pdfium.FPDFPath_CountSegments(item)
    segments = (pdfium.FPDFPath_GetPathSegment(item, number) for number in range(count))
    return _joined(segments, transform)


def _clip(item: Any, transform: Transform) -> Rect | None:
    """Return the rectangle around what an item is clipped to, if it is clipped."""
    clip = pdfium.FPDFPageObj_GetClipPath(item)
    found: Rect | None = None
    for path in range(max(0, pdfium.FPDFClipPath_CountPaths(clip)) if clip else 0):
        count = pdfium.FPDFClipPath_CountPathSegments(clip, path)
        segments = (pdfium.FPDFClipPath_GetPathSegment(clip, path, n) for n in range(count))
        contours = list(_joined(segments, transform))
        if contours:
            found = _met(found, bounds_of(contours))
    return found


def _joined(segments: Iterator[Any], transform: Transform) -> Iterator[Contour]:
    points: list[Point] = []
    controls: list[Point] = []
    curved = closed = False
    x, y = ctypes.c_float(), ctypes.c_float()
    for segment in segments:
        kind = pdfium.FPDFPathSegment_GetType(segment)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        place = transform.apply(Point(x.value, y.value))
        if kind == pdfium.FPDF_SEGMENT_MOVETO and points:
            yield Contour(tuple(points), curved, closed)
            points, curved, closed = [], False, False
        if kind == pdfium.FPDF_SEGMENT_BEZIERTO:
            curved = True
            controls.append(place)
            if len(controls) == 3:  # two control points and the end
                points += curve_points(points[-1], *controls)
                controls = []
        else:
            points.append(place)
        closed |= bool(pdfium.FPDFPathSegment_GetClose(segment))
    if points:
        yield Contour(tuple(points), curved, closed)


def _font(item: Any) -> tuple[str, bool]:
    """Return a text's font and whether the file holds it."""
    font = pdfium.FPDFTextObj_GetFont(item)
    if not font:
        return "unknown", False
    name = ctypes.create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(font, name, len(name))
    return name.value.decode("utf-8", "replace"), pdfium.FPDFFont_GetIsEmbedded(font) == 1


def _is_seen(start: Point, end: Point, clip: Rect) -> bool:
    within = clip.inset(-EDGE)
    return any(
        within.x <= point.x <= within.right and within.y <= point.y <= within.bottom
        for point in (start, end)
    )


def _met(one: Rect | None, other: Rect | None) -> Rect | None:
    """Return what two rectangles share; None is no limit. It may be empty: less than 0 wide."""
    if one is None or other is None:
        return one or other
    left, top = max(one.x, other.x), max(one.y, other.y)
    width: Mm = min(one.right, other.right) - left
    return Rect(left, top, width, min(one.bottom, other.bottom) - top)
