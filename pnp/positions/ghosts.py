"""Draws the other marks on pieces in a figure: where they were, and where they may go."""

from collections.abc import Iterable, Iterator, Sequence

from pnp.base.color import WHITE, blended
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import circle, polygon, rectangle
from pnp.base.units import Mm
from pnp.components.art.label import centered
from pnp.game.board import Board
from pnp.game.places import spelled_out
from pnp.game.setup import Reach
from pnp.positions.position import PlacedPiece
from pnp.scene import Group, Image, Item, Leaf, Scene, Shape, Style, Text, Tint, changed
from pnp.scene.gradient import recolored

FADED = 0.72  # of white in the colours of a piece that has left
TINTS = ("#b8d8f5", "#ffd98a", "#c9e6b0", "#f3bfd6", "#d5c8f0", "#f6c3a0")
EDGES = ("#1f5f9e", "#9a6200", "#3c7a1d", "#a12a63", "#5b3fa0", "#a8450f")  # 4.5 : 1 on white
EDGE = 0.035  # of a place's shorter side: the line around the places that a piece reaches
NESTED = 0.09  # of a place's shorter side: between the tints of several pieces on it
UNDER = 0.34  # of a piece's size: how large the face below it is shown
LOW = 0.8  # of a piece's height: where that is, in the middle of its left edge
HALO = 0.05  # of a piece's width: the light edge of the face below it
DISC = 0.82  # of the size of letters: the radius of the disc around a number


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
            corners = _shrunk(board.outline(place), 1 - 2 * NESTED * depth - EDGE)
            width = EDGE * side * (2 if name == reach.of else 1)
            yield Shape((polygon(corners),), Style(tint, edge, width))


def _shrunk(corners: Sequence[Point], part: float) -> Iterable[Point]:
    middle = Rect.around(corners).center
    about = Transform.move(-middle.x, -middle.y).then(Transform.scale(part))
    about = about.then(Transform.move(*middle))
    return map(about.apply, corners)


def draw_hidden_face(piece: PlacedPiece, below: Scene) -> Item:
    """Draw the face below a piece small, on the lower end of its left edge, where no pip is."""
    width, height = below.size
    at = Transform.move(-UNDER * width / 2, LOW * height - UNDER * height / 2)
    edge = Shape((rectangle(Rect(0, 0, width, height).inset(-HALO * width)),), Style(fill=WHITE))
    placed = Group((edge, *below.items), Transform.scale(UNDER).then(at))
    return Group((placed,), piece.transform)


def draw_number(number: int, at: Point, letter: Mm, color: str) -> Iterator[Item]:
    """Draw a number in a small disc."""
    yield Shape((circle(at, DISC * letter),), Style(WHITE, color, 0.12 * letter))
    yield centered(str(number), at, "sans-bold", 0.95 * letter, color)
