"""A picture of a bed, each step in a colour of its own, for people and not for machines."""

from pnp.geometry import Rect
from pnp.path import rectangle
from pnp.scene import Scene, Shape, Style
from pnp.scene.bed import Bed, Step

LINE = 0.35
STYLES: dict[Step, Style] = {
    Step.ENGRAVE: Style(fill="#b08a5b"),
    Step.SCORE: Style(stroke="#2f6fb7", stroke_width=LINE),
    Step.INNER: Style(stroke="#8a2be2", stroke_width=LINE),
    Step.OUTER: Style(stroke="#c8102e", stroke_width=LINE),
    Step.FRAME: Style(stroke="#1b1b1b", stroke_width=LINE),
    Step.GUIDE: Style(stroke="#7f7f7f", stroke_width=LINE / 2, dash=(2.0, 1.5)),
}
SHEET = Style(fill="#f6ead6", stroke="#b9a98c", stroke_width=LINE)


def preview(bed: Bed) -> Scene:
    """Draw a bed as it lies in the machine."""
    sheet = Shape((rectangle(Rect(0, 0, *bed.size)),), SHEET)
    shapes = (Shape(one.paths, STYLES[one.step]) for one in bed.operations)
    return Scene(bed.size, (sheet, *shapes))
