"""Draw pieces on the places of a board."""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import cycle
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.units import Mm
from pnp.components.registry import (
    draw_component,
    draw_covered,
    draw_thrown,
    draw_tokens,
    draw_turned,
)
from pnp.game.board import Board
from pnp.game.game import Game
from pnp.game.places import Place
from pnp.game.resolve import ResolvedPosition, resolve, shuffled
from pnp.game.rules import LaidPiece, Position, RuleSet
from pnp.scene import Group, IdentityCache, Item, Role, Scene, items_bounds

LIFT = 0.2  # of a piece's height: how much of it shows below the one that lies on it
HEADROOM = 1.0  # of a place's height: how high a pile on it may be drawn
STANDING = 0.3  # of the shortest side of a place: how wide a piece that stands on a tile is drawn
CLEAR = 0.15  # of a tile's shorter side: what of it a piece on its edge may cover
CLEAR_IF_ROOMY = 0.32  # of a place larger than others, on which several may stand
SEEN: Mm = 2.3  # wide on paper, at least, where there is room
MEASURED = 512  # groups of items, such as pieces, whose bounds are remembered
DRAWN = 16  # boards, each with letters of a size, that are remembered


class PieceDrawings:
    """The drawings of a game's pieces and empty boards, made on demand.

    The figures of one text share them, and so do the scales at which a figure is tried.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.shortest = cache(self._shortest)
        self.tokens = cache(partial(draw_tokens, game))
        self.covered = cache(partial(draw_covered, game))
        self.turned = cache(partial(draw_turned, game))
        self.pieces = cache(partial(draw_component, game))
        self.thrown = cache(partial(draw_thrown, game))
        self.empty = lru_cache(DRAWN)(self._empty)
        self._resolved: IdentityCache[Position, ResolvedPosition] = IdentityCache()
        self._inside: IdentityCache[tuple[Item, ...], Rect | None] = IdentityCache(MEASURED)

    def _shortest(self, board_id: str) -> Mm:
        """Return the shortest side of any place on a board."""
        return min(min(place.size) for place in self.game.boards[board_id].places)

    def _empty(self, board_id: str, letter: Mm = 0.0) -> tuple[Item, ...]:
        """Draw a board alone, with lettering of a font size if a figure needs it."""
        (face,) = draw_component(self.game, board_id, lettered=False, letter=letter)
        return face.front.only(Role.ART).items

    def alike(self, other: "PieceDrawings", component_id: str) -> bool:
        """Return whether a component looks the same in the figures of another language."""
        mine, theirs = (one._shown(component_id) for one in (self, other))
        return all(ours == same for ours, same in zip(mine, theirs, strict=True))

    def _shown(self, component_id: str) -> Iterator[object]:
        """Yield the parts of a board or of pieces that figures show."""
        if component_id in self.game.boards:
            yield from (self.empty(component_id, letter) for letter in (0.0, 1.0))
        else:
            ways = (self.pieces, self.tokens, self.covered, self.turned)
            yield from (draw(component_id) for draw in ways)

    def bounds(self, items: Iterable[Item]) -> Rect | None:
        """Return the rectangle around items, of which the same pieces come back."""
        return items_bounds(items, self._bounds_inside)

    def _bounds_inside(self, items: tuple[Item, ...]) -> Rect | None:
        return self._inside.get(items, self.bounds)

    def resolved(self, position: Position, rule_set: RuleSet | None) -> ResolvedPosition:
        """Return a position of a rule set with every piece given by its name."""
        return self._resolved.get(position, lambda one: resolve(self.game, one, rule_set))


class PlacedPiece(NamedTuple):
    """The drawing of a piece on a place; ``covers`` if it fills the place as a tile does.

    ``transform`` maps its token to the board.
    """

    place: str
    item: Item
    covers: bool
    transform: Transform


def in_layers(laid: tuple[PlacedPiece, ...]) -> tuple[PlacedPiece, ...]:
    """Return pieces in drawing order: first those that cover places."""
    return tuple(sorted(laid, key=lambda one: not one.covers))


def draw_placed(
    drawings: PieceDrawings,
    board_id: str,
    laid: Sequence[LaidPiece],
    tiled: Container[str] = (),
    scale: float = 1.0,
) -> Iterator[PlacedPiece]:
    """Draw the pieces on a board, one after another.

    Pieces on ``tiled`` places are drawn small, beside the content of the tiles, but not too small
    for the ``scale`` of the figure.
    """
    game = drawings.game
    board, tokens = game.boards[board_id], drawings.tokens
    components = {lay.component for lay in laid}
    unnamed = {key: cycle(shuffled(list(tokens(key)))) for key in components}
    for lay in laid:
        names = [name or next(unnamed[lay.component]) for name in lay.names]
        faces = drawings.turned(lay.component) if lay.turned_over else tokens(lay.component)
        drawn = [faces[name] for name in names]
        if lay.piled:
            drawn = [*(drawings.covered(lay.component)[name] for name in names[:-1]), drawn[-1]]
        if game.components[lay.component].stands and lay.place in tiled:
            short = drawings.shortest(board_id)
            yield from _standing_aside(board, short, lay, drawn, scale)
        else:
            yield from _placed(game, board, lay, drawn)


def tiled_places(game: Game, board_id: str, *positions: Iterable[LaidPiece]) -> frozenset[str]:
    """Return the places that tiles cover in any position; on a mat for tiles, all places."""
    board = game.boards[board_id]
    if board.places_alone:
        return frozenset(board.by_name)
    return frozenset(
        piece.place
        for laid in positions
        for piece in laid
        if game.components[piece.component].covers_places
    )


def _placed(game: Game, board: Board, lay: LaidPiece, tokens: list[Scene]) -> Iterator[PlacedPiece]:
    """Draw the pieces of one component on one place."""
    component, place = game.components[lay.component], board.by_name[lay.place]
    for number, token in enumerate(tokens):
        spot = _in_pile if lay.piled else board.spot
        at = spot(place, token.size, number, len(tokens))
        turn = 0.0 if component.stands else place.turn + 360 / component.turns * lay.turned
        middle = Rect(0, 0, *token.size).center
        move = Transform.move(at.x - middle.x, at.y - middle.y)
        drawn = Transform.turn(turn, middle).then(move)
        item = Group(token.items, drawn)
        yield PlacedPiece(place.name, item, component.covers_places, drawn)


def _standing_aside(
    board: Board, short: Mm, lay: LaidPiece, tokens: list[Scene], scale: float
) -> Iterator[PlacedPiece]:
    """Draw pieces that stand at the edges of a tile, clear of the content in its middle.

    ``short`` is the shortest side of any place of the board. Where an edge adjoins another tile,
    pieces stand inside it, between the columns of its pips.
    """
    place = board.by_name[lay.place]
    sides = board.sides_to_stand_on(place)
    roomy = min(place.size) > 1.2 * short
    for number, token in enumerate(tokens):
        side = sides[number % len(sides)]
        widest = max(STANDING * short, SEEN / scale if roomy or side.free else 0.0)
        fit = min(1.0, widest / token.size.width)
        width, height = fit * token.size.width, fit * token.size.height
        half = (abs(side.out.x) * width + abs(side.out.y) * height) / 2
        over = (CLEAR_IF_ROOMY if roomy else CLEAR) * min(place.size)
        away = side.reach + half - (over if roomy or side.free else 2 * half)
        at = place.center.moved(away * side.out.x - width / 2, away * side.out.y - height / 2)
        drawn = Transform.scale(fit).then(Transform.move(*at))
        yield PlacedPiece(place.name, Group(token.items, drawn), False, drawn)


def _in_pile(place: Place, size: Size, number: int, of: int) -> Point:
    """Return the middle of a piece in a pile, further from the near player than the one below."""
    room = max(0.0, HEADROOM * place.size.height - size.height)
    lift = min(LIFT * size.height, room / max(1, of - 1))
    return place.center.moved(0, lift * ((of - 1) / 2 - number))
