"""Spans of text in one style and font, and their places in a line."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pnp.base.font_files import SANS, SERIF, Family
from pnp.base.fonts import Font, cap_height, text_width
from pnp.base.shaping import TextDirection, needs_order, visual_runs
from pnp.base.units import MM_PER_UNIT, Mm

__all__ = ["PT", "SANS", "SERIF", "Family", "TextStyle"]

PT: Mm = MM_PER_UNIT["in"] / 72

OBJECT = "\ufffc"  # stands for an icon where the order and the breaks of text are looked for


class BookFonts(NamedTuple):
    """The fonts of a document for the serif and sans families of the styles."""

    serif: Family = SERIF
    sans: Family = SANS

    def of(self, family: Family) -> Family:
        """Return the fonts that replace a family of a style."""
        return {SERIF: self.serif, SANS: self.sans}.get(family, family)


class TextStyle(NamedTuple):
    """The type, size, spacing and colour of a text.

    ``leading`` is the distance between baselines, ``before`` the space above, ``indent`` the space
    to the left of every line. An ``even`` text has lines of similar length. In ``italic`` text,
    emphasis is upright.
    """

    family: Family
    size: Mm
    leading: Mm
    before: Mm = 0.0
    color: str = "#1b1b1b"
    indent: Mm = 0.0
    centered: bool = False
    hyphenated: bool = True
    italic: bool = False
    even: bool = False

    @property
    def baseline(self) -> Mm:
        """The distance of the baseline from the top of a line in which capitals are centred."""
        return self.leading / 2 + self.size * cap_height(self.family.regular) / 2


class WordLook(NamedTuple):
    """How words differ from the text around them; ``scale`` multiplies its size."""

    color: str | None = None
    background: str | None = None
    scale: float = 1.0
    underlined: bool = False
    struck: bool = False


class TextSpan(NamedTuple):
    """Text in one font that belongs to one leaf of a document.

    A span with an ``advance`` stands for an object such as an icon; ``advance`` is its width as a
    fraction of the font size. ``direction`` is set only for parts of a line that mixes both
    directions.
    """

    text: str
    font: Font
    leaf: int
    advance: float | None = None
    language: str = ""
    direction: TextDirection = ""
    look: WordLook = WordLook()

    def width(self, size: Mm) -> Mm:
        """Return the width at a font size."""
        return self.ems * size

    @property
    def ems(self) -> float:
        """The width as a fraction of the size of the text around it."""
        if self.advance is not None:
            return self.advance * self.look.scale
        return _ems(self.text, self.font, self.language, self.direction) * self.look.scale

    @property
    def letters(self) -> str:
        """The text, or the character that stands for an object."""
        return self.text if self.advance is None else OBJECT


class PlacedSpan(NamedTuple):
    """A span or part of one, with its distance from the left end of the line."""

    span: TextSpan
    x: Mm


@lru_cache(maxsize=4096)  # words recur
def _ems(text: str, font: Font, language: str, direction: TextDirection) -> float:
    return text_width(text, font, 1, language, direction)


def placed_spans(
    spans: Iterable[tuple[TextSpan, Mm]], size: Mm, direction: TextDirection
) -> list[PlacedSpan]:
    """Return the spans of a line with their positions, in reading order.

    Each span comes with the extra space after it. A line may mix both directions: spans are then
    split where the direction changes. In a line from right to left, a trailing space stands on the
    left.
    """
    given = list(spans)
    text = "".join(span.letters for span, _ in given)
    if not needs_order(text, direction):
        x = 0.0
        found: list[PlacedSpan] = []
        for span, more in given:
            found.append(PlacedSpan(span, x))
            x += span.width(size) + more
        return found
    parts = [part for run in visual_runs(text, direction) for part in _parts(given, *run)]
    x = -_end_space(given, size) if direction == "rtl" else 0.0
    placed: list[tuple[int, PlacedSpan]] = []
    for start, span, more in parts:
        before = more if span.direction == "rtl" else 0.0
        placed.append((start, PlacedSpan(span, x + before)))
        x += span.width(size) + more
    return [one for _, one in sorted(placed, key=lambda one: one[0])]


def _parts(
    spans: list[tuple[TextSpan, Mm]], start: int, end: int, turned: bool
) -> Iterator[tuple[int, TextSpan, Mm]]:
    """Yield the parts of spans in a run from left to right: start, span and extra space."""
    found: list[tuple[int, TextSpan, Mm]] = []
    at = 0
    for span, more in spans:
        letters = span.letters
        first, last = max(start, at), min(end, at + len(letters))
        if first < last:
            text = span.text if span.advance is not None else letters[first - at : last - at]
            part = span._replace(text=text, direction="rtl" if turned else "ltr")
            found.append((first, part, more if last == at + len(letters) else 0.0))
        at += len(letters)
    yield from reversed(found) if turned else found


def _end_space(spans: list[tuple[TextSpan, Mm]], size: Mm) -> Mm:
    """Return the width of the space at the end of a line."""
    last, _ = spans[-1]
    if not last.text.endswith(" "):
        return 0.0
    turned = last._replace(direction="rtl")
    return turned.width(size) - turned._replace(text=last.text.rstrip(" ")).width(size)
