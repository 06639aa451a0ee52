"""A preview of a bed for people: each step has its own colour."""

from shapely import LineString

from pnp.base.geometry import Point, Rect
from pnp.base.path import Line, Path, polygon, rectangle
from pnp.base.units import Mm
from pnp.scene import Scene, Shape, Style
from pnp.scene.bed import Bed, Step

LINE: Mm = 0.35
VISIBLE: Mm = 0.1  # the smallest detail worth a chord
MANY = 12  # chords; a path with fewer is not simplified
STYLES: dict[Step, Style] = {
    Step.ENGRAVE: Style(fill="#b08a5b"),
    Step.SCORE: Style(stroke="#2f6fb7", stroke_width=LINE),
    Step.INNER: Style(stroke="#8a2be2", stroke_width=LINE),
    Step.OUTER: Style(stroke="#c8102e", stroke_width=LINE),
    Step.FRAME: Style(stroke="#1b1b1b", stroke_width=LINE),
    Step.GUIDE: Style(stroke="#7f7f7f", stroke_width=LINE / 2, dash=(2.0, 1.5)),
}
SHEET = Style(fill="#f6ead6", stroke="#b9a98c", stroke_width=LINE)


def _coarse(path: Path) -> Path:
    """Return a path of many chords simplified to what is visible in a picture."""
    if len(path.segments) < MANY or not all(isinstance(one, Line) for one in path.segments):
        return path
    points = LineString([path.start, *(one.to for one in path.segments)])
    kept = points.simplify(VISIBLE, preserve_topology=False).coords
    return polygon(Point(*point) for point in kept)._replace(closed=path.closed)


def preview(bed: Bed) -> Scene:
    """Draw a bed as it lies in the machine."""
    sheet = Shape((rectangle(Rect(0, 0, *bed.size)),), SHEET)
    shapes = (Shape(tuple(map(_coarse, one.paths)), STYLES[one.step]) for one in bed.operations)
    return Scene(bed.size, (sheet, *shapes))
