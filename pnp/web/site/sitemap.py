"""The list of a site's pages for search engines, in the format of sitemaps.org."""

from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape

from pnp.web.site.places import public_address
from pnp.web.site.record import GameRecord

_XMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9"
_MOST = 40_000  # addresses in one file; the standard allows 50,000


def sitemaps(
    records: Iterable[GameRecord], pages: Iterable[str], url: str
) -> Iterator[tuple[str, bytes]]:
    """Yield the sitemap, in parts if it is long; pages of games have their date of change."""
    dated: list[tuple[str, str | None]] = [(page, None) for page in pages]
    for one in records:
        dated += ((file, one.changed) for file in sorted(one.files) if file.endswith(".html"))
    parts = [
        _document("urlset", "url", [(public_address(url, file), day) for file, day in part])
        for part in _batches(dated)
    ]
    if len(parts) == 1:
        yield "sitemap.xml", parts[0]
        return
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    yield from zip(names, parts, strict=True)
    yield "sitemap.xml", _document("sitemapindex", "sitemap", [(url + one, None) for one in names])


def _batches(pages: Sequence[tuple[str, str | None]]) -> Iterator[Sequence[tuple[str, str | None]]]:
    return (pages[at : at + _MOST] for at in range(0, max(len(pages), 1), _MOST))


def _document(root: str, item: str, listed: Iterable[tuple[str, str | None]]) -> bytes:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<{root} xmlns="{_XMLNS}">']
    for address, day in listed:
        when = f"<lastmod>{day}</lastmod>" if day else ""
        lines.append(f"<{item}><loc>{escape(address)}</loc>{when}</{item}>")
    return "\n".join((*lines, f"</{root}>\n")).encode()
