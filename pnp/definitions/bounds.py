"""What a definition asks for, counted before it is made: it may be a stranger's."""

from collections.abc import Iterator
from typing import Any

from pnp.base.limits import limits, over
from pnp.base.units import LONGEST, dimensions
from pnp.components.cards.model import Cards
from pnp.game.game import Component, Game
from pnp.game.places import spelled_out


def too_many(raw: dict[str, Any]) -> Iterator[str]:
    """Yield what a definition has so much of that it should not even be looked at."""
    components = raw.get("components")
    listed = components if isinstance(components, dict) else {}
    if len(listed) > limits().components:
        yield f"components: are too many: {over('components', len(listed))}"
    cells = sum(map(_cells, listed.values()))
    if cells > limits().places:
        yield f"components: their boards have too many places: {over('places', cells)}"


def too_much(game: Game) -> Iterator[str]:
    """Yield what a game has so much of that making it would not end, or that no sheet can hold."""
    pieces = sum(component.count for component in game.components.values())
    if pieces > limits().pieces:
        yield f"components: have too many pieces: {over('pieces', pieces)}"
    frames = sum(map(_frames, game.components.values()))
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
    """Return how many places a board of rows has, as its definition says."""
    match component:
        case {"kind": "grid" | "hexmap", "rows": int() as rows, "columns": int() as columns}:
            return max(rows, 0) * max(columns, 0)
        case {"kind": "hexhex", "side": int() as side}:
            return max(3 * side * (side - 1) + 1, 0)
        case _:
            return 0


def _frames(component: Component) -> int:
    """Return how many frames are drawn on cards that are not alike."""
    if not isinstance(component, Cards):
        return 0
    return len(component.cards) * sum(len(face.frames) for face in component.layouts.values())


def _laid(game: Game) -> Iterator[int]:
    """Yield how many places each entry of a set-up or an example takes, at least one."""
    for rule_set in game.rule_sets.values():
        setups = (rule_set.setup,) if rule_set.setup else ()
        for position in (*setups, *rule_set.examples.values()):
            for lay in position.lay:
                try:
                    yield max(len(spelled_out(lay.at)), 1)
                except ValueError:  # told by the audit
                    yield 1
