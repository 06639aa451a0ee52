"""Jigs: no larger than needed, for all parts that have backs."""

from collections import Counter

import pytest
from shapely import Polygon
from shapely.affinity import scale

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, flattened, path_bounds, polygon, rectangle
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.cuts import burnt_twice
from pnp.laser.jig import EDGE, WEB, is_symmetric
from pnp.laser.passes import plan_passes
from pnp.laser.scheme import Kerf, LaserScheme, Sides
from pnp.scene.laser_bed import CUTS, Step

KERF = Kerf(0.2, 0.2)
BED = Size(300, 200)


def plan(parts, bed=BED):
    return plan_passes(parts, LaserScheme(bed, KERF, 1.0, share=False, sides=Sides.JIG))


def tile(name, width=30, height=45, back=True):
    side = Artwork(rectangle(Rect(0, 0, width, height)), engraved=(circle(Point(6, 4), 1),))
    return LaserPart("tiles", name, side, side if back else None)


def tiles(count, *sides):
    return [tile(str(n), *sides) for n in range(1, count + 1)]


def kinds(planned):
    return [one.kind for one in planned]


def paths(planned, *steps):
    return [path for one in planned.bed.operations if one.step in steps for path in one.paths]


def areas(planned):
    """Return the pockets as they are after burning."""
    return [Polygon(flattened(one, 0.01)).buffer(0.1) for one in paths(planned, *CUTS)]


def test_a_jig_is_as_large_as_its_pockets_and_an_edge():
    _, jig, backs = plan(tiles(1), Size(600, 400))
    assert jig.bed.size == backs.bed.size == (30 + 2 * EDGE, 45 + 2 * EDGE)
    (cut,) = paths(jig, *CUTS)  # nothing is cut but the pocket: the scrap stays whole
    assert path_bounds(cut).size == pytest.approx((30.2, 45.2), abs=1.0)


def test_all_fronts_are_burnt_before_one_jig_and_all_backs():
    planned = plan(tiles(36), Size(200, 150))
    assert kinds(planned) == ["fronts", "fronts", "jig", "backs", "backs", "backs"]
    assert [one.bed.name for one in planned[2:]] == ["jig", "backs-1", "backs-2", "backs-3"]
    assert [one.round for one in planned[2:]] == [0, 1, 2, 3]
    laid = Counter(place.part for one in planned[3:] for place in one.placements)
    assert laid == Counter(range(36))


def test_a_jig_that_is_filled_again_has_no_more_pockets_than_it_needs():
    _, jig, first, second = plan(tiles(36))
    assert len(areas(jig)) == first.parts == second.parts == 18  # though 24 would fit
    most = jig.bed.size.width * jig.bed.size.height
    assert most <= (6 * (30 + WEB) + 12) * (3 * (45 + WEB) + 12) + 1


def test_parts_are_laid_into_a_jig_row_by_row():
    _, _, first, second = plan(tiles(36))
    for backs, begin in ((first, 0), (second, 18)):
        assert [place.part for place in backs.placements] == list(range(begin, begin + 18))
        corners = [(place.y, place.x) for place in backs.placements]
        assert corners == sorted(corners)


def test_parts_of_several_shapes_have_their_pockets_in_one_jig():
    disc = Artwork(circle(Point(12, 12), 12), engraved=(circle(Point(6, 12), 1),))
    discs = [LaserPart("chips", f"chip {n}", disc, disc) for n in range(5)]
    planned = plan([*tiles(6), *discs])
    assert kinds(planned) == ["fronts", "jig", "backs"]
    holes = sorted(area.buffer(-1).buffer(1).area for area in areas(planned[1]))
    assert holes == pytest.approx([3.1416 * 12.1**2] * 5 + [30.2 * 45.2] * 6, rel=0.002)
    marks = paths(planned[2], Step.ENGRAVE)
    assert len(marks) == 11
    for mark in marks:
        assert sum(area.contains(Polygon(flattened(mark, 0.01))) for area in areas(planned[1])) == 1


def test_shapes_that_do_not_fit_one_jig_get_one_each():
    planned = plan([tile("board", 280, 180), *tiles(2)])
    names = [one.bed.name for one in planned if one.kind != "fronts"]
    assert names == ["jig-1", "backs-1", "jig-2", "backs-2"]


def test_a_part_without_a_back_has_no_pocket():
    planned = plan([*tiles(3), tile("one-sided", 40, 40, False)])
    assert len(areas(planned[1])) == planned[2].parts == 3
    assert planned[0].parts == 4


def test_a_jig_lies_on_its_side_where_it_fits_only_so():
    tall = Artwork(rectangle(Rect(0, 0, 30, 150)), engraved=(circle(Point(6, 4), 1),))
    planned = plan([LaserPart("sticks", "stick", tall, tall)], Size(200, 100))
    assert planned[1].bed.size == (150 + 2 * EDGE, 30 + 2 * EDGE)
    (place,) = planned[2].placements
    assert place.turn == 90
    (mark,) = paths(planned[2], Step.ENGRAVE)  # the tops of parts are on the right
    assert tuple(path_bounds(mark).center) == pytest.approx((EDGE + 150 - 4, EDGE + 6))
    (arrow,) = paths(planned[1], Step.ENGRAVE)
    assert path_bounds(arrow).x > EDGE + 150


def test_all_passes_over_a_jig_have_the_same_bounds_and_score_no_mark_twice():
    planned = plan(tiles(40), Size(150, 150))
    marks = [paths(each, Step.SCORE) for each in planned if each.kind != "fronts"]
    assert len(marks) > 2
    assert len({Rect.around_all(map(path_bounds, each)) for each in marks}) == 1
    assert burnt_twice([mark for each in marks for mark in each]) == 0


def test_pockets_are_for_parts_that_lie_face_down():
    corners = [(0, 0), (40, 0), (40, 10), (10, 20), (0, 20)]
    lying = [(40 - x, y) for x, y in reversed(corners)]
    front, back = (Artwork(polygon(Point(*one) for one in each)) for each in (corners, lying))
    planned = plan([LaserPart("wedges", "wedge", front, back)])
    (hole,) = areas(planned[1])
    moved = [(x + EDGE, y + EDGE) for x, y in lying]
    assert hole.contains(Polygon(moved))
    assert not hole.contains(scale(Polygon(moved), xfact=-1))


def test_a_part_larger_than_the_bed_within_the_edge_is_refused():
    with pytest.raises(LayoutError, match="a jig for parts of 290x180mm does not fit a bed of"):
        plan([tile("board", 290, 180)])


def test_what_is_the_same_turned_over_sideways_is_known():
    assert is_symmetric(circle(Point(0, 0), 9))
    assert is_symmetric(rectangle(Rect(3, 4, 30, 45)))
    assert not is_symmetric(polygon([Point(0, 0), Point(30, 0), Point(0, 30)]))
