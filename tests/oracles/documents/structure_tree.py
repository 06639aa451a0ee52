"""The structure tree of a tagged PDF (ISO 32000-1, 14.7), which may contain cycles."""

from collections.abc import Iterator
from typing import Any, NamedTuple, Union

import pikepdf
from oracles.documents.marked_content import ContentMark
from pikepdf import Array, Dictionary, Name, Object

BLOCKS = ("P", "Lbl", "LBody", "TD", "TH", "Caption", "TOCI", "Figure", "Note")  # and headings
LEVELS = {f"H{level}": level for level in range(1, 7)}
STANDARD = {  # ISO 32000-1, 14.8.4
    *("Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "TOC", "TOCI", "Index"),
    *("NonStruct", "P", "H", *LEVELS, "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD"),
    *("THead", "TBody", "TFoot", "Span", "Quote", "Note", "Reference", "BibEntry", "Code", "Link"),
    *("Annot", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP", "Figure", "Formula", "Form"),
}
Identity = tuple[int, int]


class StructureElement(NamedTuple):
    """A structure element; ``lang`` may be inherited, ``parent`` is the target of ``/P``."""

    tag: str
    alt: str
    lang: str
    scope: str
    identity: Identity
    parent: Identity | None
    kids: tuple[Union["StructureElement", ContentMark, Dictionary], ...]  # or an annotation

    @property
    def elements(self) -> Iterator["StructureElement"]:
        """The children that are elements."""
        return (kid for kid in self.kids if isinstance(kid, StructureElement))

    def walk(self) -> Iterator["StructureElement"]:
        """Yield the element and its descendants in reading order."""
        yield self
        for element in self.elements:
            yield from element.walk()

    def tagged(self, tag: str) -> Iterator["StructureElement"]:
        """Yield the element and its descendants that have a tag."""
        return (element for element in self.walk() if element.tag == tag)

    def marks(self) -> Iterator[tuple[ContentMark, "StructureElement"]]:
        """Yield the marks of the element and its descendants, each with its own element."""
        for kid in self.kids:
            if isinstance(kid, StructureElement):
                yield from kid.marks()
            elif isinstance(kid, ContentMark):
                yield kid, self


def read_tree(pdf: pikepdf.Pdf) -> StructureElement | None:
    """Return the root of a document's structure tree, or None."""
    root = pdf.Root.get("/StructTreeRoot")
    if not isinstance(root, Dictionary):
        return None
    pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
    return _TreeReader(pages).element(root, str(pdf.Root.get("/Lang", "")), None)


class _TreeReader:
    """Reads structure elements, each only once, so that cycles end."""

    def __init__(self, pages: dict[Identity, int]) -> None:
        self._pages = pages
        self._seen: set[Identity] = set()

    def element(self, found: Dictionary, lang: str, page: Object | None) -> StructureElement:
        self._seen.add(found.objgen)
        lang = str(found.get("/Lang", lang))
        page = found.get("/Pg", page)
        read = [self._kid(kid, lang, page) for kid in _listed(found.get("/K", Array()))]
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
    ) -> StructureElement | ContentMark | Dictionary | None:
        if not isinstance(kid, Dictionary):
            return self._mark(page, kid)
        kind = kid.get("/Type")
        if kind == Name.MCR:
            return self._mark(kid.get("/Pg", page), kid.get("/MCID"))
        if kind == Name.OBJR:
            found = kid.get("/Obj")
            return found if isinstance(found, Dictionary) else None
        if kid.is_indirect and kid.objgen in self._seen:
            return None
        return self.element(kid, lang, page)

    def _mark(self, page: Object | None, number: Any) -> ContentMark | None:
        """Return a mark, with page -1 if the document lacks the page."""
        place = self._pages.get(page.objgen, -1) if page is not None else -1
        try:
            return ContentMark(place, int(number))
        except (TypeError, ValueError):
            return None


def _listed(found: Any) -> list[Any]:
    return list(found) if isinstance(found, Array) else [found]


def _scope(attributes: Any) -> str:
    """Return the scope of a header cell from its attributes."""
    scopes = (one.get("/Scope") for one in _listed(attributes) if isinstance(one, Dictionary))
    return next((str(scope).removeprefix("/") for scope in scopes if scope is not None), "")


def paragraphs(root: StructureElement) -> Iterator[list[ContentMark]]:
    """Yield the marks of each block, without those of nested blocks."""
    outside: list[ContentMark] = []
    yield from _blocks(root, outside)
    yield outside


def _blocks(element: StructureElement, around: list[ContentMark]) -> Iterator[list[ContentMark]]:
    """Yield a block and its nested ones; marks of an inline element are added to ``around``."""
    is_block = element.tag in BLOCKS or element.tag in LEVELS
    own: list[ContentMark] = [] if is_block else around
    below: list[list[ContentMark]] = []
    for kid in element.kids:
        if isinstance(kid, ContentMark):
            own.append(kid)
        elif isinstance(kid, StructureElement):
            below += _blocks(kid, own)
    if is_block:
        yield own
    yield from below
