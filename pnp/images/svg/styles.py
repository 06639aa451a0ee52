"""Computes the style of elements: attributes, then CSS rules, then style attributes (tinycss2)."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tinycss2 import (
    parse_blocks_contents,
    parse_component_value_list,
    parse_one_component_value,
    parse_stylesheet,
    serialize,
)
from tinycss2.ast import Node
from tinycss2.color4 import Color, parse_color

from pnp.base.errors import PictureError
from pnp.base.units import quoted
from pnp.images.svg.tree import NotShapesError, SvgElement
from pnp.images.svg.values import share

MOST_RULES = 10_000  # of CSS
MOST_CHARACTERS = 500_000  # of CSS, equal style attributes counted once
MOST_STYLES = 2_000_000  # matches of an element against a rule, and values set
INHERITED = {
    "clip-rule": "nonzero",
    "color": "#000000",
    "fill": "#000000",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
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
    "clip": "auto",
    "clip-path": "none",
    "display": "inline",
    "filter": "none",
    "mask": "none",
    "mix-blend-mode": "normal",
    "opacity": "1",
    "overflow": "hidden",
    "stop-color": "#000000",
    "stop-opacity": "1",
    "transform-origin": "0 0",
    "vector-effect": "none",
}
# Properties that CSS may set as well, but are read from attributes alone.
GEOMETRY = {"cx", "cy", "d", "height", "r", "rx", "ry", "transform", "width", "x", "y"}
GEOMETRY |= {"rotate", "scale", "translate"}

_SELECTOR = re.compile(r"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)")
_PART = re.compile(r"[.#][\w-]+")
_URL = re.compile(r"url\(\s*['\"]?([^'\")]*)", re.IGNORECASE)

ComputedStyle = Mapping[str, str]  # the value of every property
INITIAL: ComputedStyle = {**INHERITED, **OWN}


class Declared(NamedTuple):
    """The value that a style sets for a property."""

    name: str
    value: str
    important: bool = False


class Rule(NamedTuple):
    """A rule for one selector; ``weight`` is its specificity (CSS Selectors Level 3, 9)."""

    tag: str
    marks: frozenset[str]
    weight: tuple[int, int, int]
    declared: list[Declared]


def _too_many() -> PictureError:
    return PictureError("has too many styles for its elements; save it as plain SVG")


def _unreadable(text: str) -> PictureError:
    return PictureError(f"has a style that cannot be read: {quoted(text.strip())}")


def _written(nodes: list[Node]) -> str:
    try:
        written: str = serialize(nodes)
    except RecursionError:
        raise PictureError("has a style with too many brackets in one another") from None
    return written.strip()


def _rules(text: str) -> list[Rule]:
    rules: list[Rule] = []
    tokens = parse_component_value_list(text, skip_comments=True)
    for node in parse_stylesheet(tokens, skip_whitespace=True):
        if node.type == "at-rule":
            raise PictureError(
                f"has a style with @{node.at_keyword}, which is not supported; "
                "save it as plain SVG with styles in attributes"
            )
        if node.type != "qualified-rule":
            raise _unreadable(node.message)
        declared = _declared(node.content)
        for selector in _written(node.prelude).split(","):
            rules.append(_rule(selector.strip(), declared))
        if len(rules) > MOST_RULES:
            raise _too_many()
    return rules


def _rule(selector: str, declared: list[Declared]) -> Rule:
    found = _SELECTOR.fullmatch(selector)
    if not selector or found is None:
        raise PictureError(
            f"has a style for {quoted(selector)}; use only names, classes and ids, or "
            "save it as plain SVG with styles in attributes"
        )
    tag, marks = found[1] or "*", frozenset(_PART.findall(found[2]))
    ids = sum(mark.startswith("#") for mark in marks)
    return Rule(tag, marks, (ids, len(marks) - ids, int(tag != "*")), declared)


def _declared(tokens: list[Node]) -> list[Declared]:
    """Return the properties that a style sets, ignoring invalid declarations as in CSS."""
    found: dict[tuple[str, bool], Declared] = {}
    for node in parse_blocks_contents(tokens):
        if node.type in ("at-rule", "qualified-rule"):
            raise _unreadable(_written([node]))
        if node.type != "declaration":
            continue
        name, value = node.lower_name, _written(node.value)
        if name in GEOMETRY or name.startswith(("animation", "offset-")):
            raise PictureError(f"has {name} in a style; save it as plain SVG with it in attributes")
        _require_own(name, value)
        if name in INITIAL and value:
            found.pop((name, node.important), None)
            found[name, node.important] = Declared(name, value, node.important)
    return list(found.values())


def reference_in(value: str) -> str:
    """Return the target of ``url()`` in a value, or "" if it is not in the same file."""
    found = _URL.match(value)
    target = found[1].strip() if found else ""
    return target.removeprefix("#") if target.startswith("#") else ""


def _require_own(name: str, value: str) -> None:
    """Reject a value that refers to another file."""
    for found in _URL.finditer(value):
        if not found[1].strip().startswith("#"):
            raise PictureError(f"takes its {name} from another file; put everything into one")


class Styles:
    """The styles of a file; each element is matched against the rules only once."""

    def __init__(self, root: SvgElement) -> None:
        sheets = ["".join(node.text) for node in root.walk() if node.tag == "style"]
        self._characters = 0
        self._count(sum(map(len, sheets)))
        self._rules = sorted(_rules("\n".join(sheets)), key=lambda rule: rule.weight)
        self._attributes: dict[str, list[Declared]] = {}
        self._declared_by: dict[SvgElement, Mapping[str, str]] = {}
        self._work = 0

    def look_of(self, node: SvgElement, around: ComputedStyle = INITIAL) -> ComputedStyle:
        """Return the computed style of an element whose parent has the style ``around``."""
        declared = self._declared_by.get(node)
        if declared is None:
            declared = self._declared_by[node] = self._declared_of(node)
        look = {**around, **OWN}
        for name, value in declared.items():
            if value in ("inherit", "unset", "initial", "revert"):
                inherits = value == "inherit" or (value == "unset" and name in INHERITED)
                look[name] = around[name] if inherits else INITIAL[name]
            else:
                look[name] = value
        if look["color"].lower() == "currentcolor":
            look["color"] = around["color"]
        return look

    def _count(self, characters: int) -> None:
        self._characters += characters
        if self._characters > MOST_CHARACTERS:
            raise _too_many()

    def _declared_of(self, node: SvgElement) -> Mapping[str, str]:
        """Return the properties of an element according to the cascade."""
        declared: list[Declared] = []
        for name in (name for name in INITIAL if name in node.attributes):
            value = node.attributes[name].strip()
            _require_own(name, value)
            if value:
                declared.append(Declared(name, value))
        marks = {f".{name}" for name in node.attributes.get("class", "").split()}
        marks.add(f"#{node.attributes.get('id', '')}")
        for rule in self._rules:
            if rule.tag in ("*", node.tag) and rule.marks <= marks:
                declared += rule.declared
        style = node.attributes.get("style", "")
        if style not in self._attributes:
            self._count(len(style))
            tokens = parse_component_value_list(style, skip_comments=True)
            self._attributes[style] = _declared(tokens)
        declared += self._attributes[style]
        self._work += len(self._rules) + len(declared)
        if self._work > MOST_STYLES:
            raise _too_many()
        return {one.name: one.value for one in sorted(declared, key=lambda one: one.important)}


def is_shown(look: ComputedStyle) -> bool:
    """Return whether an element and its descendants are drawn at all."""
    return look["display"] != "none" and opacity_of(look, "opacity") != 0


def require_plain(look: ComputedStyle) -> None:
    """Reject a visible element with a property that shapes cannot show."""
    for name in ("filter", "mask", "mix-blend-mode", "vector-effect", "clip", "transform-origin"):
        value = look[name].removesuffix(";").strip()
        if value not in (INITIAL[name], "0px 0px", "0", "left top", "auto"):
            raise NotShapesError(f"has a {name}")


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
            values = (min(1.0, max(0.0, value)) for value in color.to("srgb").coordinates)
            return "#" + "".join(f"{round(255 * value):02x}" for value in values), color.alpha
    raise PictureError(f"has the colour {quoted(text)}, which cannot be read; write it as #rrggbb")
