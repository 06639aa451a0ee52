"""Draw conical caps as nets, a sector of a circle with a tab, and how to roll them."""

from collections.abc import Iterator, Mapping
from math import cos, degrees, pi, radians, sin
from typing import NamedTuple

from pnp.base.color import ink_on
from pnp.base.fonts import Font
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Arc, Line, Path, line, path_bounds, placed, polygon
from pnp.base.units import Mm
from pnp.components.art.drawing import DrawingPart, Look, Scissors, Stroke, bent, drawing, points_of
from pnp.components.art.signs import (
    FONT,
    CounterShape,
    draw_counter,
    draw_covered_counter,
    draw_mark,
    draw_sign,
)
from pnp.components.cones import FREE, Cones
from pnp.components.piece import DrawContext, Piece, cut_line, cut_out, fold_line
from pnp.components.player_pieces import CounterSeries
from pnp.game.places import Mark
from pnp.scene import Group, Item, Scene, Shape, Style

OUTLINE: Mm = 0.35
SIDES = 3  # how many times the mark comes around the cone
MARK = 0.36  # of the diameter or the slant, whichever is less
MARK_PLACE = 0.6  # of the slant, from the tip
RING_PLACE = 0.88  # of the slant, from the tip
FOOT = 0.15  # of the slant: what is seen of a cap in a pile, where a livery repeats the mark
FOOT_MARK = 0.1  # of the slant
FOOT_SIDES = 9
RING = 0.03  # of the diameter
OVERLAP: Mm = 1.0  # how far the ground extends onto the tab, so that no white shows at the seam


def draw(cones: Cones, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the net of each series, with its copies.

    Rolled with the print outside and the tab glued behind the other straight edge, it becomes a
    cone that shows its mark upright on three sides.
    """
    net = net_of(cones)
    size, font = path_bounds(net.outline()).size, context.font(FONT)
    footed = context.livery is not None
    return tuple(
        Piece(
            series.id,
            _scene(net, series, size, font, footed),
            copies=series.copies,
            freed_by_trim=False,
        )
        for series in cones.series
    )


def net_of(cones: Cones) -> "ConeNet":
    """Return the net with the top left of its outline at the origin."""
    bounds = path_bounds(ConeNet(Point(0, 0), cones).outline())
    return ConeNet(Point(-bounds.x, -bounds.y), cones)


def draw_tokens(cones: Cones, context: DrawContext) -> Mapping[str, Scene]:
    """Draw each cap as a counter of its colour and mark, which is how it looks from above."""
    shape, font = CounterShape(cones.diameter), context.font(FONT)
    turned = context.livery is not None
    return {
        one.id: cut_out(draw_counter(shape, one, one.color, ink_on(one.color), font, turned))
        for one in cones.series
    }


def draw_covered(cones: Cones, context: DrawContext) -> Mapping[str, Scene]:
    """Draw each cap as it looks under another in a pile, by name."""
    shape = CounterShape(cones.diameter)
    return {one.id: draw_covered_counter(shape, one.color) for one in cones.series}


class ConeNet(NamedTuple):
    """A sector that opens downwards from its tip, with the tab on the left."""

    tip: Point
    cones: Cones

    @property
    def first(self) -> float:
        """The angle of the right edge, the one without a tab."""
        return (pi - self.cones.sweep) / 2

    def at(self, part: float, radius: Mm, out: Mm = 0.0) -> Point:
        """Return a point of the sector: ``part`` of the way around, ``radius`` from the tip.

        ``out`` moves it further around, perpendicular to the radius.
        """
        angle = self.first + part * self.cones.sweep
        x, y = cos(angle), sin(angle)
        return self.tip.moved(radius * x - out * y, radius * y + out * x)

    def arc(self, radius: Mm) -> Arc:
        """Return the arc across the sector, from the right edge to the left one."""
        return Arc(self.at(1, radius), radius, clockwise=True, large=self.cones.sweep > pi)

    def sector(self) -> Path:
        """Return the part that stays visible once the cone is glued."""
        slant = self.cones.slant
        return Path(self.tip, (Line(self.at(0, slant)), self.arc(slant)))

    def fold(self) -> Path:
        """Return the line along the tab."""
        return line(self.at(1, self.cones.slant), self.at(1, FREE * self.cones.slant))

    def edge(self) -> Path:
        """Return the sector's outline without the fold."""
        sector = self.sector()
        segments = (Line(sector.start), *sector.segments)
        return Path(self.at(1, FREE * self.cones.slant), segments, closed=False)

    def tab(self, depth: Mm) -> tuple[Point, ...]:
        """Return the corners of the tab from the foot on, tapered so that it stays inside."""
        free, slant = FREE * self.cones.slant, self.cones.slant
        ends = ((slant, 0.0), (slant - depth, depth), (free + depth, depth), (free, 0.0))
        return tuple(self.at(1, radius, out) for radius, out in ends)

    def outline(self) -> Path:
        """Return the outline to cut."""
        sector = self.sector()
        tab = tuple(map(Line, self.tab(self.cones.tab)[1:]))
        return Path(sector.start, sector.segments + tab)


def _scene(net: ConeNet, series: CounterSeries, size: Size, font: Font, footed: bool) -> Scene:
    cones = net.cones
    ink = ink_on(series.color)
    overlap = polygon(net.tab(min(OVERLAP, cones.tab)))
    foot = series.mark if footed else None
    radius = (1 - FOOT if foot else RING_PLACE) * cones.slant
    ring = Path(net.at(0, radius), (net.arc(radius),), closed=False)
    items: list[Item] = [
        Shape((overlap,), Style(fill=series.color)),
        Shape((net.sector(),), Style(fill=series.color)),
        Shape((net.edge(),), Style(stroke=cones.ink, stroke_width=OUTLINE)),
        Shape((ring,), Style(stroke=ink, stroke_width=RING * cones.diameter)),
    ]
    mark_size = MARK * min(cones.diameter, cones.slant)
    for side in range(SIDES):
        part = (side + 0.5) / SIDES
        place = net.at(part, MARK_PLACE * cones.slant)
        upright = degrees(net.first + part * cones.sweep) - 90
        sign = draw_sign(series, mark_size, place, 1.8 * mark_size, ink, font)
        items.append(Group(tuple(sign), Transform.turn(upright, place)))
    if foot:
        items += _foot(net, foot, ink)
    return Scene(size, (*items, fold_line(net.fold()), cut_line(net.outline())))


def _foot(net: ConeNet, mark: Mark, ink: str) -> Iterator[Shape]:
    """Draw the mark, small and many times, along the foot."""
    slant = net.cones.slant
    for side in range(FOOT_SIDES):
        part = (side + 0.5) / FOOT_SIDES
        place = net.at(part, (1 - FOOT / 2) * slant)
        upright = degrees(net.first + part * net.cones.sweep) - 90
        small, turn = draw_mark(mark, place, FOOT_MARK * slant, ink), Transform.turn(upright, place)
        yield small._replace(paths=tuple(placed(path, turn) for path in small.paths))


SEEN = 0.3  # of a foot's width: its height, seen at a slant


def draw_steps(cones: Cones, context: DrawContext) -> Mapping[str, Scene]:
    """Draw the net, the net over the edge of a table, the seam, and a pile."""
    net = net_of(cones)
    flat = [
        Stroke(tuple(points_of(net.sector())), Look.PRINTED),
        Stroke(net.tab(cones.tab), Look.GLUE),
        Stroke(tuple(points_of(net.fold())), Look.CREASE),
    ]
    around = Rect.around([point for stroke in flat for point in stroke.points])
    return {
        "cut": drawing([*flat, Scissors(Point(around.right, net.tip.y + cones.slant / 3), -60)]),
        "roll": drawing(_rolled(cones)),
        "glue": drawing(_seam(cones)),
        "pile": drawing(_pile(cones)),
    }


def _rolled(cones: Cones) -> Iterator[DrawingPart]:
    """Draw the net being pulled over the edge of a table."""
    reach = cones.slant
    table = [(-1.6, 0), (0.5, 0), (0.9, -0.45), (-1.2, -0.45)]
    side = [(0.5, 0), (0.5, 0.16), (-1.6, 0.16), (-1.6, 0)]
    end = [(0.5, 0), (0.9, -0.45), (0.9, -0.29), (0.5, 0.16)]
    for corners in (table, side, end):
        yield Stroke(tuple(Point(x * reach, y * reach) for x, y in corners), Look.BLANK)
    near = [Point(-0.55, -0.08), Point(0.2, -0.1), *_quarter(0.2, -0.1, 0.42, 0.5)]
    far = [point.moved(0.28, -0.28) for point in near]
    strip = [*near, *reversed(far)]
    yield Stroke(tuple(Point(p.x * reach, p.y * reach) for p in strip), Look.PRINTED)
    start, stop = Point(0.98 * reach, -0.3 * reach), Point(1.05 * reach, 0.5 * reach)
    yield bent(start, stop, -0.15)


def _quarter(x: float, y: float, width: float, height: float) -> list[Point]:
    """Return points of a quarter bend from horizontal to vertical."""
    angles = [n / 12 * pi / 2 for n in range(1, 13)]
    return [Point(x + width * sin(a), y + height * (1 - cos(a))) for a in angles]


def _cone(tip: Point, cones: Cones) -> Stroke:
    """Return the outline of a standing cap."""
    return Stroke((tip, *_rim(cones, tip, 0, 180)), Look.PRINTED)


def _rim(cones: Cones, tip: Point, first: float, last: float) -> list[Point]:
    """Return points of the foot between two angles, clockwise from the right."""
    half, foot = cones.diameter / 2, tip.y + cones.height
    angles = [radians(first + n / 24 * (last - first)) for n in range(25)]
    return [Point(tip.x + half * cos(a), foot + SEEN * half * sin(a)) for a in angles]


def _seam(cones: Cones) -> Iterator[DrawingPart]:
    """Draw a cap whose tab goes under the other edge, which is still raised."""
    tip, half, height = Point(0, 0), cones.diameter / 2, cones.height
    yield Stroke(tuple(_rim(cones, tip, 0, 360)), Look.BLANK)
    left = _rim(cones, tip, 118, 180)
    lower, end = left[0], _rim(cones, tip, 84, 90)[0]
    upper = Point(lower.x * FREE, lower.y * FREE)
    yield Stroke((tip, *left), Look.PRINTED)
    beside = Point(end.x * 0.5, end.y * 0.5)
    yield Stroke((upper, lower, Point(end.x, end.y - 0.04 * height), beside), Look.GLUE)
    lifted = Point(0.5 * half, 1.16 * height)
    yield Stroke((tip, lifted, *_rim(cones, tip, 25, 0)), Look.PRINTED)
    yield bent(Point(1.5 * half, 0.8 * height), Point(0.8 * half, 1.18 * height), -0.25)


def _pile(cones: Cones) -> Iterator[DrawingPart]:
    for level in range(3):
        yield _cone(Point(0, -level * 0.22 * cones.height), cones)
