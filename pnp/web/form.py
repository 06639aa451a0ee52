"""The form of a page: the choices of a job, derived from its command's options."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.definitions import Loaded
from pnp.make.choices import (
    BUILD,
    CARDS,
    DRAFT,
    FOR,
    KIT,
    ONLY,
    PRINTER,
    PROOF,
    SINCE,
    Choices,
    offered,
)
from pnp.make.options import Option
from pnp.make.output_options import kind_of
from pnp.make.wing import other_pages

if TYPE_CHECKING:
    from pnp.web.views.phrases import Phrase

SWITCH = ("yes",)
PLAYERS, PAPER = "players", "paper"
SELECT = "select"
MOST_RADIO = 4  # values side by side; more are a list


class FieldValue(NamedTuple):
    """A value to choose; ``words`` describe it in the game's words, if it has any.

    ``group`` is the heading under which a list shows it, if it is not a usual one.
    """

    value: str
    words: str = ""
    chosen: bool = False
    group: str = ""


class FormField(NamedTuple):
    """A choice: its name in addresses, and its current value.

    ``values`` may be empty for numbers and texts. ``current`` holds several values if ``several``
    are allowed, else one, or none for the default. If ``is_open``, other values than those listed
    can be entered. ``help`` is that of the command line until a page words it; a page adds the
    ``label``, and the ``fault`` that says why the ``current`` value is wrong.
    """

    name: str
    values: tuple[FieldValue, ...]
    default: str
    current: tuple[str, ...]
    help: str
    several: bool = False
    is_open: bool = False
    is_number: bool = False
    label: str = ""
    fault: "Phrase | None" = None

    @property
    def written(self) -> str:
        """The current value as it is written into a text field."""
        return ", ".join(self.current)

    @property
    def kind(self) -> str:
        """The control: radio, checks, switch, select, number or text (optionally with values)."""
        if self.several:
            return "checks"
        values = tuple(one.value for one in self.values)
        if values == SWITCH or not values:
            return "switch" if values else "number" if self.is_number else "text"
        if self.is_open and self.name != PAPER:
            return "text"
        few = len(values) <= MOST_RADIO and self.name not in (PAPER, PLAYERS)
        return "radio" if few else SELECT


def form(
    loaded: Loaded, choices: Choices, printers: Sequence[str] = (), *, own_files: bool = False
) -> Iterator[FormField]:
    """Yield the fields of a form with these choices: what to make, then options by group.

    ``printers`` are the names of the user's printer profiles. With ``own_files`` the values include
    the names of files in the user's settings.
    """
    current: dict[str, tuple[str, ...]] = {}
    for name, word in choices.words:
        current[name] = (*current.get(name, ()), word)
    of_the_job = _of_the_job(loaded, choices.job, printers, own_files)
    for field in (*_of_the_game(loaded, choices.job), *of_the_job):
        words = current.get(field.name, ())
        if field.several:
            words = tuple(word for each in words for word in each.split(","))
        yield field._replace(current=words)


def _of_the_game(loaded: Loaded, job: str) -> Iterator[FormField]:
    game = loaded.game
    if len(game.rule_sets) > 1:
        sets = (FieldValue(key, one.name) for key, one in game.rule_sets.items())
        yield FormField(FOR, (FieldValue(""), *sets), "", (), "What to play.")
    if job in other_pages():
        return
    parts = tuple(FieldValue(key, one.name) for key, one in game.components.items())
    yield FormField(ONLY, parts, "", (), offered(BUILD)[ONLY].help, several=True)
    counts = sorted({one.count for one in game.components.values() if one.kind == "deck"})
    if len(counts) > 1:
        decks = (FieldValue(""), *(FieldValue(str(count)) for count in counts))
        yield FormField(CARDS, decks, "", (), "The deck with this number of cards.")
    if job == KIT:  # as a choice of these makes single components
        for name in (DRAFT, PROOF, SINCE):
            words = () if name == SINCE else tuple(map(FieldValue, SWITCH))
            yield FormField(name, words, "", (), offered(BUILD)[name].help)


def _of_the_job(
    loaded: Loaded, job: str, printers: Sequence[str], own_files: bool
) -> Iterator[FormField]:
    options = offered(job)
    groups = [*dict.fromkeys(("pieces", *(one.group for one in options.values())))]
    for name, one in sorted(options.items(), key=lambda item: groups.index(item[1].group)):
        if name != ONLY and (name != PRINTER or printers):
            several = one.several or one.metavar == "COMPONENT"
            yield FormField(
                name,
                tuple(_values(loaded, one, printers, own_files)),
                _default_word(one),
                (),
                one.help,
                several,
                kind_of(one).is_open or (one.is_repeated and not several),
                one.metavar == "N",
            )


def _values(
    loaded: Loaded, one: Option, printers: Sequence[str], own_files: bool
) -> Iterator[FieldValue]:
    """Yield the values to choose from, as far as they are known."""
    game = loaded.game
    if one.metavar in ("COMPONENT", "AID"):
        aids = {aid.component for rules in game.rule_sets.values() for aid in rules.aids}
        ids = (key for key in game.components if one.metavar == "COMPONENT" or key in aids)
        yield from (FieldValue(key, game.components[key].name) for key in ids)
        return
    known = {"LANG": loaded.languages, "PRINTER": printers}.get(one.metavar or "")
    kind = kind_of(one)
    words = (*kind.known(), *(kind.own() if own_files else ())) if known is None else tuple(known)
    if one.is_switch:
        words = SWITCH if one.raw_type is bool else ("yes", "no")
    has_default = (_default_word(one) and known is None) or one.several or words == SWITCH
    yield from map(FieldValue, words if has_default or not words else ("", *words))


def _default_word(one: Option) -> str:
    """Return the word for the default; empty if a default means no choice."""
    text = one.default_text
    if isinstance(text, bool) or text is None:
        return one.shown_default if text is None else ""
    return text if isinstance(text, str) else str(text)
