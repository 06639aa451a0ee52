"""A piece: the drawing of one physical object, which sheets lay out, and overlays on its faces."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from math import sqrt
from typing import Literal, NamedTuple, get_args

from pnp.base.color import VISIBLE, WHITE, contrast, ink_on
from pnp.base.errors import FontError
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.languages import PieceWords, piece_words
from pnp.base.messages import Message
from pnp.base.path import (
    Arc,
    Path,
    circle,
    circle_of,
    path_bounds,
    placed,
    rectangle,
    regular_polygon,
)
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.game.component import NamedFrame
from pnp.game.game import Game
from pnp.game.livery import LiveryColors
from pnp.scene import (
    Group,
    Image,
    Item,
    Leaf,
    Role,
    RoleFilter,
    Scene,
    Shape,
    Style,
    Text,
    changed,
    images_in,
    placed_leaves,
    shapes_in,
)
from pnp.scene.gradient import Gradient, ShapePaint
from pnp.scene.ink import InkSaver

BLEED: Mm = 3.0  # of our own sheets: pass it to Piece(bleed=...)
HAIRLINE: Mm = 0.2
EDGE = Style(stroke="#6f6a60", stroke_width=HAIRLINE)
TOOL_INK = "#444444"
TOOL_LINE = Style(stroke=TOOL_INK, stroke_width=HAIRLINE)
CASING: Mm = 0.15  # of white on either side of a line, which shows it on dark art
TOOLS = frozenset((Role.CUT, Role.SCORE))
LIGHT_LINE = Style(stroke=WHITE, stroke_width=HAIRLINE)
# How far to draw the ground of kinds that print shops print: American ones require a bleed of
# 1/8 inch. Other kinds may stop at BLEED.
REACH: Mm = 3.2
SHARP = 200  # pixels per inch: fewer are visible at arm's length
MOST_REPORTED = 5  # coarse pictures; the rest is counted

Overlay = Literal["trim", "bleed", "safe", "frames"]
OVERLAYS: tuple[Overlay, ...] = get_args(Overlay)
SAFE: Mm = 3.175  # 1/8 inch: what print shops require, and the error of a guillotine
COLORS = {"trim": "#e5007e", "bleed": "#0079c2", "safe": "#12853c", "frames": "#7a3fc4"}
FONT: FontName = "sans-bold"
_LINE: Mm = 0.25
_TYPE: Mm = 1.9  # font size of the names of frames
_WHITE_EDGE = Style(stroke="#ffffff", stroke_width=2 * _LINE)


class DrawContext(NamedTuple):
    """Everything besides the component that a drawing depends on.

    ``folded`` pieces have their two sides glued back to back, which makes them thicker. Boards that
    are not ``lettered`` are for figures: they have no titles, and any lettering they need has the
    font size ``letter``, unless that is 0. ``plain`` pieces omit ornaments, which take a laser
    long.
    """

    game: Game
    folded: bool = False
    lettered: bool = True
    plain: bool = False
    letter: Mm = 0.0

    def font(self, name: FontName) -> Font:
        """Return the font for what pnp writes on pieces: ``name``, or the game's choice."""
        return self.game.label_font(name)

    @property
    def livery(self) -> LiveryColors | None:
        """The colours of the game's livery for ornaments; None without one, and if ``plain``."""
        return None if self.plain or not self.game.livery else self.game.livery.colors

    @property
    def words(self) -> PieceWords:
        """The fixed words of pieces in the language of the game."""
        return piece_words(self.game.language)


class Piece(NamedTuple):
    """A physical object and the number of its copies; both scenes have the size of its trim.

    A piece with a ``bleed`` is printed that far past its trim. One that is ``freed_by_trim`` is
    released by straight cuts along its trim; any other has its edge as the first CUT item of its
    front, within the trim, possibly followed by holes. All pieces of a component have one size,
    that of the largest. Every other one may lie upside down, with its trim ``nested`` so far into
    that of the one beside it.

    ``faults`` are those of a piece in a draft: a line for each. ``remarks`` are for the person who
    prints it.
    """

    name: str
    front: Scene
    back: Scene | None = None
    copies: int = 1
    bleed: Mm = 0.0
    freed_by_trim: bool = True
    faults: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    nested: Mm = 0.0

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles to print, including cut and fold lines if crop marks cannot replace them."""
        return (Role.ART,) if self.freed_by_trim else (Role.ART, Role.CUT, Role.SCORE)

    def inked(self, ink_saver: InkSaver) -> "Piece":
        """Return the piece as printed with this ink."""
        back = self.back and ink_saver.face(self.back, self.freed_by_trim)
        return self._replace(front=ink_saver.face(self.front, self.freed_by_trim), back=back)

    @property
    def faces(self) -> tuple[tuple[str, Scene], ...]:
        """Its faces, ``"front"`` and perhaps ``"back"``, each with its scene."""
        front = ("front", self.front)
        return (front,) if self.back is None else (front, ("back", self.back))


class FacePlace(NamedTuple):
    """Where a named face lies on drawn pieces: the side, the place (None is all of it), the turn.

    Drawings there are clipped to the ``outline``, by default that of the place or piece.
    """

    side: Literal["front", "back"] = "front"
    place: Rect | None = None
    turn: float = 0.0
    outline: Path | None = None


def outlines(face: Scene) -> tuple[Path, ...]:
    """Return the lines along which a face is cut out."""
    return tuple(path for s in shapes_in(face.items) if s.role is Role.CUT for path in s.paths)


def edge_of(piece: Piece) -> Path:
    """Return the line along which a piece is cut out: its trim, unless it has another outline."""
    return next(iter(outlines(piece.front)), rectangle(Rect(0, 0, *piece.front.size)))


def cased(shape: Shape) -> tuple[Shape, ...]:
    """Return lines over white ones that are wider, so that they show on dark art.

    White lines stay as they are: they were chosen for their ground.
    """
    style = shape.style
    if style.stroke in (None, WHITE):
        return (shape,)
    wider = style._replace(stroke=WHITE, stroke_width=style.stroke_width + 2 * CASING)
    return shape._replace(style=wider, role=Role.GUIDE), shape


def dark_areas(items: Iterable[Item]) -> Iterator[Rect]:
    """Yield the bounds of what hides a dark line: dark fills, hatches, gradients and pictures."""
    for leaf, place in placed_leaves(items):
        match leaf:
            case Shape(paths, Style(fill=fill), Role.ART) if fill is not None and _is_dark(fill):
                yield place.apply_to(Rect.around_all(map(path_bounds, paths)))
            case Shape((_, _, *_) as paths, Style(None, stroke), Role.ART) if stroke is not None:
                if _is_dark(stroke):
                    yield place.apply_to(Rect.around_all(map(path_bounds, paths)))
            case Image(_, at):
                yield place.apply_to(at)


@cache
def _is_dark(fill: ShapePaint) -> bool:
    if isinstance(fill, Gradient):
        return any(contrast(stop.color, TOOL_INK) < VISIBLE for stop in fill.stops)
    return contrast(fill, TOOL_INK) < VISIBLE


def is_dark_at_edge(face: Scene) -> bool:
    """Return whether anything dark reaches the edge of a face."""
    within = Rect(0, 0, *face.size).inset(2 * CASING)
    return any(not within.contains(area) for area in dark_areas(face.items))


class ShownRoles:
    """Shows the items of some roles; lines for tools that cross dark art have a casing."""

    def __init__(self, *roles: Role) -> None:
        self._filter = RoleFilter(*roles)
        self._has_lines = not TOOLS.isdisjoint(roles)

    def __call__(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items that are shown."""
        shown = self._filter(items)
        dark = list(dark_areas(shown)) if self._has_lines else []
        return changed(shown, partial(_cased_over, dark)) if dark else shown


def _cased_over(dark: Sequence[Rect], leaf: Leaf) -> tuple[Item, ...]:
    if not (isinstance(leaf, Shape) and leaf.role in TOOLS):
        return (leaf,)
    bounds = Rect.around_all(map(path_bounds, leaf.paths)).inset(-CASING)
    return cased(leaf) if any(map(bounds.overlaps, dark)) else (leaf,)


def trimmed(face: Scene, roles: tuple[Role, ...]) -> Scene:
    """Return a face as it looks once it is cut out: without bleed, clipped to its outline.

    Of the printed lines only folds remain, since the outline is the edge.
    """
    items = ShownRoles(*(role for role in roles if role is not Role.CUT))(face.items)
    clip = next(iter(outlines(face)), None)
    return Scene(face.size, (Group(items, clip=clip),))


def cut_out(face: Scene) -> Scene:
    """Return a face as it lies on a table: without bleed, with an edge visible on any ground."""
    edges = outlines(face)
    items = trimmed(face, (Role.ART,)).items
    return Scene(face.size, (*items, Shape(edges, EDGE)) if edges else items)


def with_bleed(face: Scene, bleed: Size) -> Scene:
    """Return the art of a face with a bleed, square corners and no cut line."""
    if max(bleed) > REACH:
        raise ValueError(f"art is drawn {REACH} mm past the trim, not {max(bleed):g}")
    size = Size(face.size.width + 2 * bleed.width, face.size.height + 2 * bleed.height)
    return Scene(size, (Group(face.only(Role.ART).items, Transform.move(*bleed)),))


def draw_face(size: Size, corner: Mm, color: str, art: Iterable[Item]) -> Scene:
    """Draw a rectangular face that pieces may share: a ground, the art, and the edge to cut."""
    trim = Rect(0, 0, *size)
    ground = Shape((rectangle(trim.inset(-REACH)),), Style(fill=color))
    return Scene(size, (Group((ground, *art), is_symbol=True), cut_line(rectangle(trim, corner))))


def hexagon_outline(size: Size, beyond: Mm = 0.0) -> Path:
    """Return a hexagon with a corner at the top, or a line ``beyond`` outside it."""
    return regular_polygon(Rect(0, 0, *size).center, 6, size.height / 2 + beyond * 2 / sqrt(3))


def cut_line(outline: Path, ground: str = WHITE) -> Shape:
    """Return a cut line along an outline, light on a dark ground."""
    dark = ink_on(ground) == WHITE
    return Shape((outline,), LIGHT_LINE if dark else TOOL_LINE, Role.CUT)


def fold_line(fold: Path) -> Shape:
    """Return a dashed line to fold or score along."""
    return Shape((fold,), TOOL_LINE._replace(dash=(2, 1.5)), Role.SCORE)


def draw_hidden(size: Size, name: str, font: Font = "serif-bold") -> Scene:
    """Draw the face of a hidden card for Tabletop Simulator, with only the game's name."""
    ground, ink = "#4a463f", "#f6efdc"
    whole = Rect(0, 0, *size)
    letters = min(0.75 * size.width / text_width(name, font, 1), 0.16 * size.height)
    left = (size.width - text_width(name, font, letters)) / 2
    baseline = whole.center.y + letters * cap_height(font) / 2
    line = Style(stroke=ink, stroke_width=0.012 * min(size))
    items = (
        Shape((rectangle(whole),), Style(fill=ground)),
        Shape((rectangle(whole.inset(0.06 * min(size))),), line),
        Text(Point(left, baseline), name, font, letters, ink),
    )
    return Scene(size, items)


def coarse_pictures(pieces: Iterable[Piece]) -> Iterator[str]:
    """Yield messages on pictures with too few pixels for the size at which they are printed.

    The coarsest come first, so that none hides among those that are only counted.
    """
    found: dict[str, float] = {}
    for piece in pieces:
        for _, face in piece.faces:
            for image in images_in(face.items):
                name = image.picture.file.name
                dpi = image.picture.width / image.place.width * MM_PER_UNIT["in"]
                if dpi < SHARP:
                    found[name] = min(dpi, found.get(name, dpi))
    coarsest = sorted(found.items(), key=lambda one: round(one[1]))
    for name, dpi in coarsest[:MOST_REPORTED]:
        yield Message("coarse_picture", name=name, dpi=f"{dpi:.0f}", sharp=SHARP)
    if len(found) > MOST_REPORTED:
        yield Message("coarse_pictures", n=len(found) - MOST_REPORTED, sharp=SHARP)


class FramedFace(NamedTuple):
    """One side of a piece and its frames, whose names are set in ``font``."""

    piece: Piece
    side: str
    frames: tuple[NamedFrame, ...] = ()
    font: Font = FONT

    @property
    def scene(self) -> Scene:
        """The drawing; an empty one if the piece has no such side."""
        drawn = dict(self.piece.faces)
        return drawn[self.side] if self.side in drawn else Scene(self.piece.front.size, ())


def overlaid_face(face: FramedFace, overlays: Iterable[str]) -> Scene:
    """Return a face under overlays, as it lies on the table or with its bleed."""
    chosen = frozenset(overlays)
    scene = face.scene
    if "bleed" not in chosen:
        shown = cut_out(scene)
        return shown._replace(items=(*shown.items, *overlay_items(face, chosen)))
    size = Size(scene.size.width + 2 * BLEED, scene.size.height + 2 * BLEED)
    whole = Rect(-BLEED, -BLEED, *size)
    items = (*ShownRoles(*face.piece.roles)(scene.items), *overlay_items(face, chosen))
    return Scene(
        size,
        (
            Group(items, Transform.move(BLEED, BLEED), rectangle(Rect(0, 0, *size))),
            *_around(whole.moved(BLEED, BLEED)),
        ),
    )


def _around(whole: Rect) -> Iterator[Item]:
    yield Shape((rectangle(whole.inset(0.05)),), Style(stroke="#c9c4ba", stroke_width=0.1))


def overlay_items(face: FramedFace, overlays: Iterable[str]) -> tuple[Item, ...]:
    """Return the overlays of a face, in its own coordinates."""
    trim = Rect(0, 0, *face.scene.size)
    edges = outlines(face.scene) or (rectangle(trim),)
    items: list[Item] = []
    for overlay in OVERLAYS:
        if overlay not in overlays:
            continue
        match overlay:
            case "trim":
                items += _lines(edges, "trim")
                folds = (s for s in shapes_in(face.scene.items) if s.role is Role.SCORE)
                items += _lines((path for s in folds for path in s.paths), "trim", dash=(1.2, 0.8))
            case "bleed" if face.piece.bleed:
                items += _lines([rectangle(trim.inset(-face.piece.bleed))], "bleed")
            case "safe":
                items += _lines(filter(None, map(_safe, edges)), "safe", dash=(1.6, 0.8))
            case "frames":
                for frame in face.frames:
                    items += _frame(frame, trim, face.font)
    return tuple(items)


def overlaid_sheet(
    page: Scene, faces: Iterable[tuple[FramedFace, Transform]], overlays: Iterable[str]
) -> Scene:
    """Return a page under the overlays of its faces, each moved by its transform.

    A page without faces, such as one of a poster, shows its trim and bleed.
    """
    chosen = frozenset(overlays)
    placed_faces = tuple(faces)
    items: list[Item] = [Group(overlay_items(face, chosen), at) for face, at in placed_faces]
    if not placed_faces:
        areas = {"trim": page.trim, "bleed": page.bleed}
        for name, area in areas.items():
            if name in chosen and area is not None:
                items += _lines([rectangle(area)], name)
    return page._replace(items=(*page.items, *items))


def _lines(paths: Iterable[Path], name: str, dash: tuple[Mm, ...] = ()) -> Iterator[Item]:
    """Draw lines in the colour of an overlay, with a white edge that shows on any art."""
    drawn = tuple(paths)
    if drawn:
        yield Shape(drawn, _WHITE_EDGE, Role.GUIDE)
        yield Shape(drawn, Style(None, COLORS[name], _LINE, dash), Role.GUIDE)


def _safe(edge: Path) -> Path | None:
    """Return an outline inset by the safe distance, or None if nothing is left.

    The inset of a rounded rectangle has square corners.
    """
    around = path_bounds(edge)
    inner = around.inset(SAFE)
    if min(inner.size) <= 0:
        return None
    if round_edge := circle_of(edge):
        return circle(round_edge[0], round_edge[1] - SAFE)
    if any(isinstance(segment, Arc) for segment in edge.segments):
        return rectangle(inner)
    x, y, middle = inner.width / around.width, inner.height / around.height, around.center
    return placed(edge, Transform(x, 0, 0, y, middle.x * (1 - x), middle.y * (1 - y)))


def _frame(frame: NamedFrame, trim: Rect, font: Font) -> Iterator[Item]:
    """Draw a frame, and its name above it or, at the top of the card, in its top left corner."""
    yield from _lines_turned(frame)
    shown = frame.place.intersection(trim)
    name = _name(frame.name, max(shown.width, 10 * _TYPE), font)
    height = _TYPE * 1.5
    above = shown.y - height  # so that it hides nothing in the frame
    top = Point(shown.x, above if above >= 0 else min(max(shown.y, 0.0), trim.bottom - height))
    box = Rect(top.x, top.y, text_width(name, font, _TYPE) + 0.8, height)
    baseline = box.y + (height + _TYPE * cap_height(font)) / 2
    yield Shape((rectangle(box, 0.4),), Style(fill=COLORS["frames"]), Role.GUIDE)
    yield Text(Point(box.x + 0.4, baseline), name, font, _TYPE, "#ffffff", Role.GUIDE)


def _lines_turned(frame: NamedFrame) -> Iterator[Item]:
    outline = rectangle(frame.place)
    if frame.turn:
        outline = placed(outline, Transform.turn(frame.turn, frame.place.center))
    return _lines([outline], "frames", dash=(0.8, 0.5))


def _name(name: str, room: Mm, font: Font) -> str:
    """Return a name on one line, shortened with an ellipsis if it is too long."""
    name = " ".join(name.split())
    try:
        text_width(name, font, 1)
    except FontError:
        name = name.encode("ascii", "replace").decode()
    if text_width(name, font, _TYPE) <= room:
        return name
    fitting = (name[:end] for end in range(len(name), 0, -1))
    return f"{next(cut for cut in fitting if text_width(f'{cut}…', font, _TYPE) <= room)}…"
