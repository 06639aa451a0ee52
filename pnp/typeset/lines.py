"""Paragraphs broken into lines: as few as there can be, and then as even as they can be.

All ways to break are compared, as Knuth and Plass do ("Breaking paragraphs into lines",
Software: Practice and Experience 11, 1981), for lines that are not stretched.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from pnp.errors import FontError, LayoutError
from pnp.fonts import FontName, require_glyphs, text_width
from pnp.units import EPSILON, Mm

SOFT_HYPHEN = "\u00ad"
NARROW_SPACE = "\u202f"  # only the sans fonts have one
LINE = 1000.0  # what each further line costs; unevenness of a paragraph costs less than that
HYPHEN = 4.0
TWO_HYPHENS = 12.0  # one below the other
SHORT_END = 6.0  # a last line of a syllable or two
SHORTEST_END = 0.12  # of the measure
_BREAKABLE = re.compile(r"[^-\u2013/]+[-\u2013/]?|[-\u2013/]")

Hyphenate = Callable[[str], Sequence[str]]


class Span(NamedTuple):
    """Text in one font that belongs to one leaf of a document."""

    text: str
    font: FontName
    leaf: int


class Line(NamedTuple):
    """A line's spans from left to right. All but the last end in a space or a soft hyphen."""

    spans: tuple[Span, ...]
    width: Mm


class _Piece(NamedTuple):
    """What is never broken. ``space`` is what follows it unless a line ends here."""

    spans: tuple[Span, ...]
    width: Mm
    space: Span | None
    soft: bool = False


@cache
def hyphenation(lang: str) -> Hyphenate | None:
    """Return what parts words of a language, None if nothing is known of it."""
    from pyphen import Pyphen, language_fallback

    code = language_fallback({"en": "en_GB"}.get(lang, lang))
    return _Hyphenate(Pyphen(lang=code, left=2, right=3)) if code else None


class _Hyphenate:
    """Parts words; short ones, and what is no word, stay whole."""

    def __init__(self, dictionary: object) -> None:
        self._inserted: Callable[[str, str], str] = dictionary.inserted  # type: ignore[attr-defined]
        self._known: dict[str, Sequence[str]] = {}

    def __call__(self, text: str) -> Sequence[str]:
        if text not in self._known:
            self._known[text] = self._parted(text)
        return self._known[text]

    def _parted(self, text: str) -> Sequence[str]:
        word = text.strip("\u201e\u201c\u201d\u2018\u2019\u00ab\u00bb\u00a0().,;:!?-\u2013")
        if len(word) < 6 or not word.isalpha() or word.isupper():
            return (text,)
        head, _, tail = text.partition(word)
        parts = self._inserted(word, "\n").split("\n")
        return (head + parts[0], *parts[1:-1], parts[-1] + tail) if len(parts) > 1 else (text,)


def break_lines(
    spans: Iterable[Span],
    size: Mm,
    measure: Mm,
    hyphenate: Hyphenate | None = None,
    even: bool = False,
) -> tuple[Line, ...]:
    """Break text into lines no longer than ``measure``; the last may be short unless all are even.

    Raises:
        LayoutError: If something that cannot be broken is longer than a line.
        FontError: If a font has no glyph for a character.
    """
    pieces = list(_pieces(spans, size, hyphenate))
    return tuple(
        _line(pieces[start:end], end == len(pieces), size)
        for start, end in _breaks(pieces, size, measure, even)
    )


def _breaks(pieces: Sequence[_Piece], size: Mm, measure: Mm, even: bool) -> list[tuple[int, int]]:
    """Return where each line starts and ends, by the least cost of all ways."""
    count = len(pieces)
    cost, before = [0.0] + [float("inf")] * count, [0] * (count + 1)
    for start in range(count):
        width = 0.0
        for end in range(start + 1, count + 1):
            piece = pieces[end - 1]
            width += piece.width
            hyphen = text_width("-", piece.spans[-1].font, size) if piece.soft else 0.0
            if width + hyphen > measure + EPSILON:
                if end == start + 1:
                    word = "".join(span.text for span in piece.spans)
                    raise LayoutError(f"{word!r} is longer than a line of {measure:.0f} mm")
                if width > measure + EPSILON:
                    break
            else:
                soft = start > 0 and pieces[start - 1].soft
                left, last = measure - width - hyphen, end == count and not even
                whole = cost[start] + _cost(left, measure, piece, soft, last)
                if whole < cost[end]:
                    cost[end], before[end] = whole, start
            width += text_width(piece.space.text, piece.space.font, size) if piece.space else 0.0
    found = []
    end = count
    while end:
        found.append((before[end], end))
        end = before[end]
    return found[::-1]


def _cost(left: Mm, measure: Mm, piece: _Piece, soft_before: bool, last: bool) -> float:
    if last:
        return LINE + (SHORT_END if measure - left < SHORTEST_END * measure else 0.0)
    hyphens = (TWO_HYPHENS if soft_before else HYPHEN) if piece.soft else 0.0
    return LINE + 100 * (left / measure) ** 2 + hyphens


def _line(pieces: Sequence[_Piece], last: bool, size: Mm) -> Line:
    spans: list[Span] = []
    for piece in pieces[:-1]:
        spans += piece.spans
        spans += [piece.space] if piece.space else []
    end = pieces[-1]
    spans += end.spans
    width = sum(text_width(span.text, span.font, size) for span in spans)
    if end.soft:
        spans.append(end.spans[-1]._replace(text=SOFT_HYPHEN))
        width += text_width("-", end.spans[-1].font, size)
    elif end.space and not last:
        spans.append(end.space)  # so that who reads the text finds words, not one long word
    return Line(tuple(_merged(spans)), width)


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    for (font, leaf), alike in groupby(spans, key=lambda span: (span.font, span.leaf)):
        yield Span("".join(span.text for span in alike), font, leaf)


def _pieces(spans: Iterable[Span], size: Mm, hyphenate: Hyphenate | None) -> Iterator[_Piece]:
    """Yield what lines are made of: words, and the parts of words that may be broken."""
    for word, space in _words(spans):
        parts = list(_parts(word, hyphenate))
        for number, (part, soft) in enumerate(parts, start=1):
            shown = tuple(glyphed for span in part for glyphed in _with_glyphs(span))
            width = sum(text_width(span.text, span.font, size) for span in shown)
            last = number == len(parts)
            yield _Piece(shown, width, space if last else None, soft and not last)


def _words(spans: Iterable[Span]) -> Iterator[tuple[list[Span], Span | None]]:
    """Yield what stands between spaces, each with the space behind it."""
    word: list[Span] = []
    for span in spans:
        for number, text in enumerate(span.text.split(" ")):
            if number and word:
                yield word, span._replace(text=" ")
                word = []
            if text:
                word.append(span._replace(text=text))
    if word:
        yield word, None


def _parts(word: list[Span], hyphenate: Hyphenate | None) -> Iterator[tuple[list[Span], bool]]:
    """Yield parts of a word, and whether one that ends a line takes a hyphen."""
    if len(word) > 1:
        yield word, False
        return
    (span,) = word
    for chunk in _BREAKABLE.findall(span.text) if len(span.text) > 3 else [span.text]:
        syllables = hyphenate(chunk) if hyphenate else (chunk,)
        for number, syllable in enumerate(syllables, start=1):
            yield [span._replace(text=syllable)], number < len(syllables)


def _with_glyphs(span: Span) -> Iterator[Span]:
    """Yield a span in fonts that can show it: the narrow space is taken from a sans font.

    Raises:
        FontError: If a character is missing, with the text around it.
    """
    if NARROW_SPACE not in span.text:
        try:
            require_glyphs(span.text, span.font)
        except FontError as error:
            raise FontError(f"{error} (in {span.text!r})") from None
        yield span
        return
    for narrow, group in groupby(span.text, key=lambda c: c == NARROW_SPACE):
        part = span._replace(text="".join(group))
        yield part._replace(font="sans") if narrow else next(_with_glyphs(part))
