"""Positions: where pieces are when play begins, and in examples of play."""

from typing import Annotated, Literal

from pnp.model.base import Model, model
from pnp.model.board import BOARDS
from pnp.model.evidence import Fact
from pnp.model.fields import ComponentId, Count, Known, Text, Within


@model
class Lay(Model):
    """Pieces of one component, on places of the board or beside it.

    ``pieces`` names those that are meant; without it they are any of the component's.
    ``at`` names places, each taken by ``each`` pieces; without it the pieces lie beside the
    board. A ``count`` that is lower than the places have room for leaves the choice among
    them to the players. ``turned`` says by how many quarters, clockwise.
    """

    component: ComponentId
    pieces: tuple[Text, ...] = ()
    at: tuple[Text, ...] = ()
    each: Count = 1
    turned: Annotated[int, Within(0, 3)] = 0
    count: Count | None = None

    def __post_init__(self) -> None:
        if not self.at and self.count is None:
            raise ValueError("lies beside the board, so it needs a count; or write at")


@model
class Position(Model):
    """Pieces on one board; the parent of a start position and of an example."""

    board: Annotated[str, Known("components", kinds=BOARDS)]
    lay: Annotated[tuple[Lay, ...], Within(1)]


@model
class Setup(Position):
    """A start position, and how well it is known."""

    known: Fact


@model
class Arrow(Model):
    """A move from one place to another."""

    start: Text
    to: Text
    kind: Literal["move", "capture"] = "move"


@model
class Example(Position):
    """A position in play, each entry one piece on one or more places.

    ``show`` names the places in the picture, all if none is named; ``marked`` those with a
    coloured edge.
    """

    show: tuple[Text, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marked: tuple[Text, ...] = ()

    def __post_init__(self) -> None:
        for number, lay in enumerate(self.lay, start=1):
            if len(lay.pieces) != 1 or not lay.at or lay.count is not None:
                raise ValueError(f"lay[{number}]: in an example write one of pieces, and at")
