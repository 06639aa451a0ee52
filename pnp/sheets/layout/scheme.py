"""The user's choices for laying pieces out on paper, and where backs lie."""

from collections.abc import Sequence
from enum import StrEnum
from functools import reduce
from itertools import product
from typing import NamedTuple

from pnp.base.fonts import Font
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.languages import ENGLISH
from pnp.base.units import Mm
from pnp.game.paper import MARGIN
from pnp.sheets.layout.crop_marks import Marks
from pnp.sheets.layout.margin import UNPRINTABLE, Registration


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


class Orientation(StrEnum):
    """The orientation of the paper."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class FaceOrder(StrEnum):
    """The order of faces, one to a page, that print shops require."""

    PAIRS = "pairs"
    BACK_FIRST = "back-first"
    SIDES = "sides"
    ONE_BACK = "one-back"


class Template(NamedTuple):
    """A pre-cut or pre-printed sheet whose slots, all of one size, are in reading order.

    A ``precut`` sheet needs no cutting, an ``adhesive`` sheet is printed on one side. ``round``
    slots are circles, each given as the square around it.
    """

    name: str
    page: Size
    slots: tuple[Rect, ...]
    precut: bool = False
    round: bool = False
    adhesive: bool = False

    @property
    def block(self) -> Rect:
        """The rectangle around all slots."""
        return reduce(Rect.union, self.slots)


class Scheme(NamedTuple):
    """An imposition scheme.

    ``fit`` shrinks a board instead of splitting it into pages. Pieces stay ``margin`` away from the
    paper's edge, and are ``gap`` apart; None stands for the gap that their kind needs. ``skip``
    lists slots to leave empty on every sheet, from 1 in reading order as seen from the front. A
    ``template`` fixes the slots and overrides ``paper``, ``orientation``, ``margin`` and ``gap``.
    ``marks`` show where to cut; ``rounded`` shows the round corners of pieces that straight cuts
    separate. ``lang`` is the language of labels, ``font`` their font. ``registration`` holds the
    marks for a cutting machine.
    """

    paper: Size
    duplex: Duplex = Duplex.LONG_EDGE
    fit: bool = False
    orientation: Orientation = Orientation.AUTO
    margin: Mm = MARGIN
    gap: Mm | None = None
    skip: tuple[int, ...] = ()
    template: Template | None = None
    marks: Marks = Marks()
    rounded: bool = False
    lang: str = ENGLISH
    font: Font = "serif-bold"
    registration: Registration | None = None

    @property
    def pages(self) -> tuple[Size, ...]:
        """The paper in each allowed orientation, portrait first."""
        portrait, landscape = self.paper, self.paper.turned()
        if self.orientation is Orientation.AUTO:
            return tuple(dict.fromkeys((portrait, landscape)))
        return (portrait if self.orientation is Orientation.PORTRAIT else landscape,)

    def keep_outs(self, page: Size) -> tuple[Rect, ...]:
        """Return the rectangles that registration marks keep clear."""
        return self.registration.keep_outs(page) if self.registration is not None else ()

    @property
    def clearance(self) -> Mm:
        """The distance of the slug from the paper's edge: that of pieces, or the least.

        Whoever chooses a narrower margin than usual needs the room.
        """
        return self.margin if self.margin >= MARGIN else UNPRINTABLE

    @property
    def printable(self) -> Mm:
        """How close to the paper's edge marks may come: as close as pieces, if closer."""
        return min(self.margin, UNPRINTABLE)
