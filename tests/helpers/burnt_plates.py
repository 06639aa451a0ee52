"""Plates as they come out of the laser: read from the made SVG, with the beam's burn taken off."""

from xml.etree import ElementTree

import svgelements
from shapely import LineString, Point, STRtree, box, get_parts, unary_union
from shapely.affinity import affine_transform

from helpers.solids import in_space, normal, span
from pnp.base.geometry import Size
from pnp.laser.passes import plan_passes
from pnp.laser.scheme import Kerf, LaserScheme
from pnp.render import bed_svg
from pnp.scene.laser_bed import BedStyle, OperationStyle, Step

LOOK = BedStyle({step: OperationStyle("#ff0000") for step in Step}, 0.1)


def lines_in(svg):
    """Yield every subpath of an SVG's paths as chords."""
    for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path"):
        for subpath in svgelements.Path(element.get("d")).as_subpaths():
            points = []
            for one in subpath:
                steps = 200 if isinstance(one, svgelements.Arc) else 1
                points += [tuple(one.point(n / steps)) for n in range(steps + 1) if one.start]
            yield LineString(points)


def made(tray, kerf):
    """Return the plates as the beam leaves them, each as it lies in its own drawing."""
    scheme = LaserScheme(Size(500, 400), Kerf(kerf, kerf), gap=1.0, share=False)
    (planned,) = plan_passes(tray.parts, scheme)
    band = unary_union(
        [
            line.buffer(kerf / 2, quad_segs=32)
            for line in lines_in(bed_svg.render(planned.bed, LOOK))
        ]
    )
    left = get_parts(box(0, 0, 500, 400).difference(band))
    tree = STRtree(left)
    found = {}
    for place in planned.placements:
        plate = tray.plates[place.part]
        wide, high = plate.size
        if place.turn:  # clockwise: what pointed up points right
            back = [0, 1, -1, 0, -place.y, place.x + high]
        else:
            back = [1, 0, 0, 1, -place.x, -place.y]
        outline = box(0, 0, *((high, wide) if place.turn else (wide, high)))
        there = affine_transform(outline, [1, 0, 0, 1, place.x, place.y])
        inside = [left[n] for n in tree.query(there, predicate="contains_properly")]
        inside += [one for one in left if one.within(there.buffer(0.01))]
        found[plate.name] = affine_transform(max(inside, key=lambda one: one.area), back)
    return found


def wood_along(plate, shape, line):
    """Return the stretches of wood along a line in space, given by two ends."""
    first, second = (tuple(end[n] for n in range(3) if n != normal(plate)) for end in line)
    others = [n for n in range(3) if n != normal(plate)]
    cut = in_space(plate, shape, *others).intersection(LineString([first, second]))
    axis = next(n for n, (a, b) in enumerate(zip(*line, strict=True)) if a != b)
    k = others.index(axis)
    return sorted(
        tuple(sorted((part.coords[0][k], part.coords[-1][k])))
        for part in get_parts(cut)
        if isinstance(part, LineString) and part.length
    )


def edges_of(box_size):
    """Yield the edges of a box that two plates share, each with a line through its fingers."""
    w, d, h, t = box_size[:4]
    m = t / 2
    yield "floor", "front", ((0, m, m), (w, m, m))
    yield "floor", "back", ((0, d - m, m), (w, d - m, m))
    yield "floor", "left", ((m, t, m), (m, d - t, m))
    yield "floor", "right", ((w - m, t, m), (w - m, d - t, m))
    for x, side in ((m, "left"), (w - m, "right")):
        for y, wall in ((m, "front"), (d - m, "back")):
            high = h - box_size.drop if side == "right" else h
            yield wall, side, ((x, y, t), (x, y, high))


def free_around(plates, cut, place, axis, thickness):
    """Return between which two coordinates on an axis of space nothing is around a place."""
    low, high = -1e3, 1e3
    for plate in plates:
        for start, end in _wood_on(plate, cut[plate.name], place, axis, thickness):
            if end <= place[axis]:
                low = max(low, end)
            elif start >= place[axis]:
                high = min(high, start)
            else:
                raise AssertionError(f"{plate.name} is at {place}")
    return low, high


def _wood_on(plate, shape, place, axis, thickness):
    """Yield the stretches of a plate on the line through a place along an axis."""
    thin = normal(plate)
    near, far = span(plate, thickness)
    others = [n for n in range(3) if n != thin]
    if thin == axis:
        if in_space(plate, shape, *others).contains(Point(*(place[n] for n in others))):
            yield near, far
    elif near < place[thin] < far:
        ends = [list(place), list(place)]
        ends[0][axis], ends[1][axis] = -1e3, 1e3
        yield from wood_along(plate, shape, ends)
