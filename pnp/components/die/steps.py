"""Draw how to cut out, fold and glue a die."""

from collections.abc import Mapping
from math import hypot

from pnp.base.fonts import Font
from pnp.base.geometry import Point, Rect
from pnp.components.art.drawing import Look, Scissors, Stroke, drawing, points_of
from pnp.components.art.folding import FROM_ABOVE, Panel, View, drawn, turned
from pnp.components.die.draw import FONT, SLANT, TAB, draw_side
from pnp.components.die.model import Die
from pnp.components.piece import DrawContext
from pnp.scene import Scene, Shape

INTO, SIDE = View(24, 48), View(28, 35)
LAST = 5  # the face that closes the die


def draw_steps(die: Die, context: DrawContext) -> Mapping[str, Scene]:
    """Draw the net flat, half folded and nearly closed, and the die."""
    font = context.font(FONT)
    flat = drawn(_net(die, font), FROM_ABOVE)
    net = Rect.around([point for stroke in flat for point in stroke.points])
    over = turned("x", 180)  # print down, to fold the sides up
    half = drawn(_net(die, font, 58, tab_angle=40), INTO, over)
    nearly = drawn(_net(die, font, 90, tab_angle=105, lid=40), SIDE, over)
    closed = drawn(_net(die, font, 90, tab_angle=None), SIDE)
    return {
        "cut": drawing([*flat, Scissors(Point(net.right, net.center.y - die.edge / 2))]),
        "fold": drawing(half),
        "glue": drawing(nearly),
        "close": drawing(closed),
    }


def _net(
    die: Die,
    font: Font,
    angle: float = 0.0,
    *,
    tab_angle: float | None = 0.0,
    lid: float | None = None,
) -> Panel:
    """Return the net with its faces folded by an angle, the last one by ``lid`` if given.

    With a ``tab_angle`` of None, tabs are left out.
    """
    edge = die.edge
    lid = angle if lid is None else lid

    def face(number: int, place: tuple[int, int], tabs: str, hinge: str, *panels: Panel) -> Panel:
        square = Rect(place[0] * edge, place[1] * edge, edge, edge)
        a, b, c, d = square.corners
        sides = {"top": (a, b), "right": (b, c), "bottom": (c, d), "left": (d, a)}
        glued = (
            ()
            if tab_angle is None
            else tuple(_tab(*sides[side], edge, tab_angle) for side in tabs.split())
        )
        art = tuple(
            Stroke(tuple(points_of(path)), Look.INK)
            for item in draw_side(die, number, square, font)
            if isinstance(item, Shape) and item.style.fill not in (None, die.grounds[number])
            for path in item.paths
        )
        turn = lid if number == LAST else angle
        return Panel(square.corners, sides.get(hinge), turn, (*panels, *glued), art=art)

    last = face(LAST, (3, 1), "bottom", "left")
    return face(
        0,
        (1, 1),
        "",
        "",
        face(1, (2, 1), "top", "left", last),
        face(2, (1, 0), "top", "bottom"),
        face(3, (1, 2), "right left", "top"),
        face(4, (0, 1), "left top", "right"),
    )


def _tab(start: Point, end: Point, edge: float, angle: float) -> Panel:
    """Return the tab on an edge whose face is to the right of it."""
    dx, dy = end.x - start.x, end.y - start.y
    depth = TAB * edge / hypot(dx, dy)
    out_x, out_y = dy * depth, -dx * depth
    corners = (
        start,
        start.moved(SLANT * dx + out_x, SLANT * dy + out_y),
        end.moved(-SLANT * dx + out_x, -SLANT * dy + out_y),
        end,
    )
    return Panel(corners, (start, end), angle, glue=True)
