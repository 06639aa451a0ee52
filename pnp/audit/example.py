"""Checks examples as played out: against the box, and against the start position."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from pnp.game.game import Game
from pnp.game.places import spelled_out
from pnp.game.resolve import ResolvedPosition, resolve, start_of
from pnp.game.rules import RuleSet
from pnp.game.setup import SETUP, Example, LaidPiece

MOST_TOLD = 3  # places that contradict the start position; the rest is counted


def check_example(
    game: Game, rule_set: RuleSet, example: Example, position: ResolvedPosition
) -> Iterator[str]:
    """Yield the faults of an example whose pieces are known."""
    yield from _too_many(game, position)
    yield from _not_shown(game, example, position)
    if example.after is None and not example.other_deal:
        yield from _contradictions(game, rule_set, example)


def _too_many(game: Game, position: ResolvedPosition) -> Iterator[str]:
    """Yield the pieces that are more numerous on the board than in the box."""
    places: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for piece in position.laid:
        for name in filter(None, piece.names):
            places[piece.component, name].append(piece.place)
    for (component, name), found in places.items():
        have = game.components[component].pieces.get(name, 0)
        if len(found) > have:
            where = " and ".join(islice(dict.fromkeys(found), 9))
            yield f"{name!r} of {component} lies on {where}, and the box has {have}"


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
