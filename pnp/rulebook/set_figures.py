"""Sets the figures of sheets and books, and draws them once they are placed."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pnp.base.geometry import Rect, Size, Transform
from pnp.base.units import Mm
from pnp.rulebook.blocks import Figure
from pnp.rulebook.figures import common_scale, figure_at, greatest_height, scale_in, size_about
from pnp.scene import Group
from pnp.scene.document import Element, ElementArea, TaggedPart
from pnp.typeset.columns import SetBox

COVER_HEIGHT = 0.56  # of the page's text area
LARGEST = 0.6  # the greatest scale of a figure in the text


class FigureSetter(NamedTuple):
    """Sets the pictures of figures in the middle of a column."""

    width: Mm
    page_height: Mm

    def box(self, figure: Figure, peers: Sequence[Figure], element: Element, leaf: int) -> SetBox:
        """Set a picture at its usual height; the box can be set again lower if space is short."""
        at = partial(self._picture, figure, peers, element, leaf)
        return at(1.0)._replace(at=at)

    def _picture(
        self,
        figure: Figure,
        peers: Sequence[Figure],
        element: Element,
        leaf: int,
        share: float,
    ) -> SetBox:
        """Set a picture at a share of its usual height, to be drawn once it is placed."""
        is_cover = figure.kind == "cover"
        highest = (
            share * COVER_HEIGHT * self.page_height if is_cover else greatest_height(figure, share)
        )
        room = Size(min(self.width, 1.5 * highest), highest)
        scale = common_scale(figure, peers, room, share * (1.0 if is_cover else LARGEST))
        room = Size(room.width, min(highest, size_about(figure, scale).height))
        draw = partial(self._drawn, figure, element, leaf, room, scale)
        kept, anchor = bool(figure.caption), figure.id
        return SetBox(room.height, before=3.2, kept=kept, anchor=anchor, draw=draw)

    def _drawn(
        self, figure: Figure, element: Element, leaf: int, room: Size, largest: float
    ) -> SetBox:
        """Draw a picture in the middle of ``room``."""
        scale = scale_in(figure, room, largest)
        scene = figure_at(figure, scale)
        width, height = scene.size.width * scale, scene.size.height * scale
        area = Rect((self.width - width) / 2, (room.height - height) / 2, width, height)
        placement = Transform.scale(scale).then(Transform.move(area.x, area.y))
        drawn = TaggedPart((Group(scene.items, placement),), leaf, "Figure")
        return SetBox(room.height, (drawn,), (ElementArea(area, element),))
