"""The fixed words of kits in each language, from ``templates/kits``."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pnp.base.files import templates


class KitWords(NamedTuple):
    """The words of one language.

    ``counts`` holds a noun with its number for one and for several, and ``steps`` the instructions
    for pieces that are made alike, by the name of the drawing of each.
    """

    language: str

    labels: Mapping[str, str]
    counts: Mapping[str, tuple[str, str]]
    tools: Mapping[str, str]
    steps: Mapping[str, Mapping[str, str]]

    def counted(self, noun: str, number: int) -> str:
        """Return a number and its noun."""
        one, several = self.counts[noun]
        return one.format(n=number) if number == 1 else several.format(n=number)

    def listed(self, words: Sequence[str]) -> str:
        """Return words as a list with "and" before the last."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.labels['and']} {words[-1]}"


@cache
def kit_words(lang: str) -> KitWords:
    """Return the words of a language, which rule sheets must know too."""
    file = templates() / "kits" / f"{lang}.toml"
    return KitWords(lang, **tomllib.loads(file.read_text(encoding="utf-8")))
