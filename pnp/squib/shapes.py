"""Shapes of Squib as frames, or as drawings where frames cannot show them."""

from collections.abc import Sequence

from pnp.base.geometry import Point, Rect
from pnp.base.units import SHORTEST, format_mm
from pnp.squib import drawings
from pnp.squib.card import FrameKeys, Options, Project, SquibCard, Turn
from pnp.squib.drawings import SquibPen, is_gradient
from pnp.squib.ruby import UntakenError
from pnp.squib.values import pixels, radians

OUTLINES = ("rect", "circle", "ellipse", "triangle", "line", "curve", "star", "polygon", "grid")
PAINTS = ("fill_color", "stroke_color")
_FRAMES = {"rect": "rectangle", "circle": "ellipse", "ellipse": "ellipse"}
_CORNERS = (100.0, 100.0), (150.0, 150.0), (100.0, 150.0)
_ARC = "arc_start", "arc_end"
_NEAR = 0.05  # of a degree
_MOST_CORNERS = 1000


class ShapeReader:
    """Reads the shapes of one deck."""

    def __init__(self, card: SquibCard, project: Project) -> None:
        self._card = card
        self._project = project

    def frame(self, kind: str, options: Options) -> FrameKeys | None:
        """Return the frame of a shape; None if nothing of it can be seen."""
        if has_frame(kind, options):
            return self._line(options) if kind == "line" else self._shape(kind, options)
        pen = self._pen(options)
        if kind in ("line", "grid"):
            pen = pen._replace(fill="#0000")
        if not any(pen.shows):
            return None
        turn = _turn(kind, options)
        outline = self._outline(kind, options)
        content = drawings.drawing(outline, pen, self._card.whole.size, turn)
        return self._picture(kind, content)

    def covered(self, paint: str) -> FrameKeys:
        """Return the frame of a gradient that covers the card."""
        return self._picture("background", drawings.covered(paint, self._card.whole.size))

    def _picture(self, kind: str, content: str) -> FrameKeys:
        file = self._project.drawing(kind, content)
        return {"kind": "image", "file": file, **self._card.place(self._card.whole)}

    def _shape(self, kind: str, options: Options) -> FrameKeys | None:
        made: FrameKeys = {"kind": "shape", "shape": _FRAMES[kind]}
        box, turn = _box(kind, options), _turn(kind, options)
        fill, stroke = options.paint("fill_color", "#0000"), options.paint("stroke_color", "black")
        width = options.length("stroke_width", 2.0)
        stroke = stroke if width > 0 else None
        # A line along the edge would lie in the bleed of a card that Squib does not cut.
        covers = kind == "rect" and box.contains(self._card.whole) and not turn.angle
        if not (covers and (self._card.margin > 0 or stroke is None)):
            made |= self._card.place(box, turn)
        if fill:
            made["fill"] = fill
        if stroke:
            made |= {"stroke": stroke, "width": self._card.line(width)}
        radius = min(_radii(options)[0], box.width / 2, box.height / 2) if kind == "rect" else 0.0
        if self._card.mm(radius) >= SHORTEST and "at" in made:
            made["corner"] = f"{format_mm(self._card.mm(radius))}mm"
        return made if fill or stroke else None

    def _line(self, options: Options) -> FrameKeys | None:
        stroke = options.paint("stroke_color", "black")
        width = options.length("stroke_width", 2.0)
        if width <= 0 or stroke is None:
            return None
        box, half = Rect.around(_points(options, 2)), width / 2
        if box.width and box.height:
            made = {"kind": "shape", "shape": "line", **self._card.place(box)}
            (x1, y1), (x2, y2) = _points(options, 2)
            if (x2 > x1) != (y2 > y1):
                made["mirror"] = "across"
            return made | {"stroke": stroke, "width": self._card.line(width)}
        across, down = half * (not box.width), half * (not box.height)
        band = Rect(box.x - across, box.y - down, box.width + 2 * across, box.height + 2 * down)
        return {"kind": "shape", "shape": "rectangle", **self._card.place(band), "fill": stroke}

    def _pen(self, options: Options) -> SquibPen:
        fill, stroke = (
            options.literal(key, usual) for key, usual in zip(PAINTS, SquibPen()[:2], strict=True)
        )
        dash = tuple(
            pixels(one, self._card.scale) for one in f"{options.literal('dash', '')}".split()
        )
        first = options.word("stroke_strategy", "fill_first") == "stroke_first"
        line = options.word("cap", "butt"), options.word("join", "miter")
        return SquibPen(
            f"{fill}", f"{stroke}", options.length("stroke_width", 2.0), dash, *line, first
        )

    def _outline(self, kind: str, options: Options) -> str:
        """Return the outline of a shape, as path data in pixels."""
        x, y = options.length("x", 0.0), options.length("y", 0.0)
        match kind:
            case "rect":
                return drawings.rounded(options.box(), *_radii(options))
            case "ellipse":
                return drawings.ellipse(options.box())
            case "circle":
                start, end = (radians(options.literal(key, 0.0)) for key in _ARC)
                back = options.word("arc_direction", "clockwise") != "clockwise"
                radius = options.length("radius", 100.0)
                closed = options.literal("arc_close", False) is True
                path = drawings.arc(Point(x, y), radius, start, end, back=back)
                return f"{path}Z" if closed else path
            case "grid":
                return drawings.grid(options.box(), self._card.whole)
            case "line":
                return drawings.polygon(_points(options, 2)).removesuffix("Z")
            case "triangle":
                return drawings.polygon(_points(options, 3))
            case "curve":
                controls = _points(options, 2, "c", ((0.0, 0.0), (0.0, 0.0)))
                return drawings.curve(_points(options, 2), controls)
        count = int(options.length("n", 5.0))
        if not 2 <= count <= _MOST_CORNERS:
            raise UntakenError(f"a {kind} with {count} corners", "draw it as an SVG picture")
        if kind == "polygon":
            radii = 2 * (options.length("radius", 100.0),)
        else:
            radii = options.length("inner_radius", 50.0), options.length("outer_radius", 100.0)
        return drawings.polygon(drawings.star(Point(x, y), count, *radii))


def has_frame(kind: str, options: Options) -> bool:
    """Return whether a shape can be a frame, so that its colours may come from columns."""
    turn = _turn(kind, options)
    plain = {
        "dash": ("",),
        "stroke_strategy": ("fill_first",),
        "join": ("miter",),
        "cap": ("butt",),
    }
    if kind not in (*_FRAMES, "line") or any(map(is_gradient, map(options.get, PAINTS))):
        return False
    if any(options.word(key, usual[0]) not in usual for key, usual in plain.items()):
        return False
    if abs(turn.degrees - round(turn.degrees)) > _NEAR:
        return False
    return (
        not any(options.get(key) is not None for key in ("arc_start", "arc_end"))
        and len(set(_radii(options))) == 1
    )


def _turn(kind: str, options: Options) -> Turn:
    return options.turn() if kind in ("rect", "ellipse", "star", "polygon") else Turn()


def _box(kind: str, options: Options) -> Rect:
    if kind != "circle":
        return options.box()
    middle = Point(options.length("x", 0.0), options.length("y", 0.0))
    radius = options.length("radius", 100.0)
    return Rect.about(middle, 2 * radius, 2 * radius)


def _radii(options: Options) -> tuple[float, float]:
    """Return the radii of round corners, across and down."""
    radius = options.literal("radius", None)
    if radius is not None:
        return options.length("radius", 0.0), options.length("radius", 0.0)
    return options.length("x_radius", 0.0), options.length("y_radius", 0.0)


def _points(
    options: Options, count: int, prefix: str = "", usual: Sequence[tuple[float, float]] = _CORNERS
) -> list[Point]:
    """Return the points x1, y1 and so on."""
    return [
        Point(options.length(f"{prefix}x{n}", x), options.length(f"{prefix}y{n}", y))
        for n, (x, y) in enumerate(usual[:count], start=1)
    ]
