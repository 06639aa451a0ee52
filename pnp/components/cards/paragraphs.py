"""Text with **bold**, *italic* and :icons: in lines, made smaller until it fits its frame."""

import re
from collections.abc import Iterator, Mapping
from math import ceil
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.fonts import cap_height, descent, text_width
from pnp.base.geometry import Point, Rect
from pnp.base.units import EPSILON, Mm
from pnp.components.cards.frames import TextFrame
from pnp.scene import Text
from pnp.typeset.lines import SOFT_HYPHEN, SetLine, TextSpan, break_lines, hyphenation
from pnp.typeset.styles import PT, SANS, SERIF, Family

_MARK = re.compile(r"\\([*:\\])|(\*\*|\*)|:([a-z0-9]+(?:-[a-z0-9]+)*):")
NOT_AN_ICON = -1
STEP: Mm = PT / 4  # by which type is made smaller
BETWEEN = 0.35  # of a line: the room between paragraphs
ICON_HEIGHT = 0.9  # of the type's size
ICON_ROOM = 0.05  # of the type's size, on either side
FAMILIES = {"sans": SANS, "serif": SERIF}


class Inline(NamedTuple):
    """A paragraph's spans; the leaf of one with an advance is the number of its icon."""

    spans: tuple[TextSpan, ...]
    icons: tuple[str, ...]


def read_inline(
    text: str, family: Family, bold: bool, italic: bool, icons: Mapping[str, float]
) -> Inline:
    """Read a paragraph; ``icons`` has the width of each icon as a part of the font size.

    A backslash before an asterisk or a colon makes it an ordinary character.

    Raises:
        LayoutError: If an asterisk has no partner or no icon has that name.
    """
    spans: list[TextSpan] = []
    found: list[str] = []
    strong = slanted = False
    end = 0

    def say(words: str) -> None:
        if words:
            cut = family.cut(bold or strong, italic != slanted)
            spans.append(TextSpan(words, cut, NOT_AN_ICON))

    for match in _MARK.finditer(text):
        if match[3] is not None and match[3] not in icons and match[3].isdecimal():
            continue  # 12:30:15
        say(text[end : match.start()])
        end = match.end()
        if match[1]:
            say(match[1])
        elif match[2] == "**":
            strong = not strong
        elif match[2]:
            slanted = not slanted
        elif match[3] in icons:
            found.append(match[3])
            cut = family.cut(bold, italic)
            spans.append(TextSpan("", cut, len(found) - 1, icons[match[3]]))
        else:
            known = ", ".join(icons) or "none"
            raise LayoutError(f"there is no icon {match[3]!r}; there are: {known}")
    if strong or slanted:
        raise LayoutError(r"an asterisk has no partner; write \* for one that is printed")
    say(text[end:])
    return Inline(tuple(spans), tuple(found))


class PlacedIcon(NamedTuple):
    """The name of an icon in a line, and where it is."""

    name: str
    place: Rect


class _Paragraph(NamedTuple):
    lines: tuple[SetLine, ...]
    icons: tuple[str, ...]


class _Set(NamedTuple):
    """Paragraphs in one size of type; ``depth`` is from the first baseline to the last."""

    size: Mm
    paragraphs: tuple[_Paragraph, ...]
    depth: Mm


def fit_text(
    frame: TextFrame, text: str, place: Rect, icons: Mapping[str, float], ink: str, language: str
) -> tuple[Text | PlacedIcon, ...]:
    """Set text in its place; ``icons`` has the ratio of each icon's width to its height.

    Capitals of the first line touch the top of the place, or letters of the last its bottom.

    Raises:
        LayoutError: If the text does not fit in the smallest type, with the excess.
        FontError: If a font has no glyph for a character.
    """
    return _Fitting(frame, place, icons, ink, language).of(text)


class _Fitting:
    def __init__(
        self, frame: TextFrame, place: Rect, icons: Mapping[str, float], ink: str, language: str
    ) -> None:
        self._frame, self._place, self._ink, self._language = frame, place, ink, language
        self._family: Family = FAMILIES[frame.font]
        self._font = self._family.cut(frame.bold, frame.italic)
        self._icons = icons
        self._advances = {
            name: ICON_HEIGHT * width + 2 * ICON_ROOM for name, width in icons.items()
        }

    def of(self, text: str) -> tuple[Text | PlacedIcon, ...]:
        text = text.strip()
        if not text:
            return ()
        size = self._frame.size
        if not any(sign in text for sign in "*:\\\n"):
            width = text_width(text, self._font, size)
            if width <= self._place.width + EPSILON and not self._excess(size, 0):
                at = Point(self._start(width), self._first_baseline(size, 0))
                return (Text(at, text, self._font, size, self._ink),)
        frame = self._frame
        read = tuple(
            read_inline(line.strip(), self._family, frame.bold, frame.italic, self._advances)
            for line in text.splitlines()
            if line.strip()
        )
        return tuple(self._placed(self._largest(read)))

    def _largest(self, paragraphs: tuple[Inline, ...]) -> _Set:
        """Return the text in the largest type in which it fits."""
        size, least = self._frame.size, self._frame.least or self._frame.size
        words: tuple[float, ...] = ()
        while True:
            try:
                made = self._set(paragraphs, size)
                words = tuple(map(_words, made.paragraphs))
                excess = self._excess(size, made.depth)
                if not excess:
                    return made
                fault = (
                    f"the text is {excess:.1f} mm too high in type of {size / PT:.3g} pt, with "
                    f"{self._place.height:.1f} mm of room"
                )
            except LayoutError as error:
                fault = f"in type of {size / PT:.3g} pt {error}"
            if size <= least + EPSILON:
                raise LayoutError(
                    f"{fault}; write less, or make the frame larger or its type smaller"
                )
            size = max(least, size - STEP)
            while size > least + EPSILON and self._is_hopeless(words, size):
                size = max(least, size - STEP)

    def _is_hopeless(self, words: tuple[float, ...], size: Mm) -> bool:
        """Return whether words of these widths are too high however they are broken."""
        width = self._place.width
        lines = sum(max(1, ceil(part * size / width - EPSILON)) for part in words)
        return bool(words) and self._excess(size, self._depth(lines, len(words), size)) > 0

    def _set(self, paragraphs: tuple[Inline, ...], size: Mm) -> _Set:
        frame = self._frame
        hyphenate = hyphenation(self._language) if frame.hyphens else None
        broken = tuple(
            _Paragraph(
                break_lines(
                    one.spans, size, self._place.width, hyphenate, even=frame.align == "center"
                ),
                one.icons,
            )
            for one in paragraphs
        )
        lines = sum(len(one.lines) for one in broken)
        return _Set(size, broken, self._depth(lines, len(broken), size))

    def _depth(self, lines: int, paragraphs: int, size: Mm) -> Mm:
        """Return the distance from the first baseline to the last."""
        return (lines - 1 + BETWEEN * (paragraphs - 1)) * self._leading(size)

    def _placed(self, made: _Set) -> Iterator[Text | PlacedIcon]:
        size, leading = made.size, self._leading(made.size)
        y = self._first_baseline(size, made.depth)
        for paragraph in made.paragraphs:
            for line in paragraph.lines:
                yield from self._line(line, paragraph.icons, y, size)
                y += leading
            y += BETWEEN * leading

    def _line(
        self, line: SetLine, icons: tuple[str, ...], y: Mm, size: Mm
    ) -> Iterator[Text | PlacedIcon]:
        x = self._start(line.width)
        for span in line.spans:
            if span.leaf != NOT_AN_ICON:
                name = icons[span.leaf]
                height = ICON_HEIGHT * size
                middle = y - size * cap_height(self._font) / 2
                width = height * self._icons[name]
                yield PlacedIcon(
                    name, Rect(x + ICON_ROOM * size, middle - height / 2, width, height)
                )
                x += span.width(size)
                continue
            string = "-" if span.text == SOFT_HYPHEN else span.text
            if string.strip():
                yield Text(Point(x, y), string.rstrip(" "), span.font, size, self._ink)
            x += text_width(string, span.font, size)

    def _leading(self, size: Mm) -> Mm:
        return size * self._frame.leading / 100

    def _above(self, size: Mm) -> Mm:
        return size * cap_height(self._font)

    def _below(self, size: Mm) -> Mm:
        return size * descent(self._font)

    def _excess(self, size: Mm, depth: Mm) -> Mm:
        """Return how much higher than its place the text is, or 0 if it fits."""
        excess = self._above(size) + depth + self._below(size) - self._place.height
        return excess if excess > EPSILON else 0.0

    def _first_baseline(self, size: Mm, depth: Mm) -> Mm:
        top = self._place.y + self._above(size)
        lowest = self._place.bottom - self._below(size) - depth
        match self._frame.vertical:
            case "top":
                return top
            case "middle":
                middle = self._place.center.y + (self._above(size) - depth) / 2
                return min(middle, lowest)
            case "bottom":
                return lowest

    def _start(self, width: Mm) -> Mm:
        room = self._place.width - width
        return self._place.x + {"left": 0.0, "center": room / 2, "right": room}[self._frame.align]


def _words(paragraph: _Paragraph) -> float:
    """Return the width of all words without spaces, as a part of the font size."""
    return sum(
        span.advance or text_width(span.text.replace(" ", "").rstrip(SOFT_HYPHEN), span.font, 1)
        for line in paragraph.lines
        for span in line.spans
    )
