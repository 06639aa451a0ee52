"""Free space on a bed: the largest rectangles between occupied areas."""

from collections.abc import Iterable, Iterator, Sequence

from pnp.base.geometry import Rect
from pnp.base.units import EPSILON


def free_rectangles(room: Rect, taken: Iterable[Rect]) -> list[Rect]:
    """Return all maximal rectangles of a room that touch no occupied area."""
    free = [room]
    for area in taken:
        free = without(free, area)
    return free


def without(free: Sequence[Rect], taken: Rect) -> list[Rect]:
    """Return the maximal free rectangles after an area is occupied."""
    found = [one for one in free if not one.overlaps(taken)]
    parts = {part for one in free if one.overlaps(taken) for part in _around(one, taken)}
    for part in sorted(parts, key=lambda one: (-area_of(one), one)):
        if not any(one.contains(part) for one in found):
            found.append(part)
    return found


def largest_without(free: Iterable[Rect], taken: Rect) -> float:
    """Return the area of the largest rectangle left after an area is occupied."""
    found, right, bottom = 0.0, taken.x + taken.width, taken.y + taken.height
    for x, y, width, height in free:
        above, before = taken.y - y, taken.x - x
        after, below = x + width - right, y + height - bottom
        apart = before >= width or above >= height or after >= width or below >= height
        whole = width * height
        around = max(before * height, above * width, after * height, below * width)
        found = max(found, whole if apart else around)
    return found


def area_of(rect: Rect) -> float:
    """Return the area of a rectangle in mm²."""
    return rect.width * rect.height


def _around(room: Rect, taken: Rect) -> Iterator[Rect]:
    """Yield the strips of a room on the four sides of an area."""
    left, above = taken.x - room.x, taken.y - room.y
    right, below = room.right - taken.right, room.bottom - taken.bottom
    if left > EPSILON:
        yield room._replace(width=left)
    if above > EPSILON:
        yield room._replace(height=above)
    if right > EPSILON:
        yield room._replace(x=taken.right, width=right)
    if below > EPSILON:
        yield room._replace(y=taken.bottom, height=below)
