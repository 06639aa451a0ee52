"""Draw how to cut out, fold and glue a pawn."""

from collections.abc import Mapping
from math import asin, degrees

from pnp.base.geometry import Point, Rect, Transform
from pnp.components.art.drawing import Look, Scissors, Stroke, drawing, points_of
from pnp.components.art.folding import FROM_ABOVE, Panel, View, drawn, turned
from pnp.components.piece import DrawContext
from pnp.components.standees.draw import SLANT, silhouette
from pnp.components.standees.model import Standees
from pnp.scene import Scene

VIEW, BEHIND = View(-48, 26), View(148, 18)


def draw_steps(standees: Standees, context: DrawContext) -> Mapping[str, Scene]:
    """Draw the strip on its side, half folded, with its tab going in, and standing."""
    flat = drawn(_strip(standees), FROM_ABOVE, turned("z", -90))
    net = Rect.around([point for stroke in flat for point in stroke.points])
    lean = degrees(asin(min(1.0, standees.base / 2 / standees.height)))
    upright = turned("x", 180)
    closed = (90 + lean, 180 - 2 * lean)
    tab = drawn(_strip(standees, closed[0], closed[1] - 62, 75), BEHIND, upright)
    done = drawn(_strip(standees, *closed, None), VIEW, upright)
    return {
        "cut": drawing([*flat, Scissors(Point(net.right, net.y))]),
        "fold": drawing(drawn(_strip(standees, 60, 75, 40), VIEW, upright)),
        "glue": drawing(tab),
        "stand": drawing(done),
    }


def _strip(
    standees: Standees, foot: float = 0.0, top: float = 0.0, tab_angle: float | None = 0.0
) -> Panel:
    """Return the strip, folded by angles at the foot, at the top and at the tab.

    Its base lies on the table, print down.
    """
    width, height, base, tab = standees.width, standees.height, standees.base, standees.tab
    front = Rect(0, height, width, height)
    pawn = tuple(points_of(silhouette(front)))
    over = Transform.turn(180, Point(width / 2, height))
    back = Panel(
        Rect(0, 0, width, height).corners,
        (Point(0, height), Point(width, height)),
        top,
        art=(Stroke(tuple(map(over.apply, pawn)), Look.FINE),),
    )
    foot_line = (Point(0, 2 * height), Point(width, 2 * height))
    end = 2 * height + base
    corners = ((0, end), (width, end), (width - SLANT, end + tab), (SLANT, end + tab))
    tabs = (
        ()
        if tab_angle is None
        else (
            Panel(
                tuple(Point(x, y) for x, y in corners),
                (Point(0, end), Point(width, end)),
                tab_angle,
                glue=True,
            ),
        )
    )
    face = Panel(front.corners, foot_line, foot, (back,), art=(Stroke(pawn, Look.FINE),))
    return Panel(Rect(0, 2 * height, width, base).corners, panels=(face, *tabs))
