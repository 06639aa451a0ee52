"""Compose figures: part of a board, the pieces on it, names of places, and marks on pieces."""

from collections.abc import Iterable, Iterator, Sequence

from pnp.base.color import WHITE, blended
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle, joined, line, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.label import centered
from pnp.game.board import Board, EdgeLabel
from pnp.game.places import Place, spelled_out
from pnp.game.rules import Reach
from pnp.positions.position import PieceDrawings, PlacedPiece
from pnp.scene import (
    Changes,
    Group,
    Image,
    Item,
    Leaf,
    Scene,
    Shape,
    Style,
    Text,
    Tint,
    changed,
    items_bounds,
)
from pnp.scene.gradient import recolored

FADED = 0.72  # of white in the colours of a piece that has left
TINTS = ("#b8d8f5", "#ffd98a", "#c9e6b0", "#f3bfd6", "#d5c8f0", "#f6c3a0")
EDGES = ("#1f5f9e", "#9a6200", "#3c7a1d", "#a12a63", "#5b3fa0", "#a8450f")  # 4.5 : 1 on white
REACH_LINE = 0.035  # of a place's shorter side: the line around the places that a piece reaches
NESTED = 0.09  # of a place's shorter side: between the tints of several pieces on it
UNDER = (0.34, 0.6)  # of a piece's size: how large the face below it is shown, at least and most
LEAST_UNDER: Mm = 5.0  # high on paper, if that is not more
INSIDE = 0.08  # of a piece's shorter side: how far it covers the piece's edge
HALO = 0.05  # of a piece's width: the light edge of the face below it
DISC = 0.82  # of the size of letters: the radius of the disc around a number
DISC_LINE = 0.12  # of it: the line around the disc

USUAL = 0.35  # the scale at which most figures are printed
# Font sizes on paper; 6 points are left of the smallest on a sheet that is set at 92 % to fit.
LETTER: Mm = 2.55
LEAST: Mm = 2.31
LABEL_FONT: FontName = "sans"
LABEL_INK = "#4f4a43"
LABEL_GAP = 0.35  # of the font size: between a label and what it stands beside
SHORT = 3  # letters: text that is enlarged where it would be too small to read
EDGE: Mm = 0.4  # around whole places, for the lines between them
AIR = 0.15  # of the font size: around everything


def faded(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return faded copies of items."""
    return changed(items, _faded)


def _faded(item: Leaf) -> tuple[Item, ...]:
    match item:
        case Shape(_, style):
            fill, stroke = (recolored(one, _fade) for one in style[:2])
            return (item._replace(style=style._replace(fill=fill, stroke=stroke)),)
        case Text():
            return (item._replace(fill=_fade(item.fill)),)
        case Image():
            return (item._replace(tint=Tint.PALE),)


def _fade(color: str) -> str:
    return blended(color, WHITE, FADED)


def draw_reach(board: Board, reaches: Sequence[Reach]) -> Iterator[Item]:
    """Tint the place of each piece and those that it reaches, nesting tints of several pieces."""
    nested: dict[str, int] = {}
    for number, reach in enumerate(reaches):
        tint, edge = (colors[number % len(colors)] for colors in (TINTS, EDGES))
        for name in spelled_out((reach.of, *reach.to)):
            place = board.by_name[name]
            side = min(place.size)
            depth = nested.get(name, 0)
            nested[name] = depth + 1
            corners = _shrunk(board.outline(place), 1 - 2 * NESTED * depth - REACH_LINE)
            width = REACH_LINE * side * (2 if name == reach.of else 1)
            yield Shape((polygon(corners),), Style(tint, edge, width))


def _shrunk(corners: Sequence[Point], part: float) -> Iterable[Point]:
    middle = Rect.around(corners).center
    about = Transform.move(-middle.x, -middle.y).then(Transform.scale(part))
    about = about.then(Transform.move(*middle))
    return map(about.apply, corners)


def draw_hidden_face(piece: PlacedPiece, below: Scene, scale: float) -> Iterator[Item]:
    """Yield the ways to draw the face below a piece small: on its left edge, its right, and so on.

    On the left and the right it lies low on the edge, out of the middle.
    """
    width, height = below.size
    small = min(max(UNDER[0], LEAST_UNDER / scale / height), UNDER[1])
    w, h, inside = small * width, small * height, INSIDE * min(below.size)
    edge = Shape((rectangle(Rect(0, 0, width, height).inset(-HALO * width)),), Style(fill=WHITE))
    for x, y in (
        (inside - w, height - h),
        (width - inside, height - h),
        ((width - w) / 2, height - inside),
        ((width - w) / 2, inside - h),
    ):
        at = Transform.scale(small).then(Transform.move(x, y))
        yield Group((Group((edge, *below.items), at),), piece.transform)


def draw_number(number: int, at: Point, letter: Mm, color: str) -> Iterator[Item]:
    """Draw a number in a small disc."""
    yield Shape((circle(at, DISC * letter),), Style(WHITE, color, DISC_LINE * letter))
    yield centered(str(number), at, "sans-bold", letter, color)


def draw_labels(board: Board, shown: Sequence[Place], frame: Rect, letter: Mm) -> Iterator[Item]:
    """Write the names of rows, columns or places at the edges of a figure."""
    for label in board.edge_labels(shown, frame):
        yield _label(label, letter)


def _label(label: EdgeLabel, letter: Mm) -> Text:
    width, height = text_width(label.text, LABEL_FONT, letter), letter * cap_height(LABEL_FONT)
    reach = LABEL_GAP * letter + (abs(label.out.x) * width + abs(label.out.y) * height) / 2
    at = label.at.moved(reach * label.out.x, reach * label.out.y)
    return centered(label.text, at, LABEL_FONT, letter, LABEL_INK)


def shown_of(board: Board, names: Sequence[str]) -> tuple[Place, ...]:
    """Return the places that a figure shows: those named, or all."""
    return tuple(board.by_name[name] for name in names) if names else board.places


def frame_of(board: Board, shown: Sequence[Place], *, whole: bool) -> Rect:
    """Return the part of a board that a figure shows: all of it, or only its places."""
    if whole and not board.places_alone:
        return board.shown_whole
    corners = (corner for place in shown for corner in board.crop_of(place))
    return Rect.around(corners).inset(-EDGE).intersection(Rect(0, 0, *board.size))


def cropped(board: Board, shown: Sequence[Place], frame: Rect, ground: Iterable[Item]) -> Group:
    """Crop a board to whole places."""
    if len(shown) == len(board.places) and not board.places_alone:
        return Group(tuple(ground), clip=rectangle(frame))
    areas = (_enlarged(board.crop_of(place)) for place in shown)
    return Group(tuple(ground), clip=joined(map(polygon, areas)))


def _enlarged(corners: Sequence[Point]) -> Iterator[Point]:
    """Move the corners of an area outwards by half of the lines around it."""
    around = Rect.around(corners)
    across, down = (1 + 2 * EDGE / side for side in around.size)
    middle = around.center
    for x, y in corners:
        yield Point(middle.x + across * (x - middle.x), middle.y + down * (y - middle.y))


def composed(
    frame: Rect, items: Sequence[Item], air: Mm, drawings: PieceDrawings | None = None
) -> Scene:
    """Return a scene of items, as large as the frame and everything that extends beyond it."""
    bounds = (drawings.bounds if drawings else items_bounds)(items) or frame
    reaches_out = not frame.inset(-2 * EDGE).contains(bounds)
    canvas = frame.union(bounds.inset(-air)) if reaches_out else frame
    move = Transform.move(-canvas.x, -canvas.y)
    clip = rectangle(Rect(0, 0, *canvas.size))
    return Scene(Size(*canvas.size), (Group(tuple(items), move, clip),))


def legible(items: tuple[Item, ...], least: Mm, *, enlarge: bool = True) -> tuple[Item, ...]:
    """Return items whose text has a font size of at least ``least``.

    Short text is enlarged in place; other text becomes a line, as text looks from afar.
    """

    def readable(leaf: Leaf, scale: float) -> tuple[Item, ...]:
        if not (isinstance(leaf, Text) and leaf.size * scale < least):
            return (leaf,)
        at, string, font, size = leaf[:4]
        middle = at.moved(leaf.width / 2, -size * cap_height(font) / 2)
        if enlarge and len(string) <= SHORT:
            larger = centered(string, middle, font, least / scale, leaf.fill)
            return (larger._replace(role=leaf.role),)
        half = leaf.width / 2
        path = line(middle.moved(-half, 0), middle.moved(half, 0))
        style = Style(stroke=blended(leaf.fill, WHITE, 0.5), stroke_width=0.3 * size)
        return (Shape((path,), style, leaf.role),)

    return Changes(readable, effects=False)(items)
