"""The first pages of a kit: what is in it, its cost at a glance, how to print and make it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from pnp.base.geometry import Rect, Size, Transform
from pnp.base.languages import language, piece_words
from pnp.base.units import Mm
from pnp.components.piece import Piece, cut_out
from pnp.game.game import Game
from pnp.kits.options import CutTool
from pnp.kits.pictures import made_drawing
from pnp.kits.plan import cuts_by_tool, made_in_strips, pages_of_a_sheet
from pnp.kits.steps import StepSection, set_steps, spaced, step_grid
from pnp.kits.words import KitWords
from pnp.make.contents import KitContents, LeftOut
from pnp.rulebook.blocks import Block, Figure, Heading, Paragraph, Run, TableBlock, book_fonts
from pnp.rulebook.pages import PageLayout
from pnp.rulebook.setting import CENTERED, TALLY, Cell, CellGrid, below, beside
from pnp.scene import Group, Item, Scene
from pnp.scene.document import Document
from pnp.sheets.estimate import folds_of, minutes_for
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.pages.job import BOTH_SIDES, DrawnComponent, SheetPlan
from pnp.typeset.columns import Region, SetBox

BETWEEN: Mm = 1.6
LEAST_SHOWN, MOST_SHOWN = 4, 6  # different pieces of a part
LARGEST = 0.8  # of their size

NARROWEST: Mm = 36.0  # with an icon and its words beside it
PICTURES: tuple[tuple[int, Mm], ...] = (  # the most pages, and how high pictures of the parts are
    *((1, 25.0), (1, 18.0)),
    *((2, 25.0), (2, 18.0)),
)
AFTER_HEADING: Mm = 2.0
LOWEST_COVER: Mm = 45.0  # a lower picture shows nothing
GOOD_COVER: Mm = 75.0
HIGHEST_COVER: Mm = 110.0
BELOW_COVER: Mm = 3.0
AFTER_COVER: Mm = 6.0 + BELOW_COVER


def part_cells(
    drawn: Sequence[DrawnComponent], game: Game, words: KitWords, frame: Size
) -> tuple[Cell, ...]:
    """Return a picture of each part, as large as ``frame``, with its number of pieces."""
    return tuple(
        Cell(
            Scene(frame, tuple(_pictured(one, Rect(0, 0, *frame)))),
            (
                Run(f"{one.piece_count} \N{MULTIPLICATION SIGN} {one.name}", bold=True),
                *(Run(tallied) for tallied in _each(one, game)),
            ),
            words.labels["picture"].format(name=one.name),
        )
        for one in drawn
    )


def _each(one: DrawnComponent, game: Game) -> Iterator[str]:
    """Yield the number of pieces of each colour or kind."""
    component = game.components[one.component_id]
    counts: Counter[str] = Counter()
    for piece in one.pieces:
        counts[piece.name] += piece.copies
    words, written = piece_words(game.language), game.translated_from or game.language
    for kinds in component.kinds_among(counts):
        if tallied := words.tallied(kinds, component.piece_names, written):
            yield f"{language(game.language).colon}{tallied}"
            return


def _pictured(one: DrawnComponent, cell: Rect) -> Iterator[Item]:
    """Draw some different pieces side by side, as large as the cell allows."""
    room = cell.inset(BETWEEN)
    shown = [cut_out(piece.front) for piece in sample(one.pieces, room)]
    width = fsum(face.size.width for face in shown)
    height = max(face.size.height for face in shown)
    gaps = BETWEEN * (len(shown) - 1)
    scale = min((room.width - gaps) / width, room.height / height, LARGEST)
    x = room.center.x - (width * scale + gaps) / 2
    for face in shown:
        y = room.center.y - face.size.height * scale / 2
        yield Group(face.items, Transform.scale(scale).then(Transform.move(x, y)))
        x += face.size.width * scale + BETWEEN


def sample(pieces: Sequence[Piece], room: Rect) -> list[Piece]:
    """Return pieces from all over the list that fill a room, at least a few.

    If only one of few would be left out, all are shown, slightly smaller.
    """
    width, height = pieces[0].front.size
    scale = min(room.height / height, LARGEST)
    fitting = int((room.width + BETWEEN) / (width * scale + BETWEEN))
    most = LEAST_SHOWN if len(pieces) <= LEAST_SHOWN else max(LEAST_SHOWN - 1, fitting)
    most = len(pieces) if most + 1 == len(pieces) else most
    count = min(len(pieces), most, MOST_SHOWN)
    return [pieces[n * len(pieces) // count] for n in range(count)]


def minutes(plan: SheetPlan, cut: CutTool) -> int:
    """Return an estimate of the minutes for cutting and folding, rounded up to five.

    See :func:`pnp.sheets.estimate.minutes_for`.
    """
    return minutes_for(plan.work, fold_count(plan), cuts_by_tool(plan, cut))


def fold_count(plan: SheetPlan) -> int:
    """Return the number of lines to fold: in the pieces, and between fronts and backs."""
    glued = sum(block.fold is not None for block in plan.blocks)
    return glued + sum(folds_of(piece) * piece.copies for one in plan.drawn for piece in one.pieces)


def tally_cells(plan: SheetPlan, cut: CutTool, words: KitWords) -> tuple[Cell, ...]:
    """Return the numbers of sheets, cuts with each tool, folds (if any) and minutes."""
    by = cuts_by_tool(plan, cut)
    counts = (
        ("sheets", plan.work.sheets),
        ("trimmer", by.trimmer),
        ("cuts", by.scissors),
        ("folds", fold_count(plan)),
        ("minutes", minutes(plan, cut)),
    )
    return tuple(
        Cell(made_drawing(f"icon-{noun}"), (Run(words.counted(noun, count), bold=True),))
        for noun, count in counts
        if count
    )


def tool_cells(plan: SheetPlan, cut: CutTool, words: KitWords) -> tuple[Cell, ...]:
    """Return the tools for cutting the pieces, and for folds and posters."""
    return tuple(
        Cell(made_drawing(f"icon-{tool}"), (Run(words.tools[tool]),)) for tool in _tools(plan, cut)
    )


def _tools(plan: SheetPlan, cut: CutTool) -> Iterator[str]:
    pieces = [piece for one in plan.drawn for piece in one.pieces]
    nets = any(map(folds_of, pieces))
    pairs = any(block.fold is not None for block in plan.blocks)
    if cut is CutTool.CUTTER:
        yield "machine"
    if cut is CutTool.TRIMMER and any(piece.freed_by_trim for piece in pieces):
        yield "trimmer"
    if cut is CutTool.SCISSORS or not all(piece.freed_by_trim for piece in pieces) or plan.own:
        yield "scissors"
    yield "ruler"
    if nets or pairs:
        yield "pen"
    if nets or pairs or plan.own:
        yield "glue"
    if any(made_in_strips(plan, one) for one in plan.drawn):
        yield "tape"
    if pairs:
        yield "books"


class PageRange(NamedTuple):
    """A range of consecutive pages, from the first to the last."""

    first: int
    last: int

    def after(self, pages: int) -> "PageRange":
        """Return the range after so many other pages."""
        return PageRange(self.first + pages, self.last + pages)

    @property
    def length(self) -> int:
        """The number of pages."""
        return self.last - self.first + 1

    @property
    def typed(self) -> str:
        """The range as one types it into the dialog of a printer."""
        return str(self).replace("\N{EN DASH}", "-")

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}\N{EN DASH}{self.last}"


class KitPages(NamedTuple):
    """The pages of a kit's parts in its file: each rule sheet with its title, then the pieces."""

    front: PageRange
    rules: tuple[tuple[str, PageRange], ...]
    pieces: PageRange | None

    def after(self, texts: int, sheets: int) -> "KitPages":
        """Return the pages of the parts, with so many other pages before the texts and the sheets.

        These are equal if both are in one file.
        """
        rules = tuple((title, at.after(texts)) for title, at in self.rules)
        return KitPages(self.front.after(texts), rules, self.pieces and self.pieces.after(sheets))


class KitFront(NamedTuple):
    """Everything on the first pages; ``names`` maps components to their names.

    The pieces ``drawn`` are in full ink; those on the ``sheets`` may not be. ``cover`` draws a
    picture of the game in a size. ``files`` are the names of the file for plain paper and of that
    with pieces, if there are two.
    """

    title: str
    lead: str
    game: Game
    sections: Sequence[StepSection]
    contents: KitContents
    drawn: Sequence[DrawnComponent]
    sheets: SheetPlan
    duplex: Duplex
    cut: CutTool
    names: Mapping[str, str]
    words: KitWords
    cover: Callable[[Size], Scene]
    files: tuple[str, ...] = ()
    pages: KitPages = KitPages(PageRange(1, 1), (), None)

    @property
    def two_sided(self) -> bool:
        """Whether any piece has a back."""
        return any(piece.back is not None for one in self.sheets.drawn for piece in one.pieces)


def set_front(front: KitFront, paper: Size) -> Document:
    """Set the first pages, in the language of their words.

    A picture of the game takes what is left of the first page. Steps that leave too little for it
    go on the other side of a sheet that has one.
    """
    sides = pages_of_a_sheet(front.duplex)
    for most_pages, picture in PICTURES:
        layout, regions = _regions(front, paper, most_pages, picture)
        filler = layout.filled(regions)
        free = (1 - filler.filled()[0]) * layout.frame.text.height - AFTER_COVER
        is_good = most_pages >= sides or free >= GOOD_COVER
        if len(filler.pages) <= most_pages and is_good:
            break
    if free >= LOWEST_COVER:
        cover = min(HIGHEST_COVER, free)
        layout, regions = _regions(front, paper, most_pages, picture, cover)
    return layout.document(layout.pages(regions))


def _regions(
    front: KitFront, paper: Size, most_pages: int, picture: Mm, cover: Mm = 0.0
) -> tuple[PageLayout, list[Region]]:
    """Set the contents and the steps, on one page or on pages of their own."""
    layout = PageLayout(front.words.code, paper, front.title, fonts=book_fonts(front.game))
    grid = step_grid(layout.setter())
    above = tuple(_cover(front, grid, cover)) if cover else ()
    overview, made = (
        (*above, *_overview(front, grid, picture)),
        tuple(set_steps(front.sections, grid, front.words)),
    )
    if most_pages == 1:
        return layout, [Region((*overview, *made), fresh=True)]
    return layout, [Region(overview, fresh=True), Region(made, fresh=True)]


def _cover(front: KitFront, grid: CellGrid, height: Mm) -> Iterator[SetBox]:
    """Set a picture of the game across the page."""
    game, scene = front.game, front.cover(Size(grid.setter.width, height))
    alt = language(front.words.code).labels["cover"].format(game=game.name)
    yield from grid.setter.boxes((Figure("cover", scene, "", alt, "cover"),))
    yield SetBox(BELOW_COVER)


def _overview(front: KitFront, grid: CellGrid, picture: Mm) -> Iterator[SetBox]:
    """Yield the contents of the kit, its cost in sheets and time, and how to print it."""
    setter, labels = grid.setter, front.words.labels
    yield from setter.boxes((Heading(1, front.title, "kit"), Paragraph((Run(front.lead),), "lead")))
    tally = tally_cells(front.sheets, front.cut, front.words)
    yield spaced(beside(_widened(grid, tally), tally, TALLY))
    yield from setter.boxes((Heading(2, labels["this"]),))
    cells = part_cells(front.drawn, front.game, front.words, Size(grid.width, picture))
    for start in range(0, len(cells), grid.columns):
        row = cells[start : start + grid.columns]
        yield spaced(below(grid, row, CENTERED, numbered=False), AFTER_HEADING)
    yield from setter.boxes((Heading(2, labels["tools"]),))
    tools = tool_cells(front.sheets, front.cut, front.words)
    yield spaced(beside(_widened(grid, tools), tools), AFTER_HEADING)
    yield from setter.boxes(_printing(front))


def _widened(grid: CellGrid, cells: Sequence[Cell]) -> CellGrid:
    """Return a grid with all cells in one row, if only one is too many and all stay wide enough."""
    widened = CellGrid(grid.setter, len(cells))
    return widened if len(cells) == grid.columns + 1 and widened.pitch >= NARROWEST else grid


def _printing(front: KitFront) -> Iterator[Block]:
    """Yield which pages go on which paper, how to print them, and what the kit lacks."""
    labels, pages = front.words.labels, front.pages
    sides = labels["text_sides" if front.duplex in BOTH_SIDES else "one_side"]
    texts = [(pages.front, labels["overview"])]
    texts += [(at, labels["rules"].format(name=name)) for name, at in pages.rules]
    rows = [(at, what, labels["plain"], sides) for at, what in texts]
    if pages.pieces is not None:
        what = language(front.words.code).colon.join((labels["pieces"], *front.files[1:]))
        rows.append((pages.pieces, what, labels["card"], _how(front)))
    columns = tuple(labels[key] for key in ("pages", "what", "paper", "how"))
    cells = tuple(tuple((Run(str(cell)),) for cell in row) for row in rows)
    yield Heading(2, labels["print"])
    yield TableBlock(columns, cells, (1.2, 4.0, 3.6, 4.6))
    yield Paragraph((Run(labels["exact"]), *(Run(f" {text}") for text in _orders(front))))
    for key, aid in (("aids", True), ("left", False)):
        parts = [_some(one, front) for one in front.contents.left_out if one.aid is aid]
        if parts:
            yield Paragraph((Run(labels[key].format(parts=front.words.listed(parts))),))


def _orders(front: KitFront) -> Iterator[str]:
    """Yield which pages to type into the print dialog, for one paper after the other."""
    labels, (first, _, pieces) = front.words.labels, front.pages
    if front.files:
        texts, sheets = front.files
        yield labels["order_files"].format(first=texts, then=sheets)
    elif pieces is not None:
        plain = PageRange(first.first, pieces.first - 1)
        yield labels["order"].format(first=plain.typed, then=pieces.typed)
    if front.duplex in BOTH_SIDES:
        yield labels["blank"]


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
