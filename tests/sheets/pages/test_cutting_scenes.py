"""Marks, numbers and round corners on pages, as data: what is drawn, where, on which side."""

import itertools

import pytest

from pnp.base.color import WHITE
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc, line, rectangle
from pnp.components.piece import Piece, cut_line
from pnp.game.paper import MARGIN
from pnp.scene import Group, Role, Scene, Shape, Style, Text
from pnp.sheets.layout.crop_marks import Marks, MarkSides, MarkStyle
from pnp.sheets.layout.margin import edges, mark_reaches, marks_at
from pnp.sheets.layout.scheme import Duplex, Scheme
from pnp.sheets.pages import print_job
from pnp.sheets.pages.board import board_job

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
SIZE = Size(44, 68)
STYLES = [MarkStyle.FULL, MarkStyle.CROSS, MarkStyle.DOTS, MarkStyle.CROP]
TWO_SIDED = [Duplex.LONG_EDGE, Duplex.SHORT_EDGE]


def face(size=SIZE, corner=3.0, items=()) -> Scene:
    trim = Rect(0, 0, *size)
    ground = Shape((rectangle(trim),), Style(fill="#eeeeee"))
    return Scene(size, (Group((ground, cut_line(rectangle(trim, corner))), is_symbol=True), *items))


def pages(count=16, back=True, straight=True, duplex=Duplex.LONG_EDGE, paper=A4, **scheme):
    """The pages of a job by the sides of its first sheet, its groups opened."""
    pieces = [Piece("a", face(), face() if back else None, count, 0.0, straight)]
    job = print_job("t", pieces, Scheme(paper, duplex)._replace(**scheme))
    found = {page.label.partition(" ")[2] or "fold": page for page in job.pages()}
    return {side: list(opened(page.items)) for side, page in found.items()}


def opened(items, dx=0.0, dy=0.0):
    """Every item inside groups, with where its group was moved to."""
    for item in items:
        if isinstance(item, Group):
            yield from opened(item.items, dx + item.transform.e, dy + item.transform.f)
        else:
            yield item, Point(dx, dy)


def is_casing(item) -> bool:
    return isinstance(item, Shape) and WHITE in (item.style.stroke, item.style.fill)


def guides(page) -> list:
    return [item for item, _ in page if item.role is Role.GUIDE and not is_casing(item)]


def numbers(page) -> list[str]:
    return [item.string for item in guides(page) if isinstance(item, Text)]


def corners(page) -> list[Point]:
    return [
        at
        for item, at in page
        if item.role is Role.GUIDE
        and not is_casing(item)
        and isinstance(item, Shape)
        and all(isinstance(path.segments[0], Arc) and not path.closed for path in item.paths)
    ]


def test_crop_marks_as_ever_are_what_you_get_if_you_say_nothing():
    pieces = [Piece("a", face(), face(), 16)]
    job = print_job("t", pieces, Scheme(A4))
    grid = job.layout.grid
    reaches = mark_reaches(grid.block, A4, MARGIN, 0, job.layout.taken)
    lines = tuple(line(*ends) for ends in marks_at(*edges(grid.slots), grid.block, reaches))
    expected = Shape(lines, Style(stroke="#000000", stroke_width=0.25), Role.GUIDE)
    for page in job.pages():
        assert guides(opened(page.items)) == [expected]


@pytest.mark.parametrize("style", STYLES, ids=str)
@pytest.mark.parametrize("duplex", TWO_SIDED, ids=str)
@pytest.mark.parametrize("sides", list(MarkSides), ids=str)
def test_marks_are_on_the_sides_that_were_asked_for_and_on_no_other(sides, duplex, style):
    found = pages(duplex=duplex, marks=Marks(style, sides=sides))
    marked = {side for side, page in found.items() if guides(page)}
    assert (
        marked
        == {
            MarkSides.BOTH: {"front", "back"},
            MarkSides.FRONTS: {"front"},
            MarkSides.BACKS: {"back"},
        }[sides]
    )


@pytest.mark.parametrize(
    ("duplex", "sides", "marked"),
    [
        (Duplex.FRONTS, MarkSides.BOTH, True),
        (Duplex.FRONTS, MarkSides.BACKS, False),
        (Duplex.BACKS, MarkSides.BACKS, True),
        (Duplex.BACKS, MarkSides.FRONTS, False),
    ],
)
def test_one_side_alone_has_marks_if_they_were_asked_for_on_it(duplex, sides, marked):
    ((_, page),) = pages(duplex=duplex, marks=Marks(sides=sides)).items()
    assert bool(guides(page)) is marked


@pytest.mark.parametrize("sides", list(MarkSides), ids=str)
def test_pieces_without_backs_have_marks_where_they_are_printed(sides):
    ((side, page),) = pages(back=False, marks=Marks(sides=sides)).items()
    assert side == "front"
    assert guides(page)


@pytest.mark.parametrize("style", STYLES, ids=str)
@pytest.mark.parametrize("sides", [MarkSides.FRONTS, MarkSides.BACKS], ids=str)
def test_one_half_of_a_folded_sheet_has_marks_and_the_fold_is_always_there(sides, style):
    page = pages(8, duplex=Duplex.FOLD, marks=Marks(style, sides=sides))["fold"]
    xs = [path.start.x for item in guides(page) for path in item.paths]
    xs += [
        segment.to.x for item in guides(page) for path in item.paths for segment in path.segments
    ]
    middle = A4.width / 2
    assert len(xs) > 10
    if sides is MarkSides.FRONTS:
        assert max(xs) <= middle
    else:
        assert min(xs) >= middle
    assert [item.role for item, _ in page].count(Role.SCORE) == 1


def test_no_marks_means_none_but_the_fold():
    for page in pages(marks=Marks(MarkStyle.NONE)).values():
        assert guides(page) == []
    page = pages(8, duplex=Duplex.FOLD, marks=Marks(MarkStyle.NONE))["fold"]
    assert guides(page) == []
    assert [item.role for item, _ in page].count(Role.SCORE) == 1


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_pieces_cut_out_along_their_outline_have_no_marks_numbers_or_corners(style):
    found = pages(straight=False, marks=Marks(style, numbered=True), rounded=True)
    assert [guides(page) for page in found.values()] == [[], []]


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_marks_are_as_thick_as_was_asked(style):
    (page, _) = pages(marks=Marks(style, width=0.6)).values()
    sizes = [item.style.stroke_width for item in guides(page) if item.style.stroke]
    if style is MarkStyle.DOTS:
        dots = [path for item in guides(page) for path in item.paths]
        widths = {round(path.segments[0].to.x - path.start.x, 6) for path in dots}
        assert max(widths) == 0.6
    else:
        assert max(sizes) == 0.6


def test_cuts_are_numbered_on_the_side_that_lies_up_alone():
    found = pages(marks=Marks(numbered=True))
    assert numbers(found["front"]) == [str(n) for n in range(1, 11)]
    assert numbers(found["back"]) == []
    found = pages(marks=Marks(numbered=True, sides=MarkSides.BACKS))
    assert (numbers(found["front"]), len(numbers(found["back"]))) == ([], 10)
    (page,) = pages(duplex=Duplex.BACKS, marks=Marks(numbered=True)).values()
    assert len(numbers(page)) == 10


@pytest.mark.parametrize("sides", list(MarkSides), ids=str)
def test_a_folded_sheet_is_numbered_on_one_half_as_it_is_cut_when_it_is_glued(sides):
    page = pages(8, duplex=Duplex.FOLD, marks=Marks(numbered=True, sides=sides))["fold"]
    texts = [item for item in guides(page) if isinstance(item, Text)]
    assert [text.string for text in texts] == [str(n) for n in range(1, 9)]  # 2 x 4 a half
    left = sides is not MarkSides.BACKS
    assert all((text.at.x < A4.width / 2) is left for text in texts)


def test_nothing_is_numbered_unless_asked():
    assert [numbers(page) for page in pages().values()] == [[], []]


def test_round_corners_are_drawn_on_the_pieces_of_the_side_that_lies_up():
    found = pages(14, rounded=True)
    assert len(corners(found["front"])) == 14
    assert corners(found["back"]) == []
    pieces = [Piece("a", face(), face(), 14)]
    slots = print_job("t", pieces, Scheme(A4)).layout.grid.slots
    assert corners(found["front"]) == [Point(slot.x, slot.y) for slot in slots[:14]]


def test_only_the_corners_are_drawn_and_light():
    page = pages(1, rounded=True)["front"]
    (shape,) = [i for i in guides(page) if any(isinstance(p.segments[0], Arc) for p in i.paths)]
    assert len(shape.paths) == 4
    assert {segment.radius for path in shape.paths for segment in path.segments} == {3.0}
    assert shape.style.stroke_width == 0.1
    assert int(shape.style.stroke[1:3], 16) >= 0x90


def test_round_corners_need_no_marks_and_go_where_marks_would():
    found = pages(rounded=True, marks=Marks(MarkStyle.NONE, sides=MarkSides.BACKS))
    assert [len(corners(found[side])) for side in ("front", "back")] == [0, 16]


def test_nothing_is_round_unless_asked_or_unless_it_is():
    assert [corners(page) for page in pages().values()] == [[], []]
    square = [Piece("a", face(corner=0.0), None, 4)]
    (page,) = print_job("t", square, Scheme(A4, rounded=True)).pages()
    assert corners(list(opened(page.items))) == []


def test_a_partly_filled_last_sheet_has_the_marks_of_a_full_one():
    for style in STYLES:
        pieces = [Piece("a", face(), face(), 20)]
        job = print_job("t", pieces, Scheme(A4, marks=Marks(style)))
        fronts = [page for page in job.pages() if page.label.endswith("front")]
        first, last = ([i for i, _ in opened(p.items) if i.role is Role.GUIDE] for p in fronts)
        assert first == last


def test_marks_are_one_drawing_for_all_pages():
    job = print_job(
        "t", [Piece("a", face(), face(), 60)], Scheme(LETTER, marks=Marks(MarkStyle.FULL))
    )
    drawings = {
        item.items
        for page in job.pages()
        for item in page.items
        if isinstance(item, Group)
        and item.is_symbol
        and any(inner.role is Role.GUIDE for inner, _ in opened(item.items))
    }
    assert len(drawings) == 1
    assert job.page_count > 6


@pytest.mark.parametrize(("paper", "duplex"), list(itertools.product((A4, LETTER), Duplex)))
def test_the_cuts_of_a_job_are_those_of_its_grid_or_of_its_folded_half(paper, duplex):
    job = print_job("t", [Piece("a", face(), face(), 60)], Scheme(paper, duplex))
    cuts = job.cuts
    assert cuts.columns * cuts.rows == len(job.layout.grid.slots)
    assert cuts.total == cuts.columns + cuts.rows + 2


def test_posters_keep_their_own_marks_and_have_no_cuts_straight_through():
    board = [Piece("a", face(Size(300, 400)))]

    def drawn(**more):
        job = board_job("t", board, Scheme(A4)._replace(**more))
        assert job.poster is not None
        assert job.cuts is None
        return list(job.pages())

    assert drawn(marks=Marks(MarkStyle.NONE), rounded=True) == drawn()


@pytest.mark.parametrize("style", [MarkStyle.FULL, MarkStyle.CROSS, MarkStyle.DOTS], ids=str)
@pytest.mark.parametrize(("ground", "cased"), [("#eeeeee", False), ("#263160", True)])
def test_marks_have_a_casing_on_dark_pieces_alone(ground, cased, style):
    art = Shape((rectangle(Rect(-3, -3, 50, 74)),), Style(fill=ground))
    piece = Piece("a", Scene(SIZE, (art, cut_line(rectangle(Rect(0, 0, *SIZE))))), None, 4)
    (page,) = print_job("t", [piece], Scheme(A4, marks=Marks(style))).pages()
    found = [item for item, _ in opened(page.items) if item.role is Role.GUIDE]
    assert any(map(is_casing, found)) is cased
