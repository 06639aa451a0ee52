"""The pages of a site that list games, or the values of a facet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from pnp.web.answer import rendered
from pnp.web.catalogue import FACETS, UNKNOWN, FacetValue
from pnp.web.frame import WebFrame
from pnp.web.library import Library
from pnp.web.render import WebPage
from pnp.web.site.places import VALUES, Places, SiteLinks, site_frame
from pnp.web.site.search_index import index_file
from pnp.web.views.home import A_PAGE, card_of, value_words

MOST_SHOWN = 12  # values of a facet on a page that lists games
MOST_LISTED = 120  # values on a page that lists these alone
_SCRIPTS = ("search.js",)
_STYLES = ("games.css", "site.css")


class ListingPage(NamedTuple):
    """A page with a list, and the style sheets and scripts that it uses."""

    file: str
    content: bytes
    static: set[str]


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
    library: Library, places: Places, url: str, feed: str = ""
) -> Iterator[ListingPage]:
    """Yield the start page in each language, and every list to which it leads.

    ``feed`` is the file of the feed, if there is one.
    """
    waiting = [places.target("/", lang) for lang in reversed(places.languages)]
    done: set[str] = set()
    while waiting:
        target = waiting.pop()
        if target.file in done or target.path != "/":
            continue
        done.add(target.file)
        frame, links = site_frame(places, target, url, feed)
        query = dict(target.query)
        make = _values_page if VALUES in query else _games_page
        content = rendered(make(library, frame, links, query), frame).content
        yield ListingPage(target.file, content, links.static)
        waiting += reversed(links.asked.values())


def _games_page(
    library: Library, frame: WebFrame, links: SiteLinks, query: Mapping[str, str]
) -> WebPage:
    """Return the page of the games that match a query."""
    whole = library.catalogue(frame.lang)
    chosen = {facet: (query[facet],) for facet in FACETS if facet in query}
    found = whole.matching("", chosen).entries
    number, pages = int(query.get("page", "1")), max(1, -(-len(found) // A_PAGE))
    facets = whole.facets()
    lists = [_links(frame, one, facets[one], query) for one in FACETS if len(facets[one]) > 1]
    here = [
        frame.labelled(_name(frame, o.facet), v.words) for o in lists for v in o.values if v.is_here
    ]
    values: dict[str, Any] = {
        "cards": [card_of(frame, one) for one in found[(number - 1) * A_PAGE : number * A_PAGE]],
        "count": len(found),
        "total": len(whole.entries),
        "is_chosen": bool(chosen),
        "before": _page_link(frame, query, number - 1) if number > 1 else "",
        "after": _page_link(frame, query, number + 1) if number < pages else "",
        "at": number,
        "pages": pages,
        "lists": lists,
        "facets": FACETS,
        "here": here[0] if here else "",
        "index": links.to_file(index_file(frame.lang)),
        "covers": links.to_file("games"),
        "games": links.to_folder("games"),
    }
    return WebPage(
        "site_home.html",
        here[0] if here else frame.t("home.title"),
        values,
        about=frame.t("home.lead"),
        at="games",
        data="/games.json",
        scripts=_SCRIPTS,
        styles=_STYLES,
    )


def _page_link(frame: WebFrame, query: Mapping[str, str], number: int) -> str:
    asked = {key: value for key, value in query.items() if key != "page"}
    words = urlencode({**asked, **({"page": number} if number > 1 else {})})
    return frame.to(f"/?{words}" if words else "/")


def _values_page(
    library: Library, frame: WebFrame, links: SiteLinks, query: Mapping[str, str]
) -> WebPage:
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
