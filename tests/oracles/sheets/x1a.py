"""What keeps a PDF from being PDF/X-1a:2003 (ISO 15930-4), as far as its objects show it."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from oracles.sheets.inks import UsedColors, _used
from pikepdf import Array, Dictionary, Name, Pdf, Stream

CLEAR = {"/SMask": Name("/None"), "/ca": 1, "/CA": 1, "/BM": Name.Normal}  # the one value allowed
UNKNOWN = ("/AA", "/JavaScript", "/OCProperties", "/AcroForm", "/EmbeddedFiles")


def x1a_faults(content: bytes) -> list[str]:
    """Return a line for each thing that the standard forbids or misses."""
    with Pdf.open(BytesIO(content)) as pdf:
        return [*_of_document(pdf, content), *_of_pages(pdf), *_of_objects(pdf, _used(pdf))]


def _of_document(pdf: Pdf, content: bytes) -> Iterator[str]:
    info = pdf.docinfo
    if pdf.pdf_version != "1.4" or b"/ObjStm" in content or b"/XRef" in content:
        yield f"version {pdf.pdf_version}, or objects that 1.4 has not"
    if str(info.get("/GTS_PDFXVersion")) != "PDF/X-1a:2003":
        yield "no claim"
    if not all(str(info.get(key, "")) for key in ("/Title", "/CreationDate", "/ModDate")):
        yield "no title or dates"
    if str(info.get("/Trapped")) not in ("/True", "/False"):
        yield "trapping is not stated"
    if pdf.is_encrypted or len(pdf.trailer.get("/ID", ())) != 2:
        yield "encrypted, or without an ID"
    intents = pdf.Root.get("/OutputIntents", Array())
    if [one.get("/S") for one in intents] != [Name.GTS_PDFX]:
        yield "not one output intent"
    elif not intents[0].get("/OutputConditionIdentifier") or intents[0].DestOutputProfile.N != 4:
        yield "an output intent without a condition, or not for four inks"


def _of_pages(pdf: Pdf) -> Iterator[str]:
    for number, page in enumerate(pdf.pages, 1):
        media, bleed, trim = (
            list(map(float, page[f"/{key}Box"])) for key in ("Media", "Bleed", "Trim")
        )
        nested = all(
            a <= b for a, b in zip(media[:2] + bleed[:2], bleed[:2] + trim[:2], strict=True)
        )
        nested &= all(
            a >= b for a, b in zip(media[2:] + bleed[2:], bleed[2:] + trim[2:], strict=True)
        )
        if not nested or "/ArtBox" in page or "/Annots" in page:
            yield f"page {number}: boxes, or annotations"


def _of_objects(pdf: Pdf, used: UsedColors) -> Iterator[str]:
    if used.kinds - {"CMYK", "grey"}:
        yield f"colours in {', '.join(sorted(used.kinds))}"
    for found in (pdf.Root, *pdf.objects):
        for one in _dictionaries(found):
            for key, allowed in CLEAR.items():
                if key in one and one[key] != allowed:
                    yield f"transparency: {key}"
            if one.get("/S") == Name.Transparency:
                yield "a transparency group"
            if one.get("/Type") == Name.FontDescriptor:
                programs = [
                    one[key] for key in ("/FontFile", "/FontFile2", "/FontFile3") if key in one
                ]
                if [
                    p.get("/Subtype") for p in programs if p.get("/Subtype") == Name.OpenType
                ] or not programs:
                    yield f"the font {one.FontName} is not embedded as 1.4 knows it"
            yield from (f"has {key}" for key in UNKNOWN if key in one)


def _dictionaries(found: Any, depth: int = 0) -> Iterator[Dictionary]:
    if isinstance(found, Stream):
        found = found.stream_dict
    if isinstance(found, Dictionary):
        yield found
    if depth < 12 and isinstance(found, Dictionary | Array):
        for one in found.values() if isinstance(found, Dictionary) else found:
            if not getattr(one, "is_indirect", False):
                yield from _dictionaries(one, depth + 1)
