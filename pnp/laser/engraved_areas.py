"""The connected areas of an engraving, merged as they touch."""

from collections.abc import Iterator

from shapely import STRtree
from shapely.geometry.base import BaseGeometry

from pnp.base.path import Path

MOST_NEWER = 200  # areas beside the tree


class EngravedAreas:
    """Areas that do not touch one another, with the paths that they were drawn as.

    A tree indexes those that existed when it was built; the few newer ones are scanned.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[BaseGeometry, tuple[Path, ...]]] = {}
        self._in_tree: list[int] = []
        self._tree = STRtree([])
        self._newer: list[int] = []
        self._count = 0

    def add(self, area: BaseGeometry, paths: tuple[Path, ...]) -> None:
        """Add an area that touches no other."""
        self._known[self._count] = (area, paths)
        self._newer.append(self._count)
        self._count += 1
        if len(self._newer) > MOST_NEWER:
            self._in_tree, self._newer = list(self._known), []
            self._tree = STRtree([known for known, _ in self._known.values()])

    def taken_out(self, area: BaseGeometry) -> list[BaseGeometry]:
        """Remove and return the areas that another one touches."""
        older = self._tree.query(area, predicate="intersects").tolist()
        numbers = {self._in_tree[index] for index in older} & self._known.keys()
        numbers |= {n for n in self._newer if area.intersects(self._known[n][0])}
        self._newer = [n for n in self._newer if n not in numbers]
        return [self._known.pop(n)[0] for n in sorted(numbers)]

    def all(self) -> Iterator[tuple[BaseGeometry, tuple[Path, ...]]]:
        """Yield the areas, the oldest first."""
        yield from self._known.values()
