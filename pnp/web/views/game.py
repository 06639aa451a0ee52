"""The page of a game: its facts, the ways to play it, and links to everything else."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pnp.audit.check import evidence_faults
from pnp.base.languages import LanguageWords, language
from pnp.base.units import quoted
from pnp.game.game import Game
from pnp.game.rules import RuleSet
from pnp.game.translation import table_languages
from pnp.positions.cover import draw_game_cover
from pnp.positions.draw import draw_setup
from pnp.render import svg
from pnp.web.described import citation, described_game
from pnp.web.frame import SVG, Made, NotFoundError, Visit, WebFrame, WebPage
from pnp.web.views.home import dated_words, players_words

OWN_RULES = "own"
STATUSES = ("stated", "derived", "reconstructed", "disputed")


class NamedFact(NamedTuple):
    """A fact with its name, and the language of its value if it differs from the page's."""

    name: str
    value: str
    lang: str = ""


class StatusCount(NamedTuple):
    """The number of facts with a status."""

    status: str
    word: str
    meaning: str
    facts: int


class WayToPlay(NamedTuple):
    """A way to play in the form for the page; ``setup`` links to its picture, if any."""

    id: str
    name: str
    original: str
    original_lang: str
    summary: str
    facts: tuple[str, ...]
    needs: tuple[str, ...]
    setup: str
    rules: str
    make: str


def game_page(visit: Visit, game: str) -> WebPage:
    """Show a game."""
    frame = visit.frame
    shown = visit.library.spoken(game, frame.lang)
    words = language(frame.lang)
    counts = Counter[str](fact.status for _, fact in shown.all_facts())
    values = {
        "game": shown,
        "facts": tuple(_facts(frame, words, shown)),
        "ways": tuple(_ways(visit, shown)),
        "known": tuple(
            StatusCount(one, words.status[one], words.meaning[one], counts[one])
            for one in STATUSES
            if counts[one]
        ),
        "open": len(shown.open_questions),
        "sources": len(shown.sources),
        "is_sourced": is_sourced(shown),
        "has_record": not evidence_faults(shown),
        "box": tuple(NamedFact(one.name, str(one.count)) for one in shown.components.values()),
        "cites": citation(frame, shown),
    }
    return WebPage(
        "game.html",
        shown.name,
        values,
        about=shown.summary,
        at="games",
        data=f"/games/{game}.json",
        scripts=("copy.js",),
        styles=("games.css",),
        described=described_game(frame, shown),
    )


def cover_svg(visit: Visit, game: str) -> Made:
    """Return the picture of a game in the catalogue."""
    shown = visit.library.load(game).game
    return Made(svg.render(draw_game_cover(shown), shown.name), SVG)


def setup_svg(visit: Visit, game: str, key: str) -> Made:
    """Return the start position of a rule set, in the language at the end of the key, if any."""
    rule_set_id, _, lang = key.partition("_")
    shown = visit.library.spoken(game, lang) if lang else visit.library.load(game).game
    rule_set = shown.rule_sets.get(rule_set_id)
    if rule_set is None or rule_set.setup is None:
        raise NotFoundError(f"{game} has no set-up {quoted(rule_set_id)}")
    scene = draw_setup(shown, rule_set.setup, rule_set)
    return Made(svg.render(scene, rule_set.name), SVG)


def setup_link(frame: WebFrame, game: Game, key: str) -> str:
    """Return the link to the start position of a rule set, or "" if it has none."""
    if game.rule_sets[key].setup is None:
        return ""
    lang = "" if game.translated_from is None else f"_{game.language}"
    return frame.to(f"/games/{game.id}/setups/{key}{lang}.svg")


def is_sourced(game: Game) -> bool:
    """Return whether a game has a source other than its own rules, as a new game names them."""
    return bool(game.sources.keys() - {OWN_RULES})


def _facts(frame: WebFrame, words: LanguageWords, game: Game) -> Iterator[NamedFact]:
    """Yield the facts about a game as a whole, in words."""
    own = game.language
    if game.rule_sets:
        players = [one.players for one in game.rule_sets.values()]
        least, most = min(one.least for one in players), max(one.most for one in players)
        yield NamedFact(words.labels["players"], words.range(least, most))
    if ages := [one.age for one in game.rule_sets.values() if one.age]:
        yield NamedFact(words.labels["age"], words.labels["years"].format(age=min(ages)))
    if minutes := [one.minutes for one in game.rule_sets.values() if one.minutes]:
        span = words.range(min(minutes), max(minutes))
        yield NamedFact(words.labels["time"], words.labels["minutes"].format(minutes=span))
    if game.author:
        yield NamedFact(words.labels["author"], game.author)
    if when := game.dated or game.date:
        yield NamedFact(words.labels["date"], dated_words(frame, when), own)
    if places := game.places:
        known = all(place in game.place_names for place in places)
        lang = own if known else game.translated_from or own
        named = ", ".join(map(game.place_name, places))
        yield NamedFact(frame.t("home.facet.place"), named, lang)
    if game.rights:
        yield NamedFact(words.chapters["rights"], game.rights, own)


def _ways(visit: Visit, game: Game) -> Iterator[WayToPlay]:
    """Yield the rule sets of a game, each with its picture and its links."""
    frame, at = visit.frame, f"/games/{game.id}"
    words = language(frame.lang)
    for key, one in game.rule_sets.items():
        yield WayToPlay(
            key,
            one.name,
            one.original_name if one.original_name and one.original_name != one.name else "",
            one.original_language or "",
            one.summary,
            tuple(_in_short(frame, words, one, is_sourced=is_sourced(game))),
            tuple(_needs(game, one)),
            setup_link(frame, game, key),
            frame.to(f"{at}/rules/{key}/{_rules_language(visit, game)}/"),
            frame.to(f"{at}/make/?for={key}"),
        )


def _in_short(
    frame: WebFrame, words: LanguageWords, rule_set: RuleSet, *, is_sourced: bool
) -> Iterator[str]:
    yield players_words(frame, rule_set.players.least, rule_set.players.most)
    if rule_set.age:
        yield words.labels["years"].format(age=rule_set.age)
    if rule_set.minutes:
        yield words.labels["minutes"].format(minutes=rule_set.minutes)
    if rule_set.kind and is_sourced:
        yield frame.t(f"home.known.{rule_set.kind}")


def _needs(game: Game, rule_set: RuleSet) -> Iterator[str]:
    for need in rule_set.needs:
        name = game.components[need.component].name
        yield name if need.count == 1 else f"{name} \N{MULTIPLICATION SIGN} {need.count}"


def _rules_language(visit: Visit, game: Game) -> str:
    """Return the language for the rules: that of the page if the game has it."""
    folder = visit.library.folder(game.id)
    known = (*table_languages(folder), game.translated_from or game.language)
    return visit.frame.lang if visit.frame.lang in known else known[-1]
