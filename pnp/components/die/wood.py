"""Draw a wooden die: six faces joined by fingers."""

from collections.abc import Iterator

from pnp.base.errors import Faults, LayoutError
from pnp.base.fit import Stock, WoodPose
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import Path, polygon, rectangle
from pnp.base.units import EPSILON, Mm, format_mm
from pnp.components.die.draw import FONT, NET, draw_side
from pnp.components.die.model import SIDES, Die
from pnp.components.face_frames import with_frames
from pnp.components.piece import DrawContext, FacePlace, Piece, cut_line
from pnp.scene import Scene, Shape, Style

FINGER = 2.5  # how many times as long as the wood is thick a finger is, about
CORNERS = (0, 5)  # the faces that have the corners of the cube: two that are opposite


def draw_wood(die: Die, context: DrawContext, stock: Stock) -> tuple[Piece, ...]:
    """Draw the six faces as seen from outside.

    A face fits only with its outside out: turned over, its fingers meet those of others.

    Raises:
        LayoutError: If the wood is too thick for the edge, or a text too long for its face.
    """
    _check(die, stock)
    pieces: list[Piece] = []
    faults, font = Faults(), context.font(FONT)
    face = Rect(0, 0, die.edge, die.edge)
    inside = face.inset(stock.thickness)  # fingers of others are beside it
    smaller = die.model_copy(update={"edge": inside.width})
    for number in range(SIDES):
        with faults.within(f"faces[{number + 1}]"):
            outline = _outline(die.edge, stock, has_corners=number in CORNERS)
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


def _outline(edge: Mm, stock: Stock, has_corners: bool) -> Path:
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
