"""Check examples of play as played out, and find their figures for use in texts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from math import hypot
from typing import NamedTuple

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point
from pnp.base.units import EPSILON, join_words
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import spelled_out
from pnp.game.resolve import Move, ResolvedPosition, resolve, start_of
from pnp.game.rules import BESIDE, SETUP, Arrow, Example, LaidPiece, RuleSet

MOST_TOLD = 3  # places that contradict the start position; the rest is counted


def figures_of(game: Game, example: Example, position: ResolvedPosition) -> dict[str, FigureValue]:
    """Return the figures of a resolved example by the names that texts use.

    Pieces are counted after all moves that are made; pieces that an arrow passes, when it begins.
    """
    return {
        **_of_kinds(game, position),
        **_of_tiles(game, position),
        **_of_pieces(game, example, position),
        **_of_arrows(game, example, position),
        **_of_what_is_beside(example, position),
        **{f"reach_{one.of}": len(spelled_out(one.to)) for one in example.reach},
    }


def _of_kinds(game: Game, position: ResolvedPosition) -> dict[str, FigureValue]:
    """Return the figures that each kind of component computes from its own pieces."""
    counted: dict[str, FigureValue] = {}
    laid = [(game.components[piece.component], piece) for piece in position.laid]
    neighbours = game.boards[position.board].neighbours
    for kind in dict.fromkeys(type(component) for component, _ in laid):
        own = [(component, lay) for component, lay in laid if type(component) is kind]
        counted |= kind.count_in_example(own, neighbours)
    return counted


def _of_what_is_beside(example: Example, position: ResolvedPosition) -> dict[str, FigureValue]:
    counted: dict[str, FigureValue] = {}
    if position.beside:
        counted["beside"] = sum(len(one.names) for one in position.beside)
    thrown = (face for throw in example.thrown for face in throw.shows)
    if numbers := tuple(face for face in thrown if isinstance(face, int)):
        counted["thrown"] = numbers
    return counted


def _of_tiles(game: Game, position: ResolvedPosition) -> dict[str, FigureValue]:
    counted: dict[str, FigureValue] = {}
    for place, (front, back) in _tiles(game, position.laid):
        counted |= {f"total_{place}": front + back, f"shown_{place}": front}
    return counted


def _of_pieces(game: Game, example: Example, position: ResolvedPosition) -> dict[str, FigureValue]:
    """Count marked places and the pieces on them, piles, and colours."""
    counted: dict[str, FigureValue] = {
        f"height_{piece.place}": len(piece.names) for piece in position.laid if piece.piled
    }
    standing = _standing(game, position.laid)
    marked = set(spelled_out(example.marked))
    if marked:
        taken = {piece.place for piece in position.laid}
        counted |= {"marked": len(marked), "occupied": len(taken & marked)}
        if all(name.isdigit() for name in marked):
            counted["numbers"] = tuple(sorted(map(int, marked)))
    if standing:
        places = marked or standing.keys()
        colors = {piece.color for place in places for piece in standing.get(place, ())}
        counted["colors"] = len(colors)
    return counted


def _of_arrows(game: Game, example: Example, position: ResolvedPosition) -> dict[str, FigureValue]:
    """Count the steps of each arrow and the pieces that it passes."""
    board = game.boards[example.board]
    ways = [way(board, arrow) for arrow in example.arrows]
    if not ways:
        return {}
    counted: dict[str, FigureValue] = {"steps": tuple(len(one) - 1 for one in ways)}
    marked = set(spelled_out(example.marked))
    if marked:
        counted["marked_steps"] = tuple(len(marked.intersection(one[1:])) for one in ways)
    tiles = [dict(_tiles(game, move.before.values())) for move in position.moves]
    if any(tiles):
        counted["dots"] = tuple(
            sum(seen.get(place, (0, 0))[0] for place in one[1:])
            for seen, one in zip(tiles, ways, strict=True)
        )
    seen_standing = [_standing(game, move.before.values()) for move in position.moves]
    if any(seen_standing):
        passed = [
            [piece.name for at in one[1:-1] for piece in standing.get(at, ())]
            for standing, one in zip(seen_standing, ways, strict=True)
        ]
        counted["between"] = tuple(map(len, passed))
        there = (piece for seen in seen_standing for all in seen.values() for piece in all)
        for name in dict.fromkeys(piece.name for piece in there):
            counted[f"between_{name}"] = tuple(names.count(name) for names in passed)
    return counted | _captures(position.moves, seen_standing)


def _captures(moves: Sequence[Move], seen: Sequence["_Standing"]) -> Counter[str]:
    """Count captures by both pieces: the top one at the arrow's start, and the one at its end."""
    return Counter(
        f"{standing[move.arrow.start][-1].name}_takes_{standing[move.arrow.to][-1].name}"
        for move, standing in zip(moves, seen, strict=True)
        if move.arrow.kind != "move" and {move.arrow.start, move.arrow.to} <= standing.keys()
    )


class _StandingPiece(NamedTuple):
    """A piece with a colour, and its id as used in names of figures."""

    name: str
    color: str


_Standing = Mapping[str, tuple[_StandingPiece, ...]]


def _standing(game: Game, laid: Iterable[LaidPiece]) -> _Standing:
    """Return the coloured pieces by their places, each pile from the bottom."""
    standing: dict[str, tuple[_StandingPiece, ...]] = {}
    for piece in laid:
        colors = game.components[piece.component].piece_colors
        if colors:
            found = tuple(_StandingPiece(n.replace("-", "_"), colors[n]) for n in piece.names)
            standing[piece.place] = standing.get(piece.place, ()) + found
    return standing


def _tiles(game: Game, laid: Iterable[LaidPiece]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield places with the front and back pips of the visible piece there."""
    for piece in laid:
        pips = game.components[piece.component].pips_of(piece.names[-1])
        if pips is not None:
            front, back = pips
            yield piece.place, (back, front) if piece.turned_over else (front, back)


def way(board: Board, arrow: Arrow) -> tuple[str, ...]:
    """Return the places whose middles an arrow passes, in order, including both ends.

    A point beside the board counts as a place next to the first or the last one.
    """
    centers = {place.name: place.center for place in board.places}
    found = list(arrow.places[:1])
    for start, end in pairwise(arrow.places):
        found += _after(start, end, centers)
    before, after = (BESIDE,) * (arrow.start == BESIDE), (BESIDE,) * (arrow.to == BESIDE)
    return (*before, *found, *after)


def _after(start: str, end: str, centers: Mapping[str, Point]) -> Iterator[str]:
    """Yield the places on the straight line from one to another, without the first."""
    origin, goal = centers[start], centers[end]
    length = hypot(goal.x - origin.x, goal.y - origin.y)
    x, y = (goal.x - origin.x) / length, (goal.y - origin.y) / length
    reached: dict[str, float] = {}
    for name, center in centers.items():
        along = x * (center.x - origin.x) + y * (center.y - origin.y)
        beside = x * (center.y - origin.y) - y * (center.x - origin.x)
        if abs(beside) < EPSILON and EPSILON < along < length + EPSILON:
            reached[name] = along
    yield from sorted(reached, key=reached.__getitem__)


def check_example(
    game: Game, rule_set: RuleSet, example: Example, position: ResolvedPosition
) -> Iterator[str]:
    """Yield the faults of an example whose pieces are known."""
    yield from _too_many(game, example, position)
    yield from _not_thrown(game, example)
    yield from _not_shown(game, example, position)
    if example.after is None and not example.other_deal:
        yield from _contradictions(game, rule_set, example)


def _too_many(game: Game, example: Example, position: ResolvedPosition) -> Iterator[str]:
    """Yield the pieces that are more numerous on the board and beside it than in the box."""
    places: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    shown = [(piece.component, piece.place, piece.names) for piece in position.laid]
    shown += [(one.lay.component, BESIDE, one.names) for one in position.beside]
    for component, place, names in shown:
        for name in filter(None, names):
            places[component, name].append(place)
    for (component, name), found in places.items():
        have = game.components[component].pieces.get(name, 0)
        if len(found) > have:
            where = " and ".join(islice(dict.fromkeys(found), 9))
            yield f"{name!r} of {component} lies on {where}, and the box has {have}"
    counts = Counter[str]()
    for component, _, names in shown:
        counts[component] += len(names)
    for throw in example.thrown:
        counts[throw.component] += len(throw.shows)
    for component, count in counts.items():
        have = game.components[component].count
        if count > have:
            yield f"{count} {component} are shown, and the box has {have}"


def _not_thrown(game: Game, example: Example) -> Iterator[str]:
    """Yield faces that no die has."""
    for throw in example.thrown:
        faces = dict.fromkeys(game.components[throw.component].thrown_faces)
        known = join_words(map(repr, faces)) or "none, as it is no die"
        for face in dict.fromkeys(throw.shows):
            if face not in faces:
                yield f"{throw.component} has no face {face!r}; its faces: {known}"


def _not_shown(game: Game, example: Example, position: ResolvedPosition) -> Iterator[str]:
    """Yield hidden faces and reaches of pieces that are not on the board."""
    there = {piece.place: piece for piece in position.laid}
    two_sided = {
        piece.place for piece in position.laid if game.components[piece.component].two_sided
    }
    for place in spelled_out(example.hidden):
        if place not in two_sided:
            yield f"hidden: no piece with two sides lies on {place}"
    for reach in example.reach:
        if reach.of not in there:
            yield f"reach: nothing stands on {reach.of}"


def _contradictions(game: Game, rule_set: RuleSet, example: Example) -> Iterator[str]:
    """Yield places where the example, before any move, contradicts the start position."""
    setup = start_of(game, rule_set)
    if setup is None or setup.board != example.board:
        return
    begun = resolve(game, example.model_copy(update={"arrows": ()}), rule_set)
    other = [
        f"{piece.place} shows {_described(piece)} and not {_described(before)}"
        for key, piece in begun.pieces.items()
        if (before := setup.pieces.get(key)) is not None and before != piece
    ]
    if other:
        more = f" and {len(other) - MOST_TOLD} more" if len(other) > MOST_TOLD else ""
        yield (
            "the start position differs from the set-up: "
            f'{", ".join(other[:MOST_TOLD])}{more}; begin with after = "{SETUP}", or write '
            "other_deal = true and say so in the caption"
        )


def _described(piece: LaidPiece) -> str:
    names = " + ".join(piece.names)
    turned = f" turned {piece.turned}" if piece.turned else ""
    return f"{names}{turned}{' on its back' if piece.turned_over else ''}"
