"""A fan of faces, like a hand of cards: a picture of the contents of a box."""

from collections.abc import Iterator, Sequence

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.components.piece import cut_out
from pnp.scene import Group, Item, Scene

SPREAD = 14.0  # degrees between neighbours
OVERLAP = 0.62  # of a face's width: the step to the next


def draw_fan(faces: Sequence[Scene], room: Rect) -> Iterator[Item]:
    """Draw faces of similar size, each over the one before, as large as the room allows."""
    shown = [cut_out(face) for face in faces]
    corners = [p for n, face in enumerate(shown) for p in _corners(face.size, _place(n, shown))]
    around = Rect.around(corners)
    scale = min(room.width / around.width, room.height / around.height, 1.0)
    fit = Transform.scale(scale).then(
        Transform.move(
            room.center.x - scale * around.center.x, room.center.y - scale * around.center.y
        )
    )
    for number, face in enumerate(shown):
        yield Group(face.items, _place(number, shown).then(fit))


def _place(number: int, shown: Sequence[Scene]) -> Transform:
    """Return where a face lies relative to the middle of the fan."""
    size = shown[number].size
    aside = number - (len(shown) - 1) / 2
    turn = Transform.turn(aside * SPREAD, Point(size.width / 2, size.height))
    return turn.then(Transform.move(aside * OVERLAP * size.width - size.width / 2, -size.height))


def _corners(size: Size, place: Transform) -> Iterator[Point]:
    return map(place.apply, Rect(0, 0, *size).corners)
