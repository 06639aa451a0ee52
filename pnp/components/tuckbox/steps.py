"""Draw how to cut out, fold, glue and close a tuck box."""

from collections.abc import Mapping
from typing import NamedTuple

from pnp.base.geometry import Point, Rect
from pnp.base.path import Path
from pnp.components.art.drawing import Scissors, drawing, points_of
from pnp.components.art.folding import FROM_ABOVE, Panel, View, drawn, turned
from pnp.components.piece import DrawContext
from pnp.components.tuckbox.model import Tuckbox
from pnp.components.tuckbox.net import Net, notched, tuckbox_net
from pnp.scene import Scene

FROM_RIGHT, FROM_LEFT = View(34, 30), View(-34, 30)


class _Angles(NamedTuple):
    """The angles in degrees at which the parts are folded; ``side`` is the last wall."""

    wall: float = 0.0
    side: float = 0.0
    flap: float = 0.0
    lower_dust: float = 0.0
    bottom: float = 0.0
    bottom_tab: float = 0.0
    upper_dust: float = 0.0
    lid: float = 0.0
    tongue: float = 0.0


TUBE = _Angles(80, 66, 60)
CLOSING = _Angles(90, 90, 92, lower_dust=70, bottom=50, bottom_tab=40)
OPEN = _Angles(90, 90, 92, 91, 90, 91, upper_dust=65, lid=48, tongue=45)


def draw_steps(box: Tuckbox, context: DrawContext) -> Mapping[str, Scene]:
    """Draw the net, the four walls, closing the bottom upside down, and the lid."""
    game = context.game
    inside = box.inside(box.packed_in(game), game.stock, context.folded)
    net = tuckbox_net(inside, game.stock)
    upright = turned("x", -90)
    head_down = turned("y", 180, upright)
    return {
        "cut": drawing(
            [
                *drawn(_net(net, _Angles()), FROM_ABOVE),
                Scissors(Point(net.size.width, net.back.y + net.walls.flap / 2)),
            ]
        ),
        "side": drawing(drawn(_net(net, TUBE), FROM_LEFT, upright)),
        "bottom": drawing(drawn(_net(net, CLOSING), FROM_LEFT, head_down)),
        "lid": drawing(drawn(_net(net, OPEN), FROM_RIGHT, upright)),
    }


def _net(net: Net, angles: _Angles) -> Panel:
    """Return the net, with its front in the plane of the paper and the rest folded from it."""
    walls = net.walls

    def below(wall: Rect, depth: float, angle: float, cut: float, *more: Panel) -> Panel:
        return _hanging(wall, wall.bottom, depth, angle, cut, *more)

    def dusts(side: Rect) -> tuple[Panel, Panel]:
        cut = walls.depth / 8
        upper = _hanging(side, side.y, -walls.dust, angles.upper_dust, cut)
        lower = below(side, walls.dust, angles.lower_dust, cut)
        return upper, lower._replace(glue=angles.bottom > 0)

    front, side, back, other = net.front, net.side, net.back, net.other_side
    tab_place = front._replace(height=front.height + walls.closing)
    tab = below(tab_place, walls.tab, angles.bottom_tab, walls.tab / 3)._replace(glue=True)
    bottom = below(front, walls.closing, angles.bottom, 0.0, tab)
    lid_place = back._replace(y=back.y - walls.closing)
    tongue = _hanging(lid_place, lid_place.y, -walls.tongue, angles.tongue, walls.tongue / 2)
    lid = _hanging(back, back.y, -walls.closing, angles.lid, 0.0, tongue)
    flap_corners = (
        Point(other.right, other.y),
        Point(other.right + walls.flap, other.y + walls.flap / 2),
        Point(other.right + walls.flap, other.bottom - walls.flap / 2),
        Point(other.right, other.bottom),
    )
    flap = Panel(flap_corners, (flap_corners[0], flap_corners[3]), angles.flap, glue=True)
    last = Panel(other.corners, _left(other), angles.side, (flap, *dusts(other)))
    rear = Panel(back.corners, _left(back), angles.wall, (last, lid))
    right = Panel(side.corners, _left(side), angles.wall, (rear, *dusts(side)))
    return Panel(_front_corners(net), panels=(right, bottom))


def _front_corners(net: Net) -> tuple[Point, ...]:
    """Return the outline of the front with the thumb notch."""
    front = net.front
    upper = Path(Point(front.x, front.y), notched(front, net.walls.notch), closed=False)
    return (*points_of(upper), Point(front.right, front.bottom), Point(front.x, front.bottom))


def _left(wall: Rect) -> tuple[Point, Point]:
    return Point(wall.x, wall.y), Point(wall.x, wall.bottom)


def _hanging(
    wall: Rect, fold: float, depth: float, angle: float, cut: float, *more: Panel
) -> Panel:
    """Return the flap at a horizontal fold across a wall, its far corners cut back."""
    left, right, end = wall.x, wall.right, fold + depth
    corners = (
        Point(left, fold),
        Point(right, fold),
        Point(right - cut, end),
        Point(left + cut, end),
    )
    return Panel(corners, corners[:2], angle, more)
