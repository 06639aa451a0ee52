"""Checks for archives: PDF/A, embedded fonts, metadata, no scripts, no attachments."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from oracles.documents.marked_content import Content
from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream

from pnp.base.open_font import forbids_subset
from pnp.verify.findings import Finding, checked, compared, ok, wrong
from pnp.verify.pdf import level_b_copy

SCRIPTS = ("/JavaScript", "/Launch", "/Rendition", "/ImportData", "/SubmitForm", "/Movie", "/Sound")
FILES = ("/Filespec", "/EmbeddedFile")
_SUBSET = re.compile(r"/[A-Z]{6}\+")  # ISO 32000-1, 9.6.4
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
NAMES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
}
CLAIMED = "PDF/A-2a and PDF/UA-1"
RIGHTS = ("dc:rights", "xmpRights:UsageTerms", "xmpRights:WebStatement")


def archive_findings(pdf: Pdf, written: bytes, content: Content) -> Iterator[Finding]:
    """Check a document for PDF/A; ``written`` is the file's content."""
    yield level_b_copy(written)
    yield _embedded(pdf)
    fault = f"codes without text in {_names(content.unknown)}" if content.unknown else ""
    right = "an entry in ToUnicode for every code"
    yield checked("text codes", fault, right, "all have a meaning in Unicode")
    yield from _active_content(pdf)


def _embedded(pdf: Pdf) -> Finding:
    found = _fonts(pdf)
    outside = sorted(name for name, font in found.items() if not _is_embedded(font))
    if outside:
        return wrong("fonts", f"not embedded: {_names(outside)}", "every font embedded")
    entire = sorted(name for name in found if not _SUBSET.match(name))
    if bad := [name for name in entire if not _forbids_subset(found[name])]:
        return wrong("fonts", f"not subset: {_names(bad)}", "only the glyphs in use")
    allowed = f" (whole, as the font asks: {_names(entire)})" if entire else ""
    return ok("fonts", f"embedded and subset: {len(found)}{allowed}")


def _active_content(pdf: Pdf) -> Iterator[Finding]:
    things = [thing for found in pdf.objects for thing in _things(found)]
    scripts = {str(kind) for thing in things if (kind := thing.get("/S")) in SCRIPTS}
    scripts |= {"/JavaScript" for thing in things if "/JavaScript" in thing or "/JS" in thing}
    yield checked("scripts", ", ".join(sorted(scripts)), "no scripts or actions", "none")
    attached = any("/EF" in t or "/EmbeddedFiles" in t or t.get("/Type") in FILES for t in things)
    yield checked("attachments", "embedded files" if attached else "", "none", "none")


def _things(found: Any) -> Iterator[Dictionary]:
    """Yield a dictionary and those directly in it; ``Pdf.objects`` has the indirect ones."""
    if isinstance(found, Stream):
        found = found.stream_dict
    if isinstance(found, Dictionary):
        yield found
    inside = found.values() if isinstance(found, Dictionary) else found
    if isinstance(found, Dictionary | Array):
        for one in inside:
            if isinstance(one, Dictionary | Array) and not one.is_indirect:
                yield from _things(one)


def _fonts(pdf: Pdf) -> dict[str, Object]:
    """Return the fonts of a file by their names."""
    return {
        str(found.get("/BaseFont", "unnamed")): found
        for found in pdf.objects
        if isinstance(found, Dictionary)
        and found.get("/Type") == Name.Font
        and found.get("/Subtype") not in (Name.CIDFontType0, Name.CIDFontType2)
    }


def _is_embedded(font: Object) -> bool:
    """Return whether the file contains the font's outlines."""
    return _program(font) is not None


def _forbids_subset(font: Object) -> bool:
    """Return whether the font's own licence field forbids embedding a subset."""
    program = _program(font)
    return isinstance(program, Stream) and forbids_subset(program.read_bytes())


def _program(font: Object) -> Object | None:
    """Return the stream with the font's outlines, or None if it is not embedded."""
    below = font.get("/DescendantFonts")
    holder = below[0] if below is not None and len(below) else font
    described = holder.get("/FontDescriptor", Dictionary())
    keys = ("/FontFile", "/FontFile2", "/FontFile3")
    return next((described[key] for key in keys if key in described), None)


def _names(names: Any) -> str:
    return ", ".join(name.removeprefix("/") for name in names)


def _xmp(pdf: Pdf) -> ElementTree.Element | None:
    """Return the XMP metadata of a file (ISO 16684-1), or None if it has none that is readable."""
    stream = pdf.Root.get("/Metadata")
    try:
        return ElementTree.fromstring(stream.read_bytes()) if isinstance(stream, Stream) else None
    except (ElementTree.ParseError, ValueError, LookupError):
        return None


def _values(xmp: ElementTree.Element | None, name: str) -> list[str]:
    """Return the values of a property such as ``dc:title``, one for each entry of a list."""
    prefix, _, short = name.partition(":")
    qualified = f"{{{NAMES[prefix]}}}{short}"
    found: list[str] = []
    for description in xmp.iter(f"{RDF}Description") if xmp is not None else ():
        found.append(description.get(qualified, ""))
        for element in description.findall(qualified):
            entries = list(element.iter(f"{RDF}li")) or [element]
            found += ["".join(entry.itertext()).strip() for entry in entries]
    return list(filter(None, found))


def metadata_findings(pdf: Pdf) -> Iterator[Finding]:
    """Check the metadata, and that the Info dictionary, the catalog and XMP agree."""
    xmp = _xmp(pdf)
    yield compared("claims", "none: no XMP metadata" if xmp is None else _claims(xmp), CLAIMED)
    yield from _titles(pdf, xmp)
    yield _language(pdf, xmp)
    yield _rights(xmp)


def _claims(xmp: ElementTree.Element) -> str:
    part, level, access = (
        "".join(_values(xmp, name)[:1])
        for name in ("pdfaid:part", "pdfaid:conformance", "pdfuaid:part")
    )
    claims = (f"PDF/A-{part}{level.lower()}" if part else "", f"PDF/UA-{access}" if access else "")
    return " and ".join(filter(None, claims)) or "none"


def _titles(pdf: Pdf, xmp: ElementTree.Element | None) -> Iterator[Finding]:
    title = str(pdf.docinfo.get("/Title", "")).strip()
    in_xmp = set(_values(xmp, "dc:title"))
    found = f"{title!r} in Info, {', '.join(map(repr, sorted(in_xmp))) or 'none'} in XMP"
    fault = "" if title and in_xmp == {title} else found
    yield checked("title", fault, "the same title in both", title)
    preferences = pdf.Root.get("/ViewerPreferences", Dictionary())
    shown = preferences.get("/DisplayDocTitle", False)
    fault = "" if isinstance(shown, bool) and shown else "the file name is shown instead"
    yield checked("title shown", fault, "/DisplayDocTitle true", "in the window's title bar")


def _language(pdf: Pdf, xmp: ElementTree.Element | None) -> Finding:
    lang = str(pdf.Root.get("/Lang", ""))
    in_xmp = ", ".join(_values(xmp, "dc:language"))
    found = f"{lang or 'none'} in the catalog, {in_xmp or 'none'} in XMP"
    fault = "" if lang and lang == in_xmp else found
    return checked("language", fault, "the same language in both", lang)


def _rights(xmp: ElementTree.Element | None) -> Finding:
    rights, *terms = (_values(xmp, name) for name in RIGHTS)
    if rights and any(terms):
        return ok("rights", rights[0])
    missing = [] if rights else ["dc:rights"]
    missing += [] if any(terms) else ["xmpRights:UsageTerms"]
    right = "terms of use, or a note that the rights were not evaluated"
    return wrong("rights", f"no {' and no '.join(missing)}", right)
