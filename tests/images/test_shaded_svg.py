"""SVG files with gradients and opacity: made into PDF and seen as resvg shows the file itself."""

from hashlib import sha256

import numpy as np
import pypdfium2
import pytest
from helpers.resvg import by_resvg
from scipy import ndimage

from pnp.base.errors import PictureError
from pnp.base.geometry import Rect, Size
from pnp.base.picture import PictureFile
from pnp.images.svg import draw_svg, read_svg
from pnp.render import pdf
from pnp.scene import Group, Scene, shapes_in
from pnp.scene.gradient import Gradient

SIDE = 320  # pixels
ALIKE = 24  # of 255

STOPS = '<stop stop-color="red"/><stop offset=".4" stop-color="#fd0"/><stop offset="1"/>'
FADE = '<stop stop-color="#05a"/><stop offset="100%" stop-color="#05a" stop-opacity="0"/>'

DRAWINGS = {
    "a linear gradient of the box": f"""<linearGradient id="g">{STOPS}</linearGradient>
        <rect x="10" y="20" width="70" height="40" fill="url(#g)"/>""",
    "a slanted one in user units": f"""<linearGradient id="g" x1="10" y1="10" x2="60" y2="80"
        gradientUnits="userSpaceOnUse">{STOPS}</linearGradient>
        <circle cx="50" cy="50" r="40" fill="url(#g)"/>""",
    "a slanted one of a box that is not square": f"""<linearGradient id="g" x2="1" y2="1">{STOPS}
        </linearGradient><rect x="5" y="30" width="90" height="30" fill="url(#g)"/>""",
    "a radial one with a focus": f"""<radialGradient id="g" cx="50%" cy=".5" r=".6" fx=".3"
        fy="25%">{STOPS}</radialGradient><rect x="10" y="5" width="60" height="80"
        fill="url(#g)"/>""",
    "a gradient with a transform": f"""<radialGradient id="g" gradientUnits="userSpaceOnUse" r="30"
        cx="0" cy="0" gradientTransform="translate(50 50) rotate(30) scale(1.4 .6)">{STOPS}
        </radialGradient><rect width="100" height="100" fill="url(#g)"/>""",
    "a gradient that takes its stops from another": f"""<linearGradient id="s">{STOPS}
        </linearGradient><linearGradient id="g" href="#s" x1="0" x2="0" y1="1" y2="0"/>
        <path d="M50 5L95 95H5z" fill="url(#g)"/>""",
    "an edge at the start of a gradient": """<linearGradient id="g" x1=".2" x2=".8"><stop/>
        <stop stop-color="#f00"/><stop offset="1" stop-color="#0f0"/><stop offset="1"
        stop-color="#00f"/></linearGradient><rect width="100" height="100" fill="url(#g)"/>""",
    "a gradient that fades": f"""<linearGradient id="g">{FADE}</linearGradient>
        <rect width="100" height="50" y="25" fill="#fa0"/>
        <rect x="10" y="10" width="80" height="80" fill="url(#g)"/>""",
    "a stroke with a gradient": f"""<linearGradient id="g">{STOPS}</linearGradient>
        <circle cx="50" cy="50" r="35" fill="none" stroke="url(#g)" stroke-width="14"/>""",
    "a gradient in a distorted group": f"""<linearGradient id="g" x2="0" y2="1">{STOPS}
        </linearGradient><g transform="translate(10 10) skewX(20) scale(.5 1.2)"><rect width="80"
        height="60" fill="url(#g)" stroke="#000" stroke-width="6"/></g>""",
    "a group with an opacity": """<g opacity=".5"><rect x="10" y="10" width="50" height="50"
        fill="red"/><circle cx="60" cy="60" r="30" fill="blue"/></g>""",
    "opacities in one another": """<g opacity=".8"><rect width="90" height="90" fill="#0a0"/>
        <g style="opacity:50%"><circle cx="50" cy="50" r="30"/></g></g>""",
    "a fill and a stroke with opacities": """<rect width="100" height="50" fill="#fc0"/><rect x="20"
        y="20" width="60" height="60" fill="#00f" fill-opacity=".5" stroke="red" stroke-width="12"
        stroke-opacity="40%"/>""",
    "colours that can be seen through": """<rect width="100" height="50" fill="#000"/><rect x="20"
        y="20" width="30" height="60" fill="#ff000080"/><rect x="60" y="20" width="30" height="60"
        fill="rgba(0, 200, 0, .5)"/>""",
    "a sharp corner of a stroke with a gradient": f"""<linearGradient id="g" x2="0" y2="1">{STOPS}
        </linearGradient><path d="M30 80L50 30 70 80" fill="none" stroke="url(#g)"
        stroke-width="12" stroke-miterlimit="9"/>""",
    "sharp corners in a symbol": """<g id="s"><path d="M10 90L20 50 30 90" fill="none" stroke="red"
        stroke-width="8"/></g><use href="#s" x="40"/>""",
    "a symbol with an opacity in a clip": """<clipPath id="c"><circle cx="50" cy="50" r="40"/>
        </clipPath><symbol id="s" viewBox="0 0 10 10" opacity=".5"><rect width="10" height="10"/>
        </symbol><use clip-path="url(#c)" href="#s" x="20" y="20" width="60" height="60"/>""",
}


def svg(content):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{content}</svg>'


def by_us(text, folder):
    file = folder / "drawing.svg"
    file.write_text(text)
    size = read_svg(text.encode()).size
    picture = PictureFile(file, sha256(text.encode()).hexdigest(), "svg", *size)
    place = Rect(0, 0, 40, 40 * size.height / size.width)
    scene = Scene(Size(*place.size), (draw_svg(picture, place),))
    document = pypdfium2.PdfDocument(pdf.render([scene], pdf.PrintHints("svg")))
    drawn = document[0].render(scale=SIDE / (40 / 25.4 * 72) * 0.9999, rev_byteorder=True)
    picture = drawn.to_numpy()[:, :, :3].astype(float)
    document.close()
    return picture


def differing(one, other):
    """Return how many pixels differ, edges a pixel wide left out: they are smoothed differently."""
    apart = np.abs(one - other).max(axis=2) > ALIKE
    return ndimage.binary_erosion(apart, np.ones((3, 3))).sum()


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_looks_as_resvg_draws_it(name, tmp_path):
    text = svg(DRAWINGS[name])
    assert differing(by_us(text, tmp_path), by_resvg(text, SIDE)) == 0


@pytest.mark.parametrize(
    ("place", "stops", "most"),
    [
        ("", '<stop stop-color="red"/><stop stop-color="#00f"/><stop offset="1"/>', 2),
        ('x1=".5"', '<stop stop-color="red"/><stop stop-color="#00f"/><stop offset="1"/>', 162),
        ('x2=".5"', '<stop/><stop offset="1"/><stop offset="1" stop-color="red"/>', 162),
    ],
)
def test_an_edge_at_an_end_of_a_gradient_colours_what_is_beyond_and_hardly_more(
    place, stops, most, tmp_path
):
    gradient = f'<linearGradient id="g" {place}>{stops}</linearGradient>'
    text = svg(f'{gradient}<rect width="100" height="100" fill="url(#g)"/>')
    red = (by_us(text, tmp_path)[SIDE // 2, :, 0] > 128).sum()
    assert most - 3 <= red <= most


def test_gradients_stay_shapes():
    drawing = read_svg(svg(DRAWINGS["a radial one with a focus"]).encode())
    (shape,) = shapes_in(drawing.items)
    assert isinstance(shape.style.fill, Gradient)


@pytest.mark.parametrize(
    ("gradient", "fill"),
    [
        ('<linearGradient id="g"/>', None),
        ('<linearGradient id="g"><stop stop-color="#0a0"/></linearGradient>', "#00aa00"),
        (f'<linearGradient id="g" x2="0">{STOPS}</linearGradient>', "#000000"),
        (f'<radialGradient id="g" r="0">{STOPS}</radialGradient>', "#000000"),
    ],
)
def test_a_gradient_without_an_extent_is_its_last_colour(gradient, fill):
    drawing = read_svg(svg(f'{gradient}<rect width="9" height="9" fill="url(#g)"/>').encode())
    assert [shape.style.fill for shape in shapes_in(drawing.items)] == ([fill] if fill else [])


def test_nothing_is_left_of_what_has_no_opacity():
    content = '<g opacity="0"><rect width="9" height="9"/></g><circle r="9" fill-opacity="0"/>'
    assert read_svg(svg(content).encode()).items == ()


def test_an_opaque_drawing_has_no_groups_of_opacity():
    (item,) = read_svg(svg('<g opacity="1"><rect width="9" height="9"/></g>').encode()).items
    assert not isinstance(item, Group)


@pytest.mark.parametrize(
    ("content", "start"),
    [
        ('<linearGradient id="g" href="#g"/>', None),
        ('<radialGradient id="g" r="-1"><stop/><stop stop-color="red"/></radialGradient>',
         "has a gradient with a radius below 0"),
        ('<linearGradient id="g"><stop offset="x"/></linearGradient>',
         "has offset that cannot be read"),
        ('<linearGradient id="g"><stop stop-opacity="x"/></linearGradient>',
         "has stop-opacity that cannot be read"),
        ('<linearGradient id="g" gradientTransform="scale(1e300)"><stop/><stop stop-color="red"/>'
         "</linearGradient>", "has a number in transform that is too large"),
    ],
)  # fmt: skip
def test_a_broken_gradient_is_refused_in_one_line(content, start):
    data = svg(f'{content}<rect width="9" height="9" fill="url(#g)"/>').encode()
    if start is None:
        assert read_svg(data).items == ()
        return
    with pytest.raises(PictureError) as refused:
        read_svg(data)
    assert str(refused.value).startswith(start)
