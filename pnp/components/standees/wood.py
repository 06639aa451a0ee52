"""Draw wooden pawns: flat figures with a tab that fits the slot of a base."""

from pnp.base.color import ink_on
from pnp.base.errors import Faults, LayoutError
from pnp.base.fit import Stock, WoodPose
from pnp.base.fonts import Font
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Line, Path, rectangle
from pnp.base.units import Mm, format_mm
from pnp.components.art.signs import FONT, draw_sign
from pnp.components.face_frames import with_frames
from pnp.components.piece import DrawContext, FacePlace, Piece, cut_line
from pnp.components.player_pieces import Pawn
from pnp.components.standees.draw import MARK, TEXT, silhouette
from pnp.components.standees.model import Standees
from pnp.scene import Scene, Shape, Style

TAB = 0.45  # of the width
CORNER = 0.25  # of the base's shorter side
HIGH = 0.85  # of a face: the height of the silhouette
ABOVE = 0.1  # of a face: the space above it
SIGN = 0.73  # of a face: where the middle of the sign is
WEB: Mm = 2.0  # least width of a base beside its slot


def draw_wood(standees: Standees, context: DrawContext, stock: Stock) -> tuple[Piece, ...]:
    """Draw the base, and each figure as high as its paper pawn, with its sign on both sides.

    Raises:
        LayoutError: If the base has no room for a slot, or a text is too long for its pawn.
    """
    _check(standees, stock)
    pieces: list[Piece] = []
    faults, font = Faults(), context.font(FONT)
    face, outline = Rect(0, 0, standees.width, standees.height), silhouette(_whole(standees))
    places = {
        "front": FacePlace("front", face, outline=outline),
        "back": FacePlace("back", face, outline=outline),
    }
    for pawn in standees.pawns:
        with faults.within(pawn.id):
            figure = _figure(standees, pawn, stock, font)
            part = Piece(pawn.id, figure, figure, copies=pawn.copies, freed_by_trim=False)
            pieces.append(with_frames(standees, context, part, places))
    faults.check()
    base = Piece("base", _base(standees, stock), copies=standees.count, freed_by_trim=False)
    return (*pieces, base)


def place_wood(standees: Standees, stock: Stock) -> dict[str, tuple[WoodPose, ...]]:
    """Return the poses of the first figure: above its base, and standing in it."""
    thick, base = stock.thickness, standees.base
    above, front = standees.height / 4, (base - thick) / 2
    return {
        stage: (
            WoodPose("base", (0, base, thick), (1, 0, 0), (0, -1, 0)),
            WoodPose(standees.pawns[0].id, (0, front, high), (1, 0, 0), (0, 0, -1)),
        )
        for stage, high in (
            ("laid", standees.height + thick + above),
            ("together", standees.height + thick),
        )
    }


def _check(standees: Standees, stock: Stock) -> None:
    web = max(WEB, stock.feature)
    slot = stock.thickness + stock.fit.clearance
    if (standees.base - slot) / 2 < web:
        raise LayoutError(
            f"a base of {format_mm(standees.base)} mm has no room for a slot of "
            f"{format_mm(slot)} mm and {format_mm(web)} mm on either side"
        )


def _figure(standees: Standees, pawn: Pawn, stock: Stock, font: Font) -> Scene:
    width, high, face = standees.width, standees.height, _whole(standees)
    outline = _with_tab(silhouette(face), TAB * width - 2 * stock.fit.ease, stock.thickness)
    middle = Point(face.center.x, face.y + SIGN * face.height)
    sign = draw_sign(pawn, MARK * width, middle, TEXT * width, ink_on(pawn.color), font)
    ground = Shape((outline,), Style(fill=pawn.color))
    return Scene(Size(width, high + stock.thickness), (ground, *sign, cut_line(outline)))


def _whole(standees: Standees) -> Rect:
    """Return the face whose silhouette is as high as the pawn."""
    whole = standees.height / HIGH
    return Rect(0, -ABOVE * whole, standees.width, whole)


def _with_tab(outline: Path, width: Mm, depth: Mm) -> Path:
    """Return a silhouette with a tab below its foot; the foot runs from right to left."""
    foot = max(segment.to.y for segment in outline.segments)
    number = max(n for n, one in enumerate(outline.segments) if one.to.y == foot)
    middle = outline.segments[number].to.x / 2 + outline.segments[number - 1].to.x / 2
    corners = [(0.5, 0), (0.5, depth), (-0.5, depth), (-0.5, 0)]
    tab = [Line(Point(middle + side * width, foot + down)) for side, down in corners]
    return outline._replace(segments=(*outline.segments[:number], *tab, *outline.segments[number:]))


def _base(standees: Standees, stock: Stock) -> Scene:
    size = Size(standees.width, standees.base)
    room = Rect(0, 0, *size)
    ease = stock.fit.ease
    slot = Rect.about(
        room.center, TAB * standees.width + 2 * ease, stock.thickness + stock.fit.clearance
    )
    edge = rectangle(room, CORNER * min(size))
    ground = Shape((edge,), Style(fill=standees.ground))
    return Scene(size, (ground, cut_line(edge), cut_line(rectangle(slot))))
