"""Draw the face that Tabletop Simulator shows for a hidden card."""

from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import rectangle
from pnp.scene import Scene, Shape, Style, Text

FONT: FontName = "serif-bold"
GROUND, INK = "#4a463f", "#f6efdc"


def draw_hidden(size: Size, name: str) -> Scene:
    """Draw a card that shows nothing but the game's name, as large as three quarters allow."""
    whole = Rect(0, 0, *size)
    letters = min(0.75 * size.width / text_width(name, FONT, 1), 0.16 * size.height)
    left = (size.width - text_width(name, FONT, letters)) / 2
    line = Style(stroke=INK, stroke_width=0.012 * min(size))
    return Scene(
        size,
        (
            Shape((rectangle(whole),), Style(fill=GROUND)),
            Shape((rectangle(whole.inset(0.06 * min(size))),), line),
            Text(
                Point(left, whole.center.y + letters * cap_height(FONT) / 2),
                name,
                FONT,
                letters,
                INK,
            ),
        ),
    )
