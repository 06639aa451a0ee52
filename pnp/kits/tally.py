"""The cost of a kit at a glance: sheets, cuts, folds, minutes and tools."""

from collections.abc import Iterator, Sequence

from pnp.components.piece import Piece
from pnp.kits import icons
from pnp.kits.cut_tool import CutTool
from pnp.kits.plan import DrawnPart, KitSheets
from pnp.kits.words import KitWords
from pnp.records.manifest import SheetWork
from pnp.rulebook.blocks import Run
from pnp.rulebook.cells import Cell
from pnp.scene import Role, shapes_in


def minutes(sheets: KitSheets, drawn: Sequence[DrawnPart]) -> int:
    """Return an estimate of the minutes for cutting and folding, rounded up to five.

    See :func:`minutes_for`.
    """
    return minutes_for(sheets.work, fold_count(drawn, sheets))


def minutes_for(work: SheetWork, folds: int) -> int:
    """Return the minutes for cutting and folding.

    That is half a minute for each straight cut, one for each outline, three quarters for each fold
    with its glue, and three for each sheet.
    """
    guessed = work.cuts / 2 + work.outlines + 3 * folds / 4 + 3 * work.sheets
    return max(5, -(-int(guessed) // 5) * 5)


def fold_count(drawn: Sequence[DrawnPart], sheets: KitSheets) -> int:
    """Return the number of lines to fold: in the pieces, and between fronts and backs."""
    glued = sum(block.fold is not None for block in sheets.blocks)
    return glued + sum(folds_of(piece) * piece.copies for one in drawn for piece in one.pieces)


def folds_of(piece: Piece) -> int:
    """Return the number of lines to fold in a piece."""
    scored = (shape for shape in shapes_in(piece.front.items) if shape.role is Role.SCORE)
    return sum(len(shape.paths) for shape in scored)


def tally_cells(sheets: KitSheets, drawn: Sequence[DrawnPart], words: KitWords) -> tuple[Cell, ...]:
    """Return the numbers of sheets, cuts, folds (if any) and minutes."""
    work = sheets.work
    counts = (
        ("sheets", work.sheets, icons.sheets),
        ("cuts", work.cuts + work.outlines, icons.cuts),
        ("folds", fold_count(drawn, sheets), icons.folds),
        ("minutes", minutes(sheets, drawn), icons.minutes),
    )
    return tuple(
        Cell(icon(), (Run(words.counted(noun, count), bold=True),))
        for noun, count, icon in counts
        if count
    )


def tool_cells(
    sheets: KitSheets, drawn: Sequence[DrawnPart], cut: CutTool, words: KitWords
) -> tuple[Cell, ...]:
    """Return the tools for cutting the pieces, and for folds and posters."""
    return tuple(
        Cell(getattr(icons, tool)(), (Run(words.tools[tool]),))
        for tool in _tools(sheets, drawn, cut)
    )


def _tools(sheets: KitSheets, drawn: Sequence[DrawnPart], cut: CutTool) -> Iterator[str]:
    pieces = [piece for one in drawn for piece in one.pieces]
    nets = any(map(folds_of, pieces))
    pairs = any(block.fold is not None for block in sheets.blocks)
    if cut is CutTool.CUTTER:
        yield "machine"
    if cut is CutTool.TRIMMER and any(piece.freed_by_trim for piece in pieces):
        yield "trimmer"
    if (
        cut is CutTool.SCISSORS
        or not all(piece.freed_by_trim for piece in pieces)
        or sheets.posters
    ):
        yield "scissors"
    yield "ruler"
    if nets:
        yield "pen"
    if nets or pairs or sheets.posters:
        yield "glue"
    if any(map(sheets.in_strips, drawn)):
        yield "tape"
    if pairs:
        yield "books"
