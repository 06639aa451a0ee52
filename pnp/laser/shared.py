"""Cuts that several parts share are made once."""

from collections.abc import Iterable

from pnp.laser.chains import chains
from pnp.laser.edges import segment_length
from pnp.laser.union import union
from pnp.path import Path, walk
from pnp.units import Mm


def once(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths along all that was there, with no length cut twice.

    Lines and arcs are one where they are less than 0.002 mm apart, be it for a part of their
    length; curves where they are equal. What several paths had in common comes first, straight
    lines of it as long as they can be, and then what one path had alone: in a block of parts that
    touch first the lines between them and then the outline of the whole, closed.
    """
    pieces = union(pair for path in paths for pair in walk(path))
    return tuple(
        chain
        for shared in (True, False)
        for chain in chains((p.start, p.segment) for p in pieces if p.shared == shared)
    )


def burnt_twice(paths: Iterable[Path]) -> Mm:
    """Return how much of the length of paths is cut more often than once."""
    paths = tuple(paths)
    return max(0.0, sum(map(length, paths)) - sum(map(length, once(paths))))


def length(path: Path) -> Mm:
    """Return how long a path is, the way back to its start included if it is closed."""
    return sum(segment_length(start, segment) for start, segment in walk(path))
