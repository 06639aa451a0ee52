"""Records, their defaults, and choices that they refuse."""

import json

import pytest
from archive.conftest import CHOICES, record_by_id

from pnp.archive.documents import book_metadata
from pnp.archive.options import ArchiveOptions
from pnp.archive.package import metadata_files
from pnp.archive.record import DateSpan, measures
from pnp.base.errors import UsageError
from pnp.definitions import built_in_games
from pnp.game.deposit import Deposit


@pytest.mark.parametrize(
    ("ends", "edtf", "interval"),
    [
        (("1924", "1924"), "1924", "1924"),
        ((None, "1924"), "[..1924]", "../1924"),
        (("-0499", None), "[-0499..]", "-0499/.."),
        (("1970", "1979"), "[1970..1979]", "1970/1979"),
    ],
)
def test_spans_follow_iso_8601_2(ends, edtf, interval):
    assert (DateSpan(*ends).edtf, DateSpan(*ends).interval) == (edtf, interval)


def test_creation_is_between_the_bounds_or_on_the_date(records):
    assert {name: one.created.edtf if one.created else None for name, one in records.items()} == {
        "alquerque": "[..1283]",
        "compositie": None,
        "goose": "[..1597]",
        "konane": "[..1779]",
        "mu-torere": "[..1912]",
        "punt-match": "[1970..1979]",
        "tablut": "[..1732]",
        "tawula": "[..1845]",
        "turnio": "1999-01-16",
        "turno": "[..1924]",
        "ur": "[-2599..-2399]",
    }
    words = {name: dict(one.created_words).get("en") for name, one in records.items()}
    assert words["turno"] == "1924 or earlier"
    assert words["turnio"] == "16 January 1999"
    assert words["punt-match"] == "1970 to 1979 (late 1970s; on hexagons 10 August 2013)"
    assert words["compositie"] is None


def test_dates_have_words_in_every_language(records):
    assert dict(records["turno"].created_words) == {
        "en": "1924 or earlier",
        "de": "1924 oder früher",
        "fr": "1924 ou avant",
        "nl": "1924 of eerder",
    }


def test_without_choices_a_record_follows_the_definition(pond):
    record = record_by_id("turno", Deposit(), date=None)
    assert record.identifier == "pnp:turno"
    assert record.record_url == "https://www.spellenlab.be/speldatabase/47109"
    assert (record.holder, record.date) == (None, None)
    dated = pond(('name = "Pond"', 'name = "Pond"\nedition_date = "2026-11"'))
    assert dated.date == "2026-11"
    own = Deposit(record="https://museum.example/7")
    assert pond(choices=own, date="2027-01-02").date == "2027-01-02"
    assert pond(choices=own).record_url == "https://museum.example/7"


def test_authors_of_rule_sets_are_contributors(records):
    made = {name: (one.authors, one.contributors) for name, one in records.items()}
    assert made["turno"] == ((), ("Fred Horn",))
    assert made["punt-match"] == (("Fred Horn",), ())


def test_missing_rights_are_not_evaluated(pond):
    record = pond()
    assert (record.rights, record.rights_uri) == (
        "Copyright Not Evaluated",
        "http://rightsstatements.org/vocab/CNE/1.0/",
    )
    assert book_metadata(record, "en").rights is None


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"identifier": " "}, "--id: write a line of text"),
        ({"identifier": "a\nb"}, "--id: write a line of text"),
        ({"holder": "a\x01b"}, "--holder: write a line of text"),
        ({"record_url": "spellenlab.be/47109"}, "--record: write an address"),
        ({"record_url": "https://a b"}, "--record: write an address"),
        ({"isil": "Spellenlab"}, "--isil: write the ISIL of an institution"),
        ({"object_rights": "MIT"}, "--object-rights: write the address of a Creative Commons"),
    ],
)
def test_refuses_a_choice_that_metadata_cannot_hold(choices, told):
    with pytest.raises(UsageError, match=told):
        ArchiveOptions(**choices).stated()


def test_an_identifier_becomes_an_iri_where_one_is_needed(pond):
    assert pond(choices=CHOICES).iri == "https://museum.example/id/7"
    record = pond(choices=Deposit(id="Spel 7/é"))
    assert record.identifier == "Spel 7/é"
    said = json.loads(metadata_files(record)["metadata/game.jsonld"])
    assert (said["@id"], said["identifier"][0]) == ("pnp:Spel%207%2F%C3%A9", "Spel 7/é")


@pytest.mark.parametrize("game", built_in_games())
def test_every_component_has_measures_and_metadata_are_stable(records, game):
    definition = records[game].definition
    for key in definition.components:
        assert 1 <= len(measures(definition, key)) <= 3
        assert all(one.mm > 1 for one in measures(definition, key))
    assert metadata_files(record_by_id(game)) == metadata_files(records[game])
    assert list(metadata_files(records[game])) == sorted(metadata_files(records[game]))


def test_components_are_measured_as_played_with(records):
    def said(game, key):
        return {(one.direction, one.mm) for one in measures(records[game].definition, key)}

    assert said("punt-match", "caps") == {("diameter", 16.0), ("height", 18.33)}
    assert said("turno", "pawns") == {("width", 16.0), ("height", 34.0), ("depth", 15.0)}
    assert said("tawula", "dice") == {("width", 16.0), ("height", 16.0), ("depth", 16.0)}
    assert all(one.inside for one in measures(records["turno"].definition, "box-36"))


def test_json_ld_lists_players_items_and_authors(records):
    said = json.loads(metadata_files(records["turno"])["metadata/game.jsonld"])
    assert said["numberOfPlayers"] == {
        "@type": "QuantitativeValue",
        "minValue": 2,
        "maxValue": 6,
    }
    edition = said["workExample"]
    items = {one["identifier"]: one for one in edition["gameItem"]}
    assert items["tiles"]["additionalProperty"][0]["value"] == 36
    assert items["tiles"]["width"]["value"] == 30
    assert items["tiles"]["width"]["unitCode"] == "MMT"
    assert said["contributor"] == [{"@type": "Person", "name": "Fred Horn"}]
    assert said["sameAs"] == "https://www.spellenlab.be/speldatabase/47109"
    assert [one["author"]["name"] for one in edition["isBasedOn"] if "author" in one] == [
        "Fred Horn"
    ]
    assert len(edition["citation"]) == 2  # known through the article alone
    games = [one["identifier"] for one in said["hasPart"] if one["@type"] == "Game"]
    assert games[0] == "https://museum.example/id/7/loop"
