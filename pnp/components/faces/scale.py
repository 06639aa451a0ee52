"""Scale layouts to faces of another size than they were designed for."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.components.faces.effects import Effect
from pnp.components.faces.frames import SMALLEST_TYPE, BaseFrame, Layout, TextFrame
from pnp.components.faces.places import EdgeDistance, FrameArea, FramePlace, Share
from pnp.components.faces.shapes import Outlined, Stroked
from pnp.game.describe import describe
from pnp.game.fields import Model

LENGTHS = ("length", "positive-length", "fine-length")
NOTICED: Mm = 1.0  # of an edge that was covered and is empty now

AnyFrame = TypeVar("AnyFrame", bound=BaseFrame)


def scaled_layout(layout: Layout, old: Size, new: Size) -> Layout:
    """Return a layout that fits a face of a new size as it fitted the old one.

    Places and areas stretch with the sides, but squares stay squares; type, lines, corners and gaps
    scale by the smaller of both factors. Whatever lies beyond an edge keeps its distance from it,
    since it is bleed.
    """
    frames = tuple(_scaled(frame, old, new) for frame in layout.frames)
    return layout.model_copy(update={"frames": frames})


def _scaled(frame: AnyFrame, old: Size, new: Size) -> AnyFrame:
    across, down = new.width / old.width, new.height / old.height
    scale = min(across, down)
    changed = _lengths(frame, scale)
    for key, effect in vars(frame).items():
        if isinstance(effect, Effect):
            changed[key] = effect.model_copy(update=_lengths(effect, scale))
    if isinstance(frame, TextFrame):
        sizes = ("size", "least")
        changed |= {key: max(changed[key], SMALLEST_TYPE) for key in sizes if key in changed}
    if isinstance(frame.at, Point) and isinstance(frame.area, Size) and not frame.below:
        place = _stretched(Rect(*frame.at, *frame.area), frame.turn, old, new)
        changed |= {"at": Point(place.x, place.y), "area": place.size}
        across, down = place.width / frame.area.width, place.height / frame.area.height
    else:
        changed["at"] = scaled_place(frame.at, across, down)
        changed["area"] = _area(frame.area, across, down)
    if isinstance(frame, Stroked):
        changed["dash"] = tuple(length * scale for length in frame.dash)
    if isinstance(frame, Outlined):
        for key in ("points", "controls"):
            places: tuple[FramePlace, ...] = getattr(frame, key)
            changed[key] = tuple(scaled_place(at, across, down) for at in places)
    return frame.model_copy(update=changed)


def _lengths(model: Model, scale: float) -> dict[str, Any]:
    """Return the lengths of a model at another scale."""
    return {
        field.name: getattr(model, field.name) * scale
        for field in describe(type(model)).values()
        if field.takes.word in LENGTHS and getattr(model, field.name)
    }


def _stretched(place: Rect, turn: int, old: Size, new: Size) -> Rect:
    """Return the rectangle on the new face; a square stays square."""
    is_square = abs(place.width - place.height) < EPSILON
    if not (turn or is_square):
        left, right = (_along(x, old.width, new.width) for x in (place.x, place.right))
        top, bottom = (_along(y, old.height, new.height) for y in (place.y, place.bottom))
        return Rect(left, top, right - left, bottom - top)
    across, down = new.width / old.width, new.height / old.height
    if turn % 180 == 90:
        across, down = down, across
    if is_square or turn % 90:
        across = down = min(across, down)
    middle = Point(
        _along(place.center.x, old.width, new.width), _along(place.center.y, old.height, new.height)
    )
    return Rect.about(middle, place.width * across, place.height * down)


def _along(at: Mm, old: Mm, new: Mm) -> Mm:
    """Map a position along a side to the new side; beyond its ends distances stay the same."""
    if at < 0:
        return at
    return new + at - old if at > old else at * new / old


def scaled_place(at: FramePlace, across: float, down: float) -> FramePlace:
    """Return a place at other scales; distances beyond an edge stay the same."""
    if isinstance(at, Point):
        return Point(at.x * (across if at.x > 0 else 1), at.y * (down if at.y > 0 else 1))
    return at._replace(across=_distance(at.across, across), down=_distance(at.down, down))


def _distance(distance: EdgeDistance, scale: float) -> EdgeDistance:
    away = distance.away
    if away.mm < 0 and not away.part and distance.edge != "middle":
        return distance
    return distance._replace(away=_share(away, scale))


def _area(area: FrameArea | None, across: float, down: float) -> FrameArea | None:
    if area is None:
        return None
    if isinstance(area, Size):
        if abs(area.width - area.height) < EPSILON:
            across = down = min(across, down)
        return Size(area.width * across, area.height * down)
    return area._replace(width=_share(area.width, across), height=_share(area.height, down))


def _share(share: Share, scale: float) -> Share:
    return share._replace(mm=share.mm * scale)


def left_empty(layouts: Iterable[Layout], old: Size, new: Size) -> tuple[str, ...]:
    """Return a note on the edges of a larger face that its layout leaves empty, if any."""
    parts: dict[str, Mm] = {}
    for layout in layouts:
        for side, room in _empty(layout, old, new):
            parts[side] = max(room, parts.get(side, 0.0))
    if not parts:
        return ()
    where = " and ".join(f"{room:.0f} mm {side}" for side, room in parts.items())
    note = (
        f"its layout is drawn for {dimensions(*old)} and leaves {where} empty; add --scale-layout, "
        "or place frames from the right and the bottom"
    )
    return (note,)


def _empty(layout: Layout, old: Size, new: Size) -> Iterator[tuple[str, Mm]]:
    """Yield the sides at which the frames end further from the edge than before."""
    frames = [frame for frame in layout.frames if not frame.below]
    before = [frame.place(old, 0.0) for frame in frames]
    after = [frame.place(new, 0.0) for frame in frames]
    ends: Mapping[str, list[tuple[Mm, Mm]]] = {
        "at the right": [
            (old.width - one.right, new.width - other.right)
            for one, other in zip(before, after, strict=True)
            if other.x > 0 or other.right < new.width  # others fill it from edge to edge
        ],
        "at the bottom": [
            (old.height - one.bottom, new.height - other.bottom)
            for one, other in zip(before, after, strict=True)
            if other.y > 0 or other.bottom < new.height
        ],
    }
    for side, rooms in ends.items():
        if rooms:
            more = min(room for _, room in rooms) - min(room for room, _ in rooms)
            if more > NOTICED:
                yield side, more
