"""Straight cuts: how many, and an order that paper cut in thought comes out of as pieces."""

import itertools

import pytest

from pnp.base.geometry import Point, Rect, Size
from pnp.sheets.layout.crop_marks import cutting_order, number_places, straight_cuts
from pnp.sheets.layout.imposition import centered_grid
from pnp.sheets.layout.margin import Side, mark_reaches

A4 = Size(210, 297)
A4_LYING = Size(297, 210)


@pytest.mark.parametrize(
    ("columns", "rows", "gap", "total"),
    [(4, 4, 0, 10), (4, 3, 0, 9), (1, 1, 0, 4), (4, 3, 2, 14), (1, 3, 2, 8), (1, 1, 2, 4)],
)
def test_cuts_are_one_more_than_pieces_or_two_a_piece_where_there_are_gaps(
    columns, rows, gap, total
):
    cuts = straight_cuts(centered_grid(A4, Size(44, 68), gap, columns, rows).slots)
    assert (cuts.columns, cuts.rows, cuts.total) == (columns, rows, total)


def test_pieces_in_the_way_of_a_cut_are_reported():
    bricks = [Rect(20, 20, 40, 30), Rect(60, 20, 40, 30), Rect(40, 50, 40, 30)]
    assert straight_cuts(bricks) is None
    assert straight_cuts(bricks[:2]).total == 5
    assert number_places(bricks, {}, 0.5, (1, 1)) == []


def cut_in_thought(paper: list[Rect], side: Side, at: float) -> list[Rect]:
    """Cut all paper, laid side by side as it was printed, along one line."""
    pieces = []
    for x, y, width, height in paper:
        if side in (Side.TOP, Side.BOTTOM) and x < at < x + width:
            pieces += [Rect(x, y, at - x, height), Rect(at, y, x + width - at, height)]
        elif side in (Side.LEFT, Side.RIGHT) and y < at < y + height:
            pieces += [Rect(x, y, width, at - y), Rect(x, at, width, y + height - at)]
        else:
            pieces.append(Rect(x, y, width, height))
    return pieces


def mark_end(block: Rect, side: Side, at: float, away: float) -> Point:
    return {
        Side.TOP: Point(at, block.y - away),
        Side.BOTTOM: Point(at, block.bottom + away),
        Side.LEFT: Point(block.x - away, at),
        Side.RIGHT: Point(block.right + away, at),
    }[side]


LAYOUTS = [
    (page, columns, rows, gap)
    for page, (columns, rows) in ((A4, (4, 4)), (A4_LYING, (6, 3)), (A4, (1, 1)))
    for gap in (0.0, 2.0)
]


@pytest.mark.parametrize(("page", "columns", "rows", "gap"), LAYOUTS)
def test_paper_cut_in_the_order_of_the_numbers_becomes_the_pieces(page, columns, rows, gap):
    grid = centered_grid(page, Size(40, 60), gap, columns, rows)
    paper = [Rect(0, 0, *page)]
    for cut in cutting_order(straight_cuts(grid.slots)):
        paper = cut_in_thought(paper, cut.side, cut.at)
    for slot in grid.slots:
        assert any(piece.contains(slot) and slot.contains(piece) for piece in paper)


@pytest.mark.parametrize(("page", "columns", "rows", "gap"), LAYOUTS)
def test_the_first_edge_and_the_long_cuts_find_their_marks_still_on_the_sheet(
    page, columns, rows, gap
):
    grid = centered_grid(page, Size(40, 60), gap, columns, rows)
    cuts = straight_cuts(grid.slots)
    order = cutting_order(cuts)
    assert [cut.number for cut in order] == list(range(1, cuts.total + 1))
    long = cuts.upright if grid.block.height >= grid.block.width else cuts.level
    assert sorted(cut.at for cut in order[1 : 1 + len(long)]) == list(long)
    paper = [Rect(0, 0, *page)]
    for cut in order[: 1 + len(long)]:
        outside = mark_end(grid.block, cut.side, cut.at, 3)
        inside = mark_end(grid.block, cut.side, cut.at, -1)
        assert any(
            sheet.contains(Rect(*outside, 0, 0)) and sheet.contains(Rect(*inside, 0, 0))
            for sheet in paper
        ), f"the mark of cut {cut.number} is on an offcut"
        paper = cut_in_thought(paper, cut.side, cut.at)


@pytest.mark.parametrize("missing", list(Side), ids=lambda side: side.value)
def test_where_a_fold_leaves_no_marks_the_others_are_numbered(missing):
    for page, columns, rows in ((A4, 2, 4), (A4_LYING, 4, 2)):
        grid = centered_grid(page, Size(40, 60), 0, columns, rows)
        order = cutting_order(straight_cuts(grid.slots), set(Side) - {missing})
        assert missing not in {cut.side for cut in order}
        first, second = order[:2]
        opposite = {
            Side.BOTTOM: grid.block.y,
            Side.TOP: grid.block.bottom,
            Side.RIGHT: grid.block.x,
            Side.LEFT: grid.block.right,
        }
        assert first.at == pytest.approx(opposite[second.side])


@pytest.mark.parametrize("gap", [0.0, 1.0, 4.0])
def test_numbers_stand_beside_their_line_and_touch_no_piece_no_line_and_no_other(gap):
    grid = centered_grid(A4, Size(10, 10), gap, 12, 14)
    reaches = mark_reaches(grid.block, A4, 8, 0, {})
    height, widths = 1.3, (1.0, 2.0)
    figures = number_places(grid.slots, reaches, 0.5, (height, *widths))
    cuts = straight_cuts(grid.slots)
    assert len(figures) == cuts.total
    boxes = [Rect(*corner, widths[len(str(n)) - 1], height) for n, corner in figures]
    printable = Rect(5, 5, A4.width - 10, A4.height - 10)
    for box, cut in zip(boxes, cutting_order(cuts), strict=True):
        assert printable.contains(box)
        assert not box.overlaps(grid.block)
        near, far = (
            (box.x, box.right) if cut.side in (Side.TOP, Side.BOTTOM) else (box.y, box.bottom)
        )
        assert min(abs(near - cut.at), abs(far - cut.at)) == pytest.approx(0.5)
        lines = cuts.upright if cut.side in (Side.TOP, Side.BOTTOM) else cuts.level
        assert not any(near - 0.2 < line < far + 0.2 for line in lines)
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))


def test_no_number_stands_on_a_side_without_marks():
    grid = centered_grid(A4, Size(40, 60), 0, 3, 3)
    reaches = mark_reaches(grid.block, A4, 8, 0, {}) | {Side.LEFT: (1.0, 1.0)}
    figures = number_places(grid.slots, reaches, 0.5, (1.3, 1.0, 2.0))
    assert figures
    assert [corner for _, corner in figures if corner.x < grid.block.x] == []
