"""Placement of backs, so that each lies behind its front."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import product
from typing import NamedTuple

from pnp.base.geometry import Point, Rect, Size, Transform


class Duplex(StrEnum):
    """How the two sides of a piece get onto one sheet, or the only side that is printed."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"
    FRONTS = "fronts"
    BACKS = "backs"


def printed_sides(duplex: Duplex | None) -> tuple[str, ...]:
    """Return the sides of a sheet that are printed, in order; ``None`` if pieces have no backs."""
    match duplex:
        case None | Duplex.FRONTS:
            return ("front",)
        case Duplex.BACKS:
            return ("back",)
        case Duplex.FOLD:
            return ("fold",)
        case _:
            return ("front", "back")


class SheetSide(NamedTuple):
    """A side of a sheet of paper that is a page of a file; sheets are numbered from 1.

    ``name`` is that of a page that has a name, as those of posters do.
    """

    sheet: int
    side: str
    name: str = ""

    @property
    def label(self) -> str:
        """The label of the page: its name, or the number of its sheet and its side."""
        return self.name or (
            f"{self.sheet}" if self.side == "fold" else f"{self.sheet} {self.side}"
        )


def sides_of(duplex: Duplex | None, have_backs: Sequence[bool]) -> tuple[SheetSide, ...]:
    """Return the sheet and the side of each page; ``have_backs`` is about each sheet.

    A sheet without backs keeps a blank page for them, so that every sheet has as many pages; only
    where both sides are printed, the last page is left out if it would be blank.
    """
    sheets, printed = range(1, len(have_backs) + 1), printed_sides(duplex)
    sides = tuple(SheetSide(*one) for one in product(sheets, printed))
    return sides[:-1] if len(printed) > 1 and not have_backs[-1] else sides


class SlotPlace(NamedTuple):
    """A slot on one side of a sheet, and whether its face is upside down."""

    slot: Rect
    upside_down: bool = False

    @property
    def placement(self) -> Transform:
        """The transform from a face, with its origin at the top left, into the slot."""
        move = Transform.move(self.slot.x, self.slot.y)
        if not self.upside_down:
            return move
        center = Point(self.slot.width / 2, self.slot.height / 2)
        return Transform.turn(180, center).then(move)


def turned_sideways(page: Size, duplex: Duplex) -> bool:
    """Return whether a sheet is turned over sideways, like the page of a book.

    Over the long edge a portrait sheet turns sideways and a landscape one head over heels; over the
    short edge it is the other way round. A fold is vertical and in the middle, so it turns the
    right half sideways.
    """
    portrait = page.height >= page.width
    match duplex:
        case Duplex.LONG_EDGE:
            return portrait
        case Duplex.SHORT_EDGE:
            return not portrait
        case _:
            return True


def back_place(front: Rect, page: Size, duplex: Duplex) -> SlotPlace:
    """Return the place of the back of the piece in the slot ``front``.

    A piece itself is always turned over sideways. So when the sheet turns head over heels, the back
    is upside down.
    """
    if turned_sideways(page, duplex):
        return SlotPlace(Rect(page.width - front.right, front.y, front.width, front.height))
    return SlotPlace(
        Rect(front.x, page.height - front.bottom, front.width, front.height), upside_down=True
    )
