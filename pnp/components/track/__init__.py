"""A board of numbered spaces one after another: for points, turns, rounds or phases."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from math import radians, tan
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictBool, StrictInt

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.components.framed_board import ShapedBoard
from pnp.components.sectors import SectorRing, least_inner, ring_depth
from pnp.game.component import GameBox
from pnp.game.fields import OPEN, CellSize, Length, NonEmptyText, Quantity, Schema, needs_where
from pnp.game.places import MIDDLE, Place, around, away, rectangle_corners, rectangle_place

MOST = 999  # the highest number: names of four figures are coordinates
HEADING: Mm = 11.0  # the height of a title above the spaces

Slot = tuple[int, int]  # column from the left and row from the top, both from 0


class Track(ShapedBoard):
    """Spaces from ``first`` to ``last`` in steps, each a place named by its number.

    They run ``straight``, in ``rows`` that all go to the right, as a ``snake`` whose rows
    alternate, or clockwise from the top left around an ``edge`` or inward as a ``spiral``.
    ``columns`` is the number of spaces in a row or along the upper edge. With ``upward`` rows are
    counted from below, and a spiral runs anticlockwise from the bottom left. Spaces may also be
    sectors of a ``circle``, clockwise from the top, or run along the ``sides`` of a regular
    ``polygon``, from the left end of the upper one; what is on them is upright or faces
    ``outward``. Numbers that are multiples of ``every`` stand out, none if that is 0.
    """

    sentences = (*ShapedBoard.sentences, "title", "start", "finish", "labels")

    schema_rules: ClassVar[Schema] = {
        **needs_where("layout", ("rows", "snake", "edge", "spiral"), "columns"),
        "else": {"not": {"required": ["columns"], **OPEN}, **OPEN},
        "allOf": [needs_where("layout", ("polygon",), "sides")],
    }

    kind: Literal["track"]
    first: Annotated[StrictInt, Field(ge=0, le=MOST)] = 0
    last: Annotated[StrictInt, Field(ge=0, le=MOST)]
    step: Quantity = 1
    space: CellSize
    play: Length = 0.0
    layout: Literal["straight", "rows", "snake", "edge", "spiral", "circle", "polygon"] = "straight"
    columns: Annotated[StrictInt, Field(ge=1, le=MOST)] | None = None
    sides: Annotated[StrictInt, Field(ge=3, le=12)] | None = None
    facing: Literal["upright", "outward"] = "upright"
    upward: StrictBool = False
    every: Annotated[StrictInt, Field(ge=0, le=MOST)] = 5
    numbered: StrictBool = True
    start: NonEmptyText | None = None
    finish: NonEmptyText | None = None
    labels: Mapping[NonEmptyText, NonEmptyText] = Field(default_factory=dict)
    title: NonEmptyText | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the spaces in order, counting down if ``last`` is less than ``first``."""
        down = self.last < self.first
        step, end = (-self.step, self.last - 1) if down else (self.step, self.last + 1)
        return tuple(range(self.first, end, step))

    @property
    def pitch(self) -> Size:
        """The distance between the centres of adjacent spaces."""
        return Size(self.space.width + self.play, self.space.height + self.play)

    @cached_property
    def extent(self) -> tuple[int, int]:
        """The numbers of columns and rows."""
        count = len(self.numbers)
        columns = self.columns or count
        if self.layout == "edge":
            return columns, max(2, (count + 1) // 2 - columns + 2)
        return columns, -(-count // columns)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slot of each space, in order; none where spaces do not lie in rows and columns."""
        if self.layout in ("circle", "polygon"):
            return ()
        columns, rows = self.extent
        count = len(self.numbers)
        if self.layout == "edge":
            return _around(columns, rows)[:count]
        if self.layout == "spiral":
            inward = islice(_inward(columns, rows), count)
            return tuple((x, rows - 1 - y if self.upward else y) for x, y in inward)

        def slot(number: int) -> Slot:
            row, column = divmod(number, columns)
            back = self.layout == "snake" and row % 2 == 1
            return columns - 1 - column if back else column, rows - 1 - row if self.upward else row

        return tuple(map(slot, range(count)))

    @property
    def heading(self) -> Mm:
        """The height of a title above the spaces; a track around something has it inside."""
        return HEADING if self.title is not None and not self.surrounds else 0.0

    @property
    def surrounds(self) -> bool:
        """Whether the spaces run around something."""
        return self.layout in ("edge", "circle", "polygon")

    @property
    def area(self) -> Rect:
        """The smallest rectangle around the spaces."""
        if not self.slots:
            return Rect(self.rim, self.rim, *self._about.size)
        columns, rows = self.extent
        pitch = self.pitch
        return Rect(self.rim, self.rim + self.heading, columns * pitch.width, rows * pitch.height)

    @property
    def size(self) -> Size:
        return Size(self.area.right + self.rim, self.area.bottom + self.rim)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The spaces in order."""
        if not self.slots:
            return tuple(place.moved(*self.middle) for place in self._around_middle)
        area, pitch = self.area, self.pitch

        def space(number: int, slot: Slot) -> Place:
            x, y = area.x + (slot[0] + 0.5) * pitch.width, area.y + (slot[1] + 0.5) * pitch.height
            return rectangle_place(str(number), pitch, Point(x, y))

        return tuple(map(space, self.numbers, self.slots))

    @cached_property
    def ring(self) -> SectorRing:
        """The ring of a circle around the origin."""
        inner = least_inner(self.pitch, len(self.numbers))
        return SectorRing(MIDDLE, inner, inner + ring_depth(inner, self.pitch), len(self.numbers))

    @property
    def inside(self) -> Mm:
        """The radius of the area that a circle or a polygon surrounds."""
        if self.sides is None:
            return self.ring.inner
        along = len(self.numbers) // self.sides * self.pitch.width
        return along / 2 / tan(radians(180 / self.sides))

    @cached_property
    def _about(self) -> Rect:
        """The smallest rectangle around the spaces of a circle or a polygon about the origin."""
        if self.sides is None:
            return Rect.about(MIDDLE, 2 * self.ring.outer, 2 * self.ring.outer)
        return around(self._around_middle, 0.0)

    @property
    def middle(self) -> Point:
        """The middle of a circle or a polygon."""
        return Point(self.rim - self._about.x, self.rim - self._about.y)

    @cached_property
    def _around_middle(self) -> tuple[Place, ...]:
        """The spaces of a circle or a polygon about the origin."""
        is_outward, names = self.facing == "outward", map(str, self.numbers)
        if self.sides is None:
            return tuple(
                self.ring.place(name, number, outward=is_outward)
                for number, name in enumerate(names)
            )
        on_side = len(self.numbers) // self.sides
        found: list[Place] = []
        for number, name in enumerate(names):
            side, along = divmod(number, on_side)
            turn = 360 * side / self.sides
            middle = away(MIDDLE, turn, self.inside + self.pitch.height / 2)
            center = away(middle, turn + 90, (along - (on_side - 1) / 2) * self.pitch.width)
            corners = rectangle_corners(self.pitch, center, turn)
            found.append(Place(name, center, corners, turn if is_outward else 0.0))
        return tuple(found)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words in spaces besides their numbers, by name."""
        ends = {str(self.numbers[0]): self.start, str(self.numbers[-1]): self.finish}
        return {name: word for name, word in ends.items() if word is not None} | dict(self.labels)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {
            "spaces": len(self.numbers),
            "first": self.numbers[0],
            "last": self.numbers[-1],
            "width": self.space.width,
            "height": self.space.height,
        }

    def _check(self) -> None:
        count, layout = len(self.numbers), self.layout
        in_rows = layout in ("rows", "snake", "edge", "spiral")
        if not in_rows and self.columns is not None:
            raise ValueError(
                f"columns: layout {layout!r} has none; write another, or leave them out"
            )
        if in_rows and self.columns is None:
            raise ValueError(f"columns: is missing; write how many spaces a row of {layout} has")
        if self.upward and layout not in ("rows", "snake", "spiral"):
            raise ValueError(f"upward: is of rows, snakes and spirals, not of layout {layout!r}")
        if self.columns is not None and self.columns > count:
            raise ValueError(f"columns: {self.columns} are more than there are spaces: {count}")
        if layout == "edge" and (count < 8 or not 3 <= self.extent[0] <= (count + 1) // 2 - 1):
            raise ValueError(
                f"{count} spaces do not go around an edge with {self.columns} in the upper row; "
                "it has 3 columns and 3 rows or more"
            )
        self._check_around(count)
        super()._check()
        self.require_single_places(self.labels, "labels")
        ends = {"start": (self.start, self.numbers[0]), "finish": (self.finish, self.numbers[-1])}
        for key, (word, number) in ends.items():
            if word is not None and str(number) in self.labels:
                raise ValueError(f"labels.{number}: is there as {key} as well; write one of them")

    def _check_around(self, count: int) -> None:
        """Raise ValueError unless a circle or a polygon can be made of so many spaces."""
        if (self.layout == "polygon") != (self.sides is not None):
            raise ValueError("sides: is the number of sides of a polygon, which needs it")
        if self.facing == "outward" and self.layout not in ("circle", "polygon"):
            raise ValueError(f"facing: is of circles and polygons, not of layout {self.layout!r}")
        if self.sides is not None and count % self.sides:
            raise ValueError(f"sides: {count} spaces do not go evenly along {self.sides} sides")
        if self.layout == "circle" and count < 3:
            raise ValueError(f"a circle has 3 spaces or more, not {count}")


def _inward(columns: int, rows: int) -> Iterator[Slot]:
    """Yield all slots clockwise from the top left, around and then further in."""
    for depth in range((min(columns, rows) + 1) // 2):
        for column, row in _around(columns - 2 * depth, rows - 2 * depth):
            yield column + depth, row + depth


def _around(columns: int, rows: int) -> tuple[Slot, ...]:
    """Return the slots along the edge, clockwise from the top left."""
    top = [(column, 0) for column in range(columns)]
    right = [(columns - 1, row) for row in range(1, rows)]
    bottom = [(column, rows - 1) for column in range(columns - 2, -1, -1)]
    left = [(0, row) for row in range(rows - 2, 0, -1)]
    return tuple(dict.fromkeys((*top, *right, *bottom, *left)))
