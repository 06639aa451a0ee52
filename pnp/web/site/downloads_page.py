"""The page with a game's downloads, which on a site replaces the page that makes them."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.game.game import Game
from pnp.web.frame import LANGUAGES, WebFrame
from pnp.web.render import WebPage
from pnp.web.site.places import SiteLinks
from pnp.web.site.record import Download

_STYLES = ("site.css",)


class ShownFile(NamedTuple):
    """A file in the form for the page."""

    title: str
    detail: str
    link: str
    name: str
    lang: str
    language: str
    sha256: str


class FileGroup(NamedTuple):
    """Files for one purpose; ``key`` is the key of its words."""

    key: str
    files: tuple[ShownFile, ...]


def downloads_page(
    frame: WebFrame, game: Game, links: SiteLinks, downloads: Iterable[Download]
) -> WebPage:
    """Return the page with the downloads of a game."""
    files = sorted(downloads, key=lambda one: one.lang not in ("", frame.lang))  # its own first
    groups = tuple(
        FileGroup(kind, tuple(_shown(frame, links, one) for one in files if one.kind == kind))
        for kind in dict.fromkeys(one.kind for one in files)
    )
    values: dict[str, Any] = {
        "game": game,
        "groups": groups,
        "command": f"pnp kit {game.id} --paper a5" if game.rule_sets else f"pnp build {game.id}",
    }
    title = frame.t("site.make_title", game=game.name)
    return WebPage(
        "site_downloads.html", title, values, about=game.summary, at="games", styles=_STYLES
    )


def _shown(frame: WebFrame, links: SiteLinks, download: Download) -> ShownFile:
    title = frame.t(f"site.file.{download.kind}", paper=_paper(download.paper))
    name = download.file.partition("/")[2]
    suffix = name.rpartition(".")[2].upper()
    detail = f"{suffix}, {size_in_words(frame, download.size)}"
    lang = download.lang if download.lang != frame.lang else ""
    link, language = links.to_file(download.file), LANGUAGES.get(lang, lang)
    return ShownFile(title, detail, link, name, lang, language, download.sha256)


def _paper(name: str) -> str:
    return name.upper() if name[1:].isdecimal() else name.capitalize()


def size_in_words(frame: WebFrame, size: int) -> str:
    """Return the size of a file in words, in kilobytes or megabytes."""
    if size < 999_500:
        return frame.t("site.kilobytes", n=max(1, round(size / 1000)))
    return frame.t("site.megabytes", n=frame.decimal(size / 1_000_000))
