"""Every fault of a sheet, a picture or an output folder is reported."""

import hashlib
import json
import shutil
from pathlib import Path
from struct import pack
from zlib import compress, crc32

import pikepdf
import pytest
from helpers.requirements import needs_cairo
from pikepdf import Array, Dictionary, Name
from verify.conftest import edit_manifest, faults_of, findings

from pnp.definitions import find_game
from pnp.jobs.build import build_game
from pnp.jobs.sheet_options import SheetOptions
from pnp.verify.pictures import png_size

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


def scaled(factor: float):
    def edit(pdf):
        for page in pdf.pages:
            page.contents_add(f"{factor} 0 0 {factor} 9 12 cm".encode(), prepend=True)

    return edit


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


def test_a_scaled_page_is_reported_though_its_boxes_look_right(made):
    change(made, TILES, scaled(0.97))
    faults = faults_of(made / TILES)["tiles-a4.pdf"]
    assert faults["ruler"] == "48.50 mm, so it was scaled to 97.0 %; 50.00 mm"
    assert faults["trim"] == "29.10 x 43.65 mm; 30.00 x 45.00 mm"
    assert "checksum" not in faults


def test_pieces_smaller_than_their_places_leave_the_trim_box_unchecked(made):
    change(made, TILES, lambda pdf: pdf.pages[0].__setattr__("TrimBox", Array([36, 32, 560, 810])))
    assert faults_of(made) == {}
    assert findings(made / TILES)["TrimBox"] == (
        "not checked",
        "larger than the crop marks show on page 1",
    )


def test_scaled_pieces_without_marks_are_reported_by_their_outlines(made):
    change(made, PAWNS, scaled(1.05))
    faults = faults_of(made / PAWNS)["pawns-a4.pdf"]
    assert faults["trim"] == "16.80 x 93.45 mm; 16.00 x 89.00 mm"
    assert faults["ruler"].startswith("52.50 mm")


def test_a_scaled_poster_is_reported(made):
    change(made, MAT, scaled(0.99))
    faults = faults_of(made / MAT)["turnooi-mat-a4.pdf"]
    assert faults["ruler"].startswith("49.50 mm")
    assert "trim" in faults


def test_a_poster_that_is_slightly_too_small_is_reported(made):
    change(made, MAT, scaled(0.999))
    assert "trim" in faults_of(made / MAT)["turnooi-mat-a4.pdf"]


def test_a_single_scaled_page_is_reported(made):
    def edit(pdf):
        pdf.pages[4].contents_add(b"0.98 0 0 0.98 0 0 cm", prepend=True)

    change(made, DECK, edit)
    assert faults_of(made / DECK)["deck-36-a4.pdf"]["ruler"].startswith("49.00 mm")


def test_a_page_embedded_in_another_at_97_percent_is_reported(made, tmp_path):
    def edit(pdf):
        whole = pikepdf.open(made / TILES)
        for index, page in enumerate(whole.pages):
            del page["/TrimBox"]
            form = pdf.copy_foreign(page.as_form_xobject())
            new = pdf.pages[index]
            new.Resources = Dictionary(XObject=Dictionary(Fx=form))
            new.Contents = pdf.make_stream(b"q 0.97 0 0 0.97 9 12 cm /Fx Do Q")

    change(made, TILES, edit)
    faults = faults_of(made / TILES)["tiles-a4.pdf"]
    assert faults["ruler"].startswith("48.50 mm")
    assert faults["trim"] == "29.10 x 43.65 mm; 30.00 x 45.00 mm"


def test_a_missing_page_and_its_pieces_are_reported(made):
    change(made, DECK, lambda pdf: pdf.pages.__delitem__(slice(4, 6)))
    faults = faults_of(made / DECK)["deck-36-a4.pdf"]
    assert faults["pages"] == "4; 6"
    assert faults["pieces"] == "32 (16 + 16); 36"


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
        ("TrimBox", [50, 38, 560, 804], "TrimBox"),
        ("TrimBox", [20, 20, 580, 830], "boxes"),
        ("BleedBox", [100, 100, 200, 200], "boxes"),
        ("CropBox", [100, 100, 300, 300], "CropBox"),
    ],
)
def test_a_changed_box_is_reported(made, box, values, what):
    change(made, TILES, lambda pdf: pdf.pages[1].__setattr__(box, Array(values)))
    assert what in faults_of(made / TILES)["tiles-a4.pdf"]


def test_removed_boxes_are_reported(made):
    def edit(pdf):
        for page in pdf.pages:
            del page["/TrimBox"], page["/BleedBox"]

    change(made, TILES, edit)
    faults = faults_of(made / TILES)["tiles-a4.pdf"]
    assert faults["TrimBox"] == "none on page 1, 2; one on every page"
    assert "BleedBox" in faults


def test_a_turned_page_is_reported(made):
    change(made, TILES, lambda pdf: pdf.pages[1].__setattr__("Rotate", 90))
    assert faults_of(made / TILES)["tiles-a4.pdf"]["turned"] == "page 2; no page turned"


@pytest.mark.parametrize(
    ("hint", "value", "what", "words"),
    [
        ("PrintScaling", Name.AppDefault, "/PrintScaling", "AppDefault; None"),
        ("Duplex", Name.DuplexFlipShortEdge, "/Duplex", "DuplexFlipShortEdge; DuplexFlipLongEdge"),
        ("PickTrayByPDFSize", False, "/PickTrayByPDFSize", "false; true"),
    ],
)
def test_a_changed_print_hint_is_reported(made, hint, value, what, words):
    change(made, TILES, lambda pdf: pdf.Root.ViewerPreferences.__setitem__(f"/{hint}", value))
    assert faults_of(made / TILES)["tiles-a4.pdf"] == {what: words}


def test_removed_hints_labels_and_titles_are_reported(made):
    def edit(pdf):
        del pdf.Root["/ViewerPreferences"], pdf.Root["/PageLabels"], pdf.docinfo["/Title"]

    change(made, TILES, edit)
    assert set(faults_of(made / TILES)["tiles-a4.pdf"]) == {
        "/PrintScaling",
        "/Duplex",
        "/PickTrayByPDFSize",
        "page labels",
        "title",
    }


def test_a_moved_back_is_reported(made):
    def edit(pdf):
        pdf.pages[1].contents_add(b"1 0 0 1 1.5 0 cm", prepend=True)

    change(made, TILES, edit)
    assert faults_of(made / TILES)["tiles-a4.pdf"]["backs"] == "0.53 mm off their fronts; 0.00 mm"


def test_a_back_moved_by_a_tenth_of_a_millimetre_is_reported(made):
    change(made, TILES, lambda p: p.pages[1].contents_add(b"1 0 0 1 0.3 0 cm", prepend=True))
    assert faults_of(made / TILES)["tiles-a4.pdf"]["backs"] == "0.11 mm off their fronts; 0.00 mm"


def test_removed_text_is_reported(made):
    def edit(pdf):
        for page in pdf.pages:
            commands = pikepdf.parse_content_stream(page)
            kept = [c for c in commands if str(c.operator) not in ("Tj", "TJ")]
            page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(kept))
        for form in pdf.pages[0].Resources.XObject.values():
            kept = [
                c for c in pikepdf.parse_content_stream(form) if str(c.operator) not in ("Tj", "TJ")
            ]
            form.write(pikepdf.unparse_content_stream(kept))

    change(made, TILES, edit)
    assert (
        faults_of(made / TILES)["tiles-a4.pdf"]["text"]
        == "none on page 1, 2; a label on every page"
    )


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"pieces": 35}, "pieces"),
        ({"piece_mm": [31, 45]}, "trim"),
        ({"pages": 4}, "pages"),
        ({"page_mm": [215.9, 279.4]}, "paper"),
        ({"duplex": "short-edge"}, "/Duplex"),
        ({"scale": 0.69}, "scale"),
        ({"poster": [3, 1]}, "pieces"),
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


@pytest.mark.parametrize(
    "errors", [{"dx": float("nan")}, {"scale_x": True}, {"angle": 10**400}], ids=str
)
def test_a_printer_profile_with_invalid_errors_is_reported(made, errors):
    edit_manifest(made, TILES, printer={"name": "attic"} | errors)
    assert faults_of(made / TILES)["tiles-a4.pdf"]["printer"].startswith(
        "its profile in the manifest"
    )


@needs_cairo
@pytest.mark.parametrize("dpi", [float("nan"), 10**400, True])
def test_an_invalid_resolution_is_reported(made, dpi):
    edit_manifest(made, "png/hexagon/hexagon-front.png", dpi=dpi)
    assert "resolution" in faults_of(made / "png/hexagon/hexagon-front.png")["hexagon-front.png"]


def test_a_face_that_is_a_hundredth_of_a_millimetre_too_narrow_is_reported(made):
    file = made / "svg/hexagon/hexagon-front.svg"
    file.write_text(file.read_text().replace('width="51.9615mm"', 'width="51.95mm"'))
    assert "size" in faults_of(file)["hexagon-front.svg"]


def test_a_damaged_manifest_is_reported_for_a_single_file(made):
    (made / "manifest.json").write_text("{", encoding="utf-8")
    assert "manifest" in faults_of(made / TILES)["tiles-a4.pdf"]


@needs_cairo
def test_pictures_of_another_size_or_without_a_resolution_are_reported(made):
    from PIL import Image

    svg, png = "svg/hexagon/hexagon-front.svg", "png/hexagon/hexagon-front.png"
    file = made / svg
    file.write_text(file.read_text().replace('width="51.9615mm"', 'width="50.4mm"'))
    with Image.open(made / png) as image:
        image.resize((300, 350)).save(made / png, dpi=(300, 300))
    with Image.open(made / "png/hexagon/hexagon-back.png") as image:
        image.save(made / "png/hexagon/hexagon-back.png")
    faults = faults_of(made)
    assert faults["hexagon-front.svg"]["size"] == "50.40 x 60.00 mm; 51.96 x 60.00 mm"
    assert "viewBox" in faults["hexagon-front.svg"]
    assert faults["hexagon-front.png"]["size"] == "300 x 350 px at 300 dpi; 614 x 709 px"
    assert faults["hexagon-back.png"]["resolution"].startswith("none")


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
    start = whole.index(b"stream\n") + 60
    spoiled = whole[:start] + bytes([whole[start] ^ 255]) + whole[start + 1 :]
    for content, words in [
        (spoiled, "a part of it cannot be unpacked"),
        (whole[:-200], "is damaged"),
        (whole[:-5], "its end is missing"),
        (b"%PDF-1.7\n% a line more\n" + whole[9:], "its table of objects is not where it says"),
        (b"%PDF-1.7\nnothing", "PDFium cannot read it"),
        (b"GIF89a", "is not a PDF"),
        (b"", "is not a PDF"),
    ]:
        lost.write_bytes(content)
        status, found = findings(lost)["file"]
        assert status == "WRONG"
        assert words in found


def test_encrypted_files_and_files_of_other_programs_are_reported(made, tmp_path):
    locked, open_to_all, foreign = (tmp_path / f"{name}.pdf" for name in "abc")
    with pikepdf.open(made / TILES) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="o", user="u"))
        pdf.save(open_to_all, encryption=pikepdf.Encryption(owner="o", user=""))
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(foreign)
    assert findings(locked)["file"] == ("WRONG", "is encrypted and cannot be read")
    assert findings(open_to_all)["file"] == ("WRONG", "is encrypted")
    assert findings(foreign)["file"] == ("WRONG", "has no ruler and does not name pnp")


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


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.svg", b"<svg", "is not XML"),
        ("x.svg", b"<html/>", "is XML with the root html"),
        ("x.svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="5"/>', "5 x None"),
        ("x.png", b"no", "is not a PNG picture"),
        ("x.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "PNG"),
        ("x.txt", b"no", "is not a kind of file that pnp makes"),
    ],
)
def test_a_file_with_the_wrong_suffix_is_reported(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    (faults,) = faults_of(tmp_path / name).values()
    assert any(words in fault for fault in faults.values())


@needs_cairo
def test_a_truncated_picture_is_reported(made):
    file = made / "png/hexagon/hexagon-front.png"
    file.write_bytes(file.read_bytes()[:-400])
    update_checksum(made, "png/hexagon/hexagon-front.png")
    assert faults_of(made / "png/hexagon/hexagon-front.png")["hexagon-front.png"][
        "file"
    ].startswith("is damaged")


def test_a_title_that_does_not_match_the_manifest_is_reported(made):
    edit_manifest(made, name="TURNIO")
    assert faults_of(made / TILES)["tiles-a4.pdf"]["title"].endswith("begins with TURNIO")
    assert json.loads((made / "manifest.json").read_text())["name"] == "TURNIO"


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
