"""Pictures of plates in space: each spot shows what is nearest there, and shows it once."""

import pytest
from helpers.solids import make_tray
from shapely import Point as Spot
from shapely import Polygon, union_all

from pnp.base.fit import Lid
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import flattened, rectangle
from pnp.components.tray.arrange import PieceLot
from pnp.laser.artwork import Artwork
from pnp.laser.assembly import lid_apart, tray_apart, tray_view
from pnp.laser.joinery.panels import DOWN, NEAR, RIGHT, Plate, Pose, Vector
from pnp.laser.joinery.tray import TrayStyle
from pnp.laser.joinery.view import BURNT, draw_plates, facets, seen

TILES = PieceLot("tiles", Size(30, 45), 3.0, 36)


def areas(scene):
    """Return what each shape that is not burnt covers."""
    found = []
    for shape in scene.items:
        if shape.style.fill in (None, BURNT):
            continue
        rings = [Polygon(flattened(path, 0.01)) for path in shape.paths]
        whole = rings[0]
        for ring in rings[1:]:
            whole = whole.symmetric_difference(ring)
        found.append(whole.buffer(0))
    return found


@pytest.mark.parametrize("lid", Lid)
def test_nothing_is_drawn_over_anything_else_and_nothing_is_missing(lid):
    tray = make_tray([TILES], 3.0, TrayStyle(lid=lid))
    shown = areas(tray_view(tray).scene)
    assert union_all(shown).area == pytest.approx(sum(one.area for one in shown), abs=0.5)
    assert union_all(shown).buffer(0.1).geom_type == "Polygon" or lid is Lid.LIFT_OFF


def test_a_plate_in_front_hides_what_is_behind_it():
    def plate(name, y, width):
        side = Artwork(rectangle(Rect(0, 0, width, 20)))
        return Plate(name, side, Pose(Vector(0, y, 20), RIGHT, DOWN))

    both = draw_plates([*facets(plate("near", 0, 30), 3), *facets(plate("far", 5, 30), 3)])
    alone = draw_plates(facets(plate("far", 5, 30), 3)).scene
    assert sum(one.area for one in areas(both.scene)) < 1.7 * sum(one.area for one in areas(alone))
    # What is nearest where the viewer looks at the middle of the near plate is that plate.
    near, far = both.spots["near"].middle, both.spots["far"].middle
    assert near.y > far.y


def test_the_viewer_stands_in_front_on_the_right_and_above():
    assert seen(Vector(1, 0, 0)).x > 0
    assert seen(Vector(0, 0, 1)).y < 0
    assert seen(Vector(0, -1, 0)).y > 0
    faces = {
        one.outward
        for one in facets(
            Plate("p", Artwork(rectangle(Rect(0, 0, 4, 2))), Pose(Vector(0, 0, 2), RIGHT, DOWN)), 3
        )
    }
    assert Vector(*(round(v) for v in NEAR.plus(NEAR, 15))) in {
        Vector(*(round(v) for v in face)) for face in faces
    }


@pytest.mark.parametrize("lid", [Lid.LIFT_OFF, Lid.SLIDE_ON])
def test_every_plate_is_seen_and_can_be_numbered_when_the_tray_is_apart(lid):
    tray = make_tray([TILES], 3.0, TrayStyle(lid=lid))
    apart, closing = tray_apart(tray), lid_apart(tray)
    assert {*apart.spots, *closing.spots} == {plate.name for plate in tray.plates}
    for drawn in (apart, closing):
        shown = areas(drawn.scene)
        for spot in drawn.spots.values():
            assert any(one.contains(Spot(Point(*spot.middle))) for one in shown)
