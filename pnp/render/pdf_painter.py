"""Items of a scene as the content of PDF pages: operators, in millimetres, y down."""

from functools import lru_cache
from typing import Protocol, assert_never

from pnp.base.color import channels
from pnp.base.fonts import FontName
from pnp.base.geometry import IDENTITY, Rect, Transform
from pnp.base.path import Arc, Curve, Line, Path, arc_as_curves
from pnp.base.picture import UPRIGHT, PictureFile
from pnp.base.units import format_mm
from pnp.scene import Group, IdentityCache, Image, Item, Pen, Shape, Text, Tint, items_bounds


class Resources(Protocol):
    """What a document stores once for all its pages."""

    def add_form(self, name: str, content: str, bounds: Rect) -> None:
        """Store a drawing under ``name``; ``bounds`` is the area that it paints."""

    def add_picture(self, name: str, picture: PictureFile, tint: Tint) -> None:
        """Store a picture under ``name``."""

    def show(self, text: str, font: FontName, size: float) -> str:
        """Return the operators that select a font and show ``text``."""


class Painter:
    """Turns items into content, and repeated drawings into forms."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._names: IdentityCache[tuple[Item, ...], str] = IdentityCache()
        self._by_value: dict[tuple[Item, ...], str] = {}
        self._pictures: dict[tuple[str, Tint], str] = {}

    def paint(self, items: tuple[Item, ...]) -> str:
        """Return the content that draws ``items``."""
        return "\n".join([self._item(item) for item in items])

    def _item(self, item: Item) -> str:
        match item:
            case Shape():
                return _shape(item)
            case Text(at, string, font, size, fill):
                place = f"1 0 0 -1 {format_mm(at.x)} {format_mm(at.y)} Tm"
                shown = self._resources.show(string, font, size)
                return f"BT {_paint(fill, stroke=False)} {place} {shown} ET"
            case Image():
                return self._image(item)
            case Group():
                return self._group(item)
            case _:
                assert_never(item)

    def _image(self, image: Image) -> str:
        """Draw a picture; in PDF it spans 0 to 1 each way, y up, its first row on top."""
        picture, place = image.picture, image.place
        key = picture.sha256, image.tint
        if key not in self._pictures:
            self._pictures[key] = f"I{len(self._pictures) + 1}"
            self._resources.add_picture(self._pictures[key], picture, image.tint)
        turn = UPRIGHT[1 if image.tint is not Tint.FULL else picture.orientation]
        fill = Transform(place.width, 0, 0, place.height, place.x, place.y)
        matrix = Transform(1, 0, 0, -1, 0, 1).then(turn).then(fill)
        lengths = " ".join(format_mm(value) for value in matrix)
        return f"q {lengths} cm /{self._pictures[key]} Do Q"

    def _group(self, group: Group) -> str:
        rule = "W*" if group.even_odd else "W"
        clip = f"{_edge(group.clip)} {rule} n " if group.clip else ""
        move = "" if group.transform is IDENTITY else f"{matrix(group.transform)} cm "
        inside = self._form(group.items) if group.repeats else self.paint(group.items)
        return f"q {clip}{move}{inside} Q" if clip or move else inside

    def _form(self, items: tuple[Item, ...]) -> str:
        return f"/{self._names.get(items, self._stored)} Do"

    def _stored(self, items: tuple[Item, ...]) -> str:
        """Return the name of a drawing that is stored once, under which equal ones are found."""
        name = self._by_value.get(items)
        if name is None:
            content = self.paint(items)  # first: a repeated drawing within takes a name too
            name = f"P{len(self._by_value) + 1}"
            self._resources.add_form(name, content, items_bounds(items) or Rect(0, 0, 0, 0))
            self._by_value[items] = name
        return name


CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}


def _shape(shape: Shape) -> str:
    style = shape.style
    parts = []
    if style.fill:
        parts.append(_paint(style.fill, stroke=False))
    if style.stroke:
        dash = " ".join(map(format_mm, style.dash))
        parts.append(_paint(style.stroke, stroke=True))
        parts.append(f"{format_mm(style.stroke_width)} w [{dash}] 0 d")
    parts += [_path(path) for path in shape.paths]
    painted = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
    rule = "*" if shape.even_odd and style.fill else ""
    parts.append(painted[bool(style.fill), bool(style.stroke)] + rule)
    drawn = " ".join(parts)
    return f"q {_pen(style.pen)} {drawn} Q" if style.stroke and style.pen else drawn


def _pen(pen: Pen) -> str:
    return f"{CAPS[pen.cap]} J {JOINS[pen.join]} j {format_mm(pen.miter)} M"


def _path(path: Path) -> str:
    here = path.start
    parts = [f"{format_mm(here.x)} {format_mm(here.y)} m"]
    for segment in path.segments:
        match segment:
            case Line(to):
                parts.append(f"{format_mm(to.x)} {format_mm(to.y)} l")
            case Curve():
                parts.append(_curve(segment))
            case Arc():
                parts += map(_curve, arc_as_curves(here, segment))
            case _:
                assert_never(segment)
        here = segment.to
    if path.closed:
        parts.append("h")
    return " ".join(parts)


_edge = lru_cache(maxsize=256)(_path)  # slots have the same clips on page after page


def _curve(curve: Curve) -> str:
    points = (curve.control1, curve.control2, curve.to)
    return " ".join(f"{format_mm(p.x)} {format_mm(p.y)}" for p in points) + " c"


@lru_cache(maxsize=256)
def _paint(color: str, stroke: bool) -> str:
    """Return the operators that choose a colour, shorter ones for a grey."""
    values = channels(color)
    if len(set(values)) == 1:
        return f"{_part(values[0])} {'G' if stroke else 'g'}"
    return f"{' '.join(map(_part, values))} {'RG' if stroke else 'rg'}"


def matrix(t: Transform) -> str:
    """Return the numbers of a matrix; factors need more decimals than lengths."""
    return f"{_factors(t.a, t.b, t.c, t.d)} {format_mm(t.e)} {format_mm(t.f)}"


@lru_cache(maxsize=256)
def _factors(*values: float) -> str:
    return " ".join(map(_part, values))


def _part(value: float) -> str:
    return f"{value + 0.0:.6f}".rstrip("0").rstrip(".")
