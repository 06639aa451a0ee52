"""The events of a LIDO record, each taken from the game's definition.

The game and its rule sets were made (creation), a rules text was published (publication), an
artifact is in a collection (collecting), somebody saw the game played (use). Any other evidence
is a plain event, and a description where it names no person, time or place.
"""

from collections.abc import Iterable, Iterator

import pnp.archive.formats.lido_terms as terms
from pnp.archive.formats.lido_terms import appellations, concept, identifier, localized, node
from pnp.archive.formats.serialize import XmlElement, element
from pnp.archive.record import ArchiveRecord, DateSpan, LocalText
from pnp.game.evidence import Evidence
from pnp.rulebook.languages import language

RULES = "rules text"
KINDS = {
    RULES: terms.PUBLICATION,
    "artifact": terms.COLLECTING,
    "ethnography": terms.USE,
}
NEVER = (DateSpan(None, None), None)
WGS84 = "urn:ogc:def:crs:EPSG::4326"  # latitude first


def event_wrap(record: ArchiveRecord) -> XmlElement:
    """Return all events: the game's creation, that of its rule sets, then the evidence."""
    return node("eventWrap", *(node("eventSet", event) for event in _events(record)))


def evidence_without_event(record: ArchiveRecord) -> Iterator[XmlElement]:
    """Yield the content of evidence without time, place or person, whose event portals reject."""
    for evidence in record.definition.evidence.values():
        if not _happened(record, evidence):
            yield node("objectDescriptionSet", {"lido:type": "evidence"}, *_shows(record, evidence))


def place_of(record: ArchiveRecord, evidence: Evidence, name: str) -> XmlElement | None:
    """Return the place of evidence as an element called ``name``, or None."""
    known = record.definition.authority(evidence.place) if evidence.place else None
    ids = [identifier("placeID", one) for one in known.ids] if known else []
    names = [LocalText(record.definition.language, evidence.place)] if evidence.place else []
    named = node("namePlaceSet", *appellations(names)) if names else None
    point = None
    if evidence.coordinates:
        latitude, longitude = evidence.coordinates
        where = element("gml:pos", f"{latitude:g} {longitude:g}")
        point = node("gml", element("gml:Point", {"srsName": WGS84}, where))
    return node(name, *ids, named, point) if names or evidence.coordinates else None


def _events(record: ArchiveRecord) -> Iterator[XmlElement]:
    if record.authors or record.created:
        when = _dated(record.created, record.created_words)
        actors = [_actor(record, name, terms.DESIGNER) for name in record.authors]
        yield _event(terms.CREATION, record.titles, actors, when)
    for key, rule_set in record.definition.rule_sets.items():
        if rule_set.author:  # a rule set without one was observed, and not made on its date
            rule_sets = [(lang, game.rule_sets[key]) for lang, game in record.editions.items()]
            names = [LocalText(lang, one.name) for lang, one in rule_sets]
            dates = (
                (lang, one.dated or (one.date and language(lang).day(one.date)))
                for lang, one in rule_sets
            )
            words = [LocalText(lang, date) for lang, date in dates if date]
            when = _dated(DateSpan(rule_set.date, rule_set.date), words)
            actor = _actor(record, rule_set.author, terms.DESIGNER)
            yield _event(terms.CREATION, names, [actor], when)
    for key, evidence in record.definition.evidence.items():
        if _happened(record, evidence):
            yield _evidence(record, key, evidence)


def _happened(record: ArchiveRecord, evidence: Evidence) -> bool:
    """Return whether evidence names a person, a time or a place, so that it is an event."""
    where = evidence.place or evidence.coordinates
    return bool(where or evidence.start or evidence.end or _published(record, evidence) != NEVER)


def _published(record: ArchiveRecord, evidence: Evidence) -> tuple[DateSpan, str | None]:
    """Return the date and the publisher of rules: those of their source, never before their origin.

    A source may be dated before one of its parts: that part came out on its own date or later.
    """
    if evidence.kind != RULES:
        return NEVER
    source = record.definition.sources[evidence.source]
    when = DateSpan(source.date, source.date)
    if source.date and evidence.start and evidence.start[: len(source.date)] > source.date:
        when = DateSpan(evidence.start, None)
    return when, source.author


def _evidence(record: ArchiveRecord, key: str, evidence: Evidence) -> XmlElement:
    """Return the event to which evidence testifies."""
    kind, actors = KINDS.get(evidence.kind, terms.EVENT), list[XmlElement]()
    when = DateSpan(evidence.start, evidence.end)
    if kind is terms.PUBLICATION:
        when, author = _published(record, evidence)
        actors = [_actor(record, author, terms.AUTHOR)] if author else []
    spans = ((lang, language(lang).span(*when)) for lang in record.languages)
    words = [LocalText(lang, span) for lang, span in spans if span]
    names = (LocalText("en", f"Evidence: {evidence.kind}"),)
    ids = [node("eventID", {"lido:type": terms.LOCAL, "lido:source": "pnp"}, key)]
    ids += [identifier("eventID", evidence.external)] if evidence.external else []
    described = node("eventDescriptionSet", *_shows(record, evidence))
    place = _event_place(record, evidence)
    return _event(kind, names, actors, _dated(when, words), ids, (place, described))


def _shows(record: ArchiveRecord, evidence: Evidence) -> Iterator[XmlElement]:
    """Yield the content and the source of evidence."""
    lang = record.definition.language
    yield node("descriptiveNoteValue", {"xml:lang": lang}, evidence.shows)
    yield node("sourceDescriptiveNote", record.definition.sources[evidence.source].citation)


def _event(
    kind: terms.Concept,
    names: Iterable[LocalText],
    actors: Iterable[XmlElement],
    when: XmlElement | None,
    ids: Iterable[XmlElement] = (),
    rest: Iterable[XmlElement | None] = (),
) -> XmlElement:
    name = node("eventName", *appellations(names))
    return node("event", *ids, concept("eventType", kind), name, *actors, when, *rest)


def _actor(record: ArchiveRecord, name: str, role: terms.Concept) -> XmlElement:
    known = record.definition.authority(name)
    ids = [identifier("actorID", one) for one in known.ids] if known else []
    actor = node("actor", *ids, node("nameActorSet/appellationValue", name))
    shown = node("displayActorInRole", name)
    return node("eventActor", shown, node("actorInRole", actor, concept("roleActor", role)))


def _dated(when: DateSpan, words: Iterable[LocalText]) -> XmlElement | None:
    """Return a time in words, and in numbers if both ends are known, as portals require."""
    display = tuple(localized("displayDate", words))
    between = None
    if when.earliest and when.latest:
        ends = (node("earliestDate", when.earliest), node("latestDate", when.latest))
        between = node("date", *ends)
    return node("eventDate", *display, between) if display or between is not None else None


def _event_place(record: ArchiveRecord, evidence: Evidence) -> XmlElement | None:
    place = place_of(record, evidence, "place")
    names = [LocalText(record.definition.language, evidence.place)] if evidence.place else []
    shown = localized("displayPlace", names)
    return None if place is None else node("eventPlace", *shown, place)
