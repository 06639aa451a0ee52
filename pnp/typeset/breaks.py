"""Find where words, addresses and text without spaces may be broken."""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

from pnp.base.shaping import SOFT_HYPHEN
from pnp.typeset.spans import OBJECT

LEFT, RIGHT = 2, 3  # letters that are left before the first hyphen and after the last
_NO_PATTERN = re.compile(rb"(?m)^(?:[%#]|(?:COMPOUND)?(?:LEFT|RIGHT)HYPHENMIN|NEXTLEVEL).*$")
_DIGITS = b"0123456789"
_SIGNS = bytes(one if one in _DIGITS or one < 33 else ord("-") for one in range(256))
_INNER = bytes(range(0x80, 0xC0))  # of a letter in UTF-8, all but its first byte

Hyphenate = Callable[[str], Sequence[str]]
BREAK_MARKS = f"{SOFT_HYPHEN}\u200b"  # say where a word may be broken, and show nothing
# Patterns are compiled when a text needs them: many ranges of letters take a millisecond.
_BREAKABLE = r"\[[^]]*\]|(?:https?://)?[^-\u2010\u2013/]+[-\u2010\u2013/]?|[-\u2010\u2013/]"
_ADDRESS = r"://|\bwww\.|\bdoi:|\b10\.\d{4,}/|\S@\S"
# Where an address that is wider than a line is broken: after signs, as in The Chicago Manual of
# Style, or else anywhere but in a sign such as %C3 and before accents.
ADDRESS_BREAKS = (
    re.compile(r"(?<=[/.?&=_-])(?=[\w%])"),
    re.compile(r"(?<!%)(?<!%[0-9A-Fa-f])(?=[\w!-~])"),
)
_MARKS = f"[{BREAK_MARKS}]"
_WIDE = (
    "\u2e80-\u312f\u31a0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U00020000-\U0003ffff"
)
_UNSPACED = f"[\u0e00-\u0e7f{_WIDE}]"
_IS_WIDE = f"[{_WIDE}{OBJECT}]"
_RUNS = "[\u0e00-\u0e7f]+|[^\u0e00-\u0e7f]+"
_THAI = "[\u0e00-\u0e7f]"
_KANA = "[\u3040-\u30ff]"
# What begins no line, and what ends none: Unicode's classes CL, EX, IS, NS, CJ, IN; PR.
_NOT_FIRST = (
    "[!%,.:;?\u00b0\u2010\u2013\u2014\u2025\u2026\u2030\u2103\u3001\u3002\u3005\u301c\u303b\u3041"
    "\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u309b-\u309e\u30a0\u30a1"
    "\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\u31f0-\u31ff"
    "\uff01\uff05\uff0c\uff0e\uff1a\uff1b\uff1f\uff5e\uff67-\uff70]"
)
_NOT_LAST = "[#$\u00a3\u00a5\u20ac\u2116\uff03\uff04\uffe1\uffe5]"


class Patterns:
    """The hyphenation patterns of a language, from a file of Hunspell's format."""

    def __init__(self, file: Path) -> None:
        encoding, _, lines = file.read_bytes().partition(b"\n")
        written, code = _NO_PATTERN.sub(b"", lines), encoding.decode("ascii").strip()
        keys = written.translate(None, _DIGITS).decode(code).split()
        signs = written.translate(_SIGNS, _INNER if code == "UTF-8" else b"").decode().split()
        # Many patterns have a row of signs in common, which is kept once.
        self._of = dict(zip(keys, map(sys.intern, signs), strict=True))
        self._longest = max(map(len, self._of))

    def parts(self, word: str) -> Sequence[str]:
        """Return the parts of a word between which a hyphen is allowed."""
        marked = f".{word.lower()}."
        levels = [0] * (len(marked) + 1)
        for start in range(len(marked)):
            for end in range(start + 1, min(start + self._longest, len(marked)) + 1):
                at = start
                for sign in self._of.get(marked[start:end], ""):
                    if sign.isdigit():
                        levels[at] = max(levels[at], int(sign))
                    else:
                        at += 1
        breaks = [at for at in range(LEFT, len(word) - RIGHT + 1) if levels[at + 1] % 2]
        return [word[one:other] for one, other in zip([0, *breaks], [*breaks, None], strict=True)]


class WordPart(NamedTuple):
    """A part of a word, after which a line may end.

    A ``soft`` break adds a hyphen. A ``rough`` break separates what belongs together.
    """

    text: str
    soft: bool = False
    rough: bool = False


@lru_cache(maxsize=2048)
def parts_of(text: str, hyphenate: Hyphenate | None, language: str = "") -> tuple[WordPart, ...]:
    """Return the parts of a word, without the invisible break marks."""
    if re.search(_MARKS, text):
        return tuple(_at_marks(text, language))
    if may_be_parted(text):
        return tuple(_between_signs(text, language))
    parts: list[WordPart] = []
    for chunk in re.findall(_BREAKABLE, text) if len(text) > 3 else [text]:
        syllables = hyphenate(chunk) if hyphenate else (chunk,)
        parts += [WordPart(one, n < len(syllables)) for n, one in enumerate(syllables, start=1)]
    return tuple(parts)


def phrases_of(text: str, language: str = "") -> Iterator[tuple[str, ...]]:
    """Yield the phrases of a word, each with the parts that should stay together."""
    phrase: list[str] = []
    for part in parts_of(text, None, language):
        phrase.append(part.text)
        if not part.rough:
            yield tuple(phrase)
            phrase = []


def is_address(word: str) -> bool:
    """Return whether a word is an address of the web or of mail, or a DOI."""
    return not word.isalpha() and re.search(_ADDRESS, word) is not None


def may_be_parted(text: str) -> bool:
    """Return whether a text contains a script that is written without spaces."""
    return not text.isascii() and re.search(_UNSPACED, text) is not None


def _at_marks(text: str, language: str) -> Iterator[WordPart]:
    """Split a word at its break marks only, not between syllables."""
    at = 0
    for mark in [*re.finditer(_MARKS, text), None]:
        segment = text[at : mark.start() if mark else len(text)]
        if segment:
            *parts, last = parts_of(segment, None, language)
            yield from parts
            yield last._replace(soft=mark is not None and mark[0] == SOFT_HYPHEN)
        at = mark.end() if mark else at


def _between_signs(text: str, language: str) -> Iterator[WordPart]:
    ends = _phrase_ends(text, language)
    start = 0
    for at in range(1, len(text)):
        thai = re.match(_THAI, text[at]) and re.match(_THAI, text[at - 1])
        if (at in ends) if thai else _may_part(text[at - 1], text[at]):
            yield WordPart(text[start:at], rough=bool(ends) and at not in ends)
            start = at
    yield WordPart(text[start:])


def _may_part(before: str, after: str) -> bool:
    """Return whether a line may end between two characters, one of them wide."""
    if not (re.search(_IS_WIDE, before + after) or re.match(_THAI, before)):
        return False
    opening, closing = category(before) in ("Ps", "Pi"), category(after) in ("Pe", "Pf")
    if opening or closing or re.match(_NOT_LAST, before) or re.match(_NOT_FIRST, after):
        return False
    return not (category(after).startswith("M") or "\u200d" in (before, after))


def _phrase_ends(text: str, language: str) -> frozenset[int]:
    """Return the positions at which words or phrases end."""
    ends: set[int] = set()
    at = 0
    for run in re.findall(_RUNS, text):
        parser = _parser("th" if re.match(_THAI, run) else _language_of(run, language))
        here = at
        for phrase in parser(run) if parser else ():
            here += len(phrase)
            ends.add(here)
        at += len(run)
    return frozenset(ends)


def _language_of(text: str, language: str) -> str:
    code = language.lower()
    if code.startswith("zh"):
        traditional = any(part in code for part in ("hant", "tw", "hk", "mo"))
        return "zh-hant" if traditional else "zh-hans"
    return "ja" if code.startswith("ja") or re.search(_KANA, text) else ""


@lru_cache(maxsize=4)
def _parser(language: str) -> Callable[[str], list[str]] | None:
    """Return a function that splits a text into words or phrases, or None without a language."""
    if not language:
        return None
    import budoux

    load = {
        "ja": budoux.load_default_japanese_parser,
        "th": budoux.load_default_thai_parser,
        "zh-hans": budoux.load_default_simplified_chinese_parser,
        "zh-hant": budoux.load_default_traditional_chinese_parser,
    }[language]
    parse: Callable[[str], list[str]] = load().parse
    return parse
