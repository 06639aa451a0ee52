"""Pyphen's patterns of hyphenation, each parsed when a word asks for it.

A dictionary has up to seventy thousand, of which a rulebook needs a few hundred; parsing all of
them took longer than setting the rulebook.
"""

import re
from pathlib import Path
from typing import Any

from pyphen import LANGUAGES, HyphDict, Pyphen, hdcache, ignored, language_fallback

_PARTS = re.compile(r"(\d?)(\D?)")
_NO_DIGITS = str.maketrans("", "", "0123456789")
_ODD = ("^^", "/")  # characters by their numbers, and other spellings at a line's end


def hyphenator(lang: str) -> Pyphen | None:
    """Return what hyphenates words of a language; None if nothing is known of it."""
    code = language_fallback(lang)
    if not code:
        return None
    path = LANGUAGES[code]
    if path not in hdcache:
        hdcache[path] = _dictionary(Path(path))
    return Pyphen(lang=code, left=2, right=3)


def _dictionary(path: Path) -> HyphDict:
    with path.open("rb") as file:
        encoding = file.readline().decode("ascii").strip()
    if encoding.lower() == "microsoft-cp1251":
        return HyphDict(path)
    lines = map(str.strip, path.read_text(encoding).split("\n")[1:])
    written = [line for line in lines if line and not line.startswith(ignored)]
    if any(odd in line for line in written for odd in _ODD):
        return HyphDict(path)
    letters = "\n".join(written).translate(_NO_DIGITS).split("\n")
    return _Lazy({key: line for key, line in zip(letters, written, strict=True) if key != line})


class _Lazy(HyphDict):  # type: ignore[misc]
    def __init__(self, written: dict[str, str]) -> None:
        self.patterns = _Patterns(written)
        self.cache: dict[str, Any] = {}
        self.maxlen = max(map(len, written))


class _Patterns:
    """Where in some letters a word may be parted, as Pyphen has it."""

    def __init__(self, written: dict[str, str]) -> None:
        self._written = written

    def get(self, letters: str) -> tuple[int, tuple[int, ...]] | None:
        line = self._written.get(letters)
        if line is None:
            return None
        values = [int(digit or "0") for digit, _ in _PARTS.findall(line)]
        weighty = [place for place, value in enumerate(values) if value]
        if not weighty:
            return None
        first, last = weighty[0], weighty[-1]
        return first, tuple(values[first : last + 1])
