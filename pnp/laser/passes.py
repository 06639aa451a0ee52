"""The passes over each bed, and the steps of each pass in order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import count
from math import fsum
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import Path, circle, path_bounds, rectangle
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork, open_path, over_edge
from pnp.laser.beds import LaserPart, PlacedPart, bed_size, moved_to, place_parts
from pnp.laser.cuts import merge_cuts, path_edges, signed_area, with_tabs
from pnp.laser.jig import Jig, is_symmetric, jig_steps, lay_out_jigs
from pnp.laser.kerf import inward, outward
from pnp.laser.order import end_of, optimize_order
from pnp.laser.scheme import Kerf, LaserScheme, PassKind, ReportedPlacement, Sides
from pnp.scene.laser_bed import Bed, Operation, Step

PIN: Mm = 3.0  # the pins that hold a turned sheet, as thick as a common dowel or drill
PIN_SLIP: Mm = 0.1  # so that a sheet comes off them again
PIN_INSET: Mm = 5.0
PIN_WEB: Mm = 2.0  # what has to be left around a pin
MARK, MARK_INSET, MARK_APART = 2.0, 0.6, 1.0  # within the narrowest margin

Steps = Iterable[tuple[Step, Iterable[Path]]]

_ordered = lru_cache(maxsize=16)(optimize_order)  # full beds of equal parts are cut alike


class PlannedPass(NamedTuple):
    """One pass over one bed, with the number of its parts and their placements.

    ``kind`` is empty if the bed takes one pass. Pins and a jig are cut from scrap: they have no
    parts and belong to no ``sheet`` of material, counted from 1. A jig has the placements of the
    parts that are laid into it first. ``round`` counts jigs, and how often jigs are filled; it is 0
    if there is only one. ``lying`` are the outlines and holes of parts that this pass does not cut.
    """

    bed: Bed
    parts: int
    part_area: float = 0.0
    placements: tuple[ReportedPlacement, ...] = ()
    kind: PassKind = ""
    sheet: int = 0
    round: int = 0
    lying: tuple[Path, ...] = ()


def plan_passes(parts: Sequence[LaserPart], scheme: LaserScheme) -> tuple[PlannedPass, ...]:
    """Lay out parts on beds and plan the passes that burn them.

    Parts without a back may lie among those with one.
    """
    _check_backs(parts, scheme)
    burnt = cache(partial(over_edge, kerf=scheme.kerf))
    parts = [
        part._replace(front=burnt(part.front), back=part.back and burnt(part.back))
        for part in parts
    ]
    beds = list(place_parts(parts, scheme))
    if scheme.single:
        beds.reverse()
    found = [
        one for number, placed in enumerate(beds, 1) for one in _passes(placed, number, scheme)
    ]
    match scheme.sides:
        case Sides.FLIP:
            two_sided = [placed for placed in beds if _with_backs(placed)]
            if _with_backs(beds[0]):
                _check_pins(bed_size(beds[0], scheme), scheme.used)
            found[:0] = _pin_passes([bed_size(placed, scheme) for placed in two_sided], scheme.kerf)
        case Sides.JIG:
            laid = [one for placed in beds for one in _with_backs(placed)]
            found += _jig_passes(lay_out_jigs(laid, scheme.bed), laid, scheme.kerf)
    if not scheme.single:
        return tuple(_named(one, str(one.sheet) if len(beds) > 1 else "") for one in found)
    copies = Counter(part.front for part in parts)
    names = {number: placed[0].part for number, placed in enumerate(beds, 1)}
    return tuple(
        _named(one, part.name.replace(" ", "-"))._replace(parts=copies[part.front])
        for one in found
        for part in [names[one.sheet]]
    )


def _check_backs(parts: Sequence[LaserPart], scheme: LaserScheme) -> None:
    """Refuse to turn over parts that are all one-sided, or would not fit their holes."""
    if scheme.sides is Sides.FRONTS:
        return
    with_back = [part for part in parts if part.back is not None]
    if not with_back:
        named = {"part": parts[0].name, "sides": str(scheme.sides)}
        raise LayoutError(Message("one_side", **named))
    if scheme.single and scheme.sides is not Sides.IN_PLACE:
        raise LayoutError(Message("several_parts", sides=str(scheme.sides)))
    if scheme.sides is Sides.IN_PLACE:
        for part in {part.front.outline: part for part in with_back}.values():
            if not is_symmetric(part.front.outline):
                ways = f"{Sides.FLIP}, {Sides.JIG}"
                raise LayoutError(Message("not_symmetric", part=part.name, ways=ways))


def _with_backs(placed: Iterable[PlacedPart]) -> list[PlacedPart]:
    return [one for one in placed if one.part.back is not None]


def _named(planned: PlannedPass, bed: str) -> PlannedPass:
    """Name a pass after its sheet of material, its kind and its round."""
    parts = (bed if planned.sheet else "", planned.kind, str(planned.round or ""))
    return planned._replace(bed=planned.bed._replace(name="-".join(filter(None, parts))))


def make_bed(size: Size, steps: Steps) -> Bed:
    """Return a bed with all paths of each step, ordered for little travel."""
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
        ordered = _ordered(tuple(paths[step]), here)
        operations.append(Operation(step, ordered))
        here = end_of(ordered[-1])
    return Bed(size, tuple(operations))


def _passes(placed: Sequence[PlacedPart], sheet: int, scheme: LaserScheme) -> Iterator[PlannedPass]:
    """Yield the passes over one sheet of material: a single one if there are no backs."""
    size = bed_size(placed, scheme)
    part_area = fsum(abs(signed_area(path_edges(one.front.outline))) for one in placed)

    def planned(kind: PassKind, steps: Steps, places: Sequence[ReportedPlacement]) -> PlannedPass:
        turned_over = kind == "backs" and scheme.sides is Sides.FLIP
        missing = _missing(scheme.used if sheet == 1 else (), size, turned_over)
        bed = make_bed(size, [*steps, (Step.GUIDE, missing)])
        return PlannedPass(bed, len(places), part_area, tuple(places), kind, sheet)

    fronts = [one.front for one in placed]
    lying = tuple(path for one in fronts for path in (one.outline, *one.holes))
    up = [one.up for one in placed]
    turned = _with_backs(placed)
    marks = [(Step.SCORE, _corner_marks(size))]
    match scheme.sides:
        case Sides.FRONTS:
            yield planned("", [*_surface(fronts), *_cut(placed, scheme)], up)
        case Sides.IN_PLACE if turned:
            yield planned("fronts", [*_surface(fronts), *marks, *_cut(placed, scheme)], up)
            down = [one.face_down() for one in turned]
            burnt = [*_surface(_backs(turned, down)), (Step.SCORE, _edge_marks(size, 1))]
            yield planned("backs", burnt, down)._replace(lying=lying)
        case Sides.FLIP if turned:
            pins = (Step.INNER, list(_pins(size, PIN + PIN_SLIP, scheme.kerf)))
            yield planned("fronts", [*_surface(fronts), *marks, pins], up)._replace(lying=lying)
            mirror = Transform(a=-1.0, e=size.width)
            mirrored = [one._replace(front=one.front.placed(mirror)) for one in placed]
            down = [one.face_down(size.width) for one in placed]
            backs = _surface(_backs(placed, down))
            yield planned("backs", [*backs, *marks, *_cut(mirrored, scheme)], down)
        case Sides.JIG:
            yield planned("fronts", [*_surface(fronts), *_cut(placed, scheme)], up)
        case _:
            yield planned("", [*_surface(fronts), *_cut(placed, scheme)], up)


def _missing(used: Iterable[Rect], size: Size, turned_over: bool) -> list[Path]:
    """Return the outlines of used areas of a sheet, as it lies on the bed."""
    return [
        rectangle(area._replace(x=size.width - area.right) if turned_over else area)
        for area in used
    ]


def _pin_passes(sizes: Iterable[Size], kerf: Kerf) -> Iterator[PlannedPass]:
    """Yield the holes for pins in scrap below the sheet, for each size of sheet."""
    different = list(dict.fromkeys(sizes))
    for number, size in enumerate(different, start=1):
        steps = [(Step.SCORE, _corner_marks(size)), (Step.INNER, list(_pins(size, PIN, kerf)))]
        round_ = number if len(different) > 1 else 0
        yield PlannedPass(make_bed(size, steps), 0, kind="pins", round=round_)


def _jig_passes(
    jigs: Sequence[Jig], laid: Sequence[PlacedPart], kerf: Kerf
) -> Iterator[PlannedPass]:
    """Yield each jig, and the backs in as many rounds as it has to be filled."""
    rounds, one_round = count(1), sum(len(jig.rounds) for jig in jigs) == 1
    for number, jig in enumerate(jigs, start=1):
        filled = [
            (
                [laid[place.part] for place in round_],
                tuple(place._replace(part=laid[place.part].up.part) for place in round_),
            )
            for round_ in jig.rounds
        ]
        corners = (Step.SCORE, _corner_marks(jig.size))
        lying = tuple(one.outline for one in _backs(*filled[0]))  # in all pockets
        cut = make_bed(jig.size, [*jig_steps(jig, kerf), corners])
        round_ = number if len(jigs) > 1 else 0
        yield PlannedPass(cut, 0, placements=filled[0][1], kind="jig", round=round_)
        for filling, (parts, places) in enumerate(filled, start=1):
            backs, marks = list(_backs(parts, places)), (Step.SCORE, _edge_marks(jig.size, filling))
            bed = make_bed(jig.size, [*_surface(backs), marks])
            round_ = 0 if one_round else next(rounds)
            yield PlannedPass(bed, len(parts), 0.0, places, "backs", 0, round_, lying)


def _backs(placed: Sequence[PlacedPart], down: Sequence[ReportedPlacement]) -> Iterator[Artwork]:
    """Yield the backs where their parts lie turned over.

    A part is turned over sideways: if the top of its front pointed to the right, it now points to
    the left, so its back is turned the other way.
    """
    for one, there in zip(placed, down, strict=True):
        if one.part.back is not None:
            yield moved_to(one.part.back, there)


def _surface(sides: Iterable[Artwork]) -> Iterator[tuple[Step, list[Path]]]:
    sides = list(sides)
    yield Step.ENGRAVE, [path for side in sides for path in side.engraved]
    yield Step.SCORE, [path for side in sides for path in side.scored]


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
    """Return whether a path goes around others of its block."""
    room = path_bounds(path)
    inside = (room.contains(path_bounds(one)) for one in others if one is not path)
    return path.closed and any(inside)


def _check_pins(size: Size, used: Iterable[Rect]) -> None:
    """Refuse a sheet with used areas at the places of its pins."""
    for pin in _pin_places(size):
        around = Rect.about(pin, PIN + 2 * PIN_WEB, PIN + 2 * PIN_WEB)
        if any(around.overlaps(area) for area in used):
            at = f"{pin.x:.0f}, {pin.y:.0f}"
            raise LayoutError(Message("pin", place=at, sides=str(Sides.JIG)))


def _pin_places(size: Size) -> list[Point]:
    return [Point(x, size.height / 3) for x in (PIN_INSET, size.width - PIN_INSET)]


def _pins(size: Size, width: Mm, kerf: Kerf) -> Iterator[Path]:
    """Yield the holes for two pins, both nearer to the top.

    A sheet that was turned over the wrong way or rotated lies visibly too high on its pins.
    """
    for pin in _pin_places(size):
        yield inward(circle(pin, width / 2), kerf)


def _corner_marks(size: Size) -> list[Path]:
    """Return small corner marks for every pass over a bed, so that all have the same bounds."""
    edge = Rect(0, 0, *size).inset(MARK_INSET)
    return [
        open_path([(x + dx, y), (x, y), (x, y + dy)])
        for x, dx in ((edge.x, MARK), (edge.right, -MARK))
        for y, dy in ((edge.y, MARK), (edge.bottom, -MARK))
    ]


def _edge_marks(size: Size, number: int) -> list[Path]:
    """Return marks with the bounds of corner marks that no other ``number`` of passes scores."""
    edge = Rect(0, 0, *size).inset(MARK_INSET)
    far = (MARK + MARK_APART) * number % (min(edge.size) - MARK)
    near, end = edge.x + far, edge.y + far
    return [
        *(open_path([(near, y), (near + MARK, y)]) for y in (edge.y, edge.bottom)),
        *(open_path([(x, end), (x, end + MARK)]) for x in (edge.x, edge.right)),
    ]
