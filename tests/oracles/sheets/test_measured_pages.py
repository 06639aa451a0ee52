"""Rulers, cuts and places are found among the strokes of a page."""

import pytest
from oracles.sheets.measure import cells, find_cuts, find_ruler, occupied, outlines_of
from oracles.sheets.page import Contour, PageStroke, bounds_of
from oracles.sheets.pdf import printed_page

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.records.printer_profile import PrinterProfile

TRIM = Rect(10, 20, 100, 60)


def stroke(x1, y1, x2, y2, drawing=1, clip=None) -> PageStroke:
    return PageStroke(Point(x1, y1), Point(x2, y2), drawing, clip)


def ruler(length=50.0, ticks=51, degrees=0.0, apart=False) -> list[PageStroke]:
    turn = Transform.turn(degrees, Point(0, 0)).then(Transform.move(20, 280))
    return [
        PageStroke(
            turn.apply(Point(length * n / 50, 0)),
            turn.apply(Point(length * n / 50, 1.5 if n % 10 == 0 else 0.7)),
            n if apart else 7,
            None,
        )
        for n in range(ticks)
    ]


@pytest.mark.parametrize("degrees", [0, 90, 270, 0.4, -3])
def test_a_ruler_is_measured_at_any_angle(degrees):
    found = find_ruler([stroke(0, 0, 0, 5), *ruler(48.5, degrees=degrees)])
    assert found is not None
    assert found.length == pytest.approx(48.5)


def test_a_ruler_whose_ticks_are_separate_drawings_is_found():
    found = find_ruler(ruler(49.5, apart=True))
    assert found is not None
    assert found.length == pytest.approx(49.5)


def test_other_lines_are_not_taken_for_a_ruler():
    assert find_ruler(ruler(ticks=50)) is None
    assert find_ruler(ruler(ticks=52)) is None
    uneven = ruler()
    uneven[20] = stroke(40.4, 280, 40.4, 280.7, drawing=7)
    assert find_ruler(uneven) is None


def crop_marks(xs, ys) -> list[PageStroke]:
    upright = [stroke(x, y, x, y + 3) for x in xs for y in (16, 81)]
    return upright + [stroke(x, y, x + 3, y) for y in ys for x in (6, 111)]


def test_only_marks_outside_the_pieces_show_cuts():
    lines = [
        *crop_marks((10, 60, 110), (20, 80)),
        stroke(30, 25, 30, 70),  # art
        stroke(40, 17, 40, 40, clip=TRIM.inset(-3)),  # art that goes into the bleed
        stroke(50, 16, 50.2, 19),  # not upright
        stroke(200, 16, 200, 19),  # beside the pieces
    ]
    cuts = find_cuts(lines, TRIM, TRIM.inset(-3))
    assert cuts.xs == (10, 60, 110)
    assert cuts.ys == (20, 80)
    assert cuts.block == TRIM


def test_cut_lines_and_crosses_show_cuts():
    through = [stroke(x, 12, x, 90) for x in (10, 60, 110)]
    crosses = [stroke(x - 2, y, x + 2, y) for y in (20, 80) for x in (10, 60, 110)]
    cuts = find_cuts(through + crosses, TRIM, TRIM.inset(-1))
    assert (cuts.xs, cuts.ys) == ((10, 60, 110), (20, 80))


def test_places_lie_between_cuts_without_the_gaps():
    cuts = find_cuts(crop_marks((10, 58, 62, 110), (20, 80)), TRIM, TRIM)
    for expected in (Size(48, 60), Size(60, 48), Size(50, 60), None):
        assert cells(cuts, expected) == [Rect(10, 20, 48, 60), Rect(62, 20, 48, 60)]


def test_without_marks_there_are_no_places():
    assert cells(find_cuts([], TRIM, TRIM), Size(10, 10)) == []


def test_a_place_is_occupied_by_drawings_in_it_but_not_by_marks_around_it():
    places = [Rect(10, 20, 50, 60), Rect(60, 20, 50, 60), Rect(110, 20, 50, 60)]
    around = Rect(2, 10, 166, 80)  # its middle lies in the second place
    label = Rect(20, 84, 30, 3)
    assert occupied(places, [around, label, Rect(120, 30, 5, 5)]) == places[2:]
    assert occupied(places, [around, label]) == []


def test_an_outline_counts_once_and_only_on_the_page():
    page = Rect(0, 0, 100, 100)
    same = [Rect(10, 10, 16, 16), Rect(10.01, 10, 16, 16), Rect(40, 10, 16, 16)]
    others = [Rect(10, 10, 12, 12), Rect(95, 10, 16, 16)]
    assert len(outlines_of(same + others, Size(16, 16), page)) == 2


PAGE = Size(210, 297)
PROFILE = PrinterProfile("attic", "a4", dx=2, dy=-1, angle=0.5, scale_x=1.01, scale_y=0.99)


def test_a_front_is_scaled_about_the_middle_of_the_page():
    printed = printed_page(PROFILE, False, True, PAGE)
    assert printed.transform.apply(Point(105, 148.5)) == pytest.approx((105, 148.5))
    assert printed.transform.apply(Point(205, 48.5)) == pytest.approx((206, 49.5))


@pytest.mark.parametrize(
    ("sideways", "middle"), [(True, (102.98, 147.51)), (False, (107.02, 149.49))]
)
def test_a_back_is_moved_as_it_is_seen_through_the_front(sideways, middle):
    printed = printed_page(PROFILE, True, sideways, PAGE)
    assert printed.transform.apply(Point(105, 148.5)) == pytest.approx(middle)


def test_a_box_around_a_turned_rectangle_has_its_size_when_printed():
    profile = PrinterProfile("attic", "a4", angle=-0.7)
    printed = printed_page(profile, True, True, PAGE)
    turned = Transform.turn(0.7, Point(105, 148.5))
    corners = [
        turned.apply(Point(x, y)) for x in (TRIM.x, TRIM.right) for y in (TRIM.y, TRIM.bottom)
    ]
    around = bounds_of([Contour(tuple(corners), curved=False)])
    assert printed.box(around).size == pytest.approx(TRIM.size)


def test_without_a_profile_a_page_is_not_transformed():
    printed = printed_page(None, True, True, PAGE)
    assert printed.box(TRIM) == pytest.approx(TRIM)
