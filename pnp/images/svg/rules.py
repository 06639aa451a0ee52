"""Reads the style sheets of SVG files: tinycss2 parses them, cssselect2 their selectors."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from cssselect2 import ElementWrapper, SelectorError, compile_selector_list
from tinycss2 import (
    parse_blocks_contents,
    parse_component_value_list,
    parse_rule_list,
    parse_stylesheet,
    serialize,
)
from tinycss2.ast import Node

from pnp.base.errors import PictureError
from pnp.base.units import quoted

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
