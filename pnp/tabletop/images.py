"""The images of a game's tables, each made once."""

from typing import NamedTuple
from urllib.parse import quote

from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT
from pnp.scene import Scene


class TabletopImage(NamedTuple):
    """A picture and its file name; ``size`` is the size of the piece that it shows."""

    file: str
    title: str
    scene: Scene
    component: str
    kind: str
    size: Size
    pixels: tuple[int, int]

    @property
    def dpi(self) -> int:
        """The horizontal resolution in pixels per inch of the piece."""
        return round(self.pixels[0] / self.scene.size.width * MM_PER_UNIT["in"])


class TabletopImages:
    """Every image that objects show; ``base`` is the URL of their future folder."""

    def __init__(self, name: str, base: str) -> None:
        self.made: list[TabletopImage] = []
        self._name = name
        self._base = f"{base.rstrip('/')}/" if base else ""

    def add(
        self,
        component: tuple[str, str, Size],
        name: str,
        scene: Scene,
        pixels: tuple[int, int],
        kind: str,
    ) -> str:
        """Add an image of a component, given by its id, name and size; return its URL."""
        id, title, size = component
        file = f"{self._name}-{id}-{name}.png"
        image = TabletopImage(file, f"{title} · {name}", scene, id, kind, size, pixels)
        self.made.append(image)
        return f"{self._base}{quote(file)}" if self._base else file
