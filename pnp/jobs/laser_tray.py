"""The tray of a laser job: made for exactly the parts that are cut."""

from collections import Counter
from collections.abc import Sequence
from math import ceil

from pnp.base.errors import FontError, LayoutError
from pnp.base.geometry import Size
from pnp.base.units import dimensions
from pnp.jobs.laser_settings import LaserSettings
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.joinery.arrange import PieceLot
from pnp.laser.joinery.lids import Lid
from pnp.laser.joinery.tray import COMPONENT, Tray, TrayStyle, make_tray
from pnp.laser.scheme import Sides
from pnp.scene.bed import Step

TRAY = COMPONENT  # the name of its files


def tray_for(
    parts: Sequence[LaserPart], name: str, settings: LaserSettings, notes: list[str]
) -> Tray:
    """Return a tray with compartments for parts, of their own material, with a name on it.

    Raises:
        LayoutError: If one of its plates is larger than the bed.
    """
    options, material = settings.options, settings.material
    equal = Counter((part.component, _lying(part)) for part in parts)
    lots = [PieceLot(component, size, copies) for (component, size), copies in equal.items()]
    face = None
    if Step.ENGRAVE not in settings.client.steps:
        name = ""
        notes.append(f"{TRAY}: {settings.client.name} does not engrave, so it has no name")
    else:
        face = _showiest(parts) if Step.SCORE in settings.client.steps else None
    style = TrayStyle(options.fit, options.lid or Lid.NONE, name, face)
    try:
        tray = make_tray(lots, material.thickness, style)
    except FontError as error:
        notes.append(f"{TRAY}: has no name burnt into it: {error}")
        tray = make_tray(lots, material.thickness, style._replace(name=""))
    _check_bed(tray, settings)
    return tray


def _showiest(parts: Sequence[LaserPart]) -> Artwork:
    """Return the front with the most areas and lines on it: a picture for the lid."""
    return max((part.front for part in parts), key=lambda side: len(side.engraved + side.scored))


def _lying(part: LaserPart) -> Size:
    """Return the size of a part, its shorter side first."""
    short, long = sorted(round(side, 3) for side in part.size)
    return Size(short, long)


def _check_bed(tray: Tray, settings: LaserSettings) -> None:
    """Refuse a tray that is too large, and say which bed it needs."""
    bed, room = settings.ways[0].piece, settings.room(settings.sides is Sides.FLIP)
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
