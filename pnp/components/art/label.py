"""Labels: text that must fit a face, a space or a cell, and lines around a point."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.base.color import WHITE, ink_on
from pnp.base.errors import LayoutError
from pnp.base.font_files import language_of
from pnp.base.fonts import Font, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import EPSILON, Mm, quoted
from pnp.scene import Text
from pnp.typeset.breaks import may_be_parted, phrases_of

LETTERS = "#3b342b"  # softer than black, so that what lies on a board stands out
SMALLEST: Mm = 2.1  # font size: 6 points, the smallest that can be read on a table
LEADING = 1.16  # from baseline to baseline, as a part of the font's size
STEP = 0.96  # from each size that is tried to the next


class Lettering(NamedTuple):
    """A style of text that shrinks from ``largest`` to ``smallest``, on at most ``lines`` lines."""

    ink: str
    largest: Mm
    font: Font
    smallest: Mm = SMALLEST
    lines: int = 1


def draw_label(text: str, room: Rect, lettering: Lettering) -> tuple[Text, ...]:
    """Set text in the middle of a room, as large as fits."""
    font, tries = lettering.font, [(size, False) for size in _sizes(lettering)]
    if may_be_parted(text):
        tries += [(tries[-1][0], True)]
    for size, rough in tries:
        lines = broken(text, room.width, font, size, rough)
        wide, high = _extent(lines, font, size)
        fits = wide <= room.width + EPSILON and high <= room.height + EPSILON
        if fits and len(lines) <= lettering.lines:
            first = Point(room.center.x, room.center.y - high / 2 + size * cap_height(font))
            return tuple(
                on_baseline(words, first.moved(0, n * LEADING * size), font, size, lettering.ink)
                for n, words in enumerate(lines)
            )
    one = lettering.lines == 1
    wide, high = _extent([text] if one else lines, font, size)
    allowed = "" if one else f" on {lettering.lines} lines"
    raise LayoutError(
        f"{quoted(text)} is {wide:.1f} x {high:.1f} mm in letters of {size:.2g} mm{allowed}, and "
        f"there is room for {room.width:.1f} x {room.height:.1f} mm; write it shorter"
    )


def broken(text: str, room: Mm, font: Font, size: Mm, rough: bool = True) -> list[str]:
    """Break text at spaces into lines as long as the room allows.

    Scripts without spaces break between phrases, and with ``rough`` also within a phrase wider than
    the room. A word wider than the room gets a line of its own.
    """
    lines: list[str] = []
    for part, space in _parts(text, room, font, size, rough):
        longer = f"{lines[-1]}{space}{part}" if lines else part
        if lines and text_width(longer, font, size) <= room + EPSILON:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _parts(text: str, room: Mm, font: Font, size: Mm, rough: bool) -> Iterator[tuple[str, str]]:
    """Yield the unbreakable parts of a text, each with the space that precedes it in a line."""
    for word in text.split():
        space = " "
        for phrase in phrases_of(word, language_of(font)) if may_be_parted(word) else [(word,)]:
            whole = "".join(phrase)
            fits = not rough or len(phrase) == 1 or text_width(whole, font, size) <= room + EPSILON
            for part in [whole] if fits else phrase:
                yield part, space
                space = ""


def _sizes(lettering: Lettering) -> Iterator[Mm]:
    size = lettering.largest
    while size > lettering.smallest:
        yield size
        size *= STEP
    yield min(lettering.smallest, lettering.largest)


def _extent(lines: list[str], font: Font, size: Mm) -> Size:
    """Return the width of the widest line, and the height from capitals to last baseline."""
    widest = max(text_width(line, font, size) for line in lines)
    return Size(widest, size * (cap_height(font) + (len(lines) - 1) * LEADING))


def letters_on(ground: str) -> str:
    """Return the colour of text on a ground."""
    return WHITE if ink_on(ground) == WHITE else LETTERS


def on_baseline(text: str, at: Point, font: Font, size: Mm, ink: str) -> Text:
    """Return a line of text centred on a point of its baseline."""
    return Text(at.moved(-text_width(text, font, size) / 2, 0), text, font, size, ink)


def centered(text: str, middle: Point, font: Font, size: Mm, ink: str) -> Text:
    """Return a line of text whose capitals and digits are centred on a point."""
    return on_baseline(text, middle.moved(0, size * cap_height(font) / 2), font, size, ink)
