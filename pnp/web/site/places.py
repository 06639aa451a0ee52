"""Map addresses to the files of a site, and make the links and frames of its pages."""

import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import parse_qs, parse_qsl, quote, urlencode, urlsplit

from pnp.make.wing import PRINTING, other_pages
from pnp.web.catalogue import FACETS
from pnp.web.frame import WebFrame
from pnp.web.site.identity import COLORS, Identity
from pnp.web.site.own_files import OWN

INDEX = "index.html"
FEED = "feed.xml"
STATIC = "static/"
_JOBS = "|".join((PRINTING, *other_pages()))  # whose pages a server makes as they are chosen
_MADE = re.compile(rf"(/games/[^/]+/)({_JOBS})/.*")
_DRAWN = re.compile(r"/(games/[^/]+/make/pages/[^/]+/\d+(?:-\w+)?)\.svg")
VALUES = "values"  # lists those of a facet
_PAGE = "page"


class Target(NamedTuple):
    """The target of a link: an address with its query, a page's language, and the file of both.

    ``rest`` is the part of the link after the name of the file.
    """

    path: str
    query: tuple[tuple[str, str], ...]
    lang: str
    file: str
    rest: str = ""


class Places:
    """The files of a site by their addresses; the first language is at the root.

    ``downloads`` has the files whose addresses have a query or a different name. ``url`` is the
    address of the site, if known, and ``picture`` the file that a shared link shows.
    """

    def __init__(
        self,
        languages: Sequence[str],
        downloads: Mapping[str, str] = {},
        url: str = "",
        identity: Identity | None = None,
        picture: str = "",
    ) -> None:
        self.languages = tuple(languages)
        self.url, self.identity, self.picture = url, identity or Identity(), picture
        self._downloads = {_in_order(*_parted(one)): downloads[one] for one in downloads}

    def target(self, address: str, lang: str) -> Target:
        """Return the target of an address on a page in a language."""
        address, hash_sign, fragment = address.partition("#")
        path, mark, written = address.partition("?")
        rest = hash_sign + fragment
        if kept := self._downloads.get(_in_order(path, written)):
            return Target(path, (), "", kept)
        if path.startswith((f"/{STATIC}", f"/{OWN}", f"/{COLORS}")):
            return Target(path, (), "", path[1:], mark + written + rest)
        if drawn := _DRAWN.fullmatch(path):
            query = tuple(parse_qsl(written))
            return Target(path, query, "", "-".join((drawn[1], *dict(query).values())) + ".svg")
        if made := _MADE.fullmatch(path):
            page = f"{made[1]}make/"
            return Target(page, (), lang, self.page(page, lang), rest)
        if not path.endswith("/"):
            return Target(path, (), "", path[1:], rest)
        if path == "/" and written:
            return self._listing(written, lang, rest)
        return Target(path, (), lang, self.page(path, lang), rest)

    def public(self, path: str, lang: str) -> str:
        """Return the whole address of a file or a page in a language."""
        return public_address(self.url, self.target(path, lang).file)

    def page(self, path: str, lang: str) -> str:
        """Return the file of a page."""
        return f"{self.folder(lang)}{path[1:]}{INDEX}"

    def folder(self, lang: str) -> str:
        """Return the folder of a language, which is empty or ends in a slash."""
        return "" if lang == self.languages[0] else f"{lang}/"

    def _listing(self, written: str, lang: str, rest: str) -> Target:
        """Return the page that lists the games with one value, or the start page."""
        query = parse_qs(written)
        number = (query.pop(_PAGE, None) or ["1"])[0]
        asked = [(name, key) for name, keys in query.items() for key in keys]
        more = f"{number}/" if number != "1" else ""
        match asked:
            case []:
                folder = f"all/{more}" if more else ""
            case [(name, facet)] if name == VALUES:
                folder = f"values/{facet}/{more}"
            case [(facet, key)] if facet in FACETS:
                folder = f"by/{facet}/{key}/{more}"
            case _:  # what the script answers
                return Target("/", (), lang, self.page("/", lang), f"?{urlencode(asked)}{rest}")
        pages = ((_PAGE, number),) if more else ()
        return Target("/", (*asked, *pages), lang, self.page(f"/{folder}", lang), rest)


def _parted(address: str) -> tuple[str, str]:
    path, _, query = address.partition("?")
    return path, query


def _in_order(path: str, query: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    return path, tuple(sorted(parse_qsl(query)))


class SiteLinks:
    """The links of one page, relative to its file; ``asked`` collects their targets.

    Those of a page without a ``file`` of its own work from any address of the site's host. On a
    site whose address is known, links to pages are links to their folders.
    """

    def __init__(self, places: Places, lang: str, file: str = "") -> None:
        self._places = places
        self._lang = lang
        self._file = file
        self.asked: dict[str, Target] = {}

    def __call__(self, path: str, lang: str | None) -> str:
        """Return the link to an address in a language, by default that of the page."""
        target = self._places.target(path, lang or self._lang)
        self.asked.setdefault(target.file, target)
        return self.to_file(target.file) + target.rest

    @property
    def static(self) -> set[str]:
        """The names of the style sheets and scripts among the targets."""
        found = (path.removeprefix(STATIC) for path in self.asked if path.startswith(STATIC))
        return set(found)

    def to_folder(self, folder: str) -> str:
        """Return the link to a folder of pages in the language of the page."""
        return self.to_file(self._places.folder(self._lang) + folder)

    def to_file(self, file: str) -> str:
        """Return the link to a file of the site."""
        if not self._file:
            return urlsplit(public_address(self._places.url, file)).path
        here = posixpath.dirname(self._file) or "."
        if self._places.url and posixpath.basename(file) == INDEX:
            return f"{quote(posixpath.relpath(posixpath.dirname(file) or '.', here))}/"
        return quote(posixpath.relpath(file, here))


def site_frame(
    places: Places, target: Target, *, has_feed: bool = False
) -> tuple[WebFrame, SiteLinks]:
    """Return the frame of a page, and its links, which collect their targets."""
    query = urlencode(target.query)
    path = f"{target.path}?{query}" if query else target.path
    lang = target.lang or places.languages[0]
    links = SiteLinks(places, lang, target.file)
    frame = WebFrame(lang, path, links, "site", places.languages)
    frame = frame._replace(signature=places.identity.signature(lang))
    if places.url:
        frame = frame._replace(
            public=lambda at, code: places.public(at, code or lang),
            feed=f"/{places.folder(lang)}{FEED}" if has_feed else "",
            picture=f"/{places.picture}" if places.picture else "",
        )
    return frame, links


def public_address(url: str, file: str) -> str:
    """Return the URL of a file of the site; the URL of a page is that of its folder."""
    return url + quote(file.removesuffix(INDEX) if file.split("/")[-1] == INDEX else file)
