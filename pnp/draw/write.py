"""Text around a point."""

from pnp.fonts import FontName, cap_height, text_width
from pnp.geometry import Point
from pnp.scene import Text
from pnp.units import Mm


def centered(text: str, middle: Point, font: FontName, size: Mm, ink: str) -> Text:
    """Return a line whose capitals and figures have a point in their middle."""
    dx, dy = -text_width(text, font, size) / 2, size * cap_height(font) / 2
    return Text(middle.moved(dx, dy), text, font, size, ink)
