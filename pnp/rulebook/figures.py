"""How large figures are printed: drawn for their scale, and of one board at one scale."""

from collections.abc import Sequence

from pnp.base.geometry import Size
from pnp.base.units import Mm
from pnp.rulebook.blocks import Figure
from pnp.scene import Scene

SMALL = 0.2  # a scale from which, with the largest, it is told how large a figure is at any other
ROUNDS = 6
CLOSE = 1.002
ALIKE = 2.0  # times as large: figures of one board that would differ more keep their own scales


def figure_at(figure: Figure, scale: float) -> Scene:
    """Return the picture of a figure as it is drawn for a scale, in its own millimetres."""
    return figure.draw(scale) if figure.draw else figure.scene


def common_scale(figure: Figure, figures: Sequence[Figure], room: Size, largest: float) -> float:
    """Return the scale at which a figure is printed, that of other examples on its board too."""
    own = scale_in(figure, room, largest)
    if figure.kind != "example" or not figure.board:
        return own
    peers = (one for one in figures if one.kind == "example" and one.board == figure.board)
    scales = [scale_in(one, room, largest) for one in peers]
    return min((scale for scale in scales if own < ALIKE * scale), default=own)


def scale_in(figure: Figure, room: Size, largest: float) -> float:
    """Return the greatest scale at which a figure fits a room.

    Lettering keeps its size, so a figure does not shrink as much as its scale.
    """
    scale, printed = largest, _printed(figure, largest)
    before, printed_before = SMALL, _printed(figure, SMALL)
    for _ in range(ROUNDS):
        sizes = zip(printed, printed_before, room, strict=True)
        wanted = [_cut(scale, before, *three) for three in sizes if three[0] > CLOSE * three[2]]
        if not wanted:
            break
        before, printed_before = scale, printed
        scale = min(wanted)
        printed = _printed(figure, scale)
    return scale


def _cut(scale: float, before: float, size: Mm, size_before: Mm, limit: Mm) -> float:
    """Return the scale at which a length has a limit, by its lengths at two scales."""
    rate = (size - size_before) / (scale - before) if scale != before else 0.0
    if rate <= 0:
        return scale * limit / size
    return max(scale - (size - limit) / rate, 0.5 * scale * limit / size)


def _printed(figure: Figure, scale: float) -> Size:
    """Return the size of a figure on paper."""
    size = figure_at(figure, scale).size
    return Size(scale * size.width, scale * size.height)
