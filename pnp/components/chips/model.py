"""Square chips with quarters of circles and squares in their corners, to be turned one way."""

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StrictInt

from pnp.base.geometry import Size
from pnp.game.base import Model
from pnp.game.component import BaseComponent
from pnp.game.fields import Color, Ground, Ink, Length, PositiveLength, ThemeColor

Symbol = Literal["C", "S", "-"]  # a quarter of a circle, of a square, or nothing
Turn = Literal["clockwise", "anticlockwise"]
TURNS: tuple[Turn, ...] = ("clockwise", "anticlockwise")
CORNERS = 4


class ChipGroup(Model):
    """Chips with so many quarters of each symbol: ``copies`` of every arrangement and turn."""

    circles: Annotated[StrictInt, Field(ge=0, le=CORNERS)]
    squares: Annotated[StrictInt, Field(ge=0, le=CORNERS)]
    copies: Annotated[StrictInt, Field(ge=1, le=100)]

    def _check(self) -> None:
        if not 1 <= self.circles + self.squares <= CORNERS:
            quarters = self.circles + self.squares
            raise ValueError(f"a chip has 1 to {CORNERS} quarters, not {quarters}")


class ChipKind(NamedTuple):
    """One kind of chip: its corners clockwise from the top left, and which way it turns."""

    corners: tuple[Symbol, ...]
    turn: Turn
    copies: int

    def __str__(self) -> str:
        corners = "".join(self.corners).lower().replace("-", "o")
        return f"{corners}-{'cw' if self.turn == 'clockwise' else 'acw'}"


class Chips(BaseComponent):
    """Square chips: every arrangement of their groups' quarters, each with both turns.

    ``crossed`` chips bear an X and neither quarters nor an arrow.
    """

    kind: Literal["chips"]
    edge: PositiveLength
    corner: Length = 1.5
    groups: tuple[ChipGroup, ...] = ()
    crossed: Annotated[StrictInt, Field(ge=0, le=100)] = 0
    ground: Ground = "#f6efdc"
    circle: Annotated[Color, ThemeColor("circle")] = "#0a337c"
    square: Annotated[Color, ThemeColor("square")] = "#c8741b"
    ink: Ink = "#1b1b1b"

    @property
    def size(self) -> Size:
        """As wide as high."""
        return Size(self.edge, self.edge)

    @cached_property
    def kinds(self) -> tuple[ChipKind, ...]:
        """The different chips with quarters, group by group."""
        return tuple(
            ChipKind(corners, turn, group.copies)
            for group in self.groups
            for corners in arrangements(group.circles, group.squares)
            for turn in TURNS
        )

    @property
    def count(self) -> int:
        """How many chips there are."""
        return sum(kind.copies for kind in self.kinds) + self.crossed

    def _check(self) -> None:
        alike = [(group.circles, group.squares) for group in self.groups]
        if len(set(alike)) < len(alike):
            raise ValueError("has two groups alike; write one with the copies of both")
        if not self.count:
            raise ValueError("has no chips; write groups, or how many are crossed")
        if self.corner * 4 > self.edge:
            raise ValueError(f"a corner of {self.corner:g} mm is more than a quarter of the edge")


def arrangements(circles: int, squares: int) -> Iterator[tuple[Symbol, ...]]:
    """Yield every way to put so many quarters on four corners, no two alike when turned.

    Corners run clockwise. Of the turned forms the one that begins with most circles, then
    squares, stands for all; mirror images are different.
    """
    empty = CORNERS - circles - squares
    circle: list[Symbol] = ["C"]
    square: list[Symbol] = ["S"]
    nothing: list[Symbol] = ["-"]
    quarters = circle * circles + square * squares + nothing * empty
    seen: set[tuple[Symbol, ...]] = set()
    for corners in sorted(set(permutations(quarters)), key=_rank):
        turned = {corners[n:] + corners[:n] for n in range(CORNERS)}
        if not turned & seen:
            seen.add(corners)
            yield corners


def _rank(corners: tuple[Symbol, ...]) -> list[int]:
    return ["CS-".index(corner) for corner in corners]
