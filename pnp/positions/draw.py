"""Draw the positions of a rule set: start positions, examples of play, and that on the cover."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from math import fsum
from typing import NamedTuple

from pnp.base.color import WHITE
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import polygon
from pnp.base.units import Mm
from pnp.components.art.label import LETTERS
from pnp.components.piece import cut_out
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import spelled_out
from pnp.game.resolve import Beside, ResolvedPosition, shuffled
from pnp.game.rules import Example, LaidPiece, RuleSet, Setup
from pnp.positions.arrows import (
    COLORS,
    Disc,
    clear_route,
    draw_arrow,
    looks_of,
    pips_on,
    place_number,
)
from pnp.positions.figure import (
    AIR,
    DISC,
    LEAST,
    LETTER,
    USUAL,
    composed,
    cropped,
    draw_hidden_face,
    draw_labels,
    draw_number,
    draw_reach,
    faded,
    frame_of,
    legible,
    shown_of,
)
from pnp.positions.position import PieceDrawings, PlacedPiece, draw_placed, in_layers, tiled_places
from pnp.scene import Group, Item, Scene, Shape, Style, Text, item_bounds

FONT: FontName = "serif-bold"
TIMES = "\N{MULTIPLICATION SIGN}"
MOST_KINDS = 6  # of pieces of an entry that are drawn one by one
HEIGHT: Mm = 9.0  # of a piece beside the board, on paper
SEEN: Mm = 5.0  # the least height on paper of what waits beside a board
WIDEST = 2.5  # times as wide as high
COUNT: Mm = 3.0  # the font size of a count, on paper: 8.5 points
GAP: Mm = 2.2  # on paper
ROW: Mm = 78.0  # on paper: as wide as a row of them may be below a narrower board
NARROW: Mm = 32.0  # on paper: as wide as a row may be below a narrower example
APART_STEPS: Mm = 3.0  # on paper: between the steps of a turn
APART = 0.15  # of the height: between pieces of one entry
MARK = Style(stroke=COLORS[0], stroke_width=0.9)
MARK_EDGE = Style(stroke=WHITE, stroke_width=2.1)  # which parts it from what it lies on


def position_of_cover(
    game: Game, rule_set: str = "", drawings: PieceDrawings | None = None
) -> tuple[str, str] | None:
    """Return the rule set and the name of the position on a cover, of a game or a rule set.

    It is the position that the game names, or else the one with the most pieces; None if there are
    no positions.
    """
    if game.cover:
        rule_set_id, _, name = game.cover.partition("/")
        if rule_set in ("", rule_set_id):
            return rule_set_id, name
    drawings = drawings or PieceDrawings(game)
    pieces = {
        (rule_set_id, name): len(drawings.resolved(position, rules).laid)
        for rule_set_id, rules in game.rule_sets.items()
        if rule_set in ("", rule_set_id)
        for name, position in rules.positions.items()
    }
    return max(pieces, key=pieces.__getitem__, default=None)


def draw_setup(
    game: Game,
    setup: Setup,
    rule_set: RuleSet | None = None,
    scale: float = USUAL,
    drawings: PieceDrawings | None = None,
) -> Scene:
    """Draw an audited start position, for the scale at which it is printed."""
    drawings = drawings or PieceDrawings(game)
    board, letter = game.boards[setup.board], LETTER / scale
    position = drawings.resolved(setup, rule_set)
    shown, frame = shown_of(board, ()), frame_of(board, board.places, whole=True)
    tiled = tiled_places(game, setup.board, position.laid)
    laid = in_layers(tuple(draw_placed(drawings, setup.board, position.laid, tiled, scale)))
    standing = tuple(one for one in laid if not one.covers)
    labels = tuple(draw_labels(board, shown, frame, letter)) if setup.coordinates else ()
    empty = drawings.empty(setup.board, letter if setup.coordinates else 0.0)
    items = [
        cropped(board, shown, frame, legible(empty, LEAST / scale)),
        *legible(tuple(one.item for one in laid if one.covers), LEAST / scale),
        *_ways(drawings, rule_set, standing, USUAL / scale, frame),
        *legible(tuple(one.item for one in standing), LEAST / scale),
        *labels,
    ]
    heaps = [heap for entry in position.beside for heap in _heaps(drawings, entry, scale)]
    if heaps:
        items += _below(heaps, frame, ROW, scale, _bottom(items, frame, drawings))
    return composed(frame, items, AIR * letter, drawings)


def _ways(
    drawings: PieceDrawings,
    rule_set: RuleSet | None,
    standing: Sequence[PlacedPiece],
    unit: float,
    frame: Rect,
) -> Iterator[Item]:
    """Draw the routes of pieces, if the start position shows them."""
    ways = rule_set and rule_set.setup and rule_set.setup.ways
    if rule_set is None or not ways:
        return
    example = rule_set.examples[ways]
    resolved = drawings.resolved(example, rule_set)
    looks = looks_of(drawings.game, example, resolved, unit, frame)
    for arrow, look in zip(example.arrows, looks, strict=True):
        yield from draw_arrow(arrow, drawings.game.boards[example.board], standing, look)


def _bottom(items: list[Item], frame: Rect, drawings: PieceDrawings) -> Mm:
    bounds = drawings.bounds(items)
    return max(frame.bottom, bounds.bottom if bounds else frame.bottom)


def _below(
    heaps: Iterable[Scene], frame: Rect, widest: Mm, scale: float, top: Mm
) -> Iterator[Group]:
    """Draw what lies beside the board below it, in rows as wide as it or ``widest`` on paper."""
    gap, width = GAP / scale, max(frame.width, widest / scale)
    rows: list[list[Scene]] = [[]]
    for heap in heaps:
        taken = fsum(one.size.width + 2 * gap for one in rows[-1])
        if rows[-1] and taken + heap.size.width > width:
            rows.append([])
        rows[-1].append(heap)
    top += gap
    for row in filter(None, rows):
        height = max(heap.size.height for heap in row)
        left = frame.center.x - fsum(heap.size.width + 2 * gap for heap in row) / 2 + gap
        for heap in row:
            move = Transform.move(left, top + (height - heap.size.height) / 2)
            yield Group(heap.items, move)
            left += heap.size.width + 2 * gap
        top += height + gap


def _heaps(drawings: PieceDrawings, entry: Beside, scale: float) -> Iterator[Scene]:
    """Draw an entry: its different pieces, each with its count, or one for all of them."""
    component_id, count = entry.lay.component, entry.lay.count or 0
    pieces = drawings.pieces(component_id)
    back = pieces[0].back
    shared = len(pieces) > 1 and back and all(one.back == back for one in pieces)
    if shared and back and not entry.lay.pieces:
        yield _heap([cut_out(back)], count, scale)
        return
    tokens = drawings.tokens(component_id)
    any_names = islice(cycle(shuffled(list(tokens))), len(entry.names))
    names = Counter(name or other for name, other in zip(entry.names, any_names, strict=True))
    if len(names) > MOST_KINDS:
        yield _heap([tokens[next(iter(names))]], count, scale)
    elif max(names.values()) == 1:
        yield _heap([tokens[name] for name in names], 1, scale)
    else:
        yield from (_heap([tokens[name]], times, scale) for name, times in names.items())


def _heap(shown: list[Scene], count: int, scale: float) -> Scene:
    """Draw pieces side by side from the origin, after their count if there are more.

    They are as large as on the board, unless they would be hard to see or too high.
    """
    tallest = max(token.size.height for token in shown)
    high, size = min(HEIGHT / scale, max(tallest, SEEN / scale)), COUNT / scale
    items: list[Item] = []
    left = 0.0
    if count > 1:
        words = f"{count} {TIMES}"
        baseline = high / 2 + size * cap_height(FONT) / 2
        items.append(Text(Point(0, baseline), words, FONT, size, LETTERS))
        left = text_width(words, FONT, size) + APART * high
    for token in shown:
        fit = min(high / token.size.height, WIDEST * high / token.size.width, 1 / scale)
        drawn = Group(token.items, Transform.scale(fit))
        move = Transform.move(left, (high - fit * token.size.height) / 2)
        items.append(Group(legible((drawn,), LEAST / scale, enlarge=False), move))
        left += fit * token.size.width + APART * high
    return Scene(Size(left - APART * high, high), tuple(items))


def draw_example(
    game: Game,
    example: Example,
    rule_set: RuleSet | None = None,
    scale: float = USUAL,
    drawings: PieceDrawings | None = None,
) -> Scene:
    """Draw an audited position, cropped to the places that it shows.

    Marks and arrows lie on the board and on tiles, and other pieces stand on them. Lettering is
    drawn for the ``scale`` at which the figure is printed.
    """
    drawings = drawings or PieceDrawings(game)
    board, letter = game.boards[example.board], LETTER / scale
    position = drawings.resolved(example, rule_set)
    shown = shown_of(board, spelled_out(example.show))
    frame = frame_of(board, shown, whole=not example.show)
    names = {place.name for place in shown}
    labels = tuple(draw_labels(board, shown, frame, letter)) if example.coordinates else ()
    inner = letter if example.coordinates and not labels else 0.0
    empty = drawings.empty(example.board, inner)
    ground = legible(empty, LEAST / scale) + tuple(draw_reach(board, example.reach))
    items = [
        cropped(board, shown, frame, ground),
        *_pieces_and_arrows(drawings, example, position, names, scale, frame, labels),
        *labels,
    ]
    thrown = draw_dice(drawings, example, scale)
    waiting = (heap for entry in position.beside for heap in _heaps(drawings, entry, scale))
    if heaps := [*thrown, *waiting]:
        items += _below(heaps, frame, NARROW, scale, _bottom(items, frame, drawings))
    return composed(frame, items, AIR * letter, drawings)


def draw_dice(drawings: PieceDrawings, example: Example, scale: float) -> tuple[Scene, ...]:
    """Draw the dice that have been thrown, one after another."""
    return tuple(
        _heap([drawings.thrown(throw.component)[face]], 1, scale)
        for throw in example.thrown
        for face in throw.shows
    )


class TurnStep(NamedTuple):
    """Functions that draw a step of a turn for a scale: what lies there, and the dice thrown."""

    shown: Callable[[float], Scene]
    dice: Callable[[float], Sequence[Scene]]


def draw_strip(
    steps: Sequence[TurnStep], scale: float = USUAL, drawings: PieceDrawings | None = None
) -> Scene:
    """Draw the steps of a turn side by side, each below its number and the dice thrown."""
    letter, gap = LETTER / scale, APART_STEPS / scale
    disc, dice = 2 * DISC * letter, [step.dice(scale) for step in steps]
    high = max([disc, *(die.size.height for thrown in dice for die in thrown)])
    items: list[Item] = []
    left, height = 0.0, 0.0
    for number, (step, thrown) in enumerate(zip(steps, dice, strict=True), start=1):
        scene = step.shown(scale)
        above = disc + fsum(die.size.width + gap / 2 for die in thrown)
        width = max(scene.size.width, above)
        x = left + (width - above) / 2
        at = Point(x + disc / 2, high / 2)
        items += draw_number(number, at, letter, COLORS[0])
        x += disc + gap / 2
        for die in thrown:
            items.append(Group(die.items, Transform.move(x, (high - die.size.height) / 2)))
            x += die.size.width + gap / 2
        move = Transform.move(left + (width - scene.size.width) / 2, high + gap / 2)
        items.append(Group(scene.items, move))
        left += width + gap
        height = max(height, scene.size.height)
    frame = Rect(0, 0, left - gap, high + gap / 2 + height)
    return composed(frame, items, AIR * letter, drawings)


def _pieces_and_arrows(
    drawings: PieceDrawings,
    example: Example,
    position: ResolvedPosition,
    names: Container[str],
    scale: float,
    frame: Rect,
    labels: Sequence[Item],
) -> Iterator[Item]:
    """Draw the pieces on the visible places, and the moves over them, clear of ``labels``."""
    game = drawings.game
    board = game.boards[example.board]
    tiled = tiled_places(
        game, example.board, position.laid, *(move.before.values() for move in position.moves)
    )

    def drawn(laid: Iterable[LaidPiece]) -> tuple[PlacedPiece, ...]:
        here = tuple(piece for piece in laid if piece.place in names)
        found = tuple(draw_placed(drawings, example.board, here, tiled, scale))
        shown = legible(tuple(one.item for one in found), LEAST / scale)
        return tuple(one._replace(item=item) for one, item in zip(found, shown, strict=True))

    laid, gone = drawn(position.laid), drawn(move.gone for move in position.moves if move.gone)
    standing = [one for one in laid if not one.covers]
    counted = {
        piece.place
        for piece in position.laid
        if game.components[piece.component].pips_of(piece.names[-1]) is not None
    }
    pips = pips_on(one.item for one in laid if one.covers and one.place in counted)
    marked = [polygon(outline) for outline in _outlines(board, example.marked)]
    yield from faded(tuple(one.item for one in gone if one.covers))
    yield from (one.item for one in laid if one.covers)
    if example.hidden:
        others = [*(one.item for one in (*laid, *gone) if not one.covers), *labels]
        there = [bounds for one in others if (bounds := item_bounds(one))]
        seen = [*pips, *(Disc(bounds.center, min(bounds.size) / 2) for bounds in there)]
        for candidates in _hidden(drawings, example, position, scale):
            chosen = min(candidates, key=partial(_hidden_by, seen))
            pips += pips_on([chosen])
            yield chosen
    yield from (Shape(tuple(marked), style) for style in (MARK_EDGE, MARK) if marked)
    yield from faded(tuple(one.item for one in gone if not one.covers))
    looks = looks_of(game, example, position, USUAL / scale, frame)
    letter, kept = LETTER / scale, list(pips)
    ways = [
        (arrow, look, clear_route(arrow, board, standing, look, pips))
        for arrow, look in zip(example.arrows, looks, strict=True)
    ]
    for arrow, look, route in ways:
        yield from draw_arrow(arrow, board, standing, look, route)
    yield from (one.item for one in standing)
    for arrow, look, route in ways:
        if arrow.number is not None:
            disc = place_number(arrow, board, letter, look, route, kept)
            kept += [disc] if pips else []
            yield from draw_number(arrow.number, disc.center, letter, look.color)


def _hidden_by(seen: Iterable[Disc], item: Item) -> int:
    """Return how many discs an item hides, at least in part."""
    bounds = item_bounds(item) or Rect(0, 0, 0, 0)
    return sum(bounds.inset(-r).contains(Rect(at.x, at.y, 0, 0)) for at, r in seen)


def _hidden(
    drawings: PieceDrawings, example: Example, position: ResolvedPosition, scale: float
) -> Iterator[tuple[Item, ...]]:
    """Yield the ways to draw each of the hidden faces that an example mentions."""
    wanted = set(spelled_out(example.hidden))
    for piece in position.laid:
        if piece.place in wanted and drawings.game.components[piece.component].two_sided:
            (placed,) = draw_placed(drawings, example.board, (piece,))
            faces = (drawings.tokens if piece.turned_over else drawings.turned)(piece.component)
            yield tuple(draw_hidden_face(placed, faces[piece.names[-1]], scale))


def _outlines(board: Board, words: Sequence[str]) -> list[tuple[Point, ...]]:
    """Return the corners of the places that words name."""
    return [board.outline(board.by_name[name]) for name in spelled_out(words)]
