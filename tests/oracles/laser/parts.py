"""Judges the parts that a bed cuts out: their number, places, sizes, holes, tabs and strength."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import shapely
from oracles.laser.cuts import (
    NEAR,
    KerfWidths,
    Tab,
    after_burning,
    box,
    common_share,
    cut_and_burnt,
    cut_around,
    enclosed_areas,
    find_tabs,
)
from oracles.laser.strokes import SAME, LaserStroke
from oracles.reading import difference
from shapely import Polygon

from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.game.presets import Material

COMMON = 0.6  # the share of a part's rectangle and a cut's that both must cover
EDGE_OFF: Mm = 0.02  # how far an edge may be off its outline
SLACK: Mm = 0.005  # how far a width may be below the material's smallest
PartFault = tuple[str, str]


class WantedPart(NamedTuple):
    """A part or a hole in its place, without kerf; ``side`` is -1 for a hole."""

    name: str
    outline: Polygon
    holes: tuple["WantedPart", ...] = ()
    side: int = 1

    @property
    def edges(self) -> Rect:
        return box(self.outline)


class CutPart(NamedTuple):
    """A part and the area that its cuts enclose; ``number`` is the index of the area."""

    wanted: WantedPart
    area: Polygon
    number: int


def part_faults(
    strokes: Sequence[LaserStroke],
    wanted: Sequence[WantedPart],
    kerf: KerfWidths,
    tabs: tuple[int, Mm] | None,
) -> tuple[list[PartFault], list[CutPart]]:
    """Return the faults of the parts on a bed, and the parts that are cut out."""
    held = find_tabs(strokes, tabs[1], kerf) if tabs else []
    areas = enclosed_areas(strokes, [tab.gap for tab in held])
    cuts, faults = _match(areas, wanted, kerf)
    faults += _more(areas, cuts, wanted)
    for cut in cuts:
        faults += _off(cut, kerf, "kerf")
        rings = [Polygon(ring) for ring in cut.area.interiors]
        holes, missing = _match(rings, cut.wanted.holes, kerf)
        if missing or len(rings) != len(cut.wanted.holes):
            faults.append(("holes", f"{cut.wanted.name} has {len(rings)}"))
        faults += (fault for hole in holes for fault in _off(hole, kerf, "holes"))
        if tabs:
            faults += _tab_faults(cut, held, *tabs)
    return faults, cuts


def pocket_faults(
    strokes: Sequence[LaserStroke], wanted: Sequence[WantedPart], kerf: KerfWidths
) -> Iterator[PartFault]:
    """Yield the faults of the pockets of a jig."""
    areas = [Polygon(area.exterior) for area in enclosed_areas(strokes)]
    cuts, faults = _match(areas, wanted, kerf)
    yield from faults
    for cut in cuts:
        yield from _off(cut, kerf, "pockets")


def pin_faults(strokes: Sequence[LaserStroke], bed: Size) -> Iterator[PartFault]:
    """Yield the holes for pins that lie elsewhere once the sheet is turned over."""
    boxes = [stroke.bounds for stroke in strokes]
    if len(boxes) < 2:
        yield "pins", f"{len(boxes)} holes"
    for one in boxes:
        mirror = one._replace(x=bed.width - one.right)
        if not any(difference(mirror, other) <= NEAR for other in boxes):
            yield "pins", f"a hole at {one.center.x:.2f}, {one.center.y:.2f} has no mirror image"


def _match(
    areas: Sequence[Polygon], wanted: Sequence[WantedPart], kerf: KerfWidths
) -> tuple[list[CutPart], list[PartFault]]:
    """Return the parts that have an area, and a fault for each without one."""
    tree = shapely.STRtree(areas)
    cuts: list[CutPart] = []
    faults: list[PartFault] = []
    for one in wanted:
        edges = cut_around(one.edges, kerf, one.side)
        near = tree.query(shapely.box(edges.x, edges.y, edges.right, edges.bottom)).tolist()
        shares = [(common_share(box(areas[number]), edges), number) for number in near]
        best, number = max(shares, default=(0.0, 0))
        if best >= (COMMON if one.side > 0 else COMMON / 3):
            cuts.append(CutPart(one, areas[number], number))
        else:
            at = edges.center
            faults.append(("parts", f"no closed cut around {one.name} at {at.x:.2f}, {at.y:.2f}"))
    return cuts, faults


def _more(
    areas: Sequence[Polygon], cuts: Sequence[CutPart], wanted: Sequence[WantedPart]
) -> Iterator[PartFault]:
    """Yield the areas as large as a part that are none of the parts."""
    taken = {cut.number for cut in cuts}
    known = [cut.area.area for cut in cuts]
    holes = shapely.union_all([hole.outline for one in wanted for hole in one.holes])
    for number, area in enumerate(areas):
        if number in taken or holes.contains(area):
            continue
        if any(abs(area.area - whole) < 0.01 * whole for whole in known):
            at = box(area).center
            yield "parts", f"one more at {at.x:.2f}, {at.y:.2f}"


def _off(cut: CutPart, kerf: KerfWidths, what: str) -> Iterator[PartFault]:
    """Yield how the edge of a part or hole is off once the beam has burnt its kerf away."""
    wanted = cut.wanted
    left = after_burning(cut.area, kerf, wanted.side)
    right = cut_and_burnt(wanted.outline, kerf, wanted.side)
    away = _farthest(left, right)
    if away > EDGE_OFF or abs(left.area - right.area) > 0.02 + 0.001 * left.length:
        yield what, f"{wanted.name} is {away:.2f} mm off, with {left.area:.2f} mm2 left"


def _farthest(one: Polygon, other: Polygon) -> Mm:
    """Return the greatest distance from a corner of one outline to the other."""
    pairs = ((one, other.exterior), (other, one.exterior))
    corners = [(shapely.points(shapely.get_coordinates(a)), edge) for a, edge in pairs]
    return max(float(shapely.distance(places, edge).max()) for places, edge in corners)


def _tab_faults(cut: CutPart, tabs: Sequence[Tab], count: int, width: Mm) -> Iterator[PartFault]:
    edge = cut.area.exterior
    held = [tab for tab in tabs if edge.distance(shapely.Point(tab.middle)) < NEAR]
    if len(held) != count:
        yield "tabs", f"{cut.wanted.name} is held by {len(held)}"
    for tab in held:
        if abs(tab.width - width) > 2 * NEAR:
            yield "tabs", f"{cut.wanted.name} has one of {tab.width:.2f} mm"


def width_faults(
    cuts: Sequence[CutPart], kerf: KerfWidths, material: Material
) -> Iterator[PartFault]:
    """Yield the gaps between cuts, and the webs beside them, too narrow for the material."""
    for cut in cuts:
        yield from (("features", fault) for fault in _in_part(cut, kerf, material))
    areas = [cut.area for cut in cuts]
    if not areas:
        return
    pairs = shapely.STRtree(areas).query(areas, predicate="dwithin", distance=material.gap)
    for one, other in sorted(map(tuple, pairs.T.tolist())):
        gap = areas[one].distance(areas[other])
        if one < other and SAME < gap < material.gap - SLACK:
            names = f"{cuts[one].wanted.name} and {cuts[other].wanted.name}"
            yield "features", f"the cuts of {names} are {gap:.2f} mm apart"


def _in_part(cut: CutPart, kerf: KerfWidths, material: Material) -> Iterator[str]:
    name, rings = cut.wanted.name, list(cut.area.interiors)
    for ring in rings:
        if (width := _narrowest(Polygon(ring))) < material.gap - SLACK:
            yield f"the cuts of a hole of {name} are {width:.2f} mm apart"
    for one, other in combinations([cut.area.exterior, *rings], 2):
        if (web := one.distance(other) - max(kerf)) < material.feature - SLACK:
            yield f"a web of {web:.2f} mm beside a hole of {name}"
    left = after_burning(cut.area, kerf, 1)
    core = left.buffer(SLACK - material.feature / 2)
    if not isinstance(core, Polygon) or core.is_empty:
        yield f"{name} has a neck narrower than {material.feature} mm"


def _narrowest(area: Polygon) -> Mm:
    """Return the width of the narrowest strip around an area."""
    around = shapely.minimum_rotated_rectangle(area)
    if not isinstance(around, Polygon):
        return 0.0
    a, b, c, *_ = (shapely.Point(corner) for corner in around.exterior.coords)
    return float(min(a.distance(b), b.distance(c)))
