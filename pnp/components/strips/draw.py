"""Draw strips: a heading over rows, each with a label and a text of any length."""

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from pnp.base.errors import Faults
from pnp.base.font_files import language_of
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import line, rectangle
from pnp.base.shaping import direction_of
from pnp.base.units import EPSILON, Mm, quoted
from pnp.components.art.label import LEADING, Lettering, broken, draw_label
from pnp.components.piece import DrawContext, Piece, cut_line
from pnp.components.strips import Strips
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


class _Fonts(NamedTuple):
    title: Font
    label: Font
    text: Font

    @classmethod
    def of(cls, context: DrawContext) -> "_Fonts":
        return cls(*map(context.font, (TITLE_FONT, LABEL_FONT, TEXT_FONT)))


def draw(strips: Strips, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the strip with its copies."""
    faults = Faults()
    fonts = _Fonts.of(context)
    heading, top = _heading(strips, fonts, faults)
    inner = strips.width - 2 * EDGE
    first = _label_width(strips, fonts.label, inner)
    texts = [
        _broken(
            row.text or "",
            inner - first - 2 * PAD,
            fonts.text,
            TEXT,
            f"rows[{number}].text",
            faults,
        )
        for number, row in enumerate(strips.lines, start=1)
    ]
    heights = [max(strips.row, _height(len(lines), fonts.text) + 2 * PAD) for lines in texts]
    tops = list(accumulate(heights, initial=top))
    size = Size(strips.width, tops[-1] + EDGE)
    trim = rectangle(Rect(0, 0, *size))
    items: list[Item] = [Shape((trim,), Style(fill=strips.ground))]
    lettering = Lettering(strips.ink, min(LABEL, 0.7 * strips.row), fonts.label, 2.4, 3)
    for number, (row, lines) in enumerate(zip(strips.lines, texts, strict=True)):
        place = Rect(EDGE, tops[number], inner, heights[number])
        if number % 2 == 0:
            items.append(Shape((rectangle(place),), Style(fill=strips.stripe)))
        room = Rect(EDGE + PAD, place.y + PAD / 2, first - 2 * PAD, place.height - PAD)
        with faults.within(f"rows[{number + 1}].label"):
            items += draw_label(row.label, room, lettering)
        top_left = Point(EDGE + first + PAD, place.center.y - _height(len(lines), fonts.text) / 2)
        beside = inner - first - 2 * PAD
        items += _written(lines, top_left, beside, fonts.text, TEXT, strips.ink)
    items += heading
    faults.check()
    table = [rectangle(Rect(EDGE, top, inner, tops[-1] - top))]
    if first < inner:
        table.append(line(Point(EDGE + first, top), Point(EDGE + first, tops[-1])))
    items.append(Shape(tuple(table), Style(stroke=strips.ink, stroke_width=LINE)))
    items.append(cut_line(trim))
    return (Piece("strip", Scene(size, tuple(items)), copies=strips.copies),)


def _heading(strips: Strips, fonts: _Fonts, faults: Faults) -> tuple[list[Item], Mm]:
    """Return the items of the title and the note, and the top of the rows."""
    items: list[Item] = []
    room, top = strips.width - 2 * EDGE, EDGE
    if strips.title is not None:
        place = Rect(EDGE, top, room, TITLE * cap_height(fonts.title))
        wanted = Lettering(strips.ink, TITLE, fonts.title, SMALLEST_TITLE)
        with faults.within("title"):
            (text,) = draw_label(strips.title, place, wanted)
            items.append(_aligned(text._replace(at=Point(EDGE, place.bottom)), room))
        top = place.bottom + 2.6
    if strips.note is not None:
        lines = _broken(strips.note, room, fonts.text, NOTE, "note", faults)
        items += _written(lines, Point(EDGE, top), room, fonts.text, NOTE, strips.faint)
        top += NOTE * cap_height(fonts.text) + (len(lines) - 1) * LEADING * NOTE + 2.6
    return items, top


def _label_width(strips: Strips, font: Font, inner: Mm) -> Mm:
    """Return the width of the first column: the full width if no row has a text."""
    if all(row.text is None for row in strips.lines):
        return inner
    if strips.label is not None:
        return strips.label
    widest = max(text_width(row.label, font, LABEL) for row in strips.lines)
    return min(max(widest + 2 * PAD, strips.row), WIDEST_LABEL * inner)


def _broken(text: str, room: Mm, font: Font, size: Mm, where: str, faults: Faults) -> list[str]:
    """Break text into lines, with a fault for each word that is longer than a line."""
    lines: list[str] = []
    with faults.within(where):
        lines = broken(text, room, font, size)
    for words in lines:
        width = text_width(words, font, size)
        if width > room + EPSILON:
            faults.add(
                f"{where}: {quoted(words)} is {width:.1f} mm long and there is room for "
                f"{room:.1f} mm; write it shorter, or make the strip wider"
            )
    return lines


def _height(lines: int, font: Font) -> Mm:
    """Return the height of a row's text with this many lines."""
    return TEXT * (cap_height(font) + max(0, lines - 1) * LEADING)


def _written(
    lines: list[str], top_left: Point, room: Mm, font: Font, size: Mm, ink: str
) -> Iterator[Text]:
    """Draw lines one below another, the capitals of the first at the top."""
    turned = _is_turned(" ".join(lines), font)
    for number, words in enumerate(lines):
        baseline = top_left.y + size * cap_height(font) + number * LEADING * size
        line = Text(Point(top_left.x, baseline), words, font, size, ink)
        yield _aligned(line, room, turned)


def _aligned(line: Text, room: Mm, turned: bool | None = None) -> Text:
    """Return a line at the left of its room, or at the right if it reads from right to left."""
    if not (_is_turned(line.string, line.font) if turned is None else turned):
        return line
    line = line._replace(direction="rtl")
    return line._replace(at=line.at.moved(room - line.width, 0))


def _is_turned(text: str, font: Font) -> bool:
    return direction_of(text, language_of(font)) == "rtl"
