"""Fixed words in each language, from tables in ``templates``."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pnp.base.files import templates

ENGLISH = "en"


@cache
def read_words(folder: str, lang: str) -> dict[str, Any]:
    """Return the table of a language in a folder of ``templates``; the English one without it."""
    file = templates() / folder / f"{lang}.toml"
    if not file.is_file():
        file = file.with_stem(ENGLISH)
    return {"code": file.stem, **tomllib.loads(file.read_text(encoding="utf-8"))}


class PieceWords(NamedTuple):
    """What pieces and their sheets say besides the words of a game, in one language.

    ``counts`` holds nouns with their number, for one and for several.
    """

    code: str
    boards: Mapping[str, str]
    counts: Mapping[str, tuple[str, str]]
    lists: Mapping[str, str]
    sheets: Mapping[str, str]

    def counted(self, noun: str, number: int) -> str:
        """Return a number with its noun; a noun without a translation becomes "pieces"."""
        if noun not in self.counts and self.code == ENGLISH:
            return f"{number} {noun}"
        one, several = self.counts.get(noun) or self.counts["pieces"]
        return (one if number == 1 else several).format(n=number)

    def listed(self, words: Sequence[str]) -> str:
        """Return words as a list with "and" before the last."""
        if len(words) < 2:
            return "".join(words)
        return self.lists["last"].format(before=", ".join(words[:-1]), last=words[-1])


def piece_words(lang: str) -> PieceWords:
    """Return the words of pieces in a language; in English for a language without a table."""
    return PieceWords(**read_words("pieces", lang))
