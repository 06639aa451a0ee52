"""The page for an evening: kits of several games on one kind of paper, as one PDF."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from pnp.base.errors import PnpError, UsageError
from pnp.base.messages import Message
from pnp.kits.evening import Evening, totals
from pnp.kits.laid_out import LaidOutKit
from pnp.kits.words import kit_words
from pnp.make.choices import FOR, KIT, LANG, Choices, address_query
from pnp.make.laid_out import lay_out
from pnp.web.form import FormField, form
from pnp.web.frame import LANGUAGES, PDF, Made, Visit, WebPage
from pnp.web.views.fields import EVENING, SHARED, FieldWriter
from pnp.web.views.make import counted_pages
from pnp.web.views.phrases import PhraseWriter, paper_name

COLUMNS = ("what", "pages", "sheets", "cuts", "minutes")
CHOICE = "kit"  # the parameter that names a kit; it may be repeated
MOST_KITS = 6
MOST_OFFERED = 200  # kits to add
CUTTER = "cutter"  # needs files beside the PDF


class OfferedKit(NamedTuple):
    """A kit to add: what an address calls it, and its name."""

    word: str
    name: str


class ChosenKits(NamedTuple):
    """The kits that an address names, in its language, and the faults of what it chooses."""

    lang: str
    words: tuple[str, ...]
    kits: tuple[LaidOutKit, ...]
    faults: tuple[str, ...]

    @property
    def query(self) -> str:
        """The query of an address: the kits, the choices that they share, and the language."""
        words = [(CHOICE, word) for word in self.words]
        shared = [one for one in self.kits[0].choices.words if one[0] in SHARED]
        return address_query([*words, *shared, (LANG, self.lang)])


def evening_page(visit: Visit) -> WebPage:
    """Show the kits with what they take together, and the choices for all of them."""
    frame, chosen = visit.frame, _chosen(visit)
    kits, faults = chosen.kits, [*chosen.faults]
    labels = kit_words(frame.lang).labels
    shown: dict[str, Any] = {"rows": (), "file": ""}
    if kits and not faults:
        try:
            shown |= _shown(visit, chosen)
        except PnpError as error:
            faults += map(visit.library.without_paths, error.faults)
    values = {
        **shown,
        "chosen": chosen.words,
        "offered": [*_offered(visit, chosen.words)] if len(chosen.words) < MOST_KITS else [],
        "fields_shown": _fields(visit, kits[0].choices) if kits else [],
        "columns": [labels[key] for key in COLUMNS],
        "together": labels["together"],
        "faults": PhraseWriter(frame).phrases(faults),
    }
    status = 400 if faults else 200
    return WebPage("evening.html", labels["evening"], values, status, at="games")


def evening_pdf(visit: Visit) -> Made:
    """Return the kits in one PDF."""
    chosen = _chosen(visit)
    if chosen.faults or not chosen.kits:
        raise UsageError(*(chosen.faults or ["kit: name at least one"]))
    evening = _evening(chosen)
    path, content = next(evening.files())
    return Made(content, PDF, download=path.rpartition("/")[2])


def _evening(chosen: ChosenKits) -> Evening:
    return Evening([kit.job for kit in chosen.kits], chosen.lang)


def _shown(visit: Visit, chosen: ChosenKits) -> dict[str, Any]:
    """Return the figures of the kits, how to print them, and the file.

    Raises:
        PnpError: If a kit cannot be made.
    """
    frame, evening, options = visit.frame, _evening(chosen), chosen.kits[0].choices.options
    paper = paper_name(frame, options.paper.name)
    parts = zip(chosen.words, evening.parts, strict=True)
    return {
        "rows": [(word, part, frame.to(_without(chosen, word))) for word, part in parts],
        "total": totals(evening.parts),
        "pages": counted_pages(frame, evening.pages),
        "print": frame.t(f"make.{options.duplex}", paper=paper),
        "file": frame.to(f"{EVENING}kits.pdf?{chosen.query}"),
    }


def _without(chosen: ChosenKits, word: str) -> str:
    """Return the address of the same evening without a kit."""
    rest = tuple(one for one in chosen.words if one != word)
    return f"{EVENING}?{chosen._replace(words=rest).query}"


def _chosen(visit: Visit) -> ChosenKits:
    """Read the kits and the choices in an address."""
    given = visit.request.query.items()
    query = {key: [one.strip() for one in values if one.strip()] for key, values in given}
    words = tuple(dict.fromkeys(query.pop(CHOICE, [])))
    lang = next(iter(query.pop(LANG, [])), visit.frame.lang)
    faults: list[str] = []
    for name in query.keys() - {*SHARED}:
        known = (CHOICE, *SHARED, LANG)
        faults.append(Message("unknown_choice", (), written=name, known=known, close=""))
    if lang not in LANGUAGES:
        faults.append(Message("choose_one", LANG, known=tuple(LANGUAGES)))
    if len(words) > MOST_KITS:
        faults.append(f"{CHOICE}: name at most {MOST_KITS}")
    if CUTTER in query.get("cut", ()):
        faults.append("cut: a machine needs files for each kit; make them one by one")
    shared = {name: query[name] for name in SHARED if name in query}
    kits: list[LaidOutKit] = []
    for word in words[:MOST_KITS]:
        for wanted in (shared, {}):  # without those that have faults, which stay to be corrected
            try:
                kits.append(_laid_out(visit, word, wanted, lang))
                break
            except PnpError as error:
                faults += map(visit.library.without_paths, error.faults)
    return ChosenKits(lang, words[:MOST_KITS], tuple(kits), tuple(dict.fromkeys(faults)))


def _laid_out(visit: Visit, word: str, query: Mapping[str, list[str]], lang: str) -> LaidOutKit:
    """Return a kit, in a language if the game is translated into it.

    Raises:
        PnpError: If there is none, or a choice is wrong.
    """
    game, _, rule_set = word.partition("/")
    loaded = visit.library.load(game)
    spoken = [lang] if lang in loaded.languages else []
    choices = Choices.read(loaded, {**query, LANG: spoken, FOR: [rule_set]}, job=KIT)
    made: Any = lay_out(loaded, choices)
    kit: LaidOutKit = made
    return kit


def _fields(visit: Visit, choices: Choices) -> list[FormField]:
    """Return the fields for the choices that all kits share."""
    loaded = visit.library.load(choices.game)
    writer = FieldWriter(visit.frame, loaded.game, loaded.game.language, choices, {}, ())
    fields = writer.shown(one for one in form(loaded, choices) if one.name in SHARED)
    return [
        one._replace(values=tuple(value for value in one.values if value.value != CUTTER))
        for one in fields
    ]


def _offered(visit: Visit, chosen: Sequence[str]) -> Iterator[OfferedKit]:
    """Yield the kits of all games that can be read, but not those that are chosen."""
    every = (one for game in visit.library.ids() for one in _kits_of(visit, game))
    yield from islice((one for one in every if one.word not in chosen), MOST_OFFERED)


def _kits_of(visit: Visit, key: str) -> Iterator[OfferedKit]:
    try:
        game = visit.library.spoken(key, visit.frame.lang)
    except PnpError:
        return
    if len(game.rule_sets) > 1:
        yield OfferedKit(key, visit.frame.labelled(game.name, visit.frame.t("values.all")))
    for rule_set, one in game.rule_sets.items():
        name = game.name if one.name in game.name else visit.frame.labelled(game.name, one.name)
        yield OfferedKit(f"{key}/{rule_set}", name)
