"""The blocks of which sheets and books consist, independent of any file format."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from pnp.scene import Scene


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
    """A bulleted list, or a numbered one that counts from ``first``."""

    items: tuple[ListItem, ...]
    numbered: bool = False
    first: int = 1


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
    kind: Literal["setup", "example", "picture", "cover", "part"] = "example"
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
