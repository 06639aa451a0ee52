"""Draw pawns that fold into a standing tent."""

from collections.abc import Mapping

from pnp.base.color import ink_on
from pnp.base.errors import Faults
from pnp.base.fonts import Font
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Arc, Curve, Line, Path, line, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.ornament import draw_glue, pale
from pnp.components.art.signs import FONT, draw_mark, draw_sign
from pnp.components.face_frames import with_frames
from pnp.components.piece import DrawContext, FacePlace, Piece, cut_line, fold_line
from pnp.components.player_pieces import Pawn
from pnp.components.standees.model import Standees
from pnp.scene import Group, Item, Scene, Shape, Style

OUTLINE: Mm = 0.35
MARK = 0.3  # of the width
BASE_MARK = 0.45  # of the base's shorter side
TEXT = 0.46  # of the width: the room of a text on the body
SLANT: Mm = 1.5  # how far the tab's corners are cut back


def draw(standees: Standees, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each pawn's strip, from the top: back face upside down, front face, base, tab.

    Folded along the three dashed lines, with the tab glued inside the foot of the back face, it
    stands on its base and shows the pawn on both sides.

    Raises:
        LayoutError: If a text is too long for its pawn: a line for each.
    """
    pieces: list[Piece] = []
    faults, font = Faults(), context.font(FONT)
    for pawn in standees.pawns:
        with faults.within(pawn.id):
            strip = _strip(standees, pawn, font)
            pieces.append(Piece(pawn.id, strip, copies=pawn.copies, freed_by_trim=False))
    faults.check()
    return tuple(pieces)


def face_places(standees: Standees, context: DrawContext) -> Mapping[str, FacePlace]:
    """Return the places of the two faces on the strip; the back is upside down until folded."""
    back = Rect(0, 0, standees.width, standees.height)
    front = back.moved(0, standees.height)
    return {"front": FacePlace("front", front), "back": FacePlace("front", back, 180)}


def draw_tokens(standees: Standees, context: DrawContext) -> Mapping[str, Scene]:
    """Draw each pawn as it stands, by name."""
    face, font = Rect(0, 0, standees.width, standees.height), context.font(FONT)
    places = {"front": FacePlace("front", face)}
    return {
        pawn.id: with_frames(standees, context, Piece(pawn.id, scene), places).front
        for pawn in standees.pawns
        for scene in (Scene(face.size, _face(face, pawn, standees.ink, font)),)
    }


def _strip(standees: Standees, pawn: Pawn, font: Font) -> Scene:
    width, height = standees.width, standees.height
    foot = 2 * height + standees.base
    size = Size(width, foot + standees.tab)
    face = _face(Rect(0, height, width, height), pawn, standees.ink, font)
    back = Group(face, Transform.turn(180, Point(width / 2, height)))
    corners = [(0, 0), (width, 0), (width, foot), (width - SLANT, size.height)]
    corners += [(SLANT, size.height), (0, foot)]
    outline = polygon(Point(x, y) for x, y in corners)
    ground = Shape((rectangle(Rect(0, 0, width, foot)),), Style(fill=standees.ground))
    base = Rect(0, 2 * height, width, standees.base)
    tab = polygon(Point(x, y) for x, y in corners[2:])
    color = pale(standees.ink, standees.ground)
    reach = BASE_MARK * min(base.size)
    marked = (draw_mark(pawn.mark, base.center, reach, color),) if pawn.mark else ()
    folds = [line(Point(0, y), Point(width, y)) for y in (height, 2 * height, foot)]
    items = (ground, *face, back, *marked, draw_glue(tab), *map(fold_line, folds))
    return Scene(size, (*items, cut_line(outline)))


def _face(face: Rect, pawn: Pawn, ink: str, font: Font) -> tuple[Item, ...]:
    middle = Point(face.center.x, face.y + face.height * 0.73)
    room, color = TEXT * face.width, ink_on(pawn.color)
    sign = draw_sign(pawn, MARK * face.width, middle, room, color, font)
    return (Shape((silhouette(face),), Style(pawn.color, ink, OUTLINE)), *sign)


def silhouette(face: Rect) -> Path:
    """Return the outline of a turned pawn: head, collar, and a body that widens to its foot."""
    x, w, h = face.center.x, face.width, face.height
    head, neck = 0.22 * w, 0.13 * w
    head_top, foot = face.y + 0.1 * h, face.bottom - 0.05 * h
    collar = head_top + 1.8 * head

    def right(dx: Mm, y: Mm) -> Point:
        return Point(x + dx, y)

    half_foot = 0.4 * w
    return Path(
        right(-neck, collar),
        (
            Arc(right(neck, collar), head, clockwise=True, large=True),
            Line(right(0.24 * w, collar)),
            Arc(right(0.24 * w, collar + 0.05 * h), 0.025 * h, clockwise=True),
            Line(right(0.16 * w, collar + 0.05 * h)),
            Curve(
                right(0.19 * w, collar + 0.3 * h),
                right(0.26 * w, foot - 0.2 * h),
                right(half_foot, foot - 0.09 * h),
            ),
            Line(right(half_foot, foot)),
            Line(right(-half_foot, foot)),
            Line(right(-half_foot, foot - 0.09 * h)),
            Curve(
                right(-0.26 * w, foot - 0.2 * h),
                right(-0.19 * w, collar + 0.3 * h),
                right(-0.16 * w, collar + 0.05 * h),
            ),
            Line(right(-0.24 * w, collar + 0.05 * h)),
            Arc(right(-0.24 * w, collar), 0.025 * h, clockwise=True),
        ),
    )
