"""Converts gradients of SVG files (SVG 1.1, chapter 13) to those of scenes."""

from collections.abc import Iterator, Mapping
from functools import reduce
from math import hypot
from xml.etree.ElementTree import Element

from pnp.base.errors import PictureError
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, path_bounds
from pnp.images.svg.styles import ComputedStyle, Styles, opacity_of, read_color
from pnp.images.svg.tree import NotShapesError, target_id
from pnp.images.svg.values import Basis, checked, length, share, transform
from pnp.scene.gradient import Gradient, ShapePaint, Stop

GRADIENTS = ("linearGradient", "radialGradient")
MOST_STOPS = 200
MOST_LINKS = 8  # from a gradient to one that it takes something from
LEAST_AREA = 1e-18  # of the unit square of a gradient that is not taken for a point or a line
INSIDE = 0.999  # of the radius: farther out, a gradient is a cone
UNIT = Basis(1, 1)


class GradientReader:
    """Reads the gradients of one file."""

    def __init__(self, by_id: Mapping[str, Element], styles: Styles, current: str) -> None:
        self._by_id = by_id
        self._current = current
        self._styles = styles
        self._stops: dict[Element, tuple[Stop, ...]] = {}

    def paint(self, node: Element, paths: list[Path], view: Basis) -> ShapePaint | Stop | None:
        """Return the paint of a gradient on the outlines of a shape, in the shape's coordinates.

        A gradient without an extent, or whose stops are all alike, is one colour; it may be None.
        """
        stops = self._stops_of(node)
        if len({stop[1:] for stop in stops}) < 2:
            return stops[-1] if stops else None
        look = self._styles.natural(node, self._current)
        if look["transform-origin"] != "0 0":
            raise NotShapesError("has a gradient with a transform-origin")
        if self._value(node, "spreadMethod", "pad") != "pad":
            raise NotShapesError("has a gradient that repeats (spreadMethod)")
        boxed = self._value(node, "gradientUnits", "") != "userSpaceOnUse"
        into = transform(self._value(node, "gradientTransform", ""))
        if boxed:
            box = reduce(Rect.union, map(path_bounds, paths))
            if min(box.size) <= 0:
                return None
            into = into.then(Transform(box.width, 0, 0, box.height, box.x, box.y))
            view = UNIT
        lies, focus = self._place(node, view)
        whole = checked(lies.then(into))
        if abs(whole.a * whole.d - whole.b * whole.c) < LEAST_AREA:
            return stops[-1]
        return Gradient("linear" if node.tag == "linearGradient" else "radial", stops, whole, focus)

    def _place(self, node: Element, view: Basis) -> tuple[Transform, Point]:
        """Return the transform from a gradient of a scene, and its focus there."""

        def side(name: str, default: str, axis: str) -> float:
            return length(self._value(node, name, default), name, view, axis)

        if node.tag == "linearGradient":
            x, y = side("x1", "0%", "x"), side("y1", "0%", "y")
            across, down = side("x2", "100%", "x") - x, side("y2", "0%", "y") - y
            return Transform(across, down, -down, across, x, y), Point(0, 0)
        if self._value(node, "fr", "0").strip("0.%"):
            raise NotShapesError("has a gradient that begins at a circle (fr)")
        radius = side("r", "50%", "r")
        cx, cy = side("cx", "50%", "x"), side("cy", "50%", "y")
        fx = side("fx", self._value(node, "cx", "50%"), "x")
        fy = side("fy", self._value(node, "cy", "50%"), "y")
        if radius < 0:
            raise PictureError("has a gradient with a radius below 0")
        focus = Point((fx - cx) / radius, (fy - cy) / radius) if radius else Point(0, 0)
        if hypot(*focus) > INSIDE:
            raise NotShapesError("has a gradient whose focus is outside it")
        return Transform(radius, 0, 0, radius, cx, cy), focus

    def _chain(self, node: Element) -> Iterator[Element]:
        """Yield a gradient and those from which it inherits missing values."""
        for _ in range(MOST_LINKS):
            yield node
            following = self._by_id.get(target_id(node))
            if following is None or following.tag not in GRADIENTS:
                return
            node = following

    def _value(self, node: Element, name: str, default: str) -> str:
        said = (one.get(name) for one in self._chain(node))
        return next((value for value in said if value), default)

    def _stops_of(self, node: Element) -> tuple[Stop, ...]:
        if node not in self._stops:
            listed = ([c for c in one if c.tag == "stop"] for one in self._chain(node))
            stops: list[Stop] = []
            for stop in next(filter(None, listed), []):
                stops.append(self._stop(stop, stops[-1].at if stops else 0.0))
            if len(stops) > MOST_STOPS:
                raise NotShapesError(f"has a gradient of more than {MOST_STOPS} colours")
            self._stops[node] = tuple(stops)
        return self._stops[node]

    def _stop(self, stop: Element, least: float) -> Stop:
        look = self._styles.natural(stop, self._current)
        color, opacity = read_color(_stop_color(look))
        at = share(stop.get("offset", "0"), "offset")
        return Stop(max(least, at), color, opacity * opacity_of(look, "stop-opacity"))


def _stop_color(look: ComputedStyle) -> str:
    text = look["stop-color"]
    return look["color"] if text.lower() == "currentcolor" else text
