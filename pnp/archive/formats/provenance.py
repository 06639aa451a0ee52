"""Every fact about a game and its evidence, after the model of the Digital Ludeme Project.

Texts are in the definition's language. An unknown value is ``"unknown"``, never omitted.
"""

from typing import assert_never

from pnp.archive.contents import PackedFile
from pnp.archive.documents import NO_FILES, ShownFiles, address_of
from pnp.archive.formats.jsonld import JsonObject, json_bytes
from pnp.archive.record import UNKNOWN, ArchiveRecord, DateSpan, rights_uri_of
from pnp.archive.rights import Rights
from pnp.audit.check import evidence_of, rule_evidence
from pnp.game.evidence import (
    Derived,
    Disputed,
    Evidence,
    Fact,
    Reading,
    Reconstructed,
    Source,
    Stated,
)
from pnp.game.game import Game

UNSPECIFIED = "XXXX"  # a year of which no digit is known, in EDTF
MODEL = "Digital Ludeme Project, DLP Database Guide (2022), https://github.com/Ludeme/GameDatabase"


def provenance(record: ArchiveRecord, shown: ShownFiles = NO_FILES) -> bytes:
    """Write every source with what it shows, and every rule with its evidence."""
    game = record.definition
    read = record.sources_read
    return json_bytes(
        {
            "model": MODEL,
            "language": game.language,
            "game": _game(record, shown),
            "sources": {key: _source(one, key in read) for key, one in game.sources.items()},
            "evidence": {key: _evidence(one) for key, one in game.evidence.items()},
            "rule_sets": {key: _rule_set(game, key) for key in game.rule_sets},
            "facts": {
                "game": [_fact(game, fact) for fact in game.facts],
                "components": {
                    key: [_fact(game, fact) for fact in component.facts]
                    for key, component in game.components.items()
                },
            },
            "open_questions": [
                {"question": one.question, "known": one.known, "sources": list(one.sources)}
                for one in game.open_questions
            ],
        }
    )


def _game(record: ArchiveRecord, shown: ShownFiles) -> JsonObject:
    return {
        "identifier": record.identifier,
        "external": list(record.identifiers),
        "title": dict(record.titles),
        "author": list(record.authors) or UNKNOWN,
        "created": _when(record.created) | {"words": dict(record.created_words) or UNKNOWN},
        "edition_date": record.date or UNKNOWN,
        "version": record.version,
        "languages": list(record.languages),
        "rulebooks": dict(record.book_titles),
        "files": [_file(record, file) for file in (*shown.books, *shown.pictures, *shown.drawings)],
        "rights": {
            "object": _rights(record.other_rights.object),
            "edition": {"text": dict(record.rights_texts), "uri": record.rights_uri},
            "files": _rights(record.other_rights.files),
            "record": _rights(record.other_rights.record),
        },
        "holder": record.holder or UNKNOWN,
        "record": record.record_url or UNKNOWN,
    }


def _rights(rights: Rights) -> JsonObject:
    return {"text": rights.term, "uri": rights.uri, "holder": rights.holder or UNKNOWN}


def _file(record: ArchiveRecord, file: PackedFile) -> JsonObject:
    return {
        "address": address_of(record, file),
        "role": file.role,
        "language": file.language,
        "component": file.component,
        "media_type": file.mediatype,
        "bytes": file.bytes,
        "sha256": file.sha256,
    }


def _when(when: DateSpan) -> JsonObject:
    return {
        "edtf": when.edtf if when else UNSPECIFIED,
        "earliest": when.earliest or UNKNOWN,
        "latest": when.latest or UNKNOWN,
    }


def _source(source: Source, read: bool) -> JsonObject:
    return {
        "kind": source.kind,
        "title": source.title,
        "author": source.author or UNKNOWN,
        "date": source.date or UNKNOWN,
        "published": source.published or UNKNOWN,
        "language": source.language or UNKNOWN,
        "url": source.url,
        "known_through": source.known_through,
        "read": read,
        "rights": {"text": source.rights or UNKNOWN, "uri": rights_uri_of(source)},
        "note": source.note,
    }


def _evidence(evidence: Evidence) -> JsonObject:
    place = evidence.coordinates
    return {
        "source": evidence.source,
        "kind": evidence.kind,
        "shows": evidence.shows,
        "time": _when(DateSpan(evidence.start, evidence.end)),
        "place": evidence.place or UNKNOWN,
        "coordinates": {"latitude": place[0], "longitude": place[1]} if place else UNKNOWN,
        "confidence": evidence.confidence,
        "verified": evidence.verified,
        "external": evidence.external,
        "held_by": evidence.held_by,
        "inventory": evidence.inventory,
    }


def _rule_set(game: Game, key: str) -> JsonObject:
    rule_set = game.rule_sets[key]
    when = _when(DateSpan(rule_set.date, rule_set.date))
    rules = [
        _fact(game, one.fact) | {"evidence": list(one.evidence)}
        for one in rule_evidence(game)
        if one.rule_set == key
    ]
    return {
        "name": rule_set.name,
        "original_name": rule_set.original_name,
        "original_language": rule_set.original_language,
        "kind": rule_set.kind or UNKNOWN,
        "author": rule_set.author or UNKNOWN,
        "date": when | {"words": rule_set.dated or rule_set.date or UNKNOWN},
        "players": {"least": rule_set.players.least, "most": rule_set.players.most},
        "age": rule_set.age or UNKNOWN,
        "minutes": rule_set.minutes or UNKNOWN,
        "evidence": list(dict.fromkeys(each for rule in rules for each in rule["evidence"])),
        "rules": rules,
    }


def _fact(game: Game, fact: Fact) -> JsonObject:
    match fact:
        case Stated():
            content: JsonObject = {"says": fact.says, "at": dict(fact.at) or None}
        case Derived():
            content = {
                "says": fact.says,
                "derivation": fact.derivation,
                "at": dict(fact.at) or None,
            }
        case Reconstructed():
            content = {"says": fact.says, "because": fact.because}
        case Disputed():
            content = {
                "question": fact.question,
                "readings": [_reading(game, fact, one) for one in fact.readings],
                "follows": fact.follows,
                "because": fact.because,
            }
        case _:
            assert_never(fact)
    return {"status": fact.status, **content, "sources": list(dict.fromkeys(fact.sources))}


def _reading(game: Game, fact: Disputed, reading: Reading) -> JsonObject:
    return {
        "source": reading.source,
        "says": reading.says,
        "at": reading.at,
        "evidence": [key for key, _ in evidence_of(game, reading.source)],
        "followed": reading in fact.followed,
    }
