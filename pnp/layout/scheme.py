"""How pieces are to be laid out on paper: what the user chose."""

from typing import NamedTuple

from pnp.geometry import Size
from pnp.layout.duplex import Duplex
from pnp.layout.marks import Marks


class Scheme(NamedTuple):
    """An imposition scheme. ``fit`` makes a board smaller instead of cutting it into pages.

    ``rounded`` shows round corners on sheets of pieces that are set free by straight cuts.
    """

    paper: Size
    duplex: Duplex = Duplex.LONG_EDGE
    fit: bool = False
    marks: Marks = Marks()
    rounded: bool = False
