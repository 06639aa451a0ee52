"""Computes the style of elements: attributes, then CSS rules, then style attributes."""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from xml.etree.ElementTree import Element

from tinycss2 import parse_component_value_list, parse_one_component_value
from tinycss2.ast import Node
from tinycss2.color4 import Color, parse_color

from pnp.base.color import BLACK
from pnp.base.errors import PictureError
from pnp.base.units import quoted
from pnp.images.svg.rules import (
    Declared,
    StyleSheet,
    read_declarations,
    require_own,
    too_many_styles,
    written,
)
from pnp.images.svg.tree import LONGEST, NotShapesError
from pnp.images.svg.values import Basis, length, share

MOST_CHARACTERS = 500_000  # of CSS, equal style attributes counted once
MOST_STYLES = 2_000_000  # matches of an element against a rule, and values set
MOST_NESTED = 20  # variables in one another
INHERITED = {
    "clip-rule": "nonzero",
    "color": "#000000",
    "fill": "#000000",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "font-size": "16px",
    "image-rendering": "auto",
    "marker": "none",
    "marker-end": "none",
    "marker-mid": "none",
    "marker-start": "none",
    "paint-order": "normal",
    "stroke": "none",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "visibility": "visible",
}
OWN = {
    "backdrop-filter": "none",
    "background": "none",
    "background-color": "transparent",
    "clip": "auto",
    "clip-path": "none",
    "display": "inline",
    "filter": "none",
    "mask": "none",
    "mask-image": "none",
    "mix-blend-mode": "normal",
    "opacity": "1",
    "overflow": "visible",
    "stop-color": "#000000",
    "stop-opacity": "1",
    "transform": "none",
    "transform-box": "view-box",
    "transform-origin": "0 0",
    "vector-effect": "none",
}
CLIPPED = {"svg", "symbol", "image", "marker", "pattern"}  # whose overflow is hidden by default
# Properties that a style may set for an element and that are read from its attributes.
_PLACED, _ROUND, _ROUNDED = (
    ("svg", "rect", "image", "use"),
    ("circle", "ellipse"),
    ("ellipse", "rect"),
)
GEOMETRY_OF = {
    **dict.fromkeys(("x", "y", "width", "height"), _PLACED),
    **dict.fromkeys(("cx", "cy"), _ROUND),
    **dict.fromkeys(("rx", "ry"), _ROUNDED),
    "r": ("circle",),
    "d": ("path",),
}
GEOMETRY = GEOMETRY_OF.keys()
_PATH = re.compile(r"path\(\s*(['\"])(.*)\1\s*\)", re.DOTALL)

ComputedStyle = Mapping[str, str]  # the value of every property
INITIAL: ComputedStyle = {**INHERITED, **OWN}


class Styles:
    """The styles of a file; each element is matched against the rules only once."""

    def __init__(self, root: Element) -> None:
        self._work = 0
        self._characters = 0
        self._count(sum(len(node.text or "") for node in root.iter("style")))
        sheet = StyleSheet(root, self._spend)
        self.remarks = sheet.remarks
        self._attributes: dict[str, list[Declared]] = {}
        self._parents = {child: node for node in root.iter() for child in node}
        self._natural: dict[tuple[Element, str], ComputedStyle] = {}
        # Of style sheets and style attributes, and of these with the other attributes.
        self.styled: dict[Element, dict[str, str]] = {}
        self._declared: dict[Element, dict[str, str]] = {}
        for node in root.iter():
            if " " not in node.tag:
                self._declare(node, sheet)
        for node in self.styled:
            self._take_geometry(node)

    def natural(self, node: Element, current: str) -> ComputedStyle:
        """Return the style of an element where it stands in a file around which is a colour."""
        known = self._natural.get((node, current))
        if known is None:
            parent = self._parents.get(node)
            outside: ComputedStyle = {**INITIAL, "color": current}
            around = outside if parent is None else self.natural(parent, current)
            known = self.look_of(node, around)
            self._natural[node, current] = known
        return known

    def look_of(self, node: Element, around: ComputedStyle) -> ComputedStyle:
        """Return the computed style of an element whose parent has the style ``around``."""
        look = {**around, **OWN}
        if node.tag in CLIPPED:
            look["overflow"] = "hidden"
        declared = self._declared.get(node, {})
        variables = {name: value for name, value in declared.items() if name.startswith("--")}
        if variables:
            look |= variables
            look |= {name: filled(value, look) for name, value in variables.items()}
        for name, value in declared.items():
            if name in variables:
                continue
            if (said := filled(value, look)) is not value:
                self._spend(1 + len(said) // 10)
            value = said
            if value.lower() in ("", "inherit", "unset", "initial", "revert"):
                inherits = value.lower() != "initial" and (
                    value.lower() == "inherit" or name not in OWN
                )
                look[name] = around[name] if inherits else INITIAL[name]
            else:
                look[name] = value
        if look["color"].lower() == "currentcolor":
            look["color"] = around["color"]
        if look["font-size"] is not around["font-size"]:
            look["font-size"] = _font_size(look["font-size"], around["font-size"])
        return look

    def _count(self, characters: int) -> None:
        self._characters += characters
        if self._characters > MOST_CHARACTERS:
            raise too_many_styles()

    def _spend(self, steps: int) -> None:
        self._work += steps
        if self._work > MOST_STYLES:
            raise too_many_styles()

    def _declare(self, node: Element, sheet: StyleSheet) -> None:
        """Note the properties of an element according to the cascade."""
        declared = [*sheet.declared(node), *self._attribute(node.get("style", ""))]
        self._spend(len(declared))
        styled = {one.name: one.value for one in sorted(declared, key=lambda one: one.important)}
        said = {name: node.attrib[name].strip() for name in INITIAL if name in node.attrib}
        for name, value in said.items():
            require_own(name, value)
        self.styled[node] = styled
        known = {n: v for n, v in styled.items() if n in INITIAL or n.startswith("--")}
        self._declared[node] = {name: value for name, value in said.items() if value} | known

    def _attribute(self, style: str) -> list[Declared]:
        if style not in self._attributes:
            self._count(len(style))
            tokens = parse_component_value_list(style, skip_comments=True)
            self._attributes[style] = read_declarations(tokens)
        return self._attributes[style]

    def _take_geometry(self, node: Element) -> None:
        """Write what a style says of an element's place and size into its attributes."""
        for name in sorted(GEOMETRY & self.styled[node].keys()):
            value = filled(self.styled[node][name], self.natural(node, BLACK))
            if node.tag not in GEOMETRY_OF[name]:
                continue
            if name == "d":
                path = _PATH.fullmatch(value)
                value = path[2] if path else "" if value == "none" else value
            node.set(name, value)


def filled(value: str, look: ComputedStyle, nested: int = 0) -> str:
    """Return a value with its variables filled in, and its colours for a light ground.

    A value with a variable that has none is "".
    """
    low = value.lower()
    if "var(" not in low and "light-dark(" not in low:
        return value
    tokens: list[Node] = []
    for token in parse_component_value_list(value, skip_comments=True):
        if token.type != "function" or nested > MOST_NESTED:
            tokens.append(token)
            continue
        name, (first, *others) = token.lower_name, _arguments(token)
        if name == "light-dark":
            said = filled(first, look, nested + 1)
        elif name == "var":
            said = look.get(first) or ",".join(others)
            said = filled(said, look, nested + 1)
            if not said:
                return ""
        else:
            inside = ",".join(filled(one, look, nested + 1) for one in (first, *others))
            said = f"{token.name}({inside})"
        tokens += parse_component_value_list(said)
        if len(tokens) > LONGEST:
            raise too_many_styles()
    text = written(tokens)
    if len(text) > LONGEST:
        raise too_many_styles()
    return text


def _arguments(token: Node) -> list[str]:
    """Return the arguments of a function of CSS, one at least."""
    parts: list[list[Node]] = [[]]
    for one in token.arguments:
        if one == ",":
            parts.append([])
        else:
            parts[-1].append(one)
    return [written(part) for part in parts]


_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0}
_SIZES |= {"x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0}  # CSS Fonts Level 4, 2.5


def _font_size(text: str, around: str) -> str:
    """Return a font size in pixels; it counts only for lengths in parts of it."""
    base = float(around.removesuffix("px"))
    scaled = {"smaller": base / 1.2, "larger": base * 1.2} | _SIZES
    with suppress(PictureError):
        size = scaled.get(text.lower())
        return (
            f"{length(text, 'font-size', Basis(base, base, base), 'x') if size is None else size}px"
        )
    return around


def is_shown(look: ComputedStyle) -> bool:
    """Return whether an element and its descendants are drawn at all."""
    return look["display"] != "none" and opacity_of(look, "opacity") != 0


def require_plain(look: ComputedStyle) -> None:
    """Reject a visible element with a property that shapes cannot show."""
    for name in ("filter", "mask", "mix-blend-mode"):
        if look[name].removesuffix(";").strip() != INITIAL[name]:
            raise NotShapesError(f"has a {name}")
    require_known(look)


def require_known(look: ComputedStyle) -> None:
    """Reject an element with a property that is not drawn at all."""
    for name in ("backdrop-filter", "clip", "mask-image"):
        if look[name] != INITIAL[name]:
            raise PictureError(f"has a {name}, which pnp does not draw; save it as PNG")


def opacity_of(look: ComputedStyle, name: str) -> float:
    """Return an opacity, from 0 to 1."""
    return share(look[name], name)


SRGB = ("rgb", "rgba", "hsl", "hsla", "hwb")


@lru_cache(maxsize=1024)
def read_color(text: str) -> tuple[str, float]:
    """Return a colour of CSS Color Module Level 4 in sRGB as ``#rrggbb``, and its opacity."""
    token = parse_one_component_value(text, skip_comments=True)
    plain = token.type in ("ident", "hash")
    if plain or (token.type == "function" and token.lower_name in SRGB):
        color = parse_color(token)
        if isinstance(color, Color):
            if color.space == "hsl":  # CSS Color Module Level 4, 7: at most 100 %
                hue, saturation, lightness = color.coordinates
                color = Color("hsl", (hue, min(100.0, saturation), lightness), color.alpha)
            values = (min(1.0, max(0.0, value)) for value in color.to("srgb").coordinates)
            return "#" + "".join(f"{round(255 * value):02x}" for value in values), color.alpha
    raise PictureError(f"has the colour {quoted(text)}, which cannot be read; write it as #rrggbb")
