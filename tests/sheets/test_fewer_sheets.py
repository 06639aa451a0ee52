"""Hints at an option that saves sheets: followed to the letter, each saves what it says."""

import json
import re

import pytest
from helpers.command import run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.make.options import read_options
from pnp.sheets.fewer_sheets import SheetFill, hint_at_fewer
from pnp.sheets.options import SheetOptions

CARDS = """
name = "Cards"
summary = "Cards of one size."

[components.cards]
kind = "cards"
name = "Cards"
size = "{size}"
cards = [{{ id = "a", title = "A", copies = {copies} }}]
front = {{ frames = [{{ kind = "text", text = "{{title}}", at = "5x5mm", area = "9x5mm" }}] }}
back = {{ ground = "#aabbcc" }}
"""
HINT = re.compile(
    r"(?:cards|shared sheets): (?:(\d+) on a sheet instead of (\d+)|(\d+) sheets? instead of (\d+))"
    r" with (--[a-z]+) (\S+?)(, if your printer prints that close to the edge)?"
)


@pytest.fixture
def cards(tmp_path):
    def write(size, copies=9):
        folder = tmp_path / "cards"
        folder.mkdir(exist_ok=True)
        text = CARDS.format(size=size, copies=copies)
        (folder / "game.toml").write_text(text, encoding="utf-8")

        def estimate(*more):
            command = ["build", folder, "--format", "pdf", "--dry-run", "--json", *more]
            return json.loads(run(*command).stdout)["games"][0]

        return estimate

    return write


def hints(planned):
    return [found for note in planned["notes"] if (found := HINT.fullmatch(note))]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "fronts"])
@pytest.mark.parametrize("marks", ["crop", "full", "none"])
@pytest.mark.parametrize("margin", ["6.35mm", "6mm", "5mm", "4mm"])
def test_nine_poker_cards_are_on_one_letter_sheet(margin, marks, duplex, cards):
    options = "--paper", "letter", "--margin", margin, "--marks", marks, "--duplex", duplex
    for more in ([], ["--gang"]):
        planned = cards("poker")(*options, *more)
        assert (planned["sheets"], planned["cuts"], planned["notes"]) == (1, 8, [])


def test_a_row_that_is_lost_for_a_few_millimetres_is_named_with_the_margin_that_saves_it(cards):
    planned = cards("poker")("--paper", "letter")
    assert planned["sheets"] == 2
    assert planned["notes"] == ["cards: 9 on a sheet instead of 6 with --margin 6mm"]
    planned = cards("poker")("--paper", "letter", "--gang")
    assert planned["notes"] == ["shared sheets: 1 sheet instead of 2 with --margin 6mm"]


@pytest.mark.parametrize(
    ("size", "copies", "options", "hint"),
    [
        ("65x90mm", 36, "--margin 9mm", "9 on a sheet instead of 8 with --margin 7mm"),
        (
            *("66x91mm", 36, "--margin 8mm"),
            "9 on a sheet instead of 8 with --margin 4mm, if your printer prints that close to "
            "the edge",
        ),
        ("63x88mm", 36, "--margin 4mm --gap 8mm", "9 on a sheet instead of 8 with --gap 5mm"),
        ("52.5x70mm", 32, "--margin 0mm", "16 on a sheet instead of 12 with --marks full"),
    ],
)
def test_the_hint_names_the_option_that_is_in_the_way(size, copies, options, hint, cards):
    assert cards(size, copies)(*options.split())["notes"] == [f"cards: {hint}"]


def test_there_is_no_hint_if_it_would_save_no_sheet(cards):
    assert cards("poker", 6)("--paper", "letter")["notes"] == []
    assert cards("poker", 10)("--paper", "letter")["notes"] == []
    assert cards("80x120mm", 9)()["notes"] == []
    assert cards("poker")("--template", "us-poker-9")["notes"] == []


@given(
    size=st.tuples(st.floats(30, 115), st.floats(30, 115)),
    copies=st.integers(2, 40),
    paper=st.sampled_from(["a4", "letter", "a5", "legal"]),
    margin=st.sampled_from(["5mm", "6mm", "8mm", "9.5mm"]),
    gap=st.sampled_from([[], ["--gap", "2mm"], ["--gap", "3.5mm"]]),
    gang=st.booleans(),
)
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_following_a_hint_gives_what_it_says(size, copies, paper, margin, gap, gang, cards):
    estimate = cards("x".join(f"{side:.1f}" for side in size) + "mm", copies)
    options = ["--paper", paper, *(["--gang"] if gang else gap)]
    before = estimate(*options, "--margin", margin)
    for hint in hints(before):
        flag, value = hint[5], hint[6]
        margins = [] if flag == "--margin" else ["--margin", margin]
        others = [word for word in options if flag != "--gap" or word not in gap]
        after = estimate(*others, *margins, flag, value)
        assert after["sheets"] < before["sheets"]
        if hint[1]:
            assert after["sheets"] == -(-copies // int(hint[1]))
            assert before["sheets"] == -(-copies // int(hint[2]))
        else:
            assert (after["sheets"], before["sheets"]) == (int(hint[3]), int(hint[4]))


def test_a_kit_names_the_margin_that_saves_a_sheet(tmp_path):
    command = "kit", "turno/turnooi", "--paper", "letter", "--out", tmp_path, "--json"
    hint = "1 sheet instead of 2 with --margin 4mm, if your printer prints that close to the edge"
    for more in ([], ["--dry-run"]):
        (kit,) = json.loads(run(*command, *more).stdout)["kits"]
        assert hint in kit["notes"]
    (kit,) = json.loads(run(*command, "--margin", "4mm").stdout)["kits"]
    assert kit["piece_sheets"] == 1


def test_the_least_change_that_saves_a_sheet_is_named():
    tried = []

    def filled(options):
        tried.append(options.margin)
        if options.margin < 5:
            raise LayoutError("does not fit")
        return SheetFill(3 if options.margin > 6 else 2, 9)

    options = read_options(SheetOptions, {"margin": "9.5mm"})
    assert hint_at_fewer(options, SheetFill(3, 6), filled) == (
        "9 on a sheet instead of 6 with --margin 6mm"
    )
    assert tried == [6, 9, 8, 7, 6]


@pytest.mark.parametrize(
    ("command", "hint", "size"),
    [
        (("build", "turno", "--only", "deck-49"), "deck-49: 3 sheets instead of 4", "44x64mm"),
        (
            ("deck", "--cards", "49", "--duplex", "fold", "--paper", "letter"),
            "deck-49: 7 sheets instead of 8",
            "44x66mm",
        ),
    ],
)
def test_a_sheet_for_a_few_cards_is_told_with_the_size_that_saves_it(command, hint, size):
    (now,) = json.loads(run(*command, "--dry-run", "--json").stdout)["games"]
    assert f"{hint} with --size {size}" in now["notes"]
    (less,) = json.loads(run(*command, "--size", size, "--dry-run", "--json").stdout)["games"]
    assert [f"{less['sheets']}", f"{now['sheets']}"] == re.findall(r"\d+(?= sheet|$)", hint)


@pytest.mark.parametrize(
    "more",
    [
        ("--cards", "36"),  # beside the box, no size saves a sheet
        ("--only", "deck-72"),  # whose last sheet is half full
        ("--only", "deck-36", "--template", "business-cards", "--size", "54x85mm"),
        ("--only", "deck-36", "--pieces", "1-33"),
    ],
)
def test_no_size_is_told_that_saves_no_sheet_or_that_nobody_would_choose(more):
    (now,) = json.loads(run("deck", *more, "--dry-run", "--json").stdout)["games"]
    assert not any("--size" in note for note in now["notes"])
