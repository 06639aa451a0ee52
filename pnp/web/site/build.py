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
from pnp.base.files import names_in, read_json, size_of, write_atomic
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
from pnp.web.frame import Request, Visit, WebFrame
from pnp.web.library import Library
from pnp.web.routes import view
from pnp.web.site.game import SiteGame
from pnp.web.site.lists import DATABASE, FEED, database, feed, listing_pages, search_index, sitemaps
from pnp.web.site.options import SiteOptions
from pnp.web.site.places import STATIC, Places
from pnp.web.site.record import NAME, GameRecord, SiteFile, as_json, made_by, read_record
from pnp.web.views.files import as_json as data_json

_URL = re.compile(rb"url\(\"?([a-z0-9-]+\.[a-z0-9]+)[^)]*\)")

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
    """The files of a site that belong to no single game; ``removed`` counts the deleted ones."""

    def __init__(self, games: Sequence[str], options: SiteOptions) -> None:
        self._out, self._options = options.out, options
        self._games = frozenset(games)
        found = (read_record(self._out, game) for game in sorted(games))
        self.records = tuple(one for one in found if one is not None and one.key)
        self.removed = 0
        self.files = 0

    def write(self, place: Path) -> None:
        """Write the changed files, and delete those that no longer belong to the site."""
        before = _record(self._out)
        if before.get("key") == self._key and not self._options.anew and self._is_whole(before):
            return
        staged = Staging(place, self._out)
        files: dict[str, SiteFile] = {}
        for path, content in self._made():
            files[path] = SiteFile(len(content), staged.write(path, content))
        gone = sorted(self._gone(files))
        staged.remove(gone)
        listed = {path: files[path]._asdict() for path in sorted(files)}
        record = {
            "format": 1,
            "key": self._key,
            "made_with": f"pnp {__version__}",
            "languages": list(self._options.languages),
            "url": self._options.url,
            "games": [one.id for one in self.records],
            "files": listed,
        }
        both = {"format": 1, "key": "", "files": {**_files(before), **listed}}
        staged.write_last(NAME, as_json(record), lambda: as_json(both))
        staged.move_in()
        self.removed, self.files = len(gone), len(files)

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
            return not any(self._gone(_files(before))) and all(
                size_of(self._out / path, self._out) == file["size"]
                for path, file in _files(before).items()
            )
        except (OSError, KeyError, TypeError):
            return False

    def _made(self) -> Iterator[tuple[str, bytes]]:
        """Yield every file that belongs to no single game."""
        options = self._options
        library, places = SiteLibrary(self.records), Places(options.languages)
        static = {name for one in self.records for name in one.static}
        pages: list[str] = []
        feeds = dict(feed(self.records, options.url, options.languages[0])) if options.url else {}
        yield from feeds.items()
        for page in listing_pages(library, places, options.url, FEED if feeds else ""):
            pages.append(page.file)
            static |= page.static
            yield page.file, page.content
        yield from static_files(static)
        listed = {"games": [one.listed for one in self.records]}
        yield "games.json", data_json(listed).content
        for lang in options.languages:
            yield search_index(library.catalogue(lang), lang)
        if options.url:
            yield from sitemaps(self.records, pages, options.url)
        if options.sqlite:
            yield DATABASE, database(self.records, options.languages)

    def _gone(self, files: Mapping[str, object]) -> Iterator[str]:
        """Yield the previous files that are no longer part of the site."""
        yield from _files(_record(self._out)).keys() - files.keys()
        for game in {*names_in(self._out, "games")} - self._games:
            if (record := read_record(self._out, game)) is not None:
                yield from (*record.files, record.path)


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


def _files(record: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Return the files of a site that belong to no single game."""
    found = record.get("files")
    return found if isinstance(found, dict) else {}


class SiteOutcome(NamedTuple):
    """A game on the site, or the faults because of which it is missing or unchanged.

    A built game has faults if its pages link to missing files.
    """

    game: str
    word: str  # made, kept or failed
    files: int = 0
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    status: int = 0

    @classmethod
    def of(cls, record: GameRecord, word: str) -> "SiteOutcome":
        """Return the outcome of a game that is on the site."""
        status = 1 if record.dead else 0
        return cls(record.id, word, len(record.files), record.dead, record.notes, status)

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
    return SiteOutcome.of(site_game.make(place), "made")


def finish(folders: Iterable[str], options: SiteOptions, place: Path) -> WholeSite:
    """Write the pages that list all games, and remove what belongs to no game."""
    whole = WholeSite([Path(os.path.realpath(one)).name for one in folders], options)
    whole.write(place / NAME)
    return whole
