"""The cost of a kit at a glance: sheets, cuts, folds, minutes and tools."""

from collections.abc import Iterator

from pnp.kits.cut_tool import CutTool
from pnp.kits.pictures import made_drawing
from pnp.kits.plan import made_in_strips
from pnp.kits.words import KitWords
from pnp.rulebook.blocks import Run
from pnp.rulebook.cells import Cell
from pnp.sheets.effort import folds_of, minutes_for
from pnp.sheets.pages.job import SheetPlan


def minutes(plan: SheetPlan) -> int:
    """Return an estimate of the minutes for cutting and folding, rounded up to five.

    See :func:`pnp.sheets.effort.minutes_for`.
    """
    return minutes_for(plan.work, fold_count(plan))


def fold_count(plan: SheetPlan) -> int:
    """Return the number of lines to fold: in the pieces, and between fronts and backs."""
    glued = sum(block.fold is not None for block in plan.blocks)
    return glued + sum(folds_of(piece) * piece.copies for one in plan.drawn for piece in one.pieces)


def tally_cells(plan: SheetPlan, words: KitWords) -> tuple[Cell, ...]:
    """Return the numbers of sheets, cuts, folds (if any) and minutes."""
    work = plan.work
    counts = (
        ("sheets", work.sheets),
        ("cuts", work.cuts + work.outlines),
        ("folds", fold_count(plan)),
        ("minutes", minutes(plan)),
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
    if nets:
        yield "pen"
    if nets or pairs or plan.own:
        yield "glue"
    if any(made_in_strips(plan, one) for one in plan.drawn):
        yield "tape"
    if pairs:
        yield "books"
