"""Every fault of a file or an output folder is reported."""

import hashlib
import shutil
from pathlib import Path
from struct import pack
from zlib import compress, crc32

import pikepdf
import pytest
from helpers.document_faults import FAULTS, good_file, planted
from helpers.requirements import needs_cairo
from pikepdf import Array, Dictionary
from verify.conftest import edit_manifest, faults_of, findings

from pnp.archive.check.payload import png_size
from pnp.definitions import find_game
from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions

DECK = "print/deck-36-a4.pdf"
TILES = "print/tiles-a4.pdf"
PAWNS = "print/pawns-a4.pdf"
MAT = "print/turnooi-mat-a4.pdf"


def change(folder: Path, path: str, edit) -> None:
    """Edit a PDF with pikepdf, and write its new checksum to the manifest."""
    with pikepdf.open(folder / path, allow_overwriting_input=True) as pdf:
        edit(pdf)
        pdf.save(folder / path)
    update_checksum(folder, path)


def update_checksum(folder: Path, path: str) -> None:
    edit_manifest(folder, path, sha256=hashlib.sha256((folder / path).read_bytes()).hexdigest())


@pytest.mark.parametrize(
    "path",
    [
        TILES,
        "svg/hexagon/hexagon-front.svg",
        pytest.param("png/hexagon/hexagon-back.png", marks=needs_cairo),
    ],
)
def test_a_changed_byte_is_reported(made, path):
    file = made / path
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    faults = faults_of(made)
    assert set(faults) == {file.name}
    assert "so it was changed" in faults[file.name]["checksum"]


def test_a_missing_page_and_its_pieces_are_reported(made):
    change(made, DECK, lambda pdf: pdf.pages.__delitem__(slice(4, 6)))
    faults = faults_of(made / DECK)["deck-36-a4.pdf"]
    assert faults["pages"] == "4; 6"


def test_a_removed_font_is_reported(made):
    def edit(pdf):
        for item in pdf.objects:
            if isinstance(item, Dictionary) and "/FontFile2" in item:
                del item["/FontFile2"]

    change(made, DECK, edit)
    assert faults_of(made / DECK)["deck-36-a4.pdf"]["fonts"].startswith("not embedded: ")


@pytest.mark.parametrize(
    ("box", "values", "what"),
    [
        ("MediaBox", [0, 0, 612, 792], "paper"),
        ("TrimBox", [-90, 90, 110, 210], "boxes"),
        ("TrimBox", [20, 20, 580, 830], "boxes"),
        ("BleedBox", [100, 100, 200, 200], "boxes"),
        ("CropBox", [100, 100, 900, 300], "boxes"),
    ],
)
def test_a_changed_box_is_reported(made, box, values, what):
    change(made, TILES, lambda pdf: pdf.pages[1].__setattr__(box, Array(values)))
    assert what in faults_of(made / TILES)["tiles-a4.pdf"]


def test_a_turned_page_is_reported(made):
    change(made, TILES, lambda pdf: pdf.pages[1].__setattr__("Rotate", 90))
    assert faults_of(made / TILES)["tiles-a4.pdf"]["turned"] == "page 2; no page turned"


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"pages": 4}, "pages"),
        ({"page_mm": [215.9, 279.4]}, "paper"),
        ({"format": "svg"}, "format"),
        ({"sha256": "0" * 64}, "checksum"),
    ],
)
def test_a_manifest_that_contradicts_its_file_is_reported(made, changes, what):
    edit_manifest(made, TILES, **changes)
    assert what in faults_of(made / TILES)["tiles-a4.pdf"]


def test_invalid_values_of_a_manifest_are_reported(made):
    changes = {
        TILES: {"pieces": "many"},
        DECK: {"pieces": True},
        PAWNS: {"piece_mm": [1]},
        "print/hexagon-a4.pdf": {"piece_mm": [1, float("nan")]},
        MAT: {"poster": [0.5, 1]},
        "print/box-36-a4.pdf": {"scale": 7},
    }
    for path, change_of_it in changes.items():
        edit_manifest(made, path, **change_of_it)
    found = faults_of(made)[""]["manifest"]
    for path, (key,) in changes.items():
        assert f"{path}: {key} has no valid value" in found


def test_a_file_that_no_manifest_lists_and_nothing_else_checks_is_not_called_right(tmp_path):
    (tmp_path / "x.svg").write_bytes(b"<svg/>")
    assert "no manifest lists it" in faults_of(tmp_path / "x.svg")["x.svg"]["file"]


def test_a_rule_sheet_that_is_no_document_for_archives_any_more_is_reported(tmp_path):
    file = tmp_path / "hop.en.pdf"
    file.write_bytes(planted(good_file(), FAULTS["colours have no meaning"]))
    assert findings(file)["claims"] == ("ok", "PDF/A-2a and PDF/UA-1")
    assert findings(file)["PDF/A-2b"][0] == "WRONG"
    file.write_bytes(good_file())
    assert findings(file)["PDF/A-2b"][0] == "ok"


@pytest.mark.parametrize(
    ("fault", "lacking"),
    [
        ("not said to be tagged", "tags"),
        ("no structure", "tags"),
        ("no language", "a language"),
        ("the file's name for a title", "a title that readers show"),
        ("a figure without words", "an alternative text of each figure"),
        ("a link without description", "a description of each link"),
        ("a header cell without scope", "a scope of each header cell"),
        ("tabs in any order", "tabs in the order of the tags"),
    ],
)
def test_a_rule_sheet_that_cannot_be_read_aloud_is_reported(tmp_path, fault, lacking):
    file = tmp_path / "hop.en.pdf"
    file.write_bytes(planted(good_file(), FAULTS[fault]))
    assert findings(file)["structure"] == ("WRONG", f"lacks {lacking}")
    file.write_bytes(good_file())
    assert findings(file)["structure"] == ("ok", "tagged, with 2 figures described")


def test_a_damaged_manifest_is_reported_for_a_single_file(made):
    (made / "manifest.json").write_text("{", encoding="utf-8")
    assert "manifest" in faults_of(made / TILES)["tiles-a4.pdf"]


def test_missing_stray_and_earlier_files_are_reported_but_not_system_files(made):
    (made / DECK).unlink()
    (made / "print/tiles-a4 (copy).pdf").write_bytes(b"")
    (made / ".DS_Store").write_bytes(b"")
    faults = faults_of(made)
    assert faults.pop("deck-36-a4.pdf")["file"].startswith("is missing")
    assert faults == {
        "": {"stray file": "print/tiles-a4 (copy).pdf is not in the manifest; no such file"}
    }
    edit_manifest(made, earlier_files=["print/tiles-a4 (copy).pdf"])
    assert "left from an earlier build" in faults_of(made)[""]["stray file"]


def test_files_of_an_older_definition_or_version_are_reported(tmp_path):
    folder = Path(shutil.copytree(find_game("turno").parent, tmp_path / "turno"))
    options = SheetOptions(out=tmp_path / "out", formats=("svg",), only=("hexagon",))
    build_game(str(folder), options)
    out = tmp_path / "out/turno"
    assert faults_of(out, game=str(folder)) == faults_of(out) == {}
    with (folder / "game.toml").open("a") as definition:
        definition.write("\n# a word more\n")
    assert "build it again" in faults_of(out, game=str(folder))[""]["definition"]
    edit_manifest(out, version="0.0.1")
    assert faults_of(out)[""]["version"].startswith("made by pnp 0.0.1; ")


def test_the_definition_of_an_unknown_game_is_unchecked(made):
    edit_manifest(made, game="whist")
    assert "whist; turno" in faults_of(made)[""]["game"]
    from verify.conftest import verified

    (report,) = verified(made)
    assert ("definition", "not checked") in {(f.what, f.status.value) for f in report.findings}


def test_a_damaged_file_is_reported_without_a_manifest(made, tmp_path):
    whole = (made / DECK).read_bytes()
    lost = tmp_path / "lost.pdf"
    for content, words in [
        (whole[:-200], "is damaged"),
        (b"%PDF-1.7\n% a line more\n" + whole[9:], "is damaged"),
        (b"%PDF-1.7\nnothing", "qpdf cannot read its objects"),
        (b"GIF89a", "is not a PDF"),
        (b"", "is not a PDF"),
    ]:
        lost.write_bytes(content)
        status, found = findings(lost)["file"]
        assert status == "WRONG"
        assert words in found


def test_encrypted_files_are_reported(made, tmp_path):
    locked, open_to_all = (tmp_path / f"{name}.pdf" for name in "ab")
    with pikepdf.open(made / TILES) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="o", user="u"))
        pdf.save(open_to_all, encryption=pikepdf.Encryption(owner="o", user=""))
    assert findings(locked)["file"] == ("WRONG", "is encrypted and cannot be read")
    assert findings(open_to_all)["file"] == ("WRONG", "is encrypted")


def test_a_file_that_is_not_a_manifest_is_reported(tmp_path):
    for content, words in [
        (b"{", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
        (b"[]", "is not a manifest of pnp"),
        (b'{"files": 3}', "is not a manifest of pnp"),
        (b'{"files": [3, {"path": "../x", "sha256": ""}]}', "has no path inside the folder"),
    ]:
        (tmp_path / "manifest.json").write_bytes(content)
        assert words in faults_of(tmp_path)[""]["manifest"]


def test_a_folder_without_a_manifest_is_reported(tmp_path, made):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert (
        "no manifest.json, neither here nor in the folders inside"
        in faults_of(empty)[""]["manifest"]
    )
    (made / "manifest.json").unlink()
    assert "manifest" in faults_of(made)[""]


def test_a_picture_larger_than_pillow_opens_is_verified_within_our_own_limit(monkeypatch):
    """Pillow's ``Image.open`` warns of 90 million pixels, and refuses twice as many."""
    width, height = 14_000, 13_000

    def chunk(name: bytes, content: bytes) -> bytes:
        checksum = crc32(name + content)
        return pack(">I", len(content)) + name + content + pack(">I", checksum)

    header = pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)  # of one bit a pixel
    rows = compress(bytes(height * (1 + width // 8)))
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    monkeypatch.setenv("PNP_LIMITS", "pixels=200000000")
    assert png_size(b"\x89PNG\r\n\x1a\n" + parts) == (width, height)
