"""The choices that an address has for each job: read untrusted, normalized, turned into options."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import urlencode

from pnp.base.errors import PnpError, UnitError, UsageError
from pnp.base.extensions import at_place
from pnp.base.messages import Message, in_address, within
from pnp.base.units import closest
from pnp.base.workplace import reads_strangers
from pnp.definitions import Loaded
from pnp.game.game import Game
from pnp.game.paper import MOST_CARDS, read_paper
from pnp.make.options import Option, declared, read_options, whole_number
from pnp.make.output_options import kind_of
from pnp.make.wing import chosen_jobs

JOBS: Mapping[str, type[Any]] = {key: at_place(job.options) for key, job in chosen_jobs().items()}
LANG = "lang"  # an address has one
NOT_OFFERED = {
    "out": "a browser chooses the folder",
    "clean": "nothing is left of earlier runs",
    "pdfx": "takes a file of the user's",
    "pdfx_1a": "takes a file of the user's",
    "cmyk": "takes a file of the user's",
    "tts_url": "is known only once the images lie somewhere",
    "groups": "a designer's: whoever prints a game takes it as it is",
    "one_file": "kit.pdf is one file, kit.zip all of them",
    "split": "kit.pdf is one file, and its first page says which pages go on which paper",
}

KIT, BUILD = "kit", "build"
FOR, CARDS, ONLY, PRINTER = "for", "cards", "only", "printer"
DRAFT, PROOF, SINCE = "draft", "proof", "changed-since"
OF_SINGLES = (ONLY, CARDS, DRAFT, PROOF, SINCE)  # choices that make a build
Earlier = Callable[[str], Any]
"""Returns the faces to compare with, by what an address calls them, or None."""
MOST_PARAMETERS = 200
LONGEST_VALUE = 500  # letters
AddressWords = Mapping[str, Sequence[str]]


def offered(job: str) -> dict[str, Option]:
    """Return the options of a job that an address may choose, by name."""
    options = (one for one in declared(JOBS[job]) if one.name not in NOT_OFFERED)
    return {one.key: one._replace(several=one.several and one.key != LANG) for one in options}


@dataclass(frozen=True)
class Choices:
    """What an address chooses of a game.

    ``job`` is "kit", "build" (single components, or a game without rule sets) or that of another
    wing. ``rule_set`` is None for all rule sets together. ``words`` are the choices that differ
    from the defaults, by their names in addresses, in a fixed order; ``options`` are those of the
    job. ``named`` is the name of the game on a command line, by default its id.
    """

    game: str
    job: str
    rule_set: str | None
    words: tuple[tuple[str, str], ...]
    options: Any
    named: str = ""

    @classmethod
    def read(
        cls,
        loaded: Loaded,
        words: AddressWords,
        *,
        job: str = "",
        own_printers: bool = False,
        named: str = "",
        earlier: Earlier | None = None,
    ) -> Self:
        """Read the parameters of an address; empty ones count as not given.

        The job is a kit, or a build if single components, a draft or a proof are asked for.
        Printers belong to the user, as do files in the settings: they can be chosen only with
        ``own_printers``; without ``earlier`` faces nothing can be compared with them.

        Raises:
            UsageError: If choices are wrong or contradict each other: a line for each.
        """
        game, given = loaded.game, _given(words)
        singles = not given.keys().isdisjoint(OF_SINGLES) or not game.rule_sets
        reader = _Reader(loaded, job or (BUILD if singles else KIT), own_printers, earlier)
        rule_set = reader.rule_set(given.pop(FOR, []))
        cards = reader.cards(given.pop(CARDS, []))
        reader.read(given)
        options = reader.options(cards, rule_set)
        own = [(FOR, rule_set)] if rule_set and len(game.rule_sets) > 1 else []
        own += [(CARDS, str(cards))] if cards else []
        return cls(game.id, reader.job, rule_set, (*own, *reader.words), options, named)

    def query(self) -> str:
        """Return the query of an address: only values other than the defaults, in a fixed order."""
        return address_query(self.words)

    def command(self) -> str:
        """Return the equivalent command line, or "" if it would need a file."""
        chosen = dict(self.words)
        if SINCE in chosen:
            return ""
        name = "/".join(filter(None, (self.named or self.game, chosen.pop(FOR, ""))))
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


def _given(words: AddressWords) -> dict[str, list[str]]:
    """Return the parameters that were given, without blanks.

    Raises:
        UsageError: If there are more, or longer ones, than any choice needs.
    """
    if sum(map(len, words.values())) > MOST_PARAMETERS:
        raise UsageError(Message("too_many_choices", most=MOST_PARAMETERS))
    found = {name: [v.strip() for v in values if v.strip()] for name, values in words.items()}
    return {name: values for name, values in found.items() if values}


def _flags(one: Option, word: str) -> list[str]:
    on, _, off = one.flag.partition("/")
    if one.is_switch:
        return [on if word == "yes" else off]
    return [on, *(word.split() if one.is_pair else [word])]


class _Reader:
    """Reads the choices of one address: ``words`` of its query, values of options, and faults."""

    def __init__(
        self, loaded: Loaded, job: str, own_printers: bool, earlier: Earlier | None
    ) -> None:
        self.job = job
        self.words: list[tuple[str, str]] = []
        self._values: dict[str, Any] = {}
        self._loaded = loaded
        self._game: Game = loaded.game
        self._own_printers = own_printers
        self._earlier = earlier
        self._own_files = own_printers and not reads_strangers()
        self._known = offered(job)
        self._faults: list[str] = []

    def rule_set(self, values: Sequence[str]) -> str | None:
        """Return the chosen rule set; the only one of a game is the default."""
        there = self._game.rule_sets
        if word := self._single(FOR, values):
            key = word.lower().removeprefix(f"{self._game.id}/")
            if key in there:
                return key
            known, close = tuple(there) or "none", closest(key, there)
            self._fault("rule_set", FOR, written=word, known=known, close=close)
        return next(iter(there)) if len(there) == 1 and self.job == KIT else None

    def cards(self, values: Sequence[str]) -> int | None:
        """Return the number of cards in the chosen deck."""
        word = self._single(CARDS, values)
        if not word:
            return None
        if self.job != BUILD:
            self._fault("not_for", CARDS, job=self.job)
            return None
        try:
            return int(whole_number(1, MOST_CARDS)(CARDS, word))
        except UsageError as error:
            self._faults += error.faults
            return None

    def read(self, given: Mapping[str, list[str]]) -> None:
        """Read the choices that differ from the defaults, in the order of declaration."""
        names = [FOR, *self._known]
        for name in given:
            if name not in self._known:
                self._unknown(name, names)
        for key, one in self._known.items():
            if key in given:
                self._read(one, given[key])

    def options(self, cards: int | None, rule_set: str | None) -> Any:
        """Return the options of the job.

        Raises:
            UsageError: If anything is wrong: a line for each fault.
        """
        options: Any = None
        if not self._faults:
            try:
                options = read_options(JOBS[self.job], self._values)
            except PnpError as error:
                self._faults += error.faults
        if self.job == BUILD and options is not None:
            options = replace(
                options,
                one_file="pdf" in options.formats and not options.proof,
                rule_set=rule_set,
                lang=next(iter(options.langs), None),
                kind="deck" if cards else "",
                cards=cards,
            )
        if self._faults:
            raise UsageError(*in_address(self._faults, flags(self.job)))
        return options

    def _fault(self, key: str, at: str | tuple[str, ...], **values: Any) -> None:
        self._faults.append(Message(key, at, **values))

    def _unknown(self, name: str, names: Sequence[str]) -> None:
        for job in JOBS:
            if job != self.job and name in offered(job):
                self._fault("other_job", name, job=job, this=self.job)
                return
        known, close = tuple(names), closest(name, names)
        self._fault("unknown_choice", (), written=name, known=known, close=close)

    def _single(self, name: str, values: Sequence[str]) -> str:
        different = dict.fromkeys(values)
        if len(different) > 1:
            self._fault("chosen_twice", name)
        return next(iter(different), "")

    def _read(self, one: Option, texts: list[str]) -> None:
        """Read a choice, unless it is the default or has a fault."""
        faults = len(self._faults)
        self._refuse(one, texts)
        is_right = len(self._faults) == faults
        if is_right and not (one.several or one.is_repeated):
            self._single(one.key, texts)
        value = None
        try:
            read = self._faces if one.key == SINCE else one.from_texts
            value = read(one.key, texts) if is_right else None
        except PnpError as error:
            self._faults += error.faults
        if value not in (None, one.default) and texts != [one.default_text]:
            self._values[one.name] = value
            self.words += _pairs(one, texts, value)

    def _faces(self, name: str, texts: Sequence[str]) -> Any:
        """Return the faces to compare with."""
        if self._earlier is None:
            raise UsageError(Message("not_here", name))
        found = self._earlier(texts[-1])
        if found is None:
            raise UsageError(Message("no_such_look", name))
        return found

    def _refuse(self, one: Option, texts: Sequence[str]) -> None:
        """Add the faults of values that no address may have; they do not repeat the value."""
        kind, spoken = kind_of(one), self._loaded.languages
        for text in texts:
            word = text.lower()
            if len(text) > LONGEST_VALUE or not text.isprintable() or set(text) & set("/\\"):
                self._fault("no_value", one.key)
            elif one.key == PRINTER:
                self._refuse_printer(word)
            elif one.key == LANG and word not in spoken:
                self._fault("no_language", LANG, written=text, known=tuple(spoken))
            elif kind.in_files and not (kind.is_open and text[:1].isdecimal()):
                known = (*kind.known(), *(kind.own() if self._own_files else ()))
                if word not in known:
                    key = "bed_choice" if kind.is_open else "choose_one"
                    self._fault(key, one.key, known=known)
            elif one.metavar == "PAPER" and not self._own_files:
                try:
                    read_paper(text)
                except UnitError as error:
                    self._faults += within(one.key, error.faults)

    def _refuse_printer(self, word: str) -> None:
        if not self._own_printers:
            self._fault("not_here", PRINTER)
            return
        from pnp.make.printer_profile import printer_names

        try:
            known = printer_names()
        except UsageError:
            known = []
        if word not in known:
            key = "no_such_printer" if known else "no_printer"
            self._fault(key, PRINTER, known=tuple(known))


def flags(job: str) -> dict[str, str]:
    """Return the names of a job's choices in addresses, by their flags."""
    return {one.flag: name for name, one in offered(job).items()}


def _pairs(one: Option, texts: Sequence[str], value: Any) -> Iterator[tuple[str, str]]:
    """Yield the query parameters of a choice."""
    if one.is_switch:
        yield one.key, "yes" if value else "no"
    elif one.is_repeated:
        yield from ((one.key, word) for word in sorted({text.lower() for text in texts}))
    elif one.several:
        yield one.key, ",".join(value)
    elif isinstance(value, str | int):
        yield one.key, str(value)
    else:
        name = getattr(value, "id", None) or getattr(value, "name", None)
        yield one.key, name if isinstance(name, str) else " ".join(texts[-1].lower().split())
