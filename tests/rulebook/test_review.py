"""What pnp check tells of rule texts that could be printed."""

import shutil

import pytest
from helpers.command import run

from pnp.base.files import templates
from pnp.definitions import load_game
from pnp.rulebook.blocks import Figure
from pnp.rulebook.book import rulebook
from pnp.rulebook.figures import FigureDrawings, on_screen
from pnp.rulebook.sheet import rule_sheet
from pnp.rulebook.texts import review_text


@pytest.fixture
def birds(tmp_path):
    return shutil.copytree(templates() / "games/examples/bird-clock", tmp_path / "bird-clock")


def rewrite(file, old, new):
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def faults(folder):
    result = run("check", folder, status=1)
    return [line.removeprefix("error: ") for line in result.stderr.splitlines()]


def test_a_figure_that_no_sentence_refers_to_is_a_fault(birds):
    file = birds / "rules/morning.en.md"
    rewrite(file, " ([figure:lure])", "")
    assert faults(birds) == [
        f"{file}: no sentence refers to figure 'lure'; write [figure:lure] in the sentence "
        "that needs it"
    ]


def test_a_board_that_the_text_names_and_the_rule_set_does_not_list_is_a_fault(tmp_path):
    folder = shutil.copytree(templates() / "games/punt-match", tmp_path / "punt-match")
    file = folder / "rules/square.en.md"
    rewrite(file, "## Your turn\n", "## Your turn\n\nUnfold the hexagonal board.\n")
    (told,) = faults(folder)
    assert told.startswith(f"{file}: names 'hexagonal', and the rule set lists no ")


def test_one_rule_set_is_checked_alone(birds):
    rewrite(birds / "rules/morning.en.md", " ([figure:lure])", "")
    assert "figure 'lure'" in run("check", f"{birds}/morning", status=1).stderr


def test_faults_of_texts_are_in_json(birds):
    rewrite(birds / "rules/morning.de.md", "## Spielende", "#### Spielende")
    assert "morning.de.md" in run("check", birds, "--json", status=1).stdout


def test_reading_texts_draws_no_figure(birds, monkeypatch):
    def drawn(*arguments, **options):
        pytest.fail("a figure is drawn")

    for draw in ("draw_setup", "draw_example", "draw_samples"):
        monkeypatch.setattr(f"pnp.rulebook.figures.{draw}", drawn)
    game = load_game(birds / "game.toml").game
    assert review_text(birds, game, "morning", "en") == ()


def test_a_sheet_and_a_book_share_what_is_drawn(birds):
    game = load_game(birds / "game.toml").game
    drawings = FigureDrawings(game)
    texts = (
        rule_sheet(birds, game, "morning", "en", drawings),
        rulebook(birds, game, "en", drawings),
    )
    ours, theirs = (
        [on_screen(block) for block in text.blocks if isinstance(block, Figure) and block.number]
        for text in texts
    )
    assert len(ours) > 1
    assert all(one is other for one, other in zip(ours, theirs, strict=False))
