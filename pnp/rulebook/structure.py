"""The structure tree of a document, which grows as its blocks are set."""

from itertools import count
from typing import NamedTuple

from pnp.rulebook.blocks import Figure, Icon, Run, Runs
from pnp.rulebook.languages import LanguageWords
from pnp.scene.document import Bookmark, Element


class TaggedText(NamedTuple):
    """Runs with their leaves, the tag of the parent element, and the Link elements by leaf.

    ``icons`` maps leaves to the icons that they show.
    """

    tag: str
    runs: tuple[tuple[Run, int], ...]
    links: dict[int, Element]
    icons: dict[int, Icon]


class ContentsEntry(NamedTuple):
    """An entry of the table of contents: a title that links to an anchor."""

    title: str
    anchor: str
    link: Element
    leaf: int


class Tagger:
    """Appends to a structure tree in reading order, and collects the bookmarks."""

    def __init__(self, words: LanguageWords) -> None:
        self.root = Element("Document")
        self.bookmarks: list[Bookmark] = []
        self.words = words
        self._leaves = count()

    def contents(self, entries: tuple[tuple[str, str], ...]) -> list[ContentsEntry]:
        """Append a table of contents, given titles and the anchors to which they link."""
        listing = self.root.add(Element("TOC"))
        tagged = []
        for title, anchor in entries:
            link = listing.add(Element("TOCI")).add(Element("Link", target=f"#{anchor}"))
            tagged.append(ContentsEntry(title, anchor, link, self.leaf(link)))
        return tagged

    def bookmark(self, level: int, title: str, anchor: str | None) -> str:
        """Add a bookmark and return its anchor, which is created if it is None."""
        anchor = anchor or f"heading-{len(self.bookmarks) + 1}"
        self.bookmarks.append(Bookmark(level, title, anchor))
        return anchor

    def caption(self, figure: Figure, element: Element) -> TaggedText:
        """Append the numbered caption of a figure to its element."""
        number = f"{self.words.figure(figure.number)}. "
        return self.text(
            (Run(number, bold=True), Run(figure.caption)), element.add(Element("Caption"))
        )

    def text(self, runs: Runs, element: Element) -> TaggedText:
        """Append runs to an element; neighbours that differ only in style share a leaf."""
        tagged: list[tuple[Run, int]] = []
        links: dict[int, Element] = {}
        icons: dict[int, Icon] = {}
        for run in runs:
            if not run.text and not run.icon:
                continue
            if run.link:
                link = element.add(Element("Link", target=run.link))
                leaf = self.leaf(link)
                links[leaf] = link
            elif run.said:
                said = run.said if run.icon else f" ({run.said})"
                leaf = self.leaf(element.add(Element("Span", actual=said)))
                icons |= {leaf: run.icon} if run.icon else {}
            elif run.lang:
                leaf = self.leaf(element.add(Element("Span", lang=run.lang)))
            elif element.kids and isinstance(element.kids[-1], int):
                leaf = element.kids[-1]
            else:
                leaf = self.leaf(element)
            tagged.append((run, leaf))
        return TaggedText(element.tag, tuple(tagged), links, icons)

    def leaf(self, element: Element) -> int:
        """Append a new leaf to an element and return it."""
        leaf = next(self._leaves)
        element.kids.append(leaf)
        return leaf
