"""Writes the blocks of sheets and books as HTML."""

from collections.abc import Iterator
from html import escape
from math import fsum
from typing import Protocol, assert_never

from pnp.render import svg
from pnp.rulebook.blocks import (
    Block,
    Blocks,
    BulletList,
    Chapter,
    Figure,
    Heading,
    Icon,
    Paragraph,
    PictureItem,
    PictureList,
    Run,
    Runs,
    TableBlock,
    is_example,
    plain,
)
from pnp.rulebook.figures import on_screen
from pnp.rulebook.languages import LanguageWords


class Pictures(Protocol):
    """How a page includes its pictures: inline or as separate files.

    A page that is ``styled`` may have style attributes.
    """

    styled: bool

    def figure(self, figure: Figure, title: str) -> str:
        """Return the HTML of a figure's picture."""
        ...

    def icon(self, icon: Icon, said: str, number: int) -> str:
        """Return the HTML of an icon, the page's ``number``-th."""
        ...


class InlinePictures:
    """Includes pictures inline in the page."""

    styled = True

    def figure(self, figure: Figure, title: str) -> str:
        """Return a picture as SVG."""
        return svg.inline(on_screen(figure), title, figure.alt, figure.id)

    def icon(self, icon: Icon, said: str, number: int) -> str:
        """Return an icon as SVG; ``number`` makes its ids unique on the page."""
        return svg.inline(icon.scene, said, said, f"icon-{number}")


class HtmlWriter:
    """Writes blocks and remembers the last heading."""

    def __init__(self, game: str, words: LanguageWords, pictures: Pictures) -> None:
        self._words = words
        self._pictures = pictures
        self._heading = game
        self._icons = 0

    def chapter(self, chapter: Chapter) -> str:
        """Write the head, text and notes of a chapter in separate elements.

        Reference material is folded: tables of the head, and the sections of the notes.
        """
        heading, *rest = chapter.head
        if rest and isinstance(rest[-1], TableBlock):
            head = self._folded(heading, tuple(rest))
        else:
            head = f"<header>\n{self.blocks(chapter.head)}\n</header>"
        notes = lines(*(self._notes(blocks) for blocks in _by_heading(chapter.notes)))
        return lines(head, *map(self._section, chapter.sections), notes)

    def _section(self, section: Blocks) -> str:
        written = self.blocks(section)
        return f'<div class="panel">\n{written}\n</div>' if is_example(section) else written

    def _notes(self, blocks: Blocks) -> str:
        if isinstance(blocks[0], Heading):
            return self._folded(blocks[0], blocks[1:])
        return f'<div class="notes">\n{self.blocks(blocks)}\n</div>'

    def _folded(self, heading: Block, blocks: Blocks) -> str:
        """Write blocks in a ``details`` element that opens on click and in print."""
        summary = f"<summary>{self._block(heading)}</summary>"
        return f'<details class="notes">\n{summary}\n{self.blocks(blocks)}\n</details>'

    def blocks(self, blocks: Blocks) -> str:
        """Write blocks one after another."""
        return lines(*map(self._block, blocks))

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
                return f"<{tag}{start}>\n{lines(*items)}\n</{tag}>"
            case TableBlock():
                return self._table(block)
            case Figure():
                return self._figure(block)
            case PictureList(pictured):
                return f'<ul class="parts">\n{lines(*map(self._part, pictured))}\n</ul>'
            case _:
                assert_never(block)

    def _runs(self, runs: Runs) -> str:
        return "".join(self._icon(run) if run.icon else _run(run) for run in runs)

    def _icon(self, run: Run) -> str:
        """Write an icon as a picture with the height of the type."""
        assert run.icon is not None
        assert run.said is not None
        self._icons += 1
        drawn = self._pictures.icon(run.icon, run.said, self._icons)
        return f'<span class="icon">{drawn}</span>'

    def _figure(self, figure: Figure) -> str:
        """Write a figure; the style sheet limits its height by its aspect ratio, ``--shape``."""
        picture = self._pictures.figure(figure, figure.caption or self._heading)
        caption = ""
        if figure.caption:
            numbered = f"{self._words.figure(figure.number)}. {figure.caption}"
            caption = f"\n<figcaption>{escape(numbered)}</figcaption>"
        return f"<figure{_id(figure.id)}{self._shape(figure)}>\n{picture}{caption}\n</figure>"

    def _shape(self, figure: Figure) -> str:
        if not self._pictures.styled:
            return ""
        size = on_screen(figure).size
        return f' style="--shape: {size.width / size.height:.3f}"'

    def _part(self, item: PictureItem) -> str:
        picture = self._pictures.figure(item.figure, plain(item.runs[:1]))
        return f"<li><div>{picture}</div><p>{self._runs(item.runs)}</p></li>"

    def _table(self, table: TableBlock) -> str:
        """Write a table labelled with the heading above it.

        Each cell carries the name of its column, which narrow screens show in place of columns.
        """
        names = [escape(column) for column in table.columns]
        shares = [100 * width / fsum(table.widths) for width in table.widths]
        widths = [f' style="width: {share:.0f}%"' * self._pictures.styled for share in shares]
        sides = [f' class="{side}"' if side else "" for side in map(table.side, range(len(names)))]
        head = "".join(
            f'<th scope="col"{side}{width}>{name}</th>'
            for name, side, width in zip(names, sides, widths, strict=True)
        )
        rows = (
            "".join(
                f'<td data-column="{name}{self._words.colon}"{side}>{self._runs(cell)}</td>'
                for name, side, cell in zip(names, sides, row, strict=True)
            )
            for row in table.rows
        )
        body = lines(*(f"<tr>{row}</tr>" for row in rows))
        return (
            f'<table aria-label="{escape(self._heading)}">\n<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}\n</tbody>\n</table>"
        )


def _by_heading(blocks: Blocks) -> Iterator[Blocks]:
    """Yield sections of blocks, each starting at a heading of the highest level present."""
    level = min((block.level for block in blocks if isinstance(block, Heading)), default=0)
    section: list[Block] = []
    for block in blocks:
        if section and isinstance(block, Heading) and block.level == level:
            yield tuple(section)
            section = []
        section.append(block)
    if section:
        yield tuple(section)


def lines(*parts: str) -> str:
    """Return the non-empty parts, each on its own lines."""
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
