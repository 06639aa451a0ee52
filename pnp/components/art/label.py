"""Labels that must fit a face, a space or a cell; ornaments and pips beside them."""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from pnp.base.color import WHITE, blended, ink_on
from pnp.base.errors import LayoutError
from pnp.base.font_files import language_of
from pnp.base.fonts import Font, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Path, circle, line, path_bounds, polygon, rectangle
from pnp.base.units import EPSILON, Mm, quoted
from pnp.scene import Extra, Group, Item, Shape, Style, Text

INSET: Mm = 2.2  # from the trim: cutting by hand is off by a millimetre or so
STROKE: Mm = 0.4
ROUND: Mm = 1.4  # the least radius of a rim's corners
STEP: Mm = 1.0  # of the corners of a rim in the colour of a livery
STEPS = 3
LOZENGE: Mm = 1.1  # half the diagonal of an ornament in a corner
LEAST_SIDE: Mm = 24.0  # of a face with ornaments in its corners
PALE = 0.55  # the share of the ground in the colour of a rim
GLUE_PITCH: Mm = 1.6
GLUE = Style(stroke="#b9b2a4", stroke_width=0.15)

# Three rows from the top; "o" is a pip. 6 has two columns of three, 2 and 3 run from the top right
# to the bottom left. 10 to 12 are as on double-twelve dominoes: three rows of up to four, parallel
# to the shorter side.
_ROWS = {
    0: ("", "", ""),
    1: ("", "o", ""),
    2: ("--o", "", "o--"),
    3: ("--o", "o", "o--"),
    4: ("o-o", "", "o-o"),
    5: ("o-o", "o", "o-o"),
    6: ("o-o", "o-o", "o-o"),
    7: ("o-o", "ooo", "o-o"),
    8: ("ooo", "o-o", "ooo"),
    9: ("ooo", "ooo", "ooo"),
    10: ("oooo", "o--o", "oooo"),
    11: ("oooo", "ooo", "oooo"),
    12: ("oooo", "oooo", "oooo"),
}

# Pips.
PITCH = 0.26  # from pip to pip, as a part of the face's shorter side
RADIUS = 0.095
DENSE_PITCH = 0.21  # within a row of four
DENSE_RADIUS = 0.078
INLAY = 0.77  # of a pip: the radius of the ring in it
INLAY_WIDTH = 0.09

# Texts.
LETTERS = "#3b342b"  # softer than black, so that what lies on a board stands out
SMALLEST: Mm = 2.1  # font size: 6 points, the smallest that can be read on a table
LEADING = 1.16  # from baseline to baseline, as a part of the font's size
STEP = 0.96  # from each size that is tried to the next


def pale(ink: str, ground: str) -> str:
    """Return the colour of ornaments, between ink and ground: visible, but not prominent."""
    return blended(ink, ground, PALE)


def draw_rim(
    trim: Rect, corner: Mm, ink: str, ground: str, line: str | None = None
) -> Iterator[Item]:
    """Draw a line inside the trim with rounded corners; large faces have a lozenge in each.

    A round face has a ring. In the ``line`` colour of a livery, large faces have stepped corners.
    """
    style = Style(stroke=line or pale(ink, ground), stroke_width=STROKE)
    inner = trim.inset(INSET)
    half = min(inner.size) / 2
    radius = min(half, max(ROUND, corner - INSET))
    large = min(trim.size) >= LEAST_SIDE and radius <= half / 2
    yield Shape((_stepped(inner) if line and large else rectangle(inner, radius),), style)
    if line or not large:
        return
    places = inner.inset(2 * LOZENGE + STROKE).corners
    yield Shape(tuple(_lozenge(place) for place in places), Style(fill=pale(ink, ground)))


def _stepped(rect: Rect) -> Path:
    """Return a rectangle whose corners step inwards."""
    stairs = [(n + m, STEPS - n) for n in range(STEPS) for m in (0, 1)] + [(STEPS, 0)]
    points: list[Point] = []
    for corner, (x, y) in zip(rect.corners, ((1, 1), (-1, 1), (-1, -1), (1, -1)), strict=True):
        turned = [corner.moved(x * STEP * a, y * STEP * b) for a, b in stairs]
        points += turned if x == y else reversed(turned)
    return polygon(points)


def draw_ring(center: Point, radius: Mm, ink: str, ground: str) -> Item:
    """Draw the rim of a disc."""
    return Shape((circle(center, radius),), Style(stroke=pale(ink, ground), stroke_width=STROKE))


def draw_glue(area: Path) -> Item:
    """Hatch an area that gets glue."""
    bounds = path_bounds(area)
    steps = ceil((bounds.width + bounds.height) / GLUE_PITCH)
    lines = tuple(
        line(Point(x, bounds.y), Point(x - bounds.height, bounds.bottom))
        for x in (bounds.x + n * GLUE_PITCH for n in range(1, steps))
    )
    return Group((Shape(lines, GLUE),), clip=area)


def _lozenge(center: Point) -> Path:
    return polygon(
        center.moved(x * LOZENGE, y * LOZENGE) for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))
    )


def draw_pips(number: int, face: Rect, ink: str, inlay: str | None = None) -> tuple[Item, ...]:
    """Draw ``number`` pips in the middle of ``face``, in proportion to its shorter side.

    With an ``inlay`` there is a thin ring of that colour in each, as if it were turned.
    """
    side = min(face.size)
    pitch, radius = (PITCH, RADIUS) if number < 10 else (DENSE_PITCH, DENSE_RADIUS)
    places = [
        ((column - (len(row) - 1) / 2) * pitch * side, y * PITCH * side)
        for y, row in enumerate(_ROWS[number], start=-1)
        for column, sign in enumerate(row)
        if sign == "o"
    ]
    pips = tuple(
        Shape((circle(face.center.moved(dx, dy), radius * side),), Style(fill=ink))
        for dx, dy in places
    )
    if inlay is None or not places:
        return pips
    rings = tuple(circle(face.center.moved(*at), INLAY * radius * side) for at in places)
    turned = Shape(rings, Style(stroke=inlay, stroke_width=INLAY_WIDTH * radius * side))
    return (*pips, Group((turned,), extra=Extra.ORNAMENT))


class Lettering(NamedTuple):
    """A style of text that shrinks from ``largest`` to ``smallest``, on at most ``lines`` lines."""

    ink: str
    largest: Mm
    font: Font
    smallest: Mm = SMALLEST
    lines: int = 1


def draw_label(text: str, room: Rect, lettering: Lettering) -> tuple[Text, ...]:
    """Set text in the middle of a room, as large as fits."""
    from pnp.typeset.breaks import may_be_parted

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
    from pnp.typeset.breaks import may_be_parted, phrases_of

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
