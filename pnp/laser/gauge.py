"""Test pieces that show the kerf, the scale and the settings of a machine."""

from collections.abc import Iterator

from pnp.base.fonts import FontName, text_outlines, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, rectangle
from pnp.base.units import Mm
from pnp.laser.merge_cuts import merge_cuts
from pnp.laser.order import optimize_order
from pnp.scene.bed import Bed, BedStyle, Operation, OperationStyle, Step

BLOCKS = 10
BLOCK = Size(10.0, 20.0)
SQUARE: Mm = 50.0
MARGIN: Mm = 5.0
FONT: FontName = "sans-bold"
TEXT: Mm = 4.0
CELL: Mm = 8.0
PITCH: Mm = 11.0
ROWS, COLUMNS = 4, 5
# LightBurn's palette (docs.lightburnsoftware.com, layers 00 to 19): every cell has its own layer,
# so that each can have different settings. The last is for the letters beside them.
PALETTE = (
    *("#000000", "#0000ff", "#ff0000", "#00e000", "#d0d000", "#ff8000", "#00e0e0", "#ff00ff"),
    *("#b4b4b4", "#0000a0", "#a00000", "#00a000", "#a0a000", "#c08000", "#00a0ff", "#a000a0"),
    *("#808080", "#7d87b9", "#bb7784", "#4a6fe3"),
)
LETTERS = OperationStyle("#d33f6a", 20, filled=True)


def kerf_gauge() -> Bed:
    """Return a row of blocks cut out of one slot, and a 50 mm square to check the scale.

    No line has kerf compensation. The beam removes one kerf at each of the n + 1 cuts across the
    slot: pushed to one end, n blocks leave a room of n + 1 kerfs to measure with a caliper.
    """
    slot = Rect(MARGIN, MARGIN + 2 * TEXT, BLOCKS * BLOCK.width, BLOCK.height)
    blocks = (rectangle(Rect(slot.x + n * BLOCK.width, slot.y, *BLOCK)) for n in range(BLOCKS))
    square = Rect(MARGIN, slot.bottom + 3 * TEXT, SQUARE, SQUARE)
    words = (
        *_words(f"{BLOCKS} blocks: room / {BLOCKS + 1} = kerf", Point(slot.x, slot.y - TEXT)),
        *_words("50 mm", Point(square.x + TEXT, square.center.y)),
    )
    operations = (
        Operation(Step.ENGRAVE, words),
        Operation(Step.SCORE, (rectangle(square),)),
        Operation(Step.OUTER, optimize_order(merge_cuts(blocks), Point(0, 0))),
    )
    return Bed(Size(slot.right + MARGIN, square.bottom + MARGIN), operations, "kerf")


def power_grid() -> Bed:
    """Return a grid of squares to engrave or cut, each a trial with its own settings.

    Rows have letters and columns numbers. The machine's owner sets the speed and power of each
    and writes them down.
    """
    cells = [_cell(row, column) for row in range(ROWS) for column in range(COLUMNS)]
    trials = (Operation(Step.ENGRAVE, (rectangle(cell),), n) for n, cell in enumerate(cells))
    size = Size(2 * MARGIN + COLUMNS * PITCH + TEXT, 2 * MARGIN + ROWS * PITCH + TEXT)
    return Bed(size, (Operation(Step.ENGRAVE, tuple(_signs())), *trials), "power")


def trial_look(look: BedStyle) -> BedStyle:
    """Return the look of a power grid: a colour and a layer for every cell."""
    trials = tuple(OperationStyle(color, layer, filled=True) for layer, color in enumerate(PALETTE))
    return BedStyle({Step.ENGRAVE: LETTERS}, look.stroke, trials)


def _cell(row: int, column: int) -> Rect:
    left, top = MARGIN + TEXT, MARGIN + TEXT
    return Rect(left + column * PITCH, top + row * PITCH, CELL, CELL)


def _signs() -> Iterator[Path]:
    for row in range(ROWS):
        middle = _cell(row, 0).center.y
        yield from _words("ABCD"[row], Point(MARGIN - 1, middle + TEXT / 3))
    for column in range(COLUMNS):
        sign = str(column + 1)
        left = _cell(0, column).center.x - text_width(sign, FONT, TEXT) / 2
        yield from _words(sign, Point(left, MARGIN + TEXT / 2))


def _words(text: str, at: Point) -> tuple[Path, ...]:
    return text_outlines(text, FONT, TEXT, at)
