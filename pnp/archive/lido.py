"""A game as a LIDO 1.1 record (lido-schema.org), which museums exchange.

Elements stand in the order of the schema. Identifiers of the LIDO Terminology and of Getty's Art
& Architecture Thesaurus (AAT) are those that are certain; a term without one is in English.
"""

from collections.abc import Iterable, Iterator

from pnp.archive.lido_events import event_wrap
from pnp.archive.lido_terms import (
    BOARD_GAME,
    COUNT,
    DIRECTIONS,
    GAME,
    HUMAN_MADE_OBJECT,
    ITEM_RECORD,
    MILLIMETRE,
    RULEBOOK,
    URI,
    called,
    concept,
    identifier,
    in_languages,
    term,
)
from pnp.archive.record import Part, Record, Said
from pnp.archive.span import UNKNOWN
from pnp.archive.xml import Node, node, written

NAMES = {
    "lido": "http://www.lido-schema.org",
    "gml": "http://www.opengis.net/gml",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
}
SCHEMA = "http://www.lido-schema.org http://www.lido-schema.org/schema/v1.1/lido-v1.1.xsd"
THIS_EDITION = "as made in this edition; provenance.json says what of it is known of the original"


def lido(record: Record) -> bytes:
    """Write the record.

    Raises:
        RenderError: If a text has a character that XML cannot hold.
    """
    root = node(
        "lido:lido",
        {"xsi:schemaLocation": SCHEMA},
        identifier("lido:lidoRecID", record.identifier, record.holder),
        identifier("lido:objectPublishedID", record.identifier, record.holder),
        concept("lido:category", HUMAN_MADE_OBJECT),
        node(
            "lido:descriptiveMetadata",
            {"xml:lang": record.definition.language},
            _classification(record),
            _identification(record),
            event_wrap(record),
            node("lido:objectRelationWrap", node("lido:relatedWorksWrap", *_related(record))),
        ),
        node(
            "lido:administrativeMetadata",
            {"xml:lang": record.definition.language},
            node("lido:rightsWorkWrap", _rights("lido:rightsWorkSet", record)),
            _record(record),
            node("lido:resourceWrap", *_books(record)),
        ),
    )
    return written(root, NAMES)


def _classification(record: Record) -> Node:
    needed = {
        need.component
        for rule_set in record.definition.rule_sets.values()
        for need in rule_set.needs
    }
    kinds = [GAME] + [BOARD_GAME] * bool(needed & set(record.definition.boards))
    languages = (
        node("lido:classification", {"lido:type": "language"}, node("lido:term", lang))
        for lang in record.languages
    )
    return node(
        "lido:objectClassificationWrap",
        node("lido:objectWorkTypeWrap", *(concept("lido:objectWorkType", one) for one in kinds)),
        node("lido:classificationWrap", *languages),
    )


def _identification(record: Record) -> Node:
    summaries = in_languages("lido:descriptiveNoteValue", record.summaries)
    return node(
        "lido:objectIdentificationWrap",
        node("lido:titleWrap", node("lido:titleSet", *called(record.titles))),
        node(
            "lido:objectDescriptionWrap",
            node("lido:objectDescriptionSet", {"lido:type": "summary"}, *summaries),
            *_rule_sets(record),
        ),
        node("lido:objectMeasurementsWrap", *map(_measured, record.parts)),
    )


def _rule_sets(record: Record) -> Iterator[Node]:
    for key in record.definition.rule_sets:
        said = (
            node(
                "lido:descriptiveNoteValue",
                {"xml:lang": lang},
                f"{edition.rule_sets[key].name}: {edition.rule_sets[key].summary}",
            )
            for lang, edition in zip(record.languages, record.editions, strict=True)
        )
        yield node("lido:objectDescriptionSet", {"lido:type": "way to play"}, *said)


def _measured(part: Part) -> Node:
    sizes = [
        node(
            "lido:measurementsSet",
            concept("lido:measurementType", DIRECTIONS[one.direction]),
            concept("lido:measurementUnit", MILLIMETRE),
            node("lido:measurementValue", f"{one.mm:g}"),
        )
        for one in part.measures
    ]
    count = node(
        "lido:measurementsSet",
        concept("lido:measurementType", COUNT),
        node("lido:measurementUnit", term("piece")),
        node("lido:measurementValue", str(part.pieces)),
    )
    extent = f"{part.names[0].text} ({part.id})"
    inside = any(one.inside for one in part.measures)
    return node(
        "lido:objectMeasurementsSet",
        *in_languages("lido:displayObjectMeasurements", part.names),
        node(
            "lido:objectMeasurements",
            count,
            *sizes,
            node("lido:extentMeasurements", {"xml:lang": part.names[0].lang}, extent),
            node("lido:extentMeasurements", {"xml:lang": "en"}, "inside") if inside else None,
            node("lido:qualifierMeasurements", {"xml:lang": "en"}, THIS_EDITION),
        ),
    )


def _related(record: Record) -> Iterator[Node]:
    if record.record_url:
        yield node(
            "lido:relatedWorkSet",
            node(
                "lido:relatedWork",
                node(
                    "lido:object",
                    node("lido:objectWebResource", record.record_url),
                    identifier("lido:objectID", record.record_url),
                ),
            ),
            node("lido:relatedWorkRelType", term("is described by the record of a collection")),
        )
    for source in record.definition.sources.values():
        yield node(
            "lido:relatedWorkSet",
            node("lido:relatedWork", node("lido:displayObject", source.citation)),
            node("lido:relatedWorkRelType", term("is documented in")),
        )


def _rights(name: str, record: Record, texts: Iterable[Said] | None = None) -> Node:
    terms = in_languages("lido:term", texts or record.rights_texts)
    address = node("lido:conceptID", {"lido:type": URI}, record.rights_uri)
    return node(name, node("lido:rightsType", address, *terms))


def _record(record: Record) -> Node:
    name = node("lido:appellationValue", record.holder or UNKNOWN)
    holder = node("lido:legalBodyName", name)
    dated = node("lido:recordMetadataDate", record.date) if record.date else None
    return node(
        "lido:recordWrap",
        identifier("lido:recordID", record.identifier),
        concept("lido:recordType", ITEM_RECORD),
        node("lido:recordSource", holder),
        _rights("lido:recordRights", record),
        node("lido:recordInfoSet", dated) if dated else None,
    )


def _books(record: Record) -> Iterator[Node]:
    for title in record.book_titles:
        own = tuple(said for said in record.rights_texts if said.lang == title.lang)
        yield node(
            "lido:resourceSet",
            concept("lido:resourceType", RULEBOOK),
            node("lido:resourceDescription", {"xml:lang": title.lang}, title.text),
            _rights("lido:rightsResource", record, own),
        )
