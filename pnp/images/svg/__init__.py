"""SVG files as shapes and groups of a scene; what those cannot show is refused.

All readers here raise PictureError for what cannot be read, is too large or forbidden, and its
subclass NotShapesError for what shapes cannot show: one line, without the name of the file.
"""

from pnp.images.svg.drawing import draw_svg
from pnp.images.svg.painted import has_ground
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
