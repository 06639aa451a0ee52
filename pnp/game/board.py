"""What all boards have in common: places, pieces that lie on them, and zones."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field, StrictBool

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, rectangle
from pnp.base.units import Mm, quoted
from pnp.game.component import Component, Neighbours, TabletopShape
from pnp.game.fields import (
    Known,
    Length,
    LineColor,
    Model,
    NonEmptyText,
    PaperColor,
    TintColor,
    needs_unless,
)
from pnp.game.places import Mark, Place, spelled_out

MOST_ZONES = 100


class Zone(Model):
    """Places that mean something to a player, identified by a mark.

    A start is where the pieces begin, a goal the row that they move to, an area a part of the board
    with special rules. A ``note``, such as for how many players the zone is, stands before the
    mark. A start is hatched; an ``outlined`` one has a dashed line instead, for starts that
    overlap.
    """

    sentences = ("note",)

    schema_rules = needs_unless(
        {"properties": {"sign": {"const": "area"}}, "required": ["sign"]}, "mark"
    )

    sign: Literal["start", "goal", "area"]
    at: Annotated[tuple[NonEmptyText, ...], Field(min_length=1)]
    mark: Mark | None = None
    note: NonEmptyText | None = None
    outlined: StrictBool = False

    def _check(self) -> None:
        if self.sign != "area" and self.mark is None:
            raise ValueError(f"is a {self.sign}, so it needs the mark of the player it belongs to")


class EdgeLabel(NamedTuple):
    """The name of a row, column or place, at a point beside it; ``out`` points away from it."""

    text: str
    at: Point
    out: Point


class BoardSide(NamedTuple):
    """A side of a place: the direction from the centre, and its distance.

    A ``free`` side has no other place beyond it.
    """

    out: Point
    reach: Mm
    free: bool = False


class Board(Component):
    """The base of every kind of board. ``holds`` names the components that lie on it."""

    is_board: ClassVar[bool] = True
    played_as = "board"
    places_alone: ClassVar[bool] = False  # whether figures show only places, without rim and ground

    holds: tuple[Annotated[str, Known("components", able="lies_on_boards")], ...] = ()
    zones: Annotated[tuple[Zone, ...], Field(min_length=0, max_length=MOST_ZONES)] = ()
    ground: PaperColor = "#ffffff"
    tint: TintColor = "#f1ece0"
    rim: Length = 5.0
    ink: LineColor = "#9a9486"

    @property
    def places(self) -> tuple[Place, ...]:
        """The places where pieces lie."""
        raise NotImplementedError

    def outline(self, place: Place) -> tuple[Point, ...]:
        """Return the corners of a place as drawn, clockwise."""
        return place.corners

    if TYPE_CHECKING:  # a property, or a field where the definition states the size

        @property
        def size(self) -> Size:
            """The size of the board with its rim."""

    @property
    def clear_rim(self) -> Mm:
        """The depth of the rim beside the places that stays clear of other drawings."""
        return self.rim

    @property
    def face_size(self) -> Size:
        """The size of the board with its rim."""
        return self.size

    def trim_line(self, inset: Mm = 0.0) -> Path:
        """Return the line along which it is cut out, or one that lies within it all around."""
        return rectangle(Rect(0, 0, *self.size).inset(inset))

    @property
    def freed_by_trim(self) -> bool:
        """Whether straight cuts along its trim free it."""
        return True

    def beyond_edge(self, at: Point) -> Mm:
        """Return how far a point lies outside its edge; less than 0 for one inside."""
        middle = Rect(0, 0, *self.size).center
        return max(abs(at.x - middle.x) - middle.x, abs(at.y - middle.y) - middle.y)

    @property
    def pieces(self) -> Mapping[str, int]:
        """One piece, called a board whatever its kind."""
        return {"board": 1}

    @property
    def face_names(self) -> Sequence[str]:
        """The whole front, and each place."""
        return ("front", *self.by_name)

    @property
    def tabletop_shape(self) -> TabletopShape:
        """One piece, named "board" for every kind."""
        return "board"

    @property
    def neighbours(self) -> Neighbours:
        """The pairs of places that share an edge; empty for boards where that does not matter."""
        return ()

    @property
    def shown_whole(self) -> Rect:
        """The part of the board that a figure of all of it shows."""
        return Rect(0, 0, *self.size)

    def crop_of(self, place: Place) -> tuple[Point, ...]:
        """Return the corners of the part of the board that a figure shows for a place."""
        return place.corners

    def lane(self, place: Place, aside: Mm) -> Point | None:
        """Return the point that an arrow drawn aside passes at a place.

        By default, None, it runs parallel to the line through the centres of its places.
        """
        return None

    def way_off(self, place: Place, *, comes: bool) -> Point | None:
        """Return the point through which a piece enters a place from off the board, or leaves it.

        By default, None, it is outside the figure by the shortest way.
        """
        return None

    def sides_to_stand_on(self, place: Place) -> tuple[BoardSide, ...]:
        """Return the sides of a place where figures show what stands on a tile, best first.

        By default the lowest side comes first.
        """
        return tuple(sorted(sides_of(place), key=lambda side: -round(side.out.y, 3)))

    def edge_labels(self, shown: Sequence[Place], frame: Rect) -> Iterator[EdgeLabel]:
        """Yield the labels at the edges of a figure, by which readers find places.

        ``frame`` is the part of the board that the figure shows. By default there are none.
        """
        yield from ()

    def spot(self, place: Place, size: Size, number: int, of: int) -> Point:
        """Return the centre of piece ``number`` of several side by side on a place."""
        pitch = min(size.width, 0.9 * (place.size.width - size.width) / max(1, of - 1))
        return place.center.moved(pitch * (number - (of - 1) / 2), 0)

    @cached_property
    def by_name(self) -> Mapping[str, Place]:
        """The places by their names."""
        return {place.name: place for place in self.places}

    @cached_property
    def shapes(self) -> Mapping[str, Place]:
        """The first place of the same shape, which holds the same pieces, by each place's name."""
        first: dict[tuple[float, ...], Place] = {}
        return {place.name: first.setdefault(_shape(place), place) for place in self.places}

    def places_of(self, zone: Zone) -> tuple[Place, ...]:
        """Return the places of a zone."""
        return tuple(self.by_name[name] for name in spelled_out(zone.at))

    def require_places(self, words: Iterable[str], key: str) -> tuple[str, ...]:
        """Return the names of the places that words and ranges denote."""
        known = self.by_name
        try:
            names = spelled_out(tuple(words))
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
        for name in names:
            if name not in known:
                raise ValueError(
                    f"{key}: there is no place {name!r} on this board; "
                    f"its places go from {self.places[0].name} to {self.places[-1].name}"
                )
        return names

    def require_single_places(self, names: Iterable[str], key: str) -> None:
        """Raise ValueError unless each name denotes one place; ``key`` says where they stand."""
        for name in names:
            if self.require_places([name], f"{key}.{name}") != (name,):
                raise ValueError(f"{key}.{name}: write one place, not a range")

    @classmethod
    def places_asked(cls, table: Mapping[str, Any]) -> int:
        """Return the number of places in an unvalidated definition with rows and columns."""
        rows, columns = table.get("rows"), table.get("columns")
        if not (isinstance(rows, int) and isinstance(columns, int)):
            return 0
        return max(rows, 0) * max(columns, 0)

    def _check(self) -> None:
        if len(set(self.holds)) < len(self.holds):
            held = quoted(list(self.holds))
            raise ValueError(f"holds names a component twice; write each once, not {held}")
        for number, zone in enumerate(self.zones, start=1):
            names = self.require_places(zone.at, f"zones[{number}].at")
            twice = [name for name, times in Counter(names).items() if times > 1]
            if twice:
                raise ValueError(f"zones[{number}].at: {twice[0]} is there twice; write it once")


def sides_of(place: Place) -> Iterator[BoardSide]:
    """Yield the sides of a place."""
    for start, end in place.edges():
        x = (start.x + end.x) / 2 - place.center.x
        y = (start.y + end.y) / 2 - place.center.y
        reach = hypot(x, y)
        yield BoardSide(Point(x / reach, y / reach), reach)


def _shape(place: Place) -> tuple[float, ...]:
    """Return a place's turn and its corners relative to its centre, rounded to a nanometre."""
    x, y = place.center
    return place.turn, *(round(side, 6) for p in place.corners for side in (p.x - x, p.y - y))
