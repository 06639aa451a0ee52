"""Sheets with gaps, holes and places of their own, printed in thought, turned over and measured."""

from collections import Counter
from itertools import pairwise, product

import numpy as np
import pypdfium2
import pytest
from helpers.reading import Sheet, sheets

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, rectangle
from pnp.components.piece import Piece, cut_line
from pnp.make.options import read_options
from pnp.render import pdf
from pnp.scene import Role, Scene, Shape, Style
from pnp.sheets.layout.scheme import Duplex, Scheme, Template
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages import print_job
from pnp.sheets.pages.board import board_job

A4 = Size(210, 297)
CARD = Size(54, 85)
BOTH_SIDES = [Duplex.LONG_EDGE, Duplex.SHORT_EDGE]
PAIRS = Counter(product(range(1, 7), repeat=2))


def grid(left, top, columns, rows, pitch, size, **more) -> Template:
    slots = tuple(
        Rect(left + column * pitch[0], top + row * pitch[1], *size)
        for row in range(rows)
        for column in range(columns)
    )
    return Template("labels", A4, slots, precut=True, **more)


CARDS = grid(15, 13.5, 2, 5, (95, 54), (85, 54))
LOPSIDED = grid(10, 20, 3, 3, (56, 90), (54, 85))
ROUND = grid(5, 15.5, 3, 4, (67.5, 67), (65, 65), round=True)


def flag(color: str, size: Size = CARD) -> Scene:
    """A face with a corner filled, at the top left: every turn and mirror image differs."""
    corner = Shape((rectangle(Rect(4, 4, size.width / 3, size.height / 4)),), Style(fill=color))
    return Scene(size, (corner,))


def cards(count: int, size: Size = CARD) -> list[Piece]:
    return [Piece(str(n), flag("#ff0000", size), flag("#0000ff", size)) for n in range(count)]


def printed(job) -> list[Sheet]:
    return sheets(pdf.render(job.pages(), pdf.PrintHints("t")), 7)


def turned_over(back: Sheet, duplex: Duplex) -> Sheet:
    sideways = (duplex is Duplex.LONG_EDGE) == (back.height > back.width)
    return back.turned_sideways() if sideways else back.turned_head_over_heels()


def colored(sheet: Sheet, channel: int) -> Rect | None:
    """Where a strong colour is, in mm."""
    others = [c for c in range(3) if c != channel]
    strong = (sheet.pixels[:, :, channel] > 200) & (sheet.pixels[:, :, others] < 80).all(axis=2)
    rows, columns = np.nonzero(strong)
    if not rows.size:
        return None
    left, right = columns.min() / sheet.per_mm, (columns.max() + 1) / sheet.per_mm
    top, bottom = rows.min() / sheet.per_mm, (rows.max() + 1) / sheet.per_mm
    return Rect(left, top, right - left, bottom - top)


def inside(sheet: Sheet, slot: Rect) -> Sheet:
    return sheet.part(slot.x, slot.y, slot.right, slot.bottom)


@pytest.mark.parametrize("duplex", BOTH_SIDES, ids=str)
@pytest.mark.parametrize(
    ("template", "size", "lies"),
    [(CARDS, CARD, True), (CARDS, CARD.turned(), False), (LOPSIDED, CARD, False)],
    ids=["turned a quarter", "as it stands", "lopsided"],
)
def test_backs_lie_in_the_same_slots_and_stand_up_when_the_card_is_turned(
    template, size, lies, duplex
):
    scheme = Scheme(A4, duplex, skip=(2, 5), template=template)
    front, back = printed(print_job("t", cards(4, size), scheme))
    behind = turned_over(back, duplex)
    filled = [n for n in range(1, len(template.slots) + 1) if n not in (2, 5)][:4]
    for number, slot in enumerate(template.slots, start=1):
        ours, theirs = colored(inside(front, slot), 0), colored(inside(behind, slot), 2)
        assert (ours is not None) is (theirs is not None) is (number in filled)
        if ours is None or theirs is None:
            continue
        across, down = size.width / 3, size.height / 4
        if lies:  # the card's top is on the right
            corner = Rect(size.height - 4 - down, 4, down, across)
            mirrored = Rect(corner.x, size.width - 4 - across, down, across)
        else:
            corner = Rect(4, 4, across, down)
            mirrored = Rect(size.width - 4 - across, 4, across, down)
        assert tuple(ours) == pytest.approx(tuple(corner), abs=0.3)
        # Seen through the card a back that stands up has its own left corner on the right.
        assert tuple(theirs) == pytest.approx(tuple(mirrored), abs=0.3)


def test_no_crop_mark_is_printed_on_a_sheet_that_is_cut_already():
    def marks(template):
        scheme = Scheme(A4, Duplex.FRONTS, template=template)
        (page,) = printed(print_job("t", cards(3, CARD.turned()), scheme))
        return [b for b in page.blobs() if b.is_upright_mark or b.is_level_mark]

    assert marks(CARDS) == []
    assert len(marks(CARDS._replace(precut=False))) == 2 * (4 + 6)


def disc(diameter: float) -> Piece:
    middle = Point(diameter / 2, diameter / 2)
    ground = Shape((circle(middle, diameter / 2 + 3),), Style(fill="#ddcc88"))
    face = Scene(Size(diameter, diameter), (ground, cut_line(circle(middle, diameter / 2))))
    return Piece("disc", face, None, bleed=3, freed_by_trim=False)


def test_an_outline_is_printed_only_where_the_label_is_larger_than_the_piece():
    def roles(piece):
        job = print_job("t", [piece], Scheme(A4, template=ROUND))
        (page,) = job.pages()
        found = set()
        stack = list(page.items)
        while stack:
            item = stack.pop()
            stack += getattr(item, "items", ())
            found |= {item.role} if isinstance(item, Shape) else set()
        return found, job.remarks

    assert roles(disc(65)) == ({Role.ART}, ())
    assert roles(disc(40)) == (
        {Role.ART, Role.CUT},
        ("pieces of 40x40mm are centred in the slots of labels (65 mm across)",),
    )


def test_labels_take_one_side_at_a_time():
    sticky = CARDS._replace(adhesive=True)
    for duplex in BOTH_SIDES:
        with pytest.raises(LayoutError, match=r"has backs, and labels .* --duplex fronts"):
            print_job("t", cards(1), Scheme(A4, duplex, template=sticky))
    for duplex in (Duplex.FRONTS, Duplex.BACKS):
        assert print_job("t", cards(1), Scheme(A4, duplex, template=sticky)).page_count == 1


def test_a_board_larger_than_a_slot_is_not_cut_up():
    board = Piece("board", flag("#ff0000", Size(300, 300)))
    with pytest.raises(LayoutError, match="300x300mm is larger than the slots of labels"):
        board_job("t", [board], Scheme(A4, template=CARDS))
    with pytest.raises(LayoutError, match="larger than the paper has no slots"):
        board_job("t", [board], Scheme(A4, skip=(1,)))


def test_trim_and_bleed_boxes_are_around_all_slots():
    (page,) = print_job("t", cards(1), Scheme(A4, Duplex.FRONTS, template=CARDS)).pages()
    assert page.trim == Rect(15, 13.5, 180, 270)


# --- Built decks -------------------------------------------------------------------------


def made(build, **written) -> list[Sheet]:
    options = read_options(SheetOptions, {"formats": "pdf", "only": "deck-36"} | written)
    chosen = {key: value for key, value in vars(options).items() if key != "out"}
    built = build(**chosen)
    (file,) = built.files
    return sheets(built.folder / file.path, 6)


def sides(pages: list[Sheet], duplex: str) -> list[tuple[Sheet, Sheet]]:
    if duplex == "fold":
        return [page.halves() for page in pages]
    return [
        (front, turned_over(back, Duplex(duplex)))
        for front, back in zip(pages[::2], pages[1::2], strict=True)
    ]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "fold"])
@pytest.mark.parametrize("skip", ["", "1,4"], ids=["no hole", "holes"])
def test_with_gaps_and_holes_every_card_still_has_its_own_back(build, duplex, skip):
    found: Counter[tuple[int, int]] = Counter()
    for front, back in sides(made(build, duplex=duplex, gap="3mm", skip=skip), duplex):
        fronts, backs = front.pieces(44, 68), back.pieces(44, 68)
        assert len(fronts) == len(backs) > 0
        for number, (one, other) in enumerate(zip(fronts, backs, strict=True), start=1):
            empty = str(number) in skip.split(",")
            assert not (empty and (one.blobs() or other.blobs())), "a skipped slot has ink"
            if one.blobs() or other.blobs():
                found[one.pips(), other.pips()] += 1
    assert found == PAIRS


def test_a_gap_is_measured_between_crop_marks(build):
    front = made(build, gap="3mm")[0]
    xs, ys = front.cuts()
    for places, length in ((xs, 44), (ys, 68)):
        steps = [b - a for a, b in pairwise(places)]
        assert steps[::2] == pytest.approx([length] * len(steps[::2]), abs=0.1)
        assert steps[1::2] == pytest.approx([3] * len(steps[1::2]), abs=0.1)


@pytest.mark.parametrize(("gap", "reach"), [("2mm", 1), ("6mm", 3), ("9mm", 3)])
def test_bleed_goes_half_way_to_a_neighbour_or_fully(build, gap, reach):
    page = made(build, gap=gap, only="tiles")[0]
    xs, ys = page.cuts()
    level = page.pixels[round((ys[0] + 20) * page.per_mm)]
    ivory = np.flatnonzero((level[:, 2] < 240) & (level[:, 2] > 200)) / page.per_mm
    between = [x for x in ivory if xs[1] < x < xs[2]]
    width = xs[2] - xs[1]
    assert len(between) / page.per_mm == pytest.approx(min(width, 2 * reach), abs=0.4)


@pytest.mark.parametrize("margin", [0, 5, 8, 20])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_pieces_keep_the_margin_and_the_paper_lies_as_asked(build, margin, orientation):
    page = made(build, margin=f"{margin}mm", orientation=orientation, only="deck-49")[0]
    assert (page.width > page.height) is (orientation == "landscape")
    xs, ys = page.cuts()
    assert min(xs[0], ys[0]) >= margin - 0.1
    assert min(page.width - xs[-1], page.height - ys[-1]) >= margin - 0.1


def test_cards_on_a_business_card_sheet_lie_in_its_slots(build):
    pages = made(build, template="business-cards", sizes=["54x85mm"])
    found: Counter[tuple[int, int]] = Counter()
    for front, back in sides(pages, "long-edge"):
        assert not [b for b in front.blobs() if b.is_level_mark and b.x < 12]
        for slot in CARDS.slots:
            one, other = inside(front, slot), inside(back, slot)
            assert bool(one.blobs()) is bool(other.blobs())
            if one.blobs():
                found[one.pips(), other.pips()] += 1
    assert found == PAIRS


def test_mini_cards_lie_where_the_grid_says_however_few_they_are(build):
    front, back = made(build, template="mini-cards", pieces="1-3", skip="2-6")
    xs, ys = front.cuts()
    assert xs == pytest.approx([17 + 44 * n for n in range(5)], abs=0.2)
    assert ys == pytest.approx([12.5 + 68 * n for n in range(5)], abs=0.2)
    slots = front.pieces(44, 68)
    assert [n for n, slot in enumerate(slots, start=1) if slot.blobs()] == [1, 7, 8]
    behind = back.turned_sideways().pieces(44, 68)
    assert [(slots[n].pips(), behind[n].pips()) for n in (0, 6, 7)] == [(1, 1), (1, 2), (1, 3)]


def test_copies_make_the_whole_deck_again_on_as_few_sheets(build):
    built = build(only=("deck-36",), copies=2, formats=("pdf",))
    (file,) = built.files
    assert (file.pieces, file.pages) == (72, 10)  # 5 sheets of 16, not twice 3
    document = pypdfium2.PdfDocument(built.folder / file.path)
    assert len(document) == 10
    document.close()
    found: Counter[tuple[int, int]] = Counter()
    for front, back in sides(sheets(built.folder / file.path, 6), "long-edge"):
        for one, other in zip(front.pieces(44, 68), back.pieces(44, 68), strict=True):
            if one.blobs():
                found[one.pips(), other.pips()] += 1
    assert found == Counter(dict.fromkeys(PAIRS, 2))
