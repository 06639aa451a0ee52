"""The margin around a block of slots: crop marks, the slug, registration marks, free space."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, StrEnum
from itertools import product
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm

LINE: Mm = 0.3  # what lines and letters of the slug may reach beyond its place
CUT_GAP: Mm = 2.0  # between pieces that a machine cuts one by one, so half of it is bleed

MARK_GAP: Mm = 1.0  # between the trim and a mark where there is no room for more
MARK_LENGTH: Mm = 4.0
SHORTEST_MARK: Mm = 2.5
SPECK: Mm = 1.0  # a mark shorter than this is too short to lay a ruler on
LEAST_GAP: Mm = 0.3  # between the trim and a mark where no other mark shows the cut
UNPRINTABLE: Mm = 5.0  # home printers leave 4.2 to 5 mm of the paper's edge white


def largest_free(free: Sequence[Rect], taken: Rect) -> list[Rect]:
    """Return the maximal rectangles that remain of ``free`` outside ``taken``."""
    if not any(rect.overlaps(taken) for rect in free):
        return list(free)
    rects = [rest for rect in free for rest in _around(rect, taken)]
    return [one for number, one in enumerate(rects) if not _is_within_another(number, one, rects)]


def _is_within_another(number: int, rect: Rect, rects: Sequence[Rect]) -> bool:
    """Return whether another of the rectangles contains one; of equal ones, the first stays."""
    for position, other in enumerate(rects):
        if position == number or not other.contains(rect):
            continue
        if position < number or not rect.contains(other):
            return True
    return False


def _around(rect: Rect, taken: Rect) -> list[Rect]:
    """Return the maximal parts of a rectangle left, right, above and below another."""
    if not rect.overlaps(taken):
        return [rect]
    parts = (
        Rect(rect.x, rect.y, taken.x - rect.x, rect.height),
        Rect(taken.right, rect.y, rect.right - taken.right, rect.height),
        Rect(rect.x, rect.y, rect.width, taken.y - rect.y),
        Rect(rect.x, taken.bottom, rect.width, rect.bottom - taken.bottom),
    )
    return [part for part in parts if part.width > 0 and part.height > 0]


class MarkPattern(StrEnum):
    """Which corners have which marks."""

    SQUARE_AND_ANGLES = "square-and-angles"
    ANGLES = "angles"
    SQUARES = "squares"


class Corner(NamedTuple):
    """A corner of the page: whether it is on the right, and whether at the bottom."""

    right: bool
    bottom: bool


CORNERS = (Corner(False, False), Corner(True, False), Corner(False, True), Corner(True, True))


class Registration(NamedTuple):
    """The marks of a cutting machine.

    ``inset`` is the distance from the paper's edge to the outside of a square, and to the middle of
    an angle's lines, which are ``length`` long and ``thickness`` wide. Nothing else is printed
    within ``clear`` of a mark.
    """

    name: str
    pattern: MarkPattern
    inset: Mm
    square: Mm
    length: Mm
    thickness: Mm
    clear: Mm

    def squares(self, page: Size) -> tuple[Rect, ...]:
        """Return the square marks."""
        corners = {MarkPattern.SQUARES: CORNERS, MarkPattern.SQUARE_AND_ANGLES: CORNERS[:1]}
        far = self.inset + self.square
        return tuple(
            Rect(
                page.width - far if corner.right else self.inset,
                page.height - far if corner.bottom else self.inset,
                self.square,
                self.square,
            )
            for corner in corners.get(self.pattern, ())
        )

    def angles(self, page: Size) -> tuple[tuple[Point, Point, Point], ...]:
        """Return the angle marks: the end of one arm, the corner, the other end."""
        corners = {MarkPattern.ANGLES: CORNERS, MarkPattern.SQUARE_AND_ANGLES: CORNERS[1:3]}
        found = []
        for corner in corners.get(self.pattern, ()):
            x = page.width - self.inset if corner.right else self.inset
            y = page.height - self.inset if corner.bottom else self.inset
            along = Point(x - self.length if corner.right else x + self.length, y)
            down = Point(x, y - self.length if corner.bottom else y + self.length)
            found.append((along, Point(x, y), down))
        return tuple(found)

    def keep_outs(self, page: Size) -> tuple[Rect, ...]:
        """Return the rectangles around the marks, extended to the corners of the page."""
        squares = [square.inset(-self.clear) for square in self.squares(page)]
        reach = self.clear + self.thickness / 2
        angles = [Rect.around(points).inset(-reach) for points in self.angles(page)]
        return tuple(_to_the_corner(rect, page) for rect in squares + angles)


def _to_the_corner(rect: Rect, page: Size) -> Rect:
    """Return a rectangle in a corner of the page, extended to that corner."""
    middle = rect.center
    left = 0.0 if middle.x < page.width / 2 else rect.x
    right = rect.right if middle.x < page.width / 2 else page.width
    top = 0.0 if middle.y < page.height / 2 else rect.y
    bottom = rect.bottom if middle.y < page.height / 2 else page.height
    return Rect(left, top, right - left, bottom - top)


def clear_part(strip: Rect, keep_outs: Sequence[Rect]) -> Rect:
    """Return the longest part of a strip outside ``keep_outs``; empty if there is none."""
    free = [strip]
    for taken in keep_outs:
        free = largest_free(free, taken.inset(-LINE))
    deep = [part for part in free if min(part.size) >= min(strip.size)]
    return max(deep, key=lambda part: max(part.size), default=strip._replace(width=0, height=0))


def is_clear(place: Rect, keep_outs: Sequence[Rect]) -> bool:
    """Return whether a place is outside all ``keep_outs``."""
    return not any(place.overlaps(taken) for taken in keep_outs)


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
