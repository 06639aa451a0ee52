"""Draw the hexagonal tile."""

from math import sqrt

from pnp.base.geometry import Rect
from pnp.base.path import Path, regular_polygon
from pnp.base.units import Mm
from pnp.components.art.pips import draw_pips
from pnp.components.hexagon.model import Hexagon
from pnp.components.piece import BLEED, DrawContext, Piece, cut_line
from pnp.scene import Scene, Shape, Style


def draw(hexagon: Hexagon, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the one hexagon, a corner at the top."""
    return (
        Piece(
            "hexagon",
            _face(hexagon, hexagon.front),
            _face(hexagon, hexagon.back),
            bleed=BLEED,
            straight=False,
        ),
    )


def _face(hexagon: Hexagon, number: int) -> Scene:
    size = hexagon.face_size
    # The largest square in the hexagon whose sides lie level, so that the pips of all
    # numbers keep clear of the edge.
    side = hexagon.edge * 2 * sqrt(3) / (1 + sqrt(3))
    face = Rect((size.width - side) / 2, (size.height - side) / 2, side, side)
    return Scene(
        size,
        (
            Shape((_outline(hexagon, BLEED),), Style(fill=hexagon.ground)),
            *draw_pips(number, face, hexagon.ink),
            cut_line(_outline(hexagon, 0)),
        ),
    )


def _outline(hexagon: Hexagon, beyond: Mm) -> Path:
    """Return the hexagon with its edges ``beyond`` further out."""
    middle = Rect(0, 0, hexagon.face_size.width, hexagon.face_size.height).center
    return regular_polygon(middle, 6, hexagon.edge + beyond * 2 / sqrt(3))
