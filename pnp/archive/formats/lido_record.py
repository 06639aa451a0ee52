"""The administrative half of a LIDO record: rights, creator of the record, files to show."""

from collections.abc import Iterable, Iterator

import pnp.archive.formats.lido_terms as terms
from pnp.archive.formats.lido_terms import concept, identifier, node, term
from pnp.archive.formats.serialize import XmlElement
from pnp.archive.record import UNKNOWN, ArchiveRecord
from pnp.archive.rights import Rights
from pnp.archive.shown import ShownFiles, address_of, checksum_uri, names_of
from pnp.game.rights import KNOWN
from pnp.records.package_contents import PackedFile

_UNOWNED = (KNOWN["PDM"], KNOWN["CC0"])
NOT_DOCUMENTED = "not documented"  # portals ask for a holder of rights, or for these words
_KINDS = {"image/png": (terms.IMAGE, terms.PROVIDED_IMAGE)}
_TEXT = (terms.TEXT, terms.PROVIDED_TEXT)


def administrative(record: ArchiveRecord, shown: ShownFiles) -> XmlElement:
    """Return the rights in the game, the record itself and the files that show the game."""
    object_rights = record.other_rights.object
    return node(
        "administrativeMetadata",
        {"xml:lang": record.definition.language},
        node("rightsWorkWrap/rightsWorkSet", *_rights(object_rights)),
        _record(record),
        node("resourceWrap", *_resources(record, shown)),
    )


def _rights(rights: Rights, asked: bool = False) -> Iterator[XmlElement]:
    """Yield a rights statement, and the holder if known or required (``asked``)."""
    address = node("conceptID", {"lido:type": terms.URI}, rights.uri)
    specific = {"lido:type": terms.SPECIFIC_RIGHTS}
    yield node("rightsType", specific, address, term(rights.term))
    holder = rights.holder or (NOT_DOCUMENTED if asked and rights.uri not in _UNOWNED else None)
    if holder:
        yield node("rightsHolder/legalBodyName/appellationValue", holder)


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
    for number, (file, relation, names) in enumerate(files, 1):
        yield _resource(record, number, file, relation, names)


def _resource(
    record: ArchiveRecord,
    number: int,
    file: PackedFile,
    relation: terms.Concept,
    names: Iterable[tuple[str, str]],
) -> XmlElement:
    kind, provided = _KINDS.get(file.mediatype, _TEXT)
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
        node("rightsResource", *_rights(record.other_rights.files, asked=True)),
    )
