"""Draw tuck boxes: a net with the game's name on its walls."""

from collections.abc import Sequence

from pnp.draw.piece import HAIRLINE, Piece, cut_line, fold_line
from pnp.draw.tuckbox_net import tuckbox_net
from pnp.errors import LayoutError
from pnp.fonts import FontName, cap_height, text_width
from pnp.geometry import Point, Rect, Transform
from pnp.model.tuckbox import Inside, Packed, Tuckbox
from pnp.path import line, rectangle
from pnp.scene import Group, Item, Scene, Shape, Style, Text
from pnp.units import Mm

LEAST_INSIDE = Inside(15.0, 15.0, 2.0)  # smaller boxes cannot be folded by hand
FRAME_INSET: Mm = 2.5
FRAME_STROKE: Mm = 0.5
FRAME_GAP: Mm = 0.9  # between the two lines of the frame
MARGIN: Mm = 1.5  # between the frame and text
NAME_REACH = 0.85  # of the room's width
NAME: FontName = "serif-bold"
DETAIL: FontName = "serif"
NAME_SIZES: tuple[Mm, Mm] = (2.5, 10.0)  # text shrinks from the second to the first
DETAIL_SIZES: tuple[Mm, Mm] = (1.8, 3.6)
NOUNS = {"deck": "cards", "tiles": "tiles", "chips": "chips"}


def draw_tuckbox(
    box: Tuckbox, game: str, packed: Sequence[Packed], stock: Mm, folded: bool
) -> tuple[Piece, ...]:
    """Draw the net of a box for the pieces that are ``packed``, lettered with the game's name.

    Raises:
        LayoutError: If the box is too small to fold, or a name too long for its walls.
    """
    inside = box.inside(packed, stock, folded)
    if any(room < least for room, least in zip(inside, LEAST_INSIDE, strict=True)):
        raise LayoutError(
            f"a box of {_room(inside)} inside is too small to fold; {_room(LEAST_INSIDE)} is the "
            "least: pack more pieces, or make them larger"
        )
    net = tuckbox_net(inside, stock)
    front = Rect(net.front.x, net.front.y + net.walls.notch, *net.front.size)
    front = front._replace(height=net.front.height - net.walls.notch)
    items: list[Item] = [Shape((net.outline,), Style(fill=box.ground))]
    for wall in (front, net.back):
        items += _label(wall.inset(FRAME_INSET), game, packed, box.ink)
    for wall in (net.side, net.other_side):
        items += _spine(wall, game, box.ink)
    items += [fold_line(fold) for fold in net.folds]
    items.append(cut_line(net.outline))
    return (Piece("box", Scene(net.size, tuple(items)), straight=False),)


def _room(inside: Inside) -> str:
    return " x ".join(f"{length:.4g}" for length in inside) + " mm"


def _label(frame: Rect, game: str, packed: Sequence[Packed], ink: str) -> list[Item]:
    """Draw a double frame, and in its middle the game's name over what the box holds."""
    room = frame.inset(FRAME_GAP + MARGIN)
    names = " and ".join(component.name for component in packed)
    nouns = {NOUNS[component.kind] for component in packed}
    noun = nouns.pop() if len(nouns) == 1 else "pieces"
    count = f"{sum(component.count for component in packed)} {noun}"
    title = _fitted(game, NAME, NAME_REACH * room.width, 0.32 * room.height, NAME_SIZES)
    details = [
        _fitted(text, DETAIL, room.width, 0.16 * room.height, DETAIL_SIZES)
        for text in (names, count)
    ]
    detail = min(details)
    gap = 0.75 * detail
    heights = [title * cap_height(NAME), *[detail * cap_height(DETAIL)] * 2]
    y = room.center.y - (sum(heights) + 3.4 * gap) / 2 + heights[0]
    middle = room.center.x
    rule = y + 1.2 * gap
    reach = min(room.width, max(title * 2, 8.0)) / 2
    first = rule + 1.2 * gap + heights[1]
    thin = Style(stroke=ink, stroke_width=HAIRLINE)
    return [
        Shape((rectangle(frame),), Style(stroke=ink, stroke_width=FRAME_STROKE)),
        Shape((rectangle(frame.inset(FRAME_GAP)),), thin),
        _centered(game, NAME, title, Point(middle, y), ink),
        Shape((line(Point(middle - reach, rule), Point(middle + reach, rule)),), thin),
        _centered(names, DETAIL, detail, Point(middle, first), ink),
        _centered(count, DETAIL, detail, Point(middle, first + gap + heights[2]), ink),
    ]


def _spine(wall: Rect, game: str, ink: str) -> list[Item]:
    """Draw the game's name down a side wall, if it is wide enough to be read there."""
    least, most = NAME_SIZES
    size = min(0.5 * wall.width, most, 0.8 * wall.height / text_width(game, NAME, 1))
    if size < least:
        return []
    middle = wall.center
    baseline = middle.moved(0, size * cap_height(NAME) / 2)
    text = _centered(game, NAME, size, baseline, ink)
    return [Group((text,), Transform.turn(90, middle))]


def _fitted(text: str, font: FontName, room: Mm, highest: Mm, sizes: tuple[Mm, Mm]) -> Mm:
    """Return the largest size, between two others, at which text has room."""
    least, most = sizes
    size = min(most, max(least, highest), room / text_width(text, font, 1))
    if size < least:
        raise LayoutError(
            f"{text!r} is {text_width(text, font, least):.1f} mm long in letters of {least:g} mm, "
            f"and the box has {room:.1f} mm of room; write it shorter"
        )
    return size


def _centered(text: str, font: FontName, size: Mm, at: Point, ink: str) -> Text:
    """Return a line of text with the middle of its baseline in a place."""
    return Text(at.moved(-text_width(text, font, size) / 2, 0), text, font, size, ink)
