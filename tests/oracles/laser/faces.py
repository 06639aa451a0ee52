"""Judges what a bed burns into faces, against pictures painted from their drawings."""

from collections.abc import Iterator, Sequence
from math import dist

import numpy as np
from oracles.laser.cuts import NEAR
from oracles.laser.face_picture import BARE, BURNT, PIXEL, face_tones
from oracles.laser.pixels import Bitmap, drawn, filled
from oracles.laser.strokes import LaserStroke, transformed
from scipy.ndimage import binary_dilation
from shapely import Point, STRtree, box

from pnp.base.geometry import Point as Place
from pnp.base.geometry import Rect, Transform
from pnp.laser.artwork import Artwork

AROUND = np.ones((5, 5), dtype=bool)  # how far what is burnt may lie from its picture
FEW = 4  # pixels that may differ: the corners of letters
Strokes = Sequence[LaserStroke]


def face_fault(
    side: Artwork, rect: Rect, turn: int, engraved: Strokes | None, scored: Strokes | None
) -> str:
    """Return how what is burnt on a part differs from the drawing of its face, or ""."""
    if side.source is None:
        return ""
    tones = face_tones(side.source.drawing, side.outline, side.holes)
    to_pixels = _upright(rect, turn).then(Transform.scale(1 / PIXEL))
    burnt = np.zeros(tones.shape, dtype=bool)
    if engraved:
        burnt |= filled(_rings(engraved, to_pixels), tones.shape, even_odd=True).on(tones.shape)
    if scored:
        burnt |= drawn(_rings(scored, to_pixels), 0.0, tones.shape).on(tones.shape)
    wanted, bare = tones == BURNT, tones == BARE
    more = burnt & bare & ~binary_dilation(~bare, AROUND)
    whole = engraved is not None and scored is not None
    less = wanted & ~binary_dilation(burnt, AROUND) if whole else np.zeros_like(more)
    return _where(more, "burnt") or _where(less, "bare")


def _where(pixels: Bitmap, word: str) -> str:
    if pixels.sum() <= FEW:
        return ""
    row, column = np.argwhere(pixels).mean(axis=0) * PIXEL
    return f"is {word} about {column:.1f}, {row:.1f}"


def _rings(strokes: Strokes, to_pixels: Transform) -> list[list[Place]]:
    places = (transformed(one.points, to_pixels).tolist() for one in strokes)
    return [[Place(*place) for place in one] for one in places]


def by_part(strokes: Strokes, rects: Sequence[Rect], *, entirely: bool) -> list[list[LaserStroke]]:
    """Return the strokes within each part, or within the nearest of several.

    If ``entirely``, strokes that are not completely inside a part are dropped: they are marks
    beside parts.
    """
    tree = STRtree([box(rect.x, rect.y, rect.right, rect.bottom) for rect in rects])
    found: list[list[LaserStroke]] = [[] for _ in rects]
    for stroke in strokes:
        middle = stroke.bounds.center
        around = tree.query(Point(middle)).tolist()
        if entirely:
            around = [one for one in around if rects[one].inset(-NEAR).contains(stroke.bounds)]
        if around:
            found[min(around, key=lambda index: dist(rects[index].center, middle))].append(stroke)
    return found


def outside(engraved: Strokes, rects: Sequence[Rect]) -> Iterator[str]:
    """Yield the engraved areas that go over the edge of a part."""
    rooms = [rect.inset(-NEAR) for rect in rects]
    for stroke in engraved:
        if not any(room.contains(stroke.bounds) for room in rooms):
            at = stroke.bounds.center
            yield f"an area at {at.x:.2f}, {at.y:.2f} goes over the edge of a part"


def _upright(rect: Rect, turn: int) -> Transform:
    """Return the transform from the bed to the upright part."""
    middle = rect.center
    width, height = rect.size.turned() if turn % 180 else rect.size
    back = Transform.move(width / 2 - middle.x, height / 2 - middle.y)
    return Transform.turn(-turn, middle).then(back)
