"""Sheets and books set on pages, each thing on them in its place of the document's structure."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import NamedTuple, assert_never

from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import line
from pnp.base.units import Mm
from pnp.rulebook.blocks import (
    Blocks,
    Chapter,
    Figure,
    Heading,
    Listing,
    Paragraph,
    Run,
    Runs,
    Table,
)
from pnp.rulebook.book import Rulebook
from pnp.rulebook.languages import Language, language
from pnp.rulebook.sheet import RuleSheet
from pnp.scene import Group, Item, Shape, Style, Text
from pnp.scene.document import Bookmark, Document, Element, Page, Part, Spot
from pnp.typeset import (
    PT,
    SANS,
    SERIF,
    Box,
    Frame,
    Line,
    Region,
    Span,
    TextStyle,
    break_lines,
    hyphenation,
    set_pages,
)
from pnp.typeset.columns import column_width

INK, QUIET, RULE = "#1b1b1b", "#5a554e", "#b9b2a4"
TWO_COLUMNS: Mm = 170.0  # of a page's width: narrower ones have one
GUTTER: Mm = 7.0
SIDES = 2  # of a rule sheet
SMALLER = (0.96, 0.92, 0.88)
SETUP: Mm = 66.0  # the highest that a picture of a start position is, and of an example
EXAMPLE: Mm = 44.0
LARGEST = 0.6  # of full size
FOOT: Mm = 7.0  # from the text down to the baseline of what stands at the foot
HANG: Mm = 4.2
AFTER_CAPTION: Mm = 1.6
BULLET = "\N{BULLET}"


def _style(size: float, leading: float, before: float, **more: object) -> TextStyle:
    family = more.pop("family", SERIF)
    return TextStyle(family, size * PT, leading * PT, before * PT, **more)  # type: ignore[arg-type]


BODY = _style(9.6, 12.6, 4.5)
ITEM = _style(9.6, 12.6, 2.0)
LEAD = _style(12, 15.5, 5, color=QUIET)
GLANCE = _style(9.2, 12.4, 5, family=SANS, hyphenated=False)
CAPTION = _style(8.4, 10.6, 3, family=SANS, color=QUIET, centered=True, hyphenated=False)
SMALL = _style(8.2, 10.4, 3.2)
CELL = _style(8.2, 10.4, 0)
HEAD_CELL = _style(7.8, 10.4, 5, family=SANS, color=QUIET, hyphenated=False)
HEADINGS = {
    1: _style(25, 29, 0, hyphenated=False),
    2: _style(12.6, 15.5, 11, hyphenated=False),
    3: _style(11, 14, 9, hyphenated=False),
}
_PARAGRAPHS = {"body": BODY, "lead": LEAD, "glance": GLANCE}
TITLE = _style(40, 46, 0, hyphenated=False)
CHAPTER = _style(20, 24, 0, hyphenated=False)
SMALL_HEADING = _style(10.4, 13, 8, hyphenated=False)
FURNITURE = _style(8, 10, 0, family=SANS, color=QUIET)


_Broken = list[tuple[Line, dict[int, Element]]]  # lines, each with the links in it


class Margins(NamedTuple):
    """What stays free around the text."""

    side: Mm
    top: Mm
    bottom: Mm


def set_pages_of(text: RuleSheet | Rulebook, paper: Size) -> Document:
    """Set a sheet or a book.

    Raises:
        LayoutError: If something in it is higher than a page or longer than a line.
        FontError: If a character cannot be shown.
    """
    return set_sheet(text, paper) if isinstance(text, RuleSheet) else set_book(text, paper)


def set_sheet(sheet: RuleSheet, paper: Size) -> Document:
    """Set a rule sheet: on wide paper the rules in two columns, what the sources say below them.

    One that would not fit on both sides of wide paper is set a little smaller if it then does.

    Raises:
        LayoutError: If something on it is higher than a page or longer than a line.
        FontError: If a character cannot be shown.
    """
    document = _set_sheet(sheet, paper)
    for scale in SMALLER if _is_wide(paper) else ():
        if len(document.pages) <= SIDES:
            break
        larger = Size(paper.width / scale, paper.height / scale)
        document = _set_sheet(sheet, larger).scaled(scale)
    return document


def _set_sheet(sheet: RuleSheet, paper: Size) -> Document:
    return set_chapter(sheet.chapter, sheet.full_title, sheet.lang, paper)


def set_chapter(chapter: Chapter, title: str, lang: str, paper: Size) -> Document:
    """Set a text of one chapter, its ``title`` at the foot of each page.

    Raises:
        LayoutError: If something in it is higher than a page or longer than a line.
        FontError: If a character cannot be shown.
    """
    setter = _Setter(language(lang), paper)
    pages = set_pages(setter.sheet(chapter), setter.frame, setter.furniture(title, first=1))
    return Document(pages, setter.root, tuple(setter.bookmarks))


def set_book(book: Rulebook, paper: Size) -> Document:
    """Set a rulebook: cover, contents with the numbers of pages, and the chapters.

    Raises:
        LayoutError: If something in it is higher than a page or longer than a line.
        FontError: If a character cannot be shown.
    """
    setter = _Setter(language(book.lang), paper)
    cover = setter.cover(book.cover)
    contents = setter.contents(book.contents)
    chapters = [region for chapter in book.chapters for region in setter.chapter(chapter)]
    furniture = setter.furniture(book.full_title, first=2)

    def pages(numbers: Mapping[str, str]) -> tuple[Page, ...]:
        return set_pages([*cover, contents(numbers), *chapters], setter.frame, furniture)

    # The contents take as much room with other numbers in them: set once, they can be read off.
    first = {name: page.label for page in pages({}) for name, _ in page.anchors}
    return Document(pages(first), setter.root, tuple(setter.bookmarks))


def _is_wide(paper: Size) -> bool:
    return paper.width >= TWO_COLUMNS


class _Setter:
    """Sets blocks as boxes and puts all that they say into a structure."""

    def __init__(self, words: Language, paper: Size) -> None:
        wide = _is_wide(paper)
        margins = Margins(17.0, 16.0, 18.0) if wide else Margins(14.0, 13.0, 16.0)
        text = Rect(
            margins.side,
            margins.top,
            paper.width - 2 * margins.side,
            paper.height - margins.top - margins.bottom,
        )
        self.frame = Frame(paper, text, GUTTER)
        self.root = Element("Document")
        self.bookmarks: list[Bookmark] = []
        self._columns = 2 if wide else 1
        self._words = words
        self._hyphenate = hyphenation(words.code)
        self._leaves = count()
        self._figures = 0
        self._width = text.width

    # -- what a text is made of

    def sheet(self, chapter: Chapter) -> list[Region]:
        """Set the one chapter of a sheet."""
        return self._regions(chapter, self._boxes(chapter.head, 1), fresh=False)

    def chapter(self, chapter: Chapter) -> list[Region]:
        """Set a chapter of a book: a short one may stand below another."""
        head = self._boxes(chapter.head, 1, titles=CHAPTER)
        return self._regions(chapter, head, fresh=not chapter.short)

    def _regions(self, chapter: Chapter, head: tuple[Box, ...], fresh: bool) -> list[Region]:
        """Set a chapter's head across the page, its text in columns, its notes across."""
        text = self._boxes(chapter.text, self._columns)
        notes = self._boxes(chapter.notes, 1, small=True)
        ruled = not isinstance(chapter.head[-1], Table)
        rule = (self._rule(),) if ruled and (text or notes) else ()
        regions = [Region((*head, *rule), fresh=fresh, before=12.0)]
        if text:
            regions.append(Region(text, self._columns, before=3.0))
        if notes:
            regions.append(Region(notes, before=5.0))
        return regions

    def cover(self, cover: Chapter) -> list[Region]:
        """Set the first page: the title a third down, a picture below."""
        space = Box(self.frame.text.height * 0.14)
        boxes = self._boxes(cover.head, 1, titles=TITLE)
        picture = self._boxes(cover.text, 1)
        return [Region((space, *boxes, Box(12.0), *picture))]

    def contents(
        self, entries: tuple[tuple[str, str], ...]
    ) -> Callable[[Mapping[str, str]], Region]:
        """Return what sets the contents once the pages of their entries are known.

        A page that is not known has the room of three figures.
        """
        title = self._words.chapters["contents"]
        heading = tuple(self._heading(Heading(2, title, "contents"), CHAPTER))
        listing = self.root.add(Element("TOC"))

        def region(numbers: Mapping[str, str]) -> Region:
            listing.kids.clear()
            boxes = (
                self._entry_of_contents(text, anchor, numbers.get(anchor, "000"), listing)
                for text, anchor in entries
            )
            return Region((*heading, *boxes), fresh=True)

        return region

    def _entry_of_contents(self, text: str, anchor: str, number: str, listing: Element) -> Box:
        item = listing.add(Element("TOCI"))
        link = item.add(Element("Link", target=f"#{anchor}"))
        leaf = self._leaf(link)
        style, right = BODY, self._width
        baseline = Point(0, style.baseline)
        name = Text(baseline, f"{text} ", style.family.regular, style.size, INK)
        wide = text_width(number, SANS.regular, style.size)
        at = Point(right - wide, style.baseline)
        page = Text(at, number, SANS.regular, style.size, INK)
        start = text_width(name.string, name.font, style.size) + 1.5
        dots = Shape(
            (line(Point(start, style.baseline), Point(at.x - 1.5, style.baseline)),),
            Style(stroke=RULE, stroke_width=0.2, dash=(0.2, 1.2)),
        )
        area = Rect(0, 0, right, style.leading)
        parts = (Part((name, page), leaf, "Link"), Part((dots,)))
        return Box(style.leading, parts, (Spot(area, link),), before=2.5)

    def furniture(self, title: str, first: int) -> "_Furniture":
        """Return what draws a page's foot, from page ``first`` on."""
        return _Furniture(self.frame, title, self._words.labels["page"], first)

    # -- blocks

    def _boxes(
        self,
        blocks: Blocks,
        columns: int,
        small: bool = False,
        titles: TextStyle | None = None,
    ) -> tuple[Box, ...]:
        self._width = column_width(self.frame, columns)
        boxes: list[Box] = []
        for block in blocks:
            if isinstance(block, Heading):
                style = titles or (SMALL_HEADING if small else HEADINGS[block.level])
                boxes += self._heading(block, style)
            else:
                boxes += self._block(block, small)
        self._width = self.frame.text.width
        return tuple(boxes)

    def _block(self, block: Paragraph | Listing | Table | Figure, small: bool) -> Iterator[Box]:
        match block:
            case Paragraph(runs, kind):
                style = SMALL if small else _PARAGRAPHS[kind]
                if kind == "lead":
                    runs = tuple(run._replace(italic=not run.italic) for run in runs)
                yield from self._paragraph(runs, style, self.root.add(Element("P")))
            case Listing():
                yield from self._listing(block, SMALL if small else ITEM)
            case Table():
                yield from self._table(block)
            case Figure():
                yield from self._figure(block)
            case _:
                assert_never(block)

    def _heading(self, heading: Heading, style: TextStyle) -> Iterator[Box]:
        element = self.root.add(Element(f"H{heading.level}"))
        anchor = heading.id or f"heading-{len(self.bookmarks) + 1}"
        self.bookmarks.append(Bookmark(heading.level, heading.text, anchor))
        boxes = self._paragraph((Run(heading.text, bold=True),), style, element)
        for number, box in enumerate(boxes):
            yield box._replace(kept=True, anchor=None if number else anchor)

    def _paragraph(
        self, runs: Runs, style: TextStyle, element: Element, anchor: str | None = None
    ) -> Iterator[Box]:
        lines = self._broken(runs, style, element, self._width - style.indent)
        for number, (one, links) in enumerate(lines):
            box = self._line_box(one, links, style, element.tag)
            yield box._replace(
                before=style.before if number == 0 else 0.0,
                kept=len(lines) > 1 and number in (0, len(lines) - 2),
                anchor=anchor if number == 0 else None,
            )

    def _listing(self, listing: Listing, style: TextStyle) -> Iterator[Box]:
        element = self.root.add(Element("L", numbered=listing.numbered))
        indented = style._replace(indent=HANG)
        for number, entry in enumerate(listing.entries, start=1):
            item = element.add(Element("LI"))
            label = item.add(Element("Lbl"))
            mark = f"{number}." if listing.numbered else BULLET
            text = Text(
                Point(0, style.baseline), f"{mark} ", style.family.regular, style.size, QUIET
            )
            marked = Part((text,), self._leaf(label), "Lbl")
            body = item.add(Element("LBody"))
            boxes = self._paragraph(entry.runs, indented, body, entry.id)
            first = next(boxes)
            yield first._replace(parts=(marked, *first.parts))
            yield from boxes

    def _table(self, table: Table) -> Iterator[Box]:
        element = self.root.add(Element("Table"))
        gap = 3.0
        unit = (self._width - gap * (len(table.widths) - 1)) / sum(table.widths)
        widths = [unit * width for width in table.widths]
        lefts = [sum(widths[:n]) + n * gap for n in range(len(widths))]
        heads = tuple((Run(column),) for column in table.columns)
        for number, cells in enumerate((heads, *table.rows)):
            row = element.add(Element("TR"))
            style = CELL if number else HEAD_CELL
            columns: list[_Broken] = []
            for cell in cells:
                inside = row.add(Element("TD") if number else Element("TH", scope="Column"))
                width = widths[len(columns)]
                columns.append(self._broken(cell, style, inside, width))
            yield self._row(columns, lefts, style, "TD" if number else "TH")

    def _row(
        self,
        columns: list[_Broken],
        lefts: list[Mm],
        style: TextStyle,
        tag: str,
    ) -> Box:
        height = style.leading * max(map(len, columns)) + 1.6
        parts: list[Part] = []
        spots: list[Spot] = []
        for left, lines in zip(lefts, columns, strict=True):
            for number, (one, links) in enumerate(lines):
                box = self._line_box(one, links, style._replace(indent=0.0), tag)
                down = number * style.leading + 0.8
                move = Transform.move(left, down)
                parts += [part._replace(items=(Group(part.items, move),)) for part in box.parts]
                spots += [spot._replace(area=spot.area.moved(left, down)) for spot in box.spots]
        parts.append(Part((_rule(self._width, height),)))
        return Box(height, tuple(parts), tuple(spots), before=style.before, kept=tag == "TH")

    def _figure(self, figure: Figure) -> Iterator[Box]:
        element = self.root.add(Element("Figure", alt=figure.alt))
        size = figure.scene.size
        highest = SETUP if figure.id.endswith("-setup") else EXAMPLE
        if not figure.caption:  # a cover's
            highest = 0.5 * self.frame.text.height
        room = min(self._width, 1.5 * highest)
        scale = min(LARGEST if figure.caption else 1.0, room / size.width, highest / size.height)
        area = Rect(
            (self._width - size.width * scale) / 2, 0, size.width * scale, size.height * scale
        )
        place = Transform.scale(scale).then(Transform.move(area.x, 0))
        drawn = Part((Group(figure.scene.items, place),), self._leaf(element), "Figure")
        captioned = bool(figure.caption)
        yield Box(area.height, (drawn,), (Spot(area, element),), before=3.2, kept=captioned)
        if captioned:
            self._figures += 1
            number = f"{self._words.labels['figure']} {self._figures}. "
            runs = (Run(number, bold=True), Run(figure.caption))
            boxes = list(self._paragraph(runs, CAPTION, element.add(Element("Caption"))))
            yield from (box._replace(kept=True) for box in boxes[:-1])
            yield boxes[-1]._replace(height=boxes[-1].height + AFTER_CAPTION)

    def _rule(self) -> Box:
        return Box(0.3, (Part((_rule(self.frame.text.width, 0.15),)),), before=3.0)

    # -- words

    def _broken(self, runs: Runs, style: TextStyle, element: Element, measure: Mm) -> _Broken:
        """Break runs into lines; each with the links in it by their leaves."""
        links: dict[int, Element] = {}
        spans = [self._span(run, style, element, links) for run in runs if run.text]
        hyphenate = self._hyphenate if style.hyphenated else None
        lines = break_lines(spans, style.size, measure, hyphenate, even=style.centered)
        return [(one, links) for one in lines]

    def _span(
        self, run: Run, style: TextStyle, element: Element, links: dict[int, Element]
    ) -> Span:
        """Give a run its place in the structure and its font."""
        font = style.family.cut(run.bold, run.italic)
        if run.link:
            link = element.add(Element("Link", target=run.link))
            leaf = self._leaf(link)
            links[leaf] = link
        elif run.lang:
            leaf = self._leaf(element.add(Element("Span", lang=run.lang)))
        elif element.kids and isinstance(element.kids[-1], int):
            leaf = element.kids[-1]  # what differs in style alone is read as one
        else:
            leaf = self._leaf(element)
        return Span(run.text, font, leaf)

    def _leaf(self, element: Element) -> int:
        leaf = next(self._leaves)
        element.kids.append(leaf)
        return leaf

    def _line_box(self, one: Line, links: dict[int, Element], style: TextStyle, tag: str) -> Box:
        x = style.indent
        if style.centered:
            x += (self._width - style.indent - one.width) / 2
        parts: list[tuple[int, list[Item]]] = []
        spots: list[Spot] = []
        for span in one.spans:
            text = Text(Point(x, style.baseline), span.text, span.font, style.size, style.color)
            if not parts or parts[-1][0] != span.leaf:
                parts.append((span.leaf, []))
            parts[-1][1].append(text)
            width = text_width(span.text, span.font, style.size)
            if span.leaf in links:
                spots.append(Spot(Rect(x, 0, width, style.leading), links[span.leaf]))
            x += width
        written = tuple(Part(tuple(items), leaf, tag) for leaf, items in parts)
        return Box(style.leading, written, tuple(spots))


class _Furniture:
    """Draws what stands at the foot of each page: the title and the page's number."""

    def __init__(self, frame: Frame, title: str, page: str, first: int) -> None:
        self._frame, self._title, self._page, self._first = frame, title, page, first

    def __call__(self, number: int) -> tuple[Part, ...]:
        if number < self._first:
            return ()
        text = self._frame.text
        y = text.bottom + FOOT
        size, font = FURNITURE.size, FURNITURE.family.regular
        words = self._page.format(number=number)
        wide = text_width(words, font, size)
        title = Text(Point(text.x, y), self._title, font, size, QUIET)
        page = Text(Point(text.right - wide, y), words, font, size, QUIET)
        return (Part((title, page)),)


def _rule(width: Mm, y: Mm) -> Shape:
    return Shape((line(Point(0, y), Point(width, y)),), Style(stroke=RULE, stroke_width=0.2))
