"""A simulated laser: the band that a beam burns along paths, and the parts that fall out.

It does not use pnp.laser; shapely sweeps the paths.
"""

from collections.abc import Iterable

import shapely
from shapely.affinity import scale

from pnp.base.path import Path, flattened
from pnp.base.units import Mm

FINE: Mm = 1e-4
STEPS = 24  # chords in a quarter of the beam


def shape(outline: Path, *holes: Path) -> shapely.Polygon:
    """Return the area of a part."""
    return shapely.Polygon(flattened(outline, FINE), [flattened(hole, FINE) for hole in holes])


def burnt(paths: Iterable[Path], kerf: tuple[Mm, Mm]) -> shapely.Geometry:
    """Return what a beam burns that is as wide as ``kerf`` across and as high down."""
    wide, high = kerf
    bands = [
        scale(
            scale(shapely.LineString(flattened(path, FINE)), 1, wide / high, origin=(0, 0)).buffer(
                wide / 2, quad_segs=STEPS
            ),
            1,
            high / wide,
            origin=(0, 0),
        )
        for path in paths
    ]
    return shapely.union_all(bands)


def fallen(paths: Iterable[Path], kerf: tuple[Mm, Mm], least: float = 1.0) -> list[shapely.Polygon]:
    """Return what is free once paths are burnt: parts and scrap of so many mm2, as areas."""
    band = burnt(paths, kerf)
    sheet = shapely.box(*band.bounds).buffer(5)
    left = sheet.difference(band)
    pieces = [left] if isinstance(left, shapely.Polygon) else list(left.geoms)
    edge = sheet.exterior
    return [piece for piece in pieces if not piece.intersects(edge) and piece.area >= least]


def off(part: shapely.Polygon, nominal: shapely.Polygon) -> tuple[Mm, float]:
    """Return how far a part's bounds are from those asked for, and its area in mm2."""
    sides = zip(part.bounds, nominal.bounds, strict=True)
    return max(abs(a - b) for a, b in sides), part.symmetric_difference(nominal).area


def reachable(nominal: shapely.Polygon, kerf: tuple[Mm, Mm]) -> shapely.Polygon:
    """Return a part with the roundness that a beam leaves in its inward corners."""
    wide, high = kerf
    flat = scale(nominal, 1, wide / high, origin=(0, 0))
    closed = flat.buffer(wide / 2, quad_segs=STEPS).buffer(-wide / 2, quad_segs=STEPS)
    return scale(closed, 1, high / wide, origin=(0, 0))
