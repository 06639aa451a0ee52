"""Pieces of one size: rectangular ones, and two-sided ones with pips."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby, product
from typing import Annotated, Any, ClassVar, NamedTuple

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Size
from pnp.base.units import format_mm, quoted
from pnp.game.component import Component, Offered
from pnp.game.fields import MOST_PIPS, Length, PieceSize, Reads
from pnp.game.paper import MOST_CARDS, part_of_size, read_card_size

CardSize = Annotated[Size, Reads(read_card_size, "card-size")]


class Pair(NamedTuple):
    """The pips on the two sides of a piece; (1, 2) and (2, 1) are two pieces."""

    front: int
    back: int

    @property
    def total(self) -> int:
        """The total of pips on both sides."""
        return self.front + self.back

    def __str__(self) -> str:
        return f"{self.front}-{self.back}"


def read_pair(value: object) -> Pair:
    """Parse ``"3-4"``: 3 pips on the front and 4 on the back."""
    pair = _pair(value) if isinstance(value, str) else None
    if pair is None:
        raise ValueError(f'write front and back, such as "3-4", not {quoted(value)}')
    return pair


@lru_cache(maxsize=1024)  # tiles are called by their pairs
def _pair(text: str) -> Pair | None:
    parts = text.split("-")
    if len(parts) != 2 or not all(p.isdecimal() and int(p) <= MOST_PIPS for p in parts):
        return None
    return Pair(int(parts[0]), int(parts[1]))


PairText = Annotated[Pair, Reads(read_pair, "pair")]


def ordered_pairs(
    fronts: tuple[int, ...], backs: tuple[int, ...], without: tuple[Pair, ...] = ()
) -> tuple[Pair, ...]:
    """Return every front with every back, fronts changing slowest, except ``without``."""
    pairs = tuple(Pair(*sides) for sides in product(fronts, backs))
    for pair in without:
        if pair not in pairs:
            raise ValueError(f"without {pair} leaves out a piece that is not there")
    return tuple(pair for pair in pairs if pair not in without)


def by_total(pairs: tuple[Pair, ...]) -> dict[int, tuple[Pair, ...]]:
    """Group pairs by total, highest total first; in a group doubles first, then higher fronts."""

    def rank(pair: Pair) -> tuple[int, bool, int]:
        return pair.total, pair.front == pair.back, pair.front

    falling = sorted(pairs, key=rank, reverse=True)
    return {total: tuple(group) for total, group in groupby(falling, lambda pair: pair.total)}


def pair_figures(copies: Mapping[Pair, int]) -> dict[str, FigureValue]:
    """Return the figures of pips for claims.

    ``fronts``, ``backs`` and ``totals`` count the pieces that show or add up to each number.
    """
    fronts, backs, totals = Counter[int](), Counter[int](), Counter[int]()
    for pair, count in copies.items():
        fronts[pair.front] += count
        backs[pair.back] += count
        totals[pair.total] += count
    return {
        "kinds": len(copies),
        "numbers": tuple(sorted({*fronts, *backs})),
        "fronts": dict(sorted(fronts.items())),
        "backs": dict(sorted(backs.items())),
        "totals": dict(sorted(totals.items(), reverse=True)),
        "doubles": sum(count for pair, count in copies.items() if pair.front == pair.back),
        "dots": sum(total * count for total, count in totals.items()),
    }


class Resizable(Component):
    """A component whose ``size`` an option may change, and whose sides others may refer to."""

    is_resizable = True
    offers: ClassVar[tuple[Offered, ...]] = ("width", "height", "size")

    size: PieceSize

    @classmethod
    def size_written(cls, table: Mapping[str, Any]) -> Size:
        """Return the size of a face in an unvalidated definition."""
        return read_card_size(table.get("size"))

    @classmethod
    def measure_written(cls, table: Mapping[str, Any], part: Offered) -> str:
        """Return a side of a face, or both, from an unvalidated definition."""
        return part_of_size(cls.size_written(table), part)


class RectangularPieces(Resizable):
    """Rectangular pieces that lie on boards; the base class of several kinds."""

    one: ClassVar[str]  # the noun for a single piece, in messages
    lies_on_boards = True
    covers_places = True
    fits_tuckboxes = True
    is_printed_by_shops = True

    corner: Length = 0.0

    @property
    def face_size(self) -> Size:
        """The size of a face."""
        return self.size

    @property
    def has_corners(self) -> bool:
        """Whether its corners are rounded by ``corner``."""
        return True

    @property
    def sides(self) -> dict[str, float]:
        """The width and height of a face, as figures for claims."""
        return self.face_size._asdict()

    def _check(self) -> None:
        if not self.count:
            raise ValueError(f"leaves every {self.one} out; keep one, with 1 copy or more")
        if self.count > MOST_CARDS:
            raise ValueError(f"has {self.count} cards; a deck has at most {MOST_CARDS}")
        if self.in_sleeves is not None:
            for fault in self.in_sleeves.faults_with(self.face_size):
                raise ValueError(f"sleeve: {fault}")
        if self.has_corners and self.corner * 2 > min(self.size):
            raise ValueError(
                f"a corner of {self.corner:g} mm is more than half of the {self.one}; "
                f'write corner = "{format_mm(min(self.size) / 2)}mm" or less'
            )
