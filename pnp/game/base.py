"""What all models share: they are dataclasses, immutable, made with keywords.

Their methods are written here once. dataclasses would generate five for each model, and that
takes longer than all the rest of a small deck's job.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def model(cls: type[T]) -> type[T]:
    """Make a class a dataclass whose methods are those of :class:`Model`."""
    made: Callable[[type[T]], type[T]] = dataclass(init=False, repr=False, eq=False, kw_only=True)
    return made(cls)


class Model:
    """The parent of every model."""

    def __init__(self, **values: Any) -> None:
        own = self.__dict__
        for name, own_field in _fields(self).items():
            if name in values:
                own[name] = values.pop(name)
            elif own_field.default is not MISSING:
                own[name] = own_field.default
            elif own_field.default_factory is not MISSING:
                own[name] = own_field.default_factory()
            else:
                raise TypeError(f"{type(self).__name__} needs {name}")
        if values:
            raise TypeError(f"{type(self).__name__} has no {', '.join(values)}")
        check = getattr(self, "__post_init__", None)
        if check is not None:
            check()

    def __repr__(self) -> str:
        named = (f"{name}={getattr(self, name)!r}" for name in _fields(self))
        return f"{type(self).__name__}({', '.join(named)})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return _values(self) == _values(other)

    def __hash__(self) -> int:
        return hash(_values(self))

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete {name!r}")


def _fields(model: object) -> dict[str, Any]:
    fields: dict[str, Any] = getattr(model, "__dataclass_fields__", {})
    return fields


def _values(model: object) -> tuple[object, ...]:
    return tuple(getattr(model, name) for name in _fields(model))
