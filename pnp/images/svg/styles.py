"""Compute the style of elements: attributes, then rules of style sheets, then style attributes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from cssselect2 import ElementWrapper, SelectorError, compile_selector_list
from tinycss2 import (
    parse_blocks_contents,
    parse_component_value_list,
    parse_one_component_value,
    parse_rule_list,
    parse_stylesheet,
    serialize,
)
from tinycss2.ast import Node
from tinycss2.color4 import Color, parse_color

from pnp.base.color import BLACK
from pnp.base.errors import PictureError
from pnp.base.units import quoted
from pnp.images.svg.tree import LONGEST, NotShapesError
from pnp.images.svg.values import Basis, length, share

MOST_RULES = 10_000  # of CSS
LONGEST_SELECTOR = 500  # characters
UNREAD = {"charset", "font-face", "keyframes", "-webkit-keyframes", "namespace", "page"}
ANIMATED = ("animation", "offset-")
MOVED = {"rotate", "scale", "translate"}
_COSTLY = re.compile(r":[\w-]*of-type|:only-")
_UNKNOWN = re.compile(r":has\(|\bof\b[^-]")
_URL = re.compile(r"url\(\s*['\"]?([^'\")]*)", re.IGNORECASE)
_DATA = re.compile(r"url\(\s*(['\"]?)data:[^)]*\)", re.IGNORECASE)
_QUERY = re.compile(
    r"(?:only\s+)?(all|print|screen|speech)?(?:\s*and\s*)?((?:\([^()]*\)(?:\s*and\s*)?)*)"
)
_FEATURES = {"prefers-color-scheme:light": True, "prefers-color-scheme:dark": False}

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


class Declared(NamedTuple):
    """The value that a style sets for a property."""

    name: str
    value: str
    important: bool = False


class Rule(NamedTuple):
    """A rule for one selector; the later of equal ``specificity`` has the greater ``number``."""

    specificity: tuple[int, int, int]
    number: int
    matches: Callable[[ElementWrapper], bool]
    costly: bool
    declared: list[Declared]


_Asked = tuple[str, str]  # "#", "." or "" and an id, a class or a tag that a rule asks for, if any


class StyleSheet:
    """The rules of a file, by what the elements have that they are for."""

    def __init__(self, root: Element, spend: Callable[[int], None]) -> None:
        """Read the style sheets of a file; ``spend`` counts steps of matching and may stop it."""
        self.remarks: list[str] = []
        self._rules: dict[_Asked, list[Rule]] = {}
        self._count = 0
        self._spend = spend
        self._add(_sheet(root))
        self._wrapped = {
            one.etree_element: one
            for one in (_counted(spend).from_xml_root(root).iter_subtree() if self._count else ())
        }

    def declared(self, node: Element) -> list[Declared]:
        """Return what rules declare for an element, the strongest last."""
        if not self._count:
            return []
        keys = [("", node.tag), ("", "*"), ("#", node.get("id", ""))]
        keys += ((".", name) for name in dict.fromkeys(node.get("class", "").split()))
        one = self._wrapped[node]
        found: list[Rule] = []
        for key in keys:
            rules = self._rules.get(key, [])
            self._spend(len(rules))
            for rule in rules:
                if rule.costly:
                    self._spend(len(one.etree_siblings))
                if rule.matches(one):
                    found.append(rule)
        return [said for rule in sorted(found, key=lambda rule: rule[:2]) for said in rule.declared]

    def _add(self, rules: Iterable[Node]) -> None:
        for node in rules:
            if node.type == "at-rule":
                self._add(self._at_rule(node))
            elif node.type == "qualified-rule":
                self._add_rule(node)
            elif node.type == "error":
                raise unreadable_style(node.message)

    def _at_rule(self, node: Node) -> list[Node]:
        """Return the rules in ``@media`` that apply to paper."""
        name = node.lower_at_keyword
        if name in UNREAD:
            return []
        if name != "media" or node.content is None:
            raise PictureError(
                f"has a style with @{node.at_keyword}, which is not supported; "
                "save it as plain SVG with styles in attributes"
            )
        asked = written(node.prelude)
        if _is_for_paper(asked):
            inside: list[Node] = parse_rule_list(node.content, True, True)
            return inside
        if "screen" in asked.lower():
            self.remarks.append(
                "has styles for screens (@media screen), which do not apply to print"
            )
        return []

    def _add_rule(self, node: Node) -> None:
        declared = read_declarations(node.content)
        for tokens in _split(node.prelude):
            self._count += 1
            if self._count > MOST_RULES:
                raise too_many_styles()
            for selector in _compiled(tokens):
                if selector.pseudo_element or selector.never_matches:
                    continue
                asked = (("#", selector.id), (".", selector.class_name), ("", selector.local_name))
                key = next(((sort, name) for sort, name in asked if name is not None), ("", "*"))
                costly = bool(_COSTLY.search(written(tokens)))
                rule = Rule(selector.specificity, self._count, selector.test, costly, declared)
                self._rules.setdefault(key, []).append(rule)


def _counted(spend: Callable[[int], None]) -> type[ElementWrapper]:
    """Return a class of elements for selectors, whose every step to another element counts."""

    class Counted(ElementWrapper):  # type: ignore[misc]  # cssselect2 has no types
        @property
        def ancestors(self) -> Iterator[ElementWrapper]:
            one = self.parent
            while one is not None:
                spend(1)
                yield one
                one = one.parent

        @property
        def previous_siblings(self) -> Iterator[ElementWrapper]:
            one = self.previous
            while one is not None:
                spend(1)
                yield one
                one = one.previous

    return Counted


def _sheet(root: Element) -> list[Node]:
    sheets = []
    for node in root.iter("style"):
        if node.get("type", "text/css").strip() in ("", "text/css"):
            text = _DATA.sub("url()", node.text or "")
            media = node.get("media", "").strip()
            sheets.append(f"@media {media}{{{text}}}" if media else text)
    tokens = parse_component_value_list("\n".join(sheets), skip_comments=True)
    rules: list[Node] = parse_stylesheet(tokens, skip_whitespace=True)
    return rules


def _is_for_paper(queries: str) -> bool:
    """Return whether one of several media queries holds in print."""
    holds = False
    for query in queries.lower().split(","):
        text = query.strip()
        asked = text.removeprefix("not ")
        found = _QUERY.fullmatch(asked.strip())
        features = re.findall(r"\(([^()]*)\)", found[2]) if found else []
        known = [_FEATURES.get("".join(one.split())) for one in features]
        if found is None or None in known:
            raise PictureError(
                f"has a style for {quoted(f'@media {text}')}, which depends on the screen; "
                "save it as plain SVG with styles in attributes"
            )
        holds = holds or (found[1] in (None, "all", "print") and all(known)) == (asked == text)
    return holds


def _split(tokens: list[Node]) -> Iterator[list[Node]]:
    """Yield the selectors of a list that commas separate."""
    part: list[Node] = []
    for token in tokens:
        if token == ",":
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _compiled(tokens: list[Node]) -> list[Any]:
    said = written(tokens)
    try:
        if len(said) <= LONGEST_SELECTOR and not _UNKNOWN.search(said):
            compiled: list[Any] = compile_selector_list(tokens)
            return compiled
    except (SelectorError, NotImplementedError, SyntaxError, RecursionError, MemoryError):
        pass
    raise PictureError(
        f"has a style for {quoted(said)}, which cannot be read; save it as plain SVG with styles "
        "in attributes"
    )


def read_declarations(tokens: list[Node]) -> list[Declared]:
    """Return the properties that a style sets, ignoring invalid declarations as in CSS."""
    found: dict[tuple[str, bool], Declared] = {}
    for node in parse_blocks_contents(tokens):
        if node.type in ("at-rule", "qualified-rule"):
            raise unreadable_style(written([node]))
        if node.type != "declaration":
            continue
        name, value = node.lower_name, written(node.value)
        if name.startswith("--"):
            name = node.name
        elif name in MOVED or name.startswith(ANIMATED):
            raise PictureError(f"has {name} in a style; save it as plain SVG without it")
        require_own(name, value)
        if value:
            found.pop((name, node.important), None)
            found[name, node.important] = Declared(name, value, node.important)
    return list(found.values())


def reference_in(value: str) -> str:
    """Return the target of ``url()`` in a value, or "" if it is not in the same file."""
    found = _URL.match(value)
    target = found[1].strip() if found else ""
    return target.removeprefix("#") if target.startswith("#") else ""


def require_own(name: str, value: str) -> None:
    """Reject a value that refers to another file."""
    for found in _URL.finditer(value):
        if not found[1].strip().startswith("#"):
            raise PictureError(f"takes its {name} from another file; put everything into one")


def written(nodes: list[Node]) -> str:
    """Return CSS as text."""
    try:
        text: str = serialize(nodes)
    except RecursionError:
        raise PictureError("has a style with too many brackets in one another") from None
    return text.strip()


def too_many_styles() -> PictureError:
    """Return the error for a file whose styles would take too long."""
    return PictureError("has too many styles for its elements; save it as plain SVG")


def unreadable_style(text: str) -> PictureError:
    """Return the error for a part of a style sheet that is none."""
    return PictureError(f"has a style that cannot be read: {quoted(text.strip())}")


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
