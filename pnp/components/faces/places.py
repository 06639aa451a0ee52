"""Places and sizes of frames: in millimetres, in percent, and from any edge of their face.

``"5x4mm"`` is right and down from the top left, ``"50x40mm"`` a width and a height. With a comma
the two directions are separate: a place such as ``"right 5mm, 10%"`` or ``"center, bottom 3mm"``, a
size such as ``"bleed, 19mm"`` or ``"100% - 12mm, 40%"``.
"""

import re
from typing import Annotated, Literal, NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import LONGEST, MM_PER_UNIT, Mm, parse_offset, parse_size, quoted
from pnp.game.fields import Reads

FaceEdge = Literal["start", "middle", "end"]

_PLACE = 'such as "5x4mm", "right 5mm, top 10%" or "center, bottom 3mm"'
_AREA = 'such as "50x40mm", "100% - 12mm, 19mm" or "bleed, 30%"'
_ACROSS: dict[str, FaceEdge] = {"left": "start", "center": "middle", "right": "end"}
_DOWN: dict[str, FaceEdge] = {
    "top": "start",
    "center": "middle",
    "middle": "middle",
    "bottom": "end",
}
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # the part of the free room before a frame
_MOST_PERCENT = 1000
_AMOUNT = r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})\s*(%|[a-z]+)"
_MORE = rf"\s*(?:([-+])\s*{_AMOUNT})?"
_DISTANCE = re.compile(rf"(?:([a-z]+)\b)?\s*(?:(-?)\s*{_AMOUNT})?{_MORE}")
_LENGTH = re.compile(rf"(?:(bleed)|(-?)\s*{_AMOUNT}){_MORE}")


class Share(NamedTuple):
    """A share of a face's side plus millimetres; with ``bleed`` the side includes its bleed."""

    part: float = 0.0
    mm: Mm = 0.0
    bleed: bool = False

    def of(self, side: Mm) -> Mm:
        """Return its length for a side of a given length."""
        return self.part * side + self.mm


class EdgeDistance(NamedTuple):
    """A frame's distance from an edge of its face, inwards, or from the face's middle."""

    edge: FaceEdge
    away: Share

    def start(self, length: Mm, first: Mm, side: Mm) -> Mm:
        """Return where a frame of some length begins on a side that begins at ``first``."""
        away = self.away.of(side)
        free = _BEFORE[self.edge] * (side - length)
        return first + free + (-away if self.edge == "end" else away)

    def rest(self, first: Mm, side: Mm) -> tuple[Mm, Mm]:
        """Return the start and the length of the rest of a side."""
        away = self.away.of(side)
        if self.edge == "middle":
            return first, side
        return first + (away if self.edge == "start" else 0.0), max(side - away, 0.0)


class RelativePlace(NamedTuple):
    """The place of a frame in each direction, and its text in the definition."""

    across: EdgeDistance
    down: EdgeDistance
    text: str


class RelativeArea(NamedTuple):
    """The width and height of a frame, and their text in the definition."""

    width: Share
    height: Share
    text: str


FramePlace = Point | RelativePlace
FrameArea = Size | RelativeArea
_WHOLE = Share(1.0, 0.0, bleed=True)


def parse_place(text: str) -> FramePlace:
    """Parse the place of a frame: an offset from the top left, or two separate directions."""
    if "," not in text and not re.search("%|left|right|top|bottom|center|middle", text):
        return Point(*parse_offset(text))
    across, down = _two(text, _PLACE)
    return RelativePlace(_distance(across, _ACROSS, text), _distance(down, _DOWN, text), text)


At = Annotated[
    FramePlace, Reads(parse_place, "place", 'a place, such as "5x4mm" or "right 5mm, top 10%"')
]


def parse_area(text: str) -> FrameArea:
    """Parse the size of a frame: a width and height, or two separate directions."""
    if "," not in text and not re.search("%|bleed", text):
        return Size(*parse_size(text))
    width, height = _two(text, _AREA)
    return RelativeArea(_length(width, text), _length(height, text), text)


def moved_place(at: FramePlace, step: Point) -> FramePlace:
    """Return a place further right and down."""
    if isinstance(at, Point):
        return at.moved(*step)
    return at._replace(across=_moved(at.across, step.x), down=_moved(at.down, step.y))


def _moved(distance: EdgeDistance, by: Mm) -> EdgeDistance:
    away = distance.away
    inwards = -by if distance.edge == "end" else by
    return distance._replace(away=away._replace(mm=away.mm + inwards))


def frame_place(at: FramePlace, area: FrameArea | None, box: Rect, bleed: Mm) -> Rect:
    """Return the rectangle of a frame in a box; without an area it fills the box and its bleed."""
    if isinstance(at, Point) and isinstance(area, Size):
        return Rect(box.x + at.x, box.y + at.y, *area)
    if isinstance(at, Point) and area is None:
        return box.inset(-bleed).moved(*at)
    if isinstance(area, Size):
        wide, high = Share(mm=area.width), Share(mm=area.height)
    else:
        wide, high = (area.width, area.height) if area else (_WHOLE, _WHOLE)
    across, down = _distances(at)
    beyond, below = bleed * wide.bleed, bleed * high.bleed
    first, side = box.x - beyond, box.width + 2 * beyond
    top, height = box.y - below, box.height + 2 * below
    size = Size(wide.of(side), high.of(height))
    return Rect(across.start(size.width, first, side), down.start(size.height, top, height), *size)


def point_in(box: Rect, at: FramePlace) -> Point:
    """Return the point at a place in a box."""
    there = frame_place(at, Size(0, 0), box, 0.0)
    return Point(there.x, there.y)


def check_bleed(at: FramePlace, area: FrameArea | None) -> None:
    """Refuse a place that moves a frame off the bleed that it should cover."""
    sides = () if area is None or isinstance(area, Size) else (area.width, area.height)
    for side, distance in zip(sides, _distances(at), strict=False):
        if side == _WHOLE and distance.away != Share():
            raise ValueError(
                "a side that is `bleed` long begins at the bleed by itself and would leave a strip "
                'without ink; write 0mm there, such as "0mm, 40%", or take a length for it, such '
                'as "bleed - 5mm"'
            )


def remaining_place(at: FramePlace, box: Rect) -> Rect:
    """Return the rest of a box from a place on, for a frame without an area."""
    across, down = _distances(at)
    x, width = across.rest(box.x, box.width)
    y, height = down.rest(box.y, box.height)
    return Rect(x, y, width, height)


def _distances(at: FramePlace) -> tuple[EdgeDistance, EdgeDistance]:
    if isinstance(at, Point):
        return EdgeDistance("start", Share(mm=at.x)), EdgeDistance("start", Share(mm=at.y))
    return at.across, at.down


def _two(text: str, wanted: str) -> tuple[str, str]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(parts):
        raise ValueError(
            f"write both directions with a comma between, {wanted}, not {quoted(text)}"
        )
    return parts[0], parts[1]


def _distance(part: str, edges: dict[str, FaceEdge], text: str) -> EdgeDistance:
    match = _DISTANCE.fullmatch(part)
    if match is None or (match[1] and match[1] not in edges):
        names = "left, center or right" if edges is _ACROSS else "top, middle or bottom"
        raise ValueError(
            f"write a place {_PLACE}, not {quoted(text)}: {quoted(part)} is not a distance from "
            f"{names}"
        )
    return EdgeDistance(edges[match[1]] if match[1] else "start", _share(match, text, _PLACE))


def _length(part: str, text: str) -> Share:
    match = _LENGTH.fullmatch(part)
    if match is None:
        raise ValueError(
            f"write a size {_AREA}, not {quoted(text)}: {quoted(part)} is not a length"
        )
    share = _share(match, text, _AREA)
    return share._replace(part=1.0, bleed=True) if match[1] else share


def _share(match: re.Match[str], text: str, wanted: str) -> Share:
    """Return the sum of one or two amounts."""
    part = mm = 0.0
    for sign, number, unit in (match.groups()[1:4], match.groups()[4:7]):
        if number is None:
            continue
        amount = -float(number) if sign == "-" else float(number)
        if unit == "%" and abs(amount) <= _MOST_PERCENT:
            part += amount / 100
        elif unit in MM_PER_UNIT and abs(amount * MM_PER_UNIT[unit]) <= LONGEST:
            mm += amount * MM_PER_UNIT[unit]
        else:
            raise ValueError(
                f"write {wanted}, with lengths up to {LONGEST:g} mm in "
                f"{', '.join(MM_PER_UNIT)} or %, not {quoted(text)}"
            )
    return Share(part, mm)
