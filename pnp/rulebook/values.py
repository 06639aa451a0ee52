"""The values of placeholders in rule texts, under the names that claims use."""

from collections.abc import Mapping
from typing import Any

from pnp.audit import box_of, scope_of
from pnp.base.expressions import FigureValue, Named, Number, Scope
from pnp.base.units import format_mm
from pnp.game.game import Game


class NumberValue:
    """A number in a text, whose attributes are further numbers, as in ``board.rows``."""

    def __init__(self, value: Number, figures: Mapping[str, FigureValue]) -> None:
        self._value = value
        self._figures = figures

    @property
    def number(self) -> Number:
        """The plain number."""
        return self._value

    def __str__(self) -> str:
        return format_mm(self._value)

    def __getattr__(self, name: str) -> Any:
        figures = self.__dict__.get("_figures", {})
        if name in figures:
            return figures[name]
        raise AttributeError(name)


def figures_of(value: object) -> tuple[str, ...]:
    """Return the names of a value's attributes."""
    return tuple(value.__dict__["_figures"]) if isinstance(value, NumberValue) else ()


def values(game: Game, rule_set_id: str) -> dict[str, Any]:
    """Return the placeholders of a rule set's text with their values."""
    return _values(scope_of(game, game.rule_sets[rule_set_id]))


def values_of(game: Game) -> dict[str, Any]:
    """Return the placeholders of a text about the whole game with their values."""
    return _values(box_of(game))


def _values(scope: Scope) -> dict[str, Any]:
    return {
        name: NumberValue(value.value, value.figures) if isinstance(value, Named) else value
        for name, value in scope.items()
    }
