"""Whole cards in Japanese, Arabic, Thai, Hindi and Hebrew: seen as resvg sets and paints them.

The cards are those of docs/how-to/fonts.md. resvg puts letters in order, shapes and paints them by
libraries of its own (unicode-bidi, rustybuzz, tiny-skia); it is told where each line begins.
"""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from xml.sax.saxutils import quoteattr

import numpy as np
import pypdfium2
import pytest
from helpers.resvg import by_resvg
from helpers.script_fonts import FOLDER
from scipy import ndimage

from pnp.base import fonts, shaping
from pnp.base.open_font import family_names
from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.game.game import Game
from pnp.render import pdf, svg
from pnp.scene import Group, Item, Scene, Text, leaves_in

CARDS = Path(__file__).parents[2] / "docs" / "scripts" / "game.toml"
FONTS = {
    "ja": "NotoSansJP.otf",
    "ar": "NotoNaskhArabic.ttf",
    "th": "NotoSansThai.ttf",
    "hi": "NotoSansDevanagari.ttf",
    "he": "NotoSerifHebrew.ttf",
}
PER_MM = 12
ALIKE = 40  # of 255, anywhere in a square of SQUARE pixels, 0.25 mm: edges are smoothed otherwise
SQUARE = 3
MARK = "\u200f"  # without it resvg takes a line for one from the left
MOVED = ("ar", "th", "hi", "he")  # whose letters change their form, or whose marks move


@pytest.fixture
def game(tmp_path, request) -> Game:
    """The cards, each set in the font of its language alone, which resvg can be told."""
    folder = tmp_path / "scripts"
    copytree(FOLDER, folder / "fonts")
    written = CARDS.read_text(encoding="utf-8").replace(
        'kind = "text",', 'kind = "text", font = "own",'
    )
    own = f'own = {{ file = "fonts/{FONTS[request.param]}", fallback = ["sans"] }}'
    written = written.replace("[fonts]", f"[fonts]\n{own}", 1)
    (folder / "game.toml").write_text(written, encoding="utf-8")
    return load_game(folder / "game.toml").game


def front_of(game: Game, language: str) -> Scene:
    (piece,) = draw_component(game, language)
    return piece.front


def lines_of(scene: Scene) -> list[Text]:
    return [item for item in leaves_in(scene.items) if isinstance(item, Text)]


def by_pdf(scene: Scene) -> np.ndarray:
    document = pypdfium2.PdfDocument(pdf.render([scene], pdf.PrintHints("card")))
    drawn = document[0].render(scale=PER_MM * 25.4 / 72 * 0.9999, rev_byteorder=True)
    pixels = drawn.to_numpy()[:, :, :3].astype(int)
    document.close()
    return pixels


def as_text(scene: Scene) -> Iterator[str]:
    """Yield the lines of a card as text of SVG, in the order of reading.

    What is in one font is one text, with the place of its left end.
    """
    for line in lines_of(scene):
        runs = line.shaped.runs
        if len({run.file for run in runs}) == 1:
            runs = (runs[0]._replace(text=line.string),)
        x = line.at.x
        for run in runs:
            said = f"{MARK}{run.text}{MARK}" if run.right_to_left else run.text
            yield (
                f'<text x="{x}" y="{line.at.y}" font-size="{line.size}" fill="{line.fill}" '
                f'xml:space="preserve" xml:lang="{line.language}" '
                f"font-family={quoteattr(family_names(run.file)[0])}>{said}</text>"
            )
            x += run.width * line.size


def by_other(scene: Scene, width: int, height: int) -> np.ndarray:
    """Return a card as resvg shows it: our shapes, and the words as text in a font."""
    files = {run.file for line in lines_of(scene) for run in line.shaped.runs}
    paths = [file.path for file in files]
    bare = svg.render(scene._replace(items=without_text(scene.items)), "card").decode()
    bare = bare.replace('mm"', '"')  # so that it has a whole number of pixels
    written = bare.replace("</svg>", f"{''.join(as_text(scene))}</svg>")
    return by_resvg(written, width, height, sorted(paths))


def without_text(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(
        item._replace(items=without_text(item.items)) if isinstance(item, Group) else item
        for item in items
        if not isinstance(item, Text)
    )


def apart(scene: Scene, seen_by_other: np.ndarray) -> int:
    """Return how many squares of a card are clearly not as the other shows them."""
    differs = np.abs(by_pdf(scene) - seen_by_other).max(axis=2) > ALIKE
    return int(ndimage.binary_erosion(differs, np.ones((SQUARE, SQUARE))).sum())


def shown_by_other(scene: Scene) -> np.ndarray:
    return by_other(scene, *(round(side * PER_MM) for side in scene.size))


@pytest.fixture
def unshaped(monkeypatch):
    """Return a function that makes HarfBuzz put glyph beside glyph, as a program without it."""

    def forget() -> None:
        for module in (shaping, fonts):
            for one in vars(module).values():
                getattr(one, "cache_clear", lambda: None)()

    def broken() -> None:
        monkeypatch.setattr(shaping, "_SHAPERS", ["fallback"])
        forget()

    yield broken
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize(("game", "language"), [(one, one) for one in FONTS], indirect=["game"])
def test_a_card_looks_as_another_library_sets_its_text(game, language):
    scene = front_of(game, language)
    lines = lines_of(scene)
    assert len(lines) >= 3
    assert {line.font.file.path for line in lines} == {game.typefaces.files[0].path}
    seen = shown_by_other(scene)
    assert apart(scene._replace(items=without_text(scene.items)), seen) > 1000  # words are there
    assert apart(scene, seen) == 0


@pytest.mark.parametrize(("game", "language"), [(one, one) for one in MOVED], indirect=["game"])
def test_a_card_whose_letters_are_not_shaped_is_found(game, language, unshaped):
    scene = front_of(game, language)
    seen = shown_by_other(scene)
    unshaped()
    assert apart(scene, seen) > 50


@pytest.mark.parametrize(("game", "language"), [("ar", "ar"), ("he", "he")], indirect=["game"])
def test_a_card_that_is_set_from_the_left_is_found(game, language):
    scene = front_of(game, language)
    seen = shown_by_other(scene)
    turned = [line._replace(string=line.string[::-1]) for line in lines_of(scene)]
    assert apart(scene._replace(items=(*without_text(scene.items), *turned)), seen) > 50
