"""Laser artwork: where one side of a piece is cut, scored and engraved, and where it is thin."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, groupby
from math import fsum, isclose
from typing import NamedTuple, assert_never

import shapely
from shapely import (
    GEOSException,
    LineString,
    Polygon,
    STRtree,
    get_parts,
    get_rings,
    linearrings,
    prepare,
    unary_union,
)
from shapely.geometry.base import BaseGeometry

from pnp.base.color import WHITE, lab
from pnp.base.errors import LayoutError
from pnp.base.geometry import IDENTITY, Point, Rect, Transform, ring_area
from pnp.base.path import Path, dashed, path_bounds, placed, polygon, rectangle
from pnp.base.picture import PictureFile
from pnp.base.units import Mm
from pnp.laser.areas import (
    ENGRAVED_CHORD,
    TANGLED,
    area_of,
    area_within,
    engraved_points,
    polygon_of,
    require_untangled,
)
from pnp.laser.cuts import merge_cuts
from pnp.laser.scheme import Kerf
from pnp.scene import Extra, Group, Image, Item, Role, Scene, Shape, Style, Text
from pnp.scene.gradient import Gradient, one_color

REMEDY = "and a laser cannot burn shades"

MOST_NEWER = 200  # areas beside the tree

THIN: Mm = 0.7  # strokes up to this width are scored, wider ones engraved
BACKGROUND = 0.8  # a shape that covers this share of a face is its background
CONTRAST = 18.0  # L*: shapes that differ less from the background belong to it
BESIDE_CUT: Mm = 0.4  # a line this near a cut is not scored: the cut shows it
SPECK = 0.02  # mm²: smaller areas are not engraved
AT_EDGE: Mm = 0.05  # an area this near the edge reaches it

SLACK: Mm = 0.005


def is_pale_shadow(group: Group) -> bool:
    """Return whether a group is a translucent shadow, which can be omitted."""
    if group.opacity == 1:
        return False
    if group.extra in (Extra.BEHIND_TEXT, Extra.SHADOW):
        return True
    raise LayoutError(
        f"has a part with an opacity of {group.opacity:g} on it, {REMEDY}: leave out the opacity, "
        "or leave this component out"
    )


def require_one_color(style: Style) -> None:
    """Refuse gradients."""
    for paint in (style.fill, style.stroke):
        if isinstance(paint, Gradient):
            raise LayoutError(
                f"has a gradient from {paint.stops[0].color} to {paint.stops[-1].color} on it, "
                f"{REMEDY}: give it one colour, or leave this component out"
            )


class EngravedAreas:
    """Areas that do not touch one another, with the paths that they were drawn as.

    A tree indexes those that existed when it was built; the few newer ones are scanned.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[BaseGeometry, tuple[Path, ...]]] = {}
        self._in_tree: list[int] = []
        self._tree = STRtree([])
        self._newer: list[int] = []
        self._count = 0

    def add(self, area: BaseGeometry, paths: tuple[Path, ...]) -> None:
        """Add an area that touches no other."""
        self._known[self._count] = (area, paths)
        self._newer.append(self._count)
        self._count += 1
        if len(self._newer) > MOST_NEWER:
            self._in_tree, self._newer = list(self._known), []
            self._tree = STRtree([known for known, _ in self._known.values()])

    def taken_out(self, area: BaseGeometry) -> list[BaseGeometry]:
        """Remove and return the areas that another one touches."""
        older = self._tree.query(area, predicate="intersects").tolist()
        numbers = {self._in_tree[index] for index in older} & self._known.keys()
        numbers |= {n for n in self._newer if area.intersects(self._known[n][0])}
        self._newer = [n for n in self._newer if n not in numbers]
        return [self._known.pop(n)[0] for n in sorted(numbers)]

    def all(self) -> Iterator[tuple[BaseGeometry, tuple[Path, ...]]]:
        """Yield the areas, the oldest first."""
        yield from self._known.values()


class EngravedShades:
    """The engraved shapes in painting order, as they were drawn, and how light each is."""

    def __init__(self) -> None:
        self._areas: list[BaseGeometry] = []
        self._shades: list[float] = []
        self._tree = STRtree([])

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._areas)

    def add(self, area: BaseGeometry, shade: float) -> None:
        """Add a shape that lies over the others."""
        self._areas.append(area)
        self._shades.append(shade)
        if len(self._areas) - len(self._tree) > MOST_NEWER:
            self._tree = STRtree(self._areas)

    def under(self, area: BaseGeometry) -> float | None:
        """Return how light the last shape is that the whole of an area lies on, if any."""
        older = len(self._tree)
        for number in range(len(self._areas) - 1, older - 1, -1):
            if self._areas[number].covers(area):
                return self._shades[number]
        found = self._tree.query(area, predicate="covered_by").tolist() if older else ()
        return self._shades[max(found)] if found else None


def letters_of(text: Text) -> Iterator[Shape]:
    """Yield the letters of a line with outlines that suit the even-odd rule.

    Outlines of different fonts, which may run in different directions, are separate shapes.
    """
    for paths in text.run_outlines:
        if paths and _are_apart(paths):
            yield Shape(paths, Style(fill=text.fill), text.role)
        elif paths:
            edges = tuple(_joined(paths))
            yield Shape(edges, Style(fill=text.fill), text.role, even_odd=True)


def _are_apart(paths: tuple[Path, ...]) -> bool:
    """Return whether no outline overlaps another that runs in the same direction."""
    if len(paths) == 1:
        return bool(area_of(paths[0]).equals(area_of(paths[0], even_odd=True)))
    way = is_clockwise(max(paths, key=lambda path: path_bounds(path).width))
    solid = tuple(path for path in paths if is_clockwise(path) is way)
    return isclose(fsum(area_of(one).area for one in solid), _united(solid).area, rel_tol=1e-9)


@lru_cache(maxsize=16)
def _united(paths: tuple[Path, ...]) -> BaseGeometry:
    """Return the combined area of closed paths, each by the non-zero rule."""
    return unary_union([area_of(path) for path in paths])


def _joined(paths: tuple[Path, ...]) -> Iterator[Path]:
    """Yield the edges of the combined area of outlines."""
    for ring in get_rings(get_parts(area_within(paths))):
        yield polygon(Point(*corner) for corner in ring.coords[:-1])


@lru_cache(maxsize=256)
def is_clockwise(path: Path) -> bool:
    """Return whether a closed path runs clockwise."""
    return ring_area(engraved_points(path)) > 0


class ArtSource:
    """The drawing behind an artwork; it does not count when artworks are compared."""

    def __init__(self, drawing: Scene) -> None:
        self.drawing = drawing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArtSource)

    def __hash__(self) -> int:
        return hash(ArtSource)

    def placed(self, transform: Transform) -> "ArtSource":
        """Return it moved, turned or mirrored."""
        drawing = self.drawing
        return ArtSource(drawing._replace(items=(Group(drawing.items, transform),)))


class Artwork(NamedTuple):
    """What a laser does to one side of a piece, without kerf; its trim begins at the origin.

    ``engraved`` paths are closed and filled together by the even-odd rule. No part of a ``scored``
    line is duplicated.
    """

    outline: Path
    holes: tuple[Path, ...] = ()
    scored: tuple[Path, ...] = ()
    engraved: tuple[Path, ...] = ()
    source: ArtSource | None = None

    @property
    def cut_through(self) -> "Artwork":
        """The artwork with holes in place of engraving."""
        areas = [area_of(path) for path in self.engraved]
        for number, area in enumerate(areas):
            if any(area.contains(other) for other in areas[:number] + areas[number + 1 :]):
                raise LayoutError("what stands within an engraved area would fall out of a hole")
        return self._replace(holes=self.holes + self.engraved, engraved=())

    def placed(self, transform: Transform) -> "Artwork":
        """Return it moved, turned or mirrored."""
        holes, scored, engraved = (
            tuple(placed(path, transform) for path in paths)
            for paths in (self.holes, self.scored, self.engraved)
        )
        source = self.source and self.source.placed(transform)
        return Artwork(placed(self.outline, transform), holes, scored, engraved, source)


def draw_artwork(face: Scene) -> Artwork:
    """Return the artwork of a face."""
    flat = list(_flat(face.items, IDENTITY, None))
    cuts = [path for one in flat if one.shape.role is Role.CUT for path in one.paths]
    cuts.sort(key=lambda path: -_area(path))
    outline = cuts[0] if cuts else rectangle(Rect(0, 0, *face.size))
    folds = [path for one in flat if one.shape.role is Role.SCORE for path in one.paths]
    art = [one for one in flat if one.shape.role is Role.ART]
    inside = area_of(outline)
    try:
        engraving = _Engraving(inside, _background(art, inside))
        for one in art:
            engraving.paint(one)
        scorable = inside.buffer(-BESIDE_CUT)
        lines = [
            line for path in engraving.lines() for line in parts_within(path, scorable, BESIDE_CUT)
        ]
        scored, engraved = merge_cuts((*folds, *lines)), tuple(engraving.paths())
    except GEOSException:  # "std::bad_alloc", where thousands of lines cross one another
        raise LayoutError(TANGLED) from None
    return Artwork(outline, tuple(cuts[1:]), scored, engraved, ArtSource(face))


class _FlatShape(NamedTuple):
    """A shape in the coordinates of the face, and its clip."""

    shape: Shape
    paths: tuple[Path, ...]
    scale: float
    clip: Polygon | None


def _flat(items: Iterable[Item], into: Transform, clip: Polygon | None) -> Iterator[_FlatShape]:
    """Yield all shapes, including those in groups and text, in painting order."""
    for item in items:
        match item:
            case Group() if is_pale_shadow(item):
                pass
            case Group():
                own = clip
                if item.clip is not None:
                    own = area_of(placed(item.clip, into), item.even_odd)
                    own = own if clip is None else own.intersection(clip)
                yield from _flat(item.items, item.transform.then(into), own)
            case Text():
                for shape in letters_of(item):
                    paths = tuple(placed(path, into) for path in shape.paths)
                    yield _FlatShape(shape, paths, 1.0, clip)
            case Shape(paths, style):
                require_one_color(style)
                scale = abs(into.a * into.d - into.b * into.c) ** 0.5
                yield _FlatShape(item, tuple(placed(path, into) for path in paths), scale, clip)
            case Image(picture):
                raise _pixels(picture)
            case _:
                assert_never(item)


def _pixels(picture: PictureFile) -> LayoutError:
    """Return the error for a picture of pixels, which says what would make it one of lines."""
    name, instead = picture.file.name, "or leave this component out"
    trace = "trace it as paths (in Inkscape: Path, Trace Bitmap)"
    if picture.cause:
        return LayoutError(f"{name} {picture.cause}, {instead}")
    if picture.embedded:
        return LayoutError(
            f"{name} contains a bitmap, and lasers follow lines, not pixels: {trace}, {instead}"
        )
    return LayoutError(
        f"has the picture {name} on it, and lasers follow lines, not pixels: {trace} and save it "
        f"as SVG, {instead}"
    )


def _background(art: Iterable[_FlatShape], inside: Polygon) -> float:
    """Return the lightness of the shape that covers the face, or of white paper."""
    for one in art:
        fill, least = one.shape.style.fill, BACKGROUND * inside.area
        if fill and fsum(map(_area, one.paths)) > least:
            covered = fsum(area_of(path).intersection(inside).area for path in one.paths)
            if covered > least:
                return lab(one_color(fill))[0]
    return lab(WHITE)[0]


class _Engraving:
    """Paints shapes over one another; those that contrast with the background are engraved.

    Within an engraved shape, one that is nearer to the background than to it stays bare: letters
    on a coloured panel would be lost.
    """

    def __init__(self, inside: Polygon, background: float) -> None:
        self._inside = inside
        self._background = background
        self._areas = EngravedAreas()
        self._shades = EngravedShades()
        self._lines: list[Path] = []
        self._covers: list[tuple[int, BaseGeometry]] = []  # and how many lines each lies over

    def paint(self, one: _FlatShape) -> None:
        style = one.shape.style
        if style.fill:
            self._cover(
                _filled(one.paths, one.shape.even_odd), one, one_color(style.fill), one.paths
            )
        if not style.stroke:
            return
        stroke = one_color(style.stroke)
        width = style.stroke_width * one.scale
        dashes = tuple(length * one.scale for length in style.dash)
        lines = [line for path in one.paths for line in _dashed(path, dashes)]
        is_wide = width > THIN or (style.fill and width > THIN / 2)
        if is_wide or self._stays_bare(lines, width, stroke):
            self._cover(_stroked(lines, width), one, stroke, ())
        elif self._contrasts(stroke):
            if one.clip is not None:
                shown = (LineString(line).intersection(one.clip) for line in lines)
                parts = (part for found in shown for part in get_parts(found))
                self._lines += [open_path(p.coords) for p in parts if p.length > BESIDE_CUT]
            elif dashes:
                self._lines += [open_path(line) for line in lines]
            else:
                self._lines += one.paths

    def paths(self) -> Iterator[Path]:
        """Yield the engraved outlines; those without overlaps stay as drawn."""
        for area, paths in self._areas.all():
            yield from paths or rings(area)

    def lines(self) -> Iterator[Path]:
        """Yield the lines to score, without the parts that bare areas hide."""
        tree = STRtree([area for _, area in self._covers])
        for number, path in enumerate(self._lines):
            line = LineString(engraved_points(path))
            over = sorted(tree.query(line, predicate="intersects").tolist())
            hiding = [self._covers[n][1] for n in over if self._covers[n][0] > number]
            # A line along the edge of an area is half as wide as the widest that is scored.
            hidden = unary_union([area.buffer(-THIN / 2) for area in hiding])
            if hidden.intersects(line):
                left = get_parts(line.difference(hidden))
                yield from (open_path(part.coords) for part in left if part.length > BESIDE_CUT)
            else:
                yield path

    def _stays_bare(self, lines: Sequence[Sequence[Point]], width: Mm, color: str) -> bool:
        """Return whether a thin line is left out of what is engraved under it."""
        if not self._shades:
            return False
        return not self._contrasts(color) or self._stands_out(_stroked(lines, width), color)

    def _stands_out(self, area: BaseGeometry, color: str) -> bool:
        """Return whether an area is nearer to the background than to what is engraved under it."""
        shade, below = lab(color)[0], self._shades.under(area)
        return below is not None and abs(shade - self._background) < abs(shade - below)

    def _contrasts(self, color: str) -> bool:
        return abs(lab(color)[0] - self._background) >= CONTRAST

    def _cover(
        self, area: BaseGeometry, one: _FlatShape, color: str, paths: tuple[Path, ...]
    ) -> None:
        """Paint an area over the others: it is engraved, or it hides engravings."""
        limits = self._inside if one.clip is None else self._inside.intersection(one.clip)
        whole = limits.contains(area)
        area = area if whole else area.intersection(limits)
        if area.area < SPECK:
            return
        under = self._areas.taken_out(area)
        if self._contrasts(color) and not (under and self._stands_out(area, color)):
            self._shades.add(area, lab(color)[0])
            exact = whole and not under and _are_edges(paths, area)
            if exact:
                self._areas.add(area, paths)
            else:
                self._areas.add(unary_union([area, *under]), ())
        else:
            for known in under:
                left = known.difference(area)
                if left.area >= SPECK:
                    self._areas.add(left, ())
            self._covers.append((len(self._lines), area))


def _stroked(lines: Iterable[Sequence[Point]], width: Mm) -> BaseGeometry:
    """Return the area of lines of a width."""
    strokes = []
    for line in lines:
        require_untangled(line)
        strokes.append(LineString(line).buffer(width / 2, cap_style="flat"))
    return unary_union(strokes)


def _are_edges(paths: tuple[Path, ...], area: BaseGeometry) -> bool:
    """Return whether paths are exactly the edges of an area: laser programs fill even-odd."""
    if len(get_rings(get_parts(area))) != len(paths):
        return False
    drawn = fsum(map(_length, paths))
    return isclose(drawn, area.length, rel_tol=1e-9)


@lru_cache(maxsize=256)
def _length(path: Path) -> Mm:
    """Return the length of a closed path."""
    return float(linearrings(engraved_points(path)).length)


def _filled(paths: tuple[Path, ...], even_odd: bool) -> BaseGeometry:
    """Return the area of paths by the non-zero or the ``even_odd`` rule.

    By the non-zero rule, paths that run against the direction of the largest are holes in it, and
    must not wind around twice.
    """
    if len(paths) == 1:
        return area_of(paths[0], even_odd)
    if even_odd:
        return _either([area_of(path, True) for path in paths])
    ways = list(map(is_clockwise, paths))
    solid = ways[max(range(len(paths)), key=lambda number: _area(paths[number]))]
    edges = tuple(path for path, way in zip(paths, ways, strict=True) if way is solid)
    holes = tuple(path for path, way in zip(paths, ways, strict=True) if way is not solid)
    return _united(edges).difference(_united(holes))


def _either(areas: list[BaseGeometry]) -> BaseGeometry:
    """Return the area in an odd number of areas, computed by halves as they may be thousands."""
    if len(areas) == 1:
        return areas[0]
    half = len(areas) // 2
    return _either(areas[:half]).symmetric_difference(_either(areas[half:]))


def _dashed(path: Path, dashes: tuple[Mm, ...]) -> Iterator[Sequence[Point]]:
    """Yield the points of a path, or of each of its dashes.

    Dashes too fine for a beam merge, and so do dots, which are dashes without length.
    """
    points = engraved_points(path)
    lengths = dashes if len(dashes) % 2 == 0 else 2 * dashes
    if fsum(dashes) < ENGRAVED_CHORD or not any(lengths[::2]):
        yield points
        return
    for dash, _ in dashed(points, lengths):
        different = [point for point, _ in groupby(dash)]
        if len(different) > 1:
            yield different


def parts_within(path: Path, inside: BaseGeometry, least: Mm) -> Iterator[Path]:
    """Yield a path if it lies inside, otherwise its parts inside that are longer than ``least``."""
    whole = LineString(engraved_points(path))
    if inside.covers(whole):
        yield path
        return
    for part in get_parts(whole.intersection(inside)):
        if isinstance(part, LineString) and part.length > least:
            yield open_path(part.coords)


def open_path(coordinates: Iterable[tuple[float, ...]]) -> Path:
    """Return the open path along points."""
    return polygon(Point(*point[:2]) for point in coordinates)._replace(closed=False)


def rings(area: BaseGeometry) -> Iterator[Path]:
    """Yield the edges of an area, without specks."""
    for part in get_parts(area):
        if isinstance(part, Polygon) and part.area >= SPECK:
            for ring in get_rings(part):
                yield polygon(Point(*point) for point in ring.coords[:-1])


def over_edge(side: Artwork, kerf: Kerf) -> Artwork:
    """Return a side whose engraved areas go on where they reach its edge, by half a kerf.

    The cut burns that away, so that no bare rim is left if the engraving lies a little off.
    """
    inside, half = area_of(side.outline), min(kerf) / 2
    well = inside.buffer(-AT_EDGE)
    prepare(well)
    reaching = [path for path in side.engraved if not well.covers(area_of(path))]
    if not (reaching and half):
        return side
    areas = _either([area_of(path) for path in reaching])
    beyond = areas.difference(well).buffer(half).difference(inside)
    within = tuple(path for path in side.engraved if path not in reaching)
    return side._replace(engraved=(*within, *rings(areas.union(beyond))))


def _area(path: Path) -> float:
    box = path_bounds(path)
    return box.width * box.height


def thin_places(part: Artwork, kerf: Kerf, feature: Mm, gap: Mm) -> Iterator[str]:
    """Yield what is thinner than the smallest ``feature`` of a material, or its ``gap`` of cuts.

    The cuts of holes are a kerf nearer to each other than the holes' edges.
    """
    whole, holes = polygon_of(part.outline), [polygon_of(hole) for hole in part.holes]
    if holes:
        least = min(map(narrowest, holes))
        if least - max(kerf) < gap - SLACK:
            apart = max(0.0, least - max(kerf))
            yield f"a hole whose cuts are {apart:.2f} mm apart, and {gap:g} mm is the least"
        rings = [whole.exterior, *(hole.exterior for hole in holes)]
        web = min(one.distance(other) for one, other in combinations(rings, 2))
        if web < feature - SLACK:
            yield f"a web of {web:.2f} mm beside a hole, and {feature:g} mm is the least"
            return  # which is a neck as well
    left = whole.difference(shapely.union_all(holes)) if holes else whole
    if narrowest(whole) < feature - SLACK:
        yield f"a width of {narrowest(whole):.2f} mm, and {feature:g} mm is the least"
    elif not _in_one(left.buffer(SLACK - feature / 2)):
        yield f"a neck narrower than the least allowed width, {feature:g} mm"


def _in_one(area: BaseGeometry) -> bool:
    return isinstance(area, Polygon) and not area.is_empty


def narrowest(area: Polygon) -> Mm:
    """Return the width of the narrowest rectangle around an area."""
    around = shapely.minimum_rotated_rectangle(area)
    if not isinstance(around, Polygon):
        return 0.0
    a, b, c, *_ = (shapely.Point(corner) for corner in around.exterior.coords)
    return float(min(a.distance(b), b.distance(c)))
