"""Draw medals."""

from pnp.api import DrawContext, Piece, Point, Scene, Shape, Style, centered, circle, cut_line
from pnp_medals.medals import Medals


def draw(medals: Medals, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each medal: a coloured circle with its number."""
    return tuple(
        Piece(name, _face(medals, name), copies=copies, freed_by_trim=False)
        for name, copies in medals.pieces.items()
    )


def _face(medals: Medals, number: str) -> Scene:
    size = medals.face_size
    middle = Point(size.width / 2, size.height / 2)
    edge = circle(middle, 15)
    ground = Shape((edge,), Style(fill=medals.ground))
    text = centered(number, middle, "serif-bold", 9.0, "#3a2c08")
    return Scene(size, (ground, text, cut_line(edge)))
