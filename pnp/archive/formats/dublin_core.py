"""A record as Dublin Core in RDF/XML: the fifteen elements, or DCMI terms where more precise."""

from collections.abc import Iterable, Iterator

from pnp.archive.formats.serialize import XmlElement, element, xml_bytes
from pnp.archive.record import ArchiveRecord, DateSpan, EvidencePlace, LocalText
from pnp.archive.rights import Rights
from pnp.archive.shown import NO_FILES, ShownFiles, address_of, checksum_uri, names_of
from pnp.records.package_contents import PackedFile

PREFIXES = ("rdf", "dc", "dcterms")
DCMI = "http://purl.org/dc/terms/"
EDTF = "http://id.loc.gov/datatypes/edtf"
OBJECT = "http://purl.org/dc/dcmitype/PhysicalObject"


def dublin_core(record: ArchiveRecord, shown: ShownFiles = NO_FILES) -> bytes:
    """Write the game, this edition of it, the files of the edition, and the record itself."""
    described = (
        _described(record.iri, _game(record)),
        _described(record.edition_iri, _edition(record, shown)),
        *(
            _described(address_of(record, file), _file(record, file))
            for file in (*shown.books, *shown.pictures, *shown.drawings)
        ),
        _described("", _record(record)),
    )
    return xml_bytes(element("rdf:RDF", *described), PREFIXES)


def _described(about: str, elements: Iterable[XmlElement]) -> XmlElement:
    return element("rdf:Description", {"rdf:about": about}, *elements)


def _game(record: ArchiveRecord) -> Iterator[XmlElement]:
    numbers = [one.inventory for one in record.definition.evidence.values()]
    known = (record.identifier, *record.identifiers, record.deposit.inventory, *numbers)
    for identifier in dict.fromkeys(filter(None, known)):
        yield element("dc:identifier", identifier)
    for title in record.titles:
        yield _localized("dc:title", title)
    for name in record.authors:
        yield element("dc:creator", name)
    for name in record.contributors:
        yield element("dc:contributor", name)
    for summary in record.summaries:
        yield _localized("dc:description", summary)
    yield element("dc:type", "game")
    yield _linked("dcterms:type", OBJECT)
    yield from _created(record)
    yield from (element("dcterms:spatial", *_point(place)) for place in record.places)
    yield from _rights(record.other_rights.object)
    if record.record_url:
        yield _linked("dcterms:relation", record.record_url)
    yield _linked("dcterms:hasVersion", record.edition_iri)


def _edition(record: ArchiveRecord, shown: ShownFiles) -> Iterator[XmlElement]:
    for title in record.titles:
        yield _localized("dc:title", title)
    yield _linked("dcterms:isVersionOf", record.iri)
    for lang in record.languages:
        yield element("dc:language", lang)
    files = (*shown.books, *shown.pictures, *shown.drawings)
    for media_type in dict.fromkeys(file.mediatype for file in files):
        yield element("dc:format", media_type)
    yield from _issued(record)
    for rights in record.rights_texts:
        yield _localized("dc:rights", rights)
    yield _linked("dcterms:rights", record.rights_uri)
    if record.holder:
        yield element("dc:publisher", record.holder)
    for source in record.definition.sources.values():
        yield element("dc:source", source.citation)
    for title in record.book_titles:
        book = (_localized("dc:title", title), element("dc:language", title.lang))
        files = shown.books_in(title.lang)
        formats = (_linked("dcterms:hasFormat", address_of(record, file)) for file in files)
        yield element("dcterms:hasPart", element("rdf:Description", *book, *formats))
    for file in (*shown.pictures, *shown.drawings):
        yield _linked("dcterms:hasPart", address_of(record, file))


def _file(record: ArchiveRecord, file: PackedFile) -> Iterator[XmlElement]:
    yield element("dc:identifier", checksum_uri(file))
    if file.title and file.language:
        yield _localized("dc:title", LocalText(file.language, file.title))
    for name in names_of(record, file):
        yield _localized("dc:title", LocalText(*name))
    if file.language:
        yield element("dc:language", file.language)
    yield element("dc:format", file.mediatype)
    yield element("dcterms:extent", f"{file.bytes} bytes")
    yield from _rights(record.other_rights.files)


def _record(record: ArchiveRecord) -> Iterator[XmlElement]:
    yield element("dc:type", "metadata")
    yield _linked("dcterms:subject", record.iri)
    yield from _issued(record)
    yield from _rights(record.other_rights.record)


def _rights(rights: Rights) -> Iterator[XmlElement]:
    yield element("dc:rights", {"xml:lang": "en"}, rights.term)
    yield _linked("dcterms:rights", rights.uri)
    if rights.holder:
        yield element("dcterms:rightsHolder", rights.holder)


def _created(record: ArchiveRecord) -> Iterator[XmlElement]:
    if record.created:
        yield element("dcterms:created", {"rdf:datatype": EDTF}, record.created.edtf)
        period = _period(record.created)
        yield element("dcterms:temporal", {"rdf:datatype": f"{DCMI}Period"}, period)
    for words in record.created_words:
        yield _localized("dc:coverage", words)


def _issued(record: ArchiveRecord) -> Iterator[XmlElement]:
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
