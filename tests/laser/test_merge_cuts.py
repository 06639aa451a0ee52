"""Cuts that parts share are made once, and every part keeps its size."""

from itertools import pairwise
from math import cos, pi, sin, sqrt

import pytest
import shapely
from helpers.simulated_laser import burnt, fallen, off, shape
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.geometry import Point, Rect
from pnp.base.path import (
    Arc,
    Curve,
    Line,
    Path,
    circle,
    flattened,
    line,
    path_bounds,
    polygon,
    rectangle,
    regular_polygon,
)
from pnp.laser.cuts import burnt_twice, length, merge_cuts
from pnp.laser.kerf import outward
from pnp.laser.scheme import Kerf

KERF = Kerf(0.15, 0.15)
FLAT_KERF = Kerf(0.2, 0.12)


def grid(columns, rows, width, height, radius=0.0, kerf=KERF):
    """Parts a kerf apart, as areas to come out and as paths for the beam."""
    parts = [
        rectangle(Rect(column * (width + kerf.x), row * (height + kerf.y), width, height), radius)
        for row in range(rows)
        for column in range(columns)
    ]
    return parts, [outward(part, kerf) for part in parts]


def honeycomb(side, flat, kerf=KERF):
    """The cells of a hexagonal board, a kerf apart."""
    pitch, reach = flat + kerf.x, side - 1
    parts = [
        regular_polygon(Point(pitch * (q + r / 2), pitch * r * sqrt(3) / 2), 6, flat / sqrt(3))
        for r in range(-reach, side)
        for q in range(-reach, side)
        if abs(q + r) <= reach
    ]
    return parts, [outward(part, kerf) for part in parts]


BLOCKS = {
    "36 tiles": (grid(6, 6, 30, 60), 0.41),
    "36 rounded tiles": (grid(6, 6, 30, 60, 3), 0.36),
    "40 chips": (grid(8, 5, 30, 30), 0.41),
    "61 cells": (honeycomb(5, 20), 0.42),
}
blocks = pytest.mark.parametrize(("block", "saved"), BLOCKS.values(), ids=BLOCKS)


@blocks
def test_a_shared_block_saves_the_length_of_its_inner_lines(block, saved):
    _, paths = block
    separate, shared = sum(map(length, paths)), sum(map(length, merge_cuts(paths)))
    assert 1 - shared / separate >= saved


@blocks
def test_nothing_is_burnt_twice_and_nothing_is_left_out(block, saved):
    _, paths = block
    shared = merge_cuts(paths)
    assert burnt_twice(shared) == pytest.approx(0, abs=1e-9)
    assert burnt_twice(paths) == pytest.approx(
        sum(map(length, paths)) - sum(map(length, shared)), abs=1e-9
    )
    lines = [shapely.LineString(flattened(path, 0.001)) for path in shared]
    assert sum(one.length for one in lines) == pytest.approx(
        shapely.union_all(lines, grid_size=1e-5).length, abs=0.01
    )
    old, new = burnt(paths, KERF), burnt(shared, KERF)
    assert old.symmetric_difference(new).area < 0.01


@blocks
def test_every_part_of_a_shared_block_has_its_nominal_size(block, saved):
    parts, paths = block
    assert_true(parts, merge_cuts(paths), KERF)


def test_parts_share_the_cuts_of_an_oval_beam():
    parts, paths = grid(3, 2, 20, 30, kerf=FLAT_KERF)
    assert_true(parts, merge_cuts(paths), FLAT_KERF)
    assert burnt_twice(paths) > 0.2 * sum(map(length, paths))


def assert_true(parts, paths, kerf):
    smallest = min(shape(part).area for part in parts)
    found = fallen(paths, kerf, least=smallest / 2)
    assert len(found) == len(parts)
    tree = shapely.STRtree([piece.representative_point() for piece in found])
    for part in parts:
        nominal = shape(part)
        (index,) = tree.query(nominal, predicate="contains")
        size, area = off(found[index], nominal)
        assert size <= 0.002
        assert area <= 0.01


def test_parts_laid_side_by_side_without_the_kerf_between_them_come_out_too_small():
    parts, _ = grid(3, 3, 30, 60, kerf=Kerf(0, 0))
    with pytest.raises(AssertionError):
        assert_true(parts, merge_cuts(parts), KERF)


def test_a_grid_is_long_lines_and_one_frame_that_comes_last():
    _, paths = grid(6, 6, 30, 60)
    *lines, frame = merge_cuts(paths)
    assert len(lines) == 10
    assert all(len(path.segments) == 1 and not path.closed for path in lines)
    assert sorted({round(length(path), 6) for path in lines}) == [180.9, 360.9]
    assert frame.closed
    assert path_bounds(frame) == pytest.approx((-0.075, -0.075, 180.9, 360.9))


def test_a_rounded_grid_is_straight_lines_stars_and_one_frame():
    _, paths = grid(3, 2, 30, 60, 3)
    shared = merge_cuts(paths)
    lines = [path for path in shared if not path.closed]
    stars = [path for path in shared if path.closed and len(path.segments) == 4]
    assert len(lines) == 7
    assert len(stars) == 2
    assert all(isinstance(segment, Arc) for star in stars for segment in star.segments)
    assert len(shared) == 10


def test_a_block_with_a_partial_last_row_has_one_frame():
    _, paths = grid(4, 3, 30, 60)
    shared = merge_cuts(paths[:-2])
    *lines, frame = shared
    assert frame.closed
    assert not any(path.closed for path in lines)
    assert path_bounds(frame) == pytest.approx((-0.075, -0.075, 120.6, 180.45))
    assert len(lines) == 4  # two short ones meet at the notch and are one path


def test_two_blocks_at_right_angles_share_parts_of_their_lines():
    lying = [rectangle(Rect(0, y * 20.15, 40, 20)) for y in range(3)]
    upright = [rectangle(Rect(40.15, y * 40.15, 20, 40)) for y in range(2)]
    paths = [outward(part, KERF) for part in lying + upright]
    assert_true(lying + upright, merge_cuts(paths), KERF)
    assert burnt_twice(paths) == pytest.approx(2 * 40.15 + 60.45 + 20.15)


def test_separate_parts_stay_as_they_are():
    parts = [rectangle(Rect(x, 0, 30, 60), 3) for x in (0, 40)] + [circle(Point(100, 20), 9)]
    shared = merge_cuts(parts)
    assert shared == tuple(parts)
    assert burnt_twice(parts) == 0


def test_a_honeycomb_takes_no_more_paths_than_its_corners_need():
    _, paths = honeycomb(5, 20)
    *trails, frame = merge_cuts(paths)
    assert frame.closed
    assert len(frame.segments) == 53
    assert len(trails) == 60  # of 96 corners within, and 24 on the edge, each ends one path


def test_lines_that_overlap_in_part_are_one():
    a = line(Point(0, 0), Point(10, 0))
    b = line(Point(14, 0), Point(6, 0))
    assert burnt_twice([a, b]) == pytest.approx(4)
    assert sum(map(length, merge_cuts([a, b]))) == 14


def test_lines_within_the_tolerance_are_one_and_others_are_two():
    a, near, far = (line(Point(0, y), Point(100, y)) for y in (0, 0.0015, 0.01))
    assert burnt_twice([a, near]) == pytest.approx(100)
    assert merge_cuts([near, a])[0] in (a, near)
    assert burnt_twice([a, far]) == 0


def test_lines_that_cross_or_meet_at_an_angle_stay():
    lines = [
        line(Point(0, 0), Point(10, 10)),
        line(Point(0, 10), Point(10, 0)),
        line(Point(0, 0), Point(10, 9.9)),
    ]
    assert burnt_twice(lines) == 0


def test_equal_arcs_are_cut_once_whichever_way_they_go():
    half = Path(Point(-5, 0), (Arc(Point(5, 0), 5, clockwise=True),), closed=False)
    back = Path(Point(5, 0), (Arc(Point(-5, 0), 5, clockwise=False),), closed=False)
    below = Path(Point(5, 0), (Arc(Point(-5, 0), 5, clockwise=True),), closed=False)
    assert burnt_twice([half, back]) == pytest.approx(5 * pi)
    assert merge_cuts([half, back]) == (half,)
    assert burnt_twice([half, below]) == 0
    (whole,) = merge_cuts([half, below])
    assert whole.closed
    assert length(whole) == pytest.approx(10 * pi)


def test_a_circle_drawn_twice_is_one_closed_circle():
    (whole,) = merge_cuts([circle(Point(3, 4), 5)] * 2)
    assert whole.closed
    assert length(whole) == pytest.approx(10 * pi)
    assert path_bounds(whole) == pytest.approx((-2, -1, 10, 10))


def test_circles_with_one_middle_or_one_radius_are_not_one():
    circles = [circle(Point(0, 0), 5), circle(Point(0, 0), 5.1), circle(Point(0.2, 0), 5)]
    assert burnt_twice(circles) == 0
    assert merge_cuts(circles) == tuple(circles)


def test_discs_that_touch_stay_discs():
    discs = [circle(Point(x, y), 5) for x in (0, 10, 20) for y in (0, 10)]
    assert merge_cuts(discs) == tuple(discs)


def test_equal_curves_are_cut_once_whichever_way_they_go():
    there = Path(Point(0, 0), (Curve(Point(1, 5), Point(6, 5), Point(9, 0)),), closed=False)
    back = Path(Point(9, 0), (Curve(Point(6, 5), Point(1, 5), Point(0, 0)),), closed=False)
    assert merge_cuts([there, back]) == (there,)


def test_chords_along_a_curve_do_not_become_a_line():
    ring = flattened(circle(Point(0, 0), 20), 0.0005)
    other = flattened(circle(Point(0, 0), 20), 0.0007)
    shared = merge_cuts([polygon(ring), polygon(other)])
    assert (
        max(
            abs(sqrt(place.x**2 + place.y**2) - 20)
            for path in shared
            for place in flattened(path, 1)
        )
        < 0.003
    )


def test_fine_chords_stay_as_many_as_they_were():
    ring = polygon(flattened(circle(Point(0, 0), 20), 0.00005)[:-1])
    (shared,) = merge_cuts([ring, ring])
    assert len(shared.segments) == len(ring.segments)


def test_an_almost_complete_circle_in_one_arc_keeps_its_length():
    end = Point(5 * cos(-1e-4), 5 * sin(-1e-4))
    nearly = Path(Point(5, 0), (Arc(end, 5, clockwise=True, large=True),), closed=False)
    assert sum(map(length, merge_cuts([nearly]))) == pytest.approx(10 * pi, abs=0.001)


def test_a_line_in_pieces_becomes_one_path_in_any_order():
    places = [Point(0, 0), Point(10, 0), Point(12, 5), Point(20, 5), Point(22, 9)]
    pieces = [line(a, b) for a, b in pairwise(places)]
    for first in range(4):
        (path,) = merge_cuts(pieces[first:] + pieces[:first])
        assert {path.start, path.segments[-1].to} == {places[0], places[-1]}


def test_no_coordinate_is_new():
    _, paths = grid(3, 3, 30, 60)
    given = {place for path in paths for place in (path.start, *(s.to for s in path.segments))}
    found = {p for path in merge_cuts(paths) for p in (path.start, *(s.to for s in path.segments))}
    assert found <= given


def test_no_paths_make_none():
    assert merge_cuts([]) == ()
    assert burnt_twice([]) == 0


stops = st.integers(-2000, 2000).map(lambda n: n / 16)
spans = st.tuples(stops, stops).filter(lambda span: span[0] != span[1])


@given(
    spans=st.lists(spans, min_size=1, max_size=12),
    others=st.lists(spans, max_size=6),
    slope=st.sampled_from([(1, 0), (0, 1), (1, 1), (2, -1)]),
)
def test_the_union_of_lines_is_as_long_as_shapely_finds(spans, others, slope):
    dx, dy = slope
    lines = [line(Point(dx * a, dy * a), Point(dx * b, dy * b)) for a, b in spans]
    lines += [line(Point(dx * a + 3, dy * a - 7), Point(dx * b + 3, dy * b - 7)) for a, b in others]
    drawn = shapely.union_all([shapely.LineString([p.start, p.segments[0].to]) for p in lines])
    shared = merge_cuts(lines)
    assert sum(map(length, shared)) == pytest.approx(drawn.length, abs=0.005 * len(lines))
    assert burnt_twice(shared) == pytest.approx(0, abs=1e-9)


@settings(max_examples=50)  # each burns two blocks
@given(
    columns=st.integers(1, 3),
    rows=st.integers(1, 3),
    missing=st.sets(st.integers(0, 8), max_size=5),
    radius=st.sampled_from([0.0, 2.0]),
)
def test_parts_of_blocks_with_holes_keep_their_size(columns, rows, missing, radius):
    parts, paths = grid(columns, rows, 12, 17, radius)
    kept = [i for i in range(len(parts)) if i not in missing] or [0]
    shared = merge_cuts(paths[i] for i in kept)
    if not missing:
        assert_true(parts, shared, KERF)
    old, new = burnt([paths[i] for i in kept], KERF), burnt(shared, KERF)
    assert old.symmetric_difference(new).area < 0.01
    assert burnt_twice(shared) == pytest.approx(0, abs=1e-9)


def test_a_path_goes_on_where_it_is_straightest():
    middle = Point(5, 5)
    outer = [Point(0, 5), Point(5, 0), Point(9, 9)]
    bent = Path(Point(10, 5), (Line(middle),), closed=False)
    shared = merge_cuts([bent, *(line(middle, place) for place in outer)])
    straight = next(path for path in shared if length(path) == 10)
    assert {straight.start, straight.segments[-1].to} == {Point(0, 5), Point(10, 5)}


def test_rounding_noise_beside_a_step_of_a_thousandth_does_not_part_lines():
    """Half of a kerf of 0.115 mm lies between two thousandths."""
    noise = [1e-12, -1e-12, 0.0]
    lines = [line(Point(0.0575 + n, -n), Point(0.0575 - n, 50.0005 + n)) for n in noise]
    assert len(merge_cuts(lines)) == 1
    assert burnt_twice(lines) == pytest.approx(100.001)


def test_arcs_with_both_ends_in_one_place_are_left_out():
    speck = Path(Point(0, 0), (Arc(Point(0.0001, 0), 0.00005, clockwise=True),), closed=False)
    assert merge_cuts([speck, line(Point(0, 0), Point(5, 0))]) == (line(Point(0, 0), Point(5, 0)),)
