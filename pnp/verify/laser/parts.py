"""Parts that laser files cut out: all there, once, set free, of their size, and their holes too."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import shapely
from shapely import Polygon

from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm, format_mm
from pnp.verify.findings import Finding, ok, wrong
from pnp.verify.laser.cuts import NEAR, Bridge, after_burning, box, bridged, faces, grown, nearest
from pnp.verify.laser.strokes import Stroke
from pnp.verify.laser.told import Form, Pass, Place, Told

HELD = 0.6  # of two rectangles that must be common for one to be taken for the other
ALIKE: Mm = 0.5  # by which the size of an area may be off to be one part more
Fault = tuple[str, str]


class Wanted(NamedTuple):
    """A part or a hole where it shall be once it is cut; ``side`` is -1 for a hole."""

    name: str
    edges: Rect
    area: float
    holes: tuple["Wanted", ...] = ()
    side: int = 1


class Cut(NamedTuple):
    """A part and the area that the cuts go around of."""

    wanted: Wanted
    area: Polygon


def wanted_parts(told: Told, one: Pass) -> list[Wanted]:
    """Return what a pass shall cut out: where the fronts lie, or their mirror image lies."""
    front = told.fronts_of(one)
    width = one.size.width if told.sides == "flip" else None
    return [_wanted(told, place, width) for place in front.places]


def wanted_pockets(told: Told, one: Pass) -> list[Wanted]:
    """Return the pockets of a jig, in the middle of which parts will lie."""
    found = []
    for place in one.places:
        if told.pocket is not None:
            size = told.pocket.size
            edges = Rect.about(told.rect(place).center, *size)
            name = f"the pocket of {told.parts[place.part].name}"
            found.append(Wanted(name, edges, told.pocket.area, (), -1))
    return found


def _wanted(told: Told, place: Place, width: Mm | None) -> Wanted:
    part = told.parts[place.part]
    holes = tuple(
        Wanted(
            f"a hole of {part.name}",
            _mirrored(_inside(place, part.form, hole), width),
            area,
            (),
            -1,
        )
        for hole, area in part.form.holes
    )
    return Wanted(part.name, _mirrored(told.rect(place), width), part.form.area, holes)


def _mirrored(rect: Rect, width: Mm | None) -> Rect:
    return rect if width is None else rect._replace(x=width - rect.right)


def _inside(place: Place, form: Form, hole: Rect) -> Rect:
    """Return a hole's edges on the bed."""
    if place.turn % 180 == 0:
        return hole.moved(place.x, place.y)
    x, y = place.x + form.size.height - hole.bottom, place.y + hole.x
    return Rect(x, y, hole.height, hole.width)


def part_findings(
    strokes: Sequence[Stroke], wanted: Sequence[Wanted], told: Told
) -> tuple[list[Finding], list[Cut]]:
    """Judge the cuts of parts, and return what they cut out."""
    tabs = list(bridged(strokes, told.tabs, told.kerf)) if told.tabs else []
    areas = faces(strokes, [line for _, line in tabs])
    cuts, missing = _found(areas, wanted, told.kerf)
    findings = [_parts(areas, cuts, missing, wanted), _kerf("kerf", cuts, told.kerf)]
    findings += [_places(cuts, told.kerf), *_holes(cuts, told.kerf)]
    if told.tabs:
        findings.append(_tabs([bridge for bridge, _ in tabs], cuts, told.tabs))
    return findings, cuts


def pocket_findings(
    strokes: Sequence[Stroke], wanted: Sequence[Wanted], kerf: tuple[Mm, Mm]
) -> Iterator[Finding]:
    """Judge the pockets of a jig."""
    areas = faces(strokes)
    cuts, missing = _found([Polygon(area.exterior) for area in areas], wanted, kerf)
    if missing:
        yield _missing("pockets", missing, wanted)
    else:
        yield ok("pockets", str(len(cuts)))
    yield _kerf("kerf", cuts, kerf)


def pin_finding(strokes: Sequence[Stroke], bed: Size) -> Finding:
    """Judge the holes for pins that hold a sheet: they are the same once it is turned over."""
    boxes = [stroke.bounds for stroke in strokes]
    for one in boxes:
        mirror = one._replace(x=bed.width - one.right)
        if not any(_near(mirror, other) for other in boxes):
            found = f"a hole at {one.center.x:.2f}, {one.center.y:.2f} without its mirror image"
            return wrong("pins", found, f"one at {mirror.center.x:.2f}, {mirror.center.y:.2f}")
    if len(boxes) < 2:
        return wrong("pins", str(len(boxes)), "two holes or more, to turn the sheet about")
    return ok("pins", f"{len(boxes)}, the same when the sheet is turned over")


def _near(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


def _found(
    areas: Sequence[Polygon], wanted: Sequence[Wanted], kerf: tuple[Mm, Mm]
) -> tuple[list[Cut], list[Wanted]]:
    if not areas:
        return [], list(wanted)
    tree = shapely.STRtree(areas)
    cuts, missing = [], []
    for one in wanted:
        edges = grown(one.edges, kerf, one.side)
        within = shapely.box(edges.x, edges.y, edges.right, edges.bottom)
        near = [areas[n] for n in sorted(tree.query(within).tolist())]
        best = nearest(near, edges, HELD if one.side > 0 else HELD / 3)
        if best is None:
            missing.append(one)
        else:
            cuts.append(Cut(one, near[best]))
    return cuts, missing


def _missing(what: str, missing: Sequence[Wanted], wanted: Sequence[Wanted]) -> Finding:
    first = missing[0]
    at = f"{first.edges.center.x:.2f}, {first.edges.center.y:.2f}"
    count = f"{len(wanted) - len(missing)} of {len(wanted)}"
    found = f"{count}: no cut goes all around {first.name} at {at}"
    return wrong(what, found, f"{len(wanted)} that are set free")


def _parts(
    areas: Sequence[Polygon],
    cuts: Sequence[Cut],
    missing: Sequence[Wanted],
    wanted: Sequence[Wanted],
) -> Finding:
    if missing:
        return _missing("parts", missing, wanted)
    if more := _more(areas, cuts):
        at = box(more[0]).center
        found = f"{len(wanted) + len(more)}: one more at {at.x:.2f}, {at.y:.2f}"
        return wrong("parts", found, f"{len(wanted)}, as the report says")
    return ok("parts", str(len(wanted)))


def _more(areas: Sequence[Polygon], cuts: Sequence[Cut]) -> list[Polygon]:
    """Return areas that are none of the parts, but as large as one."""
    taken = {id(cut.area) for cut in cuts}
    known = {(round(cut.area.area, 1), *box(cut.area).size) for cut in cuts}
    return [area for area in areas if id(area) not in taken and _is_one_of(area, known)]


def _is_one_of(area: Polygon, known: Iterable[tuple[float, Mm, Mm]]) -> bool:
    """Tell whether an area is as large as one that is known, lying either way."""
    size = sorted(box(area).size)
    return any(
        abs(area.area - whole) < 0.05 * whole
        and max(abs(a - b) for a, b in zip(size, sorted(sides), strict=True)) < ALIKE
        for whole, *sides in known
    )


def _kerf(what: str, cuts: Sequence[Cut], kerf: tuple[Mm, Mm]) -> Finding:
    """Judge the sizes of what is cut: larger by the kerf, or smaller if it is a hole."""
    if not cuts:
        return wrong(what, "nothing that could be measured", "cuts around parts")
    faults = [(cut, fault) for cut in cuts if (fault := _off(cut, kerf))]
    if faults:
        cut, (found, right) = faults[0]
        some = f"{len(faults)} of {len(cuts)}: " if len(cuts) > 1 else ""
        return wrong(what, f"{some}{cut.wanted.name} is {found}", right)
    told = (
        format_mm(kerf[0]) if kerf[0] == kerf[1] else f"{format_mm(kerf[0])} x {format_mm(kerf[1])}"
    )
    return ok(what, f"{told} mm")


def _places(cuts: Sequence[Cut], kerf: tuple[Mm, Mm]) -> Finding:
    """Judge whether everything is cut where it shall be: what is engraved does not move with it."""
    for cut in cuts:
        found, right = box(cut.area).center, cut.wanted.edges.center
        if max(abs(found.x - right.x), abs(found.y - right.y)) > NEAR + max(kerf):
            told = f"{cut.wanted.name} is cut about {found.x:.2f}, {found.y:.2f}"
            return wrong("places", told, f"{right.x:.2f}, {right.y:.2f}")
    return ok("places", "where the report says")


def _off(cut: Cut, kerf: tuple[Mm, Mm]) -> Fault | None:
    """Return how what is cut is off: a beam takes more than its kerf off where corners point."""
    wanted, found = cut.wanted, box(cut.area)
    left = after_burning(cut.area, kerf, wanted.side)
    for way, is_, shall, after, burnt in zip(
        ("wide", "high"), found.size, wanted.edges.size, box(left).size, kerf, strict=True
    ):
        added = wanted.side * (is_ - shall)  # as the kerf must be added to a part
        taken = wanted.side * (is_ - after)
        if not abs(added - taken) <= NEAR:
            return _told(way, is_, shall, taken, burnt, wanted.side)
    if abs(left.area - wanted.area) > 0.02 + 0.001 * left.length:
        what = f"of another outline: {left.area:.2f} mm2 are left when it is burnt"
        return what, f"{wanted.area:.2f} mm2"
    return None


def _told(way: str, is_: Mm, shall: Mm, taken: Mm, burnt: Mm, side: int) -> Fault:
    does, undoes = ("added", "taken off") if side > 0 else ("taken off", "added")
    added = side * (is_ - shall)
    right = f"{shall + side * taken:.2f} mm, for {shall:.2f} mm when {burnt:.2f} mm are burnt"
    if abs(added) <= NEAR:
        return f"cut {is_:.2f} mm {way}: the kerf has been forgotten", right
    if abs(added + taken) <= NEAR:
        return f"cut {is_:.2f} mm {way}: the kerf has been {undoes} instead of {does}", right
    return f"cut {is_:.2f} mm {way}", right


def _holes(cuts: Sequence[Cut], kerf: tuple[Mm, Mm]) -> Iterator[Finding]:
    """Judge the holes of parts, if there are any or should be."""
    found: list[Cut] = []
    for cut in cuts:
        rings = [Polygon(ring) for ring in cut.area.interiors]
        own, missing = _found(rings, cut.wanted.holes, kerf)
        found += own
        if missing or len(rings) != len(cut.wanted.holes):
            right = str(len(cut.wanted.holes) or "none")
            yield wrong("holes", f"{cut.wanted.name} has {len(rings) or 'none'}", right)
            return
    if found:
        yield _kerf("holes", found, kerf)


def _tabs(bridges: Sequence[Bridge], cuts: Sequence[Cut], tabs: tuple[int, Mm]) -> Finding:
    count, width = tabs
    places = [shapely.Point(bridge.middle) for bridge in bridges]
    for cut in cuts:
        edge = cut.area.exterior
        own = [b for b, place in zip(bridges, places, strict=True) if edge.distance(place) < NEAR]
        if len(own) != count:
            return wrong("tabs", f"{cut.wanted.name} is held by {len(own)}", str(count))
        off = [bridge for bridge in own if abs(bridge.width - width) > 2 * NEAR]
        if off:
            found = f"{cut.wanted.name} has one of {off[0].width:.2f} mm"
            return wrong("tabs", found, f"{width:.2f} mm when it is burnt")
    return ok("tabs", f"{count} of {format_mm(width)} mm for each part")
