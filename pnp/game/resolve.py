"""Resolve positions: which piece lies where, once everything is dealt, laid and moved."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, count, islice
from math import gcd
from typing import NamedTuple

from pnp.game.game import Game
from pnp.game.places import spelled_out
from pnp.game.rules import BESIDE, SETUP, Arrow, Example, LaidPiece, Lay, Position, RuleSet

Pieces = Mapping[tuple[str, str], LaidPiece]
"""What lies on a board, in the order in which it is laid, by component and place."""


class Beside(NamedTuple):
    """An entry that lies beside the board, and the names of its pieces where known."""

    lay: Lay
    names: tuple[str, ...]


class Move(NamedTuple):
    """An arrow, with the pieces on the board before its move; ``gone`` is the piece it moved."""

    arrow: Arrow
    before: Pieces
    gone: LaidPiece | None = None


class ResolvedPosition(NamedTuple):
    """The pieces of a position by name; ``faults`` lists what is impossible in it."""

    board: str
    pieces: Pieces
    beside: tuple[Beside, ...] = ()
    moves: tuple[Move, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def laid(self) -> tuple[LaidPiece, ...]:
        """The pieces on the board, in the order in which they were laid."""
        return tuple(self.pieces.values())


def resolve(game: Game, position: Position, rule_set: RuleSet | None = None) -> ResolvedPosition:
    """Determine which piece lies on which place.

    ``rule_set`` is needed for an example that comes after another position, and for a start
    position if the box has more pieces than the rule set needs.
    """
    if isinstance(position, Example):
        return _resolved_example(game, position, rule_set)
    return _resolved_setup(game, position, rule_set)


def start_of(game: Game, rule_set: RuleSet) -> ResolvedPosition | None:
    """Return the start position of a rule set; None if it has none."""
    return resolve(game, rule_set.setup, rule_set) if rule_set.setup else None


def _filled(lay: Lay) -> Iterator[tuple[str, int]]:
    """Yield each place of an entry with its number of pieces, filling the first ones first."""
    places = spelled_out(lay.at)
    left = lay.count if lay.count is not None else len(places) * lay.on_each
    for place in places:
        here = min(lay.on_each, left)
        left -= here
        yield place, here


def _resolved_setup(game: Game, setup: Position, rule_set: RuleSet | None) -> ResolvedPosition:
    """Deal the pieces of a start position."""
    dealt = _Deal(game, setup.lay, rule_set).names
    laid: dict[tuple[str, str], LaidPiece] = {}
    beside: list[Beside] = []
    for lay, names in zip(setup.lay, dealt, strict=True):
        if not lay.at:
            beside.append(Beside(lay, names))
            continue
        left = iter(names)
        for place, here in _filled(lay):
            if here:
                found = tuple(islice(left, here)) if not lay.pile else lay.pile
                piece = LaidPiece(lay.component, place, found, lay.turned, bool(lay.pile))
                laid[lay.component, place] = piece
    return ResolvedPosition(setup.board, laid, tuple(beside))


class _Deal:
    """Deals the pieces of each entry: first by name, then out of a choice, then from the rest.

    No piece is dealt twice while others remain, and none that is already ``laid``.
    """

    def __init__(
        self,
        game: Game,
        lays: Sequence[Lay],
        rule_set: RuleSet | None,
        laid: Iterable[LaidPiece] = (),
    ) -> None:
        components = dict.fromkeys(lay.component for lay in lays)
        self._box = {component: _box(game, component, rule_set) for component in components}
        self._places = {
            component: {name: place for place, name in enumerate(box)}
            for component, box in self._box.items()
        }
        for piece in laid:
            if piece.component in self._box:
                self._box[piece.component].subtract(piece.names)
        found: dict[int, tuple[str, ...]] = {}
        chosen = [n for n, lay in enumerate(lays) if not lay.pile and len(lay.pieces) > 1]
        for number, lay in enumerate(lays):
            if lay.pile:
                self._box[lay.component].subtract(lay.pile * len(spelled_out(lay.at)))
                found[number] = ()
            elif len(lay.pieces) == 1:
                found[number] = lay.pieces * _size(lay)
                self._box[lay.component].subtract(found[number])
        for number in chosen:
            found[number] = self._dealt(lays[number].component, lays[number].pieces, [lays[number]])
        for component in self._box:
            rest = [n for n in range(len(lays)) if n not in found]
            own = [n for n in rest if lays[n].component == component]
            names = iter(self._dealt(component, (), [lays[n] for n in own]))
            found |= {n: tuple(islice(names, _size(lays[n]))) for n in own}
        self.names = tuple(found[number] for number in range(len(lays)))

    def _dealt(self, component: str, only: Sequence[str], lays: Iterable[Lay]) -> tuple[str, ...]:
        """Deal from a shuffled pile, always in the same order; names are "" if pieces have none."""
        size, box = sum(map(_size, lays)), self._box[component]
        pile = [name for name in self._chosen(component, only) if box[name] > 0]
        if not pile:
            return ("",) * size
        ends = list(accumulate(box[name] for name in pile))
        dealt = (pile[bisect_right(ends, place)] for place in _mixed(ends[-1]))
        names = tuple(islice(dealt, size))
        box.subtract(names)
        return names

    def _chosen(self, component: str, only: Sequence[str]) -> Iterable[str]:
        """Return the names of the pieces that an entry allows, in the order of the box."""
        box = self._places[component]
        return sorted(box.keys() & set(only), key=box.__getitem__) if only else box


def shuffled(names: Sequence[str]) -> list[str]:
    """Return names in a mixed but fixed order."""
    return [names[place] for place in islice(_mixed(len(names)), len(names))]


def _mixed(total: int) -> Iterator[int]:
    """Yield the numbers below ``total`` in a mixed but fixed order, over and over."""
    stride = next(n for n in range(max(1, total * 5 // 8), 2**31) if gcd(n, total) == 1)
    return (number * stride % total for number in count())


def _box(game: Game, component: str, rule_set: RuleSet | None) -> Counter[str]:
    """Return the pieces of a component that a rule set needs; by default all."""
    needs = rule_set.needs if rule_set else ()
    needed = next((need.pieces for need in needs if need.component == component), {})
    return Counter(dict(needed or game.components[component].pieces))


def _size(lay: Lay) -> int:
    return lay.count if lay.count is not None else len(spelled_out(lay.at)) * lay.on_each


def _resolved_example(game: Game, example: Example, rule_set: RuleSet | None) -> ResolvedPosition:
    """Play out an example, from the first of the positions that it builds on."""
    played, position = [example], None
    while rule_set and (before := played[-1].after) not in (None, SETUP):
        played.append(rule_set.examples[str(before)])
    if rule_set and played[-1].after == SETUP:
        position = start_of(game, rule_set)
    for one in reversed(played):
        position = _played(game, one, position)
    assert position is not None
    return position


def _played(game: Game, example: Example, before: ResolvedPosition | None) -> ResolvedPosition:
    """Apply each change of an example in order."""
    board = _Board(game, before.pieces if before else {}, before.faults if before else ())
    for place in spelled_out(example.removed):
        board.remove(place)
    for place in spelled_out(example.turned_over):
        board.turn_over(place)
    for lay in example.lay:
        for place in spelled_out(lay.at):
            names = lay.pile or lay.pieces * lay.each
            board.lay(LaidPiece(lay.component, place, names, lay.turned, bool(lay.pile)))
    moves = tuple(map(board.move, example.arrows))
    waiting = [lay for lay in example.lay if not lay.at]
    dealt = _Deal(game, waiting, None, board.pieces.values()).names
    beside = tuple(map(Beside, waiting, dealt))
    return ResolvedPosition(example.board, board.pieces, beside, moves, tuple(board.faults))


class _Board:
    """The pieces on a board while an example is played out, and the changes that failed."""

    def __init__(self, game: Game, pieces: Pieces, faults: Iterable[str]) -> None:
        self._game = game
        self.faults = list(faults)
        self.pieces: dict[tuple[str, str], LaidPiece] = {}
        self._before: Pieces | None = None  # what moves that change nothing begin with
        self._there: dict[str, dict[str, None]] = {}  # the components on each place, as laid
        for piece in pieces.values():
            self.lay(piece)

    def lay(self, piece: LaidPiece) -> None:
        self._pick_up(piece.component, piece.place)
        self.pieces[piece.component, piece.place] = piece
        self._there.setdefault(piece.place, {})[piece.component] = None

    def remove(self, place: str) -> None:
        there = tuple(self._there.get(place, ()))
        if not there:
            self.faults.append(f"removed: nothing lies on {place}")
        for component in there:
            self._pick_up(component, place)

    def _pick_up(self, component: str, place: str) -> None:
        self.pieces.pop((component, place), None)
        self._there.get(place, {}).pop(component, None)

    def turn_over(self, place: str) -> None:
        found = next(
            (p for p in self._on(place) if self._game.components[p.component].two_sided), 0
        )
        if not isinstance(found, LaidPiece) or found.piled or len(found.names) > 1:
            self.faults.append(f"turned_over: no single piece with two sides lies on {place}")
            return
        key = found.component, found.place
        self.pieces[key] = found._replace(turned_over=not found.turned_over)

    def move(self, arrow: Arrow) -> Move:
        """Make a move if it is done."""
        before = self._before = self._before or dict(self.pieces)
        gone = self._mover(arrow) if arrow.done else None
        if gone is None:
            return Move(arrow, before)
        self._before = None
        self._take(gone)
        if arrow.to != BESIDE:
            self._land(arrow, gone._replace(place=arrow.to))
        return Move(arrow, before, gone)

    def _on(self, place: str) -> list[LaidPiece]:
        """Return the pieces on a place, any that covers it last."""
        covers = self._game.components
        there = reversed(self._there.get(place, {}))
        found = [self.pieces[component, place] for component in there]
        return sorted(found, key=lambda piece: covers[piece.component].covers_places)

    def _mover(self, arrow: Arrow) -> LaidPiece | None:
        """Return the piece or pile that a move takes along."""
        there, wanted = self._on(arrow.start), arrow.piece
        if wanted is not None:
            there = [one for one in there if wanted in one.names]
        if not there:
            what = f"{wanted} does not stand" if wanted else "nothing stands"
            self.faults.append(f"arrow from {arrow.start} to {arrow.to} is done: {what} there")
            return None
        first = there[0]
        if first.piled:
            return first
        names = dict.fromkeys(first.names)
        if wanted is None and len(names) > 1:
            self.faults.append(
                f"arrow from {arrow.start} to {arrow.to} is done: {', '.join(names)} stand there, "
                "so write which piece"
            )
        return first._replace(names=(wanted or first.names[-1],))

    def _take(self, gone: LaidPiece) -> None:
        there = self.pieces[gone.component, gone.place]
        left = list(there.names)
        for name in gone.names:
            left.remove(name)
        self._pick_up(gone.component, gone.place)
        if left:
            self.lay(there._replace(names=tuple(left)))

    def _land(self, arrow: Arrow, piece: LaidPiece) -> None:
        """Put a piece down beside, on top of or in place of those of its component."""
        there = self.pieces.get((piece.component, piece.place))
        if arrow.kind == "capture":
            taken = [p for p in self._on(piece.place) if self._moves(p) or not self._moves(piece)]
            if not taken:
                self.faults.append(f"capture on {piece.place}: nothing is there to be taken")
            for one in taken:
                self._pick_up(one.component, one.place)
        elif there is not None:
            if not self._moves(piece):
                self.faults.append(f"arrow to {piece.place} is done: {there.component} lie there")
            piled = arrow.kind == "cap" or there.piled
            piece = piece._replace(names=there.names + piece.names, piled=piled)
        elif arrow.kind == "cap":
            self.faults.append(f"cap on {piece.place}: nothing is there to land on")
        self.lay(piece)

    def _moves(self, piece: LaidPiece) -> bool:
        """Return whether a piece stands on others rather than covering a place."""
        return not self._game.components[piece.component].covers_places
