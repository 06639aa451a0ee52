"""Parses an SVG file into elements, without entities, external references or style sheets."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from pnp.base.errors import PictureError

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
DEPTH = 64  # of nested elements
LONGEST = 10_000  # characters of an attribute value, outlines excepted
OUTLINES = ("d", "points")
WORDED = (
    "style",
    "text",
    "tspan",
    "textPath",
    "flowPara",
    "flowSpan",
)  # elements whose words are kept
_SIZE = re.compile(r"(?<![\w-])(width|height)\s*:([^;!]*)(?:!important\s*)?(?:;|$)")
BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


class NotShapesError(PictureError):
    """An SVG file with a feature that shapes cannot show, such as a filter or text.

    The message names the feature. Such files are drawn as pixels. Dangerous and damaged files raise
    a plain PictureError and stay rejected.
    """


@dataclass(eq=False)
class SvgElement:
    """An element; SVG names are plain, others are preceded by their namespace and a space."""

    tag: str
    attributes: dict[str, str]
    children: list["SvgElement"] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def walk(self) -> Iterator["SvgElement"]:
        """Yield this element and all its descendants, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def words(self) -> str:
        """The words in this element and its descendants."""
        return "".join(word for node in self.walk() for word in node.text)

    @property
    def reference(self) -> str | None:
        """The value of ``href``, or of the older ``xlink:href``."""
        return self.attributes.get("href", self.attributes.get(f"{XLINK} href"))


def is_svg(data: bytes) -> bool:
    """Return whether a file is XML, as SVG is."""
    if data.startswith(BYTE_ORDER_MARKS[1:]):
        return True
    return data[:1024].removeprefix(BYTE_ORDER_MARKS[0]).lstrip().startswith(b"<")


def read_tree(data: bytes) -> SvgElement:
    """Return the root of an SVG file; entities and external style sheets are rejected."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    builder = _TreeBuilder()
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.words
    parser.StartDoctypeDeclHandler = _doctype
    parser.EntityDeclHandler = _entity
    parser.SkippedEntityHandler = _entity
    parser.ExternalEntityRefHandler = _entity
    parser.ProcessingInstructionHandler = _instruction
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise PictureError(f"is not SVG: line {error.lineno}: {reason}; save it again") from None
    except (ValueError, LookupError):
        raise PictureError("is not SVG: it is written in an unknown encoding; use UTF-8") from None
    root = builder.root
    assert root is not None, "an XML file that is read has a root"
    if root.tag == "- svg":
        raise PictureError(f'is SVG without its namespace; write <svg xmlns="{SVG}">')
    if root.tag != "svg":
        raise PictureError(f"is XML, but not SVG: it begins with <{root.tag.split()[-1][:40]}>")
    _move_size(root.attributes)
    return root


def _move_size(attributes: dict[str, str]) -> None:
    """Move a size from the style of the root to its attributes, which mean the same."""
    style = attributes.get("style", "")
    for name, value in _SIZE.findall(style):
        attributes[name] = value.strip()
    if _SIZE.search(style):
        attributes["style"] = _SIZE.sub("", style)


class _TreeBuilder:
    """Builds the tree from the events of the parser."""

    def __init__(self) -> None:
        self.root: SvgElement | None = None
        self._open: list[SvgElement] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= DEPTH:
            raise too_deep()
        for key, value in attributes.items():
            if len(value) > LONGEST and key not in OUTLINES and " " not in key:
                raise PictureError(
                    f"has {key[:40]} of more than {LONGEST:,} characters; shorten it"
                )
        namespace, _, local = name.rpartition(" ")
        node = SvgElement(local if namespace == SVG else f"{namespace or '-'} {local}", attributes)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def end(self, name: str) -> None:
        self._open.pop()

    def words(self, text: str) -> None:
        if self._open[-1].tag in WORDED:
            self._open[-1].text.append(text)


def too_deep() -> PictureError:
    """Return the error for a file with elements nested too deeply."""
    return PictureError(f"has elements more than {DEPTH} deep in one another; ungroup them")


def _doctype(name: str, system: str | None, public: str | None, internal: int) -> None:
    """Allow the bare doctype that older programs write; its DTD is never fetched."""
    if internal:
        _entity()


def _entity(*_: object) -> int:
    raise PictureError("has a DOCTYPE with entities; save it as plain SVG")


def _instruction(target: str, data: str) -> None:
    if target == "xml-stylesheet":
        raise PictureError("takes its style from another file; put the style into this file")
