"""Parts are strong enough for their material, and cuts far enough apart."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import shapely
from shapely import Polygon

from pnp.base.units import Mm, format_mm
from pnp.definitions.data_files import Material
from pnp.verify.findings import Finding, ok, wrong
from pnp.verify.laser.cuts import after_burning
from pnp.verify.laser.parts import CutPart
from pnp.verify.laser.strokes import SAME

SLACK: Mm = 0.005
Fault = tuple[str, str]


def width_finding(cuts: Sequence[CutPart], kerf: tuple[Mm, Mm], material: Material) -> Finding:
    """Check the gaps between cuts and the widths of what is left standing."""
    for fault in _faults(cuts, kerf, material):
        return wrong("features", *fault)
    gap, feature = format_mm(material.gap), format_mm(material.feature)
    return ok("features", f"cuts {gap} mm apart or more, webs of {feature} mm")


def _faults(cuts: Sequence[CutPart], kerf: tuple[Mm, Mm], material: Material) -> Iterator[Fault]:
    for cut in cuts:
        yield from _in_part(cut, kerf, material)
    areas = [cut.area for cut in cuts]
    if not areas:
        return
    pairs = shapely.STRtree(areas).query(areas, predicate="dwithin", distance=material.gap)
    for one, other in sorted(map(tuple, pairs.T.tolist())):
        if one < other:
            gap = areas[one].distance(areas[other])
            if SAME < gap < material.gap - SLACK:
                names = f"{cuts[one].wanted.name} and {cuts[other].wanted.name}"
                yield f"the cuts of {names} are {gap:.2f} mm apart", _right_gap(material)


def _in_part(cut: CutPart, kerf: tuple[Mm, Mm], material: Material) -> Iterator[Fault]:
    name, rings = cut.wanted.name, list(cut.area.interiors)
    for ring in rings:
        width = _narrowest(Polygon(ring))
        if width < material.gap - SLACK:
            yield f"the cuts of a hole of {name} are {width:.2f} mm apart", _right_gap(material)
    right = f"{format_mm(material.feature)} mm or more in {material.name}"
    for one, other in combinations([cut.area.exterior, *rings], 2):
        web = one.distance(other) - max(kerf)
        if web < material.feature - SLACK:
            yield f"{web:.2f} mm are left standing beside a hole of {name}", right
    left = after_burning(cut.area, kerf, 1)
    if not isinstance(left.buffer(SLACK - material.feature / 2), Polygon) or left.is_empty:
        yield f"{name} has a neck narrower than {format_mm(material.feature)} mm", right
    elif _narrowest(left) < material.feature - SLACK:
        yield f"{name} is {_narrowest(left):.2f} mm wide", right


def _right_gap(material: Material) -> str:
    return f"{format_mm(material.gap)} mm or more in {material.name}"


def _narrowest(area: Polygon) -> Mm:
    """Return the width of the narrowest strip that holds an area."""
    around = shapely.minimum_rotated_rectangle(area)
    if not isinstance(around, Polygon):
        return 0.0
    a, b, c, *_ = (shapely.Point(corner) for corner in around.exterior.coords)
    return float(min(a.distance(b), b.distance(c)))
