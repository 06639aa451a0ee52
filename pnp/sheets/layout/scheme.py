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
    """The order of faces, one a page, that print shops ask for."""

    PAIRS = "pairs"
    SIDES = "sides"
    ONE_BACK = "one-back"


class Template(NamedTuple):
    """A pre-cut or pre-printed sheet whose slots, all of one size, are in reading order.

    A ``precut`` sheet needs no cutting, an ``adhesive`` sheet is printed on one side. Slots that
    are ``round`` are circles, each given as the square around it.
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

    ``fit`` shrinks a board instead of splitting it into pages. Pieces come no nearer to
    the paper's edge than ``margin``, and are ``gap`` apart; None stands for the gap that their
    kind needs. ``skip`` numbers slots that every sheet leaves empty, from 1 in reading order as
    seen from the front. A ``template`` fixes the slots and overrides ``paper``, ``orientation``,
    ``margin`` and ``gap``. ``marks`` show where to cut; ``rounded`` shows the round corners of
    pieces that straight cuts separate. ``lang`` is the language of labels, ``font`` what they are
    set in. ``registration`` are the marks for a cutting machine.
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
        """Return where registration marks leave no room for anything else."""
        return self.registration.keep_outs(page) if self.registration is not None else ()

    @property
    def clearance(self) -> Mm:
        """The distance of the slug from the paper's edge, even where pieces go nearer."""
        return max(self.margin, UNPRINTABLE)

    @property
    def printable(self) -> Mm:
        """How near to the paper's edge marks may come: as near as pieces, if those go nearer."""
        return min(self.margin, UNPRINTABLE)
