"""Draw pieces as they lie on a table: in a fan, in a hand, in stacks, on the board, from the box.

Those of a showcase stand in a row. All lengths within a scene are those of the pieces themselves; a
scene is then fitted into the picture, on the cloth of the game's livery and within its border.
"""

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from pnp.base.errors import UsageError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.messages import Message
from pnp.base.path import Path, path_bounds, rectangle
from pnp.base.units import Mm
from pnp.components.art.livery import draw_border
from pnp.components.piece import EDGE, Piece, edge_of
from pnp.components.registry import draw_samples, spread
from pnp.game.game import Game
from pnp.positions.cover import cloth_of, draw_lying, draw_shadow, draw_table
from pnp.positions.draw import position_of_cover
from pnp.scene import Group, Item, Scene, Shape, Style, items_bounds

SCENES = ("fan", "hand", "stack", "showcase", "table", "box")
CARDS = ("fan", "hand", "stack", "showcase")  # of one component
AIR = 0.07  # of the shorter side: around what is shown
FEWEST = 3  # different pieces for a fan
FAN, HAND, SHOWN = 5, 7, 4  # pieces, unless they are chosen
FAN_STEP, FAN_PIVOT, FAN_WIDEST = 15.0, 1.15, 110.0
HAND_STEP, HAND_PIVOT, HAND_WIDEST = 6.5, 2.2, 60.0
ASIDE = Transform(0.72, -0.16)  # how a piece that stands looks, seen from its left
STAND_STEP = 0.84  # of a piece's width, from one that stands to the next
MIRRORED = 0.14  # how much of its mirror image is seen
HIGHEST = 14  # pieces in a stack; more would look alike
THICK = 0.012  # of a piece's height: how much of each shows below the next
ASKEW = (0.0, 0.7, -0.5, 0.3, -0.9, 0.5)  # degrees: how pieces of a stack lie, by turns
PAPER = Style(fill="#fbf7ea")
KINDS = 4  # different pieces of a component from the box
NEARLY = 0.85  # of a face: an outline around as much is its edge
LAPPED = 0.35  # of a piece's width: how much of it shows under the next one of its component
ROOMY = 1.25  # rows are so much wider than a square of all pieces needs


class ShownPieces(NamedTuple):
    """The component of a fan, a hand, a stack or a showcase, and its pieces, perhaps ``chosen``.

    ``rule_set`` is that of the table, "" for the one that the game's cover shows.
    """

    component: str
    pieces: Sequence[Piece]
    rule_set: str = ""
    chosen: bool = False

    def some(self, count: int) -> Sequence[Piece]:
        """Return the chosen pieces, or up to ``count`` from all over the component."""
        return self.pieces if self.chosen else spread(self.pieces, count)


def draw_scene(scene: str, game: Game, size: Size, shown: ShownPieces) -> Scene:
    """Draw a scene of a game as a picture.

    Raises:
        UsageError: If the game has not what the scene shows.
    """
    whole, livery = Rect(0, 0, *size), game.livery
    depth = livery.depth if livery else 0.0
    inner = whole.inset(depth)
    room = inner.inset(AIR * min(inner.size))
    if scene == "table":
        if position_of_cover(game, shown.rule_set) is None:
            raise UsageError(Message("no_table", "--scene", owner=game.id))
        drawn = tuple(draw_table(game, room, shown.rule_set))
    else:
        drawn = fitted(tuple(_pieces(scene, game, shown, room)), room)
    ground = Shape((rectangle(whole),), Style(fill=cloth_of(game)))
    border = draw_border(game, whole, depth)
    return Scene(size, (ground, Group(drawn, clip=rectangle(inner)), *border))


def _pieces(scene: str, game: Game, shown: ShownPieces, room: Rect) -> Iterator[Item]:
    if scene == "box":
        yield from _box(game, shown.rule_set, room.width / room.height)
    elif scene == "stack":
        yield from _stacks(shown.pieces)
    else:
        if sum(piece.freed_by_trim for piece in shown.pieces) < FEWEST:
            raise UsageError(Message("no_fan", "--scene", scene=scene, owner=shown.component))
        if scene == "fan":
            yield from _fan(shown.some(FAN), FAN_STEP, FAN_PIVOT, FAN_WIDEST)
        elif scene == "showcase":
            yield from _showcase(shown.some(SHOWN))
        else:
            yield from _fan(shown.some(HAND), HAND_STEP, HAND_PIVOT, HAND_WIDEST)


def fitted(items: tuple[Item, ...], room: Rect) -> tuple[Item, ...]:
    """Return items enlarged or reduced to fill a room, in its middle."""
    bounds = items_bounds(items)
    if bounds is None:
        return ()
    scale = min(room.width / bounds.width, room.height / bounds.height)
    to_origin = Transform.move(-bounds.center.x, -bounds.center.y)
    placed = to_origin.then(Transform.scale(scale)).then(Transform.move(*room.center))
    return (Group(items, placed),)


def _fan(pieces: Sequence[Piece], step: float, pivot: float, widest: float) -> Iterator[Item]:
    """Yield pieces turned about a point below them, the first on the left and lowest."""
    count = len(pieces)
    step = min(step, widest / max(1, count - 1))
    for number, piece in enumerate(pieces):
        width, height = piece.front.size
        turn = step * (number - (count - 1) / 2)
        place = Transform.turn(turn, Point(width / 2, pivot * height))
        yield draw_lying(piece.front, edge_of(piece), place)


def _showcase(pieces: Sequence[Piece]) -> Iterator[Item]:
    """Yield pieces that stand in a row, each with its mirror image below it."""
    for number, piece in enumerate(pieces):
        width, height = piece.front.size
        place = ASIDE.then(Transform.move(STAND_STEP * width * number, 0))
        standing = draw_lying(piece.front, edge_of(piece))
        yield Group((standing,), Transform(d=-1, f=2.02 * height).then(place), opacity=MIRRORED)
        yield Group((standing,), place)


def _stacks(pieces: Sequence[Piece]) -> Iterator[Item]:
    """Yield a stack with the back of pieces, if there is another one, and one with a front."""
    first, total = pieces[0], sum(piece.copies for piece in pieces)
    width, _ = first.front.size
    backs = [first.back] if first.back not in (None, first.front) else []
    faces = [one for one in (*backs, first.front) if one is not None]
    for number, face in enumerate(faces):
        count = min(HIGHEST, max(1, total // len(faces)))
        yield Group(tuple(_stack(first, face, count)), Transform.move(1.25 * width * number, 0))


def _stack(piece: Piece, top: Scene, count: int) -> Iterator[Item]:
    edge, (width, height) = edge_of(piece), piece.front.size
    for number in range(count):
        turn = Transform.turn(ASKEW[number % len(ASKEW)], Point(width / 2, height / 2))
        place = turn.then(Transform.move(0.0, -number * THICK * height))
        if number == count - 1:
            yield draw_lying(top, edge, Transform.move(0.0, -number * THICK * height))
        elif number == 0:
            yield draw_lying(Scene(top.size, (Shape((edge,), PAPER),)), edge, place)
        else:
            yield Group((Shape((edge,), PAPER), Shape((edge,), EDGE)), place)


def _box(game: Game, rule_set: str, shape: float) -> Iterator[Item]:
    """Yield a few pieces of each component in rows, the highest first, as wide as the picture."""
    rule_sets = [game.rule_sets[rule_set]] if rule_set else game.rule_sets.values()
    needed = {part.component for rules in rule_sets for part in rules.needs}
    loose = [key for key, one in game.components.items() if not one.made_of_wood]
    keys = [key for key in game.components if key in needed] or loose or [*game.components]
    samples = [[*draw_samples(game, key).values()][:KINDS] for key in keys]
    groups = [_overlapping([faces[0] for faces in some]) for some in samples if some]
    groups.sort(key=lambda one: -one.size.height)
    gap = sqrt(fsum(one.size.width * one.size.height for one in groups)) / 30
    area = fsum((one.size.width + gap) * (one.size.height + gap) for one in groups)
    width = max(ROOMY * sqrt(area * shape), groups[0].size.width)
    x = y = row = column = below = 0.0  # the next column, and what stands in the present one
    for one in groups:
        if below and below + one.size.height <= row:
            place, below = Point(x - column - gap, y + below), below + one.size.height + gap
        else:
            if x and x + one.size.width > width:
                x, y, row = 0.0, y + row + gap, 0.0
            place, column = Point(x, y), one.size.width
            row = max(row, one.size.height)
            x, below = x + column + gap, one.size.height + gap
        yield Group(one.items, Transform.move(*place))


def _overlapping(faces: Sequence[Scene]) -> Scene:
    """Return faces that lie on one another like tiles of a roof, the first one uppermost."""
    step: Mm = LAPPED * faces[0].size.width
    items = [
        _token(face, Transform.move(step * number, 0))
        for number, face in reversed(list(enumerate(faces)))
    ]
    width = max(n * step + face.size.width for n, face in enumerate(faces))
    return Scene(Size(width, max(face.size.height for face in faces)), tuple(items))


def _token(face: Scene, place: Transform) -> Item:
    """Return a face with the shadow of its outline, if it has one that says what it is."""
    first = next(iter(face.items), None)
    whole = Rect(0, 0, *face.size)
    match first:
        case Group(clip=Path() as clip):
            edge = clip
        case Shape((path,)) if path_bounds(path).covers(whole, NEARLY):
            edge = path
        case _:
            return Group(face.items, place)
    return Group((*draw_shadow([edge]), *face.items), place)
