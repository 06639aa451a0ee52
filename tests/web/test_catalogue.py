"""Catalogues know of games what definitions say, and count by it."""

import json

import pytest
from helpers.sample_archive import POND
from pydantic import TypeAdapter

from pnp.definitions import built_in_games, find_game, games_to_copy, load_game
from pnp.definitions.find import FILE_NAME
from pnp.web.catalogue import (
    FACETS,
    UNKNOWN,
    Catalogue,
    Entry,
    Span,
    century,
    entry_of,
    folded,
    place_key,
)
from pnp.web.library import Library


@pytest.fixture(scope="module")
def catalogue():
    return Catalogue(entry_of(load_game(find_game(name)).game) for name in built_in_games())


def test_an_entry_says_what_the_definition_says(catalogue):
    entry = next(one for one in catalogue.entries if one.id == "turno")
    assert entry.name == "TURNO"
    assert "TURNOOI" in entry.other_names
    assert entry.places == ("The Netherlands", "Bruges", "Gorinchem")
    assert entry.years == Span(1924, 1924)
    assert entry.dated == "1924 or earlier"
    assert entry.kinds == ("tiles", "dice", "pieces")
    assert entry.minutes is None
    assert entry.values("time") == ("20",)
    assert entry.values("minutes") == (UNKNOWN,)


def test_a_place_has_one_key_in_every_language_and_is_found_by_each_name():
    catalogue = Library.built_in().catalogue("nl")
    called = {one.key: one.name for one in catalogue.facets()["place"]}
    assert called["bruges"] == "Brugge"
    assert called["the-netherlands"] == "Nederland"
    for text in ("brugge", "bruges"):
        assert [one.id for one in catalogue.matching(text).entries] == ["turno"]
    assert [one.id for one in catalogue.matching(chosen={"place": ["bruges"]}).entries] == ["turno"]
    assert (
        TypeAdapter(Entry).validate_python(json.loads(json.dumps(catalogue.entries[0].as_data())))
        == (catalogue.entries[0])
    )


@pytest.mark.parametrize(
    ("lang", "text", "games"),
    [
        ("en", "backgammon", ["tawula"]),
        ("en", "tavla", ["tawula"]),
        ("en", "hexagon", ["punt-match", "turno"]),
        ("en", "cards", ["turno"]),
        ("en", "wood", ["turno"]),
        ("fr", "cartes", ["turno"]),
    ],
)
def test_keywords_kinds_and_components_are_found_in_each_language(lang, text, games):
    assert [one.id for one in Library.built_in().catalogue(lang).matching(text).entries] == games


@pytest.mark.parametrize(("lang", "text"), [("de", "Würfel"), ("nl", "dobbelstenen")])
def test_all_games_with_dice_are_found_by_the_word(lang, text):
    found = {one.id for one in Library.built_in().catalogue(lang).matching(text).entries}
    assert {"tawula", "turno"} <= found < set(built_in_games())


def test_names_are_found_before_keywords_and_these_before_texts():
    found = Catalogue(
        (
            Entry("text", "A", "Not unlike chess."),
            Entry("rules", "B", "s", rules=("Chess in the round.",)),
            Entry("key", "C", "s", keywords=("chess",)),
            Entry("part", "D", "s", parts=("Chess board",)),
            Entry("name", "E", "s", other_names=("Chess of 1500",)),
            Entry("none", "F", "s"),
        )
    ).matching("chess")
    assert [one.id for one in found.entries] == ["name", "key", "part", "text", "rules"]


def test_a_game_without_a_date_has_those_of_its_rule_sets(catalogue):
    entry = next(one for one in catalogue.entries if one.id == "compositie")
    assert entry.values("time") == ("21",)


def test_stated_ages_and_minutes_can_be_chosen():
    game = load_game(games_to_copy()["bird-clock"] / FILE_NAME).game
    entry = entry_of(game)
    assert (entry.age, entry.minutes) == (8, Span(20, 20))
    assert entry.values("minutes") == ("30",)
    assert entry.values("players") == ("2", "3", "4", "5")
    assert entry.kinds == ("board", "cards", "pieces")


def test_a_child_finds_the_games_that_are_for_its_age():
    found = Catalogue(Entry(str(age), "n", "s", age=age) for age in (3, 8, 10, 21))
    assert [one.id for one in chosen(found, "age", "9")] == ["3", "8"]
    assert [one.id for one in chosen(found, "age", "18")] == ["10", "21", "3", "8"]


def test_every_game_is_counted_in_every_facet(catalogue):
    for facet, values in catalogue.facets().items():
        shown = {entry.id for value in values for entry in chosen(catalogue, facet, value.key)}
        assert shown == set(built_in_games()), facet
        for value in values:
            assert len(chosen(catalogue, facet, value.key)) == value.games


def chosen(catalogue, facet, key):
    return catalogue.matching(chosen={facet: [key]}).entries


def test_facets_are_in_order_and_the_unknown_comes_last():
    entries = [Entry(str(n), "n", "s", age=age) for n, age in enumerate((12, None, 8))]
    entries += [Entry("old", "o", "s", years=Span(-499, 120))]
    facets = Catalogue(entries).facets()
    assert {value.key: value.games for value in facets["age"]} == {
        **dict.fromkeys(("8", "9", "10", "11"), 1),
        **dict.fromkeys(("12", "13", "14", "16", "18"), 2),
        UNKNOWN: 2,
    }
    assert [value.key for value in facets["time"]] == [
        *["-5", "-4", "-3", "-2", "-1", "1", "2"],
        UNKNOWN,
    ]


def test_values_of_a_facet_add_up_and_facets_narrow(catalogue):
    players = catalogue.matching(chosen={"players": ["2", "3"]})
    assert {one.id for one in players.entries} == set(built_in_games())
    with_dice = players.matching(chosen={"kind": ["dice"]}).entries
    assert {"tawula", "turno"} <= {one.id for one in with_dice} < set(built_in_games())
    assert all("dice" in one.kinds for one in with_dice)


def test_a_search_finds_beginnings_of_words_without_accents_and_capitals():
    catalogue = Catalogue([Entry("a", "Tric-Trac", "Played in Évreux.", ("Große Jagd",))])
    for text in ("", "evr", "TRAC tric", "grosse", "Groß", "tric-trac"):
        assert catalogue.matching(text).entries, text
    for text in ("vreux", "tric evil"):
        assert not catalogue.matching(text).entries, text


def test_letters_are_folded_and_other_scripts_kept():
    assert folded("Ǻnë  Smørrebrød, İĳs!") == "ane smorrebrod iijs"
    assert folded("圍棋 Ωδή") == "圍棋 ωδη"
    assert place_key("The Netherlands") == "the-netherlands"
    assert len(place_key("日本")) == 12


@pytest.mark.parametrize(
    ("year", "number"),
    [(1, 1), (100, 1), (101, 2), (2000, 20), (2001, 21), (0, -1), (-99, -1), (-100, -2)],
)
def test_centuries_begin_with_the_first_year(year, number):
    assert century(year) == number


def test_an_entry_is_the_same_after_json(catalogue):
    for entry in catalogue.entries:
        assert TypeAdapter(Entry).validate_python(json.loads(json.dumps(entry.as_data()))) == entry
    assert set(FACETS) == set(catalogue.facets())


def test_a_library_has_a_catalogue_in_the_language_of_the_reader(catalogue):
    library = Library.built_in()
    assert library.catalogue().entries == catalogue.entries
    (turno,) = (one for one in library.catalogue("nl").entries if one.id == "turno")
    assert "kopie" in turno.summary or "exemplaar" in turno.summary
    assert turno.values("place") == ("the-netherlands", "bruges", "gorinchem")


def test_a_game_that_cannot_be_read_is_not_in_a_catalogue(tmp_path):
    for name, text in (("good", POND), ("bad", "name =")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.toml").write_text(text, encoding="utf-8")
    library = Library.of_folder(tmp_path)
    assert [one.id for one in library.catalogue("fr").entries] == ["good"]
