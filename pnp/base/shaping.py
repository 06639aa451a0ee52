"""Text as glyphs, shaped by HarfBuzz: kerning, ligatures, both directions, emoji."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise, repeat
from math import fsum
from pathlib import Path as FilePath
from typing import Any, Literal, NamedTuple
from unicodedata import category, name

from pnp.base.errors import FontError
from pnp.base.font_files import Font, FontFile, files_of, language_of, names_in, sign_files
from pnp.base.messages import Message
from pnp.base.open_font import open_font
from pnp.base.units import quoted

TextDirection = Literal["", "ltr", "rtl"]  # empty: that of the first letter that has one

# Blocks of letters that run from right to left, and signs that turn text around. Such patterns are
# compiled when a text needs them, which takes a millisecond.
_TURNS = (
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_EMBEDDINGS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_RIGHT_TO_LEFT = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"}
)
_TAGS = 0xE0020  # start of a block that the algorithm ignores (class BN)
_TAG_BLOCK = "[\U000e0000-\U000e007f]"
_DIGITS = 32  # values of a tag; each of the three that follow a character has its own range
LONGEST = _DIGITS**3  # characters of a text
_END = "\ufffc"  # neutral; without it the last tags would count as spaces at the end

AS_TEXT, AS_EMOJI, KEYCAP = "\ufe0e", "\ufe0f", "\u20e3"
# Characters that are emoji unless the text asks otherwise, of those that are signs as well:
# Emoji_Presentation in Unicode 16, emoji-data.txt.
_BY_DEFAULT = (
    "\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1"
    "\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a"
    "\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55"
    "\U0001f004\U0001f0cf"
)
JOINER = "\u200d"
_PICTURES = (  # characters that emoji of several begin with, and more of their blocks
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa"
    "\U0001f400-\U0001faff"
)
_SKIN = "[\U0001f3fb-\U0001f3ff]"
_ONE = f"[{_PICTURES}](?:{_SKIN}|{AS_EMOJI})?"
_OF_SEVERAL = (
    "[\U0001f1e6-\U0001f1ff]{2}"  # flags, by the two letters of a country
    "|\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"  # flags of parts of a country
    f"|{_ONE}(?:{JOINER}{_ONE})+"
    f"|[{_PICTURES}]{AS_EMOJI}?{_SKIN}"
)
_EMOJI = re.compile(f"[^\\s{AS_TEXT}{AS_EMOJI}]({AS_EMOJI}{KEYCAP}?)|[{_BY_DEFAULT}](?!{AS_TEXT})")

SOFT_HYPHEN = "\u00ad"  # a hyphen at the end of a line, nothing elsewhere
# Latin letters, their marks and the signs between words: one run in one direction.
_PLAIN = "[\x20-\u036f\u1e00-\u1eff\u2000-\u200d\u2010-\u2029\u202f-\u205f\u2070-\u24ff]*"
# Letters of their own and what stands among them: each is one character, and no soft hyphen.
_LETTERS = re.compile("[\x20-\x7e\xa0-\xac\xae-\u024f]*")
# What shows in place of a tab, of hyphens other than the usual one, and of the dot of a leader.
LOOK_ALIKES = {"\t": " ", **dict.fromkeys("\u2010\u2011\u2043", "-"), "\u2024": "."}
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f\u20e3")


class Shown(NamedTuple):
    """A character's place in the displayed line, and whether it runs from right to left."""

    place: int
    right_to_left: bool


def needs_order(text: str, direction: TextDirection) -> bool:
    """Return whether a text may be displayed in another order than it is stored in."""
    return direction == "rtl" or _turns(text)


def _turns(text: str) -> bool:
    """Return whether any part of a text may run from right to left."""
    return not text.isascii() and re.search(_TURNS, text) is not None


def direction_of(text: str, language: str = "") -> TextDirection:
    """Return the direction of a paragraph, that of its first letter.

    A paragraph in a language written from right to left may begin with a foreign word, so any
    letter of that direction decides there; a text without letters takes the language's direction.
    """
    if _turns(text):
        from bidi import get_base_level

        turned = runs_right_to_left(language) or get_base_level(text)
        return "rtl" if turned else "ltr"
    if runs_right_to_left(language) and not any(map(str.isalpha, text)):
        return "rtl"
    return "ltr"


def runs_right_to_left(language: str) -> bool:
    """Return whether a language is written from right to left; ``language`` is its code."""
    return language.lower().partition("-")[0] in _RIGHT_TO_LEFT


@lru_cache(maxsize=512)
def shown_order(text: str, direction: TextDirection) -> tuple[Shown, ...]:
    """Return the displayed place of each character of a line or a paragraph.

    Characters of one line have the same order as they have in the whole paragraph. A sign that
    changes the direction has the place of the character before it.

    Raises:
        FontError: If the text is too long.
    """
    if len(text) > LONGEST:
        raise FontError(f"a line of {len(text)} characters; write {LONGEST} or fewer")
    base = direction or direction_of(text)
    body = text.rstrip()
    after = len(text) - len(body)  # spaces at the end are on the side at which the line ends
    before = after if base == "rtl" else 0
    order = [Shown(before + place, turned) for place, turned in _body_order(body, base)]
    for at in range(len(body), len(text)):
        order.append(Shown(len(text) - 1 - at, True) if base == "rtl" else Shown(at, False))
    return tuple(order)


def _body_order(body: str, base: TextDirection) -> list[Shown]:
    """Order a text whose last character is not a space.

    A tag with its index follows each character through the algorithm. Where a tag comes out tells
    where the character went; whether tags precede or follow it tells its direction.
    """
    from bidi import get_display

    body = "".join("\u200b" if re.match(_TAG_BLOCK, one) else one for one in body)  # of flags
    tagged = "".join(
        one if one in _EMBEDDINGS else f"{one}{_tags(number)}" for number, one in enumerate(body)
    )
    shown = str(get_display(f"{tagged}{_END}", base_dir="R" if base == "rtl" else "L"))
    found: dict[int, Shown] = {}
    at = 0
    while at < len(shown):
        if _digit(shown[at], 2):
            found[_number(shown[at : at + 3][::-1])] = Shown(len(found), True)
            at += 4
        elif at + 1 < len(shown) and _digit(shown[at + 1], 0):
            found[_number(shown[at + 1 : at + 4])] = Shown(len(found), False)
            at += 4
        else:  # the end, or a sign that turns text around
            at += 1
    order: list[Shown] = []
    for number in range(len(body)):
        last = order[-1] if order else Shown(0, base == "rtl")
        order.append(found.get(number, last))
    return order


def _tags(number: int) -> str:
    high, low = divmod(number, _DIGITS)
    digits = (*divmod(high, _DIGITS), low)
    return "".join(chr(_TAGS + at * _DIGITS + digit) for at, digit in enumerate(digits))


def _digit(character: str, at: int) -> bool:
    """Return whether a character is the tag of a digit, counted from the first."""
    return 0 <= ord(character) - _TAGS - at * _DIGITS < _DIGITS


def _number(tags: str) -> int:
    number = 0
    for at, tag in enumerate(tags):
        number = number * _DIGITS + ord(tag) - _TAGS - at * _DIGITS
    return number


def visual_runs(text: str, direction: TextDirection) -> list[tuple[int, int, bool]]:
    """Return the runs of a line from left to right: start, end, and whether right to left.

    Raises:
        FontError: If the text is too long.
    """
    runs: list[tuple[int, int, bool]] = []
    order = shown_order(text, direction)
    places = ((place, -at if turned else at) for at, (place, turned) in enumerate(order))
    for at in (abs(at) for _, at in sorted(places)):
        turned = order[at].right_to_left
        if runs and runs[-1][2] == turned and (runs[-1][0] - 1 if turned else runs[-1][1]) == at:
            start, end, _ = runs[-1]
            runs[-1] = (at, end, True) if turned else (start, at + 1, False)
        else:
            runs.append((at, at + 1, turned))
    return runs


def emoji_of_several(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each emoji of several characters in a part of a text."""
    if not text.isascii():
        yield from (one.span() for one in re.compile(_OF_SEVERAL).finditer(text, start, end))


def without_emoji_of_several(text: str) -> str:
    """Return a text with a question mark for each emoji of several characters."""
    return re.sub(_OF_SEVERAL, "?", text)


def emoji_in(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the emoji in a part of a text that may also stand for plain signs."""
    return _EMOJI.finditer(text, start, end)


def is_emoji_by_wish(found: re.Match[str]) -> bool:
    """Return whether a variation selector after the character asks for an emoji."""
    return found[1] is not None


class GlyphRun(NamedTuple):
    """Glyphs of one file, from left to right.

    Lengths are in font units, ``units`` to an em, with y up. ``text`` is in reading order and
    begins at ``start`` in the line; ``clusters`` give for each glyph the index in ``text`` of the
    first character that it shows. ``offsets`` is empty if no glyph is moved.
    """

    file: FontFile
    units: int
    start: int
    text: str
    right_to_left: bool
    glyphs: tuple[int, ...]
    clusters: tuple[int, ...]
    advances: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]

    @property
    def width(self) -> float:
        """The advance of the run in ems."""
        return sum(self.advances) / self.units

    def placed(self) -> Iterator[tuple[int, int, int]]:
        """Yield each glyph with the x and the y of its origin."""
        pen = 0
        moved = self.offsets or repeat((0, 0))
        for glyph, advance, (x, y) in zip(self.glyphs, self.advances, moved, strict=False):
            yield glyph, pen + x, y
            pen += advance


class ShapedText(NamedTuple):
    """The runs of a line from left to right, and its width in ems."""

    runs: tuple[GlyphRun, ...]
    width: float


def shape(text: str, font: Font, language: str = "", direction: TextDirection = "") -> ShapedText:
    """Shape a line of text; ``language`` and ``direction`` are those of its context.

    Raises:
        FontError: If no font of the chain has a glyph for a character.
    """
    if type(text) is not str:  # HarfBuzz takes no subclass
        text = "".join(text)
    return _shape(text, font, language or language_of(font), direction)


@lru_cache(maxsize=4096)  # the lines of a book are measured before they are drawn
def _shape(text: str, font: Font, language: str, direction: TextDirection) -> ShapedText:
    if not text:
        return ShapedText((), 0.0)
    if direction != "rtl" and _LETTERS.fullmatch(text):
        run = _plain_run(text, files_of(font)[0], language)
        if 0 not in run.glyphs:
            return ShapedText((run,), run.width)
    runs = tuple(_Shaper(text, _visible(text, font), font, language).runs(direction))
    return ShapedText(runs, runs[0].width if len(runs) == 1 else fsum(run.width for run in runs))


def _visible(text: str, font: Font) -> str:
    """Return a text with the characters that look like those that fonts need not have.

    A soft hyphen shows only at the end, where it looks like any hyphen.
    """
    if text.endswith(SOFT_HYPHEN):
        text = f"{text[:-1]}-"
    for sign in LOOK_ALIKES.keys() & set(text):
        if not open_font(files_of(font)[0]).has(sign):
            text = text.replace(sign, LOOK_ALIKES[sign])
    return text


def _plain_run(text: str, file: FontFile, language: str) -> GlyphRun:
    """Shape plain left-to-right letters, as in most texts, in fewer steps."""
    buffer = _harfbuzz().Buffer()
    buffer.add_str(text)
    buffer.direction, buffer.script, buffer.language = "ltr", "Latn", language or NO_LANGUAGE
    return _run_of(buffer, file, 0, text, turned=False)


def _run_of(buffer: Any, file: FontFile, start: int, text: str, turned: bool) -> GlyphRun:
    """Shape the content of a buffer, which begins at ``start`` in the line."""
    opened = open_font(file)
    try:
        _harfbuzz().shape(opened.font, buffer, shapers=_SHAPERS)
    except MemoryError:  # how it tells of its own bound for the glyphs of a text
        raise FontError(
            f"{FilePath(file.path).name} makes more glyphs of {quoted(text)} than HarfBuzz allows; "
            "choose another font"
        ) from None
    infos, places = buffer.glyph_infos, buffer.glyph_positions
    clusters = tuple([info.cluster - start for info in infos])
    if clusters == (simple := counted(len(clusters))):
        clusters = simple
    across, up = [place.x_offset for place in places], [place.y_offset for place in places]
    return GlyphRun(
        file,
        opened.units,
        start,
        text,
        turned,
        tuple([info.codepoint for info in infos]),
        clusters,
        tuple([place.x_advance for place in places]),
        tuple(zip(across, up, strict=True)) if any(across) or any(up) else (),
    )


@lru_cache(maxsize=256)
def counted(number: int) -> tuple[int, ...]:
    """Return the clusters of a line whose glyphs show one character each; cached."""
    return tuple(range(number))


def reaches(text: str, font: Font, language: str = "") -> tuple[float, ...]:
    """Return the pen's distance along a line before each character and at its end, in ems.

    Characters that share glyphs share their advance.

    Raises:
        FontError: If no font of the chain has a glyph for a character.
    """
    advances = [0.0] * len(text)
    for run in shape(text, font, language).runs:
        ends = dict(pairwise([*sorted(set(run.clusters)), len(run.text)]))
        for cluster, advance in zip(run.clusters, run.advances, strict=True):
            count = ends[cluster] - cluster
            for at in range(run.start + cluster, run.start + ends[cluster]):
                advances[at] += advance / run.units / count
    return tuple(accumulate(advances, initial=0.0))


class _Shaper:
    """Shapes one line; ``visible`` is the text with the characters that have glyphs."""

    def __init__(self, text: str, visible: str, font: Font, language: str) -> None:
        self._text, self._visible, self._font = text, visible, font
        self._codes = list(map(ord, visible))
        signs, emoji = sign_files()
        own = files_of(font)
        self._chain = (*own, signs, emoji)
        self._emoji_behind = (*own, emoji, signs)
        self._emoji_first = (emoji, *own, signs)
        self._language = language or NO_LANGUAGE

    def runs(self, direction: TextDirection) -> Iterator[GlyphRun]:
        """Yield the runs from left to right."""
        end = len(self._text)
        if direction != "rtl" and re.fullmatch(_PLAIN, self._visible):
            yield from self._in_chains(0, end, "Latn", False)
        elif not needs_order(self._visible, direction):
            yield from self._in_scripts(0, end, False)
        else:
            direction = direction or direction_of(self._visible, self._language)
            for start, stop, turned in visual_runs(self._visible, direction):
                yield from self._in_scripts(start, stop, turned)

    def _in_scripts(self, start: int, end: int, turned: bool) -> Iterator[GlyphRun]:
        """Split a run of one direction into runs of one script, and shape them."""
        parts: list[tuple[int, str]] = []
        for at in range(start, end):
            script = script_of(self._visible[at])
            if not parts:
                parts.append((at, script))
            elif script and not parts[-1][1]:
                parts[-1] = parts[-1][0], script
            elif script and script != parts[-1][1]:
                parts.append((at, script))
        ends = [at for at, _ in parts[1:]] + [end]
        runs = [(at, stop, script) for (at, script), stop in zip(parts, ends, strict=True)]
        for at, stop, script in reversed(runs) if turned else runs:
            yield from self._in_chains(at, stop, script or "Latn", turned)

    def _in_chains(self, start: int, end: int, script: str, turned: bool) -> Iterator[GlyphRun]:
        """Split a run of one script into emoji and other parts, and shape them."""
        parts: list[tuple[int, int, Sequence[FontFile]]] = []
        at = start
        for first, stop in emoji_of_several(self._visible, start, end):
            parts += [*self._single(at, first), (first, stop, ())]
            at = stop
        parts += self._single(at, end)
        for first, stop, files in reversed(parts) if turned else parts:
            if files:
                yield from self._in_files(first, stop, script, turned, files)
            else:
                yield self._in_one_picture(first, stop, script, turned)

    def _single(self, start: int, end: int) -> Iterator[tuple[int, int, Sequence[FontFile]]]:
        """Yield the parts of a run without emoji of several characters, each with its fonts."""
        at = start
        for found in emoji_in(self._visible, start, end):
            if found.start() > at:
                yield at, found.start(), self._chain
            at = found.end()
            chain = self._emoji_first if is_emoji_by_wish(found) else self._emoji_behind
            yield found.start(), at, chain
        if at < end:
            yield at, end, self._chain

    def _in_one_picture(self, start: int, end: int, script: str, turned: bool) -> GlyphRun:
        """Shape an emoji of several characters in the first font that draws it as one picture."""
        for file in self._emoji_first:
            run = self._shaped(start, end, script, turned, file)
            shown = {one for one in run.clusters if run.text[one] != AS_EMOJI}
            if 0 not in run.glyphs and len(shown) == 1:
                return run
        raise self._missing_picture(start, end)

    def _in_files(
        self, start: int, end: int, script: str, turned: bool, files: Sequence[FontFile]
    ) -> Iterator[GlyphRun]:
        """Shape a run in the first of some files, and what it lacks in the others."""
        if not files:
            raise self._missing(start, end)
        run = self._shaped(start, end, script, turned, files[0])
        if 0 not in run.glyphs:
            yield run
            return
        parts = list(self._lacking(run, start, end))
        for at, stop, lacking in reversed(parts) if turned else parts:
            yield from self._in_files(at, stop, script, turned, files[1:] if lacking else files)

    def _lacking(self, run: GlyphRun, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
        """Yield parts of a run: start, end, and whether the file lacks glyphs for them."""
        edges = [*sorted(set(run.clusters)), end - start]
        lacking = [False] * (end - start)
        for glyph, cluster in zip(run.glyphs, run.clusters, strict=True):
            if glyph == 0:
                stop = edges[edges.index(cluster) + 1]
                lacking[cluster:stop] = [True] * (stop - cluster)
        for at in range(1, end - start):  # a letter and its marks are set in one font
            if _hangs_on(run.text[at]) and lacking[at] != lacking[at - 1]:
                first = at - 1
                while first and _hangs_on(run.text[first]):
                    first -= 1
                lacking[first : at + 1] = [True] * (at + 1 - first)
        begin = 0
        for at in range(1, end - start + 1):
            if at == end - start or lacking[at] != lacking[begin]:
                yield start + begin, start + at, lacking[begin]
                begin = at

    def _shaped(self, start: int, end: int, script: str, turned: bool, file: FontFile) -> GlyphRun:
        buffer = _harfbuzz().Buffer()
        buffer.add_codepoints(self._codes, start, end - start)
        buffer.cluster_level = _CLUSTERS
        buffer.direction = "rtl" if turned else "ltr"
        buffer.script, buffer.language = script, self._language
        return _run_of(buffer, file, start, self._text[start:end], turned)

    def _missing_picture(self, start: int, end: int) -> FontError:
        """Return the error for an emoji that no font of the chain has."""
        emoji = self._visible[start:end]
        parts = (one for one in emoji if one not in _JOINERS)
        made_of = ", ".join(f"U+{ord(one):04X} {name(one, '')}".strip() for one in parts)
        return FontError(Message("no_emoji", emoji=emoji, parts=made_of, text=self._text))

    def _missing(self, start: int, end: int) -> FontError:
        """Return the error for characters without a glyph, or for a part that no one font has."""
        unknown = unknown_in(self._visible, self._font)
        return without_glyphs(self._font, self._text, unknown or set(self._visible[start:end]))


def unknown_in(text: str, font: Font) -> set[str]:
    """Return the characters of a text that no font of a chain has."""
    fonts = [open_font(file) for file in (*files_of(font), *sign_files())]
    needed = (one for one in set(_visible(text, font)) if not _is_unseen(one))
    return {one for one in needed if not any(font.has(one) for font in fonts)}


def _is_unseen(character: str) -> bool:
    """Return whether a character is a blank or shows nothing, for which no font needs a glyph."""
    joins = character in _JOINERS or character == "\u034f"
    return joins or character.isspace() or category(character) == "Cf"


def without_glyphs(font: Font, text: str, missing: Collection[str]) -> FontError:
    """Return the error that names the characters that no font of a chain can show."""
    signs = ", ".join(map(_named, sorted(missing)))
    first, *behind = names_in(font)
    neither = f" (nor have {', '.join(behind)})" if behind else ""
    message = Message("no_glyph", font=first, signs=signs, text=text, neither=neither)
    return FontError(message, font=font, missing=missing)


def _named(character: str) -> str:
    named = name(character, "")
    return f"{character!r} (U+{ord(character):04X}{f', {named}' if named else ''})"


_SHAPERS: Sequence[str] = ["ot"]  # HarfBuzz would take those of the environment
NO_LANGUAGE = "und"  # HarfBuzz would take that of the environment
_CLUSTERS = 1  # MONOTONE_CHARACTERS: marks have clusters of their own


@cache
def _harfbuzz() -> Any:
    import uharfbuzz

    return uharfbuzz


def _hangs_on(character: str) -> bool:
    """Return whether a character combines with the one before it."""
    return character in _JOINERS or category(character).startswith("M")


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    """Return the ISO 15924 code of a character's script; "" for one that all scripts share."""
    buffer = _harfbuzz().Buffer()
    buffer.add_codepoints([ord(character)])
    buffer.guess_segment_properties()
    return buffer.script or ""
