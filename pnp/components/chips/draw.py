"""Draw chips: corner symbols that meet across edges, an arrow for the turn, and one back."""

from collections.abc import Mapping
from math import cos, dist, pi, sin

from pnp.base.color import blended
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Arc, Path, circle, placed, polygon, rectangle, regular_polygon
from pnp.base.units import Mm
from pnp.components.art.label import PALE
from pnp.components.chips import ChipKind, Chips, ChipTurn, Symbol
from pnp.components.face_frames import with_frames
from pnp.components.piece import BLEED, REACH, DrawContext, FacePlace, Piece, cut_out, draw_face
from pnp.game.livery import LiveryColors
from pnp.scene import Group, Item, Scene, Shape, Style

SYMBOL = 0.37  # of the edge: the radius of a circle
SQUARE = 0.33  # of the edge: half the side of a square, which looks as large
HUB = 0.21  # of the edge: the radius of the disc or ring in the middle
HEAD = 0.5  # of the ring's radius: half the width of the arrow's head
POINT = 54.0  # degrees of the ring: the length of the head
END = 300.0  # degrees, clockwise from the top: where the ring ends and its head begins
LINE = 0.02  # of the edge
BACK_SQUARE, BACK_CIRCLE = 0.4, 0.3  # of the edge: what meets around corners of a livery's backs
TURNS = (0, -1), (1, 0), (0, 1), (-1, 0)
BLADE = 0.15  # of the edge: each half-disc of the pinwheel on them
CROSS = 0.4, 0.05  # of the edge: the arms of an X, and half their width
LIVERY_CROSS = 0.3, 0.043  # the same in a livery


def draw(chips: Chips, context: DrawContext) -> tuple[Piece, ...]:
    """Draw each kind of chip with its copies, crossed ones last; all have the same back."""
    livery = context.livery
    back = _face(chips, _livery_back(chips, livery) if livery else _back(chips))
    pieces = [
        Piece(str(kind), _face(chips, _front(chips, kind)), back, kind.copies, BLEED)
        for kind in chips.kinds
    ]
    if chips.crossed:
        pieces.append(Piece("x", _face(chips, _cross(chips, livery)), back, chips.crossed, BLEED))
    return tuple(pieces)


def draw_samples(chips: Chips, context: DrawContext) -> Mapping[str, tuple[Scene, ...]]:
    """Draw a clockwise chip, an anticlockwise one of another kind, and a crossed one."""
    shown: dict[str, tuple[Scene, ...]] = {}
    for turn, full in (("clockwise", True), ("anticlockwise", False)):
        kinds = sorted((kind for kind in chips.kinds if kind.turn == turn), key=_signs)
        if kinds:
            kind = kinds[-1 if full else 0]
            shown[str(kind)] = _sample(chips, context, str(kind), _front(chips, kind))
    return shown | (
        {"x": _sample(chips, context, "x", _cross(chips, context.livery))} if chips.crossed else {}
    )


def _sample(
    chips: Chips, context: DrawContext, name: str, items: tuple[Item, ...]
) -> tuple[Scene, ...]:
    piece = Piece(name, _face(chips, items), bleed=BLEED)
    return (cut_out(with_frames(chips, context, piece, {"front": FacePlace("front")}).front),)


def _signs(kind: ChipKind) -> tuple[int, int]:
    """Return the number of symbols on a kind, and of different ones."""
    quarters = [corner for corner in kind.corners if corner != "-"]
    return len(quarters), len({*quarters})


def _face(chips: Chips, items: tuple[Item, ...]) -> Scene:
    clip = rectangle(Rect(0, 0, *chips.face_size).inset(-REACH))
    return draw_face(chips.face_size, chips.corner, chips.ground, (Group(items, clip=clip),))


def _front(chips: Chips, kind: ChipKind) -> tuple[Item, ...]:
    edge = chips.edge
    corners = (Point(0, 0), Point(edge, 0), Point(edge, edge), Point(0, edge))
    quarters = [
        _symbol(chips, symbol, corner)
        for symbol, corner in zip(kind.corners, corners, strict=True)
        if symbol != "-"
    ]
    return (*quarters, *_arrow(chips, kind.turn))


def _symbol(chips: Chips, symbol: Symbol, corner: Point) -> Shape:
    """Draw the whole symbol around a corner: the chip shows a quarter, its bleed a little more.

    A circle is filled, and a square is an outline within an outline, so that they differ in grey
    prints as well.
    """
    edge = chips.edge
    if symbol == "C":
        return Shape((circle(corner, SYMBOL * edge),), Style(fill=chips.circle))
    side, width = 2 * SQUARE * edge, 0.1 * edge
    outline = rectangle(Rect.about(corner, side, side).inset(width / 2))
    return Shape((outline,), Style(chips.ground, chips.square, width))


def _arrow(chips: Chips, turn: ChipTurn) -> tuple[Item, ...]:
    """Draw three quarters of a ring with an arrowhead: light on a dark disc if clockwise.

    The anticlockwise arrow is its mirror image, dark on the ground, so that the two differ in more
    than direction.
    """
    edge = chips.edge
    middle = Point(edge / 2, edge / 2)
    dark = turn == "clockwise"
    ink = chips.ground if dark else chips.ink
    ground = chips.ink if dark else chips.ground
    disc = Shape((circle(middle, HUB * edge),), Style(ground, chips.ink, LINE * edge))
    radius, sign = 0.6 * HUB * edge, 1 if dark else -1

    def at(degrees: float, reach: Mm = radius) -> Point:
        angle = degrees * pi / 180
        return middle.moved(sign * reach * sin(angle), -reach * cos(angle))

    ring = Path(at(70), (Arc(at(END + 12), radius, clockwise=dark, large=True),), closed=False)
    # The head points along the chord of the ring that it covers; the ring ends inside it.
    foot, tip = at(END), at(END + POINT)
    reach = dist(tip, foot)
    half = HEAD * radius / reach
    across = Point((tip.y - foot.y) * half, (foot.x - tip.x) * half)
    sides = [foot.moved(side * across.x, side * across.y) for side in (1, -1)]
    return (
        disc,
        Shape((ring,), Style(stroke=ink, stroke_width=0.035 * edge)),
        Shape((polygon((tip, *sides)),), Style(fill=ink)),
    )


def _cross(chips: Chips, livery: LiveryColors | None) -> tuple[Shape, ...]:
    """Draw the X of a crossed chip, over a circle in a square; with a livery these are pale."""
    around, within = (
        blended(color, chips.ground, PALE) if livery else color
        for color in (chips.square, chips.circle)
    )
    middle = Point(chips.edge / 2, chips.edge / 2)
    side, width = 0.62 * chips.edge, 0.07 * chips.edge
    square = rectangle(Rect.about(middle, side, side))
    part = LIVERY_CROSS if livery else CROSS
    reach, half = (size * chips.edge for size in part)
    bars = [Rect.about(Point(0, 0), 2 * x, 2 * y) for x, y in ((reach, half), (half, reach))]
    turn = Transform.turn(45, Point(0, 0)).then(Transform.move(chips.edge / 2, chips.edge / 2))
    paths = tuple(placed(rectangle(bar), turn) for bar in bars)
    return (
        Shape((square,), Style(stroke=around, stroke_width=width)),
        Shape((circle(middle, 0.2 * chips.edge),), Style(fill=within)),
        *(Shape((path,), Style(chips.ink, chips.ground, LINE * chips.edge)) for path in paths),
        Shape(paths, Style(fill=chips.ink)),
    )


def _back(chips: Chips) -> tuple[Item, ...]:
    """Draw a back that looks the same in all orientations: a square on its corner and a ring."""
    edge = chips.edge
    middle = Point(edge / 2, edge / 2)
    stroke = Style(stroke=chips.ink, stroke_width=LINE * edge)
    return (
        *(Shape((regular_polygon(middle, 4, reach * edge),), stroke) for reach in (0.40, 0.34)),
        Shape((circle(middle, 0.13 * edge),), Style(fill=chips.ink)),
        Shape((circle(middle, 0.07 * edge),), Style(fill=chips.ground)),
    )


def _livery_back(chips: Chips, livery: LiveryColors) -> tuple[Item, ...]:
    """Draw a back that joins its neighbours, and looks the same in all orientations.

    Around every corner four chips complete a circle in a square; in the middle is a pinwheel.
    """
    edge = chips.edge
    middle, line = Point(edge / 2, edge / 2), Style(stroke=livery.line, stroke_width=LINE * edge)
    corners = Rect(0, 0, edge, edge).corners
    side = 2 * BACK_SQUARE * edge
    squares = tuple(rectangle(Rect.about(corner, side, side)) for corner in corners)
    circles = tuple(circle(corner, BACK_CIRCLE * edge) for corner in corners)
    ends = [middle.moved(BLADE * edge * x, BLADE * edge * y) for x, y in TURNS]
    blades = (Path(middle, (Arc(end, BLADE * edge / 2, clockwise=True),)) for end in ends)
    return (
        Shape(squares, line),
        Shape(circles, line),
        *(Shape((blade,), Style(fill=livery.line)) for blade in blades),
    )
