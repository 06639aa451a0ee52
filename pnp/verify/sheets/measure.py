"""A page measured by its lines: the ruler, the cuts and the pieces."""

from typing import Any, NamedTuple

from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.verify.sheets.cuts import OUTSIDE, SheetCuts, cells, find_cuts, occupied, outlines_of
from pnp.verify.sheets.page import PageStroke
from pnp.verify.sheets.pdf import ReadPage
from pnp.verify.sheets.ruler import RULER, Ruler, find_ruler

ASIDE: Mm = 5.0  # how far a TrimBox may be off while marks are still found


class MeasuredPage(NamedTuple):
    """A page and what was found on it: places for pieces, and those that have a piece.

    ``piece`` is the size of the first place; ``by`` is ``marks``, ``outlines`` or "" if nothing
    showed the places.
    """

    number: int
    page: ReadPage
    ruler: Ruler | None
    cuts: SheetCuts
    places: tuple[Rect, ...]
    pieces: tuple[Rect, ...]
    piece: Size | None
    by: str

    @property
    def media(self) -> Rect:
        """The paper."""
        return self.page.media

    @property
    def boxes(self) -> dict[str, Rect]:
        """The boxes of the page, by name."""
        return self.page.boxes

    @property
    def trim(self) -> Rect | None:
        """The place of the TrimBox on paper, if there is one."""
        box = self.page.boxes.get("TrimBox")
        return self.page.printed.box(box) if box else None

    @property
    def label(self) -> str:
        """The page's label."""
        return self.page.label

    @property
    def text(self) -> str:
        """All text that can be selected."""
        return self.page.text

    @property
    def turned(self) -> int:
        """The degrees by which viewers turn it."""
        return self.page.turned

    @property
    def fonts(self) -> frozenset[tuple[str, bool]]:
        """The fonts of its text, and whether the file holds them."""
        return self.page.content.fonts

    @property
    def measured(self) -> bool:
        """Whether places for pieces were found."""
        return bool(self.by)

    @property
    def joined(self) -> bool:
        """Whether it is joined with other pages, which a letter as its label shows."""
        return _is_joined(self.page)

    def as_data(self) -> dict[str, Any]:
        """Return the measurements as JSON data."""
        return {
            "label": self.label,
            "boxes_mm": {name: _rounded(box) for name, box in self.boxes.items()},
            "ruler_mm": round(self.ruler.length, 3) if self.ruler else None,
            "found_by": self.by or None,
            "places": len(self.places),
            "pieces": len(self.pieces),
            "piece_mm": [round(side, 3) for side in self.piece] if self.piece else None,
            "fonts": dict(sorted(self.fonts)),
            "text": bool(self.text.strip()),
        }


def measure_page(number: int, page: ReadPage, piece: Size | None) -> MeasuredPage:
    """Measure a page; ``piece`` is the printed size that is expected, if it is known."""
    ruler = find_ruler(page.content.strokes)
    written = page.boxes.get("TrimBox", page.media)
    trim = page.printed.box(written)
    bleed = page.printed.box(page.boxes.get("BleedBox", written))
    beside = OUTSIDE if _is_joined(page) else ASIDE
    cuts = find_cuts(_without(ruler, page.content.strokes), trim, bleed, beside)
    places = cells(cuts, piece)
    by = "marks" if places else ""
    pieces = occupied(places, page.content.inked)
    if not places and piece is not None:
        scale = ruler.length / RULER if ruler else 1.0  # so that scaled pieces are found as well
        printed = Size(piece.width * scale, piece.height * scale)
        places = pieces = outlines_of(page.content.outlines, printed, page.media)
        by = "outlines" if places else ""
    first = places[0].size if places else None
    return MeasuredPage(number, page, ruler, cuts, tuple(places), tuple(pieces), first, by)


def _is_joined(page: ReadPage) -> bool:
    letter = page.label.rpartition(" ")[2]
    return letter.isalpha() and letter.isupper()


def _without(ruler: Ruler | None, strokes: tuple[PageStroke, ...]) -> list[PageStroke]:
    """Return all strokes but those of the ruler and of its drawing."""
    if ruler is None:
        return list(strokes)
    return [s for s in strokes if s not in ruler.lines and s.drawing != ruler.drawing]


def _rounded(box: Rect) -> list[float]:
    return [round(side, 3) for side in box]
