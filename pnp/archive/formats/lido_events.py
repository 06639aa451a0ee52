"""The events of a LIDO record, each taken from the game's definition.

The game and its rule sets were made (creation), a rules text was published (publication), an
artifact is in a collection (collecting), somebody saw the game played (use). Any other evidence
is a plain event.
"""

from collections.abc import Iterable, Iterator

from pnp.archive.formats.lido_terms import (
    COLLECTING,
    CREATION,
    EVENT,
    LOCAL,
    PUBLICATION,
    USE,
    Concept,
    appellations,
    concept,
    identifier,
    localized,
)
from pnp.archive.formats.serialize import XmlElement, element
from pnp.archive.record import ArchiveRecord, DateSpan, LocalText, date_span
from pnp.game.evidence import Evidence
from pnp.rulebook.languages import language

KINDS: dict[str, Concept] = {
    "rules text": PUBLICATION,
    "artifact": COLLECTING,
    "ethnography": USE,
}
WGS84 = "urn:ogc:def:crs:EPSG::4326"  # latitude first


def event_wrap(record: ArchiveRecord) -> XmlElement:
    """Return all events: the game's creation, that of its rule sets, then the evidence."""
    return element(
        "lido:eventWrap",
        *(element("lido:eventSet", event) for event in _events(record)),
    )


def _events(record: ArchiveRecord) -> Iterator[XmlElement]:
    if record.authors or record.created:
        yield _event(
            CREATION, record.titles, record.authors, _dated(record.created, record.created_words)
        )
    yield from _rule_sets(record)
    for key, evidence in record.definition.evidence.items():
        yield _evidence(record, key, evidence)


def _rule_sets(record: ArchiveRecord) -> Iterator[XmlElement]:
    for key, rule_set in record.definition.rule_sets.items():
        editions = [edition.rule_sets[key] for edition in record.editions]
        names, words = [], []
        for lang, edition in zip(record.languages, editions, strict=True):
            names.append(LocalText(lang, edition.name))
            dated = edition.dated or (edition.date and language(lang).day(edition.date))
            words += [LocalText(lang, dated)] if dated else []
        if rule_set.author:  # a rule set without one was observed, and not made on its date
            when = _dated(date_span(rule_set.date, rule_set.date), words)
            yield _event(CREATION, names, (rule_set.author,), when)


def _evidence(record: ArchiveRecord, key: str, evidence: Evidence) -> XmlElement:
    """Return the event that evidence testifies to; a text was published when its source was."""
    source = record.definition.sources[evidence.source]
    kind, authors = KINDS.get(evidence.kind, EVENT), tuple[str, ...]()
    when = date_span(evidence.start, evidence.end)
    if kind is PUBLICATION:
        when = date_span(source.date, source.date)
        authors = (source.author,) if source.author else ()
    words = tuple(
        LocalText(lang, text)
        for lang in record.languages
        if when and (text := language(lang).span(*when))
    )
    main = record.definition.language
    names = (LocalText("en", f"Evidence: {evidence.kind}"),)
    about = (LocalText(main, evidence.shows),)
    ids = [element("lido:eventID", {"lido:type": LOCAL, "lido:source": "pnp"}, key)]
    ids += [identifier("lido:eventID", evidence.external)] if evidence.external else []
    described = element(
        "lido:eventDescriptionSet",
        *localized("lido:descriptiveNoteValue", about),
        element("lido:sourceDescriptiveNote", source.citation),
    )
    return _event(
        kind, names, authors, _dated(when, words), ids, (*_place(main, evidence), described)
    )


def _event(
    kind: Concept,
    names: Iterable[LocalText],
    authors: Iterable[str],
    when: XmlElement | None,
    ids: Iterable[XmlElement] = (),
    rest: Iterable[XmlElement] = (),
) -> XmlElement:
    return element(
        "lido:event",
        *ids,
        concept("lido:eventType", kind),
        element("lido:eventName", *appellations(names)),
        *map(_actor, authors),
        when,
        *rest,
    )


def _actor(name: str) -> XmlElement:
    names = element("lido:nameActorSet", element("lido:appellationValue", name))
    return element(
        "lido:eventActor",
        element("lido:displayActorInRole", name),
        element("lido:actorInRole", element("lido:actor", names)),
    )


def _dated(when: DateSpan | None, words: Iterable[LocalText]) -> XmlElement | None:
    display = tuple(localized("lido:displayDate", words))
    if not (when or display):
        return None
    dates = when or DateSpan(None, None)
    ends = (("lido:earliestDate", dates.earliest), ("lido:latestDate", dates.latest))
    between = tuple(element(name, date) for name, date in ends if date)
    return element("lido:eventDate", *display, element("lido:date", *between) if between else None)


def _place(lang: str, evidence: Evidence) -> Iterator[XmlElement]:
    if not (evidence.place or evidence.coordinates):
        return
    point = None
    if evidence.coordinates:
        latitude, longitude = evidence.coordinates
        where = element("gml:pos", f"{latitude:g} {longitude:g}")
        point = element("lido:gml", element("gml:Point", {"srsName": WGS84}, where))
    names = [LocalText(lang, evidence.place)] if evidence.place else []
    sets = (element("lido:namePlaceSet", *appellations(names)) for _ in names)
    yield element(
        "lido:eventPlace",
        *localized("lido:displayPlace", names),
        element("lido:place", *sets, point),
    )
