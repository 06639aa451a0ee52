"""Outlines: their arcs, their corners and the room they take."""

from itertools import pairwise
from math import ceil, cos, dist, hypot, pi, remainder, sin, sqrt, tau

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from pnp.base.geometry import Point, Rect
from pnp.base.path import (
    Arc,
    Curve,
    Line,
    Path,
    arc_as_curves,
    arc_geometry,
    arc_in_pieces,
    circle,
    circle_of,
    curve_as_arcs,
    dashed,
    line,
    path_bounds,
    polygon,
    rectangle,
    regular_polygon,
    walk,
)

coordinates = st.floats(-200, 200)
points = st.builds(Point, coordinates, coordinates)
radii = st.floats(0.5, 150)
begins = st.floats(-pi, pi)
sweeps = st.floats(0.05, tau - 0.05).flatmap(lambda s: st.sampled_from([s, -s]))


def on_circle(middle, radius, angle):
    return middle.moved(radius * cos(angle), radius * sin(angle))


def arc_of(middle, radius, begin, sweep):
    start, end = (on_circle(middle, radius, angle) for angle in (begin, begin + sweep))
    return start, Arc(end, radius, clockwise=sweep > 0, large=abs(sweep) > pi)


def on_curve(start, curve, t):
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    corners = (start, curve.control1, curve.control2, curve.to)
    return Point(
        sum(w * p.x for w, p in zip(weights, corners, strict=True)),
        sum(w * p.y for w, p in zip(weights, corners, strict=True)),
    )


def test_a_line_is_open_and_a_polygon_is_closed():
    assert line(Point(1, 2), Point(8, 3)) == Path(Point(1, 2), (Line(Point(8, 3)),), closed=False)
    triangle = polygon([Point(1, 2), Point(8, 3), Point(4, 9)])
    assert triangle == Path(Point(1, 2), (Line(Point(8, 3)), Line(Point(4, 9))), closed=True)


def test_a_rectangle_runs_clockwise_from_its_top_left():
    outline = rectangle(Rect(2, 3, 10, 4))
    assert outline.start == Point(2, 3)
    assert [segment.to for segment in outline.segments] == [(12, 3), (12, 7), (2, 7)]
    assert outline.closed


def test_a_round_corner_turns_clockwise_about_a_point_inside():
    outline = rectangle(Rect(2, 3, 10, 6), radius=1.5)
    starts = [outline.start, *(segment.to for segment in outline.segments)]
    corners = [
        arc_geometry(start, segment)
        for start, segment in zip(starts, outline.segments, strict=False)
        if isinstance(segment, Arc)
    ]
    middles = [(10.5, 4.5), (10.5, 7.5), (3.5, 7.5), (3.5, 4.5)]
    assert [middle for middle, _, _ in corners] == [pytest.approx(place) for place in middles]
    assert [sweep for _, _, sweep in corners] == pytest.approx([pi / 2] * 4)
    assert starts[-1] == outline.start


def test_a_circle_is_two_clockwise_halves_from_its_leftmost_point():
    ring = circle(Point(5, 7), 2)
    assert ring.start == Point(3, 7)
    assert ring.segments == (Arc(Point(7, 7), 2, True), Arc(Point(3, 7), 2, True))
    middle, begin, sweep = arc_geometry(ring.start, ring.segments[0])
    assert middle == pytest.approx((5, 7))
    assert (abs(begin), sweep) == pytest.approx((pi, pi))


def test_a_regular_polygon_starts_at_the_top_and_runs_clockwise():
    hexagon = regular_polygon(Point(10, 20), 6, radius=4)
    places = [hexagon.start, *(segment.to for segment in hexagon.segments)]
    assert len(places) == 6
    assert places[0] == pytest.approx((10, 16))
    assert places[1] == pytest.approx((10 + 2 * sqrt(3), 18))
    assert places[4] == pytest.approx((10 - 2 * sqrt(3), 22))


def test_the_first_corner_of_a_regular_polygon_is_turned_clockwise_in_degrees():
    assert regular_polygon(Point(10, 20), 3, radius=4, first=90).start == pytest.approx((14, 20))


@given(middle=points, radius=radii, begin=begins, sweep=sweeps)
def test_the_geometry_of_an_arc_is_its_centre_start_and_sweep(middle, radius, begin, sweep):
    start, arc = arc_of(middle, radius, begin, sweep)
    found, first, turned = arc_geometry(start, arc)
    assert found == pytest.approx(middle, abs=1e-4)
    assert remainder(first - begin, tau) == pytest.approx(0, abs=1e-4)
    assert turned == pytest.approx(sweep, abs=1e-4)


@given(middle=points, radius=radii, begin=begins, sweep=sweeps)
def test_curves_along_an_arc_stay_within_three_parts_in_ten_thousand(middle, radius, begin, sweep):
    start, arc = arc_of(middle, radius, begin, sweep)
    curves = list(arc_as_curves(start, arc))
    assert len(curves) <= ceil(abs(sweep) / (pi / 2) + 1e-6)
    assert curves[-1].to == arc.to
    for here, curve in pairwise([Line(start), *curves]):
        for step in range(11):
            off = dist(on_curve(here.to, curve, step / 10), middle) / radius - 1
            assert abs(off) < 0.0003


@given(middle=points, radius=radii, begin=begins, sweep=sweeps)
def test_curves_along_an_arc_go_its_way_round(middle, radius, begin, sweep):
    start, arc = arc_of(middle, radius, begin, sweep)
    places = [start]
    for curve in arc_as_curves(start, arc):
        here = places[-1]
        places += [on_curve(here, curve, step / 8) for step in range(1, 9)]
    went = sum(dist(one, other) for one, other in pairwise(places))
    assert went == pytest.approx(abs(sweep) * radius, rel=0.01)
    halfway = on_circle(middle, radius, begin + sweep / 2)
    assert min(dist(place, halfway) for place in places) < radius * 0.2


def test_a_half_circle_takes_two_curves_and_a_quarter_one():
    half = Arc(Point(4, 0), 2, clockwise=True)
    quarter = Arc(Point(2, -2), 2, clockwise=True)
    assert [len(list(arc_as_curves(Point(0, 0), arc))) for arc in (half, quarter)] == [2, 1]


def test_large_takes_the_longer_way_round():
    short, long = (Arc(Point(3, 0), 3, True, large) for large in (False, True))
    assert arc_geometry(Point(0, 3), short)[2] == pytest.approx(pi / 2)
    assert arc_geometry(Point(0, 3), long)[2] == pytest.approx(3 * pi / 2)


def test_an_arc_that_ends_where_it_starts_has_no_length():
    here = Point(3, 4)
    assert arc_geometry(here, Arc(here, 1e-300, True)) == (here, 0, 0)
    assert path_bounds(Path(here, (Arc(here, 1e-300, True),))).size == (0, 0)


@pytest.mark.parametrize("radius", [0, 2.5])
def test_a_rectangle_takes_its_own_room_whatever_its_corners(radius):
    assert path_bounds(rectangle(Rect(2, 3, 10, 6), radius)) == pytest.approx((2, 3, 10, 6))


def test_a_circle_takes_the_square_around_it():
    assert path_bounds(circle(Point(5, 7), 2)) == pytest.approx((3, 5, 4, 4))


def test_a_curve_counts_by_its_control_points():
    curve = Path(Point(1, 1), (Curve(Point(4, -3), Point(9, 6), Point(5, 2)),), closed=False)
    assert path_bounds(curve) == Rect(1, -3, 8, 9)


@example(middle=Point(1, 2), radius=5, begin=-0.9 * pi, sweep=-1.8 * pi)
@example(middle=Point(1, 2), radius=5, begin=0.9 * pi, sweep=1.8 * pi)
@given(middle=points, radius=radii, begin=begins, sweep=sweeps)
def test_the_room_of_an_arc_is_all_it_passes_and_no_more(middle, radius, begin, sweep):
    start, arc = arc_of(middle, radius, begin, sweep)
    bounds = path_bounds(Path(start, (arc,), closed=False))
    steps = 400
    passed = [on_circle(middle, radius, begin + sweep * i / steps) for i in range(steps + 1)]
    xs, ys = [p.x for p in passed], [p.y for p in passed]
    slack = radius * (1 - cos(sweep / steps)) + 1e-4
    assert (bounds.x, bounds.y) == pytest.approx((min(xs), min(ys)), abs=slack)
    assert (bounds.right, bounds.bottom) == pytest.approx((max(xs), max(ys)), abs=slack)


@given(corners=st.lists(points, min_size=2, max_size=8))
def test_the_room_of_a_polygon_holds_all_its_corners(corners):
    bounds = path_bounds(polygon(corners))
    for corner in corners:
        assert bounds.contains(Rect(*corner, 0, 0))
    reach = max(hypot(a.x - b.x, a.y - b.y) for a in corners for b in corners)
    assert max(bounds.size) <= reach + 1e-6


def test_walking_a_closed_path_comes_back_along_its_last_side_and_an_open_one_does_not():
    corners = [Point(0, 0), Point(4, 0), Point(4, 3)]
    closed = list(walk(polygon(corners)))
    assert closed == [(a, Line(b)) for a, b in pairwise([*corners, corners[0]])]
    assert len(list(walk(Path(corners[0], polygon(corners).segments, closed=False)))) == 2


def test_walking_leaves_out_lines_of_no_length():
    twice = Path(Point(0, 0), (Line(Point(4, 0)), Line(Point(4, 0)), Line(Point(0, 0))))
    assert [segment.to for _, segment in walk(twice)] == [(4, 0), (0, 0)]


@given(points, radii)
def test_a_circle_is_recognized(middle, radius):
    found, its_radius = circle_of(circle(middle, radius))
    assert dist(found, middle) < 1e-6
    assert its_radius == radius


@pytest.mark.parametrize(
    "path",
    [
        line(Point(0, 0), Point(5, 5)),
        rectangle(Rect(0, 0, 4, 4)),
        rectangle(Rect(0, 0, 4, 4), 1),
        Path(Point(0, 0), (Arc(Point(4, 0), 2, True), Arc(Point(0, 0), 2, False))),
        Path(Point(0, 0), (Arc(Point(4, 0), 2, True), Arc(Point(0, 0), 3, True))),
        Path(Point(0, 0), (Arc(Point(4, 0), 2, True),)),
        Path(Point(0, 0), (Arc(Point(4, 0), 2, True), Arc(Point(0, 0), 2, True)), closed=False),
        Path(Point(0, 0), ()),
    ],
    ids=["line", "square", "rounded", "back", "lens", "half", "open", "point"],
)
def test_other_paths_are_not_taken_for_circles(path):
    assert circle_of(path) is None


@given(points, radii, begins, sweeps, st.floats(0.1, pi))
def test_pieces_of_an_arc_lie_on_it_and_none_is_too_long(middle, radius, begin, sweep, most):
    start, arc = arc_of(middle, radius, begin, sweep)
    total, here = 0.0, start
    for piece in arc_in_pieces(start, arc, most):
        center, _, turn = arc_geometry(here, piece)
        assert dist(center, middle) < 1e-5
        assert abs(turn) <= most + 1e-6
        total, here = total + turn, piece.to
    assert here == arc.to
    assert total == pytest.approx(sweep, abs=1e-6)


near = st.builds(Point, st.floats(-30, 30), st.floats(-30, 30))


@settings(max_examples=40)
@given(near, near, near, near, st.sampled_from([0.5, 0.05, 0.005]))
@example(Point(0, 0), Point(10, 10), Point(-10, 10), Point(0, 0), 0.005)  # a loop
@example(Point(0, 0), Point(30, 20), Point(-10, 20), Point(20, 0), 0.005)  # crosses itself
@example(Point(0, 0), Point(20, 0), Point(-10, 0), Point(10, 0), 0.005)  # goes back on itself
@example(Point(3, 3), Point(3, 3), Point(3, 3), Point(3, 3), 0.005)  # does not go anywhere
def test_lines_and_arcs_follow_a_curve_as_near_as_asked(start, one, two, to, within):
    curve = Curve(one, two, to)
    here, along = start, [start]
    for step in curve_as_arcs(start, curve, within):
        along += spread(here, step)
        here = step.to
    assert here == to
    tree = cKDTree(np.array(along))
    samples = [on_curve(start, curve, index / 500) for index in range(501)]
    far, _ = tree.query(np.array(samples))
    assert far.max() <= hypot(within * 1.4, 0.003)  # it looks at 15 places, and we at samples


def spread(start, step):
    """Return points along a line or an arc, close to one another."""
    if isinstance(step, Line):
        count = max(2, ceil(dist(start, step.to) / 0.006))
        shares = [index / count for index in range(1, count + 1)]
        (x, y), (dx, dy) = start, (step.to.x - start.x, step.to.y - start.y)
        return [Point(x + dx * share, y + dy * share) for share in shares]
    middle, begin, sweep = arc_geometry(start, step)
    count = max(2, ceil(abs(sweep) * step.radius / 0.006))
    return [
        on_circle(middle, step.radius, begin + sweep * index / count)
        for index in range(1, count + 1)
    ]


def test_dashes_go_on_round_corners_and_keep_the_angle_of_their_end():
    corner = [Point(0, 0), Point(3, 0), Point(3, 2)]
    (first, east), (second, south) = dashed(corner, (2.0, 1.5), offset=1.0)
    assert first == [Point(0, 0), Point(1, 0)]
    assert second == [Point(2.5, 0), Point(3, 0), Point(3, 1.5)]
    assert (east, south) == (0, pytest.approx(pi / 2))
