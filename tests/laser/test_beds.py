"""Parts of any mix on beds: sizes stay exact, blocks stay apart, offcuts are free."""

from itertools import combinations
from math import fsum, sqrt

import pytest
import shapely
from helpers.simulated_laser import fallen, off, shape

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, path_bounds, rectangle, regular_polygon
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart, place_parts
from pnp.laser.cuts import burnt_twice, length
from pnp.laser.kerf import outward
from pnp.laser.nesting import area_of, free_rectangles
from pnp.laser.passes import plan_passes
from pnp.laser.scheme import Kerf, LaserScheme, Sides
from pnp.scene.laser_bed import CUTS, Step

KERF = Kerf(0.15, 0.15)
DEFAULT_BED = Size(600, 400)

TILE = rectangle(Rect(0, 0, 30, 60))
TURNO = rectangle(Rect(0, 0, 30, 45), 2)
CHIP = rectangle(Rect(0, 0, 30, 30), 2)
HEXAGON = regular_polygon(Point(20, 20), 6, 30 / sqrt(3))
DISC = circle(Point(12, 12), 12)


def parts(*lots, two_sided=()):
    """Parts of several outlines, so many of each; those of some lots have backs."""
    return [
        LaserPart("lot", f"{number}-{copy}", side, side if number in two_sided else None)
        for number, (outline, count) in enumerate(lots)
        for side in [Artwork(outline)]
        for copy in range(count)
    ]


def scheme(**more):
    return LaserScheme(**{"bed": Size(300, 200), "kerf": KERF, "gap": 1.0, **more})


def paths(planned, *steps):
    return [path for one in planned.bed.operations if one.step in steps for path in one.paths]


def largest_left(placed, bed):
    """The largest rectangle of a bed that no part and no cut touches."""
    rooms = [path_bounds(outward(one.front.outline, KERF)) for one in placed]
    return max(free_rectangles(Rect(0, 0, *bed), rooms), key=area_of)


def saved(made, chosen):
    """The share of the cut, in per cent, that parts have in common."""
    apart = fsum(length(outward(part.front.outline, chosen.kerf)) for part in made)
    together = fsum(length(path) for one in plan_passes(made, chosen) for path in paths(one, *CUTS))
    return 100 * (1 - together / apart)


@pytest.mark.parametrize(
    ("outline", "count", "least"),
    # The best block by brute force: 9 x 4, or 9 x 4 turned; a hexagon of 5 hexagons a side.
    [(TILE, 36, 42.1), (TURNO, 36, 38.0), (CHIP, 40, 37.2), (HEXAGON, 61, 42.6)],
)
def test_a_wide_bed_is_cut_as_little_as_the_best_block(outline, count, least):
    assert saved(parts((outline, count)), scheme(bed=DEFAULT_BED)) >= least


def test_the_way_a_block_lies_leaves_the_largest_offcut():
    made, chosen = parts((TILE, 36)), scheme(bed=DEFAULT_BED)
    (placed,) = place_parts(made, chosen)
    left = largest_left(placed, chosen.bed)
    # 9 x 4 upright tiles leave 153 mm below them, and 322 mm beside them.
    assert left == pytest.approx((243.525, 0, 356.475, 400))


def test_small_parts_lie_beside_a_board_where_the_offcut_stays_whole():
    board = rectangle(Rect(0, 0, 190, 190))
    made, chosen = parts((board, 1), (DISC, 36)), scheme(bed=DEFAULT_BED)
    (placed,) = place_parts(made, chosen)
    assert largest_left(placed, chosen.bed).size == pytest.approx((406.925, 400))


@pytest.mark.parametrize("kerf", [KERF, Kerf(0.3, 0.3), Kerf(0.15, 0.12)])
def test_parts_of_any_mix_come_out_in_their_size(kerf):
    lots = [(TILE, 5), (TURNO, 7), (HEXAGON, 12), (DISC, 4), (CHIP, 1)]
    made, chosen = parts(*lots), scheme(kerf=kerf)
    (planned,) = plan_passes(made, chosen)
    cuts = paths(planned, *CUTS)
    assert burnt_twice(cuts) == 0
    nominal = [shape(placed.front.outline) for placed in next(place_parts(made, chosen))]
    found = fallen(cuts, tuple(kerf), least=20)
    tree = shapely.STRtree(found)
    for part in nominal:
        index = tree.nearest(part.centroid)
        worst, area = off(found[index], part)
        assert worst <= 0.002
        assert area <= 0.05
    assert len(found) == len(nominal)


def test_every_block_is_cut_from_the_inside_out():
    lots = [(TILE, 5), (TURNO, 7), (HEXAGON, 12), (CHIP, 1)]
    (planned,) = plan_passes(parts(*lots), scheme())
    frames, inside = paths(planned, Step.FRAME), paths(planned, Step.OUTER)
    assert [one.step for one in planned.bed.operations][-1] is Step.FRAME
    assert len(frames) == 3
    areas = [shape(frame) for frame in frames]
    assert all(a.distance(b) > 1.13 for a, b in combinations(areas, 2))  # 1.15 but for tips
    closed = [path_bounds(path) for path in inside if path.closed]
    # Beside the chip, what is left between four round corners.
    assert [round(one.width, 2) for one in sorted(closed, key=lambda one: one.width)] == [
        4.15,
        4.15,
        30.15,
    ]
    for path in inside:
        if not path.closed:
            middle = shapely.Point(path_bounds(path).center)
            assert sum(area.buffer(0.001).contains(middle) for area in areas) == 1


def test_a_block_in_the_notch_of_another_keeps_its_frame():
    # The squares lie in the notch of 3 + 2 tiles, within the bounds of their frame.
    made = parts((TILE, 5), (rectangle(Rect(0, 0, 20, 20)), 2))
    (planned,) = plan_passes(made, scheme(bed=Size(100, 130)))
    frames = [path_bounds(path) for path in paths(planned, Step.FRAME)]
    assert len(frames) == 2
    assert any(a.contains(b) for a in frames for b in frames if a != b)


def test_parts_that_need_their_own_hole_lie_a_gap_apart_among_others_that_share():
    made = parts((TILE, 6), (CHIP, 6), two_sided=(0,))
    chosen = scheme(sides=Sides.IN_PLACE, gap=2.0)
    (placed,) = place_parts(made, chosen)
    holes = [shape(one.front.outline) for one in placed if one.part.back]
    near = min(a.distance(b) for a, b in combinations(holes, 2))
    assert near == pytest.approx(2.3)
    assert {one.block for one in placed if one.part.back} == {0}
    assert len({one.block for one in placed if not one.part.back} - {0}) == 1


def test_parts_with_one_flat_side_share_that_and_keep_the_gap_elsewhere():
    pill = rectangle(Rect(0, 0, 20, 30), 9.999)  # straight on its left and right alone
    made, chosen = parts((pill, 12)), scheme(gap=2.0, bed=Size(100, 200))
    (placed,) = place_parts(made, chosen)
    rooms = [path_bounds(one.front.outline) for one in placed]
    apart = {round(b.x - a.right, 3) for a in rooms for b in rooms if a.y == b.y and b.x > a.x}
    below = {round(b.y - a.bottom, 3) for a in rooms for b in rooms if a.x == b.x and b.y > a.y}
    assert {min(apart), min(below)} == {0.15, 2.3}


def test_used_areas_stay_free_and_the_offcut_touches_nothing():
    used = (Rect(0, 0, 80, 90), Rect(150, 120, 60, 30))
    made, chosen = parts((TURNO, 12), (DISC, 9), (HEXAGON, 7)), scheme(used=used, gap=1.5)
    (placed,) = place_parts(made, chosen)
    areas = [shape(one.front.outline) for one in placed]
    assert all(a.distance(b) >= 0.149 for a, b in combinations(areas, 2))
    blocked = [shapely.box(one.x, one.y, one.right, one.bottom) for one in used]
    assert all(a.distance(b) >= 3 - 1e-6 for a in areas for b in blocked)
    left = largest_left(placed, chosen.bed)
    offcut = shapely.box(left.x, left.y, left.right, left.bottom)
    cuts = [shape(outward(one.front.outline, KERF)) for one in placed]
    assert not any(offcut.buffer(-0.08).intersects(one) for one in cuts)
    assert left.width * left.height > 5000


def test_200_parts_are_placed_the_same_way_each_time():
    made = parts((TILE, 36), (CHIP, 64), (HEXAGON, 61), (DISC, 39))
    beds = list(place_parts(made, scheme(bed=DEFAULT_BED)))
    assert beds == list(place_parts(made, scheme(bed=DEFAULT_BED)))
    assert sum(map(len, beds)) == 200
    assert len(beds) == 1
