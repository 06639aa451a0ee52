"""Variants of models, figures of examples, and what is said of those that cannot be."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest
from pydantic import ValidationError

from pnp.audit.example import figures_of
from pnp.game.fields import Model
from pnp.game.game import Game
from pnp.game.resolve import resolve
from pnp.game.rules import Example, RuleSet

Made = TypeVar("Made", bound=Model)


def replace(model: Made, **changes: object) -> Made:
    """Return a model with other values, checked as any new one is."""
    values = {name: getattr(model, name) for name in type(model).model_fields}
    return type(model)(**values | changes)


@contextmanager
def refused(pattern: str) -> Iterator[None]:
    """Expect that a model cannot be made for one reason, in which the pattern is found."""
    with pytest.raises(ValidationError) as refusal:
        yield
    (fault,) = refusal.value.errors()
    reason = fault["msg"].removeprefix("Value error, ")
    assert re.search(pattern, reason), reason


def example_figures(
    game: Game, example: Example, rule_set: RuleSet | None = None
) -> dict[str, object]:
    """Return the figures of an example by the names that texts use."""
    return {**figures_of(game, example, resolve(game, example, rule_set))}
