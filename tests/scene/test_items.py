"""Pictures as data: what stays when items of some roles are taken out."""

from math import sqrt

import pytest

from pnp.base.fonts import descent, text_width
from pnp.base.geometry import IDENTITY, Point, Rect, Size, Transform
from pnp.base.path import circle, line, rectangle
from pnp.scene import (
    Changes,
    Extra,
    Group,
    IdentityCache,
    Role,
    RoleFilter,
    Scene,
    Shape,
    Style,
    Text,
    item_bounds,
    items_bounds,
    placed_leaves,
)

INK = Shape((rectangle(Rect(1, 2, 5, 3)),), Style(fill="#c23b22"))
WORD = Text(Point(2, 4), "jar", "sans", 3)
CUT = Shape((circle(Point(4, 4), 2),), Style(stroke="#000000"), Role.CUT)
FOLD = Shape((circle(Point(9, 4), 2),), Style(stroke="#000000"), Role.SCORE)
NUMBER = Text(Point(2, 4), "7", "sans", 3, role=Role.ENGRAVE)


def test_the_default_role_is_art():
    assert (INK.role, WORD.role) == (Role.ART, Role.ART)


def test_a_style_paints_nothing_by_default():
    assert Style() == Style(fill=None, stroke=None, stroke_width=0, dash=())


@pytest.mark.parametrize(
    ("roles", "kept"),
    [
        ((Role.ART,), (INK, WORD)),
        ((Role.CUT,), (CUT,)),
        ((Role.ENGRAVE, Role.SCORE), (FOLD, NUMBER)),
        ((Role.GUIDE,), ()),
        ((), ()),
    ],
)
def test_only_items_of_the_given_roles_are_kept_in_order(roles, kept):
    scene = Scene(Size(20, 10), (INK, CUT, FOLD, WORD, NUMBER))
    assert scene.only(*roles).items == kept


def test_everything_else_about_a_picture_is_kept():
    scene = Scene(Size(20, 10), (CUT,), Rect(1, 1, 8, 9), Rect(0, 0, 9, 10), "jars 1")
    assert scene.only(Role.ART) == scene._replace(items=())


def test_a_group_keeps_its_transform_and_the_kept_items():
    inner = Group((INK, CUT), Transform.scale(2))
    outer = Group((inner, FOLD, WORD), Transform.move(3, 1), clip=Rect(0, 0, 9, 5))
    scene = Scene(Size(20, 10), (outer,))
    assert scene.only(Role.ART).items == (
        Group(
            (Group((INK,), Transform.scale(2)), WORD), Transform.move(3, 1), clip=Rect(0, 0, 9, 5)
        ),
    )


def test_an_empty_group_is_dropped():
    hollow = Group((Group((CUT,)), FOLD))
    assert Scene(Size(20, 10), (hollow, INK)).only(Role.ART).items == (INK,)


def test_a_picture_that_loses_nothing_keeps_the_same_tuple():
    items = (INK, Group((WORD, INK), Transform.move(1, 2)))
    assert Scene(Size(20, 10), items).only(Role.ART).items is items


def test_repeated_groups_still_share_one_tuple():
    face = (INK, CUT)
    groups = tuple(Group(face, Transform.move(x, 1), is_symbol=True) for x in (0, 7, 15))
    first, second, third = Scene(Size(40, 10), groups).only(Role.ART).items
    assert first.items == (INK,)
    assert first.items is second.items is third.items
    assert [group.transform.e for group in (first, second, third)] == [0, 7, 15]
    assert first.is_symbol


def test_a_group_repeated_on_several_sheets_is_shared_by_all():
    face = (INK, CUT)
    sheets = [Scene(Size(20, 10), (Group(face, is_symbol=True),), label=label) for label in "ab"]
    only = RoleFilter(Role.CUT)
    (one,), (other,) = (sheet.filtered(only).items for sheet in sheets)
    assert one.items == (CUT,)
    assert one.items is other.items


def test_a_freed_face_is_not_mistaken_for_a_new_one():
    only = RoleFilter(Role.ART)
    for x in range(50):
        ink = Shape((circle(Point(x, 4), 2),), Style(fill="#000000"))
        (group,) = only((Group((ink, CUT), is_symbol=True),))
        assert group.items == (ink,)


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


def test_a_value_is_made_once_for_an_object():
    cache, made, key = IdentityCache(), [], ("a", "drawing")
    for _ in range(3):
        cache.get(key, made.append)
    assert made == [key]


def test_a_cache_of_few_values_forgets_the_oldest():
    cache: IdentityCache[list[int], list[int]] = IdentityCache(most=2)
    made: list[list[int]] = []
    keys = [[1], [2], [3]]
    for key in (*keys, keys[2], keys[0]):
        cache.get(key, lambda one: made.append(one) or one)
    assert made == [[1], [2], [3], [1]]


def test_an_equal_object_has_a_value_of_its_own():
    cache: IdentityCache[list[int], str] = IdentityCache()
    first, second = [1], [1]
    assert cache.get(first, lambda _: "first") == "first"
    assert cache.get(second, lambda _: "second") == "second"


def test_an_object_that_nobody_else_holds_is_not_mistaken_for_a_new_one():
    cache: IdentityCache[list[int], int] = IdentityCache()
    for number in range(100):
        assert cache.get([number], lambda one: one[0]) == number


SHADOW = Group((INK,), extra=Extra.BEHIND_TEXT)
BAR = Shape((line(Point(2, 4), Point(6, 4)),), Style(stroke="#888888", stroke_width=1))


@pytest.mark.parametrize(
    ("items", "kept"),
    [
        ((INK, SHADOW, NUMBER), (INK, SHADOW, NUMBER)),
        ((INK, SHADOW, WORD), (INK, BAR)),
        ((SHADOW, SHADOW, WORD, NUMBER), (BAR, NUMBER)),
        ((SHADOW, WORD, SHADOW, NUMBER), (BAR, SHADOW, NUMBER)),
        ((SHADOW, NUMBER, SHADOW, WORD), (SHADOW, NUMBER, BAR)),
    ],
)
def test_outlines_and_shadows_go_with_the_letters_that_they_lie_behind(items, kept):
    def change(item, scale):
        return (BAR,) if item == WORD else (item,)

    assert Changes(change, effects=False)(items) == kept


def test_groups_with_nothing_to_see_go_whether_or_not_they_had_items():
    empty = Group((), Transform.move(12.8, 253.2))
    assert RoleFilter(Role.ART)((INK, empty, Group((CUT,)))) == (INK,)


def test_changes_know_the_scale_at_which_an_item_is_drawn():
    scales = []
    half = Group((INK,), Transform.scale(0.5), is_symbol=True)
    Changes(lambda item, scale: scales.append(scale) or ())((WORD, Group((half, half)), half), 4)
    assert scales == [4, 2]


def test_placed_leaves_come_with_the_transform_to_where_they_are_seen():
    inner = Group((INK,), Transform.scale(2))
    found = list(placed_leaves((WORD, Group((inner,), Transform.move(3, 0)))))
    assert found == [(WORD, IDENTITY), (INK, Transform(2, 0, 0, 2, 3, 0))]
