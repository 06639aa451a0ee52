"""Draw moves: arrows from place to place, in one colour for each piece."""

from collections.abc import Iterable, Iterator, Sequence
from colorsys import rgb_to_hls
from itertools import islice, pairwise
from math import dist, fsum, hypot
from typing import NamedTuple

from pnp.base.color import WHITE, channels
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Curve, Line, Path, Segment, circle_of, flattened, polygon
from pnp.base.units import Mm
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.resolve import Move, ResolvedPosition
from pnp.game.rules import BESIDE, Arrow, Example
from pnp.positions.figure import DISC, DISC_LINE, EDGES, LETTER, USUAL
from pnp.positions.position import PlacedPiece
from pnp.scene import Item, Shape, Style, item_bounds, items_bounds, placed_leaves

COLORS = ("#b3261e", "#1a5796", "#2f6b1c", "#7a2a8c")  # one for each piece that moves
VIVID, SAME_HUE = 0.25, 0.09  # the least saturation of a colour, and how much hues may differ
HALO = WHITE
# For a figure printed at the usual scale; arrows are as large on paper at any other.
SHAFT: Mm = 1.2
HEAD: Mm = 4.8
HALO_WIDTH: Mm = 0.7
BEND: Mm = 7.0  # from a corner of the way: where its rounding begins
DASH = (2.4, 1.6)  # of a capture
BEFORE = 0.16  # of a place's shorter side: how far from its middle a head ends
AFTER = 0.22  # of it: how far from the middle a long arrow begins
NEAR = 0.3  # of a piece: how far from the middle of its place it may be for arrows to end at it
BEFORE_EDGE: Mm = 2.0  # outside a figure: where arrows begin that lead onto the board
PAST_EDGE: Mm = 11.0  # where those end that lead off it, past the names of columns
SHORT = 4.0  # letters: an arrow that its number would hide, which stands beside it
GAP: Mm = 0.8  # between a head and the piece it ends at
CROSSES = 0.27  # of one step: where a short arrow begins, and ends before the other end
LANES = (0.37, 0.43)  # of a tile's longer and shorter side: from its middle to beside its pips


class ArrowLook(NamedTuple):
    """The colour of an arrow, its enlargement over the usual scale, and the visible area.

    ``frame`` is the part of the board that the figure shows.
    """

    color: str
    unit: float
    frame: Rect


class Disc(NamedTuple):
    """A circle that nothing may hide, such as a pip or the disc around a number."""

    center: Point
    radius: Mm


class ArrowRoute(NamedTuple):
    """The points of an arrow's route; those of a ``bow`` are its ends and one it bends towards.

    An arrow that is ``cut`` has the length of its route.
    """

    points: tuple[Point, ...]
    bow: bool = False
    cut: bool = False


def pips_on(items: Iterable[Item]) -> tuple[Disc, ...]:
    """Return the filled circles of drawn pieces."""
    return tuple(
        Disc(into.apply(found[0]), found[1] * hypot(into.a, into.b))
        for leaf, into in placed_leaves(items)
        if isinstance(leaf, Shape) and leaf.style.fill
        for path in leaf.paths
        if (found := circle_of(path))
    )


def clear_route(
    arrow: Arrow,
    board: Board,
    standing: Sequence[PlacedPiece],
    look: ArrowLook,
    pips: Sequence[Disc],
) -> ArrowRoute:
    """Return the route that hides the fewest pips: the usual one, a short one or one beside it."""

    def hidden(route: ArrowRoute) -> int:
        shapes = list(islice(draw_arrow(arrow, board, standing, look, route), 2))
        area = Rect.around_all(filter(None, map(item_bounds, shapes)))
        near = [one for one in pips if area.inset(-one.radius).contains(Rect(*one.center, 0, 0))]
        legs = [
            (shape.style.stroke_width / 2, dist(*leg), _along(*leg))
            for shape in (shapes if near else ())
            for path in shape.paths
            for leg in pairwise(flattened(path, 0.5))
        ]
        return sum(any(_hides(*leg, pip) for leg in legs) for pip in near)

    tried: dict[int, ArrowRoute] = {}
    for route in _routes(arrow, board, look):
        hides = hidden(route) if pips else 0
        tried.setdefault(hides, route)
        if not hides:
            break
    return tried[min(tried)]


def _along(start: Point, end: Point) -> list[Point]:
    return [start.toward(end, part / 8) for part in range(9)]


def _hides(half: Mm, length: Mm, along: Sequence[Point], pip: Disc) -> bool:
    """Return whether a line, ``half`` as wide on each side, hides a part of a pip."""
    center, reach = pip.center, half + pip.radius
    return dist(center, along[0]) < reach + length and any(
        dist(center, point) < reach for point in along
    )


def _routes(arrow: Arrow, board: Board, look: ArrowLook) -> Iterator[ArrowRoute]:
    """Yield the route that the arrow says, then others to try in turn."""
    bow = bool(arrow.aside) and len(arrow.stops) == 2
    yield ArrowRoute(_route(arrow, board, look), bow)
    stops, size = _stops(arrow, board, look), board.by_name[arrow.places[-1]].size
    if len(arrow.places) == len(stops) == 2 and dist(*stops) < 1.1 * max(size):
        first, last = stops
        ends = first.toward(last, CROSSES), first.toward(last, 1 - CROSSES)
        yield ArrowRoute(ends, cut=True)
    for offset in (LANES[0] * max(size), LANES[1] * min(size)):
        for side in (offset, -offset):
            yield ArrowRoute(_moved(stops, side))


def draw_arrow(
    arrow: Arrow,
    board: Board,
    standing: Sequence[PlacedPiece],
    look: ArrowLook,
    chosen: ArrowRoute | None = None,
) -> Iterator[Shape]:
    """Draw an arrow that ends before a piece, or just before the middle of an empty place.

    A straight arrow that is moved aside becomes a bow between the same ends. A light outline
    separates it from what it crosses. The first two items are all that it hides.
    """
    route, bow, cut = chosen or next(_routes(arrow, board, look))
    piece = items_bounds(one.item for one in standing if one.place == arrow.to)
    if piece and dist(piece.center, route[-1]) > NEAR * min(piece.size):
        piece = None  # it stands aside
    room = 2 * BEFORE * min(board.by_name[arrow.places[-1]].size) * (arrow.to != BESIDE)
    if cut:
        piece, room = None, 0.0
    before = piece.inset(-GAP * look.unit).size if piece else Size(room, room)  # of an ellipse
    x, y = _toward(route[-2], route[-1])
    short = 1 / hypot(2 * x / before.width, 2 * y / before.height) if before.width else 0.0
    tip = route[-1].moved(-short * x, -short * y)
    head = HEAD * look.unit
    foot = tip.moved(-head * x, -head * y)
    tail = route[0] if cut else _tail(route, arrow, board, look)
    route = (tail, *route[1:-1], foot)
    segments = (_curve(*route),) if bow else tuple(_rounded(route))
    shaft = Path(route[0], segments, closed=False)
    sides = [foot.moved(-side * y, side * x) for side in (head / 2, -head / 2)]
    point = polygon((tip, *sides))
    reach = 1.0 * look.unit
    dot = polygon(
        route[0].moved(*way) for way in ((-reach, 0), (0, -reach), (reach, 0), (0, reach))
    )
    width, halo = SHAFT * look.unit, 2 * HALO_WIDTH * look.unit
    dash = () if arrow.kind == "move" else tuple(part * look.unit for part in DASH)
    yield Shape((shaft,), Style(stroke=HALO, stroke_width=width + halo))
    yield Shape((point, dot), Style(stroke=HALO, stroke_width=halo))
    yield Shape((shaft,), Style(stroke=look.color, stroke_width=width, dash=dash))
    yield Shape((point,), Style(fill=look.color))
    yield Shape((dot,), Style(fill=look.color))


def _tail(route: Sequence[Point], arrow: Arrow, board: Board, look: ArrowLook) -> Point:
    """Return where an arrow begins: beside the middle of a place, if it is long enough."""
    length = fsum(dist(*leg) for leg in pairwise(route))
    if arrow.start == BESIDE or length < SHORT * LETTER / USUAL * look.unit:
        return route[0]
    after = AFTER * min(board.by_name[arrow.start].size)
    return route[0].toward(route[1], min(0.5, after / dist(*route[:2])))


def _route(arrow: Arrow, board: Board, look: ArrowLook) -> tuple[Point, ...]:
    """Return the points of an arrow's route, moved aside if the arrow says so."""
    stops = _stops(arrow, board, look)
    if not arrow.aside:
        return stops
    if len(arrow.stops) == 2:
        return _bowed(stops[0], stops[1], arrow.aside)
    lanes = [board.lane(board.by_name[name], arrow.aside) for name in arrow.places]
    found = tuple(lane for lane in lanes if lane is not None)
    return found if len(found) == len(arrow.stops) else _moved(stops, arrow.aside)


def _bowed(start: Point, end: Point, aside: Mm) -> tuple[Point, ...]:
    """Return the ends of a bow, with the control point between them."""
    x, y = _toward(start, end)
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    return (start, middle.moved(2 * aside * y, -2 * aside * x), end)


def _moved(stops: Sequence[Point], aside: Mm) -> tuple[Point, ...]:
    """Return a route parallel to another, to the left of it."""
    legs = [_toward(*leg) for leg in pairwise(stops)]
    moved: list[Point] = []
    for stop, before, after in zip(stops, [legs[0], *legs], [*legs, legs[-1]], strict=True):
        along = 1 + before[0] * after[0] + before[1] * after[1]
        x, y = before[0] + after[0], before[1] + after[1]
        if along < 1e-6:  # the route turns back
            (x, y), along = before, 1.0
        moved.append(stop.moved(aside * y / along, -aside * x / along))
    return tuple(moved)


def _curve(start: Point, toward: Point, end: Point) -> Curve:
    """Return a curve whose tangents at both ends pass through ``toward``."""
    first, second = (ends.toward(toward, 2 / 3) for ends in (start, end))
    return Curve(first, second, end)


def _rounded(route: Sequence[Point]) -> Iterator[Segment]:
    """Yield lines along a route with rounded corners."""
    here = route[0]
    for corner, after in pairwise(route[1:]):
        reach = min(BEND, dist(here, corner) / 2, dist(corner, after) / 2)
        near = corner.toward(here, reach / dist(corner, here))
        yield Line(near)
        here = corner.toward(after, reach / dist(corner, after))
        yield _curve(near, corner, here)
    yield Line(route[-1])


def _toward(start: Point, end: Point) -> tuple[float, float]:
    length = dist(start, end)
    return (end.x - start.x) / length, (end.y - start.y) / length


def looks_of(
    game: Game, example: Example, position: ResolvedPosition, unit: float, frame: Rect
) -> tuple[ArrowLook, ...]:
    """Return the look of each arrow: pieces of different colours move in different colours.

    A red piece moves in red if it can, and no other does; so do blue and green ones. An arrow that
    shows the reach of a piece has the colour of its tint.
    """
    colors = {color for one in game.components.values() for color in one.piece_colors.values()}
    own = {color: found for color in colors if (found := _like(color))}
    others = [color for color in COLORS if color not in own.values()] or [*COLORS]
    tints = {one.of: EDGES[n % len(EDGES)] for n, one in enumerate(example.reach)}
    seen: dict[str, str] = {}
    looks: list[ArrowLook] = []
    for move in position.moves:
        mover = _mover(game, move) or next(reversed(seen), "")
        usual = others if mover else COLORS
        free = next((one for one in usual if one not in seen.values()), usual[0])
        color = seen.setdefault(mover, own.get(mover, free))
        if not move.arrow.done:
            color = tints.get(move.arrow.start, color)
        looks.append(ArrowLook(color, unit, frame))
    return tuple(looks)


def _like(color: str) -> str | None:
    """Return the colour for arrows with about the same hue; None if a piece has hardly any."""
    hue, _, vivid = rgb_to_hls(*channels(color))
    hues = {one: rgb_to_hls(*channels(one))[0] for one in COLORS}
    near = min(COLORS, key=lambda one: abs((hue - hues[one] + 0.5) % 1 - 0.5))
    return near if vivid > VIVID and abs((hue - hues[near] + 0.5) % 1 - 0.5) < SAME_HUE else None


def _mover(game: Game, move: Move) -> str:
    """Return the colour of the moving piece, or "" if pieces have no colours."""
    stands = move.arrow.to if move.arrow.start == BESIDE else move.arrow.start
    there = [piece for piece in move.before.values() if piece.place == stands]
    for piece in (move.gone,) if move.gone else there:
        colors = game.components[piece.component].piece_colors
        if colors:
            return colors[move.arrow.piece or piece.names[-1]]
    return ""


def place_number(
    arrow: Arrow, board: Board, letter: Mm, look: ArrowLook, route: ArrowRoute, seen: Sequence[Disc]
) -> Disc:
    """Return where the number of an arrow goes: at the middle of its first leg if that is long.

    If it would hide there what is to be ``seen``, it goes to a corner of a place beside the arrow.
    """
    middle, radius = (
        _middle(arrow, board, letter, look, route.points),
        (DISC + DISC_LINE / 2) * letter,
    )
    nearby = {arrow.places[0], arrow.places[min(1, len(arrow.places) - 1)]}
    corners = {corner for name in nearby for corner in board.outline(board.by_name[name])}
    tried = sorted(corners, key=lambda corner: (dist(corner, middle), corner))
    tried = tried if route.cut else [middle, *tried]

    def hidden(at: Point) -> int:
        return sum(dist(at, one.center) < radius + one.radius for one in seen)

    return Disc(min(tried, key=hidden), radius)


def _middle(
    arrow: Arrow, board: Board, letter: Mm, look: ArrowLook, route: Sequence[Point]
) -> Point:
    start, end = route[:2]
    length = dist(start, end)
    middle = start.toward(end, 0.5)
    comes = board.way_off(board.by_name[arrow.places[0]], comes=True)
    if arrow.start == BESIDE and (comes or length < SHORT * letter):
        middle = start.toward(end, -DISC * letter / length)
    elif arrow.aside and len(arrow.stops) == 2:  # a bow is half as high as what it bends towards
        middle = start.toward(route[-1], 0.5).toward(route[1], 0.5)
    elif length < SHORT * letter:
        x, y = _toward(start, end)
        aside = DISC * letter + SHAFT * look.unit
        middle = middle.moved(aside * y, -aside * x)
    return middle


def _stops(arrow: Arrow, board: Board, look: ArrowLook) -> tuple[Point, ...]:
    """Return the points of an arrow, including those beside the board."""
    places = [board.by_name[name] for name in arrow.places]
    stops = [place.center for place in places]
    if arrow.start == BESIDE:
        way_on = board.way_off(places[0], comes=True)
        stops.insert(0, way_on or _off(look, stops[0], BEFORE_EDGE))
    if arrow.to == BESIDE:
        way_off = board.way_off(places[-1], comes=False)
        stops.append(way_off or _off(look, stops[-1], PAST_EDGE))
    return tuple(stops)


def _off(look: ArrowLook, point: Point, distance: Mm) -> Point:
    """Return the nearest point that lies ``distance`` outside what a figure shows."""
    out = look.frame.inset(-distance * look.unit)
    ends = (
        Point(point.x, out.y),
        Point(point.x, out.bottom),
        Point(out.x, point.y),
        Point(out.right, point.y),
    )
    return min(ends, key=lambda end: dist(end, point))
