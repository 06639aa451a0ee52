"""The engravings of a tray: the name of the game, and a picture of one of its pieces."""

from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import path_bounds
from pnp.base.units import Mm
from pnp.laser.artwork import ArtSource, Artwork
from pnp.laser.joinery.panels import Plate
from pnp.laser.lettering import letters_of
from pnp.scene import Scene, Text

FONT: FontName = "serif-bold"
LETTERS: tuple[Mm, Mm] = (4.0, 12.0)  # the lowest capitals that burn well, and the highest used
WIDE = 0.85  # of the room for a name
TITLE = 0.22  # of the height of a lid, for the name below the picture
AROUND = 0.08  # of a picture's room, left free on each side
LARGER = 4.0  # how many times its size a picture is drawn at most


def lettered(plate: Plate, name: str, font: Font, room: Rect, turned: bool = False) -> Plate:
    """Return a plate with a name engraved in the middle of a room on it, if large enough."""
    if not name:
        return plate
    ems = text_width(name, font, 1.0)
    capitals = min(LETTERS[1], 0.6 * room.height, WIDE * room.width / ems * cap_height(font))
    if capitals < LETTERS[0]:
        return plate
    size = capitals / cap_height(font)
    middle = room.center
    start = Point(middle.x - ems * size / 2, middle.y + capitals / 2)
    text = Text(start, name, font, size)
    drawing = Scene(room.size, (text,))
    letters = tuple(path for shape in letters_of(text) for path in shape.paths)
    side = Artwork(plate.side.outline, engraved=letters, source=ArtSource(drawing))
    return _burnt(plate, side, turned, middle)


def decorated(
    plate: Plate, name: str, font: Font, face: Artwork | None, room: Rect, turned: bool = False
) -> Plate:
    """Return a lid with a picture and the name below it, or with only the name."""
    if face is None:
        return lettered(plate, name, font, room, turned)
    title = TITLE * room.height if name else 0.0
    above = Rect(room.x, room.y, room.width, room.height - title)
    below = Rect(room.x, above.bottom, room.width, title)
    if turned:  # about the middle of the room, so that the name is below again
        above, below = (
            part.moved(0, 2 * (room.center.y - part.center.y)) for part in (above, below)
        )
    return lettered(_pictured(plate, face, above, turned), name, font, below, turned)


def _pictured(plate: Plate, face: Artwork, room: Rect, turned: bool) -> Plate:
    bounds, free = path_bounds(face.outline), 1 - 2 * AROUND
    scale = min(LARGER, free * room.width / bounds.width, free * room.height / bounds.height)
    move = Transform.move(-bounds.center.x, -bounds.center.y).then(Transform.scale(scale))
    drawn = face.placed(move.then(Transform.move(*room.center)))
    drawn = drawn._replace(
        scored=(*drawn.scored, drawn.outline, *drawn.holes), holes=(), source=None
    )
    return _burnt(plate, drawn, turned, room.center)


def _burnt(plate: Plate, more: Artwork, turned: bool, middle: Point) -> Plate:
    if turned:
        more = more.placed(Transform.turn(180, middle))
    side = plate.side
    first = not (side.scored or side.engraved)
    both = side._replace(
        scored=(*side.scored, *more.scored),
        engraved=(*side.engraved, *more.engraved),
        source=more.source if first else None,  # a picture's drawing has a ground of its own
    )
    return plate._replace(side=both)
