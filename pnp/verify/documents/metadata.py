"""The metadata of a document: standards, title, language and rights."""

from collections.abc import Iterator
from xml.etree import ElementTree

import pikepdf
from pikepdf import Dictionary, Stream

from pnp.verify.findings import Finding, compared, ok, wrong

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
NAMES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
}
CLAIMED = "PDF/A-2a and PDF/UA-1"
RIGHTS = ("dc:rights", "xmpRights:UsageTerms", "xmpRights:WebStatement")


class Xmp:
    """A file's XMP metadata (ISO 16684-1), by the names of properties."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        stream = pdf.Root.get("/Metadata")
        self._root: ElementTree.Element | None = None
        if isinstance(stream, Stream):
            try:
                self._root = ElementTree.fromstring(stream.read_bytes())
            except (ElementTree.ParseError, ValueError, LookupError):
                return

    def __bool__(self) -> bool:
        return self._root is not None

    def values(self, name: str) -> tuple[str, ...]:
        """Return the text of a property, or of each entry if it is a list."""
        prefix, _, short = name.partition(":")
        qualified = f"{{{NAMES[prefix]}}}{short}"
        found: list[str] = []
        for description in self._root.iter(f"{RDF}Description") if self._root is not None else ():
            found += filter(None, [description.get(qualified)])
            for element in description.findall(qualified):
                entries = list(element.iter(f"{RDF}li")) or [element]
                found += ["".join(entry.itertext()).strip() for entry in entries]
        return tuple(filter(None, found))


def metadata_findings(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    """Check the metadata, and that places which state the same thing agree."""
    xmp = Xmp(pdf)
    yield compared("claims", _claims(xmp), CLAIMED)
    yield from _titles(pdf, xmp)
    yield _language(pdf, xmp)
    yield _rights(xmp)


def _claims(xmp: Xmp) -> str:
    if not xmp:
        return "none: it has no XMP metadata"
    part, level, access = (
        "".join(xmp.values(name)[:1])
        for name in ("pdfaid:part", "pdfaid:conformance", "pdfuaid:part")
    )
    claims = (f"PDF/A-{part}{level.lower()}" if part else "", f"PDF/UA-{access}" if access else "")
    return " and ".join(filter(None, claims)) or "none"


def _titles(pdf: pikepdf.Pdf, xmp: Xmp) -> Iterator[Finding]:
    title = str(pdf.docinfo.get("/Title", "")).strip()
    in_xmp = set(xmp.values("dc:title"))
    if title and in_xmp == {title}:
        yield ok("title", title)
    else:
        found = f"{title!r} in Info, {', '.join(map(repr, sorted(in_xmp))) or 'none'} in XMP"
        yield wrong("title", found, "one title in both places")
    preferences = pdf.Root.get("/ViewerPreferences", Dictionary())
    shown = preferences.get("/DisplayDocTitle", False)
    if isinstance(shown, bool) and shown:
        yield ok("title shown", "in the window's title bar")
    else:
        yield wrong("title shown", "the file's name is shown", "/DisplayDocTitle true")


def _language(pdf: pikepdf.Pdf, xmp: Xmp) -> Finding:
    lang = str(pdf.Root.get("/Lang", ""))
    in_xmp = ", ".join(xmp.values("dc:language"))
    if lang and lang == in_xmp:
        return ok("language", lang)
    found = f"{lang or 'none'} in the catalog, {in_xmp or 'none'} in XMP"
    return wrong("language", found, "one language in both places")


def _rights(xmp: Xmp) -> Finding:
    rights, *terms = (xmp.values(name) for name in RIGHTS)
    if rights and any(terms):
        return ok("rights", rights[0])
    missing = [] if rights else ["dc:rights"]
    missing += [] if any(terms) else ["xmpRights:UsageTerms"]
    right = "who may do what with it, or that nobody knows"
    return wrong("rights", f"no {' and no '.join(missing)}", right)
