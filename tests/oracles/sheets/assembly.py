"""Checks across pages: boards joined from several pages, and backs behind their fronts."""

from collections.abc import Callable, Iterator, Sequence
from math import fsum

from oracles.reading import difference, format_length, format_size
from oracles.sheets.measure import MeasuredPage

from pnp.base.geometry import Rect, Size
from pnp.base.units import Mm
from pnp.make.made_files import MadeFile
from pnp.verify.findings import Finding, checked, compared, judged, unchecked, wrong

SEAMS_NEAR: Mm = 0.1  # the tolerance of all seams of a board together
BACKS_NEAR: Mm = 0.05  # nobody sees less when a card is turned over
TWO_SIDED = ("long-edge", "short-edge")
SheetTurn = Callable[[Rect, MeasuredPage], Rect]  # where a piece lies once its page is turned over
Halves = tuple[list[Rect], list[Rect]]  # fronts, and backs as they lie behind them


def board_findings(pages: Sequence[MeasuredPage], entry: MadeFile) -> Iterator[Finding]:
    """Check the number of boards, and the size of each when its pages are joined."""
    columns, rows = entry.poster or (1, 1)
    each = columns * rows
    boards, rest = divmod(len(pages), each)
    found = f"{boards} on {each} pages each" if boards != 1 else f"1 on {each} pages"
    if rest:
        yield wrong("pieces", f"{len(pages)} pages", f"a multiple of {columns} x {rows}")
    else:
        right = f"{entry.pieces} on {each} pages" + (" each" if entry.pieces != 1 else "")
        yield compared("pieces", found, right)
    for start in range(0, boards * each, each):
        board = pages[start : start + each]
        both = (_joined(board, columns, rows, turned=turned) for turned in (False, True))
        sizes = [size for size in both if size is not None]
        joined = next((size for size in sizes if _near(size, entry)), sizes[0] if sizes else None)
        if joined is None:
            yield unchecked("trim", "crosses are missing, so the board cannot be joined")
        elif entry.piece_mm is None:
            yield unchecked("trim", f"{format_size(joined)} joined, with no size to compare")
        else:
            found, right = f"{format_size(joined)} joined", format_size(entry.piece_mm)
            yield judged("trim", _near(joined, entry), found, right)


def _near(joined: Size, entry: MadeFile) -> bool:
    return difference(joined, entry.piece_mm or joined) < SEAMS_NEAR


def _joined(pages: Sequence[MeasuredPage], columns: int, rows: int, *, turned: bool) -> Size | None:
    """Return the size of a board whose pages are joined at their crosses.

    ``turned`` means that its pages were turned a quarter clockwise to be upright.
    """
    across, down = ("down", "left") if turned else ("right", "down")
    widths = [_sum(pages[row * columns :][:columns], across) for row in range(rows)]
    heights = [_sum(pages[column::columns], down) for column in range(columns)]
    found = [length for length in widths + heights if length is not None]
    if len(found) < rows + columns:
        return None
    uneven = max(found[:rows]) - min(found[:rows]), max(found[rows:]) - min(found[rows:])
    return Size(found[0], found[rows]) if max(uneven) < SEAMS_NEAR else None


def _sum(pages: Sequence[MeasuredPage], direction: str) -> Mm | None:
    """Return the length of a row or a column of pages without the overlaps."""
    lengths = []
    for number, page in enumerate(pages):
        trim, lines = page.trim, page.cuts.ys if direction == "down" else page.cuts.xs
        if trim is None:
            return None
        low, high = (trim.y, trim.bottom) if direction == "down" else (trim.x, trim.right)
        if direction == "left":
            low, high, lines = -high, -low, tuple(-x for x in lines)
        seams = [line for line in lines if low - SEAMS_NEAR < line < high + SEAMS_NEAR]
        if number > 0:
            low = min(seams, default=high)
        if number + 1 < len(pages):
            high = max(seams, default=low)
        if high <= low:
            return None
        lengths.append(high - low)
    return fsum(lengths)


def is_back(number: int, label: str, entry: MadeFile | None) -> bool:
    """Return whether a page, counted from 1, is the back of the previous one."""
    if entry is not None:
        return entry.duplex in TWO_SIDED and number % 2 == 0
    return label.endswith("back") and number % 2 == 0


def front_pieces(page: MeasuredPage, entry: MadeFile | None) -> list[Rect]:
    """Return the pieces of a page; of a folded page, those before the fold if it can be found."""
    if (entry.duplex == "fold") if entry else page.pdf.label.endswith("fold"):
        halves = _folded(page, entry)
        return halves[0] if halves else list(page.pieces)
    return list(page.pieces)


def back_findings(pages: Sequence[MeasuredPage], entry: MadeFile | None) -> Iterator[Finding]:
    """Check the misregistration of backs, by the marks of both sides."""
    if entry is None or not (entry.duplex in TWO_SIDED or entry.duplex == "fold"):
        return
    shared = entry.piece_mm is None
    found = list(_off_shared(pages, entry) if shared else _off_their_fronts(pages, entry))
    if not found:
        yield unchecked("backs", "no marks on both sides to measure them by")
        return
    away = max(found)
    off = format_length(away)
    fault = f"{off} mm off their fronts" if away > BACKS_NEAR else ""
    yield checked("backs", fault, "0.00 mm", f"behind their fronts within {off} mm")


def _off_their_fronts(pages: Sequence[MeasuredPage], entry: MadeFile) -> Iterator[Mm]:
    """Yield how far each back is off the nearest front."""
    for fronts, backs in _pairs(pages, entry):
        for back in backs:
            gaps = [difference(back[:2], front[:2]) for front in fronts]
            yield min(gaps, default=back.width)


def _off_shared(pages: Sequence[MeasuredPage], entry: MadeFile) -> Iterator[Mm]:
    """Yield how far each cut on the back of a shared sheet is off the nearest cut on its front.

    Blocks of several sizes share the sheet, and only some have backs, so cuts cannot be paired to
    pieces. On a folded sheet every block has a fold of its own.
    """
    if entry.duplex == "fold":
        return
    for front, back in zip(pages[::2], pages[1::2], strict=False):
        trim, bleed = back.trim, back.box("BleedBox")
        if trim is None or bleed is None or not back.cuts.found:
            continue
        turn = _turn(front, entry)
        shown = front.cuts_around(turn(trim, back), turn(bleed, back))
        upright = [turn(Rect(x, 0, 0, 0), back).x for x in back.cuts.xs]
        level = [turn(Rect(0, y, 0, 0), back).y for y in back.cuts.ys]
        for lines, there in ((upright, shown.xs), (level, shown.ys)):
            for at in lines:
                yield min((abs(at - other) for other in there), default=trim.width)


def _turn(front: MeasuredPage, entry: MadeFile) -> SheetTurn:
    """Return how a sheet is turned over."""
    upright = front.pdf.media.height >= front.pdf.media.width
    return _sideways if upright == (entry.duplex == "long-edge") else _head_over_heels


def _pairs(pages: Sequence[MeasuredPage], entry: MadeFile) -> Iterator[Halves]:
    """Yield the pieces of each front and its back."""
    if entry.duplex == "fold":
        yield from (halves for page in pages if (halves := _folded(page, entry)))
        return
    for front, back in zip(pages[::2], pages[1::2], strict=False):
        if front.by == back.by == "marks":
            turn = _turn(front, entry)
            yield list(front.pieces), [turn(piece, back) for piece in back.pieces]


def _folded(page: MeasuredPage, entry: MadeFile | None) -> Halves | None:
    """Return the pieces before and behind the fold, or None if marks show only one side.

    A landscape page that was turned upright for a printer is folded across; of the two possible
    folds, the one with more matching pieces wins.
    """
    folds = [_sideways]
    if entry is not None and entry.printer is not None:
        folds.append(_head_over_heels)
    # No piece lies across a fold.
    free = [turn for turn in folds if not any(p.overlaps(turn(p, page)) for p in page.places)]
    found = [_halves(page, turn) for turn in free if page.by == "marks"]
    both = [halves for halves in found if halves is not None]
    return min(both, key=_unmatched, default=None) if len(both) == len(found) else None


def _halves(page: MeasuredPage, turn: SheetTurn) -> Halves | None:
    before = {p for p in page.places if (p.x, p.y) < (turn(p, page).x, turn(p, page).y)}
    if not 0 < len(before) < len(page.places):
        return None
    fronts = [piece for piece in page.pieces if piece in before]
    return fronts, [turn(piece, page) for piece in page.pieces if piece not in before]


def _unmatched(halves: Halves) -> int:
    """Return the number of pieces without a counterpart."""
    one, other = halves
    return sum(
        all(difference(a[:2], b[:2]) > BACKS_NEAR for b in there)
        for here, there in ((one, other), (other, one))
        for a in here
    )


def _sideways(piece: Rect, page: MeasuredPage) -> Rect:
    return piece._replace(x=page.pdf.media.width - piece.right)


def _head_over_heels(piece: Rect, page: MeasuredPage) -> Rect:
    return piece._replace(y=page.pdf.media.height - piece.bottom)
