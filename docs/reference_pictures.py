"""The pictures of the reference: what each page's example makes, drawn by pnp itself."""

from io import BytesIO
from math import ceil
from pathlib import Path

from PIL import Image, ImageChops

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.components.piece import Piece, outlines, trimmed
from pnp.components.registry import draw_component
from pnp.components.tray import StorageTray
from pnp.definitions import load_game
from pnp.game.game import Game
from pnp.laser.assembly import tray_view
from pnp.laser.joinery.tray import TrayStyle, tray_around
from pnp.positions.draw import draw_example, draw_setup
from pnp.render import png
from pnp.scene import Group, Item, Scene, Shape, Style, Text

Face = tuple[Item, ...]

WIDTH = 720  # pixels
SHAPE = 2.0  # pieces are laid out about twice as wide as high
MOST = 12  # pieces in a picture; more would only be smaller
COARSE = 12  # pixels: what is compared of pictures, so that the edges of letters do not count
SAME = 8  # of 255: nobody sees such a difference
TABLE, WORDS = "#e4e6e3", "#5d635c"


def picture(file: Path, page: str) -> Image.Image:
    """Return the picture of an example: of its pieces of the page's kind, or of a position."""
    game = load_game(file).game
    scene = _on_table(
        _boards(game, page) or _trays(game, page) or _position(game) or _pieces(game, page)
    )
    dpi = round(WIDTH / scene.size.width * 25.4)
    made = png.render(scene, "", dpi, pixels=(WIDTH, round(scene.size.height / 25.4 * dpi)))
    return Image.open(BytesIO(made)).convert("RGB")


def save(image: Image.Image, file: Path) -> None:
    """Write a picture in few colours, which is what it has, unless the file looks the same.

    Machines smooth edges in several ways.
    """
    if file.is_file():
        kept = Image.open(file).convert("RGB")
        if image.size == kept.size and worst(image, kept) < SAME:
            return
    image.quantize(128, Image.Quantize.MAXCOVERAGE).save(file, optimize=True)


def worst(one: Image.Image, other: Image.Image) -> int:
    """Return the largest difference of a colour, from 0 to 255, in any coarse part of pictures."""
    size = one.width // COARSE, one.height // COARSE
    parts = (image.resize(size, Image.Resampling.BOX) for image in (one, other))
    return max(most for _, most in ImageChops.difference(*parts).getextrema())


def _position(game: Game) -> Scene | None:
    for rule_set in game.rule_sets.values():
        for example in rule_set.examples.values():
            return draw_example(game, example)
        if rule_set.setup is not None:
            return draw_setup(game, rule_set.setup)
    return None


def _pieces(game: Game, kind: str) -> Scene:
    """Draw a component's pieces: their fronts and, if they have some, their backs."""
    ids = [key for key, component in game.components.items() if component.kind == kind]
    pieces = draw_component(game, ids[0] if ids else [*game.components][-1])[:MOST]
    fronts = [_cut_out(piece, piece.front) for piece in pieces]
    backs = [_cut_out(piece, piece.back) for piece in pieces if piece.back is not None]
    size = pieces[0].front.size
    if all(piece.back == piece.front for piece in pieces):
        backs = []
    if len(pieces) > 1 and len(set(backs)) == 1:  # one of them shows them all
        return _rows(size, [("", [*fronts, backs[0]])])
    return _rows(size, [("fronts", fronts), ("backs", backs)] if backs else [("", fronts)])


def _boards(game: Game, kind: str) -> Scene | None:
    """Lay several boards of any size, and a position, side by side with their middles level."""
    ids = [key for key, one in game.components.items() if one.kind == kind and one.is_board]
    if len(ids) < 2:
        return None
    pieces = [piece for key in ids for piece in draw_component(game, key)]
    shown = [Scene(piece.front.size, _cut_out(piece, piece.front)) for piece in pieces]
    shown += filter(None, [_position(game)])
    return _beside(shown)


def _trays(game: Game, kind: str) -> Scene | None:
    """Draw trays side by side as they stand, put together."""
    trays = [one for one in game.components.values() if isinstance(one, StorageTray)]
    if kind != "tray":
        return None
    return _beside(
        [
            tray_view(tray_around(tray.arrangement(game), tray.wood, style)).scene
            for tray in trays
            if tray.is_cut
            for style in (TrayStyle(lid=tray.closing, name=tray.name),)
        ]
    )


def _beside(shown: list[Scene]) -> Scene:
    """Lay scenes of any size side by side with their middles level."""
    gap, left = max(max(scene.size) for scene in shown) / 9, 0.0
    high = max(scene.size.height for scene in shown)
    items: list[Item] = []
    for scene in shown:
        move = Transform.move(left, (high - scene.size.height) / 2)
        items.append(Group(scene.items, move))
        left += scene.size.width + gap
    return Scene(Size(left - gap, high), tuple(items))


def _rows(size: Size, sides: list[tuple[str, list[Face]]]) -> Scene:
    """Lay faces in rows, the sides below one another, or beside if each is one face."""
    count = len(sides[0][1])
    columns = _columns(size, count, len(sides))
    gap = max(size) / 9
    across, down = size.width + gap, size.height + gap
    rows = ceil(count / columns)
    beside = count == 1
    wide = across * (len(sides) if beside else columns) - gap
    letters = max(wide, 1.3 * size.height) / 40
    head = letters * 1.8 if len(sides) > 1 else 0.0
    items: list[Item] = []
    for number, (name, faces) in enumerate(sides):
        left, top = (number * across, 0.0) if beside else (0.0, number * (head + rows * down))
        if head:
            name = name[:-1] if beside else name
            items.append(Text(Point(left, top + letters), name, "sans", letters, WORDS))
        for index, face in enumerate(faces):
            x, y = left + index % columns * across, top + head + index // columns * down
            items.append(Group(face, Transform.move(x, y)))
    high = (1 if beside else len(sides)) * (head + rows * down) - gap
    return Scene(Size(wide, high), tuple(items))


def _cut_out(piece: Piece, face: Scene) -> Face:
    if outlines(face):
        return trimmed(face, piece.roles).items
    return (Group(face.only(*piece.roles).items, clip=rectangle(Rect(0, 0, *face.size))),)


def _columns(size: Size, pieces: int, sides: int) -> int:
    """Return in how many columns the whole is nearest to the shape that is wanted."""

    def off(columns: int) -> float:
        rows = sides * ceil(pieces / columns)
        shape = columns * size.width / (rows * size.height)
        return max(shape / SHAPE, SHAPE / shape) + (1.2 if pieces % columns else 0)

    return min(range(1, pieces + 1), key=off)


def _on_table(scene: Scene) -> Scene:
    """Return a picture with a ground around it, no higher than two thirds of its width."""
    size = scene.size
    margin = max(size) / 18
    width = max(size.width + 2 * margin, 1.5 * (size.height + 2 * margin))
    whole = Size(width, size.height + 2 * margin)
    ground = Shape((rectangle(Rect(0, 0, *whole)),), Style(fill=TABLE))
    place = Transform.move((width - size.width) / 2, margin)
    return Scene(whole, (ground, Group(scene.items, place)))
