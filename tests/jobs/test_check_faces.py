"""What pnp check finds in the faces of cards before anything is built."""

import pytest
from helpers.command import run
from typer.testing import CliRunner

from pnp.base.errors import FontError, LayoutError
from pnp.cli import app
from pnp.definitions import load_game
from pnp.definitions.translations import in_languages
from pnp.images.svg import reader
from pnp.jobs.build import build_game
from pnp.jobs.check_faces import check_faces
from pnp.jobs.sheet_options import SheetOptions

WORDS = 'kind = "text", text = "{title}", at = "5x5mm", area = "50x9mm"'
SIGN = 'kind = "icon", icon = "{suit}", at = "5x20mm", area = "9x9mm"'
LONG = "as long as a river that never ends, " * 3


def faults(own, **rows):
    own.deck(WORDS, **rows)
    return check_faces(in_languages(load_game(own.folder / "game.toml")).games).faults


def test_a_deck_that_can_be_built_has_no_faults(own):
    assert faults(own, rows="title\nFlood\n") == ()


@pytest.mark.parametrize(
    ("title", "found"),
    [("日本", "no glyph"), (LONG, "too high"), (":nope:", "no icon 'nope'")],
)
def test_what_a_build_would_refuse_is_found(own, title, found):
    (line,) = faults(own, rows=f'title\n"{title}"\n')
    assert line.startswith("river, events: events.csv, line 2")
    assert found in line


def test_a_fault_names_the_language_that_has_it(own):
    rows = f'title,title_de\nFlood,"{LONG}"\n:nope:,:nope:\n'
    first, second = faults(own, rows=rows)
    assert "no icon" in first
    assert not first.endswith(")")
    assert "too high" in second
    assert second.endswith("(in de)")
    with pytest.raises(LayoutError, match="events in de: "):
        build_game(str(own.folder), SheetOptions(lang="de"))


def test_faults_of_faces_make_check_fail(own):
    own.deck(SIGN, rows="suit\nstar\nswrod\n")
    result = CliRunner().invoke(app, ["check", str(own.folder)])
    assert result.exit_code == 1
    assert "line 3" in result.stderr
    assert "there is no icon 'swrod'" in result.stderr


def test_a_name_that_labels_of_sheets_cannot_show_is_found(own):
    own.deck(WORDS, rows="title\nFlood\n")
    file = own.folder / "game.toml"
    file.write_text(file.read_text("utf-8").replace('name = "Events"', 'name = "日本"'), "utf-8")
    (line,) = check_faces(in_languages(load_game(file)).games).faults
    assert "no glyph for '日'" in line
    with pytest.raises(FontError, match="'日'"):
        build_game(str(own.folder), SheetOptions())


def test_a_piece_larger_than_the_usual_paper_is_a_note_and_no_fault(own):
    own.deck(WORDS, rows="title\nFlood\n", size="300x300mm")
    loaded = load_game(own.folder / "game.toml")
    faults, (note,) = check_faces(in_languages(loaded).games)
    assert faults == ()
    assert note.startswith("events: a piece of 300x300mm does not fit")
    assert "a piece of 300x300mm" in run("check", own.folder).stdout


def test_a_picture_is_read_once_to_check_it_and_to_draw_it(own, monkeypatch):
    opened = []
    real = reader._opened
    monkeypatch.setattr(reader, "_opened", lambda data: opened.append(data) or real(data))
    wave = '<path d="M1 4 C3 0 5 8 7 4" stroke="#0000ff" fill="none"/>'
    own.write("wave.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{wave}</svg>')
    own.deck('kind = "image", file = "wave.svg", at = "5x5mm", area = "20x20mm"', rows="n\n1\n")
    run("check", own.folder)
    assert len(opened) == 1
