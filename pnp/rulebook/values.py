"""The numbers that a text may use: those that claims use, by the same names."""

from collections.abc import Mapping
from typing import Any

from pnp.audit import box_of, scope_of
from pnp.base.expressions import Figure, Named, Number, Scope
from pnp.base.units import format_mm
from pnp.game.game import Game


class Value:
    """A figure in a text: written as its number, with figures of its own behind a dot."""

    def __init__(self, value: Number, figures: Mapping[str, Figure]) -> None:
        self._value = value
        self._figures = figures

    @property
    def number(self) -> Number:
        """The number itself."""
        return self._value

    def __str__(self) -> str:
        return format_mm(self._value)

    def __getattr__(self, name: str) -> Any:
        figures = self.__dict__.get("_figures", {})
        if name in figures:
            return figures[name]
        raise AttributeError(name)


def figures_of(value: object) -> tuple[str, ...]:
    """Return the names of a value's own figures."""
    return tuple(value.__dict__["_figures"]) if isinstance(value, Value) else ()


def values(game: Game, rule_set_id: str) -> dict[str, Any]:
    """Return what the placeholders of a rule set's text stand for."""
    return _values(scope_of(game, game.rule_sets[rule_set_id]))


def values_of(game: Game) -> dict[str, Any]:
    """Return what placeholders stand for in a text that is about the whole game."""
    return _values(box_of(game))


def _values(scope: Scope) -> dict[str, Any]:
    return {
        name: Value(value.value, value.figures) if isinstance(value, Named) else value
        for name, value in scope.items()
    }
