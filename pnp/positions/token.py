"""What a piece looks like on the table, for pictures of positions."""

from pnp.components.cones.model import Cones
from pnp.components.counters.draw import counter_outline, draw_counters
from pnp.components.counters.model import Counters
from pnp.components.die.draw import draw_die_face
from pnp.components.die.model import Die
from pnp.components.piece import HAIRLINE, outlines, trimmed
from pnp.components.registry import draw_component
from pnp.components.standees.draw import draw_pawn
from pnp.components.standees.model import Standees
from pnp.game.game import Game
from pnp.scene import Role, Scene, Shape, Style

EDGE = Style(stroke="#6f6a60", stroke_width=HAIRLINE)
RIM = Style(stroke="#8f897e", stroke_width=0.35)


def draw_tokens(game: Game, component_id: str) -> dict[str, Scene]:
    """Draw each piece of a component as it lies or stands there, by name.

    What folds is drawn folded, a cap as a counter of its colour and mark; what lies is cut out
    along its outline.
    """
    component = game.components[component_id]
    match component:
        case Standees(pawns=pawns):
            return {pawn.id: draw_pawn(component, pawn) for pawn in pawns}
        case Die():
            return {"die": draw_die_face(component, component.highest)}
        case Cones():
            pieces = draw_counters(_as_counters(component))
            return {piece.name: _cut_out(piece.front) for piece in pieces}
        case _:
            pieces = draw_component(game, component_id)
            return {piece.name: _cut_out(piece.front) for piece in pieces}


def _as_counters(cones: Cones) -> Counters:
    """Return what caps look like from above."""
    return Counters(kind="counters", name=cones.name, diameter=cones.diameter, series=cones.series)


def draw_covered(game: Game, component_id: str) -> dict[str, Scene]:
    """Draw each piece of a component as it shows below another in a pile, by name.

    Of a counter or a cap only the colour is seen, for what it bears lies under the next one.
    """
    component = game.components[component_id]
    if not isinstance(component, Counters | Cones):
        return draw_tokens(game, component_id)
    flat = component if isinstance(component, Counters) else _as_counters(component)
    body = (counter_outline(flat),)
    return {
        one.id: Scene(flat.size, (Shape(body, RIM._replace(fill=one.color)),))
        for one in component.series
    }


def draw_common_back(game: Game, component_id: str) -> Scene | None:
    """Draw the back that all pieces of a component have in common; None if there is none."""
    pieces = draw_component(game, component_id)
    back = pieces[0].back
    if len(pieces) == 1 or back is None or any(piece.back != back for piece in pieces):
        return None
    return _cut_out(back)


def _cut_out(face: Scene) -> Scene:
    """Return a face without its bleed, its edge drawn so that it shows on any ground."""
    edges = outlines(face)
    items = trimmed(face, (Role.ART,)).items
    return Scene(face.size, (*items, Shape(edges, EDGE)) if edges else items)
