"""Fronts and backs: which page is which, and whether backs lie behind their fronts."""

from collections.abc import Callable, Iterator, Sequence

from pnp.base.geometry import Rect
from pnp.base.units import Mm
from pnp.records.manifest import MadeFile
from pnp.verify.findings import Finding, format_length, ok, unchecked, wrong
from pnp.verify.sheets.measure import MeasuredPage

Turn = Callable[[Rect, MeasuredPage], Rect]

NEAR: Mm = 0.05  # nobody sees less when a card is turned over
TWO_SIDED = ("long-edge", "short-edge")


def is_back(number: int, label: str, entry: MadeFile | None) -> bool:
    """Return whether a page, counted from 1, is the back of the one before it."""
    if entry is not None:
        return entry.duplex in TWO_SIDED and number % 2 == 0
    return label.endswith("back") and number % 2 == 0


def front_pieces(page: MeasuredPage, entry: MadeFile | None) -> list[Rect]:
    """Return the pieces of a page; on a folded page, those before the fold if marks show both."""
    if (entry.duplex == "fold") if entry else page.label.endswith("fold"):
        halves = _folded(page, entry)
        return halves[0] if halves else list(page.pieces)
    return list(page.pieces)


def back_findings(pages: Sequence[MeasuredPage], entry: MadeFile | None) -> Iterator[Finding]:
    """Measure how far backs are off their fronts, by the marks of both pages."""
    if entry is None or not (entry.duplex in TWO_SIDED or entry.duplex == "fold"):
        return
    pairs = list(_pairs(pages, entry))
    if not pairs:
        yield unchecked("backs", "no marks on both sides to measure them by")
        return
    away = 0.0
    for fronts, backs in pairs:
        for back in backs:
            gaps = [max(abs(back.x - f.x), abs(back.y - f.y)) for f in fronts]
            away = max(away, min(gaps, default=back.width))
    if away > NEAR:
        yield wrong("backs", f"{format_length(away)} mm off their fronts", f"{format_length(0)} mm")
    else:
        yield ok("backs", f"behind their fronts within {format_length(away)} mm")


def _pairs(
    pages: Sequence[MeasuredPage], entry: MadeFile
) -> Iterator[tuple[list[Rect], list[Rect]]]:
    """Yield the pieces of a front, and those of its back as they lie once it is turned over."""
    if entry.duplex == "fold":
        yield from (halves for page in pages if (halves := _folded(page, entry)))
        return
    for front, back in zip(pages[::2], pages[1::2], strict=False):
        if front.by == back.by == "marks":
            upright = front.media.height >= front.media.width
            turn = _sideways if upright == (entry.duplex == "long-edge") else _head_over_heels
            yield list(front.pieces), [turn(piece, back) for piece in back.pieces]


def _folded(page: MeasuredPage, entry: MadeFile | None) -> tuple[list[Rect], list[Rect]] | None:
    """Return the pieces before the fold, and those behind it as they lie once it is folded.

    Return None if marks show places on one side of the fold only. A landscape page that was turned
    upright for a printer has its fold across; there, the fold with more matching pieces is taken.
    """
    folds = [_sideways]
    if entry is not None and entry.printer is not None:
        folds.append(_head_over_heels)
    # Nothing lies across a fold.
    free = [turn for turn in folds if not any(p.overlaps(turn(p, page)) for p in page.places)]
    found = [_halves(page, turn) for turn in free if page.by == "marks"]
    both = [halves for halves in found if halves is not None]
    return min(both, key=_unmatched, default=None) if len(both) == len(found) else None


def _halves(page: MeasuredPage, turn: Turn) -> tuple[list[Rect], list[Rect]] | None:
    before = {p for p in page.places if (p.x, p.y) < (turn(p, page).x, turn(p, page).y)}
    if not 0 < len(before) < len(page.places):
        return None
    fronts = [piece for piece in page.pieces if piece in before]
    return fronts, [turn(piece, page) for piece in page.pieces if piece not in before]


def _unmatched(halves: tuple[list[Rect], list[Rect]]) -> int:
    """Count pieces with nothing on their other side."""
    one, other = halves
    return sum(
        all(max(abs(a.x - b.x), abs(a.y - b.y)) > NEAR for b in there)
        for here, there in ((one, other), (other, one))
        for a in here
    )


def _sideways(piece: Rect, page: MeasuredPage) -> Rect:
    return piece._replace(x=page.media.width - piece.right)


def _head_over_heels(piece: Rect, page: MeasuredPage) -> Rect:
    return piece._replace(y=page.media.height - piece.bottom)
