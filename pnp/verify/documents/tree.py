"""A document's structure tree (ISO 32000-1, 14.7), read without trust."""

from collections.abc import Iterator
from typing import Any, NamedTuple, Union

import pikepdf
from pikepdf import Array, Dictionary, Name, Object

from pnp.verify.documents.content import ContentMark

BLOCKS = ("P", "Lbl", "LBody", "TD", "TH", "Caption", "TOCI", "Figure", "Note")  # and headings
LEVELS = {f"H{level}": level for level in range(1, 7)}
STANDARD = {  # ISO 32000-1, 14.8.4
    *("Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "TOC", "TOCI", "Index"),
    *("NonStruct", "P", "H", *LEVELS, "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD"),
    *("THead", "TBody", "TFoot", "Span", "Quote", "Note", "Reference", "BibEntry", "Code", "Link"),
    *("Annot", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP", "Figure", "Formula", "Form"),
}
Identity = tuple[int, int]


class Annotation(NamedTuple):
    """An annotation that a structure element refers to."""

    found: Dictionary


class StructureElement(NamedTuple):
    """A structure element. ``lang`` is its own language or an ancestor's; ``parent`` is stated."""

    tag: str
    alt: str
    lang: str
    scope: str
    identity: Identity
    parent: Identity | None
    kids: tuple[Union["StructureElement", ContentMark, Annotation], ...]

    @property
    def elements(self) -> Iterator["StructureElement"]:
        """Its children that are elements."""
        return (kid for kid in self.kids if isinstance(kid, StructureElement))

    @property
    def annotations(self) -> Iterator[Annotation]:
        """Its children that are annotations."""
        return (kid for kid in self.kids if isinstance(kid, Annotation))

    def walk(self) -> Iterator["StructureElement"]:
        """Yield it and its descendants, in reading order."""
        yield self
        for element in self.elements:
            yield from element.walk()

    def marks(self) -> Iterator[tuple[ContentMark, "StructureElement"]]:
        """Yield the marks of it and its descendants, in reading order, each with its element."""
        for kid in self.kids:
            if isinstance(kid, StructureElement):
                yield from kid.marks()
            elif isinstance(kid, ContentMark):
                yield kid, self


def read_tree(pdf: pikepdf.Pdf) -> StructureElement | None:
    """Return the structure tree of a document, if it has one."""
    root = pdf.Root.get("/StructTreeRoot")
    if not isinstance(root, Dictionary):
        return None
    pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
    return _TreeReader(pages).element(root, str(pdf.Root.get("/Lang", "")), None)


class _TreeReader:
    """Reads each element once, so that one that leads back into itself ends."""

    def __init__(self, pages: dict[Identity, int]) -> None:
        self._pages = pages
        self._seen: set[Identity] = set()

    def element(self, found: Dictionary, lang: str, page: Object | None) -> StructureElement:
        self._seen.add(found.objgen)
        lang = str(found.get("/Lang", lang))
        page = found.get("/Pg", page)
        kids = found.get("/K")
        listed: list[Any] = [] if kids is None else list(kids) if _is_list(kids) else [kids]
        read = [self._kid(kid, lang, page) for kid in listed]
        return StructureElement(
            str(found.get("/S", "/Root")).removeprefix("/"),
            str(found.get("/Alt", "")),
            lang,
            _scope(found.get("/A")),
            found.objgen,
            parent.objgen if isinstance(parent := found.get("/P"), Dictionary) else None,
            tuple(kid for kid in read if kid is not None),
        )

    def _kid(
        self, kid: Any, lang: str, page: Object | None
    ) -> StructureElement | ContentMark | Annotation | None:
        if not isinstance(kid, Dictionary):
            return self._mark(page, kid)
        kind = kid.get("/Type")
        if kind == Name.MCR:
            return self._mark(kid.get("/Pg", page), kid.get("/MCID"))
        if kind == Name.OBJR:
            found = kid.get("/Obj")
            return Annotation(found) if isinstance(found, Dictionary) else None
        if kid.is_indirect and kid.objgen in self._seen:
            return None
        return self.element(kid, lang, page)

    def _mark(self, page: Object | None, number: Any) -> ContentMark | None:
        """Return a mark; on a page that is not in the document it has page -1."""
        try:
            return ContentMark(
                self._pages.get(page.objgen, -1) if page is not None else -1, int(number)
            )
        except (TypeError, ValueError):
            return None


def _is_list(found: Any) -> bool:
    return isinstance(found, Array)


def _scope(attributes: Any) -> str:
    """Return the scope of a header cell from its attributes."""
    listed = list(attributes) if _is_list(attributes) else [attributes]
    scopes = (one.get("/Scope") for one in listed if isinstance(one, Dictionary))
    return next((str(scope).removeprefix("/") for scope in scopes if scope is not None), "")


def paragraphs(root: StructureElement) -> Iterator[tuple[StructureElement, list[ContentMark]]]:
    """Yield each block with its marks, without those of the blocks in it."""
    outside: list[ContentMark] = []
    yield from _inside(root, outside)
    if outside:
        yield root, outside


def _inside(
    element: StructureElement, around: list[ContentMark]
) -> Iterator[tuple[StructureElement, list[ContentMark]]]:
    """Yield a block and those in it; add marks of an element that is no block to ``around``."""
    is_block = element.tag in BLOCKS or element.tag in LEVELS
    own: list[ContentMark] = [] if is_block else around
    below: list[tuple[StructureElement, list[ContentMark]]] = []
    for kid in element.kids:
        if isinstance(kid, ContentMark):
            own.append(kid)
        elif isinstance(kid, StructureElement):
            below += _inside(kid, own)
    if is_block and own:
        yield element, own
    yield from below
