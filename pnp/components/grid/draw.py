"""Draw boards of rows and columns."""

from collections.abc import Iterator, Sequence
from itertools import product

from pnp.base.color import blended
from pnp.base.errors import Faults
from pnp.base.fonts import FontName
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Arc, Line, Path, circle, line, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.boards import (
    band_of,
    contours,
    draw_board,
    draw_frame,
    draw_title,
    has_bordered_rim,
    inner_edges,
    outlined,
    rim_plate,
)
from pnp.components.art.label import Lettering, centered, draw_label, letters_on
from pnp.components.art.signs import draw_outlined_mark
from pnp.components.grid import Grid
from pnp.components.piece import DrawContext, Piece
from pnp.game.livery import LiveryColors
from pnp.game.places import Place, column_name, spelled_out
from pnp.scene import Extra, Group, Item, Shape, Style, items_bounds

CELL_LINE = 0.25  # mm: light enough to see what lies on the cells
FRAME_LINE = 0.6
LINE: Mm = 0.5  # on which places lie
# Of the pitch: the radius of a coloured place on a crossing, of a star, and of another dot.
DISC, STAR, POINT = 0.3, 0.085, 0.06
LARGEST_STAR: Mm = 2.5
QUADRANTS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # clockwise from the upper left
DOT_REACH = 0.066  # of a cell's shorter side: from a crossing to its dots, each way
DOT = 0.036  # of a cell's shorter side: their radius
LOZENGE = 0.3  # of a cell: half of a lozenge, each way
QUARTER = 0.095  # of a cell's shorter side: the radius of a quarter of a circle
FAINT = 0.4  # of the tint in the cells of lozenges in a livery
LARGER = 1.37  # are the motifs at crossings in a livery
TITLE = 0.3  # of a cell's shorter side: a font size in the middle of the board
LARGEST_TITLE: Mm = 9.0
# Of the band: what a title leaves for letters, if it can, and at least; and how clear of plates.
LETTERS_APART = 1.75, 1.2
CLEAR_OF_PLATES: Mm = 2.2
INSET = 0.09  # of a cell's shorter side: around its label
LABEL = 0.3  # of a cell's shorter side: a font size
LARGEST_LABEL: Mm = 6.0
LABEL_LINES = 3
PLATE = 0.2  # of a label's largest font size: what of the plate under it is seen around it
FONT: FontName = "serif-bold"
LABELS: FontName = "sans-bold"


def draw(grid: Grid, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board with its cells, or the lines on which its places lie."""
    cells = Rect(0, 0, *grid.size).inset(grid.rim)
    outlines = contours(grid.places) if grid.map and not grid.on_crossings else [rectangle(cells)]
    above: list[Item] = [*draw_frame(grid, context, outlines, grid.corners)]
    above += _lines(grid) if grid.on_crossings else _cells(grid, context, cells, outlines)
    if context.lettered:
        above += _coordinates(grid, context)
        above += _title(grid, context)
    above += _labels(grid, context)
    colors = () if grid.on_crossings else _colors(grid)
    return draw_board(grid, context, (*colors, *_lozenges(grid, context.livery)), above)


def _cells(
    grid: Grid, context: DrawContext, cells: Rect, outlines: Sequence[Path]
) -> Iterator[Item]:
    """Draw the lines between cells, what stands where they meet, and the line around them."""
    pitch, slots = grid.pitch, grid.slots
    xs = _crossed(cells.x, pitch.width, grid.columns)
    ys = _crossed(cells.y, pitch.height, grid.rows)
    if grid.map:
        lines = [line(*edge) for edge in inner_edges(grid.places)]
    else:
        lines = [line(Point(x, cells.y), Point(x, cells.bottom)) for x in xs]
        lines += [line(Point(cells.x, y), Point(cells.right, y)) for y in ys]
    if lines:
        yield Shape(tuple(lines), Style(stroke=grid.ink, stroke_width=CELL_LINE))
    met = [
        Point(x, y)
        for (column, x), (row, y) in product(enumerate(xs), enumerate(ys, start=2))
        if all((column + n // 2, grid.rows - row + n % 2) in slots for n in range(4))
    ]
    yield from _crossings(grid, LARGER if context.livery else 1.0, met)
    yield Shape(tuple(outlines), Style(stroke=grid.ink, stroke_width=FRAME_LINE))


def _lines(grid: Grid) -> Iterator[Item]:
    """Draw the lines on which places lie, and the discs and dots on some of them."""
    side, by_name = min(grid.pitch), grid.by_name
    lines = tuple(line(*ends) for ends in grid.lines)
    if lines:
        yield Shape(lines, Style(stroke=grid.ink, stroke_width=LINE))
    for name, color in grid.painted.items():
        disc = circle(by_name[name].center, DISC * side)
        yield Shape((disc,), Style(color, grid.ink, LINE))
    stars = set(spelled_out(grid.stars))
    for name in by_name if grid.crossing == "dots" else stars:
        radius = min((STAR if name in stars else POINT) * side, LARGEST_STAR)
        yield Shape((circle(by_name[name].center, radius),), Style(fill=grid.ink))


def _crossed(start: Mm, pitch: Mm, count: int) -> list[Mm]:
    """Return the positions of the lines between cells."""
    return [start + number * pitch for number in range(1, count)]


def _crossings(grid: Grid, larger: float, crossings: Sequence[Point]) -> Iterator[Item]:
    """Draw the motif where cells meet: four dots, or quarters of circles and squares.

    Every part is a separate shape, since the ink saver leaves small shapes solid.
    """
    draw_part = {"plain": None, "dots": _dot, "quarters": _part}[grid.crossing]
    if draw_part is not None:
        side = larger * min(grid.pitch)
        for at, (number, quadrant) in product(crossings, enumerate(QUADRANTS)):
            yield draw_part(grid, side, at, number, quadrant)


def _dot(grid: Grid, side: Mm, at: Point, number: int, quadrant: tuple[int, int]) -> Shape:
    """Draw a dot, or the mark of the corner with its number, outlined so that pale ones show."""
    x, y = quadrant
    middle = at.moved(DOT_REACH * side * x, DOT_REACH * side * y)
    if not grid.corners:
        return Shape((circle(middle, DOT * side),), Style(fill=grid.ink))
    corner = grid.corners[number % len(grid.corners)]
    line = letters_on(grid.ground)
    return draw_outlined_mark(corner.mark, middle, 2 * DOT * side, corner.color, line)


def _part(grid: Grid, side: Mm, at: Point, number: int, quadrant: tuple[int, int]) -> Shape:
    """Draw a quarter of a circle, or of the outline of a square."""
    radius, (x, y) = QUARTER * side, quadrant
    if number % 2 == 0:
        return Shape((_quarter(at, x, y, radius),), Style(fill=grid.circle))
    width = 0.27 * radius
    outline = _angle(at, x, y, 0.9 * radius - width / 2)
    return Shape((outline,), Style(stroke=grid.square, stroke_width=width))


def _quarter(at: Point, x: int, y: int, radius: Mm) -> Path:
    """Return a quarter of a circle around a crossing, in the quadrant of (x, y)."""
    start, end = at.moved(radius * x, 0), at.moved(0, radius * y)
    return Path(start, (Arc(end, radius, clockwise=x * y > 0), Line(at)))


def _angle(at: Point, x: int, y: int, reach: Mm) -> Path:
    """Return the two outer edges of a quarter of a square around a crossing."""
    corner = at.moved(reach * x, reach * y)
    return Path(at.moved(reach * x, 0), (Line(corner), Line(at.moved(0, reach * y))), closed=False)


def _lozenges(grid: Grid, livery: LiveryColors | None) -> Iterator[Item]:
    """Draw a tinted lozenge in every other cell, starting with a1; in a livery with an inlay."""
    if not grid.lozenges:
        return
    chosen = [grid.by_name[name] for slot, name in grid.slots.items() if sum(slot) % 2 == 0]

    def sized(part: float) -> tuple[Path, ...]:
        x, y = part * LOZENGE * grid.pitch.width, part * LOZENGE * grid.pitch.height
        ways = ((0, -y), (x, 0), (0, y), (-x, 0))
        return tuple(polygon(one.center.moved(*way) for way in ways) for one in chosen)

    if livery:
        faint = Style(fill=blended(livery.ground, livery.tint, FAINT))
        yield Group((outlined(chosen, faint),), extra=Extra.ORNAMENT)
    yield Shape(sized(1.0), Style(grid.tint, grid.ink, CELL_LINE))
    if livery:
        ring = Shape(sized(0.7), Style(livery.ground, livery.cloth, LINE))
        inlay = Shape(sized(0.34), Style(fill=livery.line))
        yield Group((ring, inlay), extra=Extra.ORNAMENT)


def _title(grid: Grid, context: DrawContext) -> Iterator[Item]:
    """Draw the title on the rim between the coordinates, or in the middle of the cells."""
    bordered = has_bordered_rim(grid, context)
    band = band_of(grid, bordered=bordered)
    middle, pitch = grid.size.width / 2, grid.pitch.width
    y = grid.size.height - band.middle
    if grid.rim < grid.LEAST_RIM:
        if grid.title is not None:
            size = min(TITLE * min(grid.pitch), LARGEST_TITLE)
            at = Rect(0, 0, *grid.size).center
            yield from draw_title(
                grid, context, [(at, 0.8 * grid.columns * pitch)], size, twice=False
            )
    elif not grid.has_coordinates:
        room = grid.columns * pitch - 2 * band.depth
        yield from draw_title(grid, context, [(Point(middle, y), room)], band.letters)
    else:
        ways = (0.0,) if grid.columns % 2 == 0 else (-pitch / 2, pitch / 2)
        wide, narrow = (apart * band.depth for apart in LETTERS_APART)
        clear = band.depth + 2 * CLEAR_OF_PLATES if bordered else wide
        for apart in (clear, narrow):
            slots = [(Point(middle + way, y), pitch - apart) for way in ways]
            if title := tuple(draw_title(grid, context, slots, band.letters)):
                yield from title
                return


def _colors(grid: Grid) -> Iterator[Shape]:
    """Draw the cells of each colour as one shape."""
    by_color: dict[str, list[Place]] = {}
    for name, color in grid.painted.items():
        by_color.setdefault(color, []).append(grid.by_name[name])
    for color, places in by_color.items():
        yield outlined(places, Style(fill=color))


def _coordinates(grid: Grid, context: DrawContext) -> Iterator[Item]:
    """Draw letters and numbers on the near and left rim, and turned on the far and right one.

    On a board that is not a rectangle they stand beside the outermost places that are there.
    """
    if not grid.has_coordinates:
        return
    bordered, font = has_bordered_rim(grid, context), context.font(FONT)
    band, pitch = band_of(grid, bordered=bordered), grid.pitch
    (width, height), low = grid.size, band.middle
    names: list[tuple[str, Point, Point, tuple[int, int]]] = []
    for column in sorted({column for column, _ in grid.slots}):
        below, above = _left_out(grid, [row for one, row in grid.slots if one == column], grid.rows)
        x = grid.center(column, 0).x
        near, far = height - low - below * pitch.height, low + above * pitch.height
        names.append((column_name(column), Point(x, near), Point(x, far), (below, above)))
    for row in sorted({row for _, row in grid.slots}):
        columns = [column for column, one in grid.slots if one == row]
        left, right = _left_out(grid, columns, grid.columns)
        y = grid.center(0, row).y
        near, far = low + left * pitch.width, width - low - right * pitch.width
        names.append((str(row + 1), Point(near, y), Point(far, y), (left, right)))
    on_rim = letters_on(grid.tint if grid.has_frame and not bordered else grid.ground)
    within = letters_on(grid.ground) if grid.on_crossings else on_rim
    size = band.letters
    for name, first, last, missing in names:
        ink, far_ink = (within if one else on_rim for one in missing)
        if bordered:
            yield from (rim_plate(grid, at, band) for at in (first, last))
        yield centered(name, first, font, size, ink)
        yield Group((centered(name, last, font, size, far_ink),), Transform.turn(180, last))


def _left_out(grid: Grid, there: Sequence[int], of: int) -> tuple[int, int]:
    """Return how many places of a row or column are missing at its ends; 0 on a rectangle."""
    return (0, 0) if grid.freed_by_trim else (min(there), of - 1 - max(there))


def _labels(grid: Grid, context: DrawContext) -> tuple[Item, ...]:
    """Draw each cell's label in its middle, in a colour that reads on the cell.

    One on a crossing lies on a plate.
    """
    items: list[Item] = []
    faults = Faults()
    for name, label in grid.labels.items():
        place = grid.by_name[name]
        side = min(place.size)
        room = Rect.around(place.corners).inset(INSET * side)
        ink = letters_on(grid.painted.get(name, grid.ground))
        largest = min(LABEL * side, LARGEST_LABEL)
        lettering = Lettering(ink, largest, context.font(LABELS), lines=LABEL_LINES)
        with faults.within(f"labels.{name}"):
            texts = draw_label(label, room, lettering)
            bounds = items_bounds(texts) if grid.on_crossings else None
            if bounds and name not in grid.painted:
                plate = rectangle(bounds.inset(-PLATE * largest))
                items.append(Shape((plate,), Style(fill=grid.ground)))
            items += texts
    faults.check()
    return tuple(items)
