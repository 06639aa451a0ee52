"""Gradients and opacity, in every format: colours as renderers that are not ours show them."""

import re
from io import BytesIO
from itertools import pairwise

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers.requirements import needs_cairo
from helpers.resvg import by_resvg
from PIL import Image

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.icc import PressProfile
from pnp.base.path import circle, rectangle
from pnp.render import pdf, pdfx, png, svg
from pnp.render import svg as page_svg
from pnp.scene import Group, Scene, Shape, Style
from pnp.scene.gradient import Gradient, Stop

PER_MM = 8
ALIKE = 6  # of 255: renderers round colours between stops each in their way

RED, BLUE, BLACK = "#ff0000", "#0000ff", "#000000"
ACROSS = Transform(20, 0, 0, 20, 10, 0)  # from x = 10 to x = 30


def box(x, y, width, height, fill=None, **style):
    return Shape((rectangle(Rect(x, y, width, height)),), Style(fill=fill, **style))


def linear(*stops, into=ACROSS):
    return Gradient("linear", tuple(Stop(*stop) for stop in stops), into)


def by_pdfium(scene):
    document = pypdfium2.PdfDocument(pdf.render([scene], pdf.PrintHints("test")))
    drawn = document[0].render(scale=PER_MM * 25.4 / 72 * 0.9999, rev_byteorder=True)
    picture = drawn.to_numpy()[:, :, :3].copy()
    document.close()
    return picture


def by_writer(scene, render=svg.render):
    return by_resvg(render(scene, "test").decode(), round(PER_MM * scene.size.width))


def by_cairo(scene):
    data = png.render(scene, "test", dpi=round(25.4 * PER_MM))
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"))


formats = pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(by_pdfium, id="pdf"),
        pytest.param(by_writer, id="svg"),
        pytest.param(lambda scene: by_writer(scene, page_svg.render_page), id="page"),
        pytest.param(by_cairo, id="png", marks=needs_cairo),
    ],
)


def colors(picture, *points):
    """Return the colours at points, in millimetres."""
    return [picture[round(y * PER_MM), round(x * PER_MM)].tolist() for x, y in points]


def assert_colors(picture, wanted):
    found = colors(picture, *wanted)
    for color, other, point in zip(found, wanted.values(), wanted, strict=True):
        assert color == pytest.approx(other, abs=ALIKE), point


@formats
def test_a_linear_gradient_has_the_colours_of_its_stops_and_those_between(drawn):
    fill = linear((0, RED), (0.5, BLACK), (0.5, "#00ff00"), (1, BLUE))
    picture = drawn(Scene(Size(40, 4), (box(0, 0, 40, 4, fill),)))
    assert_colors(
        picture,
        {
            (5, 2): (255, 0, 0),  # before the first stop
            (15, 2): (128, 0, 0),
            (19.8, 2): (5, 0, 0),
            (20.2, 2): (0, 250, 5),
            (25, 2): (0, 128, 128),
            (35, 2): (0, 0, 255),
        },
    )


@formats
def test_a_radial_gradient_goes_from_its_focus_to_its_circle(drawn):
    stops = (Stop(0, "#ffffff"), Stop(1, BLACK))
    fill = Gradient("radial", stops, Transform(10, 0, 0, 5, 20, 10), Point(0.5, 0))
    picture = drawn(Scene(Size(40, 20), (box(0, 0, 40, 20, fill),)))
    wanted = {(26, 10): 204, (27.5, 10): 128, (17.5, 10): 128, (20, 3): 0, (35, 10): 0}
    assert_colors(picture, {point: (grey,) * 3 for point, grey in wanted.items()})


@formats
def test_stops_that_are_not_opaque_show_what_lies_below(drawn):
    fade = linear((0, BLACK, 0), (1, BLACK, 0.8))
    picture = drawn(Scene(Size(40, 4), (box(0, 0, 40, 4, RED), box(0, 0, 40, 2, fade))))
    assert_colors(picture, {(5, 1): (255, 0, 0), (20, 1): (153, 0, 0), (35, 1): (51, 0, 0)})
    assert_colors(picture, {(35, 3): (255, 0, 0)})


@formats
def test_a_gradient_moves_and_turns_with_its_group(drawn):
    shape = box(10, 0, 20, 4, linear((0, RED), (1, BLUE)))
    upright = Group((shape,), Transform.turn(90, Point(20, 2)))
    picture = drawn(Scene(Size(40, 40), (Group((upright,), Transform.move(0, 10)),)))
    assert_colors(picture, {(20, 3): (242, 0, 13), (20, 12): (128, 0, 128), (20, 21): (13, 0, 242)})


@formats
def test_a_stroke_may_have_a_gradient_of_its_own(drawn):
    ring = Shape(
        (circle(Point(20, 20), 10),),
        Style("#ffff00", linear((0, RED), (1, BLUE)), 4),
    )
    picture = drawn(Scene(Size(40, 40), (ring,)))
    wanted = {(10, 20): (255, 0, 0), (20, 10): (128, 0, 128), (30, 20): (0, 0, 255)}
    assert_colors(picture, wanted | {(20, 20): (255, 255, 0)})
    dark = (picture.min(axis=2) < 128).sum() / PER_MM**2
    assert dark == pytest.approx(np.pi * 12**2, rel=0.01)


@formats
def test_a_group_is_blended_as_one_and_its_parts_do_not_show_through_one_another(drawn):
    both = Group((box(2, 2, 8, 8, RED), box(6, 6, 8, 8, BLUE)), opacity=0.5)
    within = Group((Group((both,), opacity=0.5),), Transform.move(20, 0))
    picture = drawn(Scene(Size(40, 20), (both, within)))
    wanted = {(4, 4): (255, 128, 128), (8, 8): (128, 128, 255), (12, 12): (128, 128, 255)}
    assert_colors(picture, wanted)
    assert_colors(picture, {(28, 8): (191, 191, 255), (24, 4): (255, 191, 191)})


@formats
def test_a_see_through_group_is_clipped_and_may_repeat(drawn):
    items = (box(0, 0, 10, 10, BLUE),)
    clip = rectangle(Rect(0, 0, 5, 10))
    groups = (
        Group(items, clip=clip, is_symbol=True, opacity=0.4),
        Group(items, Transform.move(20, 0), is_symbol=True, opacity=0.4),
        Group(items, Transform.move(30, 0), is_symbol=True),
    )
    picture = drawn(Scene(Size(40, 10), groups))
    pale, white = (153, 153, 255), (255, 255, 255)
    assert_colors(picture, {(3, 5): pale, (7, 5): white, (25, 5): pale, (35, 5): (0, 0, 255)})


def test_a_page_of_a_pdf_says_in_which_colours_it_is_blended_if_it_is_at_all():
    fade = box(0, 0, 10, 10, linear((0, RED, 0), (1, RED)))
    shared = Group((fade,), is_symbol=True)
    pages = [(box(0, 0, 5, 5, RED),), (shared,), (shared,), (Group((fade,), opacity=0.5),)]
    data = pdf.render([Scene(Size(20, 20), items) for items in pages], pdf.PrintHints("test"))
    with pikepdf.open(BytesIO(data)) as document:
        blended = ["/Group" in page for page in document.pages]
        assert blended == [False, True, True, True]
        assert pikepdf.Name.DeviceRGB == document.pages[1].Group.CS


def test_for_a_press_pages_are_blended_in_its_colours_and_gradients_are_of_srgb():
    scene = Scene(
        Size(20, 20),
        (
            box(0, 0, 10, 10, linear((0, RED), (1, BLUE, 0.5))),
            box(0, 0, 10, 10, linear((0, "#ffffff"), (1, BLACK))),
        ),
        trim=Rect(1, 1, 18, 18),
    )
    profile = PressProfile(b"profile", "a press")
    data, _ = pdfx.render([scene], pdf.PrintHints("test"), profile)
    with pikepdf.open(BytesIO(data)) as document:
        (page,) = document.pages
        assert "/Group" not in page
        spaces = [one.Shading.ColorSpace for one in page.Resources.Pattern.values()]
        assert spaces[0][0] == pikepdf.Name.ICCBased
        assert spaces[1] == pikepdf.Name.DeviceGray


def test_equal_gradients_are_stored_once():
    fill = linear((0, RED), (1, BLUE, 0.5))
    scenes = [Scene(Size(40, 4), (box(0, 0, 40, 4, fill), box(0, 2, 40, 4, fill)))] * 2
    with pikepdf.open(BytesIO(pdf.render(scenes, pdf.PrintHints("test")))) as document:
        resources = document.pages[0].Resources
        assert (len(resources.Pattern), len(resources.Shading)) == (1, 1)
    assert svg.render(scenes[0], "test").count(b"<linearGradient") == 1


def test_files_of_pictures_without_either_have_no_word_of_them():
    plain = Scene(Size(10, 10), (Group((box(0, 0, 5, 5, RED),), is_symbol=True),))
    data = pdf.render([plain], pdf.PrintHints("test"))
    assert not re.search(rb"/(Group|Pattern|ExtGState|Shading)", data)


def test_a_gradient_of_greys_is_a_grey_picture():
    scene = Scene(Size(10, 10), (box(0, 0, 10, 10, linear((0, BLACK), (1, "#ffffff"))),))
    assert Image.open(BytesIO(png.render(scene, "test", 100))).mode == "L"


def test_places_of_a_gradient_in_a_pdf_only_increase():
    steps = ((0, RED), (0.3, BLUE), (0.3, RED), (0.3, BLACK), (1, BLUE))
    data = pdf.render([Scene(Size(9, 9), (box(0, 0, 9, 9, linear(*steps)),))], pdf.PrintHints("t"))
    with pikepdf.open(BytesIO(data)) as document:
        (pattern,) = document.pages[0].Resources.Pattern.values()
        function = pattern.Shading.Function
        bounds = [0.0, *map(float, function.Bounds), 1.0]
        assert all(a < b for a, b in pairwise(bounds))
        assert len(function.Functions) == len(bounds) - 1
