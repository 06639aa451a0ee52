"""The blocks of which sheets and books consist, their type styles, and signs of certainty."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from pnp.base.languages import LanguageWords
from pnp.game.game import Game
from pnp.scene import Scene
from pnp.typeset.spans import PT, SANS, SERIF, BookFonts, Family, TextStyle

INK, QUIET, RULE = "#1b1b1b", "#5a554e", "#b9b2a4"

# By status; what a source states has no sign. Every font of the documents has these glyphs.
SIGNS = {"reconstructed": "\N{LOZENGE}", "derived": "\N{DAGGER}", "disputed": "\N{NOT EQUAL TO}"}


def text_style(size: float, leading: float, before: float, **more: object) -> TextStyle:
    """Return a style from sizes in points, in serif type by default."""
    family = more.pop("family", SERIF)
    return TextStyle(family, size * PT, leading * PT, before * PT, **more)  # type: ignore[arg-type]


BODY = text_style(9.6, 12.6, 4.5)
ITEM = text_style(9.6, 12.6, 2.0)
SUBTITLE = text_style(14, 18, 1, hyphenated=False, even=True)
LEAD = text_style(12, 15.5, 5, color=QUIET, italic=True, hyphenated=False, even=True)
GLANCE = text_style(9.2, 12.4, 5, family=SANS, hyphenated=False, even=True)
CAPTION = text_style(
    8.4, 10.6, 3, family=SANS, color=QUIET, centered=True, hyphenated=False, even=True
)
SMALL = text_style(8.2, 10.4, 3.2)
CELL = text_style(8.2, 10.4, 0)
HEAD_CELL = text_style(7.8, 10.4, 5, family=SANS, color=QUIET, hyphenated=False)
HEADINGS = {
    1: text_style(25, 29, 0, hyphenated=False, even=True),
    2: text_style(12.6, 15.5, 11, hyphenated=False),
    3: text_style(11, 14, 9, hyphenated=False),
    4: text_style(9.8, 12.6, 7, hyphenated=False),
    5: text_style(9.6, 12.6, 6, hyphenated=False),
}
INTRODUCING = text_style(8.4, 11, 5, family=SANS, color=QUIET, hyphenated=False)
LEGEND = text_style(8.2, 10.6, 7, family=SANS, color=QUIET, hyphenated=False)
PARAGRAPHS = {
    "body": BODY,
    "subtitle": SUBTITLE,
    "lead": LEAD,
    "glance": GLANCE,
    "small": INTRODUCING,
    "legend": LEGEND,
}
TITLE = text_style(40, 46, 0, hyphenated=False)
CHAPTER = text_style(20, 24, 0, hyphenated=False)
NOTES = text_style(15, 18, 0, hyphenated=False)
SMALL_HEADING = text_style(10.4, 13, 8, hyphenated=False)
FOOTER = text_style(8, 10, 0, family=SANS, color=QUIET)


def book_fonts(game: Game) -> BookFonts:
    """Return the fonts of a game's documents: its own fonts for rules, or the built-in ones.

    A font without italics, as in most scripts, stays upright where others are italic.
    """
    chosen = game.fonts.rules
    if chosen is None:
        return BookFonts(game.typefaces.family("serif"), game.typefaces.family("sans"))
    family = _upright(game.typefaces.family(chosen))
    return BookFonts(family, family)


def _upright(family: Family) -> Family:
    return family._replace(
        italic=family.italic or family.regular,
        bold_italic=family.bold_italic or family.bold,
    )


class Icon(NamedTuple):
    """A small picture in a line of text; its ``id`` is unique among the texts of a game."""

    id: str
    scene: Scene


class Run(NamedTuple):
    """A piece of text in one style.

    ``link`` is a URL, or ``#`` and the id of a heading, list item or figure. ``lang`` is the
    language of a passage if it differs from that of the text. A run with ``said`` is a raised sign
    or an ``icon``; screen readers read ``said`` in its place.
    """

    text: str
    bold: bool = False
    italic: bool = False
    link: str | None = None
    lang: str | None = None
    said: str | None = None
    icon: Icon | None = None


Runs = tuple[Run, ...]


class Heading(NamedTuple):
    """A title; level 1 is the title of the whole text. Links point to its ``id``.

    A section whose heading has the kind ``example`` gets a panel.
    """

    level: int
    text: str
    id: str | None = None
    kind: Literal["section", "example"] = "section"


class Paragraph(NamedTuple):
    """Running text.

    ``lead`` opens a chapter, ``glance`` lists key facts on one line, ``subtitle`` stands below the
    title of a sheet, ``small`` introduces a less important list, and ``legend`` explains signs.
    """

    runs: Runs
    kind: Literal["body", "subtitle", "lead", "glance", "small", "legend"] = "body"


class ListItem(NamedTuple):
    """One item of a list. Links point to its ``id``."""

    runs: Runs
    id: str | None = None


class BulletList(NamedTuple):
    """A bulleted list, or a numbered one that counts from ``first``.

    A ``whole`` list never breaks within an item; a ``kept`` one stays with what follows.
    """

    items: tuple[ListItem, ...]
    numbered: bool = False
    first: int = 1
    whole: bool = False
    kept: bool = False


class TableBlock(NamedTuple):
    """A table; ``widths`` are the proportions of its columns.

    ``sides`` say where the words of each column stand; without them lines start where reading does.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Runs, ...], ...]
    widths: tuple[float, ...]
    sides: tuple[str, ...] = ()  # of "left", "center", "right", and "" for the side of reading

    def side(self, column: int) -> str:
        """Return where the words of a column stand."""
        return self.sides[column] if self.sides else ""


class Figure(NamedTuple):
    """A picture with a caption and an alternative text.

    ``id`` is unique in the text; ``kind`` decides the printed size. Covers and pictures of parts
    have no caption and no ``number``; a picture of a part is already at its final size. If
    ``picture`` is a function, it draws the figure for a scale, so that the lettering has the same
    size on paper at any scale. ``board`` is the board that the figure shows.
    """

    id: str
    picture: Scene | Callable[[float], Scene]
    caption: str
    alt: str
    kind: Literal["setup", "turn", "example", "picture", "cover", "part"] = "example"
    number: int = 0
    board: str = ""


class PictureItem(NamedTuple):
    """A small picture without a caption, with text beside it."""

    figure: Figure
    runs: Runs


class PictureList(NamedTuple):
    """A list of small pictures with texts, set in as many columns as fit."""

    items: tuple[PictureItem, ...]


Block = Heading | Paragraph | BulletList | TableBlock | Figure | PictureList
Blocks = tuple[Block, ...]


class Chapter(NamedTuple):
    """A titled part of a text.

    ``head`` spans the page, ``text`` may run in columns, ``notes`` are small print. A ``short``
    chapter does not start a new page.
    """

    title: str
    head: Blocks
    text: Blocks = ()
    notes: Blocks = ()
    short: bool = False

    @property
    def blocks(self) -> Blocks:
        """Every block, in order."""
        return self.head + self.text + self.notes

    @property
    def sections(self) -> tuple[Blocks, ...]:
        """The text, split before and after each example and before a legend."""
        found: list[list[Block]] = [[]]
        level = 0  # of the heading of the example that is not over
        for block in self.text:
            if isinstance(block, Heading) and (block.kind == "example" or block.level <= level):
                level = block.level if block.kind == "example" else 0
                found.append([])
            elif isinstance(block, Paragraph) and block.kind == "legend":
                found.append([])
            found[-1].append(block)
        return tuple(map(tuple, filter(None, found)))


def is_example(section: Blocks) -> bool:
    """Return whether the heading of a section marks it as an example."""
    return isinstance(section[0], Heading) and section[0].kind == "example"


def is_legend(section: Blocks) -> bool:
    """Return whether a section explains the signs of a text."""
    return isinstance(section[0], Paragraph) and section[0].kind == "legend"


def figures_in(blocks: Blocks) -> Iterator[Figure]:
    """Yield every picture, including those in lists."""
    for block in blocks:
        if isinstance(block, Figure):
            yield block
        elif isinstance(block, PictureList):
            yield from (item.figure for item in block.items)


def all_runs(blocks: Iterable[Block]) -> Iterator[Run]:
    """Yield the runs of all paragraphs, lists and tables."""
    for block in blocks:
        match block:
            case Paragraph(runs):
                yield from runs
            case BulletList(items):
                yield from (run for item in items for run in item.runs)
            case PictureList(pictured):
                yield from (run for item in pictured for run in item.runs)
            case TableBlock(_, rows):
                yield from (run for row in rows for cell in row for run in cell)
            case _:
                pass


def plain(runs: Runs) -> str:
    """Return the text of runs without styles."""
    return "".join(run.text for run in runs)


def sign(status: str, words: LanguageWords, number: int = 0, link: str | None = None) -> Run:
    """Return the raised sign of a status, with words for screen readers.

    It may have a ``number`` and a ``link`` to the reason.
    """
    shown, said = SIGNS[status], words.signs[status]
    if number:
        shown, said = f"{shown}{number}", f"{said} {number}"
    return Run(shown, said=said, link=link)


def legend(chapters: Iterable[Chapter], words: LanguageWords) -> tuple[Paragraph, ...]:
    """Return a line that explains the signs in use, or nothing if there are none."""
    used = {
        run.text[:1]
        for chapter in chapters
        for run in all_runs(chapter.blocks)
        if run.said and not run.icon
    }
    runs: list[Run] = []
    for status, glyph in SIGNS.items():
        if glyph in used:
            meaning = words.legend[status].format(sources=words.sections["sources"])
            runs += [Run(" · ")] if runs else []
            runs += [Run(glyph, bold=True), Run(f"\N{NO-BREAK SPACE}{meaning}")]
    return (Paragraph(tuple(runs), "legend"),) if runs else ()


def hugging(runs: Iterable[Run]) -> Runs:
    """Return the runs without spaces before signs."""
    done: list[Run] = []
    for run in runs:
        if run.said and not run.icon and done:
            done[-1] = done[-1]._replace(text=done[-1].text.rstrip(" "))
        done.append(run)
    return tuple(run for run in done if run.text or run.icon)
