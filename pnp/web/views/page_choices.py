"""The choices in the address of a page, and the form that made them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from pnp.base.errors import PnpError, UsageError
from pnp.base.messages import Message, in_address
from pnp.definitions import Loaded
from pnp.jobs.choices import KIT, AddressWords, Choices, address_query
from pnp.jobs.form import form
from pnp.jobs.offered import LANG
from pnp.web.frame import WebFrame
from pnp.web.views.fields import FieldWriter, faults_by_field, in_order, shown_faults
from pnp.web.views.phrases import Phrase, PhraseWriter
from pnp.web.visit import Visit

WITH_PRINTERS = ("serve", "desk")  # faces whose visitors may have measured printers

SCRIPTS = ("make.js", "copy.js")  # of pages with choices
SHOW = "show"  # the parameter that asks for more on the page than there is room for
ALL_CHOICES, ALL_SHEETS = "choices", "sheets"


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
    loaded = visit.library.load(game)
    words = _in_the_language(visit, loaded) if of_page else dict(visit.request.query)
    own_printers = visit.request.face in WITH_PRINTERS

    def read(words: AddressWords) -> Choices:
        return Choices.read(loaded, words, job=job, own_printers=own_printers)

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
        except UsageError:
            continue
    raise AssertionError("what nobody chose is right")


def faults_in(visit: Visit, error: PnpError, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the lines of an error for a page, without folders; ``names`` has fields by flag."""
    lines = in_address(error.faults, names)
    told = ((line, visit.library.without_paths(line)) for line in lines)
    return tuple(line if line == shown else shown for line, shown in told)


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
    game = visit.library.spoken(choices.game, visit.frame.lang)
    fields = form(page.loaded._replace(game=game), choices, _printers(visit))
    written = {name: ", ".join(values) for name, values in page.words.items()}
    writer = FieldWriter(visit.frame, game, page.loaded.game.language, choices, written, faults)
    simple, more = in_order(choices.job, [*writer.shown(fields)])
    chosen = {name for name, _ in choices.words} | faults_by_field(faults).keys()
    shown = shown_in_full(visit)
    return {
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
    from pnp.records.printer_profile import printer_names

    if visit.request.face not in WITH_PRINTERS:
        return []
    try:
        return printer_names()
    except UsageError:
        return []
