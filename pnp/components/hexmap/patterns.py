"""Patterns of terrain: small pictures that identify it without colour."""

from collections.abc import Iterable

from pnp.base.color import channels, luminance
from pnp.base.geometry import Point
from pnp.base.path import Curve, Path, circle, line, polygon
from pnp.base.units import Mm
from pnp.components.art.signs import draw_mark
from pnp.components.hexmap.terrain import Pattern, Terrain
from pnp.scene import Item, Shape, Style

# Places of the small pictures, in widths of a hexagon from its middle: the top is left free for
# its coordinates.
_THREE = ((-0.19, 0.02), (0.19, 0.04), (0.0, 0.26))
_MANY = (
    *((-0.3, 0.06), (-0.1, -0.02), (0.1, 0.07), (0.3, 0.0), (-0.21, 0.22)),
    *((0.0, 0.2), (0.21, 0.19), (-0.1, 0.36), (0.12, 0.35)),
)
MARK = 0.34
STROKE = 0.024
LIGHT, DARK = 0.55, 0.45  # the share of white in inks on dark grounds, and of black on light ones


def draw_terrain(terrain: Terrain, cell: Mm) -> tuple[Item, ...]:
    """Draw the pattern or mark of a hexagon of width ``cell`` with its centre at the origin."""
    ink = pattern_ink(terrain.color)
    if terrain.mark is not None:
        return (draw_mark(terrain.mark, Point(0, 0.06 * cell), MARK * cell, ink),)
    return _drawn(terrain.pattern, cell, ink) if terrain.pattern is not None else ()


def pattern_ink(color: str) -> str:
    """Return a darker shade of a light colour, or a lighter shade of a dark one."""
    toward, share = (0.0, DARK) if luminance(color) > 0.18 else (1.0, LIGHT)
    mixed = (round(255 * (one + (toward - one) * share)) for one in channels(color))
    return "#" + "".join(f"{one:02x}" for one in mixed)


def _drawn(pattern: Pattern, cell: Mm, ink: str) -> tuple[Item, ...]:
    fill, stroke = Style(fill=ink), Style(stroke=ink, stroke_width=STROKE * cell)

    def at(x: float, y: float, *points: tuple[float, float]) -> list[Point]:
        return [Point((x + dx) * cell, (y + dy) * cell) for dx, dy in points]

    def lines(every: Iterable[list[Point]]) -> tuple[Item, ...]:
        return (Shape(tuple(line(*ends) for ends in every), stroke),)

    match pattern:
        case "trees":
            crowns = [polygon(at(x, y, (0, -0.15), (0.1, 0.06), (-0.1, 0.06))) for x, y in _THREE]
            trunks = [at(x, y, (0, 0.06), (0, 0.11)) for x, y in _THREE]
            return (Shape(tuple(crowns), fill), *lines(trunks))
        case "mountains":
            peaks = [at(x, y, (-0.15, 0.1), (0, -0.16), (0.15, 0.1)) for x, y in _THREE]
            shaded = [at(x, y, (0, -0.16), (0.15, 0.1), (0.03, 0.1)) for x, y in _THREE]
            ridges = tuple(polygon(peak)._replace(closed=False) for peak in peaks)
            return (Shape(tuple(map(polygon, shaded)), fill), Shape(ridges, stroke))
        case "hills":
            return (Shape(tuple(_curved(at(x, y, *_HILL)) for x, y in _THREE), stroke),)
        case "waves":
            rows = ((-0.06, -0.04), (0.06, 0.13), (-0.04, 0.3))
            return (Shape(tuple(_curved(at(x, y, *_WAVE)) for x, y in rows), stroke),)
        case "reeds":
            stalks = ((0, -0.12), (0.07, -0.09), (-0.07, -0.09))
            tufts = [at(x, y, (dx / 3, 0.05), (dx, dy)) for x, y in _THREE for dx, dy in stalks]
            grounds = [at(x, y, (-0.12, 0.06), (0.12, 0.06)) for x, y in _THREE]
            return lines([*tufts, *grounds])
        case "houses":
            walls = ((-0.08, 0.09), (-0.08, -0.02), (0, -0.11), (0.08, -0.02), (0.08, 0.09))
            return (Shape(tuple(polygon(at(x, y, *walls)) for x, y in _THREE), fill),)
        case "furrows":
            starts = [-0.27 + 0.135 * n for n in range(5)]
            return lines(at(x, 0.12, (-0.09, 0.16), (0.09, -0.16)) for x in starts)
        case "lines":
            return lines(at(0, -0.04 + 0.12 * n, (-0.32, 0), (0.32, 0)) for n in range(4))
        case "dots":
            centers = (at(x, y, (0, 0))[0] for x, y in _MANY)
            return (Shape(tuple(circle(center, 0.026 * cell) for center in centers), fill),)


_HILL = ((-0.16, 0.08), (-0.1, -0.1), (0.08, -0.12), (0.16, 0.08))
_WAVE = tuple((-0.24 + 0.08 * n, (0.0, -0.07, 0.07)[n % 3]) for n in range(7))


def _curved(points: list[Point]) -> Path:
    """Return an open path of curves; every third point is on it, the others are controls."""
    start, *rest = points
    curves = tuple(Curve(*rest[n : n + 3]) for n in range(0, len(rest), 3))
    return Path(start, curves, closed=False)
