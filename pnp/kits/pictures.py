"""Drawings that show how to cut out pieces of many kinds."""

from collections.abc import Iterable, Iterator
from functools import cache

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, path_bounds
from pnp.base.units import Mm
from pnp.components.art.drawing import (
    FRAME,
    DrawingPart,
    Look,
    Scissors,
    Stroke,
    area,
    bent,
    drawing,
)
from pnp.components.art.folding import Spot, View
from pnp.scene import Scene

TABLE = View(24, 42)
COLUMNS, ROWS = 4, 3
CELL = Size(10.0, 13.0)
APART: Mm = 4.0


@cache
def strips() -> Scene:
    """Draw a block being cut into strips."""
    width, height = CELL
    parts: list[DrawingPart] = []
    for row in range(ROWS):
        y = row * (height + (APART if row else 0))
        parts += _strip(Rect(0, y, COLUMNS * width, height))
    end = TABLE.seen(Spot(COLUMNS * width, height + APART / 2))
    return drawing([*parts, Scissors(end, 22)])


@cache
def pieces() -> Scene:
    """Draw a strip being cut into pieces."""
    width, height = CELL
    parts: list[DrawingPart] = []
    parts += _strip(Rect(0, 0, 3 * width, height), columns=3)
    parts += _strip(Rect(3 * width + APART, 0, width, height), columns=1)
    parts += _strip(Rect(4 * width + 3 * APART, -1, width, height), columns=1)
    end = TABLE.seen(Spot(3 * width + APART / 2, height))
    return drawing([*parts, Scissors(end, 118)])


def _strip(place: Rect, columns: int = COLUMNS) -> Iterator[Stroke]:
    yield lying(place.corners, Look.PRINTED)
    for column in range(1, columns):
        x = place.x + column * place.width / columns
        yield lying((Point(x, place.y), Point(x, place.bottom)), Look.FINE)


def lying(points: tuple[Point, ...], look: Look) -> Stroke:
    """Return an outline that lies on the table."""
    return Stroke(tuple(TABLE.seen(Spot(*point)) for point in points), look)


@cache
def trimmed_strips() -> Scene:
    """Draw a trimmer whose blade lies on a line between two marks."""
    return drawing(_on_trimmer(_marked(Rect(-30, -14, 28, 28))))


@cache
def trimmed_pieces() -> Scene:
    """Draw a trimmer with strips side by side, their ends level."""
    strips = (_strip(Rect(-34, -17 + n * 11.5, 52, 9.5), columns=5) for n in range(3))
    return drawing(_on_trimmer(part for strip in strips for part in strip))


@cache
def trimmed_edges() -> Scene:
    """Draw a trimmer cutting off the margins of a page."""
    board = Rect(-32, -15, 36, 30)
    page = lying(board.inset(-4.5).corners, Look.BLANK)
    return drawing(_on_trimmer([page, lying(board.corners, Look.PRINTED)]))


def _marked(block: Rect) -> Iterator[Stroke]:
    """Draw a page with a block of pieces and the marks at the ends of its lines."""
    yield lying(block.inset(-4).corners, Look.BLANK)
    yield lying(block.corners, Look.PRINTED)
    for n in (1, 2):
        x = block.x + n * block.width / 3
        yield lying((Point(x, block.y), Point(x, block.bottom)), Look.FINE)
        for y, out in ((block.y, -1), (block.bottom, 1)):
            yield lying((Point(x, y + 3 * out), Point(x, y + out)), Look.LINE)


def _on_trimmer(paper: Iterable[DrawingPart]) -> Iterator[DrawingPart]:
    yield from box(_BASE, -3, 0)
    yield from paper
    yield from _rail()
    yield arrow(Spot(16, 18, 6), Spot(16, -10, 6))


_BASE = Rect(-36, -22, 60, 44)


def _rail() -> Iterator[Stroke]:
    """Draw the rail of a trimmer with its blade."""
    yield from box(Rect(7.6, -24, 3, 50), 2, 4)
    yield from box(Rect(5.6, 8, 7, 9), 3, 7)


def arrow(start: Spot, end: Spot) -> Stroke:
    """Return a straight arrow between two points."""
    return bent(TABLE.seen(start), TABLE.seen(end), 0.0)


def box(ground: Rect, low: Mm, high: Mm) -> Iterator[Stroke]:
    """Draw an upright block: its near side, its right side and its top."""
    a, b, c, d = ground.corners

    def seen(*spots: tuple[Point, float]) -> Stroke:
        return Stroke(tuple(TABLE.seen(Spot(*p, z)) for p, z in spots), Look.BLANK)

    yield seen((d, low), (c, low), (c, high), (d, high))
    yield seen((b, low), (c, low), (c, high), (b, high))
    yield seen((a, high), (b, high), (c, high), (d, high))


@cache
def edges() -> Scene:
    """Draw a page whose margins are being cut off."""
    page, board = Rect(0, 0, 54, 38), Rect(7, 5, 40, 28)
    corner = Point(board.right, board.y)
    return drawing(
        [
            lying(page.corners, Look.BLANK),
            lying(board.corners, Look.PRINTED),
            lying((corner, Point(page.right, corner.y)), Look.LINE),
            Scissors(TABLE.seen(Spot(page.right - 3, corner.y)), 22),
        ]
    )


_ROUGH = (
    *((-0.62, -0.6), (0.1, -0.68), (0.66, -0.58), (0.6, 0.1)),
    *((0.66, 0.62), (-0.1, 0.66), (-0.66, 0.6), (-0.6, -0.1)),
)


def apart(outline: Path) -> Scene:
    """Draw pieces being cut roughly apart."""
    shape = _unit(outline)
    cut_off = tuple(Point(3.3 + x, y) for x, y in _ROUGH)
    shapes = (shape.placed(Transform.move(x, 0.0)) for x in (0.0, 1.55, 3.3))
    paper = Rect(-0.7, -0.68, 3.0, 1.36).corners
    return drawing(
        [
            Stroke(paper, Look.BLANK),
            Stroke(cut_off, Look.BLANK),
            *shapes,
            Scissors(Point(2.42, -0.1), 90),
        ]
    )


def around(outline: Path) -> Scene:
    """Draw a piece being turned while scissors follow its outline."""
    shape = _unit(outline)
    rough = ((-0.74, -0.7), (0.76, -0.72), (0.72, 0.1), (0.5, 0.02), (0.3, 0.72), (-0.7, 0.72))
    return drawing(
        [
            Stroke(tuple(Point(*corner) for corner in rough), Look.BLANK),
            shape,
            Scissors(Point(0.5, 0.06)),
            bent(Point(-0.95, 0.55), Point(-0.95, -0.55), -0.22),
        ]
    )


def _unit(outline: Path) -> Stroke:
    """Return an outline around the origin, scaled so that its longer side is 1."""
    bounds = path_bounds(outline)
    move = Transform.move(-bounds.center.x, -bounds.center.y)
    fit = move.then(Transform.scale(1 / max(bounds.size)))
    return area(outline, Look.PRINTED).placed(fit)


def machine(frame: Size = FRAME) -> Scene:
    """Draw a cutting machine with a sheet on its mat."""
    mat, block = Rect(-17, 2, 34, 40), Rect(-12, 22, 24, 16)
    return drawing(
        [
            lying(mat.corners, Look.BLANK),
            lying(block.inset(-3).corners, Look.BLANK),
            *_strip(block, columns=3),
            *box(Rect(-30, -8, 60, 16), 4, 18),
            *box(Rect(-4, 8, 7, 2), 5, 14),
            arrow(Spot(24, 40), Spot(24, 14)),
        ],
        frame,
    )


def trimmer(frame: Size) -> Scene:
    """Draw a trimmer."""
    return drawing([*box(_BASE, -3, 0), *_rail()], frame)
