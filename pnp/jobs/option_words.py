"""Words for values of options in names of files."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.base.units import Mm, dimensions, format_mm
from pnp.game.paper import BULK, CARD_SIZES

if TYPE_CHECKING:
    from pnp.game.presets import Theme
    from pnp.jobs.selection import Pick

NAMED_SIZES = {dimensions(*size): name for name, size in CARD_SIZES.items()}
STEP: Mm = 0.05  # thicknesses that people write as such
GRAMS = 5  # g/m2: paper is sold in weights that are multiples of it


def length_word(length: Mm) -> str:
    """Return a length as it is written."""
    return f"{format_mm(length)}mm"


def size_word(sizes: Mapping[str, str]) -> str:
    """Return the sizes of components, by name if they have one; a single one may have no id."""
    words = ((key, NAMED_SIZES.get(size, size)) for key, size in sizes.items())
    return "_".join(f"{key}-{word}" if key else word for key, word in words)


def stock_word(stock: Mm) -> str:
    """Return the weight of paper that is as thick, or the thickness if it is a round one."""
    grams = stock / BULK * 1000
    is_round = _is_multiple(stock, STEP)
    return length_word(stock) if is_round or not _is_multiple(grams, GRAMS) else f"{grams:.0f}gsm"


def numbers_word(numbers: Sequence[int]) -> str:
    """Return rising numbers, with a dash from the first to the last of a run."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return "_".join(f"{first}" if first == last else f"{first}-{last}" for first, last in runs)


def pieces_word(picks: Sequence["Pick"]) -> str:
    """Return what was picked."""
    return f"pieces-{'_'.join(pick.word for pick in picks)}"


def theme_word(theme: "Theme") -> str:
    """Return the name of a theme; empty for the usual one."""
    from pnp.game.presets import CLASSIC

    return theme.id if theme.id != CLASSIC else ""


def _is_multiple(value: float, step: float) -> bool:
    return abs(value / step - round(value / step)) < 1e-6
