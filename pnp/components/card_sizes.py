"""Card sizes: the names that cards are sold under, and how a size is written."""

from pnp.base.errors import UnitError
from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT, dimensions, format_mm, parse_size

# Poker and bridge are 2.5 and 2.25 by 3.5 inches; the others are sold by these sizes.
CARD_SIZES: dict[str, Size] = {
    "mini-euro": Size(44, 68),
    "poker": Size(2.5 * MM_PER_UNIT["in"], 3.5 * MM_PER_UNIT["in"]),
    "bridge": Size(2.25 * MM_PER_UNIT["in"], 3.5 * MM_PER_UNIT["in"]),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
}
DEFAULT_SIZE = CARD_SIZES["mini-euro"]
MOST_CARDS = 100_000  # in a component: more is a typing error


def read_card_size(value: object) -> Size:
    """Read a name such as ``"poker"`` or a size such as ``"44x68mm"``.

    Raises:
        UnitError: If it is neither.
    """
    if isinstance(value, str) and value in CARD_SIZES:
        return CARD_SIZES[value]
    try:
        return Size(*parse_size(str(value)))
    except UnitError as error:
        raise UnitError(f"{error}; or write one of {', '.join(CARD_SIZES)}") from None


def part_of_size(size: Size, part: str) -> str:
    """Return the width, the height or the whole of a size, as a definition writes it."""
    if part == "size":
        return dimensions(*size)
    return f"{format_mm(size.width if part == 'width' else size.height)}mm"
