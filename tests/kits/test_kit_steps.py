"""How pieces are made: the steps that follow from a kit, drawn and in four languages."""

import tomllib

import pypdfium2
import pytest
from helpers.command import run

from pnp.base.files import templates
from pnp.components.registry import step_words
from pnp.kits.front import tally_cells, tool_cells
from pnp.kits.job import KitJob
from pnp.kits.options import CutTool, KitOptions
from pnp.kits.pictures import made_drawing
from pnp.kits.steps import StepWriter
from pnp.kits.words import kit_words
from pnp.make.options import read_options

LANGUAGES = ("en", "de", "nl", "fr")


def test_every_step_and_icon_is_drawn_for_an_outline_or_in_a_file_and_no_file_is_left_over():
    words, of_outlines = kit_words("en"), {"outline-apart", "outline-around", "net-cut"}
    steps = {f"{name}-{key}" for name, keys in words.steps.items() for key in keys} - of_outlines
    icons = {f"icon-{name}" for name in (*words.counts, *words.tools)}
    files = {file.stem for file in (templates() / "kits" / "drawings").iterdir()}
    assert steps - files == {"strips-cut"}  # the one of edges
    assert files - steps - icons == {"trimmer-edges"}
    for name in files:
        assert made_drawing(name).size == ((15, 11) if name in icons else (40, 25))


def job(name, **written):
    return KitJob.of(name, read_options(KitOptions, written))


def sections(name, cut=CutTool.SCISSORS, **written):
    kit = job(name, **written)
    words = kit_words("en")
    writer = StepWriter(kit.loaded.game, kit.sheets, cut, words, kit._own_steps)
    return {one.names: one.steps for one in writer.sections()}


def test_all_languages_have_the_same_words():
    def keys(table):
        return {k: keys(v) if isinstance(v, dict) else None for k, v in table.items()}

    tables = [
        keys(tomllib.loads((templates() / "kits" / f"{lang}.toml").read_text("utf-8")))
        for lang in LANGUAGES
    ]
    assert all(table == tables[0] for table in tables)


def test_pieces_that_are_made_alike_share_their_steps():
    found = sections("turnio/x-variant")
    assert list(found) == [("Board",), ("Chips", "X chips")]
    assert [len(steps) for steps in found.values()] == [1, 2]


def texts(steps):
    return [step.text.split()[0].strip(",") for step in steps]


def test_pieces_with_glued_backs_have_one_list_of_steps_from_the_fold_to_the_last_cut():
    found = sections("turno/turnooi", duplex="fold")
    assert list(found) == [("Tiles",)]
    assert texts(found["Tiles",]) == ["Score", "Fold", "Open", "Let", "Make", "Then"]


def test_a_sheet_that_other_pieces_share_is_cut_apart_before_it_is_folded():
    found = sections("turno/loop", duplex="fold")
    assert list(found) == [("Tiles", "Hexagon"), ("Pawns",), ("Die",)]
    steps = found["Tiles", "Hexagon"]
    assert texts(steps)[:2] == ["Cut", "Score"]
    assert texts(steps)[5:] == ["Tiles:", "Tiles:", "Hexagon:"]


def test_nothing_is_paired_where_the_printer_prints_both_sides():
    assert next(iter(sections("turno/loop"))) == ("Tiles",)


def test_a_board_on_several_pages_is_joined_where_crosses_meet():
    steps = sections("tawula", paper="a5")["Board",]
    assert len(steps) == 4
    assert "crosses meet" in steps[2].text


def test_a_mat_in_strips_is_joined_edge_to_edge():
    steps = sections("turno/loop", aids="mat")["Mat for the track",]
    assert "edge to edge" in steps[1].text


@pytest.mark.parametrize(
    ("cut", "expected"),
    [("scissors", "Make the long cuts first"), ("trimmer", "Lay the blade"), ("cutter", "machine")],
)
def test_the_tool_decides_how_straight_pieces_are_cut(cut, expected):
    assert expected in next(iter(sections("turno/loop", CutTool(cut)).values()))[0].text


@pytest.mark.parametrize(
    ("name", "written", "tools"),
    [
        ("turnio/basic", {}, ["scissors", "ruler"]),
        ("turnio/basic", {"cut": "trimmer"}, ["paper trimmer", "ruler"]),
        (
            "turno/loop",
            {"aids": "mat"},
            [
                *("scissors", "ruler", "an empty ballpoint pen, to score", "glue stick"),
                "adhesive tape",
            ],
        ),
        ("compositie/plan-a-head", {"cut": "trimmer"}, ["paper trimmer", "scissors", "ruler"]),
        (
            "turnio/basic",
            {"duplex": "fold"},
            [
                *("scissors", "ruler", "an empty ballpoint pen, to score", "glue stick"),
                "heavy books, to press",
            ],
        ),
        (
            "turno/loop",
            {},
            ["scissors", "ruler", "an empty ballpoint pen, to score", "glue stick"],
        ),
    ],
)
def test_tools_follow_from_the_pieces_and_from_how_they_are_cut(name, written, tools):
    kit = job(name, **written)
    cut = CutTool(written.get("cut", "scissors"))
    cells = tool_cells(kit.sheets, cut, kit_words("en"))
    assert [cell.runs[0].text for cell in cells] == tools


def test_the_sums_leave_out_folds_where_there_are_none():
    kit = job("turnio/basic")
    told = [cell.runs[0].text for cell in tally_cells(kit.sheets, kit.options.cut, kit_words("en"))]
    assert [text.split()[-1] for text in told] == ["sheets", "scissors", "minutes"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((), "Lay the blade from mark to mark."),
        (("--marks", "full"), "Make the long cuts first, from end to end."),
        (("--duplex", "fold"), "Score the dashed line along the ruler."),
        (("--cutter", "silhouette"), "Lay the sheet on the cutting mat"),
        (("--lang", "de"), "Die Klinge von Marke zu Marke"),
    ],
)
def test_a_deck_comes_with_the_steps_for_its_cards_and_its_box(more, said, tmp_path):
    told = run("deck", "--cards", "36", *more, "--out", tmp_path)
    (file,) = (tmp_path / "turno/print").glob("*-steps.pdf")
    assert f"how to make them: {file}" in told.stdout
    (page,) = pypdfium2.PdfDocument(file)
    words = " ".join(page.get_textpage().get_text_range().split())
    assert said in words
    box = step_words("tuckbox", "de" if "de" in more else "en")
    assert all(text.split()[0] in words for text in box.values())


def test_cards_that_come_cut_need_no_steps_and_single_components_have_none(tmp_path):
    cards = "--only", "deck-36", "--size", "54x85mm", "--template", "business-cards"
    run("deck", *cards, "--out", tmp_path / "deck")
    run("build", "turno", "--only", "deck-36", "--out", tmp_path / "build")
    assert not [*tmp_path.rglob("*-steps.pdf")]
