"""Words of pnp itself that a game's language lacks are told once, in the report."""

import pytest

from pnp.definitions import load_game
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.make.summary import left_in_english
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions


@pytest.fixture
def boats(tmp_path):
    """A game that is written in Japanese, in Latin letters."""
    folder = tmp_path / "boats"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.toml").write_text(
        'name = "Fune"\nsummary = "Fune."\nlanguage = "ja"\n[sources.book]\nkind = "rules"\n'
        'title = "Fune"\n[components.boats]\nkind = "counters"\nname = "Fune"\ndiameter = "18mm"\n'
        'series = [{ id = "red", color = "#c23b22", mark = "ring", copies = 5 }]\n'
        '[rule_sets.play]\nname = "Fune"\nkind = "described"\nsummary = "Fune."\n'
        "players = { least = 2, most = 2 }\n"
        'needs = [{ component = "boats", count = 5, source = "book" }]\n'
    )
    return folder


def lines_of(notes):
    return [note for note in notes if "in English" in note]


def test_a_build_tells_once_that_its_labels_are_in_english(boats):
    job = BuildJob.of(str(boats), SheetOptions(formats=("pdf",)))
    (note,) = lines_of(job.notes)
    assert note.startswith("labels of sheets and boxes are in English")
    assert note.endswith("in 'ja'")


def test_a_kit_tells_of_its_own_pages_too(boats):
    (note,) = lines_of(KitJob.of(f"{boats}/play", KitOptions()).notes)
    assert "labels of sheets and boxes and the first pages of kits are in English" in note


def test_nothing_is_told_of_a_language_that_pnp_knows(boats):
    file = boats / "game.toml"
    file.write_text(file.read_text().replace('"ja"', '"nl"'))
    assert load_game(file).game.language == "nl"
    assert lines_of(BuildJob.of(str(boats), SheetOptions(formats=("pdf",))).notes) == []
    assert list(left_in_english("fr", "pieces", "kits", "laser/steps")) == []
