"""Scripts of Squib are evaluated with their tables, and nothing of them is run."""

import tomllib

import pytest

from pnp.base.errors import UsageError
from pnp.squib.project import convert

TABLE = "name,type\nThief,Thug\nGrifter,Thinker\nBrain,Thinker\n"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
INDEXES = """\
id = {} ; data['name'].each_with_index{ |name, i| id[name] = i}
type = {}; data['type'].each_with_index{ |t, i| (type[t] ||= []) << i}
"""


@pytest.fixture
def read(tmp_path):
    """Return the component that a deck of three cards becomes, and what is told."""

    def run(
        body,
        head="data = Squib.csv file: 'deck.csv'\n",
        deck="Squib::Deck.new(cards: 3) do",
        table=TABLE,
    ):
        (tmp_path / "deck.csv").write_text(table)
        end = "}" if deck.endswith("{") else "end"
        (tmp_path / "deck.rb").write_text(f"{head}{deck}\n{body}\n{end}\n")
        made = convert(tmp_path, "Test")
        run.files = made.files
        game = tomllib.loads(made.files["game.toml"].decode())
        told = [
            note.what
            for note in made.notes
            if "reaches over" not in note.what and "after cutting" not in note.what
        ]
        return game["components"]["cards"], told

    return run


def texts(component):
    return [(frame["text"], frame.get("when")) for frame in component["front"].get("frames", ())]


def said(read, ruby, head=""):
    """What a text of one card says; a value that is not known is told."""
    component, told = read(f"text str: ({ruby}), x: 90, y: 90", head, "Squib::Deck.new do")
    return "".join(text for text, _ in texts(component)) or told


@pytest.mark.parametrize("deck", ["Squib::Deck.new {", "Squib::Deck.new(cards: 3) {"])
def test_a_deck_in_braces_is_read(read, deck):
    component, told = read("  text str: 'Hello', x: 100, y: 99", deck=deck)
    assert texts(component) == [("Hello", None)]
    assert not told


@pytest.mark.parametrize(
    "loop",
    [
        "%w(one two).each do |word|\n text str: word.capitalize, x: 99, y: 200\nend",
        "['one', 'two'].each { |word| text str: word.capitalize, x: 99, y: 200 }",
        'w = %w[one two]\nw.each do |w|\n text str: "#{w.capitalize}", x: 99, y: 200\nend',
        "for w in %w[one two] do text str: w.capitalize, x: 99, y: 200 end",
        "def put(w)\n text str: w.capitalize, x: 99, y: 200\nend\nput 'one'\nput('two')",
        "def both\n yield 'one'\n yield 'two'\nend\n"
        "both { |w| text str: w.capitalize, x: 99, y: 200 }",
    ],
)
def test_a_loop_over_words_is_taken_once_for_each(read, loop):
    assert texts(read(loop)[0]) == [("One", None), ("Two", None)]


def test_counting_loops_place_what_they_draw(read):
    component, told = read(
        "gap = 30\n2.times do |i|\n 1.upto(2).each do |n|\n"
        "  text str: n, x: 100 + i * gap / 4, y: 10 * (n + 10), width: 300, height: 90\n end\nend"
    )
    places = [frame["at"].split("x")[0] for frame in component["front"]["frames"]]
    assert places == ["5.29", "5.29", "5.88", "5.88"]
    assert not told


def test_variables_change_where_they_are_changed(read):
    component, told = read(
        "y = 90\n2.times do |i|\n text str: i, x: 99, y: y += 10\nend\n"
        'if y > 100 and not y.nil?\n text str: "y is #{y}", x: 99, y: y\nend'
    )
    assert [text for text, _ in texts(component)] == ["0", "1", "y is 110"]
    assert not told


@pytest.mark.parametrize(
    ("ruby", "text"),
    [
        ("7 / 2 + 0.5", "3.5"),
        (r"'it\'s ' + 'a\\b\n'", r"it's a\b\n"),
        (r'"\u2660\t#{1 + 1}\"" + %q(a(b)c) + "x" "y"', '\u2660\t2"a(b)cxy'),
        ("10.0", "10.0"),
        ("(1..4).to_a.join('-')", "1-2-3-4"),
        ("('y'..'ab').to_a.join", "yzaaab"),
        ("%w[b a].sort.map(&:upcase).join(', ')", "A, B"),
        ("[1, nil, 3].compact.inject(:+)", "4"),
        ("[3, 1].each_with_index.map { |n, i| n * i }.sum", "1"),
        ("'a-b_c'.gsub(/[-_]/) { |s| s == '-' ? '+' : ' ' }", "a+b c"),
        ("'Leader'.gsub(/(Lead)(er)/, '\\2\\1')", "erLead"),
        ("'%02d of %s' % [3, 'x']", "03 of x"),
        ("{ 'a' => 1, b: [2, 3] }[:b][-1]", "3"),
        ("(1 if false) || 'else'", "else"),
        ("case 17 when 0..9 then 'few' when 10.. then 'many' end", "many"),
        ("Kinds::NAMES.fetch(:x).size", "2"),
        ("twice('ab') { |s| s.reverse }", "baba"),
        ("'tests'[1..-2] + 'x'.rjust(3, '.')", "est..x"),
        ("[[1, 2], [3, 4]].to_h.map { |k, (v)| k + v }.inspect", "[3, 7]"),
        ("nil.to_s + nil.to_a.size.to_s", "0"),
        ("-> (x) { x + 1 }.call(2)", "3"),
    ],
)
def test_expressions_have_the_values_that_ruby_gives_them(read, ruby, text):
    head = (
        "module Kinds\n NAMES = { x: %i[a b] }\nend\n"
        "def twice(word, times: 2)\n return yield(word) * times if block_given?\nend\n"
    )
    assert said(read, ruby, head) == text


@pytest.mark.parametrize(
    "ruby",
    [
        "system('touch ran')",
        "`touch ran`",
        "eval('1')",
        "File.write('ran', 'x').to_s + 'x'",
        "Kernel.exec('touch ran')",
        "IO.popen('touch ran').read",
        "Time.now",
        "rand(6)",
        "9 ** 9 ** 9",
        "1 / 0",
        "'a' * 10 ** 9",
        "[0] * 10 ** 9",
        "(1..10 ** 9).to_a",
        "'%099999d' % 1",
        "__import__('os')",
        "File.read('/etc/hostname')",
        "File.read('../../etc/hostname')",
        "x.unknown",
    ],
)
def test_what_is_not_known_is_told_and_nothing_is_run(read, ruby, tmp_path):
    (told,) = said(read, ruby)
    assert told.startswith(f"str: ({ruby})"[:40])
    assert not (tmp_path / "ran").exists()


def test_what_is_unknown_stays_unknown_wherever_it_goes(read):
    component, told = read(
        'a = Time.now\nb = "at #{a}"\nif a > 3\n c = 1\nend\nlist = [1]\nlist << a if c\n'
        "text str: b, x: 99, y: 99\ntext str: c, x: 99, y: 99\n"
        "text str: 'known', x: 99, y: 99"
    )
    assert texts(component) == [("known", None)]
    assert told == [
        "if a > 3 c = 1 end is Ruby that is not run: Time.now is not known",
        "list << a if c is Ruby that is not run: Time.now is not known",
        "str: b is Ruby that is not run: Time.now is not known",
        "str: c is Ruby that is not run: Time.now is not known",
    ]


def test_lists_of_the_tables_become_columns_as_they_are_or_in_a_text(read):
    component, told = read(
        "text str: data['name'], x: 99, y: 99\n"
        'text str: data.type.map { |t| "It is a #{t}!" }, x: 99, y: 99\n'
        "kinds = data.type\ntext str: kinds.collect { |t| t.to_s }, x: 99, y: 99"
    )
    assert component["rows"] == "deck.csv"
    assert [text for text, _ in texts(component)] == ["{name}", "It is a {type}!", "{type}"]
    assert not told


def test_what_a_script_computes_of_cells_is_a_column_of_a_table_of_its_own(read):
    component, told = read(
        "text str: data['name'].map { |n| n.upcase }, x: 99, y: 99\n"
        'text str: data.name.zip(data.type).map { |a, b| "#{a}/#{b}" }, x: 99, y: 99'
    )
    assert component["rows"] == "cards.csv"
    assert read.files["cards.csv"].decode() == (
        "name,type,name-2,text\nThief,Thug,THIEF,Thief/Thug\nGrifter,Thinker,GRIFTER,"
        "Grifter/Thinker\nBrain,Thinker,BRAIN,Brain/Thinker\n"
    )
    assert [text for text, _ in texts(component)] == ["{name-2}", "{text}"]
    assert told == ["the script computes columns of its cards: name-2, text"]


def test_texts_around_empty_cells_are_left_out_if_ruby_leaves_them_out(read):
    component, _ = read(
        "text str: data['type'].map { |t| \"Type: #{t}\" unless t.nil? }, x: 99, y: 99\n"
        "text str: data['type'].map { |t| t.to_s.empty? ? nil : 'typed' }, x: 99, y: 99",
        table="name,type\nThief,Thug\nGrifter,\nBrain,Thinker\n",
    )
    assert component["rows"] == "deck.csv"
    assert texts(component) == [("[[Type: {type}]]", None), ("typed", "type")]


def test_a_block_that_changes_cells_changes_the_table(read):
    head = "data = Squib.csv(file: 'deck.csv') { |col, c| col == 'type' ? c.sub('Th', 't') : c }\n"
    component, _ = read("text str: data.type, x: 99, y: 99", head)
    assert texts(component) == [("{type}", None)]
    assert read.files["cards.csv"].decode().splitlines()[1] == "Thief,tug"


def test_cards_are_as_many_as_in_squib(read):
    body, head = "text str: data.name, x: 99, y: 99", "data = Squib.csv file: 'deck.csv'\n"
    table = "name,qty\nThief,1\nRat,0\nOwl,2\n"
    component, _ = read(body, head, "Squib::Deck.new(cards: data.nrows) do", table)
    assert component["rows"] == "deck.csv"
    component, _ = read(body, head, "Squib::Deck.new(cards: 2) do", table)
    assert component["rows"] == "cards.csv"
    assert read.files["cards.csv"].decode() == "name\nThief\nOwl\n"
    component, _ = read(body, head, "Squib::Deck.new(cards: 4) do", table)
    assert read.files["cards.csv"].decode() == "name,copies\nThief,1\nOwl,2\n,1\n"


def test_copies_that_squib_does_not_make_are_not_made(read):
    component, _ = read(
        "text str: data.name, x: 99, y: 99",
        deck="Squib::Deck.new(cards: data.nrows) do",
        table="name,Qty\nThief,3\nRat,2\n",
    )
    assert component["rows"] == "cards.csv"
    assert read.files["cards.csv"].decode() == "name,Qty,copies\nThief,3,1\nRat,2,1\n"


def test_the_column_that_explodes_makes_the_copies(read):
    read(
        "text str: data.name, x: 99, y: 99\ntext str: data.name.each_index.to_a, x: 99, y: 200",
        "data = Squib.csv file: 'deck.csv', explode: 'Anzahl'\n",
        "Squib::Deck.new(cards: data.nrows) do",
        "name,Anzahl\nThief,2\nRat,1\n",
    )
    assert read.files["cards.csv"].decode() == "name,text\nThief,0\nThief,1\nRat,2\n"


def test_lists_become_the_rows_of_cards(read):
    head = "names = ['Thief', \"Rat's\"]\nmore = { 'level' => [1, 2, 3], 'is it' => ['x'] }\n"
    component, told = read(
        "text str: names, x: 99, y: 200, color: [:red, :green, :burnt_orange]\n"
        "text str: more['level'], x: 99, y: 300\ntext str: more['is it'], x: 99, y: 400",
        head,
    )
    assert component["cards"] == [
        {"text": "Thief", "color": "red", "text-2": "1"},
        {"text": "Rat's", "color": "#008001", "text-2": "2"},
        {"text": "", "color": "#cc5500", "text-2": "3"},
    ]
    assert texts(component) == [("{text}", None), ("{text-2}", None), ("x", "card.number = 1")]
    assert not told


def test_lists_of_places_become_a_frame_for_each_card(read):
    component, _ = read("text str: %w(a b c), x: [100, 200, 300], y: 90, width: 90, height: 90")
    frames = component["front"]["frames"]
    assert len(component["cards"]) == 3
    assert [(frame["at"][:4], frame["when"]) for frame in frames] == [
        ("5.29", "card.number = 1"),
        ("13.7", "card.number = 2"),
        ("22.2", "card.number = 3"),
    ]


def test_cards_that_only_their_numbers_tell_apart_are_rows_of_their_own(read):
    component, _ = read("text str: 'x', x: 99, y: 99, font_size: [6, 8.5, 12]")
    assert component["cards"] == 3 * [{"copies": 1}]
    sizes = [(frame["size"], frame["when"]) for frame in component["front"]["frames"]]
    assert sizes == [
        ("6pt", "card.number = 1"),
        ("8.5pt", "card.number = 2"),
        ("12pt", "card.number = 3"),
    ]


@pytest.mark.parametrize(
    ("chosen", "when"),
    [
        (":all", None),
        ("0", "card.number = 1"),
        ("-1", "card.number = 3"),
        ("0..1", "card.number = 1 or card.number = 2"),
        ("0...1", "card.number = 1"),
        ("-3..-1", None),
        ("[0, 2]", "card.number = 1 or card.number = 3"),
        ("id['Thief']", "name = 'Thief'"),
        ("type['Thinker']", "type = 'Thinker'"),
        ("id['Grifter']..id['Brain']", "name = 'Grifter' or name = 'Brain'"),
        ("data.type.each_index.select { |i| data.type[i] == 'Thug' }", "type = 'Thug'"),
        ("(0...3).select(&:even?)", "card.number = 1 or card.number = 3"),
    ],
)
def test_ranges_become_conditions(read, chosen, when):
    body = f"{INDEXES}text range: {chosen}, str: 'x', x: 99, y: 200"
    assert texts(read(body)[0]) == [("x", when)]


def test_a_loop_over_rows_draws_on_all_of_them_at_once(read):
    component, told = read(
        "data['type'].each_with_index do |one, i|\n"
        '  text range: i, str: "a #{one}!", x: 99, y: 99\n'
        "  rect range: i, x: 99, y: 90 + 10 * i, width: 90, height: 90 if one == 'Thinker'\nend"
    )
    assert component["rows"] == "deck.csv"
    frames = component["front"]["frames"]
    assert [(f.get("text"), f["at"][-7:], f.get("when")) for f in frames] == [
        ("a {type}!", "x6.27mm", None),
        (None, "x5.29mm", "type = 'Thinker' and card.number = 2"),
        (None, "x6.14mm", "type = 'Thinker' and card.number = 3"),
    ]
    assert not told


def test_a_range_of_cards_with_copies_counts_the_copies(read):
    head = "data = Squib.csv data: <<~CSV\n  name,qty\n  Thief,2\n  Rat,1\nCSV\n"
    body = "text range: 1, str: data['name'], x: 99, y: 200"
    component, told = read(body, head, "Squib::Deck.new(cards: data['name'].size) do")
    assert component["cards"] == [{"name": "Thief"}, {"name": "Thief"}, {"name": "Rat"}]
    assert texts(component) == [("{name}", "card.number = 2")]
    assert not told


def test_a_table_in_the_script_is_read(read):
    head = 'data = Squib.csv data: <<~CSV\n  "Title","Size"\n  "Short, big", 10\n  Long,5\nCSV\n'
    component, told = read(
        "text str: data.title, x: 99, y: 200", head, "Squib::Deck.new(cards: 2) do"
    )
    assert component["cards"] == [{"Title": "Short, big"}, {"Title": "Long"}]
    assert texts(component) == [("{Title}", None)]
    assert not told


def test_what_stands_in_a_build_group_is_drawn_if_the_group_is_enabled(read):
    group = "build :color do\n  text str: 'x', x: 99, y: 200\nend\nbuild(:png) { save_png }"
    assert texts(read(f"enable_build :color\n{group}")[0]) == [("x", None)]


def test_what_stands_in_a_build_group_that_is_not_enabled_belongs_to_a_group_of_frames(read):
    component, told = read(
        "text str: 'a', y: 99\n"
        "build(:color) { background color: :red\n text str: 'x', y: 99\n save_png }\n"
        "build(:a, :b) { text str: 'z', y: 99 }"
    )
    frames = component["front"]["frames"]
    assert [(one["kind"], one.get("group")) for one in frames] == [
        ("text", None),
        ("shape", "color"),
        ("text", "color"),
    ]
    assert "ground" not in component["front"]
    assert told == ["build :a, b is left out, as Squib does unless this group is enabled"]


def test_a_rakefile_says_which_groups_and_scripts_are_built(read, tmp_path):
    (tmp_path / "Rakefile").write_text(
        "task default: [:colors, :deck]\n"
        "task(:colors) { Squib.enable_build_globally :color }\n"
        "task(:bw) { Squib.enable_build_globally :bw }\n"
        "task :deck do\n  load 'deck.rb'\nend\n"
    )
    (tmp_path / "helpers.rb").write_text("def shout(text)\n  text.upcase + '!'\nend\n")
    component, _ = read(
        "build(:color) { text str: shout('c'), x: 99, y: 99 }\n"
        "build(:bw) { text str: 'b', x: 99, y: 99 }",
        "require_relative 'helpers'\n",
    )
    assert texts(component) == [("C!", None), ("b", None)]
    assert [one.get("group") for one in component["front"]["frames"]] == [None, "bw"]


def test_what_is_drawn_after_the_cards_are_saved_is_not_on_them(read):
    component, told = read(
        "text str: 'a', x: 99, y: 99\nsave_png range: 0\ntext str: 'b', x: 99, y: 99\n"
        "save_sheet\ntext str: 'c', x: 99, y: 99\nsave_png range: [0]\nhand"
    )
    assert [text for text, _ in texts(component)] == ["a", "b"]
    assert any("text and what follows is drawn after all cards are saved" in one for one in told)


@pytest.mark.parametrize("view", ["hand", "showcase"])
def test_for_a_picture_of_several_cards_there_is_a_command(tmp_path, view):
    (tmp_path / "deck.rb").write_text(f"Squib::Deck.new(cards: 3) do\n  {view}\nend\n")
    told = [str(note) for note in convert(tmp_path, "Test").notes]
    assert f"deck.rb:2: {view} is not needed; pnp picture --scene {view} makes one" in told


def test_pictures_in_a_text_become_icons(read, tmp_path):
    (tmp_path / "tool.svg").write_text(DRAWING)
    body = (
        "text(str: ['Take 1 :tool: & <b>go</b>', 'none', '2*3 :tool::tool:'], x: 99, y: 99,\n"
        "     font: 'Sans 12') do |embed|\n"
        "  embed.svg key: ':tool:', file: 'tool.svg', width: 50, height: 50\n"
        "  embed.svg key: ':gone:', file: 'gone.svg', width: 50, height: 50\nend"
    )
    component, told = read(body)
    assert component["icons"] == {"tool": "art/tool.svg"}
    (frame,) = component["front"]["frames"]
    assert (frame["text"], frame["icon_size"]) == ("{text-2}", 100)
    assert [row["text-2"] for row in component["cards"]] == [
        "Take 1 :tool: & **go**",
        "none",
        "2\\*3 :tool::tool:",
    ]
    assert not told


def test_drawings_in_a_script_become_files(read):
    component, _ = read(
        f"svg data: '{DRAWING}'.gsub('M1 1', 'M2 2'), x: 99, y: 99, width: 90, height: 90"
    )
    (frame,) = component["front"]["frames"]
    assert read.files[frame["file"]].decode() == DRAWING.replace("M1 1", "M2 2")


def test_tables_in_yaml_are_read(read, tmp_path):
    (tmp_path / "cards.yml").write_text("- name: Rat\n  cost: 2\n- name: Owl\n")
    component, told = read(
        "text str: data.name, x: 99, y: 99\ntext str: data['cost'], x: 99, y: 200",
        "data = Squib.yaml file: 'cards.yml'\n",
        "Squib::Deck.new(cards: data.nrows) do",
    )
    assert component["rows"] == "cards.yml"
    assert read.files["cards.yml"] == (tmp_path / "cards.yml").read_bytes()
    assert not told


def test_tables_in_yaml_that_pnp_reads_otherwise_are_written_anew(read, tmp_path):
    (tmp_path / "cards.yml").write_text("- &a {name: Rat, cost: 010}\n- {<<: *a, cost: yes}\n")
    component, _ = read(
        "text str: data.name, x: 99, y: 99\ntext str: data['cost'], x: 99, y: 200",
        "data = Squib.yaml file: 'cards.yml'\n",
        "Squib::Deck.new(cards: data.nrows) do",
    )
    assert component["cards"] == [{"cost": "8"}, {"cost": "true"}]


def test_a_deck_may_use_several_tables(read, tmp_path):
    (tmp_path / "more.csv").write_text("text\na\nb\nc\n")
    component, _ = read(
        "more = csv file: 'more.csv'\n"
        "text str: data.name, x: 99, y: 99\ntext str: more.text, x: 99, y: 200"
    )
    assert read.files["cards.csv"].decode().splitlines()[:2] == ["name,type,text", "Thief,Thug,a"]
    assert texts(component) == [("{name}", None), ("{text}", None)]


def test_a_background_covers_what_was_drawn_before_it(read):
    component, _ = read("rect x: 99, y: 99\nbackground color: :white\nbackground range: 0")
    (frame,) = component["front"]["frames"]
    assert (frame["fill"], frame["when"]) == ("#000000", "card.number = 1")
    assert component["front"]["ground"] == "#ffffff"


def test_an_end_too_many_drops_nothing(read):
    component, _ = read(
        "text str: 'a', x: 99, y: 99\nend\nend\nSquib::Deck.new do rect x: 99, y: 99"
    )
    assert texts(component) == [("a", None)]


@pytest.mark.parametrize(
    "body",
    [
        "loop { 1 }",
        "x = 1\nwhile x > 0 do x += 0 end",
        "1000.times { |i| 1000.times { |j| 1000.times { |k| i + j + k } } }",
        "def f(x)\n f(x + 1)\nend\nf(0)",
        "s = 'aaaaaaaaaa'\nloop { s += s; s = s[0..9] }",
    ],
)
def test_scripts_without_end_are_refused(read, body):
    with pytest.raises(UsageError, match=r"more than 1,000,000 steps|too many blocks"):
        read(body)


def test_scripts_that_grow_or_nest_without_end_are_refused_or_told(read):
    doubled = "s = 'aaaaaaaaaa'\n" + 's = "#{s}#{s}"\n' * 40
    assert read(f"{doubled}text str: s, x: 99, y: 99")[1][-1].startswith("str: s is Ruby")
    with pytest.raises(UsageError, match="too many blocks"):
        read("[" * 5000 + "]" * 5000)
    with pytest.raises(UsageError, match="makes more than 5,000 calls"):
        read("5001.times { rect }")
