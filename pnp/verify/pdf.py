"""Check PDF files: whole, pages and boxes of the right size, fonts embedded, PDF/A if claimed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple

from pikepdf import Array, Dictionary, Name, Object, Page, PasswordError, Pdf, PdfError, Stream

from pnp.base.errors import VerifyError
from pnp.base.geometry import Rect, Size
from pnp.base.limits import limits, over
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.make.made_files import MadeFile
from pnp.verify.findings import FileReport, Finding, checked, compared, ok, quiet, verified, wrong

KIND = "pdf"
CLAIMED = "PDF/A-2a and PDF/UA-1"  # by rulebooks, rule sheets, kits and step sheets
FACES = ("faces", "proof")  # kinds of files with one piece a page
NEAR: Mm = 0.03  # rounding points loses up to 0.02 mm
BOXES = ("CropBox", "BleedBox", "TrimBox")  # each lies within the one before it
UNREADABLE = (  # qpdf and Python raise these where an object is not of the expected type
    PdfError,
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    TypeError,
    ValueError,
)
_MOST_KNOWN = 1000
# pikepdf checks only level B and does not know the schema of PDF/UA: it checks a copy without both.
_LEVEL = re.compile(rb"(?<=<pdfaid:conformance>)A(?=<)|(?<=pdfaid:conformance=\")A(?=\")")
_ACCESS = (  # what begins and ends each mention of that schema
    (b"<pdfuaid:part>", b"</pdfuaid:part>"),
    (b'pdfuaid:part="', b'"'),
    (b"<pdfaExtension:schemas>", b"</pdfaExtension:schemas>"),
    *((b'xmlns:%s="' % name, b'"') for name in (b"pdfuaid", b"pdfaExtension")),
    *((b'xmlns:%s="' % name, b'"') for name in (b"pdfaSchema", b"pdfaProperty")),
)
_NOT_KNOWN = (
    "pattern colour is not supported",
    "patterns are not supported",
    "shadings are not supported",
)
_known: dict[bytes, Finding] = {}  # by SHA-256: a package, its zip and its versions share files


class PageBoxes(NamedTuple):
    """The boxes of a page in mm from the top left of its MediaBox; some may be absent."""

    number: int
    media: Size
    turned: int
    boxes: dict[str, Rect]


def verify_pdf(content: bytes, name: str, entry: MadeFile | None = None) -> FileReport:
    """Verify a PDF file; with an entry of a manifest, its checksum and its sizes as well."""

    def check(content: bytes, measured: dict[str, Any]) -> Iterator[Finding]:
        with _opened(content) as pdf:
            pages = [_boxes_of(number, page) for number, page in enumerate(pdf.pages, 1)]
            if not pages:
                raise VerifyError("has no pages")
            yield ok("file", "whole")
            yield from _page_findings(pages, entry)
            yield _box_finding(pages, entry)
            yield _font_finding(pdf)
            claims = _claims(pdf)
            if claims == CLAIMED:
                yield _structure_finding(pdf)
            measured |= {
                "title": str(pdf.docinfo.get("/Title", "")),
                "language": str(pdf.Root.get("/Lang", "")) or None,
                "pages": [{key: _rounded(box) for key, box in one.boxes.items()} for one in pages],
            }
        if claims:
            yield ok("claims", claims)
            yield level_b_copy(content)

    return verified(name, KIND, content, entry, check, "a PDF as pnp makes it")


@contextmanager
def _opened(content: bytes) -> Iterator[Pdf]:
    try:
        with Pdf.open(BytesIO(content), attempt_recovery=False, suppress_warnings=True) as pdf:
            if pdf.is_encrypted:
                raise VerifyError("is encrypted")
            yield pdf
    except PasswordError:
        raise VerifyError("is encrypted and cannot be read") from None
    except UNREADABLE as error:
        if b"%PDF-" not in content[:1024]:
            raise VerifyError("is not a PDF") from None
        fault = f"is damaged: qpdf cannot read its objects ({type(error).__name__})"
        raise VerifyError(fault) from None


def _boxes_of(number: int, page: Page) -> PageBoxes:
    mm = MM_PER_UNIT["pt"]
    left, bottom, right, top = map(float, page.mediabox)
    boxes = {"MediaBox": Rect(0, 0, (right - left) * mm, (top - bottom) * mm)}
    for name in BOXES:
        if (found := page.obj.get(f"/{name}")) is not None:
            x1, y1, x2, y2 = map(float, found)
            boxes[name] = Rect((x1 - left) * mm, (top - y2) * mm, (x2 - x1) * mm, (y2 - y1) * mm)
    turned = int(page.obj.get("/Rotate", 0)) % 360
    return PageBoxes(number, boxes["MediaBox"].size, turned, boxes)


def _page_findings(pages: list[PageBoxes], entry: MadeFile | None) -> Iterator[Finding]:
    """Check the number of pages, their sizes, and that none is turned."""
    found = ", ".join(sorted({_size(page.media) for page in pages}))
    right = entry.page_mm if entry is not None else None
    if entry is None or entry.pages is None:
        yield ok("pages", str(len(pages)))
    else:
        yield compared("pages", str(len(pages)), str(entry.pages))
    fault = right is not None and any(_apart(page.media, right) > NEAR for page in pages)
    yield checked("paper", found if fault else "", _size(right) if right else "", found)
    if turned := [str(page.number) for page in pages if page.turned]:
        yield wrong("turned", f"page {', '.join(turned)}", "no page turned")


def _box_finding(pages: list[PageBoxes], entry: MadeFile | None) -> Finding:
    """Check that each box is within the next larger one; of single faces, also the sizes."""
    for page in pages:
        around = Rect(0, 0, *page.media)
        for name in BOXES:
            box = page.boxes.get(name, around)
            if not around.inset(-NEAR).contains(box):
                return wrong("boxes", f"page {page.number}: {_box(name, box)}", _box("in", around))
            around = box if name != "CropBox" else around
        if entry is not None and entry.kind in FACES and entry.piece_mm is not None:
            middle = Rect.about(Rect(0, 0, *page.media).center, *entry.piece_mm)
            for name, right in (("TrimBox", middle), ("BleedBox", Rect(0, 0, *page.media))):
                if (there := page.boxes.get(name)) is None or _apart(there, right) > NEAR:
                    found = f"page {page.number}: {_box(name, there) if there else f'no {name}'}"
                    return wrong("boxes", found, _box(name, right))
    trims = sorted({_size(page.boxes["TrimBox"].size) for page in pages if "TrimBox" in page.boxes})
    return ok("boxes", f"trim {', '.join(trims)}" if trims else "none but the page")


def _font_finding(pdf: Pdf) -> Finding:
    """Check that the outlines of every font are in the file."""
    fonts = {
        str(found.get("/BaseFont", "/unnamed")).removeprefix("/"): _is_embedded(found)
        for found in pdf.objects
        if isinstance(found, Dictionary)
        and found.get("/Type") == Name.Font
        and found.get("/Subtype") not in (Name.CIDFontType0, Name.CIDFontType2, Name.Type3)
    }
    outside = sorted(name for name, embedded in fonts.items() if not embedded)
    fault = f"not embedded: {', '.join(outside)}" if outside else ""
    return checked("fonts", fault, "every font embedded", f"{len(fonts)} embedded")


def _is_embedded(font: Object) -> bool:
    below = font.get("/DescendantFonts")
    holder = below[0] if below is not None and len(below) else font
    described = holder.get("/FontDescriptor", Dictionary())
    return any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def _structure_finding(pdf: Pdf) -> Finding:
    """Check what a screen reader needs, as far as no text has to be judged (ISO 14289-1, 7)."""
    root, found = pdf.Root, [one for one in pdf.objects if isinstance(one, Dictionary)]
    marks, shown = (root.get(key, Dictionary()) for key in ("/MarkInfo", "/ViewerPreferences"))
    elements = [one for one in found if one.get("/Type") == Name.StructElem]
    figures = [one for one in elements if one.get("/S") == Name.Figure]
    heads = (one for one in elements if one.get("/S") == Name.TH)
    links = (one for one in found if one.get("/Subtype") == Name.Link)
    pages = (page.obj for page in pdf.pages if "/Annots" in page.obj)
    has = {
        "tags": "/StructTreeRoot" in root and bool(marks.get("/Marked")),
        "a language": "/Lang" in root,
        "a title that readers show": bool(shown.get("/DisplayDocTitle")),
        "an alternative text of each figure": all(str(one.get("/Alt", "")) for one in figures),
        "a description of each link": all(str(one.get("/Contents", "")) for one in links),
        "a scope of each header cell": all("/A" in one for one in heads),
        "tabs in the order of the tags": all(one.get("/Tabs") == Name.S for one in pages),
    }
    lacking = [what for what, is_there in has.items() if not is_there]
    fault = f"lacks {', '.join(lacking)}" if lacking else ""
    right = "all that a screen reader needs"
    return checked("structure", fault, right, f"tagged, with {len(figures)} figures described")


def _claims(pdf: Pdf) -> str:
    """Return the standards that the metadata claim, or "" if there are none."""
    if "/Metadata" not in pdf.Root:
        return ""
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
        archive = xmp.pdfa_status
        access = str(xmp.get("pdfuaid:part", ""))
    claims = [f"PDF/A-{archive.lower()}"] if archive else []
    return " and ".join([*claims, f"PDF/UA-{access}"] if access else claims)


def level_b_copy(written: bytes) -> Finding:
    """Check a copy that claims only PDF/A-2b, with unchanged byte offsets."""
    copy = bytearray(_LEVEL.sub(b"B", written))
    for begin, end in _ACCESS:
        _blank(copy, begin, end)
    return level_b(bytes(copy))


def _blank(copy: bytearray, begin: bytes, end: bytes) -> None:
    """Blank out all parts between ``begin`` and ``end``, in linear time."""
    at = 0
    while (start := copy.find(begin, at)) >= 0:
        stop = copy.find(end, start + len(begin))
        if stop < 0:
            return
        at = stop + len(end)
        copy[start:at] = b" " * (at - start)


def level_b(written: bytes) -> Finding:
    """Check PDF/A-2b with pikepdf's validator; it does not know gradients, so check these here."""
    digest = sha256(written).digest()
    judged = _known.get(digest) or _judged(written)
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[digest] = judged
    return judged


def _judged(written: bytes) -> Finding:
    from pikepdf.pdfa import validate_written

    with quiet("fontTools"):
        report = validate_written(BytesIO(written), "2b")
    found = [one for one in report.findings if not _is_of_gradient(one)]
    rules = {one.rule.removeprefix("ISO_19005_2:") for one in found}
    if not report.passed and not rules:
        with Pdf.open(BytesIO(written)) as pdf:
            rules |= {fault for one in pdf.objects for fault in _gradient_faults(one, report)}
    if rules:
        return wrong("PDF/A-2b", f"not approved: {', '.join(sorted(rules))}", "approved by pikepdf")
    return ok("PDF/A-2b", "approved by pikepdf" + ("" if report.passed else ", with gradients"))


def _is_of_gradient(found: Any) -> bool:
    """Return whether a finding only says that the validator does not know gradients."""
    known = found.rule == "pikepdf:pattern" or found.message in _NOT_KNOWN
    return found.kind == "unsupported" and known


def _gradient_faults(found: Any, report: Any) -> Iterator[str]:
    """Yield the faults in the patterns and shadings that an object of a file names.

    All patterns must be gradients, in grey or in colours of the file's output intent (ISO 19005-2,
    6.2.4).
    """
    for thing in _things(found):
        for pattern in _entries(thing, "/Pattern"):
            if pattern.get("/PatternType") != 2 or "/ExtGState" in pattern:
                yield "a pattern that is not a gradient"
            yield from _shading_faults(pattern.get("/Shading"), report)
        for shading in _entries(thing, "/Shading"):
            yield from _shading_faults(shading, report)


def _entries(resources: Dictionary, category: str) -> Iterator[Dictionary | Stream]:
    named = resources.get(category)
    if isinstance(named, Dictionary) and "/ShadingType" not in named:
        yield from (one for one in named.values() if isinstance(one, Dictionary | Stream))


def _shading_faults(shading: Any, report: Any) -> Iterator[str]:
    space = shading.get("/ColorSpace") if isinstance(shading, Dictionary | Stream) else None
    if space != "/DeviceGray" and not (space == "/DeviceRGB" and report.output_intent == "RGB"):
        yield "a gradient in colours without an output intent"


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


def picture_finding(written: bytes) -> Finding:
    """Check that viewers can unpack every picture in a PDF."""
    with Pdf.open(BytesIO(written)) as pdf:
        sides = [
            (found.get("/Width"), found.get("/Height"))
            for found in pdf.objects
            if isinstance(found, Stream) and found.get("/Subtype") == Name.Image
        ]
    large = [
        f"one of {width} x {height} pixels"
        for width, height in sides
        if not (isinstance(width, int) and isinstance(height, int))
        or width * height > limits().pixels
    ]
    fault = large[0] if large else ""
    return checked("pictures", fault, over("pixels"), f"{len(sides)}")


def _apart(one: tuple[float, ...], other: tuple[float, ...]) -> Mm:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _rounded(box: Rect) -> list[Mm]:
    return [round(side, 3) for side in box]


def _size(size: Size) -> str:
    return f"{size.width:.2f} x {size.height:.2f} mm"


def _box(name: str, box: Rect) -> str:
    return f"{name} {_size(box.size)} at {box.x + 0.0:.2f}, {box.y + 0.0:.2f}"
