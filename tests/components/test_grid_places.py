"""Grids with places left out, and with places on the crossings of lines."""

import re
from collections import Counter
from math import dist

import pytest
from helpers.components import draw
from helpers.scenes import placed

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import path_bounds
from pnp.components.grid import Grid
from pnp.components.grid.draw import FRAME_LINE, LINE
from pnp.game.board import Zone
from pnp.scene import Shape, Text, item_bounds, leaves_in

CROSS = ("  ...  ", "  ...  ", ".......", ".......", ".......", "  ...  ", "  ...  ")
MILL = (
    ".-----.-----.",
    "|     |     |",
    "| .---.---. |",
    "| |   |   | |",
    "| | .-.-. | |",
    "| | |   | | |",
    ".-.-.   .-.-.",
    "| | |   | | |",
    "| | .-.-. | |",
    "| |   |   | |",
    "| .---.---. |",
    "|     |     |",
    ".-----.-----.",
)


def grid(rows, columns, **keys):
    return Grid(kind="grid", name="B", rows=rows, columns=columns, cell=Size(20.0, 20.0), **keys)


def on_lines(rows, columns, **keys):
    return grid(rows, columns, pieces_on="crossings", **keys)


def shapes(board):
    (piece,) = draw(board)
    return [leaf for leaf in leaves_in(piece.front.items) if isinstance(leaf, Shape)]


def drawn_lines(board):
    """The ends of the lines on which places lie, in places from a1."""
    (shape,) = [s for s in shapes(board) if s.style.stroke_width == LINE and not s.paths[0].closed]
    first = board.center(0, 0)

    def place(point):
        return round((point.x - first.x) / 20, 3), round((first.y - point.y) / 20, 3)

    return {frozenset((place(p.start), place(p.segments[0].to))) for p in shape.paths}


def passed(board, lines):
    """The names of the places on each line."""
    at = {name: (slot[0], slot[1]) for slot, name in board.slots.items()}
    return {
        frozenset(
            name
            for name, here in at.items()
            if abs(dist(a, here) + dist(here, b) - dist(a, b)) < 1e-6
        )
        for a, b in map(tuple, lines)
    }


def test_lines_go_through_the_middles_of_places_from_edge_to_edge():
    assert drawn_lines(on_lines(3, 4)) == {
        *(frozenset({(0, row), (3, row)}) for row in range(3)),
        *(frozenset({(column, 0), (column, 2)}) for column in range(4)),
    }
    board = on_lines(3, 4)
    assert board.size == grid(3, 4).size
    assert [place.center for place in board.places] == [p.center for p in grid(3, 4).places]


def test_alternate_diagonals_meet_at_a1_and_all_diagonals_cross_each_square():
    straight = drawn_lines(on_lines(5, 5))
    alternate = drawn_lines(on_lines(5, 5, diagonals="alternate")) - straight
    assert alternate == {
        frozenset(ends)
        for ends in (
            *(((0, 0), (4, 4)), ((0, 4), (4, 0)), ((2, 0), (4, 2)), ((0, 2), (2, 4))),
            *(((0, 2), (2, 0)), ((2, 4), (4, 2))),
        )
    }
    every = drawn_lines(on_lines(5, 5, diagonals="all")) - straight
    assert alternate < every
    assert frozenset({(1, 0), (4, 3)}) in every


def test_a_map_of_lines_has_the_places_and_mills_of_nine_mens_morris():
    board = on_lines(7, 7, map=MILL)
    names = "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7"
    assert [place.name for place in board.places] == names.split()
    mills = passed(board, drawn_lines(board))
    assert len(mills) == 16
    assert all(len(mill) == 3 for mill in mills)
    assert {"a4", "b4", "c4"} in mills
    assert {"b2", "d2", "f2"} in mills


def test_a_map_of_places_leaves_out_the_lines_and_squares_of_those_that_are_not_there():
    board = on_lines(7, 7, map=CROSS, diagonals="alternate")
    assert len(board.places) == 33
    lines = drawn_lines(board)
    assert frozenset({(0, 2), (0, 4)}) in lines
    assert frozenset({(2, 0), (2, 6)}) in lines
    assert frozenset({(0, 2), (4, 6)}) in lines
    every = on_lines(7, 7, map=CROSS, diagonals="all")
    assert not any({"b5", "c6"} <= names for names in passed(every, drawn_lines(every)))
    assert all(len(names) >= 3 for names in passed(board, lines))


def test_lines_bend_and_cross_at_a_plus_and_diagonals_at_an_x():
    bent = on_lines(2, 3, map=(".-.-+", "    |", ".-.-."))
    assert [place.name for place in bent.places] == ["a1", "a2", "b1", "b2", "c1"]
    assert frozenset({(2, 1), (2, 0)}) in drawn_lines(bent)
    crossed = on_lines(2, 2, map=(". .", " x ", ". ."))
    assert drawn_lines(crossed) == {
        frozenset({(0, 0), (1, 1)}),
        frozenset({(0, 1), (1, 0)}),
    }


@pytest.mark.parametrize(
    ("rows", "columns", "plan"), [(1, 4, (".-.-. .",)), (4, 1, (".", "|", ".", "|", ".", " ", "."))]
)
def test_a_single_row_or_column_has_lines_as_well(rows, columns, plan):
    board = on_lines(rows, columns, map=plan)
    assert len(board.places) == 4
    ((a, b),) = map(tuple, drawn_lines(board))
    assert dist(a, b) == 2


def test_stars_and_dots_are_on_places_and_colours_are_discs_there():
    board = on_lines(5, 5, stars=("b2", "d4-e5"), colors={"c3": "#aa0000"})
    dots = [s for s in shapes(board) if s.style.fill == board.ink]
    middles = {tuple(path_bounds(s.paths[0]).center) for s in dots}
    stars = ("b2", "d4", "d5", "e4", "e5")
    assert {tuple(board.by_name[name].center) for name in stars} <= middles
    (disc,) = [s for s in shapes(board) if s.style.fill == "#aa0000"]
    assert path_bounds(disc.paths[0]).center == board.by_name["c3"].center
    assert path_bounds(disc.paths[0]).width < 20
    dotted = shapes(on_lines(5, 5, crossing="dots", ink="#123456"))
    assert sum(s.style.fill == "#123456" and len(s.paths) == 1 for s in dotted) >= 25


def test_a_label_on_a_crossing_lies_on_a_plate_that_parts_it_from_the_lines():
    (piece,) = draw(on_lines(5, 5, labels={"c3": "Well"}))
    leaves = list(leaves_in(piece.front.items))
    number = next(
        n for n, one in enumerate(leaves) if isinstance(one, Text) and one.string == "Well"
    )
    plate = leaves[number - 1]
    assert isinstance(plate, Shape)
    assert plate.style.fill == "#ffffff"
    assert path_bounds(plate.paths[0]).width > leaves[number].width


def test_a_place_on_a_crossing_is_shown_as_a_circle_within_its_square():
    board = on_lines(3, 3)
    place = board.by_name["b2"]
    assert {round(dist(place.center, corner), 3) for corner in board.outline(place)} == {8.0}
    assert grid(3, 3).outline(place) == place.corners


def test_cells_that_are_left_out_have_no_lines_and_a_heavy_line_around_them():
    board = grid(3, 3, map=("...", ". .", "..."), crossing="dots")
    assert len(board.places) == 8
    assert "b2" not in board.by_name
    (around,) = [s for s in shapes(board) if s.style.stroke_width == FRAME_LINE]
    whole = Rect(0, 0, *board.size).inset(board.rim)
    hole = Rect(whole.x + 20, whole.y + 20, 20, 20)
    assert {tuple(path_bounds(path)) for path in around.paths} == {tuple(whole), tuple(hole)}
    dots = [s for s in shapes(board) if s.style.fill == board.ink and not s.style.stroke]
    assert len(dots) == 4  # the corners of the frame; nowhere do four cells meet


def test_the_cells_of_ur_meet_where_they_are_and_are_checkered_as_if_all_were_there():
    board = grid(3, 8, map=("....  ..", "........", "....  .."), checkered=True)
    assert len(board.places) == 20
    whole = grid(3, 8, checkered=True)
    assert all(whole.painted[name] == color for name, color in board.painted.items())
    pairs = {frozenset(pair[:2]) for pair in board.neighbours}
    assert frozenset({"d2", "e2"}) in pairs
    assert not any("e1" in pair or "f3" in pair for pair in pairs)
    middle = board.by_name["e2"].center
    thin = [path_bounds(p).center for s in shapes(board) for p in s.paths if not p.closed]
    assert Point(middle.x - 10, middle.y) in [Point(round(p.x, 6), round(p.y, 6)) for p in thin]


def test_columns_and_rows_that_a_figure_shows_in_part_still_have_their_names():
    board = on_lines(7, 7, map=MILL)
    shown = [board.by_name[name] for name in ("a4", "d5")]
    labels = board.edge_labels(shown, Rect(0, 0, *board.size))
    assert [label.text for label in labels] == ["a", "d", "4", "5"]


@pytest.mark.parametrize("shape", ["round", "octagon"])
@pytest.mark.parametrize("pieces_on", ["cells", "crossings"])
def test_names_stand_beside_places_where_a_rim_along_rows_would_lead_off_the_board(
    shape, pieces_on
):
    board = grid(7, 7, map=CROSS, shape=shape, rim=14.0, titled=False, pieces_on=pieces_on)
    (piece,) = draw(board)
    texts = [(item, into) for item, into in placed(piece.front.items) if isinstance(item, Text)]
    assert Counter(item.string for item, _ in texts) == dict.fromkeys("abcdefg1234567", 2)
    for item, into in texts:
        box = into.apply_to(item_bounds(item))
        assert all(board.beyond_edge(corner) < 0 for corner in box.corners)
        cells = [Rect.around(place.corners) for place in board.places]
        assert not any(box.inset(0.3).overlaps(cell) for cell in cells)


def test_a_column_without_places_has_no_name():
    (piece,) = draw(grid(2, 3, map=(". .", ". ."), titled=False))
    texts = {item.string for item in leaves_in(piece.front.items) if isinstance(item, Text)}
    assert texts == {"a", "c", "1", "2"}


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"map": ("...", "...")}, "map: has 2 rows; write 3"),
        (
            {"map": ("...", "..", "...")},
            "map: row 2: has 2 characters; write 3",
        ),
        ({"map": ("   ", "   ", "   ")}, "map: has no place; write a dot for each"),
        (
            {"map": ("...", ".o.", "...")},
            "map: row 2, character 2: write one of '.' ' ', not 'o'",
        ),
        ({"map": (".-.-.", "|   |", ".   .", "|   |", ".-.-.")}, "map: has 5 rows; write 3"),
        ({"stars": ("b2",)}, "stars: does not go with pieces_on = 'cells'; leave it out"),
        ({"diagonals": "all"}, "diagonals: does not go with pieces_on = 'cells'"),
    ],
)
def test_an_impossible_map_of_cells_is_reported(keys, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        grid(3, 3, **keys)


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"map": (".-.", "| |", ".-|")}, "map: row 3, character 3: a line from row 3, character 1"),
        ({"map": (".-.", "|  ", ".--")}, "map: row 3, character 4: a line from row 3, character 1"),
        ({"map": (".-.", "|  ", "   ")}, "map: row 3, character 1: a line from row 1, character 1"),
        ({"map": ("...", "| |", ".-.")}, "map: row 1, character 2: is between places; write +"),
        ({"map": (".=.", "| |", ".-.")}, "not '='"),
        ({"map": (".-", "||", "..")}, "map: row 1: has 2 characters; write 3"),
        (
            {"map": ("..", "..", "..", "..")},
            "map: has 4 rows; write 2, or 3 with lines between places",
        ),
        ({"map": ("..", "...")}, "map: row 2: has 3 characters; write 2"),
        ({"map": (".-.", "| |", ".-."), "diagonals": "all"}, "diagonals: the map has all lines"),
        ({"checkered": True}, "checkered: does not go with pieces_on = 'crossings'; leave it out"),
        ({"crossing": "quarters"}, "crossing: does not go with pieces_on = 'crossings'"),
        ({"stars": ("c1",)}, "stars: there is no place 'c1' on this board"),
    ],
)
def test_an_impossible_map_of_lines_is_reported(keys, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        on_lines(2, 2, **keys)


def test_a_place_that_is_left_out_is_in_no_zone():
    with pytest.raises(ValueError, match=re.escape("zones[1].at: there is no place 'a1'")):
        grid(7, 7, map=CROSS, zones=(Zone(sign="area", at=("a1-c3",)),))
