"""The feed of new and changed games, in Atom (RFC 4287).

A feed needs dates, and pnp reads no clock: the date of a game is the one in its definition or in
``--date``. Games without a date are not in the feed.
"""

from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit
from xml.sax.saxutils import escape, quoteattr

from pnp.web.frame import words_of
from pnp.web.site.places import public_address
from pnp.web.site.record import GameRecord

FEED = "feed.xml"
_MOST = 50


def feed(records: Iterable[GameRecord], url: str, lang: str) -> Iterator[tuple[str, bytes]]:
    """Yield the feed, latest change first, or nothing if no game has a date."""
    dated = sorted((one.changed, one.id, one) for one in records if one.changed)[::-1][:_MOST]
    if not dated:
        return
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{lang}">',
        f"<title>{escape(words_of(lang, 'home.title'))}</title>",
        f"<id>{escape(url)}</id>",
        f'<link rel="self" href={quoteattr(url + FEED)}/>',
        f"<link href={quoteattr(url)}/>",
        f"<author><name>{escape(urlsplit(url).hostname or url)}</name></author>",
        f"<updated>{_moment(dated[0][0])}</updated>",
    ]
    for day, _, record in dated:
        lines += _entry(record, day, url, lang)
    yield FEED, "\n".join((*lines, "</feed>\n")).encode()


def _entry(record: GameRecord, day: str, url: str, lang: str) -> Iterator[str]:
    entry = record.entries[lang]
    address = public_address(url, f"games/{record.id}/index.html")
    yield "<entry>"
    yield f"<title>{escape(entry.name)}</title>"
    yield f"<id>{escape(address)}</id>"
    yield f"<link href={quoteattr(address)}/>"
    yield f"<updated>{_moment(day)}</updated>"
    yield f"<summary>{escape(entry.summary)}</summary>"
    yield "</entry>"


def _moment(day: str) -> str:
    return f"{day}T00:00:00Z"
