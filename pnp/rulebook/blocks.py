"""What a rule sheet is made of, before it becomes a file of any kind."""

from typing import NamedTuple

from pnp.scene import Scene


class Run(NamedTuple):
    """A piece of text in one style."""

    text: str
    bold: bool = False
    italic: bool = False


class Heading(NamedTuple):
    """A title; ``level`` 1 is the sheet's own."""

    level: int
    text: str


class Paragraph(NamedTuple):
    """Running text; a ``lead`` opens the sheet."""

    runs: tuple[Run, ...]
    lead: bool = False


class Listing(NamedTuple):
    """A list, each entry a line of text."""

    entries: tuple[tuple[Run, ...], ...]
    numbered: bool = False


class Table(NamedTuple):
    """Rows under column names, all of the same length."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Figure(NamedTuple):
    """A picture with its caption, and in words for those who cannot see it."""

    id: str
    scene: Scene
    caption: str
    alt: str


Block = Heading | Paragraph | Listing | Table | Figure


def plain(runs: tuple[Run, ...]) -> str:
    """Return the text of runs without their styles."""
    return "".join(run.text for run in runs)
