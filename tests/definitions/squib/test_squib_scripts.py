"""Scripts of Squib: blocks, loops, variables, lists and ranges that can be read without Ruby."""

import tomllib

import pytest

from pnp.base.errors import UsageError
from pnp.definitions.squib.project import convert
from pnp.definitions.squib.script import MOST_CALLS, calls

TABLE = "name,type\nThief,Thug\nGrifter,Thinker\nBrain,Thinker\n"
INDEXES = """\
id = {} ; data['name'].each_with_index{ |name, i| id[name] = i}
type = {}; data['type'].each_with_index{ |t, i| (type[t] ||= []) << i}
"""


@pytest.fixture
def read(tmp_path):
    """Return the component that a deck of three cards becomes, and what is told."""

    def run(body, head="data = Squib.csv file: 'deck.csv'\n", deck="Squib::Deck.new(cards: 3) do"):
        (tmp_path / "deck.csv").write_text(TABLE)
        end = "}" if deck.endswith("{") else "end"
        (tmp_path / "deck.rb").write_text(f"{head}{deck}\n{body}\n{end}\n")
        made = convert(tmp_path, "Test")
        game = tomllib.loads(made.files["game.toml"].decode())
        told = [note.what for note in made.notes if "the card is taken as" not in note.what]
        return game["components"]["cards"], told

    return run


def texts(component):
    return [(frame["text"], frame.get("when")) for frame in component["front"].get("frames", ())]


@pytest.mark.parametrize("deck", ["Squib::Deck.new {", "Squib::Deck.new(cards: 3) {"])
def test_a_deck_in_braces_is_read(read, deck):
    component, told = read("  text str: 'Hello', x: 100", deck=deck)
    assert texts(component) == [("Hello", None)]
    assert not told


@pytest.mark.parametrize(
    "loop",
    [
        "%w(one two).each do |word|\n text str: word.capitalize, y: 200\nend",
        "['one', 'two'].each { |word| text str: word.capitalize, y: 200 }",
        'words = %w[one two]\nwords.each do |w|\n text str: "#{w.capitalize}", y: 200\nend',
    ],
)
def test_a_loop_over_words_is_taken_once_for_each(read, loop):
    assert texts(read(loop)[0]) == [("One", None), ("Two", None)]


def test_counting_loops_place_what_they_draw(read):
    component, told = read(
        "gap = 30\n2.times do |i|\n 1.upto(2).each do |n|\n"
        "  text str: n, x: 100 + i * gap / 4, y: 10 * (n + 10), width: 300, height: 90\n end\nend"
    )
    places = [frame["at"] for frame in component["front"]["frames"]]
    assert places == ["5.29x7.2mm", "5.29x8.04mm", "5.88x7.2mm", "5.88x8.04mm"]
    assert not told


def test_a_variable_that_ruby_changes_is_not_known(read):
    component, told = read("x = 100\nx += 5\ntext str: 'a', x: x\nif x > 3\n  y = 4\nend")
    assert texts(component) == []
    assert told == [
        "x += 5 is Ruby that is not run",
        "x: x is Ruby, which is not run",
        "if x > 3 begins a block of 1 statements",
    ]


def test_a_variable_that_a_loop_changes_is_not_known_in_it(read):
    component, told = read("y = 9\n2.times do |i|\n text str: i, y: y\n y += 20\nend\nrect x: y")
    assert texts(component) == []
    assert told == [
        "y: y is Ruby, which is not run",
        "y += 20 is Ruby that is not run",
        "x: y is Ruby, which is not run",
    ]


def test_the_number_of_a_row_is_neither_text_nor_a_place(read):
    loop = "data['type'].each_with_index do |one, i|\n {}\nend"
    assert read(loop.format("text str: i, y: 99"))[1] == ["str is a range"]
    assert read(loop.format("text str: 'a', x: i * 3"))[1] == ["x: i * 3 is Ruby, which is not run"]
    assert read(loop.format("text str: 'a', range: i + 1"))[1] == ["a range that Ruby finds"]


def test_a_variable_called_as_a_method_or_a_word_of_a_list_is_reported_from_them(read):
    loop = "one = 3\n%w(one).each do |w|\n text str: w, y: 99\nend"
    body = f"text = 'x'\ntext str: text, y: 99\n{loop}"
    assert texts(read(body)[0]) == [("x", None), ("one", None)]


def test_an_end_too_many_drops_nothing(read):
    assert texts(read("end\ntext str: 'a', y: 99")[0]) == [("a", None)]


def test_a_range_may_come_before_the_table_is_used(read):
    body = "text range: 0, str: 'x', y: 99\ntext str: data['name'], y: 99"
    component, told = read(body)
    assert texts(component) == [("x", "card.number = 1"), ("{name}", None)]
    assert (component["rows"], told) == ("deck.csv", [])


def test_rows_of_a_column_are_all_cards(read):
    loop = (
        "data['type'].each_with_index do |one, i|\n text range: i, str: \"a #{one}!\", y: 99\nend"
    )
    assert texts(read(loop)[0]) == [("a {type}!", None)]


def test_lists_become_the_rows_of_cards(read):
    head = "names = ['Thief', \"Rat's\"]\nmore = { 'level' => [1, 2, 3], 'is it' => ['x'] }\n"
    component, told = read(
        "text str: names, y: 200, color: [:red, :green, :blue]\n"
        "text str: more['level'], y: 300\ntext str: more['is it'], y: 400",
        head,
    )
    assert component["cards"] == [
        {"text": "Thief", "color": "red", "level": "1", "is it": "x"},
        {"text": "Rat's", "color": "green", "level": "2", "is it": ""},
        {"text": "", "color": "blue", "level": "3", "is it": ""},
    ]
    assert [text for text, _ in texts(component)] == ["{text}", "{level}", "{is it}"]
    assert not told


def test_lists_of_places_become_a_frame_for_each_card(read):
    component, _ = read("text str: %w(a b c), x: [100, 200, 300], y: 99, width: 90, height: 90")
    frames = component["front"]["frames"]
    assert [(frame["at"][:4], frame["when"]) for frame in frames] == [
        ("5.29", "card.number = 1"),
        ("13.7", "card.number = 2"),
        ("22.2", "card.number = 3"),
    ]


@pytest.mark.parametrize(
    ("said", "when"),
    [
        (":all", None),
        ("0", "card.number = 1"),
        ("-1", "card.number = 3"),
        ("0..1", "card.number = 1 or card.number = 2"),
        ("0...1", "card.number = 1"),
        ("-3..-1", None),
        ("[0, 2]", "card.number = 1 or card.number = 3"),
        ("7", "card.number = 0"),
        ("id['Thief']", "name = 'Thief'"),
        ("type['Thinker']", "type = 'Thinker'"),
    ],
)
def test_ranges_become_conditions(read, said, when):
    assert texts(read(f"{INDEXES}text range: {said}, str: 'x', y: 200")[0]) == [("x", when)]


def test_a_range_that_counts_copies_or_that_ruby_finds_is_reported(read):
    component, told = read("text range: some, str: 'x', y: 200")
    assert (texts(component), told) == ([], ["a range that Ruby finds"])
    head = "data = Squib.csv data: <<~CSV\n  name,qty\n  Thief,2\n  Rat,1\nCSV\n"
    body = "text range: 1, str: data['name'], y: 200"
    assert read(body, head, "Squib::Deck.new(cards: data['name'].size) do")[1] == [
        "a range of cards with copies"
    ]


def test_a_table_in_the_script_is_read(read):
    head = 'data = Squib.csv data: <<~CSV\n  "Title","Size"\n  "Short, big", 10\n  Long,5\nCSV\n'
    component, told = read("text str: data.title, y: 200", head)
    assert component["cards"] == [
        {"Title": "Short, big", "Size": "10"},
        {"Title": "Long", "Size": "5"},
    ]
    assert texts(component) == [("{Title}", None)]
    assert not told


def test_what_stands_in_a_block_is_not_drawn_and_is_reported_once(read):
    component, told = read("build :color do\n  rect\n  rect x: 3\nend\ntext str: 'x', y: 200")
    assert texts(component) == [("x", None)]
    assert told == ["build :color begins a block of 2 statements"]


def test_loops_end_somewhere(read):
    assert read("1000.times do |i|\n  text str: i\nend")[1] == [
        "1000.times begins a block of 1 statements"
    ]
    inner = "90.times do |{}|\n"
    source = "".join(map(inner.format, "abc")) + "rect x: 1\n" + "end\n" * 3
    with pytest.raises(UsageError, match=f"more than {MOST_CALLS:,} calls"):
        list(calls(source))


def test_scripts_that_grow_or_nest_without_end_are_refused_or_told(read):
    doubled = "s = 'aaaaaaaaaa'\n" + 's = "#{s}#{s}"\n' * 40
    assert read(f"{doubled}text str: s, width: 90")[1][-1] == "str: s is Ruby, which is not run"
    with pytest.raises(UsageError, match="too many blocks"):
        list(calls("x do\n" * 5000))


@pytest.mark.parametrize("text", ["9 ** 9 ** 9", "1 / 0", "__import__('os')", "1 + 2j"])
def test_arithmetic_that_means_nothing_is_not_evaluated(read, text):
    assert read(f"text str: 'a', x: {text}, width: 90")[1] == [
        f"x: {text} is Ruby, which is not run"
    ]


@pytest.mark.parametrize(
    ("said", "size"),
    [
        ("font: 'Sans 24'", "24pt"),
        ("font: 'Sans'", "12pt"),
        ("font_size: 9.5", "9.5pt"),
        ("", "12pt"),
    ],
)
def test_points_stay_points(read, said, size):
    component, _ = read(f"text str: 'a', y: 99, {said}".rstrip(", "))
    assert component["front"]["frames"][0]["size"] == size
