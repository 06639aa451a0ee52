"""A record as a schema.org Game in JSON-LD, which search engines and catalogues read.

Authors have no type, because a definition does not say whether one is a person or a company.
"""

from collections.abc import Iterable

from pnp.archive.formats.serialize import JsonObject, json_bytes
from pnp.archive.record import (
    ArchiveRecord,
    DateSpan,
    EvidencePlace,
    LocalText,
    RecordPart,
    rights_uri_of,
)
from pnp.game.component import Measure
from pnp.game.evidence import Source

MILLIMETRE = "MMT"  # UN/CEFACT recommendation 20


def game_jsonld(record: ArchiveRecord) -> bytes:
    """Write the game with its components, rule sets, rulebooks and sources."""
    game, read = record.definition, record.sources_read
    cited = {True: list[JsonObject](), False: list[JsonObject]()}
    for key, source in game.sources.items():
        cited[key in read].append(_cited(source))
    return json_bytes(
        {
            "@context": "https://schema.org",
            "@type": "Game",
            "@id": record.iri,
            "identifier": [record.identifier, *record.identifiers],
            "name": _texts(record.titles),
            "description": _texts(record.summaries),
            "author": [{"name": name} for name in record.authors] or None,
            "contributor": [{"name": name} for name in record.contributors] or None,
            **_dates(record),
            "inLanguage": list(record.languages),
            "license": record.rights_uri,
            "copyrightNotice": _texts(record.rights_texts),
            "numberOfPlayers": _quantity(*record.players) if record.players else None,
            "gameItem": [_item(part) for part in record.parts],
            "spatialCoverage": [_place(place) for place in record.places] or None,
            "sameAs": record.record_url,
            "provider": {"@type": "Organization", "name": record.holder} if record.holder else None,
            "isBasedOn": cited[True] or None,
            "citation": cited[False] or None,
            "hasPart": [*_rule_sets(record), *_books(record)],
        }
    )


def _dates(record: ArchiveRecord) -> JsonObject:
    return {
        "temporalCoverage": record.created.interval if record.created else None,
        "temporal": _texts(record.created_words) or None,
        "dateCreated": record.created.exact,
        "datePublished": record.date,
    }


def _texts(texts: Iterable[LocalText]) -> list[JsonObject]:
    return [{"@language": lang, "@value": text} for lang, text in texts]


def _quantity(least: int, most: int) -> JsonObject:
    return {"@type": "QuantitativeValue", "minValue": least, "maxValue": most}


def _item(part: RecordPart) -> JsonObject:
    count = {"@type": "PropertyValue", "name": "count", "value": part.pieces}
    return {
        "@type": "Product",
        "identifier": part.id,
        "name": _texts(part.names),
        "category": part.kind,
        "additionalProperty": [count, *(_property(one) for one in part.measures if _unnamed(one))],
        **{one.direction: _length(one) for one in part.measures if not _unnamed(one)},
    }


def _unnamed(measure: Measure) -> bool:
    """Return whether schema.org has no property of a Product for this measure."""
    return measure.inside or measure.direction == "diameter"


def _property(measure: Measure) -> JsonObject:
    name = f"{measure.direction}{' inside' if measure.inside else ''}"
    return {"@type": "PropertyValue", "name": name, "value": measure.mm, "unitCode": MILLIMETRE}


def _length(measure: Measure) -> JsonObject:
    return {"@type": "QuantitativeValue", "value": measure.mm, "unitCode": MILLIMETRE}


def _place(place: EvidencePlace) -> JsonObject:
    geo = None
    if place.coordinates:
        latitude, longitude = place.coordinates
        geo = {"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude}
    return {"@type": "Place", "name": place.name, "geo": geo}


def _rule_sets(record: ArchiveRecord) -> Iterable[JsonObject]:
    for key, rule_set in record.definition.rule_sets.items():
        editions = [(lang, game.rule_sets[key]) for lang, game in record.editions.items()]
        dated = [LocalText(lang, one.dated) for lang, one in editions if one.dated]
        yield {
            "@type": "Game",
            "identifier": f"{record.identifier}/{key}",
            "name": _texts(LocalText(lang, one.name) for lang, one in editions),
            "alternateName": rule_set.original_name,
            "description": _texts(LocalText(lang, one.summary) for lang, one in editions),
            "author": {"name": rule_set.author} if rule_set.author else None,
            "dateCreated": rule_set.date,
            "temporal": _texts(dated) or None,
            "numberOfPlayers": _quantity(rule_set.players.least, rule_set.players.most),
            "typicalAgeRange": f"{rule_set.age}-" if rule_set.age else None,
            "timeRequired": f"PT{rule_set.minutes}M" if rule_set.minutes else None,
        }


def _books(record: ArchiveRecord) -> Iterable[JsonObject]:
    for title in record.book_titles:
        yield {
            "@type": "Book",
            "name": _texts([title]),
            "inLanguage": title.lang,
            "license": record.rights_uri,
        }


def _cited(source: Source) -> JsonObject:
    return {
        "@type": "CreativeWork",
        "name": source.title,
        "author": {"name": source.author} if source.author else None,
        "datePublished": DateSpan(source.date, source.date).exact,
        "inLanguage": source.language,
        "url": source.url,
        "copyrightNotice": source.rights,
        "usageInfo": rights_uri_of(source),
    }
