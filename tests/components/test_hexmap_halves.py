"""Maps of half hexagons: their edges, what is on halves, and how such boards join."""

from math import isclose, sqrt

import pytest
from helpers.components import draw
from pydantic import ValidationError

from pnp.base.geometry import Point, Rect
from pnp.base.path import path_bounds
from pnp.base.units import EPSILON
from pnp.components.hexmap import HexMap
from pnp.components.hexmap.terrain import MapLine, Terrain, edge_inside, inside
from pnp.components.piece import BLEED
from pnp.game.board import Zone
from pnp.scene import Group, Shape, Text, item_bounds

CELL = 20.0
EDGE = CELL / sqrt(3)
WOOD = {"f": Terrain(name="Wood", color="#b9cfa0", pattern="trees")}
BOTH = [("flat", "even"), ("flat", "odd"), ("point", "even"), ("point", "odd")]


def halved(**keys):
    made = {"columns": 5, "rows": 4, "cell": CELL, "halves": True, **keys}
    return HexMap(kind="hexmap", name="Map", **made)


def items_of(board):
    (piece,) = draw(board)
    return piece.front.items


def area_of(corners):
    """Return the area within corners, by the shoelace formula."""
    following = (*corners[1:], corners[0])
    return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(corners, following, strict=True))) / 2


@pytest.mark.parametrize(("top", "shift"), BOTH)
def test_hexagons_and_halves_fill_a_rectangle_without_gaps(top, shift):
    board = halved(top=top, shift=shift)
    seen = [board.outline(place) for place in board.places]
    whole = 1.5 * sqrt(3) * EDGE**2
    assert sum(map(area_of, seen)) == pytest.approx(board.area.width * board.area.height)
    parts = {round(area_of(one) / whole, 6) for one in seen}
    assert parts <= {0.25, 0.5, 1.0}
    assert {0.5, 1.0} <= parts
    assert all(board.area.inset(-EPSILON).contains(Rect.around(one)) for one in seen)


def test_a_flat_map_is_as_high_as_its_rows_and_ends_in_the_middles_of_its_outer_columns():
    board = halved()
    assert board.area.height == pytest.approx(4 * CELL)
    assert board.area.width == pytest.approx(6 * EDGE)
    assert board.by_name["0101"].center.x == board.area.x
    assert board.by_name["0501"].center.x == pytest.approx(board.area.right)


def test_a_pointed_map_is_as_wide_as_its_columns():
    board = halved(top="point")
    assert board.area.width == pytest.approx(5 * CELL)
    assert board.area.height == pytest.approx(4.5 * EDGE)


@pytest.mark.parametrize(
    ("top", "shift", "names"),
    [
        ("flat", "even", ["0200", "0400"]),
        ("flat", "odd", ["0100", "0300", "0500"]),
        ("point", "even", ["0002", "0004"]),
        ("point", "odd", ["0001", "0003"]),
    ],
)
def test_columns_that_stand_lower_begin_with_row_00_and_pushed_rows_with_column_00(
    top, shift, names
):
    board = halved(top=top, shift=shift)
    found = {place.name for place in board.places}
    assert sorted(found - {place.name for place in halved(halves=False).places}) == names


def test_boards_with_an_odd_number_of_columns_join_on_all_sides():
    board = halved()
    across, down = board.area.width, board.area.height
    for side in (Point(across, 0), Point(0, down)):
        there = [place.moved(*side) for place in board.places]
        shared = [
            (one, other)
            for one in board.places
            for other in there
            if isclose(one.center.x, other.center.x, abs_tol=1e-6)
            and isclose(one.center.y, other.center.y, abs_tol=1e-6)
        ]
        edge = [one for one in board.places if any(_on_far_side(board, one, side))]
        assert len(shared) == len(edge) > 0


def _on_far_side(board, place, side):
    yield side.x and isclose(place.center.x, board.area.right, abs_tol=1e-6)
    yield side.y and isclose(place.center.y, board.area.bottom, abs_tol=1e-6)


def test_claims_count_halves_apart():
    figures = halved().claim_figures(None)
    assert figures["cells"] == 5 * 4 + 2
    assert figures["halves"] == 4 + 4 + 2 * 2  # two columns, and both ends of two others
    assert halved(halves=False).claim_figures(None)["halves"] == 0


def wooded(top, shift):
    """Return a map with a wood in every hexagon and every half."""
    plain = halved(top=top, shift=shift)
    names = {place.name for place in plain.places}
    columns, rows = (range(1, 6), range(5)) if top == "flat" else (range(6), range(1, 5))
    letters = ("".join(".f"[f"{c:02}{r:02}" in names] for c in columns) for r in rows)
    return halved(top=top, shift=shift, terrain=WOOD, map=tuple(letters), legend=False)


@pytest.mark.parametrize(("top", "shift"), BOTH)
def test_terrain_and_grid_end_at_the_edge(top, shift):
    board = wooded(top, shift)
    _, places, grid, frame, *_ = items_of(board)
    assert path_bounds(places.clip) == board.area
    ground = sum(area_of(corners_of(path)) for path in places.items[0].paths)
    assert ground == pytest.approx(board.area.width * board.area.height)
    assert board.area.inset(-0.13).contains(item_bounds(grid))  # half of a line
    assert path_bounds(frame.paths[0]) == board.area


def corners_of(path):
    return (path.start, *(segment.to for segment in path.segments))


@pytest.mark.parametrize(("top", "shift"), BOTH)
def test_numbers_and_patterns_of_halves_lie_in_what_is_left_of_them_and_apart(top, shift):
    board = wooded(top, shift)
    items = items_of(board)
    numbers = {i.string: item_bounds(i) for i in items if isinstance(i, Text)}
    (places,) = [i for i in items if isinstance(i, Group)]
    patterns = [item_bounds(i) for i in places.items if isinstance(i, Group)]
    assert len(patterns) == len(numbers) == len(board.places)
    for place, pattern in zip(board.places, patterns, strict=True):
        seen = Rect.around(board.outline(place))
        assert seen.contains(numbers[place.name])
        assert seen.contains(pattern)
        assert not numbers[place.name].inset(0.3).overlaps(pattern)


def test_a_map_without_a_rim_bleeds_past_its_cut():
    board = halved(rim=0.0, terrain=WOOD, map=(".f.f.", *["fffff"] * 4), legend=False)
    (piece,) = draw(board)
    assert piece.bleed == BLEED
    (places,) = [i for i in piece.front.items if isinstance(i, Group)]
    bounds = item_bounds(places.items[0])
    assert bounds == pytest.approx(Rect(0, 0, *board.size).inset(-BLEED))
    assert all(
        path_bounds(i.paths[0]) != board.area
        for i in piece.front.items
        if isinstance(i, Shape) and i.style.stroke == board.ink
    )


def test_a_river_runs_along_the_sides_of_halves_and_stays_on_the_map():
    river = MapLine(name="Brook", color="#2f7ea6", sides={"0200": "s sw", "0102": "s"})
    board = halved(lines={"brook": river}, legend=False)
    (lines,) = [i for i in items_of(board) if isinstance(i, Group) and i.items]
    assert path_bounds(lines.clip) == board.area
    assert board.claim_figures(None)["sides_brook"] == 3


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"columns": 1}, "halves: a map of half hexagons has 2 columns or more"),
        ({"top": "point", "rows": 1}, "halves: a map of half hexagons has 2 rows or more"),
        ({"labels": {"0200": "Ashby"}}, "labels.0200: is half a hexagon, with no room"),
        (
            {"lines": {"r": MapLine(name="R", color="#2f7ea6", sides={"0200": "n"})}},
            "lines.r.sides.0200: 'n' lies beyond the edge, which halves the hexagon",
        ),
        (
            {"zones": (Zone(sign="goal", at=("0101",), mark="disc"),)},
            r"zones\[1\].at: 0101 is half a hexagon; a goal takes whole ones",
        ),
        (
            {"terrain": WOOD, "map": ("fffff",) * 4},
            "map: has 4 rows, and the map has 5, with row 00 of halves",
        ),
        (
            {"terrain": WOOD, "map": ("fffff",) * 5},
            "map: row 1: there is no half hexagon 0100; write . for it",
        ),
        (
            {"top": "point", "terrain": WOOD, "map": ("fffff",) * 4},
            "has 5 letters, and the map has 6 columns, with column 00 of halves",
        ),
    ],
)
def test_what_halves_cannot_have_is_reported_in_a_line(keys, fault):
    with pytest.raises(ValidationError, match=fault):
        halved(**keys)


def test_pieces_on_a_half_fit_as_on_a_whole_hexagon_that_joins_there():
    board = halved()
    half, whole = board.by_name["0200"], board.by_name["0302"]
    assert board.shapes["0200"] == board.shapes["0302"]
    assert len(half.corners) == len(whole.corners) == 6
    assert len(board.outline(half)) == 4


def test_what_lies_outside_or_along_an_edge_is_left_out():
    area = Rect(0, 0, 10, 10)
    assert edge_inside((Point(-5, 5), Point(5, 5)), area) == (Point(0, 5), Point(5, 5))
    assert edge_inside((Point(0, 0), Point(0, 10)), area) is None
    assert edge_inside((Point(-5, 5), Point(-1, 5)), area) is None
    square = Point(-5, -5), Point(5, -5), Point(5, 5), Point(-5, 5)
    assert set(inside(square, area)) == {Point(0, 0), Point(5, 0), Point(5, 5), Point(0, 5)}
