"""Starts, goals and areas as they are drawn on boards."""

from contextlib import suppress
from itertools import combinations

import pytest
from helpers.models import replace

from pnp.base.errors import LayoutError
from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Rect
from pnp.base.path import path_bounds
from pnp.components.art.boards import NOTE_FONT, draw_areas, draw_marks, draw_starts
from pnp.components.framed_board import FRAME
from pnp.definitions import find_game, load_game
from pnp.game.board import Zone
from pnp.scene import Shape, Text, items_bounds


@pytest.fixture(scope="module")
def square():
    return load_game(find_game("punt-match")).game.components["square-board"]


@pytest.fixture(scope="module")
def hexagons():
    return load_game(find_game("punt-match")).game.components["hex-board"]


def only(board, *zones):
    return replace(board, zones=zones)


def lines(items):
    """Return the ends of every straight line drawn, and how wide it is."""
    return [
        (path.start, path.segments[0].to, item.style.stroke_width)
        for item in items
        if isinstance(item, Shape) and item.style.fill is None
        for path in item.paths
        if not path.closed
    ]


def test_a_start_is_hatched_and_has_its_mark_once_on_a_place_in_its_middle(square):
    start = square.zones[0]
    (hatch,) = draw_starts(only(square, start))
    places = square.places_of(start)
    for place in places:
        middles = [path_bounds(path).center for path in hatch.paths]
        assert any(Rect.around(place.corners).contains(Rect(*m, 0, 0)) for m in middles)
    around = Rect.around(corner for place in places for corner in place.corners)
    assert around.contains(items_bounds([hatch]))
    plate, mark = draw_marks(only(square, start), NOTE_FONT)
    assert items_bounds([mark]).center == pytest.approx(square.by_name["d1"].center)
    assert items_bounds([plate]).contains(items_bounds([mark]))


def test_the_hatches_of_two_players_have_different_directions(square):
    ring, star = draw_starts(square)
    slopes = [
        {round((p.segments[0].to.y - p.start.y) / (p.segments[0].to.x - p.start.x), 2)}
        for hatch in (ring, star)
        for p in hatch.paths[:1]
    ]
    assert slopes[0] != slopes[1]


def test_an_outlined_start_has_one_dashed_line_around_it(hexagons):
    start = hexagons.zones[0]
    (dashed,) = draw_starts(only(hexagons, start))
    assert dashed.style.dash
    ends = [end for path in dashed.paths for end in (path.start, path.segments[0].to)]
    assert len(dashed.paths) == 30
    for end in ends:  # each line begins where another ends
        near = [1 for p in ends if abs(p.x - end.x) + abs(p.y - end.y) < 0.01]
        assert len(near) == 2


def test_no_two_starts_have_their_marks_on_one_place(hexagons):
    starts = [zone for zone in hexagons.zones if zone.sign == "start"]
    plates = [
        item
        for item in draw_marks(only(hexagons, *starts), NOTE_FONT)
        if isinstance(item, Shape) and item.style.fill == hexagons.ground
    ]
    middles = [items_bounds([plate]).center for plate in plates]
    assert len(middles) == 5
    for one, other in combinations(middles, 2):
        assert ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5 > 15


def test_a_goal_is_a_heavy_line_along_the_outer_side_of_its_places(square):
    goal = next(zone for zone in square.zones if zone.sign == "goal" and zone.mark == "ring")
    items = draw_marks(only(square, goal), NOTE_FONT)
    drawn = lines(items)
    assert len(drawn) == 7
    assert all(start.y == end.y == pytest.approx(square.rim) for start, end, _ in drawn)
    assert sum(abs(end.x - start.x) for start, end, _ in drawn) == pytest.approx(7 * 26)


def test_the_marks_of_a_goal_stand_on_the_rim_between_the_numbers_of_its_places(square):
    goal = next(zone for zone in square.zones if zone.sign == "goal" and zone.mark == "ring")
    marks = [items_bounds([item]) for item in draw_marks(only(square, goal), NOTE_FONT)[-2:]]
    for mark in marks:
        assert mark.bottom < square.rim - 0.5
        assert mark.y > FRAME
    middle = square.size.width / 2
    assert sorted(mark.center.x - middle for mark in marks) == pytest.approx([-39, 39])


def test_the_teeth_of_a_goal_point_into_its_places(square):
    goal = next(zone for zone in square.zones if zone.sign == "goal" and zone.mark == "ring")
    teeth = draw_marks(only(square, goal), NOTE_FONT)[1:8]
    row = Rect.around(c for place in square.places_of(goal) for c in place.corners)
    assert all(row.contains(items_bounds([tooth])) for tooth in teeth)
    assert all(items_bounds([tooth]).y == pytest.approx(row.y) for tooth in teeth)


@pytest.mark.parametrize("number", range(4))
def test_the_mark_of_a_goal_stands_near_its_line_and_in_the_middle_of_it(hexagons, number):
    goal = [zone for zone in hexagons.zones if zone.sign == "goal"][number]
    heavy, *_, mark = draw_marks(only(hexagons, replace(goal, note="3")), NOTE_FONT)
    ends = [p for path in heavy.paths for p in (path.start, path.segments[0].to)]
    middle = Point(hexagons.size.width / 2, hexagons.size.height / 2)
    x = sum(p.x for p in ends) / len(ends) - middle.x
    y = sum(p.y for p in ends) / len(ends) - middle.y
    length = (x**2 + y**2) ** 0.5
    x, y = x / length, y / length
    line = max((p.x - middle.x) * x + (p.y - middle.y) * y for p in ends)
    center = path_bounds(mark.paths[0]).center
    out = (center.x - middle.x) * x + (center.y - middle.y) * y - line
    along = (center.y - middle.y) * x - (center.x - middle.x) * y
    assert 2.3 < out < 8  # half of the mark and some white, and the note if it comes first
    assert abs(along) < 4  # the note stands beside it


def test_every_goal_of_the_hexagonal_board_keeps_clear_of_cells_and_edge(hexagons):
    trim = Rect(0, 0, *hexagons.size)
    for goal in (zone for zone in hexagons.zones if zone.sign == "goal"):
        heavy, *sign = draw_marks(only(hexagons, goal), NOTE_FONT)
        assert len(heavy.paths) == 10  # two outer edges of each of five cells
        text = next(item for item in sign if isinstance(item, Text))
        mark = sign[-1]
        bounds = path_bounds(mark.paths[0])
        width = text_width(text.string, text.font, text.size)
        corners = [
            Point(text.at.x, text.at.y),
            Point(text.at.x + width, text.at.y - 0.66 * text.size),
            Point(bounds.x, bounds.y),
            Point(bounds.right, bounds.bottom),
        ]
        for corner in corners:
            assert trim.inset(0.4).contains(Rect(corner.x, corner.y, 0, 0)), goal
            for place in hexagons.places:
                dx, dy = corner.x - place.center.x, corner.y - place.center.y
                assert (dx**2 + dy**2) ** 0.5 > 10, goal  # outside each cell's inner circle


def test_a_goal_on_a_rim_that_is_too_narrow_for_its_mark_is_an_error(square):
    with pytest.raises(LayoutError, match="a rim of 3 mm has no room for a goal's mark"):
        draw_marks(replace(square, rim=3.0), NOTE_FONT)


def test_the_mark_of_a_goal_beside_the_middle_stands_on_the_rim_of_its_edge(square):
    for at in ("a7-g7", "a7-c7", "f7", "b7"):
        *_, mark = draw_marks(only(square, Zone(sign="goal", at=(at,), mark="ring")), NOTE_FONT)
        assert items_bounds([mark]).center.y == pytest.approx(3.672)


@pytest.mark.parametrize("at", [("d4",), ("a6-g6",), ("a1-g7",), ("a4", "g4"), ("b2",)])
def test_a_goal_that_is_at_no_edge_of_the_board_is_an_error_that_names_it(square, at):
    board = only(square, square.zones[0], Zone(sign="goal", at=at, mark="ring"))
    with pytest.raises(LayoutError, match=r"zones\[2\].at: no place of this goal is at the edge"):
        draw_marks(board, NOTE_FONT)


def test_the_mark_of_a_goal_is_on_the_board_or_an_error(square, hexagons):
    for board in (square, hexagons):
        trim, drawn = Rect(0, 0, *board.size), 0
        for name in board.by_name:
            goal = Zone(sign="goal", at=(name,), mark="ring", note="2 3 4 5 6")
            with suppress(LayoutError):
                assert trim.contains(items_bounds(draw_marks(only(board, goal), NOTE_FONT)))
                drawn += 1
        assert drawn


def test_an_area_is_tinted_framed_and_parted_from_the_next_by_a_heavier_line():
    board = load_game(find_game("turno")).game.components["turnooi-mat"]
    drawn = lines(draw_areas(board))
    heavy = [one for one in drawn if one[2] > 1]
    middle = board.size.height / 2
    assert all(start.y == pytest.approx(middle) == end.y for start, end, _ in heavy)
    xs = [point.x for start, end, _ in heavy for point in (start, end)]
    assert (min(xs), max(xs)) == pytest.approx((board.rim, board.size.width - board.rim))
    tints = [item for item in draw_areas(board) if item.style.fill]
    assert [len(tint.paths) for tint in tints] == [6, 6]


def test_a_start_or_a_goal_without_a_mark_is_refused():
    with pytest.raises(
        ValueError, match="is a start, so it needs the mark of the player it belongs to"
    ):
        Zone(sign="start", at=("a1",))
    assert Zone(sign="area", at=("a1",)).mark is None


@pytest.mark.parametrize(
    ("at", "fault"),
    [
        (("h1",), "there is no place 'h1' on this board; its places go from a1 to g7"),
        (("a1-a3", "a2"), "a2 is there twice"),
        (("A1",), "write a place"),
    ],
)
def test_a_zone_names_places_that_exist_and_each_once(square, at, fault):
    with pytest.raises(ValueError, match=fault):
        only(square, Zone(sign="area", at=at))
