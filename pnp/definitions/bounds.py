"""Resource limits on a whole definition, which may be untrusted."""

from collections.abc import Iterator
from typing import Any

from pnp.base.limits import limits, over
from pnp.base.units import LONGEST, dimensions
from pnp.components.registry import class_of
from pnp.game.game import Game
from pnp.game.places import spelled_out


def too_many(raw: dict[str, Any]) -> Iterator[str]:
    """Yield the limits that a definition exceeds before it is validated."""
    components = raw.get("components")
    listed = components if isinstance(components, dict) else {}
    if len(listed) > limits().components:
        yield f"components: are too many: {over('components', len(listed))}"
    cells = sum(map(_cells, listed.values()))
    if cells > limits().places:
        yield f"components: their boards have too many places: {over('places', cells)}"


def too_much(game: Game) -> Iterator[str]:
    """Yield the limits that a validated game exceeds, and boards that are too large."""
    pieces = sum(component.count for component in game.components.values())
    if pieces > limits().pieces:
        yield f"components: have too many pieces: {over('pieces', pieces)}"
    frames = sum(component.frame_count for component in game.components.values())
    if frames > limits().frames:
        yield f"components: cards have too many frames: {over('frames', frames)}"
    for key, board in game.boards.items():
        if max(board.size) > LONGEST:
            yield (
                f"components.{key}: a board of {dimensions(*board.size)} is too large; it is "
                f"{LONGEST:g} mm or less each way"
            )
    laid = sum(_laid(game))
    if laid > limits().places:
        yield f"rule_sets: set-ups and examples take too many places: {over('places', laid)}"


def _cells(component: object) -> int:
    """Return the number of places that the table of a board asks for."""
    model = class_of(component) if isinstance(component, dict) else None
    return model.places_asked(component) if model and isinstance(component, dict) else 0


def _laid(game: Game) -> Iterator[int]:
    """Yield the number of places of each entry of a set-up or an example, at least one."""
    for rule_set in game.rule_sets.values():
        setups = (rule_set.setup,) if rule_set.setup else ()
        for position in (*setups, *rule_set.examples.values()):
            for lay in position.lay:
                try:
                    yield max(len(spelled_out(lay.at)), 1)
                except ValueError:  # the audit reports it
                    yield 1
