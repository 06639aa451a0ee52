"""PDF for archives: documents as PDF/A-2a and PDF/UA-1, drawings as PDF/A-2b; metadata."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib.resources import files
from io import BytesIO
from itertools import count
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from pnp.base.geometry import Rect, Size
from pnp.base.shaping import SOFT_HYPHEN, needs_order
from pnp.base.text import ascii_address
from pnp.base.units import to_points
from pnp.render.pdf import PageLeaves, PrintHints, in_points, render_marked
from pnp.render.pdf import render as render_pdf
from pnp.scene import Group, Item, Scene, Text
from pnp.scene.document import Document, Element

__all__ = ["Metadata", "render", "render_drawings"]

PRODUCER = "pnp, with reportlab and pikepdf"
NOT_EVALUATED = "Copyright Not Evaluated"  # a statement of rightsstatements.org
NOT_EVALUATED_URI = "http://rightsstatements.org/vocab/CNE/1.0/"

PRINTED = 4  # the annotation flag Print; both standards require it


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
    claims = "<pdfaid:part>2</pdfaid:part>", f"<pdfaid:conformance>{level}</pdfaid:conformance>"
    return packet(spaces, *_properties(about), *claims, *more)


def packet(spaces: Mapping[str, str], *described: str) -> str:
    """Return an XMP packet with these elements; ``spaces`` are their namespaces by prefix."""
    text = "\n".join(described)
    names = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in spaces.items())
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'<rdf:Description rdf:about="" {names}>\n{text}\n'
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
        f'<rdf:li xml:lang="{code}">{escape(text, quote=False)}</rdf:li>'
        for code in ("x-default", lang)
    )
    return f"<{name}><rdf:Alt>{said}</rdf:Alt></{name}>"


def _listed(name: str, kind: str, *texts: str) -> str:
    entries = "".join(f"<rdf:li>{escape(text, quote=False)}</rdf:li>" for text in texts)
    return f"<{name}><rdf:{kind}>{entries}</rdf:{kind}></{name}>"


def _plain(name: str, text: str | None) -> Iterator[str]:
    if text:
        yield f"<{name}>{escape(text, quote=False)}</{name}>"


def render(document: Document, metadata: Metadata, duplex: str = "DuplexFlipLongEdge") -> bytes:
    """Return the file of a document; ``duplex`` is a printing hint, named as in PDF 1.7.

    Raises:
        FontError: If a font has no glyph for a character.
    """
    hints = PrintHints(metadata.title, metadata.lang, duplex)
    data, leaves = render_marked(document.pages, hints)
    with pikepdf.open(BytesIO(data)) as pdf:
        _StructureWriter(pdf, document, leaves, metadata).finish()
        return _saved(pdf)


def render_drawings(scenes: Iterable[Scene], metadata: Metadata) -> bytes:
    """Return one file of drawings, each on a page of its size.

    Raises:
        FontError: If a font has no glyph for a character.
    """
    hints = PrintHints(metadata.title, metadata.lang)
    with pikepdf.open(BytesIO(render_pdf(scenes, hints))) as pdf:
        _describe(pdf, drawing_xmp(metadata), metadata)
        return _saved(pdf)


def _saved(pdf: pikepdf.Pdf) -> bytes:
    out = BytesIO()
    pdf.save(
        out,
        deterministic_id=True,
        min_version="1.7",
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
    return out.getvalue()


class _StructureWriter:
    def __init__(
        self, pdf: pikepdf.Pdf, document: Document, leaves: PageLeaves, metadata: Metadata
    ) -> None:
        self._pdf = pdf
        self._document = document
        self._metadata = metadata
        self._marks: dict[int, list[tuple[int, int]]] = {}  # leaf -> pages and numbers on them
        self._parents: list[dict[int, pikepdf.Object]] = [{} for _ in document.pages]
        self._spots: dict[Element, list[tuple[int, Rect]]] = {}
        self._links: list[tuple[pikepdf.Object, pikepdf.Object]] = []
        self._texts: dict[int, str] = {}  # of each leaf
        self._anchors: dict[str, tuple[int, float]] = {}
        for page, (one, marks) in enumerate(zip(document.pages, leaves, strict=True)):
            for number, leaf in enumerate(marks):
                self._marks.setdefault(leaf, []).append((page, number))
            for area, element in one.spots:
                self._spots.setdefault(element, []).append((page, area))
            for part in one.parts:
                if part.leaf is not None:
                    said = self._texts.get(part.leaf, "").removesuffix(SOFT_HYPHEN)
                    self._texts[part.leaf] = said + _text(part.items)
            self._anchors |= {name: (page, down) for name, down in one.anchors}

    def finish(self) -> None:
        root = self._pdf.Root
        tree = self._pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        tree.K = Array([self._element(self._document.root, tree)])
        self._finish_parents(tree)
        root.StructTreeRoot = tree
        root.MarkInfo = Dictionary(Marked=True)
        root.Lang = String(self._metadata.lang)
        self._outline(root)
        _describe(self._pdf, xmp(self._metadata), self._metadata)

    def _element(self, element: Element, parent: pikepdf.Object) -> pikepdf.Object:
        made = self._pdf.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name(f"/{element.tag}"), P=parent)
        )
        if element.alt:
            made.Alt = String(element.alt)
        if element.actual:
            made.ActualText = String(element.actual)
        if element.lang:
            made.Lang = String(element.lang)
        attributes = list(self._attributes(element))
        if attributes:
            made.A = Array(attributes)
        kids = Array([])
        for kid in element.kids:
            if isinstance(kid, Element):
                kids.append(self._element(kid, made))
            else:
                self._leaf(kid, made, kids)
        if element.target:
            for page, area in self._spots.get(element, ()):
                kids.append(self._link(element, made, page, area))
        made.K = kids
        return made

    def _leaf(self, leaf: int, made: pikepdf.Object, kids: Array) -> None:
        """Add the marks of a leaf to the kids of an element.

        Right-to-left glyphs are drawn from the left, so ActualText gives their text.
        """
        said = self._texts.get(leaf, "")
        owner, into = made, kids
        if needs_order(said, ""):
            into = Array([])
            owner = self._pdf.make_indirect(
                Dictionary(Type=Name.StructElem, S=Name.Span, P=made, ActualText=String(said))
            )
            kids.append(owner)
        for page, number in self._marks.get(leaf, ()):
            self._parents[page][number] = owner
            into.append(Dictionary(Type=Name.MCR, Pg=self._page(page), MCID=number))
        if owner is not made:
            owner.K = into

    def _attributes(self, element: Element) -> Iterator[Dictionary]:
        if element.scope:
            yield Dictionary(O=Name.Table, Scope=Name(f"/{element.scope}"))
        if element.tag == "L":
            numbering = Name.Decimal if element.numbered else Name.Disc
            yield Dictionary(O=Name.List, ListNumbering=numbering)
        if element.tag == "Figure":
            for page, area in self._spots.get(element, ()):
                box = _points(area, self._document.pages[page].size)
                yield Dictionary(O=Name.Layout, Placement=Name.Block, BBox=box)

    def _link(self, element: Element, made: pikepdf.Object, page: int, area: Rect) -> Dictionary:
        """Add an annotation to a page; return the structure's reference to it."""
        target = element.target or ""
        said = "".join(self._texts.get(leaf, "") for leaf in element.leaves())
        link = self._pdf.make_indirect(
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Link,
                Rect=_points(area, self._document.pages[page].size),
                Border=Array([0, 0, 0]),
                F=PRINTED,
                Contents=String(said.strip() or target),  # read aloud when it is selected
            )
        )
        if target.startswith("#"):
            link.Dest = self._destination(target.removeprefix("#"))
        else:
            link.A = Dictionary(Type=Name.Action, S=Name.URI, URI=String(ascii_address(target)))
        drawn = self._page(page)
        if Name.Annots not in drawn:
            drawn.Annots = Array([])
        drawn.Annots.append(link)
        self._links.append((link, made))
        return Dictionary(Type=Name.OBJR, Obj=link, Pg=drawn)

    def _destination(self, anchor: str) -> Array:
        page, down = self._anchors[anchor]
        top = to_points(self._document.pages[page].size.height - down)
        return Array([self._page(page), Name.XYZ, 0, round(top, 3), 0])

    def _finish_parents(self, tree: pikepdf.Object) -> None:
        """Write the parent tree: the element that each mark and each link belongs to."""
        numbers = Array([])
        for page, elements in enumerate(self._parents):
            drawn = self._page(page)
            drawn.StructParents = page
            drawn.Tabs = Name.S
            in_order = Array([elements[number] for number in range(len(elements))])
            numbers.append(page)
            numbers.append(self._pdf.make_indirect(in_order))
        keys = count(len(self._parents))
        for link, made in self._links:
            link.StructParent = key = next(keys)
            numbers.append(key)
            numbers.append(made)
        tree.ParentTree = self._pdf.make_indirect(Dictionary(Nums=numbers))
        tree.ParentTreeNextKey = next(keys)

    def _outline(self, root: pikepdf.Object) -> None:
        with self._pdf.open_outline() as outline:
            open_items: list[tuple[int, list[pikepdf.OutlineItem]]] = [(0, outline.root)]
            for mark in self._document.bookmarks:
                open_items = [one for one in open_items if one[0] < mark.level]
                item = pikepdf.OutlineItem(mark.title, self._destination(mark.anchor))
                open_items[-1][1].append(item)
                open_items.append((mark.level, item.children))
        root.PageMode = Name.UseOutlines

    def _page(self, number: int) -> pikepdf.Object:
        return self._pdf.pages[number].obj


def _describe(pdf: pikepdf.Pdf, packet: str, about: Metadata) -> None:
    """Add the metadata of a file, as XMP and in Info, and the profile of its colours."""
    profile = pdf.make_stream((files("pikepdf") / "pdfa/data/sRGB.icc").read_bytes())
    profile.N = 3
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1,
        OutputConditionIdentifier=String("sRGB"),
        Info=String("sRGB IEC61966-2.1"),
        DestOutputProfile=profile,
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    stream = pdf.make_stream(packet.encode())
    stream.Type, stream.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = stream
    info = pdf.docinfo
    for key in list(info.keys()):
        del info[key]
    for name, said in info_entries(about):
        info[f"/{name}"] = String(said)


def _text(items: Iterable[Item]) -> str:
    """Return the text in a drawing."""
    return "".join(
        item.string if isinstance(item, Text) else _text(item.items)
        for item in items
        if isinstance(item, Text | Group)
    )


def _points(area: Rect, page: Size) -> Array:
    return Array([round(value, 3) for value in in_points(area, page)])
