"""The games as pictures, with a search and filters; style sheets, scripts and fonts."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from pnp.base.files import templates
from pnp.base.languages import language
from pnp.web.catalogue import AGES, FACETS, LONGER, MANY, UNKNOWN, Catalogue, Entry, FacetValue
from pnp.web.frame import SVG, Made, NotFoundError, Visit, WebFrame, WebPage

A_PAGE = 24  # games shown on one page
_ISO = re.compile(r"-?\d{4}(-\d\d){0,2}")
_MOST_HINTS = 12  # values of a facet
_LONGEST = 200  # letters of a search
MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": SVG,
    "png": "image/png",
    "woff2": "font/woff2",
}


class Choice(NamedTuple):
    """A value of a filter in words, with its number of games."""

    key: str
    words: str
    games: int
    is_chosen: bool


class GameCard(NamedTuple):
    """A game in the form for the list."""

    id: str
    name: str
    summary: str
    facts: tuple[str, ...]
    lang: str


def home_page(visit: Visit) -> WebPage:
    """Show the games that match the query, or all; the user's own come first."""
    frame, query = visit.frame, visit.request.query
    whole = visit.library.catalogue(frame.lang)
    text = _last(query, "q")[:_LONGEST]
    chosen = {facet: key for facet in FACETS if (key := _last(query, facet))}
    found = whole.matching(text, {facet: (key,) for facet, key in chosen.items()})
    entries = sorted(found.entries, key=lambda entry: entry.id not in visit.library.own)
    pages = max(1, -(-len(entries) // A_PAGE))
    at = min(max(_number(_last(query, "page")), 1), pages)
    filters = {"q": text, **chosen} if text else chosen
    values = {
        "cards": tuple(card_of(frame, e) for e in entries[(at - 1) * A_PAGE : at * A_PAGE]),
        "count": len(entries),
        "total": len(whole.entries),
        "text": text,
        "facets": dict(_choices(frame, whole, chosen)),
        "is_chosen": bool(filters),
        "hints": () if entries else tuple(_hints(frame, whole)),
        "by": bool(chosen),
        "before": _link(frame, filters, at - 1) if at > 1 else "",
        "after": _link(frame, filters, at + 1) if at < pages else "",
        "at": at,
        "pages": pages,
        "unread": dict(visit.library.unread()) if at == 1 and not filters else {},
    }
    return WebPage(
        "home.html",
        frame.t("home.title"),
        values,
        about=frame.t("home.lead"),
        at="games",
        data="/games.json",
        styles=("games.css",),
    )


def card_of(frame: WebFrame, entry: Entry) -> GameCard:
    """Return the card of a game: the number of players, the kinds of pieces, the age."""
    facts = []
    if entry.players:
        facts.append(players_words(frame, *entry.players))
    if entry.minutes:
        facts.append(frame.t("home.minutes", n=language(frame.lang).range(*entry.minutes)))
    if entry.age:
        facts.append(frame.t("home.age", n=entry.age))
    if entry.dated:
        facts.append(dated_words(frame, entry.dated))
    return GameCard(entry.id, entry.name, entry.summary, tuple(facts), entry.language)


def value_words(frame: WebFrame, facet: str, value: FacetValue) -> str:
    """Return a value of a facet in words."""
    if value.key == UNKNOWN:
        return frame.t("home.unknown")
    try:
        return _value_words(frame, facet, value)
    except (KeyError, ValueError):  # a key that somebody made up
        return value.key


def _value_words(frame: WebFrame, facet: str, value: FacetValue) -> str:
    key = value.key
    match facet:
        case "players":
            return frame.t("home.many", n=key) if int(key) == MANY else key
        case "age":
            return frame.t("home.age" if int(key) == AGES[-1] else "home.years", n=key)
        case "minutes":
            return frame.t("home.longer") if key == LONGER else frame.t("home.up_to", n=key)
        case "place":
            return value.name
        case "time":
            return _century(frame, int(key))
        case _:
            return frame.t(f"home.{facet}.{key}")


def players_words(frame: WebFrame, least: int, most: int) -> str:
    """Return a range of player numbers in words."""
    if most == 1:
        return frame.t("home.one_player")
    return frame.t("home.players_of", n=language(frame.lang).range(least, most))


def dated_words(frame: WebFrame, dated: str) -> str:
    """Return a date written out; a date in words stays unchanged."""
    return language(frame.lang).day(dated) if _ISO.fullmatch(dated) else dated


def _century(frame: WebFrame, century: int) -> str:
    """Return the years of a century; -1 is the first before Christ."""
    span = language(frame.lang).range
    if century > 0:
        return span(100 * century - 99, 100 * century)
    return frame.t("home.before_christ", years=span(-100 * century, -100 * century - 99))


def _choices(
    frame: WebFrame, whole: Catalogue, chosen: Mapping[str, str]
) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    """Yield the facets in which the games differ, and those already used."""
    for facet, found in whole.facets().items():
        key = chosen.get(facet, "")
        if key and key not in {one.key for one in found}:
            found = (*found, FacetValue(key, 0, key))
        if len(found) > 1 or key:
            yield (
                facet,
                tuple(
                    Choice(
                        one.key,
                        value_words(frame, facet, one),
                        one.games,
                        one.key == key,
                    )
                    for one in found
                ),
            )


def _hints(frame: WebFrame, whole: Catalogue) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield, for who found nothing, facets with links to the games of each value."""
    for facet in ("kind", "place"):
        known = [one for one in whole.facets()[facet] if one.key != UNKNOWN]
        most = sorted(known, key=lambda one: -one.games)[:_MOST_HINTS]
        links = [
            (value_words(frame, facet, one), frame.to(f"/?{urlencode({facet: one.key})}"))
            for one in known
            if one in most
        ]
        if links:
            yield frame.t(f"home.facet.{facet}"), links


def _link(frame: WebFrame, filters: Mapping[str, str], page: int) -> str:
    query = urlencode({**filters, **({"page": page} if page > 1 else {})})
    return frame.to(f"/?{query}" if query else "/")


def _last(query: Mapping[str, list[str]], name: str) -> str:
    return query.get(name, [""])[-1].strip()


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 1


def static_file(visit: Visit, file: str) -> Made:
    """Return a file of ``templates/web/static``."""
    kind = MEDIA_TYPES.get(file.rpartition(".")[2])
    try:
        if kind is not None:
            return Made((templates() / "web" / "static" / file).read_bytes(), kind)
    except OSError:
        pass
    raise NotFoundError("there is no such page")
