"""Pictures of plates in space, seen at a slant: what is hidden is left out exactly."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import cos, radians, sin
from typing import NamedTuple

from shapely import Polygon, STRtree, get_parts, union_all
from shapely.geometry.base import BaseGeometry

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, path_bounds, placed, polygon
from pnp.base.units import Mm
from pnp.laser.joinery.panels import AWAY, RIGHT, UP, Vector
from pnp.laser.joinery.solid import Facet, Ring
from pnp.scene import Scene, Shape, Style

ASIDE, ABOVE = radians(32), radians(34)  # how far the viewer stands to the right, and above
SAME: Mm = 1e-4  # faces nearer than this to one another lie in one plane
SPECK = 0.01  # mm²: smaller areas cannot be seen
LINE: Mm = 0.25
INK = "#3c2413"
FACES = ("#f3e1bd", "#e6cc9d", "#d6b783")  # seen from above, from the front, from the right
CUTS = ("#a9743f", "#98652f", "#855525")  # burnt edges, in the same order
BURNT = "#8a5a33"

_ACROSS = RIGHT._replace(x=cos(ASIDE), y=sin(ASIDE))
_BACK = AWAY._replace(x=-sin(ASIDE), y=cos(ASIDE))
_DOWN = Vector(-_BACK.x * sin(ABOVE), -_BACK.y * sin(ABOVE), -cos(ABOVE))
_FAR = Vector(_BACK.x * cos(ABOVE), _BACK.y * cos(ABOVE), -sin(ABOVE))


def seen(point: Vector) -> Point:
    """Return where a point of space appears in a picture."""
    return Point(point.dot(_ACROSS), point.dot(_DOWN))


class _Seen(NamedTuple):
    """A facet as it appears, and how far away its plane is: a + b x + c y."""

    facet: Facet
    area: Polygon
    plane: tuple[float, float, float]


def picture(facets: Iterable[Facet], scale: float = 1.0, margin: Mm = 1.0) -> Scene:
    """Draw facets, each without what others hide of it."""
    there = [one for facet in facets if (one := _seen(facet)) is not None]
    tree = STRtree([one.area for one in there])
    shapes: list[Shape] = []
    bends: dict[tuple[str, int], tuple[Facet, list[BaseGeometry]]] = {}
    for one in there:
        visible = _visible(one, there, tree)
        if visible.area < SPECK:
            continue
        if one.facet.bend is not None:
            bends.setdefault(one.facet.bend, (one.facet, []))[1].append(visible)
            continue
        shapes += _drawn(one.facet, visible)
    for facet, areas in bends.values():
        shapes += _drawn(facet, union_all(areas))
    return _framed(shapes, scale, margin)


def _seen(facet: Facet) -> _Seen | None:
    """Return a facet as it appears; None if it faces away."""
    way = facet.outward
    toward = -way.dot(_FAR)
    if toward <= 1e-9:
        return None
    area = Polygon(map(seen, facet.edge), [list(map(seen, hole)) for hole in facet.holes])
    if area.area < SPECK:
        return None
    # (point - corner) . way = 0, and a point is x across + y down + far away
    b, c = way.dot(_ACROSS) / toward, way.dot(_DOWN) / toward
    corner = facet.edge[0]
    x, y = seen(corner)
    return _Seen(facet, area.buffer(0), (corner.dot(_FAR) - b * x - c * y, b, c))


def _visible(one: _Seen, others: Sequence[_Seen], tree: STRtree) -> BaseGeometry:
    hidden = []
    for index in sorted(tree.query(one.area, predicate="intersects")):
        other = others[index]
        if other is not one and (shadow := _nearer(other, one)) is not None:
            hidden.append(shadow)
    return one.area.difference(union_all(hidden)) if hidden else one.area


def _nearer(other: _Seen, one: _Seen) -> BaseGeometry | None:
    """Return the part of a facet's appearance that is nearer than the plane of another facet."""
    a, b, c = (p - q for p, q in zip(other.plane, one.plane, strict=True))
    gaps = [a + b * x + c * y for x, y in other.area.exterior.coords]
    if min(gaps) > -SAME:
        return None
    if max(gaps) < SAME:
        return other.area
    return other.area.intersection(_half_plane(a, b, c))


def _half_plane(a: float, b: float, c: float) -> Polygon:
    """Return the part of the picture where a + b x + c y < 0, as large as any picture."""
    far, long = 1e5, b * b + c * c
    x, y = -a * b / long, -a * c / long
    size = long**0.5
    across, along = Point(-b / size * far, -c / size * far), Point(-c / size * far, b / size * far)
    return Polygon(
        [
            (x + along.x, y + along.y),
            (x - along.x, y - along.y),
            (x - along.x + across.x, y - along.y + across.y),
            (x + along.x + across.x, y + along.y + across.y),
        ]
    )


def _drawn(facet: Facet, visible: BaseGeometry) -> Iterator[Shape]:
    tones = FACES if facet.kind == "face" else CUTS
    paths = tuple(_paths(visible))
    if not paths:
        return
    yield Shape(paths, Style(_tone(facet, tones), INK, LINE), even_odd=True)
    if facet.burnt:
        rings = [Polygon(map(seen, ring)).buffer(0) for ring in facet.burnt]
        burnt = reduce(lambda a, b: a.symmetric_difference(b), rings).intersection(visible)
        if marks := tuple(_paths(burnt)):
            yield Shape(marks, Style(BURNT), even_odd=True)
    for line in facet.lines:
        yield from _line(line, visible)


def _line(line: Ring, visible: BaseGeometry) -> Iterator[Shape]:
    from shapely import LineString

    for part in get_parts(LineString(map(seen, line)).intersection(visible)):
        if isinstance(part, LineString) and part.length > LINE:
            path = polygon(Point(*at) for at in part.coords)._replace(closed=False)
            yield Shape((path,), Style(stroke=BURNT, stroke_width=LINE))


def _tone(facet: Facet, tones: Sequence[str]) -> str:
    """Return the tone of a facet by the way it faces most."""
    way = facet.outward
    faces = (abs(way.dot(UP)), abs(way.dot(AWAY)), abs(way.dot(RIGHT)))
    return tones[faces.index(max(faces))]


def _paths(area: BaseGeometry) -> Iterator[Path]:
    for part in get_parts(area):
        if isinstance(part, Polygon) and part.area >= SPECK:
            for ring in (part.exterior, *part.interiors):
                yield polygon(Point(round(x, 3), round(y, 3)) for x, y in ring.coords[:-1])


def _framed(shapes: Sequence[Shape], scale: float, margin: Mm) -> Scene:
    bounds = Rect.around_all([path_bounds(path) for one in shapes for path in one.paths])
    size = Size(scale * bounds.width + 2 * margin, scale * bounds.height + 2 * margin)
    move = Transform.move(-bounds.x, -bounds.y).then(Transform.scale(scale))
    move = move.then(Transform.move(margin, margin))
    placed_shapes = (
        one._replace(paths=tuple(placed(path, move) for path in one.paths)) for one in shapes
    )
    return Scene(size, tuple(placed_shapes))
