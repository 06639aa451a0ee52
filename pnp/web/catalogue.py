"""A catalogue of games: the facts in their definitions by which people search.

Facts missing from a definition stay unknown, and people can search for that too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple, get_args
from unicodedata import combining, normalize

from pnp.base.languages import ENGLISH
from pnp.game.component import PlayedAs
from pnp.game.fields import date_numbers, id_like
from pnp.game.game import Game
from pnp.game.rules import Players
from pnp.web.words import LANGUAGES, words_of

UNKNOWN = "not-stated"
KINDS = get_args(PlayedAs)  # what a game is played with
KNOWN = ("described", "observed", "scholarly", "reconstructed", "suggested", "incomplete")
DURATIONS = (15, 30, 60, 120)  # minutes: up to so many
LONGER = "longer"
MANY = 7  # players: so many or more
AGES = (*range(4, 15), 16, 18)  # years of the youngest who plays; the last stands for all above
_PLAIN = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "\u0131": "i"}
)


class Span(NamedTuple):
    """A range of numbers, including both ends."""

    least: int
    most: int


@dataclass(frozen=True)
class Entry:
    """A game in a catalogue; values missing from its definition are None or empty.

    ``other_names`` are those of its rule sets, and ``players`` and ``minutes`` span all of these.
    ``counts`` lists the supported numbers of players up to :data:`MANY`, ``durations`` the minutes
    of each rule set. ``age`` is the lowest recommended age of any. ``years`` spans the years in
    which the game arose, if known; 0 is 1 BC. ``dated`` is the same in words. ``kinds`` lists the
    kinds of components, ``known`` how well the rules are attested. ``place_names`` names ``places``
    in ``language``, the language of the entry. ``parts`` names the components, and ``rules`` has
    the summaries of the rule sets.
    """

    id: str
    name: str
    summary: str
    other_names: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    players: Span | None = None
    counts: tuple[int, ...] = ()
    age: int | None = None
    durations: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    place_names: tuple[str, ...] = ()
    years: Span | None = None
    dated: str | None = None
    known: tuple[str, ...] = ()
    language: str = ENGLISH
    keywords: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def minutes(self) -> Span | None:
        """The shortest and the longest duration."""
        return Span(min(self.durations), max(self.durations)) if self.durations else None

    @property
    def keys(self) -> tuple[str, ...]:
        """What a search finds after the names: keywords, components, authors and places."""
        places = (*self.places, *self.place_names)
        return tuple(dict.fromkeys((*self.keywords, *self.parts, *self.authors, *places)))

    @cached_property
    def texts(self) -> tuple[str, str, str]:
        """What a search looks through: names, these and keys, everything; all :func:`folded`."""
        names = " ".join((self.name, *self.other_names))
        lang = self.language if self.language in LANGUAGES else ENGLISH
        kinds = (words_of(lang, f"home.kind.{kind}") for kind in self.kinds)
        keys = " ".join((names, *self.keys, *kinds))
        all_of_it = " ".join((keys, self.dated or "", self.summary, *self.rules))
        return folded(names), folded(keys), folded(all_of_it)

    def level(self, words: Iterable[str]) -> int:
        """Return the number of the first text that has all of some folded words, or 3."""
        fits = (all(f" {word}" in f" {text}" for word in words) for text in self.texts)
        return next((number for number, fit in enumerate(fits) if fit), len(self.texts))

    @cached_property
    def rank(self) -> tuple[str, str]:
        """The sort key of entries."""
        return folded(self.name), self.id

    def values(self, facet: str) -> tuple[str, ...]:
        """Return the keys of the game in a facet, or :data:`UNKNOWN` if there are none."""
        return tuple(dict.fromkeys(_VALUES[facet](self))) or (UNKNOWN,)

    def as_data(self) -> dict[str, Any]:
        """Return the entry as JSON data, without unknown values."""
        return {key: value for key, value in asdict(self).items() if value not in (None, ())}


_VALUES: Mapping[str, Callable[[Entry], Iterable[str]]] = {
    "players": lambda entry: map(str, entry.counts),
    "age": lambda entry: _ages(entry.age),
    "minutes": lambda entry: map(_duration_key, entry.durations),
    "kind": lambda entry: entry.kinds,
    "place": lambda entry: map(place_key, entry.places),
    "time": lambda entry: map(str, _centuries(entry.years)),
    "known": lambda entry: entry.known,
}
FACETS = tuple(_VALUES)


class FacetValue(NamedTuple):
    """A value of a facet, with the number of ``games`` that have it.

    ``name`` is the name of a place; pages have their own words for other values.
    """

    key: str
    games: int
    name: str = ""


class Catalogue:
    """Entries in the order of their names; of a search, first those whose name it is."""

    def __init__(self, entries: Iterable[Entry], words: Sequence[str] = ()) -> None:
        self.entries = tuple(sorted(entries, key=lambda one: (one.level(words), one.rank)))
        self._last: tuple[Any, Catalogue] | None = None
        self._keyed: dict[str, Mapping[str, list[Entry]]] = {}

    def matching(self, text: str = "", chosen: Mapping[str, Sequence[str]] = {}) -> "Catalogue":
        """Return the catalogue of the games that match every word of a text and all choices.

        A game matches a facet if it has one of the chosen keys. A word may be the beginning of a
        longer one.
        """
        asked = text, {facet: tuple(keys) for facet, keys in chosen.items()}
        if self._last is None or self._last[0] != asked:  # else its next page is asked for
            words = folded(text).split()
            found = (one for one in self._having(asked[1]) if one.level(words) < len(one.texts))
            self._last = asked, Catalogue(found, words)
        return self._last[1]

    def _having(self, chosen: Mapping[str, Sequence[str]]) -> Iterable[Entry]:
        """Return the entries that match the choices."""
        found: Iterable[Entry] = self.entries
        for number, (facet, keys) in enumerate(chosen.items()):
            of = {one.id: one for key in keys for one in self._by(facet).get(key, ())}
            found = [one for one in found if one.id in of] if number else of.values()
        return found

    def _by(self, facet: str) -> Mapping[str, list[Entry]]:
        """Return the entries by each key of a facet."""
        if facet not in self._keyed:
            keyed: dict[str, list[Entry]] = {}
            for entry in self.entries:
                for key in entry.values(facet):
                    keyed.setdefault(key, []).append(entry)
            self._keyed[facet] = keyed
        return self._keyed[facet]

    def facets(self) -> Mapping[str, tuple[FacetValue, ...]]:
        """Return the values of each facet in a fixed order, with the unknown one last."""
        return self._facets

    @cached_property
    def _facets(self) -> Mapping[str, tuple[FacetValue, ...]]:
        return {facet: tuple(self._facet(facet)) for facet in FACETS}

    def _facet(self, facet: str) -> Iterator[FacetValue]:
        counts = {key: len(found) for key, found in self._by(facet).items()}
        names = self._places if facet == "place" else {}
        for key in sorted(counts, key=lambda one: _rank(facet, one, names.get(one, ""))):
            yield FacetValue(key, counts[key], names.get(key, ""))

    @cached_property
    def _places(self) -> Mapping[str, str]:
        """The names of places by their keys; names in the language of pages take precedence."""
        called = {
            (name != place, name, place_key(place))
            for entry in self.entries
            for place, name in zip(entry.places, entry.place_names or entry.places, strict=True)
        }
        return {key: name for _, name, key in sorted(called, key=lambda one: (one[0], one[1]))}


def entry_of(game: Game) -> Entry:
    """Return the entry of a game in the language in which it was loaded."""
    rule_sets = tuple(game.rule_sets.values())
    players = [one.players for one in rule_sets]
    ages = [one.age for one in rule_sets if one.age]
    named = [name for one in rule_sets for name in (one.name, one.original_name)]
    needed = {need.component for one in rule_sets for need in one.needs}
    kinds = {game.components[key].played_as for key in needed if key in game.components}
    return Entry(
        game.id,
        game.name,
        game.summary,
        tuple(dict.fromkeys(name for name in named if name and name != game.name)),
        _each(game.author, *(one.author for one in rule_sets)),
        _span(n for one in players for n in (one.least, one.most)),
        tuple(sorted({count for one in players for count in _counts(one)})),
        min(ages, default=None),
        tuple(sorted({one.minutes for one in rule_sets if one.minutes})),
        tuple(kind for kind in KINDS if kind in kinds),
        game.places,
        tuple(map(game.place_name, game.places)),
        _years(game),
        game.dated or game.date,
        tuple(kind for kind in KNOWN if any(one.kind == kind for one in rule_sets)),
        game.language,
        game.keywords,
        _each(*(one.name for one in game.components.values())),
        _each(*(one.summary for one in rule_sets)),
    )


def folded(text: str) -> str:
    """Return a text as lower-case words without accents and punctuation, separated by spaces."""
    plain = normalize("NFKD", text.casefold().translate(_PLAIN))
    letters = (sign for sign in plain if not combining(sign))
    return " ".join("".join(one if one.isalnum() else " " for one in letters).split())


def place_key(name: str) -> str:
    """Return the key of a place: its name as an id, or a checksum if it has no Latin letters."""
    return id_like(name) or sha256(name.encode()).hexdigest()[:12]


def century(year: int) -> int:
    """Return the century of a year: 20 for 1901 to 2000, -1 for 100 to 1 BC (year 0 is 1 BC)."""
    return (year - 1) // 100 + 1 if year > 0 else -(-year // 100 + 1)


def _centuries(years: Span | None) -> Iterator[int]:
    if years is not None:
        yield from (one for one in range(*map(century, years)) if one)
        yield century(years.most)


def _ages(least: int | None) -> Iterator[str]:
    """Yield the age groups that can play a game with a lowest age."""
    if least is not None:
        yield from (str(age) for age in AGES if age >= min(least, AGES[-1]))


def _years(game: Game) -> Span | None:
    """Return the years of a game, or otherwise of its rule sets."""
    own = (game.earliest, game.date, game.latest)
    dates = own if any(own) else tuple(one.date for one in game.rule_sets.values())
    return _span(date_numbers(date)[0] for date in dates if date)


def _counts(players: Players) -> Iterator[int]:
    least, most = min(players.least, MANY), min(players.most, MANY)
    return iter(range(least, most + 1))


def _span(numbers: Iterable[int]) -> Span | None:
    found = tuple(numbers)
    return Span(min(found), max(found)) if found else None


def _each(*names: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, names)))


def _duration_key(minutes: int) -> str:
    return next((str(most) for most in DURATIONS if minutes <= most), LONGER)


def _rank(facet: str, key: str, name: str) -> tuple[bool, int, str]:
    """Return the sort key of a facet's key: by value, by fixed order or by name."""
    if key.lstrip("-").isdecimal() and facet != "place":
        return False, int(key), ""
    order = {"kind": KINDS, "known": KNOWN, "minutes": (LONGER,)}.get(facet, ())
    rank = 100_000 + order.index(key) if key in order else 0
    return key == UNKNOWN, rank, folded(name)
