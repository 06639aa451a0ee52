"""Notes and faults of jobs in the language of a page."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.base.languages import ENGLISH
from pnp.base.messages import Message, worded
from pnp.game.game import Game
from pnp.web.frame import WebFrame

_DECIMALS = re.compile(r"\d+\.\d+")


class Phrase(NamedTuple):
    """Words, and their language if it differs from the page's."""

    words: str
    lang: str = ""


class PhraseWriter:
    """Words the notes and faults of jobs, with names from a game's translation if there is one."""

    def __init__(self, frame: WebFrame, game: Game | None = None) -> None:
        self._frame = frame
        self._components: dict[str, str] = {}
        self._rule_sets: dict[str, str] = {}
        if game is not None:
            self._components = {key: one.name for key, one in game.components.items()}
            self._rule_sets = {key: one.name for key, one in game.rule_sets.items()}

    def phrase(self, line: str) -> Phrase:
        """Return a line in the language of the page, or in English if there are no words for it."""
        if isinstance(line, Message) and (words := self._worded(line)):
            for at in reversed(line.at):
                words = self._frame.labelled(self._place(at), words)
            return Phrase(words)
        return Phrase(line, "" if self._frame.lang == ENGLISH else ENGLISH)

    def _worded(self, line: Message) -> str:
        values = {name: self._value(name, value) for name, value in line.values.items()}
        return worded(line.key, values, self._frame.lang, self._option, on="pages")

    def _place(self, at: str) -> str:
        if isinstance(at, Message):
            return self._worded(at)
        return self._components.get(at) or self._option(at)

    def phrases(self, lines: Iterable[str]) -> list[Phrase]:
        """Return lines as :meth:`phrase` does."""
        return [self.phrase(line) for line in lines]

    def _option(self, name: str) -> str:
        """Return the label of an option; in English, sentences name it as addresses do."""
        try:
            return name if self._frame.lang == ENGLISH else self._frame.t(f"fields.{name}")
        except KeyError:
            return name

    def _value(self, name: str, value: Any) -> Any:
        """Return a value within a line under its displayed name."""
        match name:
            case "component":
                return self._components.get(value, value)
            case "rule_set":
                return self._rule_sets.get(value, value)
            case "paper" | "measured" if value[:1].isalpha():
                return paper_name(self._frame, value)
            case "size" | "bed" | "paper" | "measured":
                return self._measures(value)
            case "allowed":
                return value.replace("-", "\N{EN DASH}")
            case _:
                return value

    def _measures(self, part: str) -> str:
        """Return lengths with at most one decimal, in the format of the language."""
        tidy = _DECIMALS.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), part)
        if self._frame.lang != ENGLISH:
            tidy = tidy.replace(".", ",")
        both = re.sub(r" ?x ?", "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}", tidy)
        return re.sub(r" ?mm", "\N{NO-BREAK SPACE}mm", both)


def paper_name(frame: WebFrame, name: str) -> str:
    """Return the name of a paper; a custom size is its own name."""
    try:
        return frame.t(f"values.{name}")
    except KeyError:
        return name.upper() if name[:1].isalpha() else name
