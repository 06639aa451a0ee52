"""Sheets as they are made pass the oracle, and each damage to one is seen."""

from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from helpers.games import MANY_SIDED
from oracles.conftest import edit_manifest
from oracles.folder import found, judged, unchecked, wrong
from pikepdf import Array, Name

from pnp.definitions import built_in_games
from pnp.make.printer_profile import PrinterProfile
from pnp.make.selection import read_pieces
from pnp.sheets.job import build_game
from pnp.sheets.layout.crop_marks import MarkSides
from pnp.sheets.layout.scheme import Duplex, Orientation
from pnp.sheets.options import SheetOptions

DECK = "print/deck-36-a4.pdf"
TILES = "print/tiles-a4.pdf"
PAWNS = "print/pawns-a4.pdf"
MAT = "print/turnooi-mat-a4.pdf"
# One of each kind and form: the others are printed on both sides of A4 alone.
SOME = ("tiles", "hexagon", "pawns", "loop-mat", "deck-36", "box-36")


@pytest.mark.parametrize(
    ("paper", "duplex"),
    [*(("a4", duplex) for duplex in Duplex), ("letter", Duplex.SHORT_EDGE), ("a3", Duplex.FOLD)],
)
def test_every_sheet_is_measured_and_right(tmp_path, duplex, paper):
    options = SheetOptions(out=tmp_path, paper=paper, duplex=duplex, formats=("pdf",))
    if duplex is Duplex.LONG_EDGE:
        folders = [build_game(game, options).folder for game in built_in_games()]
    else:
        folders = [build_game("turno", replace(options, only=SOME)).folder]
        folders.append(build_game("tawula", options).folder)
    for folder in folders:
        assert wrong(folder) == {}
        for report in judged(folder):
            in_strips = "loop-mat" in report.path or "star-mat" in report.path
            assert unchecked(report) <= ({"backs", "pieces"} if in_strips else {"backs"})


@pytest.mark.parametrize("duplex", Duplex)
@pytest.mark.parametrize("game", MANY_SIDED)
def test_shared_sheets_of_games_are_right(game, duplex, tmp_path):
    options = SheetOptions(gang=True, duplex=duplex, formats=("pdf",), out=tmp_path)
    if game == "turno":
        options = replace(options, only=SOME)
    assert wrong(build_game(game, options).folder) == {}


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
def test_a_shared_back_off_its_front_is_seen(duplex, tmp_path):
    options = SheetOptions(gang=True, duplex=duplex, formats=("pdf",), out=tmp_path)
    written = build_game("turnio", options)
    entry = next(file for file in written.files if not file.component)
    assert found(written.folder, entry.path)["backs"][1] == "behind their fronts within 0.00 mm"
    change(written.folder, entry.path, on_page(1, b"1 0 0 1 2.8346457 0 cm"))  # 1 mm right
    assert wrong(written.folder)[Path(entry.path).name]["backs"].startswith("1.00 mm off")


@pytest.mark.parametrize(
    ("game", "only", "paper", "fit", "trim"),
    [
        ("tawula", "board", "a5", False, "252.00 x 194.00 mm joined"),
        ("punt-match", "hex-board", "a5", False, "194.00 x 175.66 mm joined"),
        ("turno", "loop-mat", "105x148mm", False, "454.81 x 395.22 mm joined"),
        ("punt-match", "square-board", "a5", True, "131.92 x 131.92 mm"),
    ],
)
def test_boards_are_measured_joined_or_made_smaller(tmp_path, game, only, paper, fit, trim):
    options = SheetOptions(out=tmp_path, paper=paper, formats=("pdf",), only=(only,), fit=fit)
    written = build_game(game, options)
    assert wrong(written.folder) == {}
    assert found(written.folder, written.files[0].path)["trim"] == ("ok", trim)


@pytest.mark.parametrize("sides", ["both", "fronts", "backs"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_folded_sheets_for_a_printer_are_right(tmp_path, sides, orientation):
    options = SheetOptions(
        out=tmp_path,
        duplex=Duplex.FOLD,
        formats=("pdf",),
        only=("deck-36",),
        pieces=read_pieces("1-9"),
        orientation=Orientation(orientation),
        mark_sides=MarkSides(sides),
        printer=PrinterProfile("attic", "a4", dx=1, dy=0.5),
    )
    written = build_game("turno", options)
    assert wrong(written.folder) == {}
    seen = found(written.folder, written.files[0].path)
    assert seen["pieces"][1].startswith("9 (")
    assert (seen["backs"][0] == "ok") == (sides == "both")


def change(folder: Path, path: str, edit) -> None:
    with pikepdf.open(folder / path, allow_overwriting_input=True) as pdf:
        edit(pdf)
        pdf.save(folder / path)


def on_page(number: int, command: bytes):
    return lambda pdf: pdf.pages[number].contents_add(command, prepend=True)


def scaled(factor: float):
    def edit(pdf):
        for page in pdf.pages:
            page.contents_add(f"{factor} 0 0 {factor} 9 12 cm".encode(), prepend=True)

    return edit


def without_text(pdf):
    forms = [form for page in pdf.pages for form in page.Resources.get("/XObject", {}).values()]
    for stream in (*(page.Contents for page in pdf.pages), *forms):
        commands = pikepdf.parse_content_stream(stream)
        kept = [one for one in commands if str(one.operator) not in ("Tj", "TJ")]
        stream.write(pikepdf.unparse_content_stream(kept))


def hint(name, value):
    return lambda pdf: pdf.Root.ViewerPreferences.__setitem__(f"/{name}", value)


def on_turned_pages(pdf):
    pdf.pages[1].Rotate = 90


def lose_boxes(pdf):
    del pdf.pages[0]["/TrimBox"], pdf.pages[1]["/BleedBox"]


def embed_nothing(pdf):
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and "/FontFile2" in item:
            del item["/FontFile2"]


DAMAGES = {
    "scaled to 97 %": (TILES, scaled(0.97), "ruler", "48.50 mm, so it was scaled to 97.0 %"),
    "pieces of 97 %": (TILES, scaled(0.97), "trim", "29.10 x 43.65 mm; 30.00 x 45.00 mm"),
    "outlines of 105 %": (PAWNS, scaled(1.05), "trim", "16.80 x 93.45 mm; 16.00 x 89.00 mm"),
    "a poster a little small": (MAT, scaled(0.999), "trim", ""),
    "one page of six": (DECK, on_page(4, b"0.98 0 0 0.98 0 0 cm"), "ruler", "49.00 mm"),
    "a page lost": (DECK, lambda pdf: pdf.pages.__delitem__(slice(4, 6)), "pieces", "32 (16 + 16)"),
    "a back 0.5 mm aside": (TILES, on_page(1, b"1 0 0 1 1.5 0 cm"), "backs", "0.53 mm off"),
    "a back 0.1 mm aside": (TILES, on_page(1, b"1 0 0 1 0.3 0 cm"), "backs", "0.11 mm off"),
    "no fonts": (DECK, embed_nothing, "fonts", "SourceSerifPro"),
    "no boxes": (TILES, lose_boxes, "TrimBox", "none on page 1"),
    "a box aside": (
        TILES,
        lambda pdf: pdf.pages[0].__setattr__("TrimBox", Array([60, 50, 580, 780])),
        "TrimBox",
        "page 1: ",
    ),
    "a page turned": (TILES, on_turned_pages, "turned", "page 2"),
    "fitted to the page": (TILES, hint("PrintScaling", Name.AppDefault), "/PrintScaling", ""),
    "turned over wrongly": (TILES, hint("Duplex", Name.DuplexFlipShortEdge), "/Duplex", ""),
    "no labels": (TILES, without_text, "text", "none on page 1, 2"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_is_seen(made, damage):
    path, edit, what, words = DAMAGES[damage]
    change(made, path, edit)
    assert wrong(made)[Path(path).name][what].startswith(words)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"pieces": 35}, "pieces"),
        ({"piece_mm": [31, 45]}, "trim"),
        ({"duplex": "short-edge"}, "/Duplex"),
        ({"scale": 0.69}, "scale"),
        ({"poster": [3, 1]}, "pieces"),
    ],
)
def test_what_a_manifest_says_otherwise_is_seen(made, changes, what):
    edit_manifest(made, TILES, **changes)
    assert what in wrong(made)["tiles-a4.pdf"]


def test_a_face_of_another_size_is_seen(made):
    file = made / "svg/hexagon/hexagon-front.svg"
    file.write_text(file.read_text().replace('width="51.9615mm"', 'width="51.95mm"'))
    assert "size" in wrong(made)["hexagon-front.svg"]
