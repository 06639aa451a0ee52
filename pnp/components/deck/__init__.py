"""Decks of cards."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StrictInt

from pnp.base.color import WHITE
from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.components.sized import (
    CardSize,
    Pair,
    PairText,
    RectangularPieces,
    ordered_pairs,
    pair_figures,
)
from pnp.game.component import GameBox, PieceText, TabletopShape
from pnp.game.fields import (
    FROM_CELL,
    OPEN,
    Color,
    Id,
    Length,
    Model,
    NonEmptyText,
    PaperColor,
    PipRange,
    Pips,
    Schema,
    not_both,
)
from pnp.game.paper import DEFAULT_SIZE, Sleeve, SleeveOf


class Series(Model):
    """Cards that share an ink and a frame; the frame distinguishes them without colour."""

    id: Id
    ink: Color
    frame: Literal["round", "notched"]


class Card(Model):
    """One card of a list: its pips in front and behind, its title, and its number of copies."""

    sentences = ("title",)

    front: Annotated[Pips, FROM_CELL]
    back: Annotated[Pips, FROM_CELL] | None = None
    title: str = ""
    copies: Annotated[StrictInt, Field(ge=1), FROM_CELL] = 1


class Deck(RectangularPieces):
    """Cards of one size: every ordered pair in each series, or a list of cards.

    ``rows`` names the CSV file that ``cards`` were read from.
    """

    schema_rules: ClassVar[Schema] = {
        "if": {"anyOf": [{"required": ["cards"], **OPEN}, {"required": ["rows"], **OPEN}], **OPEN},
        "then": {**not_both("cards", "rows"), **OPEN},
        "else": {"required": ["fronts", "backs"], **OPEN},
    }

    noun, one = "cards", "card"
    played_as = "cards"
    is_card = True
    has_pairs = True
    player_lists = ("series",)
    reads_rows = True
    blank_row: ClassVar[dict[str, Any]] = {"front": 0}
    row_columns = tuple(Card.model_fields)
    made_of_paper: ClassVar[bool] = True  # cards are shuffled
    tabletop_shape: ClassVar[TabletopShape] = "deck"

    kind: Literal["deck"]
    size: CardSize = DEFAULT_SIZE
    corner: Length = 3.0
    sleeve: SleeveOf | None = None
    fronts: PipRange | None = None
    backs: PipRange | None = None
    without: tuple[PairText, ...] = ()
    ground: PaperColor = WHITE
    series: Annotated[tuple[Series, ...], Field(min_length=1)] = (
        Series(id="black", ink="#1b1b1b", frame="round"),
    )
    rows: NonEmptyText | None = None
    cards: tuple[Card, ...] = ()

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The distinct pairs of pips, fronts changing slowest; one-sided cards have none."""
        listed = (Pair(card.front, card.back) for card in self.cards if card.back is not None)
        ordered = ordered_pairs(self.fronts or (), self.backs or (), self.without)
        return (*ordered, *dict.fromkeys(listed))

    @cached_property
    def copies(self) -> Mapping[Pair, int]:
        """The number of cards with each pair, over all series."""
        copies = dict.fromkeys(self.pairs, 0 if self.cards else len(self.series))
        for card in self.cards:
            if card.back is not None:
                copies[Pair(card.front, card.back)] += card.copies * len(self.series)
        return copies

    @cached_property
    def count(self) -> int:
        listed = sum(card.copies for card in self.cards)
        return len(self.series) * (listed or len(self.pairs))

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """Empty: set-ups do not name its cards."""
        return {}

    @property
    def two_sided(self) -> bool:
        return bool(self.pairs)

    @property
    def in_sleeves(self) -> Sleeve | None:
        return self.sleeve

    def prefix_of(self, series: Series) -> str:
        """Return the prefix of the names of a series' cards."""
        return f"{series.id}-" if len(self.series) > 1 else ""

    def name_of(self, series: Series, number: int) -> str:
        """Return the name of a card of the list, by its number from 1."""
        return f"{self.prefix_of(series)}{number:0{len(str(len(self.cards)))}}"

    @property
    def piece_rows(self) -> Mapping[str, int]:
        numbers = range(1, len(self.cards) + 1)
        return {self.name_of(series, n): n for series in self.series for n in numbers}

    def text_of(self, piece: str, box: GameBox) -> PieceText:
        number = self.piece_rows.get(piece)
        return PieceText(self.cards[number - 1].title if number else "")

    @property
    def table_files(self) -> tuple[str, ...]:
        return () if self.rows is None else (self.rows,)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            **(pair_figures(self.copies) if self.copies else {}),
            "series": len(self.series),
            "inks": len({one.ink for one in self.series}),
            "frames": len({one.frame for one in self.series}),
            **self.sides,
        }

    @classmethod
    def apply_theme(cls, table: dict[str, Any], roles: Mapping[str, str]) -> None:
        """Give a deck without series one in the theme's ink."""
        table.setdefault("series", [{"id": "black", "ink": roles["ink"], "frame": "round"}])

    @classmethod
    def size_written(cls, table: Mapping[str, Any]) -> Size:
        return super().size_written(table) if "size" in table else DEFAULT_SIZE

    def _check(self) -> None:
        ranges = (self.fronts is not None) + (self.backs is not None)
        if ranges == 1:
            raise ValueError("has fronts without backs or backs without fronts; write both")
        if (ranges == 2) == bool(self.cards):
            raise ValueError("write either fronts and backs, or cards, or rows")
        ids = [series.id for series in self.series]
        if len(set(ids)) < len(ids):
            raise ValueError(f"two series have the same id; give each its own, not {ids}")
        super()._check()
