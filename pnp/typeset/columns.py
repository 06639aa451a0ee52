"""Boxes stacked in columns, and columns placed on pages."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import accumulate, pairwise, starmap
from math import fsum
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import rectangle
from pnp.base.units import EPSILON, Mm
from pnp.scene import Group, IdentityCache, Shape, Style
from pnp.scene.document import ElementArea, Page, TaggedPart

Footer = Callable[[int, int], tuple[TaggedPart, ...]]  # from a page's number and that of the last
EARLY = 0.3  # of a column: what may stay empty so that boxes which belong together meet
UNEVEN: Mm = 15.0  # what balanced columns may grow by for the same reason


class SetBox(NamedTuple):
    """Content of fixed height that is never broken; its origin is the top left corner.

    ``before`` is the space above the box, except at the top of a column. A ``kept`` box stays in
    one column with the next unless all that are kept together are higher than a page; then only a
    ``bound`` one does, such as a heading. A ``near`` box does if that does not leave the column too
    empty. Links point to ``anchor``. ``head`` is repeated above the box at the top of a column.
    ``at`` sets a picture at another scale. ``draw`` makes the content of a box once it is placed:
    pages are planned in many ways, and drawn in one.
    """

    height: Mm
    parts: tuple[TaggedPart, ...] = ()
    spots: tuple[ElementArea, ...] = ()
    before: Mm = 0.0
    kept: bool = False
    bound: bool = False
    near: bool = False
    anchor: str | None = None
    head: "SetBox | None" = None
    at: "Callable[[float], SetBox] | None" = None
    draw: "Callable[[], SetBox] | None" = None

    @property
    def drawn(self) -> "SetBox":
        """The box with its content."""
        return self.draw() if self.draw else self

    def content_at(self, x: Mm, y: Mm) -> tuple[list[TaggedPart], list[ElementArea]]:
        """Return the parts and spots of the box with its origin at (x, y)."""
        move, drawn = Transform.move(x, y), self.drawn
        parts = [part._replace(items=(Group(part.items, move),)) for part in drawn.parts]
        return parts, [spot._replace(area=spot.area.moved(x, y)) for spot in drawn.spots]


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
    than a page. A ``kept`` one, a title, stays with the beginning of the next.
    """

    boxes: tuple[SetBox, ...]
    columns: int = 1
    before: Mm = 0.0
    fresh: bool = False
    room: Mm = 0.0
    whole: bool = False
    kept: bool = False
    panel: Backdrop | None = None

    @property
    def inset(self) -> Mm:
        """The distance of the columns from the edges of the region."""
        return self.panel.inset if self.panel else 0.0

    def at(self, scale: float) -> "Region":
        """Return the region with its pictures at another scale."""
        if not any(box.at for box in self.boxes):
            return self
        boxes = tuple(box.at(scale) if box.at else box for box in self.boxes)
        return self._replace(boxes=boxes)


class PageFiller:
    """Fills pages with regions from the top down; copies can try alternatives."""

    def __init__(self, frame: PageFrame) -> None:
        self.frame = frame
        self._y = frame.text.y
        self._stacks: IdentityCache[tuple[SetBox, ...], _Stack] = IdentityCache()
        self.pages: list[list[_Filled]] = [[]]
        self.white: list[float] = [0.0]  # the share of each page's text area without content

    def copy(self) -> "PageFiller":
        """Return an independent filler in the same state."""
        other = PageFiller(self.frame)
        other._y, other._stacks = self._y, self._stacks
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

    def placed(self) -> list[list[Placed]]:
        """Return the boxes of each page."""
        return [[one for part in page for one in part.placed(self.frame)] for page in self.pages]

    def numbers(self) -> dict[str, str]:
        """Return the page number of each anchor."""
        return {
            one.box.anchor: str(number)
            for number, page in enumerate(self.placed(), start=1)
            for one in page
            if one.box.anchor
        }

    def extend(self, regions: Iterable[Region]) -> None:
        """Place regions one below another."""
        for region in regions:
            self.add(region)

    def add(self, region: Region) -> None:
        """Place a region below the previous ones."""
        text = self.frame.text
        if self.pages[-1] and (region.fresh or text.bottom - self._y < region.room):
            self._turn()
        stack, start, end = self._stacks.get(region.boxes, _Stack), 0, len(region.boxes)
        while start < end:
            before = region.before if self.pages[-1] else 0.0
            room = text.bottom - self._y - before - 2 * region.inset
            breaks = stack.columns(start, room, region.columns)
            if not all(one.region.kept for one in self.pages[-1]) and (
                breaks[-1] == start or (breaks[-1] < end and self._fits_a_page(region, stack))
            ):
                self._turn(with_titles=True)
                continue
            if breaks[-1] == start:
                breaks = stack.loosened.columns(start, room, region.columns)
            if breaks[-1] == start:
                breaks = stack.loosened.loosened.columns(start, room, region.columns)
            if breaks[-1] == start:
                if not self.pages[-1]:
                    raise LayoutError(Message("high_block", room=f"{room:.0f}"))
                self._turn()  # below a title
                continue
            self._y += before
            self._place(_Filled(region, stack, breaks, self._y))
            start = breaks[-1]
            if start < end:
                self._turn()

    def _fits_a_page(self, region: Region, stack: "_Stack") -> bool:
        if not region.whole:
            return False
        high = self.frame.text.height - 2 * region.inset
        return stack.columns(0, high, region.columns)[-1] == len(region.boxes)

    def _below(self) -> float:
        return max(0.0, self.frame.text.bottom - self._y) / self.frame.text.height

    def _turn(self, with_titles: bool = False) -> None:
        """Begin a page, with the titles at the end of the last one if asked for."""
        titles = []
        while with_titles and self.pages[-1][-1].region.kept:
            titles.append(self.pages[-1].pop())
            self._y = titles[-1].y - titles[-1].region.before
        self.white[-1] += self._below()
        self.pages.append([])
        self.white.append(0.0)
        self._y = self.frame.text.y
        for title in reversed(titles):
            self._y += title.region.before if self.pages[-1] else 0.0
            self._place(title._replace(y=self._y))

    def _place(self, filled: "_Filled") -> None:
        region, heights, highest = filled.region, filled.heights, filled.highest
        heights += [0.0] * (region.columns - len(heights))
        white = fsum(highest - one for one in heights) / region.columns
        self.white[-1] += white / self.frame.text.height
        self.pages[-1].append(filled)
        self._y += highest + 2 * region.inset


def set_pages(filler: PageFiller, footer: Footer) -> tuple[Page, ...]:
    """Draw pages that were filled; ``footer`` draws the footer of each page."""
    pages = filler.placed()
    return tuple(
        _page(placed, filler.frame, footer(number, len(pages)), str(number))
        for number, placed in enumerate(pages, start=1)
    )


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


class _Stack:
    """Boxes one below another, and where they may be parted; ``breaks`` begin with the first box.

    Pages are filled in many ways to find the best, so that what was found is remembered.
    """

    def __init__(self, boxes: tuple[SetBox, ...]) -> None:
        self.boxes = boxes
        self.columns = cache(self._columns)
        self.height = cache(self._height)
        self._bottoms = [0.0, *accumulate(box.before + box.height for box in boxes)]
        # For each number of boxes, where they may be parted last: at all, and best.
        self._ends, self._good_ends = [0], [0]
        for number, box in enumerate(boxes, start=1):
            good = not (box.kept or box.near)
            self._ends.append(self._ends[-1] if box.kept else number)
            self._good_ends.append(number if good else self._good_ends[-1])

    @cached_property
    def loosened(self) -> "_Stack":
        """The same boxes, separable because together they are higher than a page, if not bound."""
        return _Stack(
            tuple(
                box._replace(kept=box.bound, bound=False, near=box.kept or box.near)
                for box in self.boxes
            )
        )

    def _height(self, start: int, end: int) -> Mm:
        return _height(self.boxes[start:end])

    def _highest(self, breaks: Sequence[int]) -> Mm:
        return max(starmap(self.height, pairwise(breaks)))

    def _fit(self, start: int, height: Mm, early: float) -> int:
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

    def _columns(self, start: int, room: Mm, count: int) -> tuple[int, ...]:
        """Fill columns of at most ``room``, balanced if they hold every box.

        The result is the breaks, of which the last is ``start`` if nothing fits.
        """
        filled = self._filled(start, room, count, EARLY)
        if filled[-1] < len(self.boxes) or count == 1:
            return filled
        loose = self._balanced(start, room, count, EARLY)
        strict = self._balanced(start, room, count, 1.0)
        if not strict or self._highest(strict) > self._highest(loose) + UNEVEN:
            return loose
        return strict

    def _balanced(self, start: int, room: Mm, count: int, early: float) -> tuple[int, ...]:
        """Fill columns of the least height that holds every box; () if ``room`` is too small."""
        end = len(self.boxes)
        found = self._filled(start, room, count, early)
        if found[-1] < end:
            return ()
        low, high = 0.0, room
        while high - low > 0.25:  # mm, too little to see
            middle = (low + high) / 2
            tried = self._filled(start, middle, count, early)
            if tried[-1] == end:
                found, high = tried, middle
            else:
                low = middle
        return found

    def _filled(self, start: int, height: Mm, count: int, early: float) -> tuple[int, ...]:
        breaks = [start]
        for _ in range(count):
            end = self._fit(breaks[-1], height, early)
            if end == breaks[-1] and end < len(self.boxes):
                break
            breaks.append(end)
        return tuple(breaks)


class _Filled(NamedTuple):
    """Boxes of a region in columns, parted at ``breaks``, from ``y`` down."""

    region: Region
    stack: _Stack
    breaks: tuple[int, ...]
    y: Mm

    @property
    def heights(self) -> list[Mm]:
        """The height of each column."""
        return list(starmap(self.stack.height, pairwise(self.breaks)))

    @property
    def highest(self) -> Mm:
        """The height of the highest column."""
        return max(self.heights)

    def placed(self, frame: PageFrame) -> Iterator[Placed]:
        """Yield the boxes in their places, above the background."""
        text, inset, columns = frame.text, self.region.inset, self.region.columns
        width = frame.column_width(columns, inset)
        if self.region.panel:
            ground = Rect(0, 0, text.width, self.highest + 2 * inset)
            shape = Shape((rectangle(ground),), Style(fill=self.region.panel.fill))
            yield Placed(text.x, self.y, SetBox(ground.height, (TaggedPart((shape,)),)))
        for count, (start, end) in enumerate(pairwise(self.breaks)):
            number = columns - 1 - count if frame.turned else count
            x = text.x + inset + number * (width + frame.gutter)
            yield from _stacked(self.stack.boxes[start:end], Point(x, self.y + inset))


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
    height = max(y + box.height for box, _, y in placed)

    def draw() -> SetBox:
        parts: list[TaggedPart] = []
        spots: list[ElementArea] = []
        for box, x, y in placed:
            own_parts, own_spots = box.content_at(x, y)
            parts += own_parts
            spots += own_spots
        return SetBox(height, tuple(parts), tuple(spots))

    return SetBox(height, draw=draw)
