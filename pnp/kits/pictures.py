"""Drawings of how pieces are made: those of templates/kits/drawings, and those of an outline."""

from functools import cache

from pnp.base.files import templates
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, path_bounds
from pnp.components.art.drawing import Look, Scissors, Stroke, area, bent, drawing
from pnp.scene import Scene


@cache
def made_drawing(name: str) -> Scene:
    """Return a drawing of a file."""
    from pnp.images.svg import read_svg  # only for kits

    file = templates() / "kits" / "drawings" / f"{name}.svg"
    read = read_svg(file.read_bytes())  # its units are millimetres
    return Scene(read.size, read.items)


def net_cut(outline: Path, folds: tuple[Path, ...]) -> Scene:
    """Draw a net being cut out."""
    bounds = path_bounds(outline)
    lines = (Stroke((fold.start, fold.segments[-1].to), Look.CREASE) for fold in folds)
    corner = Point(bounds.right, bounds.y + bounds.height / 4)
    return drawing([area(outline, Look.PRINTED), *lines, Scissors(corner)])


_ROUGH = (
    *((-0.62, -0.6), (0.1, -0.68), (0.66, -0.58), (0.6, 0.1)),
    *((0.66, 0.62), (-0.1, 0.66), (-0.66, 0.6), (-0.6, -0.1)),
)


def apart(outline: Path) -> Scene:
    """Draw pieces being cut roughly apart."""
    shape = _unit(outline)
    cut_off = tuple(Point(3.3 + x, y) for x, y in _ROUGH)
    shapes = (shape.placed(Transform.move(x, 0.0)) for x in (0.0, 1.55, 3.3))
    paper = Rect(-0.7, -0.68, 3.0, 1.36).corners
    return drawing(
        [
            Stroke(paper, Look.BLANK),
            Stroke(cut_off, Look.BLANK),
            *shapes,
            Scissors(Point(2.42, -0.1), 90),
        ]
    )


def around(outline: Path) -> Scene:
    """Draw a piece being turned while scissors follow its outline."""
    shape = _unit(outline)
    rough = ((-0.74, -0.7), (0.76, -0.72), (0.72, 0.1), (0.5, 0.02), (0.3, 0.72), (-0.7, 0.72))
    return drawing(
        [
            Stroke(tuple(Point(*corner) for corner in rough), Look.BLANK),
            shape,
            Scissors(Point(0.5, 0.06)),
            bent(Point(-0.95, 0.55), Point(-0.95, -0.55), -0.22),
        ]
    )


def _unit(outline: Path) -> Stroke:
    """Return an outline around the origin, scaled so that its longer side is 1."""
    bounds = path_bounds(outline)
    move = Transform.move(-bounds.center.x, -bounds.center.y)
    fit = move.then(Transform.scale(1 / max(bounds.size)))
    return area(outline, Look.PRINTED).placed(fit)
