"""The calibration sheet: Vernier scales to measure a printer with, and what readings say of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import asin, degrees, hypot
from typing import Any, NamedTuple

from pnp.base.errors import LayoutError, UnitError, UsageError
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.languages import ENGLISH, read_words
from pnp.base.messages import Message
from pnp.base.messages import within as about
from pnp.base.path import line, polygon, rectangle
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.components.art.label import broken
from pnp.game.paper import MARGIN
from pnp.make.printer_profile import RANGES, PrinterProfile, check_name, within
from pnp.scene import Group, Item, Scene, Shape, Style, Text
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.pages.compensation import (
    back_compensation,
    compensated,
    front_compensation,
    seen_from_front,
)

SMALLEST = Size(148, 200)
INSET: Mm = 17.0  # from the paper's edge to a scale, which reaches 7.5 mm outwards
SQUARE: Mm = 100.0
LONGEST_LINE: Mm = 270.0  # so that a ruler of 30 cm measures it at once
# Twice the error of two readings 110 mm apart, each off by 0.05 mm; paper stretches as well.
CONTRADICTION = 0.2  # degrees

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

_NUMBER = re.compile(r"[+-]?(?:\d{1,4}(?:\.\d{0,6})?|\.\d{1,6})")


class ScaleReadings(NamedTuple):
    """Readings of the four scales: how far the backs are shifted right, or down, at each."""

    top: Mm
    bottom: Mm
    left: Mm
    right: Mm


class Displacement(NamedTuple):
    """The misregistration of backs: to the right, down, and clockwise in degrees."""

    dx: Mm
    dy: Mm
    angle: float


class Calibration(NamedTuple):
    """Positions on a portrait page, as seen from the front, arranged around its ``middle``.

    The scales ``top`` and ``bottom`` are read across, ``left`` and ``right`` down; each point is
    that scale's zero. The ``square`` is 100 mm wide. ``across`` and ``down`` are the lengths of the
    lines to measure, in whole centimetres, which extend the top and the left edge of the square.
    """

    middle: Point
    top: Point
    bottom: Point
    left: Point
    right: Point
    square: Rect
    across: Mm
    down: Mm

    def displacement(self, readings: ScaleReadings) -> Displacement:
        """Return the misregistration of backs from the readings."""
        tall, wide = self.bottom.y - self.top.y, self.right.x - self.left.x
        leaning, sloping = readings.top - readings.bottom, readings.right - readings.left
        one, other = degrees(asin(leaning / tall)), degrees(asin(sloping / wide))
        if abs(one - other) > CONTRADICTION + EPSILON:
            raise LayoutError(
                f"top and bottom say that the backs are turned by {one:.2f} degrees, left and "
                f"right say {other:.2f}; read the scales and their signs again"
            )
        angle = degrees(asin((leaning * tall + sloping * wide) / hypot(tall, wide) ** 2))
        dx, dy = (readings.top + readings.bottom) / 2, (readings.left + readings.right) / 2
        return Displacement(round(dx, 4), round(dy, 4), round(angle, 4))


def calibrate(paper: Size) -> Calibration:
    """Return the calibration sheet for a paper size."""
    if paper.width < SMALLEST.width - EPSILON or paper.height < SMALLEST.height - EPSILON:
        raise UsageError(
            f"--paper: the test sheet needs paper of at least {dimensions(*SMALLEST)}, "
            f"not {dimensions(*paper)}; measure the printer on larger paper"
        )
    middle = Rect(0, 0, *paper).center
    return Calibration(
        middle,
        top=Point(middle.x, INSET),
        bottom=Point(middle.x, paper.height - INSET),
        left=Point(INSET, middle.y),
        right=Point(paper.width - INSET, middle.y),
        square=Rect.about(middle, SQUARE, SQUARE),
        across=min(LONGEST_LINE, (paper.width - 20) // 10 * 10),
        down=min(LONGEST_LINE, (paper.height - 32) // 10 * 10),
    )


class VernierScale(NamedTuple):
    """A scale: its zero, the direction of its numbers, and the direction to the paper's edge.

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
    """Draw the front, which shows whole mm; its lines point outwards."""
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
    """Draw the back, which shows tenths, as seen through the front; its lines point inwards."""
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
    """Return a scale's name; the back's comes to lie beside the front's."""
    if not scale.name:
        return ()
    if scale.along.y:
        middle = scale.at(-REACH - 8 - beside, 2)
    else:
        middle = scale.at(-REACH - 7 - text_width(scale.name, BOLD, NAMES) / 2, 2 - beside)
    return (centered(scale.name, middle, BOLD, NAMES),)


def centered(string: str, middle: Point, font: Font, size: Mm) -> Text:
    """Return digits or capitals centred on a point."""
    left = middle.x - text_width(string, font, size) / 2
    return Text(Point(left, middle.y + cap_height(font) * size / 2), string, font, size)


LINE = Style(stroke="#000000", stroke_width=0.2)
BODY: Mm = 2.9  # font size
LEADING = 1.59  # from line to line, in font sizes
EXAMPLE: Mm = 1.3  # reading of the example, which is described in words
ENLARGED = 1.2


def calibration_pages(
    paper_name: str,
    paper: Size,
    duplex: Duplex,
    printer: PrinterProfile | None = None,
    lang: str = ENGLISH,
) -> tuple[Scene, Scene]:
    """Return front and back of the calibration sheet, compensated for a printer if given.

    Scales are named like the options of ``pnp printer add`` in every language.
    """
    places = calibrate(paper)
    words = read_words("calibration", lang)
    labels = words["labels"]
    title = f"{paper_name} · {labels[duplex]}"
    right, down, left, up = Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1)
    scales = (
        VernierScale("top", places.top, right, up),
        VernierScale("bottom", places.bottom, right, down),
        VernierScale("left", places.left, down, left),
        VernierScale("right", places.right, down, right),
    )
    front = (
        *(item for scale in scales for item in front_scale(scale)),
        *_lines(places, labels),
        *_example(places, labels["example"]),
        *_words(places, title, paper_name, printer, words),
    )
    seen = tuple(item for scale in scales for item in back_scale(scale))
    through = seen_from_front(paper, duplex)
    free = through.apply(Point(places.middle.x, places.square.bottom - 2.8))
    back = (Group(seen, through), centered(labels["back"], free, FONT, 2.6))
    scenes = Scene(paper, front, label="front"), Scene(paper, back, label="back")
    if printer is None:
        return scenes
    return (
        compensated(scenes[0], front_compensation(printer, paper)),
        compensated(scenes[1], back_compensation(printer, paper, duplex)),
    )


def _lines(places: Calibration, labels: Mapping[str, str]) -> Iterator[Item]:
    """Draw the square, and the lines to measure along its top and its left edge."""
    square, middle = places.square, places.middle
    start = Point(middle.x - places.across / 2, middle.y - places.down / 2)
    rulers = (
        (VernierScale("", Point(start.x, square.y), Point(1, 0), Point(0, 1)), places.across),
        (VernierScale("", Point(square.x, start.y), Point(0, 1), Point(1, 0)), places.down),
    )
    ticks = [line(ruler.zero, ruler.at(length, 0)) for ruler, length in rulers]
    for ruler, length in rulers:
        for mm in range(0, int(length) + 1, 10):
            long = 2.5 if mm in (0, length) else 0.9
            ticks.append(line(ruler.at(mm, -long), ruler.at(mm, long)))
    yield Shape((rectangle(square), *ticks), LINE)
    across = labels["across"].format(mm=f"{places.across:g}")
    down = labels["down"].format(mm=f"{places.down:g}")
    beside = square.right - 2 - text_width(across, FONT, 2.6)
    yield Text(Point(beside, square.y - 2), across, FONT, 2.6)
    upwards = Transform.turn(270, Point(0, 0)).then(
        Transform.move(square.x - 2, start.y + places.down - 5)
    )
    yield Group((Text(Point(0, 0), down, FONT, 2.6),), upwards)


def _example(places: Calibration, says: str) -> Iterator[Item]:
    """Draw an enlarged example of a scale against the light, with its reading."""
    y = (places.top.y + 9 + places.square.y - 3) / 2 - 3
    place = Transform.scale(ENLARGED).then(Transform.move(places.middle.x, y))
    yield Group(_against_the_light(), place)
    yield centered(says, Point(places.middle.x, y + 13.4), FONT, 2.6)


def _against_the_light() -> tuple[Item, ...]:
    """Draw a scale as it looks against the light, around its zero."""
    scale = VernierScale("", Point(0, 0), Point(1, 0), Point(0, -1))
    return (*front_scale(scale), Group(back_scale(scale), Transform.move(EXAMPLE, 0)))


def example_scale() -> Scene:
    """Return a picture of a scale against the light that reads 1.3."""
    size = Size(2 * (REACH + 6), 20)
    return Scene(size, (Group(_against_the_light(), Transform.move(size.width / 2, 9.5)),))


def _words(
    places: Calibration,
    title: str,
    paper_name: str,
    printer: PrinterProfile | None,
    words: Mapping[str, Any],
) -> Iterator[Item]:
    """Draw the instructions in the square, and the command to type below it."""
    square, labels = places.square, words["labels"]
    heading = labels["test_for"].format(printer=printer.name) if printer else labels["test"]
    yield Text(Point(square.x + 5, square.y + 10), heading, BOLD, 4.6)
    yield Text(Point(square.x + 5, square.y + 15.5), f"pnp · {title}", FONT, 2.6)
    steps = words["steps"]["check" if printer else "measure"]
    room = Size(square.width - 15, square.height - 29)
    yield from _steps(steps, Point(square.x + 5, square.y + 26), room)
    if printer is None:
        at = Point(square.x + 10, square.bottom + 7.5)
        beside = 2 * places.middle.x - MARGIN - at.x
        for row, (font, text) in enumerate(_command(places, paper_name, labels, beside)):
            yield Text(at.moved(0, row * LEADING * BODY), text, font, BODY)


def _steps(steps: Sequence[Sequence[str]], start: Point, room: Size) -> Iterator[Item]:
    """Draw numbered steps, at the largest type size up to ``BODY`` at which they fit."""
    size = BODY
    while _height(_broken(steps, room.width, size)) * size > room.height:
        size *= 0.98
    at, step = start, LEADING * size
    for number, lines in enumerate(_broken(steps, room.width, size), start=1):
        yield Text(at, str(number), BOLD, size)
        for text in lines:
            yield Text(at.moved(5, 0), text, FONT, size)
            at = at.moved(0, step)
        at = at.moved(0, step / 2)


def _height(steps: Sequence[Sequence[str]]) -> float:
    """Return the height of steps in type of 1 mm."""
    return LEADING * (sum(map(len, steps)) + (len(steps) - 1) / 2)


def _broken(steps: Sequence[Sequence[str]], room: Mm, size: Mm) -> list[list[str]]:
    """Break the paragraphs of each step into lines."""
    return [[text for part in parts for text in broken(part, room, FONT, size)] for parts in steps]


def _command(
    places: Calibration, paper_name: str, labels: Mapping[str, str], room: Mm
) -> Iterator[tuple[FontName, str]]:
    """Yield the lines of the command to type, with blanks, and of notes on it, with fonts."""
    paper = "" if paper_name == "a4" else f" --paper {paper_name}"
    blank = "_" * 11
    yield BOLD, f"pnp printer add {blank}{paper}"
    yield BOLD, f"--top {blank} --bottom {blank} --left {blank} --right {blank}"
    yield BOLD, f"--scale-x {blank}/{places.across:g} --scale-y {blank}/{places.down:g}"
    check = f"pnp calibrate print --printer {labels['name']}{paper}"
    for note in (labels["line"], labels["check"].format(command=check)):
        yield from ((FONT, text) for text in broken(note, room, FONT, BODY))


class Measurements(NamedTuple):
    """Measurements as the user wrote them; None if left out.

    Either the four readings of the calibration sheet, or the displacement itself.
    """

    top: str | None = None
    bottom: str | None = None
    left: str | None = None
    right: str | None = None
    dx: str | None = None
    dy: str | None = None
    angle: str | None = None
    scale_x: str | None = None
    scale_y: str | None = None


def make_profile(name: str, paper: str, size: Size, measured: Measurements) -> PrinterProfile:
    """Return the profile of a printer, measured on paper of a name and size."""
    given = {key: text for key, text in measured._asdict().items() if text is not None}
    values: dict[str, float] = {}
    faults: list[str] = []
    if not given:
        faults.append(Message("no_measurements"))
    try:
        check_name(name)
    except UsageError as error:
        faults += error.faults
    for key, text in given.items():
        try:
            values[key] = _value(key, text)
        except UnitError as error:
            faults += about(f"--{key.replace('_', '-')}", error.faults)
    if readings := [key for key in given if key in ScaleReadings._fields]:
        missing = [f"--{place}" for place in ScaleReadings._fields if place not in given]
        if instead := [key for key in given if key in Displacement._fields]:
            at = f"--{readings[0]} and --{instead[0]}"
            faults.append(Message("readings_or_offset", at))
        elif missing:
            faults.append(Message("readings_missing", missing=", ".join(missing)))
        elif all(place in values for place in ScaleReadings._fields):
            try:
                read = ScaleReadings(*(values.pop(place) for place in ScaleReadings._fields))
                values |= calibrate(size).displacement(read)._asdict()
            except LayoutError as error:
                faults += error.faults
    if faults:
        raise UsageError(*faults)
    return PrinterProfile(name, paper, **values)


def _number(text: str, unit: str) -> float:
    """Parse a number, which may have a comma, a true minus sign and its unit."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", ".")
    plain = plain.removesuffix(unit).strip()
    if not _NUMBER.fullmatch(plain):
        example = "1.5" if unit == "°" else "-0.3"
        raise UnitError(Message("reading", example=example, written=text))
    return float(plain)


def _value(option: str, text: str) -> float:
    """Parse a measurement; a factor is ``0.994`` or ``99.4/100``, measured over nominal length."""
    if not option.startswith("scale"):
        return within(option, _number(text, RANGES[option][2]))
    measured, slash, nominal = text.partition("/")
    top, bottom = _number(measured, "mm"), _number(nominal, "mm") if slash else 1.0
    if bottom <= 0:
        raise UnitError(Message("scale_nominal", written=text))
    try:
        return round(within(option, top / bottom), 6)
    except UnitError as error:
        raise UnitError(Message("scale", detail=error.faults[0])) from None
