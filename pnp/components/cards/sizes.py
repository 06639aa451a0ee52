"""The sizes of cards, round pieces and hexagons, as definitions write them."""

from math import sqrt

from pnp.base.errors import UnitError
from pnp.base.geometry import Size
from pnp.base.units import Mm, parse_length
from pnp.game.paper import CARD_SIZES, read_card_size


def read_face_size(value: object) -> Size:
    """Read a name such as ``"poker"``, a size, or the one length of a round piece or hexagon."""
    if isinstance(value, str) and "x" not in value and value not in CARD_SIZES:
        try:
            if length := parse_length(value):
                return Size(length, length)
        except UnitError as error:
            raise UnitError(f"{error}; or write one of {', '.join(CARD_SIZES)}") from None
    return read_card_size(value)


def hexagon_size(width: Mm) -> Size:
    """Return the size of a hexagon from its width, flat to flat, with a corner at the top."""
    return Size(width, 2 * width / sqrt(3))
