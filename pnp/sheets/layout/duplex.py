"""Where backs go, so that each is behind its front."""

from enum import StrEnum
from typing import NamedTuple

from pnp.base.geometry import Rect, Size


class Duplex(StrEnum):
    """How the two sides of a piece come to lie behind one another."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"
    FRONTS = "fronts"
    BACKS = "backs"


class Place(NamedTuple):
    """A slot, and whether what lies in it stands on its head."""

    slot: Rect
    upside_down: bool = False


def turned_sideways(page: Size, duplex: Duplex) -> bool:
    """Tell whether a sheet is turned over like the page of a book, not head over heels.

    Over the long edge an upright sheet is turned sideways and a lying one head over
    heels; over the short edge it is the other way round. A fold is upright and in the
    middle, so it turns the right half sideways.
    """
    upright = page.height >= page.width
    match duplex:
        case Duplex.LONG_EDGE:
            return upright
        case Duplex.SHORT_EDGE:
            return not upright
        case _:
            return True


def back_place(front: Rect, page: Size, duplex: Duplex) -> Place:
    """Return where the back of the piece in ``front`` is printed.

    A piece itself is always turned over sideways. So when the sheet goes head over heels,
    the back stands on its head.
    """
    if turned_sideways(page, duplex):
        return Place(Rect(page.width - front.right, front.y, front.width, front.height))
    return Place(
        Rect(front.x, page.height - front.bottom, front.width, front.height), upside_down=True
    )
