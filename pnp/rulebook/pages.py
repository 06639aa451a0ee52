"""Sheets and books set on pages."""

from collections.abc import Iterable, Iterator
from math import fsum
from typing import NamedTuple

from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.rulebook.blocks import Blocks, Chapter, Heading, Paragraph, is_example, plain
from pnp.rulebook.book import Rulebook
from pnp.rulebook.languages import language
from pnp.rulebook.setting import (
    CHAPTER,
    FOOTER,
    NOTES,
    QUIET,
    TITLE,
    BlockSetter,
    horizontal_rule,
)
from pnp.rulebook.sheet import RuleSheet
from pnp.rulebook.structure import Tagger
from pnp.scene import Text
from pnp.scene.document import Document, Page, TaggedPart
from pnp.typeset.columns import PageFiller, PageFrame, Panel, Region, SetBox, set_pages
from pnp.typeset.styles import TextStyle

TWO_COLUMNS: Mm = 170.0  # the least width of a page with two columns
GUTTER: Mm = 7.0
SIDES = 2  # of a rule sheet
SMALLER = (0.96, 0.92, 0.88)
FOOT: Mm = 7.0  # from the bottom of the text down to the baseline of the footer
EXAMPLE = Panel("#f6f2e8", 4.0)
FEW_LETTERS = 420  # in the text of a chapter that is not worth two columns
UNEVEN = 1.1  # what columns take of the height of their content, divided evenly
AFTER_HEAD: Mm = 30.0  # what must fit below the head of a chapter that does not start a page

# Figures are tried at these shares of their usual height; a share that readers would rather not
# see costs as much as leaving that share of a page empty.
SHARES = {1.0: 0.0, 1.15: 0.0, 1.3: 0.05, 0.85: 0.12, 0.7: 0.3}
SECOND_PAGE = 0.25  # the cost of rules that do not end on the first page
BROKEN = 0.5  # the cost of an example that does not stay on one page
LEAST = 1 / 3  # of the last page: how much is filled; of any page: what is left for rules to begin
FLOWING = 0.6  # the cost of rules that begin in the middle of a page
HARDLY = 0.5  # the cost of a last page that is filled less


def set_pages_of(text: RuleSheet | Rulebook, paper: Size) -> Document:
    """Set a sheet or a book, with the rules in two columns on wide paper.

    The figures of each chapter get the size that takes the fewest pages and leaves the least of
    them empty. A sheet that overruns both sides of wide paper is set a little smaller if it then
    fits.

    Raises:
        LayoutError: If something in it is higher than a page or longer than a line.
        FontError: If a font has no glyph for a character.
    """
    if isinstance(text, Rulebook):
        return _set_book(text, paper)
    document = set_chapter(text.chapter, text.full_title, text.lang, paper)
    for scale in SMALLER if paper.width >= TWO_COLUMNS else ():
        if len(document.pages) <= SIDES:
            break
        larger = Size(paper.width / scale, paper.height / scale)
        document = set_chapter(text.chapter, text.full_title, text.lang, larger).scaled(scale)
    return document


def set_chapter(chapter: Chapter, title: str, lang: str, paper: Size) -> Document:
    """Set a text of one chapter, with its ``title`` in the footer of each page.

    Raises:
        LayoutError: If something in it is higher than a page or longer than a line.
        FontError: If a font has no glyph for a character.
    """
    layout = PageLayout(lang, paper, title)
    regions = layout.chosen(PageFiller(layout.frame), chapter)
    return layout.document(layout.pages(regions))


def _set_book(book: Rulebook, paper: Size) -> Document:
    """Set the cover, the table of contents and the chapters of a rulebook."""
    layout = PageLayout(book.lang, paper, book.full_title, first=2)
    setter, words = layout.setter(title=CHAPTER), layout.tagger.words
    cover = layout.cover(book.cover)
    heading = setter.boxes((Heading(2, words.chapters["contents"], "contents"),))
    entries = layout.tagger.contents(book.contents)
    legend = setter.boxes(book.legend)

    def contents(numbers: dict[str, str]) -> Region:
        listed = (setter.contents_entry(one, numbers.get(one.anchor, "000")) for one in entries)
        return Region((*heading, *listed, *legend), fresh=True)

    filler = PageFiller(layout.frame)
    regions = [cover, contents({})]
    for region in regions:
        filler.add(region)
    for chapter in book.chapters:
        chosen = layout.chosen(filler, chapter, CHAPTER)
        for region in chosen:
            filler.add(region)
        regions += chosen
    pages = layout.pages(regions)
    # Page numbers do not change the height of the contents, which are now set again with them.
    regions[1] = contents({name: page.label for page in pages for name, _ in page.anchors})
    return layout.document(layout.pages(regions))


class _Try(NamedTuple):
    """A way to set a chapter, and what it costs beside the pages and the room it takes."""

    regions: list[Region]
    cost: float


class PageLayout:
    """Sets chapters on a paper; pages from ``first`` on have the title in their footer."""

    def __init__(self, lang: str, paper: Size, title: str, first: int = 1) -> None:
        wide = paper.width >= TWO_COLUMNS
        side, top, bottom = (17.0, 16.0, 18.0) if wide else (14.0, 13.0, 16.0)
        text = Rect(side, top, paper.width - 2 * side, paper.height - top - bottom)
        self.tagger = Tagger(language(lang))
        self.frame = PageFrame(paper, text, GUTTER)
        self._columns = 2 if wide else 1
        self._title, self._first = title, first

    def setter(
        self,
        columns: int = 1,
        small: bool = False,
        title: TextStyle | None = None,
        inset: Mm = 0.0,
    ) -> BlockSetter:
        """Return a setter of blocks for one of a number of columns."""
        width = self.frame.column_width(columns, inset)
        return BlockSetter(self.tagger, width, self.frame.text.height, small, title)

    def chapter(self, chapter: Chapter, title: TextStyle | None = None) -> list[Region]:
        """Set a chapter: its head across the page, its text in columns, its notes across."""
        head = self.setter(title=title).boxes(chapter.head)
        text = list(self._text(chapter))
        notes = list(self._notes(chapter))
        if text:
            rule = TaggedPart((horizontal_rule(self.frame.text.width, 0.15),))
            head = (*head, SetBox(0.3, (rule,), before=3.0))
        high = sum(box.height + box.before for box in head) + AFTER_HEAD
        least = 0.0 if chapter.short else LEAST * self.frame.text.height
        first = Region(head, before=12.0, room=max(high, least))
        return [first, *text, *notes]

    def _text(self, chapter: Chapter) -> Iterator[Region]:
        """Set a text in columns, with a panel for each example."""
        before = 3.0
        for section in chapter.sections:
            columns = 1 if _is_short(section) else self._columns
            panel = EXAMPLE if is_example(section) else None
            boxes = self.setter(columns, inset=panel.inset if panel else 0.0).boxes(section)
            yield Region(boxes, columns, 5.0 if panel else before, whole=bool(panel), panel=panel)
            before = 5.0

    def _notes(self, chapter: Chapter) -> Iterator[Region]:
        """Set the small print, below a text with a larger title."""
        title, notes = chapter.notes[:1], chapter.notes[1:]
        if not chapter.notes:
            return
        if not chapter.text or not isinstance(title[0], Heading):
            title, notes = (), chapter.notes
        head = self.setter(title=NOTES).boxes(title)
        boxes = self.setter(self._columns, small=True).boxes(notes)
        above, below = 8.0, 3.0
        room = above + _high(head) + below + UNEVEN * _high(boxes) / self._columns
        whole = room < self.frame.text.height
        if head:
            least = above + _high(head) + AFTER_HEAD
            yield Region(head, before=above, room=room if whole else least)
        yield Region(boxes, self._columns, before=below if head else above, whole=whole)

    def chosen(
        self, filler: PageFiller, chapter: Chapter, title: TextStyle | None = None
    ) -> list[Region]:
        """Set a chapter with the start and the figures that suit the pages before it best."""
        start, flowing = len(filler.pages), 0.0 if chapter.short else FLOWING

        def cost(one: _Try) -> tuple[int, float]:
            tried = filler.copy()
            for region in one.regions[:-1]:
                tried.add(region)
            second = SECOND_PAGE * (len(tried.pages) > start)
            tried.add(one.regions[-1])
            *full, last = tried.filled()[start - 1 :]
            white = sum(1 - share for share in full) + 0.5 * (1 - last)
            return len(tried.pages), white + one.cost + second + HARDLY * (last < LEAST)

        regions = self.chapter(chapter, title)
        return min(_tries(regions, filler.is_empty, flowing), key=cost).regions

    def cover(self, cover: Chapter) -> Region:
        """Set the cover: the title below the top of the page, the picture below that."""
        space = SetBox(self.frame.text.height * 0.08)
        boxes = self.setter(title=TITLE).boxes(cover.head)
        picture = self.setter().boxes(cover.text)
        return Region((space, *boxes, SetBox(12.0), *picture))

    def pages(self, regions: list[Region]) -> tuple[Page, ...]:
        """Place regions on pages with footers."""
        return set_pages(regions, self.frame, self._footer)

    def document(self, pages: tuple[Page, ...]) -> Document:
        """Return pages with their structure."""
        return Document(pages, self.tagger.root, tuple(self.tagger.bookmarks))

    def _footer(self, number: int, last: int) -> tuple[TaggedPart, ...]:
        """Draw the footer of a page: the title, and the page's number if there are several."""
        if number < self._first:
            return ()
        text = self.frame.text
        size, font = FOOTER.size, FOOTER.family.regular
        words = f"{number}/{last}" if self._first == 1 else str(number)
        left = Point(text.x, text.bottom + FOOT)
        right = Point(text.right - text_width(words, font, size), left.y)
        items = [Text(left, self._title, font, size, QUIET)]
        items += [Text(right, words, font, size, QUIET)] if last > 1 else []
        return (TaggedPart(tuple(items)),)


def _tries(regions: list[Region], is_first: bool, flowing: float) -> Iterator[_Try]:
    """Yield the ways to set a chapter; ``flowing`` is the cost of one that starts no page."""
    first, *rest = regions
    fresh = first._replace(fresh=True)
    starts = [(fresh, 0.0)] if is_first else [(fresh, 0.0), (first, flowing)]
    has_figures = any(box.at for region in regions for box in region.boxes)
    for share, dear in SHARES.items() if has_figures else ((1.0, 0.0),):
        sized = [region.at(share) for region in rest]
        for start, cost in starts:
            yield _Try([start, *sized], dear + cost)
        if any(region.panel for region in rest):
            broken = [region._replace(whole=not region.panel and region.whole) for region in sized]
            yield _Try([fresh, *broken], dear + BROKEN)


def _high(boxes: Iterable[SetBox]) -> Mm:
    return fsum(box.height + box.before for box in boxes)


def _is_short(text: Blocks) -> bool:
    """Return whether a text is a paragraph or two that columns would tear."""
    letters = sum(len(plain(block.runs)) for block in text if isinstance(block, Paragraph))
    return letters < FEW_LETTERS and all(isinstance(block, Paragraph) for block in text)
