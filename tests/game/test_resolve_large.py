"""Positions of thousands of pieces are resolved in a moment."""

import pytest
from helpers.alarm import alarm

from pnp.definitions import find_game, load_game
from pnp.game.places import column_name
from pnp.game.resolve import resolve
from pnp.game.rules import Example, Lay, Setup

GAME = """
name = "Field"
summary = "Cards on a field."

[components.field]
kind = "grid"
name = "Field"
rows = 50
columns = 50
cell = "20mm"
holds = ["cards"]

[components.cards]
kind = "cards"
name = "Cards"
size = "18x18mm"
rows = "cards.csv"

[components.cards.front]

[components.cards.back]

[rule_sets.play]
name = "Play"
summary = "Play."
players = { least = 1, most = 2 }
needs = [{ component = "cards", count = 1, source = "book" }]

[rule_sets.play.examples]
full = { board = "field", lay = [{ component = "cards", pieces = ["00001"], at = ["a1-ax50"] }] }
turned = { board = "field", after = "full", turned_over = ["a1-ax49"] }
emptied = { board = "field", after = "turned", removed = ["a2-ax50"] }

[sources.book]
kind = "rules"
title = "Rules"
"""
KNOWN = {"status": "reconstructed", "says": "A start.", "because": "There is none."}


@pytest.fixture(scope="module")
def field(tmp_path_factory):
    """A game of a large board, and 19,000 cards, each there five times."""
    folder = tmp_path_factory.mktemp("games") / "field"
    folder.mkdir()
    (folder / "game.toml").write_text(GAME)
    (folder / "cards.csv").write_text("title,copies\n" + "A,5\n" * 19_000)
    return load_game(find_game(str(folder))).game


def test_thousands_of_places_each_get_one_of_some_cards(field):
    lay = [
        Lay(component="cards", pieces=(f"{n + 1:05}", f"{n + 2:05}"), at=(f"{c}{r + 1}",))
        for n, (c, r) in enumerate((c, r) for c in "abcdefghijklmnopqrstuvwxyz" for r in range(50))
    ]
    with alarm(2):
        position = resolve(field, Setup(board="field", lay=lay, known=KNOWN))
    assert len(position.laid) == len(lay)
    assert all(piece.names[0] in one.pieces for piece, one in zip(position.laid, lay, strict=True))


def test_thousands_of_pieces_are_turned_over_and_removed(field):
    rule_set = field.rule_sets["play"]
    with alarm(2):
        turned = resolve(field, rule_set.examples["turned"], rule_set)
        emptied = resolve(field, rule_set.examples["emptied"], rule_set)
    assert [piece.turned_over for piece in turned.laid].count(True) == 2450
    assert {piece.place for piece in emptied.laid} == {f"{column_name(n)}1" for n in range(50)}
    assert all(piece.turned_over for piece in emptied.laid)


def test_moves_that_are_not_done_share_what_they_begin_with(field):
    lay = [Lay(component="cards", pieces=("00001",), at=("a1-ax50",))]
    arrows = [{"start": "a1", "to": "a2"}] * 100
    moves = resolve(field, Example(board="field", lay=lay, arrows=arrows)).moves
    assert len({id(move.before) for move in moves}) == 1
