"""Boards larger than the bed, split into parts."""

import pytest

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, line, path_bounds, rectangle
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.laser.artwork import Artwork, draw_artwork
from pnp.laser.merge_cuts import length
from pnp.laser.split import split


def board(width, height, *lines, engraved=()):
    return Artwork(rectangle(Rect(0, 0, width, height)), scored=lines, engraved=engraved)


def upright(x, height=100):
    return line(Point(x, 0), Point(x, height))


def test_a_board_that_fits_stays_whole():
    (part,) = split(board(100, 50), Size(100, 50))
    assert path_bounds(part.outline) == Rect(0, 0, 100, 50)


def test_a_board_without_lines_is_parted_evenly():
    parts = split(board(100, 50), Size(60, 60))
    assert [path_bounds(part.outline) for part in parts] == [Rect(0, 0, 50, 50)] * 2


def test_a_board_is_parted_along_the_line_nearest_to_an_even_split():
    parts = split(board(100, 100, *(upright(x) for x in (10, 45, 70))), Size(60, 100))
    assert [path_bounds(part.outline).width for part in parts] == [45, 55]


def test_the_line_of_a_parting_is_cut_and_not_scored():
    first, second = split(board(100, 100, upright(20), upright(50)), Size(60, 100))
    assert [one.start.x for one in first.scored] == [20]
    assert second.scored == ()


def test_engraving_across_a_parting_is_on_both_parts():
    level = line(Point(0, 30), Point(100, 30))
    parts = split(board(100, 60, level), Size(50, 60))
    assert [length(part.scored[0]) for part in parts] == pytest.approx([50, 50], abs=0.2)
    disc = circle(Point(50, 30), 10)
    parts = split(board(100, 60, engraved=(disc,)), Size(50, 60))
    assert [path_bounds(part.engraved[0]).width for part in parts] == pytest.approx([10, 10])


def test_a_board_that_is_not_a_rectangle_is_refused():
    with pytest.raises(LayoutError, match=r"is 80x80mm, larger than the 50x50mm of the bed"):
        split(Artwork(circle(Point(40, 40), 40)), Size(50, 50))


def test_a_real_board_is_parted_between_its_squares():
    game = load_game(find_game("compositie")).game
    (piece,) = draw_component(game, "board")
    side = draw_artwork(piece.front)
    parts = split(side, Size(110, 110))
    assert len(parts) == 4
    assert sum(length(path) for part in parts for path in part.scored) < sum(
        map(length, side.scored)
    )
    widths = [path_bounds(part.outline).width for part in parts[:2]]
    assert sum(widths) == pytest.approx(piece.front.size.width)
    assert widths[0] == pytest.approx(piece.front.size.width / 2)
