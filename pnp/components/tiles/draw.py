"""Draw tiles."""

from pnp.base.geometry import Rect
from pnp.base.path import rectangle
from pnp.components.art.pips import draw_pips
from pnp.components.piece import BLEED, REACH, DrawContext, Piece, cut_line
from pnp.components.tiles.model import Tiles
from pnp.scene import Group, Scene, Shape, Style


def draw(tiles: Tiles, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each tile, its name the pips in front and behind: ``"3-4"``."""
    numbers = {number for pair in tiles.pairs for number in pair}
    faces = {number: _face(tiles, number) for number in numbers}
    return tuple(
        Piece(str(pair), faces[pair.front], faces[pair.back], bleed=BLEED) for pair in tiles.pairs
    )


def _face(tiles: Tiles, number: int) -> Scene:
    trim = Rect(0, 0, tiles.size.width, tiles.size.height)
    ground = Shape((rectangle(trim.inset(-REACH)),), Style(fill=tiles.ground))
    pips = draw_pips(number, trim, tiles.ink)
    outline = cut_line(rectangle(trim, tiles.corner))
    return Scene(tiles.size, (Group((ground, *pips), repeats=True), outline))
