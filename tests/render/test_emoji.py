"""Emoji in every format: in their own colours, or as outlines where there is one colour."""

from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from pnp.base.geometry import Point, Size
from pnp.render import pdf, png, svg
from pnp.render.svg import render_page
from pnp.scene import Scene, Shape, Text
from pnp.scene.color_glyphs import color_glyphs, has_colors, parted
from pnp.scene.ink import Ink, InkSaver

HEART = Text(Point(2, 9), "Win a ❤️!", "sans", 6)
PAGE = Scene(Size(40, 12), (HEART,))


def reds(pixels: np.ndarray) -> int:
    red, green, blue = pixels[..., 0].astype(int), pixels[..., 1], pixels[..., 2]
    return int(((red > 180) & (green < 120) & (blue < 120)).sum())


def pdf_page(scene: Scene):
    return pypdfium2.PdfDocument(pdf.render([scene], pdf.PrintHints("t")))[0]


def test_emoji_of_a_pdf_and_of_a_png_have_the_same_colours():
    shown = pdf_page(PAGE).render(scale=8).to_numpy()[..., ::-1]
    picture = png.render(PAGE, "t", 8 * 72)
    drawn = np.asarray(Image.open(BytesIO(picture)).convert("RGB"))
    assert reds(shown) > 500
    assert reds(drawn) == pytest.approx(reds(shown), rel=0.05)


def test_emoji_of_a_pdf_are_text_that_can_be_found_and_copied():
    assert pdf_page(PAGE).get_textpage().get_text_range().strip() == "Win a ❤️!"


def test_emoji_of_svg_are_shapes_in_their_colours():
    for written in (svg.render(PAGE, "t").decode(), render_page(PAGE, "t").decode()):
        assert "#" in written
        assert 'fill="#000000"' in written
        assert len(set(written.split('fill="#')[1:])) > 1


def test_one_ink_shows_emoji_as_outlines():
    inked = InkSaver(Ink.BLACK).page(PAGE)
    (text,) = inked.items
    assert not has_colors(text)
    assert reds(pdf_page(inked).render(scale=8).to_numpy()[..., ::-1]) == 0
    assert len(text.outlines) > len(Text(Point(0, 0), "Win a !", "sans", 6).outlines)


def test_a_coloured_glyph_is_drawn_once_for_all_its_places():
    one, two = color_glyphs(HEART._replace(string="❤️❤️"))
    assert one.items is two.items
    assert two.transform.e > one.transform.e + 6


def test_letters_beside_emoji_keep_the_colour_of_the_text():
    letters, *_ = parted(HEART._replace(fill="#112233"))
    assert isinstance(letters, Shape)
    assert letters.style.fill == "#112233"


def test_text_without_emoji_is_left_alone():
    assert not has_colors(HEART._replace(string="Win ♥ ①"))
