"""Drafts of cards with faults: whatever can be drawn, and the faults in red."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.base.color import WHITE
from pnp.base.errors import FontError, LayoutError
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.messages import Location, within
from pnp.base.path import line, rectangle
from pnp.base.shaping import without_emoji_of_several
from pnp.base.units import EPSILON, Mm
from pnp.components.art.label import broken
from pnp.components.faces.draw_frames import CardContext, color_of, draw_frame, flow_of, frame_name
from pnp.components.faces.effects import BLACK
from pnp.components.faces.frames import (
    SMALLEST_TYPE,
    Frame,
    IconFrame,
    ImageFrame,
    Layout,
    TextFrame,
)
from pnp.components.faces.pieces import FramedPieces
from pnp.components.faces.wording import Cells, Wording
from pnp.components.piece import REACH
from pnp.scene import Group, Item, Shape, Style, Text
from pnp.typeset.spans import PT

RED = "#c00018"
OUTLINE = Style(stroke=RED, stroke_width=0.35, dash=(1.4, 0.8))
AROUND: Mm = 0.6  # from a frame to the red line around it
EMPTY = Style(fill="#f3e3e3")
CROSS = Style(stroke="#d99aa0", stroke_width=0.25)
SIZES = (6 * PT, 5 * PT, 4 * PT)  # of the words of faults, the largest first
LEADING = 1.2
INSET: Mm = 0.8  # of words in the band that says the faults
SAFE: Mm = 2.5  # from the edge of a card to that band
BAND = 0.5  # of a card's height that it may take
FEW_LETTERS: Mm = 9.0  # a narrower band has no text
_FONT: FontName = "sans-bold"


class DraftFace(NamedTuple):
    """The items of a face that can be drawn, and the faults of the others."""

    items: tuple[Item, ...]
    faults: tuple[str, ...]


def draft_face(name: str, layout: Layout, cells: Cells, look: CardContext) -> DraftFace:
    """Draw the frames of one row's face, with a substitute for those with faults."""
    items: list[Item] = []
    faults: list[str] = []
    flow = flow_of(layout, look)
    for number, (drawn, wrong) in enumerate(try_frames(name, layout, cells, look)):
        items += drawn
        if wrong:
            faults += wrong
            items += _instead(flow.frame(number, cells), cells, look)
    return DraftFace((*items, *draw_faults(faults, look.cards)), tuple(faults))


def try_frames(
    name: str, layout: Layout, cells: Cells, look: CardContext
) -> Iterator[tuple[tuple[Item, ...], tuple[str, ...]]]:
    """Yield the items of each frame on a row's face, or its faults."""
    flow = flow_of(layout, look)
    for number, place in enumerate(layout.places(name)):
        try:
            yield draw_frame(flow.frame(number, cells), cells, look), ()
        except (FontError, LayoutError) as error:
            yield (), within(frame_name(place, layout.frames[number], look), error.faults)


def draft_ground(
    name: str, ground: Wording, cells: Cells, look: CardContext
) -> tuple[str, tuple[str, ...]]:
    """Return the colour of a face's ground and its faults; white if it has one."""
    try:
        return color_of(ground, cells, look), ()
    except LayoutError as error:
        return WHITE, within(Location(keys=f"{name}.ground"), error.faults)


def draw_faults(faults: list[str], cards: FramedPieces) -> Iterator[Item]:
    """Draw a band with the text of faults, within the edge of a card."""
    if not faults:
        return
    room = _room(cards)
    lines, size = _fitted([f"Draft: {faults[0]}", *faults[1:]], room)
    if not lines:  # too small for words
        side = min(room.size) / 3
        yield Shape((rectangle(Rect(room.x, room.y, side, side)),), Style(fill=RED))
        return
    height = 2 * INSET + size * (cap_height(_FONT) + LEADING * (len(lines) - 1))
    band = Rect(room.x, room.bottom - height, room.width, height)
    yield Shape((rectangle(band, 0.6),), Style(fill=RED))
    for number, words in enumerate(lines):
        baseline = band.y + INSET + size * (cap_height(_FONT) + LEADING * number)
        yield Text(Point(band.x + INSET, baseline), words, _FONT, size, WHITE)


def _room(cards: FramedPieces) -> Rect:
    """Return the largest rectangle for text on a card, away from its edge."""
    trim = Rect(0, 0, *cards.size)
    match cards.shape:
        case "round":
            return trim.inset(trim.width * (1 - 0.5**0.5) / 2)
        case "hexagon":
            return Rect(0, trim.height / 4, trim.width, trim.height / 2).inset(SAFE / 2)
        case "card":
            return trim.inset(min(SAFE, trim.width / 10, trim.height / 10))


def _fitted(faults: list[str], room: Rect) -> tuple[list[str], Mm]:
    """Return the lines of faults and their font size, cut to fit the room."""
    width, height = room.width - 2 * INSET, BAND * room.height - 2 * INSET
    if width < FEW_LETTERS:
        return [], 0.0
    texts = [_printable(fault) for fault in faults]
    for size in SIZES:
        lines = [part for fault in texts for part in broken(fault, width, _FONT, size)]
        most = 1 + int((height / size - cap_height(_FONT)) / LEADING)
        if len(lines) <= most:
            break
    if len(lines) > most:
        lines = [*lines[: max(most, 1) - 1], f"{lines[max(most, 1) - 1]} …"]
    return [_shortened(part, width, size) for part in lines], size


def _shortened(words: str, width: Mm, size: Mm) -> str:
    if text_width(words, _FONT, size) <= width + EPSILON:
        return words
    fitting = (f"{words[:end]}…" for end in range(len(words), 0, -1))
    return next((cut for cut in fitting if text_width(cut, _FONT, size) <= width), "…")


def _printable(words: str) -> str:
    """Return words on one line, without characters that the marks' font lacks."""
    words = " ".join(words.split())
    try:
        text_width(words, _FONT, 1)
    except FontError:
        words = without_emoji_of_several(words)
        return "".join(sign if _has_glyph(sign) else "?" for sign in words)
    return words


def _has_glyph(sign: str, font: Font = _FONT) -> bool:
    try:
        text_width(sign, font, 1)
    except FontError:
        return False
    return True


def _instead(frame: Frame, cells: Cells, look: CardContext) -> Iterator[Item]:
    """Draw a substitute for a frame with a fault, with a red outline around it."""
    place = frame.place(look.cards.size, REACH)
    for other in _milder(frame, cells, look):
        try:
            yield from draw_frame(other, cells, look)
            break
        except (FontError, LayoutError):
            continue
    else:
        yield _turned(frame, place, _placeholder(_named(frame, cells), place))
    yield _turned(frame, place, (Shape((rectangle(place.inset(-AROUND)),), OUTLINE),))


def _named(frame: Frame, cells: Cells) -> str:
    match frame:
        case ImageFrame():
            return frame.file.fill(cells).strip() or "picture"
        case IconFrame():
            return frame.icon.fill(cells).strip() or "icon"
    return frame.shows


def _turned(frame: Frame, place: Rect, items: tuple[Item, ...]) -> Item:
    return Group(items, Transform.turn(frame.turn, place.center))


def _placeholder(name: str, place: Rect) -> tuple[Item, ...]:
    """Draw an empty picture with a name in it."""
    corners = (
        (Point(place.x, place.y), Point(place.right, place.bottom)),
        (Point(place.x, place.bottom), Point(place.right, place.y)),
    )
    items: list[Item] = [Shape((rectangle(place),), EMPTY)]
    items += (Shape((line(*ends),), CROSS) for ends in corners)
    size, width = SIZES[0], place.width - 2 * INSET
    if width >= FEW_LETTERS and place.height >= size:
        words = _shortened(_printable(name), width, size)
        at = place.center.moved(-text_width(words, _FONT, size) / 2, size * cap_height(_FONT) / 2)
        items.append(Text(at, words, _FONT, size, RED))
    return tuple(items)


def _milder(frame: Frame, cells: Cells, look: CardContext) -> Iterator[Frame]:
    """Yield less demanding versions of a frame, in the order to try them."""
    match frame:
        case ImageFrame(fit="exact"):
            yield frame.model_copy(update={"fit": "fit"})
        case TextFrame():
            yield from _milder_texts(frame, cells, look)


def _milder_texts(frame: TextFrame, cells: Cells, look: CardContext) -> Iterator[TextFrame]:
    """Yield the text in smaller type, then without markup, then only its beginning."""
    least: dict[str, object] = {"least": min(SMALLEST_TYPE, frame.size)}
    try:
        color_of(frame.color, cells, look)
    except LayoutError:
        least["color"] = BLACK
        yield frame.model_copy(update={"color": BLACK})
    yield frame.model_copy(update=least)
    written = frame.text.fill(cells)
    font = look.typefaces.family(frame.font).cut(frame.bold, frame.italic)
    signs = without_emoji_of_several(written)
    shown = "".join(sign if sign.isspace() or _has_glyph(sign, font) else "?" for sign in signs)
    for text in dict.fromkeys((written, shown)):
        yield frame.model_copy(update=least | _plain(text))
    while len(shown) > 1:
        shown = shown[: 3 * len(shown) // 4]
        yield frame.model_copy(update=least | _plain(f"{shown}…"))


def _plain(text: str) -> dict[str, object]:
    """Return the fields of a frame that shows a text literally."""
    return {"text": Wording(text, (text,)), "markup": False}
