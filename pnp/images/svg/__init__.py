"""Read SVG files as shapes and groups of a scene, and reject what these cannot show.

All readers here raise PictureError for unreadable, oversized or forbidden content, and its subclass
NotShapesError for features that shapes cannot show: one line, without the name of the file.
"""

from pnp.images.svg.drawing import draw_svg, has_ground
from pnp.images.svg.reader import SvgDrawing, read_svg, shown_svg
from pnp.images.svg.tree import NotShapesError, is_svg

__all__ = [
    "NotShapesError",
    "SvgDrawing",
    "draw_svg",
    "has_ground",
    "is_svg",
    "read_svg",
    "shown_svg",
]
