"""Draw conical caps as nets: a sector of a circle with a tab."""

from collections.abc import Mapping
from math import cos, degrees, pi, sin
from typing import NamedTuple

from pnp.base.color import ink_on
from pnp.base.fonts import Font
from pnp.base.geometry import Point, Size, Transform
from pnp.base.path import Arc, Line, Path, line, path_bounds, polygon
from pnp.base.units import Mm
from pnp.components.art.signs import (
    FONT,
    CounterShape,
    draw_counter,
    draw_covered_counter,
    draw_sign,
)
from pnp.components.cones.model import FREE, Cones
from pnp.components.piece import DrawContext, Piece, cut_line, cut_out, fold_line
from pnp.components.player_pieces import CounterSeries
from pnp.scene import Group, Item, Scene, Shape, Style

OUTLINE: Mm = 0.35
SIDES = 3  # how many times the mark comes around the cone
MARK = 0.36  # of the diameter or the slant, whichever is less
MARK_PLACE = 0.6  # of the slant, from the tip
RING_PLACE = 0.88  # of the slant, from the tip
RING = 0.03  # of the diameter
OVERLAP: Mm = 1.0  # how far the ground extends onto the tab, so that no white shows at the seam


def draw(cones: Cones, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the net of each series, with its copies.

    Rolled with the print outside and the tab glued behind the other straight edge, it becomes a
    cone that shows its mark upright on three sides.
    """
    net = net_of(cones)
    size, font = path_bounds(net.outline()).size, context.font(FONT)
    return tuple(
        Piece(series.id, _scene(net, series, size, font), copies=series.copies, freed_by_trim=False)
        for series in cones.series
    )


def net_of(cones: Cones) -> "ConeNet":
    """Return the net with the top left of its outline at the origin."""
    bounds = path_bounds(ConeNet(Point(0, 0), cones).outline())
    return ConeNet(Point(-bounds.x, -bounds.y), cones)


def draw_tokens(cones: Cones, context: DrawContext) -> Mapping[str, Scene]:
    """Draw each cap as a counter of its colour and mark, which is how it looks from above."""
    shape, font = CounterShape(cones.diameter), context.font(FONT)
    return {
        one.id: cut_out(draw_counter(shape, one, one.color, ink_on(one.color), font))
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


def _scene(net: ConeNet, series: CounterSeries, size: Size, font: Font) -> Scene:
    cones = net.cones
    ink = ink_on(series.color)
    overlap = polygon(net.tab(min(OVERLAP, cones.tab)))
    radius = RING_PLACE * cones.slant
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
    return Scene(size, (*items, fold_line(net.fold()), cut_line(net.outline())))
