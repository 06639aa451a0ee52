"""A piece: the drawing of one physical object, which sheets lay out."""

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Literal, NamedTuple

from pnp.base.color import WHITE, ink_on
from pnp.base.fonts import Font, FontName, cap_height, text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import Path, rectangle, regular_polygon
from pnp.base.units import MM_PER_UNIT, Mm
from pnp.base.words import PieceWords, piece_words
from pnp.game.game import Game
from pnp.scene import Group, Item, Role, Scene, Shape, Style, Text, images_in, shapes_in
from pnp.scene.ink import InkSaver

BLEED: Mm = 3.0  # of our own sheets: pass it to Piece(bleed=...)
HAIRLINE: Mm = 0.2
EDGE = Style(stroke="#6f6a60", stroke_width=HAIRLINE)
TOOL_LINE = Style(stroke="#777777", stroke_width=HAIRLINE)
LIGHT_LINE = Style(stroke=WHITE, stroke_width=HAIRLINE)
# How far to draw the ground of kinds that print shops print: American ones require a bleed of
# 1/8 inch. Other kinds may stop at BLEED.
REACH: Mm = 3.2
SHARP = 200  # pixels per inch: fewer are visible at arm's length
MOST_REPORTED = 5  # coarse pictures; the rest is counted


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
    def words(self) -> PieceWords:
        """The fixed words of pieces in the language of the game."""
        return piece_words(self.game.language)


class Piece(NamedTuple):
    """A physical object and the number of its copies; both scenes have the size of its trim.

    A piece with a ``bleed`` is printed that far past its trim. One that is ``freed_by_trim`` is
    released by straight cuts along its trim; any other has its edge as the first CUT item of its
    front, which touches the trim on every side, possibly followed by holes. All pieces of a
    component have one size.

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


def trimmed(face: Scene, roles: tuple[Role, ...]) -> Scene:
    """Return a face as it looks once it is cut out: without bleed, clipped to its outline.

    Of the printed lines only folds remain, since the outline is the edge.
    """
    items = face.only(*(role for role in roles if role is not Role.CUT)).items
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
        yield (
            f"{name} has {dpi:.0f} pixels per inch at its printed size; {SHARP} or more look sharp"
        )
    if len(found) > MOST_REPORTED:
        yield f"and {len(found) - MOST_REPORTED} more pictures have fewer than {SHARP}"
