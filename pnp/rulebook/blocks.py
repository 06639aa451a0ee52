"""The blocks of sheets and books, before any file format."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from pnp.scene import Scene


class Icon(NamedTuple):
    """A small picture in a line of text; its ``id`` is unique among the texts of a game."""

    id: str
    scene: Scene


class Run(NamedTuple):
    """A piece of text in one style.

    ``link`` is an address, or ``#`` and the id of a heading, list item or figure; ``lang`` is the
    language of a passage that differs from the language of the text. A run with words to be
    ``said`` is a raised sign, or an ``icon``, for which screen readers say them.
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
    """A title; level 1 is the title of the whole text. Links lead to its ``id``.

    The section of an ``example`` stands in a panel of its own.
    """

    level: int
    text: str
    id: str | None = None
    kind: Literal["section", "example"] = "section"


class Paragraph(NamedTuple):
    """Running text; a ``lead`` opens a chapter, a ``glance`` lists key facts in a line.

    A ``subtitle`` stands below the title of a sheet.
    A ``small`` one introduces a list that is less important, a ``legend`` explains signs.
    """

    runs: Runs
    kind: Literal["body", "subtitle", "lead", "glance", "small", "legend"] = "body"


class ListItem(NamedTuple):
    """One item of a list. Links lead to its ``id``."""

    runs: Runs
    id: str | None = None


class BulletList(NamedTuple):
    """A list, numbered from ``first`` on or with bullets."""

    items: tuple[ListItem, ...]
    numbered: bool = False
    first: int = 1


class TableBlock(NamedTuple):
    """Rows of as many cells as there are columns; ``widths`` are proportions."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Runs, ...], ...]
    widths: tuple[float, ...]


class Figure(NamedTuple):
    """A picture with a caption and an alternative text.

    Its ``id`` is unique in the text. ``kind`` decides how large it is printed. A cover has neither
    caption nor ``number``, nor has the picture of a part, which has its size already. A
    ``picture`` that is a function draws it for a scale, with lettering of one size on paper;
    ``board`` is what it shows.
    """

    id: str
    picture: Scene | Callable[[float], Scene]
    caption: str
    alt: str
    kind: Literal["setup", "example", "picture", "cover", "part"] = "example"
    number: int = 0
    board: str = ""


class PictureItem(NamedTuple):
    """A small picture without a caption, and the text beside it."""

    figure: Figure
    runs: Runs


class PictureList(NamedTuple):
    """A list of small pictures with texts, in as many columns as suit it."""

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
        """The text, divided before and after each example, and before a legend."""
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
    """Return whether a section is an example, by its heading."""
    return isinstance(section[0], Heading) and section[0].kind == "example"


def figures_in(blocks: Blocks) -> Iterator[Figure]:
    """Yield every picture, those in lists too."""
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
