"""The pieces that a laser cuts for each component, or their parts in wood."""

from pnp.base.errors import LayoutError
from pnp.components.piece import Piece
from pnp.components.registry import draw_component, draw_wood, has_wood
from pnp.definitions.data_files import built_in
from pnp.definitions.laser_files import load_material
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.game.laser_presets import Material
from pnp.jobs.laser_settings import LaserSettings


def is_cut_by_default(component: Component, material: Material) -> bool:
    """Return whether a needed component is cut from a material without being named."""
    return not component.made_of_paper or (has_wood(component) and not material.folds)


def draw_pieces(game: Game, component_id: str, settings: LaserSettings) -> tuple[Piece, ...]:
    """Draw the pieces of a component as they are cut from the material.

    Raises:
        LayoutError: If they are bent, and the material would break or is too thick for their parts.
    """
    component, material = game.components[component_id], settings.material
    if not is_in_parts(component, material):
        return draw_component(game, component_id, plain=True)
    if has_wood(component):
        return draw_wood(game, component_id, settings.stock)
    foldable = [one for one in built_in("laser/materials") if load_material(one).folds]
    ways = [f"--material {' or '.join(foldable)}", component.instead_of_wood]
    raise LayoutError(
        f"is {component.bent}, and {material.name} breaks when bent; "
        f"add {', or '.join(filter(None, ways))}, or print it"
    )


def is_in_parts(component: Component, material: Material) -> bool:
    """Return whether a piece is assembled from parts in this material."""
    return bool(component.bent) and not material.folds
