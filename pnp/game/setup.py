"""Positions of pieces on a board: at the start of play, and in examples."""

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.game.base import Model, needs_unless
from pnp.game.evidence import Fact
from pnp.game.fields import ComponentId, Known, Length, NonEmptyText, Quantity


class Lay(Model):
    """Pieces of one component, on places of the board or beside it.

    ``pieces`` names the pieces; by default they are any of the component's. ``at`` names places
    that hold ``each`` pieces; by default the pieces lie beside the board. A ``count`` lower than
    the places have room for lets players choose among them. ``turned`` counts clockwise quarter
    turns, or sixths of a turn for hexagons. A ``pile`` names stacked pieces from the bottom up.
    """

    schema_rules = needs_unless({"required": ["at"]}, "count")

    component: ComponentId
    pieces: tuple[NonEmptyText, ...] = ()
    at: tuple[NonEmptyText, ...] = ()
    each: Annotated[StrictInt, Field(ge=1, le=100)] = 1
    turned: Annotated[StrictInt, Field(ge=0, le=5)] = 0
    count: Quantity | None = None
    pile: tuple[NonEmptyText, ...] = ()

    def _check(self) -> None:
        if not self.at and self.count is None:
            raise ValueError("lies beside the board, so it needs a count; or write at")
        if self.pile and (self.pieces or self.each > 1 or self.count is not None):
            raise ValueError("names the pieces of a pile, so write no pieces, each or count")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its pieces, those of a pile from the bottom up."""
        return self.pile or self.pieces

    @property
    def on_each(self) -> int:
        """The number of pieces on each place."""
        return len(self.pile) or self.each


class Position(Model):
    """Pieces on one board; the base of start positions and examples."""

    board: Annotated[str, Known("components", able="is_board")]
    lay: Annotated[tuple[Lay, ...], Field(min_length=1)]


class Setup(Position):
    """A start position, and the fact that it is based on."""

    known: Fact


class Arrow(Model):
    """A move from one place to another, perhaps by way of others.

    ``aside`` bends the arrow to the left by a distance, so that it clears pieces on its way.
    """

    start: NonEmptyText
    to: NonEmptyText
    via: tuple[NonEmptyText, ...] = ()
    kind: Literal["move", "capture"] = "move"
    aside: Length = 0.0

    def _check(self) -> None:
        for one, other in pairwise(self.stops):
            if one == other:
                raise ValueError(f"goes from {one} to {other}; write two places")

    @property
    def stops(self) -> tuple[str, ...]:
        """Its places from start to end."""
        return (self.start, *self.via, self.to)


class Example(Position):
    """A position in play; each entry is one piece, or one pile, on one or more places.

    ``show`` names the places in the picture, by default all; ``marked`` places get a coloured
    edge.
    """

    show: tuple[NonEmptyText, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marked: tuple[NonEmptyText, ...] = ()

    def _check(self) -> None:
        for number, lay in enumerate(self.lay, start=1):
            one = len(lay.pieces) == 1 or lay.pile
            if not one or not lay.at or lay.count is not None:
                raise ValueError(
                    f"lay[{number}]: in an example write one of pieces or a pile, and at"
                )
