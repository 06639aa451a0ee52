"""Tracks: where their spaces are, which of them stand out, and what is written in them."""

import re
from itertools import pairwise
from math import dist

import pytest
from helpers.components import draw

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.base.path import circle_of, path_bounds
from pnp.components.piece import outlines
from pnp.components.track import Track
from pnp.components.track.draw import THIN, WALL
from pnp.game.places import Footprint, rectangle_corners
from pnp.scene import Shape, Text, item_bounds

SPACE = Size(14.0, 12.0)


def track(**keys):
    return Track(kind="track", name="Points", **{"last": 19, "space": SPACE, **keys})


def items_of(board):
    (piece,) = draw(board)
    return piece.front.items


def texts_of(board):
    return {item.string: item for item in items_of(board) if isinstance(item, Text)}


def strokes(board, width):
    shapes = [i for i in items_of(board) if isinstance(i, Shape) and i.style.stroke == board.ink]
    return [path for shape in shapes for path in shape.paths if shape.style.stroke_width == width]


LAYOUTS = {
    "straight": {},
    "rows": {"columns": 5},
    "snake": {"columns": 6},
    "edge": {"columns": 7},
}


def ways(board):
    """How many columns to the right and rows down each space is from the one before."""
    return [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(board.slots)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_number_is_a_place_of_the_size_asked_for_and_none_lies_on_another(layout):
    board = track(layout=layout, play=1.0, **LAYOUTS[layout])
    assert [place.name for place in board.places] == [str(n) for n in range(20)]
    assert len(set(board.slots)) == 20
    for place in board.places:
        assert tuple(place.size) == pytest.approx((15, 13))
        x, y = place.center
        assert board.rim < x < board.size.width - board.rim
        assert board.rim < y < board.size.height - board.rim


def test_rows_all_go_to_the_right_and_a_snake_goes_to_and_fro():
    assert set(ways(track(layout="straight"))) == {(1, 0)}
    assert set(ways(track(layout="rows", columns=5))) == {(1, 0), (-4, 1)}
    assert set(ways(track(layout="snake", columns=5))) == {(1, 0), (-1, 0), (0, 1)}
    assert set(ways(track(layout="snake", columns=5, upward=True))) == {(1, 0), (-1, 0), (0, -1)}


def test_an_edge_goes_clockwise_from_the_top_left_and_comes_home():
    board = track(layout="edge", columns=7)
    steps = ways(board)
    assert steps == [(1, 0)] * 6 + [(0, 1)] * 4 + [(-1, 0)] * 6 + [(0, -1)] * 3
    assert board.slots[0] == (0, 0)
    assert board.slots[-1] == (0, 1)


def test_a_spiral_goes_clockwise_around_and_further_in_through_every_slot():
    board = track(layout="spiral", columns=5)
    assert all(abs(x) + abs(y) == 1 for x, y in ways(board))
    assert board.slots[:6] == ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1))
    assert board.slots[14:] == ((1, 1), (2, 1), (3, 1), (3, 2), (2, 2), (1, 2))
    assert len(set(track(layout="spiral", columns=3, last=10).slots)) == 11


def test_a_spiral_that_runs_upward_goes_anticlockwise_from_the_bottom_left():
    upward = track(layout="spiral", columns=5, upward=True).slots
    assert upward[:2] == ((0, 3), (1, 3))
    assert upward == tuple((x, 3 - y) for x, y in track(layout="spiral", columns=5).slots)


@pytest.mark.parametrize("facing", ["upright", "outward"])
@pytest.mark.parametrize(("layout", "sides"), [("circle", None), ("polygon", 4), ("polygon", 5)])
def test_spaces_around_a_middle_have_room_for_a_piece_and_keep_to_the_board(layout, sides, facing):
    board = track(layout=layout, sides=sides, facing=facing, play=1.0)
    room = Size(15.0, 13.0)
    for place in board.places:
        turned = place._replace(turn=way_out(board, place))
        assert turned.holds(Footprint(rectangle_corners(room)))
        assert place.turn == pytest.approx(turned.turn if facing == "outward" else 0.0)
        assert all(board.beyond_edge(corner) <= -board.rim + 1e-6 for corner in place.corners)


def way_out(board, place):
    """The direction in which a space faces: away from the middle, or across its side."""
    number, count = int(place.name), len(board.numbers)
    if board.sides is None:
        return 360 * number / count
    return 360 * (number // (count // board.sides)) / board.sides


def test_a_circle_has_a_wall_before_its_first_space_and_thin_lines_between_the_others():
    board = track(layout="circle")
    assert len(strokes(board, THIN)) == 19
    inner, outer, start = strokes(board, WALL)
    middle, radius = circle_of(outer)
    assert middle == pytest.approx(board.middle)
    assert radius == pytest.approx(board.size.width / 2 - board.rim)
    assert circle_of(inner)[1] == pytest.approx(board.inside)
    first = board.by_name["0"]
    assert dist(start.start, first.center) < dist(start.start, board.by_name["1"].center)


def test_a_polygon_has_a_wall_around_each_of_its_sides():
    board = track(layout="polygon", sides=4)
    assert len(strokes(board, THIN)) == 4 * 4
    assert len(strokes(board, WALL)) == 4 * (2 * 5 + 2)


def test_a_round_track_is_cut_out_along_its_rim():
    (piece,) = draw(track(layout="circle", shape="round"))
    (edge,) = outlines(piece.front)
    assert circle_of(edge)[1] == pytest.approx(piece.front.size.width / 2)


@pytest.mark.parametrize(
    ("keys", "numbers"),
    [
        ({"first": 5, "last": 1}, (5, 4, 3, 2, 1)),
        ({"first": 0, "last": 10, "step": 5}, (0, 5, 10)),
        ({"first": 10, "last": 0, "step": 4}, (10, 6, 2)),
    ],
)
def test_numbers_count_up_or_down_in_steps(keys, numbers):
    assert track(**keys).numbers == numbers


@pytest.mark.parametrize(("layout", "on"), [("straight", 19), ("rows", 16), ("snake", 19)])
def test_a_thin_line_is_where_the_way_goes_on_and_a_wall_where_not(layout, on):
    board = track(layout=layout, **LAYOUTS[layout])
    thin, walls = strokes(board, THIN), strokes(board, WALL)
    assert len(thin) == on
    sides = 4 * len(board.numbers)
    columns, rows = board.extent
    beside = sum(
        abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
        for number, a in enumerate(board.slots)
        for b in board.slots[:number]
    )
    assert (columns, rows) == (len({c for c, _ in board.slots}), len({r for _, r in board.slots}))
    assert len(thin) + len(walls) == sides - beside


def test_numbers_that_every_divides_have_a_tint_and_bold_figures():
    board = track(every=4, tint="#cfe9ef")
    items = items_of(board)
    (tint,) = [i for i in items if isinstance(i, Shape) and i.style.fill == "#cfe9ef"]
    centers = {place.name: place.center for place in board.places}
    found = {round(path_bounds(path).center.x, 3) for path in tint.paths}
    assert found == {round(centers[str(n)].x, 3) for n in (0, 4, 8, 12, 16)}
    bold = {name for name, text in texts_of(board).items() if text.font == "serif-bold"}
    assert bold == {"0", "4", "8", "12", "16"}
    assert all(text.font == "serif" for text in texts_of(track(every=0)).values())


def test_a_word_stands_below_its_number_and_both_in_their_space():
    board = track(first=1, last=8, start="Dawn", finish="Night", labels={"4": "Reserve"})
    texts = texts_of(board)
    for number, word in (("1", "Dawn"), ("8", "Night"), ("4", "Reserve")):
        place = board.by_name[number]
        above, below = item_bounds(texts[number]), item_bounds(texts[word])
        assert above.bottom < below.y + 1.5
        for bounds in (above, below):
            assert bounds.center.x == pytest.approx(place.center.x, abs=0.01)
            assert abs(bounds.center.y - place.center.y) + bounds.height / 2 < 6


def test_spaces_may_go_without_numbers():
    assert texts_of(track(numbered=False)) == {}


def test_a_title_is_above_the_spaces_or_within_what_they_surround():
    layouts = {**LAYOUTS, "circle": {}, "polygon": {"sides": 5}}
    for layout in ("straight", "edge", "circle", "polygon"):
        board = track(layout=layout, title="Points", **layouts[layout])
        title = item_bounds(texts_of(board)["Points"])
        spaces = [Rect.around(place.corners) for place in board.places]
        assert not any(title.overlaps(space) for space in spaces)
        assert (title.bottom < board.area.y) == (layout == "straight")


def test_every_word_that_has_no_room_is_reported_with_its_space():
    with pytest.raises(LayoutError) as refusal:
        draw(track(labels={"3": "Incomprehensibilities", "7": "Reinforcements arrive"}))
    told = str(refusal.value).splitlines()
    assert [line.split(":")[0] for line in told] == ["space 3", "space 7"]


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"columns": 5}, "columns: layout 'straight' has none; write another"),
        ({"layout": "snake"}, "columns: is missing; write how many spaces a row of snake has"),
        ({"layout": "rows", "columns": 30}, "columns: 30 are more than there are spaces: 20"),
        ({"layout": "edge", "columns": 10}, "20 spaces do not go around an edge with 10"),
        ({"layout": "circle", "columns": 5}, "columns: layout 'circle' has none"),
        ({"layout": "spiral"}, "columns: is missing; write how many spaces a row of spiral has"),
        ({"layout": "polygon"}, "sides: is the number of sides of a polygon, which needs it"),
        ({"sides": 5}, "sides: is the number of sides of a polygon, which needs it"),
        ({"layout": "polygon", "sides": 6}, "sides: 20 spaces do not go evenly along 6 sides"),
        ({"layout": "circle", "last": 1}, "a circle has 3 spaces or more, not 2"),
        ({"facing": "outward"}, "facing: is of circles and polygons, not of layout 'straight'"),
        ({"layout": "polygon", "sides": 5, "shape": "round"}, "as wide as high, not"),
        ({"upward": True}, "upward: is of rows, snakes and spirals, not of layout 'straight'"),
        ({"labels": {"40": "Far"}}, "labels.40: there is no place '40' on this board"),
        ({"start": "Go", "labels": {"0": "Go"}}, "labels.0: is there as start as well"),
    ],
)
def test_an_impossible_track_is_reported(keys, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        track(**keys)
