"""What pnp check finds in the faces of cards before anything is built."""

import pytest
from helpers.command import run
from typer.testing import CliRunner

from pnp.base.errors import FontError, LayoutError
from pnp.cli import app
from pnp.definitions import load_game
from pnp.definitions.load import in_languages
from pnp.images.svg import reader
from pnp.sheets.check_faces import check_faces
from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions

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


def test_every_frame_of_a_card_with_a_fault_is_reported_in_a_check_and_in_a_build(own):
    own.deck(WORDS, SIGN, rows="title,suit\n日本,swrod\n")
    told = check_faces(in_languages(load_game(own.folder / "game.toml")).games).faults
    with pytest.raises(LayoutError) as refusal:
        build_game(str(own.folder), SheetOptions())
    for lines in (told, str(refusal.value).splitlines()):
        first, second = lines
        assert "front.frames[1], text: the font 'sans' has no glyph" in first
        assert "front.frames[2], icon: there is no icon 'swrod'" in second
        assert second.startswith("river, events: events.csv, line 2 '日本': ")


PICTURE = 'kind = "image", file = "art/{art}", at = "5x30mm", area = "20x20mm"'


def test_a_picture_that_is_missing_hides_no_other_fault(own):
    own.deck(WORDS, PICTURE, rows="title,art\n日本,\n:nope:,river.png\nFlood,river.png\n")
    result = CliRunner().invoke(app, ["check", str(own.folder)])
    assert (result.exit_code, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert [line.count("river.png") for line in lines] == [0, 1, 0, 0]
    assert "(events.csv, line 2): write a name that" in lines[0]
    assert "(events.csv, line 3): 'art/river.png' cannot be read" in lines[1]
    assert "line 2 '日本': front.frames[1], text: the font 'sans' has no glyph" in lines[2]
    assert "line 3 ':nope:': front.frames[1], text: there is no icon 'nope'" in lines[3]


def test_a_picture_that_only_a_translation_lacks_is_reported_with_its_language(own):
    rows = "title_en,title_de,art_en,art_de\nFlood,Flut,rivre.png,fluss.png\n"
    own.deck(WORDS, PICTURE, rows=rows)
    result = CliRunner().invoke(app, ["check", str(own.folder)])
    english, german = result.stderr.splitlines()
    assert "(events.csv, line 2): 'art/rivre.png' cannot be read" in english
    assert "'art/fluss.png' cannot be read" in german
    assert german.endswith("(in de)")


def test_frames_over_faces_tell_all_faults_once_with_their_piece(tmp_path):
    new_game = CliRunner().invoke(app, ["new", "soup", "--out", str(tmp_path)])
    assert new_game.exit_code == 0
    definition = tmp_path / "soup" / "game.toml"
    frame = '{ kind = "text", text = "日", at = "4x4mm", area = "10x5mm" }'
    face = f"[components.gems.face.front]\nframes = [{frame}, {frame}]\n"
    definition.write_text(f"{definition.read_text('utf-8')}\n{face}", "utf-8")
    result = CliRunner().invoke(app, ["check", str(tmp_path / "soup")])
    first, second = result.stderr.splitlines()
    assert first.startswith("error: soup, gems: green: face.front.frames[1], text: the font")
    assert second.startswith("error: soup, gems: green: face.front.frames[2], text: the font")


def test_an_invalid_colour_of_a_ground_is_reported_with_its_place(own):
    own.deck(WORDS, rows="title\n日本\n", ground="{title}")
    ground, _ = check_faces(in_languages(load_game(own.folder / "game.toml")).games).faults
    assert "line 2 '日本': front.ground: write a colour" in ground


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
    real = reader.open_svg
    monkeypatch.setattr(reader, "open_svg", lambda data: opened.append(data) or real(data))
    wave = '<path d="M1 4 C3 0 5 8 7 4" stroke="#0000ff" fill="none"/>'
    own.write("wave.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{wave}</svg>')
    own.deck('kind = "image", file = "wave.svg", at = "5x5mm", area = "20x20mm"', rows="n\n1\n")
    run("check", own.folder)
    assert len(opened) == 1
