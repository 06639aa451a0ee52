"""Dashes and dots of SVG files, drawn alike in all formats, and as resvg draws them."""

from io import BytesIO
from math import sqrt

import numpy as np
import pytest
from helpers.requirements import needs_cairo
from helpers.resvg import by_resvg
from PIL import Image
from test_shaded_svg import by_us, differing, svg

from pnp.base.errors import PictureError
from pnp.base.geometry import Rect, Size
from pnp.base.path import path_bounds
from pnp.images.file import draw_picture, read_picture
from pnp.images.svg import read_svg
from pnp.render import png
from pnp.scene import Scene, shapes_in

LINE = '<path d="M10 50h80" stroke="#00c" stroke-width="10" {}/>'
CURVE = '<path d="M10 80C10 0 90 0 90 80" fill="none" stroke="#c00" stroke-width="8" {}/>'
ROUND, SQUARE = 'stroke-linecap="round"', 'stroke-linecap="square"'

DRAWINGS = {
    "a dot": f'<path d="M60 20h0M20 20z" stroke="red" stroke-width="20" {ROUND}/>',
    "a square dot": f'<path d="M60 20h0M20 20z" stroke="red" stroke-width="20" {SQUARE}/>',
    "a turned square dot": '<g transform="rotate(30)"><path d="M60 20h0" stroke="red" '
    f'stroke-width="20" {SQUARE}/></g>',
    "no dot without ends": '<path d="M60 20h0" stroke="red" stroke-width="20"/><rect width="9" '
    'height="9"/>',
    "dots beside lines": f'<path d="M20 20h0M40 60h30" stroke="red" stroke-width="20" {ROUND}/>',
    "a dotted line": LINE.format(f'{ROUND} stroke-dasharray="0 17"'),
    "a line of squares": LINE.format(f'{SQUARE} stroke-dasharray="0 17"'),
    "a dotted curve": CURVE.format(f'{ROUND} stroke-dasharray="0 15"'),
    "dashes and dots": CURVE.format(f'{ROUND} stroke-dasharray="0 15 20 15"'),
    "dashes with an offset": CURVE.format('stroke-dasharray="10 5" stroke-dashoffset="7"'),
    "dashes with an offset back": CURVE.format('stroke-dasharray="10 5 3" stroke-dashoffset="-7"'),
    "a gap of nothing": LINE.format('stroke-dasharray="10 0 5 8"'),
    "a last gap of nothing": LINE.format('stroke-dasharray="10 8 5 0"'),
    "a dash of nothing between gaps": LINE.format('stroke-dasharray="10 8 0 8"'),
    "dashes around a circle": '<circle cx="50" cy="50" r="35" fill="#ff0" stroke="#000" '
    'stroke-width="9" stroke-dasharray="31 17"/>',
    "dashes around an ellipse": '<ellipse cx="50" cy="50" rx="40" ry="20" fill="none" '
    'stroke="#000" stroke-width="9" stroke-dasharray="31 17"/>',
    "dots that are translucent": '<path d="M10 20h80M10 20h0" stroke="red" stroke-width="20" '
    f'{ROUND} stroke-opacity=".5" stroke-dasharray="0 15"/>',
    "dots under a fill": '<rect x="20" y="20" width="60" height="60" fill="#fd0" stroke="#000" '
    f'stroke-width="9" paint-order="stroke" {ROUND} stroke-dasharray="0 15"/>',
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_it_looks_as_resvg_draws_it(name, tmp_path):
    text = svg(DRAWINGS[name])
    assert differing(by_us(text, tmp_path), by_resvg(text, 320)) == 0


@needs_cairo
@pytest.mark.parametrize("name", DRAWINGS)
def test_it_looks_alike_in_png(name, tmp_path):
    text = svg(DRAWINGS[name])
    (tmp_path / "art.svg").write_text(text)
    picture = draw_picture(read_picture(tmp_path, "art.svg"), Rect(0, 0, 32, 32))
    with Image.open(
        BytesIO(png.render(Scene(Size(32, 32), (picture,)), "", 254, rgb=True))
    ) as made:
        assert differing(np.asarray(made).astype(float), by_resvg(text, 320)) == 0


@pytest.mark.parametrize("name", [name for name in DRAWINGS if "dot" in name])
def test_no_format_gets_a_line_without_length(name):
    for shape in shapes_in(read_svg(svg(DRAWINGS[name]).encode()).items):
        assert all(shape.style.dash[::2])
        assert all(max(path_bounds(path).size) > 0 for path in shape.paths)


def test_squares_along_a_line_lie_as_it_does():
    line = f'<path d="M10 10L80 80" stroke="red" {SQUARE} stroke-dasharray="0 30"/>'
    (dots,) = read_svg(svg(line).encode()).items
    assert [path_bounds(path).width for path in dots.paths] == pytest.approx([sqrt(2)] * 4)


def test_dashes_may_be_parts_of_a_length_that_a_path_states():
    line = LINE.format('stroke-dasharray="1 2" stroke-dashoffset="1" pathLength="8"')
    (dashes,) = read_svg(svg(line).encode()).items
    assert [path_bounds(path).x for path in dashes.paths] == pytest.approx([30, 60])


def test_dashes_of_gaps_alone_are_nothing():
    line = LINE.format('stroke-dasharray="0 9"')
    assert read_svg(svg(line).encode()).items == ()


def test_dots_beyond_number_are_left_to_pixels():
    with pytest.raises(PictureError, match="has a stroke of more than 10,000 dashes"):
        read_svg(svg(LINE.format(f'{ROUND} stroke-dasharray="0 1e-6"')).encode())
