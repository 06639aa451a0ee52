"""What pnp says to people: a key with values, worded in a language where somebody reads it."""

import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from pnp.base.own_folders import shipped

ENGLISH = "en"


@cache
def sentences(lang: str) -> Mapping[str, Mapping[str, str]]:
    """Return the tables of sentences in a language; {} if it has none."""
    file = shipped("templates") / "messages" / f"{lang}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if os.path.isfile(file) else {}


def quoted(value: object) -> str:
    """Return a value for an error message, in quotes if it is text, and shortened."""
    try:
        text = "true" if value is True else "false" if value is False else repr(value)
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number of thousands of digits"
    return text if len(text) <= 60 else f"{text[:57]}..."


class Message(str):
    """A sentence in English, with the key and the values that it was made from.

    ``at`` says what it is about, from the outside in: a file, a component, an option. Sentences
    name options as ``{--paper}``; values that are names of options begin with ``option``.
    ``dashes`` precede them: the command line has two, addresses have none.
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
        made = super().__new__(cls, ": ".join((*places, sentence or key)))
        made.key, made.at, made.values, made.dashes = key, places, values, dashes
        return made

    def __reduce__(self) -> Any:
        """Return how another process makes an equal message."""
        return _made, (self.key, self.at, self.dashes, self.values)

    def moved(self, *at: str) -> "Message":
        """Return the message about something else."""
        return _made(self.key, at, self.dashes, self.values)

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

    def __missing__(self, name: str) -> str:
        if not name.startswith("--"):
            raise KeyError(name)
        return self._named(name.removeprefix("--"))


def worded(
    key: str, values: Mapping[str, Any], lang: str, named: Callable[[str], str], on: str = ""
) -> str:
    """Return a sentence in a language, or "" if there is none.

    ``named`` returns what an option is called there. Sentences for pages alone come first ``on``
    pages. A value ``close`` is what may have been meant.
    """
    tables = sentences(lang)
    found = (tables.get(table, {}) for table in (on, "sentences", "commands"))
    sentence = next((table[key] for table in found if key in table), "")
    if not sentence:
        return ""
    if values.get("close"):
        sentence += tables["sentences"]["did_you_mean"]
    if lang == ENGLISH and "written" in values:
        values = {**values, "written": quoted(values["written"])}
    return sentence.format_map(_Values(values, lang, named))


def within(place: str, lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines that begin with a place; messages stay messages."""
    return tuple(
        one.moved(place, *one.at) if isinstance(one, Message) else f"{place}: {one}"
        for one in lines
    )


def messages_in(data: Any) -> Iterator[Message]:
    """Yield the messages among the values of data for JSON, each once."""
    if isinstance(data, Message):
        yield data
    elif isinstance(data, Mapping):
        yield from messages_in(list(data.values()))
    elif isinstance(data, list | tuple):
        yield from dict.fromkeys(message for one in data for message in messages_in(one))


def in_address(lines: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Return each line once; messages name options as addresses do: ``names`` has them by flag."""
    told = (one.in_address(names) if isinstance(one, Message) else one for one in lines)
    return tuple(dict.fromkeys(told))
