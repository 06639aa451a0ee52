"""What pnp says to people: a key with values, worded in a language where somebody reads it."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from os.path import basename
from typing import Any, Self

from pnp.base.own_folders import shipped

ENGLISH = "en"
_AS_WRITTEN = "as_written"  # the key of words that are a message as they are


@cache
def sentences(lang: str) -> Mapping[str, Mapping[str, str]]:
    """Return the tables of sentences in a language; {} if it has none."""
    import tomllib

    file = shipped("templates") / "messages" / f"{lang}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if os.path.isfile(file) else {}


def quoted(value: object) -> str:
    """Return a value for an error message, in quotes if it is text, and shortened."""
    return shortened(value, repr)


def shortened(value: object, write: Callable[[object], str] = str) -> str:
    """Return a value for an error message, shortened."""
    try:
        text = str(value).lower() if isinstance(value, bool) else write(value)
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number of thousands of digits"
    return text if len(text) <= 60 else f"{text[:57]}..."


class Location(str):
    """Where something is, as words and as data: in a file, on a line or row of it, at keys in it.

    ``line`` counts from 1 what ``noun`` names. ``keys`` are as an author writes them, such as
    ``components.cards.front.frames[2].area``. By default the words are all of these; one without
    words is named by the sentence itself. ``rest`` are the words where file and line stand already.
    """

    file: str
    line: int
    noun: str
    keys: str
    rest: str

    def __new__(
        cls,
        words: str | None = None,
        *,
        file: object = "",
        line: int = 0,
        noun: str = "line",
        keys: str = "",
        rest: str | None = None,
    ) -> Self:
        """Return a location, which messages name in these words."""
        parts = f"{file}", f"{noun} {line}" if line else "", keys
        made = super().__new__(cls, ": ".join(filter(None, parts)) if words is None else words)
        made.file, made.line, made.noun, made.keys = f"{file}", line, noun, keys
        own = keys if words is None or file or line else words
        made.rest = own if rest is None else rest
        return made

    def plus(self, keys: str) -> "Location":
        """Return the location of a part of what is here."""
        return Location(file=self.file, keys=f"{self.keys}{keys}")

    def worded(self, words: str, keys: str = "", rest: str | None = None) -> "Location":
        """Return the same line or row in other words, perhaps with the keys that read it."""
        file, line, noun = self.file, self.line, self.noun
        return Location(words, file=file, line=line, noun=noun, keys=keys, rest=rest)

    @property
    def row(self) -> str:
        """The line or row without the file, ``line 7``, or the keys where there is none."""
        return f"{self.noun} {self.line}" if self.line else self.keys

    @property
    def short(self) -> "Location":
        """The line or row without the folder, ``cards.csv, line 7``; "" where there is none."""
        return self.worded(f"{basename(self.file)}, {self.row}" if self.line else "")


class Message(str):
    """A sentence in English, with the key and the values that it was made from.

    ``at`` says what it is about, from the outside in: a file, a component, an option. Sentences
    name options as ``{--paper}``, and in other languages their values as ``{--paper=letter}``;
    values that are names of options begin with ``option``. ``dashes`` precede them: the command
    line has two, addresses have none.
    """

    key: str
    at: tuple[str, ...]
    values: Mapping[str, Any]
    dashes: str

    def __new__(
        cls, key: str, /, at: str | tuple[str, ...] = (), *, dashes: str = "--", **values: Any
    ) -> "Message":
        """Return a message; ``key`` is that of its sentence in the tables."""
        places = (at,) if isinstance(at, str) else at
        sentence = worded(key, values, ENGLISH, lambda option: f"{dashes}{option}")
        made = super().__new__(cls, ": ".join(filter(None, (*places, sentence or key))))
        made.key, made.at, made.values, made.dashes = key, places, values, dashes
        return made

    def __reduce__(self) -> Any:
        """Return how another process makes an equal message."""
        return _made, (self.key, self.at, self.dashes, self.values)

    def moved(self, *at: str) -> "Message":
        """Return the message about something else."""
        return _made(self.key, at, self.dashes, self.values)

    @property
    def locations(self) -> tuple[Location, ...]:
        """The files, lines and keys that it is about, from the outside in."""
        return tuple(at for at in self.at if isinstance(at, Location))

    def changed(self, change: Callable[[str], str]) -> "Message":
        """Return the message with each of its words changed."""

        def made(one: Any) -> Any:
            match one:
                case Message():
                    return one.changed(change)
                case Location():
                    words, rest = change(one), change(one.rest)
                    file = Location(file=change(one.file), line=one.line, noun=one.noun)
                    return file.worded(words, one.keys, rest)
                case str():
                    return change(one)
                case tuple():
                    return tuple(map(made, one))
            return one

        values = {name: made(value) for name, value in self.values.items()}
        return _made(self.key, tuple(map(made, self.at)), self.dashes, values)

    def in_any_language(self) -> "Message":
        """Return the message as it is of the same file, line and keys in any language."""

        def made(at: str) -> str:
            if isinstance(at, Message):
                named = {name: one for name, one in at.values.items() if name != "lang"}
                return ", ".join(map(str, named.values()))
            if isinstance(at, Location):
                return Location(file=at.file, line=at.line, keys=at.keys) or at
            return at

        return self.moved(*map(made, self.at))

    def in_address(self, names: Mapping[str, str]) -> "Message":
        """Return the message with options named as in addresses; ``names`` has them by flag."""
        return _made(self.key, tuple(names.get(at, at) for at in self.at), "", self.values)

    def data(self) -> dict[str, Any]:
        """Return the message as data for JSON."""
        values = {name: _plain(value) for name, value in self.values.items()}
        return {"key": self.key, "at": list(self.at), "values": values, "text": str(self)}


def _made(key: str, at: tuple[str, ...], dashes: str, values: Mapping[str, Any]) -> Message:
    return Message(key, at, dashes=dashes, **values)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [*map(_plain, value)]
    return value if isinstance(value, int | float | None) else str(value)


class _Values(dict[str, Any]):
    """The values of a sentence in a language, with the names of its options."""

    def __init__(self, values: Mapping[str, Any], lang: str, named: Callable[[str], str]) -> None:
        super().__init__(values)
        self._named = named
        self |= {name: named(one) for name, one in values.items() if name.startswith("option")}
        for name, one in values.items():
            if isinstance(one, Message):
                self[name] = worded(one.key, one.values, lang, named) or one
            elif isinstance(one, tuple):
                self[name] = ", ".join(map(str, one))

    def __missing__(self, name: str) -> str:
        if not name.startswith("--"):
            raise KeyError(name)
        return self._named(name.removeprefix("--"))


def worded(
    key: str, values: Mapping[str, Any], lang: str, named: Callable[[str], str], on: str = ""
) -> str:
    """Return a sentence in a language, or "" if there is none.

    ``named`` returns what an option is called there. Sentences for pages alone come first ``on``
    pages. A value ``close`` is what may have been meant, and ``{did_you_mean}`` asks that; without
    it the question ends the sentence.
    """
    tables = sentences(lang)
    found = (tables.get(table, {}) for table in (on, "sentences", "commands"))
    sentence = next((table[key] for table in found if key in table), "")
    if not sentence:
        return ""
    close = tables["sentences"]["did_you_mean"].format(**values) if values.get("close") else ""
    if "written" in values:
        written = values["written"]
        values = {**values, "written": quoted(written) if lang == ENGLISH else shortened(written)}
    if "{did_you_mean}" not in sentence:
        return f"{sentence.format_map(_Values(values, lang, named))}{close}"
    return sentence.format_map(_Values({**values, "did_you_mean": close}, lang, named))


def as_message(line: str) -> Message:
    """Return a line as a message; one of words alone has no key but that it is as written."""
    return line if isinstance(line, Message) else Message(_AS_WRITTEN, text=line)


def and_more(n: int) -> Message | str:
    """Return how many more there are, to follow those that a sentence names; "" if none."""
    return Message("and_more", n=n) if n > 0 else ""


def first_of(names: Sequence[object], most: int) -> dict[str, Any]:
    """Return the first names of many, and how many more there are, as values of a message."""
    return {"names": ", ".join(map(str, names[:most])), "more": and_more(len(names) - most)}


def within(place: str, lines: Iterable[str]) -> tuple[Message, ...]:
    """Return lines as messages that begin with a place."""
    return tuple(one.moved(place, *one.at) for one in map(as_message, lines))


def messages_in(data: Any) -> Iterator[Message]:
    """Yield the messages with a key of their own among the values of data for JSON, each once."""
    if isinstance(data, Message):
        yield from () if data.key == _AS_WRITTEN else (data,)
    elif isinstance(data, Mapping):
        yield from messages_in(list(data.values()))
    elif isinstance(data, list | tuple):
        yield from dict.fromkeys(message for one in data for message in messages_in(one))


def in_address(lines: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Return each line once; messages name options as addresses do: ``names`` has them by flag."""
    told = (one.in_address(names) if isinstance(one, Message) else one for one in lines)
    return tuple(dict.fromkeys(told))
