"""Other people's readers understand JSON-LD offline, and find every file of the package."""

import json

import pytest
from archive.conftest import record_by_id
from archive.test_harvesters import HOUSE
from helpers.sample_archive import package_files
from pyld import jsonld

from pnp.archive.package import metadata_files
from pnp.archive.record import ArchiveRecord
from pnp.definitions import built_in_games
from pnp.game.deposit import Deposit

SCHEMA = "http://schema.org/"
NOBODY = ("Person", "Organization", "Thing")


def refuse(address, options):
    raise AssertionError(f"{address} was asked for")


def expanded(record: ArchiveRecord):
    made = metadata_files(record, package_files(record))["metadata/game.jsonld"]
    return jsonld.expand(json.loads(made), {"documentLoader": refuse, "base": "file:///metadata/"})


def nodes(value, kind):
    """Yield every node of a type."""
    if isinstance(value, dict):
        if f"{SCHEMA}{kind}" in value.get("@type", ()):
            yield value
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from nodes(item, kind)


@pytest.mark.parametrize("game", built_in_games())
def test_json_ld_expands_without_a_network(records, game):
    (said,) = expanded(records[game])
    assert said["@type"] == [f"{SCHEMA}Game"]
    keys = {key for node in nodes([said], "Game") for key in node}
    assert all(key.startswith((SCHEMA, "@")) for key in keys)
    quads = jsonld.to_rdf([said], {"documentLoader": refuse})["@default"]
    assert len(quads) > 100


@pytest.mark.parametrize("game", built_in_games())
def test_everybody_has_a_type(records, game):
    made = metadata_files(records[game])["metadata/game.jsonld"]

    def people(value):
        for key, item in value.items() if isinstance(value, dict) else ():
            if key in ("author", "contributor", "copyrightHolder"):
                yield from item if isinstance(item, list) else [item]
            yield from people(item)
        for item in value if isinstance(value, list) else ():
            yield from people(item)

    assert {one["@type"] for one in people(json.loads(made))} <= set(NOBODY)


def test_the_rulebook_in_dutch_is_found_with_its_type_size_and_sum():
    record = record_by_id("turno", Deposit())
    files = {file.path: file for file in package_files(record)}
    wanted = files["rules/rulebook.nl.pdf"]
    found = [
        one
        for one in nodes(expanded(record), "MediaObject")
        if one[f"{SCHEMA}contentUrl"][0]["@id"] == "file:///rules/rulebook.nl.pdf"
    ]
    (said,) = found
    assert said[f"{SCHEMA}encodingFormat"][0]["@value"] == "application/pdf"
    assert said[f"{SCHEMA}contentSize"][0]["@value"] == f"{wanted.bytes} B"
    assert said[f"{SCHEMA}sha256"][0]["@value"] == wanted.sha256
    online = {
        one[f"{SCHEMA}contentUrl"][0]["@id"]
        for one in nodes(expanded(record_by_id("turno", HOUSE)), "MediaObject")
    }
    assert f"{HOUSE.files_at}rules/rulebook.nl.pdf" in online


def test_the_game_and_its_edition_are_two_things_with_rights_of_their_own():
    record = record_by_id("turno", HOUSE)
    (said,) = expanded(record)
    (edition,) = said[f"{SCHEMA}workExample"]
    assert said["@id"] == "pnp:DE-MUS-859718/2019.0457"
    assert edition["@id"] == f"{said['@id']}#edition-1"
    assert edition[f"{SCHEMA}exampleOfWork"] == [{"@id": said["@id"]}]
    assert edition[f"{SCHEMA}license"] == [{"@id": "https://opensource.org/license/mit"}]
    assert f"{SCHEMA}license" not in said
    assert said[f"{SCHEMA}usageInfo"] == [{"@id": "http://rightsstatements.org/vocab/CNE/1.0/"}]
    cc0 = "https://creativecommons.org/publicdomain/zero/1.0/"
    assert said[f"{SCHEMA}sdLicense"] == [{"@id": cc0}]
