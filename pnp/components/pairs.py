"""Two-sided pieces with pips: every ordered pair of a front and a back."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby, product
from typing import Annotated, NamedTuple

from pnp.base.expressions import FigureValue
from pnp.base.units import quoted
from pnp.game.fields import MOST_PIPS, Reads


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
    """Group pairs by total, highest total first, higher front first."""
    falling = sorted(pairs, key=lambda pair: (pair.total, pair.front), reverse=True)
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
