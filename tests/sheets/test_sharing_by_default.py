"""Decks and chips on sheets with their boxes, where that saves one."""

from dataclasses import replace

import pytest
from helpers.command import files_of, listed, run
from oracles.folder import wrong

from pnp.make.options import read_options
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions

SHEETS = {  # of a deck or the chips: with its box or boxes apart, and as it is made
    ("turno", "deck", 36): (4, 3),
    ("turno", "deck", 49): (5, 4),
    ("turno", "deck", 72): (6, 5),
    ("turnio", "chips", None): (3, 1),
}


def plan(game, kind, cards=None, **written):
    options = read_options(SheetOptions, written)
    return BuildJob.of(game, replace(options, kind=kind, cards=cards)).plan


def sheets(*about, **written):
    return plan(*about, **written).work.sheets


@pytest.mark.parametrize("what", SHEETS)
def test_a_deck_and_its_box_take_the_fewest_sheets(what):
    apart, shared = SHEETS[what]
    assert sheets(*what) == sheets(*what, gang=True) == shared
    assert sheets(*what, gang=False) == apart


def test_what_would_save_no_sheet_is_printed_as_single_components_are(tmp_path):
    both = "--duplex", "fold", "--out"
    run("deck", "--cards", "72", *both, tmp_path / "deck")
    run("build", "turno", "--only", "deck-72,box-72", *both, tmp_path / "build")
    deck, build = (files_of(tmp_path / name / "turno/print") for name in ("deck", "build"))
    assert {*deck} - {*build} == {"deck-72_box-72-a4-fold-steps.pdf"}
    assert {name: deck[name] for name in build} == build


@pytest.mark.parametrize(
    "written", [{"gap": "1mm"}, {"skip": "1"}, {"orientation": "landscape"}, {"rounded": True}]
)
def test_options_that_shared_sheets_cannot_have_are_kept(written):
    assert plan("turno", "deck", 36, **written).shared is None


def test_backs_printed_alone_lie_behind_the_fronts_printed_alone():
    fronts, backs = (plan("turno", "deck", 36, duplex=side).shared for side in ("fronts", "backs"))
    fronts_at, backs_at = ([s.blocks for s in one.layout.sheets] for one in (fronts, backs))
    assert fronts_at == backs_at
    assert fronts.page_count == backs.page_count == 3


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "fold"])
@pytest.mark.parametrize("command", [("deck", "--cards", "36", "--paper", "letter"), ("chips",)])
def test_fronts_and_backs_that_share_sheets_meet(command, duplex, tmp_path):
    run(*command, "--duplex", duplex, "--out", tmp_path)
    (folder,) = tmp_path.iterdir()
    assert wrong(folder) == {}
    steps, *sheets = (file["path"] for file in listed(folder))
    assert [steps.replace("-steps.pdf", ".pdf")] == sheets


def test_a_deck_alone_on_mixed_sheets_is_named_after_itself(tmp_path):
    run("deck", "--only", "deck-49", "--paper", "letter", "--out", tmp_path, "-q")
    (sheets,) = (file for file in listed(tmp_path / "turno") if file["kind"] == "sheets")
    assert (sheets["path"], sheets["component"]) == ("print/deck-49_shared-letter.pdf", "deck-49")
