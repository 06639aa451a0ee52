"""The beam's path beside an outline: what falls out of the sheet has its nominal size."""

from math import cos, sin, tau

import pytest
import shapely
from helpers.simulated_laser import fallen, off, reachable, shape
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect
from pnp.base.path import (
    Arc,
    Curve,
    Line,
    Path,
    circle,
    path_bounds,
    polygon,
    rectangle,
    regular_polygon,
)
from pnp.laser.cuts import edges_of, path_of
from pnp.laser.jig import pocket
from pnp.laser.kerf import inward, outward
from pnp.laser.scheme import Kerf

ROUND, FLAT = Kerf(0.15, 0.15), Kerf(0.2, 0.12)
SIZE, AREA = 0.002, 0.01

ELL = polygon(Point(*at) for at in [(0, 0), (30, 0), (30, 12), (10, 12), (10, 40), (0, 40)])
ROUND_ELL = Path(
    Point(0, 0),
    (
        Line(Point(30, 0)),
        Line(Point(30, 12)),
        Line(Point(14, 12)),
        Arc(Point(10, 16), 4, clockwise=False),
        Line(Point(10, 40)),
        Line(Point(0, 40)),
    ),
)
BEAN = Path(
    Point(0, 0),
    (
        Curve(Point(10, -12), Point(30, -12), Point(40, 0)),
        Curve(Point(48, 16), Point(36, 26), Point(26, 18)),
        Curve(Point(20, 12), Point(12, 12), Point(6, 16)),
    ),
)
DOME = Path(Point(0, 0), (Arc(Point(24, 0), 15, clockwise=True), Line(Point(0, 0))))
LENS = Path(
    Point(0, 0), (Arc(Point(24, 0), 15, clockwise=True), Arc(Point(0, 0), 15, clockwise=True))
)
DUMBBELL = polygon(
    Point(*at)
    for at in [
        *((0, 0), (5, 0), (5, 2), (8, 2), (8, 0), (13, 0)),
        *((13, 5), (8, 5), (8, 2.14), (5, 2.14), (5, 5), (0, 5)),
    ]
)
# A head on shoulders: its sides meet them at 36 degrees.
PAWN = Path(
    Point(0, 0),
    (
        Line(Point(4, 0)),
        Arc(Point(8, 0), 3.4, clockwise=True, large=True),
        Line(Point(12, 0)),
        Line(Point(12, 9)),
        Line(Point(0, 9)),
    ),
)
OUTLINES = {
    "square": rectangle(Rect(5, 5, 25, 25)),
    "tile": rectangle(Rect(0, 0, 30, 60)),
    "rounded": rectangle(Rect(0, 0, 30, 60), 3),
    "hexagon": regular_polygon(Point(0, 0), 6, 12),
    "triangle": regular_polygon(Point(0, 0), 3, 12),
    "circle": circle(Point(20, 20), 12.5),
    "L": ELL,
    "round L": ROUND_ELL,
    "bean": BEAN,
    "dome": DOME,
    "lens": LENS,
}


def backwards(path):
    """The same outline the other way round."""
    return path_of([edge.reversed() for edge in reversed(edges_of(path))])


def assert_true(paths, nominal, kerf):
    (part,) = fallen(paths, kerf)
    size, _ = off(part, nominal)
    _, area = off(part, reachable(nominal, kerf))
    assert size <= SIZE
    assert area <= AREA
    assert part.symmetric_difference(nominal).area <= AREA


@pytest.mark.parametrize("kerf", [ROUND, FLAT], ids=["round", "flat"])
@pytest.mark.parametrize("outline", OUTLINES.values(), ids=OUTLINES)
@pytest.mark.parametrize("way", [lambda path: path, backwards], ids=["as drawn", "backwards"])
def test_a_part_comes_out_in_its_nominal_size(outline, kerf, way):
    assert_true([outward(way(outline), kerf)], shape(outline), kerf)


@pytest.mark.parametrize("kerf", [ROUND, FLAT], ids=["round", "flat"])
def test_a_sharp_inward_corner_is_cut_as_far_as_the_beam_reaches(kerf):
    nominal = shape(PAWN)
    (part,) = fallen([outward(PAWN, kerf)], kerf)
    assert off(part, nominal)[0] <= SIZE
    assert off(part, reachable(nominal, kerf))[1] <= AREA


@pytest.mark.parametrize("kerf", [ROUND, FLAT], ids=["round", "flat"])
@pytest.mark.parametrize("hole", [circle(Point(15, 30), 2.5), rectangle(Rect(5, 5, 8, 4), 0.5)])
def test_a_hole_in_a_part_has_its_nominal_size(hole, kerf):
    tile = OUTLINES["rounded"]
    ring = shape(tile, hole)
    pieces = fallen([inward(hole, kerf), outward(tile, kerf)], kerf)
    part = max(pieces, key=lambda piece: piece.area)
    assert len(pieces) == 2
    assert part.symmetric_difference(ring).area <= AREA
    (cut,) = part.interiors
    (wanted,) = ring.interiors
    assert cut.hausdorff_distance(wanted) <= SIZE


@pytest.mark.parametrize("wrong", [inward, lambda outline, kerf: outline])
def test_a_beam_on_the_wrong_side_or_on_the_line_is_noticed(wrong):
    tile = OUTLINES["tile"]
    with pytest.raises(AssertionError):
        assert_true([wrong(tile, ROUND)], shape(tile), ROUND)


def test_arcs_stay_arcs_and_circles_are_exact():
    moved = outward(circle(Point(20, 20), 12.5), ROUND)
    assert [type(segment) for segment in moved.segments] == [Arc, Arc]
    assert {segment.radius for segment in moved.segments} == {12.575}
    assert path_bounds(moved) == pytest.approx((7.425, 7.425, 25.15, 25.15))
    corners = [s for s in outward(OUTLINES["rounded"], ROUND).segments if isinstance(s, Arc)]
    assert [corner.radius for corner in corners] == pytest.approx([3.075] * 4)


def test_corners_are_mitres_so_that_neighbours_share_a_line():
    left = outward(rectangle(Rect(0, 0, 30, 60)), ROUND)
    right = outward(rectangle(Rect(30.15, 0, 30, 60)), ROUND)
    assert path_bounds(left) == pytest.approx((-0.075, -0.075, 30.15, 60.15), abs=1e-12)
    assert path_bounds(left).right == pytest.approx(path_bounds(right).x, abs=1e-12)
    assert all(isinstance(segment, Line) for segment in left.segments)


def test_an_oval_beam_keeps_straight_edges_exact():
    assert path_bounds(outward(ELL, FLAT)) == pytest.approx((-0.1, -0.06, 30.2, 40.12), abs=1e-12)
    assert len(outward(ELL, FLAT).segments) == 5


def test_a_curve_becomes_a_few_arcs_and_not_hundreds_of_chords():
    assert len(outward(BEAN, ROUND).segments) < 100


def test_a_sharp_tip_does_not_send_the_beam_far_away():
    tip = polygon([Point(0, 0), Point(30, 1), Point(0, 2)])
    assert path_bounds(outward(tip, ROUND)).right < 30.2
    assert_true([outward(tip, ROUND)], shape(tip), ROUND)


def test_a_corner_rounder_than_the_beam_stays_and_a_finer_one_vanishes():
    hole = rectangle(Rect(0, 0, 10, 5), 0.05)
    moved = inward(hole, ROUND)
    assert path_bounds(moved) == pytest.approx((0.075, 0.075, 9.85, 4.85))
    assert all(isinstance(segment, Line) for segment in moved.segments)


def test_steps_finer_than_the_beam_vanish():
    stairs = [Point(i * 0.05, j * 0.05) for i in range(100) for j in (-i, -i - 1)]
    outline = polygon([*stairs, Point(10, 20), Point(-10, 20)])
    assert shape(outline).is_valid
    (part,) = fallen([outward(outline, ROUND)], ROUND)
    assert part.hausdorff_distance(shape(outline)) < 0.06


@pytest.mark.parametrize(
    ("hole", "wide", "lacking"),
    [
        (rectangle(Rect(0, 0, 0.1, 5)), "0.1 mm", "0.05 mm"),
        (rectangle(Rect(0, 0, 0.1, 0.1)), "0.1 mm", "0.05 mm"),
        (circle(Point(0, 0), 0.06), "0.12 mm", "0.03 mm"),
        (DUMBBELL, "0.14 mm", "0.01 mm"),
    ],
)
def test_a_hole_smaller_than_the_kerf_is_refused(hole, wide, lacking):
    message = f"a hole is {wide}.*{lacking}.* too narrow for a kerf of 0.15 mm"
    with pytest.raises(LayoutError, match=message):
        inward(hole, ROUND)


def slotted(width, neck=None, deep=12):
    """A square with a slot from the left, or with a wide one behind a narrow neck."""
    half, mouth = width / 2, (width if neck is None else neck) / 2
    corners = [(0, 10 - mouth), (5, 10 - mouth), (5, 10 - half), (deep, 10 - half)]
    mirrored = [(x, 20 - y) for x, y in reversed(corners)]
    around = [(0, 20), (20, 20), (20, 0), (0, 0)]
    return polygon(Point(*at) for at in dict.fromkeys([*corners, *mirrored, *around]))


OUTLINES_TOO_NARROW = {
    "slot": slotted(0.1),
    "neck": slotted(3, neck=0.1),
    "notch": polygon(
        Point(*at)
        for at in [(0, 5), (1, 5), (1, 5.1), (0, 5.1), (0, 20), (20, 20), (20, 0), (0, 0)]
    ),
}


def test_a_slot_as_wide_as_needed_is_cut_to_its_width():
    outline = slotted(3, neck=0.4)
    assert_true([outward(outline, ROUND)], shape(outline), ROUND)


@pytest.mark.parametrize("outline", OUTLINES_TOO_NARROW.values(), ids=OUTLINES_TOO_NARROW)
def test_a_slot_narrower_than_the_kerf_is_refused(outline):
    with pytest.raises(LayoutError, match=r"is 0\.1 mm wide, 0\.05 mm too narrow"):
        outward(outline, ROUND)


def test_a_slot_with_a_round_end_narrower_than_the_kerf_is_refused():
    r = 0.05
    outline = Path(
        Point(0, 10 - r),
        (
            Line(Point(10, 10 - r)),
            Arc(Point(10, 10 + r), r, clockwise=True),
            *(Line(Point(*at)) for at in [(0, 10 + r), (0, 20), (20, 20), (20, 0), (0, 0)]),
        ),
    )
    with pytest.raises(LayoutError, match=r"is 0\.1 mm wide"):
        outward(outline, ROUND)


def test_a_gap_too_narrow_for_an_oval_beam_is_reported_both_ways():
    with pytest.raises(LayoutError, match=r"too narrow for a kerf of 0\.2 x 0\.12 mm"):
        inward(rectangle(Rect(0, 0, 5, 0.1)), FLAT)
    assert inward(rectangle(Rect(0, 0, 5, 0.15)), FLAT)


def test_no_kerf_moves_nothing_and_a_kerf_in_one_direction_is_refused():
    assert outward(BEAN, Kerf(0, 0)) == BEAN
    for kerf in (Kerf(0.1, 0), Kerf(-0.1, -0.1)):
        with pytest.raises(LayoutError, match="more than 0 mm both ways"):
            outward(BEAN, kerf)


kerfs = st.builds(Kerf, st.floats(0.05, 0.4), st.floats(0.05, 0.4))
round_kerfs = st.floats(0.05, 0.4).map(lambda k: Kerf(k, k))


@given(
    kerf=kerfs,
    size=st.tuples(st.floats(5, 100), st.floats(5, 100)),
    radius=st.sampled_from([0.0, 0.3, 1.0, 2.4]),
)
def test_rectangles_come_out_in_their_size(kerf, size, radius):
    outline = rectangle(Rect(3, 4, *size), radius)
    assert_true([outward(outline, kerf)], shape(outline), kerf)


@given(
    kerf=round_kerfs,
    reaches=st.lists(st.floats(8, 40), min_size=3, max_size=9),
    turned=st.floats(0, tau),
)
def test_polygons_come_out_as_far_as_the_beam_reaches(kerf, reaches, turned):
    angles = [turned + tau * i / len(reaches) for i in range(len(reaches))]
    outline = polygon(Point(r * cos(a), r * sin(a)) for r, a in zip(reaches, angles, strict=True))
    (part,) = fallen([outward(outline, kerf)], kerf)
    wanted = reachable(shape(outline), kerf)
    assert part.hausdorff_distance(wanted) <= SIZE
    assert part.symmetric_difference(wanted).area <= AREA


def test_a_pocket_is_wider_by_its_clearance_and_a_square_part_seats():
    tile = rectangle(Rect(0, 0, 30, 30))
    hole = pocket(tile, clearance=0.2, relief=0.5)
    assert hole.closed
    hollow = shape(hole)
    assert hollow.contains(shapely.box(-0.1, -0.1, 30.1, 30.1).buffer(-1e-6))
    assert hollow.bounds == pytest.approx((-0.6, -0.6, 30.6, 30.6), abs=1e-4)
    middle = shapely.LineString([(-20, 15), (50, 15)]).intersection(hollow)
    assert middle.length == pytest.approx(30.2)


@pytest.mark.parametrize("outline", [OUTLINES["tile"], OUTLINES["hexagon"], OUTLINES["L"], DOME])
def test_the_part_fits_the_pocket_that_the_beam_leaves(outline):
    hole = pocket(outline, clearance=0.1, relief=0.5)
    path = inward(hole, ROUND)
    swept = shape(path).union(shapely.LineString(shape(path).exterior.coords).buffer(0.075))
    assert swept.contains(shape(outline))
    assert swept.area == pytest.approx(shape(hole).area, abs=AREA)


def test_a_pocket_has_reliefs_at_outward_corners_only():
    arcs = [s for s in pocket(ELL, 0.2, 0.5).segments if isinstance(s, Arc)]
    assert len(arcs) == 5
    assert {arc.radius for arc in arcs} == {0.5}
    assert pocket(OUTLINES["rounded"], 0.2, 0.5) == pocket(OUTLINES["rounded"], 0.2, 0)


def test_a_pocket_too_small_for_its_reliefs_is_refused():
    with pytest.raises(LayoutError, match=r"edge of 1\.2 mm is too short for reliefs"):
        pocket(rectangle(Rect(0, 0, 1, 10)), 0.2, 0.5)


def test_an_outline_that_crosses_itself_is_refused():
    knot = polygon([Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10)])
    with pytest.raises(LayoutError, match="touches or crosses itself"):
        outward(knot, ROUND)
