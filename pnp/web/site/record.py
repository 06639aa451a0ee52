"""What a site knows of each game on it: of what it was made, and its files.

The record of a game lies among its pages. It is written last, so that what was interrupted is
made again; until then it names the files of before and after, and has no key.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.web.catalogue import Entry

NAME = "site.json"
FORMAT = 1


class SiteFile(NamedTuple):
    """A file of a site."""

    size: int
    sha256: str


class Download(NamedTuple):
    """A file to keep: ``kind`` is "kit", "laser", "rulebook" or "package".

    ``paper`` and ``lang`` are empty where they make no difference. A server answers each of the
    ``addresses`` with the same bytes.
    """

    kind: str
    file: str
    size: int
    sha256: str
    paper: str = ""
    lang: str = ""
    addresses: tuple[str, ...] = ()


class GameRecord(NamedTuple):
    """A game on a site.

    ``key`` is the checksum of what its files are made of, and ``definition`` that of its folder;
    ``changed`` is the day on which that changed, if it is known. ``entries`` are those of the
    catalogue by language, ``listed`` that of ``games.json``. ``static`` are the style sheets and
    scripts of its pages. ``dead`` says which pages lead to files that are not there.
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
                "files": {path: self.files[path]._asdict() for path in sorted(self.files)},
            }
        )

    def is_whole(self, out: Path) -> bool:
        """Return whether all of its files are there, with their sizes."""
        try:
            return all(
                os.stat(out / path, follow_symlinks=False).st_size == file.size
                for path, file in self.files.items()
            )
        except OSError:
            return False


def read_record(out: Path, game: str) -> GameRecord | None:
    """Return the record of a game; None if there is none that can be read."""
    try:
        data = json.loads((out / "games" / game / NAME).read_bytes())
        if data.pop("format") != FORMAT or data["id"] != game:
            return None
        return GameRecord(
            **data
            | {
                "entries": {key: Entry.of_data(one) for key, one in data["entries"].items()},
                "downloads": tuple(map(_download, data["downloads"])),
                "files": {path: SiteFile(**one) for path, one in data["files"].items()},
                "static": tuple(data["static"]),
                "notes": tuple(data["notes"]),
                "dead": tuple(data["dead"]),
            }
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _download(data: Mapping[str, Any]) -> Download:
    return Download(**{**data, "addresses": tuple(data["addresses"])})


def as_json(data: Mapping[str, Any]) -> bytes:
    """Return data as JSON that people can read too."""
    return f"{json.dumps(data, indent=1, ensure_ascii=False)}\n".encode()
