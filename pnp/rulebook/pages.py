"""Sheets and books set on pages."""

from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.rulebook.blocks import Chapter, Heading, TableBlock
from pnp.rulebook.book import Rulebook
from pnp.rulebook.languages import language
from pnp.rulebook.setting import CHAPTER, FOOTER, QUIET, TITLE, BlockSetter, horizontal_rule
from pnp.rulebook.sheet import RuleSheet
from pnp.rulebook.structure import Tagger
from pnp.scene import Text
from pnp.scene.document import Document, Page, TaggedPart
from pnp.typeset.columns import PageFrame, Region, SetBox, set_pages
from pnp.typeset.styles import TextStyle

TWO_COLUMNS: Mm = 170.0  # the least width of a page with two columns
GUTTER: Mm = 7.0
SIDES = 2  # of a rule sheet
SMALLER = (0.96, 0.92, 0.88)
FOOT: Mm = 7.0  # from the bottom of the text down to the baseline of the footer


def set_pages_of(text: RuleSheet | Rulebook, paper: Size) -> Document:
    """Set a sheet or a book, with the rules in two columns on wide paper.

    A sheet that overruns both sides of wide paper is set a little smaller if it then fits.

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
    return layout.document(layout.pages(layout.chapter(chapter)))


def _set_book(book: Rulebook, paper: Size) -> Document:
    """Set the cover, the table of contents and the chapters of a rulebook."""
    layout = PageLayout(book.lang, paper, book.full_title, first=2)
    setter, words = layout.setter(title=CHAPTER), layout.tagger.words
    cover = layout.cover(book.cover)
    heading = setter.boxes((Heading(2, words.chapters["contents"], "contents"),))
    entries = layout.tagger.contents(book.contents)
    legend = setter.boxes(book.legend)
    body = [region for each in book.chapters for region in layout.chapter(each, CHAPTER)]
    # Page numbers do not change the height of the contents: the first round finds the page of
    # each anchor, the second prints it.
    numbers: dict[str, str] = {}
    for _ in range(2):
        listed = (setter.contents_entry(one, numbers.get(one.anchor, "000")) for one in entries)
        pages = layout.pages([cover, Region((*heading, *listed, *legend), fresh=True), *body])
        numbers = {name: page.label for page in pages for name, _ in page.anchors}
    return layout.document(pages)


class PageLayout:
    """Sets chapters on a paper; pages from ``first`` on have the title in their footer."""

    def __init__(self, lang: str, paper: Size, title: str, first: int = 1) -> None:
        wide = paper.width >= TWO_COLUMNS
        side, top, bottom = (17.0, 16.0, 18.0) if wide else (14.0, 13.0, 16.0)
        text = Rect(side, top, paper.width - 2 * side, paper.height - top - bottom)
        self.tagger = Tagger(language(lang))
        self._frame = PageFrame(paper, text, GUTTER)
        self._columns = 2 if wide else 1
        self._title, self._first = title, first

    def setter(
        self, columns: int = 1, small: bool = False, title: TextStyle | None = None
    ) -> BlockSetter:
        """Return a setter of blocks for one of a number of columns."""
        width = self._frame.column_width(columns)
        return BlockSetter(self.tagger, width, self._frame.text.height, small, title)

    def chapter(self, chapter: Chapter, title: TextStyle | None = None) -> list[Region]:
        """Set a chapter: its head across the page, its text in columns, its notes across."""
        head = self.setter(title=title).boxes(chapter.head)
        text = self.setter(self._columns).boxes(chapter.text)
        notes = self.setter(small=True).boxes(chapter.notes)
        if (text or notes) and not isinstance(chapter.head[-1], TableBlock):
            rule = TaggedPart((horizontal_rule(self._frame.text.width, 0.15),))
            head = (*head, SetBox(0.3, (rule,), before=3.0))
        regions = [Region(head, fresh=not chapter.short, before=12.0)]
        if text:
            regions.append(Region(text, self._columns, before=3.0))
        if notes:
            regions.append(Region(notes, before=5.0))
        return regions

    def cover(self, cover: Chapter) -> Region:
        """Set the cover: the title below the top of the page, the picture below that."""
        space = SetBox(self._frame.text.height * 0.14)
        boxes = self.setter(title=TITLE).boxes(cover.head)
        picture = self.setter().boxes(cover.text)
        return Region((space, *boxes, SetBox(12.0), *picture))

    def pages(self, regions: list[Region]) -> tuple[Page, ...]:
        """Place regions on pages with footers."""
        return set_pages(regions, self._frame, self._footer)

    def document(self, pages: tuple[Page, ...]) -> Document:
        """Return pages with their structure."""
        return Document(pages, self.tagger.root, tuple(self.tagger.bookmarks))

    def _footer(self, number: int) -> tuple[TaggedPart, ...]:
        """Draw the footer of a page: the title and the page's number."""
        if number < self._first:
            return ()
        text = self._frame.text
        size, font = FOOTER.size, FOOTER.family.regular
        words = self.tagger.words.labels["page"].format(number=number)
        left = Point(text.x, text.bottom + FOOT)
        right = Point(text.right - text_width(words, font, size), left.y)
        title = Text(left, self._title, font, size, QUIET)
        return (TaggedPart((title, Text(right, words, font, size, QUIET))),)
