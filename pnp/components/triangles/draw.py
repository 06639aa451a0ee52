"""Draw triangular tiles."""

from collections.abc import Mapping

from pnp.base.fonts import FontName
from pnp.base.geometry import Point, Size, Transform
from pnp.base.path import Path, regular_polygon
from pnp.base.units import Mm
from pnp.components.art.label import INSET, STROKE, centered, pale
from pnp.components.art.livery import draw_star
from pnp.components.art.signs import STREET
from pnp.components.piece import DrawContext, Piece, cut_line, cut_out
from pnp.components.triangles import Triangles, triple_name
from pnp.game.places import away
from pnp.scene import Group, Item, Scene, Shape, Style

NUMBER = 0.19  # of the edge: a font size
TO_CORNER = 0.5  # of the way from the middle to a corner: where its number is
STAR = 0.3  # of the edge: that of a hexagon around the star of a livery
FONT: FontName = "sans-bold"


def draw(triangles: Triangles, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each tile with its lowest number at the top, and a line along the edge of its back."""
    back = _face(triangles, _rim(triangles, context))
    return tuple(
        Piece(
            triple_name(triple),
            _face(triangles, _numbers(triangles, triple, context)),
            back,
            bleed=STREET,
            freed_by_trim=False,
            nested=triangles.edge / 2,
        )
        for triple in triangles.triples
    )


def draw_tokens(triangles: Triangles, context: DrawContext) -> Mapping[str, Scene]:
    """Draw each tile about its middle, which is below that of the rectangle around it."""
    size = Size(triangles.edge, 2 * triangles.reach)
    pieces = draw(triangles, context)
    return {piece.name: cut_out(piece.front)._replace(size=size) for piece in pieces}


def draw_turned(triangles: Triangles, context: DrawContext) -> Mapping[str, Scene]:
    """Draw each tile turned over, about its middle as well."""
    tokens = draw_tokens(triangles, context)
    (back, *_) = (cut_out(piece.back) for piece in draw(triangles, context) if piece.back)
    return {name: back._replace(size=token.size) for name, token in tokens.items()}


def _middle(triangles: Triangles) -> Point:
    return Point(triangles.edge / 2, triangles.reach)


def _outline(triangles: Triangles, beyond: Mm = 0.0) -> Path:
    """Return its edge, or a line at the distance ``beyond`` outside it."""
    return regular_polygon(_middle(triangles), 3, triangles.reach + 2 * beyond)


def _face(triangles: Triangles, items: tuple[Item, ...]) -> Scene:
    ground = Shape((_outline(triangles, STREET),), Style(fill=triangles.ground))
    return Scene(
        triangles.face_size,
        (Group((ground, *items), is_symbol=True), cut_line(_outline(triangles), triangles.ground)),
    )


def _numbers(
    triangles: Triangles, triple: tuple[int, int, int], context: DrawContext
) -> tuple[Item, ...]:
    """Draw each number upright as seen with its corner at the top."""
    middle, font = _middle(triangles), context.font(FONT)
    at = away(middle, 0, TO_CORNER * triangles.reach)
    return tuple(
        Group(
            (centered(str(number), at, font, NUMBER * triangles.edge, triangles.ink),),
            Transform.turn(120 * corner, middle),
        )
        for corner, number in enumerate(triple)
    )


def _rim(triangles: Triangles, context: DrawContext) -> tuple[Item, ...]:
    """Draw a line inside the edge of a back, and the star of a livery in its middle."""
    livery = context.livery
    if context.plain or triangles.reach < 4 * INSET:
        return ()
    color = livery.line if livery else pale(triangles.ink, triangles.ground)
    line = Shape((_outline(triangles, -INSET),), Style(stroke=color, stroke_width=STROKE))
    star = (draw_star(_middle(triangles), STAR * triangles.edge, livery),) if livery else ()
    return (line, *star)
