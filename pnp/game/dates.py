"""Dates, as far as they are known: a year, a month or a day."""

import re
from datetime import date
from typing import Annotated

from pnp.base.units import quoted
from pnp.game.fields import Reads

_SHAPE = re.compile(r"\d{4}(-\d{2}){0,2}", re.ASCII)
_EARLY = re.compile(r"-\d{4}|0000", re.ASCII)  # years before our era, as ISO 8601 counts them


def read_date(value: object) -> str:
    """Return a year, a month or a day: ``1924``, ``1924-11``, ``1924-11-21``.

    Raises:
        ValueError: If there is no such date in the calendar.
    """
    text = value if isinstance(value, str) else ""
    try:
        if not _SHAPE.fullmatch(text):
            raise ValueError
        date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    except ValueError:
        raise ValueError(
            f'write a date as far as it is known, such as "1924-11", not {quoted(value)}'
        ) from None
    return text


def read_early_date(value: object) -> str:
    """Return a date, or a year before our era with its sign: ``-0499`` is 500 BC.

    Raises:
        ValueError: If it is neither.
    """
    return value if isinstance(value, str) and _EARLY.fullmatch(value) else read_date(value)


def check_order(names: tuple[str, str], earlier: str | None, later: str | None) -> None:
    """Raise ValueError if the second of two dates, as far as both are known, comes first."""
    if earlier and later:
        first, second = _numbers(earlier), _numbers(later)
        known = min(len(first), len(second))
        if first[:known] > second[:known]:
            raise ValueError(f"{names[0]} ({earlier}) is after {names[1]} ({later})")


def _numbers(text: str) -> list[int]:
    """Return year, month and day, as far as they are known."""
    year, *rest = text.removeprefix("-").split("-")
    return [-int(year) if text.startswith("-") else int(year), *map(int, rest)]


Date = Annotated[str, Reads(read_date, "date")]
EarlyDate = Annotated[str, Reads(read_early_date, "ago")]
