"""A tables board: 24 points in four quarters, as for backgammon and its kin."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.components.framed_board import FramedBoard
from pnp.game.board import EdgeLabel
from pnp.game.component import GameBox
from pnp.game.fields import Color, GroundColor, Length, NonEmptyText, PositiveLength, ThemeColor
from pnp.game.places import Place, away, rectangle_place

POINTS = 24
SIDE = 12  # points on either side
QUARTER = 6
LINE: Mm = 0.25  # half of the line around the points
OFF = 0.75  # of a point's length: how far from its foot pieces leave the board
COMES, FURTHER = 0.12, 0.14  # of it: where they enter, and the increment for each point


class Tables(FramedBoard):
    """Two sides of 12 points; both players move anticlockwise, as seen from above.

    A player enters at the rightmost point of the opposite side, moves left along it, then right
    along their own side to its end. Each point bears both players' numbers, readable from their
    seats. Places have the near player's numbers, 1 to 24.
    """

    sentences = (*FramedBoard.sentences, "enter", "home")

    kind: Literal["tables"]
    point: PositiveLength
    length: PositiveLength
    middle: PositiveLength
    bar: Length = 10.0
    rim: PositiveLength = 11.0
    enter: NonEmptyText | None = None
    home: NonEmptyText | None = None
    ground: GroundColor = "#f6efdc"
    dark: Annotated[Color, ThemeColor("dark")] = "#b58a56"
    light: Annotated[Color, ThemeColor("light")] = "#e5d2a8"
    ink: Annotated[Color, ThemeColor("letters")] = "#3b342b"
    faint: Annotated[Color, ThemeColor("far")] = "#866334"

    @property
    def size(self) -> Size:
        width = SIDE * self.point + self.bar + 2 * self.rim
        return Size(width, 2 * self.length + self.middle + 2 * self.rim)

    @property
    def field(self) -> Rect:
        """The board inside its rim."""
        return Rect(0, 0, *self.size).inset(self.rim)

    @property
    def shown_whole(self) -> Rect:
        return self.field.inset(-LINE)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The points in the near player's order; a piece lies at the foot, its top to the tip."""
        half = self.point / 2
        y = self.field.y + half
        far = [Point(self.left_of(number) + half, y) for number in range(1, SIDE + 1)]
        middle = self.field.center
        # The near side is the far side rotated by 180 degrees.
        near = [Point(2 * middle.x - foot.x, 2 * middle.y - foot.y) for foot in far]
        room = Size(self.point, self.point)
        return tuple(
            rectangle_place(str(number), room, foot)._replace(turn=180.0 if number <= SIDE else 0.0)
            for number, foot in enumerate(far + near, start=1)
        )

    def outline(self, place: Place) -> tuple[Point, ...]:
        """Return the corners of a point: its base and its tip."""
        foot, half = place.center, self.point / 2
        down = 1 if foot.y < self.field.center.y else -1
        base = [foot.moved(-x * down, -half * down) for x in (half, -half)]
        return (*base, foot.moved(0, (self.length - half) * down))

    def crop_of(self, place: Place) -> tuple[Point, ...]:
        """Return the corners of the rectangle around a point."""
        return Rect.around(self.outline(place)).corners

    def lane(self, place: Place, aside: Mm) -> Point:
        """Return where an arrow passes a point: nearer to its tip."""
        return away(place.center, place.turn, aside)

    def edge_labels(self, shown: Sequence[Place], frame: Rect) -> Iterator[EdgeLabel]:
        """Yield the near player's number of each point, beyond its foot."""
        for place in shown:
            far = place.center.y < self.field.center.y
            y = self.field.y if far else self.field.bottom
            yield EdgeLabel(place.name, Point(place.center.x, y), Point(0, -1 if far else 1))

    def way_off(self, place: Place, *, comes: bool) -> Point:
        """Return the point beside the tips where the player's way along that side begins or ends.

        It is on the right of the player who enters the far side or leaves the near one. Paths of
        pieces that enter different points do not meet.
        """
        far = place.center.y < self.field.center.y
        number = (int(place.name) - 1) % SIDE + 1
        reach = COMES + FURTHER * min(number, QUARTER + 1) if comes else OFF
        x = self.size.width if far is comes else 0.0
        down = 1 if far else -1
        foot = self.field.y if far else self.field.bottom
        return Point(x, foot + down * reach * self.length)

    def left_of(self, number: int) -> float:
        """Return the x of the left edge of one of the far points, 1 to 12 from the right."""
        beyond_bar = self.bar if number > QUARTER else 0.0
        return self.field.right - number * self.point - beyond_bar

    def spot(self, place: Place, size: Size, number: int, of: int) -> Point:
        """Return the centre of one of several pieces, which line up along the point."""
        return away(place.center, place.turn, number * size.height)

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"points": POINTS, "side": SIDE, "quarter": QUARTER, "point": self.point}
