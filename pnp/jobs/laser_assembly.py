"""Pictures of how parts go together: wooden pieces, and boards in parts."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pnp.base.fit import WoodPose
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, path_bounds
from pnp.base.units import Mm
from pnp.components.piece import Piece
from pnp.components.registry import place_wood, wood_words
from pnp.game.game import Game
from pnp.jobs.laser_settings import LaserSettings
from pnp.laser.artwork import Artwork, draw_artwork
from pnp.laser.joinery.panels import Plate, Pose, Vector
from pnp.laser.joinery.solid import facets
from pnp.laser.joinery.view import FACES, INK, picture
from pnp.scene import Item, Scene, Shape, Style, Text

FONT: FontName = "sans-bold"
APART = 0.04  # of its size: how far an exploded view moves the parts of a board
NUMBER: Mm = 4.0  # font size of their numbers
LINE: Mm = 0.3
PALE = "#c9a678"  # the colour of engravings under the numbers


class AssemblyStage(NamedTuple):
    """One picture of parts being put together, and what to do; ``says`` may be empty."""

    component: str
    picture: Scene | Callable[[float], Scene]
    says: str = ""


def stages_of(
    game: Game, component_id: str, pieces: Sequence[Piece], settings: LaserSettings
) -> list[AssemblyStage]:
    """Draw how one wooden piece is put together."""
    kind = game.components[component_id].kind
    words = wood_words(kind, game.language)
    sides = {piece.name: draw_artwork(piece.front) for piece in pieces}
    thickness = settings.material.thickness
    placed = place_wood(game, component_id, settings.stock)
    return [
        AssemblyStage(component_id, _in_space(poses, sides, thickness), words[stage])
        for stage, poses in placed.items()
    ]


def _in_space(poses: Sequence[WoodPose], sides: Mapping[str, Artwork], thickness: Mm) -> Scene:
    plates = [
        Plate(name, sides[name], Pose(Vector(*corner), Vector(*right), Vector(*down)))
        for name, corner, right, down in poses
    ]
    return picture([facet for plate in plates for facet in facets(plate, thickness)])


def plan_of(component_id: str, parts: Sequence[Artwork]) -> AssemblyStage:
    """Draw an exploded view of a board in parts, with their numbers."""
    bounds = [path_bounds(part.outline) for part in parts]
    whole = Rect.around_all(bounds)
    items: list[Item] = []
    for part, room in zip(parts, bounds, strict=True):
        move = Transform.move(APART * (room.x - whole.x), APART * (room.y - whole.y))
        side = part.placed(move)
        items.append(Shape((side.outline,), Style(FACES[0], INK, LINE)))
        items += [Shape((line,), Style(stroke=PALE, stroke_width=LINE)) for line in side.scored]
        if side.engraved:
            items.append(Shape(side.engraved, Style(PALE), even_odd=True))
    size = Size(*((1 + APART) * side for side in whole.size))
    middles = [room.center.moved(APART * room.x, APART * room.y) for room in bounds]
    return AssemblyStage(component_id, partial(_numbered, Scene(size, tuple(items)), middles))


def _numbered(plan: Scene, middles: Sequence[Point], scale: float) -> Scene:
    """Return a plan with the numbers of parts, at a fixed size on paper."""
    size: Mm = NUMBER / scale
    items: list[Item] = []
    for number, middle in enumerate(middles, start=1):
        ground = Shape((circle(middle, 0.9 * size),), Style(FACES[0], INK, LINE))
        at = middle.moved(-text_width(str(number), FONT, size) / 2, cap_height(FONT) * size / 2)
        items += [ground, Text(at, str(number), FONT, size, INK)]
    return plan._replace(items=(*plan.items, *items))
