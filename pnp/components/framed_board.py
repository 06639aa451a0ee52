"""Boards with a frame and a title in their rim."""

from typing import ClassVar

from pydantic import StrictBool

from pnp.base.units import Mm
from pnp.game.board import Board
from pnp.game.fields import Color, Id, Length, Model, NonEmptyText
from pnp.game.places import Mark

FRAME: Mm = 1.8  # from the trim to the inner line of a frame of lines


class CornerSign(Model):
    """A mark in a corner of a frame; a theme may colour it by its id."""

    id: Id
    color: Color
    mark: Mark


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
