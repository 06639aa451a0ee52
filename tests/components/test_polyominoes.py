"""Polyominoes: which pieces there are, how they are cut out, and how they lie on cells."""

from itertools import pairwise
from math import fsum, isclose

import pytest
from helpers.components import draw, game_of
from helpers.models import refused

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import flattened, path_bounds
from pnp.components.grid import Grid
from pnp.components.piece import outlines
from pnp.components.polyominoes import ListedPolyomino, Polyominoes
from pnp.components.registry import draw_component, draw_tokens, draw_turned
from pnp.game.places import Footprint
from pnp.scene import item_bounds

EDGE = 10.0
LETTERS = {
    "f": ("##.", ".##", ".#."),
    "i": ("#####",),
    "l": ("####", "#..."),
    "n": ("###.", "..##"),
    "p": ("###", "##."),
    "t": ("###", ".#.", ".#."),
    "u": ("###", "#.#"),
    "v": ("###", "#..", "#.."),
    "w": ("##.", ".##", "..#"),
    "x": (".#.", "###", ".#."),
    "y": ("####", ".#.."),
    "z": ("##.", ".#.", ".##"),
}


def polyominoes(**changed):
    return Polyominoes(**{"kind": "polyominoes", "name": "Stones", "edge": EDGE} | changed)


def listed(*rows, **changed):
    return ListedPolyomino(**{"id": "one", "rows": rows} | changed)


def area(path):
    """Return the area within an outline; clockwise ones count as more than none."""
    points = flattened(path, 0.01)
    return fsum(a.x * b.y - b.x * a.y for a, b in pairwise(points)) / 2


@pytest.mark.parametrize(
    ("cells", "free", "both"),
    [(1, 1, 1), (2, 1, 1), (3, 2, 2), (4, 5, 7), (5, 12, 18), (6, 35, 60)],
)
def test_there_are_as_many_polyominoes_of_a_size_as_mathematics_counts(cells, free, both):
    assert polyominoes(cells=cells).count == free
    made = polyominoes(cells=cells, mirrored=True)
    assert made.count == both == len(made.pieces)


def test_each_pentomino_has_its_letter():
    made = {one.name: one.cells for one in polyominoes(cells=5).listed}
    assert made == {name: listed(*rows).cells for name, rows in LETTERS.items()}


@pytest.mark.parametrize("cells", range(1, 7))
def test_a_piece_is_cut_along_its_cells_and_its_back_is_the_mirror_image(cells):
    for piece in draw(polyominoes(cells=cells, mirrored=True)):
        (front,), (back,) = outlines(piece.front), outlines(piece.back)
        assert isclose(area(front), cells * EDGE**2)
        width = piece.front.size.width
        mirrored = {Point(round(width - x, 6), round(y, 6)) for x, y in flattened(front, 1.0)}
        assert {Point(round(x, 6), round(y, 6)) for x, y in flattened(back, 1.0)} == mirrored


def test_a_hole_is_cut_out_after_the_edge():
    ring = polyominoes(shapes=[listed("###", "#.#", "###")])
    (piece,) = draw(ring)
    assert [round(area(path)) for path in outlines(piece.front)] == [900, -100]


def test_holes_that_touch_at_a_corner_are_cut_out_one_by_one():
    made = polyominoes(shapes=[listed("####", "#.##", "##.#", "####")])
    (piece,) = draw(made)
    assert [round(area(path)) for path in outlines(piece.front)] == [1600, -100, -100]


def test_the_colour_reaches_past_the_cut_on_every_side_and_no_further_than_the_gap():
    for piece in draw(polyominoes(cells=5)):
        ground, cut = piece.front.items[0], outlines(piece.front)[0]
        edges = path_bounds(cut).inset(-1.5).corners
        assert item_bounds(ground).corners == tuple(map(pytest.approx, edges))


def test_a_line_lies_inside_the_edge_unless_a_piece_is_engraved():
    game = game_of(polyominoes(cells=5))
    for piece in draw_component(game, "it"):
        rim = piece.front.items[1]
        inside = path_bounds(outlines(piece.front)[0]).inset(0.1 * EDGE)
        assert path_bounds(rim.paths[0]).corners == tuple(map(pytest.approx, inside.corners))
    plain = draw_component(game, "it", plain=True)
    assert {len(piece.front.items) for piece in plain} == {2}


def test_colours_take_turns_and_a_shape_may_have_its_own():
    made = polyominoes(cells=4, colors=["#111111", "#222222"])
    assert [one.color for one in made.listed] == ["#111111", "#222222"] * 2 + ["#111111"]
    own = polyominoes(shapes=[listed("#", color="#333333")], colors=["#111111"])
    assert own.listed[0].color == "#333333"


@pytest.mark.parametrize("name", [*LETTERS])
def test_the_first_cell_of_the_upper_row_lies_on_the_place(name):
    made = polyominoes(cells=5)
    game, size = game_of(made), made.face_size
    for tokens, rows in (
        (draw_tokens(game, "it"), LETTERS[name]),
        (draw_turned(game, "it"), [row[::-1] for row in LETTERS[name]]),
    ):
        middle = Rect(0, 0, *tokens[name].size).center
        drawn = item_bounds(tokens[name].items[0])
        first = rows[0].index("#")
        assert middle.x - drawn.x == pytest.approx((first + 0.5) * EDGE, abs=0.2)
        assert middle.y - drawn.y == pytest.approx(0.5 * EDGE, abs=0.2)
        assert size.width >= drawn.width - 0.4


def test_a_board_of_their_cells_holds_them():
    made = polyominoes(cells=5)
    board = Grid(kind="grid", name="Yard", rows=6, columns=10, cell=Size(EDGE, EDGE))
    assert isinstance(made.footprint, Footprint)
    assert all(place.holds(made.footprint) for place in board.places)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["#.#"], "fall apart"),
        (["#.", ".#"], "fall apart"),
        (["..."], "no cell"),
        (["#x"], "write # for a cell"),
        (["#" * 21], "at most 20 in a row"),
    ],
)
def test_what_is_no_polyomino_is_refused(rows, message):
    with refused(message):
        listed(*rows)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({}, "write cells"),
        ({"cells": 5, "shapes": [listed("#")]}, "write cells"),
        ({"shapes": [listed("#")], "mirrored": True}, "list mirrored shapes"),
        ({"shapes": [listed("#"), listed("##")]}, "same id 'one'"),
    ],
)
def test_contradictions_are_refused(changed, message):
    with refused(message):
        polyominoes(**changed)
