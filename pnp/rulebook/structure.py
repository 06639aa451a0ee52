"""The structure tree of a document, built from its blocks before anything is set on a page.

Each block becomes a tagged block: its texts with the leaves of the tree that they are content of.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Literal, NamedTuple, assert_never

from pnp.rulebook.blocks import (
    Block,
    Blocks,
    BulletList,
    Figure,
    Heading,
    Paragraph,
    Run,
    Runs,
    TableBlock,
)
from pnp.rulebook.languages import LanguageWords
from pnp.scene.document import Bookmark, Element

BULLET = "\N{BULLET}"


class TaggedRun(NamedTuple):
    """A run, its leaf, and the Link element around it if it is a link."""

    run: Run
    leaf: int
    link: Element | None


class TaggedText(NamedTuple):
    """Runs, and the tag of the element that contains them."""

    tag: str
    runs: tuple[TaggedRun, ...]


class TaggedHeading(NamedTuple):
    """A heading, and the anchor for links to it."""

    level: int
    text: TaggedText
    anchor: str


class TaggedParagraph(NamedTuple):
    """A paragraph and its kind."""

    text: TaggedText
    kind: Literal["body", "lead", "glance"]


class TaggedItem(NamedTuple):
    """An item of a list: its bullet or number, and its text."""

    mark: str
    mark_leaf: int
    text: TaggedText
    anchor: str | None


class TaggedListing(NamedTuple):
    """A list."""

    items: tuple[TaggedItem, ...]


class TaggedTable(NamedTuple):
    """The rows of a table, the first of which holds the column names."""

    rows: tuple[tuple[TaggedText, ...], ...]
    widths: tuple[float, ...]


class TaggedFigure(NamedTuple):
    """A figure, its element, the leaf of its drawing, and its numbered caption if it has one."""

    figure: Figure
    element: Element
    leaf: int
    caption: TaggedText | None


class TaggedEntry(NamedTuple):
    """An entry of the table of contents: a title that links to an anchor."""

    title: str
    anchor: str
    link: Element
    leaf: int


class TaggedContents(NamedTuple):
    """The table of contents with its heading."""

    heading: TaggedHeading
    entries: tuple[TaggedEntry, ...]


TaggedBlock = TaggedHeading | TaggedParagraph | TaggedListing | TaggedTable | TaggedFigure
TaggedBlocks = tuple[TaggedBlock, ...]


class Tagger:
    """Appends blocks to a structure tree in reading order, and collects the bookmarks."""

    def __init__(self, words: LanguageWords) -> None:
        self.root = Element("Document")
        self.bookmarks: list[Bookmark] = []
        self._words = words
        self._leaves = count()
        self._figures = 0

    def blocks(self, blocks: Blocks) -> TaggedBlocks:
        """Append blocks and return them tagged."""
        return tuple(map(self._block, blocks))

    def contents(self, entries: Iterable[tuple[str, str]]) -> TaggedContents:
        """Append a table of contents from titles and the anchors that they link to."""
        heading = self._heading(Heading(2, self._words.chapters["contents"], "contents"))
        listing = self.root.add(Element("TOC"))
        tagged = []
        for title, anchor in entries:
            link = listing.add(Element("TOCI")).add(Element("Link", target=f"#{anchor}"))
            tagged.append(TaggedEntry(title, anchor, link, self._leaf(link)))
        return TaggedContents(heading, tuple(tagged))

    def _block(self, block: Block) -> TaggedBlock:
        match block:
            case Heading():
                return self._heading(block)
            case Paragraph(runs, kind):
                return TaggedParagraph(self._text(runs, self.root.add(Element("P"))), kind)
            case BulletList():
                return TaggedListing(tuple(self._items(block)))
            case TableBlock():
                return TaggedTable(tuple(self._rows(block)), block.widths)
            case Figure():
                return self._figure(block)
            case _:
                assert_never(block)

    def _heading(self, heading: Heading) -> TaggedHeading:
        element = self.root.add(Element(f"H{heading.level}"))
        anchor = heading.id or f"heading-{len(self.bookmarks) + 1}"
        self.bookmarks.append(Bookmark(heading.level, heading.text, anchor))
        text = self._text((Run(heading.text, bold=True),), element)
        return TaggedHeading(heading.level, text, anchor)

    def _items(self, listing: BulletList) -> Iterator[TaggedItem]:
        element = self.root.add(Element("L", numbered=listing.numbered))
        for number, entry in enumerate(listing.items, start=1):
            item = element.add(Element("LI"))
            mark = f"{number}." if listing.numbered else BULLET
            leaf = self._leaf(item.add(Element("Lbl")))
            text = self._text(entry.runs, item.add(Element("LBody")))
            yield TaggedItem(mark, leaf, text, entry.id)

    def _rows(self, table: TableBlock) -> Iterator[tuple[TaggedText, ...]]:
        element = self.root.add(Element("Table"))
        head = element.add(Element("TR"))
        yield tuple(
            self._text((Run(column),), head.add(Element("TH", scope="Column")))
            for column in table.columns
        )
        for cells in table.rows:
            row = element.add(Element("TR"))
            yield tuple(self._text(cell, row.add(Element("TD"))) for cell in cells)

    def _figure(self, figure: Figure) -> TaggedFigure:
        element = self.root.add(Element("Figure", alt=figure.alt))
        leaf, caption = self._leaf(element), None
        if figure.caption:
            self._figures += 1
            number = f"{self._words.labels['figure']} {self._figures}. "
            runs = (Run(number, bold=True), Run(figure.caption))
            caption = self._text(runs, element.add(Element("Caption")))
        return TaggedFigure(figure, element, leaf, caption)

    def _text(self, runs: Runs, element: Element) -> TaggedText:
        """Append runs to an element; neighbours that differ only in style share a leaf."""
        tagged = []
        for run in runs:
            if not run.text:
                continue
            link = None
            if run.link:
                link = element.add(Element("Link", target=run.link))
                leaf = self._leaf(link)
            elif run.lang:
                leaf = self._leaf(element.add(Element("Span", lang=run.lang)))
            elif element.kids and isinstance(element.kids[-1], int):
                leaf = element.kids[-1]
            else:
                leaf = self._leaf(element)
            tagged.append(TaggedRun(run, leaf, link))
        return TaggedText(element.tag, tuple(tagged))

    def _leaf(self, element: Element) -> int:
        leaf = next(self._leaves)
        element.kids.append(leaf)
        return leaf
