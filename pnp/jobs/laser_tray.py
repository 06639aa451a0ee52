"""The tray of a laser job, made for exactly the parts that are cut."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil

from pnp.base.errors import FontError, LayoutError
from pnp.base.fit import WoodPose
from pnp.base.geometry import Point, Size
from pnp.base.messages import Message
from pnp.base.units import Mm, dimensions, format_mm
from pnp.components.registry import place_wood
from pnp.game.game import Game
from pnp.jobs.laser_pieces import is_in_parts
from pnp.jobs.laser_settings import LaserSettings
from pnp.laser.artwork import Artwork
from pnp.laser.beds import LaserPart
from pnp.laser.joinery.arrange import PieceLot
from pnp.laser.joinery.engraving import FONT
from pnp.laser.joinery.hinge import LINK
from pnp.laser.joinery.lids import Lid
from pnp.laser.joinery.panels import Pose, Vector
from pnp.laser.joinery.tray import COMPONENT, Tray, TrayStyle, make_tray
from pnp.laser.scheme import Sides
from pnp.scene.bed import Step

TRAY = COMPONENT  # the name of its files
SURE: Mm = 0.05  # more than the least that may remain between two cuts


def tray_for(
    parts: Sequence[LaserPart], game: Game, settings: LaserSettings, notes: list[str]
) -> Tray:
    """Return a tray with compartments for parts, in their material, with the game's name on it.

    Raises:
        LayoutError: If one of its plates is larger than the bed, or a hinge would break.
    """
    options, material = settings.options, settings.material
    lots, name = list(_lots(parts, game, settings)), game.name
    face = None
    if Step.ENGRAVE not in settings.client.steps:
        name = ""
        notes.append(Message("nameless_tray", TRAY, client=settings.client.name))
    else:
        face = _showiest(parts) if Step.SCORE in settings.client.steps else None
    if options.lid is Lid.HINGE and LINK * material.thickness < material.feature:
        wide, least = format_mm(LINK * material.thickness), format_mm(material.feature)
        raise LayoutError(Message("hinge", mm=wide, least=least, material=material.name))
    slot = material.gap + max(settings.kerf) + SURE
    style = TrayStyle(options.fit, options.lid or Lid.NONE, name, face, slot, game.label_font(FONT))
    try:
        tray = make_tray(lots, material.thickness, style)
    except FontError as error:
        notes.append(Message("tray_without_name", TRAY, why=str(error)))
        tray = make_tray(lots, material.thickness, style._replace(name=""))
    _check_bed(tray, settings)
    return tray


def _showiest(parts: Sequence[LaserPart]) -> Artwork:
    """Return the front with the most areas and lines: a picture for the lid."""
    return max((part.front for part in parts), key=lambda side: len(side.engraved + side.scored))


def _lots(parts: Sequence[LaserPart], game: Game, settings: LaserSettings) -> Iterator[PieceLot]:
    """Yield the contents of a tray: flat parts, or pieces assembled from parts."""
    flat: Counter[tuple[str, Size]] = Counter()
    joined: dict[str, list[LaserPart]] = {}
    for part in parts:
        component = game.components[part.component]
        if is_in_parts(component, settings.material):
            joined.setdefault(part.component, []).append(part)
        else:
            short, long = sorted(round(side, 3) for side in part.size)
            flat[part.component, Size(short, long)] += 1
    for (key, size), copies in flat.items():
        yield PieceLot(key, size, settings.material.thickness, copies)
    for key, own in joined.items():
        *_, poses = place_wood(game, key, settings.stock).values()
        high, short, long = sorted(_bounds(poses, own, settings.material.thickness))
        yield PieceLot(key, Size(short, long), high, len(own) // len(poses))


def _bounds(poses: Sequence[WoodPose], parts: Sequence[LaserPart], thickness: Mm) -> list[Mm]:
    """Return the width, depth and height of a piece assembled from parts."""
    sizes = {part.name.rpartition(" ")[0] or part.name: part.size for part in parts}
    sizes |= {part.name: part.size for part in parts}
    spots = []
    for one in poses:
        wide, high = sizes[one.name]
        pose = Pose(Vector(*one.corner), Vector(*one.right), Vector(*one.down))
        spots += [pose.at(Point(0, 0)), pose.at(Point(wide, high), thickness)]
    return [round(max(axis) - min(axis), 3) for axis in zip(*spots, strict=True)]


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
