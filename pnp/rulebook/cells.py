"""Rows of small pictures, each with text beside or below it, tagged as lists."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.base.geometry import Rect, Transform
from pnp.base.units import Mm
from pnp.rulebook.blocks import Run, Runs
from pnp.rulebook.setting import BlockSetter
from pnp.rulebook.type_styles import text_style
from pnp.scene import Group, Scene
from pnp.scene.document import Element, ElementArea, TaggedPart
from pnp.typeset.columns import SetBox, combined
from pnp.typeset.styles import SANS, TextStyle

GAP: Mm = 4.0  # between columns
AFTER: Mm = 1.4  # a picture
NUMBER: Mm = 3.6  # the room of a step's number
BELOW = text_style(8.2, 10.2, 0, family=SANS)
CENTERED = BELOW._replace(centered=True, even=True, hyphenated=False)
BESIDE = text_style(9.0, 11.0, 0, family=SANS)
TALLY = BESIDE._replace(hyphenated=False)
TITLE = text_style(9.6, 12.0, 0, hyphenated=False)


class Cell(NamedTuple):
    """A picture with text; without ``alt`` the picture is decoration."""

    picture: Scene
    runs: Runs
    alt: str = ""


class CellGrid(NamedTuple):
    """Columns of equal width across the page."""

    setter: BlockSetter
    columns: int

    @property
    def pitch(self) -> Mm:
        """The distance from one column to the next."""
        return (self.setter.width + GAP) / self.columns

    @property
    def width(self) -> Mm:
        """The width of a column."""
        return self.pitch - GAP


def below(
    grid: CellGrid, cells: Sequence[Cell], style: TextStyle, *, numbered: bool, first: int = 1
) -> SetBox:
    """Set pictures in a row with their texts below, numbered from ``first`` if ``numbered``."""
    tagger, indent = grid.setter.tagger, NUMBER if numbered else 0.0
    listing = tagger.root.add(Element("L", numbered=numbered))
    high = max(cell.picture.size.height * _scale(grid, cell) for cell in cells)
    placed: list[tuple[SetBox, Mm, Mm]] = []
    for index, cell in enumerate(cells):
        item, left = listing.add(Element("LI")), index * grid.pitch
        if numbered:
            number = (Run(f"{first + index}", bold=True),)
            placed.append((_text(grid.setter, number, style, item, "Lbl"), left, high + AFTER))
        body = item.add(Element("LBody"))
        scale = _scale(grid, cell)
        aside = (grid.width - cell.picture.size.width * scale) / 2 if style.centered else 0.0
        placed.append((_picture(grid.setter, cell, body, scale), left + aside, 0.0))
        column = grid.setter._replace(width=grid.width - indent)
        placed.append((_text(column, cell.runs, style, body, "P"), left + indent, high + AFTER))
    return combined(placed)


def beside(grid: CellGrid, cells: Sequence[Cell], style: TextStyle = BESIDE) -> SetBox:
    """Set pictures in rows, each with its text on the right."""
    listing = grid.setter.tagger.root.add(Element("L"))
    placed: list[tuple[SetBox, Mm, Mm]] = []
    for index, cell in enumerate(cells):
        row, column = divmod(index, grid.columns)
        item = listing.add(Element("LI")).add(Element("LBody"))
        left, top = column * grid.pitch, row * (cell.picture.size.height + 2.0)
        width = cell.picture.size.width + 2.0
        placed.append((_picture(grid.setter, cell, item, 1.0), left, top))
        text = _text(grid.setter._replace(width=grid.width - width), cell.runs, style, item, "P")
        middle = top + (cell.picture.size.height - text.height) / 2
        placed.append((text, left + width, middle))
    return combined(placed)


def heading(grid: CellGrid, text: str, columns: int) -> SetBox:
    """Set a heading that spans a number of columns, without a bookmark."""
    setter = grid.setter._replace(width=columns * grid.pitch - GAP)
    return _text(setter, (Run(text, bold=True),), TITLE, setter.tagger.root, "H3")


def _scale(grid: CellGrid, cell: Cell) -> float:
    return min(1.0, grid.width / cell.picture.size.width)


def _picture(setter: BlockSetter, cell: Cell, parent: Element, scale: float) -> SetBox:
    size = cell.picture.size
    items = (Group(cell.picture.items, Transform.scale(scale)),)
    if not cell.alt:
        return SetBox(size.height * scale, (TaggedPart(items),))
    figure = parent.add(Element("Figure", alt=cell.alt))
    part = TaggedPart(items, setter.tagger.leaf(figure), "Figure")
    spot = ElementArea(Rect(0, 0, size.width * scale, size.height * scale), figure)
    return SetBox(size.height * scale, (part,), (spot,))


def _text(setter: BlockSetter, runs: Runs, style: TextStyle, parent: Element, tag: str) -> SetBox:
    text = setter.tagger.text(runs, parent.add(Element(tag)))
    placed, y = [], 0.0
    for line in setter.paragraph(text, style):
        placed.append((line, 0.0, y))
        y += line.height
    return combined(placed)
