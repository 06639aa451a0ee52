"""The choices in an address: read untrusted, normalized, and turned into a command line."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from pnp.base.errors import PnpError, UsageError
from pnp.base.units import did_you_mean, quoted
from pnp.definitions import Loaded
from pnp.definitions.data_files import built_in
from pnp.game.game import Game
from pnp.game.paper import MOST_CARDS
from pnp.jobs.offered import IDS, JOBS, MACHINES, OfferedOption, offered
from pnp.jobs.options import read_options, whole_number

KIT, BUILD = "kit", "build"
FOR, CARDS, ONLY, PRINTER, LANG = "for", "cards", "only", "printer", "lang"
MOST_PARAMETERS = 200
LONGEST_VALUE = 500  # letters

_FLAG = re.compile(r"(?<![\w-])--(?=[a-z])")
_SWITCH = {"yes": True, "on": True, "true": True, "1": True, "no": False, "off": False}
AddressWords = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Choices:
    """What an address chooses of a game.

    ``job`` is "kit", "build" (single components, or a game without rule sets) or that of another
    wing. ``rule_set`` is None for all rule sets together. ``words`` are the choices that differ
    from the defaults, by their names in addresses, in a fixed order; ``options`` are those of the
    job.
    """

    game: str
    job: str
    rule_set: str | None
    words: tuple[tuple[str, str], ...]
    options: Any

    @classmethod
    def read(
        cls, loaded: Loaded, words: AddressWords, *, job: str = "", own_printers: bool = False
    ) -> Self:
        """Read the parameters of an address; empty ones count as not given.

        The job is a kit, or a build if single components are named. Printers belong to the user, so
        they can be chosen only with ``own_printers``.

        Raises:
            UsageError: If choices are wrong or contradict each other: a line for each.
        """
        game, given = loaded.game, _given(words)
        singles = ONLY in given or CARDS in given or not game.rule_sets
        reader = _Reader(loaded, job or (BUILD if singles else KIT), own_printers)
        rule_set = reader.rule_set(given.pop(FOR, []))
        cards = reader.cards(given.pop(CARDS, []))
        chosen = reader.options(given)
        options = reader.check(chosen, cards, rule_set)
        own = [(FOR, rule_set)] if rule_set and len(game.rule_sets) > 1 else []
        own += [(CARDS, str(cards))] if cards else []
        listed = (pair for one in chosen for pair in one.pairs)
        return cls(game.id, reader.job, rule_set, (*own, *listed), options)

    def query(self) -> str:
        """Return the query of an address: only values other than the defaults, in a fixed order."""
        return address_query(self.words)

    def command(self) -> str:
        """Return the equivalent command line."""
        chosen = dict(self.words)
        rule_set = chosen.pop(FOR, "")
        name = f"{self.game}/{rule_set}" if rule_set else self.game
        command = ["pnp", "deck" if CARDS in chosen else self.job, name]
        known = offered(self.job)
        for key, word in self.words:
            if key == CARDS:
                command += ["--cards", word]
            elif key in known:
                command += _flags(known[key], word)
        is_one_file = self.job == BUILD and self.options.one_file
        return shlex.join([*command, *(["--one-file"] if is_one_file else [])])


def address_query(words: Sequence[tuple[str, str]]) -> str:
    """Return choices as the query of an address."""
    return urlencode(words, safe=",=+/:")


class _Chosen(NamedTuple):
    """A choice that differs from the default: its value as written, and its query parameters."""

    offered: OfferedOption
    written: Any
    pairs: tuple[tuple[str, str], ...]


def _given(words: AddressWords) -> dict[str, list[str]]:
    """Return the parameters that were given, without blanks.

    Raises:
        UsageError: If there are more, or longer ones, than any choice needs.
    """
    if sum(map(len, words.values())) > MOST_PARAMETERS:
        raise UsageError(f"the address has more than {MOST_PARAMETERS} choices")
    found = {name: [v.strip() for v in values if v.strip()] for name, values in words.items()}
    return {name: values for name, values in found.items() if values}


def _flags(one: OfferedOption, word: str) -> list[str]:
    on, _, off = one.option.flag.partition("/")
    if one.is_switch:
        return [on if word == "yes" else off]
    if one.name == "kerf-from-gauge":
        return [on, *word.split()]
    return [on, word]


class _Reader:
    """Reads the choices of one address and collects their faults."""

    def __init__(self, loaded: Loaded, job: str, own_printers: bool) -> None:
        self.job = job
        self._loaded = loaded
        self._game: Game = loaded.game
        self._own_printers = own_printers
        self._known = offered(job)
        self._faults: list[str] = []

    def rule_set(self, values: Sequence[str]) -> str | None:
        """Return the chosen rule set; the only one of a game is the default."""
        there = self._game.rule_sets
        if word := self._single(FOR, values):
            key = word.lower().removeprefix(f"{self._game.id}/")
            if key in there:
                return key
            close = did_you_mean(key, there)
            known = ", ".join(there) or "none"
            self._faults.append(f"for: {quoted(word)} is not a rule set; there are: {known}{close}")
        return next(iter(there)) if len(there) == 1 and self.job == KIT else None

    def cards(self, values: Sequence[str]) -> int | None:
        """Return the number of cards in the chosen deck."""
        word = self._single(CARDS, values)
        if not word:
            return None
        if self.job != BUILD:
            self._faults.append(f"cards: is not for {self.job}; leave it out")
            return None
        try:
            return int(whole_number(1, MOST_CARDS)(CARDS, word))
        except UsageError as error:
            self._faults.append(str(error))
            return None

    def options(self, given: Mapping[str, list[str]]) -> list[_Chosen]:
        """Return the choices that differ from the defaults, in the order of declaration."""
        names = [FOR, *self._known]
        for name in given:
            if name not in self._known:
                self._faults.append(self._unknown(name, names))
        read = (
            self._read(one, given[one.name]) for one in self._known.values() if one.name in given
        )
        return [chosen for chosen in read if chosen is not None]

    def check(self, chosen: Sequence[_Chosen], cards: int | None, rule_set: str | None) -> Any:
        """Return the options of the job.

        Raises:
            UsageError: If anything is wrong: a line for each fault.
        """
        options: Any = None
        if not self._faults:
            written = {one.offered.option.name: one.written for one in chosen}
            try:
                options = read_options(JOBS[self.job], written)
            except PnpError as error:
                self._faults += str(error).splitlines()
        if self.job == BUILD and options is not None:
            options = replace(
                options,
                one_file="pdf" in options.formats,
                rule_set=rule_set,
                lang=next(iter(options.langs), None),
                kind="deck" if cards else "",
                cards=cards,
            )
        if self._faults:
            raise UsageError("\n".join(dict.fromkeys(map(in_addresses, self._faults))))
        return options

    def _unknown(self, name: str, names: Sequence[str]) -> str:
        for job in JOBS:
            if job != self.job and name in offered(job):
                return f"{name}: is a choice for {job}, not for {self.job}; leave it out"
        close = did_you_mean(name, names)
        return f"{quoted(name)} is not a choice; there are: {', '.join(names)}{close}"

    def _single(self, name: str, values: Sequence[str]) -> str:
        different = dict.fromkeys(values)
        if len(different) > 1:
            self._faults.append(f"{name}: is chosen twice; choose one")
        return next(iter(different), "")

    def _read(self, one: OfferedOption, values: list[str]) -> _Chosen | None:
        """Return a choice, or None if it is the default or has a fault."""
        before = len(self._faults)
        written = self._written(one, values)
        self._faults += self._refused(one, values)
        if written is None or len(self._faults) > before:
            return None
        option = one.option
        try:
            value = option.read(option.flag, written) if option.read is not None else written
        except PnpError as error:
            self._faults += str(error).splitlines()
            return None
        usual = written == option.text or value == _default(JOBS[self.job], option.name)
        return None if usual else _Chosen(one, written, tuple(_pairs(one, written, value)))

    def _written(self, one: OfferedOption, values: list[str]) -> Any:
        """Return the value as the command line would pass it to the option's reader."""
        if one.is_repeated:
            return list(dict.fromkeys(values))
        if one.is_listed:
            return ",".join(dict.fromkeys(",".join(values).split(",")))
        word = self._single(one.name, values)
        if one.is_switch:
            if word.lower() not in _SWITCH:
                self._faults.append(f"{one.name}: choose yes or no, not {quoted(word)}")
            return _SWITCH.get(word.lower())
        if one.name == "kerf-from-gauge":
            blocks, _, slack = word.partition(" ")
            return int(blocks) if blocks.isdecimal() and len(blocks) < 5 else 0, slack
        return word

    def _refused(self, one: OfferedOption, values: Sequence[str]) -> Iterator[str]:
        """Yield the faults of values that no address may have; they do not repeat the value."""
        for value in values:
            if len(value) > LONGEST_VALUE or not value.isprintable() or set(value) & set("/\\"):
                yield f"{one.name}: is not a value of this choice"
            elif one.name == PRINTER:
                yield from self._printer_faults(value)
            elif one.name == LANG:
                yield from self._language_faults(value)
            elif one.name in IDS and value.lower() not in (known := IDS[one.name]()):
                yield f"{one.name}: is not known; choose one of {', '.join(known)}"
            elif one.name == "bed" and not value[:1].isdecimal():
                yield from _bed_faults(value)

    def _language_faults(self, value: str) -> Iterator[str]:
        known = self._loaded.languages
        if value.lower() not in known:
            there = ", ".join(known)
            yield f"lang: {quoted(value)} is not a language of this game; it has: {there}"

    def _printer_faults(self, value: str) -> Iterator[str]:
        if not self._own_printers:
            yield "printer: cannot be chosen here"
            return
        from pnp.records.printer_profile import printer_names

        try:
            known = printer_names()
        except UsageError:
            known = []
        if value.lower() not in known:
            there = f"there are: {', '.join(known)}" if known else "there is none yet"
            yield f"printer: is not known; {there}"


def _bed_faults(value: str) -> Iterator[str]:
    known = built_in(MACHINES)
    if value.lower() not in known:
        yield f"bed: choose a size such as 600x400mm, or one of {', '.join(known)}"


def in_addresses(line: str) -> str:
    """Return a sentence about options with their names in addresses."""
    return _FLAG.sub("", line)


def _default(options: type[Any], name: str) -> Any:
    one = next(one for one in fields(options) if one.name == name)
    return one.default if one.default_factory is MISSING else one.default_factory()


def _pairs(one: OfferedOption, written: Any, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the query parameters of a choice."""
    if one.is_switch:
        yield one.name, "yes" if value else "no"
    elif one.is_repeated:
        yield from ((one.name, word.lower()) for word in sorted(written))
    elif one.name == "kerf-from-gauge":
        yield one.name, f"{written[0]} {written[1]}"
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield one.name, str(value)
    elif isinstance(value, tuple) and all(type(word) is str for word in value) and one.is_listed:
        yield one.name, ",".join(value)
    else:
        name = getattr(value, "id", None) or getattr(value, "name", None)
        yield one.name, name if isinstance(name, str) else str(written).lower()
