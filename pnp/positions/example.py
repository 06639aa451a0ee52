"""Draw an example of play: part of a board with pieces, arrows and marked places."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from math import dist, hypot

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Curve, Line, Path, Segment, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.registry import draw_tokens, draw_turned
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import spelled_out
from pnp.game.resolve import ResolvedPosition, resolve
from pnp.game.rules import RuleSet
from pnp.game.setup import BESIDE, Arrow, Example
from pnp.positions.marks import draw_hidden_face, draw_number, draw_reach, faded
from pnp.positions.position import PlacedPiece, draw_empty, draw_placed
from pnp.scene import Group, Item, Scene, Shape, Style, items_bounds

USUAL = 0.35  # of a board's size: at which most figures are printed
LETTER: Mm = 2.3  # the font size of lettering once it is printed: 6.5 pt
COLOR = "#c2361f"
SHAFT: Mm = 1.1
HEAD: Mm = 4.5
BEND: Mm = 7.0  # from a corner of the way: where its rounding begins
DASH = (2.4, 1.6)  # of a capture
RIM: Mm = 2.0  # around the places that are shown
BEFORE = 0.16  # of a place's shorter side: how far from its middle a head ends
GAP: Mm = 0.8  # between a head and the piece it ends at
MARK = Style(stroke=COLOR, stroke_width=0.9)


def _arrow(arrow: Arrow, board: Board, standing: Sequence[PlacedPiece]) -> Iterator[Item]:
    """Draw an arrow that ends before a piece, or just before the middle of an empty place.

    A straight one that is moved aside becomes a bow between the same ends.
    """
    stops = _stops(arrow, board)
    piece = items_bounds(one.item for one in standing if one.place == arrow.to)
    room = 2 * BEFORE * min(board.by_name[arrow.places[-1]].size)
    before = piece.inset(-GAP).size if piece else Size(room, room)  # of an ellipse: half its size
    bow = arrow.aside and len(stops) == 2
    route = _bowed(stops[0], stops[1], arrow.aside) if bow else _moved(stops, arrow.aside)
    x, y = _toward(route[-2], route[-1])
    short = 1 / hypot(2 * x / before.width, 2 * y / before.height)
    tip = route[-1].moved(-short * x, -short * y)
    foot = tip.moved(-HEAD * x, -HEAD * y)
    route = (*route[:-1], foot)
    segments = (_curve(*route),) if bow else tuple(_rounded(route))
    shaft = Path(route[0], segments, closed=False)
    dash = () if arrow.kind == "move" else DASH
    yield Shape((shaft,), Style(stroke=COLOR, stroke_width=SHAFT, dash=dash))
    sides = [foot.moved(-side * y, side * x) for side in (HEAD / 2, -HEAD / 2)]
    yield Shape((polygon((tip, *sides)),), Style(fill=COLOR))
    dot = polygon(route[0].moved(dx, dy) for dx, dy in ((-1, 0), (0, -1), (1, 0), (0, 1)))
    yield Shape((dot,), Style(fill=COLOR))


def _bowed(start: Point, end: Point, aside: Mm) -> tuple[Point, ...]:
    """Return the ends of a bow, with the point between that it bends towards."""
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
    first, second = (_between(ends, toward, 2 / 3) for ends in (start, end))
    return Curve(first, second, end)


def _rounded(route: Sequence[Point]) -> Iterator[Segment]:
    """Yield lines along a route with rounded corners."""
    here = route[0]
    for corner, after in pairwise(route[1:]):
        reach = min(BEND, dist(here, corner) / 2, dist(corner, after) / 2)
        near = _between(corner, here, reach / dist(corner, here))
        yield Line(near)
        here = _between(corner, after, reach / dist(corner, after))
        yield _curve(near, corner, here)
    yield Line(route[-1])


def _toward(start: Point, end: Point) -> tuple[float, float]:
    length = dist(start, end)
    return (end.x - start.x) / length, (end.y - start.y) / length


def _between(start: Point, end: Point, part: float) -> Point:
    return start.moved(part * (end.x - start.x), part * (end.y - start.y))


def draw_example(
    game: Game, example: Example, rule_set: RuleSet | None = None, scale: float = USUAL
) -> Scene:
    """Draw a position that its audit has passed, cut off around the places it shows.

    Marks and arrows lie on the board and on tiles, and other pieces stand on them. Lettering is
    drawn for the ``scale`` at which the figure is printed.
    """
    board = game.boards[example.board]
    position = resolve(game, example, rule_set)
    laid = tuple(draw_placed(game, example.board, position.laid))
    standing = [one for one in laid if not one.covers]
    marked = [polygon(outline) for outline in _outlines(board, example.marked)]
    gone = tuple(move.gone for move in position.moves if move.gone)
    items = (
        *draw_empty(game, example.board),
        *draw_reach(board, example.reach),
        *(faded(one.item) for one in draw_placed(game, example.board, gone) if one.covers),
        *(one.item for one in laid if one.covers),
        *_hidden(game, example, position),
        *((Shape(tuple(marked), MARK),) if marked else ()),
        *(faded(one.item) for one in draw_placed(game, example.board, gone) if not one.covers),
        *(item for arrow in example.arrows for item in _arrow(arrow, board, standing)),
        *(one.item for one in standing),
        *_numbers(example, board, LETTER / scale),
    )
    shown = Rect(0, 0, *board.size)
    corners = [*chain.from_iterable(_outlines(board, example.show))]
    if corners:
        shown = Rect.around(corners).inset(-RIM).intersection(shown)
    frame = rectangle(Rect(0, 0, *shown.size))
    return Scene(shown.size, (Group(items, Transform.move(-shown.x, -shown.y), frame),))


def _hidden(game: Game, example: Example, position: ResolvedPosition) -> Iterator[Item]:
    """Draw the faces below the pieces that an example tells of."""
    wanted = set(spelled_out(example.hidden))
    for piece in position.laid:
        if piece.place in wanted and game.components[piece.component].two_sided:
            (placed,) = draw_placed(game, example.board, (piece,))
            faces = (draw_tokens if piece.turned_over else draw_turned)(game, piece.component)
            yield draw_hidden_face(placed, faces[piece.names[-1]])


def _numbers(example: Example, board: Board, letter: Mm) -> Iterator[Item]:
    """Draw the number of each arrow that has one, beside the middle of its first leg."""
    for arrow in example.arrows:
        if arrow.number is not None:
            start, end, *_ = _moved(_stops(arrow, board), arrow.aside)
            middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
            yield from draw_number(arrow.number, middle, letter, COLOR)


def _stops(arrow: Arrow, board: Board) -> tuple[Point, ...]:
    """Return the points of an arrow; what is beside the board is straight off its nearest edge."""
    found = [board.by_name[name].center for name in arrow.places]
    before = [_off(board, found[0])] if arrow.start == BESIDE else []
    after = [_off(board, found[-1])] if arrow.to == BESIDE else []
    return (*before, *found, *after)


def _off(board: Board, point: Point) -> Point:
    """Return the point of the board's edge that is nearest to another."""
    width, height = board.size
    ends = (Point(point.x, 0), Point(point.x, height), Point(0, point.y), Point(width, point.y))
    return min(ends, key=lambda end: dist(end, point))


def _outlines(board: Board, words: Sequence[str]) -> list[tuple[Point, ...]]:
    """Return the corners of the places that words stand for."""
    return [board.outline(board.by_name[name]) for name in spelled_out(words)]
