"""Hints at a slightly different option with which pieces take fewer sheets.

Every hint was tried: the sheets are laid out once more with the option that it names.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import ceil
from typing import Any, NamedTuple, TypeVar

from pnp.base.errors import LayoutError
from pnp.base.geometry import Size
from pnp.base.messages import Message
from pnp.base.units import Mm
from pnp.make.options import SMALLEST_PIECE
from pnp.make.output_options import PrintedOptions
from pnp.sheets.layout.crop_marks import MarkStyle
from pnp.sheets.layout.imposition import Imposition
from pnp.sheets.layout.margin import UNPRINTABLE
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages.print import OUTLINE_GAP

MOST_LACKING: Mm = 4.0  # of a margin or a gap: what lacks more is not lost by a little
LEAST_MARGIN: Mm = 4.0  # most home printers leave 4.2 to 5 mm of the paper's edge white
LEAST_OUTLINE_GAP: Mm = 2.0  # between pieces that scissors cut out

_Options = TypeVar("_Options", bound=PrintedOptions)


class SheetFill(NamedTuple):
    """How many sheets there are, and how many slots each has; 0 if they differ."""

    sheets: int
    slots: int = 0

    @classmethod
    def of(cls, layout: object, sheets: int) -> "SheetFill":
        """Return the fill of sheets that are laid out in this way."""
        return cls(sheets, len(layout.grid.slots) if isinstance(layout, Imposition) else 0)


def hint_at_fewer(
    options: _Options, now: SheetFill, filled: Callable[[_Options], SheetFill | None]
) -> Message | None:
    """Return which option would save sheets if it were slightly different, if one would.

    ``filled`` lays the same pieces out under other options, if that leaves them on these sheets.
    """
    if now.sheets < 2:
        return None
    for name, values in _changes(options):
        if not _saves(now, filled, replace(options, **{name: values[-1]})):
            continue
        for value in values:
            if found := _saves(now, filled, replace(options, **{name: value})):
                return _words(now, found, name, value)
    return None


def _changes(options: PrintedOptions) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the options to try, each with values from the slightest change on."""
    if isinstance(options, SheetOptions) and (options.template is not None or options.tried):
        return
    if margins := _less(options.margin, LEAST_MARGIN):
        yield "margin", margins
    if isinstance(options, SheetOptions) and not (options.gang or options.cutter):
        least = LEAST_OUTLINE_GAP if options.gap is None else 0.0
        if gaps := _less(OUTLINE_GAP if options.gap is None else options.gap, least):
            yield "gap", gaps
        if options.marks is MarkStyle.CROP and options.mark_length is None:
            yield "marks", (MarkStyle.FULL,)


def _less(length: Mm, least: Mm) -> list[Mm]:
    """Return the whole millimetres below a length, down to the least that is worth trying."""
    whole = range(ceil(length) - 1, -1, -1)
    return [float(mm) for mm in whole if mm >= max(least, length - MOST_LACKING)]


def _saves(
    now: SheetFill, filled: Callable[[_Options], SheetFill | None], options: _Options
) -> SheetFill | None:
    try:
        found = filled(options)
    except LayoutError:
        return None
    return found if found is not None and found.sheets < now.sheets else None


def smaller_sizes(size: Size) -> list[Size]:
    """Return the sizes worth trying instead, the slightest change first."""
    less = product(range(int(MOST_LACKING) + 1), repeat=2)
    sizes = [Size(size.width - x, size.height - y) for x, y in less]
    large = [one for one in sizes[1:] if min(one) >= SMALLEST_PIECE]
    return sorted(large, key=lambda one: -one.width * one.height)


def size_words(names: str, sheets: int, now: int, size: str) -> Message:
    """Return that cards of another size take fewer sheets than now."""
    key = "one_sheet" if sheets == 1 else "fewer"
    return Message(key, names, n=sheets, many=now, option="size", size=size, reach="")


def _words(now: SheetFill, found: SheetFill, name: str, value: Any) -> Message:
    near = name == "margin" and value < UNPRINTABLE
    how = {
        "option": name,
        "size": str(value) if isinstance(value, MarkStyle) else f"{value:g}mm",
        "reach": Message("near_edge") if near else "",
    }
    if now.slots and found.slots:
        return Message("fuller", n=found.slots, many=now.slots, **how)
    key = "one_sheet" if found.sheets == 1 else "fewer"
    return Message(key, n=found.sheets, many=now.sheets, **how)
