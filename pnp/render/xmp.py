"""The metadata of a PDF: XMP (ISO 16684-1) and the same in the Info dictionary."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

PRODUCER = "pnp, with reportlab and pikepdf"
NOT_EVALUATED = "Copyright Not Evaluated"  # a statement of rightsstatements.org
NOT_EVALUATED_URI = "http://rightsstatements.org/vocab/CNE/1.0/"


class Metadata(NamedTuple):
    """The metadata of a file; ``lang`` is the language code of the document.

    Without ``rights`` the file states that they have not been evaluated; ``rights_uri`` is the
    address of a statement. ``date`` is the date of the document, if known, in ISO 8601;
    ``coverage`` the time that it is about; ``subjects`` are the names of its subjects.
    """

    title: str
    lang: str
    summary: str | None = None
    author: str | None = None
    rights: str | None = None
    rights_uri: str | None = None
    identifier: str | None = None
    date: str | None = None
    coverage: str | None = None
    subjects: tuple[str, ...] = ()


def info_entries(about: Metadata) -> Iterator[tuple[str, str]]:
    """Yield the entries of the document information dictionary."""
    yield "Title", about.title
    yield "Producer", PRODUCER
    if about.author:
        yield "Author", about.author
    if about.summary:
        yield "Subject", about.summary
    if about.subjects:
        yield "Keywords", "; ".join(about.subjects)
    if about.date:
        yield "CreationDate", f"D:{about.date.replace('-', '')}"


_NAMES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
    "pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
    "pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
}
_FOR_UA = ("pdfuaid", "pdfaExtension", "pdfaSchema", "pdfaProperty")
# PDF/A-2 accepts the schema of PDF/UA only if the file describes it (ISO 19005-2, 6.6.2.3).
_UA_SCHEMA = """<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of ISO 14289 that the file conforms to\
</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>"""


def xmp(about: Metadata) -> str:
    """Return the XMP packet of a document that is PDF/A-2a and PDF/UA-1."""
    return _packet(about, "A", "<pdfuaid:part>1</pdfuaid:part>", _UA_SCHEMA)


def drawing_xmp(about: Metadata) -> str:
    """Return the XMP packet of drawings, which have no structure: PDF/A-2b."""
    return _packet(about, "B")


def _packet(about: Metadata, level: str, *more: str) -> str:
    spaces = _NAMES if more else {key: _NAMES[key] for key in _NAMES if key not in _FOR_UA}
    names = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in spaces.items())
    claims = "<pdfaid:part>2</pdfaid:part>", f"<pdfaid:conformance>{level}</pdfaid:conformance>"
    described = "\n".join((*_properties(about), *claims, *more))
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'<rdf:Description rdf:about="" {names}>\n{described}\n'
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    )


def _properties(about: Metadata) -> Iterable[str]:
    yield "<dc:format>application/pdf</dc:format>"
    yield _in_language("dc:title", about.title, about.lang)
    yield _listed("dc:language", "Bag", about.lang)
    if about.summary:
        yield _in_language("dc:description", about.summary, about.lang)
    if about.author:
        yield _listed("dc:creator", "Seq", about.author)
    if about.rights:
        yield _in_language("dc:rights", about.rights, about.lang)
        yield "<xmpRights:Marked>True</xmpRights:Marked>"
        yield _in_language("xmpRights:UsageTerms", about.rights, about.lang)
    else:
        yield _in_language("dc:rights", NOT_EVALUATED, "en")
    statement = about.rights_uri or (None if about.rights else NOT_EVALUATED_URI)
    yield from _plain("xmpRights:WebStatement", statement)
    yield from _plain("dc:identifier", about.identifier)
    if about.date:
        yield _listed("dc:date", "Seq", about.date)
    yield from _plain("dc:coverage", about.coverage)
    if about.subjects:
        yield _listed("dc:subject", "Bag", *about.subjects)
    yield from _plain("pdf:Keywords", "; ".join(about.subjects))
    yield from _plain("xmp:CreateDate", about.date)
    yield "<xmp:CreatorTool>pnp</xmp:CreatorTool>"
    yield f"<pdf:Producer>{PRODUCER}</pdf:Producer>"


def _in_language(name: str, text: str, lang: str) -> str:
    said = "".join(
        f'<rdf:li xml:lang="{code}">{escape(text)}</rdf:li>' for code in ("x-default", lang)
    )
    return f"<{name}><rdf:Alt>{said}</rdf:Alt></{name}>"


def _listed(name: str, kind: str, *texts: str) -> str:
    entries = "".join(f"<rdf:li>{escape(text)}</rdf:li>" for text in texts)
    return f"<{name}><rdf:{kind}>{entries}</rdf:{kind}></{name}>"


def _plain(name: str, text: str | None) -> Iterator[str]:
    if text:
        yield f"<{name}>{escape(text)}</{name}>"
