"""Shapes of Squib as frames, or as drawings where frames cannot show them."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from math import degrees, dist, pi

from pnp.base.errors import PictureError
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.units import LONGEST, SHORTEST, format_mm
from pnp.components.faces.shapes import MOST_DASHES, MOST_POINTS, MOST_SIDES
from pnp.images.svg.reader import read_svg
from pnp.scene import items_bounds
from pnp.squib import drawings
from pnp.squib.card import FrameKeys, Options, Project, SquibCard, Turn
from pnp.squib.drawings import SquibPen, is_gradient
from pnp.squib.ruby import UntakenError
from pnp.squib.values import radians

OUTLINES = ("rect", "circle", "ellipse", "triangle", "line", "curve", "star", "polygon", "grid")
PAINTS = ("fill_color", "stroke_color")
_FRAMES = {"rect": "rectangle", "circle": "ellipse", "ellipse": "ellipse"}
_CORNERS = (100.0, 100.0), (150.0, 150.0), (100.0, 150.0)
_ARC = "arc_start", "arc_end"
_ENDS = {"cap": ("butt", "round", "square"), "join": ("miter", "round", "bevel")}
_NEAR = 0.05  # of a degree, or of a percent
_APART = 0.02  # mm, between points that stay two in hundredths
_MOST_CORNERS = 1000


class ShapeReader:
    """Reads the shapes of one deck."""

    def __init__(self, card: SquibCard, project: Project) -> None:
        self._card = card
        self._project = project

    def frame(self, kind: str, options: Options) -> FrameKeys | None:
        """Return the frame of a shape; None if nothing of it can be seen."""
        if has_frame(kind, options):
            return self._shape(kind, options)
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
        with suppress(PictureError):  # of a drawing that is pixels in pnp
            drawn = read_svg(content.encode())
            self._card.check_seen(items_bounds(drawn.items) or Rect(0, 0, 0, 0))
        file = self._project.drawing(kind, content)
        return {"kind": "image", "file": file, **self._card.place(self._card.whole)}

    def _shape(self, kind: str, options: Options) -> FrameKeys | None:
        fill, stroke = options.paint("fill_color", "#0000"), options.paint("stroke_color", "black")
        width = options.length("stroke_width", 2.0)
        fill, stroke = None if kind == "line" else fill, stroke if width > 0 else None
        if not (fill or stroke):
            return None
        if _regular(kind, options) is None and (points := _through(kind, options)) is not None:
            made = self._pointed(kind, points, width)
        else:
            made = self._named(kind, options, is_filled=stroke is None)
        if fill:
            made["fill"] = fill
        if stroke:
            made |= {"stroke": stroke, "width": self._card.line(width)}
            made |= {"dash": dash} if (dash := self._dash(options)) else {}
            words = {key: options.word(key, usual[0]) for key, usual in _ENDS.items()}
            made |= {key: word for key, word in words.items() if word != _ENDS[key][0]}
        return {"kind": "shape", **made}

    def _named(self, kind: str, options: Options, *, is_filled: bool) -> FrameKeys:
        """Return the keys of a shape that has a name."""
        box, turn = _box(kind, options), _turn(kind, options)
        if (regular := _regular(kind, options)) is not None:  # with a corner at the top
            return regular | self._card.place(box, turn._replace(angle=turn.angle + pi / 2))
        if kind == "circle" and (arc := _arc_keys(options)):
            return arc | self._card.place(box)
        made: FrameKeys = {"shape": _FRAMES[kind]}
        # A line along the edge would lie in the bleed of a card that Squib does not cut.
        covers = kind == "rect" and box.contains(self._card.whole) and not turn.angle
        if not (covers and (self._card.margin > 0 or is_filled)):
            made |= self._card.place(box, turn)
        radius = min(_radii(options)[0], box.width / 2, box.height / 2) if kind == "rect" else 0.0
        if self._card.mm(radius) >= SHORTEST and "at" in made:
            made["corner"] = f"{format_mm(self._card.mm(radius))}mm"
        return made

    def _pointed(self, kind: str, points: Sequence[Point], width: float) -> FrameKeys:
        """Return the keys of a shape through points; a curve has its controls among them."""
        box = Rect.around(points).inset(-max(width, 2.0) / 2)
        written = [
            "x".join(format_mm(self._card.mm(side)) for side in (x - box.x, y - box.y)) + "mm"
            for x, y in points
        ]
        place = self._card.place(box)
        if kind == "curve":
            return {"shape": kind, "points": written[::3], "controls": written[1:3], **place}
        return {"shape": "line" if kind == "line" else "polygon", "points": written, **place}

    def _dash(self, options: Options) -> list[str]:
        return [f"{format_mm(options.mm(one))}mm" for one in _dash(options)]

    def _pen(self, options: Options) -> SquibPen:
        fill, stroke = (
            options.literal(key, usual) for key, usual in zip(PAINTS, SquibPen()[:2], strict=True)
        )
        first = options.word("stroke_strategy", "fill_first") == "stroke_first"
        line = options.word("cap", "butt"), options.word("join", "miter")
        width = options.length("stroke_width", 2.0)
        return SquibPen(f"{fill}", f"{stroke}", width, _dash(options), *line, first)

    def _outline(self, kind: str, options: Options) -> str:
        """Return the outline of a shape, as path data in pixels."""
        x, y = options.length("x", 0.0), options.length("y", 0.0)
        match kind:
            case "rect":
                return drawings.rounded(options.box(), *_radii(options))
            case "ellipse":
                return drawings.ellipse(options.box())
            case "circle":
                start, end, back = _arc(options)
                radius = options.length("radius", 100.0)
                path = drawings.arc(Point(x, y), radius, start, end, back=back)
                return f"{path}Z" if _is_closed(options) else path
            case "grid":
                return drawings.grid(options.box(), self._card.whole)
            case "line":
                return drawings.polygon(_points(options, 2)).removesuffix("Z")
            case "triangle":
                return drawings.polygon(_points(options, 3))
            case "curve":
                return drawings.curve(_points(options, 2), _controls(options))
        return drawings.polygon(drawings.star(Point(x, y), *_star(kind, options)))


def has_frame(kind: str, options: Options) -> bool:
    """Return whether a shape can be a frame, so that its colours may come from columns."""
    if kind == "grid" or any(map(is_gradient, map(options.get, PAINTS))):
        return False
    words = [options.word(key, usual[0]) in usual for key, usual in _ENDS.items()]
    if options.word("stroke_strategy", "fill_first") != "fill_first" or not all(words):
        return False
    dash = [options.mm(one) for one in _dash(options)]
    if len(dash) > MOST_DASHES or not all(SHORTEST <= one <= LONGEST for one in dash):
        return False
    if _regular(kind, options) is not None:
        return True
    if (points := _through(kind, options)) is not None:
        ends = points[::3] if kind == "curve" else points
        apart = all(options.mm(dist(*pair)) >= _APART for pair in pairwise(ends))
        least = 3 if kind in ("star", "polygon") else 2
        return apart and least <= len(points) <= MOST_POINTS
    if kind == "circle" and _arc_keys(options) is None:
        return False
    return _is_whole(_turn(kind, options).degrees) and len(set(_radii(options))) == 1


def _is_whole(number: float) -> bool:
    return abs(number - round(number)) <= _NEAR


def _star(kind: str, options: Options) -> tuple[int, float, float]:
    """Return how many corners a polygon or a star has, and its inner and outer radius."""
    count = int(options.length("n", 5.0))
    if not 2 <= count <= _MOST_CORNERS:
        raise UntakenError(f"a {kind} with {count} corners", "draw it as an SVG picture")
    if kind == "polygon":
        radius = options.length("radius", 100.0)
        return count, radius, radius
    return count, options.length("inner_radius", 50.0), options.length("outer_radius", 100.0)


def _regular(kind: str, options: Options) -> FrameKeys | None:
    """Return a polygon or a star by its name and numbers, if those that need be are whole."""
    if kind not in ("polygon", "star"):
        return None
    count, inner, outer = _star(kind, options)
    if not (3 <= count <= MOST_SIDES and options.is_on_card(_box(kind, options))):
        return None
    if outer <= 0 or not _is_whole(options.turn().degrees):
        return None
    made: FrameKeys = {"shape": kind, "sides": count}
    if kind == "polygon":
        return made
    percent = 100 * inner / outer
    if not (1 <= percent <= 99 and _is_whole(percent)):
        return None
    return made | {"inner": round(percent)}


def _through(kind: str, options: Options) -> list[Point] | None:
    """Return the points that a shape goes through, those of a curve with its controls."""
    match kind:
        case "line" | "triangle":
            return _points(options, 2 if kind == "line" else 3)
        case "curve":
            start, end = _points(options, 2)
            return [start, *_controls(options), end]
        case "polygon" | "star":
            turn = options.turn()
            middle = Point(turn.x, turn.y)
            around = Transform.turn(turn.degrees, middle)
            return [around.apply(one) for one in drawings.star(middle, *_star(kind, options))]
    return None


def _arc(options: Options) -> tuple[float, float, bool]:
    """Return the angles of a circle's ends, clockwise from the right, and whether it goes back."""
    start, end = (radians(options.literal(key, 0.0)) for key in _ARC)
    return start, end, options.word("arc_direction", "clockwise") != "clockwise"


def _is_closed(options: Options) -> bool:
    return options.literal("arc_close", False) is True


def _arc_keys(options: Options) -> FrameKeys | None:
    """Return the keys of a part of a circle, none of a whole one; None if it has no such keys."""
    start, end, back = _arc(options)
    if start == end:
        return {}
    first, last = (degrees(one) + 90 for one in ((end, start) if back else (start, end)))
    angles = round(first) % 360, round(last) % 360
    if not (_is_whole(first) and _is_whole(last) and options.is_on_card(_box("circle", options))):
        return None
    if angles[0] == angles[1]:
        return None
    made: FrameKeys = {"shape": "arc", "from": angles[0], "to": angles[1]}
    return made | ({"closed": True} if _is_closed(options) else {})


def _dash(options: Options) -> tuple[float, ...]:
    """Return the lengths of dashes and gaps in pixels."""
    return tuple(map(options.pixels, f"{options.literal('dash', '')}".split()))


def _turn(kind: str, options: Options) -> Turn:
    return options.turn() if kind in ("rect", "ellipse", "star", "polygon") else Turn()


def _box(kind: str, options: Options) -> Rect:
    if kind not in ("circle", "polygon", "star"):
        return options.box()
    middle = Point(options.length("x", 0.0), options.length("y", 0.0))
    radius = options.length("radius", 100.0) if kind == "circle" else _star(kind, options)[2]
    return Rect.about(middle, 2 * radius, 2 * radius)


def _radii(options: Options) -> tuple[float, float]:
    """Return the radii of round corners, across and down."""
    radius = options.literal("radius", None)
    if radius is not None:
        return options.length("radius", 0.0), options.length("radius", 0.0)
    return options.length("x_radius", 0.0), options.length("y_radius", 0.0)


def _controls(options: Options) -> list[Point]:
    """Return the control points of a curve."""
    return _points(options, 2, "c", ((0.0, 0.0), (0.0, 0.0)))


def _points(
    options: Options, count: int, prefix: str = "", usual: Sequence[tuple[float, float]] = _CORNERS
) -> list[Point]:
    """Return the points x1, y1 and so on."""
    return [
        Point(options.length(f"{prefix}x{n}", x), options.length(f"{prefix}y{n}", y))
        for n, (x, y) in enumerate(usual[:count], start=1)
    ]
