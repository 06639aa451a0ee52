"""Reads the marked content of a tagged PDF (ISO 32000-1, 14.6) and its text.

The fonts' maps to Unicode (9.10.3) turn codes into text. Files may be damaged.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Stream

from pnp.base.geometry import IDENTITY, Point, Transform

TEXTS = ("Tj", "TJ", "'", '"')
OTHERS = ("BDC", "BMC", "EMC", "q", "Q", "cm", "BT", "Tf", "Tm", "Td", "TD", "BI", "ID", "EI")
OPERATORS = " ".join((*TEXTS, *OTHERS))
MOST_CODES = 200_000  # of a font, which has 65,536 glyphs at most
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_SPACE = re.compile(rb"begincodespacerange\s*<([0-9A-Fa-f]+)>")
_PAIR = re.compile(rb"<([0-9A-Fa-f]{1,8})>\s*<([0-9A-Fa-f]*)>")
_RANGE = re.compile(
    rb"<([0-9A-Fa-f]{1,8})>\s*<([0-9A-Fa-f]{1,8})>\s*(?:<([0-9A-Fa-f]*)>|\[([^\[\]]*)\])"
)
_HEX = re.compile(rb"<([0-9A-Fa-f]*)>")


class FontCodes(NamedTuple):
    """A font's map from codes to text; a code has ``width`` bytes."""

    meaning: dict[int, str]
    width: int

    def text(self, shown: bytes) -> str:
        """Return the text of a string, with U+FFFD in place of unmapped codes."""
        codes = (shown[at : at + self.width] for at in range(0, len(shown), self.width))
        return "".join(self.meaning.get(int.from_bytes(code), UNKNOWN) for code in codes)


class ContentMark(NamedTuple):
    """A marked-content sequence: its page, counted from 0, and its MCID on that page."""

    page: int
    number: int


class ShownText(NamedTuple):
    """The text of a mark, and the y of its first and last text operators, in points."""

    text: str
    first: float
    last: float


class Content(NamedTuple):
    """The marks of all pages in drawing order, and the text of each mark that shows text."""

    marks: tuple[ContentMark, ...]
    texts: dict[ContentMark, ShownText]


def read_content(pdf: pikepdf.Pdf) -> Content:
    """Return the content of every page."""
    readers = [_PageReader(number) for number in range(len(pdf.pages))]
    for reader, page in zip(readers, pdf.pages, strict=True):
        reader.read(page)
    return Content(
        tuple(mark for reader in readers for mark in reader.marks),
        {mark: shown for reader in readers for mark, shown in reader.texts.items()},
    )


class _Sequence(NamedTuple):
    """A marked-content sequence, with its mark and its replacement text (/ActualText) if any."""

    mark: ContentMark | None
    actual: str | None


class _PageReader:
    """Interprets the operators of one page."""

    def __init__(self, page: int) -> None:
        self.page = page
        self.marks: list[ContentMark] = []
        self.texts: dict[ContentMark, ShownText] = {}
        self._open: list[_Sequence] = []
        self._saved: list[Transform] = []
        self._at = self._text_at = IDENTITY
        self._font: tuple[str, FontCodes] = ("none", FontCodes({}, 1))
        self._fonts: dict[str, tuple[str, FontCodes]] = {}

    def read(self, page: pikepdf.Page) -> None:
        self._resources = page.resources
        for found in pikepdf.parse_content_stream(page, OPERATORS):
            self._run(str(found.operator), list(found.operands))

    def _run(self, operator: str, operands: list[Any]) -> None:
        if operator in TEXTS:
            self._show(operands[-1])
        elif operator in ("BDC", "BMC"):
            self._begin(operands)
        elif operator == "EMC" and self._open:
            self._open.pop()
        elif operator == "q":
            self._saved.append(self._at)
        elif operator == "Q" and self._saved:
            self._at = self._saved.pop()
        elif operator == "cm":
            self._at = Transform(*map(float, operands)).then(self._at)
        elif operator == "BT":
            self._text_at = IDENTITY
        elif operator == "Tm":
            self._text_at = Transform(*map(float, operands))
        elif operator in ("Td", "TD"):
            self._text_at = Transform.move(*map(float, operands)).then(self._text_at)
        elif operator == "Tf":
            self._font = self._font_named(str(operands[0]))

    def _begin(self, operands: list[Any]) -> None:
        properties = operands[1] if len(operands) > 1 else None
        if isinstance(properties, Name):
            properties = self._resources.get("/Properties", Dictionary()).get(properties)
        number = properties.get("/MCID") if isinstance(properties, Dictionary) else None
        mark = ContentMark(self.page, int(number)) if number is not None else None
        if mark is not None:
            self.marks.append(mark)
        said = properties.get("/ActualText") if isinstance(properties, Dictionary) else None
        actual = str(said) if isinstance(said, pikepdf.String) else None
        self._open.append(_Sequence(mark, actual))

    def _paint(self) -> ContentMark | None:
        """Return the innermost mark."""
        marks = [one.mark for one in self._open if one.mark is not None]
        return marks[-1] if marks else None

    def _show(self, shown: Object) -> None:
        _, codes = self._font
        pieces: Iterable[Any] = shown if isinstance(shown, Array) else (shown,)
        strings = [bytes(piece) for piece in pieces if isinstance(piece, pikepdf.String)]
        text = self._read_aloud("".join(map(codes.text, strings)))
        mark = self._paint()
        if mark is not None:
            high = self._text_at.then(self._at).apply(Point(0, 0)).y
            before = self.texts.get(mark, ShownText("", high, high))
            self.texts[mark] = ShownText(before.text + text, before.first, high)

    def _read_aloud(self, text: str) -> str:
        """Return the text that readers take for ``text``: the sequence's /ActualText, if any.

        That replaces all text in the sequence, so it is returned only once.
        """
        for number, one in enumerate(self._open):
            if one.actual is not None:
                self._open[number] = one._replace(actual="")
                return one.actual
        return text

    def _font_named(self, name: str) -> tuple[str, FontCodes]:
        if name not in self._fonts:
            font = self._resources.get("/Font", Dictionary()).get(name, Dictionary())
            self._fonts[name] = str(font.get("/BaseFont", name)), _read_codes(font)
        return self._fonts[name]


def _read_codes(font: Object) -> FontCodes:
    """Return a font's map to Unicode, or an empty one if the font has none."""
    stream = font.get("/ToUnicode")
    if not isinstance(stream, Stream):
        return FontCodes({}, 2 if font.get("/Subtype") == Name.Type0 else 1)
    written = stream.read_bytes()
    space = _SPACE.search(written)
    meaning = dict(islice(_meanings(written), MOST_CODES))
    return FontCodes(meaning, max(1, len(space[1]) // 2) if space else 1)


def _between(written: bytes, begin: bytes, end: bytes) -> Iterator[bytes]:
    """Yield the parts between two words, in linear time."""
    at = 0
    while (start := written.find(begin, at)) >= 0:
        stop = written.find(end, start)
        if stop < 0:
            return
        yield written[start + len(begin) : stop]
        at = stop


def _meanings(written: bytes) -> Iterator[tuple[int, str]]:
    for block in _between(written, b"beginbfchar", b"endbfchar"):
        for code, meant in _PAIR.findall(block):
            yield int(code, 16), _utf16(meant)
    for block in _between(written, b"beginbfrange", b"endbfrange"):
        for first, last, start, listed in _RANGE.findall(block):
            low, high = int(first, 16), min(int(last, 16), 0xFFFF)
            codes = range(low, high + 1)
            if listed:
                yield from zip(codes, map(_utf16, _HEX.findall(listed)), strict=False)
            elif start:
                for code in codes:
                    yield code, _utf16(b"%0*X" % (len(start), int(start, 16) + code - low))


def _utf16(digits: bytes) -> str:
    return bytes.fromhex(digits.decode("ascii")).decode("utf-16-be", "replace")
