"""A strip on which a pawn marks the highest value still in play."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pnp.base.expressions import FigureValue
from pnp.components.sized import Pair, by_total
from pnp.game.component import Component, GameBox, TabletopShape
from pnp.game.fields import (
    DimColor,
    GroundColor,
    InkColor,
    Known,
    NonEmptyText,
    PaperColor,
    PositiveLength,
)


class Tracker(Component):
    """A row for each total that the pieces of another component can have, highest first."""

    sentences = (*Component.sentences, "title", "note")

    made_of_paper: ClassVar[bool] = True  # it is read
    tabletop_shape: ClassVar[TabletopShape] = "box"

    kind: Literal["tracker"]
    of: Annotated[str, Known("components", able="has_pairs")]
    row: PositiveLength
    title: NonEmptyText
    note: NonEmptyText | None = None
    ground: PaperColor = "#ffffff"
    stripe: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"
    faint: DimColor = "#6f6a60"

    def pairs_in(self, box: GameBox) -> tuple[Pair, ...]:
        """Return the pairs of pips of the component that it is for."""
        return tuple(Pair(*pair) for pair in box.components[self.of].pairs)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        totals = by_total(self.pairs_in(box))
        return {
            "rows": len(totals),
            "values": tuple(sorted(totals)),
            "pairs": {total: len(pairs) for total, pairs in totals.items()},
            "row": self.row,
        }

    def faults_in(self, box: GameBox) -> Iterator[tuple[str, str]]:
        if not box.components[self.of].pairs:
            yield (
                "of",
                f"the pieces of {self.of!r} have one side, so there are no pairs to add up; "
                "name tiles or a deck with backs",
            )
