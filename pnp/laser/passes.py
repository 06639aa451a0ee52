"""The passes that each bed takes, and the steps of each pass in their order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, circle, path_bounds
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork, open_path
from pnp.laser.beds import LaserPart, PlacedPart, bed_size, moved_to, place_parts
from pnp.laser.edges import path_edges, signed_area
from pnp.laser.jig import jig_steps
from pnp.laser.kerf import inward, outward
from pnp.laser.merge_cuts import merge_cuts
from pnp.laser.order import end_of, optimize_order
from pnp.laser.scheme import Kerf, LaserScheme, Sides
from pnp.laser.tabs import with_tabs
from pnp.records.laser_report import PassKind, ReportedPlacement
from pnp.scene.bed import Bed, Operation, Step

PIN: Mm = 3.0  # the pins that hold a turned sheet, as thick as a common dowel or drill
PIN_INSET: Mm = 5.0
MARK, MARK_INSET = 2.0, 0.6  # within the narrowest margin

Steps = Iterable[tuple[Step, Iterable[Path]]]


class PlannedPass(NamedTuple):
    """One pass over one bed, with the number of its parts and their placements.

    A jig has the placements of the parts that are laid into it first, and no parts. ``kind`` is
    fronts, backs or jig, and empty if the bed takes one pass.
    """

    bed: Bed
    parts: int
    part_area: float = 0.0
    placements: tuple[ReportedPlacement, ...] = ()
    kind: PassKind = ""
    sheet: int = 1


def plan_passes(parts: Sequence[LaserPart], scheme: LaserScheme) -> tuple[PlannedPass, ...]:
    """Lay parts out on beds and plan the passes in which they are burnt.

    Raises:
        LayoutError: If a part does not fit the bed, lacks a back that the scheme needs, or has a
            hole smaller than the kerf.
    """
    for part in parts:
        if part.back is None and scheme.sides is not Sides.FRONTS:
            raise LayoutError(f"{part.name} has one side; --sides {scheme.sides} needs two")
    beds = list(place_parts(parts, scheme))
    if scheme.single:
        beds.reverse()
    copies = Counter(part.front for part in parts)
    found = []
    for sheet, placed in enumerate(beds, start=1):
        for one in _passes(placed, scheme):
            if scheme.single:
                name = placed[0].part.name.replace(" ", "-")
                one = one._replace(parts=copies[placed[0].part.front])
            else:
                name = "-".join(filter(None, (str(sheet) if len(beds) > 1 else "", one.bed.name)))
            found.append(one._replace(bed=one.bed._replace(name=name), sheet=sheet))
    return tuple(found)


def make_bed(size: Size, steps: Steps, name: str = "") -> Bed:
    """Return a bed with all paths of each step, ordered so that the laser travels little."""
    paths: dict[Step, list[Path]] = {}
    for step, found in steps:
        paths.setdefault(step, []).extend(found)
    operations = []
    here = Point(0, 0)
    for step in Step:
        if not paths.get(step):
            continue
        if step is Step.ENGRAVE:  # scanned from edge to edge, whatever the order of its outlines
            operations.append(Operation(step, tuple(paths[step])))
            continue
        ordered = optimize_order(paths[step], here)
        operations.append(Operation(step, ordered))
        here = end_of(ordered[-1])
    return Bed(size, tuple(operations), name)


def _passes(placed: Sequence[PlacedPart], scheme: LaserScheme) -> Iterator[PlannedPass]:
    size = bed_size(placed, scheme)
    part_area = fsum(abs(signed_area(path_edges(one.front.outline))) for one in placed)

    def planned(kind: PassKind, steps: Steps, places: Iterable[ReportedPlacement]) -> PlannedPass:
        bed = make_bed(size, steps, kind)
        return PlannedPass(bed, len(placed), part_area, tuple(places), kind)

    fronts = [one.front for one in placed]
    up = [one.up for one in placed]
    marks = [(Step.SCORE, _corner_marks(size))]
    match scheme.sides:
        case Sides.FRONTS:
            yield planned("", [*_surface(fronts), *_cut(placed, scheme)], up)
        case Sides.IN_PLACE:
            yield planned("fronts", [*_surface(fronts), *marks, *_cut(placed, scheme)], up)
            down = [one.face_down() for one in placed]
            yield planned("backs", [*_surface(_backs(placed, down)), *marks], down)
        case Sides.FLIP:
            pins = [(Step.INNER, list(_pins(size, scheme.kerf)))]
            yield planned("fronts", [*_surface(fronts), *marks, *pins], up)
            mirror = Transform(a=-1.0, e=size.width)
            mirrored = [one._replace(front=one.front.placed(mirror)) for one in placed]
            down = [one.face_down(size.width) for one in placed]
            backs = _surface(_backs(placed, down))
            yield planned("backs", [*backs, *marks, *_cut(mirrored, scheme)], down)
        case Sides.JIG:
            yield planned("fronts", [*_surface(fronts), *_cut(placed, scheme)], up)
            yield from _jig_passes(placed, scheme)


def _jig_passes(placed: Sequence[PlacedPart], scheme: LaserScheme) -> Iterator[PlannedPass]:
    """Yield the jig, and the backs in as many rounds as it has to be filled."""
    outline = placed[0].part.front.outline
    steps, places = jig_steps(outline, len(placed), scheme.bed, scheme.kerf)
    marks = (Step.SCORE, _corner_marks(scheme.bed))
    rounds = [placed[first : first + len(places)] for first in range(0, len(placed), len(places))]
    filled = [
        [one.up._replace(x=at.x, y=at.y, turn=0) for one, at in zip(round_, places, strict=False)]
        for round_ in rounds
    ]
    jig = make_bed(scheme.bed, [*steps, marks], "jig")
    yield PlannedPass(jig, 0, placements=tuple(filled[0]), kind="jig")
    for number, (round_, placements) in enumerate(zip(rounds, filled, strict=True), start=1):
        name = "backs" if len(rounds) == 1 else f"backs-{number}"
        backs = make_bed(scheme.bed, [*_surface(_backs(round_, placements)), marks], name)
        yield PlannedPass(backs, len(round_), placements=tuple(placements), kind="backs")


def _backs(placed: Sequence[PlacedPart], down: Sequence[ReportedPlacement]) -> Iterator[Artwork]:
    """Yield the backs where their parts lie turned over.

    A part is turned over sideways: the top of a front that points to the right points to the left
    then, so its back is turned the other way.
    """
    for one, there in zip(placed, down, strict=True):
        if one.part.back is not None:
            yield moved_to(one.part.back, there)


def _surface(sides: Iterable[Artwork]) -> Iterator[tuple[Step, list[Path]]]:
    sides = list(sides)
    yield Step.ENGRAVE, [path for side in sides for path in side.engraved]
    yield Step.SCORE, [path for side in sides for path in merge_cuts(side.scored)]


def _cut(placed: Sequence[PlacedPart], scheme: LaserScheme) -> Iterator[tuple[Step, list[Path]]]:
    """Yield the cuts around parts, and last those around blocks of parts that share cuts."""
    kerf = scheme.kerf
    yield Step.INNER, [inward(hole, kerf) for one in placed for hole in one.front.holes]
    blocks: dict[int, list[Path]] = {}
    for one in placed:
        blocks.setdefault(one.block, []).append(outward(one.front.outline, kerf))
    alone = blocks.pop(0, [])
    if scheme.tabs:
        count, bridge = scheme.tabs
        alone = [cut for one in alone for cut in with_tabs(one, count, bridge, kerf)]
    yield Step.OUTER, alone
    for outlines in blocks.values():
        merged = merge_cuts(outlines)
        frames = [path for path in merged if _is_around(path, merged)]
        yield Step.OUTER, [path for path in merged if path not in frames]
        yield Step.FRAME, frames


def _is_around(path: Path, others: Sequence[Path]) -> bool:
    """Tell whether a path goes around others of its block, and none around it."""
    if not path.closed:
        return False
    room = path_bounds(path)
    others = [one for one in others if one is not path]
    within = any(one.closed and path_bounds(one).contains(room) for one in others)
    return not within and any(room.contains(path_bounds(one)) for one in others)


def _pins(size: Size, kerf: Kerf) -> Iterator[Path]:
    for x in (PIN_INSET, size.width - PIN_INSET):
        yield inward(circle(Point(x, size.height / 2), PIN / 2), kerf)


def _corner_marks(size: Size) -> list[Path]:
    """Return small corners that every pass over a bed has, so that all have the same bounds."""
    edge = Rect(0, 0, *size).inset(MARK_INSET)
    return [
        open_path([(x + dx, y), (x, y), (x, y + dy)])
        for x, dx in ((edge.x, MARK), (edge.right, -MARK))
        for y, dy in ((edge.y, MARK), (edge.bottom, -MARK))
    ]
