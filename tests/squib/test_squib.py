"""`pnp new --from-squib`: a project of Squib becomes a game, and what does not is told."""

import tomllib

import pytest
from helpers.command import refusal, run

SCRIPT = """\
require 'squib'

data = Squib.csv file: 'deck.csv'   # one row, one kind of card

Squib::Deck.new(cards: data.nrows, layout: 'layout.yml') do
  background color: :dark_red
  rect layout: 'cut'
  set font: 'Arial 11'
  text str: data['name'], layout: 'title'
  text str: data.power_points,
       layout: :power
  svg layout: data['class']
  svg file: data['art'].map { |a| "#{a}.svg" }, layout: :art
  text str: 'It is #1 {here}', x: '0.25in', y: 800, width: 20.mm, font: 'Georgia bold 24'
  line x1: 100, y1: 700, x2: 700, y2: 700, stroke_color: 'gold', stroke_width: 6
  text str: data['name'].map { |n| n.shout }, layout: 'title'
  system 'touch ran'
  data['class'].each_with_index do |c, i|
    rect range: i, layout: 'cut'
  end
  png file: 'gone.png', x: 100, y: 100, width: 200, height: 200
  save_sheet prefix: 'sheet_'
end
"""
LAYOUT = """\
base:
  x: 0.375in
  width: 600
cut:
  x: 37.5
  y: 37.5
  width: deck - 0.25in
  height: 1050
  radius: 37.5
  fill_color: '#eee'
title:
  extends: base

  y: 75
  height: 100
  align: center
power:
  extends: title
  x: += 300
  y: += 5mm
art:
  extends: base
  y: 300
  height: scale
icon: &icon
  x: 600
  y: 75
  width: 150
  height: 150
robot:
  <<: *icon
  file: robot.svg
human:
  extends: icon
  file: human.svg
"""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
TABLE = "name,Power Points,class,art,qty\nRob,3,robot,robot,2\nAnn,1,human,human,1\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "robots"
    folder.mkdir()
    files = {"deck.rb": SCRIPT, "layout.yml": LAYOUT, "deck.csv": TABLE}
    for name, text in (files | {"robot.svg": DRAWING, "human.svg": DRAWING}).items():
        (folder / name).write_text(text)
    return folder


def taken(project, name="New robots"):
    output = run("new", name, "--from-squib", str(project)).stdout
    folder = project.parent / name.lower().replace(" ", "-")
    return folder, output, tomllib.loads((folder / "game.toml").read_text())


def test_game_from_a_project_passes_check_and_is_built(project):
    folder, _, _ = taken(project)
    run("check", str(folder))
    run("build", str(folder), "--format", "pdf", "-q")


def test_lengths_become_millimetres_from_the_cut_edge(project):
    _, _, game = taken(project)
    cards = game["components"]["cards"]
    assert cards["size"] == "63.5x88.9mm"
    frames = cards["front"]["frames"]
    cut = next(frame for frame in frames if frame["kind"] == "shape")
    assert (cut["at"], cut["area"], cut["corner"]) == ("0x0mm", "63.5x88.9mm", "3.17mm")
    title, power = frames[1:3]
    assert (title["text"], title["at"], title["area"]) == ("{name}", "6.35x4.15mm", "50.8x7.5mm")
    assert (power["text"], power["at"]) == ("{Power Points}", "50.8x9.15mm")
    assert (power["size"], power["align"], power["markup"]) == ("11pt", "center", False)


def test_layout_from_a_column_becomes_a_frame_for_each_of_its_words(project):
    folder, _, game = taken(project)
    frames = game["components"]["cards"]["front"]["frames"]
    icons = [(f["file"], f.get("when")) for f in frames if f["kind"] == "image"][:3]
    assert icons == [
        ("art/robot.svg", "class = 'robot'"),
        ("art/human.svg", "class = 'human'"),
        ("art/{art}.svg", None),
    ]
    assert (folder / "art" / "human.svg").read_text() == DRAWING
    assert (folder / "deck.csv").read_text() == TABLE


def test_what_is_not_taken_over_is_reported_by_line_and_nothing_is_run(project):
    _, output, game = taken(project)
    told = [line.strip() for line in output.splitlines() if "deck.rb:" in line]
    assert [line.split(":")[1] for line in told] == ["14", "14", "16", "17", "21", "22"]
    assert "'Georgia' becomes serif" in told[0]
    assert "a text is longer than its box, so its type becomes" in told[1]
    assert "n.shout" in told[2]
    assert "system 'touch ran' is Ruby that is not run" in told[3]
    assert "picture 'gone.png' is left out: cannot be read: No such file" in told[4]
    assert not (project / "ran").exists()
    texts = [f["text"] for f in game["components"]["cards"]["front"]["frames"] if "text" in f]
    assert texts == ["{name}", "{Power Points}", "It is #1 {{here}}"]


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("a: [1\nb: 2", "layout.yml:2: is not YAML"),
        ("a: !!python/object/apply:os.system ['touch ran']", "layout.yml"),
        ("a:\n  b: !!python/object/apply:os.system ['touch ran']", "layout.yml:2: is not YAML"),
    ],
)
def test_a_layout_that_is_not_plain_yaml_is_refused(layout, message, project):
    (project / "layout.yml").write_text(layout)
    if message == "layout.yml":
        taken(project)
    else:
        assert message in refusal("new", "--from-squib", str(project), "Other")
    assert not (project / "ran").exists()


def test_layouts_that_extend_one_another_in_a_circle_are_reported(project):
    (project / "layout.yml").write_text("a:\n  extends: b\nb:\n  extends: a\n")
    assert "layout.yml:1: a: extends itself: a > b > a" in taken(project)[1]


def test_folder_without_a_script_is_refused(project):
    (project / "deck.rb").unlink()
    assert "is not a project of Squib" in refusal("new", "--from-squib", str(project), "Other")


def test_calls_in_here_documents_and_comments_are_not_taken(project):
    drawn = "x = <<~TEXT\n  rect x: 1\nTEXT\n=begin\nrect x: 2\n=end\nrect x: 3 # rect x: 4\n"
    (project / "deck.rb").write_text(f"Squib::Deck.new do\n{drawn}end\n")
    assert len(taken(project)[2]["components"]["cards"]["front"]["frames"]) == 1


def test_deck_has_the_table_that_it_uses_and_another_none(project):
    second = "Squib::Deck.new(cards: 2, layout: 'layout.yml') do\n  rect layout: 'cut'\nend\n"
    (project / "deck.rb").write_text(SCRIPT + second)
    decks = taken(project)[2]["components"]
    assert decks["cards"]["rows"] == "deck.csv"
    assert "rows" not in decks["cards-2"]
    assert decks["cards-2"]["cards"] == [{"copies": 2}]
