"""Break paragraphs into as few and as even lines as possible, with hyphenation.

Like Knuth and Plass ("Breaking paragraphs into lines", Software: Practice and Experience 11, 1981)
it compares all possible breaks, except for ragged lines, whose spaces do not stretch. Words are
hyphenated with pyphen's patterns (:mod:`pnp.typeset.breaks`); :mod:`pnp.typeset.breaks` finds the
other breaks.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import accumulate, groupby, islice, pairwise
from math import fsum, inf
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.fonts import Font
from pnp.base.messages import Message
from pnp.base.shaping import SOFT_HYPHEN, TextDirection, direction_of, reaches
from pnp.base.units import EPSILON, Mm
from pnp.typeset.breaks import (
    ADDRESS_BREAKS,
    BREAK_MARKS,
    Hyphenate,
    Patterns,
    WordPart,
    is_address,
    may_be_parted,
    parts_of,
)
from pnp.typeset.spans import PlacedSpan, TextSpan, placed_spans

SHORTEST_WORD, _LONGEST_WORD = 6, 200  # letters of a word that is hyphenated
_PUNCTUATION = "\u201e\u201c\u201d\u2018\u2019\u00ab\u00bb\u00a0().,;:!?-\u2013"
_NO_MARKS = dict.fromkeys(map(ord, BREAK_MARKS))

# Costs of breaks. A line costs more than any unevenness of a paragraph.
LINE = 1000.0
HYPHEN = 4.0
TWO_HYPHENS = 3.0  # times as much, at the ends of successive lines
ROUGH = 15.0  # between signs of one phrase
SHORT_END = 6.0  # a last line shorter than SHORTEST_END

SHORTEST_END = 0.12  # of the measure
SHORTEST = 0.55  # of the measure, for any line but the last


class SetLine(NamedTuple):
    """The spans of a line. Every line but the last ends in a space or a soft hyphen.

    ``width`` is that of the spans as shown, without the final space. Spans are in reading order;
    ``direction`` is that of the paragraph.
    """

    spans: tuple[TextSpan, ...]
    width: Mm
    direction: TextDirection = "ltr"

    def placed(self, size: Mm) -> list[PlacedSpan]:
        """Return the spans with their positions, in reading order."""
        return placed_spans(((span, 0.0) for span in self.spans), size, self.direction)


class _Chunk(NamedTuple):
    """A word or part of a word that is never broken.

    ``space`` follows the chunk within a line. At the end of a line a ``soft`` chunk gets a hyphen;
    a ``rough`` one should be avoided there.
    """

    spans: tuple[TextSpan, ...]
    width: Mm
    space: TextSpan | None
    soft: bool = False
    rough: bool = False


def break_lines(
    spans: Iterable[TextSpan],
    size: Mm,
    measure: Mm,
    hyphenate: Hyphenate | None = None,
    even: bool = False,
    hyphen: float = HYPHEN,
    language: str = "",
    addresses: bool = False,
) -> tuple[SetLine, ...]:
    """Break text into lines no longer than ``measure``.

    The last line may be short, unless ``even`` asks for lines of similar length. A ``hyphen`` costs
    as much as a line with a fraction of sqrt(hyphen / 100) left empty. ``language`` is that of
    spans without one, and of ``hyphenate``. Parts of ``addresses`` that are wider than a line are
    broken too.

    Raises:
        LayoutError: If a word that cannot be broken is longer than a line.
        FontError: If a font has no glyph for a character.
    """
    said = [span._replace(language=span.language or language) for span in spans]
    direction = direction_of("".join(span.letters for span in said), language)
    widest = measure if addresses else inf
    pieces = list(_pieces(said, size, hyphenate, language, widest))
    too_long: set[tuple[int, int]] = set()
    while True:
        breaks = _breaks(pieces, size, measure, even, too_long, hyphen)
        lines = [_line(pieces[one:end], end == len(pieces), size, direction) for one, end in breaks]
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
    """Return the cheapest breaks as (first, stop) indexes of the pieces of each line.

    Very short lines are allowed only as a last resort; lines in ``too_long`` never.
    """
    found = _least(pieces, size, measure, even, SHORTEST, too_long, hyphen)
    found = found or _least(pieces, size, measure, even, 0, too_long, hyphen)
    if found is None:
        longest = max(pieces, key=lambda piece: piece.width)
        word = "".join(span.text for span in longest.spans)
        raise LayoutError(Message("long_word", written=word, measure=f"{measure:.0f}"))
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
    """Return the cheapest breaks whose lines, save the last, reach ``shortest``; None if none."""
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
            total += ROUGH if pieces[end].rough else 0.0
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
        hyphen = piece.spans[-1]._replace(text="-").width(size) if piece.soft else 0.0
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


def _line(pieces: Sequence[_Chunk], last: bool, size: Mm, direction: TextDirection) -> SetLine:
    spans: list[TextSpan] = []
    for piece in pieces[:-1]:
        spans += piece.spans
        spans += [piece.space] if piece.space else []
    end = pieces[-1]
    spans += end.spans
    if end.soft:
        spans.append(end.spans[-1]._replace(text=SOFT_HYPHEN))
    shown = tuple(_merged(spans))
    width = _shown_width(shown, size, direction)
    if end.space and not end.soft and not last:  # copied text keeps the space between words
        shown = tuple(_merged([*shown, end.space]))
    return SetLine(shown, width, direction)


def _shown_width(spans: Sequence[TextSpan], size: Mm, direction: TextDirection) -> Mm:
    """Return the width of spans, split where the direction changes."""
    placed = placed_spans(((span, 0.0) for span in spans), size, direction)
    return fsum(one.span.width(size) for one in placed)


def _merged(spans: Iterable[TextSpan]) -> Iterator[TextSpan]:
    for _, alike in groupby(spans, key=lambda span: span[1:]):
        one, *others = alike
        if one.advance is None:
            yield one._replace(text=one.text + "".join(other.text for other in others))
        else:
            yield from (one, *others)


def _pieces(
    spans: Iterable[TextSpan],
    size: Mm,
    hyphenate: Hyphenate | None,
    language: str,
    widest: Mm,
) -> Iterator[_Chunk]:
    """Yield the pieces of words, split where they may be broken.

    Addresses, and words in another language than the text's, are not hyphenated. Pieces of
    addresses are no wider than ``widest``.
    """
    for word, space in _words(spans):
        text = "".join(one.letters for one in word)
        address = is_address(text)
        ways = hyphenate if word[0].language == language and not address else None
        for piece in _pieces_of(word, text, size, ways, space):
            yield from _narrower(piece, size, widest) if address else (piece,)


def _pieces_of(
    word: Sequence[TextSpan],
    text: str,
    size: Mm,
    hyphenate: Hyphenate | None,
    space: TextSpan | None,
) -> Iterator[_Chunk]:
    """Yield the pieces of a word."""
    (span, *others) = word
    if (others or span.advance is not None) and not may_be_parted(text):
        shown = tuple(_unmarked(one) for one in word)
        yield _Chunk(shown, fsum(one.width(size) for one in shown), space)
        return
    if not others and span.advance is None:
        yield from _simple(span, size, hyphenate, space)
        return
    parts = parts_of(text, hyphenate, span.language)
    for number, (part, (shown, width)) in enumerate(
        zip(parts, _cut(word, parts), strict=True), start=1
    ):
        last = number == len(parts)
        soft, rough = part.soft and not last, part.rough and not last
        yield _Chunk(shown, width * size, space if last else None, soft, rough)


def _narrower(
    piece: _Chunk, size: Mm, widest: Mm, breaks: Sequence[re.Pattern[str]] = ADDRESS_BREAKS
) -> Iterator[_Chunk]:
    """Yield a piece of an address, split at the first of the breaks that make it narrow enough."""
    if piece.width <= widest + EPSILON or not breaks:
        yield piece
        return
    first, *others = breaks
    letters = "".join(one.letters for one in piece.spans)
    parts = [WordPart(one) for one in first.split(letters) if one]
    for number, (shown, width) in enumerate(_cut(piece.spans, parts), start=1):
        space = piece.space if number == len(parts) else None
        yield from _narrower(_Chunk(shown, width * size, space), size, widest, others)


def _simple(
    span: TextSpan, size: Mm, hyphenate: Hyphenate | None, space: TextSpan | None
) -> Iterator[_Chunk]:
    """Yield the pieces of a word in one style."""
    said, font, leaf, advance, language, direction, look = span
    *parts, last = _parts(said, font, language, direction, hyphenate)
    for text, width, soft, rough in parts:
        shown = TextSpan(text, font, leaf, advance, language, direction, look)
        yield _Chunk((shown,), width * look.scale * size, None, soft, rough)
    text, width, _, _ = last
    shown = TextSpan(text, font, leaf, advance, language, direction, look)
    yield _Chunk((shown,), width * look.scale * size, space)


def _words(spans: Iterable[TextSpan]) -> Iterator[tuple[list[TextSpan], TextSpan | None]]:
    """Yield the spans of each word, with the space after it."""
    word: list[TextSpan] = []
    for span in spans:
        if span.advance is not None:
            word.append(span)
            continue
        alike = span[1:]
        space = TextSpan(" ", *alike)
        for number, part in enumerate(span.text.replace("\t", " ").split(" ")):
            if number and word:
                yield word, space
                word = []
            if part:
                word.append(TextSpan(part, *alike))
    if word:
        yield word, None


def _cut(
    word: Sequence[TextSpan], parts: Sequence[WordPart]
) -> Iterator[tuple[tuple[TextSpan, ...], float]]:
    """Yield the spans of each part of a word, and the width of the part in ems."""
    rest = ((span, one) for span in word for one in span.letters if one not in BREAK_MARKS)
    for part in parts:
        taken = islice(rest, len(part.text))
        shown = tuple(_merged(_letter(span, one) for span, one in taken))
        yield shown, fsum(span.ems for span in shown)


def _unmarked(span: TextSpan) -> TextSpan:
    """Return a span without the marks that say where a line may end, since none ends there."""
    return span if span.text.isascii() else span._replace(text=span.text.translate(_NO_MARKS))


def _letter(span: TextSpan, letter: str) -> TextSpan:
    return span if span.advance is not None else span._replace(text=letter)


@lru_cache(maxsize=4096)  # words recur; one without spaces may be a whole text
def _parts(
    word: str, font: Font, language: str, direction: TextDirection, hyphenate: Hyphenate | None
) -> tuple[tuple[str, float, bool, bool], ...]:
    """Return the parts of a word: the text, the width in ems, whether soft and whether rough."""
    parts = parts_of(word, hyphenate, language)
    if len(parts) == 1:
        alone = _unmarked(TextSpan(word, font, 0, None, language, direction))
        return ((alone.text, alone.ems, False, False),)
    edges = accumulate(map(len, (part.text for part in parts)), initial=0)
    far = reaches("".join(part.text for part in parts), font, language)
    widths = (far[end] - far[start] for start, end in pairwise(edges))
    return tuple(
        (part.text, width, part.soft, part.rough) for part, width in zip(parts, widths, strict=True)
    )


@lru_cache(maxsize=32)
def hyphenation(lang: str) -> Hyphenate | None:
    """Return a function that splits words of a language, or None if there are no patterns.

    Short words, names in capitals and anything with digits stay unbroken.
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
