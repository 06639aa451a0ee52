"""A game's cover: a close-up of its pieces, seen as one comes up to the table, in its livery."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice, product
from math import cos, hypot, radians, sin, sqrt
from typing import NamedTuple

from pnp.base.color import BLACK, SeenColor
from pnp.base.geometry import IDENTITY, Point, Rect, Size, Transform
from pnp.base.path import Path, joined, polygon, rectangle
from pnp.components.art.label import LETTERS
from pnp.components.art.livery import draw_border, draw_title
from pnp.components.faces.draw_effects import cast_shadow
from pnp.components.faces.effects import FrameShadow
from pnp.components.piece import EDGE, cut_out, edge_of, outlines, trimmed
from pnp.components.registry import draw_component
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.positions.draw import position_of_cover
from pnp.positions.figure import cropped
from pnp.positions.position import PieceDrawings, PlacedPiece, draw_placed, in_layers, tiled_places
from pnp.scene import Group, Item, Role, Scene, Shape, Style

ON_SCREEN = Size(160.0, 120.0)
CLOTH = ("#6b2f35", "#2f5664", "#4a3b66", "#5d4a22", "#1f4f46", "#24406b")
PAPER = "#f6efdc"
SHADOW = FrameShadow.model_construct(offset=Point(0.5, 0.9), blur=1.6, opacity=0.45)
TURN = -9.0  # degrees: as one sees a board that one comes up to
CLOSE = (1.12, 1.3, 1.5)  # nearer than would just fill the frame
INSIDE = 1.25  # nearer than the whole of a board that is not a rectangle
NARROW = (1.3, 1.6, 1.9)  # the same of a board of arms or sides
NEARNESS = 1.5  # how much larger pieces count against more of them
STEPS = (0.0, -0.5, 0.5, -1.0, 1.0)  # of the way that a board may be moved aside in the frame
ACROSS, DOWN = 5, 5  # faces laid out for a game without boards
APART = 0.12  # of a face's width
TITLED = 0.24  # of a cover's height: the title below the picture
AROUND_TITLE = 0.16  # of that


def draw_game_cover(
    game: Game,
    size: Size = ON_SCREEN,
    rule_set: str = "",
    *,
    on_paper: bool = False,
    drawings: PieceDrawings | None = None,
) -> Scene:
    """Draw a close-up of a game or a rule set: a position, or its faces side by side.

    It lies on cloth, or to save ink ``on_paper`` on the game's ground, with the game's title below
    it. Of a game with a livery it has the border.
    """
    whole, livery = Rect(0, 0, *size), game.livery
    inner = whole.inset(livery.depth if livery else 0.0)
    title = TITLED * inner.height if on_paper else 0.0
    room = inner._replace(height=inner.height - title)
    paper = livery.colors.ground if livery else PAPER
    cloth = paper if on_paper else cloth_of(game)
    drawings = drawings or PieceDrawings(game)
    found = position_of_cover(game, rule_set, drawings)
    drawn = _position(drawings, room, *found) if found else _faces(game, room)
    items: list[Item] = [
        Shape((rectangle(room),), Style(fill=cloth)),
        Group(tuple(drawn), clip=rectangle(room)),
        *draw_border(game, whole, whole.width / 2 - inner.width / 2),
    ]
    if on_paper:
        plate = inner._replace(y=room.bottom, height=title)
        ink = livery.colors.ink if livery else LETTERS
        items.append(draw_title(game, plate.inset(AROUND_TITLE * title), ink))
    return Scene(size, tuple(items))


def cloth_of(game: Game) -> str:
    """Return the colour of the cloth that a game lies on: its livery's, or one by its id."""
    return game.livery.colors.cloth if game.livery else CLOTH[sum(game.id.encode()) % len(CLOTH)]


def draw_table(game: Game, room: Rect, rule_set: str = "") -> Iterator[Item]:
    """Yield a whole board with the pieces on its cover; nothing without a position."""
    drawings = PieceDrawings(game)
    if found := position_of_cover(game, rule_set, drawings):
        yield from _position(drawings, room, *found, whole=True)


def draw_shadow(edges: Iterable[Path]) -> tuple[Item, ...]:
    """Draw the soft shadow of something that lies on a table."""
    solid = Shape(tuple(edges), Style(fill=BLACK))
    return tuple(cast_shadow((solid,), SHADOW, lambda _: SeenColor(BLACK, 1.0)))


def draw_lying(face: Scene, edge: Path, place: Transform = IDENTITY) -> Item:
    """Draw a face that lies in a place, with its edge and a soft shadow below it."""
    art = trimmed(face, (Role.ART,)).items
    return Group((*draw_shadow([edge]), *art, Shape((edge,), EDGE)), place)


class _View(NamedTuple):
    """The view of a board: the enlargement, and the point in the middle of the room."""

    scale: float
    middle: Point
    room: Rect

    @property
    def transform(self) -> Transform:
        """The transform from the board to the room."""
        moved = Transform.move(-self.middle.x, -self.middle.y).then(Transform.scale(self.scale))
        turned = moved.then(Transform.turn(TURN, Point(0, 0)))
        return turned.then(Transform.move(*self.room.center))


def _position(
    drawings: PieceDrawings, room: Rect, rule_set_id: str, name: str, *, whole: bool = False
) -> Iterator[Item]:
    game = drawings.game
    rule_set = game.rule_sets[rule_set_id]
    position = drawings.resolved(rule_set.positions[name], rule_set)
    board = game.boards[position.board]
    tiled = tiled_places(game, position.board, position.laid)
    laid = in_layers(tuple(draw_placed(drawings, position.board, position.laid, tiled)))
    empty = drawings.empty(position.board)
    if board.places_alone:
        empty = (cropped(board, board.places, Rect(0, 0, *board.size), empty),)
    (piece,) = drawings.pieces(position.board)
    empty = (
        (Group(tuple(empty), clip=joined(outlines(piece.front))),)
        if not piece.freed_by_trim
        else empty
    )
    fills = piece.freed_by_trim and not board.places_alone
    if whole:
        view = _whole(board, room)
        if board.places_alone:
            empty = (*draw_shadow(polygon(place.corners) for place in board.places), *empty)
        else:
            empty = (draw_lying(piece.front, edge_of(piece)),)
    else:
        view = _view_of(board, laid, room, fills=fills)
    yield Group((*empty, *(one.item for one in laid)), view.transform)


def _whole(board: Board, room: Rect) -> _View:
    """Return the view of a whole board."""
    turned = Transform.turn(TURN, Point(0, 0)).apply_to(Rect(0, 0, *board.size))
    scale = min(room.width / turned.width, room.height / turned.height)
    return _View(scale, Rect(0, 0, *board.size).center, room)


def _view_of(board: Board, laid: Sequence[PlacedPiece], room: Rect, *, fills: bool) -> _View:
    """Return a view of a board that shows many pieces and fills the room if possible."""
    width, height = board.size
    middle = Rect(0, 0, width, height).center
    if not fills:
        whole = sqrt(room.width / width * room.height / height)
        if not board.places_alone:
            return _View(INSIDE * whole, middle, room)
        return max(
            (
                _View(near * whole, middle.moved(x * width / 4, y * height / 4), room)
                for near, x, y in product(NARROW, STEPS, STEPS)
            ),
            key=partial(_in_sight, board, laid),
        )
    turn = radians(abs(TURN))
    across = room.width * cos(turn) + room.height * sin(turn)
    down = room.height * cos(turn) + room.width * sin(turn)
    views = []
    for close in CLOSE:
        scale = close * max(across / width, down / height)
        spare = Point((width - across / scale) / 2, (height - down / scale) / 2)
        views += [
            _View(scale, middle.moved(x * spare.x, y * spare.y), room)
            for x, y in product(STEPS, repeat=2)
        ]
    return max(views, key=partial(_in_sight, board, laid))


def _in_sight(board: Board, laid: Sequence[PlacedPiece], view: _View) -> tuple[float, float]:
    """Return a score for the pieces in a view; of equally full views, central ones score higher."""
    inside, placed = view.room.inset(4), view.transform
    places = (placed.apply(board.by_name[one.place].center) for one in laid)
    seen = sum(inside.contains(Rect(*place, 0, 0)) for place in places)
    middle = Rect(0, 0, *board.size).center
    return seen * view.scale**NEARNESS, -hypot(view.middle.x - middle.x, view.middle.y - middle.y)


def _faces(game: Game, room: Rect) -> Iterator[Item]:
    """Yield the faces of the most numerous pieces, laid out in rows."""
    pieces = max(
        (draw_component(game, key) for key in game.components),
        key=lambda drawn: sum(piece.freed_by_trim for piece in drawn),
    )
    size = pieces[0].front.size
    scale = room.width / (4 * size.width)
    step = Size(size.width * scale * (1 + APART), (size.height + APART * size.width) * scale)
    across = room.center.x - ACROSS * step.width / 2
    down = room.center.y - DOWN * step.height / 2
    turn = Transform.turn(TURN, room.center)
    fronts = islice(cycle(pieces), ACROSS * DOWN)
    for (row, column), piece in zip(product(range(DOWN), range(ACROSS)), fronts, strict=True):
        place = Transform.move(across + column * step.width, down + row * step.height)
        face = cut_out(piece.front).only(Role.ART)
        yield Group(face.items, Transform.scale(scale).then(place).then(turn))
