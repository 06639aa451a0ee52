"""Writes sheets and books as single HTML files: no scripts or requests, everything inline."""

from functools import cache
from html import escape

from pnp import __version__
from pnp.base.files import templates
from pnp.rulebook.blocks import Chapter, Heading
from pnp.rulebook.book import Rulebook
from pnp.rulebook.html_blocks import HtmlWriter, InlinePictures, lines
from pnp.rulebook.html_fonts import font_style
from pnp.rulebook.languages import LanguageWords, language
from pnp.rulebook.neighbours import PageNeighbours, languages_html, texts_html
from pnp.rulebook.sheet import RuleSheet

ALONE = PageNeighbours()
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def render_html(text: RuleSheet | Rulebook, neighbours: PageNeighbours = ALONE) -> bytes:
    """Write a sheet or a book as one HTML file with links to its ``neighbours``.

    Its content security policy forbids all requests and scripts.
    """
    words = language(text.lang)
    writer = HtmlWriter(text.game, words, InlinePictures())
    if isinstance(text, Rulebook):
        kind, body = "book", _book(text, writer, words)
    else:
        kind, body = "sheet", _sheet(text, writer, words)
    body = lines(languages_html(neighbours), body, texts_html(neighbours, text.game))
    known = (
        ("description", text.summary),
        ("author", text.author),
        ("dcterms.rights", text.rights),
        ("generator", f"pnp {__version__}"),
    )
    about = lines(
        *(f'<meta name="{name}" content="{escape(value)}">' for name, value in known if value)
    )
    own_fonts = font_style(text.fonts, body, _style())
    policy = f"{POLICY}; font-src data:" if own_fonts else POLICY
    return f"""<!DOCTYPE html>
<html lang="{escape(text.lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(text.full_title)}</title>
{about}
<style>
{_style()}{own_fonts}</style>
</head>
<body class="{kind}">
{body}
</body>
</html>
""".encode()


@cache
def _style() -> str:
    return (templates() / "rulebook" / "page.css").read_text(encoding="utf-8")


def _sheet(sheet: RuleSheet, writer: HtmlWriter, words: LanguageWords) -> str:
    rules = words.labels["rules"]
    kicker = f"{sheet.game} · {rules}" if sheet.game != sheet.heading else rules
    rights = f'<footer class="rights">{escape(sheet.rights)}</footer>' if sheet.rights else ""
    return lines(
        f'<header class="kicker">{escape(kicker)}</header>\n<main>',
        f"<article>\n{writer.chapter(sheet.chapter)}",
        rights,
        "</article>\n</main>",
    )


def _book(book: Rulebook, writer: HtmlWriter, words: LanguageWords) -> str:
    contents = _rules_first(book.chapters)
    entries = (
        f'<li><a href="#{escape(head.id or "")}">{escape(head.text)}</a></li>'
        for head in (chapter.head[0] for chapter in contents)
        if isinstance(head, Heading)
    )
    cover = writer.blocks(book.cover.blocks)
    chapters = (
        f'<section class="chapter{" short" * each.short}">\n{writer.chapter(each)}\n</section>'
        for each in _rules_first(book.chapters)
    )
    return lines(
        f'<header class="cover">\n{cover}\n</header>',
        '<nav aria-labelledby="chapter-contents">',
        f'<h2 id="chapter-contents">{escape(words.chapters["contents"])}</h2>',
        f"<ol>\n{lines(*entries)}\n</ol>\n{writer.blocks(book.legend)}</nav>\n<main>",
        *chapters,
        "</main>",
    )


def _rules_first(chapters: tuple[Chapter, ...]) -> list[Chapter]:
    """Return the chapters of a book with the rules first, otherwise in their order."""
    return sorted(chapters, key=lambda chapter: chapter.short)
