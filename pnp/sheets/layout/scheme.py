"""The user's choices for laying pieces out on paper."""

from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from pnp.base.fonts import Font
from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.base.words import ENGLISH
from pnp.sheets.layout.crop_marks import Marks
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.margin import MARGIN, UNPRINTABLE
from pnp.sheets.layout.registration import Registration


class Orientation(StrEnum):
    """The orientation of the paper."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class FaceOrder(StrEnum):
    """The order of faces, one to a page, that print shops require."""

    PAIRS = "pairs"
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
