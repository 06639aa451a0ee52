"""What happened to a game, as events of a LIDO record: only what its definition says.

The game and its ways to play came to be (creation); a rules text came out (publication); an
artifact is in a collection (collecting); a game was seen played (use). Of other evidence
nothing is said but that it is there (event).
"""

from collections.abc import Iterable, Iterator

from pnp.archive.lido_terms import (
    COLLECTING,
    CREATION,
    EVENT,
    LOCAL,
    PUBLICATION,
    USE,
    Concept,
    called,
    concept,
    identifier,
    in_languages,
)
from pnp.archive.record import Record, Said
from pnp.archive.span import Span, span
from pnp.archive.xml import Node, node
from pnp.game.evidence import Evidence
from pnp.rulebook.languages import language

SEEN: dict[str, Concept] = {
    "rules text": PUBLICATION,
    "artifact": COLLECTING,
    "ethnography": USE,
}
WGS84 = "urn:ogc:def:crs:EPSG::4326"  # latitude first


def event_wrap(record: Record) -> Node:
    """Return all events: creation, the ways to play, then the evidence, each in its order."""
    return node(
        "lido:eventWrap",
        *(node("lido:eventSet", event) for event in _events(record)),
    )


def _events(record: Record) -> Iterator[Node]:
    if record.authors or record.created:
        yield _event(
            CREATION, record.titles, record.authors, _dated(record.created, record.created_words)
        )
    yield from _ways_to_play(record)
    for key, evidence in record.definition.evidence.items():
        yield _seen(record, key, evidence)


def _ways_to_play(record: Record) -> Iterator[Node]:
    for key, rule_set in record.definition.rule_sets.items():
        editions = [edition.rule_sets[key] for edition in record.editions]
        names, words = [], []
        for lang, edition in zip(record.languages, editions, strict=True):
            names.append(Said(lang, edition.name))
            dated = edition.dated or (edition.date and language(lang).day(edition.date))
            words += [Said(lang, dated)] if dated else []
        if rule_set.author:  # what was seen played was not made then
            when = _dated(span(rule_set.date, rule_set.date), words)
            yield _event(CREATION, names, (rule_set.author,), when)


def _seen(record: Record, key: str, evidence: Evidence) -> Node:
    """Return what a piece of evidence tells of; a text came out when its source did."""
    source = record.definition.sources[evidence.source]
    kind, authors = SEEN.get(evidence.kind, EVENT), tuple[str, ...]()
    when = span(evidence.start, evidence.end)
    if kind is PUBLICATION:
        when = span(source.date, source.date)
        authors = (source.author,) if source.author else ()
    words = tuple(
        Said(lang, said)
        for lang in record.languages
        if when and (said := language(lang).span(*when))
    )
    own = record.definition.language
    names = (Said("en", f"Evidence: {evidence.kind}"),)
    about = (Said(own, evidence.shows),)
    ids = [node("lido:eventID", {"lido:type": LOCAL, "lido:source": "pnp"}, key)]
    ids += [identifier("lido:eventID", evidence.external)] if evidence.external else []
    described = node(
        "lido:eventDescriptionSet",
        *in_languages("lido:descriptiveNoteValue", about),
        node("lido:sourceDescriptiveNote", source.citation),
    )
    return _event(
        kind, names, authors, _dated(when, words), ids, (*_place(own, evidence), described)
    )


def _event(
    kind: Concept,
    names: Iterable[Said],
    authors: Iterable[str],
    when: Node | None,
    ids: Iterable[Node] = (),
    rest: Iterable[Node] = (),
) -> Node:
    return node(
        "lido:event",
        *ids,
        concept("lido:eventType", kind),
        node("lido:eventName", *called(names)),
        *map(_actor, authors),
        when,
        *rest,
    )


def _actor(name: str) -> Node:
    return node(
        "lido:eventActor",
        node("lido:displayActorInRole", name),
        node(
            "lido:actorInRole",
            node("lido:actor", node("lido:nameActorSet", node("lido:appellationValue", name))),
        ),
    )


def _dated(when: Span | None, words: Iterable[Said]) -> Node | None:
    said = tuple(in_languages("lido:displayDate", words))
    if not (when or said):
        return None
    dates = when or Span(None, None)
    ends = (("lido:earliestDate", dates.earliest), ("lido:latestDate", dates.latest))
    between = tuple(node(name, date) for name, date in ends if date)
    return node("lido:eventDate", *said, node("lido:date", *between) if between else None)


def _place(lang: str, evidence: Evidence) -> Iterator[Node]:
    if not (evidence.place or evidence.coordinates):
        return
    point = None
    if evidence.coordinates:
        latitude, longitude = evidence.coordinates
        where = node("gml:pos", f"{latitude:g} {longitude:g}")
        point = node("lido:gml", node("gml:Point", {"srsName": WGS84}, where))
    names = [Said(lang, evidence.place)] if evidence.place else []
    yield node(
        "lido:eventPlace",
        *in_languages("lido:displayPlace", names),
        node("lido:place", *(node("lido:namePlaceSet", *called(names)) for _ in names), point),
    )
