"""A record in LIDO 1.1 (lido-schema.org), the format in which museums exchange records.

Elements follow the order of the schema. Terms carry identifiers of the LIDO Terminology and of
Getty's Art & Architecture Thesaurus (AAT) where these are certain, and are in English otherwise.
"""

from collections.abc import Iterable, Iterator

import pnp.archive.formats.lido_terms as terms
from pnp.archive.formats.lido_events import event_wrap
from pnp.archive.formats.lido_terms import appellations, concept, identifier, localized, node, term
from pnp.archive.formats.serialize import XmlElement, xml_bytes
from pnp.archive.record import UNKNOWN, ArchiveRecord, LocalText, RecordPart

PREFIXES = ("lido", "gml", "xsi")
SCHEMA = "http://www.lido-schema.org http://www.lido-schema.org/schema/v1.1/lido-v1.1.xsd"
THIS_EDITION = "as made in this edition; provenance.json says what of it is known of the original"


def lido(record: ArchiveRecord) -> bytes:
    """Write a record as LIDO.

    Raises:
        RenderError: If a text has a character that XML cannot hold.
    """
    lang = {"xml:lang": record.definition.language}
    descriptive = node(
        "descriptiveMetadata",
        lang,
        _classification(record),
        _identification(record),
        event_wrap(record),
        node("objectRelationWrap/relatedWorksWrap", *_related(record)),
    )
    administrative = node(
        "administrativeMetadata",
        lang,
        node("rightsWorkWrap", _rights("rightsWorkSet", record.rights_uri, record.rights_texts)),
        _record(record),
        node("resourceWrap", *_books(record)),
    )
    root = node(
        "lido",
        {"xsi:schemaLocation": SCHEMA},
        identifier("lidoRecID", record.identifier, record.holder),
        identifier("objectPublishedID", record.identifier, record.holder),
        concept("category", terms.HUMAN_MADE_OBJECT),
        descriptive,
        administrative,
    )
    return xml_bytes(root, PREFIXES)


def _classification(record: ArchiveRecord) -> XmlElement:
    rule_sets = record.definition.rule_sets.values()
    needed = {need.component for rule_set in rule_sets for need in rule_set.needs}
    kinds = [terms.GAME] + [terms.BOARD_GAME] * bool(needed & set(record.definition.boards))
    languages = (
        node("classification", {"lido:type": "language"}, node("term", lang))
        for lang in record.languages
    )
    return node(
        "objectClassificationWrap",
        node("objectWorkTypeWrap", *(concept("objectWorkType", one) for one in kinds)),
        node("classificationWrap", *languages),
    )


def _identification(record: ArchiveRecord) -> XmlElement:
    summaries = localized("descriptiveNoteValue", record.summaries)
    return node(
        "objectIdentificationWrap",
        node("titleWrap/titleSet", *appellations(record.titles)),
        node(
            "objectDescriptionWrap",
            node("objectDescriptionSet", {"lido:type": "summary"}, *summaries),
            *_rule_sets(record),
        ),
        node("objectMeasurementsWrap", *map(_measured, record.parts)),
    )


def _rule_sets(record: ArchiveRecord) -> Iterator[XmlElement]:
    for key in record.definition.rule_sets:
        rule_sets = ((lang, game.rule_sets[key]) for lang, game in record.editions.items())
        notes = [LocalText(lang, f"{each.name}: {each.summary}") for lang, each in rule_sets]
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
    shown = localized("displayObjectMeasurements", part.names)
    return node("objectMeasurementsSet", *shown, measured)


def _related(record: ArchiveRecord) -> Iterator[XmlElement]:
    if record.record_url:
        address = node("objectWebResource", record.record_url)
        known = node("relatedWork/object", address, identifier("objectID", record.record_url))
        relation = term("is described by the record of a collection")
        yield node("relatedWorkSet", known, node("relatedWorkRelType", relation))
    for source in record.definition.sources.values():
        cited = node("relatedWork/displayObject", source.citation)
        relation = term("is documented in")
        yield node("relatedWorkSet", cited, node("relatedWorkRelType", relation))


def _rights(name: str, uri: str, texts: Iterable[LocalText]) -> XmlElement:
    address = node("conceptID", {"lido:type": terms.URI}, uri)
    return node(f"{name}/rightsType", address, *localized("term", texts))


def _record(record: ArchiveRecord) -> XmlElement:
    date = node("recordInfoSet/recordMetadataDate", record.date) if record.date else None
    return node(
        "recordWrap",
        identifier("recordID", record.identifier),
        concept("recordType", terms.ITEM_RECORD),
        node("recordSource/legalBodyName/appellationValue", record.holder or UNKNOWN),
        _rights("recordRights", record.rights_uri, record.rights_texts),
        date,
    )


def _books(record: ArchiveRecord) -> Iterator[XmlElement]:
    for title in record.book_titles:
        rights = [text for text in record.rights_texts if text.lang == title.lang]
        yield node(
            "resourceSet",
            concept("resourceType", terms.RULEBOOK),
            node("resourceDescription", {"xml:lang": title.lang}, title.text),
            _rights("rightsResource", record.rights_uri, rights or record.rights_texts),
        )
