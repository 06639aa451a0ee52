"""Inlay: inserts of another material for engraved areas, which are their pockets."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Transform
from pnp.base.path import Path, path_bounds
from pnp.base.units import Mm
from pnp.laser.areas import area_of
from pnp.laser.artwork import Artwork
from pnp.laser.kerf import inward, outward
from pnp.laser.scheme import Kerf
from pnp.laser.thin import thin_places


class Insert(NamedTuple):
    """An insert at the origin, and the top left of its place on the piece."""

    side: Artwork
    place: Point


class Inlay(NamedTuple):
    """The inserts for one side of a piece, and the number of areas too fine for one."""

    inserts: tuple[Insert, ...]
    too_fine: int = 0


def inlay_for(side: Artwork, clearance: Mm, feature: Mm, gap: Mm, kerf: Kerf) -> Inlay:
    """Return an insert for each engraved area, smaller than its pocket by the clearance.

    Areas get none if the insert would be narrower than ``feature``, or its cuts nearer than
    ``gap``.
    """
    inserts: list[Insert] = []
    too_fine = 0
    for outline, islands in _areas(side.engraved):
        try:
            edge = _moved(outline, -clearance)
            holes = tuple(_moved(island, clearance) for island in islands)
        except LayoutError:
            too_fine += 1
            continue
        if any(thin_places(Artwork(edge, holes), kerf, feature, gap)):
            too_fine += 1
            continue
        bounds = path_bounds(edge)
        insert = Artwork(edge, holes).placed(Transform.move(-bounds.x, -bounds.y))
        inserts.append(Insert(insert, Point(bounds.x, bounds.y)))
    return Inlay(tuple(inserts), too_fine)


def _areas(engraved: Sequence[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """Yield the outlines of engraved areas, each with its bare islands."""
    areas = [area_of(path) for path in engraved]
    around = [
        [n for n, other in enumerate(areas) if n != number and other.contains(area)]
        for number, area in enumerate(areas)
    ]
    for number, path in enumerate(engraved):
        if len(around[number]) % 2 == 0:
            inside = len(around[number]) + 1
            yield (
                path,
                [engraved[n] for n, by in enumerate(around) if number in by and len(by) == inside],
            )


def _moved(outline: Path, by: Mm) -> Path:
    """Return an outline offset outwards, or inwards by a negative distance."""
    if not by:
        return outline
    beam = Kerf(abs(by), abs(by))
    return outward(outline, beam) if by > 0 else inward(outline, beam)
