"""Ornaments that several kinds share: the rim of a face, and hatching for glue."""

from collections.abc import Iterator
from math import ceil

from pnp.base.color import blended
from pnp.base.geometry import Point, Rect
from pnp.base.path import Path, circle, line, path_bounds, polygon, rectangle
from pnp.base.units import Mm
from pnp.scene import Group, Item, Shape, Style

INSET: Mm = 2.2  # from the trim: cutting by hand is off by a millimetre or so
STROKE: Mm = 0.4
ROUND: Mm = 1.4  # the least radius of a rim's corners
LOZENGE: Mm = 1.1  # half the diagonal of an ornament in a corner
LEAST_SIDE: Mm = 24.0  # of a face with ornaments in its corners
PALE = 0.55  # the share of the ground in the colour of a rim
GLUE_PITCH: Mm = 1.6
GLUE = Style(stroke="#b9b2a4", stroke_width=0.15)


def pale(ink: str, ground: str) -> str:
    """Return the colour of ornaments, between ink and ground: visible, but not prominent."""
    return blended(ink, ground, PALE)


def draw_rim(trim: Rect, corner: Mm, ink: str, ground: str) -> Iterator[Item]:
    """Draw a line inside the trim with rounded corners; large faces have a lozenge in each.

    A round face has a ring.
    """
    style = Style(stroke=pale(ink, ground), stroke_width=STROKE)
    inner = trim.inset(INSET)
    half = min(inner.size) / 2
    radius = min(half, max(ROUND, corner - INSET))
    yield Shape((rectangle(inner, radius),), style)
    if min(trim.size) < LEAST_SIDE or radius > half / 2:
        return
    places = inner.inset(2 * LOZENGE + STROKE).corners
    yield Shape(tuple(_lozenge(place) for place in places), Style(fill=pale(ink, ground)))


def draw_ring(center: Point, radius: Mm, ink: str, ground: str) -> Item:
    """Draw the rim of a disc."""
    return Shape((circle(center, radius),), Style(stroke=pale(ink, ground), stroke_width=STROKE))


def draw_glue(area: Path) -> Item:
    """Hatch an area that gets glue."""
    bounds = path_bounds(area)
    steps = ceil((bounds.width + bounds.height) / GLUE_PITCH)
    lines = tuple(
        line(Point(x, bounds.y), Point(x - bounds.height, bounds.bottom))
        for x in (bounds.x + n * GLUE_PITCH for n in range(1, steps))
    )
    return Group((Shape(lines, GLUE),), clip=area)


def _lozenge(center: Point) -> Path:
    return polygon(
        center.moved(x * LOZENGE, y * LOZENGE) for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))
    )
