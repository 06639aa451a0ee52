"""Ganging: pieces of several sizes on the fewest shared sheets, in blocks that are easy to cut.

A heuristic packs the blocks: it places the lots in many orders, always as many pieces of a lot as
fit in one free rectangle, and keeps the best outcome (maximal rectangles, after J. Jylänki, A
Thousand Ways to Pack the Bin, 2010).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache, reduce
from itertools import islice, permutations, product
from math import ceil
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Message
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.sheets.layout.imposition import CLEAR, too_large
from pnp.sheets.layout.margin import MARK_GAP, Side, Slug, Strip, StripPlace, is_clear, largest_free

STREET: Mm = 4.0  # between blocks, and around what scissors cut out
MOST_PERMUTED = 5  # lots: 120 orders; of more lots, only sorted orders are tried


class Fold(StrEnum):
    """The direction of the line along which a block is folded and then glued."""

    UPRIGHT = "upright"
    LEVEL = "level"


class Lot(NamedTuple):
    """Pieces of one size of a component, all cut in the same way, ``gap`` apart.

    ``group`` numbers the sizes of a component that has several, from 0. A ``folded`` lot is printed
    front beside back, each ``gutter`` from the fold between them. A lot may be made of others,
    perhaps of other components, whose pieces follow one another.
    """

    component: str
    pieces: int
    size: Size
    gap: Mm = 0.0
    bleed: Mm = 0.0
    folded: bool = False
    gutter: Mm = 0.0
    group: int = 0
    made_of: tuple["Lot", ...] = ()

    @property
    def single(self) -> tuple["Lot", ...]:
        """The lots that it is made of, or itself."""
        return self.made_of or (self,)

    @property
    def name(self) -> str:
        """The components, each with the number of the group from 2 on."""
        names = (
            f"{one.component} {one.group + 1}" if one.group else one.component
            for one in self.single
        )
        return ", ".join(names)


class GangBlock(NamedTuple):
    """Pieces of a lot from number ``first`` on, in rows from the top left of ``place``.

    ``place`` is the rectangle around them all, including backs beyond a ``fold``. ``turned`` pieces
    lie on their side. The last row may be short.
    """

    lot: Lot
    first: int
    pieces: int
    columns: int
    place: Rect
    turned: bool = False
    fold: Fold | None = None

    @property
    def rows(self) -> int:
        """The number of rows, including a short one."""
        return ceil(self.pieces / self.columns)

    @property
    def slots(self) -> tuple[Rect, ...]:
        """The places of the fronts, in reading order."""
        cell, gap = _cell(self.lot, self.turned), self.lot.gap
        step = Size(cell.width + gap, cell.height + gap)
        return tuple(
            Rect(self.place.x + column * step.width, self.place.y + row * step.height, *cell)
            for row, column in (divmod(n, self.columns) for n in range(self.pieces))
        )

    @property
    def contents(self) -> Counter[str]:
        """The number of its pieces of each component, by the component's id."""
        names = (lot.component for lot in self.lot.single for _ in range(lot.pieces))
        return Counter(islice(names, self.first, self.first + self.pieces))

    @property
    def cuts(self) -> int:
        """The number of straight cuts and outlines that release its pieces."""
        return self.pieces if self.lot.gap else self.columns + self.rows + 2

    @property
    def scissor_cuts(self) -> int:
        """The number of cuts that release straight pieces strip by strip, the long ones first."""
        return self.pieces + 2 * min(self.columns, self.rows) + 1


class GangedSheet(NamedTuple):
    """The blocks of one sheet, and the places of its slug's items."""

    page: Size
    blocks: tuple[GangBlock, ...]
    slug: tuple[StripPlace, ...] = ()

    @property
    def cuts(self) -> int:
        """The number of straight cuts and outlines that release all pieces."""
        return sum(block.cuts for block in self.blocks)

    def room_around(self, place: Rect, limits: Rect) -> dict[Side, Mm]:
        """Return the distance from ``place`` to its neighbour on each side, or to ``limits``."""
        taken = [block.place for block in self.blocks] + [strip.place for strip, _ in self.slug]
        beside = [other for other in taken if other.y < place.bottom and place.y < other.bottom]
        above = [other for other in taken if other.x < place.right and place.x < other.right]
        distances = {
            Side.LEFT: [place.x - limits.x, *(place.x - other.right for other in beside)],
            Side.RIGHT: [limits.right - place.right, *(other.x - place.right for other in beside)],
            Side.TOP: [place.y - limits.y, *(place.y - other.bottom for other in above)],
            Side.BOTTOM: [limits.bottom - place.bottom, *(o.y - place.bottom for o in above)],
        }
        return {side: min(d for d in found if d > -EPSILON) for side, found in distances.items()}


class Gang(NamedTuple):
    """A layout of several lots on shared sheets."""

    sheets: tuple[GangedSheet, ...]

    @property
    def cuts(self) -> int:
        """The number of straight cuts and outlines that release all pieces."""
        return sum(sheet.cuts for sheet in self.sheets)

    @property
    def outlines(self) -> int:
        """The number of outlines among the cuts."""
        blocks = (block for sheet in self.sheets for block in sheet.blocks)
        return sum(block.cuts for block in blocks if block.lot.gap)


def gang(
    lots: Sequence[Lot],
    page: Size,
    slug: Slug,
    margin: Mm,
    clearance: Mm,
    keep_outs: Sequence[Rect] = (),
) -> Gang:
    """Lay out lots on the fewest sheets, then with the fewest cuts.

    Pieces stay ``margin`` away from the paper's edge, the items of the slug ``clearance``; nothing,
    not even bleed, enters ``keep_outs``.
    """
    return _gang(tuple(lots), page, slug, margin, clearance, tuple(keep_outs))


@lru_cache(maxsize=64)  # many choices, such as ink or a theme, leave the layout as it is
def _gang(
    lots: tuple[Lot, ...],
    page: Size,
    slug: Slug,
    margin: Mm,
    clearance: Mm,
    keep_outs: tuple[Rect, ...],
) -> Gang:
    area, limits = (Rect(0, 0, *page).inset(clear) for clear in (margin, clearance))
    bleed = max((lot.bleed for lot in lots), default=0.0)
    blocked = [rect.inset(-bleed) for rect in keep_outs]
    free = reduce(largest_free, blocked, [area])
    if large := [lot for lot in lots if not _fits(lot, free)]:
        raise LayoutError(*(_does_not_fit(lot, page, margin) for lot in large))
    there = [lot for lot in lots if lot.pieces]
    ways = dict.fromkeys((tuple(there), tuple(_joined(there))))
    orders = [order for way in ways for order in _orders(way)]
    found: list[Gang] = []
    fewest = 0
    for rooms in (free, *_beside_slug(free, limits, slug.depth + _around_slug(bleed))):
        if not all(_fits(lot, rooms) for lot in there):
            continue
        packed = {_pack(order, rooms, one) for order, one in product(orders, Preference)}
        ranked = sorted(packed, key=_rank)
        laid = (_laid_out(sheets, page, area, limits, slug, blocked) for sheets in ranked)
        found += filter(None, [next(filter(None, laid), None)])
        fewest = fewest or len(ranked[0])
        if any(len(one.sheets) == fewest for one in found):  # the slug takes no sheet
            break
    else:
        if len(there) > 1:  # then each lot gets sheets of its own
            apart = (_gang((lot,), page, slug, margin, clearance, keep_outs) for lot in there)
            found.append(Gang(tuple(sheet for one in apart for sheet in one.sheets)))
        if not found:
            raise LayoutError(_does_not_fit(there[0], page, margin))
    return min(found, key=lambda one: (len(one.sheets), one.cuts))


class Preference(StrEnum):
    """The tie-breaker between places for equally many pieces."""

    SHORT_SIDE = "short side"
    AREA = "area"
    CORNER = "corner"


class _Shape(NamedTuple):
    columns: int
    rows: int
    size: Size
    turned: bool
    fold: Fold | None

    @property
    def capacity(self) -> int:
        return self.columns * self.rows


_Blocks = tuple[GangBlock, ...]
_Left = tuple[tuple[Lot, int], ...]


def _fits(lot: Lot, rooms: Sequence[Rect]) -> bool:
    """Return whether a piece fits into one of the free rectangles."""
    return any(_useful(lot, room.size, 1) for room in rooms)


def _joined(lots: Sequence[Lot]) -> Iterator[Lot]:
    """Yield lots that share their blocks: those of one size that are cut in the same way."""
    alike: dict[tuple[str, Mm, bool], list[Lot]] = {}
    for lot in lots:
        alike.setdefault((dimensions(*sorted(lot.size)), lot.gap, lot.folded), []).append(lot)
    for some in alike.values():
        bleed, gutter = max(lot.bleed for lot in some), max(lot.gutter for lot in some)
        pieces = sum(lot.pieces for lot in some)
        joined = some[0]._replace(pieces=pieces, bleed=bleed, gutter=gutter)
        yield joined._replace(made_of=tuple(some)) if len(some) > 1 else some[0]


def _beside_slug(free: Sequence[Rect], limits: Rect, depth: Mm) -> Iterator[list[Rect]]:
    """Yield the free rectangles without a strip for the slug below, beside, or above and below."""
    below = largest_free(free, limits._replace(y=limits.bottom - depth))
    yield below
    yield largest_free(free, limits._replace(x=limits.right - depth))
    yield largest_free(below, limits._replace(height=depth))


def _orders(lots: Sequence[Lot]) -> Iterator[Sequence[Lot]]:
    """Yield orders in which to place lots: all of them for few lots, promising ones for many."""
    if len(lots) <= MOST_PERMUTED:
        yield from permutations(lots)
        return
    by_area = sorted(lots, key=lambda lot: -lot.size.width * lot.size.height)
    by_length = sorted(lots, key=lambda lot: -max(lot.size))
    by_room = sorted(lots, key=lambda lot: -lot.pieces * lot.size.width * lot.size.height)
    for order in (by_area, by_length, by_room):
        for start in range(len(order)):
            yield [order[start], *order[:start], *order[start + 1 :]]


def _pack(lots: Sequence[Lot], free: Sequence[Rect], preference: Preference) -> tuple[_Blocks, ...]:
    left = tuple((lot, lot.pieces) for lot in lots)
    sheets = []
    while left:
        blocks, left = _fill(left, tuple(free), preference)
        sheets.append(blocks)
    return tuple(sheets)


@lru_cache(maxsize=4096)  # many orders of the lots leave the same pieces for the last sheets
def _fill(left: _Left, free: Sequence[Rect], preference: Preference) -> tuple[_Blocks, _Left]:
    """Fill one sheet from the pieces ``left`` of each lot, and return what is left after it."""
    blocks: list[GangBlock] = []
    after: list[tuple[Lot, int]] = []
    for lot, count in left:
        while count and (found := _best_place(lot, count, free, preference)):
            corner, shape = found
            pieces = min(count, shape.capacity)
            place = Rect(corner.x, corner.y, *shape.size)
            first = lot.pieces - count
            blocks.append(
                GangBlock(lot, first, pieces, shape.columns, place, shape.turned, shape.fold)
            )
            count -= pieces
            free = largest_free(free, place.inset(-STREET))
        if count:
            after.append((lot, count))
    return tuple(blocks), tuple(after)


def _best_place(
    lot: Lot, count: int, free: Sequence[Rect], preference: Preference
) -> tuple[Rect, _Shape] | None:
    """Return the free rectangle and the shape that hold the most of ``count`` pieces."""

    def rank(candidate: tuple[Rect, _Shape]) -> tuple[Mm, ...]:
        room, shape = candidate
        spare = room.width - shape.size.width, room.height - shape.size.height
        match preference:
            case Preference.SHORT_SIDE:
                fit = min(spare)
            case Preference.AREA:
                fit = room.width * room.height - shape.size.width * shape.size.height
            case Preference.CORNER:
                fit = room.y + shape.size.height
        return -min(count, shape.capacity), fit, max(spare), room.y, room.x

    candidates = ((room, shape) for room in free for shape in _useful(lot, room.size, count))
    return min(candidates, key=rank, default=None)


def _useful(lot: Lot, room: Size, count: int) -> tuple[_Shape, ...]:
    """Return blocks of up to ``count`` pieces in ``room``, one of each useful shape."""
    most = int(room.width * room.height / (lot.size.width * lot.size.height)) + 1
    return _shapes(lot.size, lot.gap, lot.gutter if lot.folded else None, room, min(count, most))


@lru_cache(maxsize=4096)  # many orders of the lots leave the same rooms
def _shapes(size: Size, gap: Mm, gutter: Mm | None, room: Size, count: int) -> tuple[_Shape, ...]:
    """Return the blocks of pieces of a size, which fold over a ``gutter`` if it is not None."""
    found = []
    folds = (None,) if gutter is None else tuple(Fold)
    for turned, fold in product((False, True)[: 1 + (size != size.turned())], folds):
        cell, around = size.turned() if turned else size, gutter or 0.0
        width = room.width / 2 - around if fold is Fold.UPRIGHT else room.width
        height = room.height / 2 - around if fold is Fold.LEVEL else room.height
        most_columns = int((width + gap + EPSILON) / (cell.width + gap))
        most_rows = int((height + gap + EPSILON) / (cell.height + gap))
        if most_columns * most_rows <= count:
            grids = {(most_columns, most_rows)} if most_columns * most_rows else set()
        else:
            some = range(1, min(most_columns, count) + 1)
            grids = {(c, ceil(count / c)) for c in some if ceil(count / c) <= most_rows}
            grids |= {(c, min(most_rows, count // c)) for c in some}
        for columns, rows in sorted(grids):
            wide = columns * (cell.width + gap) - gap
            high = rows * (cell.height + gap) - gap
            if fold is Fold.UPRIGHT:
                wide = 2 * (wide + around)
            elif fold is Fold.LEVEL:
                high = 2 * (high + around)
            found.append(_Shape(columns, rows, Size(wide, high), turned, fold))
    return tuple(found)


def _cell(lot: Lot, turned: bool) -> Size:
    return lot.size.turned() if turned else lot.size


def _rank(sheets: tuple[_Blocks, ...]) -> tuple[int, int, int, tuple[_Blocks, ...]]:
    """Return a key that sorts few sheets first, then few cuts, then few lots on shared blocks."""
    blocks = [block for blocks in sheets for block in blocks]
    joined = sum(len(block.lot.made_of) for block in blocks)
    return len(sheets), sum(block.cuts for block in blocks), joined, sheets


def _laid_out(
    sheets: Sequence[_Blocks],
    page: Size,
    area: Rect,
    limits: Rect,
    slug: Slug,
    blocked: Sequence[Rect],
) -> Gang | None:
    """Return the sheets with the slug on each, or None if one has no room for it."""
    laid = (GangedSheet(page, blocks) for blocks in sheets)
    found = [_with_slug(sheet, area, limits, slug, blocked) for sheet in laid]
    return Gang(tuple(filter(None, found))) if all(found) else None


def _with_slug(
    sheet: GangedSheet, area: Rect, limits: Rect, slug: Slug, blocked: Sequence[Rect]
) -> GangedSheet | None:
    """Return the sheet with its slug, with its blocks centred if that leaves room."""
    around = reduce(Rect.union, (block.place for block in sheet.blocks))
    dx, dy = area.center.x - around.center.x, area.center.y - around.center.y
    found = []
    for shift in ((dx, dy), (dx, 0.0), (0.0, dy), (0.0, 0.0)):
        blocks = tuple(b._replace(place=b.place.moved(*shift)) for b in sheet.blocks)
        if not all(is_clear(block.place, blocked) for block in blocks):
            continue
        if places := _slug_places(blocks, limits, slug, blocked):
            found.append(sheet._replace(blocks=blocks, slug=places))
    return min(found, key=lambda one: _between_pieces(one, limits), default=None)


def _between_pieces(sheet: GangedSheet, limits: Rect) -> int:
    """Return how many items of the slug do not lie along an edge of the page."""
    return sum(not _at_edge(strip, limits) for strip, _ in sheet.slug)


def _at_edge(strip: Strip, limits: Rect) -> bool:
    place = strip.place
    if strip.side in (Side.TOP, Side.BOTTOM):
        return min(place.y - limits.y, limits.bottom - place.bottom) < EPSILON
    return min(place.x - limits.x, limits.right - place.right) < EPSILON


def _slug_places(
    blocks: _Blocks, limits: Rect, slug: Slug, blocked: Sequence[Rect]
) -> tuple[StripPlace, ...]:
    """Return a place for each item of the slug; none if one item has no room."""
    free = reduce(largest_free, blocked, [limits])
    for block in blocks:
        free = largest_free(free, block.place.inset(-_around_slug(block.lot.bleed)))
    places: list[StripPlace] = []
    for length in slug.lengths:
        strips = [strip for room in free for strip in _strips(room, Size(length, slug.depth))]
        if not strips:
            return ()
        strip = min(strips, key=lambda s: _slug_rank(s, limits))
        places.append((strip, 0.0))
        free = largest_free(free, strip.place.inset(-slug.gap / 2))
    return tuple(places)


def _slug_rank(strip: Strip, limits: Rect) -> tuple[bool, bool, Mm, Mm]:
    """Return a key that sorts places along an edge first, then level ones, the lowest first."""
    upright = strip.side in (Side.LEFT, Side.RIGHT)
    return not _at_edge(strip, limits), upright, -strip.place.bottom, strip.place.x


def _around_slug(bleed: Mm) -> Mm:
    """Return the distance of the slug from a block with that bleed."""
    return max(bleed, MARK_GAP) + CLEAR


def _strips(room: Rect, item: Size) -> Iterator[Strip]:
    """Yield the places for an item along the sides of a free rectangle."""
    width, height = room.width + EPSILON, room.height + EPSILON
    if width >= item.width and height >= item.height:
        yield Strip(Side.BOTTOM, Rect(room.x, room.bottom - item.height, *item))
        yield Strip(Side.TOP, Rect(room.x, room.y, *item))
    if height >= item.width and width >= item.height:
        y = room.bottom - item.width
        yield Strip(Side.LEFT, Rect(room.x, y, *item.turned()))
        yield Strip(Side.RIGHT, Rect(room.right - item.height, y, *item.turned()))


def _does_not_fit(lot: Lot, page: Size, margin: Mm) -> Message:
    return too_large(lot.size, margin, page, at=lot.name)
