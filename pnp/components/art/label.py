"""Labels: text that must fit a face, a space or a cell, and lines around a point."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.base.color import WHITE, ink_on
from pnp.base.errors import LayoutError
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect
from pnp.base.units import EPSILON, Mm, quoted
from pnp.scene import Text

LETTERS = "#3b342b"  # softer than black, so that what lies on a board stands out
SMALLEST: Mm = 2.1  # font size: 6 points, the smallest that can be read on a table
LEADING = 1.16  # from baseline to baseline, as a part of the font's size
STEP = 0.96  # from each size that is tried to the next


class Lettering(NamedTuple):
    """A style of text that shrinks from ``largest`` to ``smallest``, on at most ``lines`` lines."""

    ink: str
    largest: Mm
    smallest: Mm = SMALLEST
    lines: int = 1
    font: FontName = "sans-bold"


def draw_label(text: str, room: Rect, lettering: Lettering) -> tuple[Text, ...]:
    """Set text in the middle of a room, as large as it fits.

    Raises:
        FontError: If the font has no glyph for one of its characters.
        LayoutError: If the text does not fit even in the smallest letters.
    """
    for size in _sizes(lettering):
        lines = broken(text, room.width, lettering.font, size)
        if (
            len(lines) <= lettering.lines
            and _height(len(lines), lettering.font, size) <= room.height + EPSILON
            and _widest(lines, lettering.font, size) <= room.width + EPSILON
        ):
            return tuple(_set(lines, room, lettering, size))
    raise LayoutError(_too_long(text, room, lettering))


def broken(text: str, room: Mm, font: FontName, size: Mm) -> list[str]:
    """Break text at spaces into the longest lines that fit the room.

    A word wider than the room gets a line to itself.
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, font, size) <= room + EPSILON:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _sizes(lettering: Lettering) -> Iterator[Mm]:
    size = lettering.largest
    while size > lettering.smallest:
        yield size
        size *= STEP
    yield min(lettering.smallest, lettering.largest)


def _set(lines: list[str], room: Rect, lettering: Lettering, size: Mm) -> Iterator[Text]:
    font = lettering.font
    top = room.center.y - _height(len(lines), font, size) / 2
    for number, words in enumerate(lines):
        baseline = top + size * cap_height(font) + number * LEADING * size
        left = room.center.x - text_width(words, font, size) / 2
        yield Text(Point(left, baseline), words, font, size, lettering.ink)


def _height(lines: int, font: FontName, size: Mm) -> Mm:
    """Return the height from the capitals of the first line to the baseline of the last."""
    return size * (cap_height(font) + (lines - 1) * LEADING)


def _widest(lines: list[str], font: FontName, size: Mm) -> Mm:
    return max(text_width(line, font, size) for line in lines)


def _too_long(text: str, room: Rect, lettering: Lettering) -> str:
    size = min(lettering.smallest, lettering.largest)
    one = lettering.lines == 1
    lines = [text] if one else broken(text, room.width, lettering.font, size)
    wide, high = _widest(lines, lettering.font, size), _height(len(lines), lettering.font, size)
    allowed = "" if one else f" on {lettering.lines} lines"
    return (
        f"{quoted(text)} is {wide:.1f} x {high:.1f} mm in letters of {size:.2g} mm{allowed}, and "
        f"there is room for {room.width:.1f} x {room.height:.1f} mm; write it shorter"
    )


def letters_on(ground: str) -> str:
    """Return the colour of text on a ground: white on a dark one."""
    return WHITE if ink_on(ground) == WHITE else LETTERS


def on_baseline(text: str, at: Point, font: FontName, size: Mm, ink: str) -> Text:
    """Return a line of text with a point in the middle of its baseline."""
    return Text(at.moved(-text_width(text, font, size) / 2, 0), text, font, size, ink)


def centered(text: str, middle: Point, font: FontName, size: Mm, ink: str) -> Text:
    """Return a line of text whose capitals and figures are centred on a point."""
    dx, dy = -text_width(text, font, size) / 2, size * cap_height(font) / 2
    return Text(middle.moved(dx, dy), text, font, size, ink)
