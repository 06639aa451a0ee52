"""Makes the files of one game on a site: its downloads and all its pages."""

import json
import posixpath
import re
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pnp.archive.documents import missing_files
from pnp.base.extras import EXTRAS
from pnp.definitions import Loaded
from pnp.game.deposit import Deposit
from pnp.jobs.output import Staging
from pnp.web.answer import rendered, view
from pnp.web.catalogue import entry_of
from pnp.web.errors import NotFoundError
from pnp.web.library import Library
from pnp.web.site.downloads import GameDownloads, by_address
from pnp.web.site.downloads_page import downloads_page
from pnp.web.site.feed import FEED
from pnp.web.site.made_by import made_by
from pnp.web.site.options import SiteOptions
from pnp.web.site.places import Places, SiteLinks, Target, site_frame
from pnp.web.site.record import Download, GameRecord, SiteFile, read_record
from pnp.web.visit import Made, Request, Visit

_PAGES = ("/", "/make/", "/evidence/")
_FILES = (".json", "/cover.svg", "/evidence.json", "/check.json", "/lido.xml", "/dc.xml")
_SHOWN = re.compile(rb'(?:src|href)="([^"?#:]+\.(?:svg|png|pdf))"')
_A_DAY = len("2026-11-20")


class SiteGame:
    """A game that is being put on a site; ``deposit`` is its row in a table."""

    def __init__(self, folder: Path, options: SiteOptions, deposit: Deposit | None = None) -> None:
        self.id = folder.resolve().name
        self._out, self._options = options.out, options
        deposits = {self.id: deposit} if deposit is not None else {}
        self._library = Library({self.id: folder}, (self.id,), deposits)
        self._definition = self._library.version(self.id)
        said = deposit.stated if deposit is not None else {}
        decisive = (self._definition, said, made_by(), options.decisive, _missing())
        self._key = sha256(repr(decisive).encode()).hexdigest()
        self._before = read_record(self._out, self.id)
        self._dead: list[str] = []
        self._static: set[str] = set()
        self._feed = ""

    @property
    def current_record(self) -> GameRecord | None:
        """The record of the game if the site is up to date, else None."""
        before = self._before
        if before is None or before.key != self._key or self._options.anew:
            return None
        return before if before.is_whole(self._out) else None

    def make(self, place: Path) -> GameRecord:
        """Make the files of the game in a temporary folder, and move them to the site together.

        Raises:
            PnpError: If a page cannot be made.
        """
        loaded = self._library.load(self.id)
        staged = Staging(place, self._out)
        files: dict[str, SiteFile] = {}

        def write(path: str, content: bytes) -> None:
            files[path] = SiteFile(len(content), staged.write(path, content))

        changed = self._changed(loaded)
        self._feed = FEED if changed else ""
        downloads = []
        making = GameDownloads(self._library, loaded, self._options)
        for download, content in making.made(changed):
            downloads.append(download)
            write(download.file, content)
        for path, content in self._pages(tuple(downloads)):
            write(path, content)
        record = GameRecord(
            self.id,
            self._key,
            self._definition,
            changed,
            {
                lang: entry_of(self._library.spoken(self.id, lang))
                for lang in self._options.languages
            },
            self._listed(),
            tuple(downloads),
            files,
            tuple(sorted(self._static)),
            tuple(dict.fromkeys(making.notes)),
            tuple(self._dead),
        )
        self._move_in(staged, record)
        return record

    def _move_in(self, staged: Staging, record: GameRecord) -> None:
        """Move files in; until all have been moved, the record marks the game as incomplete."""
        before = self._before.files if self._before is not None else {}
        staged.remove(sorted(before.keys() - record.files.keys()))
        both = GameRecord(self.id, "", files={**before, **record.files})
        staged.write_last(record.path, record.content(), both.content)
        staged.move_in()

    def _changed(self, loaded: Loaded) -> str | None:
        """Return the day on which the definition changed, if known."""
        before = self._before
        if before is not None and before.definition == self._definition:
            return before.changed
        edition = loaded.game.edition_date or ""
        return self._options.date or (edition if len(edition) == _A_DAY else None)

    def _listed(self) -> Mapping[str, Any]:
        """Return the entry of the game in ``games.json``."""
        target = Target("/games.json", (), "", "games.json")
        made, _ = self._made(Places(self._options.languages), target)
        listed: Mapping[str, Any] = json.loads(made.content)["games"][0]
        return listed

    def _pages(self, downloads: tuple[Download, ...]) -> Iterator[tuple[str, bytes]]:
        """Yield the page of the game in each language, and all of the game to which it links."""
        at, languages = f"/games/{self.id}", self._options.languages
        places = Places(languages, by_address(downloads))
        waiting = deque(
            places.target(f"{at}{seed}", lang) for lang in languages for seed in (*_PAGES, *_FILES)
        )
        led: dict[str, str] = {}  # pages by the files that they lead to
        missing: list[str] = []
        done = {download.file for download in downloads}
        while waiting:
            target = waiting.popleft()
            if target.file in done or not target.path.startswith((f"{at}/", f"{at}.")):
                continue
            done.add(target.file)
            try:
                if target.path == f"{at}/make/":
                    made, links = self._downloads_page(places, target, downloads)
                else:
                    made, links = self._made(places, target)
            except NotFoundError:
                missing.append(target.file)
                continue
            yield target.file, made.content
            found = [*links.asked.values(), *_pictures(places, target, made)]
            waiting.extend(found)
            for one in found:
                led.setdefault(one.file, target.file)
            self._static |= links.static
        dead = (file for file in missing if file in led)
        self._dead += (f"{led[file]}: leads to {file}, which is not there" for file in dead)

    def _made(self, places: Places, target: Target) -> tuple[Made, SiteLinks]:
        """Return the answer of a server, and the links of the page."""
        frame, links = site_frame(places, target, self._options.url, self._feed)
        query: dict[str, list[str]] = {}
        for key, value in target.query:
            query.setdefault(key, []).append(value)
        request = Request(target.path, query, frame.lang, "site")
        return view(Visit(self._library, request, frame)), links

    def _downloads_page(
        self, places: Places, target: Target, downloads: tuple[Download, ...]
    ) -> tuple[Made, SiteLinks]:
        frame, links = site_frame(places, target, self._options.url, self._feed)
        page = downloads_page(frame, self._library.spoken(self.id, frame.lang), links, downloads)
        return rendered(page, frame), links


def _pictures(places: Places, target: Target, made: Made) -> Iterator[Target]:
    """Yield the pictures and documents whose relative addresses are in the text of a page."""
    if target.file.endswith(".html"):
        folder = posixpath.dirname(target.file)
        for found in _SHOWN.findall(made.content):
            file = posixpath.normpath(posixpath.join(folder, found.decode()))
            yield places.target(f"/{file}", "")


@cache
def _missing() -> tuple[str, ...]:
    """Return the missing libraries, without which some files are not made."""
    needed = (*EXTRAS["laser"], *EXTRAS["archive"])
    return (*(name for name in needed if find_spec(name) is None), *missing_files())
