"""Figures that texts may use of an example of play: pairs, totals, colours, steps."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point
from pnp.base.units import EPSILON
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import spelled_out
from pnp.game.setup import Arrow, Example


def example_figures(game: Game, example: Example) -> dict[str, FigureValue]:
    """Return the figures of an example by the names that texts use."""
    return {
        **_of_kinds(game, example),
        **_of_tiles(game, example),
        **_of_pieces(game, example),
        **_of_arrows(game, example),
    }


def _of_kinds(game: Game, example: Example) -> dict[str, FigureValue]:
    """Return what each kind of component counts of its own pieces."""
    counted: dict[str, FigureValue] = {}
    laid = [(game.components[lay.component], lay) for lay in example.lay]
    neighbours = game.boards[example.board].neighbours
    for kind in dict.fromkeys(type(component) for component, _ in laid):
        own = [(component, lay) for component, lay in laid if type(component) is kind]
        counted |= kind.count_in_example(own, neighbours)
    return counted


def _of_tiles(game: Game, example: Example) -> dict[str, FigureValue]:
    counted: dict[str, FigureValue] = {}
    for place, (front, back) in _tiles(game, example):
        counted |= {f"total_{place}": front + back, f"shown_{place}": front}
    return counted


def _of_pieces(game: Game, example: Example) -> dict[str, FigureValue]:
    """Count marked places and the pieces on them, piles, and colours."""
    counted: dict[str, FigureValue] = {
        f"height_{place}": len(lay.pile)
        for lay in example.lay
        if lay.pile
        for place in spelled_out(lay.at)
    }
    standing = _standing(game, example)
    marked = set(spelled_out(example.marked))
    if marked:
        taken = {name for lay in example.lay for name in spelled_out(lay.at)}
        counted |= {"marked": len(marked), "occupied": len(taken & marked)}
        if all(name.isdigit() for name in marked):
            counted["numbers"] = tuple(sorted(map(int, marked)))
    if standing:
        places = marked or standing.keys()
        colors = {piece.color for place in places for piece in standing.get(place, ())}
        counted["colors"] = len(colors)
    return counted


def _of_arrows(game: Game, example: Example) -> dict[str, FigureValue]:
    """Count the steps of each arrow and the pieces that it passes."""
    board = game.boards[example.board]
    ways = [way(board, arrow) for arrow in example.arrows]
    if not ways:
        return {}
    counted: dict[str, FigureValue] = {"steps": tuple(len(one) - 1 for one in ways)}
    marked = set(spelled_out(example.marked))
    if marked:
        counted["marked_steps"] = tuple(len(marked.intersection(one[1:])) for one in ways)
    tiles = dict(_tiles(game, example))
    if tiles:
        dots = {place: front for place, (front, _) in tiles.items()}
        counted["dots"] = tuple(sum(dots.get(place, 0) for place in one[1:]) for one in ways)
    standing = _standing(game, example)
    if standing:
        passed = [[p.name for at in one[1:-1] for p in standing.get(at, ())] for one in ways]
        counted["between"] = tuple(map(len, passed))
        for name in dict.fromkeys(p.name for pieces in standing.values() for p in pieces):
            counted[f"between_{name}"] = tuple(names.count(name) for names in passed)
    return counted | _captures(example, standing)


def _captures(example: Example, standing: "_Standing") -> Counter[str]:
    """Count captures by both pieces: the top one where the arrow starts, and where it ends."""
    return Counter(
        f"{standing[arrow.start][-1].name}_takes_{standing[arrow.to][-1].name}"
        for arrow in example.arrows
        if arrow.kind == "capture" and arrow.start in standing and arrow.to in standing
    )


class _StandingPiece(NamedTuple):
    """A piece with a colour, and its id as figures are named."""

    name: str
    color: str


_Standing = Mapping[str, tuple[_StandingPiece, ...]]


def _standing(game: Game, example: Example) -> _Standing:
    """Return the pieces with colours by the places where they are, each pile from below."""
    standing: dict[str, tuple[_StandingPiece, ...]] = {}
    for lay in example.lay:
        colors = game.components[lay.component].piece_colors
        if colors:
            names = lay.pile or lay.pieces * lay.each
            pieces = tuple(_StandingPiece(name.replace("-", "_"), colors[name]) for name in names)
            for place in spelled_out(lay.at):
                standing[place] = standing.get(place, ()) + pieces
    return standing


def _tiles(game: Game, example: Example) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield places with the pips in front and behind of the piece that is seen there."""
    for lay in example.lay:
        pips = game.components[lay.component].pips_of(lay.names[-1])
        if pips is not None:
            for place in spelled_out(lay.at):
                yield place, pips


def way(board: Board, arrow: Arrow) -> tuple[str, ...]:
    """Return the places whose middle an arrow passes, in order, both ends included.

    Raises:
        KeyError: If the arrow names a place that the board does not have.
    """
    centers = {place.name: place.center for place in board.places}
    found = [arrow.start]
    for start, end in pairwise(arrow.stops):
        found += _after(start, end, centers)
    return tuple(found)


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
