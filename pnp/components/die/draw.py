"""Draw a die: its six faces, the net with tabs, how to fold it, and the die in wood."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import hypot

from pnp.base.color import blended, ink_on
from pnp.base.errors import Faults, LayoutError
from pnp.base.fit import Stock, WoodPose
from pnp.base.fonts import Font, FontName
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, line, polygon, rectangle
from pnp.base.units import EPSILON, Mm, format_mm
from pnp.components.art.drawing import (
    FROM_ABOVE,
    Look,
    Panel,
    Scissors,
    Stroke,
    View,
    drawing,
    drawn,
    points_of,
    turned,
)
from pnp.components.art.label import Lettering, centered, draw_glue, draw_label, draw_pips
from pnp.components.art.signs import draw_mark
from pnp.components.die import SIDES, Die
from pnp.components.face_frames import with_frames
from pnp.components.piece import HAIRLINE, DrawContext, FacePlace, Piece, cut_line, fold_line
from pnp.game.places import MARKS
from pnp.scene import Group, Item, Scene, Shape, Style

TAB = 0.3  # of the edge
# Edges with a tab, by column and row of their corners, clockwise round the net.
TABS = (
    ((0, 2), (0, 1)),
    ((0, 1), (1, 1)),
    ((1, 0), (2, 0)),
    ((2, 1), (3, 1)),
    ((3, 2), (2, 2)),
    ((2, 3), (1, 3)),
    ((1, 2), (0, 2)),
)
NET = ((1, 1), (2, 1), (1, 0), (1, 2), (0, 1), (3, 1))  # the column and row of each face
TAB_NUMBER: Mm = 3.2  # font size
TAB_PALE = 0.3  # the share of the ground in the colour of these numbers
SLANT = 0.22  # of the edge: how far a tab's corners are cut back, so that tabs do not meet
FONT: FontName = "serif-bold"
TAB_FONT: FontName = "sans"
ROOM = 0.72  # of the edge: the room for text, clear of the folds
LETTER = 0.72  # of the edge: the largest font size
SMALLEST: Mm = 1.9  # font size
MARK = 0.5  # of the edge
BAR = 0.06  # of the font size: the line below a figure that could be read upside down
UPSIDE_DOWN = str.maketrans("01689", "01986")


def draw(die: Die, context: DrawContext) -> tuple[Piece, ...]:
    """Draw the net: a row of four faces, one above and one below the second, and seven tabs.

    The faces, numbered so that opposite ones add up to 7::

              3
          5   1   2   6
              4
    """
    edge, tab = die.edge, TAB * die.edge
    x = [tab + n * edge for n in range(5)]
    y = [tab + n * edge for n in range(4)]
    outline = _outline(x, y, tab)
    items: list[Item] = [Shape((outline,), Style(fill=die.ground))]
    faults, font = Faults(), context.font(FONT)
    for number, (column, row) in enumerate(NET):
        with faults.within(f"faces[{number + 1}]"):
            items += draw_side(die, number, Rect(x[column], y[row], edge, edge), font)
    faults.check()
    for number, glued in enumerate(_tabs(x, y, tab), start=1):
        middle = Rect.around(glued).center
        items += [draw_glue(polygon(glued)), _tab_number(number, middle, die, context)]
    items += [fold_line(fold) for fold in _folds(x, y)]
    items.append(cut_line(outline))
    size = Size(4 * edge + tab, 3 * edge + 2 * tab)
    return (Piece("die", Scene(size, tuple(items)), copies=die.copies, freed_by_trim=False),)


def face_places(die: Die, context: DrawContext) -> Mapping[str, FacePlace]:
    """Return where each face lies on the net."""
    edge, tab = die.edge, TAB * die.edge
    return {
        str(number): FacePlace("front", Rect(tab + x * edge, tab + y * edge, edge, edge))
        for number, (x, y) in enumerate(NET, start=1)
    }


def draw_tokens(die: Die, context: DrawContext) -> Mapping[str, Scene]:
    """Draw the die with its highest number on top."""
    return {"die": _framed_face(die, die.highest, context)}


def draw_samples(die: Die, context: DrawContext) -> Mapping[str, tuple[Scene, ...]]:
    """Draw the die as it lies, or each distinct side of a special one."""
    if not die.special_faces:
        return {"die": (_framed_face(die, die.highest, context),)}
    different = {die.shown[side]: side for side in reversed(range(6))}
    sides = reversed(different.values())
    return {"die": tuple(_framed_face(die, side, context) for side in sides)}


def draw_thrown(die: Die, context: DrawContext) -> Mapping[int | str, Scene]:
    """Draw the die with each of its sides on top, by what that shows."""
    return {shown: _framed_face(die, side, context) for side, shown in enumerate(die.shown)}


def _framed_face(die: Die, number: int, context: DrawContext) -> Scene:
    """Draw one side of the die within its outline, with its frames."""
    scene = draw_die_face(die, number, context.font(FONT))
    within = _body(Rect(0, 0, die.edge, die.edge).inset(HAIRLINE / 2))
    places = {str(number + 1): FacePlace("front", outline=within)}
    return with_frames(die, context, Piece("die", scene), places).front


def _body(face: Rect) -> Path:
    return rectangle(face, 0.12 * face.width)


def draw_die_face(die: Die, number: int, font: Font) -> Scene:
    """Draw one side of the die as it lies; sides are numbered 0 to 5."""
    face = Rect(0, 0, die.edge, die.edge)
    body = _body(face)
    ground = Style(die.grounds[number], die.ink, HAIRLINE)
    sign = Group(draw_side(die, number, face, font), clip=body)
    outline = Shape((body,), Style(stroke=die.ink, stroke_width=HAIRLINE))
    return Scene(face.size, (Shape((body,), ground), sign, outline))


def _outline(x: list[Mm], y: list[Mm], tab: Mm) -> Path:
    """Return the net's outline, clockwise; of every two edges that meet, one has a tab."""
    corners = [(1, 0), (2, 0), (2, 1), (3, 1), (4, 1), (4, 2), (3, 2)]
    corners += [(2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)]
    tabs = {glued[0]: glued for glued in _tabs(x, y, tab)}
    points: list[Point] = []
    for column, row in corners:
        here = Point(x[column], y[row])
        points += tabs[here][:3] if here in tabs else (here,)
    return polygon(points)


def _tabs(x: list[Mm], y: list[Mm], depth: Mm) -> Iterator[tuple[Point, Point, Point, Point]]:
    """Yield the corners of the seven tabs in gluing order, each from the start of its edge.

    First the row of four faces becomes a ring, then the faces above and below close it.
    """
    for start, end in TABS:
        here, there = (Point(x[column], y[row]) for column, row in (start, end))
        dx, dy = there.x - here.x, there.y - here.y
        out_x, out_y = dy * depth / hypot(dx, dy), -dx * depth / hypot(dx, dy)
        yield (
            here,
            here.moved(SLANT * dx + out_x, SLANT * dy + out_y),
            there.moved(-SLANT * dx + out_x, -SLANT * dy + out_y),
            there,
        )


def _tab_number(number: int, middle: Point, die: Die, context: DrawContext) -> Item:
    font, ink = context.font(TAB_FONT), blended(die.ink, die.ground, TAB_PALE)
    return centered(str(number), middle, font, TAB_NUMBER, ink)


def _folds(x: list[Mm], y: list[Mm]) -> list[Path]:
    level = [(1, 2, 0), (0, 3, 1), (0, 3, 2), (1, 2, 3)]
    upright = [(n, 1, 2) for n in range(4)]
    return [line(Point(x[a], y[h]), Point(x[b], y[h])) for a, b, h in level] + [
        line(Point(x[v], y[a]), Point(x[v], y[b])) for v, a, b in upright
    ]


def draw_side(die: Die, number: int, face: Rect, font: Font) -> tuple[Item, ...]:
    """Draw the ground and the sign of one of the six faces, numbered from 0."""
    shown, ground = die.shown[number], die.grounds[number]
    ink = die.ink if die.colors is None else ink_on(ground)
    items: list[Item] = []
    if die.colors is not None:
        items.append(Shape((rectangle(face),), Style(fill=ground)))
    if isinstance(shown, str) and shown in MARKS:
        items.append(draw_mark(MARKS[shown], face.center, MARK * die.edge, ink))
    elif isinstance(shown, int) and not die.in_figures:
        items += draw_pips(shown, face, ink)
    elif shown != "":
        room = face.inset((1 - ROOM) / 2 * die.edge)
        items += _written(str(shown), _size(die, number, room, font), room, ink, font)
    return tuple(items)


def _size(die: Die, number: int, room: Rect, font: Font) -> Mm:
    """Return the font size of a face: all words have the same, and so have all figures.

    A word without room on its own face is a fault there, and does not shrink the others.
    """
    wanted = Lettering(die.ink, LETTER * die.edge, font, SMALLEST)
    shown = die.shown[number]
    sizes = [line.size for line in draw_label(str(shown), room, wanted)]
    for other in die.shown:
        if type(other) is type(shown) and other not in {"", *MARKS}:
            with suppress(LayoutError):
                sizes += [line.size for line in draw_label(str(other), room, wanted)]
    return min(sizes)


def _written(text: str, size: Mm, room: Rect, ink: str, font: Font) -> Iterator[Item]:
    """Draw a text, with a bar below it if it could be misread upside down."""
    (line,) = draw_label(text, room, Lettering(ink, size, font, size))
    yield line
    turned = text.translate(UPSIDE_DOWN)[::-1]
    if set(text) <= set("01689") and turned != text and not turned.startswith("0"):
        left, right = line.at.x, 2 * room.center.x - line.at.x
        bar = Rect(left, line.at.y + 1.8 * BAR * size, right - left, BAR * size)
        yield Shape((rectangle(bar),), Style(fill=ink))


INTO, SIDE = View(24, 48), View(28, 35)
LAST = 5  # the face that closes the die


def draw_steps(die: Die, context: DrawContext) -> Mapping[str, Scene]:
    """Draw the net flat, half folded and nearly closed, and the die."""
    font = context.font(FONT)
    flat = drawn(_net(die, font), FROM_ABOVE)
    net = Rect.around([point for stroke in flat for point in stroke.points])
    over = turned("x", 180)  # print down, to fold the sides up
    half = drawn(_net(die, font, 58, tab_angle=40), INTO, over)
    nearly = drawn(_net(die, font, 90, tab_angle=105, lid=40), SIDE, over)
    closed = drawn(_net(die, font, 90, tab_angle=None), SIDE)
    return {
        "cut": drawing([*flat, Scissors(Point(net.right, net.center.y - die.edge / 2))]),
        "fold": drawing(half),
        "glue": drawing(nearly),
        "close": drawing(closed),
    }


def _net(
    die: Die,
    font: Font,
    angle: float = 0.0,
    *,
    tab_angle: float | None = 0.0,
    lid: float | None = None,
) -> Panel:
    """Return the net with its faces folded by an angle, the last one by ``lid`` if given.

    With a ``tab_angle`` of None, tabs are left out.
    """
    edge = die.edge
    lid = angle if lid is None else lid

    def face(number: int, place: tuple[int, int], tabs: str, hinge: str, *panels: Panel) -> Panel:
        square = Rect(place[0] * edge, place[1] * edge, edge, edge)
        a, b, c, d = square.corners
        sides = {"top": (a, b), "right": (b, c), "bottom": (c, d), "left": (d, a)}
        glued = (
            ()
            if tab_angle is None
            else tuple(_tab(*sides[side], edge, tab_angle) for side in tabs.split())
        )
        art = tuple(
            Stroke(tuple(points_of(path)), Look.INK)
            for item in draw_side(die, number, square, font)
            if isinstance(item, Shape) and item.style.fill not in (None, die.grounds[number])
            for path in item.paths
        )
        turn = lid if number == LAST else angle
        return Panel(square.corners, sides.get(hinge), turn, (*panels, *glued), art=art)

    last = face(LAST, (3, 1), "bottom", "left")
    return face(
        0,
        (1, 1),
        "",
        "",
        face(1, (2, 1), "top", "left", last),
        face(2, (1, 0), "top", "bottom"),
        face(3, (1, 2), "right left", "top"),
        face(4, (0, 1), "left top", "right"),
    )


def _tab(start: Point, end: Point, edge: float, angle: float) -> Panel:
    """Return the tab on an edge whose face is to the right of it."""
    dx, dy = end.x - start.x, end.y - start.y
    depth = TAB * edge / hypot(dx, dy)
    out_x, out_y = dy * depth, -dx * depth
    corners = (
        start,
        start.moved(SLANT * dx + out_x, SLANT * dy + out_y),
        end.moved(-SLANT * dx + out_x, -SLANT * dy + out_y),
        end,
    )
    return Panel(corners, (start, end), angle, glue=True)


FINGER = 2.5  # how many times as long as the wood is thick a finger is, about
CORNERS = (0, 5)  # the faces that have the corners of the cube: two that are opposite


def draw_wood(die: Die, context: DrawContext, stock: Stock) -> tuple[Piece, ...]:
    """Draw the six faces as seen from outside.

    A face fits only with its outside out: turned over, its fingers meet those of others.
    """
    _check(die, stock)
    pieces: list[Piece] = []
    faults, font = Faults(), context.font(FONT)
    face = Rect(0, 0, die.edge, die.edge)
    inside = face.inset(stock.thickness)  # fingers of others are beside it
    smaller = die.model_copy(update={"edge": inside.width})
    for number in range(SIDES):
        with faults.within(f"faces[{number + 1}]"):
            outline = _wooden_outline(die.edge, stock, has_corners=number in CORNERS)
            ground = Shape((rectangle(face),), Style(fill=die.grounds[number]))
            items = (ground, *draw_side(smaller, number, inside, font), cut_line(outline))
            scene = Scene(face.size, items)
            part = Piece(f"face {number + 1}", scene, copies=die.copies, freed_by_trim=False)
            places = {str(number + 1): FacePlace("front", face, outline=rectangle(inside))}
            pieces.append(with_frames(die, context, part, places))
    faults.check()
    return tuple(pieces)


def place_wood(die: Die, stock: Stock) -> dict[str, tuple[WoodPose, ...]]:
    """Return the poses of the faces: laid out as on the net of a paper die, and assembled."""
    edge, thick = die.edge, stock.thickness
    right, away = (1, 0, 0), (0, 1, 0)
    left, near, down = (-1, 0, 0), (0, -1, 0), (0, 0, -1)
    placed = (
        ((0, 0, edge), right, down),
        ((edge, 0, edge), away, down),
        ((0, edge, edge), right, near),
        ((0, 0, 0), right, away),
        ((0, edge, edge), near, down),
        ((edge, edge, edge), left, down),
    )
    room = edge + 2 * thick
    laid = tuple(
        WoodPose(f"face {n}", (column * room, -row * room, thick), right, near)
        for n, (column, row) in enumerate(NET, start=1)
    )
    cube = tuple(WoodPose(f"face {n}", *one) for n, one in enumerate(placed, start=1))
    return {"laid": laid, "together": cube}


def _check(die: Die, stock: Stock) -> None:
    most = die.edge / 3
    if stock.thickness > most + EPSILON or (die.edge - 2 * stock.thickness) / 2 < stock.feature:
        raise LayoutError(
            f"an edge of {format_mm(die.edge)} mm is too short for faces of "
            f"{format_mm(stock.thickness)} mm; take wood of at most {format_mm(most)} mm"
        )


def _wooden_outline(edge: Mm, stock: Stock, has_corners: bool) -> Path:
    side = list(_side(edge, stock, has_corners))
    center = Point(edge / 2, edge / 2)
    around = [
        Transform.turn(90 * quarter, center).apply(point) for quarter in range(4) for point in side
    ]
    corners = [
        here
        for before, here, after in zip(
            [around[-1], *around[:-1]], around, [*around[1:], around[0]], strict=True
        )
        if abs((here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x))
        > EPSILON
    ]
    return polygon(corners)


def _side(edge: Mm, stock: Stock, has_corners: bool) -> Iterator[Point]:
    """Yield the corners along the top of a face, from its left corner to just before the right one.

    This face and its neighbour alternate along the edge, this one first. Seen clockwise, all edges
    of all faces are the same, so each meets its mirror image. One flank of each finger is set back
    by half the fit, as is that of its neighbour; the other touches what is beside it.
    """
    thick, back = stock.thickness, stock.fit.clearance / 2
    room = edge - 2 * thick
    count = 2 * max(1, round(room / (2 * FINGER * thick)))
    marks = [thick + room * n / count for n in range(count + 1)]
    yield Point(0, 0) if has_corners else Point(thick, 0)
    for mark, after in zip(marks[1::2], marks[2::2], strict=True):
        yield Point(mark - back, 0)
        yield Point(mark - back, thick)
        yield Point(after, thick)
        if has_corners or after < marks[-1]:
            yield Point(after, 0)
