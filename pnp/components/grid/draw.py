"""Draw boards of rows and columns."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from pnp.base.errors import Faults
from pnp.base.fonts import FontName
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Arc, Line, Path, circle, line, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.boards import band_of, draw_board, draw_frame, draw_title, outlined
from pnp.components.art.label import Lettering, centered, draw_label, letters_on
from pnp.components.grid import Grid
from pnp.components.piece import DrawContext, Piece
from pnp.game.places import Place, column_name
from pnp.scene import Group, Item, Shape, Style, Text

CELL_LINE = 0.25  # mm: light enough to see what lies on the cells
FRAME_LINE = 0.6
QUADRANTS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # clockwise from the upper left
DOT_REACH = 0.066  # of a cell's shorter side: from a crossing to its dots, each way
DOT = 0.033  # of a cell's shorter side: their radius
LOZENGE = 0.3  # of a cell: half of a lozenge, each way
QUARTER = 0.095  # of a cell's shorter side: the radius of a quarter of a circle
LIVERY_QUARTER = 0.13  # the same in a livery
TITLE = 0.3  # of a cell's shorter side: a font size in the middle of the board
LARGEST_TITLE: Mm = 9.0
INSET = 0.09  # of a cell's shorter side: around its label
LABEL = 0.3  # of a cell's shorter side: a font size
LARGEST_LABEL: Mm = 6.0
LABEL_LINES = 3
FONT: FontName = "serif-bold"
LABELS: FontName = "sans-bold"


def draw(grid: Grid, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the board with its cells."""
    cells = Rect(0, 0, *grid.size).inset(grid.rim)
    xs, ys = (
        _crossed(cells.x, grid.pitch.width, grid.columns),
        _crossed(cells.y, grid.pitch.height, grid.rows),
    )
    lines = [line(Point(x, cells.y), Point(x, cells.bottom)) for x in xs]
    lines += [line(Point(cells.x, y), Point(cells.right, y)) for y in ys]
    above: list[Item] = [*draw_frame(grid, context, cells, grid.corners)]
    if lines:
        above.append(Shape(tuple(lines), Style(stroke=grid.ink, stroke_width=CELL_LINE)))
    above += _crossings(
        grid, LIVERY_QUARTER if context.livery else QUARTER, [Point(x, y) for x in xs for y in ys]
    )
    above.append(Shape((rectangle(cells),), Style(stroke=grid.ink, stroke_width=FRAME_LINE)))
    if context.lettered:
        above += _coordinates(grid, context)
        above += _title(grid, context)
    above += _labels(grid, context)
    return draw_board(grid, context, (*_colors(grid), *_lozenges(grid)), above)


def _crossed(start: Mm, pitch: Mm, count: int) -> list[Mm]:
    """Return the positions of the lines between cells."""
    return [start + number * pitch for number in range(1, count)]


def _crossings(grid: Grid, part: float, crossings: Sequence[Point]) -> Iterator[Item]:
    """Draw the motif where cells meet: four dots, or quarters of circles and squares.

    The radius of these is a ``part`` of a cell's shorter side.

    Every part is a separate shape, since the ink saver leaves small shapes solid.
    """
    draw_part = {"plain": None, "dots": _dot, "quarters": partial(_part, part)}[grid.crossing]
    if draw_part is not None:
        for at, (number, quadrant) in product(crossings, enumerate(QUADRANTS)):
            yield draw_part(grid, at, number, quadrant)


def _dot(grid: Grid, at: Point, number: int, quadrant: tuple[int, int]) -> Shape:
    """Draw a dot in the colour of the corner with its number."""
    side, (x, y) = min(grid.pitch), quadrant
    middle = at.moved(DOT_REACH * side * x, DOT_REACH * side * y)
    color = grid.corners[number % len(grid.corners)].color if grid.corners else grid.ink
    return Shape((circle(middle, DOT * side),), Style(fill=color))


def _part(part: float, grid: Grid, at: Point, number: int, quadrant: tuple[int, int]) -> Shape:
    """Draw a quarter of a circle, or of the outline of a square."""
    radius, (x, y) = part * min(grid.pitch), quadrant
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


def _lozenges(grid: Grid) -> Iterator[Shape]:
    """Draw a tinted lozenge in every other cell, starting with a1."""
    if not grid.lozenges:
        return
    x, y = LOZENGE * grid.pitch.width, LOZENGE * grid.pitch.height
    chosen = (p for n, p in enumerate(grid.places) if sum(divmod(n, grid.rows)) % 2 == 0)
    found = tuple(
        polygon(place.center.moved(*way) for way in ((0, -y), (x, 0), (0, y), (-x, 0)))
        for place in chosen
    )
    yield Shape(found, Style(grid.tint, grid.ink, CELL_LINE))


def _title(grid: Grid, context: DrawContext) -> Iterator[Item]:
    """Draw the title on the rim between the coordinates, or in the middle of the cells."""
    band, middle, pitch = band_of(grid), grid.size.width / 2, grid.pitch.width
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
        room = pitch - 1.6 * band.letters
        ways = (0.0,) if grid.columns % 2 == 0 else (-pitch / 2, pitch / 2)
        slots = [(Point(middle + way, y), room) for way in ways]
        yield from draw_title(grid, context, slots, band.letters)


def _colors(grid: Grid) -> Iterator[Shape]:
    """Draw the cells of each colour as one shape."""
    by_color: dict[str, list[Place]] = {}
    for name, color in grid.painted.items():
        by_color.setdefault(color, []).append(grid.by_name[name])
    for color, places in by_color.items():
        yield outlined(places, Style(fill=color))


def _coordinates(grid: Grid, context: DrawContext) -> Iterator[Item]:
    """Draw letters and numbers on the near and left rim, and turned on the far and right one."""
    if not grid.has_coordinates:
        return
    band, font = band_of(grid), context.font(FONT)
    size, ink = band.letters, letters_on(grid.tint if grid.has_frame else grid.ground)
    (width, height), low = grid.size, band.middle
    names: list[tuple[str, Point, Point]] = []
    for column, place in enumerate(grid.places[:: grid.rows]):
        x = place.center.x
        names.append((column_name(column), Point(x, height - low), Point(x, low)))
    for row, place in enumerate(grid.places[: grid.rows], start=1):
        y = place.center.y
        names.append((str(row), Point(low, y), Point(width - low, y)))
    for name, near, across in names:
        yield centered(name, near, font, size, ink)
        turned = centered(name, across, font, size, ink)
        yield Group((turned,), Transform.turn(180, across))


def _labels(grid: Grid, context: DrawContext) -> tuple[Text, ...]:
    """Draw each cell's label in its middle, in a colour that reads on the cell."""
    texts: list[Text] = []
    faults = Faults()
    for name, label in grid.labels.items():
        place = grid.by_name[name]
        side = min(place.size)
        room = Rect.around(place.corners).inset(INSET * side)
        ink = letters_on(grid.painted.get(name, grid.ground))
        largest = min(LABEL * side, LARGEST_LABEL)
        lettering = Lettering(ink, largest, context.font(LABELS), lines=LABEL_LINES)
        with faults.within(f"labels.{name}"):
            texts += draw_label(label, room, lettering)
    faults.check()
    return tuple(texts)
