"""Pieces against the places of boards."""

import pytest
from helpers.games import built_in
from helpers.models import replace

from pnp.audit import check_game
from pnp.audit.check import too_small
from pnp.definitions import built_in_games

GAMES = {name: built_in(name).game for name in built_in_games()}


@pytest.mark.parametrize("game", GAMES)
def test_every_board_says_what_it_holds_and_that_fits(game):
    claims = {claim.text: claim for claim in check_game(GAMES[game]).claims}
    for board in GAMES[game].boards.values():
        assert board.holds
        for held in board.holds:
            assert claims[f"{GAMES[game].components[held].name} fit on {board.name}"].ok


def changed(game, *ids, **fields):
    components = GAMES[game].components
    others = {key: replace(components[key], **fields) for key in ids}
    return replace(GAMES[game], components={**components, **others})


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (changed("turnio", "chips", "x-chips", edge=31.0), "31x31mm does not fit in 30.5x30.5mm"),
        (
            changed("punt-match", "pawns", diameter=20.5),
            "20.5x20.5mm does not fit in a hexagon of 20x23.09mm; one of 20.5x23.68mm would do",
        ),
        (changed("punt-match", "caps", diameter=20.5), "does not fit in a hexagon of 20x23.09mm"),
        (
            changed("tawula", "pieces", diameter=19.0),
            "19x19mm does not fit in 18x18mm; one of 19x19mm would do",
        ),
        (changed("turno", "hexagon", edge=31.0), "does not fit in"),
    ],
)
def test_pieces_that_are_larger_than_the_places_make_the_check_fail(game, fault):
    told = [line for line in check_game(game).faults() if " fit on " in line]
    assert told
    assert fault in told[0]


def test_a_board_made_smaller_tells_what_no_longer_fits():
    assert list(too_small(GAMES["compositie"], "board", 0.8)) == []
    assert list(too_small(GAMES["compositie"], "board", 0.79)) == [
        "pieces of 24x24mm do not fit places that are 23.7x23.7mm"
    ]
    assert [line.split()[0] for line in too_small(GAMES["turno"], "loop-mat", 0.5)] == [
        "tiles",
        "hexagon",
        "pawns",
    ]


def test_places_that_are_hexagons_are_told_as_such():
    game = GAMES["punt-match"]
    told = list(too_small(game, "hex-board", 0.7))
    assert "pawns of 16x16mm do not fit places that are hexagons of 14x16.2mm" in told


def test_a_mat_made_a_little_smaller_no_longer_holds_its_tiles():
    (line,) = too_small(GAMES["turno"], "checkers-mat", 0.97)
    assert line == "tiles of 30x45mm do not fit places that are 29.6x44.1mm"


def test_a_place_that_becomes_too_small_is_told_wherever_it_stands_on_the_board():
    game = GAMES["turno"]
    mat = game.boards["loop-mat"]
    turned = replace(mat)
    turned.__dict__["places"] = tuple(sorted(mat.places, key=lambda p: -min(p.size)))
    other = replace(game, components={**game.components, "loop-mat": turned})
    assert [line.split()[0] for line in too_small(other, "loop-mat", 0.5)] == [
        line.split()[0] for line in too_small(game, "loop-mat", 0.5)
    ]
