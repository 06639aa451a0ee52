"""Provenance: every fact with its evidence, and unknown values marked as such."""

import json

import pytest
from archive.conftest import POND

from pnp.archive.formats.provenance import provenance
from pnp.base.errors import AuditError, DefinitionError
from pnp.definitions import built_in_games


def read(record):
    return json.loads(provenance(record))


def all_facts(said):
    yield from said["facts"]["game"]
    for facts in said["facts"]["components"].values():
        yield from facts
    for rule_set in said["rule_sets"].values():
        yield from rule_set["rules"]


@pytest.mark.parametrize("game", built_in_games())
def test_every_rule_has_its_status_and_evidence(records, game):
    said, definition = read(records[game]), records[game].definition
    assert set(said["rule_sets"]) == set(definition.rule_sets)
    for key, rule_set in said["rule_sets"].items():
        own = definition.rule_sets[key]
        assert len(rule_set["rules"]) == len(own.facts) + bool(own.setup)
        assert rule_set["kind"] == own.kind
        for rule in rule_set["rules"]:
            bare = rule["status"] in ("reconstructed", "derived")
            assert rule["evidence"] or bare, rule
            assert set(rule["evidence"]) <= set(said["evidence"])
    assert len(list(all_facts(said))) == len(list(definition.all_facts()))
    assert len(said["open_questions"]) == len(definition.open_questions)


@pytest.mark.parametrize("game", built_in_games())
def test_every_source_and_all_evidence_are_linked(records, game):
    said, definition = read(records[game]), records[game].definition
    assert set(said["sources"]) == set(definition.sources)
    assert set(said["evidence"]) == set(definition.evidence)
    assert {one["source"] for one in said["evidence"].values()} <= set(said["sources"])
    assert all(0 <= one["confidence"] <= 100 for one in said["evidence"].values())


@pytest.mark.parametrize("game", built_in_games())
def test_every_dispute_has_its_readings_and_follows_one(records, game):
    disputes = [one for one in all_facts(read(records[game])) if one["status"] == "disputed"]
    assert len(disputes) >= 1
    for dispute in disputes:
        assert len(dispute["readings"]) >= 2
        followed = [one["source"] for one in dispute["readings"] if one["followed"]]
        assert followed == [dispute["follows"]]


def test_follows_the_marked_one_of_two_readings_of_a_source(pond):
    def followed(record):
        rules = read(record)["rule_sets"]["hop"]["rules"]
        (dispute,) = (one for one in rules if one["status"] == "disputed")
        return [one["says"] for one in dispute["readings"] if one["followed"]]

    assert followed(pond()) == ["Yes.", "No."]
    assert followed(pond(('says = "No." }', 'says = "No.", followed = true }'))) == ["No."]


def test_missing_values_are_unknown_and_unsupported_rules_have_no_evidence(pond):
    said = read(pond())
    assert said["game"]["author"] == said["game"]["holder"] == "unknown"
    created = said["game"]["created"]
    assert (created["words"], created["edtf"]) == ("unknown", "XXXX")  # as EDTF writes it
    assert said["sources"]["book"]["published"] == "unknown"
    (evidence,) = read(pond(('place = "A pond"\n', "")))["evidence"].values()
    assert evidence["place"] == "unknown"
    hop = said["rule_sets"]["hop"]
    assert (hop["age"], hop["minutes"], hop["date"]["edtf"]) == ("unknown", "unknown", "XXXX")
    (start,) = (one for one in hop["rules"] if one["status"] == "reconstructed")
    assert (start["evidence"], start["sources"]) == ([], [])
    assert start["because"] == "It is where one starts."


def test_evidence_is_dated_and_placed_as_precisely_as_known(pond):
    (one,) = read(pond())["evidence"].values()
    assert one["time"] == {"edtf": "[-0499..1901]", "earliest": "-0499", "latest": "1901"}
    assert one["coordinates"] == {"latitude": 51.21, "longitude": 3.22}
    (bare,) = read(pond(('coordinates = "51.21, 3.22"\n', ""), ("-0499", "0850")))[
        "evidence"
    ].values()
    assert bare["coordinates"] == "unknown"
    assert bare["time"]["earliest"] == "0850"


def test_sources_have_rights_with_an_address(records, pond):
    sources = read(records["turno"])["sources"]
    assert sources["horn-2023"]["rights"] == {
        "text": "© Fred Horn",
        "uri": "http://rightsstatements.org/vocab/InC/1.0/",
    }
    assert sources["bgg-turno"]["rights"] == {
        "text": "unknown",
        "uri": "http://rightsstatements.org/vocab/CNE/1.0/",
    }
    free = 'title = "The Pond"\nrights_uri = "https://creativecommons.org/publicdomain/mark/1.0/"'
    said = read(pond(('title = "The Pond"', free)))
    assert said["sources"]["book"]["rights"]["uri"].endswith("/mark/1.0/")


def test_refuses_rules_without_evidence_and_names_each(pond):
    without = POND[POND.index("[evidence.pond-book]") :]
    with pytest.raises(AuditError) as refused:
        pond((without, ""), ('kind = "observed"\n', ""))
    lines = str(refused.value).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("pond: rule_sets.hop.kind: is missing")
    assert "'One hops.' has no evidence" in lines[1]


def test_rules_say_where_in_a_source_they_are(records):
    rules = read(records["turnio"])["rule_sets"]["basic"]["rules"]
    turn = next(one for one in rules if one.get("says", "").startswith("A turn"))
    assert turn["at"] == {"turnio-en": "6 How to play the game", "turnio-de": "6 Spielablauf"}
    dispute = next(one for one in rules if one["status"] == "disputed")
    assert [one["at"] for one in dispute["readings"]] == ["3 Aim of the game", "3 Ziel des Spiels"]


def test_a_place_in_a_source_is_in_one_that_the_fact_names(pond):
    fact = '{ status = "stated", says = "It hops.", sources = ["book"], at = { page = "3" } }'
    with pytest.raises(DefinitionError, match="at: 'page' is not one of the sources here: book"):
        pond(('name = "Pond"', f'name = "Pond"\nfacts = [{fact}]'))
