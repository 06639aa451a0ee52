"""Thirty icons of six public sets: made into PDF and seen as resvg shows the files themselves.

A gradient, a filter or a mask in one of them shows whether it comes through.
"""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from helpers.resvg import by_resvg
from scipy import ndimage

from pnp.base.geometry import Rect, Size
from pnp.images.file import draw_picture, read_picture
from pnp.render import pdf
from pnp.scene import Scene

FOLDER = Path(__file__).parent / "icons"
ICONS = sorted(file.name for file in FOLDER.glob("*.svg"))
IN_PIXELS = {"fluent-diamond-suit.svg", "fluent-red-triangle.svg", "fluent-spade-suit.svg"}
SIDE = 320  # pixels
WIDTH = 40  # mm
ALIKE = 40  # of 255


def by_us(name):
    picture = read_picture(FOLDER, name)
    place = Rect(0, 0, WIDTH, WIDTH * picture.height / picture.width)
    scene = Scene(Size(*place.size), (draw_picture(picture, place),))
    document = pypdfium2.PdfDocument(pdf.render([scene], pdf.PrintHints("icon")))
    drawn = document[0].render(scale=SIDE / (WIDTH / 25.4 * 72) * 0.9999, rev_byteorder=True)
    pixels = drawn.to_numpy()[:, :, :3].astype(int)
    document.close()
    return picture, pixels


def test_there_are_thirty():
    assert len(ICONS) == 30


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_looks_as_resvg_draws_it(name):
    picture, made = by_us(name)
    assert (made != 255).any(axis=2).mean() > 0.02
    text = (FOLDER / name).read_text(encoding="utf-8")
    apart = np.abs(made - by_resvg(text, SIDE, len(made))).max(axis=2) > ALIKE
    assert ndimage.binary_erosion(apart, np.ones((3, 3))).sum() == 0  # but for smoothed edges
    assert (picture.made_from == "SVG") == (name in IN_PIXELS)
