"""Draw the start position of a rule set: the board, what lies on it, and the pieces beside it."""

from collections.abc import Iterator
from itertools import cycle, islice

from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Size, Transform
from pnp.base.units import Mm
from pnp.components.art.label import LETTERS
from pnp.components.piece import cut_out
from pnp.components.registry import draw_component, draw_tokens
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.resolve import Beside, resolve, shuffled
from pnp.game.rules import RuleSet
from pnp.game.setup import Setup
from pnp.positions.position import draw_position
from pnp.scene import Group, Item, Scene, Text

FONT: FontName = "serif-bold"
TIMES = "\N{MULTIPLICATION SIGN}"
FEW = 4
LARGEST = 0.22  # of the board's shorter side: the greatest height of pieces beside it
GAP = 0.03  # of the board's shorter side


def draw_setup(game: Game, setup: Setup, rule_set: RuleSet | None = None) -> Scene:
    """Draw a start position that its audit has passed."""
    board = game.boards[setup.board]
    position = resolve(game, setup, rule_set)
    items = draw_position(game, position)
    beside = tuple(_beside(game, board, position.beside))
    if not beside:
        return Scene(board.size, items)
    low = max(bottom for _, bottom in beside)
    groups = (group for group, _ in beside)
    return Scene(Size(board.size.width, low), (*items, *groups))


def _beside(game: Game, board: Board, entries: tuple[Beside, ...]) -> Iterator[tuple[Group, Mm]]:
    """Draw the pieces that wait below the board, each entry with its count, in rows.

    Yields:
        The drawing of each entry, and its bottom edge.
    """
    side = min(board.size)
    largest, gap = LARGEST * side, GAP * side
    rows: list[list[Scene]] = [[]]
    for heap in (_heap(game, entry, largest, gap) for entry in entries):
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


def _heap(game: Game, entry: Beside, largest: Mm, gap: Mm) -> Scene:
    """Draw the count and a few of the pieces, half overlapping, from the origin on."""
    shown = _some(game, entry)
    height = max(token.size.height for token in shown)
    scale = min(1.0, largest / height)
    size = 0.35 * largest
    height = max(scale * height, size)
    words = f"{entry.lay.count} {TIMES}"
    left = text_width(words, FONT, size) + gap / 2
    baseline = height / 2 + size * cap_height(FONT) / 2
    items: list[Item] = [Text(Point(0, baseline), words, FONT, size, LETTERS)]
    for token in shown:
        move = Transform.move(left, (height - scale * token.size.height) / 2)
        items.append(Group(token.items, Transform.scale(scale).then(move)))
        left += 0.6 * scale * token.size.width
    return Scene(Size(left + 0.4 * scale * shown[-1].size.width, height), tuple(items))


def _some(game: Game, entry: Beside) -> list[Scene]:
    """Draw the back that the pieces of an entry share, or some of the pieces."""
    component_id, names = entry.lay.component, entry.lay.pieces
    pieces = draw_component(game, component_id)
    back = pieces[0].back
    if not names and back and len(pieces) > 1 and all(one.back == back for one in pieces):
        return [cut_out(back)]
    tokens = draw_tokens(game, component_id)
    any_names = islice(cycle(shuffled(list(tokens))), len(entry.names))
    dealt = [name or other for name, other in zip(entry.names, any_names, strict=True)]
    return [tokens[name] for name in names or dealt[:FEW]]
