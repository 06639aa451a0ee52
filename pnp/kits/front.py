"""The first pages of a kit: what is in it, how to print it, and how to make the pieces."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.game.game import Game
from pnp.kits.contents import KitContents, LeftOut
from pnp.kits.cut_tool import CutTool
from pnp.kits.overview import part_cells
from pnp.kits.steps import AssemblyStep, StepSection
from pnp.kits.tally import tally_cells, tool_cells
from pnp.kits.words import KitWords
from pnp.rulebook.blocks import Block, Heading, Paragraph, Run, TableBlock
from pnp.rulebook.cells import (
    BELOW,
    CENTERED,
    GAP,
    TALLY,
    Cell,
    CellGrid,
    below,
    beside,
    heading,
)
from pnp.rulebook.pages import PageLayout
from pnp.rulebook.setting import BlockSetter
from pnp.rulebook.type_styles import book_fonts
from pnp.scene.document import Document
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.pages.job import SheetPlan
from pnp.typeset.columns import Region, SetBox, combined

COLUMN: Mm = 40.0  # the least distance from one picture to the next
BEFORE_ROW: Mm = 4.0
PICTURES: tuple[tuple[int, Mm], ...] = (  # the most pages, and how high pictures of the parts are
    *((1, 25.0), (1, 18.0)),
    *((2, 32.0), (2, 25.0), (2, 18.0)),
)
AFTER_HEADING: Mm = 2.0


class PageRange(NamedTuple):
    """A range of consecutive pages, from the first to the last."""

    first: int
    last: int

    @property
    def length(self) -> int:
        """The number of pages."""
        return self.last - self.first + 1

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}\N{EN DASH}{self.last}"


class KitPages(NamedTuple):
    """The pages of a kit's parts in its file: each rule sheet with its title, then the pieces."""

    front: PageRange
    rules: tuple[tuple[str, PageRange], ...]
    pieces: PageRange | None


class KitFront(NamedTuple):
    """Everything on the first pages; ``names`` maps components to their names."""

    title: str
    lead: str
    game: Game
    sections: Sequence[StepSection]
    contents: KitContents
    sheets: SheetPlan
    duplex: Duplex
    cut: CutTool
    names: Mapping[str, str]
    words: KitWords
    pages: KitPages = KitPages(PageRange(1, 1), (), None)

    @property
    def two_sided(self) -> bool:
        """Whether any piece has a back."""
        return any(piece.back is not None for one in self.sheets.drawn for piece in one.pieces)


def set_front(front: KitFront, paper: Size) -> Document:
    """Set the first pages, in the language of their words."""
    fonts = book_fonts(front.game)
    for most_pages, picture in PICTURES:
        layout = PageLayout(front.words.code, paper, front.title, fonts=fonts)
        grid = _grid(layout.setter())
        overview, made = tuple(_overview(front, grid, picture)), tuple(_made(front, grid))
        if most_pages == 1:
            pages = layout.pages([Region((*overview, *made), fresh=True)])
        else:  # the steps have pages to themselves
            pages = layout.pages([Region(overview, fresh=True), Region(made, fresh=True)])
        if len(pages) <= most_pages:
            break
    return layout.document(pages)


def _grid(setter: BlockSetter) -> CellGrid:
    return CellGrid(setter, max(1, int((setter.width + GAP) / COLUMN)))


def _overview(front: KitFront, grid: CellGrid, picture: Mm) -> Iterator[SetBox]:
    """Yield the contents of the kit, its cost in sheets and time, and how to print it."""
    setter, labels = grid.setter, front.words.labels
    yield from setter.boxes((Heading(1, front.title, "kit"), Paragraph((Run(front.lead),), "lead")))
    yield _spaced(beside(grid, tally_cells(front.sheets, front.words), TALLY))
    yield from setter.boxes((Heading(2, labels["this"]),))
    cells = part_cells(front.sheets.drawn, front.game, front.words, Size(grid.width, picture))
    for start in range(0, len(cells), grid.columns):
        row = cells[start : start + grid.columns]
        yield _spaced(below(grid, row, CENTERED, numbered=False), AFTER_HEADING)
    yield from setter.boxes((Heading(2, labels["tools"]),))
    tools = tool_cells(front.sheets, front.cut, front.words)
    yield _spaced(beside(grid, tools), AFTER_HEADING)
    yield from setter.boxes(_printing(front))


def _made(front: KitFront, grid: CellGrid) -> Iterator[SetBox]:
    """Yield the steps for making the pieces."""
    labels = front.words.labels
    yield from grid.setter.boxes(
        (Heading(2, labels["make"]), Paragraph((Run(labels["signs"]),), "glance"))
    )
    for slices in _rows(front.sections, grid.columns):
        yield _spaced(_set_row(grid, slices, front.words))


def _spaced(box: SetBox, before: Mm = BEFORE_ROW) -> SetBox:
    return box._replace(before=before)


def _printing(front: KitFront) -> Iterator[Block]:
    """Yield which pages go on which paper, how to print them, and what the kit lacks."""
    labels, pages = front.words.labels, front.pages
    texts = [(pages.front, labels["this"])]
    texts += [(at, labels["rules"].format(name=name)) for name, at in pages.rules]
    rows = [(at, what, labels["plain"], labels["text_sides"]) for at, what in texts]
    if pages.pieces is not None:
        rows.append((pages.pieces, labels["pieces"], labels["card"], _how(front)))
    columns = tuple(labels[key] for key in ("pages", "what", "paper", "how"))
    cells = tuple(tuple((Run(str(cell)),) for cell in row) for row in rows)
    yield Heading(2, labels["print"])
    yield TableBlock(columns, cells, (1.2, 4.0, 3.6, 4.6))
    yield Paragraph((Run(labels["exact"]), Run(" "), Run(labels["whole"])))
    for key, aid in (("aids", True), ("left", False)):
        parts = [_some(one, front) for one in front.contents.left_out if one.aid is aid]
        if parts:
            yield Paragraph((Run(labels[key].format(parts=front.words.listed(parts))),))


def _some(left: LeftOut, front: KitFront) -> str:
    """Return the name of an omitted component, with the number if only some pieces are omitted."""
    name = front.names[left.component_id]
    if left.pieces == left.total:
        return name
    return front.words.labels["some"].format(name=name, some=left.pieces, total=left.total)


def _how(front: KitFront) -> str:
    labels = front.words.labels
    match front.duplex:
        case Duplex.LONG_EDGE | Duplex.SHORT_EDGE if front.two_sided:
            edge = "long" if front.duplex is Duplex.LONG_EDGE else "short"
            return labels["both_sides"].format(edge=labels[edge])
        case Duplex.FOLD if front.two_sided:
            return labels["fold"]
        case _:
            return labels["one_side"]


class _Slice(NamedTuple):
    """Steps of a section, from index ``first``, that share a row."""

    names: tuple[str, ...]
    steps: tuple[AssemblyStep, ...]
    first: int


def _rows(found: Iterable[StepSection], columns: int) -> list[list[_Slice]]:
    """Put sections into rows: each into the first with room, long ones into several."""
    rows: list[list[_Slice]] = []
    for section in found:
        for first in range(0, len(section.steps), columns):
            steps = section.steps[first : first + columns]
            one = _Slice(section.names, steps, first)
            free = (row for row in rows if _taken(row) + len(steps) <= columns and not first)
            row = next(free, None)
            if row is None:
                rows.append([one])
            else:
                row.append(one)
    return rows


def _taken(row: Sequence[_Slice]) -> int:
    return sum(len(one.steps) for one in row)


def _set_row(grid: CellGrid, row: Sequence[_Slice], words: KitWords) -> SetBox:
    """Set the steps of a row side by side, with the names of the pieces above each section."""
    made, column = [], 0
    for one in row:
        left, names = column * grid.pitch, words.listed(one.names)
        if not one.first:
            made.append((heading(grid, names, len(one.steps)), left, True))
        cells = [
            Cell(
                step.picture,
                (Run(step.text),),
                words.labels["drawing"].format(number=number, names=names),
            )
            for number, step in enumerate(one.steps, start=one.first + 1)
        ]
        steps = below(grid, cells, BELOW, numbered=True, first=one.first + 1)
        made.append((steps, left, False))
        column += len(one.steps)
    high = max((box.height for box, _, above in made if above), default=0.0)
    return combined(
        [(box, left, high - box.height if above else high) for box, left, above in made]
    )
