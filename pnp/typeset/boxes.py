"""Boxes that are stacked in a column."""

from typing import NamedTuple

from pnp.base.units import Mm
from pnp.scene.document import Part, Spot


class Box(NamedTuple):
    """Content of a known height that is never broken; its origin is the top left corner.

    ``before`` is the space above the box, except at the top of a column. A ``kept`` box stays in
    one column with the next. Links lead to the ``anchor``.
    """

    height: Mm
    parts: tuple[Part, ...] = ()
    spots: tuple[Spot, ...] = ()
    before: Mm = 0.0
    kept: bool = False
    anchor: str | None = None
