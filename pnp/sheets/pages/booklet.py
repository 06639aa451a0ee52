"""Booklets: sheets folded once and stapled in the fold."""

from collections.abc import Sequence

from pnp.base.geometry import Point, Size, Transform
from pnp.base.path import line
from pnp.scene import Group, Role, Scene, Shape, Style

SIGN, FROM_EDGE = 4.0, 3.0
FOLD = Style(stroke="#8a8a8a", stroke_width=0.15)


def booklet(pages: Sequence[Scene]) -> tuple[Scene, ...]:
    """Return sheet sides of two pages each, so that the folded and nested sheets read in order.

    Blank pages at the end make the number of pages a multiple of four. The sheets are printed on
    both sides and turned over their short edge: fronts and backs alternate, the outermost sheet
    first. Short lines at the top and bottom show where to fold.
    """
    size = pages[0].size
    count = -(-len(pages) // 4) * 4
    filled = [*pages, *[Scene(size, ())] * (count - len(pages))]
    sides: list[Scene] = []
    for first in range(0, count // 2, 2):
        last = count - 1 - first
        sides.append(_side(filled[last], filled[first]))
        sides.append(_side(filled[first + 1], filled[last - 1]))
    return tuple(sides)


def _side(left: Scene, right: Scene) -> Scene:
    width, height = left.size
    placed = [
        Group(page.items, Transform.move(x, 0))
        for page, x in ((left, 0.0), (right, width))
        if page.items
    ]
    ends = (FROM_EDGE, height - FROM_EDGE - SIGN)
    folds = tuple(line(Point(width, y), Point(width, y + SIGN)) for y in ends)
    label = ", ".join(page.label for page in (left, right) if page.label)
    return Scene(Size(2 * width, height), (*placed, Shape(folds, FOLD, Role.GUIDE)), label=label)
