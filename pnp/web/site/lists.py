"""What lists the games of a site: pages, search index, database."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from pnp.web.catalogue import FACETS, UNKNOWN, Catalogue, Entry, FacetValue, folded
from pnp.web.described import described_site
from pnp.web.frame import WebFrame, WebPage
from pnp.web.library import Library
from pnp.web.routes import rendered
from pnp.web.site.places import INDEX, VALUES, Places, SiteLinks, Target, site_frame
from pnp.web.site.record import GameRecord
from pnp.web.views.home import A_PAGE, card_of, value_words

LONGEST = 120  # letters of a summary in the index
FORMAT = 2  # of the index

DATABASE = "catalogue.db"
_TABLES = """
create table games (id text primary key, language text, name text, summary text, dated text,
  first_year integer, last_year integer, least_players integer, most_players integer,
  age integer, least_minutes integer, most_minutes integer, changed text, page text);
create table texts (game text references games(id), language text, name text, summary text,
  primary key (game, language));
create table names (game text references games(id), name text);
create table authors (game text references games(id), name text);
create table places (game text references games(id), name text);
create table kinds (game text references games(id), kind text);
create table known (game text references games(id), known text);
create table downloads (game text references games(id), kind text, paper text, language text,
  file text primary key, size integer, sha256 text);
create index names_game on names(game);
create index authors_game on authors(game);
create index places_game on places(game);
create index places_name on places(name);
create index kinds_game on kinds(game);
create index known_game on known(game);
create index downloads_game on downloads(game);
create virtual table games_fts using fts5(name, summary, content='games',
  tokenize='unicode61 remove_diacritics 2');
"""

MOST_SHOWN = 12  # values of a facet on a page that lists games
MOST_LISTED = 120  # values on a page that lists these alone
_SCRIPTS = ("search.js",)
_STYLES = ("games.css", "site.css")


def index_file(lang: str) -> str:
    """Return the name of the index in a language."""
    return f"search-{lang}.js"


def search_index(catalogue: Catalogue, lang: str) -> tuple[str, bytes]:
    """Return the name and the content of the index of a catalogue."""
    frame, entries = WebFrame(lang, face="site"), catalogue.entries
    cards = [card_of(frame, entry) for entry in entries]
    data = {
        "format": FORMAT,
        "ids": [entry.id for entry in entries],
        "names": [entry.name for entry in entries],
        "named": [" ".join(entry.other_names) for entry in entries],
        "more": [" ".join(entry.keys) for entry in entries],
        "rest": [_rest(entry) for entry in entries],
        "says": [_shortened(entry.summary) for entry in entries],
        "facts": [" · ".join(card.facts) for card in cards],
        "facets": {facet: _facet(catalogue, frame, facet) for facet in FACETS},
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return index_file(lang), f"searchIndex({text})\n".encode()


def _facet(catalogue: Catalogue, frame: WebFrame, facet: str) -> dict[str, Any]:
    """Return the values of a facet, and for each game the indexes of its values."""
    values = catalogue.facets()[facet]
    numbers = {value.key: number for number, value in enumerate(values)}
    of = [[numbers[key] for key in entry.values(facet)] for entry in catalogue.entries]
    return {
        "keys": [value.key for value in values],
        "words": [value_words(frame, facet, value) for value in values],
        "of": [one[0] if len(one) == 1 else one for one in of],
    }


def _rest(entry: Entry) -> str:
    """Return, each once, the words that a search finds and that are nowhere else in the index."""
    _, keys, everything = entry.texts
    known = {*keys.split(), *folded(_shortened(entry.summary)).split()}
    return " ".join(word for word in dict.fromkeys(everything.split()) if word not in known)


def _shortened(text: str) -> str:
    """Return the beginning of a text, cut between words."""
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST].rpartition(' ')[0] or text[:LONGEST]} …"


def database(records: Iterable[GameRecord], languages: Sequence[str]) -> bytes:
    """Return a database of the games, with texts of the first language in the table of games."""
    main = languages[0]
    with sqlite3.connect(":memory:") as base:
        base.executescript(_TABLES)
        for record in records:
            entry = record.entries[main]
            _insert(base, "games", [_row(record, entry, main)])
            texts = ((lang, record.entries[lang]) for lang in languages)
            _insert(base, "texts", [(record.id, lang, e.name, e.summary) for lang, e in texts])
            for table, values in (
                ("names", (entry.name, *entry.other_names)),
                ("authors", entry.authors),
                ("places", entry.places),
                ("kinds", entry.kinds),
                ("known", entry.known),
            ):
                _insert(base, table, [(record.id, value) for value in values])
            files = [
                (record.id, one.kind, one.paper, one.lang, one.file, one.size, one.sha256)
                for one in record.downloads
            ]
            _insert(base, "downloads", files)
        base.execute("insert into games_fts(games_fts) values('rebuild')")
        base.commit()
        base.execute("vacuum")
        return base.serialize()


def _row(record: GameRecord, entry: Entry, lang: str) -> tuple[object, ...]:
    return (
        record.id,
        lang,
        entry.name,
        entry.summary,
        entry.dated,
        *(entry.years or (None, None)),
        *(entry.players or (None, None)),
        entry.age,
        *(entry.minutes or (None, None)),
        record.changed,
        f"games/{record.id}/index.html",
    )


def _insert(base: sqlite3.Connection, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    if rows:
        signs = ", ".join("?" for _ in rows[0])
        base.executemany(f"insert into {table} values ({signs})", rows)


class ListingPage(NamedTuple):
    """A page with a list, and the style sheets and scripts that it uses.

    ``games`` are those that it lists, if it lists games. Search engines leave out a page that is
    not ``indexed``.
    """

    file: str
    content: bytes
    static: set[str]
    games: tuple[str, ...] = ()
    indexed: bool = True


class ValueLink(NamedTuple):
    """A value of a facet as a page shows it, with its number of games."""

    words: str
    games: int
    link: str
    is_here: bool


class FacetLinks(NamedTuple):
    """The values of a facet on a page, and a link to the list of all values."""

    facet: str
    values: tuple[ValueLink, ...]
    all: str


def listing_pages(
    library: Library, places: Places, *, has_feed: bool = False
) -> Iterator[ListingPage]:
    """Yield the start page in each language, and every list to which it leads."""
    waiting = [places.target("/", lang) for lang in reversed(places.languages)]
    done: set[str] = set()
    known = {(lang, *_first(library.catalogue(lang))) for lang in places.languages}
    while waiting:
        target = waiting.pop()
        if target.file in done or target.path != "/":
            continue
        done.add(target.file)
        frame, links = site_frame(places, target, has_feed=has_feed)
        query = dict(target.query)
        games: tuple[str, ...] = ()
        if VALUES in query:
            page = _values_page(library, frame, query)
        else:
            page, games = _games_page(library, frame, links, query)
            page = page._replace(indexed=_says_more(target, games, known))
        content = rendered(page, frame).content
        yield ListingPage(target.file, content, links.static, games, page.indexed)
        waiting += reversed(links.asked.values())


def _says_more(target: Target, games: tuple[str, ...], known: set[tuple[str, ...]]) -> bool:
    """Return whether a list of games differs from those ``known`` and from the page of a game."""
    is_new = len(games) > 1 and (target.lang, *games) not in known
    known.add((target.lang, *games))
    return is_new or not target.query


def _first(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the games on the start page."""
    return tuple(entry.id for entry in catalogue.entries[:A_PAGE])


def _games_page(
    library: Library, frame: WebFrame, links: SiteLinks, query: Mapping[str, str]
) -> tuple[WebPage, tuple[str, ...]]:
    """Return the page of the games that match a query, and the ids of those on it."""
    whole = library.catalogue(frame.lang)
    chosen = {facet: (query[facet],) for facet in FACETS if facet in query}
    found = whole.matching("", chosen).entries
    number, pages = int(query.get("page", "1")), max(1, -(-len(found) // A_PAGE))
    facets = whole.facets()
    lists = [_links(frame, one, facets[one], query) for one in FACETS if len(facets[one]) > 1]
    here = [
        frame.labelled(_name(frame, o.facet), v.words) for o in lists for v in o.values if v.is_here
    ]
    shown = found[(number - 1) * A_PAGE : number * A_PAGE]
    values: dict[str, Any] = {
        "cards": [card_of(frame, one) for one in shown],
        "count": len(found),
        "total": len(whole.entries),
        "is_chosen": bool(chosen),
        "hints": (),
        "before": _page_link(frame, query, number - 1) if number > 1 else "",
        "after": _page_link(frame, query, number + 1) if number < pages else "",
        "at": number,
        "unread": {},
        "pages": pages,
        "lists": lists,
        "facets": FACETS,
        "here": here[0] if here else "",
        "index": links.to_file(index_file(frame.lang)),
        "covers": links.to_file("games"),
        "games": links.to_folder("games"),
        "page_name": "" if frame.public else INDEX,
    }
    page = WebPage(
        "site_home.html",
        here[0] if here else frame.signature.title or frame.t("home.title"),
        values,
        about=frame.signature.lead or frame.t("home.lead"),
        at="games",
        data="/games.json",
        scripts=_SCRIPTS,
        styles=_STYLES,
        described={} if query else described_site(frame),
    )
    return page, tuple(entry.id for entry in shown)


def _page_link(frame: WebFrame, query: Mapping[str, str], number: int) -> str:
    asked = {key: value for key, value in query.items() if key != "page"}
    words = urlencode({**asked, **({"page": number} if number > 1 else {})})
    return frame.to(f"/?{words}" if words else "/")


def _values_page(library: Library, frame: WebFrame, query: Mapping[str, str]) -> WebPage:
    """Return the page that lists the values of a facet."""
    facet, number = query[VALUES], int(query.get("page", "1"))
    found = library.catalogue(frame.lang).facets()[facet]
    pages = max(1, -(-len(found) // MOST_LISTED))
    part = found[(number - 1) * MOST_LISTED : number * MOST_LISTED]
    values = {
        "values": [_value(frame, facet, one, query) for one in part],
        "at": number,
        "pages": pages,
        "before": _values_link(frame, facet, number - 1) if number > 1 else "",
        "after": _values_link(frame, facet, number + 1) if number < pages else "",
    }
    return WebPage("site_values.html", _name(frame, facet), values, at="games", styles=_STYLES)


def _links(
    frame: WebFrame, facet: str, found: Sequence[FacetValue], query: Mapping[str, str]
) -> FacetLinks:
    """Return the most frequent values in their order, and the one that is shown."""
    ranked = sorted(found, key=lambda one: (one.key == UNKNOWN, -one.games))[:MOST_SHOWN]
    shown = [one for one in found if one in ranked or query.get(facet) == one.key]
    values = tuple(_value(frame, facet, one, query) for one in shown)
    return FacetLinks(facet, values, _values_link(frame, facet) if len(found) > len(shown) else "")


def _value(frame: WebFrame, facet: str, value: FacetValue, query: Mapping[str, str]) -> ValueLink:
    link = frame.to(f"/?{urlencode({facet: value.key})}")
    words = value_words(frame, facet, value)
    return ValueLink(words, value.games, link, query.get(facet) == value.key)


def _values_link(frame: WebFrame, facet: str, number: int = 1) -> str:
    page = {"page": number} if number > 1 else {}
    return frame.to(f"/?{urlencode({VALUES: facet, **page})}")


def _name(frame: WebFrame, facet: str) -> str:
    return frame.t(f"home.facet.{facet}")
