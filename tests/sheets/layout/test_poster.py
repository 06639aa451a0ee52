"""Posters as numbers: windows cover the board, overlap by a strip, and are as few as can be."""

from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.game.paper import MARGIN
from pnp.sheets.layout.margin import UNPRINTABLE, Side, Slug
from pnp.sheets.layout.poster import CROSS, OVERLAP, Poster, page_letter, split_board
from pnp.sheets.layout.scheme import Scheme

A4, A5, LETTER = Size(210, 297), Size(148, 210), Size(215.9, 279.4)
SLUG = Slug((18.0, 57.0, 76.0), 5.0, 6.0)
BLEEDS = st.sampled_from([0.0, 3.0])


def split(board, paper, bleed, slug, **chosen) -> Poster:
    return split_board(board, Scheme(paper, **chosen), bleed, slug)


@st.composite
def posters(draw) -> tuple[Size, Size, Poster]:
    board = Size(draw(st.floats(60, 1400)), draw(st.floats(60, 1400)))
    paper = draw(st.sampled_from([A4, A5, LETTER, Size(297, 420)]))
    try:
        return board, paper, split(board, paper, draw(BLEEDS), SLUG)
    except LayoutError:
        assume(False)
        raise


def on_board(poster: Poster, window, point: Point) -> tuple[float, float]:
    part = window.part
    x = point.x - poster.window.x + part.x
    y = point.y - poster.window.y + part.y
    return round(x, 6), round(y, 6)


def around(point: Point, reach: float) -> Rect:
    return Rect(point.x - reach, point.y - reach, 2 * reach, 2 * reach)


@given(posters())
def test_windows_cover_the_board_and_overlap_by_exactly_one_strip(made):
    board, _, poster = made
    parts = [window.part for window in poster.windows]
    assert len(parts) == poster.columns * poster.rows
    assert {part.size for part in parts} == {poster.window.size}
    assert (parts[0].x, parts[0].y) == (0, 0)
    assert (parts[-1].right, parts[-1].bottom) == pytest.approx(board)
    for window in poster.windows:
        if window.right:
            assert window.part.right - window.right.part.x == pytest.approx(OVERLAP)
            assert window.right.part.y == window.part.y
        if window.below:
            assert window.part.bottom - window.below.part.y == pytest.approx(OVERLAP)
            assert window.below.part.x == window.part.x


@given(posters())
def test_art_marks_and_furniture_keep_the_margins(made):
    *_, poster = made
    page = Rect(0, 0, *poster.page)
    assert page.inset(MARGIN).contains(poster.window)
    printable = page.inset(UNPRINTABLE)
    slug = [strip.place for strip, _ in poster.slug]
    assert all(page.inset(MARGIN).contains(place) for place in slug)
    for window in poster.windows:
        crosses = [around(point, CROSS / 2) for point in window.crosses]
        marks = [Rect(*a, 0, 0).union(Rect(*b, 0, 0)) for a, b in window.crop_marks]
        for drawn in (window.printed, *crosses, *marks):
            assert printable.contains(drawn)
            assert not any(drawn.overlaps(place) for place in slug)
        assert not any(mark.overlaps(window.printed) for mark in crosses + marks)


@given(posters())
def test_every_seam_has_a_cross_at_both_ends_and_both_of_its_pages_have_it(made):
    *_, poster = made
    places = {
        (w.column, w.row): {on_board(poster, w, point) for point in w.crosses}
        for w in poster.windows
    }
    for window in poster.windows:
        own = places[window.column, window.row]
        beside = [(window.column + dx, window.row + dy) for dx, dy in ((1, 0), (0, 1))]
        before = [(window.column - dx, window.row - dy) for dx, dy in ((1, 0), (0, 1))]
        shared = [own & places[key] for key in beside + before if key in places]
        assert all(len(places) == 2 for places in shared)
        assert set().union(*shared) == own
        if window.right:
            assert {x for x, _ in shared[0]} == {round(window.right.part.x, 6)}


@given(posters())
def test_no_fewer_pages_would_do_on_upright_or_lying_paper(made):
    """The room that is left of a page is worked out anew here."""
    board, paper, poster = made
    reach = max(poster.bleed, 1) + 0.5 + CROSS
    clear = max(MARGIN, UNPRINTABLE + reach)
    deep = MARGIN + SLUG.depth + 0.3 + reach
    sign, ruler, label = SLUG.lengths
    best = inf
    for page in (paper, paper.turned()):
        for needed, used in (
            (sign + ruler + label + 2 * SLUG.gap, clear + deep),
            (max(sign + SLUG.gap + ruler, label), 2 * deep),
        ):
            rooms = []
            if page.width - 2 * MARGIN >= needed:
                rooms.append((page.width - 2 * clear, page.height - used))
            if page.height - 2 * MARGIN >= needed:
                rooms.append((page.width - used, page.height - 2 * clear))
            for width, height in rooms:
                best = min(best, fewest(board.width, width) * fewest(board.height, height))
    assert poster.columns * poster.rows == best


def fewest(length: float, room: float) -> int:
    count = 1
    while count * room - (count - 1) * OVERLAP < length - 1e-6:
        count += 1
    return count


def test_a_window_that_fits_exactly_is_not_lost_to_rounding():
    room = Size(210 - 2 * 9.5, 297 - 9.5 - (8 + 5 + 0.3 + 4.5))
    exact = split(Size(3 * room.width - 20, room.height), A4, 0, SLUG)
    assert (exact.page, exact.columns, exact.rows) == (A4, 3, 1)
    wider = split(Size(3 * room.width - 20 + 0.01, room.height), A4, 0, SLUG)
    assert wider.columns * wider.rows == 4


def test_of_equally_many_pages_those_with_less_to_glue_are_taken():
    poster = split(Size(350, 250), A4, 0, SLUG)
    assert (poster.page, poster.columns, poster.rows) == (A4, 2, 1)


def test_fewer_pages_count_for_more_than_less_to_glue():
    poster = split(Size(100, 210), Size(100, 420), 0, SLUG)
    assert (poster.columns, poster.rows, poster.seams) == (2, 1, 210)  # not 1 x 3 with 200 mm


def test_art_goes_on_past_what_is_cut_and_past_the_boards_edge_but_not_past_what_is_covered():
    first, second = split(Size(350, 250), A4, 3, SLUG).windows
    window = first.poster.window
    assert first.printed == Rect(window.x - 3, window.y - 3, window.width + 3, window.height + 6)
    assert second.printed == Rect(window.x - 1, window.y - 3, window.width + 4, window.height + 6)


def test_the_strip_that_is_covered_names_the_page_that_covers_it():
    poster = split(Size(350, 500), A4, 0, SLUG)
    assert (poster.columns, poster.rows) == (2, 2)
    first, second, third, last = poster.windows
    assert [letter for _, letter in first.notes] == ["B", "C"]
    assert [letter for _, letter in second.notes] == ["D"]
    assert [letter for _, letter in third.notes] == ["D"]
    assert last.notes == ()
    for point, _ in first.notes:
        x, y = on_board(poster, first, point)
        assert x > second.part.x + 4 or y > third.part.y + 4


def test_crop_marks_stand_only_where_the_board_ends():
    poster = split(Size(350, 500), A4, 0, SLUG)
    ends = [{on_board(poster, w, p) for line in w.crop_marks for p in line} for w in poster.windows]
    assert all(len(places) == 8 for places in ends)
    assert all(x <= 0 or y <= 0 or x >= 350 or y >= 500 or x == 0 for x, y in ends[0] | ends[3])
    edges = {0.0, 350.0, 500.0}
    assert all(x in edges or y in edges for places in ends for x, y in places)


def test_letters_go_on_after_z():
    assert [page_letter(n) for n in (0, 1, 25, 26, 27, 51, 52, 99)] == [
        "A", "B", "Z", "AA", "AB", "AZ", "BA", "CV",
    ]  # fmt: skip


def test_long_furniture_stands_along_the_side_or_on_two_sides():
    assert {strip.side for strip, _ in split(Size(300, 300), A4, 0, SLUG).slug} == {Side.BOTTOM}
    long = Slug((18.0, 57.0, 160.0), 5.0, 6.0)
    sides = {strip.side for strip, _ in split(Size(150, 600), A4, 0, long).slug}
    assert sides == {Side.LEFT}
    small = split(Size(200, 200), Size(105, 148), 0, SLUG)
    assert len({strip.side for strip, _ in small.slug}) == 2


def test_more_than_a_hundred_pages_are_a_mistake():
    with pytest.raises(LayoutError, match=r"3000x4000mm takes \d+ pages of 210x297mm.*--fit"):
        split(Size(3000, 4000), A4, 0, SLUG)


def test_paper_too_small_for_a_window_says_so():
    with pytest.raises(LayoutError, match="80x90mm paper is too small for a poster"):
        split(Size(200, 200), Size(80, 90), 0, SLUG)
