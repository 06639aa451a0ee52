"""Marks as they are asked for on the command line."""

from enum import StrEnum
from typing import TypeVar

from pnp.base.errors import UsageError
from pnp.base.units import Mm
from pnp.jobs.words import length_of, one_of
from pnp.sheets.layout.marks import Marks, MarkSides, MarkStyle

LENGTHS: tuple[Mm, Mm] = (1.0, 20.0)
WIDTHS: tuple[Mm, Mm] = (0.1, 1.0)  # thinner does not print, thicker hides where to cut

Choice = TypeVar("Choice", bound=StrEnum)


def read_marks(style: str, length: str, width: str, sides: str, *, cut_order: bool) -> Marks:
    """Read what was asked for; an empty length or width is what the style has by itself.

    Raises:
        UsageError: If that means nothing, or is said of marks that have no such thing: a line
            for each fault.
    """
    faults: list[str] = []
    chosen = _one_of("--marks", style, MarkStyle.CROP, faults)
    marks = Marks(chosen, sides=_one_of("--mark-sides", sides, MarkSides.BOTH, faults))
    if length:
        marks = marks._replace(length=_between("--mark-length", length, LENGTHS, faults))
        if chosen not in (MarkStyle.CROP, MarkStyle.CROSS):
            faults.append(
                f"--mark-length: --marks {chosen} has no length to choose; crop and cross have"
            )
    if width:
        marks = marks._replace(width=_between("--mark-width", width, WIDTHS, faults))
    if chosen is MarkStyle.NONE:
        for option, said in (("--mark-width", width), ("--cut-order", cut_order)):
            if said:
                faults.append(f"{option}: --marks none has no marks; leave one of the two out")
    if faults:
        raise UsageError("\n".join(faults))
    return marks._replace(numbered=cut_order)


def _one_of(option: str, word: str, usual: Choice, faults: list[str]) -> Choice:
    """Return what ``word`` names; if it names nothing, the usual choice and a fault."""
    kind = type(usual)
    try:
        return kind(one_of(option, word, tuple(kind)))
    except UsageError as error:
        faults.append(str(error))
        return usual


def _between(option: str, text: str, ends: tuple[Mm, Mm], faults: list[str]) -> Mm:
    least, most = ends
    try:
        length = length_of(option, text)
    except UsageError as error:
        faults.append(str(error))
        return least
    if not least <= length <= most:
        faults.append(f"{option}: from {least:g} mm to {most:g} mm, not {text.strip()}")
    return length
