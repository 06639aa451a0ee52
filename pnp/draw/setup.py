"""Draw the start position of a rule set: the board, what lies on it, and what waits beside it."""

from collections.abc import Iterator
from itertools import count, islice
from math import gcd
from typing import NamedTuple

from pnp.draw.component import draw_component
from pnp.draw.token import draw_common_back, draw_tokens
from pnp.fonts import FontName, cap_height, text_width
from pnp.geometry import Point, Size, Transform
from pnp.model.game import Board, Game
from pnp.model.pieces import pieces_of
from pnp.model.places import Place, away, spelled_out
from pnp.model.setup import Lay, Setup
from pnp.model.standees import Standees
from pnp.model.tables import Tables
from pnp.path import circle
from pnp.scene import Group, Item, Role, Scene, Shape, Style, Text
from pnp.units import Mm

FONT: FontName = "serif-bold"
TIMES = "\N{MULTIPLICATION SIGN}"
INK = "#3b342b"
FEW = 4
LARGEST = 0.22  # of the board's shorter side: how high what lies beside it may be drawn
GAP = 0.03  # of the board's shorter side
FREE = Style(stroke="#9a9486", stroke_width=0.4, dash=(1.6, 1.2))


def draw_setup(game: Game, setup: Setup) -> Scene:
    """Draw a position that its audit has passed; pieces that may be any are dealt in a fixed order.

    Places that stay free at the players' choice have a dashed ring.
    """
    board = game.boards[setup.board]
    (face,) = draw_component(game, setup.board)
    items: list[Item] = list(face.front.only(Role.ART).items)
    deals: dict[str, Iterator[str]] = {}
    for lay in (lay for lay in setup.lay if lay.at):
        items += _laid(game, board, lay, deals)
    beside = tuple(_beside(game, board, [lay for lay in setup.lay if not lay.at]))
    if not beside:
        return Scene(board.size, tuple(items))
    low = max(bottom for _, bottom in beside)
    groups = [group for group, _ in beside]
    return Scene(Size(board.size.width, low), (*items, *groups))


def _laid(game: Game, board: Board, lay: Lay, deals: dict[str, Iterator[str]]) -> Iterator[Item]:
    """Draw one entry's pieces on its places."""
    tokens = draw_tokens(game, lay.component)
    upright = isinstance(game.components[lay.component], Standees)
    by_name = {place.name: place for place in board.places}
    places = [by_name[name] for name in spelled_out(lay.at)]
    dealt = _dealt(game, lay) if lay.pieces else deals.setdefault(lay.component, _dealt(game, lay))
    left = lay.count if lay.count is not None else len(places) * lay.each
    for place in places:
        here = min(lay.each, left)
        left -= here
        if not here:
            yield Shape((circle(place.center, 0.3 * min(place.size)),), FREE)
        for number in range(here):
            token = tokens[next(dealt)]
            at = _spot(board, place, token.size, number, here)
            turn = 0.0 if upright else place.turn
            yield Group(token.items, _onto(token.size, at, turn))


def _spot(board: Board, place: Place, size: Size, number: int, of: int) -> Point:
    """Return where one of several pieces on a place lies: along a point, or side by side."""
    if isinstance(board, Tables):
        return away(place.center, place.turn, number * size.height)
    pitch = min(size.width, 0.9 * (place.size.width - size.width) / max(1, of - 1))
    return place.center.moved(pitch * (number - (of - 1) / 2), 0)


def _dealt(game: Game, lay: Lay) -> Iterator[str]:
    """Yield names of pieces over and over, mixed, in the same order on every day."""
    box = pieces_of(game.components[lay.component])
    names = [name for name in box if not lay.pieces or name in lay.pieces]
    pile = [name for name in names for _ in range(box[name])]
    stride = next(n for n in range(max(1, len(pile) * 5 // 8), 2**31) if gcd(n, len(pile)) == 1)
    for number in count():
        yield pile[number * stride % len(pile)]


def _beside(game: Game, board: Board, lays: list[Lay]) -> Iterator[tuple[Group, Mm]]:
    """Draw what waits below the board, each entry with its number, in rows.

    Yields:
        What is drawn of each entry, and how far down it reaches.
    """
    side = min(board.size)
    largest, gap = LARGEST * side, GAP * side
    rows: list[list[_Heap]] = [[]]
    for heap in (_heap(game, lay, largest, gap) for lay in lays):
        width = sum(one.size.width + 3 * gap for one in rows[-1])
        if rows[-1] and 2 * gap + width + heap.size.width > board.size.width:
            rows.append([])
        rows[-1].append(heap)
    top = board.size.height + gap
    for row in filter(None, rows):
        height, left = max(heap.size.height for heap in row), gap
        for heap in row:
            move = Transform.move(left, top + (height - heap.size.height) / 2)
            yield Group(heap.items, move), top + height + gap
            left += heap.size.width + 3 * gap
        top += height + gap


class _Heap(NamedTuple):
    items: tuple[Item, ...]
    size: Size


def _heap(game: Game, lay: Lay, largest: Mm, gap: Mm) -> _Heap:
    """Draw how many there are and some of them, one half over the other, from the origin on."""
    shown = _some(game, lay)
    height = max(token.size.height for token in shown)
    scale = min(1.0, largest / height)
    size = 0.35 * largest
    height = max(scale * height, size)
    words = f"{lay.count} {TIMES}"
    left = text_width(words, FONT, size) + gap / 2
    baseline = height / 2 + size * cap_height(FONT) / 2
    items: list[Item] = [Text(Point(0, baseline), words, FONT, size, INK)]
    for token in shown:
        move = Transform.move(left, (height - scale * token.size.height) / 2)
        items.append(Group(token.items, Transform.scale(scale).then(move)))
        left += 0.6 * scale * token.size.width
    return _Heap(tuple(items), Size(left + 0.4 * scale * shown[-1].size.width, height))


def _some(game: Game, lay: Lay) -> list[Scene]:
    """Draw the back that an entry's pieces have in common, or some of the pieces themselves."""
    tokens = draw_tokens(game, lay.component)
    if lay.pieces:
        return [tokens[name] for name in lay.pieces]
    back = draw_common_back(game, lay.component)
    return (
        [back] if back else [tokens[n] for n in islice(_dealt(game, lay), min(FEW, lay.count or 1))]
    )


def _onto(size: Size, at: Point, turn: float) -> Transform:
    middle = Point(size.width / 2, size.height / 2)
    return Transform.turn(turn, middle).then(Transform.move(at.x - middle.x, at.y - middle.y))
