"""Shapes of frames, by name and from points, as definitions write them."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.components.faces.effects import SeenPaint
from pnp.components.faces.places import At
from pnp.game.fields import FineLength, Length, Model

MOST_SIDES = 100
MOST_POINTS = 500  # of a shape
MOST_DASHES = 20  # and gaps, before they begin again

Outline = Literal[
    "rectangle",
    "circle",
    "ellipse",
    "hexagon",
    "triangle",
    "rhombus",
    "octagon",
    "polygon",
    "star",
    "sector",
    "arc",
    "arrow",
    "curve",
]
RectangleEdge = Literal["top", "right", "bottom", "left"]
SYMMETRIC = ("rectangle", "circle", "ellipse", "hexagon", "rhombus", "octagon")
_Angle = Annotated[StrictInt, Field(ge=0, le=360)]
# The shapes that each key is for.
_SHAPES_WITH: Mapping[str, tuple[str, ...]] = {
    "corner": ("rectangle",),
    "edges": ("rectangle",),
    "sides": ("polygon", "star"),
    "inner": ("star",),
    "start": ("sector", "arc"),
    "to": ("sector", "arc"),
    "head": ("arrow",),
    "shaft": ("arrow",),
    "points": ("polygon", "curve", "line"),
    "controls": ("curve",),
    "closed": ("curve", "arc"),
}


class Stroked(Model):
    """A line of a colour along a shape, or along single ``edges`` of a rectangle.

    ``dash`` are the lengths of dashes and gaps by turns.
    """

    stroke: SeenPaint | None = None
    width: FineLength = 0.3
    dash: Annotated[tuple[Length, ...], Field(max_length=MOST_DASHES)] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    edges: Annotated[tuple[RectangleEdge, ...], Field(max_length=4)] = ()

    def _check(self) -> None:
        super()._check()
        if 0.0 in self.dash and (self.cap == "butt" or not any(self.dash)):
            raise ValueError('dash: 0mm is a dot, which needs a gap and cap = "round" or "square"')


class Outlined(Model):
    """A shape that fills a frame, or goes through ``points`` in it.

    A regular ``polygon`` and a ``star``, of which one corner is at the top, are inscribed in the
    ellipse that fills the frame; a ``sector`` and an ``arc`` are parts of it, clockwise ``from`` an
    angle ``to`` another, with 0 at the top. The length of an arrow's ``head`` and the width of its
    ``shaft`` are in percent of the frame's height. A ``curve`` is smooth, or has two ``controls``
    between each two points.
    """

    shape: Literal[Outline, "line"] = "rectangle"
    corner: Length = 0.0
    sides: Annotated[StrictInt, Field(ge=3, le=MOST_SIDES)] | None = None
    inner: Annotated[StrictInt, Field(ge=1, le=99)] = 40
    start: Annotated[_Angle, Field(alias="from")] = 0
    to: _Angle = 90
    head: Annotated[StrictInt, Field(ge=1, le=1000)] = 80
    shaft: Annotated[StrictInt, Field(ge=1, le=100)] = 40
    points: Annotated[tuple[At, ...], Field(max_length=MOST_POINTS)] = ()
    controls: Annotated[tuple[At, ...], Field(max_length=2 * MOST_POINTS)] = ()

    @property
    def is_closed(self) -> bool:
        """Whether an arc or a curve ends where it begins."""
        return True

    def _check(self) -> None:
        shape = self.shape
        for key, shapes in _SHAPES_WITH.items():
            if getattr(self, key, None) and key in self.model_fields_set and shape not in shapes:
                name = {"start": "from"}.get(key, key)
                known = " or ".join(f'"{one}"' for one in shapes)
                raise ValueError(f'{name} is for shape = {known}; "{shape}" has none')
        if shape == "polygon" and bool(self.sides) == bool(self.points):
            raise ValueError("a polygon has either sides, such as sides = 5, or points")
        smooth_ring = self.is_closed and not self.controls
        least = {"polygon": 3, "curve": 2 + smooth_ring, "line": 2}.get(shape, 0)
        if (self.points or shape == "curve") and len(self.points) < least:
            raise ValueError(f"points: a {shape} needs {least} or more")
        for number, (one, other) in enumerate(pairwise(self.points), start=2):
            if one == other:
                raise ValueError(f"points[{number}]: is the point before it; leave one of them out")
        between = 2 * (len(self.points) - 1 + self.is_closed)
        if self.controls and len(self.controls) != between:
            raise ValueError(
                f"controls: two between each two points make {between}, not {len(self.controls)}"
            )
        if (self.to - self.start) % 360 == 0 and (self.start, self.to) != (0, 360):
            raise ValueError(f"to is where from is, at {self.start} degrees; write another angle")
