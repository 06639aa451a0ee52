"""Draw place mats: where tiles lie around a hexagon."""

from pnp.base.fonts import FontName
from pnp.base.geometry import Rect, Transform
from pnp.base.path import polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.label import centered
from pnp.components.art.zones import draw_areas, draw_starts_and_goals
from pnp.components.hexagon_mat import HexagonMat
from pnp.components.piece import Piece, cut_line
from pnp.game.places import Place
from pnp.scene import Group, Item, Scene, Shape, Style

PLACE_LINE: Mm = 0.3
MIDDLE_LINE: Mm = 0.6
NUMBER = 0.24  # of a tile's shorter side
FONT: FontName = "serif"


def draw_mat(mat: HexagonMat, extra: tuple[Item, ...] = ()) -> tuple[Piece, ...]:
    """Draw the one mat with its places numbered, and ``extra`` over its lines."""
    *tiles, middle = mat.places
    trim = rectangle(Rect(0, 0, *mat.size))
    outlines = tuple(polygon(place.corners) for place in tiles)
    items = (
        Shape((trim,), Style(fill=mat.ground)),
        *draw_areas(mat),
        Shape(outlines, Style(stroke=mat.ink, stroke_width=PLACE_LINE)),
        Shape((polygon(middle.corners),), Style(stroke=mat.ink, stroke_width=MIDDLE_LINE)),
        *(_number(place, NUMBER * min(mat.tile), mat.ink) for place in tiles),
        *extra,
        *draw_starts_and_goals(mat),
        cut_line(trim),
    )
    return (Piece("board", Scene(mat.size, items)),)


def _number(place: Place, size: Mm, ink: str) -> Group:
    """Write a place's number, without the letter of its arm, as the tile there lies."""
    figure = centered(place.name.lstrip("abcdef"), place.center, FONT, size, ink)
    return Group((figure,), Transform.turn(place.turn, place.center))
