"""Registration marks, from which a cutting machine locates the print on a sheet."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.sheets.layout.free import largest_free

LINE: Mm = 0.3  # what lines and letters of the slug may reach beyond its place
CUT_GAP: Mm = 2.0  # between pieces that a machine cuts one by one, so half of it is bleed


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
