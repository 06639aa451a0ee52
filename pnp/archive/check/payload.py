"""Verify that each file of a package is what its suffix says and calls for no other."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from html.parser import HTMLParser
from io import BytesIO
from typing import Any, NamedTuple
from xml.parsers import expat

from PIL.PngImagePlugin import PngImageFile

from pnp.archive.check.bags import KEPT
from pnp.archive.contents import CONTENTS, FileRole, PackageContents, PackedFile, media_type
from pnp.base.errors import VerifyError
from pnp.base.files import parse_json
from pnp.base.limits import limits, over
from pnp.base.toml import toml_of
from pnp.verify.findings import FileReport, Finding, Status, compared, judged, ok, unchecked, wrong

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

LEAST_LETTERS = 20  # of a page; that of a deck without rules has some sixty
ROOTS = {  # of metadata in XML
    "dublin-core.xml": ("http://www.w3.org/1999/02/22-rdf-syntax-ns# RDF",),
    "lido.xml": ("http://www.lido-schema.org lidoWrap", "http://www.lido-schema.org lido"),
}
TYPES = {"game.jsonld": "@type", "provenance.json": "rule_sets"}  # a key of the outermost object
LARGEST_JSON = 8_000_000  # bytes; TURNO has 0.3 million in the longest
LARGEST_TEXT = 20_000_000
LARGEST = {  # bytes of what is read whole
    "application/json": LARGEST_JSON,
    "application/ld+json": LARGEST_JSON,
    "application/pdf": KEPT,
    "application/toml": 1_000_000,
    "image/png": KEPT,
}
_MM = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)mm")


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


class PayloadFile(NamedTuple):
    """A file of a package under verification; ``packed`` is its entry in the list."""

    path: str
    content: bytes
    packed: PackedFile | None
    contents: PackageContents | None

    @property
    def name(self) -> str:
        """The name without folders."""
        return self.path.rpartition("/")[2]


def payload_report(file: PayloadFile, name: str) -> FileReport:
    """Check the content of a file in a package; the report calls it ``name``."""
    measured: dict[str, Any] = {}
    kind = file.path.rpartition(".")[2].lower()
    if kind == "pdf" and not is_rulebook(file):
        kind = "drawing"
    return FileReport(name, kind, tuple(_findings(file, measured)), measured)


def is_rulebook(file: PayloadFile) -> bool:
    """Return whether a PDF is a rulebook, or should be one."""
    if file.packed is not None:
        return file.packed.role is FileRole.RULEBOOK
    return b"pdfuaid:part" in file.content  # drawings do not claim PDF/UA


def _findings(file: PayloadFile, measured: dict[str, Any]) -> Iterator[Finding]:
    """Check the content of a file by its media type, and add its measurements."""
    media = file.packed.mediatype if file.packed else media_type(file.path)
    check = _CHECKS.get(media)
    if check is None:
        yield unchecked("content", f"no parser for {file.name}; only the checksum is compared")
        return
    most = LARGEST.get(media, LARGEST_TEXT)
    if len(file.content) > most:
        large = f"has {len(file.content):,} bytes"
        yield wrong("content", large, f"{media} of at most {most:,} bytes")
        return
    try:
        found = list(check(file, measured))
    except VerifyError as error:
        found = [wrong("content", str(error), f"{media} that can be read")]
    yield from found


def _svg(file: PayloadFile, measured: dict[str, Any]) -> Iterator[Finding]:
    facts = read_svg(file.content)
    written = (facts.attributes.get(side, "") for side in ("width", "height"))
    lengths = [float(length[1]) for side in written if (length := _MM.fullmatch(side))]
    if len(lengths) == 2:
        measured["size_mm"] = lengths
    yield from _harmless(facts)
    if facts.root != "svg" or not facts.shapes:
        found = f"<{facts.root[:20]}> with {facts.shapes} shapes"
        yield wrong("content", found, "a drawing with shapes in it")
    else:
        yield ok("content", f"is SVG with {facts.shapes} shapes")


def _html(file: PayloadFile, measured: dict[str, Any]) -> Iterator[Finding]:
    facts = read_html(file.content)
    yield from _harmless(facts)
    if facts.letters < LEAST_LETTERS:
        yield wrong("content", f"has {facts.letters} letters", "a page to read")
    else:
        yield ok("content", f"is HTML with {facts.letters} letters")
    if file.packed is not None and file.packed.language is not None:
        yield compared("language", facts.attributes.get("lang", "none"), file.packed.language)
    if file.packed is not None and file.packed.title is not None:
        yield compared("title", " ".join(facts.title.split()) or "none", file.packed.title)


def _harmless(facts: MarkupFacts) -> Iterator[Finding]:
    for fault in listed_faults(facts):
        yield wrong("active content", fault, "nothing that runs or is fetched")


def _xml(file: PayloadFile, measured: dict[str, Any]) -> Iterator[Finding]:
    wanted = {file.contents.id, file.contents.title} if file.contents else set()
    root, found = read_xml_texts(file.content, wanted)
    yield ok("content", "is XML")
    if not file.path.startswith("metadata/"):
        return
    if file.name in ROOTS and root not in ROOTS[file.name]:
        yield wrong("content", f"has the root {root[:60]}", ROOTS[file.name][0])
    yield from _named(file, found)


def _json(file: PayloadFile, measured: dict[str, Any]) -> Iterator[Finding]:
    try:
        found = parse_json(file.content)
    except ValueError as error:
        raise VerifyError(f"is not JSON: {error}") from None
    yield ok("content", "is JSON")
    key = TYPES.get(file.name)
    if key is None or not file.path.startswith("metadata/"):
        return
    if not (isinstance(found, dict) and key in found):
        yield wrong("content", f"has no {key}", f"a {file.name} as pnp archive writes it")
    yield from _named(file, _texts(found))


def _texts(found: Any) -> set[str]:
    """Return all texts in JSON data, at any depth."""
    texts: set[str] = set()
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            texts.add(one)
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return texts


def _named(file: PayloadFile, texts: set[str]) -> Iterator[Finding]:
    """Check that a metadata file has the identifier and the title of the package."""
    if file.contents is None or file.name not in (*ROOTS, *TYPES):
        return
    for what, right in (("identifier", file.contents.id), ("title", file.contents.title)):
        if right in texts:
            yield ok(what, right)
        else:
            yield wrong(what, "is not that of the package", right)


def _toml(file: PayloadFile, measured: dict[str, Any]) -> Iterator[Finding]:
    try:
        toml_of(file.content)
    except ValueError as error:
        raise VerifyError(str(error)) from None
    yield ok("content", "is TOML")


def _text(file: PayloadFile, measured: dict[str, Any]) -> Iterator[Finding]:
    try:
        letters = len(file.content.decode("utf-8-sig").strip())
    except UnicodeDecodeError:
        raise VerifyError("is not text in UTF-8") from None
    if not letters:
        yield wrong("content", "is empty", "a text")
    elif b"\0" in file.content:
        yield wrong("content", "has NUL bytes", "a text")
    else:
        yield ok("content", "is text in UTF-8")


def _png(file: PayloadFile, measured: dict[str, Any]) -> Iterator[Finding]:
    width, height = png_size(file.content)
    measured["pixels"] = [width, height]
    yield ok("content", f"is PNG, {width} x {height} pixels")


def _pdf(file: PayloadFile, measured: dict[str, Any]) -> Iterator[Finding]:
    from pnp.verify.pdf import CLAIMED, level_b, picture_finding, verify_pdf

    if not is_rulebook(file):
        judgement = level_b(file.content)
        yield judgement
        if judgement.status is Status.OK:
            yield picture_finding(file.content)
        return
    report = verify_pdf(file.content, file.path)
    measured |= report.measured
    yield from (one for one in report.findings if one.what not in ("checksum", "claims"))
    said = (one.found for one in report.findings if one.what == "claims")
    yield compared("claims", next(said, "none"), CLAIMED)
    if file.packed is not None and file.packed.language is not None:
        right = f"{file.packed.language}, as {CONTENTS} says"
        judged_language = measured.get("language") == file.packed.language
        yield judged("language", judged_language, str(measured.get("language")), right)
    if file.packed is not None and file.packed.title is not None:
        yield compared("title", str(measured.get("title")), file.packed.title)


def png_size(content: bytes) -> tuple[int, int]:
    """Return the pixels of a PNG from its header, and check the checksums of its chunks.

    Raises:
        VerifyError: If it is damaged, or larger than pictures may be.
    """
    if not content.startswith(b"\x89PNG\r\n\x1a\n"):
        raise VerifyError("is not a PNG picture")
    width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
    if width * height > limits().pixels:
        raise VerifyError(f"says it has {width} x {height} pixels; {over('pixels')}")
    try:
        # By Pillow's plugin: Image.open has a limit of its own for all threads.
        with PngImageFile(BytesIO(content)) as image:
            image.verify()
    except (OSError, SyntaxError, ValueError):
        raise VerifyError("is damaged") from None
    return width, height


_CHECKS: dict[str, Callable[[PayloadFile, dict[str, Any]], Iterator[Finding]]] = {
    "application/json": _json,
    "application/ld+json": _json,
    "application/pdf": _pdf,
    "application/toml": _toml,
    "application/xml": _xml,
    "image/png": _png,
    "image/svg+xml": _svg,
    "text/csv": _text,
    "text/html": _html,
    "text/markdown": _text,
    "text/plain": _text,
}
