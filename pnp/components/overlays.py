"""Overlays on faces: where a piece is cut, its bleed, its safe area, and its frames."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, get_args

from pnp.base.errors import FontError
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Arc, Path, circle, circle_of, path_bounds, placed, rectangle
from pnp.base.units import Mm
from pnp.components.piece import BLEED, Piece, cut_out, outlines
from pnp.game.component import NamedFrame
from pnp.scene import Group, Item, Role, Scene, Shape, Style, Text, shapes_in

Overlay = Literal["trim", "bleed", "safe", "frames"]
OVERLAYS: tuple[Overlay, ...] = get_args(Overlay)
SAFE: Mm = 3.175  # 1/8 inch: what print shops require, and the error of a guillotine
COLORS = {"trim": "#e5007e", "bleed": "#0079c2", "safe": "#12853c", "frames": "#7a3fc4"}
FONT: FontName = "sans-bold"
_LINE: Mm = 0.25
_TYPE: Mm = 1.9  # font size of the names of frames
_WHITE_EDGE = Style(stroke="#ffffff", stroke_width=2 * _LINE)


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
    items = (*scene.only(*face.piece.roles).items, *overlay_items(face, chosen))
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
