"""Imposition: page orientation, equal slots in rows and columns, and page templates."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import sqrt
from typing import NamedTuple

from pnp.base.errors import LayoutError, OptionError
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Message
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.game.paper import MARGIN
from pnp.sheets.layout.margin import (
    MARK_GAP,
    SHORTEST_MARK,
    UNPRINTABLE,
    Side,
    Slug,
    StripPlace,
    has_room_for_marks,
    is_clear,
    place_slug,
)
from pnp.sheets.layout.scheme import (
    Duplex,
    Orientation,
    Scheme,
    SlotPlace,
    Template,
    back_place,
    turned_sideways,
)


def too_large(piece: Size, margin: Mm, paper: Size, *, at: str = "", of: str = "") -> Message:
    """Return that a piece does not fit, and how to print it alone if it fits without margins.

    ``of`` is "half" for sheets to fold, or the orientation that was chosen.
    """
    room = zip(sorted(piece), sorted(paper), strict=True)
    fits = all(side <= most + EPSILON for side, most in room)
    return Message(
        "too_large_for_half" if of == "half" else "too_large",
        (at,) if at else (),
        size=dimensions(*piece),
        margin=f"{margin:g}",
        paper=dimensions(*paper) + (f" {of}" if of not in ("", "half") else ""),
        alone=Message("alone") if fits else "",
    )


class SlotGrid(NamedTuple):
    """The slots of one page in reading order, and the rectangle around them all.

    On a folded sheet, ``fold`` is the x of the fold, ``slots`` are left of it, and ``block`` also
    covers their mirror images on the right. In every other column pieces are upside down if they
    are ``nested``, with so much from one column to the next.
    """

    page: Size
    slots: tuple[Rect, ...]
    block: Rect
    fold: Mm | None = None
    nested: Mm = 0.0

    def places(self, duplex: Duplex | None = None) -> list[SlotPlace]:
        """Return the place of each front, or of each back on the other side of the sheet."""
        found: list[SlotPlace] = []
        for slot in self.slots:
            place = SlotPlace(slot) if duplex is None else back_place(slot, self.page, duplex)
            if self.nested and round((slot.x - self.block.x) / self.nested) % 2:
                place = place._replace(upside_down=not place.upside_down)
            found.append(place)
        return found

    def moved(self, dx: Mm, dy: Mm) -> "SlotGrid":
        """Return the grid moved on the page; a fold stays in the middle."""
        slots = tuple(slot.moved(dx, dy) for slot in self.slots)
        return self._replace(slots=slots, block=self.block.moved(dx, dy))

    def without(self, keep_outs: Sequence[Rect], bleed: Mm) -> "SlotGrid":
        """Return the grid without slots that would enter ``keep_outs`` with their bleed."""
        if not keep_outs:
            return self
        left = (slot for slot in self.slots if is_clear(slot.inset(-bleed), keep_outs))
        return self._replace(slots=tuple(left))


def most_on_page(
    page: Size, margin: Mm, cell: Size, gap: Mm, gutter: Mm | None = None, nested: Mm = 0.0
) -> tuple[int, int]:
    """Return how many columns and rows fit inside a page's margin.

    With a ``gutter`` the page is folded in the middle: the columns are those of its left half, the
    gutter away from the fold.
    """
    area = Rect(0, 0, page.width, page.height).inset(margin)
    width = area.width if gutter is None else area.width / 2 - gutter
    columns = _how_many(width, cell.width, _between(gap, nested))
    return columns, _how_many(area.height, cell.height, gap)


def _between(gap: Mm, nested: Mm) -> Mm:
    """Return the gap between the trims of neighbours, of which triangles have slanted sides."""
    return gap * 2 / sqrt(3) - nested if nested else gap


def centered_grid(
    page: Size,
    cell: Size,
    gap: Mm,
    columns: int,
    rows: int,
    gutter: Mm | None = None,
    nested: Mm = 0.0,
) -> SlotGrid:
    """Return a grid in the middle of a page, or of its left half if there is a ``gutter``."""
    across_step = cell.width + _between(gap, nested)
    width = cell.width + (columns - 1) * across_step
    height = rows * cell.height + (rows - 1) * gap
    fold, left, across = None, (page.width - width) / 2, width
    if gutter is not None:
        fold = page.width / 2
        left, across = fold - gutter - width, 2 * (width + gutter)
    top = (page.height - height) / 2
    slots = (
        Rect(left + column * across_step, top + row * (cell.height + gap), *cell)
        for row, column in product(range(rows), range(columns))
    )
    block = Rect(left, top, across, height)
    return SlotGrid(page, tuple(slots), block, fold, across_step if nested else 0.0)


UNDERLAP: Mm = 0.1  # of a piece below its neighbour


def bleed_areas(slots: Sequence[Rect], bleed: Mm) -> list[Rect]:
    """Return each slot with its bleed, which extends at most half way to a neighbour.

    Slots are painted in order. Where two touch, the first extends slightly under the second: some
    viewers would show a light line between antialiased edges.
    """
    areas: list[Rect] = []
    for number, slot in enumerate(slots):
        others = [(number < n, s) for n, s in enumerate(slots) if n != number]
        beside = [
            (later, s)
            for later, s in others
            if s.y < slot.bottom - EPSILON and slot.y < s.bottom - EPSILON
        ]
        above = [
            (later, s)
            for later, s in others
            if s.x < slot.right - EPSILON and slot.x < s.right - EPSILON
        ]
        left = _bleed_into([(slot.x - s.right, later) for later, s in beside], bleed)
        right = _bleed_into([(s.x - slot.right, later) for later, s in beside], bleed)
        top = _bleed_into([(slot.y - s.bottom, later) for later, s in above], bleed)
        bottom = _bleed_into([(s.y - slot.bottom, later) for later, s in above], bleed)
        width, height = slot.width + left + right, slot.height + top + bottom
        areas.append(Rect(slot.x - left, slot.y - top, width, height))
    return areas


def _bleed_into(gaps: list[tuple[Mm, bool]], bleed: Mm) -> Mm:
    """Return half of the smallest gap, or the bleed if there is room for it.

    Each gap comes with whether the slot beyond it is painted later.
    """
    rooms = (
        UNDERLAP if gap < EPSILON and later else max(0.0, gap) / 2
        for gap, later in gaps
        if gap > -EPSILON
    )
    return min([bleed, *rooms])


def _how_many(room: Mm, length: Mm, gap: Mm) -> int:
    return max(0, int((room + gap + EPSILON) / (length + gap)))


GUTTER: Mm = 2.0  # on either side of a fold, or the bleed if that is more
MARGIN_OF_MARKS: Mm = MARK_GAP + SHORTEST_MARK
CLEAR: Mm = 0.3  # between a crop mark and the slug outside it


class Imposition(NamedTuple):
    """A grid of slots, the number of sheets, and the place of each item of the slug.

    An item's place is None if a page template leaves no room for it. A ``precut`` sheet gets no
    cutting marks.
    """

    grid: SlotGrid
    sheets: int
    slug: tuple[StripPlace | None, ...]
    precut: bool = False

    @property
    def taken(self) -> dict[Side, Mm]:
        """The depth of the margin taken up by the slug, for each side that has part of it."""
        return {
            strip.side: min(strip.place.width, strip.place.height) + CLEAR
            for strip, _ in filter(None, self.slug)
        }


def impose(
    count: int,
    cell: Size,
    bleed: Mm,
    scheme: Scheme,
    slug: Slug,
    *,
    marked: bool = True,
    nested: Mm = 0.0,
) -> Imposition:
    """Lay out ``count`` pieces of one size on the fewest sheets.

    A page holds as many as fit, in its middle. Where that leaves no room for the slug, the block
    moves towards an edge, as far as needed and only along the axis that turning the sheet over does
    not mirror; if that is not enough, a row or a column is left out. If nothing is turned over and
    not one piece would fit, it may move along the other axis. Pieces that are ``marked`` need room
    for crop marks as well. When slots are to be skipped, a page is laid out full, so that a slot's
    number is the same for any count.
    """
    job = _PieceSet(count, cell, bleed, scheme, slug, marked, nested)
    axes = (False, True) if scheme.duplex is Duplex.FRONTS else (False,)
    for leftwards in axes:
        fullest = (job.fullest(page, leftwards) for page in scheme.pages)
        if found := list(filter(None, fullest)):
            fewest = min(found, key=lambda imposition: imposition.sheets)  # portrait if equal
            return leave_out(fewest, count, scheme.skip)
    lying = "" if scheme.orientation is Orientation.AUTO else str(scheme.orientation)
    of = "half" if scheme.duplex is Duplex.FOLD else lying
    raise LayoutError(too_large(cell, scheme.margin, scheme.paper, of=of))


def leave_out(imposition: Imposition, count: int, skip: Sequence[int]) -> Imposition:
    """Return an imposition of ``count`` pieces without the slots numbered in ``skip``, from 1."""
    slots = imposition.grid.slots
    beyond = sorted(number for number in set(skip) if not 1 <= number <= len(slots))
    if beyond:
        key = "skip_beyond_1" if len(slots) == 1 else "skip_beyond"
        numbers = ", ".join(map(str, beyond))
        raise OptionError(Message(key, "--skip", n=len(slots), numbers=numbers))
    left = tuple(slot for number, slot in enumerate(slots, start=1) if number not in skip)
    if not left:
        key = "skip_all_1" if len(slots) == 1 else "skip_all"
        raise OptionError(Message(key, "--skip", n=len(slots)))
    grid = imposition.grid._replace(slots=left)
    return imposition._replace(grid=grid, sheets=-(-count // len(left)))


class _PieceSet(NamedTuple):
    """The pieces of a job, and everything that restricts their places."""

    pieces: int
    cell: Size
    bleed: Mm
    scheme: Scheme
    slug: Slug
    marked: bool
    nested: Mm

    def fullest(self, page: Size, leftwards: bool) -> Imposition | None:
        """Return the imposition with the most slots, the first if several have as many.

        Registration marks take slots away, so the first grids need not be the fullest.
        """
        found = self.impositions(page, leftwards)
        if self.scheme.registration is None:
            return next(found, None)
        return max(found, key=lambda imposition: len(imposition.grid.slots), default=None)

    def impositions(self, page: Size, leftwards: bool) -> Iterator[Imposition]:
        """Yield grids with room for the slug and for marks, those with the most slots first."""
        scheme = self.scheme
        keep_outs = scheme.keep_outs(page)
        for grid in self._grids(page, leftwards):
            grid = grid.without(keep_outs, self.bleed)
            if not grid.slots:
                continue
            if self.marked and not has_room_for_marks(grid.block, page, scheme.printable):
                continue
            inner = _inner(self.bleed)
            if places := place_slug(
                self.slug, grid.block, page, scheme.clearance, inner, keep_outs
            ):
                yield Imposition(grid, -(-self.pieces // len(grid.slots)), places)

    def _grids(self, page: Size, leftwards: bool) -> Iterator[SlotGrid]:
        """Yield grids from the fullest on, each in the middle and then moved to make room."""
        scheme, gap = self.scheme, self.scheme.gap or 0.0
        gutter = max(GUTTER, self.bleed) if scheme.duplex is Duplex.FOLD else None
        columns, rows = most_on_page(page, scheme.margin, self.cell, gap, gutter, self.nested)
        if not scheme.skip:
            columns = min(columns, self.pieces)
            if columns:
                rows = min(rows, -(-self.pieces // columns))
        shapes = {(columns, rows)}
        room = _inner(self.bleed) + self.slug.depth
        upwards = turned_sideways(page, scheme.duplex) and not leftwards
        while shapes := {shape for shape in shapes if all(shape)}:
            for shape in sorted(shapes, key=lambda shape: (-shape[0] * shape[1], shape)):
                grid = centered_grid(page, self.cell, gap, *shape, gutter, self.nested)
                yield grid
                yield _moved_aside(grid, room, scheme, upwards=upwards)
            shapes = {s for c, r in shapes for s in ((c - 1, r), (c, r - 1))}


def _inner(bleed: Mm) -> Mm:
    """Return the depth of the margin that belongs to bleed and marks."""
    return max(MARGIN_OF_MARKS, bleed) + CLEAR


def _moved_aside(grid: SlotGrid, room: Mm, scheme: Scheme, *, upwards: bool) -> SlotGrid:
    """Return the grid moved up or left to free ``room`` below or beside it, if possible."""
    page, block = grid.page, grid.block
    if upwards:
        needed = room - (page.height - scheme.clearance - block.bottom)
        return grid.moved(0, -max(0.0, min(needed, block.y - scheme.margin)))
    needed = room - (page.width - scheme.clearance - block.right)
    return grid.moved(-max(0.0, min(needed, block.x - scheme.margin)), 0)


EXACT: Mm = 0.05  # a slot and a piece that differ by less count as equal


def impose_on(
    template: Template, count: int, cell: Size, reach: Mm, bleed: Mm, scheme: Scheme, slug: Slug
) -> Imposition:
    """Centre ``count`` pieces of one size in a template's slots.

    ``reach`` is the greatest distance of a piece's outline from its centre. The ruler and the label
    are each left out if there is no room beside the slots.
    """
    if not fits_slot(template, cell, reach):
        raise OptionError(_in_slots("larger_than", template, cell))
    if scheme.duplex is Duplex.BACKS and not _mirrors_itself(template):
        raise OptionError(Message("slots_not_mirrored", template=template.name))
    slots = tuple(Rect.about(slot.center, *cell) for slot in template.slots)
    grid = SlotGrid(template.page, slots, template.block)
    places = _slug_places(template, bleed, slug)
    full = Imposition(grid, -(-count // len(slots)), places, precut=template.precut)
    return leave_out(full, count, scheme.skip)


def fits_slot(template: Template, cell: Size, reach: Mm) -> bool:
    """Return whether a piece fits every slot without being turned."""
    if template.round:
        return all(reach <= slot.width / 2 + EPSILON for slot in template.slots)
    return all(
        cell.width <= slot.width + EPSILON and cell.height <= slot.height + EPSILON
        for slot in template.slots
    )


def remarks_on(template: Template, cell: Size, slug: Sequence[StripPlace | None]) -> list[str]:
    """Return notes for the user on printing pieces of this size on a template."""
    remarks: list[str] = []
    slot = template.slots[0].size
    if max(slot.width - cell.width, slot.height - cell.height) > EXACT:
        remarks.append(_in_slots("centred_in", template, cell))
    missing = "_".join(
        name for name, place in zip(("ruler", "label"), slug, strict=True) if place is None
    )
    if missing:
        remarks.append(Message(f"no_{missing}", template=template.name))
    page = Rect(0, 0, *template.page)
    if not page.inset(UNPRINTABLE).contains(template.block):
        remarks.append(Message("slots_near_edge", template=template.name, mm=f"{UNPRINTABLE:g}"))
    return remarks


def _in_slots(how: str, template: Template, cell: Size) -> Message:
    """Return a message about pieces in the slots of a template."""
    slot, named = template.slots[0].size, {"size": _rounded(cell), "template": template.name}
    if template.round:
        return Message(f"{how}_round_slots", slot=f"{slot.width:g} mm", **named)
    return Message(f"{how}_slots", slot=dimensions(*slot), **named)


def _rounded(size: Size) -> str:
    return dimensions(round(size.width, 2), round(size.height, 2))


def _mirrors_itself(template: Template) -> bool:
    """Return whether mirroring the page maps slots to slots."""
    backs = (back_place(s, template.page, Duplex.BACKS).slot for s in template.slots)
    return all(any(_same(back, slot) for slot in template.slots) for back in backs)


def _same(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) < EXACT for a, b in zip(one, other, strict=True))


def _slug_places(template: Template, bleed: Mm, slug: Slug) -> tuple[StripPlace | None, ...]:
    """Return places for the slug outside all slots, as far from the paper's edge as possible."""
    inner = (bleed if template.precut else max(MARGIN_OF_MARKS, bleed)) + CLEAR
    items = range(len(slug.lengths))
    choices = [items, *([item] for item in reversed(items))]  # all, or the label, or the ruler
    for chosen, clearance in product(choices, (MARGIN, UNPRINTABLE)):
        some = slug._replace(lengths=tuple(slug.lengths[item] for item in chosen))
        places = place_slug(some, template.block, template.page, clearance, inner)
        if places is not None:
            return tuple(map(dict(zip(chosen, places, strict=True)).get, items))
    return (None,) * len(items)
