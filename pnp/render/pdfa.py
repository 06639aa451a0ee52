"""A document as one PDF that is PDF/A-2a (ISO 19005-2) and PDF/UA-1 (ISO 14289-1).

The pages are drawn first; then the structure, the links, the outline and the metadata are
added, and the file is written anew.
"""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from io import BytesIO
from itertools import count
from typing import NamedTuple
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from pnp.geometry import Rect, Size
from pnp.render.pdf import Marked, PrintHints, render_marked
from pnp.scene import Group, Item, Text
from pnp.scene.document import Bookmark, Document, Element
from pnp.units import to_points

PRODUCER = "pnp, with reportlab and pikepdf"
NOT_EVALUATED = "Copyright Not Evaluated"  # a statement of rightsstatements.org
NOT_EVALUATED_URI = "http://rightsstatements.org/vocab/CNE/1.0/"
SOFT_HYPHEN = "\u00ad"
PRINTED = 4  # the flag of an annotation that is printed too; both standards ask for it


class Metadata(NamedTuple):
    """What a file says of itself. ``lang`` is the code of the document's language.

    Without ``rights`` it says that nobody has looked into them.
    """

    title: str
    lang: str
    summary: str | None = None
    author: str | None = None
    rights: str | None = None


def render(document: Document, metadata: Metadata) -> bytes:
    """Write a document.

    Raises:
        FontError: If a font has no glyph for a character.
    """
    hints = PrintHints(metadata.title, metadata.lang, "DuplexFlipLongEdge")
    marked = render_marked(document.pages, hints)
    with pikepdf.open(BytesIO(marked.data)) as pdf:
        _Finisher(pdf, document, marked, metadata).finish()
        out = BytesIO()
        pdf.save(
            out,
            deterministic_id=True,
            min_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return out.getvalue()


class _Finisher:
    def __init__(
        self, pdf: pikepdf.Pdf, document: Document, marked: Marked, metadata: Metadata
    ) -> None:
        self._pdf = pdf
        self._document = document
        self._metadata = metadata
        self._marks: dict[int, list[tuple[int, int]]] = {}  # leaf -> pages and numbers on them
        for page, leaves in enumerate(marked.leaves):
            for number, leaf in enumerate(leaves):
                self._marks.setdefault(leaf, []).append((page, number))
        self._parents: list[dict[int, pikepdf.Object]] = [{} for _ in document.pages]
        self._spots = self._placed()
        self._links: list[tuple[pikepdf.Object, pikepdf.Object]] = []
        self._texts: dict[int, str] = {}  # what each leaf says
        for part in (part for page in document.pages for part in page.parts):
            if part.leaf is not None:
                said = self._texts.get(part.leaf, "").removesuffix(SOFT_HYPHEN)
                self._texts[part.leaf] = said + _text(part.items)
        self._anchors = {
            name: (page, down)
            for page, one in enumerate(document.pages)
            for name, down in one.anchors
        }

    def finish(self) -> None:
        root = self._pdf.Root
        tree = self._pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        tree.K = Array([self._element(self._document.root, tree)])
        self._finish_parents(tree)
        root.StructTreeRoot = tree
        root.MarkInfo = Dictionary(Marked=True)
        root.Lang = String(self._metadata.lang)
        self._outline(root)
        describe(self._pdf, _xmp(self._metadata), self._metadata)

    def _placed(self) -> dict[Element, list[tuple[int, Rect]]]:
        placed: dict[Element, list[tuple[int, Rect]]] = {}
        for number, page in enumerate(self._document.pages):
            for area, element in page.spots:
                placed.setdefault(element, []).append((number, area))
        return placed

    def _element(self, element: Element, parent: pikepdf.Object) -> pikepdf.Object:
        made = self._pdf.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name(f"/{element.tag}"), P=parent)
        )
        if element.alt:
            made.Alt = String(element.alt)
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
                for page, number in self._marks.get(kid, ()):
                    self._parents[page][number] = made
                    kids.append(Dictionary(Type=Name.MCR, Pg=self._page(page), MCID=number))
        if element.target:
            for page, area in self._spots.get(element, ()):
                kids.append(self._link(element, made, page, area))
        made.K = kids
        return made

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
        """Add an annotation to a page and return what refers to it from the structure."""
        target = element.target or ""
        link = self._pdf.make_indirect(
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Link,
                Rect=_points(area, self._document.pages[page].size),
                Border=Array([0, 0, 0]),
                F=PRINTED,
                Contents=String(self._said(element) or target),
            )
        )
        if target.startswith("#"):
            link.Dest = self._destination(target.removeprefix("#"))
        else:
            link.A = Dictionary(Type=Name.Action, S=Name.URI, URI=String(target))
        drawn = self._page(page)
        if Name.Annots not in drawn:
            drawn.Annots = Array([])
        drawn.Annots.append(link)
        self._links.append((link, made))
        return Dictionary(Type=Name.OBJR, Obj=link, Pg=drawn)

    def _said(self, element: Element) -> str:
        """Return the words of a link, which are read aloud where it is chosen."""
        return "".join(self._texts.get(leaf, "") for leaf in element.leaves()).strip()

    def _destination(self, anchor: str) -> Array:
        page, down = self._anchors[anchor]
        top = to_points(self._document.pages[page].size.height - down)
        return Array([self._page(page), Name.XYZ, 0, round(top, 3), 0])

    def _finish_parents(self, tree: pikepdf.Object) -> None:
        """Say of each mark and each link to which element it belongs."""
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
                item = self._bookmark(mark)
                open_items[-1][1].append(item)
                open_items.append((mark.level, item.children))
        root.PageMode = Name.UseOutlines

    def _bookmark(self, mark: Bookmark) -> pikepdf.OutlineItem:
        return pikepdf.OutlineItem(mark.title, self._destination(mark.anchor))

    def _page(self, number: int) -> pikepdf.Object:
        return self._pdf.pages[number].obj


def describe(pdf: pikepdf.Pdf, xmp: str, about: Metadata) -> None:
    """Say what a file is, in XMP and in Info, and what its colours mean."""
    pdf.Root.OutputIntents = Array([_intent(pdf)])
    stream = pdf.make_stream(xmp.encode())
    stream.Type, stream.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = stream
    info = pdf.docinfo
    for key in list(info.keys()):
        del info[key]
    info.Title, info.Producer = String(about.title), String(PRODUCER)
    if about.author:
        info.Author = String(about.author)


def _intent(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """Return what colours mean: sRGB, by the profile that comes with pikepdf."""
    profile = pdf.make_stream((files("pikepdf") / "pdfa/data/sRGB.icc").read_bytes())
    profile.N = 3
    return pdf.make_indirect(
        Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFA1,
            OutputConditionIdentifier=String("sRGB"),
            Info=String("sRGB IEC61966-2.1"),
            DestOutputProfile=profile,
        )
    )


def _text(items: Iterable[Item]) -> str:
    """Return all that is written in a drawing."""
    return "".join(
        item.string if isinstance(item, Text) else _text(item.items)
        for item in items
        if isinstance(item, Text | Group)
    )


def _points(area: Rect, page: Size) -> Array:
    """Return a rectangle as PDF has it: points, y up."""
    corners = (area.x, page.height - area.bottom, area.right, page.height - area.y)
    return Array([round(to_points(value), 3) for value in corners])


_CLAIMS_A = (
    "<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>A</pdfaid:conformance>\n"
    "<pdfuaid:part>1</pdfuaid:part>"
)
_CLAIMS_B = "<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>B</pdfaid:conformance>"
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
# PDF/A-2 knows the schema of PDF/UA only if it is described in the file (ISO 19005-2, 6.6.2.3).
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


def drawing_xmp(about: Metadata) -> str:
    """Return the metadata of a file of drawings, which has no structure: PDF/A-2b."""
    return _packet([*_properties(about), _CLAIMS_B])


def _xmp(about: Metadata) -> str:
    return _packet([*_properties(about), _CLAIMS_A, _UA_SCHEMA])


def _packet(described: Iterable[str]) -> str:
    names = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in _NAMES.items())
    properties = "\n".join(described)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'<rdf:Description rdf:about="" {names}>\n{properties}\n'
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
        yield f"<xmpRights:WebStatement>{NOT_EVALUATED_URI}</xmpRights:WebStatement>"
    yield "<xmp:CreatorTool>pnp</xmp:CreatorTool>"
    yield f"<pdf:Producer>{PRODUCER}</pdf:Producer>"


def _in_language(name: str, text: str, lang: str) -> str:
    said = "".join(
        f'<rdf:li xml:lang="{code}">{escape(text)}</rdf:li>' for code in ("x-default", lang)
    )
    return f"<{name}><rdf:Alt>{said}</rdf:Alt></{name}>"


def _listed(name: str, kind: str, text: str) -> str:
    return f"<{name}><rdf:{kind}><rdf:li>{escape(text)}</rdf:li></rdf:{kind}></{name}>"
