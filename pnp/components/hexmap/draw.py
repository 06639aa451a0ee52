"""Draw maps of hexagons: terrain, coordinates, names, and a legend below."""

from collections.abc import Iterator
from math import sqrt

from pnp.base.errors import Faults
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import line, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.boards import draw_board
from pnp.components.art.label import SMALLEST, Lettering, centered, draw_label, letters_on
from pnp.components.hexmap.draw_halves import (
    HALF_ROOM,
    frame_around,
    grounds,
    number_of_half,
    pattern_place,
    straight_edges,
)
from pnp.components.hexmap.draw_lines import draw_line, draw_lines
from pnp.components.hexmap.lines import MapLine
from pnp.components.hexmap.model import CELL_LINE, HEADING, LEGEND_GAP, LEGEND_ROW, HexMap
from pnp.components.hexmap.patterns import draw_terrain
from pnp.components.piece import DrawContext, Piece
from pnp.game.places import Place, hexagon_corners
from pnp.scene import Group, Item, Shape, Style, Text

COORDINATE = 0.135  # of a hexagon's width: a font size
COORDINATE_ROOM = 0.9  # of a hexagon's width: the widest coordinates in a figure
COORDINATE_HIGH = 0.32  # of a hexagon's width: the highest
COORDINATE_TOP = 0.46  # of a hexagon's width: how far above its middle they reach
COORDINATE_PLACE = 0.36  # of a hexagon's width: how far above its middle
LIMIT: Mm = 3.2  # font size of coordinates
NAME_PLACE = 0.3  # of a hexagon's width: how far below its middle a name stands
NAME = 0.19  # of a hexagon's width: the largest font size of a name
NAME_ROOM = 1.55  # of a hexagon's width: names may reach into the neighbours
PLATE = 0.28  # of a name's font size: what of the plate under it is seen around it
SWATCH: Mm = 8.0
LEGEND: Mm = 3.6  # font size
TITLE: Mm = 7.0
BOLD: FontName = "serif-bold"
FONT: FontName = "sans"
LABELS: FontName = "sans-bold"


def draw(board: HexMap, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the map.

    Raises:
        LayoutError: If the title, a name or an entry of the legend has no room: a line for each.
    """
    faults = Faults()
    edges = tuple(line(*edge) for edge in board.edges)
    grid = Shape(edges, Style(stroke=board.ink, stroke_width=CELL_LINE))
    within, bleed = straight_edges(board)
    lines: tuple[Item, ...] = tuple(draw_lines(board))
    above: tuple[Item, ...] = (
        grid,
        *((Group(lines, clip=within),) if within and lines else lines),
        *frame_around(board),
        *(_coordinates(board, context) if board.coordinates else ()),
        *_names(board, context, faults),
        *_title(board, context, faults),
        *_legend(board, context, faults),
    )
    faults.check()
    return draw_board(board, context, _terrain(board), above, bleed, within=within)


def _terrain(board: HexMap) -> Iterator[Item]:
    """Draw the hexagons of each terrain as one shape, with its pattern in each of them."""
    by_letter: dict[str, list[Place]] = {}
    for place in board.places:
        letter = board.letters.get(place.name)
        if letter is not None:
            by_letter.setdefault(letter, []).append(place)
    for letter, places in by_letter.items():
        terrain = board.terrain[letter]
        yield grounds(board, places, Style(fill=terrain.color))
        pattern = draw_terrain(terrain, board.cell)
        if pattern:
            for place in places:
                yield Group(pattern, pattern_place(board, place), is_symbol=True)


def _coordinates(board: HexMap, context: DrawContext) -> Iterator[Text]:
    size = min(COORDINATE * board.cell, LIMIT) if context.lettered else context.letter
    font = context.font(FONT)
    widest = max(text_width(place.name, font, size) for place in board.places)
    high = size * cap_height(font)
    if not size or widest > COORDINATE_ROOM * board.cell or high > COORDINATE_HIGH * board.cell:
        return
    above = min(COORDINATE_PLACE * board.cell, COORDINATE_TOP * board.cell - high / 2)
    plain = letters_on(board.ground)
    inks = {letter: letters_on(one.color) for letter, one in board.terrain.items()}
    for place in board.places:
        at = place.center.moved(0, -above)
        if any(board.inward(place)):
            width = text_width(place.name, FONT, size)
            if width > HALF_ROOM * board.cell:
                continue
            at = number_of_half(board, place, Size(width, high), above)
        ink = inks.get(board.letters.get(place.name, ""), plain)
        yield centered(place.name, at, font, size, ink)


def _names(board: HexMap, context: DrawContext, faults: Faults) -> Iterator[Item]:
    """Draw names on plates in the ground's colour, so that they read on any terrain."""
    largest = min(max(NAME * board.cell, SMALLEST), 5.0)
    font = context.font(LABELS)
    lettering = Lettering(letters_on(board.ground), largest, font)
    for name, label in board.labels.items():
        at = board.by_name[name].center.moved(0, NAME_PLACE * board.cell)
        room = Rect.about(at, NAME_ROOM * board.cell, largest)
        with faults.within(f"labels.{name}"):
            (text,) = draw_label(label, room, lettering)
            width = text_width(label, text.font, text.size)
            height, margin = text.size * cap_height(text.font), PLATE * text.size
            plate = Rect.about(at, width + 3 * margin, height + 2.6 * margin)
            yield Shape((rectangle(plate, margin),), Style(board.ground, board.ink, 0.15))
            yield text


def _title(board: HexMap, context: DrawContext, faults: Faults) -> Iterator[Item]:
    if board.title is None:
        return
    room = Rect(board.rim, board.rim, board.area.width, HEADING - 4.0)
    lettering = Lettering(letters_on(board.ground), TITLE, context.font(BOLD), 3.0)
    with faults.within("title"):
        yield from draw_label(board.title, room, lettering)


def _legend(board: HexMap, context: DrawContext, faults: Faults) -> Iterator[Item]:
    """Draw the legend: a small hexagon or a line with its name, in rows from the left."""
    columns = board.legend_columns
    width = board.area.width / columns
    lettering = Lettering(letters_on(board.ground), LEGEND, context.font(FONT))
    for number, terrain in enumerate(board.entries):
        row, column = divmod(number, columns)
        left = board.area.x + column * width
        middle = board.area.bottom + LEGEND_GAP + (row + 0.5) * LEGEND_ROW
        swatch = Point(left + SWATCH * 0.6, middle)
        if isinstance(terrain, MapLine):
            ends = swatch.moved(-0.5 * SWATCH, 0), swatch.moved(0.5 * SWATCH, 0)
            yield from draw_line(terrain, (line(*ends),), board.ground)
        else:
            outline = polygon(hexagon_corners(SWATCH / sqrt(3), swatch, board.first_corner))
            yield Shape((outline,), Style(terrain.color, board.ink, CELL_LINE))
            at = Transform.move(*swatch.moved(0, -0.09 * SWATCH))
            yield Group(draw_terrain(terrain, SWATCH), at)
        start = left + SWATCH * 1.2 + 1.8
        room = Rect(start, middle - 2.5, left + width - start - 2.0, 5.0)
        kind = "line" if isinstance(terrain, MapLine) else "terrain"
        with faults.within(f"{kind} {terrain.name}"):
            (text,) = draw_label(terrain.legend or terrain.name, room, lettering)
            yield text._replace(at=Point(start, text.at.y))
