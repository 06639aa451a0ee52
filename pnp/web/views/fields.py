"""The fields of a form: labels, values and hints for the choices in an address."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from pnp.base.errors import PnpError, UsageError
from pnp.base.messages import Message, in_address
from pnp.base.workplace import reads_strangers
from pnp.definitions import Loaded
from pnp.definitions.find import HERE
from pnp.game.game import Game
from pnp.make.choices import (
    DRAFT,
    FOR,
    KIT,
    LANG,
    SINCE,
    AddressWords,
    Choices,
    Earlier,
    address_query,
)
from pnp.make.options import SWITCH
from pnp.make.wing import chosen_jobs
from pnp.web.form import PAPER, PLAYERS, SELECT, FieldValue, FormField, form
from pnp.web.frame import Visit, WebFrame
from pnp.web.views.phrases import Phrase, PhraseWriter, value_name, word_or_none

FIRST_PAPERS = ("a4", "letter", "a3")  # those that a home has
OTHER_WORDS = frozenset(("none", "backs"))  # of --duplex: the same as fronts; nothing for a kit
UNCHOSEN = {FOR: "all", PLAYERS: "any", "cards": "all_cards"}

WITH_PRINTERS = ("serve", "desk")  # faces whose visitors may have measured printers
SCRIPTS = ("make.js", "copy.js", "zoom.js")  # of pages with choices
SHOW = "show"  # the parameter that asks for more on the page than there is room for
ALL_CHOICES, ALL_SHEETS = "choices", "sheets"
SHARE = "share/"  # below the page of a kit, the page with its link
EVENING = "/evening/"
SHARED = ("paper", "duplex", "cut", "ink")  # choices that all kits of an evening have in common
EVENTS = "/own/events"  # where a page learns that the folder of a desk has changed
SEEN = "seen"  # the parameter with the version of the game that a form was shown for


class ShownFault(NamedTuple):
    """A fault; ``field`` is the place of its field on the page, or "" without one."""

    says: Phrase
    field: str = ""
    label: str = ""


def shown_faults(
    writer: PhraseWriter, faults: Sequence[str], fields: Sequence[FormField]
) -> Iterator[ShownFault]:
    """Yield faults, each with its field."""
    labels = {one.name: one.label for one in fields}
    for line in faults:
        name = line.at[0] if isinstance(line, Message) and line.at else ""
        if name in labels and isinstance(line, Message):
            yield ShownFault(writer.phrase(line.moved(), name), f"field-{name}", labels[name])
        else:
            yield ShownFault(writer.phrase(line))


def faults_by_field(faults: Sequence[str]) -> dict[str, str]:
    """Return the fault of each choice by its name, without faults of anything else."""
    located = [line for line in faults if isinstance(line, Message) and line.at]
    return {line.at[0]: line.moved(*line.at[1:]) for line in located}


class FieldWriter:
    """Writes the fields of a form in the language of a page.

    ``language`` is that of the definition. ``choices`` are those that can be made, and ``written``
    what was chosen, by name.
    """

    def __init__(
        self,
        frame: WebFrame,
        game: Game,
        language: str,
        choices: Choices,
        written: Mapping[str, str],
        faults: Sequence[str],
    ) -> None:
        self._frame = frame
        self._game = game
        self._language = language
        self._job = choices.job
        self._rule_set = choices.rule_set
        self._written = written
        writer = PhraseWriter(frame, game)
        self._faults = {
            name: writer.phrase(fault, name) for name, fault in faults_by_field(faults).items()
        }

    def shown(self, fields: Iterable[FormField]) -> Iterator[FormField]:
        """Yield the fields with their words."""
        for field in map(self._for_a_page, fields):
            if field.name == PLAYERS and len(field.values) < 3 and not field.current:
                continue  # there is nothing to choose
            fault = self._faults.get(field.name)
            yield field._replace(
                values=tuple(self._values(field)),
                current=(self._written.get(field.name, ""),) if fault else field.current,
                help=self._word_for("help", field.name),
                label=self._word_for("fields", field.name) or field.help,
                fault=fault,
            )

    def _for_a_page(self, field: FormField) -> FormField:
        """Return a field with only the values that make sense in this game and on this page."""
        values, default = list(field.values), field.default
        if field.name == LANG:
            values, default = [one for one in values if one.value], self._language
        elif field.name == PLAYERS:
            values = [FieldValue(""), *(FieldValue(str(n)) for n in self._players())]
        elif field.name == PAPER:
            values.sort(key=lambda one: paper_rank(one.value))
        elif field.name == "duplex":
            values = [
                one for one in values if one.value not in OTHER_WORDS or one.value in field.current
            ]
        return field._replace(values=tuple(values), default=default)

    def _players(self) -> range:
        """Return the possible numbers of players, in all rule sets unless one is chosen."""
        chosen = self._game.rule_sets
        allowed = [chosen[key].players for key in chosen if self._rule_set in (None, key)]
        least, most = (one.least for one in allowed), (one.most for one in allowed)
        return range(max(least, default=1), min(most, default=0) + 1)

    def _values(self, field: FormField) -> Iterator[FieldValue]:
        values = list(field.values)
        known = {one.value for one in values}
        if field.kind == SELECT:
            values += [FieldValue(word) for word in field.current if word not in known]
        chosen = field.current or tuple(field.default.split(","))
        for one in values:
            words = self._words(field.name, one)
            group = paper_group(self._frame, one.value) if field.name == PAPER else ""
            yield FieldValue(one.value, words, one.value in chosen, group)

    def _words(self, name: str, one: FieldValue) -> str:
        if one.words:
            return one.words
        if not one.value:
            return self._word_for("values", UNCHOSEN.get(name, "usual"))
        return value_name(self._frame, name, one.value)

    def _word_for(self, table: str, key: str) -> str:
        """Return words from a table, preferably those for this job."""
        return self._word(table, f"{self._job}_{key}") or self._word(table, key)

    def _word(self, table: str, key: str) -> str:
        return word_or_none(self._frame, f"{table}.{key}")


def paper_rank(name: str) -> int:
    """Return the place of a paper in a list: those of a home come first."""
    return FIRST_PAPERS.index(name) if name in FIRST_PAPERS else len(FIRST_PAPERS)


def paper_group(frame: WebFrame, name: str) -> str:
    """Return the heading of the papers that few people have, or "" for any other choice."""
    return frame.t("values.other_papers") if name and name not in FIRST_PAPERS else ""


def in_order(job: str, fields: Sequence[FormField]) -> tuple[list[FormField], list[FormField]]:
    """Return the fields that are always visible, and the less usual ones."""
    by_name = {one.name: one for one in fields}
    first = [by_name[name] for name in chosen_jobs()[job].first if name in by_name]
    return first, [one for one in fields if one not in first]


class PageChoices(NamedTuple):
    """The choices in an address, with the game and the faults.

    ``left_out`` names the choices that have no effect on the things that are made.
    """

    loaded: Loaded
    words: AddressWords
    choices: Choices
    faults: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def ask(visit: Visit, game: str, *, of_page: bool = True, job: str = "") -> PageChoices:
    """Read the choices in an address.

    The choices of a page default to the page's language, and may have faults; the faulty ones are
    then dropped.
    """
    loaded = visit.library.load(game, **how_to_read(visit))
    words = _in_the_language(visit, loaded) if of_page else dict(visit.request.query)
    words.pop(SEEN, None)
    own_printers = visit.request.face in WITH_PRINTERS
    earlier, named = _earlier(visit, game), visit.library.named(game)

    def read(words: AddressWords) -> Choices:
        return Choices.read(
            loaded, words, job=job, own_printers=own_printers, named=named, earlier=earlier
        )

    if not of_page:
        return PageChoices(loaded, words, read(words))
    try:
        return PageChoices(loaded, words, read(words))
    except UsageError as error:
        lines = faults_in(visit, error, {})
    messages = (line for line in lines if isinstance(line, Message))
    elsewhere = {one.at[0]: one.values["job"] for one in messages if one.key == "other_job"}
    mine = {name: values for name, values in words.items() if name not in elsewhere}
    notes = tuple(name for name in elsewhere if _matters(loaded, elsewhere[name], name, words))
    try:
        return PageChoices(loaded, words, read(mine), left_out=notes)
    except UsageError as error:
        faults = faults_in(visit, error, {})
    wrong = faults_by_field(faults)
    for rest in ({name: values for name, values in mine.items() if name not in wrong}, {}):
        try:
            return PageChoices(loaded, words, read(rest), faults)
        except UsageError as error:
            fault = error
    raise fault  # a file of the user's own has the name of what pnp takes by default


def how_to_read(visit: Visit) -> dict[str, bool]:
    """Return how to read the game: as a draft if the address asks for one, despite its faults."""
    wanted = [SWITCH.get(word.strip().lower()) for word in visit.request.query.get(DRAFT, ())]
    return {"draft": True, "partly": True} if True in wanted else {}


def _earlier(visit: Visit, game: str) -> Earlier | None:
    """Return what finds earlier faces of a game, which only a desk remembers."""
    if visit.request.face != "desk" or [game] != [*visit.library.own]:
        return None
    from pnp.web.views.desk import earlier_faces

    lang = next(iter(visit.request.query.get(LANG, ())), "")
    return partial(earlier_faces, visit.library, lang)


def faults_in(visit: Visit, error: PnpError, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the lines of an error for a page, without folders; ``names`` has fields by flag."""
    lines = in_address(error.faults, names)
    return tuple(map(visit.library.without_paths, lines))


def _matters(loaded: Loaded, job: str, name: str, words: AddressWords) -> bool:
    """Return whether a choice for a job differs from its default."""
    try:
        return bool(Choices.read(loaded, {name: words[name]}, job=job).words)
    except UsageError:
        return True


def _in_the_language(visit: Visit, loaded: Loaded) -> dict[str, list[str]]:
    """Return the choices of a page with its language; that of the definition is the default."""
    words, lang = dict(visit.request.query), visit.frame.lang
    words.pop(SHOW, None)
    if not any(words.get(LANG, [])) and lang in loaded.languages:
        words[LANG] = [lang]
    if words.get(LANG) == [loaded.game.language]:
        del words[LANG]
    return words


def page_links(visit: Visit, page: PageChoices, path: str) -> dict[str, str]:
    """Return the address of a page with all its choices, and those that show more of it.

    They have the names that templates use for them.
    """
    query = page_query(visit.frame, page)
    words = parse_qsl(query, keep_blank_values=True)
    found = {"address": visit.frame.to(f"{path}?{query}" if query else path)}
    shown = shown_in_full(visit)
    for one in (ALL_CHOICES, ALL_SHEETS):
        more = [(SHOW, each) for each in sorted({*shown, one})]
        found[f"all_{one}"] = visit.frame.to(f"{path}?{address_query([*words, *more])}")
    return found


def scripts_of(visit: Visit, game: str) -> tuple[str, ...]:
    """Return the scripts of a page with choices, which follows a user's game."""
    return (*SCRIPTS, "follow.js") if game in visit.library.own else SCRIPTS


def seen_before(visit: Visit, game: str) -> str:
    """Return the version of a user's game for which the form was shown, if it has changed."""
    seen = next(iter(visit.request.query.get(SEEN, ())), "")
    return seen if seen and seen != version_of(visit, game) else ""


def version_of(visit: Visit, game: str) -> str:
    """Return what a form remembers of a user's game; others do not change."""
    return visit.library.version(game)[:12] if game in visit.library.own else ""


def shown_in_full(visit: Visit) -> list[str]:
    """Return what the address asks to see in full: all choices, all sheets."""
    shown = visit.request.query.get(SHOW, [])
    return [one for one in (ALL_CHOICES, ALL_SHEETS) if one in shown]


def page_query(frame: WebFrame, page: PageChoices) -> str:
    """Return the query of a page: its choices and the language of the game, if it differs."""
    usual, own = page.loaded.game.language, dict(page.choices.words).get(LANG)
    language = frame.lang if frame.lang in page.loaded.languages else usual
    query = page.choices.query()
    if own == language:
        query = "&".join(one for one in query.split("&") if one != f"{LANG}={own}")
    elif own is None and language != usual:
        query = "&".join(filter(None, (query, f"{LANG}={usual}")))
    return query


def link_of(path: str, choices: Choices) -> str:
    """Return the address of a file made with these choices."""
    query = choices.query()
    return f"{path}?{query}" if query else path


def fields_of(visit: Visit, page: PageChoices, faults: Sequence[str]) -> dict[str, Any]:
    """Return the fields of the form and the faults.

    The less usual fields are included if they have a value, or if the address asks for all.
    """
    choices = page.choices
    game = visit.library.spoken(choices.game, visit.frame.lang, **how_to_read(visit))
    own = visit.request.face in WITH_PRINTERS and not reads_strangers()
    offered = form(page.loaded._replace(game=game), choices, _printers(visit), own_files=own)
    fields: Iterable[FormField] = offered
    written = {name: ", ".join(values) for name, values in page.words.items()}
    writer = FieldWriter(visit.frame, game, page.loaded.game.language, choices, written, faults)
    chosen = {name for name, _ in choices.words} | faults_by_field(faults).keys()
    idle = {SINCE} if _earlier(visit, choices.game) is None else set()
    idle |= set() if choices.game in visit.library.own else {DRAFT}
    fields = [one for one in fields if one.name not in idle - chosen]
    simple, more = in_order(choices.job, [*writer.shown(fields)])
    shown = shown_in_full(visit)
    typed = {choices.game: "command", HERE: "command_inside"}.get(choices.named, "command_here")
    return {
        "command_is": visit.frame.t(f"make.{typed}"),
        "seen": version_of(visit, choices.game),
        "is_new": bool(seen_before(visit, choices.game)),
        "events": EVENTS if visit.request.face == "desk" else "",
        "simple": simple,
        "chosen": [one for one in more if one.name in chosen],
        "more": more,
        "shown": shown,
        "faults": [*shown_faults(PhraseWriter(visit.frame, game), faults, [*simple, *more])],
    }


def notes_of(frame: WebFrame, page: PageChoices) -> list[Phrase]:
    """Return a note on each choice that does not apply to this job."""
    key = "make.left_out_of_kit" if page.choices.job == KIT else "make.left_out"
    return [Phrase(frame.t(key, label=frame.t(f"fields.{name}"))) for name in page.left_out]


def _printers(visit: Visit) -> list[str]:
    from pnp.make.printer_profile import printer_names

    if visit.request.face not in WITH_PRINTERS:
        return []
    try:
        return printer_names()
    except UsageError:
        return []
