"""Draw place mats: where the tiles of a track or of a star lie around the hexagon."""

from math import dist

from pnp.base.fonts import FontName
from pnp.base.geometry import Rect, Transform
from pnp.base.path import Arc, Path, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.write import centered
from pnp.components.art.zones import draw_areas, draw_starts_and_goals
from pnp.components.loop.model import IN, OUT, Loop
from pnp.components.piece import Piece, cut_line
from pnp.components.star.model import Star
from pnp.game.places import Place, away
from pnp.scene import Group, Item, Scene, Shape, Style

PLACE_LINE: Mm = 0.3
MIDDLE_LINE: Mm = 0.6
COURSE_LINE: Mm = 0.5
NUMBER = 0.24  # of a tile's shorter side
FONT: FontName = "serif"


def draw_loop(loop: Loop) -> tuple[Piece, ...]:
    """Draw the one mat, its places numbered, and an arrow for the way round."""
    return _mat(loop, _course(loop))


def draw_star(star: Star) -> tuple[Piece, ...]:
    """Draw the one mat, the places of each arm numbered from the hexagon outward."""
    return _mat(star, ())


def _mat(mat: Loop | Star, extra: tuple[Item, ...]) -> tuple[Piece, ...]:
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


def _course(loop: Loop) -> tuple[Item, ...]:
    """Draw three quarters of a circle between hexagon and track, with a head where it ends."""
    *track, middle = loop.places
    nearest = min(dist(tile.center, middle.center) for tile in track[loop.spoke : -loop.spoke])
    inside = nearest - loop.tile.height / 2
    radius = (loop.hexagon + inside) / 2
    start, end = (away(middle.center, angle, radius) for angle in (OUT + 30, IN - 30))
    way = Path(start, (Arc(end, radius, clockwise=True, large=True),), closed=False)
    head = polygon(
        away(end, angle, reach)
        for angle, reach in ((IN + 60, 5.0), (IN - 30, 2.2), (IN + 150, 2.2))
    )
    return (
        Shape((way,), Style(stroke=loop.ink, stroke_width=COURSE_LINE)),
        Shape((head,), Style(fill=loop.ink)),
    )
