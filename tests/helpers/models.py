"""Variants of models, and what is said of those that cannot be."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest
from pydantic import ValidationError

from pnp.game.fields import Model

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
