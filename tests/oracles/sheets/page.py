"""Reads the content of a PDF page with PDFium: strokes, outlines, painted areas and fonts.

Coordinates are in mm from the top left of the MediaBox, y down.
"""

import ctypes
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Curve, Line, Path, Segment, flattened
from pnp.base.units import Mm

_SUBSET = re.compile(r"^[A-Z]{6}\+")  # ISO 32000-1, 9.6.4
DEEPEST = 12  # forms within forms; sheets made by pnp have two
EDGE: Mm = 0.2  # a line on the edge of a clip is visible by half its width
FINE: Mm = 0.001  # how far chords may be off a curve


class PageStroke(NamedTuple):
    """A single straight line; ``drawing`` is the number of its drawing on the page."""

    start: Point
    end: Point
    drawing: int
    clip: Rect | None


class Contour(NamedTuple):
    """A connected line; ``points`` are its ends, its corners and points along its curves."""

    points: tuple[Point, ...]
    curved: bool
    closed: bool = False

    @property
    def is_line(self) -> bool:
        """Whether it is a single straight line."""
        return len(self.points) == 2 and not self.curved and not self.closed


def bounds_of(contours: Iterable[Contour]) -> Rect:
    """Return the rectangle around one or more contours."""
    return Rect.around(point for contour in contours for point in contour.points)


@dataclass
class PageContent:
    """The drawings of a page and its forms, and its fonts, each with whether it is embedded.

    ``outlines`` are the bounding boxes of stroked shapes, ``inked`` those of all drawings.
    """

    strokes: list[PageStroke] = field(default_factory=list)
    outlines: list[Rect] = field(default_factory=list)
    inked: list[Rect] = field(default_factory=list)
    fonts: set[tuple[str, bool]] = field(default_factory=set)
    drawings: int = 0

    def add(self, item: Any, transform: Transform, clip: Rect | None, depth: int = 0) -> None:
        """Add an item, or those of a form, under the ``transform`` and ``clip`` of its parents."""
        kind = pdfium.FPDFPageObj_GetType(item)
        clip = _common(clip, _clip(item, transform))
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            inside = _matrix(item).then(transform)
            count = pdfium.FPDFFormObj_CountObjects(item) if depth < DEEPEST else 0
            for number in range(count):
                self.add(pdfium.FPDFFormObj_GetObject(item, number), inside, clip, depth + 1)
            return
        self.drawings += 1
        shown = _common(_bounds(item, transform), clip)
        if shown is not None and shown.width >= 0 and shown.height >= 0:
            self.inked.append(shown)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            self.fonts.add(_font(item))
        elif kind == pdfium.FPDF_PAGEOBJ_PATH and _is_stroked(item):
            count = pdfium.FPDFPath_CountSegments(item)
            segments = (pdfium.FPDFPath_GetPathSegment(item, n) for n in range(count))
            self._add_lines(list(_joined(segments, _matrix(item).then(transform))), clip)

    def _add_lines(self, contours: list[Contour], clip: Rect | None) -> None:
        for contour in contours:
            if contour.is_line:
                start, end = contour.points
                if clip is None or _is_visible(start, end, clip):
                    self.strokes.append(PageStroke(start, end, self.drawings, clip))
        shapes = [contour for contour in contours if not contour.is_line]
        self.outlines += [bounds_of([shape]) for shape in shapes]
        if len(shapes) > 1:  # a net may be drawn in several strokes
            self.outlines.append(bounds_of(shapes))


def read_content(page: Any, to_mm: Transform) -> PageContent:
    """Return the content of an open page; ``to_mm`` maps its points to mm on paper."""
    content = PageContent()
    for number in range(pdfium.FPDFPage_CountObjects(page)):
        content.add(pdfium.FPDFPage_GetObject(page, number), to_mm, None)
    return content


def _matrix(item: Any) -> Transform:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, matrix)
    return Transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _bounds(item: Any, transform: Transform) -> Rect | None:
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(item, *sides):
        return None
    left, bottom, right, top = (side.value for side in sides)
    return Rect.around(transform.apply(Point(x, y)) for x in (left, right) for y in (bottom, top))


def _is_stroked(item: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
    return bool(stroke.value)


def _clip(item: Any, transform: Transform) -> Rect | None:
    """Return the rectangle around an item's clip, or None."""
    clip = pdfium.FPDFPageObj_GetClipPath(item)
    found: Rect | None = None
    for path in range(max(0, pdfium.FPDFClipPath_CountPaths(clip)) if clip else 0):
        count = pdfium.FPDFClipPath_CountPathSegments(clip, path)
        segments = (pdfium.FPDFClipPath_GetPathSegment(clip, path, n) for n in range(count))
        contours = list(_joined(segments, transform))
        if contours:
            found = _common(found, bounds_of(contours))
    return found


def _joined(items: Iterable[Any], transform: Transform) -> Iterator[Contour]:
    start: Point | None = None
    segments: list[Segment] = []
    controls: list[Point] = []
    closed = False
    x, y = ctypes.c_float(), ctypes.c_float()
    for item in items:
        kind = pdfium.FPDFPathSegment_GetType(item)
        pdfium.FPDFPathSegment_GetPoint(item, x, y)
        place = transform.apply(Point(x.value, y.value))
        if start is None or kind == pdfium.FPDF_SEGMENT_MOVETO:
            if start is not None:
                yield _contour(start, segments, closed)
            start, segments, closed = place, [], False
        elif kind == pdfium.FPDF_SEGMENT_BEZIERTO:
            controls.append(place)
            if len(controls) == 3:  # two control points and the end
                segments.append(Curve(*controls))
                controls = []
        else:
            segments.append(Line(place))
        closed |= bool(pdfium.FPDFPathSegment_GetClose(item))
    if start is not None:
        yield _contour(start, segments, closed)


def _contour(start: Point, segments: list[Segment], closed: bool) -> Contour:
    points = flattened(Path(start, tuple(segments), closed=False), FINE)
    curved = any(isinstance(segment, Curve) for segment in segments)
    return Contour(tuple(points), curved, closed)


def _font(item: Any) -> tuple[str, bool]:
    """Return the name of a text's font without its subset tag, and whether it is embedded."""
    font = pdfium.FPDFTextObj_GetFont(item)
    if not font:
        return "unknown", False
    name = ctypes.create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(font, name, len(name))
    said = _SUBSET.sub("", name.value.decode("utf-8", "replace"))
    return said, pdfium.FPDFFont_GetIsEmbedded(font) == 1


def _is_visible(start: Point, end: Point, clip: Rect) -> bool:
    around = clip.inset(-EDGE)
    return any(
        around.x <= point.x <= around.right and around.y <= point.y <= around.bottom
        for point in (start, end)
    )


def _common(one: Rect | None, other: Rect | None) -> Rect | None:
    """Return the intersection of two rectangles, where None means unlimited.

    Its size is negative if they are apart.
    """
    if one is None or other is None:
        return one or other
    left, top = max(one.x, other.x), max(one.y, other.y)
    width: Mm = min(one.right, other.right) - left
    return Rect(left, top, width, min(one.bottom, other.bottom) - top)
