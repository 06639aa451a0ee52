"""Draw what boards share: their background, rim and title, places, areas, starts and goals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, pairwise
from math import dist, fsum, hypot
from typing import NamedTuple

from pnp.base.color import VISIBLE, blended, contrast
from pnp.base.errors import LayoutError
from pnp.base.fonts import Font, FontName, text_width
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, circle, line, polygon, rectangle, regular_polygon
from pnp.base.units import EPSILON, Mm
from pnp.components.art.label import centered, letters_on
from pnp.components.art.livery import draw_border
from pnp.components.art.signs import STREET, draw_mark, draw_outlined_mark
from pnp.components.framed_board import CornerSign, FramedBoard
from pnp.components.piece import DrawContext, Piece, cut_line
from pnp.game.board import Board, Zone
from pnp.game.livery import LiveryColors
from pnp.game.places import Mark, Place, PlaceEdge, edge_key
from pnp.scene import Extra, Group, Item, Scene, Shape, Style
from pnp.scene.ink import hatch_lines

# The rim and its title.
EDGE: Mm = 0.9  # from the trim to the middle of the heavy line
HEAVY: Mm = 0.7
LEAST_BORDER: Mm = 3.0  # of a frame's depth: a border in less is a smudge
LIGHT: Mm = 0.25
LARGEST_BAND: Mm = 8.0  # of a board that is not a rectangle
ORNAMENT = 0.42  # of the band: half of a corner's diamond
LARGEST_ORNAMENT: Mm = 1.7
CORNER_MARK = 0.82  # of the band
TITLE_LETTERS = 0.92  # of the band: a font size
LARGEST_LETTERS: Mm = 5.0
SMALLEST_LETTERS: Mm = 2.1  # font size: 6 points
MARGIN = 0.55  # of the font size: between a title and the ends of its plate
POINT = 0.5  # of a plate's height: how far its pointed ends reach
TITLE_FONT: FontName = "serif-bold"

# Starts, goals and areas.
SIGN = 0.22  # of a place's shorter side: how high the mark of a start is
GOAL_SIGN = 0.68  # of the clear part of the rim
SIGN_EDGE: Mm = 0.8  # around the mark of a goal on a plate
SMALLEST_RIM: Mm = 5.0
GOAL_LINE: Mm = 1.0
CLEAR: Mm = 0.4  # between the line and the mark of a goal
TOOTH: Mm = 1.7  # how high the teeth of a goal's band are
STRIP: Mm = 2.2  # behind them in a livery
TOOTH_WIDTH: Mm = 4.0  # about
AREA_LINE: Mm = 0.5
MIDDLE_LINE: Mm = 1.4  # where two areas meet
NOTE = 1.35  # of the mark: a note's font size, which makes its figures as high
NOTE_GAP = 0.35  # of the mark
PLATE = 1.25  # of the mark's height: a plate behind the mark of a start
NOTE_FONT: FontName = "sans-bold"
HATCH: Mm = 2.9  # from line to line
HATCH_LINE: Mm = 0.2
STRIPE: Mm = HATCH / 2
STRIPED = 0.3  # of a stripe's colour in the ground
HATCH_INSET: Mm = 1.0  # from a place's edge
# The direction of a player's hatch: none is along the edges of square or hexagonal cells at once.
HATCH_ANGLE: dict[Mark, float] = {
    "ring": 0.0,
    "star": 60.0,
    "triangle": 120.0,
    "disc": 90.0,
    "square": 30.0,
    "cross": 150.0,
}

# The outlines of starts.
OUTLINE: Mm = 0.4
OUTLINE_INSET: Mm = 2.8  # from a place's edge, inside the teeth of goals
OUTLINE_DASH = (2.4, 1.6)
EdgeTimes = Counter[tuple[tuple[Mm, Mm], ...]]  # the number of places with an edge, by its key


class Band(NamedTuple):
    """The band of a rim between the light line and the cells: its depth, and its centre line."""

    depth: Mm
    middle: Mm

    @property
    def letters(self) -> Mm:
        """The font size of its letters."""
        return min(TITLE_LETTERS * self.depth, LARGEST_LETTERS)


def band_of(board: FramedBoard, *, bordered: bool = False) -> Band:
    """Return the band of a board's rim: without a frame, or with a border in it, all of the rim.

    That of a board with another shape lies along its places.
    """
    depth = board.rim - EDGE if bordered else _band_depth(board)
    return Band(depth, board.rim - depth / 2)


def _band_depth(board: Board) -> Mm:
    return board.clear_rim if board.freed_by_trim else min(board.clear_rim, LARGEST_BAND)


def has_bordered_rim(board: FramedBoard, context: DrawContext) -> bool:
    """Return whether letters lie on plates in the border of the game's livery."""
    has_border = context.livery and context.game.livery and context.game.livery.border
    fits = board.has_frame and board.frame < LEAST_BORDER <= board.rim - EDGE
    return bool(has_border) and fits and board.freed_by_trim and context.lettered


def draw_frame(
    board: FramedBoard,
    context: DrawContext,
    cells: Sequence[Path] = (),
    corners: Sequence[CornerSign] = (),
) -> Iterator[Item]:
    """Draw the frame, if the board has one, tinted up to ``cells``, with a sign in each corner.

    Figures omit the signs.
    """
    if not board.has_frame:
        return
    trim, bordered = Rect(0, 0, *board.size), bool(cells) and has_bordered_rim(board, context)
    band = band_of(board, bordered=bordered)
    if cells:
        between = (board.trim_line(board.frame), *cells)
        yield Shape(between, Style(fill=board.tint), even_odd=True)
    if bordered:
        yield from draw_border(context.game, trim.inset(EDGE), band.depth)
    else:
        yield from _border(board, context, trim) or _lines_around(board)
    has_corners = context.lettered and board.freed_by_trim
    spots = trim.inset(band.middle).corners if has_corners else ()
    if corners:
        for at, corner in zip(spots, cycle(corners), strict=False):
            if bordered:
                yield rim_plate(board, at, band)
            size, line = CORNER_MARK * band.depth, letters_on(board.ground)
            yield draw_outlined_mark(corner.mark, at, size, corner.color, line)
        return
    if bordered:
        return
    radius = min(ORNAMENT * band.depth, LARGEST_ORNAMENT)
    for at in spots:  # each by itself, since the ink saver leaves small shapes solid
        yield Shape((regular_polygon(at, 4, radius),), Style(fill=board.ink))


def rim_plate(board: FramedBoard, at: Point, band: Band) -> Shape:
    """Draw the plate of a letter or mark in a border."""
    plate = Rect(at.x, at.y, 0, 0).inset(-band.depth / 2)
    return Shape((rectangle(plate),), Style(board.ground, board.ink, LIGHT))


def _border(board: FramedBoard, context: DrawContext, trim: Rect) -> tuple[Item, ...]:
    """Draw the border of the game's livery in a frame with room for it, which figures omit."""
    is_small = board.frame < LEAST_BORDER or not board.freed_by_trim
    if is_small or context.plain or not context.lettered:
        return ()
    return draw_border(context.game, trim.inset(EDGE), board.frame - EDGE)


def _lines_around(board: FramedBoard) -> Iterator[Item]:
    for inset, width in ((EDGE, HEAVY), (board.frame, LIGHT)):
        yield Shape((board.trim_line(inset),), Style(stroke=board.ink, stroke_width=width))


def draw_title(
    board: FramedBoard,
    context: DrawContext,
    slots: Sequence[tuple[Point, Mm]],
    size: Mm,
    *,
    twice: bool = True,
) -> Iterator[Item]:
    """Draw the title in ``slots``, pairs of a centre and a width; ``twice`` adds a turned copy.

    Its words share one slot, or have one each. Words that would be too small are omitted unless the
    definition sets the title.
    """
    game, font = context.game, context.font(TITLE_FONT)
    words = board.title_words(game.name, game.date)
    if len(slots) == 1 and words:
        words = (" · ".join(words),)
    center = Rect(0, 0, *board.size).center
    for word, (at, room) in zip(words, slots, strict=False):
        letters = min(size, room / (text_width(word, font, 1.0) + 2 * MARGIN + 2 * POINT))
        if letters < SMALLEST_LETTERS:
            return
        plate = tuple(_plate(board, word, at, letters, font))
        yield from plate
        if twice:
            yield Group(plate, Transform.turn(180, center))


def _plate(board: FramedBoard, word: str, at: Point, size: Mm, font: Font) -> Iterator[Item]:
    """Draw a word on a plate with pointed ends."""
    half = text_width(word, font, size) / 2 + MARGIN * size
    high = 0.56 * size
    tip = half + POINT * 2 * high
    ends = ((-half, -high), (half, -high), (tip, 0.0), (half, high), (-half, high), (-tip, 0.0))
    outline = polygon(at.moved(x, y) for x, y in ends)
    yield Shape((outline,), Style(board.ground, board.ink, LIGHT))
    yield centered(word, at, font, size, letters_on(board.ground))


def draw_areas(board: Board) -> tuple[Item, ...]:
    """Draw the areas, tinted and framed, with a heavy line where two of them meet."""
    areas = [board.places_of(zone) for zone in board.zones if zone.sign == "area"]
    items = [outlined(places, Style(fill=board.tint)) for places in areas]
    frames = [edge for places in areas for edge in _outer_edges(places)]
    times = Counter(map(edge_key, frames))
    for is_shared, width in ((False, AREA_LINE), (True, MIDDLE_LINE)):
        lines = tuple(line(*edge) for edge in frames if (times[edge_key(edge)] > 1) == is_shared)
        if lines:
            items.append(Shape(lines, Style(stroke=board.ink, stroke_width=width)))
    return tuple(items)


def draw_starts(
    board: Board, livery: LiveryColors | None = None, *, themed: bool = False
) -> tuple[Item, ...]:
    """Draw starts: hatched at the angle of their mark, or with a dashed outline above all hatches.

    In a livery each start has stripes of its own colour over its hatch; those of a theme are as
    strong as needed to show.
    """
    items: list[Item] = []
    outlines: list[Item] = []
    stripes = cycle(stripe_colors(livery, themed=themed) if livery else ())
    for zone in board.zones:
        if zone.sign != "start" or zone.mark is None:
            continue
        places = board.places_of(zone)
        if zone.outlined:
            ink = letters_on(board.ground)
            style = Style(stroke=ink, stroke_width=OUTLINE, dash=OUTLINE_DASH)
            outlines.append(Shape(tuple(_inner_outline(places)), style))
        else:
            style = Style(stroke=board.ink, stroke_width=HATCH_LINE)
            angle = HATCH_ANGLE[zone.mark]
            hatch = tuple(path for place in places for path in _hatched(place, angle))
            items.append(Shape(hatch, style))
            if color := next(stripes, None):
                stripe = Shape(hatch, Style(stroke=color, stroke_width=STRIPE))
                items.append(Group((stripe,), extra=Extra.ORNAMENT))
    return (*items, *outlines)


def stripe_colors(livery: LiveryColors, *, themed: bool) -> tuple[str, ...]:
    """Return the colours of the stripes of starts; those of a theme show on the ground."""

    def stripe(strong: str) -> str:
        mixed = [blended(livery.ground, strong, part / 20) for part in range(6, 20)]
        return next((one for one in mixed if contrast(one, livery.ground) >= VISIBLE), strong)

    strong = livery.accent, livery.cloth, livery.line
    return tuple(stripe(one) if themed else blended(livery.ground, one, STRIPED) for one in strong)


def draw_marks(board: Board, font: Font, livery: LiveryColors | None = None) -> tuple[Item, ...]:
    """Draw the mark of each start once, where possible on a place of no other start, and goals.

    Their notes are set in ``font``.
    """
    items: list[Item] = []
    starts = [zone for zone in board.zones if zone.sign == "start"]
    times = Counter(place for zone in starts for place in board.places_of(zone))
    taken: set[Place] = set()
    for zone in starts:
        place = _place_of_mark(board.places_of(zone), times, taken)
        taken.add(place)
        items += _start_sign(board, zone, place, font)
    goals = [zone for zone in board.zones if zone.sign == "goal"]
    sharing = _edge_times(board.places) if goals else EdgeTimes()
    for zone in goals:
        items += _goal(board, zone, sharing, font, livery)
    return tuple(items)


def _place_of_mark(places: Sequence[Place], times: Counter[Place], taken: set[Place]) -> Place:
    """Return the most central free place among those that the fewest starts share."""
    free = [place for place in places if place not in taken] or list(places)
    fewest = min(times[place] for place in free)
    own = [place for place in free if times[place] == fewest]
    x = fsum(place.center.x for place in own) / len(own)
    y = fsum(place.center.y for place in own) / len(own)
    return min(own, key=lambda place: round(dist(place.center, (x, y)), 3))


def _start_sign(board: Board, zone: Zone, place: Place, font: Font) -> Iterator[Item]:
    """Draw a start's note and mark on a plate, so that they read over the hatching."""
    height = SIGN * min(place.size)
    radius = max(_sign_width(zone, height, font), height) / 2 * PLATE + 0.15 * height
    yield Shape((circle(place.center, radius),), Style(fill=board.ground))
    yield from _sign(zone, place.center, height, letters_on(board.ground), font)


def _hatched(place: Place, angle: float) -> Iterator[Path]:
    """Yield the hatch lines within a place, aligned with those of other places."""
    corners = _inset(place, HATCH_INSET)
    for hatch in hatch_lines(Rect.around(corners), Point(0, 0), angle, HATCH):
        start, end = hatch.start, hatch.segments[0].to
        found = _inside(corners, start, end)
        if found is not None:
            yield line(*found)


def _inset(place: Place, by: Mm) -> list[Point]:
    """Return the corners of a regular place, or of its room, with its edges moved inward."""
    corners = place.room or place.corners
    first, second, *_ = corners
    depth = dist(Point((first.x + second.x) / 2, (first.y + second.y) / 2), place.center)
    part = max(0.0, 1 - by / depth)
    x, y = place.center
    return [Point(x + part * (p.x - x), y + part * (p.y - y)) for p in corners]


def _inside(corners: Sequence[Point], start: Point, end: Point) -> PlaceEdge | None:
    """Return the part of a line inside a convex clockwise outline; None if there is none."""
    first, last = 0.0, 1.0
    for a, b in pairwise((*corners, corners[0])):
        here, there = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) for p in (start, end))
        if here < 0 and there < 0:
            return None
        if here * there < 0:
            cut = here / (here - there)
            first, last = (max(first, cut), last) if here < 0 else (first, min(last, cut))
    if last - first < EPSILON:
        return None
    dx, dy = end.x - start.x, end.y - start.y
    return start.moved(first * dx, first * dy), start.moved(last * dx, last * dy)


def _inner_outline(places: Sequence[Place]) -> Iterator[Path]:
    """Yield lines along the inside of the outer edges of places, from place to place."""
    outer = {edge_key(edge) for edge in _outer_edges(places)}
    for place in places:
        edges = list(place.edges())
        inset = [_moved(edge, OUTLINE_INSET) for edge in edges]
        is_outer = [edge_key(edge) in outer for edge in edges]
        for number, edge in enumerate(inset):
            if is_outer[number]:
                before, after = number - 1, (number + 1) % len(edges)
                ends = (
                    _meeting(edge, inset[n] if is_outer[n] else edges[n]) for n in (before, after)
                )
                yield line(*ends)


def _moved(edge: PlaceEdge, by: Mm) -> PlaceEdge:
    """Return an edge moved into its place."""
    (start, end), length = edge, dist(*edge)
    x, y = (start.y - end.y) / length * by, (end.x - start.x) / length * by
    return start.moved(x, y), end.moved(x, y)


def _meeting(one: PlaceEdge, other: PlaceEdge) -> Point:
    """Return the intersection of two lines that are not parallel."""
    (a, b), (c, d) = one, other
    x, y, u, v = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
    part = ((c.x - a.x) * v - (c.y - a.y) * u) / (x * v - y * u)
    return a.moved(part * x, part * y)


def _goal(
    board: Board, zone: Zone, sharing: EdgeTimes, font: Font, livery: LiveryColors | None
) -> Iterator[Item]:
    """Draw a toothed band along the goal's outer side, and the mark outside it.

    In a livery the teeth stand on a strip of its colour, and the mark on a plate.
    """
    if board.rim < SMALLEST_RIM:
        raise LayoutError(
            f"a rim of {board.rim:g} mm has no room for a goal's mark; "
            f"make it {SMALLEST_RIM:g} mm or more"
        )
    ink = letters_on(board.ground)
    places = board.places_of(zone)
    middle = Rect(0, 0, *board.size).center
    x = fsum(place.center.x for place in places) / len(places) - middle.x
    y = fsum(place.center.y for place in places) / len(places) - middle.y
    edges, x, y = _side(_outer_edges(places, sharing), x, y)
    number = board.zones.index(zone) + 1
    if not edges:
        raise LayoutError(
            f"zones[{number}].at: no place of this goal is at the edge of the board that the goal "
            "faces; name places at one edge"
        )
    lines = tuple(line(*edge) for edge in edges)
    if livery:
        strip = Shape(tuple(map(_strip, edges)), Style(fill=livery.cloth))
        yield Group((strip,), extra=Extra.ORNAMENT)
    yield Shape(lines, Style(stroke=ink, stroke_width=GOAL_LINE))
    for edge in edges:  # one shape each, since the ink saver leaves small shapes solid
        yield Shape(tuple(_teeth(edge)), Style(fill=ink))
    ends = [end for edge in edges for end in edge]
    reach = max((end.x - middle.x) * x + (end.y - middle.y) * y for end in ends)
    depth = _band_depth(board)
    height = GOAL_SIGN * depth
    width = _sign_width(zone, height, font)
    half = abs(x) * width / 2 + abs(y) * height / 2
    out = reach + max(half + GOAL_LINE / 2 + CLEAR, depth / 2)
    along = fsum((end.y - middle.y) * x - (end.x - middle.x) * y for end in ends) / len(ends)
    for aside in _asides(edges, x, y):
        at = middle.moved(out * x - (along + aside) * y, out * y + (along + aside) * x)
        sign = Rect(at.x - width / 2, at.y - height / 2, width, height)
        if max(map(board.beyond_edge, sign.corners)) > EPSILON:
            raise LayoutError(
                f"zones[{number}]: the mark of this goal would lie beyond the edge of the board; "
                "shorten its note, or name more places at one edge"
            )
        if livery:
            yield Shape((rectangle(sign.inset(-SIGN_EDGE)),), Style(fill=board.ground))
        yield from _sign(zone, at, height, ink, font)


def _side(
    edges: Iterable[PlaceEdge], x: float, y: float
) -> tuple[tuple[PlaceEdge, ...], float, float]:
    """Return the edges that form the side towards (x, y), and the direction that it faces.

    Those of another side that are near are left out, so that a goal may lie beside the middle.
    """
    side = tuple(edges)
    for _ in range(3):
        side = tuple(edge for edge in side if _faces(edge, x, y))
        x = fsum(end.y - start.y for start, end in side)
        y = fsum(start.x - end.x for start, end in side)
        length = hypot(x, y) or 1.0
        x, y = x / length, y / length
    return side, x, y


def _asides(edges: Sequence[PlaceEdge], x: float, y: float) -> tuple[Mm, ...]:
    """Return the distances of a goal's marks from its middle: between places, beside coordinates.

    A goal with a straight side of several places has two marks, one with a jagged side one.
    """
    reaches = [end.x * x + end.y * y for edge in edges for end in edge]
    count = len(edges)
    if max(reaches) - min(reaches) > EPSILON or count < 2:
        return (0.0,)
    aside = count // 4 if count % 2 == 0 else (count // 2 + 1) // 2 - 0.5
    return tuple(dict.fromkeys(way * aside * dist(*edges[0]) for way in (-1.0, 1.0)))


def _strip(edge: PlaceEdge) -> Path:
    """Return the strip along an edge, within its place, that the teeth of a goal stand in."""
    return polygon((*edge, *reversed(_moved(edge, STRIP))))


def _teeth(edge: PlaceEdge) -> Iterator[Path]:
    """Yield triangles that stand on an edge and point into its place."""
    (start, end), length = edge, dist(*edge)
    count = max(1, round(length / TOOTH_WIDTH))
    dx, dy = (end.x - start.x) / count, (end.y - start.y) / count
    x, y = (start.y - end.y) / length * TOOTH, (end.x - start.x) / length * TOOTH
    for number in range(count):
        foot = start.moved(number * dx, number * dy)
        yield polygon((foot, foot.moved(dx, dy), foot.moved(dx / 2 + x, dy / 2 + y)))


def _faces(edge: PlaceEdge, x: float, y: float) -> bool:
    """Return whether an edge of a clockwise outline faces (x, y) within 60 degrees."""
    dx, dy = edge[1].x - edge[0].x, edge[1].y - edge[0].y
    return (dy * x - dx * y) / (hypot(dx, dy) * (hypot(x, y) or 1.0)) > 0.5


def _outer_edges(places: Sequence[Place], sharing: EdgeTimes | None = None) -> Iterator[PlaceEdge]:
    """Yield the edges of places that no other place shares, counted in ``sharing`` if given."""
    times = _edge_times(places) if sharing is None else sharing
    for place in places:
        yield from (edge for edge in place.edges() if times[edge_key(edge)] == 1)


def inner_edges(places: Sequence[Place]) -> Iterable[PlaceEdge]:
    """Return the edges that two places share, each once."""
    times = _edge_times(places)
    edges = {edge_key(edge): edge for place in places for edge in place.edges()}
    return (edge for key, edge in edges.items() if times[key] > 1)


def contours(places: Sequence[Place]) -> tuple[Path, ...]:
    """Return the outlines around places that adjoin, and around holes between them."""

    def key(point: Point) -> tuple[Mm, Mm]:
        return round(point.x, 3), round(point.y, 3)

    edges: dict[tuple[Mm, Mm], list[PlaceEdge]] = {}
    for edge in _outer_edges(places):
        edges.setdefault(key(edge[0]), []).append(edge)
    found: list[Path] = []
    for start in tuple(edges):
        while edges[start]:
            corners: list[Point] = []
            at = start
            while edges[at]:
                corner, end = edges[at].pop()
                corners.append(corner)
                at = key(end)
            found.append(polygon(corners))
    return tuple(found)


def _edge_times(places: Sequence[Place]) -> EdgeTimes:
    """Count the places at each edge."""
    return Counter(edge_key(edge) for place in places for edge in place.edges())


def _sign(zone: Zone, at: Point, height: Mm, ink: str, font: Font) -> Iterator[Item]:
    """Draw a zone's note and mark side by side, centred on a point."""
    assert zone.mark is not None, "the model lets areas alone go without a mark"
    half = _sign_width(zone, height, font) / 2
    if zone.note is not None:
        width = 2 * half - (1 + NOTE_GAP) * height
        middle = at.moved(width / 2 - half, 0)
        yield centered(zone.note, middle, font, NOTE * height, ink)
    yield draw_mark(zone.mark, at.moved(half - height / 2, 0), height, ink)


def _sign_width(zone: Zone, height: Mm, font: Font) -> Mm:
    if zone.note is None:
        return height
    return text_width(zone.note, font, NOTE * height) + (1 + NOTE_GAP) * height


def draw_board(
    board: Board,
    context: DrawContext,
    below: Iterable[Item],
    above: Iterable[Item],
    bleed: Mm = 0.0,
    ground: Sequence[Path] = (),
    within: Path | None = None,
    names: Iterable[Item] = (),
) -> tuple[Piece, ...]:
    """Draw a board, a single piece, with items below and above the areas of its zones.

    ``ground`` are the outlines of its background, by default all of it. Items below, areas and
    starts are clipped to ``within``, if given. The ``names`` of places lie on the marks of starts.

    One that straight cuts do not free is clipped a little outside its edge, in figures along it.
    """
    if not board.freed_by_trim:
        bleed = STREET if context.lettered else 0.0
        ground = (board.trim_line(-bleed),)
    themed = context.game.livery is not None and context.game.livery.drawn is not None
    starts = draw_starts(board, context.livery, themed=themed)
    on_places = (*below, *draw_areas(board), *starts)
    items: tuple[Item, ...] = (
        Shape(tuple(ground) or (board.trim_line(-bleed),), Style(fill=board.ground)),
        *((Group(on_places, clip=within),) if within else on_places),
        *above,
        *draw_marks(board, context.font(NOTE_FONT), context.livery),
        *names,
    )
    if not board.freed_by_trim:
        items = (Group(items, clip=ground[0]),)
    face = Scene(board.size, (*items, cut_line(board.trim_line())))
    return (Piece("board", face, bleed=bleed, freed_by_trim=board.freed_by_trim),)


def outlined(places: Iterable[Place], style: Style) -> Shape:
    """Draw the outlines of places as one shape."""
    return Shape(tuple(polygon(place.corners) for place in places), style)
