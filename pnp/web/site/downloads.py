"""The downloads of a game, each named after its content."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import parse_qs

from pnp.base.errors import PnpError
from pnp.base.workplace import working_on
from pnp.definitions import Loaded
from pnp.make.wing import other_pages
from pnp.web.answer import view
from pnp.web.errors import NotFoundError
from pnp.web.frame import WebFrame
from pnp.web.library import Library
from pnp.web.site.options import SiteOptions
from pnp.web.site.record import Download
from pnp.web.visit import Request, Visit

FOLDER = "files"
_SHORT = 16  # digits of a checksum in a name
_PAPERS = ("a4", "letter")
_MOST_FAULTS = 3  # listed for one file


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
        for planned in self._planned():
            try:
                with working_on(planned.name):
                    content = self._content(planned, day)
            except PnpError as error:
                what = " ".join(filter(None, (planned.kind, planned.paper, planned.lang)))
                lines = self._library.without_paths(str(error)).splitlines()[:_MOST_FAULTS]
                self.notes += [f"{self._loaded.game.id}: no {what}: {line}" for line in lines]
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
    from pnp.jobs.archive import ArchiveJob
    from pnp.jobs.archive_options import ArchiveOptions

    files = ArchiveJob(loaded, ArchiveOptions(date=day)).files()
    return bag_zip(loaded.game.id, {file.path: file.content() for file in files})


def by_address(downloads: Sequence[Download]) -> dict[str, str]:
    """Return the downloads by each server address that returns them."""
    return {address: one.file for one in downloads for address in one.addresses}
