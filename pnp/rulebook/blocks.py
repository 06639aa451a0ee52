"""What sheets and books are made of, before they become files of any kind."""

from typing import Literal, NamedTuple

from pnp.scene import Scene


class Run(NamedTuple):
    """A piece of text in one style.

    ``link`` is an address, or ``#`` and the id of a heading or an entry; ``lang`` the language
    of a passage that is not in that of the text.
    """

    text: str
    bold: bool = False
    italic: bool = False
    link: str | None = None
    lang: str | None = None


Runs = tuple[Run, ...]


class Heading(NamedTuple):
    """A title; ``level`` 1 is that of the whole, ``id`` what links lead to."""

    level: int
    text: str
    id: str | None = None


class Paragraph(NamedTuple):
    """Running text; a ``lead`` opens a chapter, a ``glance`` tells the plainest facts in a line."""

    runs: Runs
    kind: Literal["body", "lead", "glance"] = "body"


class Entry(NamedTuple):
    """One entry of a list; ``id`` is what links lead to."""

    runs: Runs
    id: str | None = None


class Listing(NamedTuple):
    """A list of entries."""

    entries: tuple[Entry, ...]
    numbered: bool = False


class Table(NamedTuple):
    """Rows under column names, all of the same length; ``widths`` are in proportion."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Runs, ...], ...]
    widths: tuple[float, ...]


class Figure(NamedTuple):
    """A picture with its caption, and in words for those who cannot see it.

    Its ``id`` is its own among those of the whole text.
    """

    id: str
    scene: Scene
    caption: str
    alt: str


Block = Heading | Paragraph | Listing | Table | Figure
Blocks = tuple[Block, ...]


class Chapter(NamedTuple):
    """A part of a text that has a title.

    ``head`` stands across the page, ``text`` may stand in columns, ``notes`` are small print.
    A ``short`` one needs no page of its own.
    """

    title: str
    head: Blocks
    text: Blocks = ()
    notes: Blocks = ()
    short: bool = False

    @property
    def blocks(self) -> Blocks:
        """All of it, in order."""
        return self.head + self.text + self.notes


def plain(runs: Runs) -> str:
    """Return the text of runs without their styles."""
    return "".join(run.text for run in runs)
