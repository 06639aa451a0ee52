"""Apply the sizes chosen with --size to components."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.base.errors import UnitError, UsageError
from pnp.base.geometry import Size
from pnp.base.units import did_you_mean, parse_size
from pnp.components.registry import kinds_able
from pnp.definitions.cross_references import components_in, known_components
from pnp.game.component import Component
from pnp.game.faces import DrawnFor


def choose_sizes(
    raw: dict[str, Any], sizes: Mapping[str, str], file: Path, scale_layouts: bool
) -> None:
    """Write sizes into an unvalidated definition; the key ``""`` stands for all other cards."""
    components, game = components_in(raw), file.resolve().parent.name
    kinds = {key: model for key, _, model in known_components(raw)}
    decks = {key for key, model in kinds.items() if model.is_card}
    for component_id, size in sizes.items():
        if component_id and component_id not in components:
            raise UsageError(
                f"--size: {game} has no component {component_id!r}; it has: {', '.join(components)}"
                f"{did_you_mean(component_id, components)}"
            )
        for key in [component_id] if component_id else decks - sizes.keys():
            if key not in kinds or not kinds[key].is_resizable:
                sized = ", ".join(kinds_able("is_resizable"))
                raise UsageError(
                    f"--size: {key} has no size to choose; components of these kinds have: {sized}"
                )
            if kinds[key].from_layout:
                _note_size(kinds[key], components[key], scale_layouts)
            components[key]["size"] = size


def _note_size(model: type[Component], component: dict[str, Any], scaled: bool) -> None:
    """Record the size that a component is laid out for, before changing it."""
    try:
        size = Size(*parse_size(model.measure_written(component, "size")))
    except UnitError:
        return  # which validation reports
    component["drawn_for"] = DrawnFor(size, scaled)
