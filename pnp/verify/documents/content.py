"""What the pages of a tagged document show: the text of each mark, and what has no mark."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Object

from pnp.base.geometry import IDENTITY, Point, Transform
from pnp.verify.documents.codes import UNKNOWN, Codes, read_codes

PATHS = ("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Do", "INLINE IMAGE")
TEXTS = ("Tj", "TJ", "'", '"')
OTHERS = ("BDC", "BMC", "EMC", "q", "Q", "cm", "BT", "Tf", "Tm", "Td", "TD", "BI", "ID", "EI")
OPERATORS = " ".join((*PATHS, *TEXTS, *OTHERS))


class Mark(NamedTuple):
    """A piece of marked content: the page it is on, from 0, and its number there."""

    page: int
    number: int


class Shown(NamedTuple):
    """The text of a mark, and how high on the page it begins and ends, in points."""

    text: str
    first: float
    last: float


class Content(NamedTuple):
    """All pages. ``texts`` are those of marks that show text, ``marks`` all in drawing order.

    ``loose`` are the pages, from 1, that paint something outside of all marks; ``unknown`` are
    the fonts of codes that mean nothing.
    """

    marks: tuple[Mark, ...]
    texts: dict[Mark, Shown]
    loose: tuple[int, ...]
    unknown: tuple[str, ...]


def read_content(pdf: pikepdf.Pdf) -> Content:
    """Read what is drawn on every page."""
    readers = [_Reader(number) for number in range(len(pdf.pages))]
    for reader, page in zip(readers, pdf.pages, strict=True):
        reader.read(page)
    return Content(
        tuple(mark for reader in readers for mark in reader.marks),
        {mark: shown for reader in readers for mark, shown in reader.texts.items()},
        tuple(reader.page + 1 for reader in readers if reader.loose),
        tuple(sorted(set().union(*(reader.unknown for reader in readers)))),
    )


class _Reader:
    """Reads one page. What is open around an operator is a mark's number, or None for others."""

    def __init__(self, page: int) -> None:
        self.page = page
        self.marks: list[Mark] = []
        self.texts: dict[Mark, Shown] = {}
        self.loose = False
        self.unknown: set[str] = set()
        self._open: list[tuple[bool, Mark | None]] = []  # whether it is an artifact, and its mark
        self._saved: list[Transform] = []
        self._at = self._text_at = IDENTITY
        self._font: tuple[str, Codes] = ("none", Codes({}, 1))
        self._fonts: dict[str, tuple[str, Codes]] = {}

    def read(self, page: pikepdf.Page) -> None:
        self._resources = page.resources
        for found in pikepdf.parse_content_stream(page, OPERATORS):
            self._take(str(found.operator), list(found.operands))

    def _take(self, operator: str, operands: list[Any]) -> None:
        if operator in TEXTS:
            self._show(operands[-1])
        elif operator in PATHS:
            self._paint()
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
            self._font = self._opened(str(operands[0]))

    def _begin(self, operands: list[Any]) -> None:
        said = operands[1] if len(operands) > 1 else None
        if isinstance(said, Name):
            said = self._resources.get("/Properties", Dictionary()).get(said)
        number = said.get("/MCID") if isinstance(said, Dictionary) else None
        mark = Mark(self.page, int(number)) if number is not None else None
        if mark is not None:
            self.marks.append(mark)
        self._open.append((operands[0] == Name.Artifact, mark))

    def _paint(self) -> Mark | None:
        """Note that something is painted; return the mark that it belongs to."""
        if not any(artifact or mark is not None for artifact, mark in self._open):
            self.loose = True
        marks = [mark for _, mark in self._open if mark is not None]
        return marks[-1] if marks else None

    def _show(self, shown: Object) -> None:
        name, codes = self._font
        pieces: Iterable[Any] = shown if isinstance(shown, Array) else (shown,)
        strings = [bytes(piece) for piece in pieces if isinstance(piece, pikepdf.String)]
        text = "".join(map(codes.text, strings))
        if UNKNOWN in text:
            self.unknown.add(name)
        mark = self._paint()
        if mark is not None:
            high = self._text_at.then(self._at).apply(Point(0, 0)).y
            before = self.texts.get(mark, Shown("", high, high))
            self.texts[mark] = Shown(before.text + text, before.first, high)

    def _opened(self, name: str) -> tuple[str, Codes]:
        if name not in self._fonts:
            font = self._resources.get("/Font", Dictionary()).get(name, Dictionary())
            self._fonts[name] = str(font.get("/BaseFont", name)), read_codes(font)
        return self._fonts[name]
