"""Text with **bold**, *italic* and :icons: in lines, made smaller until it fits its frame."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.fonts import Font, cap_height, descent, text_width
from pnp.base.geometry import Point, Rect
from pnp.base.shaping import SOFT_HYPHEN
from pnp.base.units import EPSILON, Mm
from pnp.components.cards.frames import BEFORE, TextFrame
from pnp.scene import Text
from pnp.typeset.lines import SetLine, TextSpan, break_lines, hyphenation
from pnp.typeset.styles import PT, SANS, SERIF

_MARK = re.compile(r"\\([*:\\])|(\*\*|\*)|:([a-z0-9]+(?:-[a-z0-9]+)*):")
NOT_AN_ICON = -1
STEP: Mm = PT / 4  # by which type is made smaller
BETWEEN = 0.35  # of a line: the room between paragraphs
ICON_HEIGHT = 0.9  # of the type's size
ICON_ROOM = 0.05  # of the type's size, on either side
FAMILIES = {"sans": SANS, "serif": SERIF}

SetParagraph = Sequence[SetLine]


class PlacedIcon(NamedTuple):
    """The name of an icon in a line, and where it is."""

    name: str
    place: Rect


class _Excess(NamedTuple):
    """Why text does not fit in a size, and the widths of its paragraphs if they can be broken."""

    fault: str
    words: list[float]


@dataclass(frozen=True)
class TextFitter:
    """Sets text in the place of a frame, in the largest type in which it fits.

    ``icons`` has the ratio of each icon's width to its height. Capitals of the first line touch
    the top of the place, or letters of the last its bottom.
    """

    frame: TextFrame
    place: Rect
    icons: Mapping[str, float]
    ink: str
    language: str

    def fit(self, text: str) -> tuple[Text | PlacedIcon, ...]:
        """Set text.

        Raises:
            LayoutError: If it does not fit in the smallest type, with the excess; if an asterisk
                has no partner or no icon has that name.
            FontError: If a font has no glyph for a character.
        """
        text, size = text.strip(), self.frame.size
        if text and not any(sign in text for sign in "*:\\\n"):
            width = text_width(text, self._font, size)
            if width <= self.place.width + EPSILON and not self._excess(size, 0):
                at = Point(self._start(width), self._first_baseline(size, 0))
                return (Text(at, text, self._font, size, self.ink),)
        paragraphs = [self._read(line.strip()) for line in text.splitlines() if line.strip()]
        return tuple(self._placed(*self._largest(paragraphs))) if text else ()

    @cached_property
    def _font(self) -> Font:
        return FAMILIES[self.frame.font].cut(self.frame.bold, self.frame.italic)

    def _read(self, text: str) -> list[TextSpan]:
        """Read a paragraph; the leaf of an icon's span is its number among the icons.

        A backslash before an asterisk or a colon makes it an ordinary character.
        """
        family, names = FAMILIES[self.frame.font], list(self.icons)
        spans: list[TextSpan] = []
        strong = slanted = False
        end = 0

        def say(words: str) -> None:
            if words:
                cut = family.cut(self.frame.bold or strong, self.frame.italic != slanted)
                spans.append(TextSpan(words, cut, NOT_AN_ICON))

        for match in _MARK.finditer(text):
            escaped, asterisks, icon = match.groups()
            if icon is not None and icon not in names and icon.isdecimal():
                continue  # 12:30:15
            say(text[end : match.start()])
            end = match.end()
            if escaped:
                say(escaped)
            elif asterisks == "**":
                strong = not strong
            elif asterisks:
                slanted = not slanted
            elif icon in names:
                advance = ICON_HEIGHT * self.icons[icon] + 2 * ICON_ROOM
                spans.append(TextSpan("", self._font, names.index(icon), advance))
            else:
                known = ", ".join(names) or "none"
                raise LayoutError(f"there is no icon {icon!r}; there are: {known}")
        if strong or slanted:
            raise LayoutError(r"an asterisk has no partner; write \* for one that is printed")
        say(text[end:])
        return spans

    def _largest(self, paragraphs: list[list[TextSpan]]) -> tuple[list[SetParagraph], Mm]:
        """Return the text in the largest type in which it fits, and the size of that.

        Sizes are so many steps below the frame's. The text fits in every size below one in which
        it fits, so longer and longer steps find two sizes between which the largest lies.
        """
        last = ceil((self.frame.size - self._least) / STEP - EPSILON)
        too_large, steps, stride = -1, 0, 1
        while isinstance(found := self._attempt(paragraphs, steps), _Excess):
            if steps == last:
                ways = "write less, or make the frame larger or its type smaller"
                if not (found.words or self.frame.hyphens):
                    ways = "make the frame larger or its type smaller, or write hyphens = true"
                raise LayoutError(f"{found.fault}; {ways}")
            too_large = self._last_hopeless(found.words, steps, last - 1)
            steps, stride = min(last, too_large + stride), 2 * stride
        while steps - too_large > 1:
            between = (too_large + steps) // 2
            smaller = self._attempt(paragraphs, between)
            if isinstance(smaller, _Excess):
                too_large = between
            else:
                found, steps = smaller, between
        return found, self._size(steps)

    @cached_property
    def _least(self) -> Mm:
        return self.frame.least or self.frame.size

    def _size(self, steps: int) -> Mm:
        return max(self._least, self.frame.size - steps * STEP)

    def _attempt(
        self, paragraphs: list[list[TextSpan]], steps: int
    ) -> "list[SetParagraph] | _Excess":
        """Break the text in type so many steps smaller."""
        size = self._size(steps)
        try:
            made = [self._broken(spans, size) for spans in paragraphs]
        except LayoutError as error:
            return _Excess(f"in type of {size / PT:.3g} pt {error}", [])
        excess = self._excess(size, self._depth(sum(map(len, made)), len(made), size))
        if not excess:
            return made
        fault = (
            f"the text is {excess:.1f} mm too high in type of {size / PT:.3g} pt, with "
            f"{self.place.height:.1f} mm of room"
        )
        return _Excess(fault, [_words(paragraph) for paragraph in made])

    def _last_hopeless(self, words: list[float], first: int, last: int) -> int:
        """Return the most steps, ``first`` or more, after which words of these widths do not fit.

        They are too high however they are broken.
        """
        width = self.place.width

        def may_fit(steps: int) -> bool:
            size = self._size(steps)
            lines = sum(max(1, ceil(part * size / width - EPSILON)) for part in words)
            return not self._excess(size, self._depth(lines, len(words), size))

        if not words:
            return first
        return first + bisect_left(range(first + 1, last + 1), True, key=may_fit)

    def _broken(self, spans: list[TextSpan], size: Mm) -> SetParagraph:
        """Break a paragraph; words are hyphenated only where that saves a line."""
        width, even = self.place.width, self.frame.align == "center"
        hyphenate = hyphenation(self.language) if self.frame.hyphens else None
        if hyphenate is None:
            return break_lines(spans, size, width, None, even)
        hyphenated = break_lines(spans, size, width, hyphenate, even)
        try:
            whole = break_lines(spans, size, width, None, even)
        except LayoutError:  # a word is longer than a line
            return hyphenated
        return whole if len(whole) <= len(hyphenated) else hyphenated

    def _placed(self, paragraphs: list[SetParagraph], size: Mm) -> Iterator[Text | PlacedIcon]:
        leading = self._leading(size)
        depth = self._depth(sum(map(len, paragraphs)), len(paragraphs), size)
        y = self._first_baseline(size, depth)
        for paragraph in paragraphs:
            for line in paragraph:
                yield from self._line(line, y, size)
                y += leading
            y += BETWEEN * leading

    def _line(self, line: SetLine, y: Mm, size: Mm) -> Iterator[Text | PlacedIcon]:
        x = self._start(line.width)
        for span in line.spans:
            if span.leaf != NOT_AN_ICON:
                name, ratio = list(self.icons.items())[span.leaf]
                height = ICON_HEIGHT * size
                top = y - self._above(size) / 2 - height / 2
                yield PlacedIcon(name, Rect(x + ICON_ROOM * size, top, height * ratio, height))
                x += span.width(size)
                continue
            if shown := span.text.rstrip(" "):
                yield Text(Point(x, y), shown, span.font, size, self.ink)
            x += span.width(size)

    def _leading(self, size: Mm) -> Mm:
        return size * self.frame.leading / 100

    def _above(self, size: Mm) -> Mm:
        return size * cap_height(self._font)

    def _below(self, size: Mm) -> Mm:
        return size * descent(self._font)

    def _depth(self, lines: int, paragraphs: int, size: Mm) -> Mm:
        """Return the distance from the first baseline to the last."""
        return (lines - 1 + BETWEEN * (paragraphs - 1)) * self._leading(size)

    def _excess(self, size: Mm, depth: Mm) -> Mm:
        """Return how much higher than its place the text is, or 0 if it fits."""
        excess = self._above(size) + depth + self._below(size) - self.place.height
        return excess if excess > EPSILON else 0.0

    def _first_baseline(self, size: Mm, depth: Mm) -> Mm:
        lowest = self.place.bottom - self._below(size) - depth
        match self.frame.vertical:
            case "top":
                return self.place.y + self._above(size)
            case "middle":
                middle = self.place.center.y + (self._above(size) - depth) / 2
                return min(middle, lowest)
            case "bottom":
                return lowest

    def _start(self, width: Mm) -> Mm:
        return self.place.x + BEFORE[self.frame.align] * (self.place.width - width)


def _words(paragraph: SetParagraph) -> float:
    """Return the width of all words without spaces, as a part of the font size."""
    spans = [span for line in paragraph for span in line.spans]
    icons = sum(span.advance or 0.0 for span in spans)
    return icons + sum(
        text_width(word.removesuffix(SOFT_HYPHEN), span.font, 1)
        for span in spans
        for word in span.text.split()
    )
