"""Print jobs as data: which pages, which pieces where, what is clipped."""

import numpy as np
import pypdfium2
import pytest

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.base.path import path_bounds, rectangle
from pnp.components.piece import Piece
from pnp.render import pdf
from pnp.scene import Group, Role, Scene, Shape, Style
from pnp.sheets.layout.imposition import UNDERLAP
from pnp.sheets.layout.scheme import Duplex, Orientation, Scheme
from pnp.sheets.pages import print_job

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
CARD = Size(57.15, 88.9)


def flag(color: str, size: Size = CARD, bleed: float = 0.0) -> Scene:
    """A face with a bar along the left half of its top: neither mirrored nor turned the same."""
    ground = Shape(
        (rectangle(Rect(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed)),),
        Style(fill="#dddddd"),
    )
    bar = Shape((rectangle(Rect(5, 5, size.width / 2 - 5, 8)),), Style(fill=color))
    cut = Shape((rectangle(Rect(0, 0, size.width, size.height)),), Style(), Role.CUT)
    return Scene(size, (Group((ground, bar), is_symbol=True), cut))


def pieces(count, two_sided=True, **more) -> list[Piece]:
    back = flag("#0000ff") if two_sided else None
    return [Piece(str(n), flag("#ff0000"), back, **more) for n in range(count)]


def first_pages(job) -> list[np.ndarray]:
    document = pypdfium2.PdfDocument(pdf.render(job.pages(), pdf.PrintHints("t")))
    pictures = [page.render(scale=144 / 72).to_numpy()[:, :, 2::-1].copy() for page in document]
    document.close()
    return pictures


def bars(picture, channel) -> np.ndarray:
    """Where the strong colour of a bar is: rows and columns, in pixels."""
    others = [c for c in range(3) if c != channel]
    strong = (picture[:, :, channel] > 200) & (picture[:, :, others] < 80).all(axis=2)
    return np.argwhere(strong)


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.FOLD], ids=str)
def test_the_back_of_a_piece_stands_up_when_the_piece_is_turned_sideways(paper, duplex):
    job = print_job("t", pieces(8), Scheme(paper, duplex))
    pictures = first_pages(job)
    if duplex is Duplex.FOLD:
        middle = pictures[0].shape[1] // 2
        front = pictures[0][:, :middle]
        behind = pictures[0][:, ::-1][:, :middle]
    else:
        front, back = pictures[:2]
        sideways = (duplex is Duplex.LONG_EDGE) == (back.shape[0] >= back.shape[1])
        behind = back[:, ::-1] if sideways else back[::-1]
    reds, blues = bars(front, 0), bars(behind, 2)
    assert len(reds) == pytest.approx(len(blues), rel=0.02)
    # Seen through the piece, a back that stands up has its bar at the top, on the right.
    assert reds[:, 0].min() == pytest.approx(blues[:, 0].min(), abs=2)
    one = CARD.width * 144 / 25.4
    assert (blues[:, 1].min() - reds[:, 1].min()) == pytest.approx(one / 2 - 5 * 144 / 25.4, abs=4)


def test_pages_are_front_and_back_in_turn_and_labelled():
    job = print_job("t", pieces(20), Scheme(A4, Duplex.LONG_EDGE))
    assert [page.label for page in job.pages()] == [
        "1 front", "1 back", "2 front", "2 back", "3 front", "3 back",
    ]  # fmt: skip
    assert job.page_count == 6


def test_a_folded_sheet_is_one_page():
    job = print_job("t", pieces(5), Scheme(A4, Duplex.FOLD))
    assert [page.label for page in job.pages()] == ["1", "2"]


@pytest.mark.parametrize("size", [Size(30, 45), Size(44, 68), Size(57.15, 88.9)], ids=str)
def test_the_fold_is_in_the_middle_beside_no_piece_and_clear_of_ruler_and_label(size):
    face = flag("#ff0000", size, 3)
    job = print_job("t", [Piece("a", face, face, bleed=3)] * 40, Scheme(A4, Duplex.FOLD))
    page = next(job.pages())
    (fold,) = [item for item in opened(page.items) if item.role is Role.SCORE]
    (line,) = [path_bounds(path) for path in fold.paths]
    middle = job.page_size.width / 2
    assert (line.x, line.width) == pytest.approx((middle, 0))
    assert all(slot.right <= middle - 3 + 1e-9 for slot in job.layout.grid.slots)
    assert line.y < page.trim.y - 2
    assert line.bottom > page.trim.bottom + 2
    slug = [strip.place for strip, _ in job.layout.slug]
    assert not any(line.inset(-0.1).overlaps(place) for place in slug)


def test_pieces_without_backs_get_no_back_pages():
    job = print_job("t", pieces(3, two_sided=False), Scheme(A4, Duplex.LONG_EDGE))
    assert job.duplex is None
    assert [page.label for page in job.pages()] == ["1 front"]


def test_pieces_without_backs_cannot_be_printed_as_backs():
    with pytest.raises(LayoutError, match="has no backs to print"):
        print_job("t", pieces(3, two_sided=False), Scheme(A4, Duplex.BACKS))


def test_copies_are_printed_one_by_one():
    job = print_job("t", [*pieces(1, copies=3), *pieces(2)], Scheme(A4, Duplex.FRONTS))
    assert job.piece_count == 5
    placed = [i for page in job.pages() for i in page.items if isinstance(i, Group)]
    assert sum(not item.is_symbol for item in placed) - 1 == 5  # the label is a group as well


def test_cut_lines_are_printed_only_where_crop_marks_cannot_do():
    def roles(freed_by_trim):
        job = print_job("t", pieces(1, freed_by_trim=freed_by_trim), Scheme(A4, Duplex.FRONTS))
        (page,) = job.pages()
        return {item.role for item in opened(page.items)}

    assert roles(freed_by_trim=True) == {Role.ART, Role.GUIDE}
    assert roles(freed_by_trim=False) == {Role.ART, Role.CUT}


def test_backs_alone_carry_the_outline_that_no_front_shows():
    def roles(duplex):
        piece = Piece("a", flag("#ff0000"), flag("#0000ff"), freed_by_trim=False)
        *_, page = print_job("t", [piece], Scheme(A4, duplex)).pages()
        return {item.role for item in opened(page.items)}

    assert roles(Duplex.BACKS) == {Role.ART, Role.CUT}
    assert roles(Duplex.LONG_EDGE) == {Role.ART}


def opened(items):
    for item in items:
        if isinstance(item, Group):
            yield from opened(item.items)
        else:
            yield item


def test_bleed_never_covers_a_neighbour():
    size = Size(40, 60)
    faces = [Piece(c, flag(c, size, 3), None, bleed=3) for c in ("#ff0000", "#0000ff")]
    (page,) = print_job("t", faces, Scheme(A4, Duplex.FRONTS)).pages()
    clipped = [item.clip for item in page.items if isinstance(item, Group) and item.clip]
    clips = [path_bounds(clip) for clip in clipped]
    slots = [Rect(c.x + 3, c.y + 3, 40, 60) for c in clips[:1]]
    assert clips[0].right == pytest.approx(slots[0].right + UNDERLAP)
    assert clips[1].x == pytest.approx(slots[0].right)
    assert clips[1].right == pytest.approx(slots[0].right + 43)


def test_a_bleed_box_ends_with_the_paper():
    wide = Piece("a", flag("#ff0000", Size(208, 60), 3), bleed=3, freed_by_trim=False)
    scheme = Scheme(A4, Duplex.FRONTS, orientation=Orientation.PORTRAIT, margin=1.0)
    (page,) = print_job("t", [wide], scheme).pages()
    assert (page.trim.x, page.trim.right) == (1, 209)
    assert (page.bleed.x, page.bleed.right) == (0, 210)


def test_trim_and_bleed_boxes_are_around_all_pieces():
    size = Size(40, 60)
    (page,) = print_job(
        "t", [Piece("a", flag("#ff0000", size, 3), bleed=3)] * 2, Scheme(A4, Duplex.FRONTS)
    ).pages()
    assert page.trim == Rect(65, 118.5, 80, 60)
    assert page.bleed == Rect(62, 115.5, 86, 66)
