"""The filters of rule texts: Jinja's names, implemented here.

Jinja's filters accept and return anything, and some are slow: ``round`` calculates
``10**precision``. These accept only numbers and short texts.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from pnp.base.errors import RulesError
from pnp.base.expressions import FigureValue, Number
from pnp.base.toml import LARGEST
from pnp.base.units import format_mm, quoted, total
from pnp.rulebook.languages import spelled

_MOST_DECIMALS = 12
_ROUND: Mapping[str, Callable[[float], int]] = {"ceil": math.ceil, "floor": math.floor}


class NumberValue:
    """A number in a text, with further numbers as attributes, as in ``board.rows``."""

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


def filters_of(lang: str) -> dict[str, Callable[..., Any]]:
    """Return the filters for texts in a language."""

    def text(value: object) -> str:
        return str(single(value))

    def several(value: object, name: str) -> tuple[Any, ...]:
        if not isinstance(value, tuple | Mapping):
            raise RulesError(f"{name} takes several numbers, not {quoted(defined(value))}")
        return tuple(value)

    def chosen(name: str, choose: Callable[[tuple[Any, ...]], Any]) -> Callable[[object], Any]:
        def choice(value: object) -> Any:
            numbers = several(value, name)
            if not numbers:
                raise RulesError(f"{name} needs one number or more")
            return choose(numbers)

        return choice

    def joined(value: object, between: object = "") -> str:
        return text(between).join(str(part) for part in several(value, "join"))

    return {
        "words": lambda value, form="": spelled(single(value), lang, form),
        "capitalize": lambda value: text(value).capitalize(),
        "lower": lambda value: text(value).lower(),
        "upper": lambda value: text(value).upper(),
        "abs": lambda value: abs(plain_number(value)),
        "round": _rounded,
        "int": lambda value: int(plain_number(value)),
        "length": lambda value: len(several(value, "length")),
        "sum": lambda value: checked(total(several(value, "sum"))),
        "min": chosen("min", min),
        "max": chosen("max", max),
        "first": chosen("first", lambda numbers: numbers[0]),
        "last": chosen("last", lambda numbers: numbers[-1]),
        "join": joined,
    }


def defined(value: object) -> object:
    """Return a value; a missing one raises Jinja's own error, which names it."""
    str(value)
    return value


def single(value: object) -> object:
    """Return a value if it can stand in a text: a number or words."""
    if isinstance(value, str | int | float | NumberValue):
        return value
    defined(value)
    raise RulesError("a placeholder is several numbers; choose one, such as steps[0]")


def plain_number(value: object) -> Number:
    """Return a value as a plain number."""
    plain = value.number if isinstance(value, NumberValue) else value
    if isinstance(plain, bool) or not isinstance(plain, int | float):
        raise RulesError(f"write arithmetic with numbers, not {quoted(defined(value))}")
    return plain


def checked(value: Number, place: str = "") -> Number:
    """Return a number, or raise a RulesError if it is too large."""
    if not abs(value) <= LARGEST:
        raise RulesError(f"{place}write numbers up to {LARGEST}")
    return value


def _rounded(value: object, decimals: object = 0, method: object = "common") -> Number:
    """Round a number as Jinja does: to the nearest, up ("ceil") or down ("floor")."""
    plain, places = plain_number(value), plain_number(decimals)
    if not isinstance(places, int) or abs(places) > _MOST_DECIMALS:
        raise RulesError(
            f"round takes a whole number of decimals up to {_MOST_DECIMALS}, not {quoted(places)}"
        )
    if method == "common":
        return checked(round(plain, places))
    if method not in _ROUND:
        raise RulesError(f'round goes "common", "ceil" or "floor", not {quoted(method)}')
    scale = 10**places
    return checked(_ROUND[str(method)](plain * scale) / scale)
