"""A record as a schema.org Game in JSON-LD, which search engines and catalogues read.

The file contains its own context, so that readers need not fetch one. For the terms used here it
agrees with that of schema.org (https://schema.org/docs/jsonldcontext.jsonld).
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pnp.archive.contents import PackedFile
from pnp.archive.documents import NO_FILES, ShownFiles, address_of
from pnp.archive.record import (
    ArchiveRecord,
    DateSpan,
    EvidencePlace,
    LocalText,
    RecordPart,
    rights_uri_of,
)
from pnp.archive.rights import Rights
from pnp.game.component import Measure
from pnp.game.evidence import Source

MILLIMETRE = "MMT"  # UN/CEFACT recommendation 20
_ADDRESSES = (
    *("contentUrl", "exampleOfWork", "image", "license", "sameAs", "sdLicense", "url", "usageInfo"),
)
_DATES = ("dateCreated", "datePublished", "sdDatePublished")
CONTEXT = {
    "@vocab": "http://schema.org/",
    **{name: {"@type": "@id"} for name in _ADDRESSES},
    **{name: {"@type": "Date"} for name in _DATES},
}
JsonObject = dict[str, Any]
_TYPES = {"person": "Person", "organization": "Organization", "place": "Place"}


def game_jsonld(
    record: ArchiveRecord, shown: ShownFiles = NO_FILES, online: Mapping[str, Any] = {}
) -> bytes:
    """Write the game with its rule sets, and its edition with components, books and sources.

    ``online`` are the properties of the game that say where it is published, and by whom.
    """
    return json_bytes(
        {
            "@context": CONTEXT,
            "@type": "Game",
            "@id": record.iri,
            "image": record.deposit.photo,
            **online,
            "identifier": _identifiers(record),
            "name": _texts(record.titles),
            "description": _texts(record.summaries),
            "author": [_author(record, name) for name in record.authors] or None,
            "contributor": [_author(record, name) for name in record.contributors] or None,
            "temporalCoverage": record.created.interval if record.created else None,
            "temporal": _texts(record.created_words) or None,
            "dateCreated": record.created.exact,
            **_rights(record.other_rights.object),
            "material": record.deposit.material,
            "creditText": record.deposit.credit_line,
            "numberOfPlayers": _quantity(*record.players) if record.players else None,
            "spatialCoverage": [_place(record, place) for place in record.places] or None,
            "sameAs": record.record_url,
            "hasPart": [*_rule_sets(record)] or None,
            "workExample": _edition(record, shown),
            "sdLicense": record.other_rights.record.uri,
            "sdDatePublished": record.date,
            "sdPublisher": _holder(record),
        }
    )


def _edition(record: ArchiveRecord, shown: ShownFiles) -> JsonObject:
    """Return this edition of the game, whose rights differ from those in the game."""
    game, read = record.definition, record.sources_read
    cited = {True: list[JsonObject](), False: list[JsonObject]()}
    for key, source in game.sources.items():
        cited[key in read].append(_cited(record, source))
    return {
        "@type": "Game",
        "@id": record.edition_iri,
        "exampleOfWork": record.iri,
        "version": f"{record.version}",
        "name": _texts(record.titles),
        "inLanguage": list(record.languages),
        "datePublished": record.date,
        "license": record.rights_uri,
        "copyrightNotice": _texts(record.rights_texts),
        "provider": _holder(record),
        "image": address_of(record, shown.pictures[0]) if shown.pictures else None,
        "gameItem": [_item(record, part, shown) for part in record.parts],
        "isBasedOn": cited[True] or None,
        "citation": cited[False] or None,
        "hasPart": [*_books(record, shown)],
    }


def _identifiers(record: ArchiveRecord) -> list[str | JsonObject]:
    numbers = dict.fromkeys(
        (one.inventory, one.held_by) for one in record.definition.evidence.values() if one.inventory
    )
    own = record.deposit.inventory
    stated = {(own, record.holder): None} if own else {}
    return [
        record.identifier,
        *record.identifiers,
        *(
            {
                "@type": "PropertyValue",
                "propertyID": "inventory number",
                "value": number,
                "name": holder,
            }
            for number, holder in stated | numbers
        ),
    ]


def _holder(record: ArchiveRecord) -> JsonObject | None:
    if not record.holder:
        return None
    deposit = record.deposit
    isil = {"@type": "PropertyValue", "propertyID": "ISIL", "value": deposit.isil}
    return {
        "@type": "Organization",
        "@id": deposit.holder_id,
        "name": record.holder,
        "identifier": isil if deposit.isil else None,
    }


def _author(record: ArchiveRecord, name: str) -> JsonObject:
    """Return an author, as a Thing if the definition does not say whether it is a person."""
    known = record.definition.authority(name)
    kind = _TYPES[known.kind] if known else "Thing"
    return {"@type": kind, "name": name, "sameAs": list(known.ids) or None if known else None}


def _rights(rights: Rights) -> JsonObject:
    """Return rights: a licence as ``license``, a statement as usage information."""
    key = "license" if "creativecommons.org" in rights.uri else "usageInfo"
    owner = {"@type": "Thing", "name": rights.holder} if rights.holder else None
    return {key: rights.uri, "copyrightHolder": owner}


def _texts(texts: Iterable[LocalText]) -> list[JsonObject]:
    return [{"@language": lang, "@value": text} for lang, text in texts]


def _quantity(least: int, most: int) -> JsonObject:
    return {"@type": "QuantitativeValue", "minValue": least, "maxValue": most}


def _item(record: ArchiveRecord, part: RecordPart, shown: ShownFiles) -> JsonObject:
    count = {"@type": "PropertyValue", "name": "count", "value": part.pieces}
    files = (*shown.pictures, *shown.drawings)
    return {
        "@type": "Product",
        "identifier": part.id,
        "name": _texts(part.names),
        "category": part.kind,
        "additionalProperty": [count, *(_property(one) for one in part.measures if _unnamed(one))],
        **{one.direction: _length(one) for one in part.measures if not _unnamed(one)},
        "subjectOf": [_file(record, one) for one in files if one.component == part.id] or None,
    }


def _unnamed(measure: Measure) -> bool:
    """Return whether schema.org has no Product property for this measure."""
    return measure.inside or measure.direction == "diameter"


def _property(measure: Measure) -> JsonObject:
    name = f"{measure.direction}{' inside' if measure.inside else ''}"
    return {"@type": "PropertyValue", "name": name, "value": measure.mm, "unitCode": MILLIMETRE}


def _length(measure: Measure) -> JsonObject:
    return {"@type": "QuantitativeValue", "value": measure.mm, "unitCode": MILLIMETRE}


def _place(record: ArchiveRecord, place: EvidencePlace) -> JsonObject:
    known = record.definition.authority(place.name)
    geo = None
    if place.coordinates:
        latitude, longitude = place.coordinates
        geo = {"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude}
    same = list(known.ids) or None if known else None
    return {"@type": "Place", "name": place.name, "sameAs": same, "geo": geo}


def _rule_sets(record: ArchiveRecord) -> Iterator[JsonObject]:
    for key, rule_set in record.definition.rule_sets.items():
        editions = [(lang, game.rule_sets[key]) for lang, game in record.editions.items()]
        dated = [LocalText(lang, one.dated) for lang, one in editions if one.dated]
        yield {
            "@type": "Game",
            "identifier": f"{record.identifier}/{key}",
            "name": _texts(LocalText(lang, one.name) for lang, one in editions),
            "alternateName": rule_set.original_name,
            "description": _texts(LocalText(lang, one.summary) for lang, one in editions),
            "author": _author(record, rule_set.author) if rule_set.author else None,
            "dateCreated": rule_set.date,
            "temporal": _texts(dated) or None,
            "numberOfPlayers": _quantity(rule_set.players.least, rule_set.players.most),
            "typicalAgeRange": f"{rule_set.age}-" if rule_set.age else None,
            "timeRequired": f"PT{rule_set.minutes}M" if rule_set.minutes else None,
        }


def _books(record: ArchiveRecord, shown: ShownFiles) -> Iterator[JsonObject]:
    for title in record.book_titles:
        yield {
            "@type": "Book",
            "name": _texts([title]),
            "inLanguage": title.lang,
            "license": record.rights_uri,
            "encoding": [_file(record, one) for one in shown.books_in(title.lang)] or None,
        }


def _file(record: ArchiveRecord, file: PackedFile) -> JsonObject:
    return {
        "@type": "MediaObject",
        "contentUrl": address_of(record, file),
        "encodingFormat": file.mediatype,
        "contentSize": f"{file.bytes} B",
        "sha256": file.sha256,
        "inLanguage": file.language,
        **_rights(record.other_rights.files),
    }


def _cited(record: ArchiveRecord, source: Source) -> JsonObject:
    return {
        "@type": "CreativeWork",
        "name": source.title,
        "author": _author(record, source.author) if source.author else None,
        "datePublished": DateSpan(source.date, source.date).exact,
        "inLanguage": source.language,
        "url": source.url,
        "copyrightNotice": source.rights,
        "usageInfo": rights_uri_of(source),
    }


def json_bytes(value: Any) -> bytes:
    """Write a value as UTF-8 with its keys in their given order, omitting keys with None."""
    text = json.dumps(_without_none(value), ensure_ascii=False, indent=2, allow_nan=False)
    return f"{text}\n".encode()


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}
    return [_without_none(item) for item in value] if isinstance(value, list | tuple) else value
