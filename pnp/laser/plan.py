"""A cut plan: parts on beds, the passes that each bed takes, and each pass's steps in order."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from pnp.errors import LayoutError
from pnp.geometry import Point, Rect, Size, Transform
from pnp.laser.burn import Burnt
from pnp.laser.jig import jig_bed
from pnp.laser.kerf import Kerf, inward, outward
from pnp.laser.nest import Placed, nest
from pnp.laser.order import by_travel
from pnp.laser.shared import frame_and_rest, once
from pnp.laser.tabs import with_tabs
from pnp.path import Path, circle, path_bounds, polygon
from pnp.scene.bed import Bed, Operation, Step
from pnp.units import Mm

PIN: Mm = 3.0  # the pins that hold a turned sheet, as thick as a common dowel or drill
PIN_INSET: Mm = 5.0
FLIP_MARGIN: Mm = 9.0
MARK, MARK_INSET = 4.0, 1.5


class Sides(StrEnum):
    """Which sides are burnt, and how a back comes behind its front."""

    FRONTS = "fronts"
    IN_PLACE = "in-place"  # each part is turned in the hole that it was cut from
    FLIP = "flip"  # the whole sheet is turned over
    JIG = "jig"  # the parts are laid into pockets


class Part(NamedTuple):
    """One object to cut."""

    name: str
    front: Burnt
    back: Burnt | None = None

    @property
    def size(self) -> Size:
        """Its width and height, kerf not in them."""
        return path_bounds(self.front.outline).size


class LaserScheme(NamedTuple):
    """How parts are laid out and cut.

    Parts that ``share`` cuts lie a kerf apart, others ``gap`` and a kerf. ``tabs`` are how many
    bridges hold a part and how wide they are. ``single`` asks for a bed for each part.
    """

    bed: Size
    kerf: Kerf
    gap: Mm
    margin: Mm = 3.0
    share: bool = True
    sides: Sides = Sides.FRONTS
    tabs: tuple[int, Mm] | None = None
    single: bool = False


class Planned(NamedTuple):
    """One pass over one bed, and how many parts lie on it."""

    bed: Bed
    parts: int
    part_area: float = 0.0


def plan(parts: Sequence[Part], scheme: LaserScheme) -> tuple[Planned, ...]:
    """Put parts on beds and say in which passes they are burnt.

    Raises:
        LayoutError: If a part does not fit the bed, or has no side to burn in the way asked for,
            or has a hole smaller than the kerf.
    """
    _must_be_possible(parts, scheme)
    beds = list(_beds(parts, scheme))
    numbered = len(beds) > 1
    return tuple(
        one._replace(bed=one.bed._replace(name=_name(number if numbered else 0, one.bed.name)))
        for number, laid in enumerate(beds, start=1)
        for one in _passes(laid, scheme)
    )


class _Laid(NamedTuple):
    """A part where it lies, its sides moved there; the back as it is seen from behind."""

    part: Part
    front: Burnt
    at: Rect


def _must_be_possible(parts: Sequence[Part], scheme: LaserScheme) -> None:
    if scheme.sides is Sides.FRONTS:
        return
    for part in parts:
        if part.back is None:
            raise LayoutError(f"{part.name} has one side; --sides {scheme.sides} needs two")
    if scheme.sides is Sides.IN_PLACE and scheme.share:
        raise LayoutError("parts that share cuts leave no hole of their own to be turned in")


def _beds(parts: Sequence[Part], scheme: LaserScheme) -> Iterator[tuple[_Laid, ...]]:
    if scheme.single:
        for part in parts:
            yield (_laid(part, Placed(0, scheme.margin, scheme.margin, False)),)
        return
    gap = 0.0 if scheme.share else scheme.gap
    margin = max(scheme.margin, FLIP_MARGIN) if scheme.sides is Sides.FLIP else scheme.margin
    outlines = [part.front.outline for part in parts]
    for placed in nest(outlines, scheme.bed, scheme.kerf, gap, margin):
        yield tuple(_laid(parts[one.part], one) for one in placed)


def _laid(part: Part, placed: Placed) -> _Laid:
    size = part.size.turned() if placed.turned else part.size
    at = Rect(placed.x, placed.y, *size)
    return _Laid(part, part.front.placed(_onto(part.front, at, placed.turned)), at)


def _onto(side: Burnt, at: Rect, turned: bool) -> Transform:
    """Return what moves a side from its origin to a place, turned clockwise if need be."""
    turn = Transform.turn(90, Point(0, 0)) if turned else Transform.turn(0, Point(0, 0))
    corner = turn.apply_to(path_bounds(side.outline))
    return turn.then(Transform.move(at.x - corner.x, at.y - corner.y))


def _passes(laid: Sequence[_Laid], scheme: LaserScheme) -> Iterator[Planned]:
    area = sum(one.at.width * one.at.height for one in laid)

    def passed(name: str, size: Size, drafts: Iterable[tuple[Step, Iterable[Path]]]) -> Planned:
        return Planned(bed(size, drafts, name), len(laid), area)

    size = _bed_size(laid, scheme)
    fronts = [one.front for one in laid]
    match scheme.sides:
        case Sides.FRONTS:
            yield passed("", size, [*_surface(fronts), *_cut(fronts, scheme)])
        case Sides.IN_PLACE:
            yield passed("fronts", size, [*_surface(fronts), *_cut(fronts, scheme)])
            yield passed("backs", size, _surface(_backs(laid)))
        case Sides.FLIP:
            pins = tuple(_pins(size, scheme.kerf))
            marks = [(Step.SCORE, _corner_marks(size))]
            yield passed("fronts", size, [*_surface(fronts), *marks, (Step.INNER, pins)])
            mirror = Transform(a=-1.0, e=size.width)
            turned = [front.placed(mirror) for front in fronts]
            backs = _backs(laid, size.width)
            yield passed("backs", size, [*_surface(backs), *marks, *_cut(turned, scheme)])
        case Sides.JIG:
            yield passed("fronts", size, [*_surface(fronts), *_cut(fronts, scheme)])
            jig, places = jig_bed([one.front.outline for one in laid], scheme.bed, scheme.kerf)
            yield Planned(bed(scheme.bed, jig, "jig"), 0)
            backs = [
                side.placed(_onto(side, place, turned=False))
                for side, place in zip((one.part.back for one in laid), places, strict=True)
                if side is not None
            ]
            marks = [(Step.SCORE, _corner_marks(scheme.bed))]
            yield Planned(bed(scheme.bed, [*_surface(backs), *marks], "backs"), len(laid), area)


def _bed_size(laid: Sequence[_Laid], scheme: LaserScheme) -> Size:
    if not scheme.single:
        return scheme.bed
    size = laid[0].at.size
    return Size(size.width + 2 * scheme.margin, size.height + 2 * scheme.margin)


def _backs(laid: Sequence[_Laid], width: Mm | None = None) -> list[Burnt]:
    """Return the backs where their parts are once these, or the whole sheet, have been turned.

    A part is turned over sideways, so its back stands upright where the part stood; on a sheet
    of some ``width`` that is turned over it stands as far from the other edge.
    """
    found = []
    for one in laid:
        assert one.part.back is not None
        at = one.at if width is None else one.at._replace(x=width - one.at.right)
        turned = one.at.size != one.part.size
        found.append(one.part.back.placed(_back_onto(one.part.back, at, turned)))
    return found


def _back_onto(side: Burnt, at: Rect, turned: bool) -> Transform:
    """Return what moves a back to a place: one whose front was turned clockwise goes the other way.

    Turned over sideways, the top of the front that points to the right points to the left.
    """
    turn = Transform.turn(270 if turned else 0, Point(0, 0))
    corner = turn.apply_to(path_bounds(side.outline))
    return turn.then(Transform.move(at.x - corner.x, at.y - corner.y))


def _surface(sides: Sequence[Burnt]) -> Iterator[tuple[Step, tuple[Path, ...]]]:
    yield Step.ENGRAVE, tuple(path for side in sides for path in side.engraved)
    yield Step.SCORE, tuple(path for side in sides for path in once(side.scored))


def _cut(sides: Sequence[Burnt], scheme: LaserScheme) -> Iterator[tuple[Step, tuple[Path, ...]]]:
    kerf = scheme.kerf
    yield Step.INNER, tuple(inward(hole, kerf) for side in sides for hole in side.holes)
    outlines = [outward(side.outline, kerf) for side in sides]
    if scheme.share:
        frame, rest = frame_and_rest(outlines)
        yield Step.OUTER, rest
        yield Step.FRAME, frame
    elif scheme.tabs:
        count, bridge = scheme.tabs
        yield (
            Step.OUTER,
            tuple(path for one in outlines for path in with_tabs(one, count, bridge, kerf)),
        )
    else:
        yield Step.OUTER, tuple(outlines)


def bed(size: Size, drafts: Iterable[tuple[Step, Iterable[Path]]], name: str = "") -> Bed:
    """Return a bed with the steps of drafts in their order, each with little travel."""
    paths: dict[Step, list[Path]] = {}
    for step, found in drafts:
        paths.setdefault(step, []).extend(found)
    operations = []
    here = Point(0, 0)
    for step in Step:
        if paths.get(step):
            ordered = by_travel(paths[step], here)
            operations.append(Operation(step, ordered))
            last = ordered[-1]
            here = last.start if last.closed else last.segments[-1].to
    return Bed(size, tuple(operations), name)


def _pins(size: Size, kerf: Kerf) -> Iterator[Path]:
    for x in (PIN_INSET, size.width - PIN_INSET):
        yield inward(circle(Point(x, size.height / 2), PIN / 2), kerf)


def _corner_marks(size: Size) -> tuple[Path, ...]:
    """Return small corners that every pass over a bed has, so that all have the same bounds."""
    edge = Rect(0, 0, *size).inset(MARK_INSET)
    return tuple(
        polygon((Point(x + dx, y), Point(x, y), Point(x, y + dy)))._replace(closed=False)
        for x, dx in ((edge.x, MARK), (edge.right, -MARK))
        for y, dy in ((edge.y, MARK), (edge.bottom, -MARK))
    )


def _name(number: int, name: str) -> str:
    return "-".join(filter(None, (str(number) if number else "", name)))
