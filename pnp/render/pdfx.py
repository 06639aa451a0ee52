"""PDF for print shops: pages as PDF/X-4 (ISO 15930-7), greys as black ink alone.

The pages are drawn first, as for any PDF; then their greys become tints of K, their RGB colours are
declared as sRGB, and the printing condition and the metadata are added.
"""

from collections.abc import Iterable
from decimal import Decimal
from hashlib import sha256
from html import escape
from importlib.resources import files
from io import BytesIO
from itertools import pairwise

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from pnp.base.icc import REGISTRY, UNREGISTERED, PressProfile
from pnp.render.pdf import PrintHints
from pnp.render.pdf import write as write_pdf
from pnp.render.pdfa import packet
from pnp.scene import Scene

BLACK = 0.15  # of white: a darker grey is printed as solid black, whose edges no screen frays
# The standard requires a date. That of a drawing is unknown, and today's would change the bytes.
DATE = "2000-01-01T00:00:00Z"
PDF_DATE = "D:20000101000000Z"
PRODUCER = "pnp"
_GREYS = {"g": "k", "G": "K"}


def render(
    scenes: Iterable[Scene],
    hints: PrintHints,
    profile: PressProfile,
    inks: PressProfile | None = None,
) -> tuple[bytes, float]:
    """Return one document of pages that have a trim, for the press of a profile.

    With ``inks``, the same profile, all colours are inks of that press; the number returned is the
    greatest ink coverage, where 4 is all inks, solid.

    Raises:
        FontError: If a font has no glyph for a character.
        PictureError: If a picture's file has changed or cannot be read.
    """
    out = BytesIO()
    most = write_pdf(scenes, hints, out, inks)
    return _as_x4(out.getvalue(), hints, profile, separated=inks is not None), most


def _as_x4(drawn: bytes, hints: PrintHints, profile: PressProfile, *, separated: bool) -> bytes:
    with pikepdf.open(BytesIO(drawn)) as pdf:
        if not separated:
            _separate_greys(pdf)
        add_intent(pdf, profile)
        describe(pdf, hints, "PDF/X-4")
        stream = pdf.make_stream(
            _packet(hints.title, _identifier(drawn + profile.content)).encode()
        )
        stream.Type, stream.Subtype = Name.Metadata, Name.XML
        pdf.Root.Metadata = stream
        return saved(pdf, "1.6")


def saved(pdf: pikepdf.Pdf, version: str) -> bytes:
    """Return the bytes of a document, as a file of that version of PDF."""
    out = BytesIO()
    pdf.save(
        out,
        deterministic_id=True,
        force_version=version,
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
    )
    return out.getvalue()


def _separate_greys(pdf: pikepdf.Pdf) -> None:
    """Turn greys into tints of K, and declare the RGB of the other colours."""
    srgb = pdf.make_stream((files("pikepdf") / "pdfa/data/sRGB.icc").read_bytes())
    srgb.N = 3
    spaces = pdf.make_indirect(Dictionary(DefaultRGB=Array([Name.ICCBased, srgb])))
    drawings: dict[tuple[int, int], pikepdf.Object] = {}
    for page in pdf.pages:
        page.Resources.ColorSpace = spaces
        if "/Group" in page:  # blended in the colours of the press
            del page.Group
        page.Contents = pdf.make_stream(_in_black(page))
        drawings |= {one.objgen: one for one in page.Resources.get("/XObject", {}).values()}
        for pattern in page.Resources.get("/Pattern", {}).values():
            if pattern.Shading.ColorSpace == Name.DeviceRGB:
                pattern.Shading.ColorSpace = spaces.DefaultRGB
    for drawing in drawings.values():
        if drawing.get("/Subtype") == "/Form":
            drawing.Resources.ColorSpace = spaces
            drawing.write(_in_black(drawing))


def _in_black(content: pikepdf.Page | pikepdf.Object) -> bytes:
    """Return the content of a page or a form with its greys as tints of K."""
    made = list(pikepdf.parse_content_stream(content))
    for place, instruction in enumerate(made):
        operator = str(instruction.operator)
        if operator in _GREYS:
            grey = float(str(instruction.operands[0]))
            ink = Decimal(1 if grey <= BLACK else f"{1 - grey:.4f}")
            black = pikepdf.Operator(_GREYS[operator])
            made[place] = pikepdf.ContentStreamInstruction([0, 0, 0, ink], black)
    return pikepdf.unparse_content_stream(made)


def add_intent(pdf: pikepdf.Pdf, profile: PressProfile) -> None:
    """Declare the press that the colours of a document are for."""
    press = pdf.make_stream(profile.content)
    press.N = 4
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(profile.condition),
        Info=String(profile.description),
        DestOutputProfile=press,
    )
    if profile.condition != UNREGISTERED:
        intent.RegistryName = String(REGISTRY)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])


def _identifier(content: bytes) -> str:
    """Return a UUID derived from the content."""
    digest = sha256(content).hexdigest()
    return "-".join(digest[start:end] for start, end in pairwise((0, 8, 12, 16, 20, 32)))


def describe(pdf: pikepdf.Pdf, hints: PrintHints, standard: str) -> None:
    """State in a document that it keeps a standard, and what the standard wants to know."""
    info = pdf.docinfo
    for key in list(info.keys()):
        del info[key]
    info[Name.Title] = String(hints.title)
    info[Name.Producer] = String(PRODUCER)
    info[Name.CreationDate] = info[Name.ModDate] = String(PDF_DATE)
    info[Name.GTS_PDFXVersion] = String(standard)
    info[Name.Trapped] = Name("/False")


def _packet(title: str, identifier: str) -> str:
    """Return the metadata packet; a document without a history has a single identifier."""
    title = escape(title, quote=False)
    spaces = {
        "dc": "http://purl.org/dc/elements/1.1/",
        "pdf": "http://ns.adobe.com/pdf/1.3/",
        "pdfxid": "http://www.npes.org/pdfx/ns/id/",
        "xmp": "http://ns.adobe.com/xap/1.0/",
        "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    }
    return packet(
        spaces,
        "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>",
        "<dc:format>application/pdf</dc:format>",
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>',
        f"<xmp:CreateDate>{DATE}</xmp:CreateDate>",
        f"<xmp:ModifyDate>{DATE}</xmp:ModifyDate>",
        f"<xmp:MetadataDate>{DATE}</xmp:MetadataDate>",
        f"<xmp:CreatorTool>{PRODUCER}</xmp:CreatorTool>",
        f"<xmpMM:DocumentID>uuid:{identifier}</xmpMM:DocumentID>",
        f"<xmpMM:InstanceID>uuid:{identifier}</xmpMM:InstanceID>",
        "<xmpMM:VersionID>1</xmpMM:VersionID>",
        "<xmpMM:RenditionClass>default</xmpMM:RenditionClass>",
        f"<pdf:Producer>{PRODUCER}</pdf:Producer>",
        "<pdf:Trapped>False</pdf:Trapped>",
    )
