"""Free space on a page as the largest rectangles that fit in it, which may overlap."""

from collections.abc import Sequence

from pnp.base.geometry import Rect


def largest_free(free: Sequence[Rect], taken: Rect) -> list[Rect]:
    """Return what is left of the ``free`` rectangles around the rectangle that is ``taken``."""
    rects = [rest for rect in free for rest in _around(rect, taken)]
    return [
        rect
        for number, rect in enumerate(rects)
        if not any(
            other.contains(rect) and (not rect.contains(other) or position < number)
            for position, other in enumerate(rects)
            if position != number
        )
    ]


def _around(rect: Rect, taken: Rect) -> list[Rect]:
    """Return the largest parts of a rectangle to the left, right, top and bottom of another."""
    if not rect.overlaps(taken):
        return [rect]
    parts = (
        Rect(rect.x, rect.y, taken.x - rect.x, rect.height),
        Rect(taken.right, rect.y, rect.right - taken.right, rect.height),
        Rect(rect.x, rect.y, rect.width, taken.y - rect.y),
        Rect(rect.x, taken.bottom, rect.width, rect.bottom - taken.bottom),
    )
    return [part for part in parts if part.width > 0 and part.height > 0]
