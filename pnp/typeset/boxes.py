"""Boxes that stand one below the other in a column."""

from typing import NamedTuple

from pnp.base.units import Mm
from pnp.scene.document import Part, Spot


class Box(NamedTuple):
    """Something of a known height that is never broken; its origin is its top left.

    ``before`` is the room above it, unless it stands at the top of a column. One that is to be
    ``kept`` stands in the same column as the next. ``anchor`` is a name that links lead to.
    """

    height: Mm
    parts: tuple[Part, ...] = ()
    spots: tuple[Spot, ...] = ()
    before: Mm = 0.0
    kept: bool = False
    anchor: str | None = None
