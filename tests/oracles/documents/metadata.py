"""Judges the metadata of documents, and that fonts are subset unless they forbid it."""

import re
from collections.abc import Iterator

from pikepdf import Dictionary, Name, Object, Pdf, Stream
from uharfbuzz import Face

from pnp.base.open_font import NO_SUBSET, fs_type
from pnp.verify.findings import Finding, checked

_SUBSET = re.compile(r"/[A-Z]{6}\+")  # ISO 32000-1, 9.6.4


def metadata_findings(pdf: Pdf) -> Iterator[Finding]:
    """Check that title and language agree in all places, and that rights are stated."""
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
        said = {key: xmp.get(key) for key in ("dc:title", "dc:language", "dc:rights")}
        terms = xmp.get("xmpRights:UsageTerms") or xmp.get("xmpRights:WebStatement")
    title, lang = str(pdf.docinfo.get("/Title", "")), str(pdf.Root.get("/Lang", ""))
    fault = "" if title and title == said["dc:title"] else f"{title!r}, {said['dc:title']!r}"
    yield checked("title", fault, "the same title in both", title)
    named = {str(one) for one in said["dc:language"] or ()}
    fault = "" if lang and named == {lang} else f"{lang!r}, {sorted(named)}"
    yield checked("language", fault, "the same language in both", lang)
    fault = "" if said["dc:rights"] and terms else "not stated"
    yield checked("rights", fault, "rights and terms of use", str(said["dc:rights"]))


def subset_finding(pdf: Pdf) -> Finding:
    """Check that each font has only the glyphs in use, unless its licence field forbids that."""
    fonts = {
        str(found.get("/BaseFont", "unnamed")): found
        for found in pdf.objects
        if isinstance(found, Dictionary)
        and found.get("/Type") == Name.Font
        and found.get("/Subtype") not in (Name.CIDFontType0, Name.CIDFontType2)
    }
    whole = sorted(name for name in fonts if not _SUBSET.match(name))
    bad = [name for name in whole if not _forbids_subset(fonts[name])]
    return checked("fonts", ", ".join(bad), "only the glyphs in use", ", ".join(whole) or "subset")


def _forbids_subset(font: Object) -> bool:
    below = font.get("/DescendantFonts")
    holder = below[0] if below is not None and len(below) else font
    described = holder.get("/FontDescriptor", Dictionary())
    keys = ("/FontFile", "/FontFile2", "/FontFile3")
    program = next((described[key] for key in keys if key in described), None)
    return isinstance(program, Stream) and bool(fs_type(Face(program.read_bytes())) & NO_SUBSET)
