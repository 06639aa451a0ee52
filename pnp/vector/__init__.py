"""SVG files as items of a scene: shapes that stay shapes, and a refusal of all that cannot."""

from pnp.vector.drawing import drawn
from pnp.vector.reader import Drawing, read_vector
from pnp.vector.tree import is_vector

__all__ = ["Drawing", "drawn", "is_vector", "read_vector"]
