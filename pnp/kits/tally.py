"""The cost of a kit at a glance: sheets, cuts, folds, minutes and tools."""

from collections.abc import Iterator, Sequence

from pnp.kits.cut_tool import CutTool
from pnp.kits.pictures import made_drawing
from pnp.kits.plan import DrawnPart, KitSheets
from pnp.kits.words import KitWords
from pnp.rulebook.blocks import Run
from pnp.rulebook.cells import Cell
from pnp.sheets.effort import folds_of, minutes_for


def minutes(sheets: KitSheets, drawn: Sequence[DrawnPart]) -> int:
    """Return an estimate of the minutes for cutting and folding, rounded up to five.

    See :func:`pnp.sheets.effort.minutes_for`.
    """
    return minutes_for(sheets.work, fold_count(drawn, sheets))


def fold_count(drawn: Sequence[DrawnPart], sheets: KitSheets) -> int:
    """Return the number of lines to fold: in the pieces, and between fronts and backs."""
    glued = sum(block.fold is not None for block in sheets.blocks)
    return glued + sum(folds_of(piece) * piece.copies for one in drawn for piece in one.pieces)


def tally_cells(sheets: KitSheets, drawn: Sequence[DrawnPart], words: KitWords) -> tuple[Cell, ...]:
    """Return the numbers of sheets, cuts, folds (if any) and minutes."""
    work = sheets.work
    counts = (
        ("sheets", work.sheets),
        ("cuts", work.cuts + work.outlines),
        ("folds", fold_count(drawn, sheets)),
        ("minutes", minutes(sheets, drawn)),
    )
    return tuple(
        Cell(made_drawing(f"icon-{noun}"), (Run(words.counted(noun, count), bold=True),))
        for noun, count in counts
        if count
    )


def tool_cells(
    sheets: KitSheets, drawn: Sequence[DrawnPart], cut: CutTool, words: KitWords
) -> tuple[Cell, ...]:
    """Return the tools for cutting the pieces, and for folds and posters."""
    return tuple(
        Cell(made_drawing(f"icon-{tool}"), (Run(words.tools[tool]),))
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
