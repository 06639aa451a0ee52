"""The union of many paths: where several lie on one another, one remains."""

from collections.abc import Iterator, Sequence

from pnp.base.geometry import Point
from pnp.base.path import Arc, Curve, Line, Path, walk
from pnp.laser.arcs import arcs_in_groups
from pnp.laser.edges import Edge, apart
from pnp.laser.lines import Drawn, lines_in_groups
from pnp.laser.nodes import Nodes
from pnp.laser.runs import Group, Piece


def union(paths: Sequence[Path]) -> list[Group]:
    """Return what remains of paths if nothing is cut twice, each piece as long as it can be.

    Lines that go on in one another are one line, unless one part is shared and the next is not;
    so are arcs of one circle. Of curves only equal ones are found. Groups are in the order of
    their first segments.
    """
    lines: list[Drawn] = []
    arcs: list[Drawn] = []
    curves: list[tuple[int, int, Point, Curve]] = []
    steps = [(path, *step) for path in range(len(paths)) for step in walk(paths[path])]
    for number, (path, start, segment) in enumerate(steps):
        match segment:
            case Line(to) if apart(start, to) > 0:
                lines.append(Drawn(number, path, Edge(start, segment)))
            case Arc(to) if apart(start, to) > 0:
                arcs.append(Drawn(number, path, Edge(start, segment)))
            case Curve():
                curves.append((number, path, start, segment))
    found = [*lines_in_groups(lines), *arcs_in_groups(arcs), *_curves_in_groups(curves)]
    return sorted(found, key=lambda group: group.first)


def _curves_in_groups(curves: Sequence[tuple[int, int, Point, Curve]]) -> Iterator[Group]:
    nodes = Nodes()
    equal: dict[tuple[int, ...], list[tuple[int, int, Point, Curve]]] = {}
    for drawn in curves:
        _, _, start, curve = drawn
        key = tuple(nodes.number(place) for place in (start, *curve))
        equal.setdefault(min(key, key[::-1]), []).append(drawn)
    for same in equal.values():
        number, _, start, curve = same[0]
        piece = Piece(start, curve, len(same) > 1)
        yield Group(number, frozenset(path for _, path, _, _ in same), (piece,))
