"""The parts to cut, and where they lie on one bed after another."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from math import dist
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Line, Path, circle_of, flattened, path_bounds
from pnp.base.units import EPSILON, Mm
from pnp.laser.artwork import Artwork
from pnp.laser.kerf import Kerf
from pnp.laser.nest import NestPlace, discs, hexagons, mixed, rectangles

FLIP_MARGIN: Mm = 9.0


class Sides(StrEnum):
    """Which sides are burnt, and how backs are lined up with their fronts."""

    FRONTS = "fronts"
    IN_PLACE = "in-place"  # each part is turned over in the hole it was cut from
    FLIP = "flip"  # the whole sheet is turned over
    JIG = "jig"  # the parts are laid into pockets


class LaserPart(NamedTuple):
    """One object to cut."""

    name: str
    front: Artwork
    back: Artwork | None = None

    @property
    def size(self) -> Size:
        """Its width and height, without kerf."""
        return path_bounds(self.front.outline).size


class LaserScheme(NamedTuple):
    """How parts are laid out and cut.

    Parts that ``share`` cuts lie a kerf apart, others a kerf and ``gap``. ``tabs`` are the number
    of bridges that hold a part and their width. With ``single`` every different part gets a bed
    of its own.
    """

    bed: Size
    kerf: Kerf
    gap: Mm
    margin: Mm = 3.0
    share: bool = True
    sides: Sides = Sides.FRONTS
    tabs: tuple[int, Mm] | None = None
    single: bool = False


class PartPlacement(NamedTuple):
    """Where a part lies in a pass: its index among all parts, its bounds and its turn.

    ``turn`` is in degrees clockwise, seen from the side that is up.
    """

    part: int
    at: Rect
    turn: int


class PlacedPart(NamedTuple):
    """A part on a bed, its index among all parts, and its front moved there."""

    number: int
    part: LaserPart
    front: Artwork
    at: Rect

    @property
    def face_up(self) -> PartPlacement:
        """Where it lies with its front up."""
        return PartPlacement(self.number, self.at, 0 if self.at.size == self.part.size else 90)

    def face_down(self, width: Mm | None = None) -> PartPlacement:
        """Return where it lies turned over: alone, or with a whole sheet of ``width``."""
        at = self.at if width is None else self.at._replace(x=width - self.at.right)
        return PartPlacement(self.number, at, -self.face_up.turn % 360)


def place_parts(parts: Sequence[LaserPart], scheme: LaserScheme) -> Iterator[list[PlacedPart]]:
    """Yield the parts of one bed after another.

    Raises:
        LayoutError: If a part does not fit the bed.
    """
    if scheme.single:
        first = {part.front: index for index, part in reversed(list(enumerate(parts)))}
        for index in first.values():
            yield [_placed(parts[index], NestPlace(index, scheme.margin, scheme.margin))]
        return
    extra = 0.0 if scheme.share else scheme.gap
    gap = Kerf(scheme.kerf.x + extra, scheme.kerf.y + extra)
    margin = max(scheme.margin, FLIP_MARGIN) if scheme.sides is Sides.FLIP else scheme.margin
    for spots in _nested(parts, scheme.bed, gap, margin):
        yield [_placed(parts[spot.part], spot) for spot in spots]


def bed_size(placed: Sequence[PlacedPart], scheme: LaserScheme) -> Size:
    """Return the size of a bed: that of its only part and a margin where it has one part."""
    if not scheme.single:
        return scheme.bed
    size = placed[0].at.size
    return Size(size.width + 2 * scheme.margin, size.height + 2 * scheme.margin)


def can_share(parts: Sequence[LaserPart], kerf: Kerf) -> bool:
    """Tell whether neighbours may share cuts: under an oval beam only rectangles may."""
    outline = parts[0].front.outline
    return kerf.x == kerf.y or not (_is_disc(outline) or _is_hexagon(outline))


def moved_to(side: Artwork, at: Rect, turn: int) -> Artwork:
    """Return a side turned clockwise by degrees, with the top left of its bounds moved there."""
    turned = Transform.turn(turn, Point(0, 0))
    corner = turned.apply_to(path_bounds(side.outline))
    return side.placed(turned.then(Transform.move(at.x - corner.x, at.y - corner.y)))


def _nested(
    parts: Sequence[LaserPart], bed: Size, gap: Kerf, margin: Mm
) -> Iterable[Sequence[NestPlace]]:
    """Nest parts by their shape: discs and hexagons pack closer than their bounds."""
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
    center = path_bounds(outline).center
    reach = [dist(center, corner) for corner in corners]
    sides = [dist(a, b) for a, b in pairwise(corners)]
    return max(*reach, *sides) - min(*reach, *sides) < 1e-6 * reach[0] + EPSILON


def _placed(part: LaserPart, spot: NestPlace) -> PlacedPart:
    size = part.size.turned() if spot.turned else part.size
    at = Rect(spot.x, spot.y, *size)
    return PlacedPart(spot.part, part, moved_to(part.front, at, 90 if spot.turned else 0), at)
