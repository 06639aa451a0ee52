"""Letters of any font are burnt as they are painted, also where their outlines overlap."""

from functools import reduce

import pytest
from helpers.script_fonts import LINES, script_font
from shapely import symmetric_difference

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import polygon, rectangle
from pnp.components.piece import cut_line
from pnp.laser.areas import area_of, area_within
from pnp.laser.artwork import draw_artwork, letters_of
from pnp.scene import Scene, Shape, Style, Text

FACE = Rect(0, 0, 150, 30)


def line(text, font):
    return Text(Point(5, 20), text, font, 10.0, "#000000")


def burnt(text, font) -> float:
    """Return the area that is engraved of a line by the even-odd rule."""
    ground = Shape((rectangle(FACE),), Style(fill="#ffffff"))
    face = Scene(Size(150, 30), (ground, line(text, font), cut_line(rectangle(FACE))))
    return within(draw_artwork(face).engraved)


def within(paths) -> float:
    return reduce(symmetric_difference, [area_of(path, even_odd=True) for path in paths]).area


def test_outlines_that_overlap_are_joined():
    square, over = (
        polygon(Point(x + a, x + b) for a, b in ((0, 0), (4, 0), (4, 4), (0, 4))) for x in (0, 2)
    )
    assert area_within([square, over]).area == pytest.approx(16 + 16 - 4)


def test_letters_of_arabic_that_join_are_burnt_once():
    font, said = script_font("ar"), LINES["ar"]
    apart = within(line(said, font).outlines)
    (joined,) = letters_of(line("اسحب", font))
    assert within(joined.paths) == pytest.approx(area_within(line("اسحب", font).outlines).area)
    assert burnt(said, font) > 1.001 * apart


def test_letters_of_fonts_whose_outlines_run_in_different_directions_are_all_burnt():
    font = script_font("ja")._replace(fallbacks=("serif",))
    both = burnt("忍者Ringo", font)
    assert both == pytest.approx(burnt("忍者", font) + burnt("Ringo", font), rel=1e-3)
    assert burnt("忍者", font) > 10


def test_the_figure_in_a_ring_is_burnt_too():
    outer, inner, digit = sorted(
        (area_of(path).area for path in line("①", "sans").outlines), reverse=True
    )
    assert burnt("①", "sans") == pytest.approx(outer - inner + digit, rel=0.01)


@pytest.mark.parametrize("font", ["serif-bold", "sans"])
def test_letters_without_overlaps_stay_as_they_are_drawn(font):
    text = line("Ringo & 8", font)
    assert [path for shape in letters_of(text) for path in shape.paths] == list(text.outlines)
