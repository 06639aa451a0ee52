"""Set sheets and books on pages, choosing among the ways to set each chapter."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby, repeat, takewhile
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.languages import language
from pnp.base.path import line
from pnp.base.shaping import runs_right_to_left
from pnp.base.units import Mm
from pnp.rulebook.blocks import (
    CHAPTER,
    FOOTER,
    NOTES,
    QUIET,
    TITLE,
    Block,
    Blocks,
    Chapter,
    Heading,
    Paragraph,
    is_example,
    is_legend,
    plain,
)
from pnp.rulebook.figures import is_wide
from pnp.rulebook.setting import LEGEND_ANCHOR, BlockSetter, Tagger, horizontal_rule
from pnp.scene import Group, Role, Scene, Shape, Style, Text
from pnp.scene.document import Document, Element, Page, TaggedPart
from pnp.typeset.columns import Backdrop, PageFiller, PageFrame, Region, SetBox, set_pages
from pnp.typeset.spans import BookFonts, TextStyle

if TYPE_CHECKING:
    from pnp.rulebook.book import Rulebook
    from pnp.rulebook.sheet import RuleSheet

# Figures are tried at these shares of their usual height; a share that readers would rather not
# see costs as much as leaving that share of a page empty. First all figures of a chapter get the
# share that fits best; then those of examples, and then the others, may grow into what is left.
SHARES = {1.0: 0.0, 1.15: 0.0, 1.3: 0.02, 0.85: 0.12, 0.7: 0.3}
LARGER = {1.5: 0.03, 1.75: 0.05, 2.0: 0.07, 2.3: 0.1}
PLANS = (2.3, 1.0, 0.85)  # the largest share in a book: the first is best if it costs no page
SECOND_PAGE = 0.4  # the cost of rules whose text does not end on the first page
BROKEN = 0.5  # the cost of an example that does not stay on one page
LEAST = 1 / 3  # of the last page: how much is filled at least
HARDLY = 0.5  # the cost of a last page that is filled less

# Where the sheets of a booklet are folded.
SIGN, FROM_EDGE = 4.0, 3.0
FOLD = Style(stroke="#8a8a8a", stroke_width=0.15)

TWO_COLUMNS: Mm = 170.0  # the least width of a page with two columns
GUTTER: Mm = 7.0
SIDES = 2  # of a rule sheet
SMALLER = 0.96
FOOT: Mm = 7.0  # from the bottom of the text down to the baseline of the footer
BUILT_IN = BookFonts()


class Spacing(NamedTuple):
    """How close a text is set.

    ``leading`` is a share of the usual distance between lines, ``wider`` how far text goes into
    each margin.
    """

    leading: float = 1.0
    wider: Mm = 0.0


AS_USUAL = Spacing()
# How a sheet that overruns is set, from what readers notice least: its scale and its spacing.
CLOSER = (
    (1.0, Spacing(0.96, 2.0)),
    (1.0, Spacing(0.92, 4.0)),
    (SMALLER, Spacing(0.92, 4.0)),
    (SMALLER, Spacing(0.88, 4.0)),
    (0.92, Spacing(0.92, 4.0)),
    (0.88, Spacing(0.92, 4.0)),
)
EXAMPLE = Backdrop("#f6f2e8", 4.0)
FEW_LETTERS = 420  # in the text of a chapter that is not worth two columns
START = 0.28  # of a page: what must be left for rules to begin on it
AFTER_HEAD: Mm = 30.0  # what must fit below the head of a chapter that does not start a page


class SetChapter:
    """The regions of a chapter, the first of which is its head.

    A ``short`` chapter need not start a new page.
    """

    def __init__(self, text: list[Region], notes: list[Region], short: bool) -> None:
        self.text, self.notes, self.short = text, notes, short
        self._sized = [cache(region.at) for region in text]  # each share is tried many times

    def below_head(self, examples: float, others: float) -> Iterator[Region]:
        """Yield the text below the head, its figures at shares of their usual heights."""
        for region, at in zip(self.text[1:], self._sized[1:], strict=True):
            yield at(examples if region.panel else others)


class _WayToSet(NamedTuple):
    """One way to set a chapter.

    Figures are at shares of their usual heights: those of examples, and the others. An example
    may be ``broken`` over two pages, and a chapter may start a ``fresh`` page.
    """

    chapter: SetChapter
    fresh: bool = True
    broken: bool = False
    examples: float = 1.0
    others: float = 1.0

    @property
    def text(self) -> list[Region]:
        """The regions of the text."""
        below = self.chapter.below_head(self.examples, self.others)
        whole = (one._replace(whole=one.whole and not self.broken) for one in below)
        return [self.chapter.text[0]._replace(fresh=self.fresh), *whole]

    @property
    def cost(self) -> float:
        """The cost besides pages and space."""
        shares = SHARES | LARGER
        return BROKEN * self.broken + (shares[self.examples] + shares[self.others]) / 2


def best_regions(filler: PageFiller, chapter: SetChapter, largest: float) -> list[Region]:
    """Return the regions of a chapter in the way that fits best after the pages so far."""
    start = len(filler.pages)

    def cost(one: _WayToSet) -> tuple[int, float]:
        tried, text = filler.copy(), one.text
        rules = list(takewhile(lambda region: region.panel is None, text))
        tried.extend(rules)
        second = SECOND_PAGE * (len(tried.pages) > start)
        tried.extend([*text[len(rules) :], *chapter.notes])
        *full, last = tried.filled()[start - 1 :]
        white = fsum(1 - share for share in full) + 0.5 * (1 - last)
        return len(tried.pages), white + one.cost + second + HARDLY * (last < LEAST)

    best = min(_ways_to_set(chapter, filler.is_empty, largest), key=cost)
    for share in _above(best.examples, largest):
        best = min(best, best._replace(examples=share), key=cost)
    for share in _above(best.others, largest):
        best = min(best, best._replace(others=share), key=cost)
    return [*best.text, *chapter.notes]


def _above(share: float, largest: float) -> list[float]:
    return [one for one in SHARES | LARGER if share < one <= largest]


def _ways_to_set(chapter: SetChapter, is_first: bool, largest: float) -> Iterator[_WayToSet]:
    """Yield the ways to set a chapter with all figures at one share of their usual heights."""
    has_figures = any(box.at for region in chapter.text for box in region.boxes)
    for share in [share for share in SHARES if share <= largest] if has_figures else [1.0]:
        way = _WayToSet(chapter, examples=share, others=share)
        yield way
        if chapter.short and not is_first:
            yield way._replace(fresh=False)
        if any(region.panel for region in chapter.text):
            yield way._replace(broken=True)


def booklet(pages: Sequence[Scene]) -> tuple[Scene, ...]:
    """Return sheet sides of two pages each, so that the folded and nested sheets read in order.

    Blank pages at the end make the number of pages a multiple of four. The sheets are printed on
    both sides and turned over their short edge: fronts and backs alternate, the outermost sheet
    first. Short lines at the top and bottom show where to fold.
    """
    size = pages[0].size
    count = -(-len(pages) // 4) * 4
    filled = [*pages, *[Scene(size, ())] * (count - len(pages))]
    sides: list[Scene] = []
    for first in range(0, count // 2, 2):
        last = count - 1 - first
        sides.append(_side(filled[last], filled[first]))
        sides.append(_side(filled[first + 1], filled[last - 1]))
    return tuple(sides)


def _side(left: Scene, right: Scene) -> Scene:
    width, height = left.size
    placed = [
        Group(page.items, Transform.move(x, 0))
        for page, x in ((left, 0.0), (right, width))
        if page.items
    ]
    ends = (FROM_EDGE, height - FROM_EDGE - SIGN)
    folds = tuple(line(Point(width, y), Point(width, y + SIGN)) for y in ends)
    label = ", ".join(page.label for page in (left, right) if page.label)
    return Scene(Size(2 * width, height), (*placed, Shape(folds, FOLD, Role.GUIDE)), label=label)


def set_pages_of(text: "RuleSheet | Rulebook", paper: Size) -> Document:
    """Set a sheet or a book, with the rules in two columns on wide paper.

    The figures of each chapter get the size that takes the fewest pages and leaves them fullest. A
    sheet that overruns both sides of wide paper is set closer, and then, like a book that runs
    over by a few lines, slightly smaller.

    Raises:
        LayoutError: If an item is higher than a page or wider than a line.
        FontError: If a font has no glyph for a character.
    """
    from pnp.rulebook.book import Rulebook  # steps, which need no parser of Markdown, set no text

    if isinstance(text, Rulebook):
        return _set_book(text, paper)
    titles = text.full_title, text.title, text.game
    laid = partial(_laid, text.chapter, titles, text.lang, fonts=text.fonts)
    layout, regions = laid(paper)
    tried = 0.0
    for scale, spacing in CLOSER if paper.width >= TWO_COLUMNS else ():
        if len(layout.filled(regions).pages) <= SIDES:
            break
        larger, tried = Size(paper.width / scale, paper.height / scale), scale
        layout, regions = laid(larger, spacing=spacing)
    document = layout.document(layout.pages(regions))  # which draws the figures
    return document.scaled(tried) if tried else document


def set_chapter(
    chapter: Chapter,
    titles: Sequence[str],
    lang: str,
    paper: Size,
    fonts: BookFonts = BUILT_IN,
) -> Document:
    """Set a text of one chapter, with one of its ``titles`` in the footer of each page.

    The legend of signs goes into the footers, beside the first title that leaves space for it, or
    into the text if none does.
    """
    layout, regions = _laid(chapter, titles, lang, paper, fonts)
    return layout.document(layout.pages(regions))


def _laid(
    chapter: Chapter,
    titles: Sequence[str],
    lang: str,
    paper: Size,
    fonts: BookFonts = BUILT_IN,
    spacing: Spacing = AS_USUAL,
) -> "tuple[PageLayout, list[Region]]":
    """Return a text of one chapter as regions, with the layout of its pages."""
    layout = PageLayout(lang, paper, *titles, fonts=fonts, spacing=spacing)
    regions = layout.fitted([], [layout.chapter(chapter)])
    for block in chapter.text:
        if isinstance(block, Paragraph) and block.kind == "legend":
            layout.explain(plain(block.runs), layout.page_of(LEGEND_ANCHOR, regions))
    return layout, regions


def _set_book(book: "Rulebook", paper: Size) -> Document:
    """Set a rulebook, slightly smaller if that saves an almost empty page."""
    layout, regions = _laid_book(book, paper)
    filler = layout.filled(regions)
    if filler.filled()[-1] < LEAST and paper.width >= TWO_COLUMNS:
        larger = Size(paper.width / SMALLER, paper.height / SMALLER)
        smaller, fewer = _laid_book(book, larger)
        if len(smaller.filled(fewer).pages) < len(filler.pages):
            return smaller.document(smaller.pages(fewer)).scaled(SMALLER)
    return layout.document(layout.pages(regions))


def _laid_book(book: "Rulebook", paper: Size) -> "tuple[PageLayout, list[Region]]":
    """Return the cover, the contents and the chapters as regions, with the layout of the pages."""
    layout = PageLayout(book.lang, paper, book.full_title, first=2, fonts=book.fonts)
    setter, words = layout.setter(title=CHAPTER), layout.tagger.words
    cover = layout.cover(book.cover)
    heading = setter.boxes((Heading(2, words.chapters["contents"], "contents"),))
    entries = layout.tagger.contents(book.contents)
    legend = setter.boxes(book.legend)

    def contents(numbers: dict[str, str]) -> Region:
        listed = (setter.contents_entry(one, numbers.get(one.anchor, "000")) for one in entries)
        return Region((*heading, *listed, *legend), fresh=True)

    front = [*cover, contents({})]
    chapters = [layout.chapter(chapter, CHAPTER) for chapter in book.chapters]
    body = layout.fitted(front, chapters)
    # Page numbers do not change the height of the contents, which are now set again with them.
    front[-1] = contents(layout.filled([*front, *body]).numbers())
    return layout, [*front, *body]


class PageLayout:
    """Sets chapters on paper of one size; pages from ``first`` on carry the title in the footer."""

    def __init__(
        self,
        lang: str,
        paper: Size,
        *titles: str,
        first: int = 1,
        fonts: BookFonts = BUILT_IN,
        spacing: Spacing = AS_USUAL,
    ) -> None:
        wide = paper.width >= TWO_COLUMNS
        side, top, bottom = (17.0, 16.0, 18.0) if wide else (14.0, 13.0, 16.0)
        text = Rect(side, top, paper.width - 2 * side, paper.height - top - bottom)
        text = text.inset(-spacing.wider)
        self.tagger = Tagger(language(lang))
        self.frame = PageFrame(paper, text, GUTTER, runs_right_to_left(lang))
        self._blank = PageFiller(self.frame)
        self._fonts = fonts
        self._spacing = spacing
        self._columns = 2 if wide else 1
        self._titles, self._title, self._first = titles, titles[0], first
        self._legend, self._legend_page = "", 0
        self._is_in_footers, self._legend_leaf = False, -1

    def _explained_below(self, section: Blocks) -> bool:
        """Move a section to the footers of all pages if it is a legend that fits there."""
        block = section[0]
        if not isinstance(block, Paragraph) or not is_legend(section) or self._first != 1:
            return False
        size, font = FOOTER.size, self._fonts.of(FOOTER.family).regular
        for title in self._titles:
            line = title, plain(block.runs), "0/0"
            width = fsum(text_width(one, font, size) for one in line) + 4 * size
            if width <= self.frame.text.width:
                self._title, self._is_in_footers = title, True
                break
        return self._is_in_footers

    def explain(self, legend: str, page: int) -> None:
        """Put a legend into the footers of the pages before ``page``."""
        self._legend, self._legend_page = legend, page

    def setter(
        self,
        columns: int = 1,
        small: bool = False,
        title: TextStyle | None = None,
        inset: Mm = 0.0,
    ) -> BlockSetter:
        """Return a setter of blocks for one of ``columns`` columns."""
        width = self.frame.column_width(columns, inset)
        high, fonts = self.frame.text.height, self._fonts
        leading = self._spacing.leading
        return BlockSetter(self.tagger, width, high, small, title, fonts=fonts, leading=leading)

    def chapter(self, chapter: Chapter, title: TextStyle | None = None) -> SetChapter:
        """Set a chapter: the head across the page, the text in columns, the notes across."""
        named, *about = chapter.head
        head = (*self.setter(title=title).boxes((named,)), *self.setter().boxes(about))
        text = list(self._text(chapter))
        notes = list(self._notes(chapter))
        kept = not about and bool(text or notes)
        if text:
            rule = TaggedPart((horizontal_rule(self.frame.text.width, 0.15),))
            head = (*head, SetBox(0.3, (rule,), before=3.0))
        below = fsum(self._height_of(region) + region.before for region in text)
        high = fsum(box.height + box.before for box in head) + min(below, AFTER_HEAD)
        least = 0.0 if chapter.short else START * self.frame.text.height
        first = Region(head, before=12.0, room=max(high, least), kept=kept)
        return SetChapter([first, *text], notes, chapter.short)

    def _text(self, chapter: Chapter) -> Iterator[Region]:
        """Set a text in columns, with a panel for each example."""
        before = 3.0
        for section in chapter.sections:
            if self._explained_below(section):
                continue
            if not is_example(section):
                columns = self._columns_of(section)
                yield Region(self.setter(columns).boxes(section), columns, before)
            else:
                yield from self._example(section)
            before = 5.0

    def _example(self, section: Blocks) -> Iterator[Region]:
        """Set an example in its panel, with wide figures over all columns."""
        parts = [
            Region(setter.boxes(blocks), columns, whole=True, panel=EXAMPLE)
            for blocks, columns, setter in self._example_parts(section)
        ]
        room = fsum(self._height_of(part) for part in parts)
        fits = len(parts) > 1 and room <= self.frame.text.height
        yield parts[0]._replace(before=5.0, room=room if fits else 0.0)
        yield from parts[1:]

    def _example_parts(self, section: Blocks) -> Iterator[tuple[Blocks, int, BlockSetter]]:
        """Yield runs of blocks that share columns, with the number of columns and their setter."""
        columns = self._columns_of(section)
        for wide, run in groupby(section, key=lambda block: columns > 1 and is_wide(block)):
            count = 1 if wide else columns
            yield tuple(run), count, self.setter(count, inset=EXAMPLE.inset)

    def _columns_of(self, section: Blocks) -> int:
        return 1 if _is_short(section) else self._columns

    def _notes(self, chapter: Chapter) -> Iterator[Region]:
        """Set the small print under its title."""
        title, notes = chapter.notes[:1], chapter.notes[1:]
        if not chapter.notes:
            return
        if not chapter.text or not isinstance(title[0], Heading):
            title, notes = (), chapter.notes
        named = self.setter(title=NOTES).boxes(title)
        boxes = self.setter(self._columns, small=True).boxes(notes)
        region = Region(boxes, self._columns, before=2.0 if title else 5.0, whole=True)
        if title:
            room = min(self.frame.text.height, self._height_of(region) + 20.0)
            yield Region(named, before=8.0, room=room, kept=True)
        yield region

    def settings(self, chapter: Chapter) -> Iterator[tuple[Block, BlockSetter]]:
        """Yield each block of a chapter with the setter for it."""
        yield from zip(chapter.head, repeat(self.setter()))
        for section in chapter.sections:
            if is_example(section):
                for blocks, _, setter in self._example_parts(section):
                    yield from zip(blocks, repeat(setter))
            else:
                yield from zip(section, repeat(self.setter(self._columns_of(section))))
        yield from zip(chapter.notes, repeat(self.setter(self._columns, small=True)))

    def fitted(self, front: list[Region], chapters: list[SetChapter]) -> list[Region]:
        """Return the regions of chapters, with starts and figure sizes that fit best.

        A plan loses to another that saves a page in the end, or fills the last page better.
        """
        best: list[Region] = []
        least = (0, 0.0)
        begun = self.filled(front)
        for largest in PLANS if len(chapters) > 1 else PLANS[:1]:
            filler, regions = begun.copy(), list[Region]()
            for chapter in chapters:
                chosen = best_regions(filler, chapter, largest)
                filler.extend(chosen)
                regions += chosen
            cost = len(filler.pages), float(filler.filled()[-1] < LEAST)
            if not best or cost < least:
                best, least = regions, cost
        return best

    def cover(self, cover: Chapter) -> list[Region]:
        """Set the cover: the title near the top, the picture below."""
        space = SetBox(self.frame.text.height * 0.06)
        boxes = self.setter(title=TITLE)._replace(centered=True).boxes(cover.head)
        picture = self.setter().boxes(cover.text)
        head = Region((space, *boxes))
        return [head, Region(picture, before=10.0)] if picture else [head]

    def pages(self, regions: list[Region]) -> tuple[Page, ...]:
        """Place regions on pages; a legend in the footers comes last in reading order."""
        if self._is_in_footers:
            self._legend_leaf = self.tagger.leaf(self.tagger.root.add(Element("P")))
        return set_pages(self.filled(regions), self._footer)

    def filled(self, regions: Iterable[Region]) -> PageFiller:
        """Fill pages with regions; all such pages share what they know of the boxes."""
        filler = self._blank.copy()
        filler.extend(regions)
        return filler

    def _height_of(self, region: Region) -> Mm:
        """Return the height of a region on its own pages, counting all but the last as full."""
        filler = self.filled([region])
        return (len(filler.pages) - 1 + filler.filled()[-1]) * self.frame.text.height

    def page_of(self, anchor: str, regions: list[Region]) -> int:
        """Return the page of an anchor, or the page after all regions if they lack it."""
        filler = self.filled(regions)
        return int(filler.numbers().get(anchor, len(filler.pages) + 1))

    def document(self, pages: tuple[Page, ...]) -> Document:
        """Return pages with their structure."""
        return Document(pages, self.tagger.root, tuple(self.tagger.bookmarks))

    def _footer(self, number: int, last: int) -> tuple[TaggedPart, ...]:
        """Draw the footer of a page: the title, and the page's number if there are several."""
        if number < self._first:
            return ()
        text = self.frame.text
        size, font = FOOTER.size, self._fonts.of(FOOTER.family).regular
        words = f"{number}/{last}" if self._first == 1 else str(number)
        left = Point(text.x, text.bottom + FOOT)
        right = Point(text.right - text_width(words, font, size), left.y)
        items = [Text(left, self._title, font, size, QUIET)]
        items += [Text(right, words, font, size, QUIET)] if last > 1 else []
        if number < self._legend_page:
            items = self._explained(*items)
        if self.frame.turned:
            items = [_mirrored(one, text) for one in items]
        if number < last or not self._is_in_footers:
            return (TaggedPart(tuple(items)),)
        title, legend, *others = items
        return TaggedPart((title, *others)), TaggedPart((legend,), self._legend_leaf, "P")

    def _explained(self, title: Text, *number: Text) -> list[Text]:
        """Add the legend to a footer: in the middle, beside the title or in place of it."""
        size, font = FOOTER.size, self._fonts.of(FOOTER.family).regular
        whole, gap = self.frame.text.width, 2 * size
        width = text_width(self._legend, font, size)
        begins = text_width(title.string, font, size) + gap
        ends = whole - fsum(text_width(one.string, font, size) + gap for one in number)
        legend = title._replace(string=self._legend)
        if begins + width > ends:
            return [legend, *number] if width <= ends else [title, *number]
        start = max(begins, min((whole - width) / 2, ends - width))
        return [title, legend._replace(at=title.at.moved(start, 0)), *number]


def _mirrored(text: Text, area: Rect) -> Text:
    """Return a line mirrored within an area, for text from right to left."""
    return text._replace(at=Point(area.x + area.right - text.at.x - text.width, text.at.y))


def _is_short(text: Blocks) -> bool:
    """Return whether a text is too short for columns: a paragraph or two."""
    letters = sum(len(plain(block.runs)) for block in text if isinstance(block, Paragraph))
    return letters < FEW_LETTERS and all(isinstance(block, Paragraph) for block in text)
