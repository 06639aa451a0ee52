"""The fixed words of each language, from tables in ``templates``, and numbers spelled out.

num2words spells them. unicode-rbnf, which needs no other library, follows CLDR's rules, and these
have two, eleven and twelve wrong in Arabic, and no accent for one in Dutch; Babel has none.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.base.errors import RulesError, UsageError
from pnp.base.files import templates
from pnp.base.messages import Message
from pnp.base.units import closest, quoted

ENGLISH = "en"
MOST_NAMED = 8  # kinds of pieces that are counted one by one


class LanguageWords(NamedTuple):
    """The words of one language, from a file in ``templates/rulebook``.

    ``sections`` and ``chapters`` are titles in order; ``kinds`` names the kinds of sources;
    ``meaning`` explains each ``status``. ``signs`` gives the words for the signs in texts, which
    ``legend`` explains. ``numbers`` holds the forms of "one" and the words that must stay on the
    line of the number after them. ``common`` lists frequent words that identify the language.
    """

    code: str
    name: str
    common: str
    sections: Mapping[str, str]
    chapters: Mapping[str, str]
    labels: Mapping[str, str]
    pages: Mapping[str, str]
    kinds: Mapping[str, str]
    status: Mapping[str, str]
    meaning: Mapping[str, str]
    signs: Mapping[str, str]
    legend: Mapping[str, str]
    dates: Mapping[str, str]
    numbers: Mapping[str, str]

    def figure(self, number: int, referred: bool = False) -> str:
        """Name a figure by its number, as above it or as ``referred`` to within a sentence."""
        name = self.labels["referred_figure" if referred else "figure"]
        return f"{name}\N{NO-BREAK SPACE}{number}"

    def range(self, first: int, last: int) -> str:
        """Write a range of numbers, or a single number."""
        return str(first) if first == last else self.labels["range"].format(first=first, last=last)

    @property
    def colon(self) -> str:
        """The separator between a label and its value."""
        return self.labels["colon"]

    def day(self, date: str) -> str:
        """Write out a date: 1924, 1924-11, 1924-11-21, or -0499 for 500 BC."""
        if date.startswith("-"):  # ISO 8601 has a year 0
            return self.dates["before_christ"].format(year=1 + int(date.removeprefix("-")))
        year, *rest = date.split("-")
        if not rest:
            return year
        month = self.dates["months"].split()[int(rest[0]) - 1]
        if len(rest) == 1:
            return self.dates["month"].format(month=month, year=year)
        day = self.dates["first"] if rest[1] == "01" else str(int(rest[1]))
        return self.dates["day"].format(day=day, month=month, year=year)

    def span(self, earliest: str | None, latest: str | None) -> str | None:
        """Write out a span of dates, or return None if neither end is known."""
        if earliest and latest:
            first, last = self.day(earliest), self.day(latest)
            same = first == last
            return first if same else self.dates["between"].format(first=first, last=last)
        if earliest:
            return self.dates["later"].format(date=self.day(earliest))
        return self.dates["earlier"].format(date=self.day(latest)) if latest else None


def languages() -> tuple[str, ...]:
    """Return the codes of the supported languages, in alphabetical order."""
    return tuple(sorted(path.stem for path in (templates() / "rulebook").glob("*.toml")))


@cache
def language(code: str) -> LanguageWords:
    """Return the words of a language."""
    if code not in languages():
        raise UsageError(
            Message(
                "choice",
                "--lang",
                written=code,
                known=", ".join(languages()),
                close=closest(code, languages()),
            )
        )
    file = templates() / "rulebook" / f"{code}.toml"
    return LanguageWords(code, **tomllib.loads(file.read_text(encoding="utf-8")))


@lru_cache(maxsize=4096)
def _words(number: int, code: str) -> str:
    from num2words import num2words

    return str(num2words(number, lang=code))


def spelled(value: object, code: str, form: str = "") -> str:
    """Spell out a whole number; one that ends in "one" takes the given form of it."""
    one, forms = _words(1, code), language(code).numbers["one"].split()
    if form and form not in forms:
        raise RulesError(f"|words({quoted(form)}): write {one} as {', '.join(forms)}")
    words = _words(int(str(value)), code)
    if not words.endswith(one):
        return words
    if not form and len(forms) > 1:
        raise RulesError(
            f"{value} in words must agree with its noun; write "
            + " or ".join(f'|words("{each}")' for each in forms)
        )
    return words.removesuffix(one) + (form or one)


@cache
def read_words(folder: str, lang: str) -> dict[str, Any]:
    """Return the table of a language in a folder of ``templates``; without one, the English."""
    file = templates() / folder / f"{lang}.toml"
    if not os.path.isfile(file):
        file = file.with_stem(ENGLISH)
    return {"code": file.stem, **tomllib.loads(file.read_text(encoding="utf-8"))}


class PieceWords(NamedTuple):
    """The words of pieces and their sheets that do not come from the game, in one language.

    ``counts`` holds nouns for one and for several; ``names`` the names of pieces by their ids, and
    ``colors`` those that stand in a list of colours alone.
    """

    code: str
    boards: Mapping[str, str]
    counts: Mapping[str, tuple[str, str]]
    names: Mapping[str, str]
    lists: Mapping[str, str]
    sheets: Mapping[str, str]
    colors: Mapping[str, str] = MappingProxyType({})

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

    def tallied(self, kinds: Mapping[str, int], own: Mapping[str, str], written: str) -> str:
        """Count the pieces of each kind in words; return "" if a kind has no name here.

        A game may have names of its ``own``, which are in this language.
        """
        colors = {kind: name for kind, name in self.colors.items() if kind not in own}
        known = [own.get(kind) or self.named(kind, written) for kind in kinds]
        names = [name for name in known if name is not None]
        if not 1 < len(names) == len(known) <= MOST_NAMED:
            return ""
        (first, *_), alike = kinds.values(), len({*kinds.values()}) == 1
        if alike and first == 1:
            named = zip(kinds, names, strict=True)
            return ", ".join(colors.get(kind, name) for kind, name in named)
        if alike and colors.keys() >= kinds.keys():
            listed = ", ".join(colors[kind] for kind in kinds)
            return self.lists["colors"].format(n=first, names=listed)
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
