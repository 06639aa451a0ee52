"""Decks of cards."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from pnp.base.color import WHITE
from pnp.base.errors import UnitError
from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT, parse_size
from pnp.components.pairs import Pair, PairText, must_be_among, ordered_pairs
from pnp.game.base import Model
from pnp.game.component import BaseComponent
from pnp.game.fields import (
    FROM_CELL,
    MOST_PIPS,
    Color,
    Id,
    Length,
    Paper,
    PipRange,
    Reads,
    Text,
)

# Poker and bridge are 2.5 and 2.25 by 3.5 inches; the others are sold by these sizes.
CARD_SIZES: dict[str, Size] = {
    "mini-euro": Size(44, 68),
    "poker": Size(2.5 * MM_PER_UNIT["in"], 3.5 * MM_PER_UNIT["in"]),
    "bridge": Size(2.25 * MM_PER_UNIT["in"], 3.5 * MM_PER_UNIT["in"]),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
}

MOST_CARDS = 100_000  # more is a slip of the pen: a page of paper each second for two hours
DEFAULT_SIZE = CARD_SIZES["mini-euro"]


class Series(Model):
    """Cards that belong together by their ink and, without colour, by their frame."""

    id: Id
    ink: Color
    frame: Literal["round", "notched"]


class Card(Model):
    """One card of a list: pips in front and behind, a title, and how many of it."""

    front: Annotated[StrictInt, Field(ge=0, le=MOST_PIPS), FROM_CELL]
    back: Annotated[StrictInt, Field(ge=0, le=MOST_PIPS), FROM_CELL] | None = None
    title: str = ""
    copies: Annotated[StrictInt, Field(ge=1), FROM_CELL] = 1


def read_card_size(value: object) -> Size:
    """Read a name such as ``"poker"`` or a size such as ``"44x68mm"``.

    Raises:
        UnitError: If it is neither.
    """
    if isinstance(value, str) and value in CARD_SIZES:
        return CARD_SIZES[value]
    try:
        return Size(*parse_size(str(value)))
    except UnitError as error:
        raise UnitError(f"{error}; or write one of {', '.join(CARD_SIZES)}") from None


def _one_series() -> tuple[Series, ...]:
    return (Series(id="black", ink="#1b1b1b", frame="round"),)


CardSize = Annotated[Size, Reads(read_card_size, "card-size")]


class Deck(BaseComponent):
    """Cards of one size: every ordered pair in each series, or a list of cards.

    ``rows`` names the CSV file that ``cards`` were read from.
    """

    kind: Literal["deck"]
    size: CardSize = DEFAULT_SIZE
    corner: Length = 3.0
    fronts: PipRange | None = None
    backs: PipRange | None = None
    without: tuple[PairText, ...] = ()
    ground: Paper = WHITE
    series: Annotated[tuple[Series, ...], Field(min_length=1)] = Field(default_factory=_one_series)
    rows: Text | None = None
    cards: tuple[Card, ...] = ()

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The different pairs of pips, the front changing slowest; none of one-sided cards."""
        if self.fronts is not None and self.backs is not None:
            return ordered_pairs(self.fronts, self.backs, self.without)
        sides = [(card.front, card.back) for card in self.cards]
        return tuple(dict.fromkeys(Pair(f, b) for f, b in sides if b is not None))

    @cached_property
    def copies(self) -> Mapping[Pair, int]:
        """How many cards there are of each pair, in all series together."""
        copies = dict.fromkeys(self.pairs, 0 if self.cards else len(self.series))
        for card in self.cards:
            if card.back is not None:
                copies[Pair(card.front, card.back)] += card.copies * len(self.series)
        return copies

    @cached_property
    def count(self) -> int:
        """How many cards there are."""
        listed = sum(card.copies for card in self.cards)
        return len(self.series) * (listed or len(self.pairs))

    def _check(self) -> None:
        ranges = (self.fronts is not None) + (self.backs is not None)
        if ranges == 1:
            raise ValueError("has fronts without backs or backs without fronts; write both")
        if (ranges == 2) == bool(self.cards):
            raise ValueError("write either fronts and backs, or cards, or rows")
        ids = [series.id for series in self.series]
        if len(set(ids)) < len(ids):
            raise ValueError(f"two series have the same id; give each its own, not {ids}")
        must_be_among(self.without, self.fronts or (), self.backs or ())
        if not self.count:
            raise ValueError("leaves every card out; a component has pieces")
        if self.count > MOST_CARDS:
            raise ValueError(f"has {self.count} cards; a deck has at most {MOST_CARDS}")
        if self.corner * 2 > min(self.size.width, self.size.height):
            raise ValueError(f"a corner of {self.corner:g} mm is more than half of the card")
