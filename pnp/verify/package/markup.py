"""Reads pages and pictures of a package, looking for what a browser would run or fetch."""

import re
from collections.abc import Collection, Iterator, Mapping
from html.parser import HTMLParser
from xml.parsers import expat

from pnp.base.errors import VerifyError

ACTIVE = {
    *("animate", "animatecolor", "animatemotion", "animatetransform", "set"),
    *("applet", "audio", "embed", "foreignobject", "frame", "frameset", "iframe", "object"),
    *("base", "button", "form", "handler", "input", "link", "listener", "script", "template"),
    "video",
}
DRAWN = {
    *("circle", "ellipse", "image", "line", "path", "polygon", "polyline", "rect", "text", "use"),
}
ADDRESSES = {
    *("action", "background", "data", "formaction", "href", "ping", "poster", "src", "srcset"),
}
WEB = ("https://", "http://", "mailto:")
_OUTWARD = re.compile(r"@import|url\(\s*['\"]?\s*(?!#|data:image/)", re.IGNORECASE)
_PAGE = re.compile(r"[\w.-]+\.html(#[\w.-]*)?")  # beside this one
UNSEEN = ("head", "script", "style", "title")
LONGEST_TITLE = 1000
MOST_PARTS = 4  # of a text; Expat gives 8 kB at once
MOST = 5  # faults of one file that are listed


class MarkupFacts:
    """The contents of a page or picture: its title, the number of shapes, and its faults."""

    def __init__(self) -> None:
        self.attributes: dict[str, str] = {}  # of the root
        self.root = ""
        self.title = ""  # of the first element with that name
        self._in_title = False
        self.letters = 0
        self.shapes = 0
        self.faults: dict[str, None] = {}  # in the order in which they were found

    def start(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        """Record the start of an element."""
        name = tag.lower()
        self._in_title = name == "title" and not self.title
        if not self.root:
            self.root, self.attributes = tag, {k: v or "" for k, v in attributes.items()}
        self.shapes += name in DRAWN
        if name in ACTIVE or (name == "meta" and "refresh" in str(attributes.get("http-equiv"))):
            self.faults[f"has <{name[:20]}>"] = None
        for key, value in attributes.items():
            if fault := _attribute_fault(name, key.lower(), (value or "").strip()):
                self.faults[fault] = None

    def text(self, tag: str, text: str) -> None:
        """Record a text in an element with the name ``tag``."""
        if tag not in UNSEEN:
            self.letters += len(text.strip())
        if self._in_title and len(self.title) < LONGEST_TITLE:
            self.title += text
        if tag == "style" and _OUTWARD.search(text):
            self.faults["has a style sheet that fetches something"] = None


def _attribute_fault(tag: str, name: str, value: str) -> str:
    short = name.rpartition(":")[2]
    if short.startswith("on"):
        return f"has the attribute {short[:20]} on <{tag[:20]}>"
    if short in ADDRESSES and not _is_harmless(tag, value):
        return f"has <{tag[:20]}> that leads to {value[:40]}"
    return f"has a style that fetches something on <{tag[:20]}>" if _OUTWARD.search(value) else ""


def _is_harmless(tag: str, address: str) -> bool:
    """Return whether an address is fetched only when a reader follows it, or never."""
    if address.startswith("#") or not address:
        return True
    if tag == "a":
        return address.startswith(WEB) or bool(_PAGE.fullmatch(address))
    return address.lower().startswith("data:image/")


def read_svg(content: bytes) -> MarkupFacts:
    """Return the facts about an SVG file.

    Raises:
        VerifyError: If it is not XML.
    """
    facts = MarkupFacts()
    open_tags: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(" ")[2]
        open_tags.append(tag)
        facts.start(tag, {key.rpartition(" ")[2]: value for key, value in attributes.items()})

    def doctype(*_: object) -> None:
        facts.faults["has a DOCTYPE, which may name other files"] = None

    def instruction(target: str, data: str) -> None:
        facts.faults[f"has an instruction for {target[:20]}"] = None

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_tags.pop()
    parser.CharacterDataHandler = lambda text: facts.text(open_tags[-1], text)
    parser.StartDoctypeDeclHandler = doctype
    parser.ProcessingInstructionHandler = instruction
    _parse(parser, content)
    return facts


def read_xml_texts(content: bytes, wanted: Collection[str]) -> tuple[str, set[str]]:
    """Return the name of the root, and which of the wanted texts occur in an XML file.

    Texts are those of elements and attributes. The file is streamed, so it may be long.

    Raises:
        VerifyError: If it is not XML, or has a DOCTYPE.
    """
    root: list[str] = []
    found: set[str] = set()
    text: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if not root:
            root.append(name)
        found.update(value for value in attributes.values() if value in wanted)
        end()

    def end(*_: object) -> None:
        if (joined := "".join(text).strip()) in wanted:
            found.add(joined)
        text.clear()

    def characters(part: str) -> None:
        if len(text) < MOST_PARTS:
            text.append(part)

    def doctype(*_: object) -> None:
        raise VerifyError("has a DOCTYPE, which may name other files")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    _parse(parser, content)
    return root[0], found


def _parse(parser: expat.XMLParserType, content: bytes) -> None:
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise VerifyError(f"is not XML: {error}") from None


class _HtmlReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.facts = MarkupFacts()
        self._tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        self.facts.start(tag, dict(attrs))

    def handle_data(self, data: str) -> None:
        self.facts.text(self._tag, data)


def read_html(content: bytes) -> MarkupFacts:
    """Return the facts about an HTML file.

    Raises:
        VerifyError: If it is not text in UTF-8.
    """
    reader = _HtmlReader()
    try:
        reader.feed(content.decode())
        reader.close()
    except UnicodeDecodeError:
        raise VerifyError("is not text in UTF-8") from None
    except AssertionError as error:  # of a declaration that is not closed
        raise VerifyError(f"is not HTML: {error}") from None
    return reader.facts


def listed_faults(facts: MarkupFacts) -> Iterator[str]:
    """Yield the first faults, and the number of others."""
    found = list(facts.faults)
    yield from found[:MOST]
    if len(found) > MOST:
        yield f"and {len(found) - MOST} more"
