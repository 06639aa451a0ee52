"""Sheets and books set on pages."""

from typing import NamedTuple

from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.rulebook.blocks import Chapter, TableBlock
from pnp.rulebook.book import Rulebook
from pnp.rulebook.languages import LanguageWords, language
from pnp.rulebook.setting import CHAPTER, FOOTER, QUIET, TITLE, BlockSetter, horizontal_rule
from pnp.rulebook.sheet import RuleSheet
from pnp.rulebook.structure import TaggedBlocks, Tagger
from pnp.scene import Text
from pnp.scene.document import Document, TaggedPart
from pnp.typeset import PageFrame, Region, SetBox, TextStyle, set_pages
from pnp.typeset.columns import column_width

TWO_COLUMNS: Mm = 170.0  # the least width of a page with two columns
GUTTER: Mm = 7.0
SIDES = 2  # of a rule sheet
SMALLER = (0.96, 0.92, 0.88)
FOOT: Mm = 7.0  # from the bottom of the text down to the baseline of the footer


class _TaggedChapter(NamedTuple):
    head: TaggedBlocks
    text: TaggedBlocks
    notes: TaggedBlocks
    ruled: bool
    short: bool


def set_pages_of(text: RuleSheet | Rulebook, paper: Size) -> Document:
    """Set a sheet or a book, with the rules in two columns on wide paper.

    A sheet that overruns both sides of wide paper is set a little smaller if it then fits.

    Raises:
        LayoutError: If something in it is higher than a page or longer than a line.
        FontError: If a font has no glyph for a character.
    """
    return _set_book(text, paper) if isinstance(text, Rulebook) else _set_sheet(text, paper)


def _set_sheet(sheet: RuleSheet, paper: Size) -> Document:
    document = set_chapter(sheet.chapter, sheet.full_title, sheet.lang, paper)
    for scale in SMALLER if _is_wide(paper) else ():
        if len(document.pages) <= SIDES:
            break
        larger = Size(paper.width / scale, paper.height / scale)
        document = set_chapter(sheet.chapter, sheet.full_title, sheet.lang, larger).scaled(scale)
    return document


def set_chapter(chapter: Chapter, title: str, lang: str, paper: Size) -> Document:
    """Set a text of one chapter, with its ``title`` in the footer of each page.

    Raises:
        LayoutError: If something in it is higher than a page or longer than a line.
        FontError: If a font has no glyph for a character.
    """
    tagger = Tagger(language(lang))
    tagged = _tag(chapter, tagger)
    layout = _Layout(language(lang), paper)
    regions = layout.chapter(tagged, title=None, fresh=False)
    pages = set_pages(regions, layout.frame, _Footer(layout, title, first=1))
    return Document(pages, tagger.root, tuple(tagger.bookmarks))


def _set_book(book: Rulebook, paper: Size) -> Document:
    """Set the cover, the table of contents and the chapters of a rulebook."""
    tagger = Tagger(language(book.lang))
    cover = _tag(book.cover, tagger)
    contents = tagger.contents(book.contents)
    chapters = [_tag(chapter, tagger) for chapter in book.chapters]

    layout = _Layout(language(book.lang), paper)
    footer = _Footer(layout, book.full_title, first=2)
    setter = layout.setter(title=CHAPTER)
    front = layout.cover(cover)
    body = [
        region
        for chapter in chapters
        for region in layout.chapter(chapter, CHAPTER, fresh=not chapter.short)
    ]
    # Page numbers do not change the height of the contents: the first round finds the page of
    # each anchor, the second prints it.
    numbers: dict[str, str] = {}
    for _ in range(2):
        listing = Region(tuple(setter.contents(contents, numbers)), fresh=True)
        pages = set_pages([front, listing, *body], layout.frame, footer)
        numbers = {name: page.label for page in pages for name, _ in page.anchors}
    return Document(pages, tagger.root, tuple(tagger.bookmarks))


def _tag(chapter: Chapter, tagger: Tagger) -> _TaggedChapter:
    return _TaggedChapter(
        tagger.blocks(chapter.head),
        tagger.blocks(chapter.text),
        tagger.blocks(chapter.notes),
        ruled=not isinstance(chapter.head[-1], TableBlock),
        short=chapter.short,
    )


def _is_wide(paper: Size) -> bool:
    return paper.width >= TWO_COLUMNS


class _Layout:
    """The regions that chapters take on a paper."""

    def __init__(self, words: LanguageWords, paper: Size) -> None:
        wide = _is_wide(paper)
        side, top, bottom = (17.0, 16.0, 18.0) if wide else (14.0, 13.0, 16.0)
        text = Rect(side, top, paper.width - 2 * side, paper.height - top - bottom)
        self.words = words
        self.frame = PageFrame(paper, text, GUTTER)
        self._columns = 2 if wide else 1

    def setter(
        self, columns: int = 1, small: bool = False, title: TextStyle | None = None
    ) -> BlockSetter:
        """Return a setter of blocks for one of a number of columns."""
        width = column_width(self.frame, columns)
        return BlockSetter(self.words.code, width, self.frame.text.height, small, title)

    def chapter(
        self, chapter: _TaggedChapter, title: TextStyle | None, fresh: bool
    ) -> list[Region]:
        """Set a chapter: its head across the page, its text in columns, its notes across."""
        head = self.setter(title=title).boxes(chapter.head)
        text = self.setter(self._columns).boxes(chapter.text)
        notes = self.setter(small=True).boxes(chapter.notes)
        if chapter.ruled and (text or notes):
            rule = TaggedPart((horizontal_rule(self.frame.text.width, 0.15),))
            head = (*head, SetBox(0.3, (rule,), before=3.0))
        regions = [Region(head, fresh=fresh, before=12.0)]
        if text:
            regions.append(Region(text, self._columns, before=3.0))
        if notes:
            regions.append(Region(notes, before=5.0))
        return regions

    def cover(self, cover: _TaggedChapter) -> Region:
        """Set the cover: the title below the top of the page, the picture below that."""
        space = SetBox(self.frame.text.height * 0.14)
        boxes = self.setter(title=TITLE).boxes(cover.head)
        picture = self.setter().boxes(cover.text)
        return Region((space, *boxes, SetBox(12.0), *picture))


class _Footer:
    """Draws the footer of each page from page ``first`` on: the title and the page's number."""

    def __init__(self, layout: _Layout, title: str, first: int) -> None:
        self._text = layout.frame.text
        self._page = layout.words.labels["page"]
        self._title, self._first = title, first

    def __call__(self, number: int) -> tuple[TaggedPart, ...]:
        if number < self._first:
            return ()
        y = self._text.bottom + FOOT
        size, font = FOOTER.size, FOOTER.family.regular
        words = self._page.format(number=number)
        right = self._text.right - text_width(words, font, size)
        title = Text(Point(self._text.x, y), self._title, font, size, QUIET)
        page = Text(Point(right, y), words, font, size, QUIET)
        return (TaggedPart((title, page)),)
