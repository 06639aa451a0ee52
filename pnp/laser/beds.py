"""The parts to cut, and where they lie on one bed after another."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

from pnp.base.geometry import Point, Size, Transform
from pnp.base.path import Line, Path, circle_of, flattened, path_bounds
from pnp.base.units import EPSILON, Mm
from pnp.laser.artwork import Artwork
from pnp.laser.nest import NestPlace, discs, hexagons, mixed, rectangles
from pnp.laser.scheme import Kerf, LaserScheme, Sides
from pnp.records.laser_report import ReportedPlacement

FLIP_MARGIN: Mm = 9.0


class LaserPart(NamedTuple):
    """One object to cut: a copy of a component's piece, or a part of one."""

    component: str
    name: str
    front: Artwork
    back: Artwork | None = None

    @property
    def size(self) -> Size:
        """Its width and height, without kerf."""
        return path_bounds(self.front.outline).size


class PlacedPart(NamedTuple):
    """A part on a bed: where it lies with its front up, and its front moved there.

    Parts with the same number of a ``block`` share cuts; parts with 0 share none.
    """

    part: LaserPart
    up: ReportedPlacement
    front: Artwork
    block: int = 0

    @property
    def size(self) -> Size:
        """Its width and height as it lies."""
        return self.part.size.turned() if self.up.turn else self.part.size

    def face_down(self, width: Mm | None = None) -> ReportedPlacement:
        """Return where it lies turned over: alone, or with a whole sheet of ``width``."""
        x = self.up.x if width is None else width - (self.up.x + self.size.width)
        return self.up._replace(x=x, turn=-self.up.turn % 360)


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
    shares = scheme.share and can_share(parts, scheme.kerf)
    gap = scheme.kerf if shares else scheme.apart
    margin = max(scheme.margin, FLIP_MARGIN) if scheme.sides is Sides.FLIP else scheme.margin
    for spots in _nested(parts, scheme.bed, gap, margin):
        yield [_placed(parts[spot.part], spot)._replace(block=int(shares)) for spot in spots]


def bed_size(placed: Sequence[PlacedPart], scheme: LaserScheme) -> Size:
    """Return the size of a bed: that of its only part and a margin where it has one part."""
    if not scheme.single:
        return scheme.bed
    size = placed[0].size
    return Size(size.width + 2 * scheme.margin, size.height + 2 * scheme.margin)


def can_share(parts: Sequence[LaserPart], kerf: Kerf) -> bool:
    """Tell whether neighbours may share cuts: discs touch in a point, so they never do.

    Under an oval beam only rectangles may.
    """
    outline = parts[0].front.outline
    return not circle_of(outline) and (kerf.x == kerf.y or not _is_hexagon(outline))


def moved_to(side: Artwork, place: ReportedPlacement) -> Artwork:
    """Return a side turned, with the top left of its bounds moved to its place."""
    turned = Transform.turn(place.turn, Point(0, 0))
    corner = turned.apply_to(path_bounds(side.outline))
    return side.placed(turned.then(Transform.move(place.x - corner.x, place.y - corner.y)))


def _nested(
    parts: Sequence[LaserPart], bed: Size, gap: Kerf, margin: Mm
) -> Iterable[Sequence[NestPlace]]:
    """Nest parts by their shape: discs and hexagons pack closer than their bounds."""
    widest = max(gap)
    sizes = [part.size for part in parts]
    if any(size != sizes[0] for size in sizes):
        return mixed(bed, sizes, widest, margin)
    outline = parts[0].front.outline
    if circle_of(outline):
        return discs(bed, sizes[0].width, len(parts), widest, margin)
    if _is_hexagon(outline):
        return hexagons(bed, sizes[0], len(parts), widest, margin)
    return rectangles(bed, sizes[0], len(parts), gap.x, margin, gap.y)


def _is_hexagon(outline: Path) -> bool:
    """Tell whether an outline is a regular hexagon, lying either way."""
    corners = list(dict.fromkeys(flattened(outline, 1.0)))
    if len(corners) != 6 or not all(isinstance(step, Line) for step in outline.segments):
        return False
    center = path_bounds(outline).center
    reach = [dist(center, corner) for corner in corners]
    sides = [dist(a, b) for a, b in pairwise(corners)]
    return max(*reach, *sides) - min(*reach, *sides) < 1e-6 * reach[0] + EPSILON


def _placed(part: LaserPart, spot: NestPlace) -> PlacedPart:
    up = ReportedPlacement(spot.part, spot.x, spot.y, 90 if spot.turned else 0)
    return PlacedPart(part, up, moved_to(part.front, up))
