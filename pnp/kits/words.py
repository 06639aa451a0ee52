"""The fixed words of kits in each language, and the tools for cutting out pieces."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from pnp.base.toml import read_words
from pnp.sheets.layout.crop_marks import Marks, MarkSides, MarkStyle


class CutTool(StrEnum):
    """The tool that cuts out the pieces, which decides the marks on the sheets."""

    SCISSORS = "scissors"
    TRIMMER = "trimmer"
    CUTTER = "cutter"

    @property
    def marks(self) -> Marks:
        """The marks for the tool: lines for scissors, marks for a blade, nothing for a machine."""
        match self:
            case CutTool.SCISSORS:
                style = MarkStyle.FULL
            case CutTool.TRIMMER:
                style = MarkStyle.CROP
            case CutTool.CUTTER:
                style = MarkStyle.NONE
        return Marks(style, sides=MarkSides.FRONTS)


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
