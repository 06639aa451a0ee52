"""What is free on a bed: checked against shapely and by trying every rectangle."""

from itertools import combinations

import shapely
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.geometry import Rect
from pnp.laser.nesting import area_of, free_rectangles, largest_without

ROOM = Rect(0, 0, 10, 8)
cells = st.builds(Rect, st.integers(0, 9), st.integers(0, 7), st.integers(1, 6), st.integers(1, 6))


def box(rect):
    return shapely.box(rect.x, rect.y, rect.right, rect.bottom)


@given(st.lists(cells, max_size=6))
def test_free_rectangles_are_all_that_is_free_and_none_fits_in_another(taken):
    free = free_rectangles(ROOM, taken)
    room = box(ROOM).difference(shapely.union_all([box(one) for one in taken]))
    assert shapely.union_all([box(one) for one in free]).symmetric_difference(room).area == 0
    assert not any(a.contains(b) or b.contains(a) for a, b in combinations(free, 2))


@given(st.lists(cells, max_size=5))
def test_the_largest_rectangle_is_among_them(taken):
    blocked = {
        (x, y)
        for one in taken
        for x in range(one.x, one.x + one.width)
        for y in range(one.y, one.y + one.height)
    }
    largest = max(
        (
            (right - left) * (bottom - top)
            for left, right in combinations(range(11), 2)
            for top, bottom in combinations(range(9), 2)
            if not any(left <= x < right and top <= y < bottom for x, y in blocked)
        ),
        default=0,
    )
    free = free_rectangles(ROOM, taken)
    assert max((one.width * one.height for one in free), default=0) == largest


@given(st.lists(cells, max_size=5), cells)
def test_how_much_is_left_is_reported_before_an_area_is_taken(taken, last):
    left = largest_without(free_rectangles(ROOM, taken), last)
    assert left == max(map(area_of, free_rectangles(ROOM, [*taken, last])), default=0)
