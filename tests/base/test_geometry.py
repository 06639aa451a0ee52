"""Places, rectangles and transforms."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.geometry import IDENTITY, Point, Rect, Size, Transform, ring_area

RECT = Rect(3, 5, 20, 8)

coordinates = st.floats(-500, 500)
points = st.builds(Point, coordinates, coordinates)
angles = st.floats(-720, 720)
transforms = st.one_of(
    st.builds(Transform.move, coordinates, coordinates),
    st.builds(Transform.scale, st.floats(-3, 3)),
    st.builds(Transform.turn, angles, points),
    st.builds(Transform, *[st.floats(-3, 3)] * 6),
)


def near(point):
    return pytest.approx(point, abs=1e-6)


def test_a_point_moves_right_and_down():
    assert Point(1, 2).moved(10, -5) == Point(11, -3)


def test_a_size_on_its_side_has_its_height_for_width():
    assert Size(44, 68).turned() == Size(68, 44)


def test_a_rectangle_knows_its_edges_and_its_middle():
    assert (RECT.right, RECT.bottom) == (23, 13)
    assert RECT.center == Point(13, 9)
    assert RECT.size == Size(20, 8)


def test_a_rectangle_about_a_point_has_it_in_its_middle():
    rect = Rect.about(Point(10, 20), 4, 6)
    assert (rect, rect.center) == (Rect(8, 17, 4, 6), Point(10, 20))


def test_an_inset_moves_every_edge_inward_and_a_negative_one_outward():
    assert RECT.inset(2) == Rect(5, 7, 16, 4)
    assert RECT.inset(-1.5) == Rect(1.5, 3.5, 23, 11)


def test_a_moved_rectangle_keeps_its_size():
    assert RECT.moved(-4, 6) == Rect(-1, 11, 20, 8)


def test_a_union_reaches_around_both():
    assert RECT.union(Rect(10, -2, 30, 4)) == Rect(3, -2, 37, 15)
    assert Rect(10, -2, 30, 4).union(RECT) == Rect(3, -2, 37, 15)


@pytest.mark.parametrize("edge", ["x", "y", "width", "height"])
def test_a_rectangle_contains_what_touches_its_edges_and_nothing_beyond(edge):
    beyond = {"x": -0.01, "y": -0.01, "width": 0.01, "height": 0.01}[edge]
    assert RECT.contains(RECT)
    assert not RECT.contains(RECT._replace(**{edge: getattr(RECT, edge) + beyond}))


def test_a_tenth_and_two_tenths_fit_in_three_tenths():
    assert Rect(0, 0, 0.3, 0.3).contains(Rect(0.1, 0.1, 0.1 + 0.1, 0.2))
    assert Rect(0, 0, 0.3, 1).contains(Rect(0, 0, 0.1 + 0.2, 1))


@pytest.mark.parametrize(
    ("other", "shared"),
    [
        (Rect(22, 12, 9, 9), True),
        (Rect(-5, 0, 9, 6), True),
        (Rect(5, 6, 2, 2), True),
        (Rect(23, 5, 9, 8), False),
        (Rect(-6, 5, 9, 8), False),
        (Rect(3, 13, 20, 4), False),
        (Rect(3, 1, 20, 4), False),
        (Rect(24, 14, 9, 9), False),
    ],
)
def test_rectangles_overlap_when_they_share_more_than_an_edge(other, shared):
    assert RECT.overlaps(other) is shared
    assert other.overlaps(RECT) is shared


@pytest.mark.parametrize(
    ("degrees", "place"),
    [
        (0, Point(7, 3)),
        (90, Point(1, 5)),
        (180, Point(-1, -1)),
        (270, Point(5, -3)),
        (450, Point(1, 5)),
        (-90, Point(5, -3)),
    ],
)
def test_a_quarter_turn_is_clockwise_and_exact(degrees, place):
    assert Transform.turn(degrees, Point(3, 1)).apply(Point(7, 3)) == place


def test_a_small_turn_sends_what_is_right_downward():
    x, y = Transform.turn(30, Point(0, 0)).apply(Point(2, 0))
    assert (x, y) == pytest.approx((3**0.5, 1))


@given(degrees=angles, about=points, point=points)
def test_a_turn_keeps_its_middle_and_every_distance_from_it(degrees, about, point):
    turn = Transform.turn(degrees, about)
    assert turn.apply(about) == near(about)
    assert dist(turn.apply(point), about) == near(dist(point, about))


@given(first=angles, second=angles, about=points, point=points)
def test_two_turns_about_a_point_are_one_turn_by_their_sum(first, second, about, point):
    both = Transform.turn(first, about).then(Transform.turn(second, about))
    assert both.apply(point) == near(Transform.turn(first + second, about).apply(point))


@given(first=transforms, second=transforms, point=points)
def test_then_does_the_first_map_first(first, second, point):
    assert first.then(second).apply(point) == near(second.apply(first.apply(point)))


def test_moving_and_turning_differ_by_their_order():
    move, turn = Transform.move(10, 2), Transform.turn(90, Point(0, 0))
    assert move.then(turn).apply(Point(1, 0)) == Point(-2, 11)
    assert turn.then(move).apply(Point(1, 0)) == Point(10, 3)


def test_scaling_is_about_the_origin():
    assert Transform.scale(3).apply(Point(2, -5)) == Point(6, -15)


@given(point=points, transform=transforms)
def test_the_identity_changes_nothing(point, transform):
    assert IDENTITY.apply(point) == point
    assert IDENTITY.then(transform) == transform
    assert transform.then(IDENTITY) == transform


def test_a_rectangle_covers_the_share_of_another_that_lies_under_it():
    whole = Rect(0, 0, 10, 10)
    assert Rect(-5, -5, 14, 30).covers(whole, 0.9)
    assert not Rect(-5, -5, 14, 30).covers(whole, 0.91)
    assert not Rect(20, 0, 10, 10).covers(whole, 0.01)


def test_the_area_of_a_ring_is_negative_if_it_runs_anticlockwise():
    ring = Rect(1, 2, 3, 4).corners
    assert ring_area(ring) == 12
    assert ring_area(ring[::-1]) == -12
    assert ring_area((*ring, ring[0])) == 12  # also with its start repeated


def test_a_point_lies_at_a_part_of_the_way_to_another():
    assert Point(1, 2).toward(Point(5, 0), 0.25) == Point(2, 1.5)
