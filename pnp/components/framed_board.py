"""Boards with a frame and a title in their rim."""

from typing import ClassVar

from pydantic import StrictBool

from pnp.base.units import Mm
from pnp.game.base import Model
from pnp.game.board import Board
from pnp.game.fields import Color, Id, NonEmptyText
from pnp.game.player_marks import Mark

FRAME: Mm = 1.8  # from the trim to the inner line of the frame


class CornerSign(Model):
    """A mark in a corner of a frame; a theme may colour it by its id."""

    id: Id
    color: Color
    mark: Mark


class FramedBoard(Board):
    """A board with a frame and a title; the parent of kinds, and none itself.

    The frame and, by default, the title are in a rim of ``LEAST_RIM`` or more. The title is by
    default the name of the game and the year it is from. One that is written stands in the middle
    of the board where the rim has no room.
    """

    sentences = (*Board.sentences, "title")

    LEAST_RIM: ClassVar[Mm] = 4.0

    framed: StrictBool = True
    titled: StrictBool = True
    title: NonEmptyText | None = None

    @property
    def has_frame(self) -> bool:
        """Whether a frame is drawn."""
        return self.framed and self.rim >= self.LEAST_RIM

    @property
    def clear_rim(self) -> Mm:
        """The depth of the rim between the frame and the places."""
        return self.rim - FRAME if self.has_frame else self.rim

    def title_words(self, name: str, date: str | None) -> tuple[str, ...]:
        """Return the words of the title: the name and the year by default; none without a title."""
        if not self.titled:
            return ()
        if self.title is not None:
            return (self.title,)
        return (name.upper(), date[:4]) if date else (name.upper(),)
