"""Write sheets and books as single HTML files: no scripts or requests, fonts embedded."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape, unescape
from itertools import groupby
from math import fsum
from pathlib import Path
from typing import NamedTuple, Protocol, assert_never

from pnp import __version__
from pnp.base.errors import FontError
from pnp.base.files import templates
from pnp.base.font_files import Font, FontFile, files_of
from pnp.base.languages import LanguageWords, language
from pnp.base.open_font import may_be_in_pages, open_font, packed
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
    is_legend,
    plain,
)
from pnp.rulebook.book import Rulebook
from pnp.rulebook.figures import on_screen
from pnp.rulebook.sheet import RuleSheet
from pnp.typeset.spans import BookFonts

_UNNEEDED = ("SVG ", "meta", "STAT", "DSIG")

NAME = "Game"  # by which the style of a page knows the fonts of a game
_TAG = re.compile("<[^>]*>")
_STACK = re.compile(r"(--(?:serif|sans)): ([^;]*);")
_JOINERS = "\u200c\u200d"

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


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
        if isinstance(heading, Heading) and rest and isinstance(rest[-1], TableBlock):
            head = self._folded(heading, tuple(rest))
        else:
            head = f"<header>\n{self.blocks(chapter.head)}\n</header>"
        notes = lines(*(self._notes(blocks) for blocks in _by_heading(chapter.notes)))
        sections = sorted(chapter.sections, key=lambda one: not is_legend(one))
        return lines(head, *map(self._section, sections), notes)

    def _section(self, section: Blocks) -> str:
        written = self.blocks(section)
        return f'<div class="panel">\n{written}\n</div>' if is_example(section) else written

    def _notes(self, blocks: Blocks) -> str:
        if isinstance(blocks[0], Heading):
            return self._folded(blocks[0], blocks[1:])
        return f'<div class="notes">\n{self.blocks(blocks)}\n</div>'

    def _folded(self, heading: Heading, blocks: Blocks) -> str:
        """Write blocks in a ``details`` element that opens on click, on a link to it, in print."""
        summary = f"<summary>{self._block(heading._replace(id=None))}</summary>"
        content = f"<div{_id(heading.id)}>\n{self.blocks(blocks)}\n</div>"
        return f'<details class="notes">\n{summary}\n{content}\n</details>'

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
    if run.said and run.link:
        told = f'aria-label="{escape(run.said)}" title="{escape(run.said)}"'
        return f'<a class="sign" href="{escape(run.link)}" {told}>{text}</a>'
    if run.said:
        said = escape(run.said)
        return f'<sup class="sign" role="img" aria-label="{said}" title="{said}">{text}</sup>'
    return f'<a href="{escape(run.link)}">{text}</a>' if run.link else text


def web_font(file: FontFile, characters: Iterable[str]) -> tuple[str, bytes]:
    """Return a format, and a font in it with the glyphs for some characters.

    A variable font becomes the chosen instance. A font whose licence forbids embedding a part of it
    keeps all characters.

    Raises:
        FontError: If it is damaged.
    """
    from uharfbuzz import SubsetFlags, SubsetInput

    opened, wanted = open_font(file), SubsetInput()
    face = opened.font.face
    wanted.unicode_set.update(face.unicodes if opened.whole else map(ord, characters))
    if opened.whole:
        wanted.glyph_set.update(range(face.glyph_count))
    if face.has_var_data:
        wanted.pin_all_axes_to_default(face)
        for axis, value in file.axes:
            wanted.pin_axis_location(face, axis, value)
    wanted.flags = SubsetFlags.NO_HINTING | SubsetFlags.DOWNGRADE_CFF2
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in _UNNEEDED)
    try:
        return packed(bytes(wanted.subset(face).blob.data))
    except RuntimeError:  # of HarfBuzz
        raise FontError(f"{file.path}: is damaged and cannot be embedded; use another") from None


def font_style(fonts: BookFonts, page: str, style: str) -> str:
    """Return CSS that sets the text of a page in the game's own fonts, or "" if it has none.

    Letters missing from these, or covered by a built-in font earlier in the chain, use the fonts in
    ``style``.
    """
    faces = list(_faces(fonts, _letters(page)))
    if not faces:
        return ""
    stacks = (f'{name}: "{NAME}", {stack};' for name, stack in _STACK.findall(style))
    return "\n".join((*faces, f":root {{ font-synthesis: none; {' '.join(stacks)} }}", ""))


def left_out(fonts: BookFonts) -> tuple[str, ...]:
    """Return the names of the font files whose licence field forbids embedding in a page."""
    files = dict.fromkeys(file for font in _cuts(fonts) for file in _own(font))
    kept_out = (file for file in files if not may_be_in_pages(open_font(file).rights))
    return tuple(dict.fromkeys(Path(file.path).name for file in kept_out))


def _cuts(fonts: BookFonts) -> tuple[Font, ...]:
    return tuple(
        dict.fromkeys(font for font in fonts.serif[:4] if not isinstance(font, str | None))
    )


def _own(font: Font) -> Iterator[FontFile]:
    return (file for file in files_of(font) if file.sha256)


def _letters(page: str) -> frozenset[str]:
    return frozenset(unescape(_TAG.sub("", page))) - {"\n", "\t"}


def _faces(fonts: BookFonts, letters: frozenset[str]) -> Iterator[str]:
    """Yield an ``@font-face`` rule for each file, with the letters for which it comes first.

    If an upright file also serves as italic it is not slanted, and a file for two weights is not
    emboldened.
    """
    regular, bold, italic, both, _ = fonts.serif
    weights: dict[FontFile, dict[str, None]] = {}
    slopes: dict[FontFile, str] = {}
    used: dict[FontFile, set[str]] = {}
    cuts = ((regular, "400"), (bold, "700")), ((italic, "400"), (both, "700"))
    for slope, of_slope in zip(("normal", "italic"), cuts, strict=True):
        for font, weight in of_slope:
            for file, shown in _shown(font or regular, letters):
                if slopes.setdefault(file, slope) == slope:
                    weights.setdefault(file, {})[weight] = None
                    used.setdefault(file, set()).update(shown)
    for file, shown in used.items():
        format, data = web_font(file, sorted(shown))
        source = f"data:font/{format};base64,{b64encode(data).decode()}"
        yield (
            f'@font-face {{ font-family: "{NAME}"; font-style: {slopes[file]}; '
            f"font-weight: {' '.join(weights[file])}; unicode-range: {_ranges(shown)}; "
            f'src: url("{source}") format("{format}"); }}'
        )


def _shown(font: Font, letters: frozenset[str]) -> Iterator[tuple[FontFile, set[str]]]:
    """Yield the game's own files of a chain, each with the letters that no earlier file has."""
    left = set(letters)
    for file in files_of(font):
        opened = open_font(file)
        here = {one for one in left if opened.has(one)}
        left -= here
        if here and file.sha256 and may_be_in_pages(opened.rights):
            yield file, here | letters.intersection(_JOINERS)


def _ranges(letters: set[str]) -> str:
    """Write characters as a list of CSS unicode ranges."""
    codes = sorted(map(ord, letters))
    runs = (list(run) for _, run in groupby(enumerate(codes), lambda at: at[1] - at[0]))
    ends = ((run[0][1], run[-1][1]) for run in runs)
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in ends)


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


ALONE = PageNeighbours()


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
