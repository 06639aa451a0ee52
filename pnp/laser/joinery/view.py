"""Pictures of plates in space, in oblique view, with hidden parts removed exactly."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from math import cos, radians, sin
from typing import NamedTuple

from shapely import LineString, Polygon, STRtree, get_parts, union_all
from shapely.geometry.base import BaseGeometry
from shapely.ops import polylabel

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, path_bounds, placed, polygon
from pnp.base.units import Mm
from pnp.laser.joinery.panels import AWAY, RIGHT, UP, Vector
from pnp.laser.joinery.solid import Facet, SolidRing
from pnp.scene import Scene, Shape, Style

ASIDE, ABOVE = radians(32), radians(34)  # how far the viewer stands to the right, and above
SAME: Mm = 1e-4  # faces nearer than this to one another lie in one plane
SPECK = 0.01  # mm²: smaller areas cannot be seen
# Points nearer than this to one another are one; without a grid, edges that nearly coincide make
# shapely lose areas.
GRID: Mm = 1e-5
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
    """Project a point to the picture."""
    return Point(point.dot(_ACROSS), point.dot(_DOWN))


class _Seen(NamedTuple):
    """A projected facet, and the distance of its plane: a + b x + c y."""

    facet: Facet
    area: Polygon
    plane: tuple[float, float, float]


class Picture(NamedTuple):
    """A picture of plates, and for each plate the middle of its largest visible part."""

    scene: Scene
    middles: Mapping[str, Point]


def picture(facets: Iterable[Facet]) -> Scene:
    """Draw facets without the parts that others hide."""
    return draw_plates(facets).scene


def draw_plates(facets: Iterable[Facet], margin: Mm = 1.0) -> Picture:
    """Draw the facets of plates, and return where each plate is in the picture."""
    there = [one for facet in facets if (one := _seen(facet)) is not None]
    tree = STRtree([one.area for one in there])
    shapes: list[Shape] = []
    bends: dict[tuple[str, tuple[int, int]], tuple[Facet, list[BaseGeometry]]] = {}
    best: dict[str, BaseGeometry] = {}
    for one in there:
        visible, facet = _visible(one, there, tree), one.facet
        if visible.area < SPECK:
            continue
        if facet.bend is not None:
            bends.setdefault((facet.plate, facet.bend), (facet, []))[1].append(visible)
            continue
        shapes += _drawn(facet, visible)
        if facet.plate not in best or visible.area > best[facet.plate].area:
            best[facet.plate] = visible
    for facet, areas in bends.values():
        shapes += _drawn(facet, union_all(areas, grid_size=GRID))
    return _framed(shapes, {name: _middle(area) for name, area in best.items()}, margin)


def _middle(area: BaseGeometry) -> Point:
    """Return a point far inside the largest part of an area."""
    largest = max(get_parts(area), key=lambda part: part.area)
    inside = polylabel(largest, 1.0)
    return Point(inside.x, inside.y)


def _seen(facet: Facet) -> _Seen | None:
    """Return a projected facet; None if it faces away."""
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
    hidden = [
        part
        for index in sorted(tree.query(one.area, predicate="intersects"))
        if others[index] is not one
        for part in get_parts(_nearer(others[index], one))
        if isinstance(part, Polygon)
    ]
    if not hidden:
        return one.area
    return one.area.difference(union_all(hidden, grid_size=GRID), grid_size=GRID)


def _nearer(other: _Seen, one: _Seen) -> BaseGeometry:
    """Return the part of a projected facet that is nearer than the plane of another."""
    a, b, c = (p - q for p, q in zip(other.plane, one.plane, strict=True))
    gaps = [a + b * x + c * y for x, y in other.area.exterior.coords]
    if min(gaps) > -SAME:
        return Polygon()
    if max(gaps) < SAME:
        return other.area
    return other.area.intersection(_half_plane(a, b, c))


def _half_plane(a: float, b: float, c: float) -> Polygon:
    """Return the half plane where a + b x + c y < 0, larger than any picture."""
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


def _line(line: SolidRing, visible: BaseGeometry) -> Iterator[Shape]:
    for part in get_parts(LineString(map(seen, line)).intersection(visible)):
        if isinstance(part, LineString) and part.length > LINE:
            path = polygon(Point(*at) for at in part.coords)._replace(closed=False)
            yield Shape((path,), Style(stroke=BURNT, stroke_width=LINE))


def _tone(facet: Facet, tones: Sequence[str]) -> str:
    """Return the tone of a facet by its dominant direction."""
    way = facet.outward
    faces = (abs(way.dot(UP)), abs(way.dot(AWAY)), abs(way.dot(RIGHT)))
    return tones[faces.index(max(faces))]


def _paths(area: BaseGeometry) -> Iterator[Path]:
    for part in get_parts(area):
        if isinstance(part, Polygon) and part.area >= SPECK:
            for ring in (part.exterior, *part.interiors):
                yield polygon(Point(round(x, 3), round(y, 3)) for x, y in ring.coords[:-1])


def _framed(shapes: Sequence[Shape], middles: Mapping[str, Point], margin: Mm) -> Picture:
    bounds = Rect.around_all([path_bounds(path) for one in shapes for path in one.paths])
    move = Transform.move(margin - bounds.x, margin - bounds.y)
    moved = (one._replace(paths=tuple(placed(path, move) for path in one.paths)) for one in shapes)
    size = Size(bounds.width + 2 * margin, bounds.height + 2 * margin)
    return Picture(
        Scene(size, tuple(moved)), {name: move.apply(at) for name, at in middles.items()}
    )
