"""Judges what a bed burns into faces, against pictures painted from their drawings.

The pictures are painted by cairo from the drawing, not from the artwork, so that a fault in making
the artwork shows as well: whatever differs from the ground in lightness is burnt.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from math import ceil, dist

import cairosvg
import numpy as np
from numpy.typing import NDArray
from oracles.laser.cuts import NEAR
from oracles.laser.strokes import LaserStroke, transformed
from PIL import Image, ImageDraw
from scipy.ndimage import binary_dilation, distance_transform_edt
from shapely import Point, STRtree, box

from pnp.base.color import WHITE, lab
from pnp.base.geometry import Rect, Size, Transform
from pnp.base.path import flattened, path_bounds
from pnp.base.units import Mm
from pnp.laser.artwork import Artwork
from pnp.render import svg
from pnp.scene import Extra, Group, IdentityCache, Item, Role, Scene, Shape, Style
from pnp.scene.gradient import one_color

PIXEL: Mm = 0.25
EDGE: Mm = 0.9  # lines closer to a cut are not burnt, or only half of them
CONTRAST = 18.0  # L*: what differs less from the ground is left bare
THIN = 2.0  # L*: a pixel with a part of a thin line in it differs more
AROUND = np.ones((5, 5), dtype=bool)  # how far what is burnt may lie from its picture
FEW = 4  # pixels that may differ: the corners of letters
Strokes = Sequence[LaserStroke]
Pixels = NDArray[np.bool_]


def face_fault(
    side: Artwork, rect: Rect, turn: int, engraved: Strokes | None, scored: Strokes | None
) -> str:
    """Return how what is burnt on a part differs from the drawing of its face, or ""."""
    if side.source is None:
        return ""
    bare, wanted = _known.get(side, _painted)
    to_pixels = _upright(rect, turn).then(Transform.scale(1 / PIXEL))
    burnt = _filled((transformed(one.points, to_pixels) for one in engraved or ()), wanted.shape)
    burnt |= _drawn((transformed(one.points, to_pixels) for one in scored or ()), wanted.shape)
    more = burnt & bare & ~binary_dilation(~bare, AROUND)
    whole = engraved is not None and scored is not None
    less = wanted & ~binary_dilation(burnt, AROUND) if whole else np.zeros_like(more)
    return _where(more, "burnt") or _where(less, "bare")


def _where(pixels: Pixels, word: str) -> str:
    if pixels.sum() <= FEW:
        return ""
    row, column = np.argwhere(pixels).mean(axis=0) * PIXEL
    return f"is {word} about {column:.1f}, {row:.1f}"


_known: IdentityCache[Artwork, tuple[Pixels, Pixels]] = IdentityCache()


def _painted(side: Artwork) -> tuple[Pixels, Pixels]:
    """Return the pixels that should be bare, and those that should be burnt."""
    assert side.source is not None
    face, outline, holes = side.source.drawing, side.outline, side.holes
    bounds = path_bounds(outline)
    shape = ceil(bounds.height / PIXEL), ceil(bounds.width / PIXEL)
    to_part = Transform.move(-bounds.x, -bounds.y)
    to_pixels = to_part.then(Transform.scale(1 / PIXEL))
    edges = [
        np.array([to_pixels.apply(point) for point in flattened(one, 0.03)])
        for one in (outline, *holes)
    ]
    inside = _filled(edges, shape)
    seen = distance_transform_edt(np.pad(inside, 1))[1:-1, 1:-1] > EDGE / PIXEL
    size = Size(shape[1] * PIXEL, shape[0] * PIXEL)
    art = Scene(size, (Group(tuple(_items(face.items, Role.ART)), to_part),))
    folds = Scene(size, (Group(tuple(_items(face.items, Role.SCORE)), to_part),))
    ground = next(_grounds(art.items, Transform(), Rect(0, 0, *bounds.size)), WHITE)
    contrast = np.abs(_lightness(art, shape) - lab(ground)[0])
    folded = _lightness(folds, shape) < 99
    return seen & (contrast < THIN) & ~folded, seen & ((contrast >= CONTRAST) | folded)


def _grounds(items: Iterable[Item], into: Transform, room: Rect) -> Iterator[str]:
    """Yield the colours of shapes that cover a face; the first is its ground."""
    for item in items:
        if isinstance(item, Group):
            yield from _grounds(item.items, item.transform.then(into), room)
        elif isinstance(item, Shape) and item.style.fill and item.paths:
            covered = into.apply_to(path_bounds(item.paths[0]))
            if covered.inset(-1).contains(room):
                yield one_color(item.style.fill)


def _items(items: Iterable[Item], role: Role) -> Iterator[Item]:
    """Yield what is drawn in a role: art without its shadows, or folds as black lines."""
    for item in items:
        match item:
            case Group(extra=Extra.BEHIND_TEXT, opacity=opacity) if opacity < 1:
                pass  # a shadow is not burnt
            case Group():
                yield item._replace(items=tuple(_items(item.items, role)))
            case Shape(role=Role.SCORE) if role is Role.SCORE:
                yield item._replace(style=Style(stroke="#000000", stroke_width=PIXEL))
            case Shape():
                if item.role is role:
                    yield item
            case _ if role is Role.ART:
                yield item


@cache
def _lightness_of(color: tuple[int, int, int]) -> float:
    return lab("#{:02x}{:02x}{:02x}".format(*color))[0]


def _lightness(scene: Scene, shape: tuple[int, int]) -> NDArray[np.float64]:
    """Return the lightness of each pixel of a scene on white."""
    picture = cairosvg.svg2png(
        svg.render(scene, "face"),
        output_height=shape[0],
        output_width=shape[1],
        background_color=WHITE,
    )
    with Image.open(BytesIO(picture)) as image:
        colors = np.asarray(image.convert("RGB"))
    found, index = np.unique(colors.reshape(-1, 3), axis=0, return_inverse=True)
    return np.array([_lightness_of(tuple(one)) for one in found.tolist()])[index].reshape(shape)


def _filled(rings: Iterable[NDArray[np.float64]], shape: tuple[int, int]) -> Pixels:
    """Return the pixels within rings by the even-odd rule."""
    found = np.zeros(shape, dtype=bool)
    for ring in rings:
        mask = Image.new("1", (shape[1], shape[0]))
        ImageDraw.Draw(mask).polygon([tuple(place) for place in (ring - 0.5).tolist()], fill=1)
        found ^= np.asarray(mask)
    return found


def _drawn(lines: Iterable[NDArray[np.float64]], shape: tuple[int, int]) -> Pixels:
    """Return the pixels that lines pass through."""
    mask = Image.new("1", (shape[1], shape[0]))
    for one in lines:
        ImageDraw.Draw(mask).line([tuple(place) for place in (one - 0.5).tolist()], fill=1)
    return np.array(mask)


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


def outside(engraved: Strokes, rects: Sequence[Rect], beyond: Mm) -> Iterator[str]:
    """Yield the engraved areas that go further beyond the edge of a part than the cut burns."""
    rooms = [rect.inset(-NEAR - beyond) for rect in rects]
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
