"""Passes over beds: the order of steps, and every back behind its own front."""

from collections import Counter
from functools import reduce
from math import dist

import pytest
from shapely import Point as Spot
from shapely import Polygon, get_coordinates, unary_union

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, circle_of, flattened, path_bounds, polygon, rectangle
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.laser.areas import area_of
from pnp.laser.artwork import Artwork, draw_artwork
from pnp.laser.beds import LaserPart, moved_to
from pnp.laser.cuts import burnt_twice, length
from pnp.laser.passes import plan_passes
from pnp.laser.scheme import Kerf, LaserScheme, Sides
from pnp.scene.laser_bed import CUTS, Step

KERF = Kerf(0.15, 0.15)
BED = Size(300, 200)
MARK = Point(6, 4)  # of a side, as it is seen


@pytest.fixture(scope="module")
def tiles():
    game = load_game(find_game("turno")).game
    return [
        LaserPart("tiles", piece.name, draw_artwork(piece.front), draw_artwork(piece.back))
        for piece in draw_component(game, "tiles", plain=True)
    ]


def scheme(**more):
    chosen = {"bed": BED, "kerf": KERF, "gap": 1.0, "share": False, **more}
    return LaserScheme(**chosen)


def side(width, height, mark=MARK):
    return Artwork(rectangle(Rect(0, 0, width, height)), engraved=(circle(mark, 1),))


def paths(planned, *steps):
    return [path for one in planned.bed.operations if one.step in steps for path in one.paths]


def named(planned):
    return {one.bed.name: one for one in planned}


def pips(planned, slots):
    """Count the discs that are engraved in each slot."""
    count = Counter()
    for path in paths(planned, Step.ENGRAVE):
        middle = circle_of(path)[0]
        (slot,) = [n for n, s in enumerate(slots) if s.contains(Rect(*middle, 0, 0))]
        count[slot] += 1
    return count


def slots_of(planned):
    return [path_bounds(path).inset(KERF.x / 2) for path in paths(planned, Step.OUTER)]


def test_what_was_used_of_the_first_sheet_is_shown_and_left_alone():
    used = (Rect(20, 0, 30, 60), Rect(80, 60, 20, 40))
    parts = [LaserPart("tiles", "one", side(20, 30), side(20, 30))] * 8
    made = scheme(bed=Size(100, 100), used=used, sides=Sides.FLIP)
    _, fronts, backs, *others = plan_passes(parts, made)
    for place in fronts.placements:
        lying = Size(30, 20) if place.turn else Size(20, 30)
        assert not any(area.overlaps(Rect(place.x, place.y, *lying)) for area in used)
    shown = {
        one.kind: [path_bounds(path) for step in one.bed.operations[-1:] for path in step.paths]
        for one in (fronts, backs)
    }
    assert set(shown["fronts"]) == set(used)
    assert set(shown["backs"]) == {Rect(50, 0, 30, 60), Rect(0, 60, 20, 40)}
    assert all(step.step is not Step.GUIDE for one in others for step in one.bed.operations)


def test_steps_are_in_order_and_none_is_empty_or_there_twice(tiles):
    for planned in plan_passes(tiles, scheme(sides=Sides.FLIP)):
        steps = [one.step for one in planned.bed.operations]
        assert steps == [step for step in Step if step in steps]
        assert all(one.paths for one in planned.bed.operations)


def test_every_part_is_cut_half_a_kerf_outside_of_its_edge(tiles):
    (planned,) = plan_passes(tiles, scheme(bed=Size(400, 300)))
    cuts = paths(planned, Step.OUTER)
    assert len(cuts) == 36
    for path in cuts:
        assert sorted(path_bounds(path).size) == pytest.approx([30.15, 45.15], abs=1e-9)


@pytest.mark.parametrize("kerf", [Kerf(0.15, 0.15), Kerf(0.3, 0.1)], ids=str)
def test_a_strip_of_the_gap_stands_between_parts_that_share_no_cut_when_both_are_burnt(tiles, kerf):
    (planned,) = plan_passes(tiles, scheme(bed=Size(400, 300), gap=2.0, kerf=kerf))
    cuts = [path_bounds(path) for path in paths(planned, Step.OUTER)]
    right = min(a.x - b.right for a in cuts for b in cuts if a.y == b.y and a.x > b.x)
    below = min(a.y - b.bottom for a in cuts for b in cuts if a.x == b.x and a.y > b.y)
    assert (right - kerf.x, below - kerf.y) == pytest.approx((2.0, 2.0), abs=1e-6)


def test_parts_that_share_cuts_lie_a_kerf_apart_and_nothing_is_burnt_twice(tiles):
    (apart,) = plan_passes(tiles, scheme(bed=Size(400, 300)))
    (shared,) = plan_passes(tiles, scheme(bed=Size(400, 300), share=True))
    cut = paths(shared, *CUTS)
    assert burnt_twice(cut) == pytest.approx(0, abs=1e-6)
    assert sum(map(length, cut)) < 0.75 * sum(map(length, paths(apart, *CUTS)))
    steps = [one.step for one in shared.bed.operations]
    assert steps[-1] is Step.FRAME


def test_the_beam_leaves_parts_of_their_nominal_size(tiles):
    (planned,) = plan_passes(tiles, scheme(bed=Size(400, 300), share=True))
    burnt_away = unary_union(
        [
            Polygon(flattened(path, 0.001)).exterior.buffer(KERF.x / 2)
            if path.closed
            else _line(path).buffer(KERF.x / 2)
            for path in paths(planned, *CUTS)
        ]
    )
    sheet = Polygon([(0, 0), (400, 0), (400, 300), (0, 300)]).difference(burnt_away)
    parts = [one for one in sheet.geoms if 1000 < one.area < 2000]
    assert len(parts) == 36
    for part in parts:
        left, top, right, bottom = part.bounds
        assert sorted((right - left, bottom - top)) == pytest.approx([30, 45], abs=0.002)


def test_parts_share_cuts_under_a_beam_that_is_not_round(tiles):
    flat = Kerf(0.2, 0.1)
    for bed in (Size(220, 120), Size(120, 220)):
        planned = plan_passes(tiles[:12], scheme(bed=bed, share=True, kerf=flat))
        cut = [path for one in planned for path in paths(one, *CUTS)]
        apart = plan_passes(tiles[:12], scheme(bed=bed, kerf=flat))
        separate = [path for one in apart for path in paths(one, *CUTS)]
        assert sum(map(length, cut)) < 0.75 * sum(map(length, separate))
        assert burnt_twice(cut) == pytest.approx(0, abs=0.01)


def _line(path):
    from shapely import LineString

    return LineString(flattened(path, 0.001))


def test_parts_that_do_not_fit_one_bed_go_on_several(tiles):
    planned = plan_passes(tiles, scheme(bed=Size(150, 150)))
    assert [one.bed.name for one in planned] == [str(n) for n in range(1, len(planned) + 1)]
    assert sum(one.parts for one in planned) == 36
    assert len(planned) > 2
    for one in planned:
        inside = Rect(0, 0, 150, 150).inset(2.9)
        assert all(inside.contains(path_bounds(path)) for path in paths(one, Step.OUTER))


def test_a_part_that_is_turned_in_its_own_hole_gets_its_back_there(tiles):
    planned = named(plan_passes(tiles, scheme(sides=Sides.IN_PLACE, bed=Size(400, 300))))
    assert list(planned) == ["fronts", "backs"]
    slots = slots_of(planned["fronts"])
    fronts, backs = (pips(planned[name], slots) for name in ("fronts", "backs"))
    pairs = Counter((fronts[n], backs[n]) for n in range(36))
    assert pairs == Counter((a, b) for a in range(1, 7) for b in range(1, 7))
    assert paths(planned["backs"], *CUTS) == []


def test_a_sheet_that_is_turned_over_has_every_back_behind_its_front(tiles):
    planned = named(plan_passes(tiles, scheme(sides=Sides.FLIP, share=True, bed=Size(400, 300))))
    fronts, backs = planned["fronts"], planned["backs"]
    assert paths(fronts, Step.OUTER, Step.FRAME) == []
    apart = named(plan_passes(tiles, scheme(sides=Sides.FLIP, gap=0.001, bed=Size(400, 300))))
    behind = slots_of(apart["backs"])
    before = [slot._replace(x=400 - slot.right) for slot in behind]
    shown, hidden = pips(apart["fronts"], before), pips(apart["backs"], behind)
    pairs = Counter((shown[n], hidden[n]) for n in range(36))
    assert pairs == Counter((a, b) for a in range(1, 7) for b in range(1, 7))
    assert backs.parts == 36


def test_a_back_is_upright_where_its_part_stands_and_the_other_way_where_it_lies():
    part = LaserPart("tiles", "one", side(20, 30), side(20, 30))
    for bed, turned in ((Size(60, 60), False), (Size(60, 40), True)):
        planned = named(plan_passes([part], scheme(sides=Sides.FLIP, bed=bed)))
        (cut,) = paths(planned["backs"], Step.OUTER)
        slot = path_bounds(cut).inset(KERF.x / 2)
        assert (slot.width > slot.height) is turned
        (mark,) = [circle_of(path)[0] for path in paths(planned["backs"], Step.ENGRAVE)]
        # Its top pointed to the right in front, so from behind it points to the left.
        expected = (MARK.y, 20 - MARK.x) if turned else (MARK.x, MARK.y)
        assert (mark.x - slot.x, mark.y - slot.y) == pytest.approx(expected)


def test_both_passes_over_a_turned_sheet_have_pins_and_marks_at_the_same_places(tiles):
    planned = named(plan_passes(tiles, scheme(sides=Sides.FLIP, bed=Size(400, 300))))
    pins = [circle_of(path) for path in paths(planned["fronts"], Step.INNER)]
    assert len(pins) == 2
    assert {round(middle.x, 6) for middle, _ in pins} == {5, 395}
    assert all(radius == pytest.approx(1.55 - KERF.x / 2) for _, radius in pins)
    marks = [set(map(path_bounds, paths(one, Step.SCORE))) for one in planned.values()]
    assert len(marks[0]) == 4
    assert marks[0] == marks[1]
    for one in planned.values():
        whole = path_bounds(paths(one, Step.SCORE)[0])
        for path in paths(one, Step.SCORE):
            whole = whole.union(path_bounds(path))
        assert whole == Rect(0, 0, 400, 300).inset(0.6)


def test_backs_in_place_have_the_bounds_of_their_fronts_and_score_none_of_their_marks(tiles):
    planned = named(plan_passes(tiles, scheme(sides=Sides.IN_PLACE)))
    marks = [paths(one, Step.SCORE) for one in planned.values()]
    assert [len(each) for each in marks] == [4, 4]
    bounds = [Rect.around_all(map(path_bounds, each)) for each in marks]
    assert bounds[0] == bounds[1] == Rect(0, 0, 300, 200).inset(0.6)
    assert burnt_twice([*marks[0], *marks[1]]) == 0


def edge_to_edge(width, height):
    """Return a side with a bar from edge to edge, and a bare hole 0.02 mm from its lower edge."""
    bar, hole = Rect(0, 5, width, height - 5), Rect(5, 8, 5, height - 8.02)
    whole = rectangle(Rect(0, 0, width, height))
    return Artwork(whole, engraved=(rectangle(bar), rectangle(hole)))


def either(found):
    """Return the area of paths by the even-odd rule."""
    return reduce(lambda one, other: one.symmetric_difference(other), map(area_of, found))


@pytest.mark.parametrize("kerf", [KERF, Kerf(0.1, 0.3), Kerf(0, 0)])
@pytest.mark.parametrize("share", [True, False])
def test_art_to_the_edge_goes_on_by_half_a_kerf_and_no_further(kerf, share):
    side, half = edge_to_edge(20, 30), min(kerf) / 2
    parts = [LaserPart("tiles", "one", side, side)] * 12
    for planned in plan_passes(parts, scheme(sides=Sides.FLIP, share=share, kerf=kerf))[1:]:
        lying = [moved_to(side, place) for place in planned.placements]
        trims = unary_union([area_of(one.outline) for one in lying])
        drawn = unary_union([either(one.engraved) for one in lying])
        found = either(paths(planned, Step.ENGRAVE))
        assert found.intersection(trims).symmetric_difference(drawn).area < 0.001
        beyond = found.difference(trims)
        assert beyond.area == pytest.approx(12 * half * (20 + 25 + 25), rel=0.02)
        if half:
            far = max(Spot(at).distance(trims) for at in get_coordinates(beyond))
            assert far == pytest.approx(half, abs=1e-6)


def test_art_that_keeps_clear_of_the_edge_is_burnt_as_it_is_drawn(tiles):
    (planned,) = plan_passes([tiles[5]._replace(back=None)], scheme())
    (place,) = planned.placements
    assert paths(planned, Step.ENGRAVE) == list(moved_to(tiles[5].front, place).engraved)


def test_every_back_meets_its_front_when_the_sheet_is_turned_onto_its_pins(tiles):
    chosen = scheme(sides=Sides.FLIP, gap=0.001, bed=Size(400, 300))
    board, fronts, backs = plan_passes(tiles, chosen)
    assert [one.kind for one in (board, fronts, backs)] == ["pins", "fronts", "backs"]
    left, right = sorted(circle_of(path)[0] for path in paths(board, Step.INNER))
    holes = sorted(circle_of(path)[0] for path in paths(fronts, Step.INNER))
    # Turned over sideways, the right hole of the sheet comes onto the left pin.
    across = left.x + holes[1].x
    assert across - holes[0].x == pytest.approx(right.x)
    assert {left.y, right.y} == {holes[0].y, holes[1].y}

    def burnt(planned, turned):
        """Return the middles of what is engraved, as seen through the sheet from its front."""
        middles = [circle_of(path)[0] for path in paths(planned, Step.ENGRAVE)]
        return [Point(across - x, y) if turned else Point(x, y) for x, y in middles]

    slots = [Rect(across - s.right, s.y, s.width, s.height) for s in slots_of(backs)]

    def pips_on(planned, turned):
        inside = [[s.contains(Rect(*at, 0, 0)) for s in slots] for at in burnt(planned, turned)]
        assert all(sum(one) == 1 for one in inside)
        return Counter(one.index(True) for one in inside)

    shown, hidden = pips_on(fronts, False), pips_on(backs, True)
    for number, place in enumerate(fronts.placements):
        (slot,) = [n for n, s in enumerate(slots) if abs(s.x - place.x) + abs(s.y - place.y) < 1]
        assert f"{shown[slot]}-{hidden[slot]}" == tiles[place.part].name, number


def test_a_sheet_turned_over_the_wrong_way_does_not_lie_over_the_board(tiles):
    board, fronts, _ = plan_passes(tiles, scheme(sides=Sides.FLIP, bed=Size(400, 300)))
    (height,) = {circle_of(path)[0].y for path in paths(board, Step.INNER)}
    (hole,) = {circle_of(path)[0].y for path in paths(fronts, Step.INNER)}
    head_over_heels = 300 - hole
    assert abs(head_over_heels - height) >= 100  # so far beside the board


def test_parts_with_and_without_backs_lie_on_one_bed(tiles):
    counter = LaserPart("counters", "counter", side(20, 20))
    for sides in (Sides.IN_PLACE, Sides.FLIP):
        planned = plan_passes([*tiles, counter], scheme(sides=sides, bed=Size(400, 300)))
        fronts, backs = planned[-2:]
        assert fronts.parts == 37
        assert backs.parts == (36 if sides is Sides.IN_PLACE else 37)
        drawn = [length for one in (fronts, backs) for length in [len(paths(one, Step.ENGRAVE))]]
        assert drawn == [126 + 1, 126]


def test_a_bed_without_any_backs_takes_one_pass():
    whole = [LaserPart("counters", "counter", side(100, 80))] * 4
    two = LaserPart("tiles", "tile", side(100, 80), side(100, 80))
    for sides in (Sides.IN_PLACE, Sides.FLIP):
        planned = plan_passes([two, *whole], scheme(sides=sides, bed=Size(230, 120), gap=0.2))
        assert [one.kind for one in planned if one.sheet == 3] == [""]
        assert [one.kind for one in planned if one.sheet == 1] == ["fronts", "backs"]


def test_a_jig_has_pockets_a_little_wider_than_the_parts_and_a_back_in_each(tiles):
    planned = named(plan_passes(tiles, scheme(sides=Sides.JIG, share=True, bed=Size(400, 300))))
    assert list(planned) == ["fronts", "jig", "backs"]
    pockets = paths(planned["jig"], Step.INNER)
    assert len(pockets) == 36
    areas = [Polygon(flattened(path, 0.001)).buffer(KERF.x / 2) for path in pockets]
    for area in areas:
        assert area.buffer(-1.5).buffer(1.5).area == pytest.approx(30.2 * 45.2, rel=0.005)
    for path in paths(planned["backs"], Step.ENGRAVE):
        disc = Polygon(flattened(path, 0.01))
        assert sum(area.contains(disc) for area in areas) == 1


def test_a_jig_with_fewer_pockets_than_parts_is_filled_several_times(tiles):
    planned = named(plan_passes(tiles, scheme(sides=Sides.JIG, bed=Size(200, 200))))
    backs = [one for name, one in planned.items() if "backs" in name]
    assert len(backs) > 1
    assert sum(one.parts for one in backs) == 36


def test_each_different_part_may_get_a_bed_of_its_own(tiles):
    planned = plan_passes(tiles[:3] + tiles[6:7], scheme(single=True))
    assert [(one.bed.name, one.parts) for one in planned] == [("1-1", 3), ("2-1", 1)]
    assert all(one.bed.size == (30 + 6, 45 + 6) for one in planned)


def test_discs_are_packed_closer_than_squares():
    discs = [LaserPart("tiles", "disc", Artwork(circle(Point(10, 10), 10)))] * 140
    squares = [LaserPart("tiles", "square", Artwork(rectangle(Rect(0, 0, 20, 20))))] * 140
    least = [
        plan_passes(one, scheme(bed=Size(300, 200), gap=0.2))[0].parts for one in (discs, squares)
    ]
    assert least[0] > least[1]


def test_discs_lie_a_gap_apart_as_they_have_no_cut_to_share():
    discs = [LaserPart("discs", "disc", Artwork(circle(Point(10, 10), 10)))] * 36
    plans = [plan_passes(discs, scheme(share=share)) for share in (True, False)]
    assert plans[0] == plans[1]
    middles = [circle_of(path)[0] for path in paths(plans[0][0], *CUTS)]
    near = min(dist(a, b) for n, a in enumerate(middles) for b in middles[:n])
    assert near == pytest.approx(20 + 2 * KERF.x + 1.0)


def test_bridges_hold_a_part_in_its_sheet(tiles):
    (planned,) = plan_passes(tiles[:1], scheme(tabs=(2, 0.4)))
    cuts = paths(planned, Step.OUTER)
    assert len(cuts) == 2
    whole = length(rectangle(Rect(0, 0, 30.15, 45.15)))
    assert sum(map(length, cuts)) < whole - 2 * (0.4 + KERF.x) + 0.5


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"sides": Sides.FLIP}, "one has one side; --sides flip needs two"),
        ({"bed": Size(25, 25)}, "does not fit"),
        ({"sides": Sides.JIG}, "one has one side; --sides jig needs two"),
    ],
)
def test_impossible_plans_are_refused(more, fault):
    with pytest.raises(LayoutError, match=fault):
        plan_passes([LaserPart("tiles", "one", side(20, 30))], scheme(**more))


def test_a_part_that_does_not_fit_its_own_hole_is_not_turned_in_it():
    corners = [Point(0, 0), Point(30, 0), Point(0, 30)]
    front = Artwork(polygon(corners))
    back = Artwork(polygon(Point(30 - x, y) for x, y in corners))
    part = LaserPart("wedges", "wedge", front, back)
    with pytest.raises(LayoutError, match="wedge does not fit its own hole when it is turned over"):
        plan_passes([part], scheme(sides=Sides.IN_PLACE))
    assert len(plan_passes([part], scheme(sides=Sides.FLIP))) == 3


def test_pins_do_not_stand_where_a_sheet_was_used(tiles):
    corner = Rect(0, 0, 80, 80)
    with pytest.raises(
        LayoutError, match=r"a pin at 5, 67 mm has nothing to hold; use --sides jig"
    ):
        plan_passes(tiles[:9], scheme(sides=Sides.FLIP, used=(corner,)))
    assert plan_passes(tiles[:9], scheme(sides=Sides.FLIP, used=(Rect(100, 0, 50, 50),)))


def test_a_hole_smaller_than_the_beam_is_refused():
    holed = Artwork(rectangle(Rect(0, 0, 20, 20)), (circle(Point(10, 10), 0.05),))
    with pytest.raises(LayoutError, match=r"hole"):
        plan_passes([LaserPart("tiles", "one", holed)], scheme())
