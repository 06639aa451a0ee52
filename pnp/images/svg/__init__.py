"""SVG files as items of a scene: shapes that stay shapes, and a refusal of all that cannot."""

from pnp.images.svg.drawing import drawn
from pnp.images.svg.reader import SvgDrawing, read_svg
from pnp.images.svg.tree import is_svg

__all__ = ["SvgDrawing", "drawn", "is_svg", "read_svg"]
