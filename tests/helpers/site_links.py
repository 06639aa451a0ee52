"""Reads the links of a site's files as a browser does."""

import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LINKS = ("href", "src", "action", "data-index", "poster", "srcset")
_CSS = re.compile(r"url\(\"?([^)\"]+)\"?\)")


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in _LINKS and value is not None:
                self.found.append(value)
            if name == "id" and value:
                self.ids.add(value)


def dead_links(folder: Path, at: str = "") -> list[str]:
    """Return every link in a site to what is not there, and those that only a server answers.

    ``at`` is the path of the site on its host, from which pages may link to it.
    """
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    pages = {file: _read(folder / file) for file in sorted(files) if file.endswith(".html")}
    dead = [
        f"{page}: {link}"
        for page, links in pages.items()
        for link in links.found
        if _is_dead(page, link, files, pages, at)
    ]
    for file in sorted(one for one in files if one.endswith(".css")):
        for link in _CSS.findall((folder / file).read_text(encoding="utf-8")):
            if posixpath.normpath(f"{posixpath.dirname(file)}/{link}") not in files:
                dead.append(f"{file}: {link}")
    return dead


def _is_dead(page: str, link: str, files: set[str], pages: dict[str, _Links], at: str) -> bool:
    if at and link.startswith(at):
        page, link = "", link.removeprefix(at) or "./"
    parts = urlsplit(link)
    if parts.scheme in ("http", "https", "mailto"):
        return False
    if parts.scheme or link.startswith("/"):
        return True
    place = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
    if parts.path.endswith("/"):
        place = posixpath.normpath(f"{place}/index.html")
    file = place if parts.path else page
    if file not in files:
        return True
    return bool(parts.fragment) and file in pages and unquote(parts.fragment) not in pages[file].ids


def every_link(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each page and each of its links."""
    for path in sorted(folder.rglob("*.html")):
        for link in _read(path).found:
            yield path.relative_to(folder).as_posix(), link


def _read(path: Path) -> _Links:
    parser = _Links()
    parser.feed(path.read_text(encoding="utf-8"))
    return parser
