"""Notes and faults of jobs in the language of a page."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from pnp.base.files import templates
from pnp.base.languages import ENGLISH, read_words
from pnp.base.messages import Location, Message, worded
from pnp.game.game import Game
from pnp.make.choices import FOR, LANG
from pnp.web.frame import LANGUAGES, WebFrame

_DECIMALS = re.compile(r"\d+\.\d+")
FOLDERS = {  # with a file for each value, by the name of the choice
    "client": "laser/clients",
    "material": "laser/materials",
    "inlay": "laser/materials",
    "bed": "laser/machines",
    "template": "pages",
    "cutter": "cutters",
}
TABLES = {"cutter": "cutters", "template": "templates"}  # of words, by the name of the choice
MATERIALS = ("material", "inlay")


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

    def phrase(self, line: str, option: str = "") -> Phrase:
        """Return a line in the language of the page, or in English if there are no words for it.

        ``option`` is the one that the line is about; by default the first that it names.
        """
        if isinstance(line, Message) and (words := self._worded(line, option)):
            for at in reversed([*map(self.place, line.at)]):
                words = self._frame.labelled(at, words) if at else words
            return Phrase(words)
        return Phrase(line, "" if self._frame.lang == ENGLISH else ENGLISH)

    def _worded(self, line: Message, option: str = "") -> str:
        values = {name: self._value(name, value) for name, value in line.values.items()}
        if isinstance(known := line.values.get("known"), tuple):
            about = option or (line.at[0] if line.at else "")
            values["known"] = ", ".join(self._choice(about, one) for one in known)
            if (close := line.values.get("close")) and self._frame.lang != ENGLISH:
                values["close"] = self._choice(about, close)
        return worded(line.key, values, self._frame.lang, self._option, on="pages")

    def place(self, at: str) -> str:
        """Return what a line is about in the language of the page."""
        if isinstance(at, Message):
            return self._worded(at)
        if isinstance(at, Location):
            row = self._frame.t(f"desk.{at.noun}", n=at.line) if at.line else ""
            return ", ".join(filter(None, (at.file, row, at.rest)))
        return self._components.get(at) or self._option(at)

    def phrases(self, lines: Iterable[str]) -> list[Phrase]:
        """Return lines as :meth:`phrase` does."""
        return [self.phrase(line) for line in lines]

    def _option(self, name: str) -> str:
        """Return the label of an option or a value; in English, options have that in addresses."""
        option, equals, value = name.partition("=")
        if equals:
            return self._choice(option, value)
        is_named = self._frame.lang != ENGLISH
        return word_or_none(self._frame, f"fields.{name}") or name if is_named else name

    def _choice(self, option: str, value: str) -> str:
        """Return the label of a value, and the value as addresses have it.

        Without an option, the values are the names of options.
        """
        names = self._rule_sets if option == FOR else self._components
        label = names.get(value) or value_name(self._frame, option, value)
        if label.casefold() == value.casefold():
            return value
        return self._frame.t("frame.value", label=label, value=value)

    def _value(self, name: str, value: Any) -> Any:
        """Return a value within a line under its displayed name."""
        match name:
            case "where" if isinstance(value, Location):
                return self.place(value)
            case "sides" | "marks":
                return self._choice(name, value)
            case "component":
                return self._components.get(value, value)
            case "rule_set":
                return self._rule_sets.get(value, value)
            case "paper" | "measured" if value[:1].isalpha():
                return paper_name(self._frame, value)
            case "size" | "bed" | "paper" | "measured":
                return self._measures(value)
            case "mm" | "room" | "pt" | "width" | "height" if self._frame.lang != ENGLISH:
                return str(value).replace(".", ",")
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


def value_name(frame: WebFrame, option: str, value: str) -> str:
    """Return what a value of an option is called on a page, in a form or in a sentence."""
    if option == LANG:
        return LANGUAGES.get(value, value)
    if not option:
        return word_or_none(frame, f"fields.{value}") or value
    if option in FOLDERS:
        return _named_in_file(frame, option, value)
    if option == "paper":
        return paper_name(frame, value)
    words = (word_or_none(frame, f"values.{key}") for key in (f"{option}_{value}", value))
    return next(filter(None, words), value)


def _named_in_file(frame: WebFrame, option: str, value: str) -> str:
    """Return the name of a value in the language of the page, or else that in its own file."""
    if word := word_or_none(frame, f"{TABLES.get(option, '')}.{value}"):
        return word
    called = _names_in(FOLDERS[option]).get(value, value)
    if option in MATERIALS:
        called = material_name(frame, called)
    elif option == "client":
        called = client_name(frame, called)
    return called[:1].upper() + called[1:]


@cache
def _names_in(folder: str) -> Mapping[str, str]:
    """Return the names in the files of a folder of ``templates``, by their ids."""
    files = sorted((templates() / folder).glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text("utf-8")).get("name", "") for file in files}


def material_name(frame: WebFrame, name: str) -> str:
    """Return what a material, named as in its file, is called in the language of the page."""
    return str(read_words("laser/steps", frame.lang).get("materials", {}).get(name, name))


def client_name(frame: WebFrame, name: str) -> str:
    """Return what a program or shop is called in the language of the page; most have one name."""
    return str(read_words("laser/steps", frame.lang).get("clients", {}).get(name, name))


def paper_name(frame: WebFrame, name: str) -> str:
    """Return the name of a paper; a custom size is its own name."""
    own = name.upper() if name[:1].isalpha() else name
    return word_or_none(frame, f"values.{name}") or own


def word_or_none(frame: WebFrame, key: str) -> str:
    """Return the words under a key, or "" since a value may be anything."""
    try:
        return frame.t(key)
    except (KeyError, TypeError):
        return ""
