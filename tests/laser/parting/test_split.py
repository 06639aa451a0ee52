"""Boards larger than the bed, split into parts."""

from itertools import combinations

import pytest
from helpers.simulated_laser import fallen
from shapely import box
from shapely.affinity import translate

from pnp.base.errors import LayoutError
from pnp.base.fit import Fit, SeamJoint
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, line, path_bounds, rectangle
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.laser.areas import area_of
from pnp.laser.artwork import Artwork, draw_artwork
from pnp.laser.cuts import length
from pnp.laser.kerf import outward
from pnp.laser.parting import Seams, split
from pnp.laser.scheme import Kerf

BUTT = Seams(SeamJoint.BUTT)
JIGSAW = Seams(SeamJoint.JIGSAW, Fit.SLIDE.ease)
FINGER = Seams(SeamJoint.FINGER, Fit.SLIDE.ease)


def board(width, height, *lines, engraved=()):
    return Artwork(rectangle(Rect(0, 0, width, height)), scored=lines, engraved=engraved)


def upright(x, height=100):
    return line(Point(x, 0), Point(x, height))


def sizes(parts):
    return [path_bounds(part.outline).size for part in parts]


def number(x, y, size=6):
    """Return two digits that stand for a number: squares a third of their size apart."""
    return tuple(rectangle(Rect(x + 1.3 * n * size, y, size, size)) for n in range(2))


def test_a_board_that_fits_stays_whole():
    ((part,), harm) = split(board(100, 50), Size(100, 50), JIGSAW)
    assert path_bounds(part.outline) == Rect(0, 0, 100, 50)
    assert harm == 0


def test_a_board_without_lines_is_parted_evenly():
    parts = split(board(100, 50), Size(60, 60), BUTT).parts
    halves = [Rect(0, 0, 50, 50), Rect(50, 0, 50, 50)]
    assert [path_bounds(part.outline) for part in parts] == halves


def test_a_board_is_parted_along_the_line_nearest_to_an_even_split():
    lines = (upright(x) for x in (10, 45, 70))
    parts = split(board(100, 100, *lines), Size(60, 100), BUTT).parts
    assert [size.width for size in sizes(parts)] == [45, 55]


def test_the_line_of_a_seam_is_cut_and_not_scored():
    first, second = split(board(100, 100, upright(20), upright(50)), Size(60, 100), BUTT).parts
    assert [one.start.x for one in first.scored] == [20]
    assert second.scored == ()


def test_a_line_between_cells_may_be_drawn_in_stretches():
    tiles = [line(Point(50, y), Point(50, y + 20)) for y in range(0, 80, 20)]
    other = line(Point(54, 10), Point(54, 50))
    parts = split(board(108, 100, other, *tiles), Size(60, 100), BUTT).parts
    assert [size.width for size in sizes(parts)] == [50, 58]


def test_a_number_stays_whole_with_the_space_between_its_digits():
    parts = split(board(100, 60, engraved=number(42.8, 20)), Size(60, 60), BUTT).parts
    assert sorted(len(part.engraved) for part in parts) == [0, 2]


def test_a_seam_goes_round_numbers_that_are_in_every_way():
    numbers = [number(6 + 60 * n, 47 if n % 2 else 40, 12) for n in range(5)]
    side = board(280, 110, engraved=tuple(path for digits in numbers for path in digits))
    (above, below), harm = split(side, Size(280, 66), JIGSAW)
    assert harm == 0
    assert sorted((len(above.engraved), len(below.engraved))) == [4, 6]
    levels = {round(segment.to.y, 2) for segment in above.outline.segments}
    assert len([y for y in levels if 40 < y < 60]) > 3  # it goes up and down


def test_a_title_stays_whole_on_a_part_that_it_nearly_fills():
    title = [rectangle(Rect(40 + 9 * n, 20, 8, 8)) for n in range(8)]
    side = board(300, 50, engraved=tuple(title))
    parts, harm = split(side, Size(110, 50), BUTT)
    assert harm == 0
    assert sorted(len(part.engraved) for part in parts)[-1] == 8


def test_engraved_areas_across_a_seam_are_on_both_parts():
    level = line(Point(0, 30), Point(100, 30))
    parts = split(board(100, 60, level), Size(50, 60), BUTT).parts
    assert [length(part.scored[0]) for part in parts] == pytest.approx([50, 50], abs=0.2)
    disc = circle(Point(50, 30), 12)
    parts = split(board(100, 60, engraved=(disc,)), Size(50, 60), BUTT).parts
    assert [path_bounds(part.engraved[0]).width for part in parts] == pytest.approx(
        [12, 12], abs=0.01
    )


def test_a_board_with_round_edges_is_refused():
    with pytest.raises(LayoutError, match=r"is 80x80mm, larger than the 50x50mm of the bed"):
        split(Artwork(circle(Point(40, 40), 40)), Size(50, 50), BUTT)


@pytest.mark.parametrize("seams", [JIGSAW, FINGER])
def test_no_part_is_larger_than_the_bed_with_its_knobs(seams):
    parts = split(board(200, 200), Size(105, 105), seams).parts
    assert len(parts) == 4
    assert all(size.width <= 105 and size.height <= 105 for size in sizes(parts))
    assert len(split(board(200, 200), Size(103, 103), seams).parts) > 4


@pytest.mark.parametrize("joint", [SeamJoint.JIGSAW, SeamJoint.FINGER])
@pytest.mark.parametrize("fit", Fit)
def test_knobs_sit_in_their_slots_by_the_fit_once_the_beam_has_burnt(joint, fit):
    kerf = Kerf(0.2, 0.2)
    parts = split(board(100, 60), Size(60, 60), Seams(joint, fit.ease)).parts
    left, right = (fallen([outward(part.outline, kerf)], kerf)[0] for part in parts)
    seam = right.bounds[0]
    heads = [one.bounds for one in left.difference(box(-1, -1, seam + 3, 61)).geoms]
    slots = [one.bounds for one in box(seam + 3, 0, seam + 9, 60).difference(right).geoms]
    assert len(heads) == len(slots) == 2
    for head, slot in zip(sorted(heads), sorted(slots), strict=True):
        room = (slot[3] - slot[1]) - (head[3] - head[1])
        assert room == pytest.approx(fit.clearance, abs=0.01)


def test_jigsaw_parts_cannot_be_pulled_apart():
    first, second = split(board(100, 60), Size(60, 60), JIGSAW).parts
    apart = translate(area_of(second.outline), 1, 0)
    assert area_of(first.outline).intersection(apart).area > 0.1


@pytest.mark.parametrize(
    ("game", "component", "most", "count"),
    [
        ("turno", "star-mat", Size(594, 294), 3),
        ("turno", "loop-mat", Size(594, 294), 2),
        ("tawula", "board", Size(194, 144), 2),
        ("compositie", "board", Size(144, 144), 4),
        ("punt-match", "hex-board", Size(144, 144), 4),
    ],
)
def test_no_sign_of_a_real_board_is_cut_through(game, component, most, count):
    (piece,) = draw_component(load_game(find_game(game)).game, component, plain=True)
    side = draw_artwork(piece.front)
    parts, harm = split(side, most, JIGSAW)
    assert (len(parts), harm) == (count, 0)
    whole = piece.front.size.width * piece.front.size.height
    assert sum(area_of(part.outline).area for part in parts) == pytest.approx(whole, rel=3e-4)


def test_knobs_leave_room_for_the_seams_across():
    parts = split(board(200, 200, upright(100, 200)), Size(110, 110), JIGSAW).parts
    assert {round(size.width) for size in sizes(parts)} == {100, 108}
    assert not any(a == b for a, b in combinations(parts, 2))
