"""The form of a page: the choices of a job in groups, derived from its command's options."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.definitions import Loaded
from pnp.game.game import Game
from pnp.jobs.choices import BUILD, CARDS, FOR, LANG, ONLY, PRINTER, Choices
from pnp.jobs.offered import SIMPLE, OfferedOption, known_values, offered
from pnp.make.wing import other_pages

RADIO, SELECT, NUMBER, TEXT, CHECKBOX = "radio", "select", "number", "text", "checkbox"
MOST_RADIO = 4  # values side by side; more are a list
OPEN = frozenset(("paper", "size", "bed", "stock"))  # accept values that are not listed


class FieldValue(NamedTuple):
    """A value to choose; ``words`` describe it in the game's words, if it has any."""

    value: str
    words: str = ""


class FormField(NamedTuple):
    """A choice: its name in addresses, its kind of input, and its current value.

    ``values`` may be empty for numbers and texts. ``current`` holds several values if ``several``
    are allowed, else one, or none for the default. If ``is_open``, other values than those listed
    can be entered, such as ``example``. ``help`` is that of the command line.
    """

    name: str
    kind: str
    values: tuple[FieldValue, ...]
    default: str
    current: tuple[str, ...]
    help: str
    example: str = ""
    simple: bool = False
    several: bool = False
    is_open: bool = False

    @property
    def value(self) -> str:
        """The current value, or the default."""
        return self.current[0] if self.current else self.default


class FieldGroup(NamedTuple):
    """Choices that belong together; ``name`` is that of the group on the command line."""

    name: str
    fields: tuple[FormField, ...]


def form(loaded: Loaded, choices: Choices, printers: Sequence[str] = ()) -> tuple[FieldGroup, ...]:
    """Return the fields of a form with these choices.

    ``printers`` are the names of the user's printer profiles.
    """
    writer = _Form(loaded, choices, printers)
    groups: dict[str, list[FormField]] = {}
    for group, field in writer.fields():
        groups.setdefault(group, []).append(field)
    return tuple(FieldGroup(name, tuple(fields)) for name, fields in groups.items())


class _Form:
    def __init__(self, loaded: Loaded, choices: Choices, printers: Sequence[str]) -> None:
        self._loaded = loaded
        self._game: Game = loaded.game
        self._job = choices.job
        self._printers = printers
        self._current: dict[str, tuple[str, ...]] = {}
        for name, word in choices.words:
            self._current[name] = (*self._current.get(name, ()), word)

    def fields(self) -> Iterator[tuple[str, FormField]]:
        """Yield each field with its group: what to make, then the options as declared."""
        yield from (("pieces", field) for field in self._of_the_game())
        known = offered(self._job)
        for name, one in known.items():
            if name not in (ONLY, PRINTER) or (name == PRINTER and self._printers):
                yield one.option.group, self._field(one)

    def _of_the_game(self) -> Iterator[FormField]:
        game = self._game
        if len(game.rule_sets) > 1:
            sets = [FieldValue(key, one.name) for key, one in game.rule_sets.items()]
            kind = RADIO if len(sets) < MOST_RADIO else SELECT
            yield self._made(FOR, kind, [FieldValue(""), *sets], "What to play.")
        if self._job in other_pages():
            return
        all_of_it = [FieldValue(key, one.name) for key, one in game.components.items()]
        help_text = offered(BUILD)[ONLY].option.help
        yield self._made(ONLY, CHECKBOX, all_of_it, help_text, several=True)
        counts = sorted({one.count for one in game.components.values() if one.kind == "deck"})
        if len(counts) > 1:
            decks = [FieldValue(""), *(FieldValue(str(count)) for count in counts)]
            yield self._made(CARDS, SELECT, decks, "The deck with this number of cards.")

    def _made(
        self,
        name: str,
        kind: str,
        values: Sequence[FieldValue],
        help_text: str,
        *,
        several: bool = False,
    ) -> FormField:
        current = self._current_of(name, several)
        return FormField(
            name,
            kind,
            tuple(values),
            "",
            current,
            help_text,
            simple=name in SIMPLE,
            several=several,
        )

    def _current_of(self, name: str, several: bool) -> tuple[str, ...]:
        found = self._current.get(name, ())
        return tuple(word for words in found for word in words.split(",")) if several else found

    def _field(self, one: OfferedOption) -> FormField:
        values = self._values(one)
        several = one.is_listed or one.name == "component"
        is_open = one.name in OPEN or (one.is_repeated and one.name != "component")
        return FormField(
            one.name,
            _kind(one, values, several, is_open),
            tuple(values),
            _default_word(one),
            self._current_of(one.name, several),
            one.option.help,
            one.option.metavar or "",
            one.name in SIMPLE,
            several,
            is_open,
        )

    def _values(self, one: OfferedOption) -> list[FieldValue]:
        """Return the values to choose from, as far as they are known."""
        game = self._game
        named: Mapping[str, str] = {}
        if one.name == LANG:
            return [FieldValue(""), *map(FieldValue, self._loaded.languages)]
        if one.name == PRINTER:
            return [FieldValue(""), *map(FieldValue, self._printers)]
        if one.name == "component":
            named = {key: component.name for key, component in game.components.items()}
        elif one.name == "with":
            aids = {aid.component for rules in game.rule_sets.values() for aid in rules.aids}
            named = {key: game.components[key].name for key in game.components if key in aids}
        if named or one.name in ("component", "with"):
            return [FieldValue(key, name) for key, name in named.items()]
        known = [FieldValue(word) for word in known_values(one)]
        if one.is_switch and bool is not one.option.written:
            return [FieldValue(""), FieldValue("yes"), FieldValue("no")]
        if one.is_switch:
            return [FieldValue("yes")]
        has_default = _default_word(one) or one.is_listed
        return known if has_default or not known else [FieldValue(""), *known]


def _kind(one: OfferedOption, values: Sequence[FieldValue], several: bool, is_open: bool) -> str:
    if one.is_switch:
        return SELECT if len(values) > 1 else CHECKBOX
    if several:
        return CHECKBOX
    if one.option.metavar == "N":
        return NUMBER
    if not values:
        return TEXT
    return RADIO if len(values) <= MOST_RADIO and not is_open else SELECT


def _default_word(one: OfferedOption) -> str:
    """Return the word for the default; empty if a default means no choice."""
    text = one.option.text
    if isinstance(text, bool) or text is None:
        return one.option.implied if text is None else ""
    return text if isinstance(text, str) else str(text)
