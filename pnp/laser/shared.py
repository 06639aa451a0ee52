"""Cuts that several parts share are made once."""

from collections.abc import Iterable

from pnp.base.path import Path, walk
from pnp.base.units import Mm
from pnp.laser.chains import chains
from pnp.laser.edges import segment_length
from pnp.laser.union import union


def once(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths along all that was there, with no length cut twice.

    Lines and arcs are one where they are less than 0.002 mm apart, be it for a part of their
    length; curves where they are equal. What several paths had in common comes first, straight
    lines of it as long as they can be; then closed paths that share nothing, as they were; and
    then the rest of what was shared in part. So of a block of parts a kerf apart there are first
    the lines between them and last the outline of the whole, closed.
    """
    paths = tuple(paths)
    groups = union(paths)
    mixed = {number for number, path in enumerate(paths) if not path.closed}
    for group in groups:
        if len(group.paths) > 1 or any(piece.shared for piece in group.pieces):
            mixed |= group.paths
    pieces = [piece for group in groups if group.paths & mixed for piece in group.pieces]
    return (
        *chains((piece.start, piece.segment) for piece in pieces if piece.shared),
        *(path for number, path in enumerate(paths) if number not in mixed and path.segments),
        *chains((piece.start, piece.segment) for piece in pieces if not piece.shared),
    )


def burnt_twice(paths: Iterable[Path]) -> Mm:
    """Return how much of the length of paths is cut more often than once."""
    paths = tuple(paths)
    return max(0.0, sum(map(length, paths)) - sum(map(length, once(paths))))


def length(path: Path) -> Mm:
    """Return how long a path is, the way back to its start included if it is closed."""
    return sum(segment_length(start, segment) for start, segment in walk(path))
