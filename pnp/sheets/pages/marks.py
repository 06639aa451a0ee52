"""What shows where to cut: marks on the sides that were asked for, numbers, round corners."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.base.fonts import cap_height, text_width
from pnp.base.geometry import Rect
from pnp.base.path import Arc, Path, circle, line
from pnp.base.units import Mm
from pnp.scene import Group, Item, Role, Shape, Style, Text
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.guillotine import number_places
from pnp.sheets.layout.margin import Side
from pnp.sheets.layout.marks import (
    LINE,
    Dot,
    Marks,
    MarkSides,
    MarkStyle,
    Stroke,
    crop_marks,
    crosses,
    dots,
    full_lines,
)
from pnp.sheets.pages.furniture import FONT

INK = "#000000"
MARK = Style(stroke=INK, stroke_width=LINE)
CORNER = Style(stroke="#999999", stroke_width=0.1)  # seen when looked for, not when cut inside
NUMBER: Mm = 1.9  # font size
NUMBER_GAP: Mm = 0.45  # between a number and the line that it numbers


class Area(NamedTuple):
    """Slots to mark on one page: the ``block`` around them, how far marks reach outside of it.

    ``limits`` is where marks may be at all. A side without a reach has no marks.
    """

    slots: tuple[Rect, ...]
    block: Rect
    reaches: dict[Side, tuple[Mm, Mm]]
    limits: Rect


def marked_sides(duplex: Duplex | None, sides: MarkSides) -> tuple[str, ...]:
    """Return which of ``"front"`` and ``"back"`` a job prints with marks, the front first.

    Pieces without backs, whose ``duplex`` is None, are marked where they are printed.
    """
    match duplex:
        case None:
            return ("front",)
        case Duplex.FRONTS:
            printed: tuple[str, ...] = ("front",)
        case Duplex.BACKS:
            printed = ("back",)
        case _:
            printed = ("front", "back")
    wanted = {MarkSides.FRONTS: "front", MarkSides.BACKS: "back"}.get(sides)
    return tuple(side for side in printed if wanted in (None, side))


def draw_marks(area: Area, marks: Marks) -> list[Item]:
    """Draw marks of a style, a shape for each thickness."""
    match marks.style:
        case MarkStyle.CROP:
            strokes = crop_marks(area.slots, area.block, area.reaches, marks.thickness)
        case MarkStyle.FULL:
            strokes = full_lines(area.slots, area.limits, marks.thickness)
        case MarkStyle.CROSS:
            strokes = crosses(area.slots, area.limits, marks.length, marks.thickness)
        case MarkStyle.DOTS:
            return [_dots(dots(area.slots, marks.thickness))]
        case MarkStyle.NONE:
            return []
    return _lines(strokes)


def draw_numbers(area: Area, width: Mm) -> list[Item]:
    """Write the order of cutting beside marks that are ``width`` thick."""
    height = NUMBER * cap_height(FONT)
    sizes = (height, *(text_width("0" * digits, FONT, NUMBER) for digits in (1, 2, 3)))
    return [
        Text(corner.moved(0, height), str(number), FONT, NUMBER, INK, Role.GUIDE)
        for number, corner in number_places(area.slots, area.reaches, NUMBER_GAP + width / 2, sizes)
    ]


def round_corners(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the arcs of all outlines among ``items``, as light lines."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            if inside := round_corners(item.items):
                found.append(item._replace(items=inside))
        elif isinstance(item, Shape) and item.role is Role.CUT:
            arcs = tuple(arc for path in item.paths for arc in _arcs(path))
            found += [Shape(arcs, CORNER, Role.GUIDE)] if arcs else []
    return tuple(found)


def _arcs(path: Path) -> list[Path]:
    found, here = [], path.start
    for segment in path.segments:
        if isinstance(segment, Arc):
            found.append(Path(here, (segment,), closed=False))
        here = segment.to
    return found


def _lines(strokes: Sequence[Stroke]) -> list[Item]:
    widths = sorted({stroke.width for stroke in strokes})
    return [
        Shape(
            tuple(line(s.start, s.end) for s in strokes if s.width == width),
            MARK._replace(stroke_width=width),
            Role.GUIDE,
        )
        for width in widths
    ]


def _dots(found: Sequence[Dot]) -> Item:
    paths = tuple(circle(dot.center, dot.diameter / 2) for dot in found)
    return Shape(paths, Style(fill=INK), Role.GUIDE)
