"""The fonts of a document: held by the file, and what their codes mean as text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pikepdf import Dictionary, Name, Object, Pdf, Stream

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_SUBSET = re.compile(r"/[A-Z]{6}\+")
_SPACE = re.compile(rb"begincodespacerange\s*<([0-9A-Fa-f]+)>")
_CHARS = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_RANGES = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>")
_RANGE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]*)>|\[(.*?)\])", re.S)
_HEX = re.compile(rb"<([0-9A-Fa-f]*)>")


class Codes(NamedTuple):
    """What the codes of a font mean (ISO 32000-1, 9.10.3); ``width`` is a code's bytes."""

    meaning: dict[int, str]
    width: int

    def text(self, shown: bytes) -> str:
        """Return what a string says; codes without a meaning are replaced by a sign for that."""
        codes = (shown[at : at + self.width] for at in range(0, len(shown), self.width))
        return "".join(self.meaning.get(int.from_bytes(code), UNKNOWN) for code in codes)


def read_codes(font: Object) -> Codes:
    """Read a font's map to Unicode; without one no code means anything."""
    stream = font.get("/ToUnicode")
    if not isinstance(stream, Stream):
        return Codes({}, 2 if font.get("/Subtype") == Name.Type0 else 1)
    written = stream.read_bytes()
    space = _SPACE.search(written)
    return Codes(dict(_meanings(written)), max(1, len(space[1]) // 2) if space else 1)


def _meanings(written: bytes) -> Iterator[tuple[int, str]]:
    for block in _CHARS.findall(written):
        for code, meant in _PAIR.findall(block):
            yield int(code, 16), _utf16(meant)
    for block in _RANGES.findall(written):
        for first, last, start, listed in _RANGE.findall(block):
            low, high = int(first, 16), min(int(last, 16), 0xFFFF)
            if listed:
                yield from zip(
                    range(low, high + 1), map(_utf16, _HEX.findall(listed)), strict=False
                )
            elif start:
                for code in range(low, high + 1):
                    yield code, _utf16(b"%0*X" % (len(start), int(start, 16) + code - low))


def _utf16(digits: bytes) -> str:
    return bytes.fromhex(digits.decode("ascii")).decode("utf-16-be", "replace")


def fonts(pdf: Pdf) -> dict[str, Object]:
    """Return every font of a file by its name."""
    return {
        str(found.get("/BaseFont", "unnamed")): found
        for found in pdf.objects
        if isinstance(found, Dictionary)
        and found.get("/Type") == Name.Font
        and found.get("/Subtype") not in (Name.CIDFontType0, Name.CIDFontType2)
    }


def is_embedded(font: Object) -> bool:
    """Tell whether a file holds a font's shapes."""
    below = font.get("/DescendantFonts")
    holder = below[0] if below is not None and len(below) else font
    described = holder.get("/FontDescriptor", Dictionary())
    return any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def is_subset(name: str) -> bool:
    """Tell whether a font's name begins as that of a subset does (ISO 32000-1, 9.6.4)."""
    return bool(_SUBSET.match(name))
