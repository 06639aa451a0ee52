"""A tagged document as it is read aloud: its text in the order of its structure.

Nothing here uses pnp: the structure is walked, and the codes of each mark are looked up in the
font's own table.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf

BLOCKS = {"P", "Lbl", "LBody", "TD", "TH", "Caption", *(f"H{level}" for level in range(1, 7))}
SILENT = {"TOC"}  # what a test does not compare


def paragraphs(file: Path) -> list[str]:
    """Return the text of every block, as it is read: figures by their captions alone."""
    with pikepdf.open(file) as pdf:
        said = _Marks(pdf)
        return [_plain(text) for text in _blocks(pdf.Root.StructTreeRoot.K[0], said)]


def _plain(text: str) -> str:
    return " ".join(text.replace("\u00ad", "").split())


def _blocks(element: Any, said: "_Marks") -> Iterator[str]:
    tag = str(element.S)[1:]
    if tag in BLOCKS:
        yield "".join(_inline(element, said))
    elif tag not in SILENT:
        for kid in element.K:
            if "/S" in kid:
                yield from _blocks(kid, said)


def _inline(element: Any, said: "_Marks") -> Iterator[str]:
    for kid in element.K:
        if "/S" in kid and kid.S != "/Figure":
            yield from _inline(kid, said)
        elif "/MCID" in kid:
            yield said.of(kid.Pg, int(kid.MCID))


class _Marks:
    """What the marks of each page say."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pages = {page.obj.objgen: _read(page) for page in pdf.pages}

    def of(self, page: Any, number: int) -> str:
        return self._pages[page.objgen].get(number, "")


def _read(page: pikepdf.Page) -> dict[int, str]:
    fonts = {name: _table(font) for name, font in page.resources.Font.items()}
    found: dict[int, str] = {}
    opened: list[tuple[int, str | None]] = []  # the number of each mark, and text said in its place
    table: dict[int, str] = {}
    for operands, operator in pikepdf.parse_content_stream(page, "BDC EMC Tf Tj TJ"):
        number = next((number for number, _ in reversed(opened) if number >= 0), -1)
        match str(operator):
            case "BDC":
                instead = operands[1].get("/ActualText")
                opened.append((int(operands[1].get("/MCID", -1)), instead and str(instead)))
                found[number] = found.get(number, "") + str(instead or "")
            case "EMC":
                opened.pop()
            case "Tf":
                table = fonts[str(operands[0])]
            case "Tj" | "TJ" if not any(instead for _, instead in opened):
                found[number] = found.get(number, "") + _shown(operands[0], table)
    return found


def _shown(operand: Any, table: dict[int, str]) -> str:
    strings = operand if isinstance(operand, pikepdf.Array) else [operand]
    data = b"".join(bytes(one) for one in strings if isinstance(one, pikepdf.String))
    return "".join(table[int.from_bytes(data[at : at + 2])] for at in range(0, len(data), 2))


def _table(font: Any) -> dict[int, str]:
    """Return what the codes of a font mean; ours have two bytes, and no ranges in their tables."""
    pairs = re.findall(rb"<(\w{4})> <(\w{4,})>", font.ToUnicode.read_bytes())
    return {
        int(code, 16): bytes.fromhex(meant.decode()).decode("utf-16-be") for code, meant in pairs
    }
