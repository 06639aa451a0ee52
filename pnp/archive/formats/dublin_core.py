"""A record as Dublin Core in RDF/XML: the fifteen elements, and DCMI terms where they say more."""

from collections.abc import Iterator

from pnp.archive.formats.serialize import XmlElement, element, xml_bytes
from pnp.archive.record import ArchiveRecord, DateSpan, EvidencePlace, LocalText

PREFIXES = ("rdf", "dc", "dcterms")
DCMI = "http://purl.org/dc/terms/"
EDTF = "http://id.loc.gov/datatypes/edtf"
OBJECT = "http://purl.org/dc/dcmitype/PhysicalObject"
FORMATS = ("application/pdf", "text/html", "image/svg+xml", "image/png")


def dublin_core(record: ArchiveRecord) -> bytes:
    """Write a record as Dublin Core.

    Raises:
        RenderError: If a text has a character that XML cannot hold.
    """
    described = element("rdf:Description", {"rdf:about": record.iri}, *_elements(record))
    return xml_bytes(element("rdf:RDF", described), PREFIXES)


def _elements(record: ArchiveRecord) -> Iterator[XmlElement]:
    for identifier in (record.identifier, *record.identifiers):
        yield element("dc:identifier", identifier)
    for title in record.titles:
        yield _localized("dc:title", title)
    for name in record.authors:
        yield element("dc:creator", name)
    for name in record.contributors:
        yield element("dc:contributor", name)
    for summary in record.summaries:
        yield _localized("dc:description", summary)
    for lang in record.languages:
        yield element("dc:language", lang)
    yield element("dc:type", "game")
    yield _linked("dcterms:type", OBJECT)
    yield from (element("dc:format", media_type) for media_type in FORMATS)
    yield from _dates(record)
    yield from (element("dcterms:spatial", *_point(place)) for place in record.places)
    for rights in record.rights_texts:
        yield _localized("dc:rights", rights)
    yield _linked("dcterms:rights", record.rights_uri)
    if record.holder:
        yield element("dc:publisher", record.holder)
    for source in record.definition.sources.values():
        yield element("dc:source", source.citation)
    if record.record_url:
        yield _linked("dcterms:relation", record.record_url)
    for title in record.book_titles:
        book = (_localized("dc:title", title), element("dc:language", title.lang))
        yield element("dcterms:hasPart", element("rdf:Description", *book))


def _dates(record: ArchiveRecord) -> Iterator[XmlElement]:
    if record.created:
        yield element("dcterms:created", {"rdf:datatype": EDTF}, record.created.edtf)
        period = _period(record.created)
        yield element("dcterms:temporal", {"rdf:datatype": f"{DCMI}Period"}, period)
    for words in record.created_words:
        yield _localized("dc:coverage", words)
    if record.date:
        yield element("dcterms:issued", {"rdf:datatype": f"{DCMI}W3CDTF"}, record.date)


def _period(when: DateSpan) -> str:
    """Return a span of dates in the syntax of DCMI Period."""
    ends = (("start", when.earliest), ("end", when.latest))
    parts = [f"{name}={date};" for name, date in ends if date]
    return " ".join([*parts, "scheme=W3C-DTF;"])


def _point(place: EvidencePlace) -> tuple[dict[str, str], str]:
    """Return a place in the syntax of DCMI Point, or just its name if it has no coordinates."""
    if not place.coordinates:
        return {}, place.name
    latitude, longitude = place.coordinates
    name = place.name.replace(";", ",")
    point = f"east={longitude:g}; north={latitude:g}; name={name};"
    return {"rdf:datatype": f"{DCMI}Point"}, point


def _localized(name: str, text: LocalText) -> XmlElement:
    return element(name, {"xml:lang": text.lang}, text.text)


def _linked(name: str, address: str) -> XmlElement:
    return element(name, {"rdf:resource": address})
