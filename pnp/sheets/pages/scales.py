"""Vernier scales for both sides of the paper, which show how far the sides are off register.

The front has a line every mm; the back has a long line in the middle and, on either side of it,
nine lines 0.9 mm apart. Against the light, the long line shows whole mm; the number of the short
line that continues a line of the front shows tenths, as on a calliper.
"""

from typing import NamedTuple

from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point
from pnp.base.path import line, polygon
from pnp.base.units import Mm
from pnp.scene import Item, Shape, Style, Text

READABLE = 8  # mm either way
REACH = 16  # mm either way: the last short line still meets a line
FINE: Mm = 0.9
TENTHS = 9
INK = Style(stroke="#000000", stroke_width=0.15)
SOLID = Style(fill="#000000")
FONT: FontName = "sans"
BOLD: FontName = "sans-bold"
DIGITS: Mm = 2.2  # font size
TENTH_DIGITS: Mm = 1.9  # font size
SIGNS: Mm = 6.0  # font size
NAMES: Mm = 3.2  # font size


class VernierScale(NamedTuple):
    """A scale: its zero, the direction of its numbers, and that to the nearest edge of the paper.

    Directions are steps of 1 mm.
    """

    name: str
    zero: Point
    along: Point
    outward: Point

    def at(self, along: Mm, outward: Mm) -> Point:
        """Return the point at a distance along the scale and a distance outwards."""
        return Point(
            self.zero.x + along * self.along.x + outward * self.outward.x,
            self.zero.y + along * self.along.y + outward * self.outward.y,
        )


def front_scale(scale: VernierScale) -> tuple[Item, ...]:
    """Draw the front, which shows whole mm; its lines go outwards."""
    ticks = [line(scale.at(-REACH, 0), scale.at(REACH, 0))]
    items: list[Item] = []
    for mm in range(-REACH, REACH + 1):
        numbered = mm % 2 == 0 and abs(mm) <= READABLE
        length = 5.0 if mm == 0 else 4.0 if numbered else 2.8
        ticks.append(line(scale.at(mm, 0), scale.at(mm, length)))
        if numbered:
            items.append(centered(str(abs(mm)), scale.at(mm, 6.4), FONT, DIGITS))
    for sign, way in (("\N{MINUS SIGN}", -1), ("+", 1)):
        items.append(centered(sign, scale.at(way * (REACH + 3), 2), BOLD, SIGNS))
    return (*_name(scale, 0), Shape(tuple(ticks), INK), *items)


def back_scale(scale: VernierScale) -> tuple[Item, ...]:
    """Draw the back, which shows tenths, as seen through the front; its lines go inwards."""
    ticks = [line(scale.at(0, 0), scale.at(0, -7))]
    items: list[Item] = []
    for way in (-1, 1):
        for tenth in range(1, TENTHS + 1):
            at = way * tenth * FINE
            ticks.append(line(scale.at(at, 0), scale.at(at, -4 if tenth % 2 else -2.8)))
            if tenth % 2:
                items.append(centered(str(tenth), scale.at(at, -5.4), FONT, TENTH_DIGITS))
    arrow = polygon([scale.at(0, -6.6), scale.at(-0.8, -8.8), scale.at(0.8, -8.8)])
    return (*_name(scale, NAMES * 1.3), Shape(tuple(ticks), INK), Shape((arrow,), SOLID), *items)


def _name(scale: VernierScale, beside: Mm) -> tuple[Text, ...]:
    """Return a scale's name; the back's is beside the front's once the sides register."""
    if not scale.name:
        return ()
    if scale.along.y:
        middle = scale.at(-REACH - 8 - beside, 2)
    else:
        middle = scale.at(-REACH - 7 - text_width(scale.name, BOLD, NAMES) / 2, 2 - beside)
    return (centered(scale.name, middle, BOLD, NAMES),)


def centered(string: str, middle: Point, font: FontName, size: Mm) -> Text:
    """Return digits or capitals centred on a point."""
    left = middle.x - text_width(string, font, size) / 2
    return Text(Point(left, middle.y + cap_height(font) * size / 2), string, font, size)
