"""Fronts and backs: which page is which, and whether one lies behind the other."""

from collections.abc import Iterator, Sequence

from pnp.geometry import Rect
from pnp.verify.findings import Finding, ok, unchecked, wrong
from pnp.verify.manifest import Entry, length
from pnp.verify.measure import MeasuredPage

NEAR = 0.05  # mm: what the eye does not see when a card is turned over
TWO_SIDED = ("long-edge", "short-edge")


def is_back(number: int, label: str, entry: Entry | None) -> bool:
    """Tell whether a page, counted from 1, is the back of the one before it."""
    if entry is not None:
        return entry.duplex in TWO_SIDED and number % 2 == 0
    return label.endswith("back") and number % 2 == 0


def on_the_front(page: MeasuredPage, entry: Entry | None) -> list[Rect]:
    """Return the pieces of a page, of a folded one those on its left half."""
    if (entry.duplex == "fold") if entry else page.label.endswith("fold"):
        return [piece for piece in page.pieces if piece.center.x < page.media.width / 2]
    return list(page.pieces)


def back_findings(pages: Sequence[MeasuredPage], entry: Entry | None) -> Iterator[Finding]:
    """Say how far backs are off what lies in front of them, by the marks of both pages."""
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
        yield wrong("backs", f"{length(away)} mm off their fronts", f"{length(0)} mm")
    else:
        yield ok("backs", f"behind their fronts within {length(away)} mm")


def _pairs(pages: Sequence[MeasuredPage], entry: Entry) -> Iterator[tuple[list[Rect], list[Rect]]]:
    """Yield the pieces of a front and those of its back, as they lie when it is turned over."""
    if entry.duplex == "fold":
        for page in pages:
            if page.by == "marks":
                fronts = on_the_front(page, entry)
                backs = [piece for piece in page.pieces if piece not in fronts]
                yield fronts, [_sideways(piece, page) for piece in backs]
        return
    for front, back in zip(pages[::2], pages[1::2], strict=False):
        if front.by == back.by == "marks":
            upright = front.media.height >= front.media.width
            turn = _sideways if upright == (entry.duplex == "long-edge") else _head_over_heels
            yield list(front.pieces), [turn(piece, back) for piece in back.pieces]


def _sideways(piece: Rect, page: MeasuredPage) -> Rect:
    return piece._replace(x=page.media.width - piece.right)


def _head_over_heels(piece: Rect, page: MeasuredPage) -> Rect:
    return piece._replace(y=page.media.height - piece.bottom)
