"""TURNO as it comes: every number that its sources give, and no number that may drift."""

import re
import tomllib
from shutil import copytree

import pytest
from helpers.components import figures
from helpers.turno_numbers import CHANGES, TEXT

from pnp.audit import check_game
from pnp.base.errors import DefinitionError
from pnp.definitions import find_game, load_game

RAW = tomllib.loads(TEXT)


@pytest.fixture(scope="module")
def report(turno):
    return check_game(turno)


@pytest.fixture
def figure(turno):
    """Return a component's number, or one of its figures."""

    def of(component, name=None):
        named = figures(turno.components[component], turno)
        return named.value if name is None else named.figures[name]

    return of


def test_the_box_holds_what_every_rule_set_needs_and_claims(report):
    assert list(report.faults()) == []
    assert report.ok


def test_the_box_holds_36_tiles_a_hexagon_6_pawns_and_a_die(figure):
    assert [figure(each) for each in ("tiles", "hexagon", "pawns", "die")] == [36, 1, 6, 1]


def test_the_tiles_are_the_36_ordered_pairs_with_252_dots(turno, figure):
    assert set(turno.components["tiles"].pairs) == {
        (front, back) for front in range(1, 7) for back in range(1, 7)
    }
    assert (figure("tiles", "kinds"), figure("tiles", "dots")) == (36, 252)


def test_each_number_is_on_six_fronts_and_on_six_backs(figure):
    six_of_each = dict.fromkeys(range(1, 7), 6)
    assert figure("tiles", "fronts") == figure("tiles", "backs") == six_of_each


@pytest.mark.parametrize(("component", "key"), [("tiles", "totals"), ("tracker", "pairs")])
def test_totals_run_from_one_12_over_six_7s_to_one_2(figure, component, key):
    assert figure(component, key) == {
        12: 1,
        11: 2,
        10: 3,
        9: 4,
        8: 5,
        7: 6,
        6: 5,
        5: 4,
        4: 3,
        3: 2,
        2: 1,
    }


def test_the_hexagon_has_1_dot_in_front_and_6_behind(figure):
    assert (figure("hexagon", "front"), figure("hexagon", "back")) == (1, 6)


def test_the_pawns_have_six_colours_and_six_marks(figure):
    assert (figure("pawns", "colors"), figure("pawns", "marks")) == (6, 6)


def test_the_die_has_1_to_6_and_opposite_faces_add_up_to_7(figure):
    assert figure("die", "faces") == (1, 2, 3, 4, 5, 6)
    assert figure("die", "opposites") == (7, 7, 7)


@pytest.mark.parametrize(
    ("deck", "cards", "numbers", "series"),
    [
        ("deck-36", 36, range(1, 7), 1),
        ("deck-49", 49, range(7), 1),
        ("deck-72", 72, range(1, 7), 2),
    ],
)
def test_the_decks_are_the_tiles_the_tiles_with_a_blank_and_the_tiles_twice(
    turno, figure, deck, cards, numbers, series
):
    pairs = {(front, back) for front in numbers for back in numbers}
    assert set(turno.components[deck].pairs) == pairs
    assert (figure(deck), figure(deck, "series")) == (cards, series)


FOUR = {"tiles": 36, "hexagon": 1, "pawns": 6, "die": 1}
TWO = {"tiles": 36}


@pytest.mark.parametrize(
    ("rule_set", "players", "needs"),
    [
        ("loop", "2-6", FOUR),
        ("lottery", "2-6", FOUR),
        ("domino", "2-6", {"tiles": 36, "hexagon": 1}),
        ("checkers", "2-6", {"tiles": 36, "pawns": 6, "die": 1}),
        ("turnooi", "2", TWO),
        ("turnooi-9x6", "2", TWO),
    ],
)
def test_a_rule_set_has_the_players_and_the_needs_of_its_source(turno, rule_set, players, needs):
    rules = turno.rule_sets[rule_set]
    assert str(rules.players) == players
    assert {need.component: need.count for need in rules.needs} == needs
    assert {need.source for need in rules.needs} == {"horn-2023"}


@pytest.mark.parametrize("rule_set", ["turnooi", "turnooi-9x6"])
def test_a_pawn_and_a_tracker_are_aids_where_the_source_calls_them_that(turno, rule_set):
    aids = {aid.component: aid.count for aid in turno.rule_sets[rule_set].aids if aid.source}
    assert aids == {"pawns": 1, "tracker": 1}


def test_there_are_six_rule_sets(turno):
    assert list(turno.rule_sets) == [
        "loop",
        "lottery",
        "domino",
        "checkers",
        "turnooi",
        "turnooi-9x6",
    ]


@pytest.mark.parametrize(
    ("rule_set", "numbers"),
    [
        ("lottery", {"arms": 6, "tiles_in_an_arm": 6}),
        ("domino", {"rows": 6, "tiles_in_a_row": 6, "rows_at_a_time": 2}),
        ("checkers", {"rows": 6, "columns": 6}),
        (
            "turnooi",
            {"rows_a_side": 3, "columns": 6, "area_rows": 2, "board_rows": 8, "tiles_a_side": 18},
        ),
        (
            "turnooi-9x6",
            {"rows_a_side": 2, "columns": 9, "area_rows": 2, "board_rows": 6, "tiles_a_side": 18},
        ),
    ],
)
def test_a_rule_set_plays_with_the_numbers_of_its_source(turno, rule_set, numbers):
    assert numbers.items() <= turno.rule_sets[rule_set].numbers.items()


@pytest.mark.parametrize(
    ("rule_set", "follows", "readings"),
    [
        ("loop", "bgg-turno", ("throw", "dots of the tile")),
        ("domino", "horn-2023", ("Two tiles", "One tile")),
        ("checkers", "horn-2023", ("number thrown", "corner tile")),
    ],
)
def test_a_dispute_gives_both_readings_and_the_one_that_is_followed(
    turno, rule_set, follows, readings
):
    (dispute,) = turno.rule_sets[rule_set].disputes
    assert dispute.follows == follows
    assert [reading.source for reading in dispute.readings] == ["horn-2023", "bgg-turno"]
    for reading, words in zip(dispute.readings, readings, strict=True):
        assert words in reading.says


@pytest.mark.parametrize("rule_set", ["turnooi", "turnooi-9x6"])
def test_the_tile_that_wins_the_last_battle_stays_by_the_reading_that_is_followed(turno, rule_set):
    (dispute,) = turno.rule_sets[rule_set].disputes
    assert [(reading.source, reading.followed) for reading in dispute.readings] == [
        ("horn-2023", True),
        ("horn-2023", False),
    ]
    assert dispute.readings[0].says.startswith("It stays")


def test_no_other_rule_set_is_disputed(turno):
    disputed = {key for key, rule_set in turno.rule_sets.items() if rule_set.disputes}
    assert disputed == {"loop", "domino", "checkers", "turnooi", "turnooi-9x6"}


def test_the_known_dates_are_kept(turno):
    assert turno.date == "1924"
    assert turno.sources["nieuwsblad-1924"].date == "1924-11-21"
    assert turno.rule_sets["turnooi"].date == "2023-02-10"


def name_of(change):
    start, end, table, value = change
    before = TEXT[TEXT.rfind("\n", 0, start) + 1 : start]
    words = re.findall(r'(?<=component = ")[a-z]+|\w+(?= = "?(?:\d-)?$)', before)
    return f"{table}: {' '.join(words)} {TEXT[start:end]} to {value}"


def test_every_number_of_the_definition_is_among_those_changed():
    rule_sets = RAW["rule_sets"].values()
    counts = sum(len(rule_set["needs"]) for rule_set in rule_sets)
    positions = [one for r in rule_sets for one in (r["setup"], *r["examples"].values())]
    counts += sum("count" in lay for one in positions for lay in one.get("lay", ()))
    numbers = len(RAW["numbers"]) + sum(len(r.get("numbers", ())) for r in rule_sets)
    ranges = [c[key] for c in RAW["components"].values() for key in ("fronts", "backs") if key in c]
    blanks = sum(text.startswith("0") for text in ranges)
    assert min(counts, numbers, len(ranges)) > 1
    assert len(CHANGES) == counts + 2 * numbers + 4 * len(ranges) - blanks


@pytest.mark.parametrize("change", CHANGES, ids=name_of)
def test_no_number_can_change_by_one_without_a_fault_that_names_its_place(tmp_path, change):
    start, end, table, value = change
    file = tmp_path / "turno" / "game.toml"
    copytree(find_game("turno").parent / "art", file.parent / "art")
    file.write_text(TEXT[:start] + str(value) + TEXT[end:], encoding="utf-8")
    try:
        faults = list(check_game(load_game(file).game).faults())
    except DefinitionError as error:
        faults = str(error).splitlines()
    part, _, name = table.partition(".")
    name = name.partition(".")[0]  # without its set-up and its examples
    place = {
        "numbers": "turno: claim",
        "components": name.replace("-", "_"),
        "rule_sets": f"turno/{name}: ",
    }[part]
    written = f"{part}.{name}: "  # of what contradicts itself
    assert [fault for fault in faults if place in fault or written in fault]
