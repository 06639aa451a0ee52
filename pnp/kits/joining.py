"""Drawings that show how to fold and glue pairs, and how to join pages and strips."""

from collections.abc import Iterator
from functools import cache

from pnp.base.geometry import Point, Rect
from pnp.base.path import Path, path_bounds
from pnp.base.units import Mm
from pnp.components.art.drawing import (
    DrawingPart,
    Letter,
    Look,
    Scissors,
    Stroke,
    area,
    bent,
    drawing,
)
from pnp.components.art.folding import Panel, Spot, View, drawn, turned
from pnp.kits.pictures import TABLE, arrow, box, lying
from pnp.scene import Scene

CROSS: Mm = 4.0

_HALF = Rect(0, 0, 24, 34)


def _pair(angle: float, look: Look = Look.FINE) -> Panel:
    """Return fronts next to backs, folded along the line between them."""
    left, right = _HALF, _HALF.moved(_HALF.width, 0)

    def lines(place: Rect) -> tuple[Stroke, ...]:
        x, y = place.center
        cross = (Point(place.x + 2, y), Point(place.right - 2, y))
        frame = place.inset(2).corners
        up = (Point(x, place.y + 2), Point(x, place.bottom - 2))
        return Stroke((*frame, frame[0]), look), Stroke(cross, look), Stroke(up, look)

    hinge = Point(left.right, 0), Point(left.right, left.bottom)
    back = Panel(right.corners, hinge, angle, art=lines(right))
    return Panel(left.corners, panels=(back,), art=lines(left))


@cache
def pair_cut() -> Scene:
    """Draw a block of fronts and backs, cut out in one piece."""
    end = TABLE.seen(Spot(2 * _HALF.width, 0))
    return drawing([*drawn(_pair(0), TABLE), Scissors(end, 22)])


@cache
def pair_folded() -> Scene:
    """Draw the block being folded, print outside."""
    return drawing(drawn(_pair(118), View(20, 30), turned("y", 50)))


@cache
def pair_glued() -> Scene:
    """Draw the block open, with glue on the inner side of one half."""
    left, right = _HALF, _HALF.moved(_HALF.width, 0)
    fold = (Point(left.right, 0), Point(left.right, left.bottom))
    start, end = (TABLE.seen(Spot(x, 17, 3)) for x in (right.center.x, left.center.x))
    return drawing(
        [
            lying(left.corners, Look.BLANK_GLUE),
            lying(right.corners, Look.BLANK),
            lying(fold, Look.FOLD),
            bent(start, end, 0.28),
        ]
    )


@cache
def pair_pressed() -> Scene:
    """Draw the closed block below a book."""
    paper, book = Rect(-6, -4, 44, 50), Rect(0, 0, 34, 42)
    return drawing(
        [
            lying(paper.corners, Look.PRINTED),
            *box(book, 0.5, 9),
            *(_edge(book, z) for z in (2, 3.6, 5.2, 6.8)),
            arrow(Spot(17, 21, 34), Spot(17, 21, 14)),
        ]
    )


def _edge(book: Rect, z: float) -> Stroke:
    ends = (Spot(book.x + 1, book.bottom, z), Spot(book.right - 1, book.bottom, z))
    return Stroke(tuple(map(TABLE.seen, ends)), Look.FINE)


def net_cut(outline: Path, folds: tuple[Path, ...]) -> Scene:
    """Draw a net being cut out."""
    bounds = path_bounds(outline)
    lines = (Stroke((fold.start, fold.segments[-1].to), Look.CREASE) for fold in folds)
    corner = Point(bounds.right, bounds.y + bounds.height / 4)
    return drawing([area(outline, Look.PRINTED), *lines, Scissors(corner)])


@cache
def net_folded() -> Scene:
    """Draw paper bent along a fold, print outside."""
    return drawing(drawn(_tabbed(55, 0.0), View(24, 34)))


@cache
def net_glued() -> Scene:
    """Draw a tab that goes under the edge to which it is glued."""
    return drawing(drawn(_tabbed(78, 60), View(24, 34)))


def _tabbed(angle: float, tab_angle: float) -> Panel:
    left, right = Rect(0, 0, 30, 24), Rect(30, 0, 24, 24)
    corners = (Point(54, 0), Point(60, 3), Point(60, 21), Point(54, 24))
    tab = Panel(corners, (corners[0], corners[3]), tab_angle or 8, glue=True)
    hinge = Point(30, 0), Point(30, 24)
    return Panel(left.corners, panels=(Panel(right.corners, hinge, angle, (tab,)),))


_PAGE, _WINDOW = Rect(0, 0, 30, 40), Rect(5, 5, 20, 30)
_SEAM = 4.0


@cache
def poster_cut() -> Scene:
    """Draw page B of a poster, its left margin being cut off through two crosses."""
    cut = _WINDOW.x
    return drawing(
        [
            *_page(_PAGE, "B"),
            *_cross(Point(cut, 2.5)),
            *_cross(Point(cut, _PAGE.bottom - 2.5)),
            Stroke((Point(cut, 0), Point(cut, _PAGE.bottom)), Look.LINE),
            Scissors(Point(cut, _PAGE.bottom - 9), 90),
        ]
    )


@cache
def poster_glued() -> Scene:
    """Draw page A with glue on the strip that B will cover."""
    strip = Rect(_WINDOW.right - _SEAM, _WINDOW.y, _SEAM, _WINDOW.height)
    crosses = [Point(strip.x, 2.5), Point(strip.x, _PAGE.bottom - 2.5)]
    return drawing(
        [
            *_page(_PAGE, "A"),
            Stroke(strip.corners, Look.GLUE),
            *(stroke for cross in crosses for stroke in _cross(cross)),
        ]
    )


@cache
def poster_joined() -> Scene:
    """Draw page B over the strip of page A, with crosses that meet."""
    x = _WINDOW.right - _SEAM
    second = Rect(x, 0, _PAGE.width - _WINDOW.x, _PAGE.height)
    ends = [Point(x, 2.5), Point(x, _PAGE.bottom - 2.5)]
    window = _WINDOW.moved(x - _WINDOW.x, 0)
    return drawing(
        [
            *_page(_PAGE, "A"),
            Stroke(second.corners, Look.BLANK),
            Stroke(window.corners, Look.PRINTED),
            Letter(window.center, "B"),
            *(stroke for cross in ends for stroke in _cross(cross)),
            bent(Point(second.right + 9, 28), Point(second.right + 1.5, 28), 0.0),
        ]
    )


@cache
def poster_trimmed() -> Scene:
    """Draw the joined board being cut out."""
    board = Rect(0, 0, 52, 34)
    middle = Point(board.center.x, board.y), Point(board.center.x, board.bottom)
    return drawing(
        [
            Stroke(board.inset(-5).corners, Look.BLANK),
            Stroke(board.corners, Look.PRINTED),
            Stroke(middle, Look.FINE),
            Stroke((Point(board.right, board.y), Point(board.right + 5, board.y)), Look.LINE),
            Scissors(Point(board.right + 1, board.y)),
        ]
    )


def _page(page: Rect, letter: str) -> Iterator[DrawingPart]:
    window = _WINDOW.moved(page.x, page.y)
    yield Stroke(page.corners, Look.BLANK)
    yield Stroke(window.corners, Look.PRINTED)
    yield Letter(window.center, letter)


def _cross(at: Point) -> Iterator[Stroke]:
    half = CROSS / 2
    yield Stroke((at.moved(-half, 0), at.moved(half, 0)), Look.LINE)
    yield Stroke((at.moved(0, -half), at.moved(0, half)), Look.LINE)


@cache
def joined() -> Scene:
    """Draw strips that meet edge to edge."""
    parts: list[DrawingPart] = []
    for n, gap in enumerate((0.0, 0.0, 5.0)):
        strip = Rect(0, 14 * n + gap, 52, 14)
        parts.append(lying(strip.corners, Look.PRINTED))
        for x in (13, 26, 39):
            parts.append(lying((Point(x, strip.y), Point(x, strip.bottom)), Look.FINE))
    start, end = TABLE.seen(Spot(58, 42)), TABLE.seen(Spot(58, 28))
    return drawing([*parts, bent(start, end, 0.0)])
