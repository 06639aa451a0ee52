"""Coarse pictures of faces, painted from their drawings and not from their artwork.

They are compared with what beds burn, so that a fault in making the artwork shows as well. So
nothing here uses artwork: shapes are painted over one another, pixel by pixel, and
whatever ends up about as light as the ground is bare.
"""

from collections.abc import Iterable
from math import ceil, sqrt
from typing import assert_never

import numpy as np
from numpy.typing import NDArray
from oracles.laser.pixels import Bitmap, PixelMask, Ring, dashes, drawn, filled

from pnp.base.color import WHITE, lab
from pnp.base.geometry import IDENTITY, Transform
from pnp.base.path import Path, flattened, path_bounds
from pnp.base.units import Mm
from pnp.scene import Group, Image, Item, Role, Scene, Shape, Style, Text
from pnp.scene.gradient import one_color

BURNT, UNSEEN, BARE = 0, 160, 255  # the greys of a picture
PIXEL: Mm = 0.25
FINE: Mm = 0.03  # how far chords may leave a curve
GROUND = 0.8  # the first colour on this share of a face is its ground
CONTRAST = 18.0  # L*: what differs less from the ground is left bare
EDGE: Mm = 0.9  # lines closer to a cut are not burnt, or only half of them


def face_tones(face: Scene, outline: Path, holes: Iterable[Path] = ()) -> NDArray[np.uint8]:
    """Return what should be burnt into a part with an outline and holes.

    Burnt pixels are black, bare ones white; pixels beside and near cuts are grey.
    """
    canvas = _Canvas(outline, holes)
    canvas.paint(face.items, IDENTITY, None)
    return canvas.tones()


class _Canvas:
    """The lightness of each pixel of a face, and the pixels that cannot be judged."""

    def __init__(self, outline: Path, holes: Iterable[Path]) -> None:
        bounds = path_bounds(outline)
        self._to_pixels = Transform.move(-bounds.x, -bounds.y).then(Transform.scale(1 / PIXEL))
        self._per_mm = 1 / PIXEL
        self._size = ceil(bounds.height / PIXEL), ceil(bounds.width / PIXEL)
        self._lightness = np.full(self._size, lab(WHITE)[0], dtype=np.float32)
        self._ground: float | None = None
        self._folds = np.zeros(self._size, dtype=bool)
        edges = [self._ring(path, IDENTITY) for path in (outline, *holes)]
        self._inside = filled(edges[:1], self._size).on(self._size)
        for hole in edges[1:]:
            self._inside &= ~filled([hole], self._size).on(self._size)
        near = drawn(edges, 2 * EDGE * self._per_mm, self._size)
        self._unseen = ~self._inside | near.on(self._size)

    def tones(self) -> NDArray[np.uint8]:
        """Return the grey of each pixel."""
        ground = lab(WHITE)[0] if self._ground is None else self._ground
        burnt = (np.abs(self._lightness - ground) >= CONTRAST) | self._folds
        return np.where(self._unseen, UNSEEN, np.where(burnt, BURNT, BARE)).astype(np.uint8)

    def paint(self, items: Iterable[Item], into: Transform, clip: Bitmap | None) -> None:
        """Paint items over the earlier ones."""
        for item in items:
            match item:
                case Group(behind_text=True, opacity=opacity) if opacity < 1:
                    pass  # a shadow is not burnt
                case Group():
                    own = clip
                    if item.clip is not None:
                        area = filled([self._ring(item.clip, into)], self._size, item.even_odd)
                        own = area.within(clip).on(self._size)
                    self.paint(item.items, item.transform.then(into), own)
                case Text():
                    letters = Shape(item.outlines, Style(fill=item.fill), item.role)
                    self._paint_shape(letters, into, clip)
                case Shape():
                    self._paint_shape(item, into, clip)
                case Image():
                    pass  # a face with pixels on it is not cut
                case _:
                    assert_never(item)

    def _paint_shape(self, shape: Shape, into: Transform, clip: Bitmap | None) -> None:
        style, rings = shape.style, [self._ring(path, into) for path in shape.paths]
        if shape.role is Role.SCORE:
            fold = drawn(rings, 0.0, self._size)
            self._folds[fold.window] |= fold.pixels
        if shape.role is not Role.ART or not rings:
            return
        if style.fill:
            area = filled(rings, self._size, shape.even_odd).within(clip)
            if self._ground is None and self._covers(area):
                self._ground = lab(one_color(style.fill))[0]
            self._lay(area, one_color(style.fill))
        if style.stroke:
            scale = sqrt(abs(into.a * into.d - into.b * into.c)) * self._per_mm
            lengths = [length * scale for length in style.dash]
            lines = [dash for ring in rings for dash in dashes(ring, lengths)]
            width = style.stroke_width * scale
            self._lay(drawn(lines, width, self._size).within(clip), one_color(style.stroke))

    def _covers(self, area: PixelMask) -> bool:
        """Return whether an area covers so much of the face that it is the ground."""
        covered = (area.pixels & self._inside[area.window]).sum()
        return bool(covered > GROUND * self._inside.sum())

    def _lay(self, mask: PixelMask, color: str) -> None:
        self._lightness[mask.window][mask.pixels] = lab(color)[0]

    def _ring(self, path: Path, into: Transform) -> Ring:
        to_pixels = into.then(self._to_pixels)
        return [to_pixels.apply(point) for point in flattened(path, FINE)]
