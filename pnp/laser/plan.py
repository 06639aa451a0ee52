"""A cut plan: parts on beds, the passes that each bed takes, and each pass's steps in order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Line, Path, circle, circle_of, flattened, path_bounds, polygon
from pnp.base.units import EPSILON, Mm
from pnp.laser.burn import Burnt
from pnp.laser.edges import area, path_edges
from pnp.laser.jig import jig_bed
from pnp.laser.kerf import Kerf, inward, outward
from pnp.laser.merge_cuts import merge_cuts
from pnp.laser.nest import Placed, discs, hexagons, mixed, rectangles
from pnp.laser.order import end_of, optimize_order
from pnp.laser.tabs import with_tabs
from pnp.scene.bed import Bed, Operation, Step

PIN: Mm = 3.0  # the pins that hold a turned sheet, as thick as a common dowel or drill
PIN_INSET: Mm = 5.0
FLIP_MARGIN: Mm = 9.0
MARK, MARK_INSET = 2.0, 0.6  # within the narrowest margin


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
    bridges hold a part and how wide they are. ``single`` asks for a bed for each part that is
    another, with no others on it.
    """

    bed: Size
    kerf: Kerf
    gap: Mm
    margin: Mm = 3.0
    share: bool = True
    sides: Sides = Sides.FRONTS
    tabs: tuple[int, Mm] | None = None
    single: bool = False


class Lying(NamedTuple):
    """Where a part lies in a pass: its number among all parts, its edges, and how it is turned.

    ``turn`` is in degrees clockwise, seen from the side that is up.
    """

    part: int
    at: Rect
    turn: int


class Planned(NamedTuple):
    """One pass over one bed, how many parts lie on it and where.

    A jig has the places of the parts that are laid into it first, and no parts.
    """

    bed: Bed
    parts: int
    part_area: float = 0.0
    lying: tuple[Lying, ...] = ()
    kind: str = ""  # fronts, backs or jig, where there are several passes
    sheet: int = 1


def plan(parts: Sequence[Part], scheme: LaserScheme) -> tuple[Planned, ...]:
    """Put parts on beds and say in which passes they are burnt.

    Raises:
        LayoutError: If a part does not fit the bed, or has no side to burn in the way asked for,
            or has a hole smaller than the kerf.
    """
    _must_be_possible(parts, scheme)
    scheme = scheme._replace(share=scheme.share and _can_share(parts, scheme.kerf))
    beds = list(_beds(parts, scheme))
    numbered = len(beds) > 1
    if scheme.single:
        beds.reverse()
        alike = Counter(part.front for part in parts)
        return tuple(
            one._replace(
                bed=one.bed._replace(name=laid[0].part.name.replace(" ", "-")),
                parts=alike[laid[0].part.front],
                sheet=number,
            )
            for number, laid in enumerate(beds, start=1)
            for one in _passes(laid, scheme)
        )
    return tuple(
        one._replace(
            bed=one.bed._replace(name=_name(number if numbered else 0, one.bed.name)), sheet=number
        )
        for number, laid in enumerate(beds, start=1)
        for one in _passes(laid, scheme)
    )


def _can_share(parts: Sequence[Part], kerf: Kerf) -> bool:
    """Tell whether neighbours may share cuts: under an oval beam rectangles alone."""
    outline = parts[0].front.outline
    return kerf.x == kerf.y or not (_is_disc(outline) or _is_hexagon(outline))


class _Laid(NamedTuple):
    """A part where it lies, its sides moved there; the back as it is seen from behind."""

    number: int
    part: Part
    front: Burnt
    at: Rect

    @property
    def lying(self) -> Lying:
        """Where it lies, its front up."""
        return Lying(self.number, self.at, 0 if self.at.size == self.part.size else 90)

    def over(self, width: Mm | None = None) -> Lying:
        """Return where it lies, its back up: turned over alone, or with a sheet of ``width``."""
        at = self.at if width is None else self.at._replace(x=width - self.at.right)
        return Lying(self.number, at, -self.lying.turn % 360)


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
        first = {part.front: (n, part) for n, part in reversed(list(enumerate(parts)))}
        for number, part in first.values():
            yield (_laid(part, Placed(number, scheme.margin, scheme.margin, False)),)
        return
    apart = 0.0 if scheme.share else scheme.gap
    gap = Kerf(scheme.kerf.x + apart, scheme.kerf.y + apart)
    margin = max(scheme.margin, FLIP_MARGIN) if scheme.sides is Sides.FLIP else scheme.margin
    for placed in _nested(parts, scheme.bed, gap, margin):
        yield tuple(_laid(parts[one.part], one) for one in placed)


def _nested(parts: Sequence[Part], bed: Size, gap: Kerf, margin: Mm) -> Iterable[Sequence[Placed]]:
    """Place parts by their shape: discs and hexagons pack closer than their bounds."""
    widest = max(gap)
    sizes = [part.size for part in parts]
    if any(size != sizes[0] for size in sizes):
        return mixed(bed, sizes, widest, margin)
    outline = parts[0].front.outline
    if _is_disc(outline):
        return discs(bed, sizes[0].width, len(parts), widest, margin)
    if _is_hexagon(outline):
        return hexagons(bed, sizes[0], len(parts), widest, margin)
    return rectangles(bed, sizes[0], len(parts), gap.x, margin, gap.y)


def _is_disc(outline: Path) -> bool:
    return circle_of(outline) is not None


def _is_hexagon(outline: Path) -> bool:
    """Tell whether an outline is a regular hexagon, lying either way."""
    corners = list(dict.fromkeys(flattened(outline, 1.0)))
    if len(corners) != 6 or any(not isinstance(s, Line) for s in outline.segments):
        return False
    middle = path_bounds(outline).center
    reach = [hypot(corner.x - middle.x, corner.y - middle.y) for corner in corners]
    sides = [hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(corners)]
    return max(*reach, *sides) - min(*reach, *sides) < 1e-6 * reach[0] + EPSILON


def _laid(part: Part, placed: Placed) -> _Laid:
    size = part.size.turned() if placed.turned else part.size
    at = Rect(placed.x, placed.y, *size)
    front = part.front.placed(_onto(part.front, at, placed.turned))
    return _Laid(placed.part, part, front, at)


def _onto(side: Burnt, at: Rect, turned: bool) -> Transform:
    """Return what moves a side from its origin to a place, turned clockwise if need be."""
    turn = Transform.turn(90, Point(0, 0)) if turned else Transform.turn(0, Point(0, 0))
    corner = turn.apply_to(path_bounds(side.outline))
    return turn.then(Transform.move(at.x - corner.x, at.y - corner.y))


def _passes(laid: Sequence[_Laid], scheme: LaserScheme) -> Iterator[Planned]:
    covered = sum(abs(area(path_edges(one.front.outline))) for one in laid)

    def passed(
        name: str,
        drafts: Iterable[tuple[Step, Iterable[Path]]],
        lying: Sequence[Lying],
    ) -> Planned:
        return Planned(bed(size, drafts, name), len(laid), covered, tuple(lying), name)

    size = _bed_size(laid, scheme)
    fronts = [one.front for one in laid]
    up = [one.lying for one in laid]
    match scheme.sides:
        case Sides.FRONTS:
            yield passed("", [*_surface(fronts), *_cut(fronts, scheme)], up)
        case Sides.IN_PLACE:
            marks = [(Step.SCORE, _corner_marks(size))]
            yield passed("fronts", [*_surface(fronts), *marks, *_cut(fronts, scheme)], up)
            over = [one.over() for one in laid]
            yield passed("backs", [*_surface(_backs(laid, over)), *marks], over)
        case Sides.FLIP:
            pins = tuple(_pins(size, scheme.kerf))
            marks = [(Step.SCORE, _corner_marks(size))]
            yield passed("fronts", [*_surface(fronts), *marks, (Step.INNER, pins)], up)
            mirror = Transform(a=-1.0, e=size.width)
            turned = [front.placed(mirror) for front in fronts]
            over = [one.over(size.width) for one in laid]
            backs = _backs(laid, over)
            yield passed("backs", [*_surface(backs), *marks, *_cut(turned, scheme)], over)
        case Sides.JIG:
            yield passed("fronts", [*_surface(fronts), *_cut(fronts, scheme)], up)
            yield from _in_jig([one.part for one in laid], [one.number for one in laid], scheme)


def _in_jig(
    parts: Sequence[Part], numbers: Sequence[int], scheme: LaserScheme
) -> Iterator[Planned]:
    """Yield the jig, and the backs in as many rounds as it has to be filled."""
    draft, places = jig_bed(parts[0].front.outline, len(parts), scheme.bed, scheme.kerf)
    marks = (Step.SCORE, _corner_marks(scheme.bed))
    lying = [Lying(number, places[order % len(places)], 0) for order, number in enumerate(numbers)]
    rounds = [lying[first : first + len(places)] for first in range(0, len(parts), len(places))]
    yield Planned(bed(scheme.bed, [*draft, marks], "jig"), 0, lying=tuple(rounds[0]), kind="jig")
    by_number = dict(zip(numbers, parts, strict=True))
    for number, round_ in enumerate(rounds, start=1):
        backs = [
            back.placed(_onto(back, one.at, turned=False))
            for one in round_
            if (back := by_number[one.part].back) is not None
        ]
        name = "backs" if len(rounds) == 1 else f"backs-{number}"
        drafts = [*_surface(backs), marks]
        yield Planned(bed(scheme.bed, drafts, name), len(round_), lying=tuple(round_), kind="backs")


def _bed_size(laid: Sequence[_Laid], scheme: LaserScheme) -> Size:
    if not scheme.single:
        return scheme.bed
    size = laid[0].at.size
    return Size(size.width + 2 * scheme.margin, size.height + 2 * scheme.margin)


def _backs(laid: Sequence[_Laid], over: Sequence[Lying]) -> list[Burnt]:
    """Return the backs where their parts are once these, or the whole sheet, have been turned.

    A part is turned over sideways, so its back stands upright where the part stood.
    """
    found = []
    for one, there in zip(laid, over, strict=True):
        assert one.part.back is not None
        found.append(one.part.back.placed(_back_onto(one.part.back, there.at, bool(there.turn))))
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
    yield Step.SCORE, tuple(path for side in sides for path in merge_cuts(side.scored))


def _cut(sides: Sequence[Burnt], scheme: LaserScheme) -> Iterator[tuple[Step, tuple[Path, ...]]]:
    kerf = scheme.kerf
    yield Step.INNER, tuple(inward(hole, kerf) for side in sides for hole in side.holes)
    outlines = [outward(side.outline, kerf) for side in sides]
    if scheme.share:
        merged = merge_cuts(outlines)
        frame = tuple(path for path in merged if _is_around(path, merged))
        yield Step.OUTER, tuple(path for path in merged if path not in frame)
        yield Step.FRAME, frame
    elif scheme.tabs:
        count, bridge = scheme.tabs
        yield (
            Step.OUTER,
            tuple(path for one in outlines for path in with_tabs(one, count, bridge, kerf)),
        )
    else:
        yield Step.OUTER, tuple(outlines)


def _is_around(path: Path, others: Sequence[Path]) -> bool:
    """Tell whether a path goes around all others, of which there are some."""
    room = path_bounds(path)
    return (
        path.closed and len(others) > 1 and all(room.contains(path_bounds(one)) for one in others)
    )


def bed(size: Size, drafts: Iterable[tuple[Step, Iterable[Path]]], name: str = "") -> Bed:
    """Return a bed with the steps of drafts in their order, each with little travel."""
    paths: dict[Step, list[Path]] = {}
    for step, found in drafts:
        paths.setdefault(step, []).extend(found)
    operations = []
    here = Point(0, 0)
    for step in Step:
        if paths.get(step):
            # What is engraved is scanned from edge to edge, whatever the order of its outlines.
            scanned = step is Step.ENGRAVE
            ordered = tuple(paths[step]) if scanned else optimize_order(paths[step], here)
            operations.append(Operation(step, ordered))
            if scanned:
                continue
            here = end_of(ordered[-1])
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
