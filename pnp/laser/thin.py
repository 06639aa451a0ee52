"""Find parts that would break, or burn away with the cuts beside them."""

from collections.abc import Iterator
from itertools import combinations

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from pnp.base.units import Mm
from pnp.laser.artwork import Artwork
from pnp.laser.moments import polygon_of
from pnp.laser.scheme import Kerf

SLACK: Mm = 0.005


def thin_places(part: Artwork, kerf: Kerf, feature: Mm, gap: Mm) -> Iterator[str]:
    """Yield what is thinner than the smallest ``feature`` of a material, or its ``gap`` of cuts.

    The cuts of holes are a kerf nearer to each other than the holes' edges.
    """
    whole, holes = polygon_of(part.outline), [polygon_of(hole) for hole in part.holes]
    if holes:
        least = min(map(narrowest, holes))
        if least - max(kerf) < gap - SLACK:
            apart = max(0.0, least - max(kerf))
            yield f"a hole whose cuts are {apart:.2f} mm apart, and {gap:g} mm is the least"
        rings = [whole.exterior, *(hole.exterior for hole in holes)]
        web = min(one.distance(other) for one, other in combinations(rings, 2))
        if web < feature - SLACK:
            yield f"a web of {web:.2f} mm beside a hole, and {feature:g} mm is the least"
            return  # which is a neck as well
    left = whole.difference(shapely.union_all(holes)) if holes else whole
    if narrowest(whole) < feature - SLACK:
        yield f"a width of {narrowest(whole):.2f} mm, and {feature:g} mm is the least"
    elif not _in_one(left.buffer(SLACK - feature / 2)):
        yield f"a neck narrower than the least allowed width, {feature:g} mm"


def _in_one(area: BaseGeometry) -> bool:
    return isinstance(area, Polygon) and not area.is_empty


def narrowest(area: Polygon) -> Mm:
    """Return the width of the narrowest rectangle around an area."""
    around = shapely.minimum_rotated_rectangle(area)
    if not isinstance(around, Polygon):
        return 0.0
    a, b, c, *_ = (shapely.Point(corner) for corner in around.exterior.coords)
    return float(min(a.distance(b), b.distance(c)))
