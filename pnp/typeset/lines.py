"""Paragraphs broken into as few lines as possible, as even as possible, and hyphenation.

Like Knuth and Plass ("Breaking paragraphs into lines", Software: Practice and Experience 11,
1981) it compares all possible breaks, but for ragged lines, whose spaces do not stretch. Words
are hyphenated by pyphen's patterns (:mod:`pnp.typeset.hyphens`).
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from math import fsum, inf
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.fonts import Font, text_width
from pnp.base.shaping import SOFT_HYPHEN, reaches
from pnp.base.units import EPSILON, Mm, quoted
from pnp.typeset.hyphens import Patterns

Hyphenate = Callable[[str], Sequence[str]]
SHORTEST_WORD, _LONGEST_WORD = 6, 200  # letters of a word that is hyphenated
_PUNCTUATION = "\u201e\u201c\u201d\u2018\u2019\u00ab\u00bb\u00a0().,;:!?-\u2013"


# Costs of breaks. A line costs more than any unevenness of a paragraph.
LINE = 1000.0
HYPHEN = 4.0
TWO_HYPHENS = 3.0  # times as much, at the ends of successive lines
SHORT_END = 6.0  # a last line shorter than SHORTEST_END

SHORTEST_END = 0.12  # of the measure
SHORTEST = 0.55  # of the measure, for any line but the last
_BREAKABLE = re.compile(r"\[[^]]*\]|(?:https?://)?[^-\u2013/]+[-\u2013/]?|[-\u2013/]")


class TextSpan(NamedTuple):
    """Text in one font that belongs to one leaf of a document.

    A span with an ``advance`` stands for an object, such as an icon: its width as a fraction of
    the size.
    """

    text: str
    font: Font
    leaf: int
    advance: float | None = None

    def width(self, size: Mm) -> Mm:
        """Return the width at a font size.

        Raises:
            FontError: If the font has no glyph for a character.
        """
        if self.advance is not None:
            return self.advance * size
        return _ems(self.text, self.font) * size


@lru_cache(maxsize=4096)
def _ems(text: str, font: Font) -> float:
    return text_width(text, font, 1)


class SetLine(NamedTuple):
    """The spans of a line. Every line but the last ends in a space or a soft hyphen.

    ``width`` does not include the space, and is that of the spans as they are shown.
    """

    spans: tuple[TextSpan, ...]
    width: Mm


class _Chunk(NamedTuple):
    """A word or part of a word that is never broken.

    ``space`` follows the piece within a line. At the end of a line a ``soft`` piece gets a
    hyphen.
    """

    spans: tuple[TextSpan, ...]
    width: Mm
    space: TextSpan | None
    soft: bool = False


def break_lines(
    spans: Iterable[TextSpan],
    size: Mm,
    measure: Mm,
    hyphenate: Hyphenate | None = None,
    even: bool = False,
    hyphen: float = HYPHEN,
) -> tuple[SetLine, ...]:
    """Break text into lines no longer than ``measure``.

    The last line may be short, unless ``even`` asks for lines of similar length. A ``hyphen``
    costs as much as a line of which the square root of a hundredth is empty.

    Raises:
        LayoutError: If a word that cannot be broken is longer than a line.
        FontError: If a font has no glyph for a character.
    """
    pieces = list(_pieces(spans, size, hyphenate))
    too_long: set[tuple[int, int]] = set()
    while True:
        breaks = _breaks(pieces, size, measure, even, too_long, hyphen)
        lines = [_line(pieces[one:end], end == len(pieces), size) for one, end in breaks]
        longer = {
            found
            for found, line in zip(breaks, lines, strict=True)
            if line.width > measure + EPSILON
        }
        if not longer:
            return tuple(lines)
        too_long |= longer  # letters that meet at a joint of pieces may stand further apart


def _breaks(
    pieces: Sequence[_Chunk],
    size: Mm,
    measure: Mm,
    even: bool,
    too_long: AbstractSet[tuple[int, int]],
    hyphen: float,
) -> list[tuple[int, int]]:
    """Return the cheapest breaks: the first piece of each line, and the one after its last.

    Very short lines are allowed only if there is no other way; lines ``too_long`` are not.
    """
    found = _least(pieces, size, measure, even, SHORTEST, too_long, hyphen)
    found = found or _least(pieces, size, measure, even, 0, too_long, hyphen)
    if found is None:
        longest = max(pieces, key=lambda piece: piece.width)
        word = "".join(span.text for span in longest.spans)
        raise LayoutError(f"{quoted(word)} is longer than a line of {measure:.0f} mm")
    return found


def _least(
    pieces: Sequence[_Chunk],
    size: Mm,
    measure: Mm,
    even: bool,
    shortest: float,
    too_long: AbstractSet[tuple[int, int]],
    hyphen: float,
) -> list[tuple[int, int]] | None:
    """Return the cheapest breaks in which every line but the last is at least this full."""
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
                if begins[end] + pieces[end].width - begin > measure + EPSILON:
                    break
                continue  # it may still fit inside the line, where it has no hyphen
            if (start, end + 1) in too_long:
                continue
            last = end == count - 1 and not even
            total = cost[start] + _cost(left / measure, soft, soft_before, last, hyphen)
            if total < cost[end + 1]:
                cost[end + 1], before[end + 1] = total, start
    if cost[count] == inf:
        return None
    found = []
    end = count
    while end:
        found.append((before[end], end))
        end = before[end]
    return found[::-1]


def _edges(pieces: Sequence[_Chunk], size: Mm) -> tuple[list[Mm], list[Mm]]:
    """Return the left edge of each piece in one endless line, and its right edge at a line end."""
    begins: list[Mm] = []
    ends: list[Mm] = []
    at = 0.0
    for piece in pieces:
        begins.append(at)
        at += piece.width
        hyphen = _ems("-", piece.spans[-1].font) * size if piece.soft else 0.0
        ends.append(at + hyphen)
        if piece.space:
            at += piece.space.width(size)
    return begins, ends


def _cost(left: float, soft: bool, soft_before: bool, last: bool, hyphen: float) -> float:
    """Return the cost of a line; ``left`` is the empty fraction of the measure."""
    if last:
        return LINE + (SHORT_END if left > 1 - SHORTEST_END else 0.0)
    hyphens = hyphen * (TWO_HYPHENS if soft_before else 1) if soft else 0.0
    return LINE + 100 * left * left + hyphens


def _line(pieces: Sequence[_Chunk], last: bool, size: Mm) -> SetLine:
    spans: list[TextSpan] = []
    for piece in pieces[:-1]:
        spans += piece.spans
        spans += [piece.space] if piece.space else []
    end = pieces[-1]
    spans += end.spans
    if end.soft:
        spans.append(end.spans[-1]._replace(text=SOFT_HYPHEN))
    shown = tuple(_merged(spans))
    width = _width(shown, size)
    if end.space and not end.soft and not last:  # copied text keeps the space between words
        shown = tuple(_merged([*shown, end.space]))
    return SetLine(shown, width)


def _merged(spans: Iterable[TextSpan]) -> Iterator[TextSpan]:
    for (font, leaf, advance), alike in groupby(spans, key=lambda span: span[1:]):
        if advance is None:
            yield TextSpan("".join(span.text for span in alike), font, leaf)
        else:
            yield from alike


def _pieces(spans: Iterable[TextSpan], size: Mm, hyphenate: Hyphenate | None) -> Iterator[_Chunk]:
    """Yield words, split into parts where they may be broken."""
    for word, space in _words(spans):
        (span, *others) = word
        if others or span.advance is not None:
            yield _Chunk(tuple(word), _width(word, size), space)
            continue
        parts = _parts(span.text, hyphenate)
        widths = _part_widths(tuple(text for text, _ in parts), span.font)
        for number, ((text, soft), width) in enumerate(zip(parts, widths, strict=True), start=1):
            last = number == len(parts)
            shown = (span._replace(text=text),)
            yield _Chunk(shown, width * size, space if last else None, soft and not last)


def _width(spans: Iterable[TextSpan], size: Mm) -> Mm:
    return fsum(span.width(size) for span in spans)


def _words(spans: Iterable[TextSpan]) -> Iterator[tuple[list[TextSpan], TextSpan | None]]:
    """Yield the spans of each word, with the space after it."""
    word: list[TextSpan] = []
    for span in spans:
        if span.advance is not None:
            word.append(span)
            continue
        text, font, leaf, _ = span
        space = TextSpan(" ", font, leaf)
        for number, part in enumerate(text.split(" ")):
            if number and word:
                yield word, space
                word = []
            if part:
                word.append(TextSpan(part, font, leaf))
    if word:
        yield word, None


@lru_cache(maxsize=4096)
def _parts(text: str, hyphenate: Hyphenate | None) -> tuple[tuple[str, bool], ...]:
    """Return the parts of a word, and whether each takes a hyphen at the end of a line."""
    parts: list[tuple[str, bool]] = []
    for chunk in _BREAKABLE.findall(text) if len(text) > 3 else [text]:
        syllables = hyphenate(chunk) if hyphenate else (chunk,)
        parts += [(one, n < len(syllables)) for n, one in enumerate(syllables, start=1)]
    return tuple(parts)


@lru_cache(maxsize=4096)
def _part_widths(parts: tuple[str, ...], font: Font) -> tuple[float, ...]:
    """Return the widths of the parts of a word within it, in ems."""
    if len(parts) == 1:
        return (_ems(parts[0], font),)
    edges = accumulate(map(len, parts), initial=0)
    far = reaches("".join(parts), font)
    return tuple(far[end] - far[start] for start, end in pairwise(edges))


@lru_cache(maxsize=32)
def hyphenation(lang: str) -> Hyphenate | None:
    """Return a function that splits words of a language, or None if there are no patterns.

    Short words, names in capitals and anything with digits stay whole.
    """
    from pyphen import LANGUAGES, language_fallback

    code = language_fallback({"en": "en_GB"}.get(lang, lang))
    if not code:
        return None
    patterns = Patterns(LANGUAGES[code])

    def split(text: str) -> Sequence[str]:
        word = text.strip(_PUNCTUATION)
        if not SHORTEST_WORD <= len(word) <= _LONGEST_WORD or not word.isalpha() or word.isupper():
            return (text,)
        head, _, tail = text.partition(word)
        first, *rest = patterns.parts(word)
        return (head + first, *rest[:-1], rest[-1] + tail) if rest else (text,)

    return split
