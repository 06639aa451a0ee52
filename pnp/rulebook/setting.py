"""Set blocks as boxes: lines of text, rows of tables, figures and lists, in the structure tree."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import count, zip_longest
from math import fsum
from typing import NamedTuple, assert_never

from pnp.base.fonts import cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.languages import LanguageWords
from pnp.base.path import line
from pnp.base.shaping import TextDirection, runs_right_to_left
from pnp.base.units import Mm
from pnp.rulebook.blocks import (
    BODY,
    CAPTION,
    CELL,
    HEAD_CELL,
    HEADINGS,
    INK,
    ITEM,
    PARAGRAPHS,
    QUIET,
    RULE,
    SMALL,
    SMALL_HEADING,
    Block,
    Blocks,
    BulletList,
    Figure,
    Heading,
    Icon,
    Paragraph,
    PictureItem,
    PictureList,
    Run,
    Runs,
    TableBlock,
    plain,
    text_style,
)
from pnp.rulebook.figures import (
    common_scale,
    figure_at,
    greatest_height,
    is_wide,
    on_screen,
    scale_in,
    size_about,
)
from pnp.scene import Group, Item, Scene, Shape, Style, Text
from pnp.scene.document import Bookmark, Element, ElementArea, TaggedPart
from pnp.typeset.columns import SetBox, combined
from pnp.typeset.lines import SetLine, break_lines, hyphenation
from pnp.typeset.spans import PT, SANS, BookFonts, Family, TextSpan, TextStyle

COVER_HEIGHT = 0.56  # of the page's text area
GROWN = 0.6  # of the page's text area, to which a figure grows at most
LARGEST = 0.6  # the greatest scale of a figure in the text

# Lists of parts with their pictures.
TEXT = TextStyle(SANS, 8.6 * PT, 10.8 * PT, 0.0, hyphenated=False)
BEFORE: Mm = 2.4  # each row
BETWEEN: Mm = 6.0  # columns
ASIDE: Mm = 2.6  # from a picture to its text
NARROWEST: Mm = 34.0  # a text
MOST_COLUMNS = 4
ALIKE: Mm = 3.0  # heights that differ by less

BULLET = "\N{BULLET}"
SHORT_LIST = 4  # items that stay together
SHORT_PARAGRAPH = 3  # lines that stay together
FEW_ROWS = 3  # of a table that stay together
HANG: Mm = 4.2  # the indent of a list's text
AFTER_CAPTION: Mm = 1.6
COLUMN_GAP: Mm = 3.0  # between the columns of a table
ICON_HEIGHT, ICON_ROOM = 0.9, 0.1  # of the type's size
LEGEND_ANCHOR = "legend"
SIGN_SIZE, SIGN_RISE = 0.8, 0.32  # of a raised sign, as parts of the type's size
_SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}  # of the room beside a line, on its left

# Cells: a picture with a text below or beside it.
GAP: Mm = 4.0  # between columns
AFTER: Mm = 1.4  # a picture
NUMBER: Mm = 3.6  # the room of a step's number
BELOW = text_style(8.2, 10.2, 0, family=SANS)
CENTERED = BELOW._replace(centered=True, even=True, hyphenated=False)
BESIDE = text_style(9.0, 11.0, 0, family=SANS)
TALLY = BESIDE._replace(hyphenated=False)
TITLE = text_style(9.6, 12.0, 0, hyphenated=False)


class FigureSetter(NamedTuple):
    """Sets the pictures of figures in the middle of a column."""

    width: Mm
    page_height: Mm

    def box(self, figure: Figure, peers: Sequence[Figure], element: Element, leaf: int) -> SetBox:
        """Set a picture at its usual height; the box can be set again lower if space is short."""
        at = cache(partial(self._picture, figure, peers, element, leaf))
        return at(1.0)._replace(at=at)

    def _picture(
        self,
        figure: Figure,
        peers: Sequence[Figure],
        element: Element,
        leaf: int,
        share: float,
    ) -> SetBox:
        """Set a picture at a share of its usual height, to be drawn once it is placed."""
        is_cover = figure.kind == "cover"
        if is_cover:
            highest = share * COVER_HEIGHT * self.page_height
        else:
            most = max(GROWN * self.page_height, greatest_height(figure, 1.0))
            highest = min(greatest_height(figure, share), most)
        widest = self.width if figure.kind == "turn" or is_wide(figure) else 1.5 * highest
        room = Size(min(self.width, widest), highest)
        scale = common_scale(figure, peers, room, share * (1.0 if is_cover else LARGEST))
        room = Size(room.width, min(highest, size_about(figure, scale).height))
        draw = partial(self._drawn, figure, element, leaf, room, scale)
        kept, anchor = bool(figure.caption), figure.id
        return SetBox(room.height, before=3.2, kept=kept, anchor=anchor, draw=draw)

    def _drawn(
        self, figure: Figure, element: Element, leaf: int, room: Size, largest: float
    ) -> SetBox:
        """Draw a picture in the middle of ``room``."""
        scale = scale_in(figure, room, largest)
        scene = figure_at(figure, scale)
        width, height = scene.size.width * scale, scene.size.height * scale
        area = Rect((self.width - width) / 2, (room.height - height) / 2, width, height)
        placement = Transform.scale(scale).then(Transform.move(area.x, area.y))
        drawn = TaggedPart((Group(scene.items, placement),), leaf, "Figure")
        return SetBox(room.height, (drawn,), (ElementArea(area, element),))


class TaggedText(NamedTuple):
    """Runs with their leaves, the tag of the parent element, and the Link elements by leaf.

    ``icons`` maps leaves to the icons that they show.
    """

    tag: str
    runs: tuple[tuple[Run, int], ...]
    links: dict[int, Element]
    icons: dict[int, Icon]

    @property
    def leaves(self) -> list[int]:
        """The different leaves, in order."""
        return list(dict.fromkeys(leaf for _, leaf in self.runs))


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
                spoken = link.add(Element("Span", actual=f" ({run.said})")) if run.said else link
                leaf = self.leaf(spoken)
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


SetText = Callable[[Tagger, Runs, TextStyle, Element, Mm], SetBox]


class PartSetter(NamedTuple):
    """Sets lists of pictures; ``set_text`` sets the runs of an element in a width."""

    tagger: Tagger
    width: Mm
    set_text: SetText

    def boxes(self, block: PictureList) -> Iterator[SetBox]:
        """Set a list with the number of columns that makes it lowest, one box for each row."""
        columns = min(self._fitting(block), key=lambda n: (self._height(block, n) // ALIKE, n))
        *rows, last = self._rows(block, columns)
        yield from (row._replace(near=True) for row in rows)
        yield last

    def _fitting(self, block: PictureList) -> list[int]:
        """Return the numbers of columns that leave enough space for texts; 1 always does."""
        taken = _widest(block.items) + ASIDE + BETWEEN
        most = min(MOST_COLUMNS, len(block.items))
        return [1, *(n for n in range(2, most + 1) if self._pitch(n) - taken >= NARROWEST)]

    def _height(self, block: PictureList, columns: int) -> Mm:
        trial = self._replace(tagger=Tagger(self.tagger.words))
        return fsum(box.height + box.before for box in trial._rows(block, columns))

    def _pitch(self, columns: int) -> Mm:
        return (self.width + BETWEEN) / columns

    def _rows(self, block: PictureList, columns: int) -> Iterator[SetBox]:
        listing, items = self.tagger.root.add(Element("L")), block.items
        widths = [_widest(items[column::columns]) for column in range(columns)]
        for first in range(0, len(items), columns):
            cells: list[tuple[SetBox, Mm]] = []
            row = zip(items[first : first + columns], widths, strict=False)
            for column, (item, width) in enumerate(row):
                body = listing.add(Element("LI")).add(Element("LBody"))
                left = column * self._pitch(columns)
                picture = self._picture(item, body)
                cells.append((picture, left + (width - on_screen(item.figure).size.width) / 2))
                room = self._pitch(columns) - BETWEEN - width - ASIDE
                paragraph = body.add(Element("P"))
                text = self.set_text(self.tagger, item.runs, TEXT, paragraph, room)
                cells.append((text, left + width + ASIDE))
            high = max(box.height for box, _ in cells)
            placed = [(box, left, (high - box.height) / 2) for box, left in cells]
            yield combined(placed)._replace(before=BEFORE)

    def _picture(self, item: PictureItem, parent: Element) -> SetBox:
        scene = on_screen(item.figure)
        figure = parent.add(Element("Figure", alt=item.figure.alt))
        part = TaggedPart(scene.items, self.tagger.leaf(figure), "Figure")
        return SetBox(scene.size.height, (part,), (ElementArea(Rect(0, 0, *scene.size), figure),))


def _widest(items: Sequence[PictureItem]) -> Mm:
    return max(on_screen(item.figure).size.width for item in items)


class BlockSetter(NamedTuple):
    """Sets blocks as boxes for a column, and appends them to a structure tree.

    ``small`` sets everything as small print; ``title`` replaces the styles of all heading levels;
    ``centered`` centres headings and paragraphs; ``leading`` is a share of the usual distance
    between the lines of paragraphs and lists. In languages written from right to left everything
    starts on the right.
    """

    tagger: Tagger
    width: Mm
    page_height: Mm
    small: bool = False
    title: TextStyle | None = None
    centered: bool = False
    fonts: BookFonts = BookFonts()
    leading: float = 1.0

    @property
    def turned(self) -> bool:
        """Whether the language is written from right to left."""
        return runs_right_to_left(self.tagger.words.code)

    def boxes(self, blocks: Iterable[Block]) -> tuple[SetBox, ...]:
        """Set blocks."""
        return tuple(self._flowing(tuple(blocks)))

    def _flowing(self, blocks: Blocks) -> Iterator[SetBox]:
        """Yield the boxes of blocks, with those that belong together near each other.

        A heading keeps two lines below it and stays near the first two items, a lead-in near its
        list, and bold words, such as a question, with what follows them.
        """
        headed, figures = True, [block for block in blocks if isinstance(block, Figure)]
        for number, (block, after) in enumerate(zip_longest(blocks, blocks[1:])):
            *boxes, last = self._block(block, figures)
            short = isinstance(block, Paragraph) and len(boxes) < SHORT_PARAGRAPH
            leads = isinstance(block, Paragraph) and plain(block.runs).rstrip().endswith(":")
            listed = isinstance(after, BulletList | TableBlock)
            bold = isinstance(block, Paragraph) and all(run.bold for run in block.runs)
            follows = after is not None and not isinstance(after, Heading)
            near = follows and headed and number > 0 and short
            last = last._replace(
                kept=last.kept or (leads and listed) or (bold and after is not None),
                near=last.near or near or (short and listed),
            )
            first, *others = *boxes, last
            if headed and first.height < 2 * BODY.leading and (others or follows):
                first = first._replace(kept=True, bound=True)
            yield from (first, *others)
            headed = isinstance(block, Heading)

    def contents_entry(self, entry: ContentsEntry, number: str) -> SetBox:
        """Set an entry of the table of contents with the number of its page."""
        name = self._words(f"{entry.title} ", BODY.family, BODY.size, INK)
        page = self._words(number, SANS, BODY.size, INK)
        page = page._replace(at=Point(self.width - page.width, BODY.baseline))
        name = name._replace(at=Point(0, BODY.baseline))
        left, right = name.width + 1.5, self.width - page.width - 1.5
        if self.turned:
            name = name._replace(at=Point(self.width - name.width, BODY.baseline))
            page = page._replace(at=Point(0, BODY.baseline))
            left, right = self.width - right, self.width - left
        dots = Shape(
            (line(Point(left, BODY.baseline), Point(right, BODY.baseline)),),
            Style(stroke=RULE, stroke_width=0.2, dash=(0.2, 1.2)),
        )
        parts = (TaggedPart((name, page), entry.leaf, "Link"), TaggedPart((dots,)))
        spot = ElementArea(Rect(0, 0, self.width, BODY.leading), entry.link)
        return SetBox(BODY.leading, parts, (spot,), before=2.5)

    def _words(self, words: str, family: Family, size: Mm, ink: str) -> Text:
        """Return words in the language of the document as a line without a position."""
        font, language = self.fonts.of(family).regular, self.tagger.words.code
        direction: TextDirection = "rtl" if self.turned else ""
        return Text(Point(0, 0), words, font, size, ink, language=language, direction=direction)

    def _block(self, block: Block, figures: Sequence[Figure]) -> Iterator[SetBox]:
        match block:
            case Heading():
                return self._heading(block)
            case Paragraph(runs, kind):
                text = self.tagger.text(runs, self.tagger.root.add(Element("P")))
                style = self._spaced(SMALL if self.small else PARAGRAPHS[kind])
                anchor = LEGEND_ANCHOR if kind == "legend" else None
                boxes = self.paragraph(text, style, anchor)
                return (box._replace(kept=box.kept or kind == "small") for box in boxes)
            case BulletList():
                return self._listing(block)
            case TableBlock():
                return self._table(block)
            case Figure():
                return self._figure(block, figures)
            case PictureList():
                return PartSetter(self.tagger, self.width, self._text_box).boxes(block)
            case _:
                assert_never(block)

    def _spaced(self, style: TextStyle) -> TextStyle:
        return style._replace(leading=self.leading * style.leading)

    def _heading(self, heading: Heading) -> Iterator[SetBox]:
        style = self.title or (SMALL_HEADING if self.small else HEADINGS[heading.level])
        anchor = self.tagger.bookmark(heading.level, heading.text, heading.id)
        element = self.tagger.root.add(Element(f"H{heading.level}"))
        text = self.tagger.text((Run(heading.text, bold=True),), element)
        for number, box in enumerate(self.paragraph(text, style)):
            yield box._replace(kept=True, bound=True, anchor=None if number else anchor)

    def paragraph(
        self,
        text: TaggedText,
        style: TextStyle,
        anchor: str | None = None,
        label: tuple[TaggedPart, ...] = (),
    ) -> Iterator[SetBox]:
        """Set a text that the structure tree already contains, one box for each line.

        The first shows the ``label`` of an item of a list as well.
        """
        if self.centered:
            style = style._replace(centered=True, even=True)
        measure = self.width - style.indent
        lines = self._lines(text, style, measure)
        for number, one in enumerate(lines):
            yield SetBox(
                style.leading,
                before=style.before if number == 0 else 0.0,
                kept=len(lines) > 1 and number in (0, len(lines) - 2),
                near=number + 1 < len(lines) <= SHORT_PARAGRAPH + 1,
                anchor=anchor if number == 0 else None,
                draw=partial(self._line_box, one, text, style, measure, () if number else label),
            )

    def _text_box(
        self, tagger: Tagger, runs: Runs, style: TextStyle, element: Element, width: Mm
    ) -> SetBox:
        """Set the runs of an element as one box of a given width."""
        lines = self._replace(width=width).paragraph(tagger.text(runs, element), style)
        return combined([(line, 0.0, n * style.leading) for n, line in enumerate(lines)])

    def _listing(self, listing: BulletList) -> Iterator[SetBox]:
        style = self._spaced(SMALL if self.small else ITEM)
        element = self.tagger.root.add(Element("L", numbered=listing.numbered))
        numbers = range(listing.first, listing.first + len(listing.items))
        signs = [f"{number}. " if listing.numbered else f"{BULLET} " for number in numbers]
        marks = [self._words(sign, style.family, style.size, QUIET) for sign in signs]
        indent = max((HANG, *(mark.width for mark in marks)))
        for number, (entry, mark) in enumerate(zip(listing.items, marks, strict=True), start=1):
            item = element.add(Element("LI"))
            left = self.width - mark.width if self.turned else 0.0
            mark = mark._replace(at=Point(left, style.baseline))
            label = TaggedPart((mark,), self.tagger.leaf(item.add(Element("Lbl"))), "Lbl")
            text = self.tagger.text(entry.runs, item.add(Element("LBody")))
            hanging = style._replace(indent=indent)
            *boxes, last = self.paragraph(text, hanging, entry.id, (label,))
            yield from (box._replace(kept=box.kept or listing.whole) for box in boxes)
            near = _near(number, len(listing.items), 2, SHORT_LIST)
            yield last._replace(near=near, kept=last.kept or listing.kept)

    def _table(self, table: TableBlock) -> Iterator[SetBox]:
        room = self.width - COLUMN_GAP * (len(table.widths) - 1)
        unit = room / fsum(table.widths)
        widths = [unit * width for width in table.widths]
        tagger, element = self.tagger, self.tagger.root.add(Element("Table"))
        row = element.add(Element("TR"))
        head = [
            tagger.text((Run(column),), row.add(Element("TH", scope="Column")))
            for column in table.columns
        ]
        shares = [_SHARES.get(table.side(column)) for column in range(len(widths))]
        first = self._row(head, widths, shares, HEAD_CELL)
        again = first._replace(draw=partial(_unmarked, first))
        yield first._replace(kept=True)
        for number, cells in enumerate(table.rows, start=1):
            row = element.add(Element("TR"))
            texts = [tagger.text(cell, row.add(Element("TD"))) for cell in cells]
            near = _near(number, len(table.rows), FEW_ROWS, FEW_ROWS)
            yield self._row(texts, widths, shares, CELL)._replace(near=near, head=again)

    def _row(
        self,
        cells: Sequence[TaggedText],
        widths: Sequence[Mm],
        shares: Sequence[float | None],
        style: TextStyle,
    ) -> SetBox:
        """Set a row; ``shares`` are how much of the room beside a line is on its left, if told."""
        columns = [
            self._lines(cell, style, width) for cell, width in zip(cells, widths, strict=True)
        ]
        height = style.leading * max(map(len, columns)) + 1.6

        def draw() -> SetBox:
            parts: list[TaggedPart] = []
            spots: list[ElementArea] = []
            for column, (cell, lines) in enumerate(zip(cells, columns, strict=True)):
                left = fsum(widths[:column]) + column * COLUMN_GAP
                if self.turned:
                    left = self.width - left - widths[column]
                for number, one in enumerate(lines):
                    box = self._line_box(one, cell, style, widths[column])
                    across = left
                    if (share := shares[column]) is not None:
                        across += (share - self._starts_right(one)) * (widths[column] - one.width)
                    box_parts, box_spots = box.content_at(across, number * style.leading + 0.8)
                    parts += box_parts
                    spots += box_spots
            parts.append(TaggedPart((horizontal_rule(self.width, height),)))
            return SetBox(height, tuple(parts), tuple(spots))

        return SetBox(height, before=style.before, draw=draw)

    def _figure(self, figure: Figure, peers: Sequence[Figure]) -> Iterator[SetBox]:
        element = self.tagger.root.add(Element("Figure", alt=figure.alt))
        leaf = self.tagger.leaf(element)
        yield FigureSetter(self.width, self.page_height).box(figure, peers, element, leaf)
        if figure.caption:
            caption = self.tagger.caption(figure, element)
            *boxes, last = self.paragraph(caption, CAPTION)
            yield from (box._replace(kept=True) for box in boxes)
            yield last._replace(height=last.height + AFTER_CAPTION)

    def _lines(self, text: TaggedText, style: TextStyle, measure: Mm) -> tuple[SetLine, ...]:
        """Return the lines of a text, whose spans count its leaves from 0."""
        numbers = {leaf: number for number, leaf in enumerate(text.leaves)}
        spans = tuple(self._span(run, numbers[leaf], style) for run, leaf in text.runs)
        code = self.tagger.words.code
        return _broken(spans, style.size, measure, style.hyphenated, style.even, code)

    def _span(self, run: Run, leaf: int, style: TextStyle) -> TextSpan:
        """Return a run as a span; signs and icons have special widths."""
        font = self.fonts.of(style.family).cut(run.bold, run.italic != style.italic)
        if run.icon:
            size = run.icon.scene.size
            return TextSpan("", font, leaf, ICON_HEIGHT * size.width / size.height + ICON_ROOM)
        advance = SIGN_SIZE * text_width(run.text, font, 1) if run.said else None
        return TextSpan(run.text, font, leaf, advance, run.lang or "")

    def _starts_right(self, one: SetLine) -> bool:
        """Return whether a line starts at the right."""
        return self.turned or one.direction == "rtl"

    def _line_box(
        self,
        one: SetLine,
        text: TaggedText,
        style: TextStyle,
        measure: Mm,
        label: tuple[TaggedPart, ...] = (),
    ) -> SetBox:
        turned = self._starts_right(one)
        room = measure - one.width
        left = 0.0 if turned else style.indent
        left += room / 2 if style.centered else room if turned else 0.0
        parts: list[tuple[int, list[Item]]] = []
        spots: list[ElementArea] = []
        leaves = text.leaves
        for span, along in one.placed(style.size):
            x, leaf = left + along, leaves[span.leaf]
            item = self._item(span, text.icons.get(leaf), Point(x, style.baseline), style)
            if not parts or parts[-1][0] != leaf:
                parts.append((leaf, []))
            parts[-1][1].append(item)
            width = span.width(style.size)
            if leaf in text.links:
                spots.append(ElementArea(Rect(x, 0, width, style.leading), text.links[leaf]))
        tagged = (TaggedPart(tuple(items), leaf, text.tag) for leaf, items in parts)
        return SetBox(style.leading, (*label, *tagged), tuple(spots))

    def _item(self, span: TextSpan, icon: Icon | None, at: Point, style: TextStyle) -> Item:
        """Draw a span from a point on the baseline: words, a raised sign or an icon."""
        if icon:
            height = ICON_HEIGHT * style.size
            scale = Transform.scale(height / icon.scene.size.height)
            top = at.y - cap_height(span.font) * style.size / 2 - height / 2
            return Group(
                icon.scene.items, scale.then(Transform.move(at.x + ICON_ROOM / 2 * style.size, top))
            )
        size = style.size
        if span.advance is not None:
            at, size = at.moved(0, -SIGN_RISE * size), SIGN_SIZE * size
        return Text(
            at,
            span.text,
            span.font,
            size,
            style.color,
            language=span.language,
            direction=span.direction,
        )


@lru_cache(maxsize=1024)  # a paragraph of a sheet comes back in the book
def _broken(
    spans: tuple[TextSpan, ...], size: Mm, measure: Mm, hyphenated: bool, even: bool, language: str
) -> tuple[SetLine, ...]:
    """Break a text into lines; its leaves are counted from 0, whatever their numbers elsewhere."""
    hyphenate = hyphenation(language) if hyphenated else None
    return break_lines(spans, size, measure, hyphenate, even, language=language, addresses=True)


def _near(number: int, of: int, ends: int, few: int) -> bool:
    """Return whether an item or row stays near the next: in a short list, or near its ends."""
    return number < of and (of <= few or number < ends or number > of - ends)


def _unmarked(box: SetBox) -> SetBox:
    """Draw a box that repeats another one, which screen readers skip."""
    drawn = box.drawn
    return drawn._replace(parts=tuple(part._replace(leaf=None) for part in drawn.parts))


def horizontal_rule(width: Mm, y: Mm) -> Shape:
    """Return a hairline at height ``y`` that starts at the left edge."""
    return Shape((line(Point(0, y), Point(width, y)),), Style(stroke=RULE, stroke_width=0.2))


class Cell(NamedTuple):
    """A picture with text; without ``alt`` the picture is decoration."""

    picture: Scene
    runs: Runs
    alt: str = ""


class CellGrid(NamedTuple):
    """Columns of equal width across the page."""

    setter: BlockSetter
    columns: int

    @property
    def pitch(self) -> Mm:
        """The distance from one column to the next."""
        return (self.setter.width + GAP) / self.columns

    @property
    def width(self) -> Mm:
        """The width of a column."""
        return self.pitch - GAP


def below(
    grid: CellGrid, cells: Sequence[Cell], style: TextStyle, *, numbered: bool, first: int = 1
) -> SetBox:
    """Set pictures in a row with their texts below, numbered from ``first`` if ``numbered``."""
    tagger, indent = grid.setter.tagger, NUMBER if numbered else 0.0
    listing = tagger.root.add(Element("L", numbered=numbered))
    high = max(cell.picture.size.height * _scale(grid, cell) for cell in cells)
    placed: list[tuple[SetBox, Mm, Mm]] = []
    for index, cell in enumerate(cells):
        item, left = listing.add(Element("LI")), index * grid.pitch
        if numbered:
            number = (Run(f"{first + index}", bold=True),)
            placed.append((_text(grid.setter, number, style, item, "Lbl"), left, high + AFTER))
        body = item.add(Element("LBody"))
        scale = _scale(grid, cell)
        aside = (grid.width - cell.picture.size.width * scale) / 2 if style.centered else 0.0
        placed.append((_picture(grid.setter, cell, body, scale), left + aside, 0.0))
        column = grid.setter._replace(width=grid.width - indent)
        placed.append((_text(column, cell.runs, style, body, "P"), left + indent, high + AFTER))
    return combined(placed)


def beside(grid: CellGrid, cells: Sequence[Cell], style: TextStyle = BESIDE) -> SetBox:
    """Set pictures in rows, each with its text on the right."""
    listing = grid.setter.tagger.root.add(Element("L"))
    placed: list[tuple[SetBox, Mm, Mm]] = []
    for index, cell in enumerate(cells):
        row, column = divmod(index, grid.columns)
        item = listing.add(Element("LI")).add(Element("LBody"))
        left, top = column * grid.pitch, row * (cell.picture.size.height + 2.0)
        width = cell.picture.size.width + 2.0
        placed.append((_picture(grid.setter, cell, item, 1.0), left, top))
        text = _text(grid.setter._replace(width=grid.width - width), cell.runs, style, item, "P")
        middle = top + (cell.picture.size.height - text.height) / 2
        placed.append((text, left + width, middle))
    return combined(placed)


def heading(grid: CellGrid, text: str, columns: int) -> SetBox:
    """Set a heading that spans a number of columns, without a bookmark."""
    setter = grid.setter._replace(width=columns * grid.pitch - GAP)
    return _text(setter, (Run(text, bold=True),), TITLE, setter.tagger.root, "H3")


def _scale(grid: CellGrid, cell: Cell) -> float:
    return min(1.0, grid.width / cell.picture.size.width)


def _picture(setter: BlockSetter, cell: Cell, parent: Element, scale: float) -> SetBox:
    size = cell.picture.size
    items = (Group(cell.picture.items, Transform.scale(scale)),)
    if not cell.alt:
        return SetBox(size.height * scale, (TaggedPart(items),))
    figure = parent.add(Element("Figure", alt=cell.alt))
    part = TaggedPart(items, setter.tagger.leaf(figure), "Figure")
    spot = ElementArea(Rect(0, 0, size.width * scale, size.height * scale), figure)
    return SetBox(size.height * scale, (part,), (spot,))


def _text(setter: BlockSetter, runs: Runs, style: TextStyle, parent: Element, tag: str) -> SetBox:
    text = setter.tagger.text(runs, parent.add(Element(tag)))
    placed, y = [], 0.0
    for one in setter.paragraph(text, style):
        placed.append((one, 0.0, y))
        y += one.height
    return combined(placed)
