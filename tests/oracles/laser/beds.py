"""Judges the beds of a laser job: does each burn what the game drew, once and in its place?"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from oracles.laser.faces import by_part, face_fault, outside
from oracles.laser.lines import line_faults
from oracles.laser.parts import (
    CutPart,
    WantedPart,
    part_faults,
    pin_faults,
    pocket_faults,
    width_faults,
)
from oracles.laser.strokes import FINE, LaserStroke, strokes_of, with_operation
from shapely import Polygon

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, flattened, path_bounds
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.jig import CLEARANCE, RELIEF, pocket
from pnp.laser.job import LaserJob, LaserLayout
from pnp.laser.passes import PlannedPass
from pnp.laser.scheme import ReportedPlacement, Sides
from pnp.laser.settings import LaserSettings


def bed_faults(job: LaserJob) -> list[tuple[str, str, str]]:
    """Return the faults of a job's beds: the bed, the kind of fault, and the fault."""
    faults = []
    for layout in job.layouts:
        settings = layout.set.settings or job.settings
        for planned in layout.passes:
            found = JudgedPass(layout, settings, planned).faults()
            faults += ((f"{layout.set.name} {planned.bed.name}", *one) for one in found)
    return faults


class JudgedPass(NamedTuple):
    """A pass over a bed, and what it should make."""

    layout: LaserLayout
    settings: LaserSettings
    planned: PlannedPass

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield the faults of the pass."""
        bed, scheme = self.planned.bed, self.layout.scheme
        strokes = strokes_of(bed)
        room = Rect(0, 0, *bed.size).inset(-0.001)
        for stroke in strokes:
            if not room.contains(stroke.bounds):
                yield "bed", f"{stroke.operation} at {stroke.start} is off the bed"
        shared = scheme.share and not all(map(self._is_turned_in_place, self._fronts.placements))
        yield from line_faults(strokes, shared or scheme.tabs is not None)
        cut, cuts = with_operation(strokes, "cut"), list[CutPart]()
        match self.planned.kind:
            case "jig":
                yield from pocket_faults(cut, list(self._pockets()), scheme.kerf)
                return
            case "pins":
                yield from pin_faults(cut, bed.size)
                return
            case "fronts" if scheme.sides is Sides.FLIP:
                yield from pin_faults(cut, bed.size)
            case _ if self._cuts_parts:
                faults, cuts = part_faults(cut, list(self._wanted()), scheme.kerf, scheme.tabs)
                yield from faults
                yield from width_faults(cuts, scheme.kerf, self.settings.material)
            case _ if cut:
                yield "parts", "cut again"
        yield from self._places()
        yield from self._faces(strokes)

    @property
    def _fronts(self) -> PlannedPass:
        """The pass over the same sheet with the fronts up."""
        same = (one for one in self.layout.passes if one.sheet == self.planned.sheet)
        return next((one for one in same if one.kind in ("fronts", "")), self.planned)

    @property
    def _cuts_parts(self) -> bool:
        flip = self.layout.scheme.sides is Sides.FLIP
        return self.planned.kind in ("", "backs" if flip else "fronts")

    @property
    def _right_places(self) -> Sequence[ReportedPlacement]:
        """The places of parts; those of backs follow from their fronts, except in a jig."""
        sides = self.layout.scheme.sides
        if self.planned.kind != "backs" or sides not in (Sides.FLIP, Sides.IN_PLACE):
            return self.planned.placements
        found = []
        for place in self._fronts.placements:
            if sides is Sides.IN_PLACE and self._part(place).back is None:
                continue
            edges = self._edges(place)
            x = self.planned.bed.size.width - edges.right if sides is Sides.FLIP else edges.x
            found.append(ReportedPlacement(place.part, x, edges.y, -place.turn % 360))
        return found

    def _is_turned_in_place(self, place: ReportedPlacement) -> bool:
        """Whether a part is turned in its own hole, so that it shares no cut."""
        return self.layout.scheme.sides is Sides.IN_PLACE and self._part(place).back is not None

    def _part(self, place: ReportedPlacement) -> LaserPart:
        return self.layout.set.parts[place.part]

    def _edges(self, place: ReportedPlacement) -> Rect:
        size = self._part(place).size
        return Rect(place.x, place.y, *(size.turned() if place.turn % 180 else size))

    def _wanted(self) -> Iterator[WantedPart]:
        """Yield the parts that the pass must cut out, in the places of the fronts or mirrored."""
        turned = self.layout.scheme.sides is Sides.FLIP and self.planned.kind == "backs"
        over = Transform(a=-1.0, e=self.planned.bed.size.width) if turned else Transform()
        for place in self._fronts.placements:
            part = self._part(place)
            to_bed = _to_bed(part.front, place).then(over)
            holes = (
                WantedPart(f"a hole of {part.name}", _polygon(hole, to_bed), side=-1)
                for hole in part.front.holes
            )
            yield WantedPart(part.name, _polygon(part.front.outline, to_bed), tuple(holes))

    def _pockets(self) -> Iterator[WantedPart]:
        for place in self.planned.placements:
            part = self._part(place)
            if part.back is not None:
                wide = pocket(part.back.outline, CLEARANCE, RELIEF)
                outline = _polygon(wide, _to_bed(part.back, place))
                yield WantedPart(f"the pocket of {part.name}", outline, side=-1)

    def _places(self) -> Iterator[tuple[str, str]]:
        for place, right in zip(self.planned.placements, self._right_places, strict=False):
            off = max(abs(place.x - right.x), abs(place.y - right.y)) > 0.02
            if off or place.part != right.part or (place.turn - right.turn) % 360:
                yield "places", f"{self._part(place).name} is not where its front was"

    def _faces(self, strokes: Sequence[LaserStroke]) -> Iterator[tuple[str, str]]:
        what = "backs" if self.planned.kind == "backs" else "fronts"
        places = self._right_places
        rects = [self._edges(place) for place in places]
        engraved, scored = (
            with_operation(strokes, step) if step in self.settings.client.steps else None
            for step in ("engrave", "score")
        )
        areas, lines = (
            by_part(found, rects, entirely=entirely) if found is not None else [None] * len(rects)
            for found, entirely in ((engraved, False), (scored, True))
        )
        for place, rect, *burnt in zip(places, rects, areas, lines, strict=True):
            part = self._part(place)
            side = part.back if what == "backs" else part.front
            if side is not None and (fault := face_fault(side, rect, place.turn, *burnt)):
                yield what, f"{part.name} {fault}"
        half = min(self.layout.scheme.kerf) / 2
        yield from (("engraving", fault) for fault in outside(engraved or (), rects, half))


def _to_bed(side: Artwork, place: ReportedPlacement) -> Transform:
    """Return the transform from a side of a part to its place."""
    bounds = path_bounds(side.outline)
    turned = Transform.turn(place.turn, Point(0, 0))
    corner = turned.apply_to(bounds)
    return turned.then(Transform.move(place.x - corner.x, place.y - corner.y))


def _polygon(path: Path, by: Transform) -> Polygon:
    return Polygon([by.apply(point) for point in flattened(path, FINE)])


def kinds(faults: Sequence[tuple[str, str, str]]) -> Counter[str]:
    """Count faults by their kinds."""
    return Counter(what for _, what, _ in faults)
