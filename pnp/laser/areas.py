"""Areas of closed paths by the even-odd rule."""

from collections.abc import Iterable

from shapely import Polygon, STRtree, point_on_surface, polygons

from pnp.laser.edges import FINE
from pnp.path import Path, flattened


def polygon_of(path: Path) -> Polygon:
    """Return what a closed path encloses."""
    return polygons(flattened(path, FINE))


def even_odd(paths: Iterable[Path]) -> list[tuple[int, Polygon]]:
    """Return what closed paths that do not cross enclose, largest first, each with its sign.

    It is -1 for a hole: what lies in an odd number of others.
    """
    rings = sorted(map(polygon_of, paths), key=lambda ring: -ring.area)
    signs = [1] * len(rings)
    inner, outer = STRtree(rings).query(point_on_surface(rings), predicate="within")
    for one, other in zip(inner.tolist(), outer.tolist(), strict=True):
        if other < one:  # a point of a ring may lie in a smaller one too
            signs[one] = -signs[one]
    return list(zip(signs, rings, strict=True))
