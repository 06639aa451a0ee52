"""Draw what boards share: ground, areas, starts and goals."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import hypot

from pnp.base.errors import LayoutError
from pnp.base.fonts import FontName, text_width
from pnp.base.geometry import Point, Rect
from pnp.base.path import line, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.label import centered
from pnp.components.art.signs import draw_mark
from pnp.components.piece import Piece, cut_line
from pnp.game.board import Board, Zone
from pnp.game.places import Place, PlaceEdge, edge_key
from pnp.scene import Item, Scene, Shape, Style

SIGN = 0.19  # of a place's shorter side: how high a mark is
GOAL_SIGN = 0.55  # of the rim
SMALLEST_RIM: Mm = 5.0
GOAL_LINE: Mm = 1.4
AREA_LINE: Mm = 0.5
MIDDLE_LINE: Mm = 1.4  # where two areas meet
NOTE = 1.35  # of the mark: a note's font size, which makes its figures as high
NOTE_GAP = 0.35  # of the mark
FONT: FontName = "sans-bold"


def draw_board(
    board: Board, below: Iterable[Item], above: Iterable[Item], bleed: Mm = 0.0
) -> tuple[Piece, ...]:
    """Draw the one piece of a board, with items below and above the areas of its zones.

    Raises:
        LayoutError: If a rim is too narrow for a goal's mark.
    """
    trim = Rect(0, 0, *board.size)
    items = (
        Shape((rectangle(trim.inset(-bleed)),), Style(fill=board.ground)),
        *below,
        *draw_areas(board),
        *above,
        *draw_starts_and_goals(board),
        cut_line(rectangle(trim)),
    )
    return (Piece("board", Scene(board.size, items), bleed=bleed),)


def outlined(places: Iterable[Place], style: Style) -> Shape:
    """Draw the outlines of places as one shape."""
    return Shape(tuple(polygon(place.corners) for place in places), style)


def draw_areas(board: Board) -> tuple[Item, ...]:
    """Draw the areas, tinted and framed, with a heavy line where two of them meet."""
    areas = [board.places_of(zone) for zone in board.zones if zone.sign == "area"]
    items = [outlined(places, Style(fill=board.tint)) for places in areas]
    frames = [edge for places in areas for edge in _outer_edges(places, places)]
    times = Counter(map(edge_key, frames))
    for is_shared, width in ((False, AREA_LINE), (True, MIDDLE_LINE)):
        lines = tuple(line(*edge) for edge in frames if (times[edge_key(edge)] > 1) == is_shared)
        if lines:
            items.append(Shape(lines, Style(stroke=board.ink, stroke_width=width)))
    return tuple(items)


def draw_starts_and_goals(board: Board) -> tuple[Item, ...]:
    """Draw starts as marks in the middle of their places, and goals along the rim."""
    items: list[Item] = []
    starts = defaultdict[Place, list[Zone]](list)
    for zone in board.zones:
        if zone.sign == "start":
            for place in board.places_of(zone):
                starts[place].append(zone)
        elif zone.sign == "goal":
            items += _goal(board, zone)
    for place in filter(starts.__contains__, board.places):
        height = SIGN * min(place.size)
        top = place.center.y - 0.65 * height * (len(starts[place]) - 1)
        for number, zone in enumerate(starts[place]):
            at = Point(place.center.x, top + 1.3 * height * number)
            items += _sign(zone, at, height, board.ink)
    return tuple(items)


def _goal(board: Board, zone: Zone) -> Iterator[Item]:
    """Draw a heavy line along the goal's outer side, and the mark outside its middle."""
    if board.rim < SMALLEST_RIM:
        raise LayoutError(
            f"a rim of {board.rim:g} mm has no room for a goal's mark; "
            f"make it {SMALLEST_RIM:g} mm or more"
        )
    places = board.places_of(zone)
    middle = Rect(0, 0, *board.size).center
    x = sum(place.center.x for place in places) / len(places) - middle.x
    y = sum(place.center.y for place in places) / len(places) - middle.y
    x, y = x / hypot(x, y), y / hypot(x, y)
    edges = [edge for edge in _outer_edges(places, board.places) if _faces(edge, x, y)]
    style = Style(stroke=board.ink, stroke_width=GOAL_LINE)
    yield Shape(tuple(line(*edge) for edge in edges), style)
    ends = [end for edge in edges for end in edge]
    reach = max((end.x - middle.x) * x + (end.y - middle.y) * y for end in ends)
    height = GOAL_SIGN * board.rim
    width = _sign_width(zone, height)
    half = abs(x) * width / 2 + abs(y) * height / 2
    out = reach + GOAL_LINE / 2 + max(half + 0.8, (board.rim - GOAL_LINE / 2) / 2)
    along = sum((end.y - middle.y) * x - (end.x - middle.x) * y for end in ends) / len(ends)
    at = middle.moved(out * x - along * y, out * y + along * x)
    yield from _sign(zone, at, height, board.ink)


def _faces(edge: PlaceEdge, x: float, y: float) -> bool:
    """Return whether an edge of a clockwise outline faces (x, y), give or take 60 degrees."""
    dx, dy = edge[1].x - edge[0].x, edge[1].y - edge[0].y
    return (dy * x - dx * y) / hypot(dx, dy) > 0.5


def _outer_edges(places: tuple[Place, ...], among: tuple[Place, ...]) -> Iterator[PlaceEdge]:
    """Yield the edges of places that belong to only one of ``among``."""
    times = Counter(edge_key(edge) for place in among for edge in place.edges())
    for place in places:
        yield from (edge for edge in place.edges() if times[edge_key(edge)] == 1)


def _sign(zone: Zone, at: Point, height: Mm, ink: str) -> Iterator[Item]:
    """Draw a zone's note and mark side by side, centred on a point."""
    assert zone.mark is not None, "the model lets areas alone go without a mark"
    half = _sign_width(zone, height) / 2
    if zone.note is not None:
        width = 2 * half - (1 + NOTE_GAP) * height
        middle = at.moved(width / 2 - half, 0)
        yield centered(zone.note, middle, FONT, NOTE * height, ink)
    yield draw_mark(zone.mark, at.moved(half - height / 2, 0), height, ink)


def _sign_width(zone: Zone, height: Mm) -> Mm:
    if zone.note is None:
        return height
    return text_width(zone.note, FONT, NOTE * height) + (1 + NOTE_GAP) * height
