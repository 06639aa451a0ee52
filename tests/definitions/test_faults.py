"""Wrong definitions: every fault of a file at once, each with its place and what would be right."""

import pytest

from pnp.base.errors import DefinitionError
from pnp.components.registry import KINDS
from pnp.definitions import load_game

LARDER = """
name = "Larder"
summary = "A box of jars."
date = "1924-11"
claims = [
  { says = "Two a shelf", check = "2 * shelves == jars", status = "stated", source = "book" },
]
facts = [
  { status = "reconstructed", says = "The lids.", because = "No source has any." },
]
open_questions = [{ question = "Who made it?", known = "Nothing.", sources = ["letter"] }]

[numbers]
shelves = 3

[sources.book]
kind = "rules"
title = "The Book of Jars"

[sources.letter]
kind = "record"
title = "A letter"
known_through = "book"

[components.jars]
kind = "tiles"
name = "Jars"
size = "20x31mm"
corner = "1.5mm"
fronts = "1-3"
backs = "0-1"
ground = "#f6efdc"
facts = [{ status = "stated", says = "Six jars.", sources = ["book"] }]

[components.shelf]
kind = "tracker"
name = "Shelf"
title = "Fullest jar"
of = "jars"
row = "jars.height"

[components.cube]
kind = "die"
name = "Cube"
edge = "12mm"
opposites = [[1, 6], [2, 5], [3, 4]]

[rule_sets.stack]
name = "Stack"
summary = "Stack them."
players = { least = 2, most = 3 }
needs = [
  { component = "jars", count = 6, source = "book" },
  { component = "cube", count = 1, source = "book" },
]
numbers = { piles = 2 }
claims = [
  { says = "Three in a pile", check = "piles * 3 == jars", status = "derived" },
]

[[rule_sets.stack.facts]]
status = "disputed"
question = "Who begins?"
readings = [{ source = "book", says = "The young." }, { source = "letter", says = "The old." }]
follows = "letter"
because = "It is older."
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "larder" / "game.toml"
    path.parent.mkdir()
    return path


def faults(file, *changes):
    """Return what is said of the larder after ``changes``, without the file's name."""
    text = LARDER
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError) as refusal:
        load_game(file)
    lines = str(refusal.value).splitlines()
    assert all(line.startswith(f"{file}: ") for line in lines)
    return [line.removeprefix(f"{file}: ") for line in lines]


def test_the_larder_itself_has_no_fault(file):
    file.write_text(LARDER, encoding="utf-8")
    assert load_game(file).game.name == "Larder"


def test_five_faults_are_reported_at_once_with_place_value_and_what_would_be_right(file):
    assert faults(
        file,
        ('size = "20x31mm"', 'size = "20x31"'),
        ("shelves = 3", 'shelves = "three"'),
        ("count = 6,", 'count = 6, uses = "to stack",'),
        ("piles * 3 == jars", "piles * 3 == jugs"),
        ('known_through = "book"', 'known_through = "diary"'),
    ) == [
        "rule_sets.stack.claims[1].check: jugs: no component and no number has this name; known: "
        "aids, cube, jars, needs, piles, players_least, players_most, shelf, shelves; see "
        "piles * 3 == »jugs«",
        "sources.letter.known_through: there is no source 'diary'; there are: book, letter",
        "components.jars.size: write a size with its unit (mm, cm, in, pt), such as "
        "\"44x68mm\", not '20x31'",
        "numbers.shelves: write a whole number, not 'three'",
        "rule_sets.stack.needs[1].uses: is not a key that is known here; did you mean 'use'? "
        "(known: component, count, source, use, pieces, a_player)",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('name = "Larder"\n', "", "name: is missing"),
        ('kind = "die"\n', "", "components.cube: kind is missing"),
        (', status = "stated", source', ", source", "claims[1].status: is missing"),
        ('{ status = "reconstructed", says', "{ says", "facts[1]: status is missing"),
        ("count = 6,", "", "rule_sets.stack.needs[1].count: is missing"),
        ("{ least = 2, most = 3 }", "{ most = 3 }", "rule_sets.stack.players.least: is missing"),
    ],
)
def test_what_is_missing_is_reported_by_its_place(file, old, new, fault):
    assert faults(file, (old, new)) == [fault]


@pytest.mark.parametrize(
    ("old", "new", "start"),
    [
        (
            'corner = "1.5mm"',
            'cornre = "1.5mm"',
            "components.jars.cornre: is not a key that is known here; did you mean 'corner'? "
            "(known: name, singular, explained, facts, face, kind, size, corner, fronts,",
        ),
        (
            'date = "1924-11"',
            'data = "1924-11"',
            "data: is not a key that is known here; did you mean 'date'? (known: ",
        ),
        (
            '{ status = "stated", says = "Six jars.", s',
            '{ status = "stated", says = "Six jars.", derivations = "x", s',
            "components.jars.facts[1].derivations: is not a key that is known here "
            "(known: status, says, sources, at)",
        ),
        (
            '{ source = "letter", says = "The old." }',
            '{ source = "letter", say = "?", says = "The old." }',
            "rule_sets.stack.facts[1].readings[2].say: is not a key that is known here; "
            "did you mean 'says'? (known: source, says, at, followed)",
        ),
        (
            'title = "A letter"',
            'title = "A letter"\nzzz = 1',
            "sources.letter.zzz: is not a key that is known here (known: kind, short, title,",
        ),
    ],
)
def test_an_unknown_key_is_reported_with_the_one_that_was_meant(file, old, new, start):
    (fault,) = faults(file, (old, new))
    assert fault.startswith(start)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("shelves = 3", "shelves = 3.5", "numbers.shelves: write a whole number, not 3.5"),
        ("shelves = 3", "shelves = true", "numbers.shelves: write a whole number, not true"),
        ("shelves = 3", "shelves = false", "numbers.shelves: write a whole number, not false"),
        (
            "count = 6,",
            'count = "6",',
            "rule_sets.stack.needs[1].count: write a whole number, not '6'",
        ),
        ("[3, 4]]", "[3, 4.0]]", "components.cube.opposites[3][2]: write a whole number, not 4.0"),
        ('name = "Cube"', "name = 6", "components.cube.name: write text, in quotes, not 6"),
        ('title = "Fullest jar"', 'title = " "', "components.shelf.title: must not be empty"),
        (
            'sources = ["book"]',
            'sources = "book"',
            "components.jars.facts[1].sources: write a list in [ ], not 'book'",
        ),
        (
            "players = { least = 2, most = 3 }",
            "players = 3",
            "rule_sets.stack.players: write a table of keys and values, not 3",
        ),
        (
            "[numbers]\nshelves = 3",
            "numbers = 3",
            "numbers: write a table of keys and values, not 3",
        ),
        (
            "[[1, 6], [2, 5], [3, 4]]",
            "[1, 6]",
            "components.cube.opposites[1]: write a list in [ ], not 1",
        ),
        (
            'edge = "12mm"',
            "edge = 12",
            'components.cube.edge: write a length with its unit, such as "5mm", in quotes, not 12',
        ),
        (
            'size = "20x31mm"',
            "size = [20, 31]",
            'components.jars.size: write a size with its unit, such as "44x68mm", in quotes, '
            "not [20, 31]",
        ),
        (
            '"piles * 3 == jars"',
            "6",
            'rule_sets.stack.claims[1].check: write a comparison, such as "rows * columns == '
            'tiles", in quotes, not 6',
        ),
        (
            'ground = "#f6efdc"',
            "ground = 0xf6efdc",
            'components.jars.ground: write a colour as "#rrggbb" or by its name in CSS, in quotes, '
            "not 16183260",
        ),
    ],
)
def test_a_value_of_the_wrong_type_is_reported_with_the_right_one(file, old, new, fault):
    assert fault in faults(file, (old, new))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            'edge = "12mm"',
            'edge = "12"',
            'components.cube.edge: write a length with its unit (mm, cm, in, pt), such as "5mm", '
            "not '12'",
        ),
        ('edge = "12mm"', 'edge = "0mm"', "components.cube.edge: must be more than 0 mm"),
        (
            'edge = "12mm"',
            'edge = "-12mm"',
            "components.cube.edge: a length is 0 mm or more, not -12mm",
        ),
        (
            'size = "20x31mm"',
            'size = "-20x31mm"',
            "components.jars.size: a size is more than 0 mm each way, not -20x31mm",
        ),
        (
            'corner = "1.5mm"',
            'corner = "10.5mm"',
            "components.jars: a corner of 10.5 mm is more than half of the tile; "
            'write corner = "10mm" or less',
        ),
        (
            'ground = "#f6efdc"',
            'ground = "ivry"',
            'components.jars.ground: write a colour as "#rrggbb", such as "#c23b22", or by its '
            "name in CSS, such as \"gold\", not 'ivry'",
        ),
        (
            'fronts = "1-3"',
            'fronts = "13"',
            "components.jars.fronts: write a range, such as \"1-6\", not '13'",
        ),
        (
            'fronts = "1-3"',
            'fronts = "3-1"',
            "components.jars.fronts: write the smaller number first, such as \"1-6\", not '3-1'",
        ),
        ('fronts = "1-3"', 'fronts = "1-13"', "components.jars.fronts: pips go up to 12, not 13"),
        (
            'backs = "0-1"',
            'backs = "0-1"\nwithout = ["2-1", "2-2"]',
            "components.jars: without 2-2 leaves out a piece that is not there",
        ),
        (
            'backs = "0-1"',
            'backs = "0-1"\nwithout = ["1-0", "2"]',
            "components.jars.without[2]: write front and back, such as \"3-4\", not '2'",
        ),
        (
            'backs = "0-1"',
            'backs = "0-1"\nwithout = ["1-x"]',
            "components.jars.without[1]: write front and back, such as \"3-4\", not '1-x'",
        ),
        (
            'backs = "0-1"',
            'backs = "0-1"\nwithout = ["1-13"]',
            "components.jars.without[1]: write front and back, such as \"3-4\", not '1-13'",
        ),
        (
            '{ component = "cube", count = 1',
            '{ component = "jars", count = 1',
            "rule_sets.stack: names 'jars' twice; write it once with the whole count",
        ),
        ("[3, 4]]", "[3, 13]]", "components.cube.opposites[3][2]: must be 12 or less, not 13"),
        ("[3, 4]]", "[3, -1]]", "components.cube.opposites[3][2]: must be 0 or more, not -1"),
        (
            "[3, 4]]",
            "[3, 4], [7, 8]]",
            "components.cube.opposites: takes at most 3, not 4",
        ),
        ("[3, 4]]", "[3]]", "components.cube.opposites[3]: needs 2 or more, not 1"),
        ("[3, 4]]", "[3, 4, 5]]", "components.cube.opposites[3]: takes at most 2, not 3"),
        (", [3, 4]]", "]", "components.cube.opposites: needs 3 or more, not 2"),
        (
            "[3, 4]]",
            "[3, 3]]",
            "components.cube: six different faces make a die, not [1, 2, 3, 3, 5, 6]; where one "
            "comes more than once write faces",
        ),
        ("count = 6,", "count = 0,", "rule_sets.stack.needs[1].count: must be 1 or more, not 0"),
        (
            "{ least = 2, most = 3 }",
            "{ least = 4, most = 3 }",
            "rule_sets.stack.players: least (4) is more than most (3)",
        ),
        (
            'date = "1924-11"',
            'date = "1924-13"',
            "date: write a date as far as it is known, such as \"1924-11\", not '1924-13'",
        ),
        (
            'date = "1924-11"',
            'date = "1924-11-32"',
            "date: write a date as far as it is known, such as \"1924-11\", not '1924-11-32'",
        ),
        (
            'date = "1924-11"',
            'date = "1924-00"',
            "date: write a date as far as it is known, such as \"1924-11\", not '1924-00'",
        ),
        (
            'date = "1924-11"',
            'date = "November 1924"',
            "date: write a date as far as it is known, such as \"1924-11\", not 'November 1924'",
        ),
        (
            'date = "1924-11"',
            "date = 1924-11-21",
            'date: write a date as far as it is known, such as "1924-11", not '
            "datetime.date(1924, 11, 21)",
        ),
        (
            'kind = "rules"',
            'kind = "hearsay"',
            "sources.book.kind: 'hearsay' is not known; write one of article, book, rules, "
            "advertisement, record, database",
        ),
        (
            'kind = "die"',
            'kind = "dice"',
            "components.cube: kind 'dice' is not known; write one of "
            + ", ".join(sorted(KINDS))
            + "; did you mean 'die'?",
        ),
        (
            'kind = "die"',
            f'kind = "{2000 * "1+"}"',
            f"components.cube: kind '{28 * '1+'}... is not known; write one of "
            + ", ".join(sorted(KINDS)),
        ),
        (
            '{ status = "reconstructed", says',
            '{ status = "guessed", says',
            "facts[1]: status 'guessed' is not known; write one of stated, derived, "
            "reconstructed, disputed",
        ),
        (
            'status = "derived" }',
            'status = "disputed" }',
            "rule_sets.stack.claims[1].status: 'disputed' is not known; write one of stated, "
            "derived, reconstructed",
        ),
        (
            "[sources.letter]",
            "[sources.a_letter]",
            "sources.a_letter: write lower-case letters, digits and single hyphens, not 'a_letter'",
        ),
        (
            "shelves = 3",
            "shelves = 3\nshelf-width = 4",
            "numbers.shelf-width: write a name of letters, digits and _, not 'shelf-width'",
        ),
    ],
)
def test_a_value_that_cannot_be_is_reported_with_what_can(file, old, new, fault):
    assert fault in faults(file, (old, new))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            '{ component = "cube"',
            '{ component = "dice"',
            "rule_sets.stack.needs[2].component: there is no component 'dice'; there are: jars, "
            "shelf, cube",
        ),
        (
            '"jars", count = 6, source = "book"',
            '"jars", count = 6, source = "diary"',
            "rule_sets.stack.needs[1].source: there is no source 'diary'; there are: book, letter",
        ),
        (
            'sources = ["book"]',
            'sources = ["book", "diary"]',
            "components.jars.facts[1].sources[2]: there is no source 'diary'; there are: book, "
            "letter",
        ),
        (
            'status = "stated", source = "book"',
            'status = "stated", source = "diary"',
            "claims[1].source: there is no source 'diary'; there are: book, letter",
        ),
        (
            '{ source = "book", says',
            '{ source = "diary", says',
            "rule_sets.stack.facts[1].readings[1].source: there is no source 'diary'; there are: "
            "book, letter",
        ),
        (
            'sources = ["letter"]',
            'sources = ["diary"]',
            "open_questions[1].sources[1]: there is no source 'diary'; there are: book, letter",
        ),
        (
            'sources = ["letter"]',
            "sources = [7]",
            "open_questions[1].sources[1]: write the id of one of the sources in quotes, not 7",
        ),
        (
            'of = "jars"',
            'of = "cube"',
            "components.shelf.of: there is no component 'cube' of kind deck or tiles; there are: "
            "jars",
        ),
        (
            'of = "jars"',
            'of = "jugs"',
            "components.shelf.of: there is no component 'jugs' of kind deck or tiles; there are: "
            "jars",
        ),
    ],
)
def test_what_is_referred_to_must_be_there(file, old, new, fault):
    assert faults(file, (old, new)) == [fault]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("2 * shelves == jars", "2 * piles == jars", "claims[1].check: piles"),
        ("2 * shelves == jars", "2 * shelves <= players_most", "claims[1].check: players_most"),
        (
            "piles * 3 == jars",
            "piles * tiers == jugs",
            "rule_sets.stack.claims[1].check: jugs, tiers",
        ),
    ],
)
def test_a_claim_uses_names_of_its_own_rule_set_and_of_the_box(file, old, new, place):
    (fault,) = faults(file, (old, new))
    assert fault.startswith(f"{place}: no component and no number has this name; known: ")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("shelves = 3", "shelves = 3\njars = 6", "numbers.jars"),
        ("shelves = 3", "shelves = 3\nneeds = 6", "numbers.needs"),
        ("piles = 2", "piles = 2, cube = 1", "rule_sets.stack.numbers.cube"),
        ("piles = 2", "piles = 2, players_most = 9", "rule_sets.stack.numbers.players_most"),
        ("piles = 2", "piles = 2, shelves = 3", "rule_sets.stack.numbers.shelves"),
    ],
)
def test_a_number_does_not_take_a_name_that_means_something_in_claims(file, old, new, place):
    assert faults(file, (old, new)) == [
        f"{place}: something else has this name in claims; choose another"
    ]


@pytest.mark.parametrize("name", ["needs", "players-least"])
def test_a_component_does_not_take_a_name_that_means_something_in_claims(file, name):
    assert faults(file, ("[components.shelf]", f"[components.{name}]")) == [
        f"components.{name}: this name means something else in claims; choose another"
    ]


def test_lengths_that_cannot_be_taken_are_reported_in_the_order_in_which_they_are_written(file):
    keys = ("width", "height", "base", "tab")
    lengths = "".join(f'{key} = "jugs.width"\n' for key in keys)
    pawn = '{ id = "tin", color = "#aaaaaa", mark = "disc" }'
    spoons = f'[components.spoons]\nkind = "standees"\nname = "Spoons"\n{lengths}pawns = [{pawn}]'
    assert faults(file, ("[components.shelf]", f"{spoons}\n[components.shelf]")) == [
        f"components.spoons.{key}: there is no component 'jugs' to take a width from"
        for key in keys
    ]


@pytest.mark.parametrize(
    ("check", "fault"),
    [
        ("jars", "write a comparison such as \"rows * columns == tiles\", not 'jars'"),
        ("jars = 6", "write a comparison such as \"rows * columns == tiles\", not 'jars = 6'"),
        (
            "jars ** 2 == 36",
            "'jars ** 2' is not arithmetic that is known here; use numbers, names, + - * / // %, "
            "sum(), min(), max(), count()",
        ),
    ],
)
def test_a_claim_that_cannot_be_read_is_reported_with_its_place(file, check, fault):
    (told,) = faults(file, ("2 * shelves == jars", check))
    assert told.partition("; see ")[0] == f"claims[1].check: {fault}"


def test_a_name_that_nothing_has_is_shown_in_the_arithmetic(file):
    (told,) = faults(file, ("2 * shelves == jars", "2 * shelfs == jugs - shelfs"))
    assert told.endswith("; see 2 * »shelfs« == »jugs« - »shelfs«")


def test_a_stated_claim_without_a_source_is_refused(file):
    assert faults(file, ('"stated", source = "book" }', '"stated" }')) == [
        "claims[1]: is stated, so it needs a source"
    ]


def test_a_dispute_follows_a_source_that_it_has_a_reading_of(file):
    assert faults(file, ('follows = "letter"', 'follows = "diary"')) == [
        "rule_sets.stack.facts[1].follows: there is no source 'diary'; there are: book, letter"
    ]
    assert faults(file, ('{ source = "letter", says', '{ source = "book", says')) == [
        "rule_sets.stack.facts[1]: follows 'letter', which has no reading here; the readings are "
        "of: book, book"
    ]


def test_a_dispute_has_two_readings_or_more(file):
    assert faults(file, (', { source = "letter", says = "The old." }', "")) == [
        "rule_sets.stack.facts[1].readings: needs 2 or more, not 1"
    ]


def test_a_list_with_a_wrong_item_is_not_called_too_short_as_well(file):
    assert faults(file, ('says = "The old."', "says = 7")) == [
        "rule_sets.stack.facts[1].readings[2].says: write text, in quotes, not 7"
    ]


def test_a_long_value_is_cut_short(file):
    (fault,) = faults(file, ("shelves = 3", f'shelves = "{"long " * 40}"'))
    assert fault.endswith("...")
    assert len(fault) < 110


def test_an_empty_definition_is_reported_what_a_game_needs(file):
    file.write_text("", encoding="utf-8")
    with pytest.raises(DefinitionError) as refusal:
        load_game(file)
    assert str(refusal.value).splitlines() == [
        f"{file}: name: is missing",
        f"{file}: summary: is missing",
        f"{file}: components: is missing",
    ]


@pytest.mark.parametrize(
    ("components", "fault"),
    [
        ("3", "components: write a table of keys and values, not 3"),
        ("[]", "components: write a table of keys and values, not []"),
        ("{}", "components: needs 1 or more, not 0"),
        ("{ jars = 3 }", "components.jars: write a table of keys and values, not 3"),
    ],
)
def test_components_are_a_table_of_tables(file, components, fault):
    text = f'name = "Larder"\nsummary = "Jars."\ncomponents = {components}'
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError) as refusal:
        load_game(file)
    assert str(refusal.value) == f"{file}: {fault}"


def test_after_a_hundred_faults_the_rest_are_counted(file):
    sources = "".join(f"[sources.s{number}]\n" for number in range(60))
    lines = faults(file, ("[sources.book]", f"{sources}[sources.book]"))
    assert len(lines) == 101
    assert lines[0] == "sources.s0.kind: is missing"
    assert lines[-1] == "and 20 more faults"


def test_a_hundred_faults_are_all_told(file):
    sources = "".join(f"[sources.s{number}]\n" for number in range(50))
    lines = faults(file, ("[sources.book]", f"{sources}[sources.book]"))
    assert len(lines) == 100
    assert lines[-1] == "sources.s49.title: is missing"


def test_a_folder_whose_name_is_not_an_id_is_reported_as_the_fault(tmp_path):
    file = tmp_path / "My Larder" / "game.toml"
    file.parent.mkdir()
    file.write_text(LARDER, encoding="utf-8")
    with pytest.raises(DefinitionError) as refusal:
        load_game(file)
    fault = str(refusal.value).removeprefix(f"{file}: ")
    assert "folder" in fault
    assert "'My Larder'" in fault


def test_a_fault_of_cards_or_a_frame_is_reported_at_its_own_key(tmp_path):
    (tmp_path / "pond").mkdir()
    file = tmp_path / "pond" / "game.toml"
    file.write_text(
        'name = "Pond"\nsummary = "Frogs."\n'
        '[components.cards]\nkind = "cards"\nname = "Cards"\ncorner = "3"\n'
        'cards = [{ title = "Hop" }, { copies = "many" }]\n'
        '[[components.cards.front.frames]]\nkind = "text"\ntext = "{title}"\nsize = 4\n'
    )
    with pytest.raises(DefinitionError) as refusal:
        load_game(file)
    places = [line.split(": ")[1] for line in str(refusal.value).splitlines()]
    assert places == [
        "components.cards.corner",
        "components.cards.cards[2]",
        "components.cards.front.frames[1].size",
    ]
