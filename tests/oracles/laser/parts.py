"""Checks the parts that a laser file cuts out: number, sizes, holes, tabs and strength."""

from collections.abc import Iterable, Iterator, Sequence
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
from oracles.laser.reported import ReportedPass, WantedPart, wanted_parts, wanted_pockets
from oracles.laser.strokes import SAME, LaserStroke
from oracles.reading import difference
from shapely import Polygon

from pnp.base.geometry import Point, Size
from pnp.base.units import Mm, format_mm
from pnp.records.laser_report import ReportedMaterial
from pnp.verify.findings import Finding, ok, unchecked, wrong

COMMON = 0.6  # the share of a part's rectangle and a cut's that both must cover
ALIKE: Mm = 0.5  # an area whose size is off by less is an additional part
PartFault = tuple[str, str]
EDGE_OFF: Mm = 0.02  # how far an edge may be off its outline
SLACK: Mm = 0.005  # how far a width may be below the material's smallest


class CutPart(NamedTuple):
    """A part and the area that its cuts enclose; ``number`` is the index of the area."""

    wanted: WantedPart
    area: Polygon
    number: int


def part_findings(
    strokes: Sequence[LaserStroke], reported: ReportedPass
) -> tuple[list[Finding], list[CutPart]]:
    """Return the findings about the parts of a pass, and the parts that are cut out."""
    report, wanted = reported.report, wanted_parts(reported)
    kerf = report.kerf_mm
    tabs = find_tabs(strokes, report.tabs.bridge_mm, kerf) if report.tabs else []
    areas = enclosed_areas(strokes, [tab.gap for tab in tabs])
    cuts, missing = _match(areas, wanted, kerf)
    findings = [_parts(areas, cuts, missing, wanted), _sizes("kerf", cuts, kerf)]
    findings += [_places(cuts, kerf), *_holes(cuts, kerf)]
    if report.tabs:
        findings.append(_tabs(tabs, cuts, report.tabs.count, report.tabs.bridge_mm))
    return findings, cuts


def pocket_findings(strokes: Sequence[LaserStroke], reported: ReportedPass) -> Iterator[Finding]:
    """Check the pockets of a jig."""
    kerf, wanted = reported.report.kerf_mm, wanted_pockets(reported)
    areas = [Polygon(area.exterior) for area in enclosed_areas(strokes)]
    cuts, missing = _match(areas, wanted, kerf)
    yield _missing("pockets", missing, wanted) if missing else ok("pockets", str(len(cuts)))
    yield _sizes("kerf", cuts, kerf)


def pin_finding(strokes: Sequence[LaserStroke], bed: Size) -> Finding:
    """Check that turning the sheet over leaves the holes for pins in the same places."""
    boxes = [stroke.bounds for stroke in strokes]
    for one in boxes:
        mirror = one._replace(x=bed.width - one.right)
        if not any(difference(mirror, other) <= NEAR for other in boxes):
            found = f"a hole at {one.center.x:.2f}, {one.center.y:.2f} without a mirror image"
            return wrong("pins", found, f"one at {mirror.center.x:.2f}, {mirror.center.y:.2f}")
    if len(boxes) < 2:
        return wrong("pins", str(len(boxes)), "two holes or more")
    return ok("pins", f"{len(boxes)}, the same when the sheet is turned over")


def _match(
    areas: Sequence[Polygon], wanted: Sequence[WantedPart], kerf: KerfWidths
) -> tuple[list[CutPart], list[WantedPart]]:
    """Return the parts that have an area, and those without one."""
    tree = shapely.STRtree(areas)
    cuts: list[CutPart] = []
    missing: list[WantedPart] = []
    for one in wanted:
        edges = cut_around(one.edges, kerf, one.side)
        within = shapely.box(edges.x, edges.y, edges.right, edges.bottom)
        near = tree.query(within).tolist()
        shares = [(common_share(box(areas[number]), edges), number) for number in near]
        best, number = max(shares, default=(0.0, 0))
        if best >= (COMMON if one.side > 0 else COMMON / 3):
            cuts.append(CutPart(one, areas[number], number))
        else:
            missing.append(one)
    return cuts, missing


def _missing(what: str, missing: Sequence[WantedPart], wanted: Sequence[WantedPart]) -> Finding:
    first = missing[0]
    at = f"{first.edges.center.x:.2f}, {first.edges.center.y:.2f}"
    count = f"{len(wanted) - len(missing)} of {len(wanted)}"
    found = f"{count}: no closed cut around {first.name} at {at}"
    return wrong(what, found, f"{len(wanted)} that fall out")


def _parts(
    areas: Sequence[Polygon],
    cuts: Sequence[CutPart],
    missing: Sequence[WantedPart],
    wanted: Sequence[WantedPart],
) -> Finding:
    if missing:
        return _missing("parts", missing, wanted)
    taken = {cut.number for cut in cuts}
    known = {(round(cut.area.area, 1), *box(cut.area).size) for cut in cuts}
    others = [area for number, area in enumerate(areas) if number not in taken]
    holes = shapely.union_all([hole.outline for one in wanted for hole in one.holes])
    beside = [area for area in others if not holes.contains(area)]
    if more := [area for area in beside if _is_one_of(area, known)]:
        at = box(more[0]).center
        found = f"{len(wanted) + len(more)}: one more at {at.x:.2f}, {at.y:.2f}"
        return wrong("parts", found, f"{len(wanted)}, as the report says")
    return ok("parts", str(len(wanted)))


def _is_one_of(area: Polygon, known: Iterable[tuple[float, Mm, Mm]]) -> bool:
    """Return whether an area has the size of a known one, upright or turned."""
    size = sorted(box(area).size)
    return any(
        abs(area.area - whole) < 0.05 * whole and difference(size, sorted(sides)) < ALIKE
        for whole, *sides in known
    )


def _sizes(what: str, cuts: Sequence[CutPart], kerf: KerfWidths) -> Finding:
    """Check the sizes of cuts: larger than parts by the kerf, or smaller than holes."""
    if not cuts:
        return wrong(what, "nothing to measure", "cuts around parts")
    faults = [(cut, fault) for cut in cuts if (fault := _off(cut, kerf))]
    if faults:
        cut, (found, right) = faults[0]
        some = f"{len(faults)} of {len(cuts)}: " if len(cuts) > 1 else ""
        return wrong(what, f"{some}{cut.wanted.name} is {found}", right)
    across, down = map(format_mm, kerf)
    return ok(what, f"{across if kerf[0] == kerf[1] else f'{across} x {down}'} mm")


def _places(cuts: Sequence[CutPart], kerf: KerfWidths) -> Finding:
    """Check that parts are cut in their places, where their engraving is."""
    for cut in cuts:
        found, right = box(cut.area).center, cut.wanted.edges.center
        if difference(found, right) > NEAR + max(kerf):
            about = f"{cut.wanted.name} is cut about {found.x:.2f}, {found.y:.2f}"
            return wrong("places", about, f"{right.x:.2f}, {right.y:.2f}")
    return ok("places", "where the report says")


def _off(cut: CutPart, kerf: KerfWidths) -> PartFault | None:
    """Return the fault of a part's size or area, or None.

    At pointed corners the beam burns away more than its kerf, so sizes are compared after burning.
    """
    wanted, found = cut.wanted, box(cut.area)
    left = after_burning(cut.area, kerf, wanted.side)
    for way, size, right, after, burnt in zip(
        ("wide", "high"), found.size, wanted.edges.size, box(left).size, kerf, strict=True
    ):
        added = wanted.side * (size - right)  # the kerf must be added to a part
        taken = wanted.side * (size - after)
        if not abs(added - taken) <= NEAR:
            return _describe(way, size, right, taken, burnt, wanted.side)
    if abs(left.area - wanted.area) > 0.02 + 0.001 * left.length:
        what = f"of another outline: {left.area:.2f} mm2 are left after burning"
        return what, f"{wanted.area:.2f} mm2"
    away, at = _farthest(left, cut_and_burnt(wanted.outline, kerf, wanted.side))
    if away > EDGE_OFF:
        what = f"of another outline: {away:.2f} mm off at {at.x:.2f}, {at.y:.2f} after burning"
        return what, "the outline in the report"
    return None


def _farthest(one: Polygon, other: Polygon) -> tuple[Mm, Point]:
    """Return the greatest distance from a corner of one outline to the other, and its place."""
    found = (0.0, Point(0, 0))
    for corners, edge in ((one, other.exterior), (other, one.exterior)):
        places = shapely.get_coordinates(corners)
        away = shapely.distance(shapely.points(places), edge)
        found = max(found, (float(away.max()), Point(*places[away.argmax()].tolist())))
    return found


def _describe(way: str, size: Mm, wanted: Mm, taken: Mm, burnt: Mm, side: int) -> PartFault:
    does, undoes = ("added", "taken off") if side > 0 else ("taken off", "added")
    added, found = side * (size - wanted), f"cut {size:.2f} mm {way}"
    right = f"{wanted + side * taken:.2f} mm, for {wanted:.2f} mm when {burnt:.2f} mm are burnt"
    if abs(added) <= NEAR:
        return f"{found}: the kerf has been forgotten", right
    if abs(added + taken) <= NEAR:
        return f"{found}: the kerf has been {undoes} instead of {does}", right
    return found, right


def _holes(cuts: Sequence[CutPart], kerf: KerfWidths) -> Iterator[Finding]:
    """Check the holes of parts; yield nothing if there are none and should be none."""
    found: list[CutPart] = []
    for cut in cuts:
        rings = [Polygon(ring) for ring in cut.area.interiors]
        holes, missing = _match(rings, cut.wanted.holes, kerf)
        found += holes
        if missing or len(rings) != len(cut.wanted.holes):
            right = str(len(cut.wanted.holes) or "none")
            yield wrong("holes", f"{cut.wanted.name} has {len(rings) or 'none'}", right)
            return
    if found:
        yield _sizes("holes", found, kerf)


def _tabs(tabs: Sequence[Tab], cuts: Sequence[CutPart], count: int, width: Mm) -> Finding:
    places = [shapely.Point(tab.middle) for tab in tabs]
    for cut in cuts:
        edge = cut.area.exterior
        held = [tab for tab, at in zip(tabs, places, strict=True) if edge.distance(at) < NEAR]
        if len(held) != count:
            return wrong("tabs", f"{cut.wanted.name} is held by {len(held)}", str(count))
        off = [tab for tab in held if abs(tab.width - width) > 2 * NEAR]
        if off:
            found = f"{cut.wanted.name} has one of {off[0].width:.2f} mm"
            return wrong("tabs", found, f"{width:.2f} mm after burning")
    return ok("tabs", f"{count} of {format_mm(width)} mm for each part")


def width_finding(cuts: Sequence[CutPart], kerf: KerfWidths, material: ReportedMaterial) -> Finding:
    """Check the gaps between cuts and the widths of the webs beside them.

    Parts about which pnp warned the maker are not faulty.
    """
    for fault in _faults([cut for cut in cuts if not cut.wanted.thin], kerf, material):
        return wrong("features", *fault)
    for found, _ in _faults([cut for cut in cuts if cut.wanted.thin], kerf, material):
        return unchecked("features", f"{found}, as its maker was warned")
    gap, feature = format_mm(material.gap_mm), format_mm(material.feature_mm)
    return ok("features", f"cuts {gap} mm apart or more, webs of {feature} mm")


def _faults(
    cuts: Sequence[CutPart], kerf: KerfWidths, material: ReportedMaterial
) -> Iterator[PartFault]:
    for cut in cuts:
        yield from _in_part(cut, kerf, material)
    areas = [cut.area for cut in cuts]
    if not areas:
        return
    pairs = shapely.STRtree(areas).query(areas, predicate="dwithin", distance=material.gap_mm)
    for one, other in sorted(map(tuple, pairs.T.tolist())):
        if one < other:
            gap = areas[one].distance(areas[other])
            if SAME < gap < material.gap_mm - SLACK:
                names = f"{cuts[one].wanted.name} and {cuts[other].wanted.name}"
                yield f"the cuts of {names} are {gap:.2f} mm apart", _right_gap(material)


def _in_part(cut: CutPart, kerf: KerfWidths, material: ReportedMaterial) -> Iterator[PartFault]:
    name, rings = cut.wanted.name, list(cut.area.interiors)
    for ring in rings:
        width = _narrowest(Polygon(ring))
        if width < material.gap_mm - SLACK:
            yield f"the cuts of a hole of {name} are {width:.2f} mm apart", _right_gap(material)
    right = f"{format_mm(material.feature_mm)} mm or more in {material.name}"
    for one, other in combinations([cut.area.exterior, *rings], 2):
        web = one.distance(other) - max(kerf)
        if web < material.feature_mm - SLACK:
            yield f"a web of {web:.2f} mm beside a hole of {name}", right
    left = after_burning(cut.area, kerf, 1)
    core = left.buffer(SLACK - material.feature_mm / 2)
    if _narrowest(left) < material.feature_mm - SLACK:
        yield f"{name} is {_narrowest(left):.2f} mm wide", right
    elif not isinstance(core, Polygon) or core.is_empty:
        yield f"{name} has a neck narrower than {format_mm(material.feature_mm)} mm", right


def _right_gap(material: ReportedMaterial) -> str:
    return f"{format_mm(material.gap_mm)} mm or more in {material.name}"


def _narrowest(area: Polygon) -> Mm:
    """Return the width of the narrowest strip around an area."""
    around = shapely.minimum_rotated_rectangle(area)
    if not isinstance(around, Polygon):
        return 0.0
    a, b, c, *_ = (shapely.Point(corner) for corner in around.exterior.coords)
    return float(min(a.distance(b), b.distance(c)))
