"""Draw the hexagonal tile."""

from math import sqrt

from pnp.base.geometry import Rect
from pnp.components.art.pips import draw_pips
from pnp.components.hexagon.model import Hexagon
from pnp.components.piece import BLEED, DrawContext, Piece, cut_line, hexagon_outline
from pnp.scene import Scene, Shape, Style


def draw(hexagon: Hexagon, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the one hexagon, a corner at the top."""
    front, back = (_face(hexagon, number) for number in (hexagon.front, hexagon.back))
    return (Piece("hexagon", front, back, bleed=BLEED, straight=False),)


def _face(hexagon: Hexagon, number: int) -> Scene:
    size = hexagon.face_size
    # The largest square in the hexagon whose sides lie level, so that the pips of all
    # numbers keep clear of the edge.
    side = hexagon.edge * 2 * sqrt(3) / (1 + sqrt(3))
    square = Rect.about(Rect(0, 0, *size).center, side, side)
    ground = Shape((hexagon_outline(size, BLEED),), Style(fill=hexagon.ground))
    pips = draw_pips(number, square, hexagon.ink)
    return Scene(size, (ground, *pips, cut_line(hexagon_outline(size))))
