"""The options of ``pnp site``."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.archive.options import read_day
from pnp.base.errors import UsageError
from pnp.base.text import is_web_address
from pnp.base.units import quoted
from pnp.make.options import DeclaredOptions, choices, file_option, one_of, text_option, words_of
from pnp.make.wing import other_pages
from pnp.web.frame import LANGUAGES

if TYPE_CHECKING:
    from pnp.web.site.identity import Identity

DOWNLOADS = ("kit", *other_pages(), "rulebook", "package")
_NONE = "none"


def _languages(flag: str, text: str) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(one_of(flag, word, tuple(LANGUAGES)) for word in words_of(flag, text))
    )


def _downloads(flag: str, text: str) -> tuple[str, ...]:
    return () if text.strip().lower() == _NONE else tuple(choices(DOWNLOADS)(flag, text))


def _url(flag: str, text: str) -> str:
    if not is_web_address(text) or {"?", "#"} & set(text):
        raise UsageError(
            f'{flag}: write the address of the site, such as "https://museum.example/play/", '
            f"not {quoted(text)}"
        )
    return text.rstrip("/") + "/"


@dataclass(frozen=True)
class SiteOptions(DeclaredOptions):
    """The folder, the languages and the downloads of a site.

    The first of the ``languages`` is at the root. ``url`` is the address of the site, and ``date``
    the day of change of the games that this run rebuilds. ``identity`` is what the file ``site``
    states; with ``previews``, shared links show pictures.
    """

    out: Path = file_option(
        "The folder to write the site into.", default=Path("public"), metavar="DIR"
    )
    languages: tuple[str, ...] = text_option(
        "Languages, separated by commas: en, de, nl, fr; the start page is in the first.",
        _languages,
        default=("en",),
        flag="--lang",
        metavar="LANG",
        several=True,
    )
    site: Path | None = text_option(
        "Your name, logo, colours, imprint and so on; by default site.toml in the folder of games.",
        raw_type=Path | None,
        metavar="FILE",
    )
    url: str = text_option(
        "The web address of the site, such as https://museum.example/play/; needed for "
        "canonical addresses, a sitemap and a feed.",
        _url,
        default="",
        metavar="ADDRESS",
    )
    date: str | None = text_option(
        "The day, such as 2026-11-20, that the feed gives for the games that this run makes.",
        read_day,
        metavar="DAY",
    )
    downloads: tuple[str, ...] = file_option(
        f"What to offer for download, separated by commas: {', '.join(DOWNLOADS)}, or none.",
        _downloads,
        default=DOWNLOADS,
        flag="--downloads",
        metavar="WHAT",
        several=True,
    )
    sqlite: bool = file_option("Also write catalogue.db, for Datasette.", default=False)
    anew: bool = file_option("Make every game again, even if nothing has changed.", default=False)

    identity: "Identity | None" = None
    previews: bool = False

    @property
    def decisive(self) -> tuple[object, ...]:
        """The options that affect the files of a game."""
        stated = self.identity.sha256 if self.identity else ""
        return self.for_downloads, self.url, stated, self.previews

    @property
    def for_downloads(self) -> tuple[object, ...]:
        """The options that affect the downloads of a game."""
        return self.languages, self.downloads
