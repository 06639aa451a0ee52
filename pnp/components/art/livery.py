"""Draw what a game's livery gives to boards, boxes and covers: repeated tiles and a title."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, cos, pi, sin

from pnp.base.fonts import FontName, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, path_bounds, polygon, rectangle, regular_polygon
from pnp.base.picture import PictureFile
from pnp.base.units import Mm
from pnp.components.art.label import centered
from pnp.game.game import Game
from pnp.game.livery import Livery, LiveryColors
from pnp.images.file import draw_picture
from pnp.scene import Extra, Group, Item, Leaf, Scene, Shape, Style, Text, changed

EDGE_LINE: Mm = 0.25  # along both edges of a border
OVERLAP: Mm = 0.3  # of neighbouring tiles, which would show a seam on screens
DIAMOND = 0.3  # of a border's depth: half of the diamond in a corner without a drawing
TITLE_FONT: FontName = "serif-bold"
RAYS = 12
STAR = 0.64, 0.36  # of the edge of a hexagon around it: its radii
RAY: Mm = 0.25
LETTERS = 0.7  # of a title's room: the font size where there is no drawing

_Repainted = tuple[tuple[str, str], ...]


def draw_border(game: Game, around: Rect, depth: Mm) -> tuple[Item, ...]:
    """Draw the border along the inside of a rectangle, between two lines; nothing without one.

    Its tiles are stretched a little so that a whole number fits each side. They overlap each other
    and the corners, which would show a seam between them.
    """
    livery = game.livery
    if livery is None or livery.border is None:
        return ()
    tile = _tile(game, livery, livery.border, height=depth)
    items: list[Item] = []
    corners: list[Item] = []
    corner = _corner(game, livery, depth)
    for start, turn, length in _sides(around):
        side = Transform.turn(turn, Point(0, 0)).then(Transform.move(*start))
        free = length - 2 * depth
        count = max(1, round(free / tile.size.width))
        stretch = free / (count * tile.size.width)
        for number in range(count):
            along = Transform(
                a=stretch + OVERLAP / tile.size.width,
                e=depth - OVERLAP / 2 + number * tile.size.width * stretch,
            )
            items.append(Group(tile.items, along.then(side), is_symbol=True))
        corners.append(Group(corner.items, side, is_symbol=True))
    line = Style(stroke=livery.colors.line, stroke_width=EDGE_LINE)
    edges = rectangle(around), rectangle(around.inset(depth))
    return Group((*corners, *items), extra=Extra.BORDER), Shape(edges, line)


def _sides(around: Rect) -> Iterator[tuple[Point, float, Mm]]:
    """Yield the sides clockwise: the corner where each begins, its turn, and its length."""
    lengths = around.width, around.height, around.width, around.height
    for number, (start, length) in enumerate(zip(around.corners, lengths, strict=True)):
        yield start, 90.0 * number, length


def _corner(game: Game, livery: Livery, depth: Mm) -> Scene:
    """Return the drawing of a corner: the livery's, or a square with a diamond."""
    if livery.corner is None:
        return _plain_corner(depth, livery.colors.cloth, livery.colors.accent)
    return _tile(game, livery, livery.corner, height=depth)


@lru_cache(maxsize=64)
def _plain_corner(depth: Mm, cloth: str, accent: str) -> Scene:
    square = Rect(0, 0, depth, depth)
    diamond = regular_polygon(square.center, 4, DIAMOND * depth)
    items = Shape((rectangle(square),), Style(fill=cloth)), Shape((diamond,), Style(fill=accent))
    return Scene(Size(depth, depth), items)


def draw_field(game: Game, within: Path) -> tuple[Item, ...]:
    """Draw the pattern in an outline, from the middle of it, on the cloth; nothing without one."""
    livery = game.livery
    if livery is None or livery.field is None:
        return ()
    tile = _tile(game, livery, livery.field, width=livery.pitch)
    cloth = Shape((within,), Style(fill=livery.colors.cloth))
    return (Group((cloth, tiled(tile, within)), extra=Extra.ORNAMENT),)


def tiled(tile: Scene, within: Path) -> Group:
    """Return a drawing that is repeated in an outline, from the middle of it."""
    bounds, (width, height) = path_bounds(within), tile.size
    columns, rows = ceil(bounds.width / width / 2), ceil(bounds.height / height / 2)
    items = tuple(
        Group(
            tile.items,
            Transform.move(bounds.center.x + column * width, bounds.center.y + row * height),
            is_symbol=True,
        )
        for row in range(-rows, rows)
        for column in range(-columns, columns)
    )
    return Group(items, clip=within)


def draw_star(middle: Point, edge: Mm, livery: LiveryColors) -> Item:
    """Draw the star of a hexagon, in a tint that pips read on."""
    angles = [n * pi / RAYS for n in range(2 * RAYS)]
    points = [
        middle.moved(STAR[n % 2] * edge * sin(angle), -STAR[n % 2] * edge * cos(angle))
        for n, angle in enumerate(angles)
    ]
    star = Shape((polygon(points),), Style(livery.tint, livery.line, RAY))
    return Group((star,), extra=Extra.ORNAMENT)


def draw_title(game: Game, room: Rect, ink: str) -> Item:
    """Draw the name of a game in the middle of a room: the livery's drawing, or letters."""
    livery = game.livery
    if livery is None or livery.title is None:
        font = game.label_font(TITLE_FONT)
        size = min(LETTERS * room.height, room.width / text_width(game.name, font, 1.0))
        return centered(game.name, room.center, font, size, ink)
    tile = _tile(game, livery, livery.title, height=1.0)
    scale = min(room.height, room.width / tile.size.width)
    left = room.center.x - scale * tile.size.width / 2
    place = Transform.scale(scale).then(Transform.move(left, room.center.y - scale / 2))
    return Group(tile.items, place, is_symbol=True, extra=Extra.LETTERING)


def _tile(game: Game, livery: Livery, name: str, width: Mm = 0.0, height: Mm = 0.0) -> Scene:
    """Return a drawing as wide or as high as stated."""
    picture = game.livery_pictures[name]
    scale = height / picture.height if height else width / picture.width
    size = Size(picture.width * scale, picture.height * scale)
    return drawn_tile(picture, size, tuple(livery.repainted.items()))


@lru_cache(maxsize=64)
def drawn_tile(picture: PictureFile, size: Size, repainted: _Repainted = ()) -> Scene:
    """Return a drawing, with the same items each time, so that formats store it once."""
    colors = dict(repainted)

    def paint(leaf: Leaf) -> tuple[Item, ...]:
        match leaf:
            case Shape(style=style):
                fill, stroke = (
                    colors.get(one, one) if isinstance(one, str) else one
                    for one in (style.fill, style.stroke)
                )
                return (leaf._replace(style=style._replace(fill=fill, stroke=stroke)),)
            case Text():
                return (leaf._replace(fill=colors.get(leaf.fill, leaf.fill)),)
            case _:
                return (leaf,)

    items: tuple[Item, ...] = (draw_picture(picture, Rect(0, 0, *size)),)
    return Scene(size, changed(items, paint) if colors else items)
