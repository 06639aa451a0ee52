"""Figures for claims from the rows of cards: number columns, and counts of words in cells."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pnp.base.cells import value_of
from pnp.base.expressions import figure_name
from pnp.components.faces.wording import Cells

CountedRows = Sequence[tuple[Cells, int]]
"""The cells of rows, each with the number of its copies."""
_WORD = re.compile(r"\w[\w -]{0,29}")  # cells that are counted: a word or a few, not a sentence


def number_columns(columns: Iterable[str], rows: CountedRows) -> Mapping[str, tuple[int, ...]]:
    """Return the columns of whole numbers, each with the number on every card, sorted."""
    found: dict[str, tuple[int, ...]] = {}
    for column in columns:
        cells_of = [(value_of(cells.get(column, "")), copies) for cells, copies in rows]
        if column.isidentifier() and all(_is_whole(cell) for cell, _ in cells_of):
            found[column] = tuple(sorted(int(c) for c, copies in cells_of for _ in range(copies)))
    return found


def count_words(columns: Iterable[str], rows: CountedRows) -> Mapping[str, int]:
    """Count the cards with each word: ``coral`` in any column, ``north_coral`` in one."""
    counts = Counter[str]()
    for column in columns:
        for cells, copies in rows:
            cell = cells.get(column, "")
            if _WORD.fullmatch(cell):
                word = figure_name(cell)
                counts.update({word: copies, f"{column}_{word}": copies})
    return {name: times for name, times in sorted(counts.items()) if name.isidentifier()}


def _is_whole(cell: str) -> bool:
    return cell.removeprefix("-").isdecimal() and cell.isascii() and len(cell) < 10
