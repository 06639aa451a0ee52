"""Draw dominoes."""

from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import line, rectangle
from pnp.components.art.label import draw_pips
from pnp.components.dominoes import Dominoes
from pnp.components.piece import BLEED, DrawContext, Piece, draw_face
from pnp.components.sized import Pair
from pnp.scene import Group, Item, Scene, Shape, Style

BAR = 0.7  # reach of the bar between the ends, as a part of the width
BAR_WIDTH = 0.03  # as a part of the width
FRAME_INSET = 0.12  # of the frame on the back, as a part of the width


def draw(dominoes: Dominoes, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each bone, named by its ends, the lower first: ``"3-4"``."""
    back = _face(dominoes, _frame(dominoes))
    return tuple(
        Piece(str(bone), _face(dominoes, _ends(dominoes, bone)), back, bleed=BLEED)
        for bone in dominoes.bones
    )


def _face(dominoes: Dominoes, items: tuple[Item, ...]) -> Scene:
    """Return a face of a standing bone, turned left by a quarter if bones lie."""
    size = dominoes.face_size
    if dominoes.orientation == "lying":
        quarter = Transform.turn(-90, Point(0, 0)).then(Transform.move(0, size.height))
        items = (Group(items, quarter),)
    return draw_face(size, dominoes.corner, dominoes.ground, items)


def _ends(dominoes: Dominoes, bone: Pair) -> tuple[Item, ...]:
    """Draw the lower end above the higher one, with a bar between them."""
    width, height = dominoes.size
    half = height / 2
    reach = BAR * width / 2
    bar = line(Point(width / 2 - reach, half), Point(width / 2 + reach, half))
    return (
        *draw_pips(bone.front, Rect(0, 0, width, half), dominoes.ink),
        Shape((bar,), Style(stroke=dominoes.ink, stroke_width=BAR_WIDTH * width)),
        *draw_pips(bone.back, Rect(0, half, width, half), dominoes.ink),
    )


def _frame(dominoes: Dominoes) -> tuple[Item, ...]:
    """Draw the frame on every back."""
    width, height = dominoes.size
    inset = FRAME_INSET * width
    frame = rectangle(Rect(0, 0, width, height).inset(inset), max(0.0, dominoes.corner - inset))
    return (Shape((frame,), Style(stroke=dominoes.ink, stroke_width=BAR_WIDTH * width)),)
