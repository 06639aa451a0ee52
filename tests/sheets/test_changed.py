"""Printing what changed since an earlier manifest."""

import shutil

import pypdfium2
import pytest
from helpers.command import refusal, run
from helpers.game_folder import GameFolder
from helpers.script_fonts import FOLDER

from pnp.sheets.changed import FACES, copies_by_key, read_since
from pnp.sheets.options import _as_word

FACE = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"'
ROWS = "title,title_de,copies\nFlood,Flut,2\nRain,Regen,1\nStorm,Sturm,3\n"


@pytest.fixture
def game(own, tmp_path):
    """A game with a manifest of a build."""
    own.deck(FACE, rows=ROWS)
    shutil.copy(own.made("manifest.json"), tmp_path / "printed.json")
    return own


def build(game, *more, since="printed.json"):
    """Build beside the manifest, which has no path there."""
    since = game.folder.parent / since
    out = game.folder.parent / "out"
    told = run(
        *("build", game.folder, "--changed-since", since, "--format", "pdf", "--out", out, *more)
    )
    return told.stdout.replace(str(since), since.name)


def printed(game, path="print/events-a4-changed-since-printed.pdf"):
    """Return the words on the sheets, without the label."""
    file = game.folder.parent / "out" / "river" / path
    return sorted(
        word
        for page in pypdfium2.PdfDocument(file)
        for word in page.get_textpage().get_text_range().split()
        if word in ("Flood", "Rain", "Storm", "Hail", "Deluge", "Flut", "Regen", "Sturm")
    )


def test_pieces_that_changed_are_printed_and_counted(game):
    game.write("events.csv", ROWS.replace("Flood,", "Deluge,"))
    assert "events: 2 of 6 changed since printed.json" in build(game)
    assert printed(game) == ["Deluge", "Deluge"]


def test_new_rows_and_more_copies_are_printed_and_moved_rows_are_not(game):
    game.write(
        "events.csv", "title,title_de,copies\nHail,,1\nStorm,Sturm,4\nFlood,Flut,2\nRain,Regen,1\n"
    )
    assert "events: 2 of 8 changed since printed.json" in build(game)
    assert printed(game) == ["Hail", "Storm"]


def test_a_font_counts_by_its_content_and_not_by_its_folder(own, tmp_path):
    own.write("own.otf", (FOLDER / "NotoSansJP.otf").read_bytes())
    own.deck(FACE, rows=ROWS, head='fonts.fallback = ["own.otf"]\n')
    known = copies_by_key(own.pieces())
    moved = GameFolder(tmp_path / "elsewhere" / "river")
    shutil.copytree(own.folder, moved.folder, dirs_exist_ok=True)
    assert copies_by_key(moved.pieces()) == known
    moved.write("own.otf", (FOLDER / "NotoSansThai.ttf").read_bytes())
    assert not copies_by_key(moved.pieces()).keys() & known.keys()


def test_a_layout_that_changed_is_a_change_of_all(game):
    file = game.folder / "game.toml"
    file.write_text(file.read_text().replace("5x5mm", "6x5mm"))
    assert "events: 6 of 6 changed since printed.json" in build(game)
    assert (game.folder.parent / "out" / "river" / "print" / "events-a4.pdf").is_file()


def test_each_language_is_compared_with_itself(game):
    build(game, "--lang", "en,de")
    game.write("events.csv", ROWS.replace("Regen", "Niesel"))
    told = build(game, "--lang", "en,de", since="out/river/manifest.json")
    assert "unchanged since manifest.json, so not printed: events" in told
    assert "events: 1 of 6 changed since manifest.json" in told


def test_nothing_new_is_not_an_error_and_prints_nothing(game):
    told = build(game)
    assert "unchanged since printed.json, so not printed: events" in told
    assert "no files" in told


def test_other_files_are_reported(own, tmp_path):
    own.deck(FACE, rows=ROWS)
    fault = "--changed-since: 'v1' cannot be read: "
    assert fault in refusal("build", own.folder, "--changed-since", "v1")
    for content, fault in (
        ("{}", "lists no faces"),
        ("[", "lists no faces"),
        (f'{{"{FACES}": {{}}}}', "is of None"),
    ):
        file = tmp_path / "other.json"
        file.write_text(content)
        assert fault in refusal("build", own.folder, "--changed-since", file)


BOX = """
name = "Box"
summary = "Three kinds of pieces."
[components.units]
kind = "counters"
name = "Units"
diameter = "20mm"
series = [
  { id = "foot", color = "#23479b", mark = "square", copies = 6 },
  { id = "horse", color = "#b3352a", mark = "star", copies = 4 },
]
[components.die]
kind = "die"
name = "Die"
edge = "20mm"
opposites = [[1, 6], [2, 5], [3, 4]]
[components.field]
kind = "grid"
name = "Field"
rows = 3
columns = 3
cell = "20mm"
"""


def test_a_manifest_knows_the_pieces_of_every_kind(tmp_path):
    (tmp_path / "box").mkdir()
    file = tmp_path / "box" / "game.toml"
    file.write_text(BOX)
    command = "build", file.parent, "--format", "pdf", "--out", tmp_path / "out"
    run(*command)
    printed = tmp_path / "out" / "box" / "manifest.json"
    file.write_text(BOX.replace('mark = "star", copies = 4', 'mark = "cross", copies = 5'))
    told = run(*command, "--changed-since", printed).stdout
    assert f"units: 5 of 11 changed since {printed}" in told
    assert f"unchanged since {printed}, so not printed: die, field" in told


def test_keys_of_a_manifest_are_those_of_the_pieces(game):
    known = read_since("--changed-since", str(game.folder.parent / "printed.json")).known
    assert known == {"events": copies_by_key(game.pieces())}


@pytest.mark.parametrize(
    ("since", "word"),
    [("v1.2.json", "v1.2"), ("a b.json", "a-b"), ("old/printed.json", "printed"), ("~", "then")],
)
def test_the_word_for_names_of_files(since, word):
    assert _as_word(since) == word
