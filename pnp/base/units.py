"""Lengths: millimetres throughout, other units only at input and output."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Literal

from pnp.base.errors import UnitError
from pnp.base.messages import Message
from pnp.base.messages import quoted as quoted

Mm = float  # an alias that says what a number is

MM_PER_UNIT: dict[str, Mm] = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
EPSILON: Mm = 1e-6  # slack in every "does it fit": 0.1 + 0.2 must fit in 0.3

LONGEST: Mm = 5000.0  # a PDF page is at most 14,400 points long
SHORTEST: Mm = 0.1
FINEST: Mm = 0.001  # of lines and of a laser's kerf

_MOST_NAMES = 60  # in a message
_LONGEST_NAME = 80  # that is compared with known ones

_NUMBER = r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})"
_LENGTH = re.compile(rf"\s*(-?){_NUMBER}\s*([a-z]+)\s*")
_SIDE = r"\s*(\d{1,4}(?:\.\d{1,4})?)\s*"
_ROOM = re.compile(rf"{_SIDE}x{_SIDE}x{_SIDE}([a-z]+)\s*")
_SIZE = re.compile(rf"\s*(-?){_NUMBER}\s*([a-z]*)\s*[x×]\s*(-?){_NUMBER}\s*([a-z]+)\s*")  # noqa: RUF001


def parse_length(text: str, shortest: Mm = SHORTEST) -> Mm:
    """Read a length such as ``"63.5mm"`` or ``"2.5 in"``, either 0 or at least ``shortest``.

    A bare number is refused: a length always has a unit.

    Raises:
        UnitError: If ``text`` is not a number, of 0 or more, followed by a known unit.
    """
    match = _LENGTH.fullmatch(text)
    if match is None or match[3] not in MM_PER_UNIT:
        raise UnitError(Message("length", written=text))
    if match[1]:
        raise UnitError(Message("length_below_0", given=text.strip()))
    return _bounded(float(match[2]) * MM_PER_UNIT[match[3]], text, shortest)


def parse_size(text: str) -> tuple[Mm, Mm]:
    """Read a width and a height such as ``"44x68mm"``, ``"2.5 x 3.5 in"`` or ``"9cm x 50mm"``.

    Raises:
        UnitError: If ``text`` is not two numbers above 0 with a known unit.
    """
    width, height = _pair(text, "size")
    if min(width, height) <= 0:
        raise UnitError(Message("size_of_0", given=text.strip()))
    return _bounded(width, text, SHORTEST), _bounded(height, text, SHORTEST)


def parse_offset(text: str) -> tuple[Mm, Mm]:
    """Read an offset to the right and down: ``"5x4mm"``, ``"0x0mm"``, ``"-3x-3mm"``.

    Raises:
        UnitError: If ``text`` is not two numbers with a known unit.
    """
    right, down = _pair(text, "offset")
    if max(abs(right), abs(down)) > LONGEST:
        raise UnitError(Message("length_above", most=f"{LONGEST:g}", given=text.strip()))
    return right, down


def parse_room(value: object, sides: str, example: str) -> Iterator[Mm]:
    """Yield three lengths with one unit, such as ``"60x90x20mm"``; ``sides`` names them.

    Raises:
        ValueError: If the value is no text of that form.
    """
    match = _ROOM.fullmatch(value) if isinstance(value, str) else None
    if match is None or match[4] not in MM_PER_UNIT:
        written = f'write {sides} with their unit, such as "{example}"'
        raise ValueError(f"{written}, not {quoted(value)}")
    for number in match.group(1, 2, 3):
        length = float(number) * MM_PER_UNIT[match[4]]
        if not SHORTEST <= length <= LONGEST:
            limits = f"from {SHORTEST:g} mm to {LONGEST:g} mm"
            raise ValueError(f"a length is {limits}, not {quoted(value)}")
        yield length


def _pair(text: str, wanted: Literal["size", "offset"]) -> tuple[Mm, Mm]:
    match = _SIZE.fullmatch(text)
    if match is None or {match[3] or match[6], match[6]} - MM_PER_UNIT.keys():
        raise UnitError(Message(wanted, written=text))
    first = float(match[1] + match[2]) * MM_PER_UNIT[match[3] or match[6]]
    return first, float(match[4] + match[5]) * MM_PER_UNIT[match[6]]


def _bounded(length: Mm, text: str, shortest: Mm) -> Mm:
    if length > LONGEST or 0 < length < shortest:
        limits = {"least": f"{shortest:g}", "most": f"{LONGEST:g}"}
        raise UnitError(Message("length_beyond", given=text.strip(), **limits))
    return length


def join_words(names: Iterable[object]) -> str:
    """Join names for an error message; if there are many, only the first ones."""
    first = [str(name) for name in islice(names, _MOST_NAMES + 1)]
    return ", ".join(first[:_MOST_NAMES]) + (", …" if len(first) > _MOST_NAMES else "")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a question that ends a fault, or an empty string if no name is similar."""
    found = closest(name, known)
    return f"; did you mean {found!r}?" if found else ""


def closest(name: str, known: Iterable[str]) -> str:
    """Return the most similar name, or an empty string if none is similar."""
    from difflib import get_close_matches

    by_lower = {one.lower(): str(one) for one in known}
    close = get_close_matches(name[:_LONGEST_NAME].lower(), by_lower, n=1)
    return by_lower[close[0]] if close else ""


def to_points(length: Mm) -> float:
    """Convert to PDF points (1/72 inch)."""
    return length / MM_PER_UNIT["pt"]


@lru_cache(maxsize=4096)  # the same few coordinates recur on every page
def format_mm(value: float) -> str:
    """Format millimetres to a tenth of a micrometre, the same on every machine."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def decimals(value: float) -> str:
    """Return a number other than a length, to six decimals."""
    return f"{value + 0.0:.6f}".rstrip("0").rstrip(".")


def dimensions(width: Mm, height: Mm) -> str:
    """Format a size for people and for file names: ``"44x68mm"``."""
    return f"{format_mm(width)}x{format_mm(height)}mm"


def total(numbers: Sequence[int | float]) -> int | float:
    """Sum numbers, with the same result on every Python: ``sum`` rounds floats in two ways."""
    return sum(numbers) if all(isinstance(one, int) for one in numbers) else math.fsum(numbers)
