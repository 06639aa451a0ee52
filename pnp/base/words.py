"""Fixed words in each language, from tables in ``templates``."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pnp.base.files import templates

ENGLISH = "en"
MOST_NAMED = 8  # kinds of pieces that are counted one by one


@cache
def read_words(folder: str, lang: str) -> dict[str, Any]:
    """Return the table of a language in a folder of ``templates``; without one, the English."""
    file = templates() / folder / f"{lang}.toml"
    if not file.is_file():
        file = file.with_stem(ENGLISH)
    return {"code": file.stem, **tomllib.loads(file.read_text(encoding="utf-8"))}


class PieceWords(NamedTuple):
    """The words of pieces and their sheets that do not come from the game, in one language.

    ``counts`` holds nouns for one and for several; ``names`` the names of pieces by their ids.
    """

    code: str
    boards: Mapping[str, str]
    counts: Mapping[str, tuple[str, str]]
    names: Mapping[str, str]
    lists: Mapping[str, str]
    sheets: Mapping[str, str]

    def counted(self, noun: str, number: int) -> str:
        """Return a number with its noun; a noun without a translation becomes "pieces"."""
        if noun not in self.counts and self.code == ENGLISH:
            return f"{number} {noun}"
        one, several = self.counts.get(noun) or self.counts["pieces"]
        return (one if number == 1 else several).format(n=number)

    def named(self, piece: str, written: str) -> str | None:
        """Return a piece's name in a game ``written`` in a language; None if it has none."""
        own = piece.replace("-", " ") if written == self.code else None
        return self.names.get(piece, own)

    def tallied(self, kinds: Mapping[str, int], written: str) -> str:
        """Count the pieces of each kind in words; return "" if a kind has no name here."""
        known = [self.named(kind, written) for kind in kinds]
        names = [name for name in known if name is not None]
        if not 1 < len(names) == len(known) <= MOST_NAMED:
            return ""
        (first, *_), alike = kinds.values(), len({*kinds.values()}) == 1
        if alike and first == 1:
            return ", ".join(names)
        if alike and len(names) > 2:
            return self.lists["each"].format(n=first, names=", ".join(names))
        return ", ".join(f"{n} {name}" for n, name in zip(kinds.values(), names, strict=True))

    def listed(self, words: Sequence[str]) -> str:
        """Return words as a list with "and" before the last."""
        if len(words) < 2:
            return "".join(words)
        return self.lists["last"].format(before=", ".join(words[:-1]), last=words[-1])


def piece_words(lang: str) -> PieceWords:
    """Return the words of pieces in a language; in English for a language without a table."""
    return PieceWords(**read_words("pieces", lang))
