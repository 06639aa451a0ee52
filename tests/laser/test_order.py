"""The order of cuts: every path once, with little travel between them."""

import re
import shutil
import subprocess
from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.geometry import Point, Rect
from pnp.base.path import (
    Arc,
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
from pnp.laser.cuts import length, merge_cuts
from pnp.laser.kerf import outward
from pnp.laser.order import end_of, optimize_order, travel
from pnp.laser.scheme import Kerf

ORIGIN = Point(0, 0)
KERF = Kerf(0.15, 0.15)


def grid(columns, rows, width, height, radius=0.0):
    across, down = width + 0.15, height + 0.15
    return [
        outward(rectangle(Rect(20 + i * across, 20 + j * down, width, height), radius), KERF)
        for j in range(rows)
        for i in range(columns)
    ]


def honeycomb(side, flat):
    pitch, reach = flat + 0.15, side - 1
    return [
        outward(
            regular_polygon(
                Point(200 + pitch * (q + r / 2), 200 + pitch * r * sqrt(3) / 2), 6, flat / sqrt(3)
            ),
            KERF,
        )
        for r in range(-reach, side)
        for q in range(-reach, side)
        if abs(q + r) <= reach
    ]


def scattered(count):
    """Short lines here and there, the same every time."""
    found, state = [], 7
    for _ in range(count):
        draws = []
        for _ in range(4):
            state = state * 1103515245 + 12345 & 0x7FFFFFFF
            draws.append(state / 0x7FFFFFFF)
        x, y = draws[0] * 500, draws[1] * 400
        found.append(line(Point(x, y), Point(x + draws[2] * 20, y + draws[3] * 20)))
    return found


CASES = {
    "36 tiles": (grid(6, 6, 30, 60), 780),
    "36 tiles shared": (list(merge_cuts(grid(6, 6, 30, 60))), 460),
    "36 rounded tiles": (grid(6, 6, 30, 60, 3), 780),
    "36 rounded tiles shared": (list(merge_cuts(grid(6, 6, 30, 60, 3))), 655),
    "40 chips": (grid(8, 5, 30, 30), 580),
    "40 chips shared": (list(merge_cuts(grid(8, 5, 30, 30))), 345),
    "61 cells": (honeycomb(5, 20), 622),
    "61 cells shared": (list(merge_cuts(honeycomb(5, 20))), 800),
}
cases = pytest.mark.parametrize(("paths", "most"), CASES.values(), ids=CASES)


def shape_of(path):
    """Return what identifies a path, wherever it starts and whichever way it goes."""
    bounds = path_bounds(path)
    return (round(length(path), 6), path.closed, *(round(side, 6) for side in bounds))


@cases
def test_every_path_is_cut_once_and_unchanged(paths, most):
    ordered = optimize_order(paths, ORIGIN)
    assert sorted(map(shape_of, ordered)) == sorted(map(shape_of, paths))


@cases
def test_there_is_little_travel_between_paths(paths, most):
    """For the same lines, in this order, vpype 1.15.0 finds, with ``linesort --two-opt``,

    1205, 459, 1205, 669, 1188, 344, 1209 and 800 mm.
    """
    ordered = optimize_order(paths, ORIGIN)
    assert travel(ordered, ordered[0].start) <= most


@pytest.mark.skipif(shutil.which("vpype") is None, reason="vpype is not installed")
@pytest.mark.parametrize(
    "paths", [*(paths for paths, _ in CASES.values()), scattered(300)], ids=[*CASES, "scattered"]
)
def test_there_is_no_more_travel_than_vpype_finds(paths, tmp_path):
    lines = "".join(
        '<polyline fill="none" stroke="black" points="'
        + " ".join(f"{place.x:.6f},{place.y:.6f}" for place in flattened(path, 0.005))
        + '"/>'
        for path in paths
    )
    page = 'width="600mm" height="500mm" viewBox="0 0 600 500"'
    source = tmp_path / "lines.svg"
    source.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{lines}</svg>')
    run = subprocess.run(
        ["vpype", "read", "--no-crop", source, "linesort", "--two-opt", "stat"],
        capture_output=True,
        text=True,
        check=True,
    )
    count = re.search(r"Path count: (\d+)", run.stdout)
    theirs = re.search(r"Pen-up length: ([\d.]+)", run.stdout)
    assert int(count[1]) == len(paths)
    ordered = optimize_order(paths, ORIGIN)
    assert travel(ordered, ordered[0].start) <= float(theirs[1]) * 25.4 / 96 + 0.01


def test_travel_counts_from_the_start_and_between_paths():
    paths = [line(Point(3, 4), Point(10, 4)), rectangle(Rect(10, 6, 5, 5)), circle(Point(20, 6), 5)]
    assert travel(paths, ORIGIN) == pytest.approx(5 + 2 + 5)
    assert travel([], ORIGIN) == 0


def test_a_path_ends_where_it_starts_if_it_is_closed():
    assert end_of(line(Point(1, 2), Point(3, 4))) == Point(3, 4)
    assert end_of(rectangle(Rect(1, 2, 3, 4))) == Point(1, 2)


def test_open_paths_are_cut_from_their_nearer_end():
    arc = Path(Point(9, 0), (Arc(Point(4, 5), 5, clockwise=True), Line(Point(1, 1))), closed=False)
    (turned,) = optimize_order([arc], ORIGIN)
    assert turned == Path(
        Point(1, 1), (Line(Point(4, 5)), Arc(Point(9, 0), 5, clockwise=False)), closed=False
    )


def test_closed_paths_start_at_the_corner_that_is_nearest():
    (turned,) = optimize_order([rectangle(Rect(-10, -10, 8, 8))], ORIGIN)
    assert turned.start == Point(-2, -2)
    assert turned.closed
    assert path_bounds(turned) == Rect(-10, -10, 8, 8)


@cases
def test_closed_paths_start_at_corners(paths, most):
    corners = {
        place
        for path in paths
        if path.closed
        for place in (path.start, *(segment.to for segment in path.segments))
    }
    assert {path.start for path in optimize_order(paths, ORIGIN) if path.closed} <= corners


def test_a_finely_cut_curve_starts_at_its_corner():
    drop = polygon([Point(0, -20), *flattened(circle(Point(0, 0), 8), 0.001)[30:-30]])
    (turned,) = optimize_order([drop], Point(0, 30))
    bend = [dist(turned.start, place) for place in flattened(turned, 1)[1:2]]
    assert bend[0] > 1 or turned.start == Point(0, -20)


@pytest.mark.parametrize("name", [name for name in CASES if "shared" in name])
def test_the_frame_of_a_shared_block_is_cut_last(name):
    paths, _ = CASES[name]
    frame = max(paths, key=lambda path: path_bounds(path).width)
    frame = next(p for p in paths if p.closed and path_bounds(p).width == path_bounds(frame).width)
    assert shape_of(optimize_order(paths, ORIGIN)[-1]) == shape_of(frame)


def test_holes_are_cut_before_the_part_around_them():
    part, hole = rectangle(Rect(1, 1, 30, 30)), circle(Point(20, 20), 3)
    inner = rectangle(Rect(18, 18, 2, 2))
    far = rectangle(Rect(100, 100, 5, 5))
    order = [shape_of(path) for path in optimize_order([part, far, hole, inner], ORIGIN)]
    place = [order.index(shape_of(path)) for path in (inner, hole, part)]
    assert place == sorted(place)


@cases
def test_the_same_paths_come_in_the_same_order(paths, most):
    assert optimize_order(paths, ORIGIN) == optimize_order(list(paths), ORIGIN)


def test_the_tour_starts_where_the_laser_is():
    paths = [line(Point(x, 0), Point(x, 5)) for x in range(0, 50, 10)]
    assert optimize_order(paths, Point(0, 0))[0].start == Point(0, 0)
    assert optimize_order(paths, Point(40, 5))[0].start == Point(40, 5)
    assert travel(optimize_order(paths, Point(40, 5)), Point(40, 5)) == 40


def test_a_thousand_paths_are_ordered_well_in_reasonable_time():
    paths = scattered(1000)
    ordered = optimize_order(paths, ORIGIN)
    assert travel(ordered, ORIGIN) < 9000  # vpype 1.15.0 travels 8414 mm


def test_no_paths_have_no_order():
    assert optimize_order([], ORIGIN) == ()


places = st.builds(Point, st.integers(0, 40), st.integers(0, 40))
lines = st.tuples(places, places).filter(lambda ends: ends[0] != ends[1]).map(lambda p: line(*p))
boxes = st.builds(
    lambda at, width, height: rectangle(Rect(*at, width, height)),
    places,
    st.integers(1, 9),
    st.integers(1, 9),
)


@given(paths=st.lists(st.one_of(lines, boxes), max_size=12), start=places)
def test_any_paths_are_cut_once_each(paths, start):
    ordered = optimize_order(paths, start)
    assert sorted(map(shape_of, ordered)) == sorted(map(shape_of, paths))


def test_a_few_lines_are_cut_in_a_nearly_optimal_order():
    found, best = 0.0, 0.0
    all_lines = scattered(150)
    for first in range(0, 150, 5):
        few = all_lines[first : first + 5]
        found += travel(optimize_order(few, ORIGIN), ORIGIN)
        best += best_travel(few, ORIGIN)
    assert found <= 1.01 * best


def best_travel(paths, here):
    """Return the least possible travel, found by trying every order."""
    if not paths:
        return 0.0
    return min(
        dist(here, begin) + best_travel([p for j, p in enumerate(paths) if j != i], end)
        for i, path in enumerate(paths)
        for begin, end in ((path.start, end_of(path)), (end_of(path), path.start))
    )
