"""Dice with any faces: where they are on the net, and how they are read."""

import re

import pytest
from helpers.color_vision import contrast
from helpers.components import draw

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect
from pnp.base.path import path_bounds
from pnp.components.art.label import GLUE
from pnp.components.die import Die
from pnp.components.die.draw import TAB, TAB_NUMBER, draw_die_face
from pnp.scene import Group, Role, Shape, Text, item_bounds

EDGE = 18.0
MARKS = {"disc", "ring", "square", "triangle", "cross", "star"}


def die(*faces, **keys):
    return Die(kind="die", name="Die", edge=EDGE, faces=faces, **keys)


def net(one):
    """What is drawn on each square of the net, by column and row."""
    (piece,) = draw(one)
    squares = {}
    for item in flat(piece.front.items[1:]):
        on_a_tab = getattr(item, "style", None) == GLUE or getattr(item, "size", None) == TAB_NUMBER
        if item.role is Role.ART and not on_a_tab:
            column, row = ((side / EDGE - TAB) // 1 for side in item_bounds(item).center)
            squares.setdefault((int(column), int(row)), []).append(item)
    return squares


def flat(items):
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def strings(items):
    return [item.string for item in items if isinstance(item, Text)]


def test_of_six_faces_the_first_is_opposite_the_sixth_and_so_on_inward():
    squares = net(die("a", "b", "c", "d", "e", "f"))
    found = {strings(items)[0]: at for at, items in squares.items()}
    middle = [name for name, (_, row) in sorted(found.items(), key=lambda at: at[1]) if row == 1]
    assert len(middle) == 4
    for one, other in zip(middle, middle[2:], strict=False):  # two squares on: the other side
        assert {one, other} in ({"a", "f"}, {"b", "e"})
    above, below = (name for name in found if name not in middle)
    assert {above, below} == {"c", "d"}


def test_a_number_is_pips_and_a_number_over_nine_makes_all_of_them_figures():
    pips = net(die(0, 1, 2, 3, 4, 9))
    assert sorted(len(items) for items in pips.values()) == [1, 2, 3, 4, 9]
    figures = net(die(0, 1, 2, 3, 4, 10))
    assert {strings(items)[0] for items in figures.values()} == {"0", "1", "10", "2", "3", "4"}
    asked_for = net(die(1, 2, 3, 4, 5, 6, figures=True))
    assert {strings(items)[0] for items in asked_for.values()} == set("123456")


def test_a_figure_that_could_be_read_upside_down_has_a_line_below():
    squares = net(die(1, 6, 9, 8, 10, 16, figures=True))
    lined = {strings(items)[0] for items in squares.values() if len(items) > 1}
    assert lined == {"6", "9", "16"}


@pytest.mark.parametrize("mark", sorted(MARKS))
def test_a_mark_is_drawn_in_the_middle_of_its_face(mark):
    scene = draw_die_face(die(mark, "", "", "", "", ""), 0, "sans")
    (drawn,) = [
        item_bounds(item)
        for item in flat(scene.items)
        if isinstance(item, Shape) and max(item_bounds(item).size) < 0.6 * EDGE
    ]
    assert drawn.center.x == pytest.approx(EDGE / 2, abs=0.5)
    assert drawn.center.y == pytest.approx(EDGE / 2, abs=1.6)


def test_a_blank_face_has_nothing_on_it():
    assert set(net(die("HIT", "", "", "", "", "MISS"))) == {(1, 1), (3, 1)}


def test_texts_are_kept_clear_of_the_folds_and_are_all_of_one_size():
    one = die("HIT", "MISS", "A", "WW", "x", "no")
    sizes = set()
    for (column, row), items in net(one).items():
        face = Rect((column + TAB) * EDGE, (row + TAB) * EDGE, EDGE, EDGE)
        assert all(face.inset(0.1 * EDGE).contains(item_bounds(item)) for item in items)
        sizes |= {item.size for item in items if isinstance(item, Text)}
    assert len(sizes) == 1


def test_each_face_has_its_colour_and_an_ink_that_is_read_on_it():
    colors = ("#ffffff", "#1b1b1b", "#c23b22", "#e8b62c", "#23479b", "#3f8f5f")
    one = die(1, 2, 3, 4, 5, 6, figures=True, colors=colors)
    for number, color in enumerate(colors):
        scene = draw_die_face(one, number, "sans")
        (text,) = [item for item in flat(scene.items) if isinstance(item, Text)]
        grounds = [
            item.style.fill
            for item in flat(scene.items)
            if isinstance(item, Shape) and item.style.fill and path_bounds(item.paths[0]).width > 17
        ]
        assert set(grounds) == {color}
        assert contrast(text.fill, color) > 3


def test_faces_may_be_there_more_than_once_and_claims_count_them():
    one = die(0, 0, 0, 1, 1, 2, copies=2)
    assert one.times == {0: 3, 1: 2, 2: 1}
    assert one.numbers == (0, 0, 0, 1, 1, 2)
    (piece,) = draw(one)
    assert piece.copies == 2


def test_a_text_that_is_too_long_for_a_small_die_is_reported_with_its_face():
    small = Die(kind="die", name="Die", edge=4.0, faces=(1, "WWWW", 3, 4, 5, 6))
    with pytest.raises(LayoutError, match=r"^faces\[2\]: 'WWWW' is"):
        draw(small)


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({}, "write either faces, six of them, or opposites, three pairs"),
        (
            {"faces": (1, 2, 3, 4, 5, 6), "opposites": ((1, 6), (2, 5), (3, 4))},
            "write either faces, six of them, or opposites, three pairs",
        ),
        ({"opposites": ((1, 1), (2, 5), (3, 4))}, "six different faces make a die"),
    ],
)
def test_an_impossible_die_is_reported(keys, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        Die(kind="die", name="Die", edge=EDGE, **keys)
