"""Hyphenation by pyphen's patterns."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

Hyphenate = Callable[[str], Sequence[str]]
SHORTEST_WORD = 6
_PUNCTUATION = "\u201e\u201c\u201d\u2018\u2019\u00ab\u00bb\u00a0().,;:!?-\u2013"


@lru_cache(maxsize=32)
def hyphenation(lang: str) -> Hyphenate | None:
    """Return a function that splits words of a language, or None if there are no patterns."""
    from pyphen import Pyphen, language_fallback

    code = language_fallback({"en": "en_GB"}.get(lang, lang))
    return _Hyphenator(Pyphen(lang=code, left=2, right=3)) if code else None


class _Hyphenator:
    """Splits words; short words, names in capitals and anything with digits stay whole."""

    def __init__(self, patterns: Any) -> None:
        self._patterns = patterns

    def __call__(self, text: str) -> Sequence[str]:
        word = text.strip(_PUNCTUATION)
        if len(word) < SHORTEST_WORD or not word.isalpha() or word.isupper():
            return (text,)
        head, _, tail = text.partition(word)
        parts = self._patterns.inserted(word, "\n").split("\n")
        return (head + parts[0], *parts[1:-1], parts[-1] + tail) if len(parts) > 1 else (text,)
