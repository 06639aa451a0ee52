"""Draw frames over faces of pieces that are already drawn."""

from collections.abc import Iterator

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.messages import within
from pnp.base.path import Path, circle, circle_of, path_bounds, placed, rectangle
from pnp.base.units import Mm
from pnp.components.faces.draft import draft_face, draft_ground, try_frames
from pnp.components.faces.draw_frames import CardContext, flow_of
from pnp.components.faces.face_art import FaceArt
from pnp.components.faces.pieces import SingleFace
from pnp.components.faces.wording import Cells, values_of_game
from pnp.components.piece import REACH, FacePlace, Piece, outlines
from pnp.game.component import NamedFrame
from pnp.game.game import Game
from pnp.scene import Group, Item, Role, Scene, Shape, Style, leaves_in


def draw_face_art(
    art: FaceArt, piece: Piece, name: str, where: FacePlace, game: Game, language: str
) -> Piece:
    """Return a piece with frames over one of its faces.

    In a draft, substitutes mark the frames with faults.
    """
    scene = piece.front if where.side == "front" else piece.back
    if scene is None:
        return piece
    place = where.place or Rect(0, 0, *scene.size)
    look = _look(art, place.size, game, language)
    cells = _cells(art, piece.name, game)
    items, faults = _items(art, f"face.{name}", cells, look, game.draft is not None)
    to_place = Transform.move(place.x, place.y).then(Transform.turn(where.turn, place.center))
    clip = where.outline or (_clip(piece, scene) if where.place is None else rectangle(place))
    if art.ground is not None:
        ground, wrong = draft_ground(f"face.{name}", art.ground, cells, look)
        if wrong and game.draft is None:
            raise LayoutError(*wrong)
        faults = (*wrong, *faults)
        scene = _with(scene, Shape((clip,), Style(fill=ground)))
    scene = _with(scene, Group(items, to_place, clip))
    faults = (*piece.faults, *within(piece.name, faults))
    if where.side == "front":
        return piece._replace(front=scene, faults=faults)
    return piece._replace(back=scene, faults=faults)


def place_face_art(
    art: FaceArt, piece: str, name: str, where: FacePlace, game: Game, language: str
) -> Iterator[NamedFrame]:
    """Yield the frames whose conditions a piece meets, over a face whose place is known.

    Their names consist of the face, their number and their content.
    """
    place = where.place or Rect(0, 0, 0, 0)
    look, cells = _look(art, place.size, game, language), _cells(art, piece, game)
    flow, turned = flow_of(art.layout, look), Transform.turn(where.turn, place.center)
    for number in range(len(art.frames)):
        frame = flow.frame(number, cells)
        if frame.shown_on(cells):
            at = frame.place(place.size, 0.0).moved(place.x, place.y)
            at = Rect.about(turned.apply(at.center), *at.size)
            yield NamedFrame(f"{name} {number + 1} {frame.shows}", at, frame.turn + where.turn)


def _look(art: FaceArt, size: Size, game: Game, language: str) -> CardContext:
    card = SingleFace.of(art, size, art.layout)
    return CardContext(card, game.pictures, language, game.draft or {}, game.typefaces)


def _cells(art: FaceArt, piece: str, game: Game) -> Cells:
    return art.cells(piece, values_of_game(game))


def _items(
    art: FaceArt, place: str, cells: Cells, look: CardContext, draft: bool
) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """Return the items and faults of the frames; a draft has substitutes for those with faults."""
    if draft:
        return draft_face(place, art.layout, cells, look)
    tried = tuple(try_frames(place, art.layout, cells, look))
    if faults := [fault for _, wrong in tried for fault in wrong]:
        raise LayoutError(*faults)
    return tuple(item for items, _ in tried for item in items), ()


def _with(scene: Scene, item: Item) -> Scene:
    """Return a scene with an item over its art and under the lines for tools."""
    tools = [
        number
        for number, one in enumerate(scene.items)
        if all(leaf.role is not Role.ART for leaf in leaves_in((one,)))
    ]
    at = tools[0] if tools else len(scene.items)
    return scene._replace(items=(*scene.items[:at], item, *scene.items[at:]))


def _clip(piece: Piece, scene: Scene) -> Path:
    """Return the outline of a piece, or a line outside it if it has a bleed."""
    edge = next(iter(outlines(piece.front)), None)
    if piece.freed_by_trim or edge is None:
        return rectangle(Rect(0, 0, *scene.size).inset(-REACH if piece.bleed else 0.0))
    if not piece.bleed:
        return edge
    if around := circle_of(edge):
        return circle(around[0], around[1] + piece.bleed)
    return _larger(edge, piece.bleed)


def _larger(edge: Path, bleed: Mm) -> Path:
    bounds = path_bounds(edge)
    x, y = ((side + 2 * bleed) / side for side in bounds.size)
    middle: Point = bounds.center
    return placed(edge, Transform(x, 0, 0, y, middle.x * (1 - x), middle.y * (1 - y)))
