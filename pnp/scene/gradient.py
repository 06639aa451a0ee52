"""Gradients for fills and strokes, along a line or outwards from a point."""

from collections.abc import Callable
from itertools import pairwise
from math import fsum
from typing import Literal, NamedTuple

from pnp.base.color import channels
from pnp.base.geometry import IDENTITY, Point, Transform


class Stop(NamedTuple):
    """A colour and its opacity at a place of a gradient, from 0 (its start) to 1."""

    at: float
    color: str
    opacity: float = 1.0


class Gradient(NamedTuple):
    """A gradient between two or more stops, in order.

    A ``linear`` gradient goes from (0, 0) to (1, 0), a ``radial`` one from its ``focus`` to the
    circle of radius 1 around (0, 0); ``into`` maps both to the coordinates of the item. The colours
    of the first and last stop continue beyond them, as with spreadMethod="pad" in SVG. Colours and
    opacities are interpolated separately (SVG 1.1, 13.2), in sRGB.
    """

    kind: Literal["linear", "radial"]
    stops: tuple[Stop, ...]
    into: Transform = IDENTITY
    focus: Point = Point(0, 0)

    def placed(self, after: Transform) -> "Gradient":
        """Return the gradient of a transformed item."""
        return self._replace(into=self.into.then(after))

    def recolored(self, change: Callable[[str], str]) -> "Gradient":
        """Return the gradient with other colours."""
        return self._replace(stops=tuple(s._replace(color=change(s.color)) for s in self.stops))

    @property
    def is_opaque(self) -> bool:
        """Whether all stops are opaque."""
        return all(stop.opacity == 1 for stop in self.stops)

    @property
    def plain_color(self) -> str | None:
        """The colour that all stops share; None if they differ."""
        colors = {stop.color for stop in self.stops}
        return colors.pop() if len(colors) == 1 else None

    @property
    def mean_color(self) -> str:
        """The mean colour, weighted by opacity, for where only one colour can be drawn."""
        total = [0.0, 0.0, 0.0]
        weights = 0.0
        for color, weight in self._parts():
            total = [a + weight * b for a, b in zip(total, channels(color), strict=True)]
            weights += weight
        if not weights:
            return self.stops[0].color
        return "#" + "".join(f"{round(255 * value / weights):02x}" for value in total)

    @property
    def mean_opacity(self) -> float:
        """The mean opacity."""
        first, last = self.stops[0], self.stops[-1]
        inside = fsum((b.at - a.at) * (a.opacity + b.opacity) / 2 for a, b in pairwise(self.stops))
        return inside + first.at * first.opacity + (1 - last.at) * last.opacity

    def _parts(self) -> "list[tuple[str, float]]":
        """Return colours with their weights: both ends of each stretch between stops."""
        first, last = self.stops[0], self.stops[-1]
        parts = [(first.color, first.at * first.opacity)]
        for a, b in pairwise(self.stops):
            half = (b.at - a.at) / 2
            parts += [(a.color, half * a.opacity), (b.color, half * b.opacity)]
        return [*parts, (last.color, (1 - last.at) * last.opacity)]


ShapePaint = str | Gradient  # ``#rrggbb``, or several colours


def one_color(paint: ShapePaint) -> str:
    """Return the colour of a paint; of a gradient, its mean."""
    return paint if isinstance(paint, str) else paint.mean_color


def is_opaque(paint: ShapePaint) -> bool:
    """Return whether a paint is opaque."""
    return isinstance(paint, str) or paint.is_opaque


def recolored(paint: ShapePaint | None, change: Callable[[str], str]) -> ShapePaint | None:
    """Return a paint with its colours changed; None stays None."""
    if paint is None:
        return None
    return change(paint) if isinstance(paint, str) else paint.recolored(change)


def placed_paint(paint: ShapePaint | None, after: Transform) -> ShapePaint | None:
    """Return the paint of a transformed item."""
    return paint.placed(after) if isinstance(paint, Gradient) else paint


def colors_of(paint: ShapePaint | None) -> tuple[str, ...]:
    """Return all colours in a paint."""
    if paint is None:
        return ()
    return (paint,) if isinstance(paint, str) else tuple(stop.color for stop in paint.stops)
