"""Ganged sheets: pieces of several components on shared paper, with marks around every block."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import line, rectangle
from pnp.base.units import Mm
from pnp.components.piece import Piece
from pnp.scene import Group, Item, Role, RoleFilter, Scene, Shape
from pnp.sheets.layout.duplex import Duplex, SlotPlace, back_place, turned_sideways
from pnp.sheets.layout.gang import STREET, Block, Fold, GangedSheet, Lot, gang
from pnp.sheets.layout.imposition import GUTTER, bleed_areas
from pnp.sheets.layout.margin import Side, mark_reach
from pnp.sheets.layout.scheme import Scheme
from pnp.sheets.pages.cutting import FOLD, MarkArea, draw_marks, marked_sides
from pnp.sheets.pages.print import turned_on_its_side
from pnp.sheets.pages.slug import draw_slug, measure_slug

FOLD_REACH: Mm = 3.0  # of a fold line past its block, so that it can be found after cutting


class GangedPieces(NamedTuple):
    """The pieces of one component that go on ganged sheets; all are of one size."""

    component_id: str
    pieces: Sequence[Piece]

    @property
    def piece_count(self) -> int:
        """The number of physical pieces."""
        return sum(piece.copies for piece in self.pieces)


class GangJob(NamedTuple):
    """Ganged sheets, laid out but not yet drawn.

    ``duplex`` is None if no piece has a back.
    """

    title: str
    parts: Sequence[GangedPieces]
    sheets: tuple[GangedSheet, ...]
    duplex: Duplex | None
    scheme: Scheme
    scale: float = 1.0
    remarks: tuple[str, ...] = ()

    @property
    def piece_count(self) -> int:
        """The number of physical pieces."""
        return sum(part.piece_count for part in self.parts)

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return sum(len(self.sides(sheet)) for sheet in self.sheets)

    @property
    def page_size(self) -> Size:
        """The size of every page."""
        return self.scheme.paper

    @property
    def cuts(self) -> None:
        """None: no one set of straight cuts runs through all sheets."""

    @property
    def poster(self) -> None:
        """None: every piece fits on one page."""

    @property
    def cut_count(self) -> int:
        """The number of straight cuts and outlines on all sheets."""
        return sum(sheet.cuts for sheet in self.sheets)

    def sides(self, sheet: GangedSheet) -> tuple[str, ...]:
        """Return the sides of a sheet that are printed: a sheet without backs has only a front."""
        match self.duplex:
            case Duplex.BACKS:
                return ("back",) if self.has_backs(sheet) else ()
            case Duplex.LONG_EDGE | Duplex.SHORT_EDGE if self.has_backs(sheet):
                return ("front", "back")
            case _:
                return ("front",)

    def has_backs(self, sheet: GangedSheet) -> bool:
        """Return whether a piece on the sheet has a back."""
        backed = {
            part.component_id
            for part in self.parts
            if any(piece.back is not None for piece in part.pieces)
        }
        return any(block.lot.name in backed for block in sheet.blocks)

    def pages(self) -> Iterator[Scene]:
        """Draw the pages one by one, the back of a sheet after its front."""
        for number, sheet in enumerate(self.sheets, start=1):
            for side in self.sides(sheet):
                yield self.page(number, side)

    def page(self, number: int, side: str) -> Scene:
        """Draw one side of the sheet with a number from 1."""
        sheet = self.sheets[number - 1]
        placed = [one for block in sheet.blocks for one in self._placed(block, side)]
        items: list[Item] = list(_clipped(placed))
        if side in marked_sides(self.duplex, self.scheme.marks.sides):
            for block in sheet.blocks:
                items += _block_marks(block, sheet, side, self.scheme)
        shown = "fold" if any(block.fold for block in sheet.blocks) else side
        label = f"{self.title} · sheet {number} of {len(self.sheets)} · {shown} · print at 100 %"
        items += draw_slug(label, sheet.slug)
        name = f"{number}" if self._folds else f"{number} {side}"
        return Scene(self.page_size, tuple(items), label=name)

    @property
    def _folds(self) -> bool:
        return self.duplex is Duplex.FOLD

    def _placed(self, block: Block, side: str) -> Iterator["_Placed"]:
        part = next(part for part in self.parts if part.component_id == block.lot.name)
        expanded = (piece for piece in part.pieces for _ in range(piece.copies))
        pieces = islice(expanded, block.first, block.first + block.pieces)
        for piece, slot in zip(pieces, block.slots, strict=True):
            lying = turned_on_its_side(piece) if block.turned else piece
            if side == "front":
                yield _Placed(lying.front, SlotPlace(slot), piece.roles, piece.bleed)
            if lying.back is None:
                continue
            if block.fold is not None:
                yield _Placed(lying.back, _folded_place(slot, block), (Role.ART,), piece.bleed)
            elif side == "back" and self.duplex is not None:
                # Printed alone, only the backs can show where to cut.
                roles = piece.roles if self.duplex is Duplex.BACKS else (Role.ART,)
                place = back_place(slot, self.page_size, self.duplex)
                yield _Placed(lying.back, place, roles, piece.bleed)


class _Placed(NamedTuple):
    face: Scene
    place: SlotPlace
    roles: tuple[Role, ...]
    bleed: Mm


def gang_job(title: str, parts: Sequence[GangedPieces], scheme: Scheme) -> GangJob:
    """Lay out the pieces of several components together; ``title`` is on every sheet.

    Raises:
        LayoutError: If a piece does not fit on the paper.
    """
    two_sided = any(piece.back is not None for part in parts for piece in part.pieces)
    duplex = scheme.duplex if two_sided else None
    lots = [_lot(part, folded=duplex is Duplex.FOLD) for part in parts]
    longest = f"{title} · sheet 10 of 10 · front · print at 100 %"
    sheets = gang(lots, scheme.paper, measure_slug(longest), scheme.margin, scheme.clearance)
    return GangJob(title, tuple(parts), sheets, duplex, scheme)


def _lot(part: GangedPieces, *, folded: bool) -> Lot:
    piece = part.pieces[0]
    bleed = max(piece.bleed for piece in part.pieces)
    return Lot(
        part.component_id,
        part.piece_count,
        piece.front.size,
        0.0 if all(piece.straight for piece in part.pieces) else STREET,
        bleed,
        folded and any(piece.back is not None for piece in part.pieces),
        max(GUTTER, bleed),
    )


def _folded_place(slot: Rect, block: Block) -> SlotPlace:
    """Return where the back of a slot is printed beyond the fold of its block."""
    middle = block.place.center
    if block.fold is Fold.UPRIGHT:
        return SlotPlace(slot._replace(x=2 * middle.x - slot.right))
    return SlotPlace(slot._replace(y=2 * middle.y - slot.bottom), upside_down=True)


def _clipped(placed: Sequence[_Placed]) -> Iterator[Group]:
    """Yield each face in its place, with its bleed clipped half way to its neighbours."""
    most = max((one.bleed for one in placed), default=0.0)
    areas = bleed_areas([one.place.slot for one in placed], most)
    for one, area in zip(placed, areas, strict=True):
        own = one.place.slot.inset(-one.bleed).intersection(area)
        clip = rectangle(own) if one.bleed else None
        yield Group(RoleFilter(*one.roles)(one.face.items), one.place.placement, clip)


def _block_marks(block: Block, sheet: GangedSheet, side: str, scheme: Scheme) -> Iterator[Item]:
    """Yield the marks of a block: where to fold it, and where straight cuts free its pieces."""
    if block.fold is not None:
        yield _fold_line(block)
    if block.lot.gap:
        return
    slots = block.slots
    front = Rect.around([corner for slot in slots for corner in slot.corners])
    limits = Rect(0, 0, *sheet.page).inset(scheme.printable)
    rooms = sheet.room_around(block.place, limits)
    if block.fold is not None:
        del rooms[Side.RIGHT if block.fold is Fold.UPRIGHT else Side.BOTTOM]
    length, bleed = scheme.marks.length, block.lot.bleed
    reaches = {edge: mark_reach(room, bleed, 0.0, length) for edge, room in rooms.items()}
    area = MarkArea(slots, front, reaches, front.inset(-STREET / 2))
    yield from draw_marks(_turned_over(area, sheet.page, scheme.duplex, side), scheme.marks)


def _turned_over(area: MarkArea, page: Size, duplex: Duplex, side: str) -> MarkArea:
    """Return the area of the marks as it lies on a side of the sheet."""
    if side == "front":
        return area
    slots = tuple(back_place(slot, page, duplex).slot for slot in area.slots)
    block, limits = (back_place(rect, page, duplex).slot for rect in (area.block, area.limits))
    swapped = (Side.LEFT, Side.RIGHT) if turned_sideways(page, duplex) else (Side.TOP, Side.BOTTOM)
    other = dict(zip(swapped, reversed(swapped), strict=True))
    reaches = {other.get(edge, edge): reach for edge, reach in area.reaches.items()}
    return MarkArea(slots, block, reaches, limits)


def _fold_line(block: Block) -> Item:
    middle, place = block.place.center, block.place
    if block.fold is Fold.UPRIGHT:
        ends = Point(middle.x, place.y - FOLD_REACH), Point(middle.x, place.bottom + FOLD_REACH)
    else:
        ends = Point(place.x - FOLD_REACH, middle.y), Point(place.right + FOLD_REACH, middle.y)
    return Shape((line(*ends),), FOLD, Role.SCORE)
