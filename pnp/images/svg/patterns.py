"""Patterns of which one tile fills a shape, as design programs write pictures in shapes."""

from collections.abc import Iterator, Mapping
from math import ceil, floor
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.base.geometry import Rect, Transform
from pnp.images.svg.tree import NotShapesError, target_id
from pnp.images.svg.values import Basis, checked, fitted, length, transform, view_box

MOST_LINKS = 8  # from a pattern to one that it takes something from
UNIT = Basis(1, 1)
SLACK = 1e-3  # of a tile, by which programs round
LEAST_AREA = 1e-18


class Tile(NamedTuple):
    """The one tile of a pattern on a shape, in the coordinates of the shape.

    ``node`` has its content, which ``content`` leads to those of the tile, and ``into`` leads from
    there to the shape. ``room`` is the tile in its own coordinates.
    """

    node: Element
    room: Rect
    content: Transform
    into: Transform
    view: Basis


def only_tile(
    pattern: Element, by_id: Mapping[str, Element], bounds: Rect, view: Basis
) -> Tile | None:
    """Return the one tile that fills ``bounds``, or None if the pattern paints nothing."""
    chain = list(_chain(pattern, by_id))

    def value(name: str, default: str) -> str:
        return next((said for one in chain if (said := one.get(name))), default)

    def side(name: str, axis: str) -> float:
        return length(value(name, "0"), name, UNIT if boxed else view, axis)

    boxed = value("patternUnits", "objectBoundingBox") == "objectBoundingBox"
    to_bounds = Transform(bounds.width, 0, 0, bounds.height, bounds.x, bounds.y)
    room = Rect(side("x", "x"), side("y", "y"), side("width", "x"), side("height", "y"))
    room = to_bounds.apply_to(room) if boxed else room
    filled = next((one for one in chain if len(one)), None)
    into = checked(transform(value("patternTransform", "")))
    if min(room.size) <= 0 or filled is None or min(bounds.size) <= 0:
        return None
    if abs(into.a * into.d - into.b * into.c) < LEAST_AREA or value("transform-origin", ""):
        raise NotShapesError("has a pattern")
    seen = into.inverse.apply_to(bounds)
    across = _only_one(seen.x - room.x, seen.right - room.x, room.width)
    down = _only_one(seen.y - room.y, seen.bottom - room.y, room.height)
    room = room.moved(across * room.width, down * room.height)
    content = Transform.move(room.x, room.y)
    viewed = next((one for one in chain if one.get("viewBox")), None)
    box = None if viewed is None else view_box(viewed)
    if box is not None and viewed is not None:
        content, view = fitted(box, room, viewed), Basis(*box.size)
    elif value("patternContentUnits", "userSpaceOnUse") == "objectBoundingBox":
        content = Transform(bounds.width, 0, 0, bounds.height, 0, 0).then(content)
    return Tile(filled, room, content, into, view)


def _only_one(start: float, end: float, side: float) -> int:
    """Return the number of the one tile between two places, counted from that at 0."""
    first, last = floor(start / side + SLACK), ceil(end / side - SLACK) - 1
    if first != last:
        raise NotShapesError("has a pattern")
    return first


def _chain(pattern: Element, by_id: Mapping[str, Element]) -> Iterator[Element]:
    """Yield a pattern and those from which it inherits missing values."""
    for _ in range(MOST_LINKS):
        yield pattern
        following = by_id.get(target_id(pattern))
        if following is None or following.tag != "pattern":
            return
        pattern = following
