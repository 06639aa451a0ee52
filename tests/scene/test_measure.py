"""How much room pictures take."""

from math import sqrt

import pytest

from pnp.base.fonts import descent, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, line, rectangle
from pnp.scene import Group, Scene, Shape, Style, Text, item_bounds, items_bounds

BOX = Shape((rectangle(Rect(3, 5, 20, 8)),), Style(fill="#c23b22"))


@pytest.mark.parametrize(
    ("style", "bounds"),
    [
        (Style(fill="#c23b22"), (3, 5, 20, 8)),
        (Style(stroke="#000000", stroke_width=2), (2, 4, 22, 10)),
        (Style(fill="#c23b22", stroke_width=2), (3, 5, 20, 8)),
    ],
)
def test_a_shape_takes_half_its_stroke_more_on_every_side(style, bounds):
    assert item_bounds(Shape(BOX.paths, style)) == pytest.approx(bounds)


def test_a_shape_reaches_around_all_its_paths():
    paths = (circle(Point(4, 4), 2), line(Point(10, 1), Point(12, 9)))
    assert item_bounds(Shape(paths, Style())) == pytest.approx((2, 1, 10, 8))


def test_text_takes_its_width_its_size_above_the_line_and_its_descent_below():
    bounds = item_bounds(Text(Point(7, 20), "jug", "serif", 4))
    assert bounds.x == 7
    assert bounds.width == pytest.approx(text_width("jug", "serif", 4))
    assert bounds.y == pytest.approx(16)
    assert bounds.bottom == pytest.approx(20 + 4 * descent("serif"))


@pytest.mark.parametrize(
    ("transform", "bounds"),
    [
        (Transform.move(10, -2), (13, 3, 20, 8)),
        (Transform.scale(0.5), (1.5, 2.5, 10, 4)),
        (Transform.turn(90, Point(3, 5)), (-5, 5, 8, 20)),
        (Transform.turn(45, Point(3, 5)), (3 - 8 / sqrt(2), 5, 28 / sqrt(2), 28 / sqrt(2))),
        (Transform(a=-1), (-23, 5, 20, 8)),
    ],
)
def test_the_bounds_of_a_group_are_transformed(transform, bounds):
    assert item_bounds(Group((BOX,), transform)) == pytest.approx(bounds)


def test_groups_in_groups_are_moved_from_the_inside_outward():
    inner = Group((BOX,), Transform.turn(90, Point(0, 0)))
    assert item_bounds(Group((inner,), Transform.move(100, 0))) == pytest.approx((87, 3, 8, 20))


def test_a_clip_cuts_where_it_is_around_the_group_and_not_within():
    group = Group((BOX,), Transform.move(10, 0), clip=rectangle(Rect(15, 0, 100, 9)))
    assert item_bounds(group) == pytest.approx((15, 5, 18, 4))


@pytest.mark.parametrize("clip", [Rect(23, 0, 9, 40), Rect(0, 13, 40, 9), Rect(50, 50, 1, 1)])
def test_clipped_items_do_not_count_in_the_bounds(clip):
    assert item_bounds(Group((BOX,), clip=rectangle(clip))) is None


def test_an_empty_picture_takes_no_room():
    assert items_bounds(()) is None
    assert items_bounds((Group((Group(()),)),)) is None


def test_a_picture_takes_the_room_of_all_its_items_even_beyond_its_size():
    ring = Shape((circle(Point(-4, 30), 2),), Style())
    scene = Scene(Size(20, 10), (Group(()), BOX, Group((ring,), Transform.move(0, 1))))
    assert items_bounds(scene.items) == pytest.approx((-6, 5, 29, 28))
