"""Where the pieces of a rule set are when play begins."""

from dataclasses import dataclass
from typing import Annotated

from pnp.model.board import BOARDS
from pnp.model.evidence import Fact
from pnp.model.fields import ComponentId, Count, Known, Text, Within


@dataclass(frozen=True, kw_only=True)
class Lay:
    """Pieces of one component, on places of the board or beside it.

    ``pieces`` names those that are meant; without it they are any of the component's.
    ``at`` names places, each taken by ``each`` pieces; without it the pieces lie beside the
    board. A ``count`` that is lower than the places have room for leaves the choice among
    them to the players.
    """

    component: ComponentId
    pieces: tuple[Text, ...] = ()
    at: tuple[Text, ...] = ()
    each: Count = 1
    count: Count | None = None

    def __post_init__(self) -> None:
        if not self.at and self.count is None:
            raise ValueError("lies beside the board, so it needs a count; or write at")


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A start position on one board, and how well it is known."""

    board: Annotated[str, Known("components", kinds=BOARDS)]
    lay: Annotated[tuple[Lay, ...], Within(1)]
    known: Fact
