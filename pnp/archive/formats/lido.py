"""A record in LIDO 1.1 (lido-schema.org), in which museums exchange records of objects."""

from collections.abc import Iterable, Iterator

import pnp.archive.formats.lido_terms as terms
from pnp.archive.contents import FileRole, PackedFile
from pnp.archive.documents import NO_FILES, ShownFiles, address_of, checksum_uri, names_of
from pnp.archive.formats.lido_terms import appellations, concept, identifier, localized, node, term
from pnp.archive.formats.serialize import XmlElement, element, xml_bytes
from pnp.archive.record import UNKNOWN, ArchiveRecord, DateSpan, LocalText, RecordPart, is_address
from pnp.archive.rights import Rights
from pnp.base.languages import language
from pnp.game.deposit import Deposit
from pnp.game.evidence import Evidence
from pnp.game.rights import NOT_EVALUATED

RULES = "rules text"
KINDS = {
    RULES: terms.PUBLICATION,
    "artifact": terms.COLLECTING,
    "ethnography": terms.USE,
}
NEVER = (DateSpan(None, None), None)
WGS84 = "urn:ogc:def:crs:EPSG::4326"  # latitude first

PREFIXES = ("lido", "xsi")
SCHEMA = "http://www.lido-schema.org http://www.lido-schema.org/schema/v1.1/lido-v1.1.xsd"
THIS_EDITION = "as made in this edition; provenance.json says what is known about the original"


def administrative(record: ArchiveRecord, shown: ShownFiles) -> XmlElement:
    """Return the rights in the game, the record itself and the files that show the game."""
    object_rights, line = record.other_rights.object, record.deposit.credit_line
    credit = node("creditLine", line) if line else None
    return node(
        "administrativeMetadata",
        {"xml:lang": record.definition.language},
        node("rightsWorkWrap/rightsWorkSet", *_rights(object_rights), credit),
        _record(record),
        node("resourceWrap", *_resources(record, shown)),
    )


def _rights(rights: Rights) -> Iterator[XmlElement]:
    """Yield a rights statement, and the holder if known."""
    address = node("conceptID", {"lido:type": terms.URI}, rights.uri)
    specific = {"lido:type": terms.SPECIFIC_RIGHTS}
    yield node("rightsType", specific, address, term(rights.term))
    if rights.holder:
        yield node("rightsHolder/legalBodyName/appellationValue", rights.holder)


def _record(record: ArchiveRecord) -> XmlElement:
    return node(
        "recordWrap",
        identifier("recordID", record.number),
        concept("recordType", terms.ITEM_RECORD),
        node("recordSource", *terms.legal_body(record.holder or UNKNOWN, record.deposit)),
        node("recordRights", *_rights(record.other_rights.record)),
        *_links(record),
    )


def _links(record: ArchiveRecord) -> Iterator[XmlElement]:
    """Yield the address of the record and its date."""
    if record.deposit.record:
        link = node("recordInfoLink", record.deposit.record)
        yield node("recordInfoSet", {"lido:type": terms.RECORD_ONLINE}, link)
    if record.date:
        made = node("recordMetadataDate", {"lido:type": terms.CREATED}, record.date)
        yield node("recordInfoSet", {"lido:type": terms.LIDO_RECORD}, made)


def _resources(record: ArchiveRecord, shown: ShownFiles) -> Iterator[XmlElement]:
    """Yield the files to show online; of several pictures a portal takes the first as preview.

    Source: https://wiki.deutsche-digitale-bibliothek.de/pages/viewpage.action?pageId=124944524, and
    for ``sortorder`` pageId=222527494 there.
    """
    files = [
        *((file, terms.DRAWING, names_of(record, file)) for file in shown.pictures),
        *(
            (file, terms.RULEBOOK, [title])
            for title in record.book_titles
            for file in shown.books_in(title.lang)
        ),
        *((file, terms.DRAWING, names_of(record, file)) for file in shown.drawings),
    ]
    first = 1
    if record.deposit.photo:
        yield _photo(record, record.deposit.photo)
        first = 2
    for number, (file, relation, names) in enumerate(files, first):
        yield _resource(record, number, file, relation, names)


def _photo(record: ArchiveRecord, address: str) -> XmlElement:
    """Return the photograph of the holder's copy."""
    deposit = record.deposit
    rights = Rights(deposit.photo_rights or NOT_EVALUATED, deposit.photo_rights_holder)
    return node(
        "resourceSet",
        {"lido:sortorder": "1"},
        node("resourceID", {"lido:type": terms.URI}, address),
        node(
            "resourceRepresentation",
            {"lido:type": terms.PROVIDED_IMAGE},
            node("linkResource", address),
        ),
        concept("resourceType", terms.IMAGE),
        concept("resourceRelType", terms.PHOTO),
        node("rightsResource", *_rights(rights)),
    )


def _resource(
    record: ArchiveRecord,
    number: int,
    file: PackedFile,
    relation: terms.Concept,
    names: Iterable[tuple[str, str]],
) -> XmlElement:
    kind = terms.TEXT if file.role is FileRole.RULEBOOK else terms.IMAGE
    provided = terms.PROVIDED_IMAGE if file.role is FileRole.PREVIEW else terms.PROVIDED_TEXT
    link = node("linkResource", {"lido:formatResource": file.mediatype}, address_of(record, file))
    size = node(
        "resourceMeasurementsSet",
        node("measurementType", term("file size")),
        node("measurementUnit", term("byte")),
        node("measurementValue", str(file.bytes)),
    )
    return node(
        "resourceSet",
        {"lido:sortorder": str(number)},
        node("resourceID", {"lido:type": terms.LOCAL, "lido:source": "package"}, file.path),
        node("resourceID", {"lido:type": terms.URI, "lido:source": "RFC 6920"}, checksum_uri(file)),
        node("resourceRepresentation", {"lido:type": provided}, link, size),
        concept("resourceType", kind),
        concept("resourceRelType", relation),
        *(node("resourceDescription", {"xml:lang": lang}, name) for lang, name in names),
        node("rightsResource", *_rights(record.other_rights.files)),
    )


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
        made = DateSpan(rule_set.date, rule_set.date)
        told = rule_set.author in record.authors and made == record.created  # with the game
        if rule_set.author and not told:  # one without was observed, and not made on its date
            rule_sets = [(lang, game.rule_sets[key]) for lang, game in record.editions.items()]
            names = [LocalText(lang, one.name) for lang, one in rule_sets]
            dates = (
                (lang, one.dated or (one.date and language(lang).day(one.date)))
                for lang, one in rule_sets
            )
            words = [LocalText(lang, date) for lang, date in dates if date]
            when = _dated(made, words)
            actor = _actor(record, rule_set.author, terms.DESIGNER)
            yield _event(terms.CREATION, names, [actor], when)
    for key, evidence in record.definition.evidence.items():
        if _happened(record, evidence):
            yield _evidence(record, key, evidence)
    deposit = record.deposit
    if deposit.acquired_date:
        day = DateSpan(deposit.acquired_date, deposit.acquired_date)
        words = [
            LocalText(lang, language(lang).day(deposit.acquired_date)) for lang in record.languages
        ]
        how = (
            node("eventDescriptionSet/descriptiveNoteValue", deposit.acquired)
            if deposit.acquired
            else None
        )
        yield _event(
            terms.ACQUISITION, [LocalText("en", "Acquisition")], [], _dated(day, words), rest=(how,)
        )


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


def lido(record: ArchiveRecord, shown: ShownFiles = NO_FILES) -> bytes:
    """Write a record as LIDO."""
    descriptive = node(
        "descriptiveMetadata",
        {"xml:lang": record.definition.language},
        _classification(record),
        _identification(record),
        event_wrap(record),
        node("objectRelationWrap/relatedWorksWrap", *_related(record)),
    )
    root = node(
        "lido",
        identifier("lidoRecID", record.identifier, record.holder),
        _published_id(record),
        concept("category", terms.HUMAN_MADE_OBJECT),
        descriptive,
        administrative(record, shown),
    )
    return xml_bytes(node("lidoWrap", {"xsi:schemaLocation": SCHEMA}, root), PREFIXES)


def _published_id(record: ArchiveRecord) -> XmlElement | None:
    if not is_address(record.identifier):
        return None
    return identifier("objectPublishedID", record.identifier, record.holder)


def _classification(record: ArchiveRecord) -> XmlElement:
    rule_sets = record.definition.rule_sets.values()
    needed = {need.component for rule_set in rule_sets for need in rule_set.needs}
    kinds = [terms.GAME] + [terms.BOARD_GAME] * bool(needed & set(record.definition.boards))
    types = (concept("objectWorkType", one) for one in kinds)
    return node("objectClassificationWrap/objectWorkTypeWrap", *types)


def _identification(record: ArchiveRecord) -> XmlElement:
    summaries = localized("descriptiveNoteValue", record.summaries)
    repositories = list(_repositories(record))
    titles = [
        node("appellationValue", {"xml:lang": lang, "lido:pref": terms.PREFERRED}, text)
        for lang, text in record.titles
    ]
    deposit = record.deposit
    made_of = [
        node("objectMaterialsTechSet/displayMaterialsTech", {"lido:label": what}, text)
        for what, text in (("material", deposit.material), ("technique", deposit.technique))
        if text
    ]
    size, words = deposit.dimensions, deposit.inscriptions
    own_size = node("objectMeasurementsSet/displayObjectMeasurements", size) if size else None
    return node(
        "objectIdentificationWrap",
        node("titleWrap", node("titleSet", {"lido:type": terms.REPOSITORY_TITLE}, *titles)),
        node("inscriptionsWrap/inscriptions/inscriptionTranscription", words) if words else None,
        node("repositoryWrap", *repositories) if repositories else None,
        node(
            "objectDescriptionWrap",
            node("objectDescriptionSet", {"lido:type": "summary"}, *summaries),
            *_rule_sets(record),
            *evidence_without_event(record),
            *_own_notes(record.deposit),
        ),
        node("objectMeasurementsWrap", own_size, *map(_measured, record.parts)),
        node("objectMaterialsTechWrap", *made_of) if made_of else None,
    )


def _own_notes(deposit: Deposit) -> Iterator[XmlElement]:
    """Yield what the holder says of its copy, for which LIDO has no element of its own."""
    undated = None if deposit.acquired_date else deposit.acquired
    for kind, text in (("condition", deposit.condition), ("acquisition", undated)):
        if text:
            note = node("descriptiveNoteValue", text)
            yield node("objectDescriptionSet", {"lido:type": kind}, note)


def _repositories(record: ArchiveRecord) -> Iterator[XmlElement]:
    """Yield the places of copies: the depositing institution, then those of evidence."""
    current = {"lido:type": terms.CURRENT_REPOSITORY}
    own = record.deposit.inventory
    if own:
        house = terms.legal_body(record.holder, record.deposit)
        yield node("repositorySet", current, node("repositoryName", *house), _work_id(own))
    for evidence in record.definition.evidence.values():
        if evidence.inventory and evidence.inventory != own:
            yield node("repositorySet", current, *_copy(record, evidence))


def _copy(record: ArchiveRecord, evidence: Evidence) -> Iterator[XmlElement]:
    """Yield the owner of the copy that evidence describes, its number, and its place."""
    lang, holder = record.definition.language, evidence.held_by
    known = record.definition.authority(holder) if holder else None
    where = [name for name in (holder, evidence.place) if name]
    if where:
        yield node("displayRepository", {"xml:lang": lang}, ", ".join(where))
    if holder and known and known.ids:  # portals take no repository by its name alone
        ids = (identifier("legalBodyID", one) for one in known.ids)
        name = node("legalBodyName/appellationValue", holder)
        yield node("repositoryName", *ids, name)
    yield _work_id(str(evidence.inventory))
    place = place_of(record, evidence, "repositoryLocation")
    if place is not None:
        yield place
    source = record.definition.sources[evidence.source]
    yield node("sourceRepositorySet", source.citation)


def _work_id(number: str) -> XmlElement:
    return node("workID", {"lido:type": terms.INVENTORY_NUMBER}, number)


def _rule_sets(record: ArchiveRecord) -> Iterator[XmlElement]:
    for key in record.definition.rule_sets:
        rule_sets = ((lang, game.rule_sets[key]) for lang, game in record.editions.items())
        notes = [
            LocalText(lang, f"{each.name}{language(lang).colon}{each.summary}")
            for lang, each in rule_sets
        ]
        described = localized("descriptiveNoteValue", notes)
        yield node("objectDescriptionSet", {"lido:type": "way to play"}, *described)


def _measured(part: RecordPart) -> XmlElement:
    sizes = [
        node(
            "measurementsSet",
            concept("measurementType", terms.DIRECTIONS[one.direction]),
            concept("measurementUnit", terms.MILLIMETRE),
            node("measurementValue", f"{one.mm:g}"),
        )
        for one in part.measures
    ]
    count = node(
        "measurementsSet",
        concept("measurementType", terms.COUNT),
        node("measurementUnit", term("piece")),
        node("measurementValue", str(part.pieces)),
    )
    extent = [LocalText(part.names[0].lang, f"{part.names[0].text} ({part.id})")]
    if any(one.inside for one in part.measures):
        extent.append(LocalText("en", "inside"))
    measured = node(
        "objectMeasurements",
        count,
        *sizes,
        *localized("extentMeasurements", extent),
        node("qualifierMeasurements", {"xml:lang": "en"}, THIS_EDITION),
    )
    size = " x ".join(f"{one.mm:g}" for one in part.measures)
    shown = []
    for lang, name in part.names:
        said = f"{name} ({part.pieces}){language(lang).colon}{size} mm"
        shown.append(LocalText(lang, language(lang).labels["in_edition"].format(said)))
    return node("objectMeasurementsSet", *localized("displayObjectMeasurements", shown), measured)


def _related(record: ArchiveRecord) -> Iterator[XmlElement]:
    yield _edition(record)
    if record.record_url:
        address = node("objectWebResource", record.record_url)
        known = node("relatedWork/object", address, identifier("objectID", record.record_url))
        relation = term("is described by the record of a collection")
        yield node("relatedWorkSet", known, node("relatedWorkRelType", relation))
    for source in record.definition.sources.values():
        cited = node("relatedWork/displayObject", source.citation)
        yield node("relatedWorkSet", cited, concept("relatedWorkRelType", terms.DOCUMENTED_IN))


def _edition(record: ArchiveRecord) -> XmlElement:
    """Return this edition of the game as a separate work, with the rights in it."""
    titles = [LocalText(lang, title) for lang, title in record.book_titles]
    replaced = record.replaced_iri
    rights = (
        node("objectNote", {"lido:type": "rights", "xml:lang": lang}, text)
        for lang, text in record.rights_texts
    )
    edition = node(
        "object",
        identifier("objectID", record.edition_iri),
        node("objectType", term("edition")),
        node("objectName", *appellations(titles)),
        *rights,
        node("objectNote", {"lido:type": "licence"}, record.rights_uri),
        *(node("objectNote", {"lido:type": "language"}, lang) for lang in record.languages),
        node("objectNote", {"lido:type": "date"}, record.date) if record.date else None,
        node("objectNote", {"lido:type": "version"}, f"{record.version}"),
        node("objectNote", {"lido:type": "replaces"}, replaced) if replaced else None,
    )
    shown = localized("displayObject", titles)
    relation = node("relatedWorkRelType", term("has edition"))
    return node("relatedWorkSet", node("relatedWork", *shown, edition), relation)
