"""Boards of rings and sectors, and boards with another outline than a rectangle."""

from collections import Counter
from itertools import combinations
from math import dist, hypot

import pytest
from helpers.components import draw, game_of
from helpers.models import refused

from pnp.base.errors import PnpError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle_of, flattened, path_bounds
from pnp.components.board import DrawnBoard
from pnp.components.grid import Grid
from pnp.components.piece import outlines
from pnp.components.registry import draw_component
from pnp.components.rings import Rings
from pnp.components.sectors import room_in
from pnp.game.board import Zone
from pnp.game.places import MIDDLE, Footprint, edge_key, rectangle_corners
from pnp.scene import Group, Shape, Text, leaves_in

SPACE = Size(20, 14)


def rings(**changed):
    made = {"kind": "rings", "name": "Wheel", "rings": 3, "sectors": 12, "space": SPACE}
    return Rings(**made | changed)


def grid(**changed):
    made = {"kind": "grid", "name": "Yard", "rows": 4, "columns": 4, "cell": Size(20, 20)}
    return Grid(**made | changed)


def center(board):
    return Rect(0, 0, *board.size).center


def strings(piece):
    return [leaf.string for leaf in leaves_in(piece.front.items) if isinstance(leaf, Text)]


def test_rings_have_letters_from_the_inside_and_sectors_numbers_clockwise_from_the_top():
    board = rings(middle=True)
    assert [place.name for place in board.places[:2]] == ["a1", "a2"]
    assert [place.name for place in board.places[-2:]] == ["c12", "middle"]
    assert len(board.by_name) == 3 * 12 + 1
    middle = center(board)
    assert board.by_name["middle"].center == middle
    at = {name: board.by_name[name].center for name in ("a1", "c1", "a4", "a7")}
    assert at["c1"].y < at["a1"].y < middle.y < at["a7"].y
    assert at["a1"].x == pytest.approx(middle.x)
    assert at["a4"] == pytest.approx((middle.x + middle.y - at["a1"].y, middle.y))


@pytest.mark.parametrize("sectors", [3, 4, 8, 12, 100])
@pytest.mark.parametrize("space", [Size(20, 20), Size(10, 30), Size(40, 8)])
@pytest.mark.parametrize("hub", [0.0, 300.0])
def test_a_sector_has_room_for_its_piece(sectors, space, hub):
    board = rings(sectors=sectors, space=space, hub=hub, facing="outward", middle=True)
    piece = Footprint(rectangle_corners(space))
    assert all(place.holds(piece) for place in board.places)


def test_the_innermost_ring_is_as_near_to_the_middle_as_its_piece_allows():
    board = rings(facing="outward")
    wider = Footprint(rectangle_corners(Size(SPACE.width + 0.1, SPACE.height)))
    assert not board.by_name["a1"].holds(wider)
    assert board.radii[0] < rings(hub=120).radii[0] == 60


def test_sectors_share_their_edges_so_that_areas_join():
    board = rings(middle=True)
    times = Counter(edge_key(edge) for place in board.places for edge in place.edges())
    middle = center(board)
    outer = [key for key, n in times.items() if n == 1]
    assert set(times.values()) == {1, 2}
    assert all(
        dist(end, middle) == pytest.approx(board.radii[-1], abs=0.01) for e in outer for end in e
    )


def test_what_lies_on_points_faces_outward_as_on_sectors():
    board = rings(drawn="points", facing="outward", middle=True)
    assert [board.by_name[name].turn for name in ("a1", "a4", "middle")] == [0, 90, 0]


@pytest.mark.parametrize("middle", [False, True])
def test_points_are_discs_that_keep_apart(middle):
    board = rings(rings=2, sectors=8, drawn="points", middle=middle)
    disc = Footprint((MIDDLE,), SPACE.width / 2)
    assert all(place.holds(disc) for place in board.places)
    for one, other in combinations(board.places, 2):
        assert dist(one.center, other.center) > SPACE.width - 0.01


def test_arms_are_points_without_the_lines_along_rings():
    def corners(drawn):
        (piece,) = draw(rings(rings=1, sectors=8, drawn=drawn, middle=True))
        shapes = [item for item in leaves_in(piece.front.items) if isinstance(item, Shape)]
        return [shape.paths for shape in shapes]

    points, arms = corners("points"), corners("arms")
    (lines, rays) = next(pair for pair in zip(points, arms, strict=True) if pair[0] != pair[1])
    assert len(rays) == 8
    assert {*rays} < {*lines}
    assert rings(drawn="points").places == rings(drawn="arms").places


def test_words_on_sectors_are_upright_or_face_outward():
    for facing, turns in (("upright", {0.0}), ("outward", {0.0, 30.0, 90.0})):
        board = rings(labels={"a1": "Sow", "b2": "Reap", "c4": "Rest"}, facing=facing)
        (piece,) = draw(board)
        (whole, *_) = piece.front.items
        turned = [
            item.transform
            for item in whole.items
            if isinstance(item, Group) and item.transform[1:3]
        ]
        assert {board.by_name[name].turn for name in board.labels} == turns
        assert {"Sow", "Reap", "Rest"} <= {*strings(piece)}
        assert turned


def test_the_room_for_a_word_is_the_largest_of_its_shape():
    place = rings().by_name["a3"]
    found = room_in(place, Size(2, 1))
    assert found.width == pytest.approx(2 * found.height)
    assert place.holds(Footprint(rectangle_corners(found)))
    assert not place.holds(Footprint(rectangle_corners(Size(*(1.001 * s for s in found)))))


def test_colours_alternate_along_and_across_rings():
    board = rings(checkered=True, colors={"b2": "#123456"})
    painted = board.painted
    assert painted["a1"] == painted["a3"] == painted["b12"] == board.dark
    assert painted["a2"] == painted["b1"] == board.light
    assert painted["b2"] == "#123456"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"sectors": 9, "checkered": True}, "even number of sectors, not 9"),
        ({"middle": True, "title": "Year"}, "middle, which is a place"),
        ({"colors": {"d1": "#123456"}}, "no place 'd1'"),
        ({"labels": {"a1-a3": "Sow"}}, "one place, not a range"),
    ],
)
def test_contradictions_are_refused(changed, message):
    with refused(message):
        rings(**changed)


@pytest.mark.parametrize("shape", ["round", "octagon"])
@pytest.mark.parametrize(
    "make",
    [
        lambda shape: rings(shape=shape, rim=12.0),
        lambda shape: grid(shape=shape, rim=25.0),
        lambda shape: DrawnBoard(
            kind="board", name="Map", size=Size(90, 90), shape=shape, front={"ground": "#335577"}
        ),
    ],
)
def test_a_board_of_another_shape_is_cut_out_along_it_with_colour_a_little_beyond(shape, make):
    board = make(shape)
    (piece,) = draw(board)
    assert not piece.freed_by_trim
    (cut,) = outlines(piece.front)
    assert path_bounds(cut).corners == tuple(
        pytest.approx(corner) for corner in Rect(0, 0, *board.size).corners
    )
    assert (circle_of(cut) is not None) is (shape == "round")
    assert len(flattened(cut, 1.0)) == 9 or shape == "round"
    (clip,) = [item.clip for item in piece.front.items if isinstance(item, Group)]
    assert path_bounds(clip).width == pytest.approx(board.size.width + 2 * 1.5)


def test_figures_show_a_round_board_as_it_is_cut_out():
    (piece,) = draw_component(game_of(rings()), "it", lettered=False)
    (clip,) = [item.clip for item in piece.front.items if isinstance(item, Group)]
    assert clip == outlines(piece.front)[0]


@pytest.mark.parametrize(
    ("shape", "needed"), [("round", hypot(40, 40) - 40 + 1.8), ("octagon", 40 * 2**0.5 - 40 + 1.8)]
)
def test_places_that_would_reach_over_the_edge_say_how_wide_the_rim_must_be(shape, needed):
    with refused(r"rim: .* 18\.4 mm or more"):
        grid(shape=shape)
    assert needed == pytest.approx(18.37, abs=0.01)
    grid(shape=shape, rim=18.4)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"columns": 5, "rim": 30.0, "shape": "round"}, "as wide as high, not 160x140mm"),
        (
            {
                "rim": 30.0,
                "shape": "octagon",
                "corners": [{"id": "red", "color": "#ff0000", "mark": "disc"}],
            },
            "corners: a board that is octagon has none",
        ),
    ],
)
def test_what_a_shape_has_no_room_for_is_refused(changed, message):
    with refused(message):
        grid(**changed)


def test_spaces_of_a_round_board_of_ones_own_lie_within_its_outline():
    made = {"kind": "board", "name": "Map", "size": Size(90, 90), "front": {}, "space": Size(9, 9)}
    DrawnBoard(**made, spaces={"port": "0mm, 0mm"})
    with refused("over the edge of the board"):
        DrawnBoard(**made, shape="round", spaces={"port": "0mm, 0mm"})


def test_the_mark_of_a_goal_lies_on_the_board():
    zone = Zone(sign="goal", at=["a4-d4"], mark="disc", note="a long note for a goal")
    with pytest.raises(PnpError, match="beyond the edge"):
        draw(grid(shape="octagon", rim=19.0, zones=[zone]))


def test_points_beyond_an_edge_are_measured_from_it():
    board = grid(shape="octagon", rim=20.0)
    assert board.beyond_edge(Point(60, 0)) == pytest.approx(0)
    assert board.beyond_edge(Point(0, 0)) == pytest.approx(60 * 2**0.5 - 60)
    assert grid(rim=20.0).beyond_edge(Point(0, 0)) == pytest.approx(0)
