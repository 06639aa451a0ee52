"""How pieces are to be laid out on paper: what the user chose."""

from typing import NamedTuple

from pnp.geometry import Size
from pnp.layout.duplex import Duplex


class Scheme(NamedTuple):
    """An imposition scheme. ``fit`` makes a board smaller instead of cutting it into pages."""

    paper: Size
    duplex: Duplex = Duplex.LONG_EDGE
    fit: bool = False
