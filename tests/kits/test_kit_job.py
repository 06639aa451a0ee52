"""Kits as files: few sheets, one PDF that a duplex printer takes whole, the same on every day."""

from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from helpers.games import MANY_SIDED
from oracles.folder import wrong

from pnp.base.color import BLACK, WHITE
from pnp.base.errors import UsageError
from pnp.definitions import find_game, load_game
from pnp.kits.front import set_front
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.make.options import read_options
from pnp.make.pipeline import write
from pnp.scene import Text, leaves_in
from pnp.verify import verify_paths

# The least found with other packers, over one rule set of each box that differs (the three of
# COM:POSITIE and the two of TURNOOI need the same).
LEAST_SHEETS = {
    ("a4", "long-edge"): 21,
    ("a4", "fold"): 31,
    ("letter", "long-edge"): 22,
    ("letter", "fold"): 31,
}
ALIKE = {"compositie/pick-two-one", "compositie/untitled", "turno/turnooi-9x6"}


def kit(name, out=Path("output"), **written):
    return KitJob.of(name, read_options(KitOptions, {"out": out, **written}))


def rule_sets():
    for game_id in MANY_SIDED:
        game = load_game(find_game(game_id)).game
        yield from (f"{game_id}/{key}" for key in game.rule_sets)


@pytest.mark.parametrize(("paper", "duplex"), LEAST_SHEETS)
def test_all_kits_together_take_as_few_sheets_as_can_be(paper, duplex):
    used = {
        name: kit(name, paper=paper, duplex=duplex, aids="tracker,pawns" * ("turnooi" in name))
        for name in rule_sets()
        if name not in ALIKE
    }
    assert len(used) == 12
    sheets = sum(job.sheets.work.sheets for job in used.values())
    assert sheets <= LEAST_SHEETS[paper, duplex]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("rule_set", ["turno/loop", "turno/lottery"])
def test_a_mat_that_would_be_a_large_poster_is_strips_on_one_more_sheet(rule_set, paper):
    job = kit(rule_set, paper=paper, aids="mat")
    assert job.sheets.own == ()
    assert job.sheets.work.sheets == kit(rule_set, paper=paper).sheets.work.sheets + 1


def test_a_mat_that_strips_would_not_make_smaller_stays_a_poster():
    (poster,) = kit("turno/turnooi", aids="mat").sheets.own
    assert poster[0].name == "Mat for TURNOOI"


@pytest.fixture(scope="module")
def loop():
    (file,) = kit("turno/loop").files()
    return file


def test_one_file_has_everything_on_pages_that_begin_on_fronts(loop):
    assert loop.path == "kit/loop-a4.pdf"
    pdf = pikepdf.open(BytesIO(loop.content()))
    labels = pypdfium2.PdfDocument(loop.content())
    assert len(pdf.pages) == loop.facts.pages == 8
    assert loop.facts.piece_pages == (5, 8)
    texts = [page.get_textpage().get_text_range() for page in labels]
    assert texts[0].startswith("TURNO")
    assert "Make the pieces" in texts[1]
    assert "Turno Walk" in texts[2]
    assert "sheet 1 of 2 · front" in texts[4]
    assert "sheet 1 of 2 · back" in texts[5]
    assert "sheet 2 of 2 · front" in texts[6]


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_first_pages_are_set_twice_at_most(paper, monkeypatch):
    lengths = []

    def counted(front, *about):
        lengths.append(front.pages.front.length)
        return set_front(front, *about)

    monkeypatch.setattr("pnp.kits.job.set_front", counted)
    pages = kit("turno/loop", paper=paper).made.pages.front.length
    assert lengths == [1, pages]


def test_bookmarks_lead_to_the_parts_and_to_every_sheet(loop):
    document = pypdfium2.PdfDocument(loop.content())
    marks = [(m.level, m.get_title(), m.get_dest().get_index()) for m in document.get_toc()]
    assert (0, "TURNO · Turno Walk", 0) in marks
    assert (0, "Turno Walk", 2) in marks
    assert (0, "Pieces", 4) in marks
    assert (1, "Sheet 2", 6) in marks


def test_a_sheet_without_backs_has_a_blank_back_before_the_next_front():
    (file,) = kit("tawula").files()
    document = pypdfium2.PdfDocument(file.content())
    texts = [page.get_textpage().get_text_range() for page in document]
    fronts = [number for number, text in enumerate(texts) if "· front ·" in text]
    assert len(fronts) == 2
    assert all(number % 2 == 0 for number in fronts)


def test_pages_of_a_poster_that_lies_on_its_side_are_turned_like_the_others():
    (file,) = kit("tawula", paper="a5").files()
    document = pypdfium2.PdfDocument(file.content())
    assert {tuple(map(round, page.get_size())) for page in document} == {(420, 595)}


def test_folded_sheets_need_no_blank_pages():
    (file,) = kit("turno/loop", duplex="fold").files()
    document = pypdfium2.PdfDocument(file.content())
    assert all(page.get_textpage().get_text_range() for page in document)
    assert pikepdf.open(BytesIO(file.content())).Root.ViewerPreferences.Duplex == "/Simplex"


def test_the_same_kit_has_the_same_bytes(loop):
    (again,) = kit("turno/loop").files()
    assert again.content() == loop.content()


def test_a_kit_speaks_the_language_asked_for():
    (file,) = kit("turno/loop", lang="nl").files()
    document = pypdfium2.PdfDocument(file.content())
    text = document[0].get_textpage().get_text_range()
    assert file.path == "kit/loop-nl-a4.pdf"
    assert "Spelmateriaal" in text
    assert "Pages" not in text


def test_a_game_has_one_kit_for_all_its_rule_sets():
    job = kit("turno")
    (file,) = job.files()
    assert file.path == "kit/turno-a4.pdf"
    assert job.facts.rule_set == "turno"
    assert {part.component_id for part in job.contents.parts} == {
        "tiles",
        "hexagon",
        "pawns",
        "die",
    }


def test_a_misspelt_rule_set_is_refused_with_those_that_there_are():
    with pytest.raises(
        UsageError, match=r"^turno has no rule set 'lop'; it has: loop, .*; did you mean 'loop'\?"
    ):
        kit("turno/lop")


def test_a_kit_is_listed_in_the_manifest_and_passes_its_own_verification(tmp_path):
    write(kit("turno/checkers", tmp_path, aids="mat", cut="trimmer"), tmp_path)
    assert wrong(tmp_path / "turno") == {}
    (report,) = verify_paths([tmp_path / "turno"])
    assert report.ok
    (file,) = report.files
    assert file.path.endswith("kit/checkers-a4-with-mat-trimmer.pdf")


def test_a_split_kit_has_its_rules_and_its_pieces_in_files_that_page_1_names(tmp_path, loop):
    job = kit("turno/loop", split=True)
    written = write(job, tmp_path)
    texts, sheets = written.files
    assert [texts.path, sheets.path] == ["kit/loop-a4-rules.pdf", "kit/loop-a4-pieces.pdf"]
    assert (texts.piece_pages, sheets.piece_pages, sheets.pieces) == (None, (1, 4), 44)
    assert texts.pages + sheets.pages == loop.facts.pages == job.facts.pages
    page = pypdfium2.PdfDocument(tmp_path / "turno" / texts.path)[0].get_textpage()
    said = " ".join(page.get_text_range().split()).replace("- ", "-")
    assert "1\N{EN DASH}4 Pieces: loop-a4-pieces.pdf" in said
    assert "Print loop-a4-rules.pdf on plain paper and loop-a4-pieces.pdf on card." in said
    (report,) = verify_paths([tmp_path / "turno"])
    assert report.ok
    assert wrong(tmp_path / "turno") == {}


@pytest.mark.parametrize("duplex", ["fronts", "none"])
def test_without_backs_the_kit_says_which_pieces_had_some(duplex):
    job = kit("turno/loop", duplex=duplex)
    (file,) = job.files()
    assert file.facts.pages == 6
    assert job.notes == [
        "backs are left out, and these have some: Tiles, Hexagon; "
        "--duplex fold prints both on one side of the paper"
    ]


@pytest.mark.parametrize("name", ["turnio/basic", "tawula/anatolia-1845"])
def test_nothing_in_a_kit_for_black_ink_has_a_colour(name):
    used = {
        color
        for page in kit(name, ink="black").made.document.pages
        for leaf in leaves_in(page.scene.items)
        for color in ((leaf.fill,) if isinstance(leaf, Text) else leaf.style[:2])
        if color is not None
    }
    assert used == {BLACK, WHITE}


def test_kits_for_other_paper_or_with_less_ink_have_other_names():
    assert kit("turno/loop").path == "kit/loop-a4.pdf"
    other = kit("turno/loop", stock="160gsm", ink="low", duplex="fold")
    assert other.path == "kit/loop-a4-160gsm-fold-low.pdf"
