"""Draw pawns that fold into a standing tent, how to make them, and pawns of wood."""

from collections.abc import Mapping
from math import asin, degrees

from pnp.base.color import blended, ink_on, readable
from pnp.base.errors import Faults, LayoutError
from pnp.base.fit import Stock, WoodPose
from pnp.base.fonts import Font
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Arc, Curve, Line, Path, line, polygon, rectangle
from pnp.base.units import Mm, format_mm
from pnp.components.art.drawing import (
    FROM_ABOVE,
    Look,
    Panel,
    Scissors,
    Stroke,
    View,
    drawing,
    drawn,
    points_of,
    turned,
)
from pnp.components.art.label import draw_glue, pale
from pnp.components.art.signs import FONT, draw_mark, draw_sign
from pnp.components.face_frames import with_frames
from pnp.components.piece import DrawContext, FacePlace, Piece, cut_line, fold_line
from pnp.components.player_pieces import Pawn
from pnp.components.standees import Standees
from pnp.scene import Extra, Group, Item, Scene, Shape, Style

OUTLINE: Mm = 0.35
MARK = 0.3  # of the width
BASE_MARK = 0.45  # of the base's shorter side
TEXT = 0.46  # of the width: the room of a text on the body
TINT = 0.5  # of the pawn's colour in a base
SLANT: Mm = 1.5  # how far the tab's corners are cut back


def draw(standees: Standees, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each pawn's strip, from the top: back face upside down, front face, base, tab.

    Folded along the three dashed lines, with the tab glued inside the foot of the back face, it
    stands on its base and shows the pawn on both sides.
    """
    pieces: list[Piece] = []
    faults, font = Faults(), context.font(FONT)
    for pawn in standees.pawns:
        with faults.within(pawn.id):
            strip = _strip(standees, pawn, font, tinted=context.livery is not None)
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


def _strip(standees: Standees, pawn: Pawn, font: Font, *, tinted: bool) -> Scene:
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
    tint = blended(standees.ground, pawn.color, TINT)
    below = Group((Shape((rectangle(base),), Style(fill=tint)),), extra=Extra.ORNAMENT)
    grounds = (ground, below) if tinted else (ground,)
    color = readable(standees.ink, tint) if tinted else pale(standees.ink, standees.ground)
    reach = BASE_MARK * min(base.size)
    marked = (draw_mark(pawn.mark, base.center, reach, color),) if pawn.mark else ()
    folds = [line(Point(0, y), Point(width, y)) for y in (height, 2 * height, foot)]
    items = (*grounds, *face, back, *marked, draw_glue(tab), *map(fold_line, folds))
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


VIEW, BEHIND = View(-48, 26), View(148, 18)


def draw_steps(standees: Standees, context: DrawContext) -> Mapping[str, Scene]:
    """Draw the strip on its side, half folded, with its tab going in, and standing."""
    flat = drawn(_strip_stroke(standees), FROM_ABOVE, turned("z", -90))
    net = Rect.around([point for stroke in flat for point in stroke.points])
    lean = degrees(asin(min(1.0, standees.base / 2 / standees.height)))
    upright = turned("x", 180)
    closed = (90 + lean, 180 - 2 * lean)
    tab = drawn(_strip_stroke(standees, closed[0], closed[1] - 62, 75), BEHIND, upright)
    done = drawn(_strip_stroke(standees, *closed, None), VIEW, upright)
    return {
        "cut": drawing([*flat, Scissors(Point(net.right, net.y))]),
        "fold": drawing(drawn(_strip_stroke(standees, 60, 75, 40), VIEW, upright)),
        "glue": drawing(tab),
        "stand": drawing(done),
    }


def _strip_stroke(
    standees: Standees, foot: float = 0.0, top: float = 0.0, tab_angle: float | None = 0.0
) -> Panel:
    """Return the strip, folded by angles at the foot, at the top and at the tab.

    Its base lies on the table, print down.
    """
    width, height, base, tab = standees.width, standees.height, standees.base, standees.tab
    front = Rect(0, height, width, height)
    pawn = tuple(points_of(silhouette(front)))
    over = Transform.turn(180, Point(width / 2, height))
    back = Panel(
        Rect(0, 0, width, height).corners,
        (Point(0, height), Point(width, height)),
        top,
        art=(Stroke(tuple(map(over.apply, pawn)), Look.FINE),),
    )
    foot_line = (Point(0, 2 * height), Point(width, 2 * height))
    end = 2 * height + base
    corners = ((0, end), (width, end), (width - SLANT, end + tab), (SLANT, end + tab))
    tabs = (
        ()
        if tab_angle is None
        else (
            Panel(
                tuple(Point(x, y) for x, y in corners),
                (Point(0, end), Point(width, end)),
                tab_angle,
                glue=True,
            ),
        )
    )
    face = Panel(front.corners, foot_line, foot, (back,), art=(Stroke(pawn, Look.FINE),))
    return Panel(Rect(0, 2 * height, width, base).corners, panels=(face, *tabs))


TAB = 0.45  # of the width
CORNER = 0.25  # of the base's shorter side
HIGH = 0.85  # of a face: the height of the silhouette
ABOVE = 0.1  # of a face: the space above it
SIGN = 0.73  # of a face: where the middle of the sign is
WEB: Mm = 2.0  # least width of a base beside its slot


def draw_wood(standees: Standees, context: DrawContext, stock: Stock) -> tuple[Piece, ...]:
    """Draw the base, and each figure as high as its paper pawn, with its sign on both sides."""
    _check(standees, stock)
    pieces: list[Piece] = []
    faults, font = Faults(), context.font(FONT)
    face, outline = Rect(0, 0, standees.width, standees.height), silhouette(_whole(standees))
    places = {
        "front": FacePlace("front", face, outline=outline),
        "back": FacePlace("back", face, outline=outline),
    }
    for pawn in standees.pawns:
        with faults.within(pawn.id):
            figure = _figure(standees, pawn, stock, font)
            part = Piece(pawn.id, figure, figure, copies=pawn.copies, freed_by_trim=False)
            pieces.append(with_frames(standees, context, part, places))
    faults.check()
    base = Piece("base", _base(standees, stock), copies=standees.count, freed_by_trim=False)
    return (*pieces, base)


def place_wood(standees: Standees, stock: Stock) -> dict[str, tuple[WoodPose, ...]]:
    """Return the poses of the first figure: above its base, and standing in it."""
    thick, base = stock.thickness, standees.base
    above, front = standees.height / 4, (base - thick) / 2
    return {
        stage: (
            WoodPose("base", (0, base, thick), (1, 0, 0), (0, -1, 0)),
            WoodPose(standees.pawns[0].id, (0, front, high), (1, 0, 0), (0, 0, -1)),
        )
        for stage, high in (
            ("laid", standees.height + thick + above),
            ("together", standees.height + thick),
        )
    }


def _check(standees: Standees, stock: Stock) -> None:
    web = max(WEB, stock.feature)
    slot = stock.thickness + stock.fit.clearance
    if (standees.base - slot) / 2 < web:
        raise LayoutError(
            f"a base of {format_mm(standees.base)} mm has no room for a slot of "
            f"{format_mm(slot)} mm and {format_mm(web)} mm on either side"
        )


def _figure(standees: Standees, pawn: Pawn, stock: Stock, font: Font) -> Scene:
    width, high, face = standees.width, standees.height, _whole(standees)
    outline = _with_tab(silhouette(face), TAB * width - 2 * stock.fit.ease, stock.thickness)
    middle = Point(face.center.x, face.y + SIGN * face.height)
    sign = draw_sign(pawn, MARK * width, middle, TEXT * width, ink_on(pawn.color), font)
    ground = Shape((outline,), Style(fill=pawn.color))
    return Scene(Size(width, high + stock.thickness), (ground, *sign, cut_line(outline)))


def _whole(standees: Standees) -> Rect:
    """Return the face whose silhouette is as high as the pawn."""
    whole = standees.height / HIGH
    return Rect(0, -ABOVE * whole, standees.width, whole)


def _with_tab(outline: Path, width: Mm, depth: Mm) -> Path:
    """Return a silhouette with a tab below its foot; the foot runs from right to left."""
    foot = max(segment.to.y for segment in outline.segments)
    number = max(n for n, one in enumerate(outline.segments) if one.to.y == foot)
    middle = outline.segments[number].to.x / 2 + outline.segments[number - 1].to.x / 2
    corners = [(0.5, 0), (0.5, depth), (-0.5, depth), (-0.5, 0)]
    tab = [Line(Point(middle + side * width, foot + down)) for side, down in corners]
    return outline._replace(segments=(*outline.segments[:number], *tab, *outline.segments[number:]))


def _base(standees: Standees, stock: Stock) -> Scene:
    size = Size(standees.width, standees.base)
    room = Rect(0, 0, *size)
    ease = stock.fit.ease
    slot = Rect.about(
        room.center, TAB * standees.width + 2 * ease, stock.thickness + stock.fit.clearance
    )
    edge = rectangle(room, CORNER * min(size))
    ground = Shape((edge,), Style(fill=standees.ground))
    return Scene(size, (ground, cut_line(edge), cut_line(rectangle(slot))))
