"""Dice and pawns of wood: parts that go together, cut of flat material."""

from itertools import pairwise

import pytest
from helpers.simulated_laser import fallen, shape
from shapely import LineString, Point, get_parts

from pnp.base.errors import LayoutError
from pnp.base.fit import Fit, Stock
from pnp.components.die.draw import place_wood
from pnp.components.registry import draw_wood
from pnp.definitions import find_game, load_game
from pnp.laser.artwork import draw_artwork
from pnp.laser.kerf import inward, outward
from pnp.laser.scheme import Kerf

KERF = (0.2, 0.2)
PLYWOOD = Stock(3.0, Fit.SLIDE)


@pytest.fixture(scope="module")
def turno():
    return load_game(find_game("turno")).game


def parts_of(game, component, stock=PLYWOOD):
    return {part.name: draw_artwork(part.front) for part in draw_wood(game, component, stock)}


def cut_out(side):
    """Return what of a part is left once the beam has burnt its kerf."""
    kerf = Kerf(*KERF)
    paths = [outward(side.outline, kerf), *(inward(hole, kerf) for hole in side.holes)]
    return max(fallen(paths, KERF), key=lambda one: one.area)


class Placed:
    """A face of a die in its place."""

    def __init__(self, area, pose, thickness):
        self.area, self.pose, self.thickness = area, pose, thickness
        (ax, ay, az), (bx, by, bz) = pose.right, pose.down
        self.inward = (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)

    def on_plate(self, spot):
        """Return where a spot of space is on the plate, and how deep under its face."""
        away = [a - b for a, b in zip(spot, self.pose.corner, strict=True)]
        ways = (self.pose.right, self.pose.down, self.inward)
        return [sum(a * b for a, b in zip(away, way, strict=True)) for way in ways]

    def stretches(self, start, end):
        """Yield the stretches of a line in space that are wood of this plate, from 0 to 1."""
        (x1, y1, d1), (x2, y2, d2) = self.on_plate(start), self.on_plate(end)
        if abs(d1 - d2) < 1e-9:
            if 0 < d1 < self.thickness:
                line = LineString([(x1, y1), (x2, y2)])
                for part in get_parts(line.intersection(self.area)):
                    spots = [line.project(Point(at)) / line.length for at in part.coords]
                    yield tuple(sorted((spots[0], spots[-1])))
        elif self.area.contains(Point(x1, y1)):
            yield tuple(
                sorted(-d1 / (d2 - d1) + depth / (d2 - d1) for depth in (0, self.thickness))
            )


def faces_of(game, stock, made=cut_out):
    (die,) = (game.components[name] for name in ("die",))
    parts = parts_of(game, "die", stock)
    poses = place_wood(die, stock)["together"]
    return [Placed(made(parts[pose.name]), pose, stock.thickness) for pose in poses]


def bars(edge, thickness):
    """Yield the twelve lines in the middle of what two faces share along an edge of the cube."""
    near, far = thickness / 2, edge - thickness / 2
    for a in (near, far):
        for b in (near, far):
            yield (0, a, b), (edge, a, b)
            yield (a, 0, b), (a, edge, b)
            yield (a, b, 0), (a, b, edge)


@pytest.mark.parametrize("thickness", [2.0, 3.0, 4.0])
@pytest.mark.parametrize("fit", Fit)
def test_each_finger_of_a_die_sits_in_its_slot_by_the_fit(turno, thickness, fit):
    edge = turno.components["die"].edge
    faces = faces_of(turno, Stock(thickness, fit))
    fingers = 0
    for start, end in bars(edge, thickness):
        found = sorted(one for face in faces for one in face.stretches(start, end))
        assert found[0][0] == pytest.approx(0, abs=1e-4)
        assert found[-1][1] == pytest.approx(1, abs=1e-4)
        gaps = [(b[0] - a[1]) * edge for a, b in pairwise(found)]
        for before, after in pairwise(gaps):
            assert before + after == pytest.approx(fit.clearance, abs=0.01)
            fingers += 1
    assert fingers >= 12 * 2 - 8


def test_every_bit_of_a_die_belongs_to_one_face(turno):
    edge = turno.components["die"].edge
    faces = faces_of(turno, Stock(3.0, Fit.SLIDE), lambda side: shape(side.outline))
    for start, end in bars(edge, 3.0):
        found = sorted(one for face in faces for one in face.stretches(start, end))
        assert all(-1e-9 <= b[0] - a[1] < 0.3 / edge for a, b in pairwise(found))


def test_opposite_faces_of_a_die_add_up_as_those_of_the_paper_one(turno):
    die = turno.components["die"]
    ways = {pose.name: pose for pose in place_wood(die, PLYWOOD)["together"]}
    for number in range(3):
        one, other = ways[f"face {number + 1}"], ways[f"face {6 - number}"]
        inward = Placed(None, one, 3.0).inward
        assert Placed(None, other, 3.0).inward == tuple(-way for way in inward)
        assert die.shown[number] + die.shown[5 - number] == 7


def test_a_face_turned_over_does_not_go_in(turno):
    outline = shape(parts_of(turno, "die")["face 2"].outline)
    from shapely.affinity import scale

    turned = scale(outline, -1, 1, origin=(9, 9))
    assert outline.symmetric_difference(turned).area > 50


def test_pips_lie_clear_of_the_fingers_of_other_faces(turno):
    for side in parts_of(turno, "die").values():
        inner = shape(side.outline).intersection(Point(9, 9).buffer(6, cap_style="square"))
        assert all(inner.contains(shape(pip)) for pip in side.engraved)


def test_wood_too_thick_for_a_die_is_refused(turno):
    with pytest.raises(LayoutError, match=r"edge of 18 mm .* of 8 mm; take wood of at most 6 mm"):
        draw_wood(turno, "die", Stock(8.0, Fit.SLIDE))


@pytest.mark.parametrize("fit", Fit)
def test_a_figure_stands_in_its_base_by_the_fit(turno, fit):
    stock = Stock(3.0, fit)
    parts = parts_of(turno, "pawns", stock)
    figure, base = cut_out(parts["red"]), cut_out(parts["base"])
    x1, _, x2, foot = figure.bounds
    assert foot == pytest.approx(34 + 3, abs=0.002)
    tab = figure.intersection(LineString([(x1, foot - 1.5), (x2, foot - 1.5)])).length
    a, b, c, d = base.interiors[0].bounds
    assert (c - a) - tab == pytest.approx(fit.clearance, abs=0.01)
    assert (d - b) - 3.0 == pytest.approx(fit.clearance, abs=0.01)


def test_a_figure_shows_its_mark_on_both_sides_and_has_a_base_each(turno):
    *figures, base = draw_wood(turno, "pawns", PLYWOOD)
    assert base.copies == len(figures) == 6
    assert all(one.back == one.front for one in figures)
    assert all(draw_artwork(one.front).engraved for one in figures)


def test_a_base_too_small_for_a_slot_is_refused(turno):
    with pytest.raises(LayoutError, match=r"a base of 15 mm has no room for a slot of 12.1 mm"):
        draw_wood(turno, "pawns", Stock(12.0, Fit.SLIDE))
