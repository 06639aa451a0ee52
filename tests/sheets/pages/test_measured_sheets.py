"""Sheets measured in a foreign reader's pixels: trims, ruler, bleed, margins."""

import itertools
from collections.abc import Sequence

import numpy as np
import pypdfium2
import pytest
from helpers.reading import POINTS_PER_MM, Sheet, sheets

from pnp.sheets.job import build_game
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.options import SheetOptions

FINE = 20  # pixels per mm: a mark's middle is then known to about 0.01 mm
SIZES = [("tiles", 30, 45), ("deck-36", 44, 68)]
COMPONENTS = ("tiles", "hexagon", "pawns", "die", "tracker", "deck-36", "deck-72")


def made_pages(build, per_mm=FINE, *, grey=True, **options) -> Sequence[Sheet]:
    built = build(formats=("pdf",), **options)
    (made,) = built.files
    return sheets(built.folder / made.path, per_mm, grey=grey)


@pytest.fixture(scope="module")
def deck(tmp_path_factory) -> Sequence[Sheet]:
    """A deck of 36 on A4."""
    options = SheetOptions(out=tmp_path_factory.mktemp("deck"), only=("deck-36",), formats=("pdf",))
    built = build_game("turno", options)
    return sheets(built.folder / built.files[0].path, FINE, grey=True)


def by_turns(these: Sequence[object], others: Sequence[object]) -> list[tuple[object, object]]:
    """Pair each of these with one of the others, which take turns."""
    return list(zip(these, itertools.cycle(others)))


def distances(places: list[float], unit: float) -> list[float]:
    return [b - a for a, b in itertools.pairwise(places) if b - a > unit / 2]


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.FOLD], ids=str)
@pytest.mark.parametrize(("component", "width", "height"), SIZES)
def test_crop_marks_are_a_piece_apart_within_a_twentieth_of_a_mm(
    build, component, width, height, duplex
):
    for page in made_pages(build, only=(component,), duplex=duplex)[:2]:
        xs, ys = page.cuts()
        assert distances(xs, width) == pytest.approx([width] * len(distances(xs, width)), abs=0.05)
        assert distances(ys, height) == pytest.approx([height] * (len(ys) - 1), abs=0.05)
        assert len(distances(xs, width)) >= 4


def test_the_block_of_pieces_is_in_the_middle_of_the_page(deck):
    page = deck[0]
    xs, ys = page.cuts()
    assert (xs[0] + xs[-1]) / 2 == pytest.approx(105, abs=0.05)
    assert (ys[0] + ys[-1]) / 2 == pytest.approx(148.5, abs=0.05)
    assert (len(xs) - 1) * (len(ys) - 1) == 16


def test_back_marks_lie_behind_front_marks(deck):
    front, back = deck[:2]
    behind = back.turned_sideways()
    for ours, theirs in zip(front.cuts(), behind.cuts(), strict=True):
        assert ours == pytest.approx(theirs, abs=0.05)


@pytest.mark.parametrize(("component", "paper"), by_turns(COMPONENTS[:-1], ("a4", "letter")))
def test_every_page_has_a_ruler_of_exactly_50_mm(build, component, paper):
    for page in made_pages(build, only=(component,), paper=paper):
        rulers = [
            blob
            for blob in page.blobs()
            if 1 < min(blob.width, blob.height) < 2 and 49 < max(blob.width, blob.height) < 51
        ]
        (ruler,) = rulers
        length = max(ruler.width, ruler.height) - 0.2  # from the middle of the first tick
        assert length == pytest.approx(50, abs=0.05)


@pytest.mark.parametrize(
    ("component", "duplex"), by_turns(COMPONENTS, (Duplex.LONG_EDGE, Duplex.FOLD)), ids=str
)
def test_nothing_is_printed_in_the_outer_5_mm_and_only_marks_and_bleed_in_the_outer_8(
    build, component, duplex
):
    for page in made_pages(build, 8, grey=False, only=(component,), duplex=duplex):
        assert_margins_are_kept(page)


@pytest.mark.parametrize(
    ("game", "paper"),
    by_turns(("turnio", "tawula", "compositie", "punt-match"), ("a4", "letter")),
)
def test_the_largest_boards_and_the_fullest_sheets_keep_the_margins_too(build, game, paper):
    built = build(game, formats=("pdf",), paper=paper)
    assert built.files
    for made in built.files:
        for page in sheets(built.folder / made.path, 8):
            assert_margins_are_kept(page)


def assert_margins_are_kept(page: Sheet) -> None:
    """No ink in the outer 5 mm (a page has 8 pixels per mm), and in the outer 8 mm marks alone."""
    edge = np.ones(page.pixels.shape[:2], bool)
    edge[40:-40, 40:-40] = False
    assert page.pixels[edge].min() > 200
    inside = [
        blob
        for blob in page.blobs()
        if not (blob.is_upright_mark or blob.is_level_mark)
        and not (8 <= blob.x <= page.width - 8 and 8 <= blob.y <= page.height - 8)
    ]
    assert inside == []


def test_art_that_reaches_the_edge_goes_on_for_3_mm(build):
    page = made_pages(build, grey=False, only=("tiles",))[0]
    xs, ys = page.cuts()
    ivory = page.pixels[round((ys[0] + 20) * FINE)]
    coloured = np.flatnonzero((ivory[:, 2] < 240) & (ivory[:, 2] > 200)) / FINE
    assert coloured.min() == pytest.approx(xs[0] - 3, abs=0.06)
    assert coloured.max() == pytest.approx(xs[-1] + 3, abs=0.06)


def test_marks_never_touch_a_piece(build):
    for page in made_pages(build, 10, only=("deck-36",)):
        xs, ys = page.cuts()
        block = page.part(xs[0] - 0.5, ys[0] - 0.5, xs[-1] + 0.5, ys[-1] + 0.5)
        assert not [b for b in block.blobs() if b.is_upright_mark or b.is_level_mark]


def test_marks_are_thick_enough_to_print(deck):
    page = deck[0]
    marks = [b for b in page.blobs() if b.is_upright_mark]
    assert min(b.width for b in marks) == pytest.approx(0.25, abs=0.06)
    assert min(b.height for b in marks) >= 2.4


def test_the_label_says_what_which_sheet_which_side_and_to_print_at_full_size(build):
    built = build(only=("deck-36",), formats=("pdf",))
    document = pypdfium2.PdfDocument(built.folder / built.files[0].path)
    texts = [page.get_textpage().get_text_bounded() for page in document]
    assert "TURNO · Deck of 36 · sheet 1 of 3 · front · print at 100 %" in texts[0]
    assert "TURNO · Deck of 36 · sheet 3 of 3 · back · print at 100 %" in texts[5]
    document.close()


def test_trim_box_is_the_block_that_the_marks_show(build):
    built = build(only=("tiles",), formats=("pdf",))
    document = pypdfium2.PdfDocument(built.folder / built.files[0].path)
    page = document[0]
    left, bottom, right, top = (value / POINTS_PER_MM for value in page.get_trimbox())
    xs, ys = sheets(built.folder / built.files[0].path, FINE, grey=True)[0].cuts()
    assert (left, right) == pytest.approx((xs[0], xs[-1]), abs=0.05)
    assert (297 - top, 297 - bottom) == pytest.approx((ys[0], ys[-1]), abs=0.05)
    grown = [value / POINTS_PER_MM for value in page.get_bleedbox()]
    assert grown == pytest.approx([left - 3, bottom - 3, right + 3, top + 3], abs=0.01)
    document.close()
