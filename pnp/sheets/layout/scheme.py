"""How pieces are to be laid out on paper: what the user chose."""

from enum import StrEnum
from typing import NamedTuple

from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.margin import MARGIN, UNPRINTABLE
from pnp.sheets.layout.marks import Marks


class Orientation(StrEnum):
    """How paper lies."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class Template(NamedTuple):
    """A sheet with places of its own, all of one size, in reading order.

    A ``precut`` one needs no cutting, an ``adhesive`` one is printed on one side. The slots
    are circles if they are ``round``; each then is the square around it.
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
        block = self.slots[0]
        for slot in self.slots:
            block = block.union(slot)
        return block


class Scheme(NamedTuple):
    """An imposition scheme.

    ``fit`` makes a board smaller instead of cutting it into pages. Pieces come no nearer to
    the paper's edge than ``margin``, and lie ``gap`` apart; None stands for what their
    kind needs. ``skip`` names slots that every sheet leaves empty, from 1 in reading order as
    seen from the front. With a ``template``, that says where pieces go, and ``paper``,
    ``orientation``, ``margin`` and ``gap`` say nothing. ``marks`` show where to cut;
    ``rounded`` shows round corners of pieces that are set free by straight cuts.
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

    @property
    def pages(self) -> tuple[Size, ...]:
        """The paper in every way it may lie, upright first."""
        lying = self.paper.turned()
        match self.orientation:
            case Orientation.PORTRAIT:
                return (self.paper,)
            case Orientation.LANDSCAPE:
                return (lying,)
            case _:
                return tuple(dict.fromkeys((self.paper, lying)))

    @property
    def keep(self) -> Mm:
        """How far from the paper's edge ruler and label stay, even where pieces go nearer."""
        return max(self.margin, UNPRINTABLE)

    @property
    def printable(self) -> Mm:
        """How near to the paper's edge marks may come: pieces that go nearer show it prints."""
        return min(self.margin, UNPRINTABLE)
