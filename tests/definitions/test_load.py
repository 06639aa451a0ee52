"""Definitions that are games: what is read, what is left to choose, and what is not TOML."""

from hashlib import sha256

import pytest

from pnp.base.errors import DefinitionError, UsageError
from pnp.base.expressions import Comparison
from pnp.components.registry import kinds_able
from pnp.components.sized import Pair
from pnp.definitions import load_game
from pnp.definitions.cross_references import apply_measures

LARDER = """
name = "Larder"
summary = "A box of jars."

[sources.book]
kind = "rules"
title = "The Book of Jars"

[components.jars]
kind = "tiles"
name = "Jars"
size = "2x3.1cm"
fronts = "1-3"
backs = "0-1"
without = ["3-0"]

[components.lids]
kind = "deck"
name = "Lids"
fronts = "1-2"
backs = "4-6"
size = "bridge"

[components.labels]
kind = "deck"
name = "Labels"
cards = [{ front = 3, copies = 2 }, { front = 5, back = 1, title = "Plum" }]

[components.shelf]
kind = "tracker"
name = "Shelf"
title = "Fullest jar"
of = "jars"
row = "jars.height"
"""


@pytest.fixture
def larder(tmp_path):
    """Write the larder, with parts of it replaced, and return its file."""

    def write(*changes):
        text = LARDER
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
            text = text.replace(old, new)
        file = tmp_path / "larder-2" / "game.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    return write


def test_a_game_is_read_with_its_folder_for_its_id(larder):
    loaded = load_game(larder())
    assert (loaded.game.id, loaded.game.name) == ("larder-2", "Larder")
    assert loaded.file.name == "game.toml"
    assert list(loaded.game.components) == ["jars", "lids", "labels", "shelf"]


def test_no_definition_gives_itself_another_id(larder):
    with pytest.raises(DefinitionError, match="id"):
        load_game(larder(('name = "Larder"', 'id = "pantry"\nname = "Larder"')))


def test_lengths_become_mm_and_ranges_become_numbers(larder):
    jars = load_game(larder()).game.components["jars"]
    assert jars.size == pytest.approx((20, 31))
    assert (jars.fronts, jars.backs) == ((1, 2, 3), (0, 1))
    assert jars.without == (Pair(3, 0),)
    assert jars.count == 5


@pytest.mark.parametrize(
    ("text", "numbers"), [("2-2", (2,)), ("0-9", tuple(range(10))), ("4 - 6", (4, 5, 6))]
)
def test_a_range_runs_from_its_first_number_to_its_last(larder, text, numbers):
    game = load_game(larder(('"4-6"', f'"{text}"'))).game
    assert game.components["lids"].backs == numbers


@pytest.mark.parametrize("date", ["1924", "1924-01", "1924-12", "1924-12-31"])
def test_a_date_is_given_as_far_as_it_is_known(larder, date):
    game = load_game(larder(("[sources.book]", f'date = "{date}"\n[sources.book]'))).game
    assert game.date == date


def test_a_date_that_is_not_known_may_be_told_in_words(larder):
    words = 'date = "1924"\ndated = "1924 or earlier"'
    game = load_game(larder(("[sources.book]", f"{words}\n[sources.book]"))).game
    assert (game.date, game.dated) == ("1924", "1924 or earlier")


def test_one_pawn_and_one_need_are_enough(larder):
    spoons = """
    [components.spoons]
    kind = "standees"
    name = "Spoons"
    width = "16mm"
    height = "30mm"
    base = "14mm"
    tab = "5mm"
    pawns = [{ id = "tin", color = "#AAAAAA", mark = "disc" }]

    [rule_sets.stir]
    name = "Stir"
    summary = "Stir it."
    players = { least = 1, most = 1 }
    needs = [{ component = "spoons", count = 1, source = "book" }]
    """
    game = load_game(larder(('row = "jars.height"', f'row = "jars.height"\n{spoons}'))).game
    assert game.components["spoons"].count == 1
    assert game.components["spoons"].pawns[0].color == "#aaaaaa"
    assert game.rule_sets["stir"].needs[0].count == 1


def test_claims_are_read_as_comparisons(larder):
    claim = '{ says = "Five", check = "jars == 5", status = "derived" }'
    game = load_game(larder(("[sources.book]", f"claims = [{claim}]\n[sources.book]"))).game
    assert game.claims[0].check == Comparison("jars == 5")


def test_what_is_not_written_has_its_usual_value(larder):
    game = load_game(larder()).game
    labels = game.components["labels"]
    assert labels.size == (44, 68)
    assert labels.corner == 3
    assert len(labels.series) == 1
    assert labels.cards[0].back is None
    assert game.rule_sets == game.numbers == {}
    assert game.author is None


def test_the_digest_is_that_of_the_definition(larder):
    file = larder()
    assert load_game(file).sha256 == sha256(file.read_bytes()).hexdigest()


def test_the_digest_takes_in_the_rows_of_every_table(larder):
    file = larder(
        (
            'cards = [{ front = 3, copies = 2 }, { front = 5, back = 1, title = "Plum" }]',
            'rows = "labels.csv"',
        )
    )
    rows = file.with_name("labels.csv")
    digests = set()
    for content in (b"front\n3\n", b"front\n4\n"):
        rows.write_bytes(content)
        digests.add(load_game(file).sha256)
    assert digests == {
        sha256(file.read_bytes() + content).hexdigest()
        for content in (b"front\n3\n", b"front\n4\n")
    }


def test_a_byte_order_mark_is_not_part_of_a_definition(larder):
    file = larder()
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert load_game(file).game.name == "Larder"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b'name = "Caf\xe9"', "byte 11 is not UTF-8; save it as UTF-8"),
        (b'name = "Larder', "is not TOML: "),
        (b"a = 1\na = 2", "is not TOML: "),
        (b"a = " + b"[" * 20000, "is nested too deeply"),
        (b"[numbers]\na = " + b"9" * 5000, "is not TOML: "),
    ],
)
def test_what_is_not_toml_is_reported_in_one_line(larder, content, fault):
    file = larder()
    file.write_bytes(content)
    with pytest.raises(DefinitionError) as refusal:
        load_game(file)
    assert str(refusal.value).startswith(f"{file}: {fault}")
    assert len(str(refusal.value).splitlines()) == 1


def test_a_definition_that_is_not_there_is_reported(tmp_path):
    with pytest.raises(DefinitionError, match=r"game\.toml: cannot be read: No such file"):
        load_game(tmp_path / "game.toml")


@pytest.mark.parametrize(
    ("reference", "mm"),
    [
        ("jars.width", 20),
        ("jars.height", 31),
        ("lids.width", 57.15),
        ("lids.height", 88.9),
        ("labels.width", 44),
    ],
)
def test_a_length_may_be_that_of_another_component(larder, reference, mm):
    game = load_game(larder(("jars.height", reference))).game
    assert game.components["shelf"].row == pytest.approx(mm)


def test_a_length_that_may_be_left_out_may_be_that_of_another_component(larder):
    plums = """
[components.plums]
kind = "counters"
name = "Plums"
diameter = "jars.width"
series = [{ id = "blue", color = "#23479b", mark = "disc", copies = 3 }]

[components.shelf]
"""
    game = load_game(larder(("[components.shelf]\n", plums.lstrip()))).game
    assert game.components["plums"].diameter == 20


@pytest.mark.parametrize(
    ("written", "size"),
    [
        ('size = "bridge"', (57.15, 88.9)),
        ('size = "40x50mm"', (40, 50)),
        ("", (44, 68)),
        ('size = "40mm"\nshape = "round"', (40, 40)),
        ('size = "30mm"\nshape = "hexagon"', (30, 34.64)),
    ],
)
def test_a_cell_may_have_the_size_of_cards_of_ones_own(tmp_path, written, size):
    file = tmp_path / "pantry" / "game.toml"
    file.parent.mkdir()
    file.write_text(
        'name = "Pantry"\nsummary = "Jars."\n'
        f'[components.labels]\nkind = "cards"\nname = "Labels"\n{written}\nfront = {{}}\n'
        '[components.shelf]\nkind = "grid"\nname = "Shelf"\nrows = 2\ncolumns = 3\n'
        'cell = "labels.size"\n'
    )
    cell = load_game(file).game.components["shelf"].cell
    assert tuple(cell) == pytest.approx(size, abs=0.01)


@pytest.mark.parametrize(
    ("reference", "fault"),
    [
        ("jugs.width", "there is no component 'jugs' to take a width from"),
        (
            "shelf.height",
            "'shelf' has no 'height' to take; it has: none",
        ),
        (
            "jars.edge",
            "'jars' has no 'edge' to take; it has: width, height, size",
        ),
        (
            "jars.depth",
            "write a length with its unit (mm, cm, in, pt), such as \"5mm\", not 'jars.depth'",
        ),
    ],
)
def test_a_length_of_something_without_it_is_reported_once(larder, reference, fault):
    file = larder(("jars.height", reference))
    with pytest.raises(DefinitionError) as refusal:
        load_game(file)
    assert str(refusal.value) == f"{file}: components.shelf.row: {fault}"


def test_a_length_of_a_component_whose_size_is_wrong_is_reported_of_the_size_alone(larder):
    file = larder(("2x3.1cm", "2x3.1"))
    with pytest.raises(DefinitionError) as refusal:
        load_game(file)
    assert [line.split(": ")[1] for line in str(refusal.value).splitlines()] == [
        "components.jars.size"
    ]


def test_a_definition_without_sources_is_reported_that_there_are_none(larder):
    book = '[sources.book]\nkind = "rules"\ntitle = "The Book of Jars"\n'
    question = 'open_questions = [{ question = "Who?", known = "Nothing.", sources = ["book"] }]\n'
    with pytest.raises(DefinitionError, match="there is no source 'book'; there are: none"):
        load_game(larder((book, question)))


def test_a_deck_has_one_series_or_more(larder):
    one = 'series = [{ id = "red", ink = "#C2361F", frame = "notched" }]'
    game = load_game(larder(('size = "bridge"', one))).game
    assert [series.ink for series in game.components["lids"].series] == ["#c2361f"]
    with pytest.raises(DefinitionError, match=r"components.lids.series: needs 1 or more, not 0"):
        load_game(larder(('size = "bridge"', "series = []")))


def test_the_title_of_a_card_is_text(larder):
    with pytest.raises(DefinitionError, match=r"cards\[2\].title: write text in quotes, not 7"):
        load_game(larder(('title = "Plum"', "title = 7")))


def test_a_listed_card_has_numbers_of_pips_and_not_yes_or_no(larder):
    with pytest.raises(DefinitionError, match=r"cards\[1\].front: write a whole number, not true"):
        load_game(larder(("front = 3", "front = true")))


def test_a_tracker_is_not_of_cards_with_one_side(larder):
    one_sided = ('{ front = 5, back = 1, title = "Plum" }', "{ front = 5 }")
    with pytest.raises(DefinitionError, match=r"components\.shelf.*labels"):
        load_game(larder(one_sided, ('of = "jars"', 'of = "labels"')))


@pytest.mark.parametrize("key", ["name", "title"])
def test_text_that_looks_like_a_length_of_another_component_stays_text(larder, key):
    old = {"name": 'name = "Shelf"', "title": 'title = "Fullest jar"'}[key]
    game = load_game(larder((old, f'{key} = "jars.width"'))).game
    assert getattr(game.components["shelf"], key) == "jars.width"


@pytest.mark.parametrize(
    ("sizes", "jars", "lids", "labels"),
    [
        ({}, (20, 31), (57.15, 88.9), (44, 68)),
        ({"": "poker"}, (20, 31), (63.5, 88.9), (63.5, 88.9)),
        ({"": "40x50mm", "lids": "tarot"}, (20, 31), (70, 120), (40, 50)),
        ({"lids": "tarot", "": "40x50mm"}, (20, 31), (70, 120), (40, 50)),
        ({"jars": "25x40mm"}, (25, 40), (57.15, 88.9), (44, 68)),
    ],
)
def test_another_size_may_be_chosen_for_one_component_or_for_every_deck(
    larder, sizes, jars, lids, labels
):
    components = load_game(larder(), sizes=sizes).game.components
    assert components["jars"].size == pytest.approx(jars)
    assert components["lids"].size == pytest.approx(lids)
    assert components["labels"].size == pytest.approx(labels)


def test_a_length_of_another_component_follows_the_size_that_was_chosen(larder):
    game = load_game(larder(), sizes={"jars": "25x40mm"}).game
    assert game.components["shelf"].row == 40


def test_the_digest_is_of_what_was_written_whatever_size_is_chosen(larder):
    file = larder()
    assert load_game(file, sizes={"": "poker"}).sha256 == load_game(file).sha256


def test_a_size_for_something_that_is_not_there_is_a_wrong_option(larder):
    file = larder()
    with pytest.raises(UsageError) as refusal:
        load_game(file, sizes={"jugs": "poker"})
    assert str(refusal.value) == (
        f"--size: {file.parent.name} has no component 'jugs'; it has: jars, lids, labels, shelf"
    )


def test_a_size_for_something_without_one_is_a_wrong_option(larder):
    with pytest.raises(UsageError) as refusal:
        load_game(larder(), sizes={"shelf": "poker"})
    assert str(refusal.value) == (
        "--size: shelf has no size to choose; components of these kinds have: "
        + ", ".join(kinds_able("is_resizable"))
    )


def test_a_size_that_cannot_be_read_is_reported_with_the_known_ones(larder):
    with pytest.raises((DefinitionError, UsageError)) as refusal:
        load_game(larder(), sizes={"lids": "huge"})
    assert refusal.value.status == 2
    assert "not 'huge'; or write one of mini-euro, poker" in str(refusal.value)


@pytest.mark.parametrize(
    ("reference", "taken"),
    [
        ("discs.diameter", "18mm"),
        ("squares.edge", "15mm"),
        ("caps.diameter", "16mm"),
        ("dice.edge", "12mm"),
        ("chits.diameter", "25mm"),
    ],
)
def test_a_place_may_be_as_wide_as_a_round_piece_or_a_die(reference, taken):
    raw = {
        "components": {
            "discs": {"kind": "counters", "diameter": "18mm"},
            "squares": {"kind": "counters", "edge": "15mm"},
            "caps": {"kind": "cones", "diameter": "16mm"},
            "dice": {"kind": "die", "edge": "12mm"},
            "chits": {"kind": "cards", "shape": "round", "size": "25mm"},
            "board": {"kind": "grid", "cell": reference},
        }
    }
    assert apply_measures(raw) == []
    assert raw["components"]["board"]["cell"] == taken


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({"kind": "counters", "edge": "15mm"}, "it has: edge"),
        ({"kind": "cards", "size": "poker"}, "it has: width, height, size"),
        ({"kind": "grid"}, "it has: none"),
    ],
)
def test_a_measure_that_a_component_lacks_is_reported_with_those_it_has(table, fault):
    raw = {"components": {"coins": table, "board": {"kind": "grid", "cell": "coins.diameter"}}}
    assert apply_measures(raw) == [
        f"components.board.cell: 'coins' has no 'diameter' to take; {fault}"
    ]
