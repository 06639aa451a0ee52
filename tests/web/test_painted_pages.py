"""Sheets look in a browser as they do on paper: SVG shown by Chromium, PDF painted by PDFium."""

import os

import numpy as np
import pypdfium2
import pytest
from helpers.games import MANY_SIDED
from PIL import Image, ImageChops
from web.browser import needs_browser, picture

from pnp.definitions import find_game, load_game
from pnp.make.choices import Choices
from pnp.make.laid_out import lay_out
from pnp.render import svg

pytestmark = needs_browser
EVERY_PAGE = "PNP_EVERY_PAGE" in os.environ
# Both paint at three times the size of a screen's pixels, since PDFium makes no line thinner than
# a pixel; pictures are compared at the size of a screen.
FINER, PX_PER_MM, PX_PER_POINT = 3, 96 / 25.4, 96 / 72
UNLIKE = 48  # of 255: a fifth of the way from black to white, in any channel
MOST, MOST_OF_TEXT = 0.15, 0.3  # per cent of the pixels: a single pip of a card is more


@pytest.fixture(scope="module")
def shown(chromium, tmp_path_factory):
    """Return a function that paints SVG in Chromium."""
    folder = tmp_path_factory.mktemp("shown")
    page = chromium.new_page()

    def show(scene):
        width, height = (mm * PX_PER_MM * FINER for mm in (scene.size.width, scene.size.height))
        (folder / "page.svg").write_bytes(svg.render(scene, "page"))
        html = f'<img src="page.svg" style="display:block;width:{width}px;height:{height}px">'
        (folder / "page.html").write_text(f'<!DOCTYPE html><body style="margin:0">{html}')
        page.set_viewport_size({"width": round(width), "height": round(height)})
        page.goto((folder / "page.html").as_uri())
        return picture(page)

    yield show
    page.close()


def unlike(one, other):
    """Return how many per cent of the pixels differ; pictures may differ by a pixel in size."""
    assert all(abs(a - b) <= 1 for a, b in zip(one.size, other.size, strict=True))
    width, height = map(min, zip(one.size, other.size, strict=True))
    small = [whole.crop((0, 0, width, height)).reduce(FINER) for whole in (one, other)]
    most = np.asarray(ImageChops.difference(*small)).max(axis=2)
    return 100 * np.count_nonzero(most > UNLIKE) / most.size


def painted(document, place):
    """Return a page of a PDF as PDFium paints it."""
    page = document[place - 1]
    scale = PX_PER_POINT * FINER * 0.9999  # PDFium rounds a page up to whole pixels
    return Image.fromarray(page.render(scale=scale, rev_byteorder=True).to_numpy()[:, :, :3])


def laid_out(game, **words):
    loaded = load_game(find_game(game))
    given = {key: [value] for key, value in words.items()}
    return lay_out(loaded, Choices.read(loaded, given))


def choices_of(game):
    """Yield what to lay out: a component, or all of them and the kit."""
    components = load_game(find_game(game)).game.components
    if EVERY_PAGE:
        yield {}
        yield {"only": ",".join(components)}
    else:
        yield {"only": list(components)[MANY_SIDED.index(game) % len(components)]}


@pytest.mark.parametrize("game", MANY_SIDED)
def test_a_page_shown_as_svg_is_the_page_printed(game, shown):
    for words in choices_of(game):
        laid = laid_out(game, **words)
        document = pypdfium2.PdfDocument(laid.pdf()[1])
        places = {page.place for page in laid.pages}
        for blank in set(range(1, len(document) + 1)) - places:
            assert painted(document, blank).getextrema() == ((255, 255),) * 3
        different = {page.key: page for page in laid.pages}.values()
        for page in different if EVERY_PAGE else list(different)[:1]:
            per_cent = unlike(shown(page.scene), painted(document, page.place))
            print(f"{game} {page.part} {page.number}: {per_cent:.3f} %")
            assert per_cent <= (MOST if page.side else MOST_OF_TEXT), f"{page.part} {page.number}"
        document.close()


def test_a_pip_that_is_missing_on_a_page_is_seen(shown):
    page = laid_out("turno", only="tiles").pages[0]
    fewer = page.scene._replace(items=page.scene.items[1:])
    assert unlike(shown(page.scene), shown(fewer)) > MOST
