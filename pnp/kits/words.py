"""The fixed words of kits in each language, from ``templates/kits``."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.base.languages import read_words


class KitWords(NamedTuple):
    """The words of one language.

    ``counts`` has nouns with a number in singular and plural; ``steps`` has the instructions for
    pieces made alike, by the name of each drawing.
    """

    code: str
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


def kit_words(lang: str) -> KitWords:
    """Return the words of a language, or English ones if it has no table."""
    return KitWords(**read_words("kits", lang))
