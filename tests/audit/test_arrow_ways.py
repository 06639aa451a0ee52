"""The places that an arrow goes over."""

import pytest

from pnp.audit.example import way
from pnp.definitions import find_game, load_game
from pnp.game.rules import Arrow


def way_on(game, board, *stops):
    start, *via, to = stops
    arrow = Arrow(start=start, via=tuple(via), to=to)
    return " ".join(way(load_game(find_game(game)).game.boards[board], arrow))


@pytest.mark.parametrize(
    ("stops", "places"),
    [
        (("b4", "e4"), "b4 c4 d4 e4"),
        (("a4", "a2"), "a4 a3 a2"),
        (("a1", "d4"), "a1 b2 c3 d4"),
        (("a1", "c5"), "a1 b3 c5"),
        (("a1", "b3"), "a1 b3"),
        (("c1", "c3", "d3"), "c1 c2 c3 d3"),
    ],
)
def test_on_a_grid_a_way_goes_over_the_middles_of_the_squares_on_its_lines(stops, places):
    assert way_on("punt-match", "square-board", *stops) == places


@pytest.mark.parametrize(
    ("stops", "places"),
    [
        (("c4", "f6"), "c4 d5 e6 f6"),
        (("c4", "f3"), "c4 d4 e4 f3"),
        (("c1", "c3"), "c1 c2 c3"),
        (("a1", "c2"), "a1 c2"),
    ],
)
def test_on_hexagons_a_way_goes_from_cell_to_neighbouring_cell_or_between_two(stops, places):
    assert way_on("punt-match", "hex-board", *stops) == places


def test_round_a_tables_board_a_way_goes_over_every_point():
    names = way_on("tawula", "board", "1", "12", "13", "24").split()
    assert names == [str(number) for number in range(1, 25)]


def test_along_a_track_a_way_goes_over_every_tile():
    assert way_on("turno", "loop-mat", "middle", "3", "4", "7") == "middle 1 2 3 4 5 6 7"
    assert way_on("turno", "star-mat", "a3", "middle", "d1") == "a3 a2 a1 middle d1"


@pytest.mark.parametrize(
    ("stops", "fault"),
    [
        (("c4", "c4"), "c4 to c4"),
        (("c4", "c2", "c2"), "c2 to c2"),
        (("c4", "c4", "c2"), "c4 to c4"),
    ],
)
def test_an_arrow_goes_from_one_place_to_another(stops, fault):
    start, *via, to = stops
    with pytest.raises(ValueError, match=f"goes from {fault}; write two places"):
        Arrow(start=start, via=tuple(via), to=to)
