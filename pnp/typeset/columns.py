"""Boxes stacked in columns, and columns placed on pages."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from math import fsum
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import rectangle
from pnp.base.units import EPSILON, Mm
from pnp.scene import Group, Shape, Style
from pnp.scene.document import ElementArea, Page, TaggedPart

Footer = Callable[[int, int], tuple[TaggedPart, ...]]  # from a page's number and that of the last
EARLY = 0.3  # of a column: what may stay empty so that boxes which belong together meet
UNEVEN: Mm = 15.0  # what balanced columns may grow by for the same reason


class SetBox(NamedTuple):
    """Content of fixed height that is never broken; its origin is the top left corner.

    ``before`` is the space above the box, except at the top of a column. A ``kept`` box stays in
    one column with the next unless both together are higher than a page; a ``near`` box does if
    that does not leave the column too empty. Links point to ``anchor``. ``head`` is repeated above
    the box at the top of a column. ``at`` sets a picture at another scale. ``draw`` makes content
    that is slow to draw, once the box is placed.
    """

    height: Mm
    parts: tuple[TaggedPart, ...] = ()
    spots: tuple[ElementArea, ...] = ()
    before: Mm = 0.0
    kept: bool = False
    near: bool = False
    anchor: str | None = None
    head: "SetBox | None" = None
    at: "Callable[[float], SetBox] | None" = None
    draw: "Callable[[], SetBox] | None" = None

    def content_at(self, x: Mm, y: Mm) -> tuple[list[TaggedPart], list[ElementArea]]:
        """Return the parts and spots of the box with its origin at (x, y)."""
        if self.draw:
            return self.draw().content_at(x, y)
        move = Transform.move(x, y)
        parts = [part._replace(items=(Group(part.items, move),)) for part in self.parts]
        return parts, [spot._replace(area=spot.area.moved(x, y)) for spot in self.spots]


class Placed(NamedTuple):
    """A box with the position of its top left corner."""

    x: Mm
    y: Mm
    box: SetBox


class PageFrame(NamedTuple):
    """A page size, the text area on it, and the gutter between columns.

    On ``turned`` pages, for text from right to left, the first column is the right one.
    """

    page: Size
    text: Rect
    gutter: Mm
    turned: bool = False

    def column_width(self, columns: int, inset: Mm = 0.0) -> Mm:
        """Return the width of a column, given their number and the inset of a panel."""
        return (self.text.width - 2 * inset - (columns - 1) * self.gutter) / columns


class Backdrop(NamedTuple):
    """A tinted background of a region, and the inset of the text from its edges."""

    fill: str
    inset: Mm


class Region(NamedTuple):
    """Boxes that share columns, which are balanced on the last page.

    ``before`` is the space above the region. A ``fresh`` region starts a new page; any other does
    so if less than ``room`` is left on the page. A ``whole`` region is broken only if it is higher
    than a page.
    """

    boxes: tuple[SetBox, ...]
    columns: int = 1
    before: Mm = 0.0
    fresh: bool = False
    room: Mm = 0.0
    whole: bool = False
    panel: Backdrop | None = None

    @property
    def inset(self) -> Mm:
        """The distance of the columns from the edges of the region."""
        return self.panel.inset if self.panel else 0.0

    def at(self, scale: float) -> "Region":
        """Return the region with its pictures at another scale."""
        boxes = tuple(box.at(scale) if box.at else box for box in self.boxes)
        return self._replace(boxes=boxes)


class PageFiller:
    """Fills pages with regions from the top down; copies can try alternatives."""

    def __init__(self, frame: PageFrame) -> None:
        self._frame = frame
        self._y = frame.text.y
        self.pages: list[list[Placed]] = [[]]
        self.white: list[float] = [0.0]  # the share of each page's text area without content

    def copy(self) -> "PageFiller":
        """Return an independent filler in the same state."""
        other = PageFiller(self._frame)
        other._y = self._y
        other.pages = [*self.pages[:-1], [*self.pages[-1]]]
        other.white = [*self.white]
        return other

    @property
    def is_empty(self) -> bool:
        """Whether nothing is on any page."""
        return self.pages == [[]]

    def filled(self) -> list[float]:
        """Return how full each page is (0 to 1), the last one measured down to its last box."""
        return [1 - white for white in (*self.white[:-1], self.white[-1] + self._below())]

    def numbers(self) -> dict[str, str]:
        """Return the page number of each anchor."""
        return {
            one.box.anchor: str(number)
            for number, page in enumerate(self.pages, start=1)
            for one in page
            if one.box.anchor
        }

    def extend(self, regions: Iterable[Region]) -> None:
        """Place regions one below another."""
        for region in regions:
            self.add(region)

    def add(self, region: Region) -> None:
        """Place a region below the previous ones."""
        text = self._frame.text
        if self.pages[-1] and (region.fresh or text.bottom - self._y < region.room):
            self._turn()
        boxes = region.boxes
        while boxes:
            before = region.before if self.pages[-1] else 0.0
            room = text.bottom - self._y - before - 2 * region.inset
            columns = _columns(boxes, room, region.columns)
            rest = boxes[sum(map(len, columns)) :]
            if self.pages[-1] and (not columns or (rest and self._fits_a_page(region))):
                self._turn()
                continue
            if not columns:
                columns = _columns(_loosened(boxes), room, region.columns)
                rest = boxes[sum(map(len, columns)) :]
            if not columns:
                raise LayoutError(Message("high_block", room=f"{room:.0f}"))
            self._y += before
            self._place(columns, region)
            boxes = rest
            if boxes:
                self._turn()

    def _fits_a_page(self, region: Region) -> bool:
        if not region.whole:
            return False
        high = self._frame.text.height - 2 * region.inset
        return sum(map(len, _columns(region.boxes, high, region.columns))) == len(region.boxes)

    def _below(self) -> float:
        return max(0.0, self._frame.text.bottom - self._y) / self._frame.text.height

    def _turn(self) -> None:
        self.white[-1] += self._below()
        self.pages.append([])
        self.white.append(0.0)
        self._y = self._frame.text.y

    def _place(self, columns: Sequence[Sequence[SetBox]], region: Region) -> None:
        text, inset = self._frame.text, region.inset
        width = self._frame.column_width(region.columns, inset)
        heights = [_height(column) for column in columns]
        heights += [0.0] * (region.columns - len(columns))
        highest = max(heights)
        self.white[-1] += fsum(highest - one for one in heights) / region.columns / text.height
        if region.panel:
            ground = Rect(0, 0, text.width, highest + 2 * inset)
            shape = Shape((rectangle(ground),), Style(fill=region.panel.fill))
            tint = SetBox(ground.height, (TaggedPart((shape,)),))
            self.pages[-1].append(Placed(text.x, self._y, tint))
        for count, column in enumerate(columns):
            number = region.columns - 1 - count if self._frame.turned else count
            x = text.x + inset + number * (width + self._frame.gutter)
            self.pages[-1] += _stacked(column, Point(x, self._y + inset))
        self._y += highest + 2 * inset


def set_pages(regions: Iterable[Region], frame: PageFrame, footer: Footer) -> tuple[Page, ...]:
    """Place regions on pages in order; ``footer`` draws the footer of each page."""
    filler = PageFiller(frame)
    filler.extend(regions)
    last = len(filler.pages)
    return tuple(
        _page(placed, frame, footer(number, last), str(number))
        for number, placed in enumerate(filler.pages, start=1)
    )


def _loosened(boxes: Sequence[SetBox]) -> tuple[SetBox, ...]:
    """Return boxes that may be separated because together they are higher than a page."""
    return tuple(box._replace(kept=False, near=box.kept or box.near) for box in boxes)


def _stacked(column: Sequence[SetBox], at: Point) -> Iterable[Placed]:
    y = at.y
    for position, box in enumerate(column):
        if position:
            y += box.before
        elif box.head:
            yield Placed(at.x, y, box.head)
            y += box.head.height
        yield Placed(at.x, y, box)
        y += box.height


def _height(column: Sequence[SetBox]) -> Mm:
    head = column[0].head if column else None
    spaces = fsum(box.before for box in column[1:])
    return (head.height if head else 0.0) + spaces + fsum(box.height for box in column)


class _Column:
    """Boxes in one stack, with the positions at which it may be broken."""

    def __init__(self, boxes: Sequence[SetBox]) -> None:
        self.boxes = boxes
        self._bottoms = [0.0, *accumulate(box.before + box.height for box in boxes)]
        # For each number of boxes, where they may be parted last: at all, and best.
        self._ends, self._good_ends = [0], [0]
        for number, box in enumerate(boxes, start=1):
            good = not (box.kept or box.near)
            self._ends.append(self._ends[-1] if box.kept else number)
            self._good_ends.append(number if good else self._good_ends[-1])

    def fit(self, start: int, height: Mm, early: float) -> int:
        """Return the last break that fits into the height of a column.

        Boxes marked as near are separated if more than ``early`` of the column would stay empty.
        """
        if start == len(self.boxes):
            return start
        first = self.boxes[start]
        top = self._bottoms[start] + first.before - (first.head.height if first.head else 0.0)
        fitting = bisect_right(self._bottoms, top + height + EPSILON, lo=start + 1) - 1
        if fitting == len(self.boxes):
            return fitting
        good = self._good_ends[fitting]
        if good > start and self._bottoms[good] - top >= (1 - early) * height:
            return good
        return max(start, self._ends[fitting])


def _columns(boxes: Sequence[SetBox], room: Mm, count: int) -> list[Sequence[SetBox]]:
    """Fill columns of at most ``room``, balanced if they hold every box; [] if nothing fits."""
    stack = _Column(boxes)
    filled = _filled(stack, room, count)
    if sum(map(len, filled)) < len(boxes) or count == 1:
        return filled
    loose = _balanced(stack, room, count, EARLY)
    strict = _balanced(stack, room, count, 1.0)
    if not strict or max(map(_height, strict)) > max(map(_height, loose)) + UNEVEN:
        return loose
    return strict


def _balanced(stack: _Column, room: Mm, count: int, early: float) -> list[Sequence[SetBox]]:
    """Fill columns of the least height that holds every box; [] if ``room`` is too small."""
    boxes = stack.boxes
    found = _filled(stack, room, count, early)
    if sum(map(len, found)) < len(boxes):
        return []
    low, high = 0.0, room
    while high - low > 0.25:  # mm, too little to see
        middle = (low + high) / 2
        tried = _filled(stack, middle, count, early)
        if sum(map(len, tried)) == len(boxes):
            found, high = tried, middle
        else:
            low = middle
    return found


def _filled(stack: _Column, height: Mm, count: int, early: float = EARLY) -> list[Sequence[SetBox]]:
    columns: list[Sequence[SetBox]] = []
    boxes, start = stack.boxes, 0
    for _ in range(count):
        end = stack.fit(start, height, early)
        if end == start and start < len(boxes):
            break
        columns.append(boxes[start:end])
        start = end
    return columns


def _page(
    placed: Iterable[Placed], frame: PageFrame, footer: tuple[TaggedPart, ...], label: str
) -> Page:
    parts: list[TaggedPart] = []
    spots: list[ElementArea] = []
    anchors: list[tuple[str, Mm]] = []
    for x, y, box in placed:
        box_parts, box_spots = box.content_at(x, y)
        parts += box_parts
        spots += box_spots
        anchors += [(box.anchor, y)] if box.anchor else []
    return Page(frame.page, (*parts, *footer), tuple(spots), anchors=tuple(anchors), label=label)


def combined(placed: Sequence[tuple[SetBox, Mm, Mm]]) -> SetBox:
    """Return boxes, each with the position of its top left corner, combined into one box."""
    parts: list[TaggedPart] = []
    spots: list[ElementArea] = []
    for box, x, y in placed:
        own_parts, own_spots = box.content_at(x, y)
        parts += own_parts
        spots += own_spots
    height = max(y + box.height for box, _, y in placed)
    return SetBox(height, tuple(parts), tuple(spots))
