"""The events of a LIDO record, each taken from the game's definition.

The game and its rule sets were made (creation), a rules text was published (publication), an
artifact is in a collection (collecting), somebody saw the game played (use). Any other evidence
is a plain event.
"""

from collections.abc import Iterable, Iterator

import pnp.archive.formats.lido_terms as terms
from pnp.archive.formats.lido_terms import appellations, concept, identifier, localized, node
from pnp.archive.formats.serialize import XmlElement, element
from pnp.archive.record import ArchiveRecord, DateSpan, LocalText
from pnp.game.evidence import Evidence
from pnp.rulebook.languages import language

KINDS = {
    "rules text": terms.PUBLICATION,
    "artifact": terms.COLLECTING,
    "ethnography": terms.USE,
}
WGS84 = "urn:ogc:def:crs:EPSG::4326"  # latitude first


def event_wrap(record: ArchiveRecord) -> XmlElement:
    """Return all events: the game's creation, that of its rule sets, then the evidence."""
    return node("eventWrap", *(node("eventSet", event) for event in _events(record)))


def _events(record: ArchiveRecord) -> Iterator[XmlElement]:
    if record.authors or record.created:
        when = _dated(record.created, record.created_words)
        yield _event(terms.CREATION, record.titles, record.authors, when)
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
            yield _event(terms.CREATION, names, (rule_set.author,), when)
    for key, evidence in record.definition.evidence.items():
        yield _evidence(record, key, evidence)


def _evidence(record: ArchiveRecord, key: str, evidence: Evidence) -> XmlElement:
    """Return the event that evidence testifies to; a text was published when its source was."""
    source = record.definition.sources[evidence.source]
    kind, authors = KINDS.get(evidence.kind, terms.EVENT), tuple[str, ...]()
    when = DateSpan(evidence.start, evidence.end)
    if kind is terms.PUBLICATION:
        when = DateSpan(source.date, source.date)
        authors = (source.author,) if source.author else ()
    spans = ((lang, language(lang).span(*when)) for lang in record.languages)
    words = [LocalText(lang, span) for lang, span in spans if span]
    main = record.definition.language
    names = (LocalText("en", f"Evidence: {evidence.kind}"),)
    ids = [node("eventID", {"lido:type": terms.LOCAL, "lido:source": "pnp"}, key)]
    ids += [identifier("eventID", evidence.external)] if evidence.external else []
    described = node(
        "eventDescriptionSet",
        node("descriptiveNoteValue", {"xml:lang": main}, evidence.shows),
        node("sourceDescriptiveNote", source.citation),
    )
    place = _place(main, evidence)
    return _event(kind, names, authors, _dated(when, words), ids, (place, described))


def _event(
    kind: terms.Concept,
    names: Iterable[LocalText],
    authors: Iterable[str],
    when: XmlElement | None,
    ids: Iterable[XmlElement] = (),
    rest: Iterable[XmlElement | None] = (),
) -> XmlElement:
    name = node("eventName", *appellations(names))
    return node("event", *ids, concept("eventType", kind), name, *map(_actor, authors), when, *rest)


def _actor(name: str) -> XmlElement:
    actor = node("actorInRole/actor/nameActorSet/appellationValue", name)
    return node("eventActor", node("displayActorInRole", name), actor)


def _dated(when: DateSpan, words: Iterable[LocalText]) -> XmlElement | None:
    display = tuple(localized("displayDate", words))
    if not (when or display):
        return None
    ends = (("earliestDate", when.earliest), ("latestDate", when.latest))
    between = [node(name, date) for name, date in ends if date]
    return node("eventDate", *display, node("date", *between) if between else None)


def _place(lang: str, evidence: Evidence) -> XmlElement | None:
    if not (evidence.place or evidence.coordinates):
        return None
    point = None
    if evidence.coordinates:
        latitude, longitude = evidence.coordinates
        where = element("gml:pos", f"{latitude:g} {longitude:g}")
        point = node("gml", element("gml:Point", {"srsName": WGS84}, where))
    names = [LocalText(lang, evidence.place)] if evidence.place else []
    name = node("namePlaceSet", *appellations(names)) if names else None
    return node("eventPlace", *localized("displayPlace", names), node("place", name, point))
