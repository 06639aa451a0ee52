"""The style of elements: attributes, then CSS rules, then style attributes."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from pnp.base.errors import PictureError
from pnp.base.units import quoted
from pnp.images.svg.tree import NotShapesError, SvgElement

MOST_RULES = 10_000  # of CSS
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
# Properties that CSS may set too; only attributes may here.
GEOMETRY = {"cx", "cy", "d", "height", "r", "rx", "ry", "transform", "width", "x", "y"}
GEOMETRY |= {"rotate", "scale", "translate"}

_SELECTOR = re.compile(r"(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)")
_PART = re.compile(r"[.#][\w-]+")
_URL = re.compile(r"url\(\s*['\"]?([^'\")]*)", re.IGNORECASE)

ComputedStyle = Mapping[str, str]  # the value of every property


class Rule(NamedTuple):
    """A rule for one selector; ``weight`` is its specificity (CSS Selectors Level 3, 9)."""

    tag: str
    marks: frozenset[str]
    weight: tuple[int, int, int]
    declared: tuple[tuple[str, str, bool], ...]

    def fits(self, tag: str, marks: frozenset[str]) -> bool:
        """Tell whether the rule matches an element with these classes and this id."""
        return self.tag in ("*", tag) and self.marks <= marks


FIRST: ComputedStyle = {**INHERITED, **OWN}


def read_rules(root: SvgElement) -> list[Rule]:
    """Return the rules of all style elements, by rising specificity.

    Raises:
        PictureError: If a selector is more than a name, classes and ids.
    """
    rules: list[Rule] = []
    for node in root.walk():
        if node.tag == "style":
            rules += islice(_rules("".join(node.text)), MOST_RULES + 1)
        if len(rules) > MOST_RULES:
            raise _too_many()
    return sorted(rules, key=lambda rule: rule.weight)


def _too_many() -> PictureError:
    return PictureError("has too many styles for its elements; save it as plain SVG")


def _rules(text: str) -> Iterator[Rule]:
    text = _without_comments(text).replace("<!--", " ").replace("-->", " ")
    if "@" in text:
        word = re.search(r"@[\w-]*", text)
        raise PictureError(
            f"has a style with {word[0] if word else '@'}, which is not supported; "
            "save it as plain SVG with styles in attributes"
        )
    for part in text.split("}"):
        selectors, brace, body = part.partition("{")
        if not brace and selectors.strip():
            raise PictureError(f"has a style that cannot be read: {quoted(selectors.strip())}")
        declared = _declared(body)
        for selector in selectors.split(",") if brace else ():
            yield _rule(selector.strip(), declared)


def _without_comments(text: str) -> str:
    first, *others = text.split("/*")
    return " ".join([first, *(part.partition("*/")[2] for part in others)])


def _rule(selector: str, declared: tuple[tuple[str, str, bool], ...]) -> Rule:
    found = _SELECTOR.fullmatch(selector)
    if not selector or found is None:
        raise PictureError(
            f"has a style for {quoted(selector)}; use only names, classes and ids, or "
            "save it as plain SVG with styles in attributes"
        )
    tag, marks = found[1] or "*", frozenset(_PART.findall(found[2]))
    ids = sum(mark.startswith("#") for mark in marks)
    return Rule(tag, marks, (ids, len(marks) - ids, int(tag != "*")), declared)


def _declared(text: str) -> tuple[tuple[str, str, bool], ...]:
    """Return the properties that a style sets: name, last value, whether it is important.

    Raises:
        PictureError: If a value refers to another file, or belongs in an attribute.
    """
    found: dict[tuple[str, bool], str] = {}
    for part in _without_comments(text).split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if not colon:
            continue
        value, important, _ = value.strip().partition("!important")
        if name in GEOMETRY or name.startswith(("animation", "offset-")):
            raise PictureError(f"has {name} in a style; save it as plain SVG with it in attributes")
        _require_own(name, value)
        if name in FIRST and value.strip():
            found.pop((name, bool(important)), None)
            found[name, bool(important)] = value.strip()
    return tuple((name, value, important) for (name, important), value in found.items())


def _require_own(name: str, value: str) -> None:
    for found in _URL.finditer(value):
        if not found[1].strip().startswith("#"):
            raise PictureError(f"takes its {name} from another file; put everything into one")


class Styles:
    """The styles of a file; each element is matched against the rules once."""

    def __init__(self, root: SvgElement) -> None:
        self._rules = read_rules(root)
        self._declared_by: dict[SvgElement, Mapping[str, str]] = {}
        self._work = 0

    def look_of(self, node: SvgElement, around: ComputedStyle = FIRST) -> ComputedStyle:
        """Return the computed style of an element within one that has the style ``around``.

        Raises:
            PictureError: If a style cannot be read, or there are too many of them.
        """
        declared = self._declared_by.get(node)
        if declared is None:
            declared = self._declared_by[node] = self._declared_of(node)
        look = {**around, **OWN}
        for name, value in declared.items():
            if value in ("inherit", "unset", "initial", "revert"):
                inherits = value == "inherit" or (value == "unset" and name in INHERITED)
                look[name] = around[name] if inherits else FIRST[name]
            else:
                look[name] = value
        if look["color"].lower() == "currentcolor":
            look["color"] = around["color"]
        return look

    def _declared_of(self, node: SvgElement) -> Mapping[str, str]:
        """Return the properties that an element sets, by the cascade."""
        declared: list[tuple[str, str, bool]] = []
        for name in (name for name in FIRST if name in node.attributes):
            value = node.attributes[name].strip()
            _require_own(name, value)
            if value:
                declared.append((name, value, False))
        marks = _marks(node)
        for rule in self._rules:
            if rule.fits(node.tag, marks):
                declared += rule.declared
        declared += _declared(node.attributes.get("style", ""))
        self._work += len(self._rules) + len(declared)
        if self._work > MOST_STYLES:
            raise _too_many()
        return {name: value for name, value, _ in sorted(declared, key=lambda one: one[2])}


def _marks(node: SvgElement) -> frozenset[str]:
    """Return the classes and the id of an element, written as in selectors."""
    classes = (f".{name}" for name in node.attributes.get("class", "").split())
    return frozenset((*classes, f"#{node.attributes.get('id', '')}"))


def is_shown(look: ComputedStyle) -> bool:
    """Tell whether an element and its descendants are drawn at all."""
    return look["display"] != "none" and _opacity(look, "opacity") != 0


def require_plain(look: ComputedStyle) -> None:
    """Refuse properties that shapes cannot show.

    Raises:
        NotShapesError: If the element has one.
    """
    if _opacity(look, "opacity") != 1:
        raise NotShapesError(
            "is partly transparent (opacity), which is not drawn; give those parts the colour "
            "that they have on their background, or save it as PNG"
        )
    for name in ("filter", "mask", "mix-blend-mode", "vector-effect", "clip", "transform-origin"):
        value = look[name].removesuffix(";").strip()
        plain = value in (FIRST[name], "0px 0px", "0", "left top") or value == "auto"
        if not plain:
            raise NotShapesError(f"has a {name}, which is not drawn; remove it, or save it as PNG")


def _opacity(look: ComputedStyle, name: str) -> float:
    text = look[name]
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise PictureError(f"has {name} that cannot be read: {quoted(text)}") from None
    return min(1.0, max(0.0, value))


def opacity_of(look: ComputedStyle, name: str) -> float:
    """Return an opacity, 0 or 1.

    Raises:
        NotShapesError: If it lies between.
    """
    value = _opacity(look, name)
    if value not in (0.0, 1.0):
        raise NotShapesError(
            f"is partly transparent ({name}), which is not drawn; give those parts the colour "
            "that they have on their background, or save it as PNG"
        )
    return value
