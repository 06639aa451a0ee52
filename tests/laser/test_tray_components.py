"""Trays that a game defines: cut beside its pieces, told apart on the sheet of steps."""

import pytest
from helpers.command import refusal, run
from pypdfium2 import PdfDocument

from pnp.base.fit import Lid
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions

GAME = """
name = "Larder"
summary = "Jars."

[components.cards]
kind = "deck"
name = "Cards"
size = "63x88mm"
fronts = "1-5"
backs = "1-4"

[components.coins]
kind = "counters"
name = "Coins"
diameter = "20mm"
series = [{ id = "gold", color = "#d9a21b", mark = "star", copies = 12 }]

[components.tray]
kind = "tray"
name = "Hand"
of = ["cards"]
sleeve = "standard"
dividers = ["Jam", "Tea"]

[components.bank]
kind = "tray"
name = "Bank"
columns = ["45mm", "45mm"]
rows = ["60mm"]
height = "30mm"
slope = 20
of = ["coins"]
lid = "slide-in"

[components.chest]
kind = "tray"
name = "Chest"
trays = [["tray", "bank"]]
inside = "174x80x110mm"
"""

RULES = """
[sources.notes]
kind = "rules"
title = "Our own notes"

[rule_sets.trade]
name = "Trade"
summary = "Buy and sell."
players = { least = 1, most = 4 }
age = 8
minutes = 20
needs = [{ component = "coins", count = 12, source = "notes" }]
aids = [{ component = "bank", use = "To keep the coins." }]
"""


@pytest.fixture
def larder(tmp_path):
    folder = tmp_path / "larder"
    folder.mkdir()
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    return str(folder)


def made(game, **options):
    job = LaserJob.of(game, LaserOptions(**{"formats": ("svg",), **options}))
    return job, {file.path.removeprefix("laser/"): file.content() for file in job.files()}


def words_of(steps):
    pages = PdfDocument(steps)
    return " ".join(" ".join(p.get_textpage().get_text_range() for p in pages).split())


def test_a_game_with_trays_cuts_them_and_not_the_box_that_it_came_in(larder):
    job, files = made(larder)
    assert [report.name for report in job.reports] == ["coins", "tray", "bank"]
    assert [part.name for part in job.reports[2].parts] == [
        *("floor", "front", "right", "back", "left", "along 1", "slope 1", "slope 2"),
        *("layer front", "layer back", "strip front", "strip back", "lid"),
    ]
    assert {"tray-lightburn-tray.svg", "bank-lightburn-tray.svg"} <= files.keys()
    assert job.problems == []
    assert [note for note in job.notes if "of paper" in note] == [
        "not cut because they are of paper: cards; print them"
    ]


def test_a_rule_set_has_no_trays_but_those_among_its_aids_that_are_named(larder, tmp_path):
    file = tmp_path / "larder" / "game.toml"
    file.write_text(GAME + RULES, encoding="utf-8")
    job, _ = made(f"{larder}/trade")
    assert {part.component for report in job.reports for part in report.parts} == {"coins"}
    job, _ = made(f"{larder}/trade", components=("bank",))
    assert {part.component for report in job.reports for part in report.parts} == {"bank"}


def test_a_sheet_of_steps_tells_what_each_tray_holds_and_how_it_goes_together(larder):
    _, files = made(larder)
    hand, bank = (words_of(files[f"{key}-lightburn-steps.pdf"]) for key in ("tray", "bank"))
    assert "Put the tray together: Hand" in hand
    assert "The dividers 6, 7 stand between the cards" in hand
    assert "It holds: Cards, standing" in hand
    assert "Lay a slanted floor (7, 8) into each compartment" in bank
    assert "Glue the inner walls 9, 10 flat" in bank
    assert "the strips 11, 12 above them" in bank
    assert "The lid (13) slides in" in bank


def test_empty_compartments_are_told_by_their_size(larder, tmp_path):
    shared = GAME.replace('"45mm", "45mm"', '"*", "*", "*"').replace("174x", "220x")
    shared = shared.replace('of = ["coins"]', 'inside = "140x90x60mm"')
    (tmp_path / "larder" / "game.toml").write_text(shared, encoding="utf-8")
    _, files = made(larder, components=("bank",))
    said = words_of(files["bank-lightburn-steps.pdf"])
    assert "Its compartments measure 42.3 \N{MULTIPLICATION SIGN} 60 mm." in said


def test_trays_pieces_and_a_tray_for_these_lie_on_one_bed(larder):
    job, files = made(larder, gang=True, tray=True, lid=Lid.LIFT_OFF)
    (report,) = job.reports
    assert {part.component for part in report.parts} == {"coins", "tray", "bank", "added-tray"}
    pictures = [name for name in files if "-tray" in name]
    assert pictures == [
        f"larder-lightburn-{key}.svg" for key in ("tray", "tray-bank", "tray-added-tray")
    ]
    said = words_of(files["larder-lightburn-steps.pdf"])
    assert [said.count(f"Put the tray together{name}") for name in ("", ": Hand", ": Bank")] == [
        3,
        1,
        1,
    ]


def test_the_box_that_one_has_is_not_cut_and_says_what_is(larder):
    job, _ = made(larder, components=("coins", "chest"))
    assert job.problems == ["chest: is a box that you have: nothing of it is cut, only tray, bank"]


def test_a_box_that_held_trays_of_3_mm_says_by_how_much_thicker_ones_are_too_large(larder):
    job, _ = made(larder, thickness=3.4)
    assert any(one.startswith("bank: chest: is ") and "too wide" in one for one in job.problems)
    assert [report.name for report in job.reports] == ["coins"]


def test_a_program_that_does_not_engrave_gets_trays_without_words_and_is_told(larder):
    job, _ = made(larder, client="part-shop", components=("tray",), formats=("dxf",))
    assert any("tray" in note and "engrav" in note for note in job.notes)
    assert not any(part.front.engraved for part in job.reports[0].parts)


def test_words_too_long_for_a_divider_are_refused_with_their_name(larder, tmp_path):
    file = tmp_path / "larder" / "game.toml"
    file.write_text(GAME.replace('"Tea"', f'"{"Tea " * 20}"'), encoding="utf-8")
    job, _ = made(larder)
    assert any(one.startswith("tray: dividers: 'Tea Tea") for one in job.problems)


def test_sheets_of_paper_leave_trays_out_and_say_so(larder, tmp_path):
    done = run("build", larder, "--out", tmp_path / "out")
    left = "left to a laser, and on no sheet of paper:"
    assert f"{left} tray, bank, chest" in " ".join(done.output.split())
    printed = {file.name for file in (tmp_path / "out/larder/print").iterdir()}
    assert printed == {"cards-a4.pdf", "coins-a4.pdf"}
    assert f"--only: {left} tray" in refusal("build", larder, "--only", "tray", status=2)


def test_show_names_the_outer_size_of_a_tray(larder):
    shown = run("show", larder).output
    (line,) = [line for line in shown.splitlines() if " Bank " in line]
    assert line.split()[-6:] == ["99", "x", "72", "x", "40.8", "mm"]
