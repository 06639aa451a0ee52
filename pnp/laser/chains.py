"""Pieces joined to as few long paths as can be."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.base.geometry import Point
from pnp.base.path import Line, Path, Segment
from pnp.laser.edges import backwards, heading, turn
from pnp.laser.nodes import Nodes


class Link(NamedTuple):
    """A segment between two numbered places."""

    first: int
    last: int
    start: Point
    segment: Segment


def chains(pieces: Iterable[tuple[Point, Segment]]) -> list[Path]:
    """Return paths that go along every piece once.

    At a place where several pieces meet a path goes on as straight as it can. Paths start where
    an odd number of pieces meet, so there are no more of them than there must be; what is left
    are closed ones.
    """
    nodes = Nodes()
    links = [Link(nodes.number(p), nodes.number(s.to), p, s) for p, s in pieces]
    links = [link for link in links if link.first != link.last]
    at: dict[int, list[int]] = {}
    for index, link in enumerate(links):
        at.setdefault(link.first, []).append(index)
        at.setdefault(link.last, []).append(index)
    walk = _Walk(links, at)
    odd = [node for node, here in at.items() if len(here) % 2]
    found = [trail for node in odd if (trail := walk.trail(node))]
    for link in links:
        while trail := walk.trail(link.first):
            found.append(trail)
    return [_path(trail, nodes) for trail in found]


class _Walk:
    """What is left of the links while paths are taken out."""

    def __init__(self, links: Sequence[Link], at: dict[int, list[int]]):
        self._links = links
        self._at = at

    def trail(self, node: int) -> list[Link]:
        """Take out the links of one path from a place until it cannot go on."""
        trail: list[Link] = []
        while here := self._at.get(node):
            index = min(here, key=lambda i: (self._bend(trail, node, i), i))
            link = self._links[index]
            self._at[link.first].remove(index)
            self._at[link.last].remove(index)
            trail.append(link if link.first == node else _reversed(link))
            node = trail[-1].last
        return trail

    def _bend(self, trail: list[Link], node: int, index: int) -> float:
        """Return how far a path would turn aside into a link."""
        if not trail:
            return 0.0
        link = self._links[index]
        link = link if link.first == node else _reversed(link)
        behind = _reversed(trail[-1])
        back = heading(behind.start, behind.segment)
        return round(abs(turn(Point(-back.x, -back.y), heading(link.start, link.segment))), 6)


def _reversed(link: Link) -> Link:
    return Link(link.last, link.first, link.segment.to, backwards(link.start, link.segment))


def _path(trail: Sequence[Link], nodes: Nodes) -> Path:
    """Return a path through the very places of its nodes, closed if it comes back."""
    segments = tuple(link.segment._replace(to=nodes.places[link.last]) for link in trail)
    closed = trail[0].first == trail[-1].last
    if closed and len(segments) > 2 and isinstance(segments[-1], Line):
        segments = segments[:-1]  # a closed path goes straight back by itself
    return Path(nodes.places[trail[0].first], segments, closed)
