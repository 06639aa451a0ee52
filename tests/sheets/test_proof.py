"""Proofs: all pieces on a few pages, read back through PDFium."""

import re

import pypdfium2
import pytest
from helpers.command import listed, refusal, run
from helpers.game_folder import Face
from helpers.picture_files import opened
from helpers.requirements import needs_cairo

from pnp.components.piece import COLORS
from pnp.make.pipeline import write
from pnp.sheets.commands import build_summary
from pnp.sheets.options import SheetOptions
from pnp.sheets.proof import ProofJob

FACE = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"'
ROWS = "id,title,copies\nflood,Flood,2\nrain,Rain,1\nhail,Hail,1\n"
TILES = """[components.tiles]
kind = "cards"
name = "Tiles"
shape = "hexagon"
size = "40mm"
front = { ground = "#00aa00" }
back = { ground = "#0000ff" }
"""


@pytest.fixture
def game(own):
    """A game with two components: cards, and a hexagon with two sides."""
    own.deck(FACE, rows=ROWS)
    with (own.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(TILES)
    return own


def proof(game, **options):
    """Make a proof beside the game's folder."""
    chosen = {"out": game.folder.parent / "out", "formats": ("pdf",), "proof": True} | options
    options = SheetOptions(**chosen)
    return write(ProofJob.of(str(game.folder), options), options.out)


def lines(made, path="proof/river.pdf"):
    document = pypdfium2.PdfDocument(made.folder / path)
    return [page.get_textpage().get_text_range().splitlines() for page in document]


def test_a_proof_shows_each_piece_once_with_its_name_below_that_of_its_component(game):
    made = proof(game)
    assert [file.path for file in made.files] == ["proof/river.pdf"]
    (page,) = lines(made)
    names = [line for line in page if line not in ("Flood", "Rain", "Hail")]
    assert names == [
        "Events",
        "flood \N{MULTIPLICATION SIGN} 2",
        "rain",
        "hail",
        "Tiles",
        "1",
        "River · 1/1",
    ]
    assert listed(made.folder)[0]["kind"] == "proof"
    run("verify", made.folder)


def test_the_report_names_the_proof_to_open(game):
    made = proof(game)
    assert f"start with {made.folder / 'proof' / 'river.pdf'}" in build_summary(made, ())


def test_both_sides_are_shown_and_a_shared_back_once(game):
    face = Face((proof(game).folder / "proof" / "river.pdf").read_bytes())
    front, back = face.seen("#00aa00"), face.seen("#0000ff")
    assert front.right < back.left
    assert front.width == pytest.approx(40, abs=0.6)
    with (game.folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write('[components.events.back]\nground = "#ff0000"\n')
    made = proof(game)
    assert "hail back" in lines(made)[0]
    face = Face((made.folder / "proof" / "river.pdf").read_bytes())
    assert face.seen("#ff0000").width == pytest.approx(63.5 * 46 / 88.9, abs=0.3)


def test_many_pieces_take_several_pages_and_none_is_lost(own):
    rows = "title\n" + "".join(f"Card{n}x\n" for n in range(120))
    pages = lines(proof(own.deck(FACE, rows=rows)))
    said = " ".join(line for page in pages for line in page)
    assert len(pages) == 5
    assert sorted(map(int, re.findall(r"Card(\d+)x", said))) == [*range(120)]
    assert pages[-1][-1] == "River · 5/5"


def test_lines_show_cut_bleed_and_safe_area_on_request(game):
    made = proof(game, proof_lines=True, only=("events",))
    face = Face((made.folder / "proof" / "river-lines.pdf").read_bytes())
    trim = face.seen(COLORS["trim"], 60)
    smaller = 46 / (88.9 + 6)  # by which the bleed makes all else smaller
    assert trim.left == pytest.approx(10 + 3 * smaller, abs=0.2)
    assert trim.bottom - trim.top == pytest.approx(88.9 * smaller, abs=0.4)
    plain = Face((proof(game).folder / "proof" / "river.pdf").read_bytes())
    assert plain.seen(COLORS["trim"], 60) is None


@needs_cairo
def test_pictures_are_made_with_the_resolution_asked_for(game):
    made = proof(game, formats=("png",), dpi=50)
    assert [file.path for file in made.files] == ["proof/river-1.png"]
    assert opened(made.folder / "proof" / "river-1.png").size == (413, 585)
    assert made.notes == ()


def test_a_proof_shows_a_draft_and_what_changed_alone(game, tmp_path):
    manifest = game.made("manifest.json", out=tmp_path / "before")
    game.write("events.csv", ROWS.replace("Rain", "日本"))
    told = run(
        *("build", game.folder, "--proof", "--draft", "--changed-since", manifest),
        *("--out", tmp_path / "out", "--only", "events"),
        status=1,
    )
    assert "events: 1 of 4 changed since" in told.stdout
    (page,) = pypdfium2.PdfDocument(
        tmp_path / "out" / "river" / "proof" / "river-draft-changed-since-manifest.pdf"
    )
    said = page.get_textpage().get_text_range()
    assert "Draft: front.frames" in said
    assert "flood" not in said


def test_options_that_mean_nothing_to_a_proof_are_refused(game):
    assert "add --proof" in refusal("build", game.folder, "--proof-lines")
    assert "write pdf, png or both" in refusal("build", game.folder, "--proof", "--format", "svg")
    assert "leave out --proof or --gang" in refusal("build", game.folder, "--proof", "--gang")
