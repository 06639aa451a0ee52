"""Viewports: how a viewBox is fitted into a rectangle (SVG 1.1, 7.7 and 7.8)."""

from typing import NamedTuple

from pnp.base.errors import PictureError
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.units import quoted
from pnp.images.svg.tree import SvgElement
from pnp.images.svg.values import checked, length, numbers

SAME = 1e-3  # of a side: proportions that differ less are equal but for rounding
_PLACES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class View(NamedTuple):
    """The size of the root in user units, and the transform of its content."""

    size: Size
    into: Transform


class Placement(NamedTuple):
    """The place of an element: its transform to the root, its viewport size and its depth."""

    into: Transform
    view: Size
    depth: int = 0
    uses: tuple[str, ...] = ()

    def within(self, inner: Transform) -> "Placement":
        """Return the placement of the children of an element that has a transform."""
        return self._replace(into=checked(inner.then(self.into)), depth=self.depth + 1)


def root_view(root: SvgElement) -> View:
    """Return the size of a picture.

    Raises:
        PictureError: If it has neither a viewBox nor a width and a height.
    """
    box = view_box(root)
    sides = [_absolute(root, name) for name in ("width", "height")]
    if box is None:
        if None in sides:
            raise PictureError("has no size; give its svg element a viewBox")
        return View(Size(*(side or 0.0 for side in sides)), Transform())
    here = Transform.move(-box.x, -box.y)
    if None in sides:
        return View(box.size, here)
    room = Size(*(side or 0.0 for side in sides))
    across, down = box.width * room.height, box.height * room.width
    if abs(across - down) <= SAME * max(across, down):
        return View(box.size, here)
    return View(room, fitted(box, Rect(0, 0, *room), root))


def view_box(node: SvgElement) -> Rect | None:
    """Return an element's viewBox, if it has one.

    Raises:
        PictureError: If it has no size.
    """
    text = node.attributes.get("viewBox")
    if text is None:
        return None
    box = Rect(*numbers(text, "viewBox", (4,)))
    if box.width <= 0 or box.height <= 0:
        raise PictureError(f"has a viewBox without size: {quoted(text)}")
    return box


def fitted(box: Rect, room: Rect, node: SvgElement) -> Transform:
    """Return the transform from a viewBox to a rectangle, by preserveAspectRatio."""
    words = node.attributes.get("preserveAspectRatio", "").split() or ["xMidYMid"]
    across, down = room.width / box.width, room.height / box.height
    if words[0] == "none":
        return Transform(across, 0, 0, down, room.x - across * box.x, room.y - down * box.y)
    place = words[0]
    known = (place[:1], place[4:5]) == ("x", "Y") and {place[1:4], place[5:]} <= set(_PLACES)
    if not known or words[1:] not in ([], ["meet"], ["slice"]):
        raise PictureError(
            f"has preserveAspectRatio that cannot be read: {quoted(' '.join(words))}"
        )
    scale = max(across, down) if words[1:] == ["slice"] else min(across, down)
    left = room.x + _PLACES[place[1:4]] * (room.width - scale * box.width)
    top = room.y + _PLACES[place[5:]] * (room.height - scale * box.height)
    return Transform(scale, 0, 0, scale, left - scale * box.x, top - scale * box.y)


def _absolute(root: SvgElement, name: str) -> float | None:
    """Return a side in user units, or None if it is relative."""
    text = root.attributes.get(name, "auto").strip()
    if text == "auto" or text.endswith(("%", "em", "ex", "vw", "vh", "rem")):
        return None
    value = length(text, name, Size(0, 0), "x")
    if value <= 0:
        raise PictureError(f"has no size: its {name} is {text}")
    return value
