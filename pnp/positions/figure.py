"""Composes figures: part of a board, the pieces on it, and names of places at its edges.

Figures are drawn in millimetres of the board, with lettering for the scale at which they are
printed.
"""

from collections.abc import Iterable, Iterator, Sequence

from pnp.base.color import WHITE, blended
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import joined, line, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.label import centered
from pnp.game.board import Board, EdgeLabel
from pnp.game.places import Place
from pnp.scene import Changes, Group, Item, Leaf, Scene, Shape, Style, Text, items_bounds

USUAL = 0.35  # the scale at which most figures are printed
LETTER: Mm = 2.35  # the font size of lettering on paper: more than 6.5 points
LEAST: Mm = 2.12  # the smallest font size on paper: 6 points
LABEL_FONT: FontName = "sans"
LABEL_INK = "#4f4a43"
LABEL_GAP = 0.35  # of the font size: between a label and what it stands beside
SHORT = 3  # letters: text that is enlarged where it would be too small to read
EDGE: Mm = 0.4  # around whole places, for the lines between them
AIR = 0.15  # of the font size: around everything


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


def composed(frame: Rect, items: Sequence[Item], air: Mm) -> Scene:
    """Return a scene of items, as large as the frame and everything that extends beyond it."""
    bounds = items_bounds(items) or frame
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
