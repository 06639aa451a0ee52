"""Translates the notes of jobs on choices into the language of a page, where possible."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from pnp.game.game import Game
from pnp.web.frame import WebFrame

OF_JOBS = "en"  # the language in which jobs speak
# What jobs say, as they say it, by the keys of its words under ``said``.
_SAYINGS = {
    "players": r"[\w-]+/(?P<rule_set>[\w-]+) is for (?P<allowed>[\d-]+) players, not (?P<n>\d+)",
    "printer": r"printer [\w-]+: was measured on (?P<measured>\S+)"
    r" and prints on (?P<paper>\S+), .*",
    "paper": r"(?P<component>[\w-]+): a piece of (?P<size>\S+) does not fit,.* margins of"
    r" (?P<paper>\S+) paper; .*",
    "bed": r"(?P<component>[\w-]+): a part of (?P<size>.+?) does not fit on a bed of"
    r" (?P<bed>[\d. x]+ mm) .*",
    "read": r"'.+' is longer than a line of \d+ mm",
    "length": r"write a length with its unit .*, not (?P<written>'.*')",
    "size": r"write a size with its unit .*, not (?P<written>'[^']*').*",
    "millimetres": r"write (millimetres|a width) such as .*, not (?P<written>'.*')",
    "number": r"write a number from (?P<least>\d+) to (?P<most>\d+), not (?P<written>.*)",
    "flat": r"(?P<component>[\w-]+): made of flat parts of (?P<size>[\d.]+ mm) to join",
    "no_backs": r"backs are left out, and these have some: (?P<names>.*); duplex fold .*",
    "fuller": r"(?P<component>[\w-]+): (?P<n>\d+) on a sheet instead of (?P<many>\d+)"
    r" with margin (?P<size>[\d.]+mm)",
    "fewer": r"([\w -]+: )?(?P<n>\d+) sheets? instead of (?P<many>\d+)"
    r" with margin (?P<size>[\d.]+mm)",
}
_PATTERNS = {key: re.compile(pattern) for key, pattern in _SAYINGS.items()}
_DECIMALS = re.compile(r"\d+\.\d+")


class Phrase(NamedTuple):
    """Words, and their language if it differs from the page's."""

    words: str
    lang: str = ""


class PhraseWriter:
    """Translates the notes of jobs about a game, using names from its translation if it has one."""

    def __init__(self, frame: WebFrame, game: Game) -> None:
        self._frame, self._game = frame, game

    def phrase(self, line: str) -> Phrase:
        """Return a line in the language of the page, or unchanged if there are no words for it."""
        for key, pattern in _PATTERNS.items():
            if found := pattern.fullmatch(line):
                return Phrase(self._in_words(key, found.groupdict()))
        return Phrase(line, "" if self._frame.lang == OF_JOBS else OF_JOBS)

    def phrases(self, lines: Iterable[str]) -> list[Phrase]:
        """Return lines as :meth:`phrase` does."""
        return [self.phrase(line) for line in lines]

    def _in_words(self, key: str, parts: dict[str, str]) -> str:
        values = {name: self._value(name, part) for name, part in parts.items()}
        return self._frame.t(f"said.{key}", **values)

    def _value(self, name: str, part: str) -> str:
        """Return a value within a line under its displayed name."""
        match name:
            case "component":
                named = self._game.components.get(part)
                return named.name if named else part
            case "rule_set":
                chosen = self._game.rule_sets.get(part)
                return chosen.name if chosen else part
            case "paper" | "measured" if part[:1].isalpha():
                return paper_name(self._frame, part)
            case "size" | "bed" | "paper" | "measured":
                return self._measures(part)
            case "written":
                return part.strip("'")
            case _:
                return part.replace("-", "\N{EN DASH}") if name == "allowed" else part

    def _measures(self, part: str) -> str:
        """Return lengths with at most one decimal, in the format of the language."""
        tidy = _DECIMALS.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), part)
        if self._frame.lang != OF_JOBS:
            tidy = tidy.replace(".", ",")
        both = re.sub(r" ?x ?", "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}", tidy)
        return re.sub(r" ?mm", "\N{NO-BREAK SPACE}mm", both)


def paper_name(frame: WebFrame, name: str) -> str:
    """Return the name of a paper; a custom size is its own name."""
    try:
        return frame.t(f"values.{name}")
    except KeyError:
        return name.upper() if name[:1].isalpha() else name
