"""Sheets and books as HTML: one file, no script, nothing from elsewhere, pictures inside."""

from collections.abc import Iterable
from html import escape
from typing import assert_never

from pnp.render import svg
from pnp.rulebook.blocks import (
    Block,
    Blocks,
    Entry,
    Figure,
    Heading,
    Listing,
    Paragraph,
    Run,
    Runs,
    Table,
)
from pnp.rulebook.book import Rulebook
from pnp.rulebook.languages import language
from pnp.rulebook.sheet import RuleSheet

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 38rem; padding: 2rem 1.25rem 4rem; color: #1b1b1b;
  background: #fdfbf6; font: 1.0625rem/1.5 "Source Serif Pro", "Source Serif 4", Charter,
  Georgia, serif; hyphens: auto; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; line-height: 1.25; margin: 2rem 0 .5rem; break-after: avoid; }
p, ul, ol, table { margin: 0 0 .75rem; }
p.lead { font-size: 1.2rem; font-style: italic; }
ul, ol { padding-left: 1.4rem; }
li { margin-bottom: .25rem; }
figure { margin: 1.5rem 0; break-inside: avoid; text-align: center; }
figure svg { max-width: 100%; height: auto; max-height: 26rem; }
figcaption { font-size: .9375rem; color: #55504a; margin-top: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; line-height: 1.4; }
th, td { border-bottom: 1px solid #d9d5cc; padding: .35rem .6rem .35rem 0; text-align: left;
  vertical-align: top; }
header { color: #55504a; font-size: .9375rem; margin-bottom: 1.5rem; }
a { color: inherit; text-decoration-color: #b9b2a4; text-underline-offset: .15em; }
nav ol { padding-left: 1.4rem; }
section { border-top: 1px solid #d9d5cc; margin-top: 3rem; }
h3 { font-size: 1.0625rem; margin: 1.5rem 0 .375rem; break-after: avoid; }
section > h2 { font-size: 1.6rem; }
svg { display: block; margin: 0 auto; }
p.glance { font-family: "Source Sans Pro", "Source Sans 3", "Helvetica Neue", Arial, sans-serif;
  font-size: .9375rem; }
@media print { section { break-before: page; border: 0; margin: 0; }
  body { background: none; font-size: 10.5pt; max-width: none; padding: 0; }
  @page { margin: 18mm; } }
"""


def render_html(text: RuleSheet | Rulebook) -> bytes:
    """Write a sheet or a book as one HTML file."""
    words = language(text.lang)
    writer = _Writer(words.labels["figure"])
    if isinstance(text, Rulebook):
        chapters = "".join(
            f"<section>\n{writer.blocks(chapter.blocks)}\n</section>\n" for chapter in text.chapters
        )
        cover = writer.blocks(text.cover.blocks)
        body = f"{cover}\n{_contents(text, words.chapters['contents'])}{chapters}"
    else:
        body = writer.blocks(text.blocks)
    top = "" if isinstance(text, Rulebook) else f"<header>{escape(text.game)}</header>\n"
    return f"""<!DOCTYPE html>
<html lang="{text.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(text.full_title)}</title>
<style>{STYLE}</style>
</head>
<body>
{top}<main>
{body}
</main>
</body>
</html>
""".encode()


def _contents(book: Rulebook, title: str) -> str:
    entries = "\n".join(
        f'<li><a href="#{chapter_id}">{escape(name)}</a></li>' for name, chapter_id in book.contents
    )
    return (
        f'<nav aria-labelledby="contents">\n<h2 id="contents">{escape(title)}</h2>\n'
        f"<ol>\n{entries}\n</ol>\n</nav>\n"
    )


class _Writer:
    """Writes blocks, and numbers the figures that have a caption."""

    def __init__(self, figure: str) -> None:
        self._figure = figure
        self._count = 0

    def blocks(self, blocks: Blocks) -> str:
        return "\n".join(map(self._block, blocks))

    def _block(self, block: Block) -> str:
        match block:
            case Heading(level, text, own_id):
                return f"<h{level}{_id(own_id)}>{escape(text)}</h{level}>"
            case Paragraph(runs, kind):
                own = "" if kind == "body" else f' class="{kind}"'
                return f"<p{own}>{_runs(runs)}</p>"
            case Listing(entries, numbered):
                tag = "ol" if numbered else "ul"
                return f"<{tag}>\n{_lines(map(_entry, entries))}\n</{tag}>"
            case Table():
                return _table(block)
            case Figure():
                return self._drawn(block)
            case _:
                assert_never(block)

    def _drawn(self, figure: Figure) -> str:
        picture = svg.inline(figure.scene, figure.alt, figure.id)
        if not figure.caption:
            return f'<figure id="{figure.id}">\n{picture}\n</figure>'
        self._count += 1
        caption = f"{self._figure} {self._count}. {figure.caption}"
        return (
            f'<figure id="{figure.id}">\n{picture}\n'
            f"<figcaption>{escape(caption)}</figcaption>\n</figure>"
        )


def _entry(entry: Entry) -> str:
    return f"<li{_id(entry.id)}>{_runs(entry.runs)}</li>"


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    rows = ("".join(f"<td>{_runs(cell)}</td>" for cell in row) for row in table.rows)
    body = _lines(f"<tr>{row}</tr>" for row in rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(parts)


def _id(own_id: str | None) -> str:
    return f' id="{own_id}"' if own_id else ""


def _runs(runs: Runs) -> str:
    return "".join(map(_run, runs))


def _run(run: Run) -> str:
    text = escape(run.text)
    text = f"<em>{text}</em>" if run.italic else text
    text = f"<strong>{text}</strong>" if run.bold else text
    text = f'<span lang="{run.lang}">{text}</span>' if run.lang else text
    return f'<a href="{escape(run.link)}">{text}</a>' if run.link else text
