"""Set text with **bold**, <styles> and :icons: in lines, justified or not, and shrink it to fit."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import ceil, fsum
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.fonts import Font, cap_height, descent, text_width
from pnp.base.geometry import Point, Rect
from pnp.base.messages import Message
from pnp.base.shaping import SOFT_HYPHEN, TextDirection, direction_of
from pnp.base.units import EPSILON, Mm
from pnp.components.faces.effects import WordStyle
from pnp.components.faces.frames import BEFORE, TextFrame
from pnp.components.faces.markup import (
    LABEL_GAP,
    NOT_AN_ICON,
    CardParagraph,
    MarkupReader,
    has_markup,
    with_indents,
)
from pnp.scene import Text
from pnp.typeset.lines import HYPHEN, SetLine, break_lines, hyphenation
from pnp.typeset.spans import PT, Family, TextSpan, WordLook, placed_spans

WIDEST = 0.4  # of the type's size: how much wider a space may become
_WORDS = re.compile(r"[^ ]+ ?| ")

STEP: Mm = PT / 4  # by which type is made smaller
ICON_ROOM = 0.05  # of the type's size, on either side
# In parts of the type's size: an underline, from the baseline, and the room around a background.
UNDER, LINE, PADDING = 0.1, 0.06, 0.08
# Of the height of capitals: where they are struck through, and how high other letters reach.
THROUGH, ASCENT = 0.36, 1.1
HANGING = ("start", "left", "justified")  # alignments of text with hanging list labels


def is_justified(lines: Sequence[SetLine], size: Mm, measure: Mm) -> bool:
    """Return whether all lines but the last can be stretched to ``measure``."""
    for line in lines[:-1]:
        spaces = sum(span.text.count(" ") for span in without_end(line))
        if measure - line.width > WIDEST * size * spaces:
            return False
    return True


def stretched(line: SetLine, size: Mm, measure: Mm) -> Iterator[tuple[TextSpan, Mm]]:
    """Yield the words of a line, each with the space to add after it."""
    words: list[TextSpan] = []
    for span in without_end(line):
        if span.advance is not None:
            words.append(span)
        else:
            words += (span._replace(text=word) for word in _WORDS.findall(span.text))
    spaces = sum(word.text.endswith(" ") for word in words)
    missing = measure - fsum(word.width(size) for word in words)
    for word in words:
        yield word, missing / spaces if word.text.endswith(" ") else 0.0


def without_end(line: SetLine) -> list[TextSpan]:
    """Return the spans of a line without its trailing space."""
    if not line.spans:
        return []
    *spans, last = line.spans
    if last.advance is None:
        last = last._replace(text=last.text.rstrip(" "))
    return [*spans, last]


class PlacedIcon(NamedTuple):
    """The name of an icon in a line, where it is, and its colour if its words have one."""

    name: str
    place: Rect
    color: str | None = None


class Bar(NamedTuple):
    """A bar under words, through them or, ``behind`` them, their background."""

    place: Rect
    color: str
    behind: bool = False


TextPart = Text | PlacedIcon | Bar


class _Excess(NamedTuple):
    """Why text does not fit at a size, and the widths of its paragraphs if it can be broken.

    ``apart`` counts the paragraphs with space above them, including the first.
    """

    fault: str
    words: list[float]
    apart: int = 0


class SetParagraph(NamedTuple):
    """A paragraph in lines, split into parts at the line breaks in its text."""

    parts: Sequence[Sequence[SetLine]]
    measure: Mm
    source: CardParagraph
    justified: bool

    @property
    def direction(self) -> TextDirection:
        """The direction of its first line."""
        return next((line.direction for line in self.all_lines), "ltr")

    @property
    def all_lines(self) -> Iterator[SetLine]:
        """All its lines."""
        return chain.from_iterable(self.parts)


class TextFitter(NamedTuple):
    """Sets text in the place of a frame, at the largest size at which it fits.

    ``icons`` has the ratio of each icon's width to its height. The capitals of the first line touch
    the top of the place, or the letters of the last its bottom.
    """

    frame: TextFrame
    place: Rect
    icons: Mapping[str, float]
    ink: str
    language: str
    family: Family
    styles: Mapping[str, WordStyle] = {}

    def fit(self, text: str) -> tuple[TextPart, ...]:
        """Set text.

        Raises:
            LayoutError: If it does not fit at the smallest size, with the excess; if no icon has
                that name.
            FontError: If a font has no glyph for a character.
        """
        text = text.strip().rstrip(SOFT_HYPHEN)
        if not text:
            return ()
        line = self._plain_line(text)
        return (line,) if line else tuple(self._placed(*self._largest(self._read(text))))

    def size_of(self, text: str) -> Mm:
        """Return the largest type size at which a text fits.

        Raises:
            LayoutError, FontError: As :meth:`fit`.
        """
        text = text.strip().rstrip(SOFT_HYPHEN)
        if not text or self._plain_line(text):
            return self.frame.size
        return self._largest(self._read(text))[1]

    def _plain_line(self, text: str) -> Text | None:
        """Return text as one line at the frame's size, if it has no markup and fits."""
        if has_markup(text) if self.frame.markup else "\n" in text:
            return None
        size, turned = self.frame.size, direction_of(text, self.language)
        width = text_width(text, self._font, size, self.language, turned)
        if width > self.place.width + EPSILON or self._excess(size, _ONE_LINE):
            return None
        x = self.place.x + self._before(turned) * (self.place.width - width)
        return self._text(text, Point(x, self._first_baseline(size, _ONE_LINE)), size, turned)

    @property
    def _font(self) -> Font:
        return self.family.cut(self.frame.bold, self.frame.italic)

    def _read(self, text: str) -> list[CardParagraph]:
        frame = self.frame
        around = 2 * ICON_ROOM
        icons = {name: ratio * frame.icon_size / 100 + around for name, ratio in self.icons.items()}
        reader = MarkupReader(self.family, frame.bold, frame.italic, icons, self.styles)
        if not frame.markup:
            return reader.read_plain(text)
        return with_indents(reader.read(text), hanging=frame.align in HANGING)

    def _largest(self, paragraphs: list[CardParagraph]) -> tuple[list[SetParagraph], Mm]:
        """Return the text at the largest size at which it fits, and that size.

        Sizes are counted in steps below the frame's. A text that fits at one size fits at all
        smaller ones, so growing strides find two sizes that bracket the largest.
        """
        last = ceil((self.frame.size - self._least) / STEP - EPSILON)
        too_large, steps, stride = -1, 0, 1
        while isinstance(found := self._attempt(paragraphs, steps), _Excess):
            if steps == last:
                ways = Message("write_less")
                if not (found.words or self.frame.hyphens):
                    ways = Message("allow_hyphens")
                raise LayoutError(Message("does_not_fit", what=found.fault, ways=ways))
            too_large = self._last_hopeless(found, steps, last - 1)
            steps, stride = min(last, too_large + stride), 2 * stride
        while steps - too_large > 1:
            between = (too_large + steps) // 2
            smaller = self._attempt(paragraphs, between)
            if isinstance(smaller, _Excess):
                too_large = between
            else:
                found, steps = smaller, between
        return found, self._size(steps)

    @property
    def _least(self) -> Mm:
        return self.frame.least or self.frame.size

    def _size(self, steps: int) -> Mm:
        return max(self._least, self.frame.size - steps * STEP)

    def _attempt(
        self, paragraphs: list[CardParagraph], steps: int
    ) -> "list[SetParagraph] | _Excess":
        """Break the text at a size ``steps`` below the frame's."""
        size = self._size(steps)
        try:
            made = [self._broken(paragraph, size) for paragraph in paragraphs]
        except LayoutError as error:
            return _Excess(Message("too_wide", pt=f"{size / PT:.3g}", why=error.faults[0]), [])
        block = _block(made)
        excess = self._excess(size, block)
        if not excess:
            return made
        sizes = {"mm": f"{max(excess, 0.1):.1f}", "pt": f"{size / PT:.3g}"}
        fault = Message("too_high", room=f"{self.place.height:.1f}", **sizes)
        return _Excess(fault, [_words(paragraph) for paragraph in made], block.apart)

    def _last_hopeless(self, found: _Excess, first: int, last: int) -> int:
        """Return the most steps, from ``first`` on, at which words of these widths cannot fit.

        They are too high however they are broken.
        """
        width, words = self.place.width, found.words

        def may_fit(steps: int) -> bool:
            size = self._size(steps)
            lines = sum(max(1, ceil(part * size / width - EPSILON)) for part in words)
            return not self._excess(size, _Block(lines - 1, found.apart))

        if not words:
            return first
        return first + bisect_left(range(first + 1, last + 1), True, key=may_fit)

    def _broken(self, paragraph: CardParagraph, size: Mm) -> SetParagraph:
        """Break a paragraph into lines, beside its label in a list."""
        measure = self.place.width - paragraph.indent * size
        if measure < size:
            raise LayoutError(Message("bullets"))
        parts = [self._lines(spans, size, measure) for spans in paragraph.lines]
        justified = self.frame.align == "justified" and all(
            is_justified(part, size, measure) for part in parts
        )
        return SetParagraph(parts, measure, paragraph, justified)

    def _lines(self, spans: Sequence[TextSpan], size: Mm, measure: Mm) -> Sequence[SetLine]:
        """Break text; words are hyphenated only if that saves a line or allows justification."""
        even = self.frame.align == "center"
        hyphenate = hyphenation(self.language) if self.frame.hyphens else None
        if not spans:
            return (SetLine((), 0.0),)
        if hyphenate is None:
            return break_lines(spans, size, measure, None, even, language=self.language)
        justified = self.frame.align == "justified"
        cost = HYPHEN / 8 if justified else HYPHEN
        hyphenated = break_lines(spans, size, measure, hyphenate, even, cost, self.language)
        try:
            whole = break_lines(spans, size, measure, None, even, language=self.language)
        except LayoutError:  # a word is longer than a line
            return hyphenated
        if justified and not is_justified(whole, size, measure):
            return hyphenated
        return whole if len(whole) <= len(hyphenated) else hyphenated

    def _placed(self, paragraphs: list[SetParagraph], size: Mm) -> Iterator[TextPart]:
        leading = self._leading(size)
        y = self._first_baseline(size, _block(paragraphs))
        is_first = True
        for number, paragraph in enumerate(paragraphs):
            if number and not paragraph.source.close:
                y += self._between * leading
            has_label = True
            for part in paragraph.parts:
                for line in part:
                    y += 0 if is_first else leading * _height(line)
                    if has_label:
                        yield from self._label(paragraph, y, size)
                    stretch = paragraph.justified and line is not part[-1]
                    yield from self._line(line, paragraph.measure, stretch, y, size)
                    is_first = has_label = False

    def _label(self, paragraph: SetParagraph, y: Mm, size: Mm) -> Iterator[Text]:
        """Set the label of a paragraph: a bullet at the edge, a number next to the text."""
        label, indent = paragraph.source.label, paragraph.source.indent
        if label and indent:
            x, shown = 0.0, f"{label.text} "
            if label.text[0].isdecimal():
                x += (indent - LABEL_GAP) * size - label.width(size)
            if paragraph.direction == "rtl":
                x, shown = self.place.width - x - label.width(size), label.text
            at = Point(self.place.x + x, y)
            yield self._text(shown, at, size, paragraph.direction, label.font)

    def _line(
        self, line: SetLine, measure: Mm, stretch: bool, y: Mm, size: Mm
    ) -> Iterator[TextPart]:
        indent = 0.0 if line.direction == "rtl" else self.place.width - measure
        room = 0.0 if stretch else measure - line.width
        left = self.place.x + indent + self._before(line.direction) * room
        whole = ((span, 0.0) for span in without_end(line))
        spans = stretched(line, size, measure) if stretch else whole
        placed = list(placed_spans(spans, size, line.direction))
        for span, along in placed:
            x, own = left + along, size * span.look.scale
            if span.leaf != NOT_AN_ICON:
                name, ratio = list(self.icons.items())[span.leaf]
                height = self.frame.icon_size / 100 * own
                top = y - self._above(own) / 2 - height / 2
                place = Rect(x + ICON_ROOM * own, top, height * ratio, height)
                yield PlacedIcon(name, place, span.look.color)
            elif span.direction == "rtl" and span.text.strip():
                said = self._text(span.text, Point(x, y), own, "rtl", span.font)
                yield said._replace(fill=span.look.color or self.ink)
            elif span.text.strip():  # the white behind light words meets that of the next
                shown = span.text if stretch else span.text.rstrip(" ")
                said = self._text(shown, Point(x, y), own, span.direction, span.font)
                yield said._replace(fill=span.look.color or self.ink)
        for number, (span, along) in enumerate(placed, start=1):
            width = span.width(size)
            if stretch and number < len(placed):  # with what the space after it gained
                width = max(width, placed[number].x - along)
            yield from self._bars(span.look, Point(left + along, y), width, size)

    def _bars(self, look: WordLook, at: Point, width: Mm, size: Mm) -> Iterator[Bar]:
        """Yield the background of words, and the lines under and through them.

        The background covers the line from the tops of letters to their descenders.
        """
        own, color = size * look.scale, look.color or self.ink
        if look.background:
            rise = ASCENT * self._above(own)
            place = Rect(at.x, at.y - rise, width, rise + self._below(own)).inset(-PADDING * own)
            yield Bar(place, look.background, behind=True)
        if look.underlined:
            yield Bar(Rect(at.x, at.y + UNDER * own, width, LINE * own), color)
        if look.struck:
            middle = at.y - THROUGH * self._above(own)
            yield Bar(Rect(at.x, middle - LINE * own / 2, width, LINE * own), color)

    def _text(
        self, text: str, at: Point, size: Mm, direction: TextDirection, font: Font | None = None
    ) -> Text:
        return Text(
            at,
            text,
            font or self._font,
            size,
            self.ink,
            language=self.language,
            direction=direction,
        )

    def _leading(self, size: Mm) -> Mm:
        return size * self.frame.leading / 100

    def _above(self, size: Mm) -> Mm:
        return size * cap_height(self._font)

    def _below(self, size: Mm) -> Mm:
        return size * descent(self._font)

    def _depth(self, block: "_Block", size: Mm) -> Mm:
        """Return the distance from the first baseline to the last."""
        return (block.further + self._between * (block.apart - 1)) * self._leading(size)

    def _excess(self, size: Mm, block: "_Block") -> Mm:
        """Return by how much the text is higher than its place, or 0 if it fits."""
        above, below = self._above(size) * block.first, self._below(size) * block.last
        excess = above + self._depth(block, size) + below - self.place.height
        return excess if excess > EPSILON else 0.0

    def _first_baseline(self, size: Mm, block: "_Block") -> Mm:
        above, depth = self._above(size) * block.first, self._depth(block, size)
        lowest = self.place.bottom - self._below(size) * block.last - depth
        match self.frame.vertical:
            case "top":
                return self.place.y + above
            case "middle":
                middle = self.place.center.y + (above - depth) / 2
                return min(middle, lowest)
            case "bottom":
                return lowest

    @property
    def _between(self) -> float:
        """The space between paragraphs, as a part of a line."""
        return self.frame.paragraph_space / 100

    def _before(self, direction: TextDirection) -> float:
        """Return the share of the free room to the left of a line."""
        if self.frame.align in ("start", "justified"):
            return 1.0 if direction == "rtl" else 0.0
        return BEFORE[self.frame.align]


class _Block(NamedTuple):
    """The height of a text: of lines after the first, counted in lines of the frame's type.

    ``apart`` counts the paragraphs with space above them or at the top. ``first`` and ``last`` say
    how many times as high as the frame's type the first and the last line are.
    """

    further: float
    apart: int
    first: float = 1.0
    last: float = 1.0


_ONE_LINE = _Block(0, 1)


def _height(line: SetLine) -> float:
    """Return how many times as high as the frame's type a line is, at least 1."""
    return max(1.0, *(span.look.scale for span in line.spans)) if line.spans else 1.0


def _block(paragraphs: Sequence[SetParagraph]) -> _Block:
    heights = [_height(line) for paragraph in paragraphs for line in paragraph.all_lines]
    apart = sum(not paragraph.source.close for paragraph in paragraphs)
    return _Block(fsum(heights[1:]), apart, heights[0], heights[-1])


def _words(paragraph: SetParagraph) -> float:
    """Return the width of all words without spaces, at a font size of 1."""
    spans = [span for line in paragraph.all_lines for span in line.spans]
    icons = fsum(span.ems for span in spans if span.advance)
    return icons + fsum(
        text_width(word.removesuffix(SOFT_HYPHEN), span.font, 1) * span.look.scale
        for span in spans
        for word in span.text.split()
    )
