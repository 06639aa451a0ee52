"""Pictures of components: a few pieces side by side, at one scale for the whole list."""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.base.units import Mm
from pnp.components.registry import spread
from pnp.scene import Changes, Group, Item, Leaf, Scene, Shape, Style, Text

LARGEST = 0.42  # the scale of pieces
LARGE: Mm = 90.0  # what is wider or higher is drawn to a scale of its own
BETWEEN, OF_ONE = 1.6, 0.8  # mm between pieces, and between the faces of one
LEGIBLE: Mm = 2.12  # the font size, 6 pt, below which letters are drawn as lines
LINE = 0.22  # of a font size: how thick these lines are

DrawSamples = Callable[[str, tuple[str, ...]], Mapping[str, tuple[Scene, ...]]]


class SampledPart(NamedTuple):
    """A component with the faces of some of its pieces; those of one piece stand side by side."""

    component_id: str
    samples: Sequence[tuple[Scene, ...]]

    @property
    def size(self) -> Size:
        """The size at full scale without the gaps."""
        faces = [face.size for sample in self.samples for face in sample]
        return Size(fsum(face.width for face in faces), max(face.height for face in faces))

    @property
    def gaps(self) -> Mm:
        """The total width of the gaps, which do not scale."""
        inside = sum(len(sample) - 1 for sample in self.samples)
        return BETWEEN * (len(self.samples) - 1) + OF_ONE * inside

    @property
    def is_large(self) -> bool:
        """Whether the component is so large that it needs its own scale, as boards do."""
        return any(max(face.size) > LARGE for sample in self.samples for face in sample)

    def scale_in(self, room: Size) -> float:
        """Return the largest scale at which the component fits."""
        width, height = self.size
        return min((room.width - self.gaps) / width, room.height / height, LARGEST)


def draw_part(
    drawn: DrawSamples, component_id: str, count: int, named: Collection[str]
) -> SampledPart:
    """Draw at most ``count`` pieces of a component, chosen from those ``named``."""
    samples = drawn(component_id, tuple(named))
    return SampledPart(component_id, [samples[name] for name in spread(tuple(samples), count)])


def common_scale(drawn: Sequence[SampledPart], room: Size) -> float:
    """Return the largest scale at which all components fit, ignoring the large ones."""
    return min((one.scale_in(room) for one in drawn if not one.is_large), default=LARGEST)


def side_by_side(one: SampledPart, scale: float) -> Scene:
    """Return the pieces side by side at a scale, with lines in place of illegible letters."""
    items: list[Item] = []
    x, height = 0.0, scale * one.size.height
    for sample in one.samples:
        x += BETWEEN if items else 0.0
        for number, face in enumerate(sample):
            x += OF_ONE if number else 0.0
            move = Transform.move(x, (height - scale * face.size.height) / 2)
            drawn = Changes(_legible, effects=False)(face.items, scale)
            items.append(Group(drawn, Transform.scale(scale).then(move)))
            x += scale * face.size.width
    return Scene(Size(x, height), tuple(items))


def _legible(leaf: Leaf, scale: float) -> tuple[Item, ...]:
    """Return an item, or a line in place of letters too small to read."""
    if not (isinstance(leaf, Text) and leaf.size * scale < LEGIBLE):
        return (leaf,)
    thick = LINE * leaf.size
    line = Rect(leaf.at.x, leaf.at.y - 2 * thick, leaf.width, thick)
    return (Shape((rectangle(line),), Style(fill=leaf.fill), leaf.role),)
