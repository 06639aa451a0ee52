"""Areas within strokes are exact, however small their arcs are."""

from math import pi

import pytest
from oracles.laser.strokes import StrokeStyle, make_stroke
from oracles.laser.svg import read_svg

from pnp.base.geometry import Point, Rect
from pnp.base.path import Arc, Line, Path, circle, rectangle

BLACK = StrokeStyle("#000000", filled=True)
PIP = 0.57  # the radius of a pip on a tile of 6 x 9 mm


def area_of(path: Path) -> float:
    return make_stroke(path, BLACK).area


def test_a_small_circle_has_its_area():
    assert area_of(circle(Point(30, 40), PIP)) == pytest.approx(pi * PIP**2, rel=1e-12)


def test_arcs_bulge_outwards_or_inwards():
    rounded = rectangle(Rect(100, 50, 20, 10), radius=2)
    assert area_of(rounded) == pytest.approx(200 - (4 - pi) * 4, rel=1e-12)
    corners = [Line(Point(*at)) for at in ((0, 20), (0, 0), (20, 0), (20, 20))]
    for clockwise, bulge in ((True, 12.5 * pi), (False, -12.5 * pi)):
        half = Arc(Point(10, 20), 5, clockwise)
        shape = Path(Point(20, 20), (half, *corners), closed=True)
        assert area_of(shape) == pytest.approx(400 + bulge, rel=1e-12)


def test_a_circle_of_an_svg_has_its_area():
    quarters = "".join(f"A0.57 0.57 0 0 1 {x} {y}" for x, y in ((5, 5.57), (4.43, 5), (5, 4.43)))
    path = f'<path d="M5.57 5{quarters}A0.57 0.57 0 0 1 5.57 5Z" fill="#000000"/>'
    content = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
        f"{path}</svg>"
    )
    (stroke,) = read_svg(content.encode()).strokes
    assert stroke.area == pytest.approx(pi * PIP**2, rel=1e-9)
