"""The other texts of a game to which an HTML page links."""

from html import escape
from typing import NamedTuple


class Neighbour(NamedTuple):
    """Another file in the same folder; ``lang`` is the language of its name and text."""

    file: str
    name: str
    lang: str


class PageNeighbours(NamedTuple):
    """The same text in other languages, and the other texts in the same language."""

    languages: tuple[Neighbour, ...] = ()
    texts: tuple[Neighbour, ...] = ()


def languages_html(neighbours: PageNeighbours) -> str:
    """Return links to the same text in other languages."""
    links = " · ".join(
        f'<a href="{escape(one.file)}" lang="{escape(one.lang)}" '
        f'hreflang="{escape(one.lang)}">'
        f"{escape(one.name)}</a>"
        for one in neighbours.languages
    )
    return f'<p class="languages">{links}</p>' if links else ""


def texts_html(neighbours: PageNeighbours, game: str) -> str:
    """Return links to the other texts of a game."""
    items = "\n".join(
        f'<li><a href="{escape(one.file)}">{escape(one.name)}</a></li>' for one in neighbours.texts
    )
    title = f'<p id="neighbours" class="glance"><strong>{escape(game)}</strong></p>'
    nav = f'<nav class="texts" aria-labelledby="neighbours">\n{title}\n<ul>\n{items}\n</ul>\n</nav>'
    return nav if items else ""
