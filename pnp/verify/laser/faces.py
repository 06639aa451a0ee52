"""What laser files burn into parts: on the right part, the right way round, inside its edges."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import dist

from shapely import Point as ShapelyPoint
from shapely import Polygon, STRtree, box

from pnp.base.geometry import Point, Rect
from pnp.base.units import Mm
from pnp.verify.findings import Finding, ok, wrong
from pnp.verify.laser.cuts import NEAR, after_burning
from pnp.verify.laser.parts import Cut
from pnp.verify.laser.strokes import Stroke
from pnp.verify.laser.told import Pass, Place, Spread, Told

OFF: Mm = 0.03  # how far the middle of what is burnt may be off
Sums = tuple[float, float, float, float]
Strokes = Sequence[Stroke]


def right_places(told: Told, one: Pass) -> tuple[Place, ...]:
    """Return where parts lie, worked out from where their fronts lay; a jig is filled as told."""
    if one.kind != "backs" or told.sides not in ("flip", "in-place"):
        return one.places
    found = []
    for place in told.fronts_of(one).places:
        rect = told.rect(place)
        x = one.size.width - rect.right if told.sides == "flip" else rect.x
        found.append(Place(place.part, x, rect.y, -place.turn % 360))
    return tuple(found)


def face_finding(
    engraved: Strokes | None, scored: Strokes | None, told: Told, one: Pass
) -> Finding:
    """Judge the pictures of a pass; None is for what the client's files leave out."""
    what = "backs" if one.kind == "backs" else "fronts"
    places = right_places(told, one)
    faults = list(_faults(engraved, scored, told, one, places))
    if not faults:
        return ok(what, f"{len(places)} as they were drawn, the right way round")
    some = f"{len(faults)} of {len(places)}: "
    if what == "backs" and told.sides == "flip" and len(faults) > len(places) / 2:
        fronts = told.fronts_of(one).places
        if len(list(_faults(engraved, scored, told, one, fronts))) < len(faults) / 2:
            found = f"{some}the backs lie where the fronts lie"
            return wrong(what, found, f"mirrored places: x becomes {one.size.width:g} - x")
    return wrong(what, some + faults[0][0], faults[0][1])


def _faults(
    engraved: Strokes | None,
    scored: Strokes | None,
    told: Told,
    one: Pass,
    places: Sequence[Place],
) -> Iterator[tuple[str, str]]:
    rects = [told.rect(place) for place in places]
    areas = engraved and _by_part(engraved, rects, whole=False)
    lines = scored and _by_part(scored, rects, whole=True)
    for number, (place, rect) in enumerate(zip(places, rects, strict=True)):
        part = told.parts[place.part]
        face = part.back if one.kind == "backs" else part.front
        if face is None:
            continue
        for strokes, by_part, right, sums in (
            (engraved, areas, face.engraved, _of_areas),
            (scored, lines, face.scored, _of_lines),
        ):
            if strokes is not None:
                own = by_part[number] if by_part else ()
                fault = _compared(sums(own, _upright(place, rect)), right, rect, place.turn)
                if fault:
                    yield f"{part.name} {fault[0]}", fault[1]
                    break


def _by_part(strokes: Strokes, rects: Sequence[Rect], *, whole: bool) -> list[list[Stroke]]:
    """Return what is burnt into each part: of parts whose edges overlap, into the nearest one.

    Of a ``whole`` stroke all must be inside: lines that are not are marks beside parts.
    """
    tree = STRtree([box(rect.x, rect.y, rect.right, rect.bottom) for rect in rects])
    own: list[list[Stroke]] = [[] for _ in rects]
    for stroke in strokes:
        middle = stroke.bounds.center
        held = [
            number
            for number in tree.query(ShapelyPoint(*middle)).tolist()
            if not whole or rects[number].inset(-NEAR).contains(stroke.bounds)
        ]
        if held:
            own[min(held, key=lambda number: dist(rects[number].center, middle))].append(stroke)
    return own


def _upright(place: Place, rect: Rect) -> Callable[[Point], Point]:
    """Return what moves a place on the bed to where it is on the upright part."""

    def moved(at: Point) -> Point:
        x, y = at.x - rect.x, at.y - rect.y
        match place.turn % 360:
            case 90:
                return Point(y, rect.width - x)
            case 180:
                return Point(rect.width - x, rect.height - y)
            case 270:
                return Point(rect.height - y, x)
            case _:
                return Point(x, y)

    return moved


def _compared(
    found: Spread | None, right: Spread | None, rect: Rect, turn: int
) -> tuple[str, str] | None:
    """Say what is wrong with what is burnt on a part: nothing, turned, mirrored, or another."""
    if right is None:
        return (f"has {_told(found)}", "nothing") if found else None
    if found is None:
        return "has nothing burnt", _told(right)
    if _same(found, right):
        return None
    width, height = rect.size.turned() if turn % 180 else rect.size
    for seen, word in (
        (Spread(right.amount, width - right.x, right.y, -right.lean), "is mirrored"),
        (Spread(right.amount, right.x, height - right.y, -right.lean), "is mirrored"),
        (Spread(right.amount, width - right.x, height - right.y, right.lean), "is upside down"),
    ):
        if _same(found, seen):
            return word, "as it is seen from that side"
    return f"has {_told(found)}", _told(right)


def _told(one: Spread) -> str:
    return f"{one.amount:.1f} burnt about {one.x:.2f}, {one.y:.2f}, leaning {one.lean:.1f}"


def _same(one: Spread, other: Spread) -> bool:
    return (
        abs(one.amount - other.amount) <= 0.1 + 0.01 * other.amount
        and max(abs(one.x - other.x), abs(one.y - other.y)) <= OFF
        and abs(one.lean - other.lean) <= 0.1 + 0.01 * abs(other.lean)
    )


def _of_areas(strokes: Strokes, upright: Callable[[Point], Point]) -> Spread | None:
    """Return the spread of areas that are filled together by the even-odd rule."""
    rings = sorted((Polygon(one.points) for one in strokes if len(one.points) > 3), key=_by_area)
    total: Sums = (0.0, 0.0, 0.0, 0.0)
    for number, ring in enumerate(rings):
        inside = ring.representative_point()
        depth = sum(other.contains(inside) for other in rings[:number])
        own = _of_ring([upright(Point(*at)) for at in ring.exterior.coords])
        total = _sum(total, own, (1 if own[0] > 0 else -1) * (-1 if depth % 2 else 1))
    return _spread(total)


def _by_area(ring: Polygon) -> float:
    return -float(ring.area)


def _of_ring(points: Sequence[Point]) -> Sums:
    """Return the sums of 1, x, y and xy over a polygon, by Green's theorem."""
    area = x = y = both = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        cross = ax * by - ay * bx
        area += cross
        x += cross * (ax + bx)
        y += cross * (ay + by)
        both += cross * (ax * (2 * ay + by) + bx * (ay + 2 * by))
    return area / 2, x / 6, y / 6, both / 24


def _of_lines(strokes: Strokes, upright: Callable[[Point], Point]) -> Spread | None:
    total: Sums = (0.0, 0.0, 0.0, 0.0)
    for stroke in strokes:
        for a, b in pairwise(map(upright, stroke.points)):
            xy = 2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y
            own = (1.0, (a.x + b.x) / 2, (a.y + b.y) / 2, xy / 6)
            total = _sum(total, own, dist(a, b))
    return _spread(total)


def _sum(one: Sums, other: Sums, weight: float) -> Sums:
    a, b, c, d = (x + weight * y for x, y in zip(one, other, strict=True))
    return a, b, c, d


def _spread(sums: Sums) -> Spread | None:
    amount, x, y, xy = sums
    if amount <= 0:
        return None
    return Spread(amount, x / amount, y / amount, xy / amount - x * y / amount**2)


def inside_finding(engraved: Strokes, told: Told, one: Pass, cuts: Sequence[Cut]) -> Finding:
    """Judge whether all engraving lies within parts: where these are cut, within what is left."""
    rooms = [told.rect(place).inset(-NEAR) for place in right_places(told, one)]
    all_cut = cuts if len(cuts) == len(rooms) else ()  # what is missing is told of already
    left = [after_burning(cut.area, told.kerf, 1).buffer(NEAR) for cut in all_cut]
    for stroke in engraved:
        shape = Polygon(stroke.points)
        held = any(room.contains(stroke.bounds) for room in rooms)
        if not held or (left and not any(one.contains(shape) for one in left)):
            at = stroke.bounds.center
            found = f"at {at.x:.2f}, {at.y:.2f} an area goes over the edge of a part"
            return wrong("engraving", found, "all of it inside")
    return ok("engraving", "all inside")
