"""Letters as areas to engrave: overlapping outlines, as in variable fonts, are merged."""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum, isclose

from shapely import get_parts, get_rings, unary_union

from pnp.base.geometry import Point
from pnp.base.path import Path, flattened, path_bounds, polygon
from pnp.laser.areas import FINE, area_of, area_within
from pnp.scene import Shape, Style, Text


def letters_of(text: Text) -> Iterator[Shape]:
    """Yield the letters of a line with outlines that suit the even-odd rule.

    Outlines of different fonts, which may run in different directions, are separate shapes.
    """
    for paths in text.run_outlines:
        if paths and _are_apart(paths):
            yield Shape(paths, Style(fill=text.fill), text.role)
        elif paths:
            edges = tuple(_joined(paths))
            yield Shape(edges, Style(fill=text.fill), text.role, even_odd=True)


def _are_apart(paths: tuple[Path, ...]) -> bool:
    """Return whether no outline overlaps another that runs in the same direction."""
    if len(paths) == 1:
        return bool(area_of(paths[0]).equals(area_of(paths[0], even_odd=True)))
    way = is_clockwise(max(paths, key=lambda path: path_bounds(path).width))
    solid = [area_of(path) for path in paths if is_clockwise(path) is way]
    return isclose(fsum(one.area for one in solid), unary_union(solid).area, rel_tol=1e-9)


def _joined(paths: tuple[Path, ...]) -> Iterator[Path]:
    """Yield the edges of the combined area of outlines."""
    for ring in get_rings(get_parts(area_within(paths))):
        yield polygon(Point(*corner) for corner in ring.coords[:-1])


def is_clockwise(path: Path) -> bool:
    """Return whether a closed path runs clockwise."""
    points = flattened(path, FINE)
    return fsum(a.x * b.y - b.x * a.y for a, b in pairwise(points)) > 0
