"""Square chips with quarters of circles and squares in their corners, and a turning direction."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, get_args

from pydantic import Field, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.game.component import Component, GameBox, Neighbours, Offered, TabletopShape
from pnp.game.fields import Color, GroundColor, InkColor, Length, Model, PositiveLength, ThemeColor
from pnp.game.rules import LaidPiece

Symbol = Literal["C", "S", "-"]  # a quarter of a circle, of a square, or nothing
ChipTurn = Literal["clockwise", "anticlockwise"]
CORNERS = 4
QUARTERS = ("none", "one-quarter", "two-quarters", "three-quarters", "four-quarters")


class ChipGroup(Model):
    """Chips with the same number of symbols: ``copies`` of every arrangement and turn."""

    circles: Annotated[StrictInt, Field(ge=0, le=CORNERS)]
    squares: Annotated[StrictInt, Field(ge=0, le=CORNERS)]
    copies: Annotated[StrictInt, Field(ge=1, le=100)]

    def _check(self) -> None:
        quarters = self.circles + self.squares
        if not 1 <= quarters <= CORNERS:
            raise ValueError(f"a chip has 1 to {CORNERS} quarters, not {quarters}")


class ChipKind(NamedTuple):
    """One kind of chip: its corners clockwise from the top left, and its turning direction."""

    corners: tuple[Symbol, ...]
    turn: ChipTurn
    copies: int

    def __str__(self) -> str:
        corners = "".join(self.corners).lower().replace("-", "o")
        return f"{corners}-{'cw' if self.turn == 'clockwise' else 'acw'}"


class Chips(Component):
    """Square chips: every arrangement of the symbols in their groups, each in both turns.

    ``crossed`` chips bear an X instead of symbols and an arrow.
    """

    noun = "chips"
    lies_on_boards = True
    covers_places = True
    fits_tuckboxes = True
    offers = ("width", "height", "size", "edge")
    two_sided: ClassVar[bool] = True
    tabletop_shape: ClassVar[TabletopShape] = "rounded"

    kind: Literal["chips"]
    edge: PositiveLength
    corner: Length = 1.5
    groups: tuple[ChipGroup, ...] = ()
    crossed: Annotated[StrictInt, Field(ge=0, le=100)] = 0
    ground: GroundColor = "#f6efdc"
    circle: Annotated[Color, ThemeColor("circle")] = "#0a337c"
    square: Annotated[Color, ThemeColor("square")] = "#c8741b"
    ink: InkColor = "#1b1b1b"

    @property
    def face_size(self) -> Size:
        return Size(self.edge, self.edge)

    @cached_property
    def kinds(self) -> tuple[ChipKind, ...]:
        """The different chips with symbols, group by group."""
        return tuple(
            ChipKind(corners, turn, group.copies)
            for group in self.groups
            for corners in arrangements(group.circles, group.squares)
            for turn in get_args(ChipTurn)
        )

    @property
    def count(self) -> int:
        return sum(kind.copies for kind in self.kinds) + self.crossed

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """The number of copies of each kind, by name; the crossed ones are named x."""
        kinds = {str(kind): kind.copies for kind in self.kinds}
        return kinds | ({"x": self.crossed} if self.crossed else {})

    def kinds_among(self, pieces: Mapping[str, int]) -> tuple[Mapping[str, int], ...]:
        """Return the counts by number of symbols, and by turning direction."""
        quarters, turns = Counter[str](), Counter[str]()
        for kind in self.kinds:
            quarters[QUARTERS[CORNERS - kind.corners.count("-")]] += pieces.get(str(kind), 0)
            turns[kind.turn] += pieces.get(str(kind), 0)
        return +quarters, +turns

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        def total(test: Callable[[ChipKind], bool]) -> int:
            return sum(kind.copies for kind in self.kinds if test(kind))

        return {
            "edge": self.edge,
            "kinds": len(self.kinds),
            "crossed": self.crossed,
            "four_quarters": total(lambda kind: kind.corners.count("-") == 0),
            "two_quarters": total(lambda kind: kind.corners.count("-") == 2),
            "clockwise": total(lambda kind: kind.turn == "clockwise"),
            "anticlockwise": total(lambda kind: kind.turn == "anticlockwise"),
            "circle_quarters": sum(kind.corners.count("C") * kind.copies for kind in self.kinds),
            "square_quarters": sum(kind.corners.count("S") * kind.copies for kind in self.kinds),
            "uneven": total(lambda kind: kind.corners.count("C") != kind.corners.count("S")),
        }

    @classmethod
    def count_in_example(
        cls, laid: Sequence[tuple[Self, LaidPiece]], neighbours: Neighbours
    ) -> Mapping[str, FigureValue]:
        """Return the pairs of symbols that meet, and the number of chips in two or more."""
        pairs = tuple(chip_pairs(laid, neighbours))
        return {
            "pairs": len(pairs),
            "circle_pairs": sum(pair.symbol == "C" for pair in pairs),
            "square_pairs": sum(pair.symbol == "S" for pair in pairs),
            "fixed": len(fixed_places(pairs)),
        }

    @classmethod
    def measure_written(cls, table: Mapping[str, Any], part: Offered) -> str:
        edge = super().measure_written(table, "edge")
        return f"{edge} x {edge}" if part == "size" else edge

    def corners_of(self, piece: str, turned: int) -> tuple[Symbol, ...]:
        """Return the symbols of a chip clockwise from the top left; () for a crossed one.

        Each quarter turn moves them on by one corner.
        """
        corners = next((kind.corners for kind in self.kinds if str(kind) == piece), ())
        shift = -turned % CORNERS
        return corners[shift:] + corners[:shift]

    def _check(self) -> None:
        alike = [(group.circles, group.squares) for group in self.groups]
        if len(set(alike)) < len(alike):
            raise ValueError("has two groups alike; write one with the copies of both")
        if not self.count:
            raise ValueError("has no chips; write groups, or how many are crossed")
        if self.corner * 4 > self.edge:
            raise ValueError(f"a corner of {self.corner:g} mm is more than a quarter of the edge")


def arrangements(circles: int, squares: int) -> Iterator[tuple[Symbol, ...]]:
    """Yield every arrangement of symbols on four corners, no two equal when turned.

    Corners run clockwise. The rotation that begins with most circles, then squares, represents the
    others; mirror images are distinct.
    """
    seen: set[tuple[Symbol, ...]] = set()
    for corners in product(get_args(Symbol), repeat=CORNERS):
        wanted = (corners.count("C"), corners.count("S")) == (circles, squares)
        if wanted and corners not in seen:
            seen |= {corners[n:] + corners[:n] for n in range(CORNERS)}
            yield corners


class ChipPair(NamedTuple):
    """Two equal symbols that meet across the edge between two places."""

    places: tuple[str, str]
    symbol: str


def chip_pairs(
    laid: Sequence[tuple[Chips, LaidPiece]], neighbours: Neighbours
) -> Iterator[ChipPair]:
    """Yield every pair of symbols on a board, edge by edge."""
    corners: dict[str, tuple[Symbol, ...]] = {}
    for chips, piece in laid:
        shown = () if piece.turned_over else chips.corners_of(piece.names[-1], piece.turned)
        if shown:
            corners[piece.place] = shown
    meeting = {"right": ((1, 0), (2, 3)), "above": ((0, 3), (1, 2))}
    for here, there, side in neighbours:
        if here in corners and there in corners:
            for one, other in meeting[side]:
                symbol = corners[here][one]
                if symbol != "-" and symbol == corners[there][other]:
                    yield ChipPair((here, there), symbol)


def fixed_places(pairs: Sequence[ChipPair]) -> tuple[str, ...]:
    """Return the places whose chip is in two or more pairs, in alphabetical order."""
    places = [place for pair in pairs for place in pair.places]
    return tuple(sorted({place for place in places if places.count(place) > 1}))
