"""A record in LIDO 1.1 (lido-schema.org), the format in which museums exchange records.

Elements follow the order of the schema. Terms carry identifiers of the LIDO Terminology and of
Getty's Art & Architecture Thesaurus (AAT) where these are certain, and are in English otherwise.
The object of the record is the game; this edition of it is a related work.
"""

from collections.abc import Iterator

import pnp.archive.formats.lido_terms as terms
from pnp.archive.formats.lido_events import event_wrap, evidence_without_event, place_of
from pnp.archive.formats.lido_record import administrative
from pnp.archive.formats.lido_terms import appellations, concept, identifier, localized, node, term
from pnp.archive.formats.serialize import XmlElement, xml_bytes
from pnp.archive.record import ArchiveRecord, LocalText, RecordPart, is_address
from pnp.archive.shown import NO_FILES, ShownFiles
from pnp.game.evidence import Evidence
from pnp.rulebook.languages import language

PREFIXES = ("lido", "gml", "xsi")
SCHEMA = "http://www.lido-schema.org http://www.lido-schema.org/schema/v1.1/lido-v1.1.xsd"
THIS_EDITION = "as made in this edition; provenance.json says what is known about the original"


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
    return node(
        "objectIdentificationWrap",
        node("titleWrap", node("titleSet", {"lido:type": terms.REPOSITORY_TITLE}, *titles)),
        node("repositoryWrap", *repositories) if repositories else None,
        node(
            "objectDescriptionWrap",
            node("objectDescriptionSet", {"lido:type": "summary"}, *summaries),
            *_rule_sets(record),
            *evidence_without_event(record),
        ),
        node("objectMeasurementsWrap", *map(_measured, record.parts)),
    )


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
    shown = [
        LocalText(lang, f"{name} ({part.pieces}){language(lang).colon}{size} mm")
        for lang, name in part.names
    ]
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
    )
    shown = localized("displayObject", titles)
    relation = node("relatedWorkRelType", term("has edition"))
    return node("relatedWorkSet", node("relatedWork", *shown, edition), relation)
