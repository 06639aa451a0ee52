"""Positions: where pieces are when play begins, and in examples of play."""

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.game.base import Model
from pnp.game.evidence import Fact
from pnp.game.fields import ComponentId, Count, Known, Length, Text
from pnp.game.schema_rules import needs_unless


class Lay(Model):
    """Pieces of one component, on places of the board or beside it.

    ``pieces`` names those that are meant; without it they are any of the component's.
    ``at`` names places, each taken by ``each`` pieces; without it the pieces lie beside the
    board. A ``count`` that is lower than the places have room for leaves the choice among
    them to the players. ``turned`` says by how many quarters, clockwise, of hexagons by how
    many sixths. A ``pile`` names pieces that lie one on another, from below.
    """

    schema_rules = needs_unless({"required": ["at"]}, "count")

    component: ComponentId
    pieces: tuple[Text, ...] = ()
    at: tuple[Text, ...] = ()
    each: Annotated[StrictInt, Field(ge=1, le=100)] = 1
    turned: Annotated[StrictInt, Field(ge=0, le=5)] = 0
    count: Count | None = None
    pile: tuple[Text, ...] = ()

    def _check(self) -> None:
        if not self.at and self.count is None:
            raise ValueError("lies beside the board, so it needs a count; or write at")
        if self.pile and (self.pieces or self.each > 1 or self.count is not None):
            raise ValueError("names the pieces of a pile, so write no pieces, each or count")

    @property
    def names(self) -> tuple[str, ...]:
        """The pieces that are meant, those of a pile from below."""
        return self.pile or self.pieces

    @property
    def on_each(self) -> int:
        """How many pieces a place takes."""
        return len(self.pile) or self.each


class Position(Model):
    """Pieces on one board; the parent of a start position and of an example."""

    board: Annotated[str, Known("components", able="is_board")]
    lay: Annotated[tuple[Lay, ...], Field(min_length=1)]


class Setup(Position):
    """A start position, and how well it is known."""

    known: Fact


class Arrow(Model):
    """A move from one place to another, straight or by way of others.

    ``aside`` is how far to the left of its way it is drawn, so that it clears what lies
    there: a straight one becomes a bow.
    """

    start: Text
    to: Text
    via: tuple[Text, ...] = ()
    kind: Literal["move", "capture"] = "move"
    aside: Length = 0.0

    def _check(self) -> None:
        for one, other in pairwise(self.stops):
            if one == other:
                raise ValueError(f"goes from {one} to {other}; write two places")

    @property
    def stops(self) -> tuple[str, ...]:
        """The places it names, in its order; between two of them it is straight."""
        return (self.start, *self.via, self.to)


class Example(Position):
    """A position in play, each entry one piece, or one pile, on one or more places.

    ``show`` names the places in the picture, all if none is named; ``marked`` those with a
    coloured edge.
    """

    show: tuple[Text, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marked: tuple[Text, ...] = ()

    def _check(self) -> None:
        for number, lay in enumerate(self.lay, start=1):
            one = len(lay.pieces) == 1 or lay.pile
            if not one or not lay.at or lay.count is not None:
                raise ValueError(
                    f"lay[{number}]: in an example write one of pieces or a pile, and at"
                )
