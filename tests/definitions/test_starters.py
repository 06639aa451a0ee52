"""The starters: definitions of games that many people make, each in a folder of its own."""

import pytest
from helpers.command import refusal

from pnp.audit import check_game
from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.definitions.find import starters
from pnp.definitions.new import copy_game
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions

PIECES = {
    "bingo": {"cards": 24, "numbers": 75},
    "dominoes": {"bones": 28},
    "memory": {"cards": 40},
    "player-boards": {"boards": 4, "cubes": 40},
    "roll-and-write": {"sheet": 1, "dice": 2},
    "standard-deck": {"cards": 52, "jokers": 2, "box": 1},
    "tarot": {"trumps": 22, "suits": 56},
    "tokens": {"coins": 36, "goods": 48, "first": 1},
}


def test_each_starter_is_known_here():
    assert set(starters()) == set(PIECES)


@pytest.mark.parametrize("starter", PIECES)
def test_a_starter_makes_a_game_without_a_fault_under_any_name(tmp_path, starter):
    started = copy_game("Mother's long evening", tmp_path, starter)
    game = load_game(started.folder / "game.toml").game
    assert game.name == "Mother's long evening"
    assert check_game(game).ok
    drawn = {key: draw_component(game, key) for key in game.components}
    copies = {key: sum(piece.copies for piece in pieces) for key, pieces in drawn.items()}
    assert copies == PIECES[starter]


@pytest.mark.parametrize("starter", PIECES)
def test_the_sheets_of_a_starter_leave_nothing_out(tmp_path, starter):
    folder = copy_game("Trial", tmp_path, starter).folder
    job = BuildJob.of(str(folder), SheetOptions(out=tmp_path / "out"))
    made = list(job.files())
    assert made
    assert (job.problems, job.plan.skipped) == ([], ())
    assert not [note for note in job.notes if "does not use" in note]


def test_the_cards_of_bingo_differ_and_have_their_numbers_in_order(tmp_path):
    folder = copy_game("Trial", tmp_path, "bingo").folder
    cards = load_game(folder / "game.toml").game.components["cards"].cards
    found = set()
    for row in cards:
        for place, letter in enumerate("bingo"):
            column = [row.cells[f"{letter}{n}"] for n in range(1, 6)]
            numbers = [int(cell) for cell in column if cell]
            assert numbers == sorted(set(numbers))
            assert len(numbers) == (4 if letter == "n" else 5)
            assert all(15 * place < number <= 15 * place + 15 for number in numbers)
        found.add(tuple(row.cells.values())[1:])
    assert len(found) == len(cards)


def test_an_unknown_original_is_answered_with_starters_and_games(tmp_path):
    told = refusal("new", "mine", "--from", "memori", "--out", tmp_path)
    assert "there are: bingo, dominoes, memory," in told
    assert "did you mean 'memory'?" in told
