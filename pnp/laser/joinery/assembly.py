"""Pictures of a tray, assembled and exploded."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.base.units import Mm
from pnp.laser.joinery.lids import Lid
from pnp.laser.joinery.panels import AWAY, DOWN, LEFT, NEAR, RIGHT, UP, Plate, Vector
from pnp.laser.joinery.solid import facets
from pnp.laser.joinery.tray import Tray
from pnp.laser.joinery.view import Picture, draw_plates

APART: Mm = 26.0  # between plates in the picture that shows them apart
PULLED = 0.62  # how much of a tray stands out of its sleeve
WAYS = {"front": NEAR, "back": AWAY, "left": LEFT, "right": RIGHT}


class TrayPictures(NamedTuple):
    """A tray as it stands, and exploded views of its plates and of its lid."""

    tray: Tray
    whole: Picture
    apart: Picture
    lid: Picture | None


def tray_pictures(tray: Tray) -> TrayPictures:
    """Draw a tray assembled and exploded."""
    lid = lid_apart(tray) if tray.closing else None
    return TrayPictures(tray, tray_view(tray), tray_apart(tray), lid)


def tray_view(tray: Tray) -> Picture:
    """Draw a tray as it stands, open: its lid above it, or the sleeve drawn off half way."""
    match tray.lid:
        case Lid.LIFT_OFF:
            way, far = UP, 0.45 * tray.size.depth
        case _:
            way, far = RIGHT, PULLED * tray.size.width
    closing = set(tray.closing)
    return _drawn(tray, ((one, way if one.name in closing else None, far) for one in tray.plates))


def tray_apart(tray: Tray) -> Picture:
    """Draw an exploded view of a tray without its lid."""
    return _drawn(tray, _moves(tray))


def lid_apart(tray: Tray) -> Picture:
    """Draw an exploded view of a lid."""
    ways = {**WAYS, "lid": UP, "top": UP, "bottom": DOWN, "1": DOWN, "2": DOWN}
    plates = (plate for plate in tray.plates if plate.name in tray.closing)
    return _drawn(tray, ((one, ways[one.name.rpartition(" ")[2]], APART) for one in plates))


def _moves(tray: Tray) -> Iterator[tuple[Plate, Vector | None, Mm]]:
    high = tray.size.height + APART / 2
    for plate in tray.plates:
        if plate.name in WAYS:
            yield plate, WAYS[plate.name], APART
        elif plate.name == "floor":
            yield plate, None, 0.0
        elif plate.name not in tray.closing:
            yield plate, UP, high if plate.name.startswith("across") else high + APART / 2


def _drawn(tray: Tray, moves: Iterable[tuple[Plate, Vector | None, Mm]]) -> Picture:
    moved = (
        plate if way is None else plate._replace(pose=plate.pose.moved(way, far))
        for plate, way, far in moves
    )
    return draw_plates(facet for plate in moved for facet in facets(plate, tray.size.thickness))
