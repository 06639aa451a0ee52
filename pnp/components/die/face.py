"""Draw a side of a die: pips, figures, a text or a mark."""

from pnp.base.color import ink_on
from pnp.base.errors import LayoutError
from pnp.base.fonts import FontName
from pnp.base.geometry import Rect
from pnp.base.path import rectangle
from pnp.base.units import Mm
from pnp.components.art.label import Lettering, draw_label
from pnp.components.art.marks import draw_mark
from pnp.components.art.pips import draw_pips
from pnp.components.die.model import Die
from pnp.game.player_marks import MARKS
from pnp.scene import Item, Shape, Style, Text

FONT: FontName = "serif-bold"
ROOM = 0.72  # of the edge: where text is kept, clear of the folds
LETTER = 0.72  # of the edge: the largest font size
SMALLEST: Mm = 1.9  # font size
MARK = 0.5  # of the edge
BAR = 0.06  # of the font size: the line below a figure that could be read upside down
UPSIDE_DOWN = str.maketrans("01689", "01986")


def draw_side(die: Die, number: int, face: Rect) -> tuple[Item, ...]:
    """Draw the ground and the sign of one of the six faces, from 0, in their order.

    Raises:
        LayoutError: If a text has no room there.
    """
    shown, ground = die.shown[number], die.grounds[number]
    ink = die.ink if die.colors is None else ink_on(ground)
    items: list[Item] = []
    if die.colors is not None:
        items.append(Shape((rectangle(face),), Style(fill=ground)))
    if isinstance(shown, str) and shown in MARKS:
        items.append(draw_mark(MARKS[shown], face.center, MARK * die.edge, ink))
    elif isinstance(shown, int) and not die.in_figures:
        items += draw_pips(shown, face, ink)
    elif shown != "":
        items += _written(str(shown), _size(die, number), _room(face), ink)
    return tuple(items)


def _size(die: Die, number: int) -> Mm:
    """Return how large a face's letters are: those of all words alike, and all figures alike.

    A word without room on its own face is a fault there, and does not shrink the others.
    """
    face = _room(Rect(0, 0, die.edge, die.edge))
    wanted = Lettering(die.ink, LETTER * die.edge, SMALLEST, font=FONT)
    shown = die.shown[number]
    signs = {"", *MARKS}
    written = [str(one) for one in die.shown if one not in signs and type(one) is type(shown)]
    (own,) = draw_label(str(shown), face, wanted)
    sizes = [own.size]
    for text in written:
        try:
            sizes += [line.size for line in draw_label(text, face, wanted)]
        except LayoutError:
            continue
    return min(sizes)


def _room(face: Rect) -> Rect:
    return face.inset((1 - ROOM) / 2 * min(face.size))


def _written(text: str, size: Mm, room: Rect, ink: str) -> tuple[Item, ...]:
    """Write a text, with a bar below it where it could be another one upside down."""
    (line,) = draw_label(text, room, Lettering(ink, size, size, font=FONT))
    return (line, _bar(line, room)) if _turns(text) else (line,)


def _turns(text: str) -> bool:
    turned = text.translate(UPSIDE_DOWN)[::-1]
    return set(text) <= set("01689") and turned != text and not turned.startswith("0")


def _bar(line: Text, room: Rect) -> Shape:
    left, right = line.at.x, 2 * room.center.x - line.at.x
    bar = Rect(left, line.at.y + 1.8 * BAR * line.size, right - left, BAR * line.size)
    return Shape((rectangle(bar),), Style(fill=line.fill))
