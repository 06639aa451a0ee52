"""Write XML so that equal records give equal bytes."""

from collections.abc import Mapping
from typing import Any

from pnp.base.errors import RenderError
from pnp.base.imports import optional

with optional("archive", "making an archive"):
    from lxml import etree

NAMESPACES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "lido": "http://www.lido-schema.org",
    "gml": "http://www.opengis.net/gml",
    "mets": "http://www.loc.gov/METS/",
    "csip": "https://DILCIS.eu/XML/METS/CSIPExtensionMETS",
    "sip": "https://DILCIS.eu/XML/METS/SIPExtensionMETS",
    "premis": "http://www.loc.gov/premis/v3",
    "xlink": "http://www.w3.org/1999/xlink",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
}
# gml is declared where it is used: PRONOM takes a file for GML if its root declares it
_EVERYWHERE = {prefix: uri for prefix, uri in NAMESPACES.items() if prefix != "gml"}
_XML = "http://www.w3.org/XML/1998/namespace"  # its prefix needs no declaration

XmlElement = Any  # an lxml.etree._Element; lxml has no type hints


def element(name: str, *content: "str | Mapping[str, str] | XmlElement | None") -> XmlElement:
    """Make an element from its text, attributes and children, skipping None.

    Names carry a prefix of ``NAMESPACES`` or ``xml``, such as ``dc:title`` and ``xml:lang``.
    """
    known = NAMESPACES if name.startswith("gml:") else _EVERYWHERE
    made = etree.Element(qualified(name), nsmap=known)
    try:
        for item in content:
            if isinstance(item, str):
                made.text = item or None
            elif isinstance(item, Mapping):
                for key, value in item.items():
                    made.set(qualified(key), value)
            elif item is not None:
                made.append(item)
    except ValueError:
        raise RenderError("a text has a character that no XML file can hold") from None
    return made


def xml_bytes(root: XmlElement, prefixes: tuple[str, ...]) -> bytes:
    """Write a document in UTF-8 whose root declares exactly these namespaces."""
    etree.cleanup_namespaces(root, keep_ns_prefixes=prefixes)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True))


def qualified(name: str) -> str:
    """Return a name with its namespace instead of its prefix, as parsers give it."""
    prefix, colon, local = name.partition(":")
    uri = _XML if prefix == "xml" else NAMESPACES.get(prefix, "")
    return f"{{{uri}}}{local}" if colon else name
