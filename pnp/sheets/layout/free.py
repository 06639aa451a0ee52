"""Free space on a page as overlapping maximal rectangles."""

from collections.abc import Sequence

from pnp.base.geometry import Rect


def largest_free(free: Sequence[Rect], taken: Rect) -> list[Rect]:
    """Return the maximal rectangles that remain of ``free`` outside ``taken``."""
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
