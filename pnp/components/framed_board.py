"""Boards of other shapes than a rectangle, and boards with a frame and a title in their rim."""

from math import ceil, cos, hypot, pi, sqrt
from typing import ClassVar, Literal

from pydantic import StrictBool

from pnp.base.geometry import Point, Rect
from pnp.base.path import Path, circle, regular_polygon
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.game.board import Board
from pnp.game.component import GameBox, Measure, measured
from pnp.game.fields import Color, Id, Length, Model, NonEmptyText
from pnp.game.places import Mark

FRAME: Mm = 1.8  # from the trim to the inner line of a frame of lines


class CornerSign(Model):
    """A mark in a corner of a frame; a theme may colour it by its id."""

    id: Id
    color: Color
    mark: Mark


class ShapedBoard(Board):
    """A board that may be round or an octagon, if it is as wide as high."""

    shape: Literal["rectangle", "round", "octagon"] = "rectangle"

    @property
    def freed_by_trim(self) -> bool:
        """Whether it is a rectangle."""
        return self.shape == "rectangle"

    def trim_line(self, inset: Mm = 0.0) -> Path:
        """Return its outline, or one that lies within it all around."""
        middle, reach = Rect(0, 0, *self.size).center, self.size.width / 2 - inset
        match self.shape:
            case "rectangle":
                return super().trim_line(inset)
            case "round":
                return circle(middle, reach)
            case "octagon":
                return regular_polygon(middle, 8, reach / cos(pi / 8), 22.5)

    def beyond_edge(self, at: Point) -> Mm:
        """Return how far a point lies outside the outline."""
        middle = Rect(0, 0, *self.size).center
        x, y = abs(at.x - middle.x), abs(at.y - middle.y)
        match self.shape:
            case "rectangle":
                return super().beyond_edge(at)
            case "round":
                return hypot(x, y) - middle.x
            case "octagon":
                return max(x, y, (x + y) / sqrt(2)) - middle.x

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        """Return the diameter if it is round, else the sides."""
        return (
            measured(diameter=self.size.width) if self.shape == "round" else super().measures(box)
        )

    def _check(self) -> None:
        if self.shape != "rectangle" and abs(self.size.width - self.size.height) > EPSILON:
            raise ValueError(
                f"shape: a board that is {self.shape} is as wide as high, not "
                f"{dimensions(*self.size)}"
            )
        super()._check()
        if not self.freed_by_trim:
            corners = (corner for place in self.places for corner in place.corners)
            missing = max(map(self.beyond_edge, corners)) + self.rim - self.clear_rim
            if missing > EPSILON:
                raise ValueError(
                    "rim: is too narrow for the shape of the board; its places need "
                    f"{ceil(10 * (self.rim + missing) - EPSILON) / 10:g} mm or more"
                )


class FramedBoard(Board):
    """A board with a frame and a title; the base class of several kinds.

    The frame and, by default, the title are in a rim of at least ``LEAST_RIM`` past a frame of
    lines; a deeper ``frame`` shows the border of the game's livery. The title defaults to the name
    of the game and its year. A title in the definition moves to the middle of the board if the rim
    has no room.
    """

    sentences = (*Board.sentences, "title")

    LEAST_RIM: ClassVar[Mm] = 4.0

    framed: StrictBool = True
    frame: Length = FRAME
    titled: StrictBool = True
    title: NonEmptyText | None = None

    @property
    def has_frame(self) -> bool:
        """Whether it has a frame."""
        return self.framed and self.rim >= self.LEAST_RIM + self.frame - FRAME

    @property
    def clear_rim(self) -> Mm:
        """The depth of the rim between the frame and the places."""
        return self.rim - self.frame if self.has_frame else self.rim

    def title_words(self, name: str, date: str | None) -> tuple[str, ...]:
        """Return the words of the title, by default the name and the year; () without a title."""
        if not self.titled:
            return ()
        if self.title is not None:
            return (self.title,)
        return (name.upper(), date[:4]) if date else (name.upper(),)
