"""The parts of a site that concern all games: start page, lists, search, sitemap, feed."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.base.files import write_atomic
from pnp.jobs.output import Staging
from pnp.web.catalogue import Catalogue
from pnp.web.library import Library
from pnp.web.site.database import DATABASE, database
from pnp.web.site.feed import FEED, feed
from pnp.web.site.listing import listing_pages
from pnp.web.site.made_by import made_by
from pnp.web.site.options import SiteOptions
from pnp.web.site.places import Places
from pnp.web.site.record import NAME, GameRecord, SiteFile, as_json, read_record
from pnp.web.site.search_index import search_index
from pnp.web.site.sitemap import sitemaps
from pnp.web.site.static import static_files
from pnp.web.views.data import as_json as data_json

_BEGUN = as_json({"format": 1, "key": "", "files": {}})


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
                os.stat(self._out / path, follow_symlinks=False).st_size == file["size"]
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
        with suppress(FileNotFoundError):
            for game in set(os.listdir(self._out / "games")) - self._games:
                if (record := read_record(self._out, game)) is not None:
                    yield from (*record.files, record.path)


def begin(out: Path) -> None:
    """Mark a folder as a site before writing anything else."""
    if not (out / NAME).exists():
        write_atomic(out / NAME, _BEGUN.decode())


def _record(out: Path) -> Mapping[str, Any]:
    """Return the record of a site, or {} if it cannot be read."""
    try:
        found = json.loads((out / NAME).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _files(record: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Return the files of a site that belong to no single game."""
    found = record.get("files")
    return found if isinstance(found, dict) else {}
