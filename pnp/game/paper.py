"""Sheets of paper."""

from typing import NamedTuple

from pnp.base.errors import UnitError, UsageError
from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT, dimensions, parse_size, quoted


def _inches(width: float, height: float) -> Size:
    return Size(*(round(side * MM_PER_UNIT["in"], 4) for side in (width, height)))


PAPERS: dict[str, Size] = {
    # ISO 216:2007, main series A and B, trimmed sizes
    "a0": Size(841, 1189),
    "a1": Size(594, 841),
    "a2": Size(420, 594),
    "a3": Size(297, 420),
    "a4": Size(210, 297),
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "b0": Size(1000, 1414),
    "b1": Size(707, 1000),
    "b2": Size(500, 707),
    "b3": Size(353, 500),
    "b4": Size(250, 353),
    "b5": Size(176, 250),
    "b6": Size(125, 176),
    # ANSI/ASME Y14.1: A is Letter; B is Ledger when it lies and Tabloid when it stands
    "letter": _inches(8.5, 11),
    "legal": _inches(8.5, 14),  # US trade use, in no standard
    "tabloid": _inches(11, 17),
    "ledger": _inches(11, 17),
    # US architectural sizes, multiples of 9 x 12 in, in use beside those of ANSI/ASME Y14.1
    "arch-a": _inches(9, 12),
    "arch-b": _inches(12, 18),
    "arch-c": _inches(18, 24),
    "arch-d": _inches(24, 36),
    "arch-e": _inches(36, 48),
}


class Paper(NamedTuple):
    """A sheet, upright: its name is what file names and labels say."""

    name: str
    size: Size


def parse_paper(text: str) -> Paper:
    """Read a paper as the option ``--paper`` has it.

    Raises:
        UsageError: If it is neither a name nor a size.
    """
    try:
        return read_paper(text)
    except UnitError as error:
        raise UsageError(f"--paper: {error}") from None


def read_paper(value: object) -> Paper:
    """Read a name such as ``"a4"`` or a size such as ``"210x297mm"``.

    Raises:
        UnitError: If it is neither.
    """
    known = f'write one of {", ".join(PAPERS)} or a size such as "210x297mm"'
    if not isinstance(value, str):
        raise UnitError(f"{known}, not {quoted(value)}")
    name = value.strip().lower()
    if name in PAPERS:
        return Paper(name, PAPERS[name])
    try:
        width, height = parse_size(value)
    except UnitError as error:
        if any(character.isdigit() for character in value) and "x" in name:
            detail = str(error).replace(', such as "44x68mm"', "")
            raise UnitError(f"{detail}; {known}") from None
        raise UnitError(f"{quoted(value)} is not known; {known}") from None
    size = Size(min(width, height), max(width, height))
    return Paper(dimensions(size.width, size.height), size)
