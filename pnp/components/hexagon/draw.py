"""Draw the hexagonal tile."""

from math import sqrt

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import placed, polygon
from pnp.base.units import Mm
from pnp.components.art.label import INSET, STROKE, draw_pips, pale
from pnp.components.art.livery import draw_star
from pnp.components.hexagon import Hexagon
from pnp.components.piece import BLEED, DrawContext, Piece, cut_line, hexagon_outline
from pnp.game.livery import LiveryColors
from pnp.scene import Item, Scene, Shape, Style


def draw(hexagon: Hexagon, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the hexagon with a corner at the top."""
    livery = context.livery
    rim = _rim(hexagon, livery) if hexagon.rim and not context.plain else ()
    inlay = hexagon.ground if livery else None
    front, back = (_face(hexagon, number, rim, inlay) for number in (hexagon.front, hexagon.back))
    return (Piece("hexagon", front, back, bleed=BLEED, freed_by_trim=False),)


def _face(hexagon: Hexagon, number: int, rim: tuple[Item, ...], inlay: str | None) -> Scene:
    size = hexagon.face_size
    # The largest square in the hexagon whose sides lie level, so that the pips of all
    # numbers keep clear of the edge.
    side = hexagon.edge * 2 * sqrt(3) / (1 + sqrt(3))
    square = Rect.about(Rect(0, 0, *size).center, side, side)
    ground = Shape((hexagon_outline(size, BLEED),), Style(fill=hexagon.ground))
    pips = draw_pips(number, square, hexagon.ink, inlay)
    return Scene(size, (ground, *rim, *pips, cut_line(hexagon_outline(size))))


def _rim(hexagon: Hexagon, livery: LiveryColors | None) -> tuple[Item, ...]:
    """Draw a hexagon inside the edge, and a compass rose whose six points reach it.

    With a livery there is a star in the middle of the rose.
    """
    size = hexagon.face_size
    color = livery.line if livery else pale(hexagon.ink, hexagon.ground)
    inner = hexagon_outline(size, -INSET)
    middle = Rect(0, 0, *size).center
    star = (draw_star(middle, hexagon.edge, livery),) if livery else ()
    return (
        *star,
        Shape((inner,), Style(stroke=color, stroke_width=STROKE)),
        *(_point(middle, 60 * n, hexagon.edge - INSET * 2 / sqrt(3), color) for n in range(6)),
    )


def _point(middle: Point, degrees: float, reach: Mm, color: str) -> Item:
    """Draw one point of the rose: a narrow kite along the line to a corner."""
    kite = polygon(
        middle.moved(x, -y)
        for x, y in (
            (0, reach),
            (0.035 * reach, 0.86 * reach),
            (0, 0.72 * reach),
            (-0.035 * reach, 0.86 * reach),
        )
    )
    return Shape((placed(kite, Transform.turn(degrees, middle)),), Style(fill=color))
