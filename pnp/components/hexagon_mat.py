"""Place mats around a hexagon: tiles of one size, with play, around the middle."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import dist, hypot
from typing import ClassVar, NamedTuple

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.components.framed_board import FramedBoard
from pnp.game.board import BoardSide, EdgeLabel, sides_of
from pnp.game.fields import Length, PieceSize, PositiveLength
from pnp.game.places import Place, PlaceEdge, around, away, column_name

NEARBY: Mm = 8.0  # from an edge to about the middle of a label beside it
TO_HEXAGON = ""  # the letter of a joint with the hexagon


class Joint(NamedTuple):
    """The edge where a strip meets the one with the same ``letter``, or the hexagon."""

    letter: str
    edge: PlaceEdge


class MatSection(NamedTuple):
    """A row of places of a mat with its outline.

    ``start`` and ``end`` are the edges that it shares with the hexagon or with the adjacent
    sections; ``end`` is None at the free end. Its places are turned by ``turn`` degrees.
    """

    places: tuple[Place, ...]
    outline: tuple[Point, ...]
    turn: float
    start: PlaceEdge
    end: PlaceEdge | None


class MatStrip(NamedTuple):
    """A section of a mat that is cut out separately, and its joints."""

    section: MatSection
    joints: tuple[Joint, ...]

    @property
    def name(self) -> str:
        """Its first and its last place."""
        first, last = self.section.places[0].name, self.section.places[-1].name
        return first if first == last else f"{first}-{last}"


def label_beside(place: Place, turn: float, text: str) -> EdgeLabel:
    """Return the label outside the edge that faces ``turn`` degrees from the place's own top."""
    width, height = place.size
    out = away(Point(0, 0), place.turn + turn, 1.0)
    reach = (height if turn % 180 == 0 else width) / 2
    return EdgeLabel(text, place.center.moved(reach * out.x, reach * out.y), out)


class HexagonMat(FramedBoard):
    """A place mat for tiles around a hexagon; the base class of several kinds."""

    places_alone: ClassVar[bool] = True
    starts_at: ClassVar[str] = ""  # the name of the place where a way begins

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
        """Yield the number of each tile, on the side with the most room."""
        middle = self.places[-1]
        for place in (place for place in shown if place is not middle):
            yield label_beside(place, self.label_turn(place), place.name)

    def label_turn(self, place: Place) -> float:
        """Return the side of a tile's label, in degrees from the tile's own top."""
        turns = (90.0, -90.0, 0.0)
        return max(
            turns, key=lambda turn: self._room_beside(label_beside(place, turn, "").at, place)
        )

    def sides_to_stand_on(self, place: Place) -> tuple[BoardSide, ...]:
        """Return the sides of a place with the most room, without that of its label."""
        sides = tuple(sides_of(place))
        if place is not self.places[-1]:
            label = label_beside(place, self.label_turn(place), "").out
            sides = tuple(s for s in sides if s.out.x * label.x + s.out.y * label.y < 0.5)
        found: list[tuple[tuple[float, float], BoardSide]] = []
        for side in sides:
            at = place.center.moved(side.reach * side.out.x, side.reach * side.out.y)
            room = self._room_beside(at, place)
            found.append((room, side._replace(free=room[0] > 0.6 * min(self.tile))))
        return tuple(side for _, side in sorted(found, key=lambda one: one[0], reverse=True))

    def _room_beside(self, at: Point, place: Place) -> tuple[float, float]:
        """Return the distances from outside an edge to the next place, and to the mat's centre."""
        x, y = at.x - place.center.x, at.y - place.center.y
        reach = hypot(x, y)
        spot = at.moved(NEARBY * x / reach, NEARBY * y / reach)
        others = (other.center for other in self.places if other is not place)
        middle = self.places[-1].center
        return round(min(dist(spot, other) for other in others), 2), round(dist(spot, middle), 2)

    @property
    def room(self) -> Size:
        """The size of a tile with its play."""
        return Size(self.tile.width + self.play, self.tile.height + self.play)

    @property
    def edge(self) -> float:
        """The edge length of the hexagon's place."""
        return self.hexagon + self.play

    @property
    def about_middle(self) -> tuple[Place, ...]:
        """The places in order, relative to the hexagon's centre."""
        raise NotImplementedError

    def chains(self, parts: int) -> tuple[tuple[MatSection, ...], ...]:
        """Return the sections of each row of places that starts at the hexagon.

        Each arm or side is cut into ``parts``. Coordinates are relative to the hexagon's centre.
        """
        raise NotImplementedError

    def strips(self, parts: int) -> tuple[MatStrip, ...]:
        """Return the strips of the mat, with each arm or side cut into ``parts``.

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
    """Split the numbers below ``count`` into at most ``parts`` ranges, larger ones first."""
    size = -(-count // parts)
    return (range(first, min(first + size, count)) for first in range(0, count, size))
