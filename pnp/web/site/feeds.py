"""What tells other programs of a site: feeds of changes, and the sitemap."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit
from xml.sax.saxutils import escape, quoteattr

from pnp.web.frame import words_of
from pnp.web.site.places import FEED, INDEX, Places, public_address
from pnp.web.site.record import GameRecord

_LATEST = 50  # games that a feed lists
_XMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9"
_IN_A_FILE = 40_000  # addresses of a sitemap; the standard allows 50,000


class ListedPage(NamedTuple):
    """A page for the sitemap, and the day of its last change, if known."""

    file: str
    changed: str | None = None


def feeds(records: Iterable[GameRecord], places: Places) -> Iterator[tuple[str, bytes]]:
    """Yield a feed in each language, latest change first, or nothing if no game has a date."""
    dated = sorted((one.changed, one.id, one) for one in records if one.changed)[::-1][:_LATEST]
    for lang in places.languages if dated else ():
        lines = list(_head(places, lang, dated[0][0]))
        for day, _, record in dated:
            lines += _entry(record, day, places, lang)
        yield places.folder(lang) + FEED, "\n".join((*lines, "</feed>\n")).encode()


def _head(places: Places, lang: str, day: str) -> Iterator[str]:
    sign, folder = places.identity.signature(lang), places.url + places.folder(lang)
    title = sign.title or words_of(lang, "home.title")
    author = sign.name if sign.publisher else urlsplit(places.url).hostname or places.url
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{lang}">'
    yield f"<title>{escape(f'{title} · {sign.name}' if sign.publisher else title)}</title>"
    yield f"<id>{escape(folder)}</id>"
    yield f'<link rel="self" href={quoteattr(folder + FEED)}/>'
    yield f"<link href={quoteattr(folder)}/>"
    yield f"<author><name>{escape(author)}</name></author>"
    if sign.rights:
        yield f"<rights>{escape(sign.rights)}</rights>"
    yield f"<updated>{_moment(day)}</updated>"


def _entry(record: GameRecord, day: str, places: Places, lang: str) -> Iterator[str]:
    entry = record.entries[lang]
    address = places.public(f"/games/{record.id}/", lang)
    yield "<entry>"
    yield f"<title>{escape(entry.name)}</title>"
    yield f"<id>{escape(address)}</id>"
    yield f"<link href={quoteattr(address)}/>"
    yield f"<updated>{_moment(day)}</updated>"
    yield f"<summary>{escape(entry.summary)}</summary>"
    yield "</entry>"


def _moment(day: str) -> str:
    return f"{day}T00:00:00Z"


def sitemaps(pages: Iterable[ListedPage], url: str) -> Iterator[tuple[str, bytes]]:
    """Yield the sitemap, in parts if it is long."""
    listed = [(public_address(url, file), day) for file, day in pages]
    parts = [_document("urlset", "url", part) for part in _batches(listed)]
    if len(parts) == 1:
        yield "sitemap.xml", parts[0]
        return
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    yield from zip(names, parts, strict=True)
    yield "sitemap.xml", _document("sitemapindex", "sitemap", [(url + one, None) for one in names])


def pages_of(records: Iterable[GameRecord]) -> Iterator[ListedPage]:
    """Yield the pages of games, with the day on which each game changed."""
    for one in records:
        for file in sorted(one.files):
            if file.split("/")[-1] == INDEX:
                yield ListedPage(file, one.changed)


def _batches(pages: Sequence[tuple[str, str | None]]) -> Iterator[Sequence[tuple[str, str | None]]]:
    return (pages[at : at + _IN_A_FILE] for at in range(0, max(len(pages), 1), _IN_A_FILE))


def _document(root: str, item: str, listed: Iterable[tuple[str, str | None]]) -> bytes:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<{root} xmlns="{_XMLNS}">']
    for address, day in listed:
        when = f"<lastmod>{day}</lastmod>" if day else ""
        lines.append(f"<{item}><loc>{escape(address)}</loc>{when}</{item}>")
    return "\n".join((*lines, f"</{root}>\n")).encode()
