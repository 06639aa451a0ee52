"""Make the files of one game on a site: its downloads and all its pages."""

import json
import os
import posixpath
import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from pnp.archive.origin import missing_files
from pnp.base.errors import PnpError
from pnp.base.files import checksum, templates
from pnp.base.imports import EXTRAS
from pnp.base.messages import within
from pnp.base.workplace import working_on
from pnp.definitions import Loaded
from pnp.game.deposit import Deposit
from pnp.game.game import Game
from pnp.make.output import Staging
from pnp.make.wing import other_pages
from pnp.web.catalogue import entry_of
from pnp.web.errors import NotFoundError
from pnp.web.frame import LANGUAGES, Made, Request, Visit, WebFrame, WebPage
from pnp.web.library import Library
from pnp.web.routes import rendered, view
from pnp.web.site.edits import leave_edited
from pnp.web.site.options import SiteOptions
from pnp.web.site.places import Places, SiteLinks, Target, site_frame
from pnp.web.site.previews import COVER, cover_png
from pnp.web.site.record import Download, GameRecord, SiteFile, made_by, read_record
from pnp.web.views.make import ShownSheet, kit_sheets

FOLDER = "files"
_SHORT = 16  # digits of a checksum in a name
_PAPERS = ("a4", "letter")
_MOST_FAULTS = 3  # listed for one file

_STYLES = ("make.css", "zoom.css", "site.css")
_MOST_SHEETS = 6  # pictures on the page with the downloads

_PAGES = ("/", "/make/", "/evidence/")
_FILES = (".json", "/cover.svg", "/evidence.json", "/check.json", "/lido.xml", "/dc.xml")
_SHOWN = re.compile(rb'(?:src|href)="([^"?#:]+\.(?:svg|png|pdf))"')
_A_DAY = len("2026-11-20")


class PlannedDownload(NamedTuple):
    """A file to make; on a server, each of the ``addresses`` returns it."""

    kind: str
    name: str
    paper: str = ""
    lang: str = ""
    addresses: tuple[str, ...] = ()


class GameDownloads:
    """The downloads of one game; ``notes`` lists those that could not be made, and why."""

    def __init__(self, library: Library, loaded: Loaded, options: SiteOptions) -> None:
        self._library, self._loaded, self._options = library, loaded, options
        self.notes: list[str] = []

    def made(self, day: str | None) -> Iterator[tuple[Download, bytes]]:
        """Yield each file with its content; ``day`` is the date of a package."""
        every = tuple(self._planned())
        for number, planned in enumerate(every):
            try:
                with working_on(planned.name, number, len(every)):
                    content = self._content(planned, day)
            except PnpError as error:
                what = " ".join(filter(None, (planned.kind, planned.paper, planned.lang)))
                lines = map(self._library.without_paths, error.faults[:_MOST_FAULTS])
                self.notes += within(f"{self._loaded.game.id}: no {what}", lines)
                continue
            sum_of = sha256(content).hexdigest()
            file = f"{FOLDER}/{sum_of[:_SHORT]}-{planned.name}"
            facts = len(content), sum_of, planned.paper, planned.lang, planned.addresses
            yield Download(planned.kind, file, *facts), content

    def _planned(self) -> Iterator[PlannedDownload]:
        game, wanted = self._loaded.game, self._options.downloads
        spoken = self._loaded.languages
        languages = [one for one in self._options.languages if one in spoken] or spoken[:1]
        at, main = f"/games/{game.id}", game.language
        for lang in languages if game.rule_sets else ():
            word = "" if lang == main else f"-{lang}"
            for paper in _PAPERS if "kit" in wanted else ():
                query = "&".join(
                    filter(
                        None,
                        (
                            f"paper={paper}" if paper != _PAPERS[0] else "",
                            f"lang={lang}" if lang != main else "",
                        ),
                    )
                )
                address = f"{at}/make/kit.pdf" + (f"?{query}" if query else "")
                yield PlannedDownload(
                    "kit", f"{game.id}{word}-{paper}.pdf", paper, lang, (address,)
                )
            if "rulebook" in wanted:
                addresses = [f"{at}/rules/{lang}/rulebook.pdf"]
                addresses += (f"{at}/rules/{key}/{lang}/rulebook.pdf" for key in game.rule_sets)
                yield PlannedDownload(
                    "rulebook", f"{game.id}-rulebook-{lang}.pdf", "a4", lang, tuple(addresses)
                )
        for page in other_pages():
            if page in wanted:
                address = f"{at}/{page}/files.zip"
                yield PlannedDownload(page, f"{game.id}-{page}.zip", addresses=(address,))
        if "package" in wanted:
            yield PlannedDownload("package", f"{game.id}-package.zip")

    def _content(self, planned: PlannedDownload, day: str | None) -> bytes:
        if not planned.addresses:
            return _package(self._loaded, day)
        for address in planned.addresses[:-1]:
            try:
                return self._view(address)
            except NotFoundError:
                continue
        return self._view(planned.addresses[-1])

    def _view(self, address: str) -> bytes:
        """Return the answer of a server."""
        path, _, query = address.partition("?")
        lang = self._options.languages[0]
        request = Request(path, parse_qs(query), lang, "site")
        return view(Visit(self._library, request, WebFrame(lang, path, face="site"))).content


def _package(loaded: Loaded, day: str | None) -> bytes:
    from pnp.archive.bag import bag_zip
    from pnp.archive.job import ArchiveJob
    from pnp.archive.options import ArchiveOptions

    files = ArchiveJob(loaded, ArchiveOptions(date=day)).files()
    return bag_zip(loaded.game.id, {file.path: file.content() for file in files})


def by_address(downloads: Sequence[Download]) -> dict[str, str]:
    """Return the downloads by each server address that returns them."""
    return {address: one.file for one in downloads for address in one.addresses}


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
    """Files for one purpose; ``key`` is the key of its words, ``others`` are in other languages."""

    key: str
    files: tuple[ShownFile, ...]
    others: tuple[ShownFile, ...] = ()


def downloads_page(
    frame: WebFrame,
    game: Game,
    links: SiteLinks,
    downloads: Collection[Download],
    *,
    built_in: bool = True,
    sheets: Sequence[ShownSheet] = (),
) -> WebPage:
    """Return the page with the downloads of a game, and the first of its ``sheets``.

    A command needs the definition: visitors have that of a ``built_in`` game, or from its package.
    """
    groups = tuple(
        _group(kind, [_shown(frame, links, one) for one in downloads if one.kind == kind])
        for kind in dict.fromkeys(one.kind for one in downloads)
    )
    name = game.id if built_in else f"./{game.id}/data/definition"
    values: dict[str, Any] = {
        "game": game,
        "groups": groups,
        "sheets": sheets[:_MOST_SHEETS],
        "sheet_count": len(sheets),
        "command": f"pnp kit {name} --paper a5" if game.rule_sets else f"pnp build {name}",
        "has_command": frame.signature.shows_pnp
        and (built_in or "package" in {one.kind for one in downloads}),
        "other_says": frame.t("site.other_says" if built_in else "site.other_unpacked"),
    }
    title = frame.t("site.make_title", game=game.name)
    return WebPage(
        "site_downloads.html",
        title,
        values,
        about=game.summary,
        at="games",
        scripts=("zoom.js",) if sheets else (),
        styles=_STYLES,
    )


def _group(kind: str, files: Sequence[ShownFile]) -> FileGroup:
    """Return the files of a kind, those in the language of the page apart if there are any."""
    own = tuple(one for one in files if not one.lang)
    others = tuple(one for one in files if one.lang)
    return FileGroup(kind, own, others) if own else FileGroup(kind, others)


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


class SiteGame:
    """A game that is being put on a site; ``deposit`` is its row in a table.

    ``edited`` has a line for each file that stays because somebody changed it.
    """

    def __init__(self, folder: Path, options: SiteOptions, deposit: Deposit | None = None) -> None:
        self.id = Path(os.path.realpath(folder)).name
        self._out, self._options = options.out, options
        deposits = {self.id: deposit} if deposit is not None else {}
        self._library = Library({self.id: folder}, (self.id,), deposits)
        self._definition = self._library.version(self.id)
        said = deposit.stated if deposit is not None else {}
        self._source = (self._definition, said, made_by(), _missing())
        self._key = _sum((self._source, options.decisive, self._is_built_in))
        self._before = read_record(self._out, self.id)
        self._dead: list[str] = []
        self._static: set[str] = set()
        self._picture = ""
        self._has_feed = False
        self.edited: tuple[str, ...] = ()

    @property
    def _is_built_in(self) -> bool:
        own = templates() / "games" / self.id
        return os.path.realpath(self._library.folder(self.id)) == os.path.realpath(own)

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
        self._has_feed = changed is not None
        made_from = _sum((self._source, self._options.for_downloads, changed))
        downloads = [*self._kept_downloads(made_from)]
        notes = self._before.notes if self._before and downloads else ()
        files |= {one.file: SiteFile(one.size, one.sha256) for one in downloads}
        if not downloads:
            making = GameDownloads(self._library, loaded, self._options)
            for download, content in making.made(changed):
                downloads.append(download)
                write(download.file, content)
            notes = tuple(dict.fromkeys(making.notes))
        if self._options.previews:
            self._picture = f"games/{self.id}/{COVER}"
            write(self._picture, cover_png(loaded.game))
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
            notes,
            tuple(self._dead),
            made_from,
        )
        self._move_in(staged, record)
        return record

    def _move_in(self, staged: Staging, record: GameRecord) -> None:
        """Move files in; until all have been moved, the record marks the game as incomplete."""
        before = self._before or GameRecord(self.id, "")
        gone = sorted(before.files.keys() - record.files.keys())
        if self._options.anew:
            staged.remove(gone)
        else:
            known = before.files, before.earlier
            self.edited = tuple(leave_edited(staged, self._out, known, gone))
        both = GameRecord(
            self.id,
            "",
            files={**before.files, **record.files},
            earlier={**before.earlier, **before.files},
        )
        staged.write_last(record.path, record.content(), both.content)
        staged.move_in()

    def _kept_downloads(self, made_from: str) -> tuple[Download, ...]:
        """Return the downloads on the site if they are what would be made, else ()."""
        before = self._before
        if before is None or before.made_from != made_from or self._options.anew:
            return ()
        try:
            sums = [checksum(self._out / one.file, top=self._out) for one in before.downloads]
        except OSError:
            return ()
        return before.downloads if sums == [one.sha256 for one in before.downloads] else ()

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
        made, _ = self._made(self._places(), target)
        listed: Mapping[str, Any] = json.loads(made.content)["games"][0]
        return listed

    def _pages(self, downloads: tuple[Download, ...]) -> Iterator[tuple[str, bytes]]:
        """Yield the page of the game in each language, and all of the game to which it links."""
        at, languages = f"/games/{self.id}", self._options.languages
        places = self._places(by_address(downloads))
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
                with working_on(target.file, len(done), len(done) + len(waiting)):
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

    def _places(self, downloads: Mapping[str, str] = {}) -> Places:
        options = self._options
        return Places(options.languages, downloads, options.url, options.identity, self._picture)

    def _made(self, places: Places, target: Target) -> tuple[Made, SiteLinks]:
        """Return the answer of a server, and the links of the page."""
        frame, links = site_frame(places, target, has_feed=self._has_feed)
        query: dict[str, list[str]] = {}
        for key, value in target.query:
            query.setdefault(key, []).append(value)
        request = Request(target.path, query, frame.lang, "site")
        return view(Visit(self._library, request, frame)), links

    def _downloads_page(
        self, places: Places, target: Target, downloads: tuple[Download, ...]
    ) -> tuple[Made, SiteLinks]:
        frame, links = site_frame(places, target, has_feed=self._has_feed)
        game = self._library.spoken(self.id, frame.lang)
        has_kit = "kit" in {one.kind for one in downloads}
        sheets = kit_sheets(frame, self._library.load(self.id)) if has_kit else ()
        page = downloads_page(
            frame, game, links, downloads, built_in=self._is_built_in, sheets=sheets
        )
        return rendered(page, frame), links


def _pictures(places: Places, target: Target, made: Made) -> Iterator[Target]:
    """Yield the pictures and documents whose relative addresses are in the text of a page."""
    if target.file.endswith(".html"):
        folder = posixpath.dirname(target.file)
        for found in _SHOWN.findall(made.content):
            file = posixpath.normpath(posixpath.join(folder, found.decode()))
            yield places.target(f"/{file}", "")


def _sum(decisive: tuple[object, ...]) -> str:
    return sha256(repr(decisive).encode()).hexdigest()


@cache
def _missing() -> tuple[str, ...]:
    """Return the missing libraries, without which some files are not made."""
    needed = (*EXTRAS["laser"], *EXTRAS["archive"])
    return (*(name for name in needed if find_spec(name) is None), *missing_files())
