"""Blocks of equal parts: every shape that may be best, and what its parts share."""

from functools import cache
from math import ceil, sqrt
from time import process_time

import pytest

from pnp.base.geometry import Point, Rect, Size
from pnp.laser.lots import Lattice, crosswise, fullest, patches

ROOMY = Size(10_000, 10_000)


def lattice(width, height):
    """Rectangles that touch, so that the cut in common is a whole side."""
    return Lattice(Size(width, height), width, height, beside=height, below=width)


HONEYCOMB = Lattice(Size(1, 2 / sqrt(3)), 1, sqrt(3) / 2, 1, 1, staggered=True)


def grown(cells, neighbours):
    """Yield the shapes with one cell more, each once, moved to the origin."""
    for x, y in cells:
        for dx, dy in neighbours:
            if (new := (x + dx, y + dy)) not in cells:
                yield cells | {new}


@cache
def shapes_of(count, neighbours):
    """Every connected shape of so many cells, by brute force."""
    found = {frozenset({(0, 0)})}
    for _ in range(count - 1):
        found = {
            frozenset((x - left, y - top) for x, y in shape)
            for one in found
            for shape in grown(one, neighbours)
            for left in [min(x for x, _ in shape)]
            for top in [min(y for _, y in shape)]
        }
    return found


SQUARE = ((1, 0), (-1, 0), (0, 1), (0, -1))
HEX = (*SQUARE, (1, -1), (-1, 1))


@pytest.mark.parametrize("size", [(30, 60), (60, 30), (30, 45), (1, 1), (10, 35)])
@pytest.mark.parametrize("room", [ROOMY, Size(100, 200), Size(150, 125)])
def test_no_shape_of_rectangles_shares_more_than_the_best_block(size, room):
    width, height = size
    for count in range(1, 9):
        most = max(
            (
                sum((x + 1, y) in cells for x, y in cells) * height
                + sum((x, y + 1) in cells for x, y in cells) * width
                for cells in shapes_of(count, SQUARE)
                if (1 + max(x for x, _ in cells)) * width <= room.width
                and (1 + max(y for _, y in cells)) * height <= room.height
            ),
            default=None,
        )
        found = [patch.saved for patch in patches(lattice(width, height), count, room)]
        assert max(found, default=None) == most


def test_no_shape_of_hexagons_shares_more_than_the_best_block():
    for count in range(1, 7):
        most = max(
            sum((x + dx, y + dy) in cells for x, y in cells for dx, dy in HEX) // 2
            for cells in shapes_of(count, HEX)
        )
        assert max(patch.saved for patch in patches(HONEYCOMB, count, ROOMY)) == most


def test_hexagons_share_as_much_as_is_possible_at_all():
    # Harary and Harborth: n hexagons have an outline of at least 2 ceil(sqrt(12 n - 3)) edges.
    room = Size(16, 16)
    for count in (*range(1, 24), 36, 37, 40, 60, 61, 90, 127):
        least = 3 * count + ceil(sqrt(12 * count - 3))
        best = max(patches(HONEYCOMB, count, room), key=lambda patch: patch.saved)
        assert 6 * count - best.saved == least
    rows = max(patches(HONEYCOMB, 61, room), key=lambda patch: patch.saved).rows
    assert [row.length for row in rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]


@pytest.mark.parametrize("upended", [False, True])
@pytest.mark.parametrize("kind", [lattice(3, 2), HONEYCOMB])
def test_what_a_block_says_of_itself_is_true_of_its_places(kind, upended):
    kind = kind._replace(upended=upended)
    cell = kind.cell.turned() if upended else kind.cell
    for count in (1, 2, 7, 19, 30):
        for patch in patches(kind, count, Size(21, 25)):
            places = list(patch.places())
            assert patch.holds == len(places) == len(set(places)) == count
            bounds = Rect.around_all(Rect(*place, *cell) for place in places)
            assert bounds == pytest.approx((0, 0, *patch.size))
            assert sum(area.width * area.height for area in patch.areas()) >= count * 0.999
            near = [
                (a, b)
                for n, a in enumerate(places)
                for b in places[:n]
                if abs(abs(a.x - b.x) - cell.width) + abs(a.y - b.y) < 1e-6
                or abs(a.x - b.x) + abs(abs(a.y - b.y) - cell.height) < 1e-6
                or (kind.staggered and abs((a.x - b.x) ** 2 + (a.y - b.y) ** 2 - 1) < 1e-6)
            ]
            flat = [kind.below if abs(a.x - b.x) < 1e-6 else kind.beside for a, b in near]
            expected = sum(flat) if not upended or kind.staggered else patch.saved
            assert patch.saved == pytest.approx(expected)


def test_the_fullest_block_fills_a_room():
    assert fullest(lattice(30, 60), Size(300, 200)).holds == 30
    assert fullest(lattice(30, 60), Size(29, 200)) is None
    assert fullest(HONEYCOMB, Size(1.4, 10)).holds == 1


def test_a_block_of_two_panels_holds_what_one_cannot():
    upright, lying = lattice(70, 30), lattice(30, 70)
    room = Size(175, 150)
    assert fullest(upright, room).holds == 10
    best = max(crosswise(upright, lying, 12, room), key=lambda block: block.holds)
    assert best.holds == 12
    assert best.size == (170, 150)
    assert best.patches[1].at == Point(140, 0)
    # Both lie side by side, so they share what the lower of the two is high.
    assert best.joint == 140


@pytest.mark.parametrize("name", ["straight", "honeycomb", "crosswise"])
def test_thousands_of_parts_in_a_room_for_thousands_take_little_time(name):
    room = Size(400, 300)
    begin = process_time()
    if name == "crosswise":
        found = list(crosswise(lattice(2, 3), lattice(3, 2), 1999, room))
    else:
        found = list(patches(lattice(1, 1) if name == "straight" else HONEYCOMB, 1999, room))
    assert process_time() - begin < 3
    assert found
    assert {block.holds for block in found} == {1999}
