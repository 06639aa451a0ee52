"""Draw an example of play: part of a board, what lies there, moves and marked places."""

from collections.abc import Iterator
from math import hypot

from pnp.draw.position import draw_position
from pnp.geometry import Point, Rect, Transform
from pnp.model.game import Board, Game
from pnp.model.places import Place, around, spelled_out
from pnp.model.setup import Arrow, Example
from pnp.path import line, polygon, rectangle
from pnp.scene import Group, Item, Scene, Shape, Style
from pnp.units import Mm

RIM: Mm = 2.0  # around the places that are shown
ARROW = "#c2361f"
SHAFT: Mm = 1.1
HEAD: Mm = 4.5
BEFORE = 0.16  # of a place's shorter side: how far from its middle a head ends
DASH = (2.4, 1.6)  # of a capture
MARK = Style(stroke=ARROW, stroke_width=0.9)


def draw_example(game: Game, example: Example) -> Scene:
    """Draw a position that its audit has passed, cut off around the places it shows."""
    board = game.boards[example.board]
    by_name = {place.name: place for place in board.places}
    items = (
        *draw_position(game, example),
        *_marked([by_name[name] for name in spelled_out(example.marked)]),
        *(shape for arrow in example.arrows for shape in _arrow(arrow, by_name)),
    )
    shown = _shown(board, [by_name[name] for name in spelled_out(example.show)])
    frame = rectangle(Rect(0, 0, *shown.size))
    return Scene(shown.size, (Group(items, Transform.move(-shown.x, -shown.y), frame),))


def _shown(board: Board, places: list[Place]) -> Rect:
    whole = Rect(0, 0, *board.size)
    if not places:
        return whole
    part = around(places, RIM)
    x, y = max(part.x, 0.0), max(part.y, 0.0)
    return Rect(x, y, min(part.right, whole.right) - x, min(part.bottom, whole.bottom) - y)


def _marked(places: list[Place]) -> Iterator[Item]:
    if places:
        yield Shape(tuple(polygon(place.corners) for place in places), MARK)


def _arrow(arrow: Arrow, by_name: dict[str, Place]) -> Iterator[Item]:
    """Draw a shaft from one place's middle to just before the other's, with a head at its end."""
    start, place = by_name[arrow.start].center, by_name[arrow.to]
    middle = place.center
    length = hypot(middle.x - start.x, middle.y - start.y)
    x, y = (middle.x - start.x) / length, (middle.y - start.y) / length
    before = BEFORE * min(place.size)
    to = middle.moved(-before * x, -before * y)
    foot = to.moved(-HEAD * x, -HEAD * y)
    dash = DASH if arrow.kind == "capture" else ()
    yield Shape((line(start, foot),), Style(stroke=ARROW, stroke_width=SHAFT, dash=dash))
    sides = [foot.moved(-side * y, side * x) for side in (HEAD / 2, -HEAD / 2)]
    yield Shape((polygon((to, *sides)),), Style(fill=ARROW))
    yield Shape((polygon(_dot(start)),), Style(fill=ARROW))


def _dot(at: Point) -> tuple[Point, ...]:
    return tuple(at.moved(dx, dy) for dx, dy in ((-1, 0), (0, -1), (1, 0), (0, 1)))
