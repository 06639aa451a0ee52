"""A record as Dublin Core: in RDF/XML, flat, and as Archivematica's metadata.csv."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from pnp.archive.contents import PackedFile
from pnp.archive.documents import NO_FILES, ShownFiles, address_of, checksum_uri, names_of
from pnp.archive.formats.serialize import NAMESPACES, XmlElement, element, qualified, xml_bytes
from pnp.archive.record import ArchiveRecord, DateSpan, EvidencePlace, LocalText
from pnp.archive.rights import Rights
from pnp.verify.findings import read_xml

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with which a cell begins that is not text

PREFIXES = ("rdf", "dc", "dcterms")
DCMI = "http://purl.org/dc/terms/"
EDTF = "http://id.loc.gov/datatypes/edtf"
OBJECT = "http://purl.org/dc/dcmitype/PhysicalObject"


def metadata_csv(record: ArchiveRecord) -> bytes:
    """Write a row for each rulebook, each document with drawings, and the definition."""
    rows = [*_rows(record)]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    out = StringIO()
    table = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows({name: _cell(text) for name, text in row.items()} for row in rows)
    return out.getvalue().encode()


def _rows(record: ArchiveRecord) -> Iterator[dict[str, str]]:
    shared = {
        "dc.identifier": record.identifier,
        "dc.creator": "; ".join(record.authors),
        "dc.publisher": record.holder or "",
        "dc.date": record.date or "",
        "dc.rights": record.rights,
    }
    for lang, title in record.book_titles:
        for suffix, kind in (("pdf", "application/pdf"), ("html", "text/html")):
            path = f"data/rules/rulebook.{lang}.{suffix}"
            yield _row(path, title, "text", kind) | {"dc.language": lang} | shared
    for part in record.parts:
        path, title = f"data/drawings/{part.id}.pdf", f"{record.title}: {part.names[0].text}"
        yield _row(path, title, "image", "application/pdf") | shared
    yield _row("data/definition/game.toml", record.title, "text", "application/toml") | shared


def _row(path: str, title: str, kind: str, media_type: str) -> dict[str, str]:
    return {"filename": path, "dc.title": title, "dc.type": kind, "dc.format": media_type}


def _cell(text: str) -> str:
    """Return a text that no spreadsheet mistakes for a formula."""
    return f" {text}" if text.startswith(_FORMULA) else text


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


def simple_dublin_core(written: bytes, title: str) -> bytes:
    """Write the game and its edition as one flat record, from their Dublin Core in RDF/XML.

    Texts are in the language of ``title`` alone, and there is one date, that of the edition: RODA
    joins several texts, and takes no second date (its schema dc.xsd and its crosswalk dc.xslt).
    """
    game, edition, *_ = read_xml(written, qualified("rdf:RDF"))
    titles = game.iter(qualified("dc:title"))
    main = next(one.get(qualified("xml:lang")) for one in titles if one.text == title)
    found: dict[tuple[str, str], None] = {}
    work = (one for one in game if one.tag != qualified("dc:rights"))  # which are not submitted
    for one in (*work, *edition):
        space, _, name = one.tag[1:].partition("}")
        if one.tag == qualified("dcterms:issued"):
            space, name = NAMESPACES["dc"], "date"
        lang = one.get(qualified("xml:lang"), main)
        if space == NAMESPACES["dc"] and one.text and lang == main:
            found[name, one.text] = None
    return xml_bytes(element("simpledc", *(element(*each) for each in found)), ())


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
    own = record.deposit
    acquired = ", ".join(filter(None, (own.acquired, own.acquired_date)))
    for name, text in (
        ("medium", own.material),
        ("extent", own.dimensions),
        ("provenance", acquired),
    ):
        if text:
            yield element(f"dcterms:{name}", text)
    if record.record_url:
        yield _linked("dcterms:relation", record.record_url)
    yield _linked("dcterms:hasVersion", record.edition_iri)


def _edition(record: ArchiveRecord, shown: ShownFiles) -> Iterator[XmlElement]:
    for title in record.titles:
        yield _localized("dc:title", title)
    yield _linked("dcterms:isVersionOf", record.iri)
    if record.replaced_iri:
        yield _linked("dcterms:replaces", record.replaced_iri)
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
