"""Measures a page by its lines: the ruler, the cuts and the pieces between them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import dist, fsum
from typing import NamedTuple

from oracles.reading import difference
from oracles.sheets.page import PageStroke
from oracles.sheets.pdf import ReadPage

from pnp.base.geometry import Point, Rect, Size
from pnp.base.units import Mm

ASIDE: Mm = 5.0  # how far a TrimBox may be off for marks still to be found
RULER: Mm = 50.0
TICKS = 51  # from 0 to 50 mm
LONGEST_TICK: Mm = 4.0  # they have 1.4 mm; a page at 200 % is still recognised
EVEN: Mm = 0.02  # how far a tick may be off its place
SAME: Mm = 0.03  # marks that are closer show the same cut
STRAIGHT: Mm = 0.01  # how far a line may be off the vertical or the horizontal
OUTSIDE: Mm = 0.3  # how far a mark reaches past the pieces at least
INSIDE: Mm = 0.5  # how far within a place the middle of a drawing lies at least
MOST_BLEED: Mm = 6.0  # how far art may go past the trim


class Ruler(NamedTuple):
    """A measured ruler; ``drawing`` is the drawing that has all its ``lines``, if one does."""

    length: Mm
    drawing: int | None
    lines: frozenset[PageStroke]


def find_ruler(strokes: Sequence[PageStroke]) -> Ruler | None:
    """Return the ruler among the strokes of a page, at any angle, or None."""
    for group in _ticks(strokes):
        for ends in ([s.start for s in group], [s.end for s in group]):
            found = _measured(group, ends)
            if found is not None:
                return found
    return None


def _ticks(strokes: Iterable[PageStroke]) -> Iterator[list[PageStroke]]:
    """Yield the short strokes of each drawing, then those on each line, if enough for a ruler.

    Some programs draw each tick separately.
    """
    drawings: dict[int, list[PageStroke]] = defaultdict(list)
    levels: dict[tuple[bool, int, float], list[PageStroke]] = defaultdict(list)
    for stroke in strokes:
        start, end = stroke.start, stroke.end
        length = dist(start, end)
        if length < LONGEST_TICK:
            drawings[stroke.drawing].append(stroke)
        if 0 < length < LONGEST_TICK:
            upright = abs(end.y - start.y) > abs(end.x - start.x)
            for number, point in enumerate((start, end)):
                levels[upright, number, round(point.y if upright else point.x, 1)].append(stroke)
    groups = chain(drawings.values(), levels.values())
    return (group for group in groups if len(group) >= TICKS)


def _measured(group: Sequence[PageStroke], ends: Sequence[Point]) -> Ruler | None:
    ordered = sorted(set(ends), key=lambda p: (round(p.x, 3), round(p.y, 3)))
    if len(ordered) != TICKS:
        return None
    first, last = ordered[0], ordered[-1]
    length = dist(first, last)
    for number, point in enumerate(ordered):
        part = number / (TICKS - 1)
        x, y = first.x + part * (last.x - first.x), first.y + part * (last.y - first.y)
        if dist(point, (x, y)) > EVEN:
            return None
    drawings = {stroke.drawing for stroke in group}
    return Ruler(length, drawings.pop() if len(drawings) == 1 else None, frozenset(group))


class SheetCuts(NamedTuple):
    """The x of every vertical cut and the y of every horizontal one, in ascending order."""

    xs: tuple[Mm, ...]
    ys: tuple[Mm, ...]

    @property
    def found(self) -> bool:
        """Whether there are enough cuts to measure a piece."""
        return len(self.xs) > 1 and len(self.ys) > 1

    @property
    def block(self) -> Rect:
        """The rectangle within the outermost cuts."""
        left, top = self.xs[0], self.ys[0]
        return Rect(left, top, self.xs[-1] - left, self.ys[-1] - top)


def find_cuts(
    strokes: Iterable[PageStroke], trim: Rect, bleed: Rect, beside: Mm = OUTSIDE
) -> SheetCuts:
    """Return the cuts shown by the marks around the pieces.

    A mark lies on a line through ``trim``, or at most ``beside`` it, and extends beyond it. Art
    also extends beyond it, into the bleed, but is clipped there.
    """
    xs: list[Mm] = []
    ys: list[Mm] = []
    edge = bleed.inset(-SAME)
    for start, end, _, clip in strokes:
        if clip is not None and edge.contains(clip):
            continue
        left, right = sorted((start.x, end.x))
        top, bottom = sorted((start.y, end.y))
        vertical, horizontal = right - left < STRAIGHT, bottom - top < STRAIGHT
        through = trim.x - beside < left and right < trim.right + beside
        if vertical and through and _reaches_out(top, bottom, trim.y, trim.bottom):
            xs.append((left + right) / 2)
        through = trim.y - beside < top and bottom < trim.bottom + beside
        if horizontal and through and _reaches_out(left, right, trim.x, trim.right):
            ys.append((top + bottom) / 2)
    return SheetCuts(_distinct(xs), _distinct(ys))


def cells(cuts: SheetCuts, piece: Size | None) -> list[Rect]:
    """Return the places between cuts, row by row, without the gaps.

    Places have the size of ``piece``, upright or turned; if none does, the most frequent size.
    """
    if not cuts.found:
        return []
    widths = _steps(cuts.xs)
    heights = _steps(cuts.ys)
    for size in (piece, piece.turned()) if piece else ():
        columns = [step for step in widths if abs(step[1] - size.width) < SAME]
        rows = [step for step in heights if abs(step[1] - size.height) < SAME]
        if columns and rows:
            return _between(columns, rows)
    return _between(_usual(widths), _usual(heights))


def occupied(places: Sequence[Rect], inked: Sequence[Rect]) -> list[Rect]:
    """Return the places with a drawing in them, ignoring marks around several places."""
    return [place for place in places if any(_is_in(drawn, place) for drawn in inked)]


def _is_in(drawn: Rect, place: Rect) -> bool:
    x, y = drawn.center
    edge = min(INSIDE, place.width / 4, place.height / 4)
    amid = place.inset(edge)
    return (
        amid.x < x < amid.right
        and amid.y < y < amid.bottom
        and place.inset(-MOST_BLEED).contains(drawn)
    )


def outlines_of(outlines: Iterable[Rect], piece: Size, page: Rect) -> list[Rect]:
    """Return the outlines of pieces to cut out with scissors, without duplicates."""
    found: dict[tuple[int, int], Rect] = {}
    for outline in outlines:
        for size in (piece, piece.turned()):
            if difference(outline.size, size) < SAME and page.contains(outline):
                found.setdefault((round(outline.center.x), round(outline.center.y)), outline)
    return list(found.values())


def _reaches_out(begin: Mm, end: Mm, inner_begin: Mm, inner_end: Mm) -> bool:
    return begin < inner_begin - OUTSIDE or end > inner_end + OUTSIDE


def _distinct(values: Iterable[Mm]) -> tuple[Mm, ...]:
    groups: list[list[Mm]] = []
    for value in sorted(values):
        if groups and value - groups[-1][-1] < SAME:
            groups[-1].append(value)
        else:
            groups.append([value])
    return tuple(fsum(group) / len(group) for group in groups)


def _steps(cuts: Sequence[Mm]) -> list[tuple[Mm, Mm]]:
    return [(one, other - one) for one, other in pairwise(cuts)]


def _usual(steps: Sequence[tuple[Mm, Mm]]) -> list[tuple[Mm, Mm]]:
    """Return the steps of the most frequent length, or the longest of these if they tie."""
    counted = Counter(round(length, 1) for _, length in steps)
    usual = max(counted, key=lambda length: (counted[length], length))
    return [step for step in steps if abs(step[1] - usual) < 0.1]


def _between(columns: Sequence[tuple[Mm, Mm]], rows: Sequence[tuple[Mm, Mm]]) -> list[Rect]:
    return [Rect(x, y, width, height) for y, height in rows for x, width in columns]


class MeasuredPage(NamedTuple):
    """A page with its ruler, its cuts, the places between them, and those with a piece.

    ``number`` counts from 1; ``piece`` is the size of the first place; ``by`` says how the places
    were found: by ``marks``, by ``outlines``, or "" if not at all.
    """

    number: int
    pdf: ReadPage
    ruler: Ruler | None
    cuts: SheetCuts
    places: tuple[Rect, ...]
    pieces: tuple[Rect, ...]
    piece: Size | None
    by: str

    @property
    def trim(self) -> Rect | None:
        """The TrimBox as printed, or None if the page has none."""
        return self.box("TrimBox")

    def box(self, name: str) -> Rect | None:
        """Return a box of the page as printed, or None if the page has none of that name."""
        box = self.pdf.boxes.get(name)
        return self.pdf.printed.box(box) if box else None

    def cuts_around(self, trim: Rect, bleed: Rect) -> SheetCuts:
        """Return the cuts that marks show around a part of the page."""
        return find_cuts(_without(self.pdf.content.strokes, self.ruler), trim, bleed, ASIDE)


def measure_page(number: int, page: ReadPage, piece: Size | None) -> MeasuredPage:
    """Measure a page; ``piece`` is the expected size on paper, if known."""
    ruler = find_ruler(page.content.strokes)
    strokes = _without(page.content.strokes, ruler)
    written = page.boxes.get("TrimBox", page.media)
    trim = page.printed.box(written)
    bleed = page.printed.box(page.boxes.get("BleedBox", written))
    cuts = find_cuts(strokes, trim, bleed, OUTSIDE if is_poster_page(page) else ASIDE)
    places = cells(cuts, piece)
    by = "marks" if places else ""
    pieces = occupied(places, page.content.inked)
    if not places and piece is not None:
        scale = ruler.length / RULER if ruler else 1.0  # to find scaled pieces as well
        printed = Size(piece.width * scale, piece.height * scale)
        places = pieces = outlines_of(page.content.outlines, printed, page.media)
        by = "outlines" if places else ""
    first = places[0].size if places else None
    return MeasuredPage(number, page, ruler, cuts, tuple(places), tuple(pieces), first, by)


def _without(strokes: Sequence[PageStroke], ruler: Ruler | None) -> Sequence[PageStroke]:
    if ruler is None:
        return strokes
    return [s for s in strokes if s not in ruler.lines and s.drawing != ruler.drawing]


def is_poster_page(page: ReadPage) -> bool:
    """Return whether a page is part of a poster, by the letter at the end of its label."""
    letter = page.label.rpartition(" ")[2]
    return letter.isalpha() and letter.isupper()
