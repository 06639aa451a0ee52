"""Equal slots in rows and columns, centred on a page or on its left half."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.base.geometry import Rect, Size
from pnp.base.units import EPSILON, Mm


class SlotGrid(NamedTuple):
    """The slots of one page in reading order, and the rectangle around them all.

    On a sheet that is folded, ``fold`` is the x of the fold, ``slots`` are left of it,
    and ``block`` also covers their mirror images on the right.
    """

    page: Size
    slots: tuple[Rect, ...]
    block: Rect
    fold: Mm | None = None

    def moved(self, dx: Mm, dy: Mm) -> "SlotGrid":
        """Return the same slots elsewhere on the page; a fold stays in the middle."""
        slots = tuple(slot.moved(dx, dy) for slot in self.slots)
        return SlotGrid(self.page, slots, self.block.moved(dx, dy), self.fold)


def most_on_page(
    page: Size, margin: Mm, cell: Size, gap: Mm, gutter: Mm | None = None
) -> tuple[int, int]:
    """Return how many columns and rows fit inside a page's margin.

    With a ``gutter`` the page is folded in the middle: the columns are those of its left
    half, the gutter away from the fold.
    """
    area = Rect(0, 0, page.width, page.height).inset(margin)
    width = area.width if gutter is None else area.width / 2 - gutter
    return _how_many(width, cell.width, gap), _how_many(area.height, cell.height, gap)


def centered_grid(
    page: Size, cell: Size, gap: Mm, columns: int, rows: int, gutter: Mm | None = None
) -> SlotGrid:
    """Return a grid in the middle of a page, or of its left half if there is a ``gutter``."""
    width = columns * (cell.width + gap) - gap
    height = rows * (cell.height + gap) - gap
    top = (page.height - height) / 2
    if gutter is None:
        block = Rect((page.width - width) / 2, top, width, height)
        return SlotGrid(page, _slots(block, cell, gap, columns, rows), block)
    fold = page.width / 2
    half = Rect(fold - gutter - width, top, width, height)
    block = Rect(half.x, top, 2 * (width + gutter), height)
    return SlotGrid(page, _slots(half, cell, gap, columns, rows), block, fold)


def bleed_areas(slots: Sequence[Rect], bleed: Mm) -> list[Rect]:
    """Return each slot with its bleed, which goes at most half way to a neighbour."""
    areas: list[Rect] = []
    for slot in slots:
        beside = [s for s in slots if s.y < slot.bottom - EPSILON and slot.y < s.bottom - EPSILON]
        above = [s for s in slots if s.x < slot.right - EPSILON and slot.x < s.right - EPSILON]
        left = _bleed_into([slot.x - s.right for s in beside], bleed)
        right = _bleed_into([s.x - slot.right for s in beside], bleed)
        top = _bleed_into([slot.y - s.bottom for s in above], bleed)
        bottom = _bleed_into([s.y - slot.bottom for s in above], bleed)
        areas.append(
            Rect(
                slot.x - left,
                slot.y - top,
                slot.width + left + right,
                slot.height + top + bottom,
            )
        )
    return areas


def _bleed_into(gaps: list[Mm], bleed: Mm) -> Mm:
    """Return half of the smallest gap, or the bleed if there is room for it."""
    return min([bleed, *(max(0.0, gap) / 2 for gap in gaps if gap > -EPSILON)])


def _how_many(room: Mm, length: Mm, gap: Mm) -> int:
    return max(0, int((room + gap + EPSILON) / (length + gap)))


def _slots(block: Rect, cell: Size, gap: Mm, columns: int, rows: int) -> tuple[Rect, ...]:
    return tuple(
        Rect(
            block.x + column * (cell.width + gap),
            block.y + row * (cell.height + gap),
            cell.width,
            cell.height,
        )
        for row in range(rows)
        for column in range(columns)
    )
