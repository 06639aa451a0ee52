"""Decks of cards."""

from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field, model_validator

from pnp.geometry import Size
from pnp.model.component import BaseComponent
from pnp.model.fields import Color, Definition, Id, Length, PieceSize, PipRange, Pips, Text
from pnp.model.pairs import Pair, PairText, must_be_among, ordered_pairs
from pnp.units import MM_PER_UNIT

# Poker and bridge are 2.5 and 2.25 by 3.5 inches; the others are sold by these sizes.
CARD_SIZES: dict[str, Size] = {
    "mini-euro": Size(44, 68),
    "poker": Size(2.5 * MM_PER_UNIT["in"], 3.5 * MM_PER_UNIT["in"]),
    "bridge": Size(2.25 * MM_PER_UNIT["in"], 3.5 * MM_PER_UNIT["in"]),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
}


class Series(Definition):
    """Cards that belong together by their ink and, without colour, by their frame."""

    id: Id
    ink: Color
    frame: Literal["round", "notched"]


class Card(NamedTuple):
    """One card of a list: pips in front and behind, a title, and how many of it."""

    front: Pips
    back: Pips | None = None
    title: str = ""
    copies: Annotated[int, Field(ge=1)] = 1


def _named_size(value: object) -> object:
    named = CARD_SIZES.get(value) if isinstance(value, str) else None
    return f"{named.width}x{named.height}mm" if named else value


def _one_series() -> tuple[Series, ...]:
    return (Series(id="black", ink="#1b1b1b", frame="round"),)


CardSize = Annotated[PieceSize, BeforeValidator(_named_size)]


class Deck(BaseComponent):
    """Cards of one size: every ordered pair in each series, or a list of cards.

    ``rows`` names the CSV file that ``cards`` were read from.
    """

    kind: Literal["deck"]
    size: CardSize = Size(44, 68)
    corner: Length = 3.0
    fronts: PipRange | None = None
    backs: PipRange | None = None
    without: tuple[PairText, ...] = ()
    series: Annotated[tuple[Series, ...], Field(min_length=1)] = Field(default_factory=_one_series)
    rows: Text | None = None
    cards: tuple[Card, ...] = ()

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The pips of each card of one series; of a list, those with two sides."""
        if self.fronts is not None and self.backs is not None:
            return ordered_pairs(self.fronts, self.backs, self.without)
        return tuple(
            Pair(card.front, card.back)
            for card in self.cards
            if card.back is not None
            for _ in range(card.copies)
        )

    @property
    def count(self) -> int:
        """How many cards there are."""
        listed = sum(card.copies for card in self.cards)
        return len(self.series) * (listed or len(self.pairs))

    @model_validator(mode="after")
    def _can_be_made(self) -> "Deck":
        ranges = (self.fronts is not None) + (self.backs is not None)
        if ranges == 1:
            raise ValueError("has fronts without backs or backs without fronts; write both")
        if (ranges == 2) == bool(self.cards):
            raise ValueError("write either fronts and backs, or cards, or rows")
        must_be_among(self.without, self.fronts or (), self.backs or ())
        if self.corner * 2 > min(self.size.width, self.size.height):
            raise ValueError(f"a corner of {self.corner:g} mm is more than half of the card")
        return self
