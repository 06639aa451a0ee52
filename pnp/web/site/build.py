"""Build a site: each game in a worker, then the pages and files that concern all games."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pnp import __version__
from pnp.archive.bulk import games_below
from pnp.base.errors import OutputError, PnpError, UsageError, reason
from pnp.base.files import holds, names_in, read_json, size_of, write_atomic
from pnp.base.messages import within
from pnp.base.text import ID
from pnp.base.trust import named_by
from pnp.base.units import quoted
from pnp.base.worker import run_guarded
from pnp.definitions import built_in_games, find_game
from pnp.definitions.find import FILE_NAME
from pnp.game.deposit import Deposit
from pnp.make.output import Staging, place_beside
from pnp.make.parallel import GameWork, do_all
from pnp.web.catalogue import Catalogue
from pnp.web.frame import Request, Visit, WebFrame, WebPage, words_of
from pnp.web.library import Library
from pnp.web.routes import rendered, view
from pnp.web.site.edits import leave_edited
from pnp.web.site.feeds import ListedPage, feeds, pages_of, sitemaps
from pnp.web.site.game import SiteGame
from pnp.web.site.identity import FILE_NAME as SITE
from pnp.web.site.identity import Identity, read_identity, said
from pnp.web.site.lists import DATABASE, database, listing_pages, search_index
from pnp.web.site.options import SiteOptions
from pnp.web.site.own_pages import own_page
from pnp.web.site.places import STATIC, Places, SiteLinks, site_frame
from pnp.web.site.previews import COVER, site_cover
from pnp.web.site.record import (
    NAME,
    GameRecord,
    SiteFile,
    as_json,
    files_data,
    made_by,
    read_record,
)
from pnp.web.views.files import as_json as data_json

_URL = re.compile(rb"url\(\"?([a-z0-9-]+\.[a-z0-9]+)[^)]*\)")

UNKNOWN = "404.html"  # what hosts show for an unknown address

_BEGUN = as_json({"format": 1, "key": "", "files": {}})


def static_files(names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files with these names, and those to which style sheets among them refer."""
    waiting, done = sorted(names), set()
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        done.add(name)
        request = Request(f"/{STATIC}{name}", face="site")
        content = view(Visit(Library({}), request, WebFrame(face="site"))).content
        yield STATIC + name, content
        if name.endswith(".css"):
            waiting += (found.decode() for found in _URL.findall(content))


class SiteLibrary(Library):
    """The games of a site, known only from their records, without reading definitions."""

    def __init__(self, records: Sequence[GameRecord]) -> None:
        super().__init__({})
        self.records = tuple(records)
        self._catalogues: dict[str, Catalogue] = {}

    def catalogue(self, lang: str = "") -> Catalogue:
        """Return the entries of the records in a language."""
        if lang not in self._catalogues:
            self._catalogues[lang] = Catalogue(one.entries[lang] for one in self.records)
        return self._catalogues[lang]


class WholeSite:
    """The files of a site that belong to no single game; ``removed`` counts the deleted ones.

    ``faults`` has a line for each file that stays because somebody changed it, and for each missing
    file to which links of the publisher lead.
    """

    def __init__(self, games: Sequence[str], options: SiteOptions) -> None:
        self._out, self._options = options.out, options
        self._games = frozenset(games)
        found = (read_record(self._out, game) for game in sorted(games))
        self.records = tuple(one for one in found if one is not None and one.key)
        self.removed = 0
        self.files = 0
        self.faults: list[str] = []

    def write(self, place: Path) -> None:
        """Write the changed files, and delete those that no longer belong to the site."""
        before = _record(self._out)
        if before.get("key") == self._key and not self._options.anew and self._is_whole(before):
            return
        staged = Staging(place, self._out)
        files: dict[str, SiteFile] = {}
        for path, content in self._made():
            files[path] = SiteFile(len(content), staged.write(path, content))
        known = _files(before), _files(before, "earlier")
        gone = self._gone(files)
        if self._options.anew:
            staged.remove(gone)
        else:
            written = (*known, *(one.files for one in self._former()))
            self.faults += leave_edited(staged, self._out, written, gone)
        record = {
            "format": 1,
            "key": self._key,
            "made_with": f"pnp {__version__}",
            "languages": list(self._options.languages),
            "url": self._options.url,
            "games": [one.id for one in self.records],
            "files": files_data(files),
        }
        both = {
            "format": 1,
            "key": "",
            "files": files_data({**known[0], **files}),
            "earlier": files_data({**known[1], **known[0]}),
        }
        records = [one.path for one in self._former()]
        staged.remove(records)
        staged.write_last(NAME, as_json(record), lambda: as_json(both))
        staged.move_in()
        self.removed, self.files = len(gone) + len(records), len(files)

    @cached_property
    def _key(self) -> str:
        """The checksum of everything that the files are made from."""
        options = self._options
        games = [(one.key, one.changed) for one in self.records]
        decisive = games, made_by(), options.decisive, options.sqlite
        return sha256(repr(decisive).encode()).hexdigest()

    def _is_whole(self, before: Mapping[str, Any]) -> bool:
        """Return whether a site has exactly its recorded files, with their sizes."""
        try:
            return not any(self._former()) and all(
                size_of(self._out / path, self._out) == file.size
                for path, file in _files(before).items()
            )
        except OSError:
            return False

    def _made(self) -> Iterator[tuple[str, bytes]]:
        """Yield every file that belongs to no single game."""
        options = self._options
        library, places = SiteLibrary(self.records), self._places()
        static = {name for one in self.records for name in one.static}
        pages: list[ListedPage] = []
        changes = {one.id: one.changed or "" for one in self.records}
        news = dict(feeds(self.records, places)) if options.url else {}
        yield from news.items()
        yield from places.identity.files().items()
        if places.picture == COVER:
            yield COVER, self._cover
        for page in listing_pages(library, places, has_feed=bool(news)):
            if page.indexed:
                changed = max((changes[one] for one in page.games), default="")
                pages.append(ListedPage(page.file, changed or None))
            static |= page.static
            yield page.file, page.content
        for file, content in self._own_pages(places):
            pages.append(ListedPage(file))
            yield file, content
        if options.url:
            unknown = not_found_page(places, static)
            if not self._is_own(UNKNOWN, unknown):
                yield UNKNOWN, unknown
        yield from static_files(static)
        listed = {"games": [one.listed for one in self.records]}
        yield "games.json", data_json(listed).content
        for lang in options.languages:
            yield search_index(library.catalogue(lang), lang)
        if options.url:
            yield from sitemaps((*pages, *pages_of(self.records)), options.url)
        if options.sqlite:
            yield DATABASE, database(self.records, options.languages)

    def _places(self) -> Places:
        options = self._options
        own = options.identity.stated if options.identity else None
        picture = own.cover.path if own and own.cover else ""
        if not picture and options.previews:
            picture = COVER if self._cover else ""
        return Places(options.languages, {}, options.url, options.identity, picture)

    @cached_property
    def _cover(self) -> bytes:
        return site_cover(self._out, self.records)

    def _own_pages(self, places: Places) -> Iterator[tuple[str, bytes]]:
        """Yield the pages with texts of the publisher."""
        for page, name in places.identity.pages:
            for lang in places.languages:
                target = places.target(f"/{page.id}/", lang)
                frame, _ = site_frame(places, target)
                yield (
                    target.file,
                    rendered(own_page(frame, page, said(name, lang)[0]), frame).content,
                )

    def _is_own(self, path: str, content: bytes) -> bool:
        """Return whether somebody put another file there that pnp never wrote."""
        before, file = _record(self._out), self._out / path
        written = _files(before).keys() | _files(before, "earlier").keys()
        is_other = os.path.lexists(file) and not holds(file, content, self._out)
        return path not in written and is_other

    def _gone(self, files: Mapping[str, SiteFile]) -> list[str]:
        """Return the previous files that the site no longer has, without its records."""
        gone = _files(_record(self._out)).keys() - files.keys()
        return sorted({*gone, *(path for one in self._former() for path in one.files)})

    def _former(self) -> list[GameRecord]:
        """Return the records of the games that are no longer on the site."""
        names = {*names_in(self._out, "games")} - self._games
        found = (read_record(self._out, name) for name in sorted(names))
        return [one for one in found if one is not None]


def not_found_page(places: Places, static: set[str]) -> bytes:
    """Return the page for unknown addresses in every language, and add to the files it uses."""
    frame, _ = site_frame(places, places.target("/", places.languages[0]))
    links = SiteLinks(places, frame.lang)
    keys = ("error.not_found", "error.not_found_says", "error.home")
    says = [(lang, *(words_of(lang, key) for key in keys)) for lang in places.languages]
    page = WebPage("site_404.html", frame.t(keys[0]), {"says": says}, indexed=False)
    frame = frame._replace(link=links, public=None, feed="", picture="")
    content = rendered(page, frame).content
    static |= links.static
    return content


def begin(out: Path) -> None:
    """Mark a folder as a site before writing anything else."""
    if not os.path.lexists(out / NAME):
        write_atomic(out / NAME, _BEGUN.decode())


def _record(out: Path) -> Mapping[str, Any]:
    """Return the record of a site, or {} if it cannot be read."""
    try:
        found = read_json(out / NAME)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _files(record: Mapping[str, Any], key: str = "files") -> Mapping[str, SiteFile]:
    """Return the files of a site that belong to no single game; {} if they cannot be read."""
    found = record.get(key, {})
    try:
        files = {path: SiteFile(one["size"], one["sha256"]) for path, one in found.items()}
    except (AttributeError, KeyError, TypeError):
        return {}
    return files if all(isinstance(one.sha256, str) for one in files.values()) else {}


class SiteOutcome(NamedTuple):
    """A game on the site, or the faults because of which it is missing or unchanged.

    A built game has faults if its pages link to missing files, or if somebody changed a file.
    """

    game: str
    word: str  # made, kept or failed
    files: int = 0
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    status: int = 0

    @classmethod
    def of(cls, record: GameRecord, word: str, edited: tuple[str, ...] = ()) -> "SiteOutcome":
        """Return the outcome of a game that is on the site, with lines about ``edited`` files."""
        faults = (*record.dead, *edited)
        return cls(record.id, word, len(record.files), faults, record.notes, 1 if faults else 0)

    def as_data(self) -> dict[str, object]:
        """Return the outcome as JSON data."""
        return {
            "name": self.game,
            "word": self.word,
            "files": self.files,
            "problems": [],
            "notes": list(self.notes),
        }


def game_folders(names: Sequence[str]) -> tuple[str, ...]:
    """Return the folders of games, including those in folders of collections.

    Without names, return the built-in games.
    """
    found: list[str] = []
    for name in names or built_in_games():
        if os.path.isdir(name) and not os.path.isfile(os.path.join(name, FILE_NAME)):
            found += games_below(Path(name), name, "pages")
        else:
            found.append(str(find_game(name).parent.absolute()))
    faults: list[str] = []
    known: dict[str, str] = {}
    for folder in dict.fromkeys(found):
        game = Path(os.path.realpath(folder)).name
        if not ID.fullmatch(game):
            faults.append(
                f"{folder}: the name of a game's folder has lower-case letters, digits and "
                f"hyphens, not {quoted(game)}"
            )
        elif known.setdefault(game, folder) != folder:
            faults.append(
                f"{folder}: has the same name as {known[game]}, and pages are named after games"
            )
    if faults:
        raise UsageError("\n".join(faults))
    return tuple(known.values())


def site_identity(names: Sequence[str], chosen: Path | None) -> Identity | None:
    """Return what the chosen file states about a site, or the one in a folder of games, if any.

    Raises:
        DefinitionError: If it is wrong.
        UsageError: If several folders have one.
    """
    found = [Path(name) / SITE for name in names if os.path.lexists(Path(name) / SITE)]
    files = [chosen] if chosen else list(dict.fromkeys(found))
    if len(files) > 1:
        raise UsageError(f"--site: choose one of {', '.join(map(str, files))}")
    if not files:
        return None
    return run_guarded(partial(read_identity, files[0]), named_by(str(files[0]), Path.cwd()))


@contextmanager
def site_folder(options: SiteOptions) -> Iterator[Path]:
    """Create and lock the site's folder, and yield a temporary folder beside it."""
    out = options.out
    with place_beside(out) as place:
        try:
            out.mkdir(exist_ok=True)
            others = [name for name in names_in(out, ".") if name[0] != "."]
        except OSError as error:
            raise OutputError(f"cannot write in {out}: {reason(error)}") from None
        if others and NAME not in others:
            raise OutputError(
                f"cannot write in {out}: it has files in it and is not a site that pnp made; "
                "choose another folder with --out"
            )
        begin(out)
        yield place


def build_games(
    folders: Iterable[str],
    options: SiteOptions,
    place: Path,
    start: Callable[[], Executor],
    workers: int,
    deposits: Mapping[str, Deposit] = {},
) -> Iterator[SiteOutcome]:
    """Yield the outcome of each game as soon as it is known, as :func:`do_all` does.

    ``deposits`` maps folders to the rows of a table.
    """
    return do_all(folders, _Building(options, place, deposits), start, workers)


class _Building(GameWork[SiteOutcome]):
    """The work of putting games on a site."""

    def __init__(self, options: SiteOptions, place: Path, deposits: Mapping[str, Deposit]) -> None:
        self._options, self._place, self._deposits = options, place, deposits

    def call(self, game: str) -> Callable[[], SiteOutcome]:
        return partial(build_game, game, self._options, self._place, self._deposits.get(game))

    def failed(self, game: str, fault: str) -> SiteOutcome:
        return SiteOutcome(Path(game).name, "failed", faults=(fault,) if fault else (), status=1)


def build_game(
    folder: str, options: SiteOptions, place: Path, deposit: Deposit | None = None
) -> SiteOutcome:
    """Put a game on the site unless it is up to date; untrusted games are read in a worker."""
    game = Path(os.path.realpath(folder)).name
    build = partial(_built, Path(folder), options, place / game, deposit)
    try:
        return run_guarded(build, named_by(folder, Path.cwd()))
    except PnpError as error:
        faults = within(game, error.faults)
        return SiteOutcome(game, "failed", faults=faults, status=error.status)


def _built(folder: Path, options: SiteOptions, place: Path, deposit: Deposit | None) -> SiteOutcome:
    site_game = SiteGame(folder, options, deposit)
    if kept := site_game.current_record:
        return SiteOutcome.of(kept, "kept")
    record = site_game.make(place)
    return SiteOutcome.of(record, "made", site_game.edited)


def finish(folders: Iterable[str], options: SiteOptions, place: Path) -> WholeSite:
    """Write the pages that list all games, and remove what belongs to no game."""
    whole = WholeSite([Path(os.path.realpath(one)).name for one in folders], options)
    whole.write(place / NAME)
    whole.faults += (
        f"{at}: {file} is not on the site; put it into {options.out}"
        for at, file in (options.identity.linked_files() if options.identity else ())
        if not os.path.isfile(options.out / file)
    )
    return whole
