"""A strip on which a pawn marks the highest value still in play."""

from typing import Annotated, Literal

from pnp.game.component import BaseComponent
from pnp.game.fields import Dim, Ground, Ink, Known, Paper, PositiveLength, Text


class Tracker(BaseComponent):
    """A row for each total that the pieces of another component can have, highest first."""

    kind: Literal["tracker"]
    of: Annotated[str, Known("components", kinds=("tiles", "deck"))]
    row: PositiveLength
    title: Text
    note: Text | None = None
    ground: Paper = "#ffffff"
    stripe: Ground = "#f6efdc"
    ink: Ink = "#1b1b1b"
    faint: Dim = "#6f6a60"

    @property
    def count(self) -> int:
        """There is one."""
        return 1
