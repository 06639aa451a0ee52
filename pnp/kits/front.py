"""The first pages of a kit: what is in it, how to print it, and how to make the pieces."""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from pnp.base.fonts import FontName, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.units import Mm
from pnp.components.piece import Piece, cut_out
from pnp.kits.contents import KitContents
from pnp.kits.plan import DrawnPart, KitSheets
from pnp.kits.words import KitWords
from pnp.rulebook.blocks import (
    Chapter,
    Figure,
    Heading,
    Paragraph,
    Run,
    TableBlock,
)
from pnp.scene import Group, Item, Role, Scene, Text, shapes_in
from pnp.sheets.layout.duplex import Duplex

CELL = Size(75.0, 62.0)  # of the picture of the parts, before it is scaled to the page
MOST_COLUMNS = 4
INSET: Mm = 3.0
FONT: FontName = "sans"
LETTERS: Mm = 6.0
MOST_SHOWN = 3  # pieces of a part


class PageRange(NamedTuple):
    """Consecutive pages from a first to a last number."""

    first: int
    last: int

    @property
    def length(self) -> int:
        """The number of pages."""
        return self.last - self.first + 1

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}\N{EN DASH}{self.last}"


class KitPages(NamedTuple):
    """Where the parts of a kit are in its file: each rule sheet with its title, then pieces."""

    front: PageRange
    rules: tuple[tuple[str, PageRange], ...]
    pieces: PageRange | None


class KitFront(NamedTuple):
    """Everything that the first pages tell about; ``names`` are those of components by id."""

    title: str
    drawn: Sequence[DrawnPart]
    contents: KitContents
    sheets: KitSheets
    duplex: Duplex
    names: Mapping[str, str]
    words: KitWords
    pages: KitPages = KitPages(PageRange(1, 1), (), None)

    @property
    def prints_both_sides(self) -> bool:
        """Whether the printer prints both sides of a sheet."""
        return self.duplex in (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)

    @property
    def two_sided(self) -> bool:
        """Whether a piece has a back."""
        return any(piece.back is not None for one in self.drawn for piece in one.pieces)

    def chapter(self) -> Chapter:
        """Return the text."""
        labels = self.words.labels
        return Chapter(
            self.title,
            (
                Heading(1, self.title, "kit"),
                Paragraph((Run(_lead(self)),), "lead"),
                _overview(self),
                Heading(2, labels["print"]),
                _printing(self),
                Paragraph((Run(labels["exact"]), Run(" "), Run(labels["whole"]))),
                *_left(self),
            ),
        )


def minutes(sheets: KitSheets, drawn: Sequence[DrawnPart]) -> int:
    """Return the time that cutting and folding takes: a guess, rounded up to five minutes.

    A quarter of a minute for each cut and outline, half of one for each fold and its glue, and
    two minutes for each sheet.
    """
    guessed = sheets.cut_count / 4 + fold_count(drawn, sheets) / 2 + 2 * sheets.sheet_count
    return max(5, -(-int(guessed) // 5) * 5)


def fold_count(drawn: Sequence[DrawnPart], sheets: KitSheets) -> int:
    """Return the number of lines to fold: in the pieces, and between fronts and backs."""
    glued = sum(block.fold is not None for sheet in sheets.layout.sheets for block in sheet.blocks)
    return glued + sum(_folds(piece) * piece.copies for one in drawn for piece in one.pieces)


def _folds(piece: Piece) -> int:
    scored = (shape for shape in shapes_in(piece.front.items) if shape.role is Role.SCORE)
    return sum(len(shape.paths) for shape in scored)


def _lead(front: KitFront) -> str:
    words, sheets = front.words, front.sheets
    texts = front.pages.front.length + sum(pages.length for _, pages in front.pages.rules)
    return words.labels["lead"].format(
        game=front.title,
        sheets=words.counted("sheets", sheets.sheet_count),
        pages=words.counted("pages", texts),
        cuts=words.counted("cuts", sheets.cut_count),
        folds=words.counted("folds", fold_count(front.drawn, sheets)),
        minutes=minutes(sheets, front.drawn),
    )


def _printing(front: KitFront) -> TableBlock:
    """Tell which pages go on which paper, and how."""
    labels, pages = front.words.labels, front.pages
    texts = [(pages.front, labels["this"])]
    texts += [(at, labels["rules"].format(name=name)) for name, at in pages.rules]
    rows = [(at, what, labels["plain"], labels["text_sides"]) for at, what in texts]
    if pages.pieces is not None:
        rows.append((pages.pieces, labels["pieces"], labels["card"], _how(front)))
    columns = tuple(labels[key] for key in ("pages", "what", "paper", "how"))
    cells = tuple(tuple((Run(str(cell)),) for cell in row) for row in rows)
    return TableBlock(columns, cells, (1.2, 4.0, 3.6, 4.6))


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


def _left(front: KitFront) -> Iterator[Paragraph]:
    """Tell what the kit lacks: first the aids, which can be added."""
    words = front.words
    for key, aid in (("aids", True), ("left", False)):
        parts = [front.names[one.component_id] for one in front.contents.left_out if one.aid is aid]
        if parts:
            yield Paragraph((Run(words.labels[key].format(parts=words.listed(parts))),))


def _overview(front: KitFront) -> Figure:
    """Draw every part with its number and its name below it, in rows."""
    columns = min(MOST_COLUMNS, max(1, len(front.drawn)))
    items: list[Item] = []
    for index, one in enumerate(front.drawn):
        row, column = divmod(index, columns)
        cell = Rect(column * CELL.width, row * CELL.height, *CELL)
        items += _pictured(one, cell)
        items += _caption(f"{one.piece_count} \N{MULTIPLICATION SIGN} {one.name}", cell)
    size = Size(columns * CELL.width, -(-len(front.drawn) // columns) * CELL.height)
    alt = "; ".join(f"{one.name}: {one.piece_count}" for one in front.drawn)
    return Figure("kit-parts", Scene(size, tuple(items)), "", alt, "cover")


def _pictured(one: DrawnPart, cell: Rect) -> Iterator[Item]:
    """Draw up to three different pieces side by side, as large as the cell allows."""
    shown = [cut_out(piece.front) for piece in one.pieces[:: max(1, len(one.pieces) // MOST_SHOWN)]]
    shown = shown[:MOST_SHOWN]
    room = Rect(cell.x, cell.y, cell.width, cell.height - 3 * LETTERS).inset(INSET)
    width = fsum(face.size.width for face in shown)
    height = max(face.size.height for face in shown)
    scale = min((room.width - INSET * (len(shown) - 1)) / width, room.height / height, 1.0)
    x = room.center.x - (width * scale + INSET * (len(shown) - 1)) / 2
    for face in shown:
        y = room.bottom - face.size.height * scale
        yield Group(face.items, Transform.scale(scale).then(Transform.move(x, y)))
        x += face.size.width * scale + INSET


def _caption(text: str, cell: Rect) -> Iterator[Item]:
    size = min(LETTERS, LETTERS * (cell.width - INSET) / text_width(text, FONT, LETTERS))
    left = cell.center.x - text_width(text, FONT, size) / 2
    yield Text(Point(left, cell.bottom - LETTERS), text, FONT, size)
