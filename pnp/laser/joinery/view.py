"""Pictures of plates in space, in oblique view, with hidden parts removed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from math import cos, radians, sin
from typing import Literal, NamedTuple

from shapely import (
    LineString,
    Polygon,
    STRtree,
    covers,
    get_coordinates,
    get_parts,
    relate_pattern,
    union_all,
)
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry
from shapely.ops import polylabel

from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform, ring_area
from pnp.base.path import Line, Path, flattened, path_bounds, placed, polygon, walk
from pnp.base.units import Mm
from pnp.laser.artwork import ArtSource, Artwork, letters_of
from pnp.laser.joinery.panels import AWAY, RIGHT, UP, Plate, Pose, Vector
from pnp.scene import Scene, Shape, Style, Text

COARSE: Mm = 0.08  # how far chords may leave an arc in a picture

SolidRing = tuple[Vector, ...]

FONT: FontName = "serif-bold"
LETTERS: tuple[Mm, Mm] = (4.0, 12.0)  # the lowest capitals that burn well, and the highest used
WIDE = 0.85  # of the room for a name
TITLE = 0.22  # of the height of a lid, for the name below the picture
AROUND = 0.08  # of a picture's room, left free on each side
LARGER = 4.0  # how many times its size a picture is drawn at most

ASIDE, ABOVE = radians(32), radians(34)  # how far the viewer stands to the right, and above
SAME: Mm = 1e-4  # faces nearer than this to one another lie in one plane
MARGIN: Mm = 1.0
SPECK = 0.01  # mm²: smaller areas cannot be seen
NOTHING = Polygon()
OVERLAPS = "2********"  # the insides of two shapes have an area in common
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


class Facet(NamedTuple):
    """A flat face: its edge, its holes, and its engravings.

    A ``cut`` is a face that the beam cut. Facets with the same ``bend`` are chords of one curve of
    the plate.
    """

    plate: str
    edge: SolidRing
    holes: tuple[SolidRing, ...] = ()
    burnt: tuple[SolidRing, ...] = ()
    lines: tuple[SolidRing, ...] = ()
    kind: Literal["face", "cut"] = "face"
    bend: tuple[int, int] | None = None

    @property
    def outward(self) -> Vector:
        """The normal vector, with the length of twice its area."""
        first = self.edge[0]
        sides = [point.plus(first, -1) for point in self.edge[1:]]
        found = Vector(0, 0, 0)
        for a, b in pairwise(sides):
            found = found.plus(a.cross(b), -1)  # clockwise from outside
        return found


def facets(plate: Plate, thickness: Mm) -> Iterator[Facet]:
    """Yield the faces of a plate: the outer one, the inner one and the cuts around them."""
    pose = plate.pose
    edge, *holes = (_ring(path) for path in (plate.side.outline, *plate.side.holes))
    name = plate.name
    yield Facet(
        name,
        _raised(edge, pose),
        tuple(_raised(hole, pose) for hole in holes),
        tuple(_raised(_ring(path), pose) for path in plate.side.engraved),
        tuple(_raised(flattened(path, COARSE), pose) for path in plate.side.scored),
    )
    inner = tuple(_raised(reversed(hole), pose, thickness) for hole in holes)
    yield Facet(name, _raised(reversed(edge), pose, thickness), inner)
    for number, path in enumerate((plate.side.outline, *plate.side.holes)):
        is_back = (ring_area(edge if not number else holes[number - 1]) > 0) == bool(number)
        for part, (a, b, is_bent) in enumerate(_sides(path)):
            start, end = (b, a) if is_back else (a, b)
            bend = (number, part) if is_bent else None
            for first, last in pairwise(_bent(start, end, path, is_bent, part, is_back)):
                corners = ((first, 0.0), (first, thickness), (last, thickness), (last, 0.0))
                quad = tuple(pose.at(point, depth) for point, depth in corners)
                yield Facet(name, quad, kind="cut", bend=bend)


def _sides(path: Path) -> Iterator[tuple[Point, Point, bool]]:
    for start, segment in walk(path):
        yield start, segment.to, not isinstance(segment, Line)


def _bent(
    start: Point, end: Point, path: Path, is_bent: bool, number: int, is_back: bool
) -> list[Point]:
    """Return the points along one side of a path, with chords for a curve."""
    if not is_bent:
        return [start, end]
    first, segment = list(walk(path))[number]
    chords = flattened(Path(first, (segment,), closed=False), COARSE)
    return chords[::-1] if is_back else chords


def _ring(path: Path) -> list[Point]:
    """Return the points of a closed path, without repeating the first."""
    return flattened(path, COARSE)[:-1]


def _raised(points: Iterable[Point], pose: Pose, depth: Mm = 0.0) -> SolidRing:
    return tuple(pose.at(point, depth) for point in points)


def lettered(plate: Plate, name: str, font: Font, room: Rect, turned: bool = False) -> Plate:
    """Return a plate with a name engraved in the middle of a room on it, if large enough."""
    if not name:
        return plate
    ems = text_width(name, font, 1.0)
    capitals = min(LETTERS[1], 0.6 * room.height, WIDE * room.width / ems * cap_height(font))
    if capitals < LETTERS[0]:
        return plate
    size = capitals / cap_height(font)
    middle = room.center
    start = Point(middle.x - ems * size / 2, middle.y + capitals / 2)
    text = Text(start, name, font, size)
    drawing = Scene(room.size, (text,))
    letters = tuple(path for shape in letters_of(text) for path in shape.paths)
    side = Artwork(plate.side.outline, engraved=letters, source=ArtSource(drawing))
    return _burnt(plate, side, turned, middle)


def decorated(
    plate: Plate, name: str, font: Font, face: Artwork | None, room: Rect, turned: bool = False
) -> Plate:
    """Return a lid with a picture and the name below it, or with only the name."""
    if face is None:
        return lettered(plate, name, font, room, turned)
    title = TITLE * room.height if name else 0.0
    above = Rect(room.x, room.y, room.width, room.height - title)
    below = Rect(room.x, above.bottom, room.width, title)
    if turned:  # about the middle of the room, so that the name is below again
        above, below = (
            part.moved(0, 2 * (room.center.y - part.center.y)) for part in (above, below)
        )
    return lettered(_pictured(plate, face, above, turned), name, font, below, turned)


def _pictured(plate: Plate, face: Artwork, room: Rect, turned: bool) -> Plate:
    bounds, free = path_bounds(face.outline), 1 - 2 * AROUND
    scale = min(LARGER, free * room.width / bounds.width, free * room.height / bounds.height)
    move = Transform.move(-bounds.center.x, -bounds.center.y).then(Transform.scale(scale))
    drawn = face.placed(move.then(Transform.move(*room.center)))
    drawn = drawn._replace(
        scored=(*drawn.scored, drawn.outline, *drawn.holes), holes=(), source=None
    )
    return _burnt(plate, drawn, turned, room.center)


def _burnt(plate: Plate, more: Artwork, turned: bool, middle: Point) -> Plate:
    if turned:
        more = more.placed(Transform.turn(180, middle))
    side = plate.side
    first = not (side.scored or side.engraved)
    both = side._replace(
        scored=(*side.scored, *more.scored),
        engraved=(*side.engraved, *more.engraved),
        source=more.source if first else None,  # a picture's drawing has a ground of its own
    )
    return plate._replace(side=both)


def seen(point: Vector) -> Point:
    """Project a point to the picture."""
    return Point(point.dot(_ACROSS), point.dot(_DOWN))


class _Seen(NamedTuple):
    """A projected facet, the corners of its edge, and the distance of its plane: a + b x + c y."""

    facet: Facet
    area: Polygon
    corners: Sequence[tuple[float, float]]
    plane: tuple[float, float, float]


class ClearSpot(NamedTuple):
    """The largest clear part of something, its middle, and the room from there to the edges."""

    middle: Point
    room: Mm
    clear: BaseGeometry


class Picture(NamedTuple):
    """A picture of plates, and a spot clear of engravings on each plate that is visible."""

    scene: Scene
    spots: Mapping[str, ClearSpot]


def draw_plates(facets: Iterable[Facet]) -> Picture:
    """Draw facets without the parts that others hide, and find where each plate is."""
    there = [one for facet in facets if (one := _seen(facet)) is not None]
    tree = STRtree([one.area for one in there])
    shapes: list[Shape] = []
    bends: dict[tuple[str, tuple[int, int]], tuple[Facet, list[BaseGeometry]]] = {}
    best: dict[str, tuple[BaseGeometry, Facet]] = {}
    for one in there:
        visible, facet = _visible(one, there, tree), one.facet
        if visible.area < SPECK:
            continue
        if facet.bend is not None:
            bends.setdefault((facet.plate, facet.bend), (facet, []))[1].append(visible)
            continue
        shapes += _drawn(facet, visible)
        if facet.plate not in best or visible.area > best[facet.plate][0].area:
            best[facet.plate] = visible, facet
    for facet, areas in bends.values():
        shapes += _drawn(facet, union_all(areas, grid_size=GRID))
    return _framed(shapes, {name: _spot(*found) for name, found in best.items()})


def _spot(visible: BaseGeometry, facet: Facet) -> ClearSpot:
    """Return the spot farthest from the edges of a facet and of what is engraved on it."""
    burnt = [Polygon(map(seen, ring)).buffer(0) for ring in facet.burnt]
    clear = get_parts(visible.difference(union_all(burnt))) if burnt else get_parts(visible)
    spots = [(polylabel(part, 0.5), part) for part in clear if part.area > SPECK]
    middle, part = max(spots, key=lambda spot: spot[0].distance(spot[1].boundary))
    return ClearSpot(Point(middle.x, middle.y), float(middle.distance(part.boundary)), part)


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
    area = area.buffer(0)
    corners = get_coordinates(area).tolist()
    return _Seen(facet, area, corners, (corner.dot(_FAR) - b * x - c * y, b, c))


def _visible(one: _Seen, others: Sequence[_Seen], tree: STRtree) -> BaseGeometry:
    """Return the part of a projected facet that no other hides; one often hides it all."""
    near = (others[index] for index in sorted(tree.query(one.area, predicate="intersects")))
    hiding = get_parts([_nearer(other, one) for other in near])
    hiding = hiding[relate_pattern(hiding, one.area, OVERLAPS)]
    if not len(hiding):
        return one.area
    if covers(hiding, one.area).any():
        return NOTHING
    return one.area.difference(union_all(hiding, grid_size=GRID), grid_size=GRID)


def _nearer(other: _Seen, one: _Seen) -> BaseGeometry:
    """Return where a projected facet hides another: the part of it that is nearer."""
    a, b, c = (p - q for p, q in zip(other.plane, one.plane, strict=True))
    for corners in (other.corners, one.corners):
        gaps = [a + b * x + c * y for x, y in corners]
        if min(gaps) > -SAME:
            return NOTHING
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


def _framed(shapes: Sequence[Shape], spots: Mapping[str, ClearSpot]) -> Picture:
    bounds = Rect.around_all([path_bounds(path) for one in shapes for path in one.paths])
    move = Transform.move(MARGIN - bounds.x, MARGIN - bounds.y)
    moved = (one._replace(paths=tuple(placed(path, move) for path in one.paths)) for one in shapes)
    size = Size(bounds.width + 2 * MARGIN, bounds.height + 2 * MARGIN)
    there = {
        name: ClearSpot(move.apply(middle), room, translate(clear, move.e, move.f))
        for name, (middle, room, clear) in spots.items()
    }
    return Picture(Scene(size, tuple(moved)), there)
