"""SVG files as items of a scene: shapes that stay shapes, and a refusal of all that cannot."""

from pnp.images.svg.drawing import drawn
from pnp.images.svg.reader import Drawing, read_vector
from pnp.images.svg.tree import is_vector

__all__ = ["Drawing", "drawn", "is_vector", "read_vector"]
