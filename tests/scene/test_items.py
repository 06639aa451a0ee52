"""Pictures as data: what stays when items of some roles are taken out."""

import pytest

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, rectangle
from pnp.scene import Group, Role, RoleFilter, Scene, Shape, Style, Text

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
    groups = tuple(Group(face, Transform.move(x, 1), repeats=True) for x in (0, 7, 15))
    first, second, third = Scene(Size(40, 10), groups).only(Role.ART).items
    assert first.items == (INK,)
    assert first.items is second.items is third.items
    assert [group.transform.e for group in (first, second, third)] == [0, 7, 15]
    assert first.repeats


def test_a_group_repeated_on_several_sheets_is_shared_by_all():
    face = (INK, CUT)
    sheets = [Scene(Size(20, 10), (Group(face, repeats=True),), label=label) for label in "ab"]
    only = RoleFilter(Role.CUT)
    (one,), (other,) = (sheet.filtered(only).items for sheet in sheets)
    assert one.items == (CUT,)
    assert one.items is other.items


def test_a_freed_face_is_not_mistaken_for_a_new_one():
    only = RoleFilter(Role.ART)
    for x in range(50):
        ink = Shape((circle(Point(x, 4), 2),), Style(fill="#000000"))
        (group,) = only((Group((ink, CUT), repeats=True),))
        assert group.items == (ink,)
