"""Triangular tiles with a number at each corner."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import combinations_with_replacement
from math import sqrt
from typing import ClassVar, Literal

from pydantic import StrictBool

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.game.component import Component, GameBox
from pnp.game.fields import GroundColor, InkColor, PipRange, PositiveLength
from pnp.game.places import MIDDLE, Footprint, triangle_corners

LEAST_EDGE: Mm = 12.0  # its numbers have 6 points


class Triangles(Component):
    """One triangle for every three numbers, however it is turned: 56 for 0 to 5.

    Of two that are mirror images only the one whose numbers rise clockwise is there, unless
    ``mirrored`` keeps both.
    """

    noun = "tiles"
    played_as = "tiles"
    lies_on_boards = True
    covers_places = True
    two_sided: ClassVar[bool] = True
    offers = ("edge",)
    turns: ClassVar[int] = 3

    kind: Literal["triangles"]
    edge: PositiveLength
    numbers: PipRange
    mirrored: StrictBool = False
    ground: GroundColor = "#f6efdc"
    ink: InkColor = "#1b1b1b"

    @cached_property
    def triples(self) -> tuple[tuple[int, int, int], ...]:
        """The numbers of each tile clockwise from the lowest."""
        rising = combinations_with_replacement(self.numbers, 3)
        return tuple(
            triple
            for a, b, c in rising
            for triple in ((a, b, c), (a, c, b))[: 1 + (self.mirrored and a < b < c)]
        )

    @property
    def count(self) -> int:
        return len(self.triples)

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """One of each tile, named by its numbers: "0-1-2"."""
        return {triple_name(triple): 1 for triple in self.triples}

    @property
    def reach(self) -> Mm:
        """The distance of its corners from its middle."""
        return self.edge / sqrt(3)

    @property
    def face_size(self) -> Size:
        """The rectangle around it, with a corner at the top."""
        return Size(self.edge, self.reach * 1.5)

    @property
    def footprint(self) -> Footprint:
        return Footprint(triangle_corners(self.edge, MIDDLE))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        corners = Counter(number for triple in self.triples for number in triple)
        return {
            "triples": sum(a == b == c for a, b, c in self.triples),
            "corners": dict(sorted(corners.items())),
            "total": sum(map(sum, self.triples)),
            "edge": self.edge,
        }

    def _check(self) -> None:
        if self.edge < LEAST_EDGE:
            raise ValueError(
                f"edge: numbers on tiles of {self.edge:g} mm are too small to read; "
                f"make it {LEAST_EDGE:g} mm or more"
            )


def triple_name(triple: tuple[int, int, int]) -> str:
    """Return the name of a tile: "0-1-2"."""
    return "-".join(map(str, triple))
