"""A test piece that shows the kerf and the scale of a machine."""

from pnp.base.fonts import FontName, text_outlines
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, rectangle
from pnp.base.units import Mm
from pnp.laser.merge_cuts import merge_cuts
from pnp.laser.order import optimize_order
from pnp.scene.bed import Bed, Operation, Step

BLOCKS = 10
BLOCK = Size(10.0, 20.0)
SQUARE: Mm = 50.0
MARGIN: Mm = 5.0
FONT: FontName = "sans-bold"
TEXT: Mm = 4.0


def kerf_gauge() -> Bed:
    """Return a row of blocks cut from one slot, and a 50 mm square to check the scale.

    No line has kerf compensation. The beam removes one kerf at each of the n + 1 cuts across the
    slot: pushed to one end, n blocks leave a gap of n + 1 kerfs to measure with a caliper.
    """
    slot = Rect(MARGIN, MARGIN + 2 * TEXT, BLOCKS * BLOCK.width, BLOCK.height)
    blocks = (rectangle(Rect(slot.x + n * BLOCK.width, slot.y, *BLOCK)) for n in range(BLOCKS))
    square = Rect(MARGIN, slot.bottom + 3 * TEXT, SQUARE, SQUARE)
    signs = (
        *words(f"{BLOCKS} blocks: gap / {BLOCKS + 1} = kerf", Point(slot.x, slot.y - TEXT)),
        *words("50 mm", Point(square.x + TEXT, square.center.y)),
    )
    operations = (
        Operation(Step.ENGRAVE, signs),
        Operation(Step.SCORE, (rectangle(square),)),
        Operation(Step.OUTER, optimize_order(merge_cuts(blocks), Point(0, 0))),
    )
    return Bed(Size(slot.right + MARGIN, square.bottom + MARGIN), operations, "kerf")


def words(text: str, at: Point) -> tuple[Path, ...]:
    """Return the outlines of a line of text."""
    return text_outlines(text, FONT, TEXT, at)
