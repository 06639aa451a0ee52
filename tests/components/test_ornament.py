"""Ornaments: rims that pips are not mistaken for, hatched glue, fans on boxes."""

import pytest
from helpers.color_vision import contrast
from helpers.components import draw

from pnp.base.geometry import Rect, Size
from pnp.base.path import circle_of, path_bounds, rectangle
from pnp.components.art.drawing import draw_fan
from pnp.components.art.label import INSET, draw_glue, draw_rim, pale
from pnp.components.tiles import Tiles
from pnp.scene import Group, Scene, Shape, Style, item_bounds

INK, GROUND = "#1b1b1b", "#f6efdc"


def tiles(**keys):
    return Tiles(kind="tiles", name="Tiles", size="30x45mm", fronts="1-2", backs="1-2", **keys)


def shapes(scene):
    return [
        item
        for one in scene.items
        for item in (one.items if isinstance(one, Group) else (one,))
        if isinstance(item, Shape)
    ]


def test_a_tile_has_a_rim_unless_its_definition_says_no():
    with_rim, without = (draw(tiles(rim=rim))[0].front for rim in (True, False))
    color = pale(INK, GROUND)
    assert [s for s in shapes(with_rim) if s.style.stroke == color]
    assert not [s for s in shapes(without) if color in (s.style.stroke, s.style.fill)]


def test_a_rim_is_paler_than_pips_and_still_seen():
    assert contrast(pale(INK, GROUND), GROUND) > 2
    assert contrast(INK, pale(INK, GROUND)) > 4


def test_the_rim_of_a_disc_is_a_ring():
    (rim,) = draw_rim(Rect(0, 0, 32, 32), 16, INK, GROUND)
    center, radius = circle_of(rim.paths[0])
    assert center == pytest.approx((16, 16))
    assert radius == pytest.approx(16 - INSET)


@pytest.mark.parametrize("size", [Size(12, 12), Size(30, 45), Size(90, 30)])
def test_a_rim_stays_inside_the_trim(size):
    for item in draw_rim(Rect(0, 0, *size), 2.0, INK, GROUND):
        bounds = item_bounds(item)
        assert Rect(0, 0, *size).inset(1.5).contains(bounds)


def test_glue_is_hatched_all_over_and_nowhere_else():
    area = rectangle(Rect(10, 20, 30, 8))
    hatched = draw_glue(area)
    assert hatched.clip == area
    (lines,) = hatched.items
    around = Rect.around([p for path in lines.paths for p in path_bounds(path).corners])
    assert around.contains(Rect(11.6, 20, 26.8, 8))


def test_a_fan_fills_its_room_and_stays_in_it():
    room = Rect(5, 7, 40, 20)
    faces = [
        Scene(Size(44, 68), (Shape((rectangle(Rect(0, 0, 44, 68)),), Style(fill=GROUND)),))
    ] * 3
    around = Rect.around(
        [corner for item in draw_fan(faces, room) for corner in item_bounds(item).corners]
    )
    assert room.inset(-0.2).contains(around)
    assert around.height > 0.9 * room.height or around.width > 0.9 * room.width
