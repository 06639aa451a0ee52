"""Text around a point, and what is written on boards."""

from pnp.base.color import WHITE, ink_on
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point
from pnp.base.units import Mm
from pnp.scene import Text

LETTERS = "#3b342b"  # softer than black, so that what lies on a board stands out


def letters_on(ground: str) -> str:
    """Return the colour of what is written on a ground: white where that is dark."""
    return WHITE if ink_on(ground) == WHITE else LETTERS


def centered(text: str, middle: Point, font: FontName, size: Mm, ink: str) -> Text:
    """Return a line whose capitals and figures have a point in their middle."""
    dx, dy = -text_width(text, font, size) / 2, size * cap_height(font) / 2
    return Text(middle.moved(dx, dy), text, font, size, ink)
