"""Boards on several pages: joined by their marks and crosses, and measured."""

from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.records.manifest import MadeFile
from pnp.verify.findings import Finding, compared, format_size, ok, unchecked, wrong
from pnp.verify.sheets.measure import MeasuredPage

NEAR: Mm = 0.1  # over all the seams of a board


def board_findings(pages: Sequence[MeasuredPage], entry: MadeFile) -> Iterator[Finding]:
    """Check the size of boards when their pages are joined, and their number."""
    columns, rows = entry.poster or (1, 1)
    each = columns * rows
    boards, rest = divmod(len(pages), each)
    found = f"{boards} on {each} pages each" if boards != 1 else f"1 on {each} pages"
    if rest:
        yield wrong("pieces", f"{len(pages)} pages", f"a multiple of {columns} x {rows}")
    else:
        right = f"{entry.pieces} on {each} pages" + (" each" if entry.pieces != 1 else "")
        yield compared("pieces", found, right)
    for start in range(0, boards * each, each):
        board = pages[start : start + each]
        ways = (_joined(board, columns, rows, turned=turned) for turned in (False, True))
        sizes = [way for way in ways if way is not None]
        joined = next((way for way in sizes if _near(way, entry)), sizes[0] if sizes else None)
        if joined is None:
            yield unchecked("trim", "crosses are missing, so the joined board is not measured")
        elif entry.piece_mm is None:
            yield unchecked("trim", f"{format_size(joined)} joined, with no size to compare")
        elif _near(joined, entry):
            yield ok("trim", f"{format_size(joined)} joined")
        else:
            yield wrong("trim", f"{format_size(joined)} joined", format_size(entry.piece_mm))


def _near(joined: Size, entry: MadeFile) -> bool:
    right = entry.piece_mm or joined
    return max(abs(a - b) for a, b in zip(joined, right, strict=True)) < NEAR


def _joined(pages: Sequence[MeasuredPage], columns: int, rows: int, *, turned: bool) -> Size | None:
    """Return the size of a board whose pages overlap as their crosses say.

    ``turned`` says whether its pages were turned a quarter clockwise to be upright.
    """
    across, down = (_downwards, _leftwards) if turned else (_rightwards, _downwards)
    widths = [_sum(pages[row * columns :][:columns], across) for row in range(rows)]
    heights = [_sum(pages[column::columns], down) for column in range(columns)]
    found = [length for length in widths + heights if length is not None]
    if len(found) < rows + columns:
        return None
    uneven = max(found[:rows]) - min(found[:rows]), max(found[rows:]) - min(found[rows:])
    return Size(found[0], found[rows]) if max(uneven) < NEAR else None


class _Along(NamedTuple):
    """A page along one direction: where its part of the board begins and ends, and its marks."""

    low: Mm
    high: Mm
    lines: tuple[Mm, ...]


def _rightwards(page: MeasuredPage, trim: Rect) -> _Along:
    return _Along(trim.x, trim.right, page.cuts.xs)


def _downwards(page: MeasuredPage, trim: Rect) -> _Along:
    return _Along(trim.y, trim.bottom, page.cuts.ys)


def _leftwards(page: MeasuredPage, trim: Rect) -> _Along:
    return _Along(-trim.right, -trim.x, tuple(-x for x in page.cuts.xs))


def _sum(
    pages: Sequence[MeasuredPage], direction: Callable[[MeasuredPage, Rect], _Along]
) -> Mm | None:
    """Return the sum of what the pages of a row, or of a column, show between their seams."""
    lengths = []
    for number, page in enumerate(pages):
        if page.trim is None:
            return None
        low, high, lines = direction(page, page.trim)
        seams = [line for line in lines if low - NEAR < line < high + NEAR]
        if number > 0:
            low = min(seams, default=high)
        if number + 1 < len(pages):
            high = max(seams, default=low)
        if high <= low:
            return None
        lengths.append(high - low)
    return fsum(lengths)
