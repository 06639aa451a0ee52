"""What stands in the cells of a grid, and on its rim."""

import re
from itertools import combinations

import pytest
from helpers.color_vision import contrast
from helpers.components import draw
from helpers.models import replace
from helpers.scenes import placed

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.base.path import path_bounds
from pnp.components.framed_board import CornerSign
from pnp.components.grid import Grid
from pnp.scene import Group, Shape, Text, item_bounds, leaves_in


def grid(**keys):
    values = {"rows": 4, "columns": 5, "cell": Size(20.0, 14.0), **keys}
    return Grid(kind="grid", name="Board", **values)


def items_of(board):
    (piece,) = draw(board)
    return piece.front.items


def painted(board, color):
    """The names of the cells that are of a colour."""
    centers = {tuple(round(side, 3) for side in p.center): p.name for p in board.places}
    shapes = [i for i in items_of(board) if isinstance(i, Shape) and i.style.fill == color]
    return {
        centers[tuple(round(side, 3) for side in path_bounds(path).center)]
        for shape in shapes
        for path in shape.paths
    }


def test_a_checkered_board_is_dark_at_the_near_left_corner_and_no_like_cells_touch():
    board = grid(checkered=True)
    dark, light = painted(board, board.dark), painted(board, board.light)
    assert "a1" in dark
    assert {"b1", "a2"} <= light
    assert len(dark | light) == 20
    assert dark == {n for n in dark | light if (ord(n[0]) - ord("a") + int(n[1])) % 2 == 1}


def test_colours_are_of_cells_and_ranges_and_later_ones_lie_over_earlier_ones():
    colors = {"a1-b2": "#cc8844", "b2": "#4488cc", "e4": "#4488cc"}
    board = grid(checkered=True, colors=colors)
    assert painted(board, "#cc8844") == {"a1", "a2", "b1"}
    assert painted(board, "#4488cc") == {"b2", "e4"}


def test_a_label_stands_in_the_middle_of_its_cell_in_an_ink_that_is_read_there():
    board = grid(labels={"a1": "Home", "c3": "Market place"}, colors={"a1": "#23201e"})
    texts = {item.string: item for item in items_of(board) if isinstance(item, Text)}
    home = item_bounds(texts["Home"])
    assert home.center.x == pytest.approx(board.by_name["a1"].center.x, abs=0.01)
    assert contrast(texts["Home"].fill, "#23201e") > 7
    lines = [item_bounds(texts[word]) for word in ("Market", "place")]
    middle = board.by_name["c3"].center
    assert lines[0].union(lines[1]).center.x == pytest.approx(middle.x, abs=0.01)
    for bounds in lines:
        assert abs(bounds.center.x - middle.x) + bounds.width / 2 < 10
        assert abs(bounds.center.y - middle.y) + bounds.height / 2 < 7


def test_coordinates_are_on_the_rim_for_the_player_on_either_side():
    board = grid(coordinates=True, rim=6.0, titled=False)
    near = {item.string: item_bounds(item) for item in items_of(board) if isinstance(item, Text)}
    far = [item for item in items_of(board) if isinstance(item, Group)]
    assert set(near) == {*"abcde", *"1234"}
    assert near["a"].center.y > board.size.height - 6
    assert near["1"].right < 6
    assert near["1"].y > near["4"].y
    assert len(far) == 9
    assert all((item.transform.a, item.transform.d) == pytest.approx((-1, -1)) for item in far)
    for item in far:
        bounds = item_bounds(item)
        assert bounds.center.y < 6 or bounds.x > board.size.width - 6


def words_of(board):
    return [text.string for text in leaves_in(items_of(board)) if isinstance(text, Text)]


def test_a_rim_with_room_has_frame_title_and_coordinates_and_each_can_be_turned_off():
    assert words_of(grid(rim=6.0)) == [*"aabbccddee", *"11223344", "GAME", "GAME"]
    assert words_of(grid(rim=3.9)) == []
    assert words_of(grid(rim=6.0, titled=False, coordinates=False)) == []
    bare = grid(rim=6.0, titled=False, coordinates=False, framed=False)
    assert (
        len(items_of(bare)) == len(items_of(replace(bare, rim=3.9))) < len(items_of(grid(rim=6.0)))
    )


def test_a_title_that_is_written_stands_in_the_middle_where_the_rim_has_no_room():
    board = grid(rim=0.5, title="Allotment")
    (title,) = (text for text in leaves_in(items_of(board)) if isinstance(text, Text))
    assert title.string == "Allotment"
    assert item_bounds(title).center.x == pytest.approx(board.size.width / 2, abs=0.5)
    assert item_bounds(title).center.y == pytest.approx(board.size.height / 2, abs=1.0)


@pytest.mark.parametrize(("columns", "rim"), [(1, 4.0), (2, 4.0), (5, 6.0), (6, 9.0)])
def test_nothing_on_a_rim_touches_anything_else_there(columns, rim):
    board = grid(columns=columns, rim=rim)
    texts = [(text, move) for text, move in placed(items_of(board)) if isinstance(text, Text)]
    boxes = [Rect.around(map(move.apply, item_bounds(t).corners)) for t, move in texts]
    cells = Rect(0, 0, *board.size).inset(rim)
    for one, other in combinations(boxes, 2):
        assert not one.inset(0.3).overlaps(other.inset(0.3))
    for box in boxes:
        assert not box.inset(0.25 * box.height).overlaps(cells)  # a font size is not a height


def test_crossings_have_the_marks_and_colours_of_the_corners_which_show_in_grey():
    corners = [
        CornerSign(id="yellow", color="#f6d55c", mark="star"),
        CornerSign(id="blue", color="#0000aa", mark="square"),
    ]
    board = grid(crossing="dots", corners=tuple(corners))
    for color, sides in (("#f6d55c", 10), ("#0000aa", 4)):
        marks = [i for i in items_of(board) if isinstance(i, Shape) and i.style.fill == color]
        assert len(marks) == 2 * 3 * 4 + 2  # and in the corners of the frame
        assert all(len(mark.paths[0].segments) == sides - 1 for mark in marks)
        assert all(contrast(mark.style.stroke, board.ground) >= 4.5 for mark in marks)


@pytest.mark.parametrize("ground", ["#23201e", "#f6f1e4"])
def test_a_label_is_read_on_whatever_ground_a_board_has(ground):
    texts = [i for i in items_of(grid(labels={"b2": "Home"}, ground=ground)) if isinstance(i, Text)]
    (label,) = (text for text in texts if text.string == "Home")
    assert contrast(label.fill, ground) > 4.5


def test_every_label_that_has_no_room_is_reported():
    labels = {"a1": "Incomprehensibilities", "b1": "ok", "c1": "Pneumonoultramicroscopic"}
    with pytest.raises(LayoutError) as refusal:
        draw(grid(labels=labels))
    told = str(refusal.value).splitlines()
    assert [line.split(":")[0] for line in told] == ["labels.a1", "labels.c1"]


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"colors": {"z9": "#000000"}}, "colors.z9: there is no place 'z9' on this board"),
        ({"labels": {"a1-b1": "Wide"}}, "labels.a1-b1: write one place, not a range"),
        (
            {"coordinates": True, "rim": 3.0},
            "a rim of 3 mm has no room for coordinates; make it 4 mm or more",
        ),
    ],
)
def test_an_impossible_grid_is_reported(keys, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        grid(**keys)


def test_a_grid_with_labels_has_no_letters_and_numbers_on_its_rim_unless_asked():
    table = {"kind": "grid", "name": "Results", "rows": 2, "columns": 2, "cell": Size(20, 20)}
    assert Grid(**table).has_coordinates
    assert not Grid(**table, labels={"a1": "6"}).has_coordinates
    assert Grid(**table, labels={"a1": "6"}, coordinates=True).has_coordinates
