"""Moments of faces are measured; mirrored, moved and wrong faces are reported."""

import json
from math import pi

import pytest
from oracles.laser.faces import measure_areas, measure_lines
from oracles.laser.laser_edits import EACH, EDITORS, ONE, by, first, places, saved, wrong
from oracles.laser.strokes import LaserStroke, StrokeStyle

from pnp.base.geometry import IDENTITY, Point, Rect, Transform
from pnp.base.path import circle, polygon, rectangle
from pnp.jobs.laser import make_laser
from pnp.jobs.laser_options import LaserOptions
from pnp.jobs.options import read_options

BLACK = StrokeStyle("#000000", filled=True)


def stroke(path) -> LaserStroke:
    return LaserStroke(path, BLACK)


MIRRORED = Transform(a=-1.0, e=20.0)
L_SHAPE = polygon(map(Point._make, [(2, 3), (5, 3), (5, 9), (11, 9), (11, 12), (2, 12)]))


def test_a_rectangle_has_its_area_and_centroid_and_no_product_moment():
    found = measure_areas([stroke(rectangle(Rect(2, 3, 10, 0.3)))], IDENTITY)
    assert found == pytest.approx((3.0, 7.0, 3.15, 0.0))


def test_many_crossings_are_measured_in_blocks(monkeypatch):
    ring = [stroke(circle(Point(8, 9), radius)) for radius in (5, 3)]
    whole = measure_areas(ring, IDENTITY)
    monkeypatch.setattr("oracles.laser.faces.BLOCK", 7)
    assert measure_areas(ring, IDENTITY) == pytest.approx(whole)
    monkeypatch.setattr("oracles.laser.faces.MOST_CROSSINGS", 100)
    with pytest.raises(ValueError, match="too many lines in one face"):
        measure_areas(ring, IDENTITY)


def test_a_shape_within_another_is_subtracted():
    ring = [stroke(circle(Point(8, 9), radius)) for radius in (5, 3)]
    found = measure_areas(ring, IDENTITY)
    assert found == pytest.approx((16 * pi, 8, 9, 0), abs=0.02)


def test_the_product_moment_of_a_mirror_image_has_the_other_sign():
    # 3 x 9 about (3.5, 7.5) and 6 x 3 about (8, 10.5): 45 mm2 about (5.3, 8.7).
    product = (27 * (3.5 - 5.3) * (7.5 - 8.7) + 18 * (8 - 5.3) * (10.5 - 8.7)) / 45
    assert measure_areas([stroke(L_SHAPE)], IDENTITY) == pytest.approx((45, 5.3, 8.7, product))
    found = measure_areas([stroke(L_SHAPE)], MIRRORED)
    assert found == pytest.approx((45, 14.7, 8.7, -product))


def test_lines_are_weighted_by_length():
    found = measure_lines([stroke(rectangle(Rect(2, 3, 10, 4)))], IDENTITY)
    assert found == pytest.approx((28, 7, 5, 0), abs=1e-9)
    diagonal = polygon([Point(0, 0), Point(6, 8)])._replace(closed=False)
    assert measure_lines([stroke(diagonal)], IDENTITY) == pytest.approx((10, 3, 4, 4), abs=0.001)


def test_an_empty_face_has_no_moments():
    assert measure_areas([], IDENTITY) is None
    assert measure_lines([], IDENTITY) is None


def on(editor, part: Rect) -> list:
    """Return what is engraved on a part."""
    found = []
    for path in editor.paths("engrave"):
        x, y = editor.center(path)
        if part.x < x < part.right and part.y < y < part.bottom:
            found.append(path)
    return found


@EACH
@pytest.mark.parametrize("kind", ["in-place", "flip"])
def test_a_mirrored_back_is_reported_with_its_part(editor, form, kind):
    one = editor(form, kind, "-backs")
    name, part = places(one.file)[1]
    assert name == "1-2"
    for path in on(one, part):
        x, _ = one.center(path)
        one.moved(path, by(2 * (part.center.x - x), 0))
    assert saved(one) == {"backs": "1 of 9: 1-2 is mirrored; as seen from that side"}


@ONE
def test_a_front_beside_its_part_is_reported(editor, form):
    one = editor(form)
    for path in on(one, first(one)):
        one.moved(path, by(0, 5))
    assert saved(one)["fronts"].startswith("1 of 9: 1-1 has 25.5 burnt about ")


@EACH
def test_another_picture_with_the_same_moments_is_reported(editor, form):
    one = editor(form)
    part = next(part for name, part in places(one.file) if name.startswith("2-"))
    middle = part.center
    for path in on(one, part):  # pips at opposite places, so that the product stays
        x, y = one.center(path)
        one.moved(path, by(0.25 * (x - middle.x), (1 / 1.25 - 1) * (y - middle.y)))
    (fault,) = saved(one).items()
    assert fault[0] == "fronts"
    assert fault[1].startswith("1 of 9: 2-1 is burnt at ")
    assert fault[1].endswith("; bare, as its face is drawn")


def test_a_wrong_derivation_of_what_to_burn_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr("pnp.laser.artwork.CONTRAST", 90.0)  # so that nothing contrasts enough
    asked = {"out": tmp_path, "components": ["hexagon"], "formats": "svg", "sides": "fronts"}
    make_laser("turno", read_options(LaserOptions, asked))
    found = wrong(tmp_path / "turno/laser/hexagon-lightburn.svg")
    assert found["fronts"].endswith("; burnt, as its face is drawn")


@pytest.mark.parametrize(("across", "down", "word"), [(-1, -1, "upside down"), (-1, 1, "mirrored")])
def test_a_turned_picture_is_distinguished_from_a_mirrored_one(copied, across, down, word):
    one = EDITORS["lbrn2"](copied("chips") / "laser/chips-lightburn-fronts.lbrn2")
    report = json.loads((one.file.parent / "chips-lightburn.json").read_text())
    size = report["shapes"][0]["size_mm"][0]
    leaning = [
        n for n, face in enumerate(report["faces"]) if abs((face["engraved"] or [0])[-1]) > 2
    ]
    number = next(n for n, part in enumerate(report["parts"]) if part["front"] in leaning)
    x, y = next(place[1:3] for place in report["beds"][-2]["places"] if place[0] == number)
    cx, cy = x + size / 2, y + size / 2
    for path in one.paths("engrave"):
        px, py = one.center(path)
        if max(abs(px - cx), abs(py - cy)) < size / 2:
            one.moved(path, lambda x, y: (cx + across * (x - cx), cy + down * (y - cy)))
    assert saved(one)["fronts"].startswith(f"1 of 6: {report['parts'][number]['name']} is {word}")


@EACH
def test_backs_where_the_fronts_lie_are_reported(editor, form):
    one = editor(form, "flip", "-backs")
    for _, part in places(one.file):
        for path in on(one, part):
            one.moved(path, by(1000 + 600 - part.right - part.x, 0))
    for path in one.paths("engrave"):
        one.moved(path, by(-1000, 0))
    found = saved(one)
    assert (
        "the backs lie where the fronts lie; mirrored places: x becomes 600 - x" in found["backs"]
    )


@ONE
def test_engraving_over_an_edge_is_reported(editor, form):
    one = editor(form, "jig", "-backs")
    one.moved(one.paths("engrave")[0], by(13, 0))
    assert "goes over the edge of a part" in saved(one)["engraving"]


@ONE
def test_backs_that_are_cut_again_are_reported(editor, form):
    one = editor(form, "in-place", "-backs")
    one.line("outer", (100, 200), (130, 200), (130, 245), closed=True)
    assert saved(one)["parts"] == "1 cuts; none: the parts are already cut"
