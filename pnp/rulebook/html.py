"""Rule sheets as HTML: one file, no script, nothing from elsewhere, pictures inside."""

from collections.abc import Iterator
from html import escape
from typing import assert_never

from pnp.render import svg
from pnp.rulebook.blocks import Block, Figure, Heading, Listing, Paragraph, Run, Table
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
@media print { body { background: none; font-size: 10.5pt; max-width: none; padding: 0; }
  @page { margin: 18mm; } }
"""


def render_html(sheet: RuleSheet) -> bytes:
    """Write a sheet as one HTML file."""
    title = f"{sheet.title} · {sheet.game}" if sheet.title != sheet.game else sheet.title
    body = "\n".join(_numbered(sheet.blocks, language(sheet.lang).labels["figure"]))
    return f"""<!DOCTYPE html>
<html lang="{sheet.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<header>{escape(sheet.game)}</header>
<main>
{body}
</main>
</body>
</html>
""".encode()


def _numbered(blocks: tuple[Block, ...], word: str) -> Iterator[str]:
    figures = 0
    for block in blocks:
        if isinstance(block, Figure):
            figures += 1
            yield _figure(block, f"{word} {figures}. ")
        else:
            yield _block(block)


def _block(block: Heading | Paragraph | Listing | Table) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(runs, lead):
            kind = ' class="lead"' if lead else ""
            return f"<p{kind}>{_runs(runs)}</p>"
        case Listing(entries, numbered):
            tag = "ol" if numbered else "ul"
            items = "\n".join(f"<li>{_runs(entry)}</li>" for entry in entries)
            return f"<{tag}>\n{items}\n</{tag}>"
        case Table(columns, rows):
            head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
            lines = "\n".join(
                "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
                for row in rows
            )
            return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>"
        case _:
            assert_never(block)


def _figure(figure: Figure, number: str) -> str:
    picture = svg.inline(figure.scene, figure.alt, figure.id)
    return (
        f'<figure id="{figure.id}">\n{picture}\n'
        f"<figcaption>{escape(number + figure.caption)}</figcaption>\n</figure>"
    )


def _runs(runs: tuple[Run, ...]) -> str:
    return "".join(map(_run, runs))


def _run(run: Run) -> str:
    text = escape(run.text)
    text = f"<em>{text}</em>" if run.italic else text
    return f"<strong>{text}</strong>" if run.bold else text
