"""What a laser cuts of each component: its pieces, or what they are in wood."""

from pnp.base.errors import LayoutError
from pnp.base.fit import Stock
from pnp.base.units import format_mm
from pnp.components.piece import Piece
from pnp.components.registry import draw_component, draw_wood, has_wood
from pnp.definitions.data_files import built_in, load_material
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.game.laser import Material
from pnp.jobs.laser_settings import LaserSettings


def is_cut_by_default(component: Component, material: Material) -> bool:
    """Tell whether a needed component is cut of a material without being named."""
    return not component.made_of_paper or (has_wood(component) and not material.folds)


def draw_pieces(game: Game, component_id: str, settings: LaserSettings) -> tuple[Piece, ...]:
    """Draw the pieces of a component as they are cut of the material.

    Raises:
        LayoutError: If they are bent, and the material breaks, or is too thick for their parts.
    """
    component, material = game.components[component_id], settings.material
    if not component.bent or material.folds:
        return draw_component(game, component_id, plain=True)
    if has_wood(component):
        stock = Stock(material.thickness, settings.options.fit, material.feature)
        return draw_wood(game, component_id, stock)
    foldable = [one for one in built_in("laser/materials") if load_material(one).folds]
    raise LayoutError(
        f"is {component.bent}, and {material.name} breaks where it is folded; "
        f"add --material {' or '.join(foldable)}, or print it"
    )


def note_on(component: Component, material: Material) -> str:
    """Return what a person should know of the pieces of a component; often nothing."""
    if not component.bent or material.folds:
        return ""
    return f"made of flat parts of {format_mm(material.thickness)} mm that go together"
