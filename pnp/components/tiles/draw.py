"""Draw tiles."""

from pnp.base.geometry import Rect
from pnp.components.art.label import draw_pips, draw_rim
from pnp.components.piece import BLEED, DrawContext, Piece, draw_face
from pnp.components.tiles import Tiles


def draw(tiles: Tiles, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each tile, named by the pips in front and behind: ``"3-4"``."""
    trim = Rect(0, 0, *tiles.size)
    livery = context.livery
    line, inlay = (livery.line, tiles.ground) if livery else (None, None)
    rim = (
        tuple(draw_rim(trim, tiles.corner, tiles.ink, tiles.ground, line))
        if tiles.rim and not context.plain
        else ()
    )
    faces = {
        number: draw_face(
            tiles.size,
            tiles.corner,
            tiles.ground,
            (*rim, *draw_pips(number, trim, tiles.ink, inlay)),
        )
        for number in {*tiles.fronts, *tiles.backs}
    }
    return tuple(
        Piece(str(pair), faces[pair.front], faces[pair.back], bleed=BLEED) for pair in tiles.pairs
    )
