"""Boards of hexagons in a rhombus or a triangle: places, sides and names, measured."""

import re
from collections import Counter
from math import dist, sqrt

import pytest
from helpers.components import draw
from helpers.scenes import placed

from pnp.base.geometry import Point, Rect
from pnp.base.path import flattened, path_bounds
from pnp.components.framed_board import CornerSign
from pnp.components.hexhex import BAND, HexHex
from pnp.scene import Shape, Text, item_bounds

CELL = 16.0
RED, BLUE = "#b3261e", "#1a5796"
EDGES = (
    CornerSign(id="red", color=RED, mark="disc"),
    CornerSign(id="blue", color=BLUE, mark="cross"),
)


def board(side=5, **keys):
    return HexHex(
        kind="hexhex", name="Hex", cell=CELL, **{"side": side, "shape": "rhombus", **keys}
    )


def bands(hexes, color):
    (piece,) = draw(hexes)
    return [i for i in piece.front.items if isinstance(i, Shape) and i.style.fill == color]


def neighbours(hexes, name):
    here = hexes.by_name[name].center
    return {p.name for p in hexes.places if 0 < dist(p.center, here) < 1.01 * CELL}


def test_a1_of_a_rhombus_is_its_acute_corner_at_the_top_left_as_in_books_on_hex():
    hexes = board(11)
    assert len(hexes.places) == 121
    a1, k1, a11 = (hexes.by_name[name].center for name in ("a1", "k1", "a11"))
    assert k1 == Point(pytest.approx(a1.x + 10 * CELL), pytest.approx(a1.y))
    assert a11 == Point(pytest.approx(a1.x + 5 * CELL), pytest.approx(a1.y + 15 * CELL / sqrt(3)))
    counts = Counter(len(neighbours(hexes, place.name)) for place in hexes.places)
    assert counts == {6: 81, 4: 36, 2: 2, 3: 2}
    assert len(neighbours(hexes, "a1")) == len(neighbours(hexes, "k11")) == 2
    assert neighbours(hexes, "c3") == {"b3", "d3", "c2", "c4", "d2", "b4"}


@pytest.mark.parametrize("edges", [(), EDGES])
def test_all_of_a_rhombus_lies_within_its_rim(edges):
    hexes = board(edges=edges)
    room = Rect(0, 0, *hexes.size).inset(hexes.rim - 1e-6)
    (piece,) = draw(hexes)
    for item, into in placed(piece.front.items):
        if isinstance(item, Text) and item.string not in ("GAME",):
            assert room.contains(into.apply_to(item_bounds(item)))
    for color in (RED, BLUE):
        assert all(room.contains(path_bounds(p)) for s in bands(hexes, color) for p in s.paths)


def test_each_player_has_two_opposite_sides_as_wide_as_one_another_all_around():
    hexes = board(edges=EDGES)
    middle = Rect(0, 0, *hexes.size).center
    for color, names in ((RED, ("c1", "c5")), (BLUE, ("a3", "e3"))):
        sides = bands(hexes, color)
        assert len(sides) == 2
        for band, name in zip(sides, names, strict=True):
            near = min(
                hexes.places, key=lambda p, b=band: dist(p.center, path_bounds(b.paths[0]).center)
            )
            assert near.name == name
        one, other = (flattened(side.paths[0], 1) for side in sides)
        across = [Point(2 * middle.x - x, 2 * middle.y - y) for x, y in one]
        assert all(min(dist(at, there) for there in other) < 1e-6 for at in across)
    top = bands(hexes, RED)[0]
    points = flattened(top.paths[0], 1)
    inner = points[: 2 * hexes.side + 1]
    (x, y), (u, v) = inner[2:4]
    across = (u - x) / dist((x, y), (u, v)), (v - y) / dist((x, y), (u, v))
    depths = [(p.x - x) * across[1] - (p.y - y) * across[0] for p in points]
    assert any(depth == pytest.approx(BAND * CELL) for depth in depths)


def test_two_sides_meet_at_the_middle_of_an_edge_in_each_obtuse_corner_and_at_acute_ones():
    hexes = board(edges=EDGES)
    corners = {name: hexes.by_name[name].corners for name in ("a1", "e1", "a5", "e5")}
    meetings = [corners["a1"][5], corners["e5"][2]]
    for name, first, second in (("e1", 0, 1), ("a5", 3, 4)):
        (x, y), (u, v) = corners[name][first], corners[name][second]
        meetings.append(Point((x + u) / 2, (y + v) / 2))
    for at in meetings:
        for color in (RED, BLUE):
            points = [p for band in bands(hexes, color) for p in flattened(band.paths[0], 1)]
            assert min(dist(at, point) for point in points) < 1e-6


def test_every_cell_at_a_side_has_the_mark_of_its_player_there():
    (piece,) = draw(board(edges=EDGES))
    plain = len(list(placed(draw(board())[0].front.items)))
    assert len(list(placed(piece.front.items))) >= plain + 4 + 4 * 5


def test_columns_have_letters_above_and_rows_numbers_on_the_left_and_turned_ones_across():
    hexes = board(edges=EDGES, titled=False)
    (piece,) = draw(hexes)
    words = [
        (i.string, into.apply(item_bounds(i).center), into.a)
        for i, into in placed(piece.front.items)
        if isinstance(i, Text)
    ]
    near = {word: at for word, at, turn in words if turn > 0}
    far = {word: at for word, at, turn in words if turn < 0}
    assert set(near) == set(far) == {*"abcde", *"12345"}
    for number, letter in enumerate("abcde", start=1):
        first, last = (hexes.by_name[f"{letter}{row}"].center for row in (1, 5))
        assert near[letter].y < first.y - CELL / 2
        assert far[letter].y > last.y + CELL / 2
        first, last = (hexes.by_name[f"{column}{number}"].center for column in "ae")
        assert near[str(number)].x < first.x - CELL / 2
        assert far[str(number)].x > last.x + CELL / 2
    assert not [at for at in near.values() if not Rect(0, 0, *hexes.size).contains(Rect(*at, 0, 0))]


def test_a_figure_of_a_part_has_the_names_of_the_columns_and_rows_that_it_shows():
    hexes = board()
    shown = [hexes.by_name[name] for name in ("b2", "c2", "b3")]
    labels = {label.text: label for label in hexes.edge_labels(shown, Rect(0, 0, 1, 1))}
    assert set(labels) == {"b", "c", "2", "3"}
    assert labels["b"].at.y < hexes.by_name["b2"].center.y
    assert labels["3"].at.x < hexes.by_name["b3"].center.x


def test_a_triangle_has_a_cell_fewer_in_each_row_up_to_one():
    hexes = board(6, shape="triangle")
    assert hexes.rows == (6, 5, 4, 3, 2, 1)
    assert hexes.places[-1].name == "f1"
    assert hexes.claim_figures(None)["cells"] == len(hexes.places) == 21
    room = Rect(0, 0, *hexes.size).inset(hexes.rim - 1e-6)
    assert all(room.contains(Rect.around(place.corners)) for place in hexes.places)


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"shape": "hexagon", "edges": EDGES}, "edges: are those of a rhombus; write shape ="),
        ({"edges": EDGES[:1]}, "edges: write two, one for either player"),
        ({"cells": "triangles"}, "shape: a rhombus has hexagons; leave out cells"),
    ],
)
def test_an_impossible_rhombus_is_reported(keys, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        board(**keys)
