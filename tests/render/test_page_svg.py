"""Pages as SVG for a screen: the same picture in fewer bytes."""

from base64 import b64decode
from io import BytesIO
from xml.etree import ElementTree

import cairosvg
import numpy as np
import pytest
from helpers.picture_files import opened, quarters, saved
from PIL import Image

from pnp.base.geometry import Rect, Size
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.game.paper import PAPERS
from pnp.images.file import read_picture
from pnp.render import svg
from pnp.render.svg import render_page
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.sheet import rule_sheet
from pnp.scene import Image as Shown
from pnp.scene import Scene
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.pages import print_job

LINES = 60  # of a page
SHOWN = {"svg", "title", "defs", "g", "path", "clipPath", "use", "image"}
NAMESPACE = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"


@pytest.fixture(scope="module")
def text_page() -> Scene:
    loaded = load_game(find_game("tawula"))
    sheet = rule_sheet(loaded.file.parent, loaded.game, next(iter(loaded.game.rule_sets)), "en")
    page = set_pages_of(sheet, PAPERS["a5"]).pages[0].scene
    return page._replace(items=page.items[:LINES])


@pytest.fixture(scope="module")
def piece_page(turno) -> Scene:
    job = print_job("Tiles", draw_component(turno, "tiles"), Scheme(PAPERS["a4"]))
    return next(job.pages())


def painted(content: bytes) -> np.ndarray:
    png = cairosvg.svg2png(content, output_width=500, background_color="white")
    return np.asarray(Image.open(BytesIO(png)).convert("L")).astype(int)


@pytest.mark.parametrize("which", ["text_page", "piece_page"])
def test_a_page_looks_like_the_file_with_outlines(which: str, request) -> None:
    scene = request.getfixturevalue(which)
    one, other = painted(svg.render(scene, "")), painted(render_page(scene, ""))
    assert (abs(one - other) > 48).mean() < 0.0005
    assert one.min() < 100


def test_letters_and_faces_that_come_back_are_stored_once(text_page, piece_page) -> None:
    assert 5 * len(render_page(text_page, "")) < len(svg.render(text_page, ""))
    assert 2 * len(render_page(piece_page, "")) < len(svg.render(piece_page, ""))


def test_a_page_has_nothing_but_shapes_and_names_each_once(text_page, piece_page) -> None:
    for scene in (text_page, piece_page):
        elements = list(ElementTree.fromstring(render_page(scene, "<A> & B")).iter())
        assert {one.tag.removeprefix(NAMESPACE) for one in elements} <= SHOWN
        ids = [one.get("id") for one in elements if one.get("id")]
        assert len(ids) == len(set(ids))
        used = {one.get(XLINK) for one in elements if one.tag == f"{NAMESPACE}use"}
        assert used
        assert used <= {f"#{one}" for one in ids}
        assert elements[1].text == "<A> & B"


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_with_more_pixels_than_a_screen_shows_is_made_smaller(tmp_path, kind):
    large = saved(quarters(3000, 1500), kind)
    (tmp_path / "large.png").write_bytes(large)
    picture = read_picture(tmp_path, "large.png")
    shown = Shown(picture, Rect(0, 0, 50.8, 25.4))
    page = render_page(Scene(Size(60, 60), (shown,)), "page").decode()
    data = b64decode(page.partition("base64,")[2].partition('"')[0])
    assert opened(BytesIO(data)).size == (600, 300)
    assert len(data) < len(large)


def test_a_picture_that_is_not_much_too_large_stays_the_file_that_it_is(tmp_path):
    (tmp_path / "small.png").write_bytes(saved(quarters(700, 350)))
    shown = Shown(read_picture(tmp_path, "small.png"), Rect(0, 0, 50.8, 25.4))
    page = render_page(Scene(Size(60, 60), (shown,)), "page").decode()
    data = b64decode(page.partition("base64,")[2].partition('"')[0])
    assert data == (tmp_path / "small.png").read_bytes()
