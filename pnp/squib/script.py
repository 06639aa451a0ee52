"""What the scripts of a project draw: its decks, each with the calls that Squib would make."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from posixpath import basename, dirname, normpath, splitext
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.errors import UsageError
from pnp.game.fields import id_like
from pnp.squib.folder import ProjectFolder
from pnp.squib.layout_files import ProjectNote, read_settings
from pnp.squib.ruby import CardCells, CardIndex, Module, RubyHash, RubyRange, UntakenError, text_of
from pnp.squib.ruby_run import Machine
from pnp.squib.ruby_scope import Arguments
from pnp.squib.tables import read_table
from pnp.squib.values import CELL, DPI, SCALE, PixelScale, pixels

if TYPE_CHECKING:
    from pnp.squib.ruby_scope import Node


SHAPES = frozenset(
    ["rect", "circle", "ellipse", "line", "triangle", "curve", "grid", "star", "polygon"]
)
SAVES = ("save_pdf", "save_sheet", "save_png", "save", "showcase", "hand")  # printed ones first
_DRAWS = {*SHAPES, *SAVES, "text", "png", "svg", "background", "hint", "set", "use_layout"}
_DRAWS |= {"safe_zone", "cut_zone"}
_SHOWN = {*SHAPES, "text", "png", "svg", "background"}
_SIDES = {"width": 825.0, "height": 1125.0}
_TABLES = ("csv", "xlsx", "yaml")
_BUILDS = ("enable_build", "disable_build", "enable_build_globally", "disable_build_globally")
_UNITS = {"inches": "in", "mm": "mm", "cm": "cm", "cells": "c", "cell": "c", "points": "pt"}
_NOTHING = ("print_system_fonts", "system_fonts", "logger")
_RAKE = ("task", "desc", "namespace", "load", "file", "directory", "sh")
_WRITING = ("write", "mkdir_p", "mkdir", "rm", "rm_rf", "cp", "mv", "delete", "touch")
_RAKEFILES = ("Rakefile", "rakefile", "Rakefile.rb", "src/Rakefile")
MOST_CALLS = 5000  # of a project
MOST_DECKS = 200


class Call(NamedTuple):
    """A call that draws or saves, with its options; those that are not known are UntakenErrors.

    ``group`` is that of builds in which Squib draws it, if it is one that is not enabled.
    """

    file: str
    line: int
    name: str
    options: dict[str, Any]
    text: str
    group: str = ""


class DeckCalls:
    """A deck of a script: its options, and its calls in order."""

    def __init__(self, call: Call, script: str, settings: Mapping[str, Any]) -> None:
        self.call = call
        self.settings = settings  # that the script makes
        self.has_block = False
        self.script = script
        self.calls: list[Call] = []

    @property
    def dpi(self) -> float:
        """Pixels in an inch."""
        return _number(self.call.options.get("dpi"), DPI)

    def side(self, name: str) -> float:
        """Return the width or height of its cards, in pixels."""
        return _number(self.call.options.get(name), _SIDES[name], PixelScale(self.dpi, CELL))

    @property
    def count(self) -> int:
        """The number of its cards."""
        return max(int(_number(self.call.options.get("cards"), 1)), 0)

    def alone(self, number: int) -> "DeckCalls":
        """Return a deck of only one of the cards."""
        one = self.call._replace(options={**self.call.options, "cards": 1})
        made = DeckCalls(one, self.script, self.settings)
        for call in self.calls:
            chosen = call.options.get("range")
            if isinstance(chosen, (int, list, RubyRange)) and number not in _numbers(
                chosen, self.count
            ):
                continue
            options = {k: for_card(v, number) for k, v in call.options.items() if k != "range"}
            if rules := call.options.get("embed"):
                options["embed"] = [
                    {key: for_card(value, number) for key, value in rule.items()} for rule in rules
                ]
            made.calls.append(call._replace(options=options))
        return made


class _Embed:
    """Collects the pictures that a text embeds."""

    def __init__(self) -> None:
        self.rules: list[dict[str, Any]] = []


class _Task(NamedTuple):
    """A task of Rake, by its name."""

    name: str


class ScriptReader:
    """Reads the scripts of a project, those that Rake runs by default first."""

    def __init__(self, folder: ProjectFolder, tell: Callable[[ProjectNote], None]) -> None:
        self.folder = folder
        self.decks: list[DeckCalls] = []
        self._tell = tell
        self._machine = Machine(self)
        self._machine.shared["ENV"] = self._environment = RubyHash()
        self._deck: DeckCalls | None = None
        self._script = ""
        self._loaded: set[str] = set()
        self._tasks: dict[str, tuple[list[str], list[Any]]] | None = None
        self._builds: set[str] = set()
        self._own_builds: set[str] = set()
        self._settings: dict[str, Any] = {}
        self._calls = 0
        self._group = ""  # of builds, that is not enabled

    def read(self) -> None:
        """Read all scripts.

        Raises:
            UsageError: If there is none, or one is too much.
            MissingExtraError: If the library that parses Ruby is not installed.
        """
        scripts = self.folder.scripts()
        if rakefile := next(filter(None, map(self.folder.find, _RAKEFILES)), None):
            self._rake(rakefile)
        for script in scripts:
            if script not in self._loaded:
                settings = dict(self._settings)
                self._load(script)
                self._settings = settings
        self.decks = [deck for deck in self.decks if deck.calls or deck.has_block]

    def _rake(self, path: str) -> None:
        """Read a Rakefile, and do what its default task does."""
        self._tasks = {}
        told = self._tell
        self._tell = lambda note: None  # what else a Rakefile does draws nothing
        self._machine.run(self.folder.source(path), path)
        self._tell = told
        self._invoke("default", set())
        self._tasks = None

    def _invoke(self, name: str, done: set[str]) -> None:
        if name in done or self._tasks is None or name not in self._tasks:
            return
        done.add(name)
        needs, blocks = self._tasks[name]
        for need in needs:
            self._invoke(need, done)
        for block in blocks:
            block.run()

    def _load(self, path: str) -> None:
        """Evaluate a script as one that is run; what is not understood matters if it has a deck."""
        before = self._script, self._deck, self.folder.script
        told, decks = self._tell, len(self.decks)
        notes = list[ProjectNote]()
        self._tell = notes.append
        self._loaded.add(path)
        self._script = self.folder.script = path
        self._deck, self._own_builds = None, set()
        self._machine.run(self.folder.source(path), path)
        self._script, self._deck, self.folder.script = before
        self._tell = told
        for note in notes if len(self.decks) > decks else ():
            told(note)

    def _require(self, name: str) -> None:
        """Evaluate another script for its methods and constants."""
        wanted = name if name.endswith(".rb") else f"{name}.rb"
        here = self._machine.file_of(None)
        path = self.folder.find(normpath(f"{dirname(here)}/{wanted}".lstrip("/")))
        if path is not None and path not in self._loaded:
            self._loaded.add(path)
            self._machine.run(self.folder.source(path), path)

    # What the machine asks

    def knows(self, name: str) -> bool:
        """Return whether a call without a receiver is Squib's, or Rake's in a Rakefile."""
        if name in ("require_relative", "load", *_BUILDS):
            return True
        if self._tasks is not None and name in _RAKE:
            return True
        if self._deck is None:
            return False
        return (
            name in _DRAWS
            or name in _TABLES
            or name in _UNITS
            or name
            in (
                *_SIDES,
                "build",
                "dpi",
                "size",
                "print_system_fonts",
            )
        )

    def call(self, name: str, given: Arguments, node: "Node") -> Any:
        """Return the result of a call without a receiver."""
        match name, given.values:
            case "require_relative", [str() as other]:
                return self._require(other)
            case "load", [str() as other]:
                if path := self.folder.find(other):
                    self._load(path)
                return None
            case name_, _ if name_ in _BUILDS:
                return self._enable(name, given.values)
            case name_, _ if name_ in _RAKE and self._tasks is not None:
                return self._task(name, given)
        return self._in_deck(name, given, node)

    def send(self, receiver: Any, name: str, given: Arguments, node: "Node") -> Any:
        """Return the result of a call with a receiver; NotImplemented if it is not known here."""
        match receiver:
            case Module("Squib::Deck") if name == "new":
                return self._begin(given, node)
            case Module("Squib") if name in _TABLES:
                return self._table(name, given, node)
            case Module("Squib") if name in _BUILDS:
                return self._enable(name, given.values)
            case Module("Squib") if name == "configure":
                self._settings.update(given.options)
                return None
            case Module("Squib") if name in _NOTHING:
                return None
            case Module("Squib::Args::UnitConversion") if name == "parse" and given.values:
                dpi = given.values[1] if len(given.values) > 1 else DPI
                return _plain(pixels(given.values[0], PixelScale(dpi, CELL)))
            case Module("Rake::Task") if name == "[]":
                return _Task(text_of(given.values[0]))
            case Module(path):
                return self._of_module(path, name, given)
            case _Embed():
                rule = {**given.options, "kind": name}
                receiver.rules.append(rule)
                return None
            case _Task() if name in ("invoke", "execute"):
                return self._invoke(receiver.name, set())
            case _Task():
                return None
            case DeckCalls():
                around, self._deck = self._deck, receiver
                try:
                    return self._in_deck(name, given, node)
                finally:
                    self._deck = around
        return NotImplemented

    def note(self, node: "Node", error: UntakenError) -> None:
        """Record a statement that was not understood."""
        what = error.within((node.text or b"").decode()).told
        self._say(node, what, "write what it draws as a frame")

    def _say(self, node: "Node", what: str, advice: str) -> None:
        place = self._machine.file_of(node), node.start_point.row + 1
        self._tell(ProjectNote(*place, what, advice))

    # Squib's calls

    def _begin(self, given: Arguments, node: "Node") -> DeckCalls:
        """Begin a deck, and evaluate its block."""
        if len(self.decks) >= MOST_DECKS:
            raise UsageError(f"a project of Squib makes more than {MOST_DECKS} decks")
        deck = DeckCalls(
            self._named("Squib::Deck.new", given, node), self._script, dict(self._settings)
        )
        self.decks.append(deck)
        if given.block is not None:
            deck.has_block = True
            around, self._deck = self._deck, deck
            try:
                given.block.run(deck)
            finally:
                self._deck = around
        return deck

    def _named(self, name: str, given: Arguments, node: "Node") -> Call:
        text = " ".join((node.text or b"").decode().split())
        line = node.start_point.row + 1
        file, options = self._machine.file_of(node), dict(given.options)
        return Call(file, line, name, options, text, self._group)

    def _in_deck(self, name: str, given: Arguments, node: "Node") -> Any:
        """Return the result of a call in a deck."""
        deck = self._deck
        assert deck is not None
        match name, given.values:
            case (("width" | "height"), []):
                return _plain(deck.side(name))
            case "dpi", []:
                return _plain(deck.dpi)
            case "size", []:
                return deck.count
            case unit, [value] if unit in _UNITS:
                scale = PixelScale(deck.dpi, CELL)
                return _plain(pixels(f"{text_of(value)}{_UNITS[unit]}", scale))
            case "build", _:
                return self._build(given, node)
            case table, _ if table in _TABLES:
                return self._table(name, given, node)
        if name not in _DRAWS:
            return NotImplemented
        if self._group and name not in _SHOWN:
            return None
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise UsageError(f"a project of Squib makes more than {MOST_CALLS:,} calls")
        call = self._named(name, given, node)
        if given.values and isinstance(given.values[0], dict):
            call.options.update(given.values[0])
        if name == "text" and given.block is not None:
            embed = _Embed()
            given.block.run(embed)
            call.options["embed"] = embed.rules
        deck.calls.append(call)
        return UntakenError(f"what {name} returns")

    def _build(self, given: Arguments, node: "Node") -> None:
        """Evaluate a block that Squib runs only if a group of builds is enabled."""
        groups = {text_of(one) for value in given.values for one in _listed(value)}
        if given.block is None:
            return
        if groups & (self._builds | self._own_builds | self._from_environment() | {"all"}):
            given.block.run()
            return
        if not _named_in(node) & _SHOWN:
            return
        named = ", ".join(sorted(groups))
        group = id_like(named) if len(groups) == 1 and not self._group else ""
        if group:
            self._group = group
            try:
                given.block.run()
            finally:
                self._group = ""
            return
        self._say(
            node,
            f"build :{named} is left out, as Squib does unless this group is enabled",
            f"for its frames write enable_build :{named} above it, and begin again",
        )

    def _from_environment(self) -> set[str]:
        named = text_of(self._environment.get("SQUIB_BUILD"))
        return {one.strip() for one in named.split(",") if one.strip()}

    def _enable(self, name: str, values: list[Any]) -> None:
        groups = self._builds if name.endswith("globally") else self._own_builds
        for one in map(text_of, values):
            (groups.add if name.startswith("enable") else groups.discard)(one)

    def _table(self, kind: str, given: Arguments, node: "Node") -> Any:
        place = f"{self._machine.file_of(node)}:{node.start_point.row + 1}"
        return read_table(self.folder, kind, given.options, given.block, place)

    def _task(self, name: str, given: Arguments) -> None:
        """Note a task of Rake: what it needs first, and what it does."""
        assert self._tasks is not None
        if name == "namespace" and given.block is not None:
            given.block.run()
        if name != "task":
            return
        named = [text_of(one) for one in given.values if isinstance(one, str)]
        needs: list[str] = []
        for key, value in given.options.items():
            named.append(key)
            needs += [text_of(one) for one in _listed(value)]
        for one in named:
            task = self._tasks.setdefault(one, ([], []))
            task[0].extend(needs)
            task[1].extend([given.block] if given.block is not None else [])

    # Other modules

    def _of_module(self, path: str, name: str, given: Arguments) -> Any:
        values = [one for one in given.values if isinstance(one, str)]
        match path, name, values:
            case (("File" | "IO"), ("exist?" | "exists?" | "file?"), [file]):
                return self.folder.find(file) is not None
            case "Dir", "exist?", [file]:
                return False
            case (("File" | "IO"), ("read" | "open" | "new"), [file]):
                return self._file(file)
            case "File", "open", [file, mode, *_] if mode.startswith("r") and given.block is None:
                return self._file(file)
            case "File", "open", _:
                return UntakenError("what writing returns")
            case "File", "basename", [file, *suffix]:
                start, end = splitext(basename(file))
                name = f"{start}{end}"
                cut = end if suffix == [".*"] else "".join(suffix)
                return name.removesuffix(cut)
            case "File", "extname", [file]:
                return splitext(file)[1]
            case "File", "dirname", [file]:
                return dirname(file) or "."
            case "File", "join", parts:
                return "/".join(parts)
            case "File", "expand_path", [file, *_]:
                return file
            case "YAML", ("load_file" | "safe_load_file"), [file] if found := self.folder.find(
                file
            ):
                return _hashes(read_settings(self.folder.top, found, any_value=True))
            case (("File" | "FileUtils" | "Dir"), method, _) if method in _WRITING:
                return UntakenError("what writing returns")
        return NotImplemented

    def _file(self, name: str) -> str:
        """Return the text of a file in the project."""
        path = self.folder.find(name)
        if path is None:
            raise UntakenError(f"{name} is not in the project")
        try:
            return self.folder.read(path, "text_kb").decode("utf-8-sig")
        except (OSError, ValueError):
            raise UntakenError(f"{name} cannot be read") from None


def for_card(value: Any, number: int) -> Any:
    """Return the value of an option for a card."""
    if not isinstance(value, list):
        return value
    return value[number] if number < len(value) else None


def _numbers(chosen: Any, count: int) -> set[int]:
    """Return the numbers of cards in a range."""
    if isinstance(chosen, RubyRange):
        first, last = chosen.first or 0, -1 if chosen.last is None else chosen.last
        ends = [n + count if n < 0 else n for n in (first, last)]
        return set(range(ends[0], ends[1] + (not chosen.is_open or chosen.last is None)))
    return {n + count if n < 0 else n for n in _listed(chosen) if isinstance(n, int)}


def _number(value: object, usual: float, scale: PixelScale = SCALE) -> float:
    try:
        return usual if value is None else pixels(value, scale)
    except UntakenError:
        return usual


def _named_in(node: "Node") -> set[str]:
    """Return the names that a block has in it."""
    waiting, found = [node], set[str]()
    while waiting:
        one = waiting.pop()
        waiting += one.named_children
        if one.type == "identifier":
            found.add((one.text or b"").decode())
    return found


def _plain(number: float) -> float:
    return int(number) if number == int(number) else number


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _hashes(value: Any) -> Any:
    """Return content of a file with mappings as hashes of Ruby."""
    match value:
        case dict():
            return RubyHash((key, _hashes(one)) for key, one in value.items())
        case list():
            return [_hashes(one) for one in value]
    return value


_Site = tuple[str, int, str, int]  # a call in a script, and how often it was made for a card


def gathered(calls: Iterable[Call]) -> list[Call]:
    """Return the calls of a deck; those that a loop makes for each card are one."""
    made: list[Call] = []
    for is_loop, run in groupby(calls, _is_for_a_row):
        some = list(run)
        made += _together(some) if is_loop else some
    return made


def _is_for_a_row(call: Call) -> bool:
    return isinstance(call.options.get("range"), CardIndex) and not call.options.get("embed")


def _together(calls: Sequence[Call]) -> list[Call]:
    """Return one call for those from one place, unless their order differs from card to card."""
    sites: dict[_Site, dict[int, Call]] = {}
    order: dict[_Site, int] = {}
    last: dict[int, int] = {}  # place of the last call for a card, among the sites
    for call in calls:
        card = int(call.options["range"])
        place = (call.file, call.line, call.name)
        times = next(n for n in range(len(calls)) if card not in sites.get((*place, n), {}))
        sites.setdefault((*place, times), {})[card] = call
        here = order.setdefault((*place, times), len(order))
        if here < last.get(card, 0):
            return list(calls)
        last[card] = here
    return [_one(some) for some in sites.values()]


def _one(calls: dict[int, Call]) -> Call:
    """Return one call for several cards."""
    first = next(iter(calls.values()))
    chosen = [call.options["range"] for call in calls.values()]
    options: dict[str, Any] = {"range": chosen}
    for key in {key: None for call in calls.values() for key in call.options if key != "range"}:
        values = {card: call.options.get(key) for card, call in calls.items()}
        if len({repr(value) for value in values.values()}) == 1:
            options[key] = first.options.get(key)
        else:
            cells = [values.get(card) for card in range(max(values) + 1)]
            options[key] = CardCells(cells, chosen[0].origin)
    return first._replace(options=options)
