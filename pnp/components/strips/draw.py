"""Draw strips: a heading over rows, each with a label and a text of any length."""

from collections.abc import Iterator
from itertools import accumulate

from pnp.base.errors import Faults
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import line, rectangle
from pnp.base.units import EPSILON, Mm, quoted
from pnp.components.art.label import LEADING, Lettering, broken, draw_label
from pnp.components.piece import DrawContext, Piece, cut_line
from pnp.components.strips.model import Strips
from pnp.scene import Item, Scene, Shape, Style, Text

EDGE: Mm = 4.0
PAD: Mm = 1.8  # between a line of the table and what stands in it
TITLE: Mm = 5.6  # font sizes
SMALLEST_TITLE: Mm = 3.6
NOTE: Mm = 3.2
TEXT: Mm = 3.3
LABEL: Mm = 4.6
WIDEST_LABEL = 0.45  # of the strip: the widest first column without a ``label``
LINE: Mm = 0.3
TITLE_FONT: FontName = "serif-bold"
LABEL_FONT: FontName = "serif-bold"
TEXT_FONT: FontName = "sans"


def draw(strips: Strips, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the strip with its copies.

    Raises:
        LayoutError: If a title, a label or a word has no room: a line for each.
    """
    faults = Faults()
    heading, top = _heading(strips, faults)
    inner = strips.width - 2 * EDGE
    first = _label_width(strips, inner)
    texts = [
        _broken(row.text or "", inner - first - 2 * PAD, TEXT, f"rows[{number}].text", faults)
        for number, row in enumerate(strips.lines, start=1)
    ]
    heights = [max(strips.row, _height(len(lines)) + 2 * PAD) for lines in texts]
    tops = list(accumulate(heights, initial=top))
    size = Size(strips.width, tops[-1] + EDGE)
    trim = rectangle(Rect(0, 0, *size))
    items: list[Item] = [Shape((trim,), Style(fill=strips.ground))]
    lettering = Lettering(strips.ink, min(LABEL, 0.7 * strips.row), 2.4, 3, LABEL_FONT)
    for number, (row, lines) in enumerate(zip(strips.lines, texts, strict=True)):
        place = Rect(EDGE, tops[number], inner, heights[number])
        if number % 2 == 0:
            items.append(Shape((rectangle(place),), Style(fill=strips.stripe)))
        room = Rect(EDGE + PAD, place.y + PAD / 2, first - 2 * PAD, place.height - PAD)
        with faults.within(f"rows[{number + 1}].label"):
            items += draw_label(row.label, room, lettering)
        start = Point(EDGE + first + PAD, place.center.y - _height(len(lines)) / 2)
        items += _written(lines, start, TEXT, strips.ink)
    items += heading
    faults.check()
    table = [rectangle(Rect(EDGE, top, inner, tops[-1] - top))]
    if first < inner:
        table.append(line(Point(EDGE + first, top), Point(EDGE + first, tops[-1])))
    items.append(Shape(tuple(table), Style(stroke=strips.ink, stroke_width=LINE)))
    items.append(cut_line(trim))
    return (Piece("strip", Scene(size, tuple(items)), copies=strips.copies),)


def _heading(strips: Strips, faults: Faults) -> tuple[list[Item], Mm]:
    """Return the title and the note, and how far down the rows begin."""
    items: list[Item] = []
    room, top = strips.width - 2 * EDGE, EDGE
    if strips.title is not None:
        place = Rect(EDGE, top, room, TITLE * cap_height(TITLE_FONT))
        wanted = Lettering(strips.ink, TITLE, SMALLEST_TITLE, font=TITLE_FONT)
        with faults.within("title"):
            (text,) = draw_label(strips.title, place, wanted)
            items.append(text._replace(at=Point(EDGE, place.bottom)))
        top = place.bottom + 2.6
    if strips.note is not None:
        lines = _broken(strips.note, room, NOTE, "note", faults)
        items += _written(lines, Point(EDGE, top), NOTE, strips.faint)
        top += NOTE * cap_height(TEXT_FONT) + (len(lines) - 1) * LEADING * NOTE + 2.6
    return items, top


def _label_width(strips: Strips, inner: Mm) -> Mm:
    """Return the width of the first column: the full width if no row has a text."""
    if all(row.text is None for row in strips.lines):
        return inner
    if strips.label is not None:
        return strips.label
    widest = max(text_width(row.label, LABEL_FONT, LABEL) for row in strips.lines)
    return min(max(widest + 2 * PAD, strips.row), WIDEST_LABEL * inner)


def _broken(text: str, room: Mm, size: Mm, where: str, faults: Faults) -> list[str]:
    """Break text into lines, with a fault for each line longer than its room: a single word."""
    lines = broken(text, room, TEXT_FONT, size)
    for words in lines:
        width = text_width(words, TEXT_FONT, size)
        if width > room + EPSILON:
            faults.add(
                f"{where}: {quoted(words)} is {width:.1f} mm long and there is room for "
                f"{room:.1f} mm; write it shorter, or make the strip wider"
            )
    return lines


def _height(lines: int) -> Mm:
    """Return the height of this many lines of a row's text."""
    return TEXT * (cap_height(TEXT_FONT) + max(0, lines - 1) * LEADING)


def _written(lines: list[str], top_left: Point, size: Mm, ink: str) -> Iterator[Text]:
    """Write lines one below another, the capitals of the first at the top."""
    for number, words in enumerate(lines):
        baseline = top_left.y + size * cap_height(TEXT_FONT) + number * LEADING * size
        yield Text(Point(top_left.x, baseline), words, TEXT_FONT, size, ink)
