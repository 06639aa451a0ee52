"""What one page holds, measured from its lines: the ruler, the cuts, the pieces."""

from typing import Any, NamedTuple

from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.verify.sheets.cuts import OUTSIDE, Cuts, cells, find_cuts, occupied, outlines_of
from pnp.verify.sheets.page import Stroke
from pnp.verify.sheets.pdf import Page
from pnp.verify.sheets.ruler import RULER, Ruler, find_ruler

ASIDE: Mm = 5.0  # how far a TrimBox may be wrong, and marks still be found


class MeasuredPage(NamedTuple):
    """A page and what was found on it. ``places`` are where pieces may lie, ``pieces`` where do.

    ``piece`` is the size of the first; ``by`` says by what they were found, "" if by nothing.
    """

    number: int
    page: Page
    ruler: Ruler | None
    cuts: Cuts
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
        """The boxes that are there, by name."""
        return self.page.boxes

    @property
    def trim(self) -> Rect | None:
        """Where the TrimBox comes out, if there is one."""
        box = self.page.boxes.get("TrimBox")
        return self.page.printed.box(box) if box else None

    @property
    def label(self) -> str:
        """The page's label."""
        return self.page.label

    @property
    def text(self) -> str:
        """All that can be selected."""
        return self.page.text

    @property
    def turned(self) -> int:
        """By how many degrees a reader is asked to turn it."""
        return self.page.turned

    @property
    def fonts(self) -> frozenset[tuple[str, bool]]:
        """Every font that shows text, and whether the file holds it."""
        return self.page.painted.fonts

    @property
    def measured(self) -> bool:
        """Whether the pieces could be found."""
        return bool(self.by)

    @property
    def joined(self) -> bool:
        """Whether the page is one of several that are joined: a letter is its label."""
        return _is_joined(self.page)

    def as_data(self) -> dict[str, Any]:
        """Return the measures, for programs."""
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


def measure_page(number: int, page: Page, piece: Size | None) -> MeasuredPage:
    """Find what is on a page; ``piece`` is the printed size that is expected, if it is known."""
    ruler = find_ruler(page.painted.strokes)
    written = page.boxes.get("TrimBox", page.media)
    trim = page.printed.box(written)
    bleed = page.printed.box(page.boxes.get("BleedBox", written))
    beside = OUTSIDE if _is_joined(page) else ASIDE
    cuts = find_cuts(_without(ruler, page.painted.strokes), trim, bleed, beside)
    places = cells(cuts, piece)
    by = "marks" if places else ""
    pieces = occupied(places, page.painted.inked)
    if not places and piece is not None:
        scale = ruler.length / RULER if ruler else 1.0  # so that scaled pieces are found as well
        printed = Size(piece.width * scale, piece.height * scale)
        places = pieces = outlines_of(page.painted.outlines, printed, page.media)
        by = "outlines" if places else ""
    first = places[0].size if places else None
    return MeasuredPage(number, page, ruler, cuts, tuple(places), tuple(pieces), first, by)


def _is_joined(page: Page) -> bool:
    letter = page.label.rpartition(" ")[2]
    return letter.isalpha() and letter.isupper()


def _without(ruler: Ruler | None, strokes: tuple[Stroke, ...]) -> list[Stroke]:
    """Return all strokes but the ruler's, with its long line if it is one drawing."""
    if ruler is None:
        return list(strokes)
    return [s for s in strokes if s not in ruler.lines and s.drawing != ruler.drawing]


def _rounded(box: Rect) -> list[float]:
    return [round(side, 3) for side in box]
