"""Projects of Squib with several scripts, settings, workbooks and layouts that come with it."""

import tomllib

import pytest
from helpers.spreadsheets import workbook

from pnp.base.errors import UsageError
from pnp.squib.project import convert
from pnp.squib.values import color

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'


@pytest.fixture
def made(tmp_path):
    """Return the components that a project of these files becomes, its files and what is told."""

    def run(files):
        for name, content in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        game = convert(tmp_path, "Test")
        definition = tomllib.loads(game.files["game.toml"].decode())
        told = [f"{note.file}: {note.what}" for note in game.notes]
        return definition["components"], game.files, told

    return run


def deck(*calls, head="", new="Squib::Deck.new(cards: 2)"):
    return "\n".join([head, f"{new} do", *calls, "end\n"])


def test_every_script_with_a_deck_is_a_component(made):
    table = "data = Squib.csv file: 'data/h.csv'"
    components, files, _ = made(
        {
            "src/heroes.rb": deck("text str: data['name']", "svg file: 'a.svg'", head=table),
            "src/items.rb": deck("text str: 'item'") + deck("text str: 'back'"),
            "src/helpers.rb": "def help; end",
            "lib/deck.rb": deck("text str: 'x'"),
            "data/h.csv": "name\nAnn\nBo\n",
            "config.yml": "img_dir: img",
            "img/a.svg": DRAWING,
            "Rakefile": "task(:default) { load 'src/heroes.rb' }",
        }
    )
    assert {key: one["name"] for key, one in components.items()} == {
        "cards": "Cards",
        "heroes": "Heroes",
        "items": "Items",
        "items-2": "Items 2",
    }
    assert components["heroes"]["rows"] == "h.csv"
    pictures = [one["file"] for one in components["heroes"]["front"]["frames"] if "file" in one]
    assert pictures == ["art/a.svg"]
    assert files["art/a.svg"] == DRAWING.encode()


def test_a_script_finds_its_files_in_its_folder_or_above_but_not_outside(made):
    components, files, told = made(
        {
            "game/src/deck.rb": deck(
                "data = csv file: '../data/t.csv'",
                "text str: data['name']",
                "svg file: 'near.svg'",
                "svg file: '../../../out.svg'",
            ),
            "game/data/t.csv": "name\nAnn\nBo\n",
            "game/src/near.svg": DRAWING,
        }
    )
    assert components["cards"]["rows"] == "t.csv"
    assert "art/near.svg" in files
    assert [line for line in told if "out.svg" in line] == [
        "game/src/deck.rb: picture '../../../out.svg' is left out: "
        "it lies outside the project's folder"
    ]


def test_folder_with_scripts_but_no_deck_says_what_is_missing(made):
    with pytest.raises(UsageError, match="no script in it has a Squib::Deck"):
        made({"src/helpers.rb": "# Squib::Deck.new\ndef help; end"})


def test_settings_come_from_the_file_that_a_deck_names(made):
    components, files, _ = made(
        {
            "deck.rb": deck(
                "background color: :sea",
                "svg file: 'a.svg'",
                new="Squib::Deck.new(config: 'my.yml')",
            )
            + deck("background color: :sea"),
            "my.yml": "img_dir: pictures\ncustom_colors:\n  sea: '#012345'\n",
            "pictures/a.svg": DRAWING,
        }
    )
    assert components["cards"]["front"]["ground"] == "#012345"
    assert "art/a.svg" in files
    assert "ground" not in components["cards-2"]["front"]


def test_sheets_of_a_workbook_are_counted_from_nought(made):
    data = workbook(First=[["name"], ["Ann"]], Second=[["name"], ["Bo"], ["Cy"]])
    components, _, told = made(
        {
            "deck.rb": deck(
                "text str: data['name']", head="data = Squib.xlsx file: 'g.xlsx', sheet: 1"
            )
            + deck("text str: data['name']", head="data = Squib.xlsx file: 'g.xlsx', sheet: 7"),
            "g.xlsx": data,
        }
    )
    assert components["cards"]["rows"] == "g.xlsx#Second"
    assert any("g.xlsx has no sheet 7" in line for line in told)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("orange", "#ff6600"),
        ("burnt_orange", "#cc5500"),
        ("Burnt Orange", "#cc5500"),
        ("lightgrey", "#d3d3d3"),
        ("light_grey", "#d3d3d3"),
        ("#ffff00008000", "#ff0080"),
        ("#abc", "#aabbcc"),
    ],
)
def test_colours_are_those_of_squib(written, read):
    assert color(written) == (read, 1.0)


def test_colours_of_sixteen_digits_can_be_seen_through():
    assert color("#ffff000080009999") == ("#ff0080", 0.6)


def test_layouts_that_come_with_squib_need_no_file(made):
    components, _, told = made(
        {
            "deck.rb": deck(
                "text str: 'x', layout: :ur",
                "rect layout: 'cut'",
                "rect layout: 'bonus5'",
                new="Squib::Deck.new(layout: ['fantasy.yml', 'hand.yml'])",
            )
        }
    )
    text, cut, bonus = components["cards"]["front"]["frames"]
    assert text["align"] == "right"
    assert (cut["at"], cut["area"]) == ("0x0mm", "63.5x88.9mm")
    assert bonus["at"] == "3.17x70.23mm"
    assert not told


def test_a_layout_of_the_project_comes_before_the_one_of_squib(made):
    components, _, _ = made(
        {
            "deck.rb": deck("rect layout: 'art'", new="Squib::Deck.new(layout: 'hand.yml')"),
            "hand.yml": "art:\n  x: 75\n  y: 75\n  width: 100\n  height: 100\n",
        }
    )
    assert components["cards"]["front"]["frames"][0]["at"] == "3.17x3.17mm"


LAYOUT = """\
one:
  x: 100
  y: 0.25in
  align: !ruby/symbol center
  dash: !ruby/regexp /x/
two:
  width: 10c
  height: 100
  valign: :middle
both:
  extends: [one, two]
  x: += 25
  y: "*= 2"
  width: -= 75
  height: /= 2
"""


def test_layouts_extend_several_others_and_change_what_they_have(made):
    components, _, told = made(
        {
            "deck.rb": deck(
                "text str: 'x', layout: :both, font: 'Sans 6'",
                new="Squib::Deck.new(layout: 'l.yml')",
            ),
            "l.yml": LAYOUT,
        }
    )
    (frame,) = components["cards"]["front"]["frames"]
    assert (frame["at"].partition("x")[0], frame["area"].partition("x")[0]) == ("7.41", "25.4")
    assert (frame["align"], frame["vertical"]) == ("center", "middle")
    assert not told


def test_layouts_that_extend_one_another_many_times_over_are_read_at_once(made):
    links = "".join(f"l{n}:\n  extends: [l{n + 1}, l{n + 1}]\n" for n in range(40))
    components, _, _ = made(
        {
            "deck.rb": deck("rect layout: 'l0'", new="Squib::Deck.new(layout: 'l.yml')"),
            "l.yml": f"{links}l40:\n  x: 75\n  y: 75\n  width: 100\n  height: 100\n",
        }
    )
    assert components["cards"]["front"]["frames"][0]["at"] == "3.17x3.17mm"


def test_cards_that_are_larger_than_paper_are_boards(made):
    components, _, _ = made(
        {
            "deck.rb": deck(
                "svg file: ['a.svg', 'b.svg'], x: 99, y: 99",
                "rect range: 1, x: 99, y: 99",
                "save_pdf",
                new="Squib::Deck.new(cards: 2, width: 3300, height: 2550)",
            ),
            "a.svg": DRAWING,
            "b.svg": DRAWING,
        }
    )
    assert [one["kind"] for one in components.values()] == ["board", "board"]
    drawn = [
        [frame.get("file", frame["kind"]) for frame in one["front"]["frames"]]
        for one in components.values()
    ]
    assert drawn == [["art/a.svg"], ["art/b.svg", "shape"]]
    assert not any("when" in f for one in components.values() for f in one["front"]["frames"])
