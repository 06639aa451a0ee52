"""The first pages of kits: one page or two, with sums, tools, pieces by colour, and steps."""

import pypdfium2
import pytest

from pnp.base.geometry import Rect
from pnp.kits.front import sample
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.make.options import read_options


def front(name, **written):
    """Return the text of each first page."""
    job = KitJob.of(name, read_options(KitOptions, written))
    (file,) = job.files()
    document = pypdfium2.PdfDocument(file.content())
    pages = range(job.made.pages.front.length)
    texts = [document[page].get_textpage().get_text_range() for page in pages]
    return [" ".join(text.split()) for text in texts]


@pytest.mark.parametrize(
    ("name", "written", "pages"),
    [
        ("turno/loop", {}, 2),
        ("tawula", {"paper": "letter", "lang": "nl"}, 2),
        ("punt-match/hex-2", {"lang": "fr", "duplex": "fold"}, 1),
        ("turnio/basic", {"duplex": "fold"}, 1),
        ("turno/loop", {"duplex": "fold", "lang": "de", "paper": "letter"}, 2),
    ],
)
def test_everything_is_on_one_page_or_the_steps_are_on_the_second(name, written, pages):
    texts = front(name, **written)
    assert len(texts) == pages


def test_the_first_page_has_sums_tools_and_pieces_by_colour():
    page, _ = front("punt-match/hex-3")
    assert "one sheet 37 cuts with scissors about 30 minutes" in page
    assert "33 \N{MULTIPLICATION SIGN} Pawns: 11 each of white, black, red" in page
    assert "Have ready scissors ruler" in page


def test_the_picture_of_six_pawns_shows_each_of_them():
    job = KitJob.of("turno/loop", read_options(KitOptions, {}))
    (pawns,) = (one for one in job.drawn if one.component_id == "pawns")
    names = [piece.name for piece in sample(pawns.pieces, Rect(0, 0, 42, 35))]
    assert names == [piece.name for piece in pawns.pieces]


def test_a_picture_of_many_different_pieces_shows_a_few_from_all_over():
    job = KitJob.of("turno/loop", read_options(KitOptions, {}))
    (tiles,) = (one for one in job.drawn if one.component_id == "tiles")
    assert len(sample(tiles.pieces, Rect(0, 0, 42, 35))) == 3


def test_colours_are_named_in_the_language_of_the_kit():
    page, _ = front("punt-match/hex-3", lang="de")
    assert "weiß, schwarz, rot (je 11)" in page
    assert "white" not in page


def test_steps_are_numbered_under_the_names_of_the_pieces():
    _, page = front("turno/loop")
    assert "Die 1 Cut out along the solid lines, tabs and all. 2 Fold every dashed line" in page


def test_small_paper_has_fewer_steps_in_a_row():
    texts = front("tawula", paper="a5")
    assert "4 Close the last face" in " ".join(texts)
