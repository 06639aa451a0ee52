"""The strokes of a laser file: connected lines and arcs in mm, y down, with their styles."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from math import dist, fsum, isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pnp.base.errors import VerifyError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import (
    Arc,
    Curve,
    Path,
    Segment,
    arc_geometry,
    curve_as_arcs,
    flattened,
    path_bounds,
    walk,
)
from pnp.base.units import EPSILON, Mm
from pnp.scene.laser_bed import Bed
from pnp.verify.findings import Finding

FINE: Mm = 0.0008  # how far chords may be off an arc
ARC: Mm = 0.0015  # how far arcs may be off a curve
SAME: Mm = 0.002  # points that are closer are one point
FARTHEST = 10_000  # the largest coordinate and radius
CUTS = frozenset(("inner", "outer", "frame"))  # the steps that cut


class StrokeStyle(NamedTuple):
    """The style of a stroke: its colour, and the name or number of its layer, if any.

    A layer with a lower ``priority`` is burnt earlier, regardless of the order in the file.
    """

    color: str
    layer: str = ""
    filled: bool = False
    width: Mm | None = None
    priority: int = 0


@dataclass(frozen=True)
class LaserStroke:
    """A connected line; ``steps`` are the laser steps with its style."""

    path: Path
    style: StrokeStyle
    steps: frozenset[str] = frozenset()

    @cached_property
    def segments(self) -> tuple[tuple[Point, Segment], ...]:
        """Each segment with its start."""
        return tuple(walk(self.path))

    @property
    def operation(self) -> str:
        """``cut``, ``score``, ``engrave`` or ``guide``; ``line`` if the style is ambiguous."""
        if self.steps and self.steps <= CUTS:
            return "cut"
        return next(iter(self.steps)) if len(self.steps) == 1 else "line"

    @property
    def closed(self) -> bool:
        """Whether the file closes the stroke."""
        return self.path.closed

    @property
    def start(self) -> Point:
        """The first point."""
        return self.path.start

    @property
    def end(self) -> Point:
        """The last point."""
        return self.segments[-1][1].to

    @cached_property
    def length(self) -> Mm:
        """The distance that the beam travels."""
        return fsum(segment_length(start, segment) for start, segment in self.segments)

    @property
    def area(self) -> float:
        """The enclosed area, exact even for arcs (Green's theorem)."""
        twice = [0.0]
        for start, segment in self.segments:
            (x, y), to = start, segment.to
            if isinstance(segment, Arc):
                (x, y), _, sweep = arc_geometry(start, segment)
                twice.append(segment.radius**2 * sweep)
            twice.append(x * (to.y - start.y) - y * (to.x - start.x))
        twice.append(self.end.x * self.start.y - self.end.y * self.start.x)
        return abs(fsum(twice)) / 2

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """Points along the stroke as rows (x, y), with chords at most ``FINE`` off the curve."""
        return np.array(flattened(self.path, FINE))

    @cached_property
    def bounds(self) -> Rect:
        """The smallest rectangle around the stroke."""
        return path_bounds(self.path)


class LaserDrawing(NamedTuple):
    """The drawing in a laser file, and the size of its bed if the file states it.

    ``findings`` are about its unit, layers and so on; ``ambiguous`` names the elements that
    programs interpret differently. Instead of areas to engrave, G-code has ``sweeps``.
    """

    strokes: Sequence[LaserStroke]
    findings: list[Finding]
    ambiguous: list[str]
    size: Size | None = None
    sweeps: Sequence[LaserStroke] = ()


def make_stroke(path: Path, style: StrokeStyle) -> LaserStroke | None:
    """Return a stroke of lines and arcs, or None if it is too short to burn.

    Curves become arcs.

    Raises:
        VerifyError: If a point or a radius is not a number, or larger than any bed.
    """
    kept: list[Segment] = []
    here = path.start
    _check(here)
    for segment in path.segments:
        _check(*segment)
        for part in curve_as_arcs(here, segment, ARC) if isinstance(segment, Curve) else [segment]:
            if dist(here, part.to) > EPSILON:
                kept.append(part)
                here = part.to
    return LaserStroke(path._replace(segments=tuple(kept)), style) if kept else None


def _check(*values: float | Point) -> None:
    numbers = (one for value in values for one in (value if isinstance(value, Point) else (value,)))
    if not all(isfinite(number) and abs(number) <= FARTHEST for number in numbers):
        raise VerifyError(f"contains a coordinate or radius that is not 0 to {FARTHEST:.0f} mm")


def transformed(points: NDArray[np.float64], by: Transform) -> NDArray[np.float64]:
    """Return transformed points, as rows (x, y)."""
    x, y = points.T
    return np.column_stack((by.a * x + by.c * y + by.e, by.b * x + by.d * y + by.f))


def segment_length(start: Point, segment: Segment) -> Mm:
    """Return the length of a line or an arc."""
    if isinstance(segment, Arc):
        return segment.radius * abs(arc_geometry(start, segment)[2])
    return dist(start, segment.to)


def with_operation(strokes: Iterable[LaserStroke], *operations: str) -> list[LaserStroke]:
    """Return the strokes with one of the operations."""
    return [stroke for stroke in strokes if stroke.operation in operations]


def total_length(strokes: Iterable[LaserStroke]) -> Mm:
    """Return the length of all strokes."""
    return fsum(stroke.length for stroke in strokes)


def bounds_of(strokes: Sequence[LaserStroke]) -> Rect:
    """Return the smallest rectangle around one or more strokes."""
    return reduce(Rect.union, (stroke.bounds for stroke in strokes))


def strokes_of(bed: Bed) -> list[LaserStroke]:
    """Return the strokes of a bed in memory."""
    return [
        replace(stroke, steps=frozenset((str(one.step),)))
        for one in bed.operations
        for path in one.paths
        if (stroke := make_stroke(path, StrokeStyle("", filled=one.step == "engrave")))
    ]
