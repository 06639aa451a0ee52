"""The sheet of steps, as people read it beside the machine."""

import json
import re
import tomllib
from math import fsum
from string import Formatter

import pypdfium2
import pytest
from helpers.command import run

from pnp.base.files import templates
from pnp.laser.presets import load_material
from pnp.laser.words import added_up

LANGUAGES = ("en", "de", "nl", "fr")
TABLES = {
    lang: tomllib.loads((templates() / f"laser/steps/{lang}.toml").read_text("utf-8"))
    for lang in LANGUAGES
}
TILES = ("laser", "turno", "--component", "tiles", "--format", "svg")
HEXAGON = ("laser", "turno", "--component", "hexagon", "--format", "svg")
SPEEDS = ("--speed", "cut=10,score=40,engrave=300,travel=300")


def pages(folder, stem):
    return pypdfium2.PdfDocument(folder / f"turno/laser/{stem}-steps.pdf")


def read(folder, stem):
    """Return what a sheet says, in one line."""
    text = " ".join(page.get_textpage().get_text_range() for page in pages(folder, stem))
    return " ".join(text.replace("\ufffe", "").split())


def order_of(said, *sentences):
    """Return the places of sentences, each of which must be there after the one before."""
    at = 0
    for sentence in sentences:
        assert sentence in said[at:], f"{sentence!r} is not in {said[at:]!r}"
        at = said.index(sentence, at) + len(sentence)


@pytest.fixture(scope="module")
def jig(tmp_path_factory):
    out = tmp_path_factory.mktemp("jig")
    run(*TILES, "--sides", "jig", "--bed", "300x200", *SPEEDS, "--out", out, "-q")
    return out


@pytest.fixture(scope="module")
def flip(tmp_path_factory):
    out = tmp_path_factory.mktemp("flip")
    run(*TILES, "--sides", "flip", "--bed", "300x150", "--out", out, "-q")
    return out


def test_every_round_of_a_jig_says_which_parts_to_lay_in(jig):
    said = read(jig, "tiles-lightburn")
    order_of(
        said,
        "Take the parts out, and tell them apart by their fronts",
        "Lay the scrap in the machine and tape it down.",
        "Open tiles-lightburn-jig.svg.",
        "Take the waste out of the pockets, and leave the jig where it is.",
        "Lay 18 parts into the pockets, backs up, their tops towards the arrow",
        "in the picture of the jig: 1-1, 1-2, 1-3, 1-4, 1-5, 1-6, 2-1,",
        "3-5, 3-6.",
        "Open tiles-lightburn-backs-1.svg.",
        "Take out the parts that are done.",
        "Lay 18 parts into the pockets, backs up",
        "4-1, 4-2,",
        "6-5, 6-6.",
        "Open tiles-lightburn-backs-2.svg.",
    )


def test_pockets_of_a_jig_are_numbered_in_its_picture(jig):
    assert {str(n) for n in range(1, 19)} <= set(read(jig, "tiles-lightburn").split())


def test_a_flipped_sheet_is_turned_onto_pins_before_its_backs_are_burnt(flip):
    order_of(
        read(flip, "tiles-lightburn"),
        "Two strips of scrap",
        "Lay the strips where the left and the right edge of the sheet will be",
        "Open tiles-lightburn-pins.svg.",
        "Try a pin in each hole.",
        "Lay the sheet on the strips so that its corners cover the scored marks",
        "Open tiles-lightburn-1-fronts.svg.",
        "Turn the sheet over sideways, like a page, lay it onto the pins",
        "Open tiles-lightburn-1-backs.svg.",
        "Take the pins out of the strips. Lay the next sheet on the strips",
        "Open tiles-lightburn-2-fronts.svg.",
        "lay it onto the pins",
        "Open tiles-lightburn-2-backs.svg.",
    )


TRIED = "Before you lift the first part, try one with a fingertip: if it hangs, burn the cuts once"


def test_a_part_is_tried_before_the_first_is_lifted(jig, flip):
    said = read(jig, "tiles-lightburn")
    order_of(said, "Open tiles-lightburn-fronts.svg.", TRIED, "Take the parts out", "Lay the scrap")
    assert said.count(TRIED) == 1
    said = read(flip, "tiles-lightburn")
    order_of(said, "Open tiles-lightburn-1-backs.svg.", TRIED, "Lay the next sheet", TRIED)
    assert said.count(TRIED) == 2


@pytest.mark.parametrize("more", [("--tabs", "4x0.3mm"), ("--client", "ponoko")])
def test_no_part_is_tried_that_hangs_on_bridges_or_comes_from_a_shop(tmp_path, more):
    run(*HEXAGON, *more, "--out", tmp_path, "-q")
    (sheet,) = (tmp_path / "turno/laser").glob("*-steps.pdf")
    assert "fingertip" not in read(tmp_path, sheet.stem.removesuffix("-steps"))


def test_a_file_for_one_kind_of_work_is_opened_for_it(tmp_path):
    run(*TILES, "--client", "lasergrbl", "--sides", "fronts", "--out", tmp_path, "-q")
    order_of(
        read(tmp_path, "tiles-lasergrbl"),
        "Open tiles-lasergrbl-1-engrave.svg: engrave the areas.",
        "-cut.svg",
    )


def test_the_sheet_has_the_figures_of_the_manifest(jig):
    said = read(jig, "tiles-lightburn")
    listed = json.loads((jig / "turno/manifest.json").read_text("utf-8"))["files"]
    for one in (file["laser"] for file in listed if file["format"] == "svg"):
        cut = [f"{one['cut_mm'] / 1000 + part:.2f} m" for part in (-0.01, 0, 0.01)]
        assert not one["cut_mm"] or any(length in said for length in cut)
        minutes = round(one["seconds"] / 60)
        assert any(f"{minutes + part} min" in said for part in (-1, 0, 1))
    (whole,) = (file["laser"] for file in listed if file["format"] == "pdf")
    assert f"Altogether {whole['cut_mm'] / 1000:.2f} m" in said
    assert (
        "A flat sheet of material, at least 300 \N{MULTIPLICATION SIGN} 200 mm: Plywood of 3 mm"
        in said
    )
    assert re.search(r"Scrap for the jig, at least [0-9.]+ . [0-9.]+ mm and about", said)


TOGETHER = {  # words of each pass, which stand in one column
    (): [
        ("1. Holes", "Lay the strips", "Figure 1"),
        ("2. Fronts", "corners cover", "Figure 2"),
        ("3. Backs", "Both holes are", "nearer to the top", "Figure 3"),
    ],
    ("--lang", "de"): [("1. Löcher", "Abbildung 1"), ("2. Vorder", "Abbildung 2")],
}


def found_in(file, words):
    """Return the page and the column in which words begin."""
    for number, page in enumerate(pypdfium2.PdfDocument(file)):
        text = page.get_textpage()
        if found := text.search(words).get_next():
            return number, text.get_charbox(found[0])[0] > page.get_width() / 2 - 20
    raise AssertionError(words)


@pytest.mark.parametrize("more", TOGETHER)
def test_a_pass_stays_in_one_column_with_its_picture(tmp_path, more):
    run("laser", "turnio", "--component", "chips", "--sides", "flip", *more, "--out", tmp_path)
    (sheet,) = tmp_path.glob("turnio/laser/*-steps.pdf")
    for together in TOGETHER[more]:
        assert len({found_in(sheet, words) for words in together}) == 1, together


def test_without_speeds_the_sheet_has_no_times(flip):
    said = read(flip, "tiles-lightburn")
    assert " min" not in said
    assert "2 flat sheets of material, at least 300 \N{MULTIPLICATION SIGN} 150 mm each" in said


def test_the_sheet_says_how_to_keep_wood_and_workshop_safe(flip):
    said = read(flip, "tiles-lightburn")
    magnets = "magnets or clamps where the picture of the bed is empty"
    for word in ("paper tape", magnets, "Focus on", "Switch on air", "Stay with the machine"):
        assert word in said


@pytest.mark.parametrize(("material", "words"), [("acrylic-3", "film melts"), ("card-1", "bare")])
def test_smoke_is_kept_off_in_the_way_of_the_material(tmp_path, material, words):
    run(*HEXAGON, "--material", material, "--out", tmp_path, "-q")
    said = read(tmp_path, "hexagon-lightburn")
    assert words in said
    assert "Cover both faces" not in said


def test_the_sheet_is_printed_on_the_paper_that_is_asked_for(tmp_path):
    run(*HEXAGON, "--paper", "letter", "--out", tmp_path, "-q")
    made = pages(tmp_path, "hexagon-lightburn")
    assert made.get_page_size(0) == pytest.approx((612, 792), abs=0.1)
    assert len(made) <= 2


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Tiles: 6 different backs are missing, because only one side is burnt."),
        ("de", "Plättchen: 6 verschiedene Rückseiten fehlen, denn gebrannt wird nur eine Seite."),
        ("nl", "6 verschillende achterkanten ontbreken, want er wordt maar één kant gebrand."),
        ("fr", "6 versos différents manquent, car une seule face est brûlée."),
    ],
)
def test_backs_that_a_shop_does_not_burn_are_missed(tmp_path, lang, words):
    result = run(*TILES, "--client", "ponoko", "--lang", lang, "--out", tmp_path, "--json")
    stem = "tiles-ponoko" if lang == "en" else f"tiles-{lang}-ponoko"
    assert words in read(tmp_path, stem)
    missing = [{"component": "tiles", "what": "backs", "faces": 6}]
    (game,) = json.loads(result.stdout)["games"]
    assert game["layouts"]["tiles"]["left_out"] == missing
    assert "tiles: Ponoko burn one side, so 6 different backs are left out" in game["notes"]


def test_nothing_is_missed_where_one_side_is_asked_for(tmp_path):
    result = run(*TILES, "--client", "ponoko", "--sides", "fronts", "--out", tmp_path, "--json")
    (game,) = json.loads(result.stdout)["games"]
    assert game["layouts"]["tiles"]["left_out"] == []
    assert not [note for note in game["notes"] if "left out" in note]


def test_parts_of_one_side_stay_while_others_are_turned(tmp_path):
    given = ("laser", "turno/loop", "--component", "tiles", "--component", "die")
    run(*given, "--format", "svg", "--out", tmp_path, "-q")
    order_of(
        read(tmp_path, "loop-lightburn"),
        "loop-lightburn-fronts: 42 parts",
        "Lift each part, turn it over sideways",
        "Parts that are burnt on one side only stay as they are.",
        "loop-lightburn-backs: 36 parts",
    )


def test_a_picture_shows_the_fronts_that_lie_face_down_in_a_jig(jig):
    said = read(jig, "tiles-lightburn")
    assert said.count("Each pocket shows the front of the part that lies in it face down.") == 2


def test_pieces_are_named_in_the_language_of_the_sheet(tmp_path):
    given = ("laser", "compositie", "--component", "pieces", "--sides", "jig", "--format", "svg")
    run(*given, "--lang", "de", "--out", tmp_path, "-q")
    document = pypdfium2.PdfDocument(tmp_path / "compositie/laser/pieces-de-lightburn-steps.pdf")
    said = " ".join(page.get_textpage().get_text_range() for page in document)
    assert "rot 1 bis rot 9, grün 1 bis grün 9" in " ".join(said.split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_language_says_everything_with_the_same_values(lang):
    def fields(table):
        return {
            (topic, key): {name for _, name, _, _ in Formatter().parse(text) if name}
            for topic, words in table.items()
            for key, text in words.items()
        }

    assert fields(TABLES[lang]) == fields(TABLES["en"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_built_in_materials_have_a_name_in_each_language(lang):
    ids = [file.stem for file in (templates() / "laser/materials").glob("*.toml")]
    assert {load_material(one).name for one in ids} == set(TABLES[lang]["materials"])


def test_a_language_without_words_is_reported(tmp_path):
    folder = tmp_path / "dots"
    folder.mkdir()
    (folder / "game.toml").write_text(
        'name = "Puntos"\nsummary = "Puntos."\nlanguage = "es"\n\n'
        '[components.fichas]\nkind = "counters"\nname = "Fichas"\ndiameter = "20mm"\n'
        'series = [{ id = "roja", color = "#aa2222", text = "5", copies = 2 }]\n',
        encoding="utf-8",
    )
    result = run("laser", folder, "--format", "svg", "--out", tmp_path / "out")
    assert "steps at a laser are in English" in result.stdout


@pytest.mark.parametrize(
    ("client", "more", "told"),
    [
        ("xtool", (), "Put the colours into the order of the table above before you start"),
        ("xtool", (), "Engraved areas are filled only in .svg"),
        ("ponoko", (), "Engraved areas are only in .svg"),
        ("meerk40t", ("--format", "dxf"), "or take an .svg file."),
        ("trotec", (), "Switch off geometry optimization in Trotec"),
        ("ponoko", ("--format", "dxf"), "Engraved areas are in none of these files."),
        ("lasergrbl", (), "From these files LaserGRBL burns only the outlines of engraved areas."),
        ("lasergrbl", (), "All files count from the lower left corner of the sheet"),
        (
            "lasergrbl",
            (*SPEEDS, "--power", "cut=90,score=15,engrave=30"),
            "Full power is S1000: $30 of the machine must be 1000, and $32 must be 1.",
        ),
    ],
)
def test_the_sheet_says_what_a_program_needs_of_a_person(tmp_path, client, more, told):
    wanted = ("--component", "hexagon", "--sides", "fronts")
    run("laser", "turno", *wanted, "--client", client, *more, "--out", tmp_path, "-q")
    assert told in read(tmp_path, f"hexagon-{client}")


@pytest.mark.parametrize(
    ("client", "order"),
    [
        ("k40-whisperer", ("Measure the sheet: the joints are made for 2.9 mm", "Open die-")),
        ("ponoko", ("The joints are made for a sheet of 2.9 mm. Ask how thick", "Send die-")),
    ],
)
def test_what_is_joined_is_measured_before_it_is_burnt(tmp_path, client, order):
    for wanted in ("die", "hexagon"):
        asked = ("--component", wanted, "--thickness", "2.9", "--client", client)
        run("laser", "turno", *asked, "--out", tmp_path, "-q")
    order_of(read(tmp_path, f"die-{client}"), *order)
    assert "joints" not in read(tmp_path, f"hexagon-{client}")


SHAPES = """
name = "Shapes"
summary = "Long and short."

[components.long]
kind = "counters"
name = "Long"
diameter = "60mm"
series = [
    { id = "one", color = "#aa2222", text = "1", copies = 1 },
    { id = "two", color = "#22aa22", text = "2", copies = 1 },
    { id = "three", color = "#2222aa", text = "3", copies = 1 },
]

[components.short]
kind = "counters"
name = "Short"
diameter = "20mm"
series = [
    { id = "a", color = "#aa2222", text = "A", copies = 1 },
    { id = "b", color = "#22aa22", text = "B", copies = 1 },
]
"""


def test_a_pocket_that_stays_empty_is_skipped_by_number(tmp_path):
    folder = tmp_path / "shapes"
    folder.mkdir()
    (folder / "game.toml").write_text(SHAPES, encoding="utf-8")
    given = ("--gang", "--sides", "jig", "--bed", "160x110", "--format", "svg", "--gap", "1mm")
    run("laser", folder, *given, "--out", tmp_path / "out", "-q")
    document = pypdfium2.PdfDocument(tmp_path / "out/shapes/laser/shapes-lightburn-steps.pdf")
    said = " ".join(" ".join(p.get_textpage().get_text_range() for p in document).split())
    order_of(said, "Lay 3 parts", "the jig: one, two, a.", "Lay 2 parts", "the jig: three, 3: b.")


def test_figures_are_rounded_so_that_they_add_up():
    seconds = (545, 317, 872, 243, 915, 404)  # an evening: rounded up, they would be 59 minutes
    assert added_up([one / 60 for one in seconds], 0) == [9, 5, 15, 4, 15, 7, 55]
    assert added_up([0.018, 0.018, 2.785], 2) == [0.02, 0.02, 2.78, 2.82]
    assert added_up([0.4, 0.4, 0.4], 0) == [1, 0, 0, 1]
    assert added_up([], 2) == [0]
    for digits in range(3):
        values = [(7.31 * number) % 20 for number in range(30)]
        *rows, total = added_up(values, digits)
        assert fsum(rows) == pytest.approx(total)
        assert total == pytest.approx(fsum(values), abs=0.51 / 10**digits)
        assert all(abs(a - b) < 1 / 10**digits for a, b in zip(rows, values, strict=True))
