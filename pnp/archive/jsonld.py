"""A game as JSON-LD, by schema.org's Game, which search engines and catalogues read.

An author is a name without a type: the definition does not say whether it is a person or a firm.
"""

from collections.abc import Iterable
from typing import Any

from pnp.archive.json_text import json_text
from pnp.archive.measures import Measure
from pnp.archive.record import Part, Place, Record, Said
from pnp.archive.rights import rights_uri_of
from pnp.archive.span import Span, span
from pnp.game.evidence import Source
from pnp.game.rules import RuleSet

MILLIMETRE = "MMT"  # UN/CEFACT recommendation 20
Node = dict[str, Any]


def game_jsonld(record: Record) -> bytes:
    """Write the game with its components, ways to play, rulebooks and sources."""
    game, read = record.definition, _read(record)
    cited = {True: list[Node](), False: list[Node]()}
    for key, source in game.sources.items():
        cited[key in read].append(_cited(source))
    return json_text(
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
            "hasPart": [*_ways_to_play(record), *_books(record)],
        }
    )


def _dates(record: Record) -> Node:
    created = record.created or Span(None, None)
    return {
        "temporalCoverage": created.interval if record.created else None,
        "temporal": _texts(record.created_words) or None,
        "dateCreated": created.exact,
        "datePublished": record.date,
    }


def _texts(texts: Iterable[Said]) -> list[Node]:
    return [{"@language": said.lang, "@value": said.text} for said in texts]


def _quantity(least: int, most: int) -> Node:
    return {"@type": "QuantitativeValue", "minValue": least, "maxValue": most}


def _item(part: Part) -> Node:
    count = {"@type": "PropertyValue", "name": "count", "value": part.pieces}
    return {
        "@type": "Product",
        "identifier": part.id,
        "name": _texts(part.names),
        "category": part.kind,
        "additionalProperty": [count, *(_property(one) for one in part.measures if _other(one))],
        **{one.direction: _length(one) for one in part.measures if not _other(one)},
    }


def _other(measure: Measure) -> bool:
    """Return whether schema.org has no name for a measure of a product."""
    return measure.inside or measure.direction == "diameter"


def _property(measure: Measure) -> Node:
    name = f"{measure.direction}{' inside' if measure.inside else ''}"
    return {
        "@type": "PropertyValue",
        "name": name,
        "value": measure.mm,
        "unitCode": MILLIMETRE,
    }


def _length(measure: Measure) -> Node:
    return {"@type": "QuantitativeValue", "value": measure.mm, "unitCode": MILLIMETRE}


def _place(place: Place) -> Node:
    geo = None
    if place.coordinates:
        latitude, longitude = place.coordinates
        geo = {"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude}
    return {"@type": "Place", "name": place.name, "geo": geo}


def _ways_to_play(record: Record) -> Iterable[Node]:
    for key, rule_set in record.definition.rule_sets.items():
        own = [
            (lang, e.rule_sets[key])
            for lang, e in zip(record.languages, record.editions, strict=True)
        ]
        yield {
            "@type": "Game",
            "identifier": f"{record.identifier}/{key}",
            "name": _texts(Said(lang, one.name) for lang, one in own),
            "alternateName": rule_set.original_name,
            "description": _texts(Said(lang, one.summary) for lang, one in own),
            "author": {"name": rule_set.author} if rule_set.author else None,
            "dateCreated": rule_set.date,
            "temporal": _texts(Said(lang, one.dated) for lang, one in own if one.dated) or None,
            **_play(rule_set),
        }


def _play(rule_set: RuleSet) -> Node:
    return {
        "numberOfPlayers": _quantity(rule_set.players.least, rule_set.players.most),
        "typicalAgeRange": f"{rule_set.age}-" if rule_set.age else None,
        "timeRequired": f"PT{rule_set.minutes}M" if rule_set.minutes else None,
    }


def _books(record: Record) -> Iterable[Node]:
    for title in record.book_titles:
        yield {
            "@type": "Book",
            "name": _texts([title]),
            "inLanguage": title.lang,
            "license": record.rights_uri,
        }


def _read(record: Record) -> set[str]:
    """Return the sources that this edition read itself."""
    evidence = record.definition.evidence.values()
    return {one.source for one in evidence if one.verified}


def _cited(source: Source) -> Node:
    when = span(source.date, source.date)
    return {
        "@type": "CreativeWork",
        "name": source.title,
        "author": {"name": source.author} if source.author else None,
        "datePublished": when.exact if when else None,
        "inLanguage": source.language,
        "url": source.url,
        "copyrightNotice": source.rights,
        "usageInfo": rights_uri_of(source),
    }
