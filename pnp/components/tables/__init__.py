"""A tables board: 24 points in four quarters, as for backgammon and its kin."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal

from pydantic import StrictBool

from pnp.base.expressions import FigureValue
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm
from pnp.components.framed_board import FramedBoard
from pnp.game.board import EdgeLabel
from pnp.game.component import GameBox
from pnp.game.fields import Color, GroundColor, Length, PositiveLength, TextOrEmpty, ThemeColor
from pnp.game.places import Place, away, rectangle_place

POINTS = 24
SIDE = 12  # points on either side
QUARTER = 6
LINE: Mm = 0.25  # half of the line around the points
OFF = 0.75  # of a point's length: how far from its foot pieces leave the board
COMES, FURTHER = 0.12, 0.14  # of it: where they enter, and the increment for each point


class Tables(FramedBoard):
    """Two sides of 12 points; the near player moves anticlockwise, as seen from above.

    That player's way begins at the rightmost point of the opposite side, goes left along it, then
    right along their own side to its end; on a clockwise board left and right change places. In
    games of parallel ``movement`` the other player goes the same way round, from the opposite
    corner, and points have numbers in the order of play. In those of contrary movement, as
    backgammon, the other one goes back along the same points, and numbers fall to 1 in a player's
    home. Each point bears both players' numbers, readable from their seats. Places have the near
    player's numbers, 1 to 24.

    A board of contrary movement has places on the bar as well, bar1 of the near player and bar2; if
    ``off`` is more than 0, there are trays beside the points for pieces borne off, off1 and off2.
    """

    sentences = (*FramedBoard.sentences, "enter", "home")

    kind: Literal["tables"]
    point: PositiveLength
    length: PositiveLength
    middle: PositiveLength
    bar: Length = 10.0
    off: Length = 0.0
    rim: PositiveLength = 11.0
    movement: Literal["parallel", "contrary"] = "parallel"
    direction: Literal["anticlockwise", "clockwise"] = "anticlockwise"
    coordinates: StrictBool = True
    arrows: StrictBool | None = None
    enter: TextOrEmpty | None = None
    home: TextOrEmpty | None = None
    ground: GroundColor = "#f6efdc"
    dark: Annotated[Color, ThemeColor("dark")] = "#b58a56"
    light: Annotated[Color, ThemeColor("light")] = "#e5d2a8"
    ink: Annotated[Color, ThemeColor("letters")] = "#3b342b"
    faint: Annotated[Color, ThemeColor("far")] = "#866334"

    @property
    def size(self) -> Size:
        width = SIDE * self.point + self.bar + self.off + 2 * self.rim
        return Size(width, 2 * self.length + self.middle + 2 * self.rim)

    @property
    def is_contrary(self) -> bool:
        """Whether the players go opposite ways."""
        return self.movement == "contrary"

    @property
    def is_clockwise(self) -> bool:
        """Whether the near player goes clockwise, so that home is on the left."""
        return self.direction == "clockwise"

    @property
    def has_arrows(self) -> bool:
        """Whether arrows show the way, by default where both players go the same way."""
        return not self.is_contrary if self.arrows is None else self.arrows

    @property
    def field(self) -> Rect:
        """The points with the bar between them."""
        inside = Rect(0, 0, *self.size).inset(self.rim)
        left = inside.x + self.off if self.is_clockwise else inside.x
        return inside._replace(x=left, width=inside.width - self.off)

    @property
    def tray(self) -> Rect:
        """The trays for pieces borne off, beside the points."""
        left = self.rim if self.is_clockwise else self.field.right
        return self.field._replace(x=left, width=self.off)

    @property
    def bar_area(self) -> Rect:
        """The bar, from edge to edge."""
        return self.field._replace(x=self.field.center.x - self.bar / 2, width=self.bar)

    @property
    def shown_whole(self) -> Rect:
        return Rect(0, 0, *self.size).inset(self.rim).inset(-LINE)

    def number_of(self, point: int) -> int:
        """Return a player's number of a point that they pass as the first, the second and so on."""
        return POINTS + 1 - point if self.is_contrary else point

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The points by their numbers; a piece lies at the foot, its top to the tip.

        After them come the places on the bar and in the trays, the near player's first.
        """
        half = self.point / 2
        y = self.field.y + half
        far = [Point(self.left_of(number) + half, y) for number in range(1, SIDE + 1)]
        middle = self.field.center
        # The near side is the far side rotated by 180 degrees.
        near = [Point(2 * middle.x - foot.x, 2 * middle.y - foot.y) for foot in far]
        room = Size(self.point, self.point)
        points = (
            rectangle_place(str(self.number_of(number)), room, foot)._replace(
                turn=180.0 if number <= SIDE else 0.0
            )
            for number, foot in enumerate(far + near, start=1)
        )
        by_number = sorted(points, key=lambda place: int(place.name))
        return (*by_number, *self._beside_points())

    def _beside_points(self) -> Iterator[Place]:
        """Yield the places on the bar, at its middle, and in the trays, at their ends."""
        tray, (x, y), half = self.tray, self.field.center, self.point / 2
        if self.is_contrary and self.bar:
            for name, down, turn in (("bar1", half, 0.0), ("bar2", -half, 180.0)):
                size = Size(self.bar, self.point)
                yield rectangle_place(name, size, Point(x, y + down))._replace(turn=turn)
        if self.off:
            size = Size(self.off, self.point)
            for name, at, turn in (
                ("off1", tray.bottom - half, 0.0),
                ("off2", tray.y + half, 180.0),
            ):
                yield rectangle_place(name, size, Point(tray.center.x, at))._replace(turn=turn)

    def outline(self, place: Place) -> tuple[Point, ...]:
        """Return the corners of a point, its base and its tip, or of half of the bar or a tray."""
        if not place.name.isdecimal():
            area = self.bar_area if place.name.startswith("bar") else self.tray
            y = area.y if place.turn else area.center.y
            return Rect(area.x, y, area.width, area.height / 2).corners
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
        for place in (place for place in shown if place.name.isdecimal()):
            far = place.center.y < self.field.center.y
            y = self.field.y if far else self.field.bottom
            yield EdgeLabel(place.name, Point(place.center.x, y), Point(0, -1 if far else 1))

    def way_off(self, place: Place, *, comes: bool) -> Point:
        """Return the point beside the tips where the player's way along that side begins or ends.

        It is on the right of the player who enters the far side or leaves the near one. Paths of
        pieces that enter different points do not meet.
        """
        far = place.center.y < self.field.center.y
        number = min((int(place.name) - 1) % SIDE + 1, QUARTER + 1) if place.name.isdecimal() else 1
        reach = COMES + FURTHER * number if comes else OFF
        on_right = (self.is_contrary or far is comes) is not self.is_clockwise
        x = self.size.width if on_right else 0.0
        down = 1 if far else -1
        foot = self.field.y if far else self.field.bottom
        return Point(x, foot + down * reach * self.length)

    def left_of(self, number: int) -> float:
        """Return the x of the left edge of one of the far points, 1 to 12 as players pass them."""
        beyond_bar = self.bar if number > QUARTER else 0.0
        if self.is_clockwise:
            return self.field.x + (number - 1) * self.point + beyond_bar
        return self.field.right - number * self.point - beyond_bar

    def spot(self, place: Place, size: Size, number: int, of: int) -> Point:
        """Return the centre of one of several pieces, which line up along the point.

        Those that would reach the other side overlap. On the bar they line up from the middle.
        """
        room = (self.field.height / 2 - size.height) / max(1, of - 1)
        turn = place.turn + (180 if place.name.startswith("bar") else 0)
        return away(place.center, turn, number * min(size.height, room))

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        return {"points": POINTS, "side": SIDE, "quarter": QUARTER, "point": self.point}

    def _check(self) -> None:
        super()._check()
        if self.is_contrary and self.enter:
            raise ValueError(
                "enter: where one player enters is the other's home in games of contrary "
                "movement; leave it out"
            )
