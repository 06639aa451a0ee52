"""The strokes of a laser file: connected lines and arcs, in mm, y down, and how they are styled."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import dist, fsum, isfinite
from typing import NamedTuple

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import (
    Arc,
    Curve,
    Line,
    Path,
    Segment,
    arc_geometry,
    curve_as_arcs,
    flattened,
    path_bounds,
    walk,
)
from pnp.base.units import EPSILON, Mm

FINE: Mm = 0.0008  # the distance of chords from the arc that they stand for, at most
ARC: Mm = 0.0015  # the distance of arcs from the curve that they stand for, at most
SAME: Mm = 0.002  # points that are closer are one point
FARTHEST: Mm = 10_000  # the largest coordinate and radius: no bed is larger
CUTS = frozenset(("inner", "outer", "frame"))  # the steps that cut


class StrokeStyle(NamedTuple):
    """How a file styles a stroke: its colour, and the name or number of its layer if it has one."""

    color: str
    layer: str = ""
    filled: bool = False
    width: Mm | None = None


class LaserStroke:
    """A connected line with its style.

    ``steps`` are the laser steps that the style can stand for: none, one, or several of one look.
    """

    def __init__(self, path: Path, style: StrokeStyle, steps: frozenset[str] = frozenset()) -> None:
        self.path = path
        self.style = style
        self.steps = steps
        self.segments = tuple(walk(path))

    def with_steps(self, steps: frozenset[str]) -> "LaserStroke":
        """Return the same stroke with other steps."""
        return LaserStroke(self.path, self.style, steps)

    @property
    def operation(self) -> str:
        """``cut``, ``score``, ``engrave`` or ``guide``; ``line`` if the style does not tell."""
        if self.steps and self.steps <= CUTS:
            return "cut"
        return next(iter(self.steps)) if len(self.steps) == 1 else "line"

    @property
    def closed(self) -> bool:
        """Whether the file closes it."""
        return self.path.closed

    @property
    def start(self) -> Point:
        """Where it begins."""
        return self.path.start

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.segments[-1][1].to

    @property
    def returns(self) -> bool:
        """Whether it ends where it begins, whether the file closes it or not."""
        return dist(self.start, self.end) < SAME

    @cached_property
    def length(self) -> Mm:
        """The distance that the beam travels along it."""
        return fsum(segment_length(start, segment) for start, segment in self.segments)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Points along it, with chords that leave it by ``FINE`` at most."""
        return tuple(flattened(self.path, FINE))

    @cached_property
    def bounds(self) -> Rect:
        """The smallest rectangle around it."""
        return path_bounds(self.path)


class LaserDrawing(NamedTuple):
    """The content of a laser file.

    ``size`` is that of the bed, if the file states it. ``ambiguous`` names what programs read in
    different ways.
    """

    strokes: tuple[LaserStroke, ...]
    size: Size | None = None
    ambiguous: tuple[str, ...] = ()


def make_stroke(
    start: Point, segments: Iterable[Segment], closed: bool, style: StrokeStyle
) -> LaserStroke | None:
    """Return a stroke of lines and arcs, or None if nothing of it is long enough to burn.

    Curves become arcs.

    Raises:
        VerifyError: If a point or a radius is not a number, or is far off every bed.
    """
    kept: list[Segment] = []
    here = start
    _check(*start)
    for segment in segments:
        match segment:
            case Curve(control1, control2, to):
                _check(*control1, *control2, *to)
                parts: Iterable[Segment] = curve_as_arcs(here, segment, ARC)
            case Arc(to, radius):
                _check(*to, radius)
                parts = (segment,)
            case Line(to):
                _check(*to)
                parts = (segment,)
        for part in parts:
            if dist(here, part.to) > EPSILON:
                kept.append(part)
                here = part.to
    return LaserStroke(Path(start, tuple(kept), closed), style) if kept else None


def _check(*values: float) -> None:
    if not all(isfinite(value) and abs(value) <= FARTHEST for value in values):
        raise VerifyError(f"has a line of more than {FARTHEST:.0f} mm, or one that is nowhere")


def segment_length(start: Point, segment: Segment) -> Mm:
    """Return the length of a line or an arc."""
    if isinstance(segment, Arc):
        return segment.radius * abs(arc_geometry(start, segment)[2])
    return dist(start, segment.to)


def with_operation(strokes: Iterable[LaserStroke], *operations: str) -> list[LaserStroke]:
    """Return the strokes that have one of some operations."""
    return [stroke for stroke in strokes if stroke.operation in operations]


def total_length(strokes: Iterable[LaserStroke]) -> Mm:
    """Return the length of all strokes."""
    return fsum(stroke.length for stroke in strokes)


def bounds_of(strokes: Sequence[LaserStroke]) -> Rect:
    """Return the smallest rectangle around strokes, of which there is one at least."""
    whole = strokes[0].bounds
    for stroke in strokes:
        whole = whole.union(stroke.bounds)
    return whole
