"""How large figures are printed: drawn for their scale, and of one board at one scale."""

from collections.abc import Sequence

from pnp.base.geometry import Size
from pnp.rulebook.blocks import Figure
from pnp.scene import Scene

TRIED = (0.5, 0.25)  # scales from which it is told how large a figure is at any other
ROUNDS = 4
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
    scale = largest
    one, other = (_printed(figure, tried) for tried in TRIED)
    for first, second, limit in zip(one, other, room, strict=True):
        rate = (first - second) / (TRIED[0] - TRIED[1])
        fixed = first - rate * TRIED[0]
        if rate > 0 and fixed < limit:
            scale = min(scale, (limit - fixed) / rate)
    for _ in range(ROUNDS):
        printed = _printed(figure, scale)
        over = max(size / limit for size, limit in zip(printed, room, strict=True))
        if over <= CLOSE:
            break
        scale /= over
    return scale


def _printed(figure: Figure, scale: float) -> Size:
    """Return the size of a figure on paper."""
    size = figure_at(figure, scale).size
    return Size(scale * size.width, scale * size.height)
