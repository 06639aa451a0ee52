"""Draw maps of hexagons: terrain and its patterns, lines, halves, names, and a legend below."""

from collections.abc import Iterable, Iterator
from math import sqrt

from pnp.base.color import channels, luminance
from pnp.base.errors import Faults
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Curve, Path, circle, line, polygon, rectangle
from pnp.base.units import EPSILON, Mm
from pnp.components.art.boards import draw_board
from pnp.components.art.label import SMALLEST, Lettering, centered, draw_label, letters_on
from pnp.components.art.signs import draw_mark
from pnp.components.hexmap import CELL_LINE, HEADING, LEGEND_GAP, LEGEND_ROW, HexMap
from pnp.components.hexmap.terrain import HexSide, MapLine, Pattern, Terrain
from pnp.components.piece import BLEED, DrawContext, Piece
from pnp.game.places import Place, hexagon_corners
from pnp.scene import Group, Item, Pen, Shape, Style, Text

# In widths of a hexagon, from its middle.
HALF_ROOM = 0.5  # the widest number
_BESIDE = 0.05  # between a number and the edge that halves its hexagon
_BELOW = 0.05
_NUMBER = -0.12  # how high a number stands where the left or the right half is left
_PATTERN = 0.5  # the size of a pattern
_PATTERN_MIDDLE = Point(0.0, 0.09)  # of one in its own size
_PATTERN_ASIDE = 0.22
_PATTERN_AT = {0: 0.2, 1: 0.33, -1: -0.15}  # by whether the lower or the upper half is left
_CORNER_AT = Point(0.17, -0.36)  # where an upper quarter is left, whose number is low


def straight_edges(board: HexMap) -> tuple[Path | None, Mm]:
    """Return the clip of a map with halves, and its bleed if it is cut along its edges."""
    if not board.halves:
        return None, 0.0
    return rectangle(_inked(board)), 0.0 if board.rim else BLEED


def _inked(board: HexMap) -> Rect:
    """Return the area of the hexagons, with bleed on the sides that are cut."""
    (left, top, width, height), bottom = board.area, board.area.bottom
    if board.rim or not board.halves:
        return board.area
    above = 0.0 if board.title else BLEED
    below = 0.0 if bottom < board.size.height else BLEED
    return Rect(left - BLEED, top - above, width + 2 * BLEED, height + above + below)


def grounds(board: HexMap, places: Iterable[Place], style: Style) -> Shape:
    """Draw the visible parts of hexagons as one shape, with the bleed beside those at a cut."""
    area, inked = board.area, _inked(board)
    found = [board.outline(place) for place in places]
    for corners in tuple(found) if inked != area else ():
        for edge, outer in ((area.x, inked.x), (area.right, inked.right)):
            ys = [p.y for p in corners if abs(p.x - edge) < EPSILON]
            if len(ys) > 1:
                found.append(_strip(Point(edge, min(ys)), Point(outer, max(ys))))
        for edge, outer in ((area.y, inked.y), (area.bottom, inked.bottom)):
            xs = [p.x for p in corners if abs(p.y - edge) < EPSILON]
            if len(xs) > 1 and edge != outer:
                found.append(_strip(Point(min(xs), edge), Point(max(xs), outer)))
    return Shape(tuple(map(polygon, found)), style)


def _strip(a: Point, b: Point) -> tuple[Point, ...]:
    """Return the upright rectangle between two opposite corners, clockwise."""
    (left, right), (top, bottom) = sorted((a.x, b.x)), sorted((a.y, b.y))
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def frame_around(board: HexMap) -> Iterator[Shape]:
    """Draw the edges that halve hexagons, unless they are the cut."""
    if board.halves and board.rim:
        yield Shape((rectangle(board.area),), Style(None, board.ink, CELL_LINE))


def pattern_place(board: HexMap, place: Place) -> Transform:
    """Return the transform of a hexagon's pattern; that of a half is smaller."""
    x, y = board.inward(place)
    if not (x or y):
        return Transform.move(*place.center)
    small = Transform.scale(_PATTERN)
    aside, down = _CORNER_AT if x and y < 0 else (_PATTERN_ASIDE, _PATTERN_AT[round(y)])
    middle = small.apply(_PATTERN_MIDDLE)
    cell = board.cell
    to = place.center.moved((aside * x - middle.x) * cell, (down - middle.y) * cell)
    return small.then(Transform.move(*to))


def number_of_half(board: HexMap, place: Place, size: Size, above: Mm) -> Point:
    """Return the centre of a half's number; ``above`` is the height of those in whole hexagons."""
    x, y = board.inward(place)
    down = -above if y < 0 else _BELOW * board.cell + size.height / 2
    if x and y <= 0:
        down = _NUMBER * board.cell
    return place.center.moved(x * (_BESIDE * board.cell + size.width / 2), down)


ROUND = Pen("round", "round")
DASH = (2.2, 2.0)  # of a line's width
INSIDE = 0.4  # of the width of a double line: what is light in its middle


def draw_lines(board: HexMap) -> Iterator[Shape]:
    """Draw every line of a map."""
    for runs in ("along", "across"):
        for key, one in board.lines.items():
            sides = board.line_sides[key]
            if one.runs == runs and sides:
                yield from draw_line(one, tuple(_path(side, one) for side in sides), board.ground)


def draw_line(kind: MapLine, paths: tuple[Path, ...], ground: str) -> Iterator[Shape]:
    """Draw paths in the stroke of a line."""
    dashed = kind.stroke == "dashed"
    dash = tuple(part * kind.width for part in DASH) if dashed else ()
    pen = Pen("butt", "round") if dashed else ROUND
    yield Shape(paths, Style(None, kind.color, kind.width, dash, pen))
    if kind.stroke == "double":
        yield Shape(paths, Style(None, ground, INSIDE * kind.width, (), ROUND))


def _path(side: HexSide, kind: MapLine) -> Path:
    return line(*(side.ends if kind.runs == "along" else side.joined))


# Places of the small pictures, in widths of a hexagon from its middle: the top is left free for
# its coordinates.
_THREE = ((-0.19, 0.02), (0.19, 0.04), (0.0, 0.26))
_MANY = (
    *((-0.3, 0.06), (-0.1, -0.02), (0.1, 0.07), (0.3, 0.0), (-0.21, 0.22)),
    *((0.0, 0.2), (0.21, 0.19), (-0.1, 0.36), (0.12, 0.35)),
)
MARK = 0.34
STROKE = 0.024
LIGHT, DARK = 0.55, 0.45  # the share of white in inks on dark grounds, and of black on light ones


def draw_terrain(terrain: Terrain, cell: Mm) -> tuple[Item, ...]:
    """Draw the pattern or mark of a hexagon of width ``cell`` with its centre at the origin."""
    ink = pattern_ink(terrain.color)
    if terrain.mark is not None:
        return (draw_mark(terrain.mark, Point(0, 0.06 * cell), MARK * cell, ink),)
    return _drawn(terrain.pattern, cell, ink) if terrain.pattern is not None else ()


def pattern_ink(color: str) -> str:
    """Return a darker shade of a light colour, or a lighter shade of a dark one."""
    toward, share = (0.0, DARK) if luminance(color) > 0.18 else (1.0, LIGHT)
    mixed = (round(255 * (one + (toward - one) * share)) for one in channels(color))
    return "#" + "".join(f"{one:02x}" for one in mixed)


def _drawn(pattern: Pattern, cell: Mm, ink: str) -> tuple[Item, ...]:
    fill, stroke = Style(fill=ink), Style(stroke=ink, stroke_width=STROKE * cell)

    def at(x: float, y: float, *points: tuple[float, float]) -> list[Point]:
        return [Point((x + dx) * cell, (y + dy) * cell) for dx, dy in points]

    def lines(every: Iterable[list[Point]]) -> tuple[Item, ...]:
        return (Shape(tuple(line(*ends) for ends in every), stroke),)

    match pattern:
        case "trees":
            crowns = [polygon(at(x, y, (0, -0.15), (0.1, 0.06), (-0.1, 0.06))) for x, y in _THREE]
            trunks = [at(x, y, (0, 0.06), (0, 0.11)) for x, y in _THREE]
            return (Shape(tuple(crowns), fill), *lines(trunks))
        case "mountains":
            peaks = [at(x, y, (-0.15, 0.1), (0, -0.16), (0.15, 0.1)) for x, y in _THREE]
            shaded = [at(x, y, (0, -0.16), (0.15, 0.1), (0.03, 0.1)) for x, y in _THREE]
            ridges = tuple(polygon(peak)._replace(closed=False) for peak in peaks)
            return (Shape(tuple(map(polygon, shaded)), fill), Shape(ridges, stroke))
        case "hills":
            return (Shape(tuple(_curved(at(x, y, *_HILL)) for x, y in _THREE), stroke),)
        case "waves":
            rows = ((-0.06, -0.04), (0.06, 0.13), (-0.04, 0.3))
            return (Shape(tuple(_curved(at(x, y, *_WAVE)) for x, y in rows), stroke),)
        case "reeds":
            stalks = ((0, -0.12), (0.07, -0.09), (-0.07, -0.09))
            tufts = [at(x, y, (dx / 3, 0.05), (dx, dy)) for x, y in _THREE for dx, dy in stalks]
            grounds = [at(x, y, (-0.12, 0.06), (0.12, 0.06)) for x, y in _THREE]
            return lines([*tufts, *grounds])
        case "houses":
            walls = ((-0.08, 0.09), (-0.08, -0.02), (0, -0.11), (0.08, -0.02), (0.08, 0.09))
            return (Shape(tuple(polygon(at(x, y, *walls)) for x, y in _THREE), fill),)
        case "furrows":
            starts = [-0.27 + 0.135 * n for n in range(5)]
            return lines(at(x, 0.12, (-0.09, 0.16), (0.09, -0.16)) for x in starts)
        case "lines":
            return lines(at(0, -0.04 + 0.12 * n, (-0.32, 0), (0.32, 0)) for n in range(4))
        case "dots":
            centers = (at(x, y, (0, 0))[0] for x, y in _MANY)
            return (Shape(tuple(circle(center, 0.026 * cell) for center in centers), fill),)


_HILL = ((-0.16, 0.08), (-0.1, -0.1), (0.08, -0.12), (0.16, 0.08))
_WAVE = tuple((-0.24 + 0.08 * n, (0.0, -0.07, 0.07)[n % 3]) for n in range(7))


def _curved(points: list[Point]) -> Path:
    """Return an open path of curves; every third point is on it, the others are controls."""
    start, *rest = points
    curves = tuple(Curve(*rest[n : n + 3]) for n in range(0, len(rest), 3))
    return Path(start, curves, closed=False)


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
    """Draw the map."""
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
