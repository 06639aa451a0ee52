"""Parse an SVG file into elements, without external entities, references or style sheets."""

import re
from xml.etree.ElementTree import Element
from xml.parsers import expat

from pnp.base.errors import PictureError
from pnp.base.limits import limits, over

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
DEPTH = 64  # of nested elements
LONGEST = 10_000  # characters of an attribute value, except these
LONG = ("d", "points", "href")
UNREAD = re.compile(r"content|data-.*|.* .*")  # draw.io keeps its own file in ``content``
MOST_WRITTEN = 1_000_000  # characters in place of all references to entities
# Elements whose words are kept, with those within.
WORDED = ("flowRoot", "foreignObject", "style", "text")
BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


class NotShapesError(PictureError):
    """An SVG file with a feature that shapes cannot show, such as a filter or text.

    The message names the feature. Such files are drawn as pixels. Dangerous and damaged files raise
    a plain PictureError and stay rejected.
    """


def is_svg(data: bytes) -> bool:
    """Return whether a file is XML, as SVG is."""
    if data.startswith(BYTE_ORDER_MARKS[1:]):
        return True
    return data[:1024].removeprefix(BYTE_ORDER_MARKS[0]).lstrip().startswith(b"<")


def reference(node: Element) -> str:
    """Return what an element refers to, by ``href`` or by the older ``xlink:href``."""
    return (node.get("href") or "").strip()


def target_id(node: Element) -> str:
    """Return the id of the element in the same file to which one refers, or ""."""
    target = reference(node)
    return target[1:] if target.startswith("#") else ""


def read_tree(data: bytes) -> Element:
    """Return the root of an SVG file; entities that grow and outside style sheets are rejected.

    SVG elements and attributes without a namespace have plain names, others are preceded by their
    namespace and a space. ``xlink:href`` is called ``href``.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    builder = _TreeBuilder(parser, data)
    try:
        parser.Parse(data, True)
        builder.require_small(len(data))
    except expat.ExpatError as error:
        builder.require_small(len(data))
        reason = expat.ErrorString(error.code)
        raise PictureError(f"is not SVG: line {error.lineno}: {reason}; save it again") from None
    except (ValueError, LookupError):
        raise PictureError("is not SVG: it is written in an unknown encoding; use UTF-8") from None
    root = builder.root
    assert root is not None, "an XML file that is read has a root"
    if root.tag != "svg":
        raise PictureError(f"is XML, but not SVG: it begins with <{root.tag.split()[-1][:40]}>")
    return root


class _TreeBuilder:
    """Builds the tree from the events of the parser."""

    def __init__(self, parser: expat.XMLParserType, data: bytes) -> None:
        self.root: Element | None = None
        self._parser = parser
        self._data = data
        self._open: list[Element] = []
        self._worded = 0  # open elements whose words are kept
        self._embedded = 0  # characters of bitmaps
        self._bare = False  # names have no namespace
        self._entities: dict[str, str] = {}
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._words
        parser.EntityDeclHandler = self._entity
        parser.EndDoctypeDeclHandler = self._doctype_ends
        parser.AttlistDeclHandler = _attribute
        parser.SkippedEntityHandler = _forbidden
        parser.ExternalEntityRefHandler = _forbidden
        parser.ProcessingInstructionHandler = _instruction

    def require_small(self, read: int) -> None:
        """Reject a file of which so many bytes, without its bitmaps, are too many."""
        if read - self._embedded > 1000 * limits().svg_kb:
            raise PictureError(f"is too large: {over('svg_kb')}; simplify its paths")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= DEPTH:
            raise too_deep()
        namespace, _, local = name.rpartition(" ")
        if not self._open:
            self._bare = name == "svg"
        is_svg = namespace == SVG or (self._bare and not namespace)
        node = Element(local if is_svg else f"{namespace or '-'} {local}", _kept(attributes))
        self._embedded += len(node.get("href", ""))
        self.require_small(self._parser.CurrentByteIndex)
        if self._open:
            self._open[-1].append(node)
        else:
            self.root = node
        self._open.append(node)
        self._worded += node.tag in WORDED

    def _end(self, name: str) -> None:
        self._worded -= self._open.pop().tag in WORDED

    def _words(self, text: str) -> None:
        if not self._worded:
            return
        inside = self._open[-1]
        if len(inside):
            inside[-1].tail = (inside[-1].tail or "") + text
        else:
            inside.text = (inside.text or "") + text

    def _entity(self, name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        """Take an entity that is plain text, such as the addresses that Illustrator abbreviates."""
        if is_parameter or value is None or "&" in value or "<" in value:
            _forbidden()
        else:
            self._entities[name] = value

    def _doctype_ends(self) -> None:
        written = sum(
            len(value) * self._data.count(f"&{name};".encode())
            for name, value in self._entities.items()
        )
        if written > MOST_WRITTEN or len(self._entities) > LONGEST // 100:
            _forbidden()


def _attribute(element: str, name: str, kind: str, default: str | None, required: bool) -> None:
    """Allow a DOCTYPE to give the root alone an attribute, such as a namespace."""
    if default is not None and element != "svg":
        _forbidden()


def _kept(attributes: dict[str, str]) -> dict[str, str]:
    """Return the attributes of an element without those that nothing reads."""
    link = attributes.pop(f"{XLINK} href", None)
    if link is not None:
        attributes.setdefault("href", link)
    for name in [name for name, value in attributes.items() if len(value) > LONGEST]:
        if UNREAD.fullmatch(name):
            del attributes[name]
        elif name not in LONG:
            raise PictureError(f"has {name[:40]} of more than {LONGEST:,} characters; shorten it")
    return attributes


def too_deep() -> PictureError:
    """Return the error for a file with elements nested too deeply."""
    return PictureError(f"has elements more than {DEPTH} deep in one another; ungroup them")


def _forbidden(*_: object) -> int:
    raise PictureError(
        "has a DOCTYPE with entities that lead out of it or into one another; save it as plain SVG"
    )


def _instruction(target: str, data: str) -> None:
    if target == "xml-stylesheet":
        raise PictureError("takes its style from another file; put the style into this file")
