"""Sheets and books as one HTML file each: no scripts, no requests, figures inline."""

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import assert_never

from pnp import __version__
from pnp.base.files import templates
from pnp.render import svg
from pnp.rulebook.blocks import (
    Block,
    Blocks,
    BulletList,
    Chapter,
    Figure,
    Heading,
    Paragraph,
    PictureItem,
    PictureList,
    Run,
    Runs,
    TableBlock,
    is_example,
    plain,
)
from pnp.rulebook.book import Rulebook
from pnp.rulebook.figures import on_screen
from pnp.rulebook.languages import LanguageWords, language
from pnp.rulebook.neighbours import PageNeighbours, languages_html, texts_html
from pnp.rulebook.sheet import RuleSheet

ALONE = PageNeighbours()
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def render_html(text: RuleSheet | Rulebook, neighbours: PageNeighbours = ALONE) -> bytes:
    """Write a sheet or a book as one HTML file, which links to its ``neighbours``.

    Its content security policy forbids all requests and scripts.

    Raises:
        FontError: If a font has no glyph for a character in a picture.
    """
    words = language(text.lang)
    writer = _HtmlWriter(text.game, words)
    if isinstance(text, Rulebook):
        kind, body = "book", _book(text, writer, words)
    else:
        kind, body = "sheet", _sheet(text, writer, words)
    body = _lines(languages_html(neighbours), body, texts_html(neighbours, text.game))
    known = (
        ("description", text.summary),
        ("author", text.author),
        ("dcterms.rights", text.rights),
        ("generator", f"pnp {__version__}"),
    )
    about = _lines(
        *(f'<meta name="{name}" content="{escape(value)}">' for name, value in known if value)
    )
    return f"""<!DOCTYPE html>
<html lang="{escape(text.lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(text.full_title)}</title>
{about}
<style>
{_style()}</style>
</head>
<body class="{kind}">
{body}
</body>
</html>
""".encode()


@cache
def _style() -> str:
    return (templates() / "rulebook" / "page.css").read_text(encoding="utf-8")


def _sheet(sheet: RuleSheet, writer: "_HtmlWriter", words: LanguageWords) -> str:
    rules = words.labels["rules"]
    kicker = f"{sheet.game} · {rules}" if sheet.game != sheet.title else rules
    rights = f'<footer class="rights">{escape(sheet.rights)}</footer>' if sheet.rights else ""
    return _lines(
        f'<header class="kicker">{escape(kicker)}</header>\n<main>',
        f"<article>\n{writer.chapter(sheet.chapter)}",
        rights,
        "</article>\n</main>",
    )


def _book(book: Rulebook, writer: "_HtmlWriter", words: LanguageWords) -> str:
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
    return _lines(
        f'<header class="cover">\n{cover}\n</header>',
        '<nav aria-labelledby="chapter-contents">',
        f'<h2 id="chapter-contents">{escape(words.chapters["contents"])}</h2>',
        f"<ol>\n{_lines(*entries)}\n</ol>\n{writer.blocks(book.legend)}</nav>\n<main>",
        *chapters,
        "</main>",
    )


def _rules_first(chapters: tuple[Chapter, ...]) -> list[Chapter]:
    """Return the chapters of a book with the rules before all else, in their order."""
    return sorted(chapters, key=lambda chapter: chapter.short)


class _HtmlWriter:
    """Writes blocks and remembers the last heading."""

    def __init__(self, game: str, words: LanguageWords) -> None:
        self._words = words
        self._heading = game
        self._icons = 0

    def chapter(self, chapter: Chapter) -> str:
        """Write the head, text and notes of a chapter in separate elements.

        What is no text to read in order is folded: tables of a head, and the sections of notes.
        """
        heading, *rest = chapter.head
        if rest and isinstance(rest[-1], TableBlock):
            head = self._folded(heading, tuple(rest))
        else:
            head = f"<header>\n{self.blocks(chapter.head)}\n</header>"
        notes = _lines(*(self._notes(blocks) for blocks in _by_heading(chapter.notes)))
        return _lines(head, *map(self._section, chapter.sections), notes)

    def _section(self, section: Blocks) -> str:
        written = self.blocks(section)
        return f'<div class="panel">\n{written}\n</div>' if is_example(section) else written

    def _notes(self, blocks: Blocks) -> str:
        if isinstance(blocks[0], Heading):
            return self._folded(blocks[0], blocks[1:])
        return f'<div class="notes">\n{self.blocks(blocks)}\n</div>'

    def _folded(self, heading: Block, blocks: Blocks) -> str:
        """Write blocks that are shown when their heading is clicked, and on paper."""
        summary = f"<summary>{self._block(heading)}</summary>"
        return f'<details class="notes">\n{summary}\n{self.blocks(blocks)}\n</details>'

    def blocks(self, blocks: Blocks) -> str:
        return _lines(*map(self._block, blocks))

    def _block(self, block: Block) -> str:
        match block:
            case Heading(level, text, heading_id):
                self._heading = text
                return f"<h{level}{_id(heading_id)}>{escape(text)}</h{level}>"
            case Paragraph(runs, kind):
                css_class = "" if kind == "body" else f' class="{kind}"'
                return f"<p{css_class}>{self._runs(runs)}</p>"
            case BulletList(entries, numbered, first):
                tag = "ol" if numbered else "ul"
                start = f' start="{first}"' if numbered and first > 1 else ""
                items = (f"<li{_id(entry.id)}>{self._runs(entry.runs)}</li>" for entry in entries)
                return f"<{tag}{start}>\n{_lines(*items)}\n</{tag}>"
            case TableBlock():
                return self._table(block)
            case Figure():
                return self._figure(block)
            case PictureList(pictured):
                return f'<ul class="parts">\n{_lines(*map(self._part, pictured))}\n</ul>'
            case _:
                assert_never(block)

    def _runs(self, runs: Runs) -> str:
        return "".join(self._icon(run) if run.icon else _run(run) for run in runs)

    def _icon(self, run: Run) -> str:
        """Write an icon as a picture as high as the type; its ids need a name of its own."""
        assert run.icon is not None
        assert run.said is not None
        self._icons += 1
        drawn = svg.inline(run.icon.scene, run.said, run.said, f"icon-{self._icons}")
        return f'<span class="icon">{drawn}</span>'

    def _figure(self, figure: Figure) -> str:
        """Write a figure; the style sheet limits its height by its aspect ratio, ``--shape``."""
        scene = on_screen(figure)
        size = scene.size
        picture = svg.inline(scene, figure.caption or self._heading, figure.alt, figure.id)
        caption = ""
        if figure.caption:
            numbered = f"{self._words.figure(figure.number)}. {figure.caption}"
            caption = f"\n<figcaption>{escape(numbered)}</figcaption>"
        return (
            f'<figure id="{escape(figure.id)}" style="--shape: {size.width / size.height:.3f}">\n'
            f"{picture}{caption}\n</figure>"
        )

    def _part(self, item: PictureItem) -> str:
        figure = item.figure
        picture = svg.inline(on_screen(figure), plain(item.runs[:1]), figure.alt, figure.id)
        return f"<li><div>{picture}</div><p>{self._runs(item.runs)}</p></li>"

    def _table(self, table: TableBlock) -> str:
        """Write a table labelled with the heading above it.

        Each cell carries the name of its column, which narrow screens show in place of columns.
        """
        names = [escape(column) for column in table.columns]
        shares = [100 * width / sum(table.widths) for width in table.widths]
        head = "".join(
            f'<th scope="col" style="width: {share:.0f}%">{name}</th>'
            for name, share in zip(names, shares, strict=True)
        )
        rows = (
            "".join(
                f'<td data-column="{name}{self._words.colon}">{self._runs(cell)}</td>'
                for name, cell in zip(names, row, strict=True)
            )
            for row in table.rows
        )
        body = _lines(*(f"<tr>{row}</tr>" for row in rows))
        return (
            f'<table aria-label="{escape(self._heading)}">\n<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}\n</tbody>\n</table>"
        )


def _by_heading(blocks: Blocks) -> Iterator[Blocks]:
    """Yield blocks in sections, each with the headings of the highest level that there is."""
    level = min((block.level for block in blocks if isinstance(block, Heading)), default=0)
    section: list[Block] = []
    for block in blocks:
        if section and isinstance(block, Heading) and block.level == level:
            yield tuple(section)
            section = []
        section.append(block)
    if section:
        yield tuple(section)


def _lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))


def _id(value: str | None) -> str:
    return f' id="{escape(value)}"' if value else ""


def _run(run: Run) -> str:
    text = escape(run.text).replace(" · ", "\N{NO-BREAK SPACE}· ")  # no line starts with the dot
    text = f"<em>{text}</em>" if run.italic else text
    text = f"<strong>{text}</strong>" if run.bold else text
    text = f'<span lang="{escape(run.lang)}">{text}</span>' if run.lang else text
    if run.said:
        said = escape(run.said)
        return f'<sup class="sign" role="img" aria-label="{said}" title="{said}">{text}</sup>'
    return f'<a href="{escape(run.link)}">{text}</a>' if run.link else text
