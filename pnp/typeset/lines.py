"""Paragraphs broken into lines: as few as there can be, and then as even as they can be.

All ways to break are compared, as Knuth and Plass do ("Breaking paragraphs into lines",
Software: Practice and Experience 11, 1981), for lines that are not stretched.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from math import inf
from typing import NamedTuple

from pnp.base.errors import FontError, LayoutError
from pnp.base.fonts import FontName, text_width
from pnp.base.units import EPSILON, Mm, quoted

SOFT_HYPHEN = "\u00ad"
NARROW_SPACE = "\u202f"  # only the sans fonts have one
LINE = 1000.0  # what each further line costs; unevenness of a paragraph costs less than that
HYPHEN = 4.0
TWO_HYPHENS = 12.0  # one below the other
SHORT_END = 6.0  # a last line of a syllable or two
SHORTEST_END = 0.12  # of the measure
SHORTEST = 0.55  # of the measure, for a line within a paragraph
_BREAKABLE = re.compile(r"[^-\u2013/]+[-\u2013/]?|[-\u2013/]")

Hyphenate = Callable[[str], Sequence[str]]


class Span(NamedTuple):
    """Text in one font that belongs to one leaf of a document.

    One with an ``advance`` is no text but something as wide as that, in parts of the size.
    """

    text: str
    font: FontName
    leaf: int
    advance: float | None = None

    def width(self, size: Mm) -> Mm:
        """Return how wide it is.

        Raises:
            FontError: If the font has no glyph for a character.
        """
        if self.advance is not None:
            return self.advance * size
        return text_width(self.text, self.font, size)


class Line(NamedTuple):
    """A line's spans from left to right. All but the last end in a space or a soft hyphen."""

    spans: tuple[Span, ...]
    width: Mm


class _Piece(NamedTuple):
    """What is never broken.

    ``space`` follows it unless a line ends here; one that is ``soft`` gets a hyphen if it does.
    """

    spans: tuple[Span, ...]
    width: Mm
    space: Span | None
    soft: bool = False


@cache
def hyphenation(lang: str) -> Hyphenate | None:
    """Return what parts words of a language, None if nothing is known of it."""
    from pnp.typeset.patterns import hyphenator

    found = hyphenator({"en": "en_GB"}.get(lang, lang))
    return _Hyphenate(found) if found else None


class _Hyphenate:
    """Parts words; short ones, and what is no word, stay whole."""

    def __init__(self, dictionary: object) -> None:
        self._inserted: Callable[[str, str], str] = dictionary.inserted  # type: ignore[attr-defined]

    def __call__(self, text: str) -> Sequence[str]:
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
    """Return where each line starts and ends, by the least cost of all ways.

    Lines that are much too short are tried only where there is no other way.
    """
    found = _least(pieces, size, measure, even, SHORTEST) or _least(pieces, size, measure, even, 0)
    if found is None:
        longest = max(pieces, key=lambda piece: piece.width)
        word = "".join(span.text for span in longest.spans)
        raise LayoutError(f"{quoted(word)} is longer than a line of {measure:.0f} mm")
    return found


def _least(
    pieces: Sequence[_Piece], size: Mm, measure: Mm, even: bool, shortest: float
) -> list[tuple[int, int]] | None:
    """Return the best way among those whose lines, but for the last, fill such a part."""
    count = len(pieces)
    begins, ends = _edges(pieces, size)
    cost, before = [0.0] + [inf] * count, [0] * (count + 1)
    for start in range(count):
        if cost[start] == inf:
            continue
        begin = begins[start]
        soft_before = start > 0 and pieces[start - 1].soft
        first = bisect_left(begins, begin + shortest * measure, start, count - 1)
        for end in range(first, count):
            left = measure - (ends[end] - begin)
            soft = pieces[end].soft
            if left < -EPSILON:
                if not soft:
                    break
                continue  # without its hyphen it may still be part of a line
            last = end == count - 1 and not even
            whole = cost[start] + _cost(left / measure, soft, soft_before, last)
            if whole < cost[end + 1]:
                cost[end + 1], before[end + 1] = whole, start
    if cost[count] == inf:
        return None
    found = []
    end = count
    while end:
        found.append((before[end], end))
        end = before[end]
    return found[::-1]


def _edges(pieces: Sequence[_Piece], size: Mm) -> tuple[list[Mm], list[Mm]]:
    """Return where each piece begins, all in one line, and where a line ends that it ends."""
    begins: list[Mm] = []
    ends: list[Mm] = []
    at = 0.0
    for piece in pieces:
        begins.append(at)
        at += piece.width
        hyphen = text_width("-", piece.spans[-1].font, size) if piece.soft else 0.0
        ends.append(at + hyphen)
        if piece.space:
            at += text_width(" ", piece.space.font, size)
    return begins, ends


def _cost(left: float, soft: bool, soft_before: bool, last: bool) -> float:
    """Return what a line costs of which such a part is ``left`` empty."""
    if last:
        return LINE + (SHORT_END if left > 1 - SHORTEST_END else 0.0)
    hyphens = (TWO_HYPHENS if soft_before else HYPHEN) if soft else 0.0
    return LINE + 100 * left * left + hyphens


def _line(pieces: Sequence[_Piece], last: bool, size: Mm) -> Line:
    spans: list[Span] = []
    for piece in pieces[:-1]:
        spans += piece.spans
        spans += [piece.space] if piece.space else []
    end = pieces[-1]
    spans += end.spans
    width = sum(span.width(size) for span in spans)
    if end.soft:
        spans.append(end.spans[-1]._replace(text=SOFT_HYPHEN))
        width += text_width("-", end.spans[-1].font, size)
    elif end.space and not last:
        spans.append(end.space)  # so that who reads the text finds words, not one long word
    return Line(tuple(_merged(spans)), width)


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    for (font, leaf, advance), alike in groupby(spans, key=lambda span: span[1:]):
        if advance is None:
            yield Span("".join(span.text for span in alike), font, leaf)
        else:
            yield from alike


def _pieces(spans: Iterable[Span], size: Mm, hyphenate: Hyphenate | None) -> Iterator[_Piece]:
    """Yield what lines are made of: words, and the parts of words that may be broken."""
    for word, space in _words(spans):
        if len(word) > 1:
            shown = tuple(part for span in word for part in _with_glyphs(span))
            yield _Piece(shown, _width(shown, size), space)
            continue
        (span,) = word
        if span.advance is not None:
            yield _Piece((span,), span.width(size), space)
            continue
        parts = _parts(span.text, hyphenate)
        for number, (text, soft) in enumerate(parts, start=1):
            shown = _with_glyphs(Span(text, span.font, span.leaf))
            last = number == len(parts)
            yield _Piece(shown, _width(shown, size), space if last else None, soft and not last)


def _width(spans: tuple[Span, ...], size: Mm) -> Mm:
    return sum(
        [
            _advance(span.text, span.font, size) if span.advance is None else span.width(size)
            for span in spans
        ]
    )


@lru_cache(maxsize=4096)  # the same words come again and again
def _advance(text: str, font: FontName, size: Mm) -> Mm:
    """Return how wide a word is, and tell it if it has a character that cannot be shown."""
    try:
        return text_width(text, font, size)
    except FontError as error:
        raise FontError(f"{error} (in {text!r})") from None


def _words(spans: Iterable[Span]) -> Iterator[tuple[list[Span], Span | None]]:
    """Yield what stands between spaces, each with the space behind it."""
    word: list[Span] = []
    for span in spans:
        if span.advance is not None:
            word.append(span)
            continue
        text, font, leaf, _ = span
        space = Span(" ", font, leaf)
        for number, part in enumerate(text.split(" ")):
            if number and word:
                yield word, space
                word = []
            if part:
                word.append(Span(part, font, leaf))
    if word:
        yield word, None


@lru_cache(maxsize=4096)
def _parts(text: str, hyphenate: Hyphenate | None) -> tuple[tuple[str, bool], ...]:
    """Return parts of a word, and whether one that ends a line takes a hyphen."""
    parts: list[tuple[str, bool]] = []
    for chunk in _BREAKABLE.findall(text) if len(text) > 3 else [text]:
        syllables = hyphenate(chunk) if hyphenate else (chunk,)
        parts += [(one, n < len(syllables)) for n, one in enumerate(syllables, start=1)]
    return tuple(parts)


def _with_glyphs(span: Span) -> tuple[Span, ...]:
    """Return a span in fonts that have its spaces: the narrow one is taken from a sans font."""
    if NARROW_SPACE not in span.text or span.advance is not None:
        return (span,)
    return tuple(
        Span("".join(group), "sans" if narrow else span.font, span.leaf)
        for narrow, group in groupby(span.text, key=lambda c: c == NARROW_SPACE)
    )
