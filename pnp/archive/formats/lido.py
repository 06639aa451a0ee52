"""A record in LIDO 1.1 (lido-schema.org), the format in which museums exchange records.

Elements follow the order of the schema. Terms carry identifiers of the LIDO Terminology and of
Getty's Art & Architecture Thesaurus (AAT) where these are certain, and are in English otherwise.
"""

from collections.abc import Iterable, Iterator

from pnp.archive.formats.lido_events import event_wrap
from pnp.archive.formats.lido_terms import (
    BOARD_GAME,
    COUNT,
    DIRECTIONS,
    GAME,
    HUMAN_MADE_OBJECT,
    ITEM_RECORD,
    MILLIMETRE,
    RULEBOOK,
    URI,
    appellations,
    concept,
    identifier,
    localized,
    term,
)
from pnp.archive.formats.serialize import XmlElement, element, xml_bytes
from pnp.archive.record import UNKNOWN, ArchiveRecord, LocalText, RecordPart

PREFIXES = ("lido", "gml", "xsi")
SCHEMA = "http://www.lido-schema.org http://www.lido-schema.org/schema/v1.1/lido-v1.1.xsd"
THIS_EDITION = "as made in this edition; provenance.json says what of it is known of the original"


def lido(record: ArchiveRecord) -> bytes:
    """Write a record as LIDO.

    Raises:
        RenderError: If a text has a character that XML cannot hold.
    """
    root = element(
        "lido:lido",
        {"xsi:schemaLocation": SCHEMA},
        identifier("lido:lidoRecID", record.identifier, record.holder),
        identifier("lido:objectPublishedID", record.identifier, record.holder),
        concept("lido:category", HUMAN_MADE_OBJECT),
        element(
            "lido:descriptiveMetadata",
            {"xml:lang": record.definition.language},
            _classification(record),
            _identification(record),
            event_wrap(record),
            element("lido:objectRelationWrap", element("lido:relatedWorksWrap", *_related(record))),
        ),
        element(
            "lido:administrativeMetadata",
            {"xml:lang": record.definition.language},
            element("lido:rightsWorkWrap", _rights("lido:rightsWorkSet", record)),
            _record(record),
            element("lido:resourceWrap", *_books(record)),
        ),
    )
    return xml_bytes(root, PREFIXES)


def _classification(record: ArchiveRecord) -> XmlElement:
    needed = {
        need.component
        for rule_set in record.definition.rule_sets.values()
        for need in rule_set.needs
    }
    kinds = [GAME] + [BOARD_GAME] * bool(needed & set(record.definition.boards))
    languages = (
        element("lido:classification", {"lido:type": "language"}, element("lido:term", lang))
        for lang in record.languages
    )
    return element(
        "lido:objectClassificationWrap",
        element("lido:objectWorkTypeWrap", *(concept("lido:objectWorkType", one) for one in kinds)),
        element("lido:classificationWrap", *languages),
    )


def _identification(record: ArchiveRecord) -> XmlElement:
    summaries = localized("lido:descriptiveNoteValue", record.summaries)
    return element(
        "lido:objectIdentificationWrap",
        element("lido:titleWrap", element("lido:titleSet", *appellations(record.titles))),
        element(
            "lido:objectDescriptionWrap",
            element("lido:objectDescriptionSet", {"lido:type": "summary"}, *summaries),
            *_rule_sets(record),
        ),
        element("lido:objectMeasurementsWrap", *map(_measured, record.parts)),
    )


def _rule_sets(record: ArchiveRecord) -> Iterator[XmlElement]:
    for key in record.definition.rule_sets:
        notes = (
            element(
                "lido:descriptiveNoteValue",
                {"xml:lang": lang},
                f"{edition.rule_sets[key].name}: {edition.rule_sets[key].summary}",
            )
            for lang, edition in zip(record.languages, record.editions, strict=True)
        )
        yield element("lido:objectDescriptionSet", {"lido:type": "way to play"}, *notes)


def _measured(part: RecordPart) -> XmlElement:
    sizes = [
        element(
            "lido:measurementsSet",
            concept("lido:measurementType", DIRECTIONS[one.direction]),
            concept("lido:measurementUnit", MILLIMETRE),
            element("lido:measurementValue", f"{one.mm:g}"),
        )
        for one in part.measures
    ]
    count = element(
        "lido:measurementsSet",
        concept("lido:measurementType", COUNT),
        element("lido:measurementUnit", term("piece")),
        element("lido:measurementValue", str(part.pieces)),
    )
    extent = f"{part.names[0].text} ({part.id})"
    inside = any(one.inside for one in part.measures)
    return element(
        "lido:objectMeasurementsSet",
        *localized("lido:displayObjectMeasurements", part.names),
        element(
            "lido:objectMeasurements",
            count,
            *sizes,
            element("lido:extentMeasurements", {"xml:lang": part.names[0].lang}, extent),
            element("lido:extentMeasurements", {"xml:lang": "en"}, "inside") if inside else None,
            element("lido:qualifierMeasurements", {"xml:lang": "en"}, THIS_EDITION),
        ),
    )


def _related(record: ArchiveRecord) -> Iterator[XmlElement]:
    if record.record_url:
        yield element(
            "lido:relatedWorkSet",
            element(
                "lido:relatedWork",
                element(
                    "lido:object",
                    element("lido:objectWebResource", record.record_url),
                    identifier("lido:objectID", record.record_url),
                ),
            ),
            element("lido:relatedWorkRelType", term("is described by the record of a collection")),
        )
    for source in record.definition.sources.values():
        yield element(
            "lido:relatedWorkSet",
            element("lido:relatedWork", element("lido:displayObject", source.citation)),
            element("lido:relatedWorkRelType", term("is documented in")),
        )


def _rights(
    name: str, record: ArchiveRecord, texts: Iterable[LocalText] | None = None
) -> XmlElement:
    terms = localized("lido:term", texts or record.rights_texts)
    address = element("lido:conceptID", {"lido:type": URI}, record.rights_uri)
    return element(name, element("lido:rightsType", address, *terms))


def _record(record: ArchiveRecord) -> XmlElement:
    name = element("lido:appellationValue", record.holder or UNKNOWN)
    holder = element("lido:legalBodyName", name)
    info = (
        element("lido:recordInfoSet", element("lido:recordMetadataDate", record.date))
        if record.date
        else None
    )
    return element(
        "lido:recordWrap",
        identifier("lido:recordID", record.identifier),
        concept("lido:recordType", ITEM_RECORD),
        element("lido:recordSource", holder),
        _rights("lido:recordRights", record),
        info,
    )


def _books(record: ArchiveRecord) -> Iterator[XmlElement]:
    for title in record.book_titles:
        rights = tuple(text for text in record.rights_texts if text.lang == title.lang)
        yield element(
            "lido:resourceSet",
            concept("lido:resourceType", RULEBOOK),
            element("lido:resourceDescription", {"xml:lang": title.lang}, title.text),
            _rights("lido:rightsResource", record, rights),
        )
