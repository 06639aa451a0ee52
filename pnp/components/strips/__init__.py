"""Strips of paper with rows: what a player may do, what things cost, values to mark."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.units import quoted
from pnp.game.component import Component, GameBox, TabletopShape
from pnp.game.fields import (
    DimColor,
    GroundColor,
    InkColor,
    Model,
    NonEmptyText,
    PaperColor,
    PositiveLength,
    Reads,
    one_of_two,
)

MOST_VALUE = 999
MOST_ROWS = 200


def _values(value: object) -> tuple[int, ...]:
    """Parse ``"0-20"`` as 20, 19 … 0, and ``"20-0"`` as 0, 1 … 20: the last value is on top."""
    parts = [part.strip() for part in value.split("-")] if isinstance(value, str) else []
    if len(parts) != 2 or not all(p.isdecimal() and int(p) <= MOST_VALUE for p in parts):
        raise ValueError(f'write a range up to {MOST_VALUE}, such as "0-20", not {quoted(value)}')
    low, high = map(int, parts)
    found = range(high, low - 1, -1) if low <= high else range(high, low + 1)
    if len(found) > MOST_ROWS:
        raise ValueError(f"a strip has at most {MOST_ROWS} rows, not {len(found)}")
    return tuple(found)


ValueRange = Annotated[tuple[int, ...], Reads(_values, "values")]


class StripRow(Model):
    """One row: a label in its first column, and a text that may take several lines."""

    sentences = ("label", "text")

    label: NonEmptyText
    text: NonEmptyText | None = None


class Strips(Component):
    """``copies`` equal strips: a title, and a row for each of ``rows`` or ``values``.

    ``row`` is the least height of a row; one with a long text is higher.
    """

    sentences = (*Component.sentences, "title", "note")

    schema_rules = one_of_two("rows", "values")
    made_of_paper: ClassVar[bool] = True  # they are read and written on
    tabletop_shape: ClassVar[TabletopShape] = "box"

    kind: Literal["strips"]
    width: PositiveLength
    row: PositiveLength = 8.0
    label: PositiveLength | None = None
    title: NonEmptyText | None = None
    note: NonEmptyText | None = None
    rows: Annotated[tuple[StripRow, ...], Field(min_length=1, max_length=MOST_ROWS)] | None = None
    values: ValueRange | None = None
    copies: Annotated[StrictInt, Field(ge=1, le=1000)] = 1
    ground: PaperColor = "#ffffff"
    stripe: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"
    faint: DimColor = "#6f6a60"

    @property
    def lines(self) -> tuple[StripRow, ...]:
        """The rows from the top."""
        if self.rows is not None:
            return self.rows
        return tuple(StripRow(label=str(value)) for value in self.values or ())

    @property
    def count(self) -> int:
        return self.copies

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """All copies are the same piece."""
        return {"strip": self.copies}

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"rows": len(self.lines), "width": self.width}

    def _check(self) -> None:
        if (self.rows is None) == (self.values is None):
            raise ValueError("write either rows or values")
        if self.label is not None and self.label >= self.width:
            raise ValueError(
                f"label: a first column of {self.label:g} mm leaves nothing of a strip "
                f"of {self.width:g} mm"
            )
