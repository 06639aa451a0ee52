"""The margin around a block of slots: crop marks next to it, the slug outside them."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import product
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm
from pnp.game.paper import MARGIN as MARGIN
from pnp.sheets.layout.registration import clear_part

MARK_GAP: Mm = 1.0  # between the trim and a mark where there is no room for more
MARK_LENGTH: Mm = 4.0
SHORTEST_MARK: Mm = 2.5
SPECK: Mm = 1.0  # a mark shorter than this is too short to lay a ruler on
LEAST_GAP: Mm = 0.3  # between the trim and a mark where no other mark shows the cut
UNPRINTABLE: Mm = 5.0  # home printers leave 4.2 to 5 mm of the paper's edge white


class Side(Enum):
    """A side of the page; text along the left side reads upwards, along the right downwards."""

    BOTTOM = "bottom"
    TOP = "top"
    LEFT = "left"
    RIGHT = "right"


ENDS = (Side.TOP, Side.BOTTOM), (Side.LEFT, Side.RIGHT)  # of vertical and of horizontal cuts


class Strip(NamedTuple):
    """A rectangle in the margin along one side of the page."""

    side: Side
    place: Rect

    @property
    def length(self) -> Mm:
        """The length along the page's edge."""
        along = self.side in (Side.TOP, Side.BOTTOM)
        return self.place.width if along else self.place.height


StripPlace = tuple[Strip, Mm]  # a strip of the margin, and where along it an item begins


def area_inside(page: Size, clear: Mapping[Side, Mm]) -> Rect:
    """Return the page inside margins of the widths ``clear``."""
    width = page.width - clear[Side.LEFT] - clear[Side.RIGHT]
    height = page.height - clear[Side.TOP] - clear[Side.BOTTOM]
    return Rect(clear[Side.LEFT], clear[Side.TOP], width, height)


class Slug(NamedTuple):
    """The items in the margin of every sheet: their ``lengths`` and common ``depth``."""

    lengths: tuple[Mm, ...]
    depth: Mm
    gap: Mm


def place_slug(
    slug: Slug, block: Rect, page: Size, margin: Mm, inner: Mm, keep_outs: Sequence[Rect] = ()
) -> tuple[StripPlace, ...] | None:
    """Place the items of a slug in strips of the margin, each in the first strip with room.

    Strips are at least ``inner`` away from the block and lie along the inside of the margin's line,
    clear of ``keep_outs``; bottom first. Returns None if an item fits nowhere.
    """
    safe, depth = Rect(0, 0, *page).inset(margin), slug.depth
    places = {
        Side.BOTTOM: Rect(safe.x, safe.bottom - depth, safe.width, depth),
        Side.TOP: Rect(safe.x, safe.y, safe.width, depth),
        Side.LEFT: Rect(safe.x, safe.y, depth, safe.height),
        Side.RIGHT: Rect(safe.right - depth, safe.y, depth, safe.height),
    }
    strips = [
        Strip(side, clear_part(place, keep_outs))
        for side, place in places.items()
        if _room(block, page, margin, side) >= inner + depth - EPSILON
    ]
    used = dict.fromkeys(Side, 0.0)
    found: list[StripPlace] = []
    for length in slug.lengths:
        for strip in strips:
            start = used[strip.side]
            if start + length <= strip.length + EPSILON and not _crossed(strip, strips, used):
                found.append((strip, start))
                used[strip.side] += length + slug.gap
                break
        else:
            return None
    return tuple(found)


def mark_reaches(
    block: Rect,
    page: Size,
    margin: Mm,
    bleed: Mm,
    taken: Mapping[Side, Mm],
    printable: Mm = UNPRINTABLE,
    length: Mm = MARK_LENGTH,
) -> dict[Side, tuple[Mm, Mm]]:
    """Return the distances from the block at which marks begin and end, equal where none fit.

    ``taken`` is the depth of the slug on a side, where no mark may be. ``printable`` is how close
    to the paper's edge a mark may come if room is short. Without room for ``length``, marks are
    shorter; where that would leave cuts without any, they begin closer to the trim.
    """
    reaches, rooms = {}, {}
    for side in Side:
        free = _room(block, page, margin, side) - taken.get(side, 0.0)
        beyond = 0.0 if side in taken else margin - printable
        reaches[side], rooms[side] = mark_reach(free, bleed, beyond, length), free + beyond
    return reaches | short_reaches(reaches, rooms)


def short_reaches(
    reaches: Mapping[Side, tuple[Mm, Mm]], rooms: Mapping[Side, Mm]
) -> dict[Side, tuple[Mm, Mm]]:
    """Return other reaches where cuts have a mark at neither end: for the shortest, nearest marks.

    Sides that are not in ``reaches`` have none.
    """
    return {
        side: _short_reach(rooms[side])
        for ends in ENDS
        if all(begin == end for begin, end in (reaches[side] for side in ends if side in reaches))
        for side in ends
        if side in reaches
    }


def _short_reach(room: Mm) -> tuple[Mm, Mm]:
    """Return where the shortest mark begins and ends, or an empty one if there is no room."""
    begin = min(MARK_GAP, room - SPECK)
    return (begin, begin + SPECK) if begin >= LEAST_GAP - EPSILON else (MARK_GAP, MARK_GAP)


def has_room_for_marks(block: Rect, page: Size, printable: Mm) -> bool:
    """Return whether every cut can have a mark on at least one end.

    ``printable`` is how close to the paper's edge marks may come.
    """
    room = {side: _room(block, page, printable, side) for side in Side}
    least = min(max(room[side] for side in ends) for ends in ENDS)
    return least >= LEAST_GAP + SPECK - EPSILON


def marks_at(
    xs: Iterable[Mm], ys: Iterable[Mm], block: Rect, reaches: Mapping[Side, tuple[Mm, Mm]]
) -> list[tuple[Point, Point]]:
    """Return crop marks around a block, at both ends of lines to cut along at ``xs`` and ``ys``.

    A side that is not in ``reaches``, or that has no room, has none.
    """
    lines: list[tuple[Point, Point]] = []
    for x, (side, y, way) in product(xs, ((Side.TOP, block.y, -1), (Side.BOTTOM, block.bottom, 1))):
        begin, end = reaches.get(side, (0.0, 0.0))
        lines.append((Point(x, y + way * begin), Point(x, y + way * end)))
    for y, (side, x, way) in product(ys, ((Side.LEFT, block.x, -1), (Side.RIGHT, block.right, 1))):
        begin, end = reaches.get(side, (0.0, 0.0))
        lines.append((Point(x + way * begin, y), Point(x + way * end, y)))
    return [(start, end) for start, end in lines if start != end]


def edges(slots: Sequence[Rect]) -> tuple[list[Mm], list[Mm]]:
    """Return the x and the y of all lines to cut along."""
    return (
        distinct([x for slot in slots for x in (slot.x, slot.right)]),
        distinct([y for slot in slots for y in (slot.y, slot.bottom)]),
    )


def distinct(values: Sequence[Mm]) -> list[Mm]:
    """Return sorted values without duplicates that differ only by rounding."""
    found: list[Mm] = []
    for value in sorted(values):
        if not found or value - found[-1] > 1e-3:
            found.append(value)
    return found


def mark_reach(room: Mm, bleed: Mm, beyond: Mm, length: Mm) -> tuple[Mm, Mm]:
    """Return the distances from the block's edge at which a crop mark begins and ends.

    It stays clear of the bleed and within ``room`` if possible; if not, it begins nearer to the
    trim and may then extend at most ``beyond`` past ``room``.
    """
    begin = bleed + 0.5 if bleed else MARK_GAP
    shortest = min(SHORTEST_MARK, length)
    if room < begin + shortest:
        begin = MARK_GAP
    end = min(begin + length, room)
    if end < begin + shortest:
        end = min(begin + shortest, room + beyond)
    return begin, end if end >= begin + SPECK else begin


def _room(block: Rect, page: Size, margin: Mm, side: Side) -> Mm:
    return {
        Side.BOTTOM: page.height - margin - block.bottom,
        Side.TOP: block.y - margin,
        Side.LEFT: block.x - margin,
        Side.RIGHT: page.width - margin - block.right,
    }[side]


def _crossed(strip: Strip, strips: Sequence[Strip], used: dict[Side, Mm]) -> bool:
    """Return whether a strip already in use overlaps this one in a corner of the page."""
    return any(
        used[other.side] and other.side is not strip.side and other.place.overlaps(strip.place)
        for other in strips
    )
