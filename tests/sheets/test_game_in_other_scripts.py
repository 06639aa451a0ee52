"""A game whose names are in Japanese, Arabic and Hindi: sheets, proof, kit and laser files."""

from shutil import copytree

import pypdfium2
import pytest
from helpers.script_fonts import FOLDER

from pnp.base.errors import LayoutError
from pnp.base.fonts import text_width
from pnp.definitions import load_game
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.laser.job import LaserJob
from pnp.laser.joinery.view import FONT
from pnp.laser.options import LaserOptions
from pnp.make.pipeline import write
from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions
from pnp.sheets.proof import ProofJob

NINJA, CARDS, HINDI = "忍者", "ورقتين", "हिन्दी"
GAME = f"""
name = "{NINJA}"
summary = "Cards."
[fonts]
fallback = ["fonts/NotoSansJP.otf", "fonts/NotoNaskhArabic.ttf", "fonts/NotoSansDevanagari.ttf"]
[sources.book]
kind = "rules"
title = "Ninja"
[components.deck]
kind = "deck"
name = "{CARDS}"
size = "poker"
series = [{{ id = "red", ink = "#aa0000", frame = "round" }}]
cards = [{{ front = 1, title = "{NINJA}" }}, {{ front = 2, title = "{CARDS}" }}]
[components.board]
kind = "grid"
name = "{HINDI}"
rows = 2
columns = 2
cell = "30x30mm"
labels = {{ a1 = "{HINDI}", b2 = "{CARDS}" }}
[components.die]
kind = "die"
name = "Die"
edge = "20mm"
faces = ["忍", "者", "", "", "", ""]
[components.tiles]
kind = "tiles"
name = "{NINJA}"
size = "30x42mm"
fronts = "1-3"
backs = "1-3"
[components.box]
kind = "tuckbox"
name = "Box"
of = ["tiles"]
title = "{CARDS}"
[rule_sets.play]
name = "{CARDS}"
kind = "described"
summary = "Draw."
players = {{ least = 2, most = 2 }}
needs = [{{ component = "deck", count = 2, source = "book" }}]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of the game."""
    folder = tmp_path_factory.mktemp("games") / "ninja"
    (folder / "rules").mkdir(parents=True)
    copytree(FOLDER, folder / "fonts")
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "rules" / "play.en.md").write_text(
        f"## Set-up\n\nShuffle {HINDI}.\n\n## Your turn\n\nDraw.\n\n## The end\n\nNow.\n",
        encoding="utf-8",
    )
    return folder


def letters(file):
    """Return every letter of a PDF; PDFium gives those of Arabic in another order."""
    with pypdfium2.PdfDocument(file) as document:
        return {one for page in document for one in page.get_textpage().get_text_range()}


def test_titles_names_and_the_box_are_printed_and_can_be_read(folder, tmp_path):
    options = SheetOptions(out=tmp_path, formats=("pdf",))
    made = build_game(str(folder), options)
    for file, words in (
        ("deck", NINJA + CARDS),
        ("board", HINDI + CARDS),
        ("die", NINJA),
        ("box", CARDS),
    ):
        assert set(words) <= letters(made.folder / f"print/{file}-a4.pdf")


def test_a_proof_names_all_components(folder, tmp_path):
    options = SheetOptions(out=tmp_path, formats=("pdf",), proof=True)
    made = write(ProofJob.of(str(folder), options), tmp_path)
    assert set(NINJA + CARDS + HINDI) <= letters(made.folder / "proof/ninja.pdf")


def test_a_kit_has_the_names_on_its_first_page(folder, tmp_path):
    job = KitJob.of(f"{folder}/play", KitOptions(out=tmp_path))
    write(job, tmp_path)
    assert set(NINJA + CARDS) <= letters(tmp_path / "ninja" / job.path)


def test_the_name_of_a_game_is_burnt_into_its_tray(folder, tmp_path):
    options = LaserOptions(out=tmp_path, components=("board",), formats=("svg",), tray=True)
    job = LaserJob.of(str(folder), options)
    files = {file.path: file for file in job.files()}
    assert job.problems == []
    assert not [note for note in job.notes if "no name burnt" in note]
    steps = tmp_path / "steps.pdf"
    steps.write_bytes(next(one.content() for path, one in files.items() if "steps" in path))
    assert set(NINJA) <= letters(steps)
    game = load_game(folder / "game.toml").game
    assert text_width(NINJA, game.label_font(FONT), 1) == pytest.approx(2)


@pytest.mark.parametrize(
    ("written", "missing", "told"),
    [
        (
            'title = "忍者" }',
            'title = "忍猫" }',
            "deck: card 1: the font 'serif-bold' has no glyph",
        ),
        ('faces = ["忍"', 'faces = ["猫"', "die: faces[1]: the font 'serif-bold' has no glyph"),
    ],
)
def test_a_letter_that_no_font_has_is_reported_with_its_place(
    folder, tmp_path, written, missing, told
):
    copy = tmp_path / "ninja"
    copytree(folder, copy)
    assert written in GAME
    (copy / "game.toml").write_text(GAME.replace(written, missing), encoding="utf-8")
    options = SheetOptions(out=tmp_path, formats=("pdf",))
    with pytest.raises(LayoutError, match=r"猫.*U\+732B") as refusal:
        build_game(str(copy), options)
    assert told in str(refusal.value).replace("ninja, ", "")
    job = LaserJob.of(str(copy), LaserOptions(components=("die", "deck", "board")))
    assert list(job.files())
    assert str(job.problems[0]).startswith(told)
