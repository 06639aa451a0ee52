"""Draw mats around a hexagon: whole, and as strips that join edge to edge."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import dist

from pnp.base.color import readable
from pnp.base.fonts import Font, FontName
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import line, polygon, regular_polygon
from pnp.base.units import EPSILON, Mm
from pnp.components.art.boards import draw_frame, outlined
from pnp.components.art.label import centered, letters_on
from pnp.components.art.livery import draw_star
from pnp.components.hexagon_mat import TO_HEXAGON, HexagonMat, Joint, MatStrip
from pnp.components.piece import DrawContext, Piece, cut_line
from pnp.game.places import Place, away
from pnp.scene import Extra, Group, Item, Scene, Shape, Style

PLACE_LINE: Mm = 0.3
IN_FIGURES: Mm = 0.8  # in a figure, which is a fifth as large
HEXAGON_LINE: Mm = 0.6
RAYS = 2.4  # of a hexagon's edge: that of the star around it
NUMBER = 0.36  # of a tile's shorter side
NUMBER_FONT: FontName = "serif"
MOST_PARTS = 3  # of an arm or a side: shorter strips are tedious to join
JOINT: Mm = 7.0  # from an edge to the middle of its mark
LETTER: Mm = 5.0  # font size
LETTER_FONT: FontName = "sans-bold"
HEAD: Mm = 2.4  # of the arrow from a letter to its edge
HEXAGON: Mm = 3.6  # the radius of the sign for the hexagon


Signs = Callable[[Sequence[Place]], Iterable[Item]]
"""Draws what a mat has on some of its places besides their numbers."""


def draw_mat(
    mat: HexagonMat, context: DrawContext, signs: Signs = lambda places: ()
) -> tuple[Item, ...]:
    """Return the items of a mat: its frame, its places with their numbers, and ``signs``."""
    *tiles, middle = mat.places
    livery = context.livery
    star = (draw_star(middle.center, mat.edge, livery),) if livery else ()
    rays: tuple[Item, ...] = ()
    if livery and context.lettered:
        hexagon = outlined([middle], Style(fill=mat.ground))
        rays = draw_star(middle.center, RAYS * mat.edge, livery), hexagon
    return (
        *draw_frame(mat, context),
        *rays,
        *_places(mat, tiles, signs, context),
        *star,
        outlined([middle], Style(stroke=mat.ink, stroke_width=HEXAGON_LINE)),
    )


def _places(
    mat: HexagonMat, tiles: Sequence[Place], signs: Signs, context: DrawContext
) -> Iterator[Item]:
    """Draw the places of tiles with their numbers, odd ones tinted.

    With a livery, even ones have its ground, and where a way begins is its cloth.
    """
    livery, ground = context.livery, mat.ground
    if livery:
        ground = livery.ground
        yield outlined(tiles, Style(fill=ground))
    if odd := [place for place in tiles if int(_figure(place)) % 2]:
        yield outlined(odd, Style(fill=mat.tint))
    if livery and (start := [place for place in tiles if place.name == mat.starts_at]):
        yield Group((outlined(start, Style(fill=livery.cloth)),), extra=Extra.ORNAMENT)
    width = PLACE_LINE if context.lettered else IN_FIGURES
    yield outlined(tiles, Style(stroke=mat.ink, stroke_width=width))
    ink = readable(letters_on(ground), mat.tint)
    for place in tiles if context.lettered else ():
        own = livery.ground if livery and place.name == mat.starts_at else ink
        yield _number(place, NUMBER * min(mat.tile), own, context.font(NUMBER_FONT))
    yield from signs(tiles)


def _figure(place: Place) -> str:
    """Return a place's number without the letter of its arm."""
    return place.name.lstrip("abcdef")


def _number(place: Place, size: Mm, ink: str, font: Font) -> Group:
    """Draw a place's number, turned as the tile there is."""
    figure = centered(_figure(place), place.center, font, size, ink)
    return Group((figure,), Transform.turn(place.turn, place.center))


def draw_mat_strips(
    mat: HexagonMat, context: DrawContext, signs: Signs = lambda places: ()
) -> Iterator[tuple[Piece, ...]]:
    """Yield the ways to draw a mat as strips, those with the longest strips first.

    A mat with zones, which may reach from strip to strip, has none.
    """
    if not mat.zones:
        for parts in range(1, MOST_PARTS + 1):
            yield tuple(_strip(mat, strip, signs, context) for strip in mat.strips(parts))


def _strip(mat: HexagonMat, strip: MatStrip, signs: Signs, context: DrawContext) -> Piece:
    """Draw a strip as seen from the hexagon: outward is up."""
    section, font = strip.section, context.font(LETTER_FONT)
    turn = Transform.turn(-section.turn, Point(0, 0))
    bounds = Rect.around(map(turn.apply, section.outline))
    place = turn.then(Transform.move(-bounds.x, -bounds.y))
    corners = [place.apply(corner) for corner in section.outline]
    items = (
        Shape((polygon(corners),), Style(fill=mat.ground)),
        Group(tuple(_places(mat, section.places, signs, context)), place),
        *(
            item
            for joint in strip.joints
            for item in _joint(joint, section.turn, place, letters_on(mat.ground), font)
        ),
        cut_line(polygon(corners)),
    )
    whole = Rect(0, 0, *bounds.size)
    straight = (
        all(min(abs(x), abs(x - whole.right)) < EPSILON for x, _ in corners) and len(corners) == 4
    )
    return Piece(strip.name, Scene(bounds.size, items), freed_by_trim=straight)


def _joint(joint: Joint, turn: float, place: Transform, ink: str, font: Font) -> Iterator[Item]:
    """Draw the mark of a joint inside its edge: a letter, or the side of the hexagon."""
    start, end = (place.apply(point) for point in joint.edge)
    length = dist(start, end)
    x, y = (end.y - start.y) / length, (start.x - end.x) / length  # outward
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    at = middle.moved(-JOINT * x, -JOINT * y)
    if joint.letter == TO_HEXAGON:
        yield from _hexagon_sign(at, turn, ink)
    else:
        yield centered(joint.letter, at, font, LETTER, ink)
    tip, foot = (middle.moved(-reach * x, -reach * y) for reach in (0.4, 0.4 + HEAD))
    sides = (foot.moved(-side * y, side * x) for side in (HEAD / 2, -HEAD / 2))
    yield Shape((polygon((tip, *sides)),), Style(fill=ink))


def _hexagon_sign(middle: Point, turn: float, ink: str) -> Iterator[Item]:
    """Draw a small hexagon as it lies on the table, with the side facing ``turn`` heavy."""
    thin, heavy = (Style(stroke=ink, stroke_width=width) for width in (PLACE_LINE, 3 * PLACE_LINE))
    yield Shape((regular_polygon(middle, 6, HEXAGON),), thin)
    ends = (away(middle, turn + side, HEXAGON) for side in (-30, 30))
    yield Shape((line(*ends),), heavy)
