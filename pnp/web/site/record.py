"""The site's record of each game, and the version of pnp from which its files are."""

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp import __version__
from pnp.base.files import LARGEST, read_json, size_of, templates
from pnp.base.own_folders import PACKAGE
from pnp.web.catalogue import Entry

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_OTHERS = ("games", "new", "reference")  # games and examples, of which no other game is made

NAME = "site.json"
FORMAT = 1


@cache
def made_by() -> str:
    """Return the version of pnp with a checksum of its code and templates.

    So editing a template rebuilds the games even without a new version.
    """
    files = dict(_files())
    summed = sha256()
    for name in sorted(files):
        with open(files[name], "rb") as stream:
            summed.update(f"{name}\0{file_digest(stream, 'sha256').hexdigest()}\n".encode())
    return f"{__version__} {summed.hexdigest()}"


def _files() -> Iterator[tuple[str, Path]]:
    """Yield each file of pnp that may affect the output, by a name independent of the machine."""
    for file in PACKAGE.rglob("*.py"):
        yield f"pnp/{file.relative_to(PACKAGE).as_posix()}", file
    shared = templates()
    for folder in shared.iterdir():
        if os.path.isdir(folder) and folder.name not in _OTHERS:
            for file in folder.rglob("*"):
                if os.path.isfile(file):
                    yield file.relative_to(shared).as_posix(), file


class SiteFile(NamedTuple):
    """A file of a site."""

    size: int
    sha256: str


class Download(NamedTuple):
    """A download; ``kind`` is "kit", "laser", "rulebook" or "package".

    ``paper`` and ``lang`` are empty if they make no difference. On a server, each of the
    ``addresses`` returns the same bytes.
    """

    kind: str
    file: str
    size: int
    sha256: str
    paper: str = ""
    lang: str = ""
    addresses: tuple[str, ...] = ()


class GameRecord(NamedTuple):
    """A game on the site.

    ``key`` is the checksum of everything that its files are made from, ``definition`` that of the
    game's; ``changed`` is the day on which the latter changed, if known. ``entries`` has its
    catalogue entries by language, ``listed`` its entry in ``games.json``. ``static`` lists the
    style sheets and scripts of its pages. ``dead`` lists pages that link to missing files.
    ``made_from`` is the checksum of everything that the downloads are made from. ``earlier`` are
    the files that ``files`` replace, as long as not all of these are in their places.
    """

    id: str
    key: str
    definition: str = ""
    changed: str | None = None
    entries: Mapping[str, Entry] = {}
    listed: Mapping[str, Any] = {}
    downloads: tuple[Download, ...] = ()
    files: Mapping[str, SiteFile] = {}
    static: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    made_from: str = ""
    earlier: Mapping[str, SiteFile] = {}

    @property
    def path(self) -> str:
        """The path of the record on the site."""
        return f"games/{self.id}/{NAME}"

    def content(self) -> bytes:
        """Return the record as JSON."""
        return as_json(
            {
                "format": FORMAT,
                **self._asdict(),
                "entries": {lang: entry.as_data() for lang, entry in self.entries.items()},
                "downloads": [one._asdict() for one in self.downloads],
                "files": files_data(self.files),
                "earlier": files_data(self.earlier),
            }
        )

    def is_whole(self, out: Path) -> bool:
        """Return whether all of its files exist with the recorded sizes."""
        try:
            return all(size_of(out / path, out) == file.size for path, file in self.files.items())
        except OSError:
            return False


def files_data(files: Mapping[str, SiteFile]) -> Mapping[str, Any]:
    """Return files as data for JSON."""
    return {path: files[path]._asdict() for path in sorted(files)}


def read_record(out: Path, game: str) -> GameRecord | None:
    """Return the record of a game, or None if it is missing or unreadable."""
    try:
        data = read_json(out / "games" / game / NAME, top=out)
        if data.pop("format") != FORMAT or data["id"] != game:
            return None
        record = _records().validate_python(data)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    sizes = [file.size for file in record.files.values()]
    sizes += [file.size for file in record.downloads]
    return record if all(0 <= size <= LARGEST for size in sizes) else None


@cache
def _records() -> "TypeAdapter[GameRecord]":
    from pydantic import TypeAdapter

    return TypeAdapter(GameRecord)


def as_json(data: Mapping[str, Any]) -> bytes:
    """Return data as readable JSON."""
    return f"{json.dumps(data, indent=1, ensure_ascii=False)}\n".encode()
