"""Draw polyominoes."""

from collections.abc import Iterator, Mapping

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, line, polygon
from pnp.base.units import Mm
from pnp.components.art.label import pale
from pnp.components.art.signs import STREET
from pnp.components.piece import DrawContext, Piece, cut_line, cut_out
from pnp.components.polyominoes import Polyomino, PolyominoCells, Polyominoes, extent_of, mirrored
from pnp.scene import Group, Item, Scene, Shape, Style

LINE = 0.025  # of an edge: the width of the lines between cells and of the rim
RIM = 0.1  # of an edge: from the edge of a piece to its rim
# The sides of a cell clockwise: where each starts, as column and row, and its direction.
SIDES = (((0, 0), (1, 0)), ((1, 0), (0, 1)), ((1, 1), (-1, 0)), ((0, 1), (0, -1)))


def draw(polyominoes: Polyominoes, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each piece in the middle of its trim, and from behind."""

    def face(one: Polyomino, cells: PolyominoCells) -> Scene:
        return Scene(polyominoes.face_size, tuple(_face(polyominoes, cells, one.color, context)))

    return tuple(
        Piece(
            one.name,
            face(one, one.cells),
            face(one, mirrored(one.cells)),
            one.copies,
            STREET,
            freed_by_trim=False,
        )
        for one in polyominoes.listed
    )


def draw_tokens(polyominoes: Polyominoes, context: DrawContext) -> Mapping[str, Scene]:
    """Draw each piece with the first cell of its upper row in the middle, to lie on a place."""
    faces = {piece.name: piece.front for piece in draw(polyominoes, context)}
    return {
        one.name: _about_first(polyominoes, one.cells, faces[one.name])
        for one in polyominoes.listed
    }


def draw_turned(polyominoes: Polyominoes, context: DrawContext) -> Mapping[str, Scene]:
    """Draw each piece turned over, laid in the same way."""
    faces = {piece.name: piece.back for piece in draw(polyominoes, context)}
    return {
        one.name: _about_first(polyominoes, mirrored(one.cells), back)
        for one in polyominoes.listed
        if (back := faces[one.name]) is not None
    }


def _about_first(polyominoes: Polyominoes, cells: PolyominoCells, face: Scene) -> Scene:
    edge, place = polyominoes.edge, _place(polyominoes, cells)
    first = place.x + (cells[0][1] + 0.5) * edge, place.y + 0.5 * edge
    ends = zip(first, place[:2], (place.right, place.bottom), strict=True)
    half = Size(*(max(at - low, high - at) for at, low, high in ends))
    moved = Transform.move(half.width - first[0], half.height - first[1])
    return Scene(Size(2 * half.width, 2 * half.height), (Group(cut_out(face).items, moved),))


def _place(polyominoes: Polyominoes, cells: PolyominoCells) -> Rect:
    """Return the rectangle around a piece in its trim."""
    across, down = extent_of(cells)
    middle = Rect(0, 0, *polyominoes.face_size).center
    return Rect.about(middle, across * polyominoes.edge, down * polyominoes.edge)


def _face(
    polyominoes: Polyominoes, cells: PolyominoCells, color: str, context: DrawContext
) -> Iterator[Item]:
    edge, place = polyominoes.edge, _place(polyominoes, cells)
    start = Point(place.x, place.y)
    yield Shape(tuple(_outlines(cells, edge, start, STREET)), Style(fill=color))
    if not context.plain:
        livery = context.livery
        ink = livery.line if livery else pale(polyominoes.ink, color)
        rim, between = _outlines(cells, edge, start, -RIM * edge), _between(cells, edge, start)
        yield Shape((*rim, *between), Style(stroke=ink, stroke_width=LINE * edge))
    yield from (cut_line(path, color) for path in _outlines(cells, edge, start))


def _between(cells: PolyominoCells, edge: Mm, start: Point) -> Iterator[Path]:
    """Yield the lines between cells."""
    for row, column in cells:
        corner = start.moved((column + 1) * edge, (row + 1) * edge)
        if (row, column + 1) in cells:
            yield line(corner.moved(0, (RIM - 1) * edge), corner.moved(0, -RIM * edge))
        if (row + 1, column) in cells:
            yield line(corner.moved((RIM - 1) * edge, 0), corner.moved(-RIM * edge, 0))


def _outlines(cells: PolyominoCells, edge: Mm, start: Point, beyond: Mm = 0.0) -> Iterator[Path]:
    """Yield the outer edge and then holes, or the lines at the distance ``beyond`` outside them."""
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}  # sides by where they start
    for row, column in cells:
        for (x, y), (dx, dy) in SIDES:
            if (row - dx, column + dy) not in cells:
                ways.setdefault((column + x, row + y), []).append((dx, dy))
    while ways:
        here = next(iter(ways))
        way = ways[here][0]
        steps: list[tuple[tuple[int, int], tuple[int, int]]] = []
        while here in ways:
            left = way[1], -way[0]  # where two cells touch at a corner, each hole is one by itself
            way = left if left in ways[here] else ways[here][0]
            ways[here].remove(way)
            if not ways[here]:
                del ways[here]
            steps.append((here, way))
            here = here[0] + way[0], here[1] + way[1]
        yield polygon(
            start.moved(
                x * edge + beyond * (before[1] + after[1]),
                y * edge - beyond * (before[0] + after[0]),
            )
            for (_, before), ((x, y), after) in zip(steps[-1:] + steps[:-1], steps, strict=True)
            if before != after
        )
