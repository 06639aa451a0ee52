"""Draw tuck boxes, a net with the game's name on its walls, and how to fold and close them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pnp.base.errors import LayoutError
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.languages import PieceWords
from pnp.base.path import Arc, Line, Path, Segment, line, rectangle
from pnp.base.units import Mm
from pnp.components.art.drawing import (
    FROM_ABOVE,
    Panel,
    Scissors,
    View,
    draw_fan,
    drawing,
    drawn,
    points_of,
    turned,
)
from pnp.components.art.label import centered, draw_glue, on_baseline
from pnp.components.art.livery import draw_field, draw_title
from pnp.components.piece import HAIRLINE, DrawContext, FacePlace, Piece, cut_line, fold_line
from pnp.components.registry import draw_component
from pnp.components.tuckbox import Inside, Tuckbox
from pnp.game.component import Component
from pnp.scene import Group, Item, Scene, Shape, Style

SLACK: Mm = 0.5  # on each side of a flap that is pushed into the box
LONGEST_TONGUE: Mm = 15.0
LONGEST_DUST: Mm = 15.0
DEEPEST_FLAP: Mm = 10.0
WIDEST_NOTCH: Mm = 9.0


class Walls:
    """The distances between folds; ``closing`` is the depth of lid, bottom and last side.

    These three end inside the front or the back, one thickness short of the others. Of the depth,
    tongue and glue flap take two thicknesses behind the front, and the bottom's tab takes one
    before the back.
    """

    def __init__(self, inside: Inside, stock: Mm) -> None:
        self.stock = stock
        self.width, self.height = inside.width + stock, inside.height + stock
        self.depth = inside.depth + (1 + 3) * stock
        self.closing = self.depth - stock
        self.tongue = min(LONGEST_TONGUE, 0.35 * self.height)
        self.tab = min(DEEPEST_FLAP, 0.35 * self.height)
        self.flap = min(DEEPEST_FLAP, 0.25 * self.width)
        self.dust = min(LONGEST_DUST, 0.45 * self.width)
        self.notch = min(WIDEST_NOTCH, 0.2 * self.width, 0.2 * self.height)


class Net(NamedTuple):
    """A box laid flat: its cut line, its folds, the area for glue, its walls."""

    walls: Walls
    size: Size
    outline: Path
    folds: tuple[Path, ...]
    glue: Path
    front: Rect
    side: Rect
    back: Rect
    other_side: Rect


def tuckbox_net(inside: Inside, stock: Mm) -> Net:
    """Return the net of a box with the given inside dimensions."""
    walls = Walls(inside, stock)
    top = walls.tongue + walls.closing + stock
    lefts = (0.0, walls.width, walls.width + walls.depth, 2 * walls.width + walls.depth)
    widths = (walls.width, walls.depth, walls.width, walls.closing)
    front, side, back, other_side = panels = [
        Rect(left, top, width, walls.height) for left, width in zip(lefts, widths, strict=True)
    ]
    size = Size(other_side.right + walls.flap, front.bottom + stock + walls.closing + walls.tab)
    upper = (
        *notched(front, walls.notch),
        *_dust(side, side.y, walls),
        *_lid(back, walls),
        *_dust(other_side, other_side.y, walls),
        *_glue_flap(other_side, walls.flap),
    )
    lower = (
        *reversed(_dust(other_side, other_side.bottom, walls)),
        *_lines((back.right, back.bottom), (back.x, back.bottom)),
        *reversed(_dust(side, side.bottom, walls)),
        *_bottom(front, walls),
    )
    outline = Path(Point(front.x, front.y), (*upper, *lower))
    glue = Path(Point(other_side.right, other_side.y), _glue_flap(other_side, walls.flap))
    return Net(walls, size, outline, _folds(panels, walls), glue, *panels)


def notched(front: Rect, radius: Mm) -> tuple[Segment, ...]:
    """Return the front's upper edge, with a thumb notch that exposes the tongue."""
    middle, top = front.center.x, front.y
    notch = Arc(Point(middle + radius, top), radius, clockwise=False)
    return (*_lines((middle - radius, top)), notch, *_lines((front.right, top)))


def _dust(side: Rect, fold: Mm, walls: Walls) -> tuple[Line, ...]:
    """Return a dust flap from left to right, narrow enough for the lid beside it."""
    left, right = side.x + _clearance(walls), side.right - _clearance(walls)
    end = fold + (walls.dust if fold > side.y else -walls.dust)
    cut = (right - left) / 8
    return _lines((left, fold), (left + cut, end), (right - cut, end), (right, fold))


def _clearance(walls: Walls) -> Mm:
    return 1.5 * walls.stock + SLACK


def _lid(back: Rect, walls: Walls) -> tuple[Segment, ...]:
    """Return the lid, which folds one thickness above the dust flaps under it."""
    fold = back.y - walls.stock
    crease = fold - walls.closing
    end = crease - walls.tongue
    left, right = back.x + walls.stock / 2, back.right - walls.stock / 2
    tongue_left, tongue_right = left + SLACK, right - SLACK
    round_off = min(0.7 * walls.tongue, 0.25 * walls.width)
    return (
        *_lines((back.x, back.y), (left, fold), (left, crease)),
        *_lines((tongue_left, crease), (tongue_left, end + round_off)),
        Arc(Point(tongue_left + round_off, end), round_off, clockwise=True),
        *_lines((tongue_right - round_off, end)),
        Arc(Point(tongue_right, end + round_off), round_off, clockwise=True),
        *_lines((tongue_right, crease), (right, crease), (right, fold), (back.right, back.y)),
    )


def _glue_flap(side: Rect, depth: Mm) -> tuple[Line, ...]:
    left, right = side.right, side.right + depth
    upper, lower = side.y + depth / 2, side.bottom - depth / 2
    return _lines((left, side.y), (right, upper), (right, lower), (left, side.bottom))


def _bottom(front: Rect, walls: Walls) -> tuple[Line, ...]:
    """Return the bottom, which folds one thickness below the dust flaps in it."""
    fold = front.bottom + walls.stock
    crease = fold + walls.closing
    left, right = front.x + walls.stock / 2, front.right - walls.stock / 2
    cut = SLACK + walls.tab / 4
    end = crease + walls.tab
    return _lines(
        *((front.right, front.bottom), (right, fold), (right, crease), (right - SLACK, crease)),
        *((right - cut, end), (left + cut, end)),
        *((left + SLACK, crease), (left, crease), (left, fold)),
    )


def _lines(*corners: tuple[Mm, Mm]) -> tuple[Line, ...]:
    return tuple(Line(Point(x, y)) for x, y in corners)


def _folds(panels: list[Rect], walls: Walls) -> tuple[Path, ...]:
    front, side, back, other_side = panels
    gap, edge = _clearance(walls), walls.stock / 2
    lid, bottom = back.y - walls.stock, front.bottom + walls.stock
    level = [
        *[(p, gap, y) for p in (side, other_side) for y in (p.y, p.bottom)],
        (back, edge, lid),
        (back, edge + SLACK, lid - walls.closing),
        (front, edge, bottom),
        (front, edge + SLACK, bottom + walls.closing),
    ]
    upright = [line(Point(p.right, p.y), Point(p.right, p.bottom)) for p in panels]
    return (*upright, *(line(Point(p.x + cut, y), Point(p.right - cut, y)) for p, cut, y in level))


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


LEAST_INSIDE = Inside(15.0, 15.0, 2.0)  # smaller boxes cannot be folded by hand
FRAME_INSET: Mm = 2.5
FRAME_STROKE: Mm = 0.5
FRAME_GAP: Mm = 0.9  # between the two lines of the frame
MARGIN: Mm = 1.5  # between the frame and text
NAME_REACH = 0.85  # of the room's width
LEAST_GAP = 0.3  # of a detail's font size: the least gap between lines
LEAST_FAN: Mm = 34.0  # the height of a wall that shows pieces
LETTERED = 0.46  # of such a wall's height, above the pieces
MOST_SHOWN = 3
PLATE = 0.4  # of a name's font size: around it on a plate
NAME: FontName = "serif-bold"
DETAIL: FontName = "serif"
NAME_SIZES: tuple[Mm, Mm] = (2.5, 10.0)  # text shrinks from the second to the first
DETAIL_SIZES: tuple[Mm, Mm] = (1.8, 3.6)


def draw(box: Tuckbox, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the net of a box for its pieces, lettered with the game's name."""
    game = context.game
    packed = box.packed_in(game)
    inside = box.inside(packed, game.stock, context.folded)
    if any(room < least for room, least in zip(inside, LEAST_INSIDE, strict=True)):
        raise LayoutError(
            f"a box of {_room(inside)} inside is too small to fold; {_room(LEAST_INSIDE)} is the "
            "least: pack more pieces, or make them larger"
        )
    net = tuckbox_net(inside, game.stock)
    x, y, width, height = net.front
    front = Rect(x, y + net.walls.notch, width, height - net.walls.notch)
    field = () if context.plain else draw_field(game, net.outline)
    items: list[Item] = [Shape((net.outline,), Style(fill=box.ground)), *field]
    title, details = box.title or game.name, _details(box, packed, context.words)
    drawn_title = partial(draw_title, game) if title == game.name and game.livery else None
    pieces = [
        piece
        for key in box.of
        for piece in _shown(draw_component(game, key, folded=context.folded))
    ]
    for wall, faces in (
        (front, [piece.front for piece in pieces]),
        (net.back, [piece.back or piece.front for piece in pieces]),
    ):
        frame = wall.inset(FRAME_INSET)
        room = frame.inset(FRAME_GAP + MARGIN)
        fan, lettered = _parted(room) if faces else (None, room)
        items += _panel(frame, box) if field else _frame(frame, box.ink)
        items += _label(lettered, title, details, box.ink, context, drawn_title)
        if fan is not None:
            items += draw_fan(faces, fan)
    for wall in (net.side, net.other_side):
        items += _spine(wall, title, box, context, on_field=bool(field))
    items += [draw_glue(net.glue), *(fold_line(fold) for fold in net.folds)]
    items.append(cut_line(net.outline))
    return (Piece("box", Scene(net.size, tuple(items)), freed_by_trim=False),)


def face_places(box: Tuckbox, context: DrawContext) -> Mapping[str, FacePlace]:
    """Return where the walls lie on the net."""
    inside = box.inside(box.packed_in(context.game), context.game.stock, context.folded)
    net = tuckbox_net(inside, context.game.stock)
    walls = {"front": net.front, "back": net.back, "side": net.side, "other-side": net.other_side}
    return {name: FacePlace("front", wall) for name, wall in walls.items()}


def _room(inside: Inside) -> str:
    return " x ".join(f"{length:.4g}" for length in inside) + " mm"


def _details(box: Tuckbox, packed: Sequence[Component], words: PieceWords) -> tuple[str, ...]:
    """Return the lines about the contents: the box's own text, or its pieces."""
    if box.text is not None:
        return (box.text,)
    if not packed:
        return ()
    nouns = {component.noun for component in packed}
    noun = nouns.pop() if len(nouns) == 1 else "pieces"
    count = sum(component.count for component in packed)
    counted = words.counted(noun, count)
    if len(packed) == 1 and re.search(rf"(?<!\d){count}(?!\d)", packed[0].name):
        return (counted,)  # "Deck of 36" says no more than "36 cards"
    return words.listed([component.name for component in packed]), counted


def _shown(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return up to three pieces, evenly spaced over a component."""
    return pieces[:: max(1, -(-len(pieces) // MOST_SHOWN))]


def _parted(room: Rect) -> tuple[Rect | None, Rect]:
    """Return the parts of a wall for a fan of pieces, None if it is too low, and for letters."""
    if room.height < LEAST_FAN:
        return None, room
    above = room._replace(height=LETTERED * room.height)
    return Rect(room.x, above.bottom, room.width, room.bottom - above.bottom), above


def _panel(frame: Rect, box: Tuckbox) -> Iterator[Item]:
    """Draw a panel on the pattern of the livery."""
    yield Shape((rectangle(frame),), Style(box.ground, box.ink, FRAME_STROKE))


def _frame(frame: Rect, ink: str) -> Iterator[Item]:
    """Draw a double frame."""
    yield Shape((rectangle(frame),), Style(stroke=ink, stroke_width=FRAME_STROKE))
    thin = Style(stroke=ink, stroke_width=HAIRLINE)
    yield Shape((rectangle(frame.inset(FRAME_GAP)),), thin)


def _label(
    room: Rect,
    name: str,
    details: Sequence[str],
    ink: str,
    context: DrawContext,
    drawn: Callable[[Rect, str], Item] | None,
) -> list[Item]:
    """Draw a name over the list of contents, in the middle of a room.

    The name is in letters unless it is ``drawn``.
    """
    bold, plain = context.font(NAME), context.font(DETAIL)
    title = _fitted(name, bold, NAME_REACH * room.width, 0.32 * room.height, NAME_SIZES)
    room_below = room.width, 0.16 * room.height
    sizes = (_fitted(text, plain, *room_below, DETAIL_SIZES) for text in details)
    detail = min(sizes, default=DETAIL_SIZES[1])
    lines, line_height = len(details), detail * cap_height(plain)
    high = title * cap_height(bold) + lines * line_height
    gaps = 1.4 + lines if lines else 0.0
    gap = min(0.75 * detail, (room.height - high) / gaps) if lines else 0.0
    if gap < LEAST_GAP * detail and lines:
        raise LayoutError(
            f"{room.height:.1f} mm for letters are too low for {name!r} and what is in the box; "
            "make fewer and higher piles"
        )
    high += gaps * gap
    middle, y = room.center.x, room.center.y - high / 2 + title * cap_height(bold)
    rule = y + 1.2 * gap
    reach = min(room.width, max(title * 2, 8.0)) / 2
    first = rule + 1.2 * gap + line_height
    thin = Style(stroke=ink, stroke_width=HAIRLINE)
    ruled = line(Point(middle - reach, rule), Point(middle + reach, rule))
    above = Rect(room.x, y - title * cap_height(bold), room.width, title * cap_height(bold))
    return [
        drawn(above, ink) if drawn else on_baseline(name, Point(middle, y), bold, title, ink),
        *([Shape((ruled,), thin)] if lines else []),
        *(
            on_baseline(text, Point(middle, first + n * (gap + line_height)), plain, detail, ink)
            for n, text in enumerate(details)
        ),
    ]


def _spine(
    wall: Rect, name: str, box: Tuckbox, context: DrawContext, *, on_field: bool
) -> list[Item]:
    """Draw a name down a side wall if it is wide enough to be read there, on a plate or not."""
    font = context.font(NAME)
    least, most = NAME_SIZES
    size = min(0.5 * wall.width, most, 0.8 * wall.height / text_width(name, font, 1))
    if size < least:
        return []
    long, high = text_width(name, font, size) + 2 * PLATE * size, (1 + PLATE) * size
    plate = Shape((rectangle(Rect.about(wall.center, long, high)),), Style(fill=box.ground))
    text = centered(name, wall.center, font, size, box.ink)
    turned_items = (plate, text) if on_field else (text,)
    return [Group(turned_items, Transform.turn(90, wall.center))]


def _fitted(text: str, font: Font, room: Mm, highest: Mm, sizes: tuple[Mm, Mm]) -> Mm:
    """Return the largest size within a range at which text fits."""
    least, most = sizes
    size = min(most, max(least, highest), room / text_width(text, font, 1))
    if size < least:
        raise LayoutError(
            f"{text!r} is {text_width(text, font, least):.1f} mm long in letters of {least:g} mm, "
            f"and the box has {room:.1f} mm of room; write it shorter"
        )
    return size
