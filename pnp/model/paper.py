"""Sheets of paper."""

from typing import NamedTuple

from pnp.errors import UnitError, UsageError
from pnp.geometry import Size
from pnp.units import dimensions, parse_size, shown

# ISO 216 for the A series; ANSI/ASME Y14.1 (Letter, Tabloid) and US trade use (Legal).
PAPERS: dict[str, Size] = {
    "a3": Size(297, 420),
    "a4": Size(210, 297),
    "a5": Size(148, 210),
    "letter": Size(215.9, 279.4),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
}


class Paper(NamedTuple):
    """A sheet, upright: its name is what file names and labels say."""

    name: str
    size: Size


def parse_paper(text: str) -> Paper:
    """Read a name such as ``"a4"`` or a size such as ``"210x297mm"``.

    Raises:
        UsageError: If it is neither.
    """
    name = text.strip().lower()
    if name in PAPERS:
        return Paper(name, PAPERS[name])
    try:
        width, height = parse_size(text)
    except UnitError as error:
        known = f'write one of {", ".join(PAPERS)} or a size such as "210x297mm"'
        if any(character.isdigit() for character in text) and "x" in name:
            detail = str(error).replace(', such as "44x68mm"', "")
            raise UsageError(f"--paper: {detail}; {known}") from None
        raise UsageError(f"--paper: {shown(text)} is not known; {known}") from None
    size = Size(min(width, height), max(width, height))
    return Paper(dimensions(size.width, size.height), size)
