"""Tabs: bridges that hold a part in its sheet."""

from collections.abc import Sequence

from pnp.base.errors import LayoutError
from pnp.base.path import Path
from pnp.base.units import EPSILON, Mm, format_mm
from pnp.laser.edges import Edge, path_edges, path_of
from pnp.laser.scheme import Kerf

_CLEAR: Mm = 0.5  # the shortest cut between a bridge and a corner


def with_tabs(outline: Path, count: int, bridge: Mm, kerf: Kerf) -> tuple[Path, ...]:
    """Return the open cuts of a closed outline that leave ``count`` bridges standing.

    Bridges are in the middle of the longest edges; an edge much longer than the others gets
    several, evenly spaced. Cuts stop early enough that the beam leaves the full width ``bridge``.
    Without bridges the outline stays closed.
    """
    if not count:
        return (outline,)
    edges = path_edges(outline)
    parts: list[list[Edge]] = [[]]
    for edge, tabs in zip(edges, _shares(edges, count), strict=True):
        for begin, end in _stops(edge, tabs, bridge, kerf):
            if begin:
                parts.append([])
            parts[-1].append(edge.stretch(begin, end) if tabs else edge)
    around = [*parts[-1], *parts[0]]  # the outline starts somewhere within a cut
    return tuple(path_of(cut, closed=False) for cut in [*parts[1:-1], around])


def _shares(edges: Sequence[Edge], count: int) -> list[int]:
    """Return the number of bridges on each edge: each goes where the longest cut remains."""
    lengths = [edge.length for edge in edges]
    shares = [0] * len(edges)
    for _ in range(count):
        longest = max(range(len(edges)), key=lambda i: round(lengths[i] / (shares[i] + 1), 6))
        shares[longest] += 1
    return shares


def _stops(edge: Edge, tabs: int, bridge: Mm, kerf: Kerf) -> list[tuple[Mm, Mm]]:
    """Return the stretches of an edge that are cut, as lengths along it."""
    whole = edge.length
    ends = [0.0]
    for tab in range(1, tabs + 1):
        middle = whole * tab / (tabs + 1)
        way, _ = edge.stretch(middle, whole).directions
        half = (bridge + kerf.along(way)) / 2
        ends += [middle - half, middle + half]
    ends.append(whole)
    cuts = list(zip(ends[::2], ends[1::2], strict=True))
    if tabs and any(b - a < _CLEAR - EPSILON for a, b in cuts):
        raise LayoutError(
            f"an edge of {format_mm(whole)} mm is too short for a bridge of {format_mm(bridge)} mm"
        )
    return cuts
