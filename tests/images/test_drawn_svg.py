"""SVG files as shapes, compared with CairoSVG's pictures of the same files."""

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element

import cairosvg
import numpy as np
import pytest
from helpers.reading import sheets
from helpers.requirements import needs_cairo
from PIL import Image
from scipy import ndimage

from pnp.base.geometry import Rect, Size
from pnp.base.picture import PictureFile
from pnp.images.svg import draw_svg, is_svg, read_svg
from pnp.images.svg.outlines import outlines
from pnp.images.svg.values import Basis
from pnp.render import pdf
from pnp.scene import Scene, Shape, images_in, items_bounds, shapes_in

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
SIDE = 40  # mm

DRAWINGS = {
    "shapes": """
        <rect x="5" y="5" width="40" height="20" rx="6" fill="#c23b22"/>
        <rect x="5" y="30" width="40" height="20" rx="12" ry="4" fill="teal"/>
        <circle cx="75" cy="25" r="20" fill="rgb(20, 90, 200)"/>
        <ellipse cx="75" cy="70" rx="20" ry="10" fill="rgb(16%, 64%, 16%)"/>
        <polygon points="10,60 40,60 25,95" fill="#fa0"/>
        <polyline points="50,90 60,80 70,95 80,80 90,90" fill="none" stroke="black"/>
        <line x1="50" y1="50" x2="95" y2="55" stroke="purple" stroke-width="4"/>""",
    "paths": """
        <path d="M10 10 h30 v30 h-30 z m5 5 v20 h20 v-20 z" fill="navy"/>
        <path d="M60 10 C 60 40 90 40 90 10 S 70 5 60 10" fill="crimson"/>
        <path d="M10 60 Q 25 90 40 60 T 70 60" fill="none" stroke="green" stroke-width="3"/>
        <path d="m60 80 a15 8 30 1 0 20 -10 l5 20z" fill="orange"/>
        <path d="M80 95A10 10 0 0 1 95 80" fill="none" stroke="red" stroke-width="2"/>
        <path d="M5 95l10-10 10 10-.5-.5e1" fill="gray"/>""",
    "rules of filling": """
        <path fill-rule="evenodd" d="M50 5 79 95 2 39h96L21 95z" fill="#335577"/>""",
    "strokes": """
        <g fill="none" stroke="black" stroke-width="8">
        <path d="M15 15 H60" stroke-linecap="round"/><path d="M15 30 H60" stroke-linecap="square"/>
        <path d="M70 10 L90 40 L60 45" stroke-linejoin="round"/>
        <path d="M70 60 L90 90 L60 95" stroke-linejoin="bevel"/>
        <path d="M10 60 H55" stroke-dasharray="10 4" stroke-width="3"/>
        <path d="M10 75 L30 70 L10 85" stroke-width="4" stroke-miterlimit="10"/></g>""",
    "transforms": """
        <g transform="translate(50 50) rotate(30)"><rect x="-20" y="-10" width="40" height="20"
        fill="#0a7" transform="scale(1.5 .5)"/></g>
        <rect width="20" height="20" transform="matrix(.8 .3 -.3 .8 10 5)" fill="brown"/>
        <rect x="60" width="20" height="20" transform="skewX(20)" fill="olive"/>
        <rect y="40" width="20" height="20" transform="skewY(-20)" fill="khaki"/>
        <circle cx="20" cy="80" r="10" transform="rotate(45 20 80) scale(1 1.0)" fill="pink"/>
        <circle cx="10" cy="10" r="8" transform="translate(70 70) scale(2 1)" fill="none"
        stroke="black" stroke-width="2"/>""",
    "reused elements": """
        <defs><g id="star"><path d="M0-10 3-3 10 0 3 3 0 10-3 3-10 0-3-3z"/></g>
        <symbol id="box" viewBox="0 0 10 10"><rect width="10" height="10" fill="blue"/></symbol>
        </defs><use xlink:href="#star" x="20" y="20" fill="red"/>
        <use href="#star" transform="translate(60 20) scale(2)" fill="gold"/>
        <use xlink:href="#box" x="10" y="50" width="30" height="30"/>""",
    "clips": """
        <defs><clipPath id="round"><circle cx="50" cy="50" r="35"/></clipPath></defs>
        <g clip-path="url(#round)"><rect width="100" height="50" fill="darkred"/>
        <rect y="50" width="100" height="50" fill="darkblue"/></g>""",
    "styles": """
        <style>.a{fill:#123456;stroke:none} rect{fill:lime} #z{fill:maroon}</style>
        <rect class="a" width="30" height="30"/><rect x="40" width="30" height="30"/>
        <rect id="z" y="40" width="30" height="30"/>
        <rect class="a" style="fill:#ffcc00" x="40" y="40" width="30" height="30"/>
        <g color="#aa00aa"><circle cx="85" cy="85" r="12" fill="currentColor"/></g>
        <g fill="cyan" visibility="hidden"><rect x="80" width="9" height="9"/></g>
        <g display="none"><rect x="80" width="9" height="9"/></g>""",
    "views in views": """
        <svg x="10" y="10" width="40" height="40" viewBox="0 0 10 20">
        <rect width="10" height="20" fill="teal"/></svg>
        <svg x="55" y="55" width="40" height="40"><circle r="30" fill="tomato"/></svg>""",
    "content past the edges": """<circle cx="100" cy="100" r="60" fill="indigo"/>""",
}


def svg(content: str, attributes: str = 'viewBox="0 0 100 100"') -> bytes:
    return f"{SVG}{attributes}>{content}</svg>".encode()


@pytest.fixture
def drawn(tmp_path):
    """Return a function that draws a file 40 mm wide in a PDF and returns its pixels."""

    def run(data: bytes) -> np.ndarray:
        picture = scene(tmp_path, data)
        made = sheets(pdf.render((picture,), pdf.PrintHints("svg")), per_mm=10)
        return made[0].pixels[: round(10 * picture.size.height), : 10 * SIDE]

    return run


def scene(folder: Path, data: bytes) -> Scene:
    file = folder / "drawing.svg"
    file.write_bytes(data)
    size = read_svg(data).size
    picture = PictureFile(file, sha256(data).hexdigest(), "svg", *size)
    high = SIDE * size.height / size.width
    return Scene(Size(SIDE, high), (draw_svg(picture, Rect(0, 0, SIDE, high)),))


def by_cairosvg(data: bytes, shape: tuple[int, ...]) -> np.ndarray:
    """Return the pixels that CairoSVG draws."""
    png = cairosvg.svg2png(data, output_width=shape[1], output_height=shape[0])
    image = Image.open(BytesIO(png))
    white = Image.new("RGBA", image.size, "white")
    return np.asarray(Image.alpha_composite(white, image.convert("RGBA")).convert("RGB"))


def differing(one: np.ndarray, other: np.ndarray) -> float:
    """Return the share of pixels that differ, edges a pixel wide left out."""
    apart = np.abs(one.astype(int) - other.astype(int)).max(axis=2) > 60
    return float(ndimage.binary_erosion(apart, np.ones((3, 3))).mean())


@needs_cairo
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_looks_as_cairosvg_draws_it(drawn, name):
    data = svg(DRAWINGS[name])
    made = drawn(data)
    assert (made != 255).mean() > 0.02
    assert differing(made, by_cairosvg(data, made.shape)) < 0.0001


@needs_cairo
@pytest.mark.parametrize(
    ("attributes", "shape"),
    [
        ('viewBox="0 0 100 50"', (200, 400)),
        ('viewBox="-50 -25 100 50"', (200, 400)),
        ('width="80mm" height="40mm" viewBox="0 0 100 50"', (200, 400)),
        ('width="200" height="100"', (200, 400)),
        ('width="100%" height="100%" viewBox="0 0 100 50"', (200, 400)),
        ('width="100" height="100" viewBox="0 0 100 50"', (400, 400)),
        ('width="100" height="100" viewBox="0 0 50 100" preserveAspectRatio="xMinYMin slice"',
         (400, 400)),
    ],
)  # fmt: skip
def test_a_picture_has_the_size_that_it_states(drawn, attributes, shape):
    data = svg('<rect width="30" height="20"/><circle cx="40" cy="20" r="9"/>', attributes)
    made = drawn(data)
    assert made.shape[:2] == shape
    assert differing(made, by_cairosvg(data, made.shape)) < 0.0001


def test_content_past_the_edges_is_clipped(tmp_path):
    made = scene(tmp_path, svg(DRAWINGS["content past the edges"]))
    bounds = items_bounds(made.items)
    assert (bounds.right, bounds.bottom) == pytest.approx((SIDE, SIDE))


def test_circles_stay_arcs_that_a_laser_follows():
    (shape,) = read_svg(svg('<circle cx="50" cy="50" r="20"/>')).items
    assert {type(segment).__name__ for segment in shape.paths[0].segments} == {"Arc"}


def test_a_drawing_holds_no_pixel_image(tmp_path):
    made = scene(tmp_path, svg(DRAWINGS["shapes"]))
    assert not list(images_in(made.items))
    assert sum(isinstance(shape, Shape) for shape in shapes_in(made.items)) == 7


def test_a_stroke_may_lie_under_its_fill():
    rect = '<rect width="9" height="9" fill="red" stroke="blue" paint-order="stroke"/>'
    stroke, fill = read_svg(svg(rect)).items
    assert (stroke.style.stroke, stroke.style.fill) == ("#0000ff", None)
    assert (fill.style.stroke, fill.style.fill) == (None, "#ff0000")


def test_equal_drawings_of_the_same_size_share_their_items(tmp_path):
    data = svg(DRAWINGS["shapes"])
    one, other = scene(tmp_path, data), scene(tmp_path, data)
    assert one.items[0].items is other.items[0].items
    assert one.items[0].is_symbol


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_may_have_any_encoding_of_xml(encoding):
    name = encoding.removesuffix("-sig")
    text = f'<?xml version="1.0" encoding="{name}"?><!-- ä -->' + svg("<rect/>").decode()
    data = text.encode(encoding)
    assert is_svg(data)
    assert read_svg(data).size == (100, 100)


def test_elements_of_other_programs_are_ignored():
    content = """
        <sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"/>
        <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>
        <title>A title</title><desc>Words</desc><rect width="10" height="10"/>"""
    assert len(read_svg(svg(content)).items) == 1


@pytest.mark.parametrize(
    ("written", "color"),
    [
        ("#A1b2C3", "#a1b2c3"),
        ("#abc", "#aabbcc"),
        ("#aabbccff", "#aabbcc"),
        ("RebeccaPurple", "#663399"),
        ("rgb(0 128 255)", "#0080ff"),
        ("rgba(100%, 0%, 50%, 1)", "#ff0080"),
        ("hsl(120, 60%, 40%)", "#29a329"),
        ("hsl(240deg 100% 50% / 100%)", "#0000ff"),
        ("hwb(120 20% 20%)", "#33cc33"),
        ("rgb(300 -5 none)", "#ff0000"),
    ],
)
def test_css_colours_are_read(written, color):
    (shape,) = read_svg(svg(f'<rect width="9" height="9" fill="{written}"/>')).items
    assert shape.style.fill == color


def test_a_gradient_of_one_colour_is_that_colour():
    content = """<linearGradient id="g"><stop stop-color="#aa0000"/><stop offset="1"
        style="stop-color:#aa0000"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>"""
    (shape,) = read_svg(svg(content)).items
    assert shape.style.fill == "#aa0000"


def test_css_is_read_with_comments_strings_and_importance():
    content = """<style><![CDATA[<!-- /* rect{fill:red} */
        rect{/* one */fill:#0000aa!important;quotes:"}";fill:red} -->]]></style>
        <rect width="9" height="9" style="fill: lime"/>"""
    (shape,) = read_svg(svg(content)).items
    assert shape.style.fill == "#0000aa"


@pytest.mark.parametrize(
    ("data", "ends"),
    [
        ("M05 1.5.5 7", [[(0.5, 7)]]),
        ("M1 1h2zm5 5h1", [[(3, 1)], [(7, 6)]]),
        ("M1 1h2zzv4", [[(3, 1)], [(1, 5)]]),
        ("M1 1z", [[(1, 1)]]),
        ("M1 1L1 1z", [[(1, 1)]]),
        ("M1 1M2 2", []),
        ("", []),
    ],
)
def test_path_data_becomes_an_outline_for_each_subpath(data, ends):
    paths = outlines(Element("path", {"d": data}), Basis(9, 9))
    assert [[segment.to for segment in path.segments] for path in paths] == ends


def test_a_path_is_read_once_however_many_views_show_it(monkeypatch):
    read = []
    monkeypatch.setattr(
        "pnp.images.svg.reader.outlines",
        lambda node, view: read.append(node.tag) or outlines(node, view),
    )
    views = "".join(
        f'<svg viewBox="0 0 {9 + n} 9"><use href="#p"/><use href="#r"/></svg>' for n in range(20)
    )
    paths = '<defs><path id="p" d="M0 0h5v5z"/><rect id="r" width="50%" height="9"/></defs>'
    assert len(read_svg(svg(paths + views)).items) == 20
    assert (read.count("path"), read.count("rect")) == (1, 20)


def test_what_is_flattened_to_nothing_is_not_drawn():
    assert not read_svg(svg('<g transform="scale(0)"><path d="M0 0h9" stroke="red"/></g>')).items


def test_what_has_no_area_is_not_filled():
    dot, line = '<circle cx="13" cy="13" r="1e-300"/>', '<path d="M0 0h9v0z"/>'
    for shape in (dot, line, '<path d="M0 0L9 9"/>'):
        assert read_svg(svg(shape)).items == ()


def test_a_large_picture_is_held_once_for_all_its_sizes(tmp_path):
    square = '<rect width="99.5" height="99.5" fill="red"/>'
    dense = f'{SVG}viewBox="0 0 100 100"><path d="M0 0{"h.01v.01" * 3000}z"/>{square}</svg>'
    file = tmp_path / "drawing.svg"
    file.write_bytes(dense.encode())
    picture = PictureFile(file, sha256(dense.encode()).hexdigest(), "svg", 100, 100)
    small, large = (draw_svg(picture, Rect(5, 5, side, side)) for side in (10, 40))
    assert small.items is large.items
    for group, side in ((small, 10), (large, 40)):
        bounds = items_bounds((group,))
        assert bounds is not None
        assert tuple(bounds) == pytest.approx((5, 5, 0.995 * side, 0.995 * side))
