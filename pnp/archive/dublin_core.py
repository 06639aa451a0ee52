"""A game as Dublin Core in RDF/XML: the fifteen elements, and DCMI's terms that say more."""

from collections.abc import Iterator

from pnp.archive.record import Place, Record, Said
from pnp.archive.span import Span
from pnp.archive.xml import Node, node, written

NAMES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
}
DCMI = "http://purl.org/dc/terms/"
EDTF = "http://id.loc.gov/datatypes/edtf"
OBJECT = "http://purl.org/dc/dcmitype/PhysicalObject"
FORMATS = ("application/pdf", "text/html", "image/svg+xml", "image/png")


def dublin_core(record: Record) -> bytes:
    """Write the description.

    Raises:
        RenderError: If a text has a character that XML cannot hold.
    """
    described = node("rdf:Description", {"rdf:about": record.iri}, *_elements(record))
    return written(node("rdf:RDF", described), NAMES)


def _elements(record: Record) -> Iterator[Node]:
    for identifier in (record.identifier, *record.identifiers):
        yield node("dc:identifier", identifier)
    for title in record.titles:
        yield _said("dc:title", title)
    for name in record.authors:
        yield node("dc:creator", name)
    for name in record.contributors:
        yield node("dc:contributor", name)
    for summary in record.summaries:
        yield _said("dc:description", summary)
    for lang in record.languages:
        yield node("dc:language", lang)
    yield node("dc:type", "game")
    yield _linked("dcterms:type", OBJECT)
    yield from (node("dc:format", one) for one in FORMATS)
    yield from _dates(record)
    yield from (node("dcterms:spatial", *_located(place)) for place in record.places)
    for rights in record.rights_texts:
        yield _said("dc:rights", rights)
    yield _linked("dcterms:rights", record.rights_uri)
    if record.holder:
        yield node("dc:publisher", record.holder)
    for source in record.definition.sources.values():
        yield node("dc:source", source.citation)
    if record.record_url:
        yield _linked("dcterms:relation", record.record_url)
    for title in record.book_titles:
        book = (_said("dc:title", title), node("dc:language", title.lang))
        yield node("dcterms:hasPart", node("rdf:Description", *book))


def _dates(record: Record) -> Iterator[Node]:
    if record.created:
        yield node("dcterms:created", {"rdf:datatype": EDTF}, record.created.edtf)
        period = _period(record.created)
        yield node("dcterms:temporal", {"rdf:datatype": f"{DCMI}Period"}, period)
    for words in record.created_words:
        yield _said("dc:coverage", words)
    if record.date:
        yield node("dcterms:issued", {"rdf:datatype": f"{DCMI}W3CDTF"}, record.date)


def _period(when: Span) -> str:
    """Return a period as DCMI Period writes it."""
    ends = (("start", when.earliest), ("end", when.latest))
    parts = [f"{name}={date};" for name, date in ends if date]
    return " ".join([*parts, "scheme=W3C-DTF;"])


def _located(place: Place) -> tuple[dict[str, str], str]:
    """Return a place as DCMI Point writes it, or its name alone."""
    if not place.coordinates:
        return {}, place.name
    latitude, longitude = place.coordinates
    name = place.name.replace(";", ",")
    point = f"east={longitude:g}; north={latitude:g}; name={name};"
    return {"rdf:datatype": f"{DCMI}Point"}, point


def _said(name: str, said: Said) -> Node:
    return node(name, {"xml:lang": said.lang}, said.text)


def _linked(name: str, address: str) -> Node:
    return node(name, {"rdf:resource": address})
