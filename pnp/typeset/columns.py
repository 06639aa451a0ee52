"""Boxes stacked in columns, and columns placed on pages."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.units import EPSILON, Mm
from pnp.scene import Group
from pnp.scene.document import ElementArea, Page, TaggedPart

Footer = Callable[[int], tuple[TaggedPart, ...]]
Placed = tuple[Mm, Mm, "SetBox"]  # a box with the position of its top left corner


class SetBox(NamedTuple):
    """Content of a known height that is never broken; its origin is the top left corner.

    ``before`` is the space above the box, except at the top of a column. A ``kept`` box stays in
    one column with the next. Links lead to the ``anchor``.
    """

    height: Mm
    parts: tuple[TaggedPart, ...] = ()
    spots: tuple[ElementArea, ...] = ()
    before: Mm = 0.0
    kept: bool = False
    anchor: str | None = None

    def content_at(self, x: Mm, y: Mm) -> tuple[list[TaggedPart], list[ElementArea]]:
        """Return the parts and spots of the box with its origin at a point."""
        move = Transform.move(x, y)
        parts = [part._replace(items=(Group(part.items, move),)) for part in self.parts]
        return parts, [spot._replace(area=spot.area.moved(x, y)) for spot in self.spots]


class PageFrame(NamedTuple):
    """A page size, the text area on it, and the space between columns."""

    page: Size
    text: Rect
    gutter: Mm

    def column_width(self, columns: int) -> Mm:
        """Return the width of each of a number of columns."""
        return (self.text.width - (columns - 1) * self.gutter) / columns


class Region(NamedTuple):
    """Boxes that share columns, which are balanced on the last page.

    ``before`` is the space above the region. A ``fresh`` region starts a new page.
    """

    boxes: tuple[SetBox, ...]
    columns: int = 1
    before: Mm = 0.0
    fresh: bool = False


def set_pages(regions: Iterable[Region], frame: PageFrame, footer: Footer) -> tuple[Page, ...]:
    """Place regions on pages, one after the other; ``footer`` draws the footer of page N.

    Raises:
        LayoutError: If boxes that stay together are higher than a page.
    """
    filler = _PageFiller(frame)
    for region in regions:
        filler.add(region)
    return tuple(
        _page(placed, frame, footer(number), str(number))
        for number, placed in enumerate(filler.pages, start=1)
    )


class _PageFiller:
    """Fills pages from the top down."""

    def __init__(self, frame: PageFrame) -> None:
        self._frame = frame
        self.pages: list[list[Placed]] = [[]]
        self._y = frame.text.y

    def add(self, region: Region) -> None:
        if region.fresh and self.pages[-1]:
            self._turn()
        if self.pages[-1]:
            self._y += region.before
        boxes = region.boxes
        while boxes:
            room = self._frame.text.bottom - self._y
            columns = _columns(boxes, room, region.columns)
            if not columns:
                if not self.pages[-1]:
                    raise LayoutError(
                        f"a figure or a row of a table is higher than the {room:.0f} mm "
                        "of a page; take larger paper"
                    )
                self._turn()
                continue
            self._place(columns, region.columns)
            boxes = boxes[sum(map(len, columns)) :]
            if boxes:
                self._turn()

    def _turn(self) -> None:
        self.pages.append([])
        self._y = self._frame.text.y

    def _place(self, columns: Sequence[Sequence[SetBox]], count: int) -> None:
        pitch = self._frame.column_width(count) + self._frame.gutter
        lowest = self._y
        for number, column in enumerate(columns):
            y = self._y
            for position, box in enumerate(column):
                y += box.before if position else 0.0
                self.pages[-1].append((self._frame.text.x + number * pitch, y, box))
                y += box.height
            lowest = max(lowest, y)
        self._y = lowest


def _columns(boxes: Sequence[SetBox], room: Mm, count: int) -> list[Sequence[SetBox]]:
    """Fill columns of at most ``room``, balanced if they hold every box; none if nothing fits."""
    filled = _filled(boxes, room, count)
    if sum(map(len, filled)) < len(boxes) or count == 1:
        return filled
    low, high = 0.0, room
    while high - low > 0.25:  # mm, too little to see
        middle = (low + high) / 2
        tried = _filled(boxes, middle, count)
        if sum(map(len, tried)) == len(boxes):
            filled, high = tried, middle
        else:
            low = middle
    return filled


def _filled(boxes: Sequence[SetBox], height: Mm, count: int) -> list[Sequence[SetBox]]:
    columns: list[Sequence[SetBox]] = []
    start = 0
    for _ in range(count):
        end = _fit(boxes, start, height)
        if end == start and start < len(boxes):
            break
        columns.append(boxes[start:end])
        start = end
    return columns


def _fit(boxes: Sequence[SetBox], start: int, height: Mm) -> int:
    """Return the last place within a column's height where the boxes may be broken."""
    used, end = 0.0, start
    for number in range(start, len(boxes)):
        box = boxes[number]
        used += box.height + (box.before if number > start else 0.0)
        if used > height + EPSILON:
            return end
        if not box.kept:
            end = number + 1
    return len(boxes)


def _page(
    placed: Iterable[Placed], frame: PageFrame, footer: tuple[TaggedPart, ...], label: str
) -> Page:
    parts: list[TaggedPart] = list(footer)
    spots: list[ElementArea] = []
    anchors: list[tuple[str, Mm]] = []
    for x, y, box in placed:
        box_parts, box_spots = box.content_at(x, y)
        parts += box_parts
        spots += box_spots
        anchors += [(box.anchor, y)] if box.anchor else []
    return Page(frame.page, tuple(parts), tuple(spots), tuple(anchors), label)
