"""Living hinges: slots that let a plate bend, so that the back of a box is also its lid.

The links between rows of slots twist. A link that turns by its share of the bend needs room beside
it: the slot is as wide as ``sqrt(t² + w²) cos(atan(t / w) - a) - w`` for links of width w in a
plate of thickness t that turn by a (defproc, Minimum bend radius,
https://www.defproc.co.uk/blog/2012/minimum-bend-radius/).
"""

from collections.abc import Iterator
from math import dist, sqrt

from pnp.base.geometry import Point, Rect
from pnp.base.path import Arc, Line, Path, rectangle
from pnp.base.units import Mm
from pnp.laser.joinery.panels import Plate, cut_away
from pnp.laser.joinery.walls import BoxSize

# In thicknesses: the radius of the bend, the width of links and of the bridges between the slots of
# a row, and the length of slots. Links and bridges are those of boxes.py (FlexSettings).
BEND = 4.0
LINK, BRIDGE, LONG = 0.5, 1.0, 10.0
LEAST_BACK = 4.0  # thicknesses of the back below its bend: room for three fingers above the floor
NEAR: Mm = 1e-6
CORNER = 1 - 1 / sqrt(2)  # of the radius: how far a bend cuts into the corner of a box


def rows_of(size: BoxSize, slot: Mm) -> int:
    """Return the number of rows of slots in a hinge."""
    return int(size.hinge / (LINK * size.thickness + slot))


def hinged(back: Plate, size: BoxSize, slot: Mm) -> Plate:
    """Return a back with the slots of its hinge; slots that reach an edge are open there."""
    slots = list(_slots(size, slot))
    ends = [one for one in slots if one.x <= 0 or one.right >= size.width]
    holes = tuple(rectangle(one) for one in slots if one not in ends)
    outline = cut_away(back.side.outline, ends)
    return back._replace(side=back.side._replace(outline=outline, holes=holes))


def _slots(size: BoxSize, slot: Mm) -> Iterator[Rect]:
    """Yield the slots row by row; bridges are staggered from row to row."""
    t, width, rows = size.thickness, size.width, rows_of(size, slot)
    bridge, pitch = BRIDGE * t, size.hinge / rows
    count = max(1, round((width - bridge) / (LONG * t + bridge)))
    long = (width - (count + 1) * bridge) / count
    for row in range(rows):
        y = size.lid + (row + 0.5) * pitch - slot / 2
        if row % 2:
            starts = [bridge + number * (long + bridge) for number in range(count)]
            ends = [start + long for start in starts]
        else:
            middles = [bridge + long / 2 + number * (long + bridge) for number in range(count)]
            starts = [0.0, *(middle + bridge / 2 for middle in middles)]
            ends = [*(middle - bridge / 2 for middle in middles), width]
        for start, end in zip(starts, ends, strict=True):
            yield Rect(start, y, end - start, slot)


def rounded(wall: Plate, size: BoxSize) -> Plate:
    """Return the left or right wall with its upper back corner rounded for the bend."""
    r, t, deep = size.bend, size.thickness, size.depth
    outline = wall.side.outline
    if wall.name == "left":  # seen from outside, the back is on its left
        corner = Rect(0, 0, t + r, r)
        start, end = Point(t, r), Point(t + r, 0)
    else:
        corner = Rect(deep - t - r, 0, t + r, r)
        start, end = Point(deep - t - r, 0), Point(deep - t, r)
    inner = Point(t + r, r) if wall.name == "left" else Point(deep - t - r, r)
    outline = _with_arc(cut_away(outline, [corner]), inner, start, end, r)
    return wall._replace(side=wall.side._replace(outline=outline))


def _with_arc(outline: Path, corner: Point, start: Point, end: Point, radius: Mm) -> Path:
    """Return an outline whose inward corner is filled with a quarter circle."""
    points = [outline.start, *(step.to for step in outline.segments)]
    place = min(range(len(points)), key=lambda n: dist(points[n], corner))
    turned = points[place + 1 :] + points[:place]  # from the corner on, without it
    others = (at for at in turned if min(dist(at, start), dist(at, end)) > NEAR)
    arc = Arc(end, radius, clockwise=True)
    return Path(end, (*(Line(at) for at in others), Line(start), arc))
