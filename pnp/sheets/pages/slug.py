"""The slug: the ruler and the label in the margin of every sheet."""

from collections.abc import Iterator, Sequence
from functools import cache

from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Transform
from pnp.base.path import line
from pnp.base.units import Mm
from pnp.base.words import piece_words
from pnp.scene import Group, Item, Shape, Style, Text
from pnp.sheets.layout.margin import Side, Slug, Strip, StripPlace

RULER: Mm = 50.0  # long enough to see 1 % with the naked eye against a ruler
DEPTH: Mm = 3.2  # of the ruler, of the strip, and of a label in letters of up to 2.4 mm
GAP: Mm = 6.0
INK = Style(stroke="#000000", stroke_width=0.2)
DIGITS: Mm = 2.0  # font size
LETTERS: Mm = 2.4  # font size
FONT: FontName = "serif-bold"  # also used on cards, which saves embedding another font
_UNIT = " mm"


def sheet_label(title: str, number: int, sheets: int, side: str, lang: str) -> str:
    """Return the label of a sheet; ``side`` is a key in the table of words."""
    words = piece_words(lang).sheets
    return words["label"].format(title=title, number=number, sheets=sheets, side=words[side])


def measure_slug(label: str, font: Font = FONT) -> Slug:
    """Return the room that the ruler and a label need, in that order."""
    unit = text_width(f"{RULER:.0f}{_UNIT}", FONT, DIGITS)
    return Slug((RULER + unit, text_width(label, font, LETTERS)), DEPTH, GAP)


def draw_slug(label: str, places: Sequence[StripPlace | None], font: Font = FONT) -> Iterator[Item]:
    """Draw the ruler and the label, each only if it has a place."""
    ruler, name = places
    if ruler is not None:
        yield Group(_ruler(), _along(*ruler), is_symbol=True)
    if name is not None:
        baseline = Point(0, DEPTH / 2 + LETTERS * cap_height(font) / 2)
        yield Group((Text(baseline, label, font, LETTERS),), _along(*name))


@cache
def _ruler() -> tuple[Item, ...]:
    """Draw 50 mm along x, with a tick every millimetre and a number every centimetre."""
    ticks = [line(Point(0, 0.1), Point(RULER, 0.1))]
    figures: list[Item] = []
    for mm in range(int(RULER) + 1):
        length = 1.5 if mm % 10 == 0 else 1.1 if mm % 5 == 0 else 0.7
        ticks.append(line(Point(mm, 0.1), Point(mm, length)))
        if mm % 10 == 0:
            figure = str(mm)
            shift = 0.0 if mm == 0 else text_width(figure, FONT, DIGITS) / 2
            text = figure + _UNIT if mm == RULER else figure
            figures.append(Text(Point(mm - shift, DEPTH - 0.1), text, FONT, DIGITS))
    return (Shape(tuple(ticks), INK), *figures)


def _along(strip: Strip, start: Mm) -> Transform:
    """Return the transform that maps x along a strip and y towards the outside of the page."""
    place = strip.place
    match strip.side:
        case Side.BOTTOM | Side.TOP:
            return Transform.move(place.x + start, place.y)
        case Side.LEFT:
            turn = Transform.turn(270, Point(0, 0))
            return turn.then(Transform.move(place.x, place.bottom - start))
        case Side.RIGHT:
            turn = Transform.turn(90, Point(0, 0))
            return turn.then(Transform.move(place.right, place.y + start))
