"""The parts to cut, and where they lie on one bed after another."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.base.geometry import Point, Size, Transform
from pnp.base.path import path_bounds
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork
from pnp.laser.lots import lattices, same_outline
from pnp.laser.nesting import Beds, LaserLot, NestPlace, nest
from pnp.laser.scheme import LaserScheme, ReportedPlacement, Sides

FLIP_MARGIN: Mm = 9.0


class LaserPart(NamedTuple):
    """An object to cut: a copy of a component's piece, or a part of one.

    The ``label`` of what is put together is its number or its name in pictures.
    """

    component: str
    name: str
    front: Artwork
    back: Artwork | None = None
    label: str = ""

    @property
    def size(self) -> Size:
        """Its width and height, without kerf."""
        return path_bounds(self.front.outline).size


class PlacedPart(NamedTuple):
    """A part on a bed: its placement with the front up, and its front moved there.

    Parts with the same ``block`` number share cuts; parts with 0 share none.
    """

    part: LaserPart
    up: ReportedPlacement
    front: Artwork
    block: int = 0

    @property
    def size(self) -> Size:
        """Its width and height on the bed."""
        return self.part.size.turned() if self.up.turn else self.part.size

    def face_down(self, width: Mm | None = None) -> ReportedPlacement:
        """Return its placement when turned over: alone, or with a whole sheet of ``width``."""
        x = self.up.x if width is None else width - (self.up.x + self.size.width)
        return self.up._replace(x=x, turn=-self.up.turn % 360)


def place_parts(parts: Sequence[LaserPart], scheme: LaserScheme) -> Iterator[list[PlacedPart]]:
    """Yield the parts of one bed after another."""
    if scheme.single:
        first = {part.front: index for index, part in reversed(list(enumerate(parts)))}
        for index in first.values():
            yield [_placed(parts[index], NestPlace(index, scheme.margin, scheme.margin))]
        return
    lots, beds = _lots(parts, scheme), _beds(scheme)
    shared = {part for lot in lots if _shares(lot) for part in lot.parts}
    for places in nest(lots, beds):
        yield [
            _placed(parts[place.part], place)._replace(
                block=place.block if place.part in shared else 0
            )
            for place in places
        ]


def margin_of(scheme: LaserScheme) -> Mm:
    """Return the distance of parts from the edges of a bed; pins need room there."""
    return max(scheme.margin, FLIP_MARGIN) if scheme.sides is Sides.FLIP else scheme.margin


def bed_size(placed: Sequence[PlacedPart], scheme: LaserScheme) -> Size:
    """Return the size of a bed; with one part per file, that of the part and a margin."""
    if not scheme.single:
        return scheme.bed
    size = placed[0].size
    return Size(size.width + 2 * scheme.margin, size.height + 2 * scheme.margin)


def moved_to(side: Artwork, place: ReportedPlacement) -> Artwork:
    """Return a side turned, with the top left of its bounds moved to its place."""
    turned = Transform.turn(place.turn, Point(0, 0))
    corner = turned.apply_to(path_bounds(side.outline))
    return side.placed(turned.then(Transform.move(place.x - corner.x, place.y - corner.y)))


def _lots(parts: Sequence[LaserPart], scheme: LaserScheme) -> list[LaserLot]:
    """Group parts by outline; those that need their own hole form separate lots."""
    key = lru_cache(maxsize=None)(same_outline)
    lots: dict[tuple[tuple[Point, ...], bool], list[int]] = {}
    for index, part in enumerate(parts):
        in_place = scheme.sides is Sides.IN_PLACE and part.back is not None
        share = scheme.share and not in_place
        lots.setdefault((key(part.front.outline), share), []).append(index)
    found = []
    for (_, share), indices in lots.items():
        outline = parts[indices[0]].front.outline
        ways = lattices(outline, scheme.kerf, scheme.apart, share)
        found.append(LaserLot(tuple(indices), path_bounds(outline).size, ways))
    return found


def _shares(lot: LaserLot) -> bool:
    return any(lattice.beside or lattice.below for lattice in lot.lattices)


def _beds(scheme: LaserScheme) -> Beds:
    margin = margin_of(scheme)
    return Beds(scheme.bed, margin, Size(*scheme.apart), scheme.used)


def _placed(part: LaserPart, spot: NestPlace) -> PlacedPart:
    up = ReportedPlacement(spot.part, spot.x, spot.y, 90 if spot.turned else 0)
    return PlacedPart(part, up, moved_to(part.front, up))
