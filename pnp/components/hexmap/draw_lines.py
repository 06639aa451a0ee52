"""Draw the lines of a hexagon map: those along sides first, those across over them."""

from collections.abc import Iterator

from pnp.base.path import Path, line
from pnp.components.hexmap.lines import HexSide, MapLine
from pnp.components.hexmap.model import HexMap
from pnp.scene import Pen, Shape, Style

ROUND = Pen("round", "round")
DASH = (2.2, 2.0)  # of a line's width
INSIDE = 0.4  # of the width of a double line: what is light in its middle


def draw_lines(board: HexMap) -> Iterator[Shape]:
    """Draw every line of a map."""
    for runs in ("along", "across"):
        for key, one in board.lines.items():
            sides = board.line_sides[key]
            if one.runs == runs and sides:
                yield from draw_line(one, tuple(_path(side, one) for side in sides), board.ground)


def draw_line(kind: MapLine, paths: tuple[Path, ...], ground: str) -> Iterator[Shape]:
    """Draw paths in the stroke of a line."""
    dashed = kind.stroke == "dashed"
    dash = tuple(part * kind.width for part in DASH) if dashed else ()
    pen = Pen("butt", "round") if dashed else ROUND
    yield Shape(paths, Style(None, kind.color, kind.width, dash, pen))
    if kind.stroke == "double":
        yield Shape(paths, Style(None, ground, INSIDE * kind.width, (), ROUND))


def _path(side: HexSide, kind: MapLine) -> Path:
    return line(*(side.ends if kind.runs == "along" else side.joined))
