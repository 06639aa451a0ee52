"""The tray of a laser job: made for exactly the parts that are cut."""

from collections import Counter
from collections.abc import Sequence
from math import ceil

from pnp.base.errors import LayoutError
from pnp.base.geometry import Size
from pnp.base.units import dimensions
from pnp.jobs.laser_settings import LaserSettings
from pnp.laser.beds import LaserPart
from pnp.laser.joinery.arrange import PieceLot
from pnp.laser.joinery.tray import COMPONENT, Tray, make_tray

TRAY = COMPONENT  # the name of its files


def tray_for(parts: Sequence[LaserPart], settings: LaserSettings) -> Tray:
    """Return a tray with compartments for parts, of their own material.

    Raises:
        LayoutError: If one of its plates is larger than the bed.
    """
    equal = Counter((part.component, _lying(part)) for part in parts)
    lots = [PieceLot(component, size, copies) for (component, size), copies in equal.items()]
    tray = make_tray(lots, settings.material.thickness, settings.options.fit)
    _check_bed(tray, settings)
    return tray


def _lying(part: LaserPart) -> Size:
    """Return the size of a part, its shorter side first."""
    short, long = sorted(round(side, 3) for side in part.size)
    return Size(short, long)


def _check_bed(tray: Tray, settings: LaserSettings) -> None:
    """Refuse a tray that is too large, and say which bed it needs."""
    bed, room = settings.ways[0].piece, settings.room
    taken = bed.width - room.width
    sizes = [plate.size for plate in tray.plates]
    longest = max(max(size) for size in sizes)
    widest = max(min(size) for size in sizes)
    if longest <= max(room) and widest <= min(room):
        return
    least = Size(ceil(longest + taken), ceil(widest + taken))
    raise LayoutError(
        f"its plates are up to {dimensions(longest, widest)}, larger than the bed of "
        f"{dimensions(*bed)} holds; the smallest bed for it is {dimensions(*least)}"
    )
