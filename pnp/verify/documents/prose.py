"""In which language a text is, by its most common words."""

import re
import tomllib
from collections import Counter
from functools import cache

from pnp.base.files import templates

ENOUGH = 60  # words: of shorter texts a low share means nothing
LEAST = 0.08  # the share of common words in any prose; rules and their names have twice as many
CLEARLY = 2  # common words more than in the language that a text is said to be in
_WORD = re.compile(r"[^\W\d_]+")


def is_known(lang: str) -> bool:
    """Tell whether a language's common words are known."""
    return lang in _common()


def share(text: str, lang: str) -> float:
    """Return which part of a text's words are among the most common of a known language."""
    words = _WORD.findall(text.lower())
    return sum(word in _common()[lang] for word in words) / len(words) if words else 0.0


def other_language(text: str, lang: str) -> str | None:
    """Return in which language a text is instead of a known one, "" if in none that is known.

    Return None if it is in that language, or too short to tell.
    """
    words = _WORD.findall(text.lower())
    counts = Counter({code: sum(w in common for w in words) for code, common in _common().items()})
    ((best, most),) = counts.most_common(1)
    if most - counts[lang] >= CLEARLY and most > 1.5 * counts[lang]:
        return best
    return "" if len(words) >= ENOUGH and share(text, lang) < LEAST else None


@cache
def _common() -> dict[str, frozenset[str]]:
    files = (templates() / "rulebook").glob("*.toml")
    read = {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}
    return {lang: frozenset(words["common"].split()) for lang, words in read.items()}
