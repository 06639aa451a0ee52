"""Pages with a structure: headings, paragraphs, figures, links, and their reading order.

The parts of a page are drawn in order. A part with a ``leaf`` number is content that the structure
refers to by that number; a screen reader skips a part without one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Union

from pnp.base.geometry import Rect, Size, Transform
from pnp.scene import Group, Item, Scene
from pnp.scene.ink import InkSaver


@dataclass(eq=False)  # two paragraphs with the same words are not one
class Element:
    """An element of a document's structure; its kids are elements and leaf numbers, in order.

    ``tag`` is a standard structure type of PDF 1.7 (ISO 32000-1, 14.8.4), ``lang`` the language
    where it differs from the document's; ``actual`` is the text to read instead of what is drawn. A
    Link leads to ``target``, an address or ``#`` and an anchor. ``scope`` is that of a header cell,
    ``Column`` or ``Row``; a list may be ``numbered``.
    """

    tag: str
    kids: list[Union["Element", int]] = field(default_factory=list)
    alt: str | None = None
    actual: str | None = None
    lang: str | None = None
    target: str | None = None
    scope: str | None = None
    numbered: bool = False

    def add(self, kid: "Element") -> "Element":
        """Append an element and return it."""
        self.kids.append(kid)
        return kid

    def leaves(self) -> Iterator[int]:
        """Yield the numbers of the leaves, in reading order."""
        for kid in self.kids:
            if isinstance(kid, Element):
                yield from kid.leaves()
            else:
                yield kid


class TaggedPart(NamedTuple):
    """Items drawn together; ``leaf`` is their number in the structure, if they are content."""

    items: tuple[Item, ...]
    leaf: int | None = None
    tag: str = "P"


class ElementArea(NamedTuple):
    """The area of a page that an element occupies, such as a link or a figure."""

    area: Rect
    element: Element


class Page(NamedTuple):
    """A finished page; ``anchors`` are pairs of a name and its distance from the top."""

    size: Size
    parts: tuple[TaggedPart, ...]
    spots: tuple[ElementArea, ...] = ()
    anchors: tuple[tuple[str, float], ...] = ()
    label: str = ""

    @property
    def scene(self) -> Scene:
        """The picture of the page, without its structure."""
        items = tuple(item for part in self.parts for item in part.items)
        return Scene(self.size, items, label=self.label)

    def scaled(self, factor: float) -> "Page":
        """Return the page with its paper and content scaled."""
        scale = Transform.scale(factor)
        parts = (part._replace(items=(Group(part.items, scale),)) for part in self.parts)
        spots = (spot._replace(area=scale.apply_to(spot.area)) for spot in self.spots)
        anchors = tuple((name, down * factor) for name, down in self.anchors)
        size = Size(self.size.width * factor, self.size.height * factor)
        return Page(size, tuple(parts), tuple(spots), anchors, self.label)


class Bookmark(NamedTuple):
    """An entry of the document outline that leads to an anchor; level 1 is the highest."""

    level: int
    title: str
    anchor: str


class Document(NamedTuple):
    """Pages with their structure. ``root`` holds all leaves in reading order."""

    pages: tuple[Page, ...]
    root: Element
    bookmarks: tuple[Bookmark, ...] = ()

    @classmethod
    def joined(cls, documents: Iterable["Document"]) -> "Document":
        """Join documents into one, with anchors renamed so that they stay distinct."""
        root = Element("Document")
        pages: list[Page] = []
        bookmarks: list[Bookmark] = []
        used = 0
        for number, document in enumerate(documents, start=1):
            renamed = _Renamed(f"{number}.", used)
            part = root.add(renamed.element(document.root))
            part.tag = "Part"
            pages += map(renamed.page, document.pages)
            bookmarks += (m._replace(anchor=renamed.prefix + m.anchor) for m in document.bookmarks)
            used = max((used, *(leaf + 1 for leaf in part.leaves())))
        return cls(tuple(pages), root, tuple(bookmarks))

    def scaled(self, factor: float) -> "Document":
        """Return the document with its pages scaled."""
        return self._replace(pages=tuple(page.scaled(factor) for page in self.pages))

    def inked(self, saver: InkSaver) -> "Document":
        """Return the document with everything on its pages in an ink."""

        def page(one: Page) -> Page:
            parts = (part._replace(items=saver.items(part.items)) for part in one.parts)
            return one._replace(parts=tuple(parts))

        return self._replace(pages=tuple(map(page, self.pages)))


class _Renamed:
    """Copies parts of a document with new leaf numbers and anchors."""

    def __init__(self, prefix: str, first_leaf: int) -> None:
        self.prefix = prefix
        self._first = first_leaf
        self._copies: dict[Element, Element] = {}

    def element(self, element: Element) -> Element:
        """Copy an element with everything in it."""
        target = element.target
        if target is not None and target.startswith("#"):
            target = f"#{self.prefix}{target.removeprefix('#')}"
        kids = [
            self.element(kid) if isinstance(kid, Element) else kid + self._first
            for kid in element.kids
        ]
        copy = self._copies[element] = replace(element, kids=kids, target=target)
        return copy

    def page(self, page: Page) -> Page:
        """Copy a page whose elements have been copied."""
        parts = (
            part if part.leaf is None else part._replace(leaf=part.leaf + self._first)
            for part in page.parts
        )
        spots = (spot._replace(element=self._copies[spot.element]) for spot in page.spots)
        anchors = tuple((self.prefix + name, down) for name, down in page.anchors)
        return page._replace(parts=tuple(parts), spots=tuple(spots), anchors=anchors)
