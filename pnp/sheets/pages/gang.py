"""Ganged sheets: pieces of several components on shared paper, with marks around every block."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from typing import NamedTuple

from pnp.base.errors import LayoutError, OptionError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.messages import Message
from pnp.base.path import line, rectangle
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.components.piece import Piece, ShownRoles, cased, is_dark_at_edge
from pnp.scene import Group, Item, Role, Scene, Shape
from pnp.scene.laser_bed import Bed
from pnp.sheets.layout.crop_marks import MarkSides
from pnp.sheets.layout.gang import STREET, Fold, Gang, GangBlock, GangedSheet, Lot, gang
from pnp.sheets.layout.imposition import GUTTER, bleed_areas
from pnp.sheets.layout.margin import CUT_GAP, Side, Strip, StripPlace, mark_reach, short_reaches
from pnp.sheets.layout.scheme import (
    Duplex,
    Scheme,
    SheetSide,
    SlotPlace,
    back_place,
    sides_of,
    turned_sideways,
)
from pnp.sheets.pages.cutting import (
    FOLD,
    CutPiece,
    MarkArea,
    cut_bed,
    draw_marks,
    draw_registration,
    draw_slug,
    measure_slug,
    sheet_label,
)
from pnp.sheets.pages.job import SheetJob
from pnp.sheets.pages.print import turned_on_its_side

ON_WHITE: Mm = 3.0  # of a cut line past the bleed
FOLD_REACH: Mm = 3.0  # of a fold line past its block, so that it can be found after cutting


class GangedPieces(NamedTuple):
    """The pieces of one component, all of one size, for ganged sheets.

    ``group`` numbers the sizes of a component that has several, from 0.
    """

    component_id: str
    pieces: Sequence[Piece]
    group: int = 0

    @property
    def piece_count(self) -> int:
        """The number of physical pieces."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def two_sided(self) -> bool:
        """Whether a piece has a back."""
        return any(piece.back is not None for piece in self.pieces)


def gang_job(title: str, parts: Sequence[GangedPieces], scheme: Scheme) -> SheetJob:
    """Lay out the pieces of several components together; ``title`` is on every sheet.

    In two-sided printing, a sheet without backs gets a blank page before the next front.
    """
    two_sided = any(part.two_sided for part in parts)
    if scheme.duplex is Duplex.BACKS and not two_sided:
        raise OptionError(Message("no_backs_to_print"))
    duplex = scheme.duplex if two_sided else None
    gap = CUT_GAP if scheme.registration else 0.0
    lots = [_lot(part, gap, folded=duplex is Duplex.FOLD) for part in parts]
    room = measure_slug(sheet_label(title, 10, 10, "front", scheme.lang), scheme.font)
    keep_outs = scheme.keep_outs(scheme.paper)
    layout = gang(lots, scheme.paper, room, scheme.margin, scheme.clearance, keep_outs)
    sheets = _GangedSheets(title, parts, layout, scheme)
    return SheetJob(
        layout,
        sum(part.piece_count for part in parts),
        sheets.sides,
        scheme.paper,
        sheets.pages,
        duplex,
        cut_beds=sheets.cut_beds if scheme.registration else None,
    )


def fit_shared_sheets(part: GangedPieces, scheme: Scheme) -> bool:
    """Return whether the pieces fit on a sheet with a ruler and a label beside them."""
    single = part._replace(pieces=[part.pieces[0]._replace(copies=1)])
    if scheme.duplex is Duplex.BACKS:  # which lie behind all fronts, with backs or without
        scheme = scheme._replace(duplex=Duplex.FRONTS)
    try:
        gang_job("", [single], scheme)
    except LayoutError:
        return False
    return True


def in_strips(
    component_id: str, ways: Iterable[Sequence[Piece]], scheme: Scheme, fewer_than: int
) -> list[GangedPieces]:
    """Return the strips of a board, in the first way that takes fewer than ``fewer_than`` sheets.

    Strips of one size that are cut in the same way form a group. Returns none if no way is better.
    """
    for way in ways:
        alike: dict[tuple[bool, str], list[Piece]] = {}
        for strip in way:
            alike.setdefault((strip.freed_by_trim, dimensions(*strip.front.size)), []).append(strip)
        groups = [
            GangedPieces(component_id, strips, number)
            for number, strips in enumerate(alike.values())
        ]
        try:
            layout = gang_job("", groups, scheme).layout
        except LayoutError:
            continue
        if isinstance(layout, Gang) and len(layout.sheets) < fewer_than:
            return groups
    return []


class _GangedSheets:
    """Draws ganged sheets; ``sides`` are those of its pages."""

    def __init__(
        self, title: str, parts: Sequence[GangedPieces], layout: Gang, scheme: Scheme
    ) -> None:
        self._title = title
        self._pieces = {(part.component_id, part.group): part.pieces for part in parts}
        self._sheets = layout.sheets
        self._scheme = scheme
        two_sided = any(part.two_sided for part in parts)
        self._duplex = scheme.duplex if two_sided else None
        backed = [any(map(self._has_backs, sheet.blocks)) for sheet in self._sheets]
        self.sides = sides_of(self._duplex, backed)

    def _has_backs(self, block: GangBlock) -> bool:
        return any(piece.back is not None for piece in self._pieces_in(block))

    def _pieces_in(self, block: GangBlock) -> Iterator[Piece]:
        parts = (self._pieces[lot.component, lot.group] for lot in block.lot.single)
        expanded = (piece for pieces in parts for piece in pieces for _ in range(piece.copies))
        return islice(expanded, block.first, block.first + block.pieces)

    def pages(self) -> Iterator[Scene]:
        """Draw the pages one by one, the back of a sheet after its front."""
        return map(self._page, self.sides)

    def _page(self, page: SheetSide) -> Scene:
        sheet, scheme = self._sheets[page.sheet - 1], self._scheme
        side = "back" if page.side == "back" else "front"
        blocks = [block for block in sheet.blocks if side != "back" or self._has_backs(block)]
        if not blocks:
            return Scene(scheme.paper, (), label=page.label)
        placed = [one for block in blocks for one in self._placed(block, side)]
        items: list[Item] = list(_clipped(placed))
        wanted = {MarkSides.FRONTS: "front", MarkSides.BACKS: "back"}.get(scheme.marks.sides)
        if self._duplex is None or wanted in (None, side):
            for block in blocks:
                items += _block_marks(block, sheet, side, scheme, self._on_dark(block))
        if scheme.registration is not None and side == "front":
            items += draw_registration(scheme.registration, scheme.paper)
        shown = "folds" if any(block.fold for block in sheet.blocks) else side
        label = sheet_label(self._title, page.sheet, len(self._sheets), shown, scheme.lang)
        items += draw_slug(label, _slug_on(side, sheet, scheme.duplex), scheme.font)
        trim = reduce(Rect.union, (one.place.slot for one in placed))
        bleed = max(one.bleed for one in placed)
        around = trim.inset(-bleed).intersection(Rect(0, 0, *scheme.paper))
        return Scene(scheme.paper, tuple(items), trim, around, page.label)

    def _on_dark(self, block: GangBlock) -> bool:
        """Return whether any piece of a block is dark along its edge."""
        faces = (face for piece in self._pieces_in(block) for _, face in piece.faces)
        return any(map(is_dark_at_edge, faces))

    def cut_beds(self) -> Iterator[Bed]:
        """Yield the bed for a cutting machine of each sheet."""
        registration, page = self._scheme.registration, self._scheme.paper
        assert registration is not None
        for number, sheet in enumerate(self._sheets, start=1):
            placed = (one for block in sheet.blocks for one in self._placed(block, "front"))
            pieces = (CutPiece(one.face, one.place.placement) for one in placed if one.face)
            yield cut_bed(registration, page, pieces, f"{number}")

    def _placed(self, block: GangBlock, side: str) -> Iterator["_Placed"]:
        """Yield the faces of a block on a side; backs that pieces lack have their places too."""
        page, duplex = self._scheme.paper, self._duplex
        for piece, slot in zip(self._pieces_in(block), block.slots, strict=True):
            upright = abs(piece.front.size.width - slot.width) < EPSILON
            lying = piece if upright else turned_on_its_side(piece)
            if side == "front":
                machine = self._scheme.registration is not None
                shown = (Role.ART, Role.SCORE) if machine else piece.roles
                yield _Placed(lying.front, SlotPlace(slot), shown, piece.bleed)
            if block.fold is not None:
                yield _Placed(lying.back, _folded_place(slot, block), (Role.ART,), piece.bleed)
            elif side == "back" and duplex is not None:
                # Printed alone, only the backs can show where to cut.
                roles = piece.roles if duplex is Duplex.BACKS else (Role.ART,)
                yield _Placed(lying.back, back_place(slot, page, duplex), roles, piece.bleed)


class _Placed(NamedTuple):
    face: Scene | None
    place: SlotPlace
    roles: tuple[Role, ...]
    bleed: Mm


def _lot(part: GangedPieces, gap: Mm, *, folded: bool) -> Lot:
    """Return the lot of a part; ``gap`` is between pieces with straight edges."""
    piece = part.pieces[0]
    bleed = max(piece.bleed for piece in part.pieces)
    return Lot(
        part.component_id,
        part.piece_count,
        piece.front.size,
        gap if all(piece.freed_by_trim for piece in part.pieces) else STREET,
        bleed,
        folded and part.two_sided,
        max(GUTTER, bleed),
        part.group,
    )


def _folded_place(slot: Rect, block: GangBlock) -> SlotPlace:
    """Return the place of a slot's back beyond the fold of its block."""
    middle = block.place.center
    if block.fold is Fold.UPRIGHT:
        return SlotPlace(slot._replace(x=2 * middle.x - slot.right))
    return SlotPlace(slot._replace(y=2 * middle.y - slot.bottom), upside_down=True)


def _clipped(placed: Sequence[_Placed]) -> Iterator[Group]:
    """Yield each face in its place, its bleed clipped half way to its neighbours."""
    placed = sorted(placed, key=lambda one: one.face is not None)  # nothing reaches below no face
    most = max((one.bleed for one in placed), default=0.0)
    areas = bleed_areas([one.place.slot for one in placed], most)
    for one, area in zip(placed, areas, strict=True):
        if one.face is None:
            continue
        own = one.place.slot.inset(-one.bleed).intersection(area)
        clip = rectangle(own) if one.bleed else None
        yield Group(ShownRoles(*one.roles)(one.face.items), one.place.placement, clip)


def _block_marks(
    block: GangBlock, sheet: GangedSheet, side: str, scheme: Scheme, on_dark: bool
) -> Iterator[Item]:
    """Yield the marks of a block: its fold, and the straight cuts that release its pieces."""
    if block.fold is not None:
        fold = _fold_line(block)
        yield from cased(fold) if on_dark else (fold,)
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
    reaches |= short_reaches(reaches, rooms)
    area = MarkArea(slots, front, reaches, _lines_within(front, rooms, bleed, limits))
    area = _turned_over(area, sheet.page, scheme.duplex, side)
    yield from draw_marks(area, scheme.marks, on_dark=on_dark)


def _lines_within(block: Rect, rooms: Mapping[Side, Mm], bleed: Mm, limits: Rect) -> Rect:
    """Return how far full cut lines go: onto white paper past the bleed, where there is room.

    They stop half way to a neighbour.
    """
    edges_at = {
        Side.LEFT: block.x - limits.x,
        Side.RIGHT: limits.right - block.right,
        Side.TOP: block.y - limits.y,
        Side.BOTTOM: limits.bottom - block.bottom,
    }

    def reach(side: Side) -> Mm:
        room = rooms.get(side, 0.0)
        free = room if room > edges_at[side] - EPSILON else room - STREET / 2
        return max(min(bleed + ON_WHITE, free), STREET / 2)

    left, right, top, bottom = map(reach, edges_at)
    width, height = block.width + left + right, block.height + top + bottom
    return Rect(block.x - left, block.y - top, width, height)


def _slug_on(side: str, sheet: GangedSheet, duplex: Duplex) -> Sequence[StripPlace]:
    """Return the places of the slug on a side; backs have them turned over with the pieces."""
    if side == "front":
        return sheet.slug
    swapped = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}
    other = swapped if turned_sideways(sheet.page, duplex) else {}
    return [
        (
            Strip(
                other.get(strip.side, strip.side), back_place(strip.place, sheet.page, duplex).slot
            ),
            start,
        )
        for strip, start in sheet.slug
    ]


def _turned_over(area: MarkArea, page: Size, duplex: Duplex, side: str) -> MarkArea:
    """Return the area of the marks on a side of the sheet."""
    if side == "front":
        return area
    slots = tuple(back_place(slot, page, duplex).slot for slot in area.slots)
    block, limits = (back_place(rect, page, duplex).slot for rect in (area.block, area.limits))
    swapped = (Side.LEFT, Side.RIGHT) if turned_sideways(page, duplex) else (Side.TOP, Side.BOTTOM)
    other = dict(zip(swapped, reversed(swapped), strict=True))
    reaches = {other.get(edge, edge): reach for edge, reach in area.reaches.items()}
    return MarkArea(slots, block, reaches, limits)


def _fold_line(block: GangBlock) -> Shape:
    middle, place = block.place.center, block.place
    if block.fold is Fold.UPRIGHT:
        ends = Point(middle.x, place.y - FOLD_REACH), Point(middle.x, place.bottom + FOLD_REACH)
    else:
        ends = Point(place.x - FOLD_REACH, middle.y), Point(place.right + FOLD_REACH, middle.y)
    return Shape((line(*ends),), FOLD, Role.SCORE)
