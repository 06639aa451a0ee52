"""Place mats around a hexagon: tiles of one size, with play, about the middle."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import dist
from typing import ClassVar, NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.components.framed_board import FramedBoard
from pnp.game.board import EdgeLabel
from pnp.game.fields import Length, PieceSize, PositiveLength
from pnp.game.places import Place, PlaceEdge, around, away, column_name

NEARBY: Mm = 8.0  # from an edge to about the middle of a label beside it
TO_HEXAGON = ""  # the letter of a joint with the hexagon


class Joint(NamedTuple):
    """The edge along which a strip meets the one with the same ``letter``, or the hexagon."""

    letter: str
    edge: PlaceEdge


class MatSection(NamedTuple):
    """Places of a mat that lie in a row, with the outline around them.

    ``start`` and ``end`` are the edges that it shares with the hexagon or with the sections
    before and after it; an ``end`` may be free. Its places are turned by ``turn`` degrees.
    """

    places: tuple[Place, ...]
    outline: tuple[Point, ...]
    turn: float
    start: PlaceEdge
    end: PlaceEdge | None


class MatStrip(NamedTuple):
    """A section of a mat that is cut out by itself, and the joints along which it is laid."""

    section: MatSection
    joints: tuple[Joint, ...]

    @property
    def name(self) -> str:
        """Its first and its last place."""
        first, last = self.section.places[0].name, self.section.places[-1].name
        return first if first == last else f"{first}-{last}"


def label_beside(place: Place, turn: float, text: str) -> EdgeLabel:
    """Return the label of a place outside the edge that faces a direction, from its own top."""
    width, height = place.size
    out = away(Point(0, 0), place.turn + turn, 1.0)
    reach = (height if turn % 180 == 0 else width) / 2
    return EdgeLabel(text, place.center.moved(reach * out.x, reach * out.y), out)


def _room_at(at: Point, out: Point, others: Iterable[Point], middle: Point) -> tuple[float, float]:
    """Return how far a point beside an edge is from the middles of others, and from the middle."""
    spot = at.moved(NEARBY * out.x, NEARBY * out.y)
    return round(min(dist(spot, other) for other in others), 2), round(dist(spot, middle), 2)


class HexagonMat(FramedBoard):
    """A place mat for tiles about a hexagon; the parent of every kind, and none itself."""

    places_alone: ClassVar[bool] = True

    tile: PieceSize
    hexagon: PositiveLength
    play: Length = 0.5

    @property
    def size(self) -> Size:
        """The upright rectangle around all places, with its rim."""
        return around(self.about_middle, self.rim).size

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The tiles' places in their order, and the middle."""
        trim = around(self.about_middle, self.rim)
        return tuple(place.moved(-trim.x, -trim.y) for place in self.about_middle)

    def edge_labels(self, shown: Sequence[Place], frame: Rect) -> Iterator[EdgeLabel]:
        """Yield the number of each tile, beside it where there is most room."""
        *tiles, middle = self.places
        for place in (place for place in tiles if place in shown):
            others = [other.center for other in self.places if other is not place]
            sides = [label_beside(place, turn, place.name) for turn in (90, -90, 0)]
            best = max(sides, key=lambda side: _room_at(side.at, side.out, others, middle.center))
            yield best

    @property
    def room(self) -> Size:
        """What a tile takes with its play."""
        return Size(self.tile.width + self.play, self.tile.height + self.play)

    @property
    def edge(self) -> float:
        """The edge of the hexagon's place."""
        return self.hexagon + self.play

    @property
    def about_middle(self) -> tuple[Place, ...]:
        """The places in their order, as they lie about the hexagon's middle."""
        raise NotImplementedError

    def chains(self, parts: int) -> tuple[tuple[MatSection, ...], ...]:
        """Return the sections of each row of places that leaves the hexagon, about its middle.

        Each arm or side is cut into so many ``parts``.
        """
        raise NotImplementedError

    def strips(self, parts: int) -> tuple[MatStrip, ...]:
        """Return the strips that make up the mat, each arm or side in so many ``parts``.

        Joints between strips have letters, from A in the order of the places.
        """
        found: list[MatStrip] = []
        joints = 0
        for chain in self.chains(parts):
            letter = TO_HEXAGON
            for number, section in enumerate(chain, start=1):
                ends = [Joint(letter, section.start)]
                if section.end is not None:
                    letter = TO_HEXAGON
                    if number < len(chain):
                        letter, joints = column_name(joints).upper(), joints + 1
                    ends.append(Joint(letter, section.end))
                found.append(MatStrip(section, tuple(ends)))
        return tuple(found)


def in_parts(count: int, parts: int) -> Iterable[range]:
    """Yield ranges of numbers below ``count``: so many parts at most, the larger ones first."""
    size = -(-count // parts)
    return (range(first, min(first + size, count)) for first in range(0, count, size))
