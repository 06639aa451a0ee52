"""Real sheets on a printer that is wrong in known ways: what comes out is right."""

import json
from itertools import pairwise, product

import numpy as np
import pypdfium2
import pytest
from helpers.reading import POINTS_PER_MM, Sheet, sheets
from helpers.simulated_printer import SimulatedPrinter, both_sides

from pnp.base.errors import LayoutError
from pnp.make.printer_profile import PrinterProfile
from pnp.sheets.layout.scheme import Duplex

FINE = 20 - 1e-4  # of a page that is a hair larger pdfium makes a pixel more, and stretches it
PRESS = SimulatedPrinter(0.9, -1.1, 0.25, 0.994, 1.004)
MINE = PrinterProfile("mine", "a4", 0.9, -1.1, 0.25, 0.994, 1.004)
BIG = {"deck-36": "57.15x88.9mm"}
JOBS = {
    "upright": ({"only": ("deck-36",)}, 44, 68),
    # These lie, and are printed upright.
    "lying": ({"only": ("deck-36",), "paper": "letter", "sizes": BIG}, 88.9, 57.15),
}


def made(build, **options) -> bytes:
    built = build(formats=("pdf",), **options)
    (file,) = built.files
    return (built.folder / file.path).read_bytes()


def ruler(page: Sheet) -> float:
    """How long the printed ruler is, from the middle of its first line to that of its last."""
    (found,) = [
        max(blob.width, blob.height)
        for blob in page.blobs()
        if 1 < min(blob.width, blob.height) < 2 and 48 < max(blob.width, blob.height) < 52
    ]
    return found - 0.2


def worst(ours: list[float], theirs: list[float]) -> float:
    assert len(ours) == len(theirs) >= 3
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True))


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("job", JOBS)
def test_backs_come_to_lie_behind_fronts_and_sizes_are_right(build, job, flip):
    options, width, height = JOBS[job]
    content = made(build, printer=MINE, duplex=Duplex(f"{flip}-edge"), **options)
    front, back = both_sides(PRESS.put(content, "fb", flip, most=2), FINE, flip)
    for ours, theirs in zip(front.cuts(), back.cuts(), strict=True):
        assert worst(ours, theirs) < 0.05
    for places, length in zip(front.cuts(), (width, height), strict=True):
        steps = [b - a for a, b in pairwise(places)]
        assert steps == pytest.approx([length] * len(steps), abs=0.05)
    assert ruler(front) == pytest.approx(50, abs=0.05)
    assert ruler(back) == pytest.approx(50, abs=0.05)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("job", JOBS)
def test_every_pair_of_a_corrected_deck_comes_once(build, job, flip):
    options, width, height = JOBS[job]
    content = made(build, printer=MINE, duplex=Duplex(f"{flip}-edge"), **options)
    pages = sheets(PRESS.put(content, "fb", flip))
    found = []
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        through = back.turned_sideways() if flip == "long" else back.turned_head_over_heels()
        for one, other in zip(
            front.pieces(width, height), through.pieces(width, height), strict=True
        ):
            if one.blobs():
                found.append((one.pips(), other.pips()))
    assert sorted(found) == sorted(product(range(1, 7), repeat=2))


def test_without_correction_that_printer_is_seen_to_be_wrong(build):
    """The measuring itself: an uncorrected sheet fails it by far."""
    content = made(build, only=("deck-36",))
    front, back = both_sides(
        SimulatedPrinter(0.9, -1.1).put(content, "fb", "long", most=2), FINE, "long"
    )
    (xs, ys), (behind_xs, behind_ys) = front.cuts(), back.cuts()
    assert [b - a for a, b in zip(xs, behind_xs, strict=True)] == pytest.approx(
        [0.9] * len(xs), abs=0.05
    )
    assert [b - a for a, b in zip(ys, behind_ys, strict=True)] == pytest.approx(
        [-1.1] * len(ys), abs=0.05
    )
    scaled = sheets(
        SimulatedPrinter(scale_x=0.99, scale_y=0.99).put(content, "fb", "long", most=1),
        FINE,
        grey=True,
    )[0]
    assert ruler(scaled) == pytest.approx(49.5, abs=0.05)


@pytest.mark.parametrize("duplex", [Duplex.FOLD, Duplex.FRONTS], ids=str)
def test_sheets_with_one_printed_side_are_corrected_in_size_alone(build, duplex):
    content = made(build, only=("deck-36",), duplex=duplex, printer=MINE)
    page = sheets(PRESS.put(content, "f", most=1), FINE, grey=True)[0]
    assert ruler(page) == pytest.approx(50, abs=0.05)
    (right,) = sheets(
        SimulatedPrinter().put(made(build, only=("deck-36",), duplex=duplex), "f", most=1),
        FINE,
        grey=True,
    )
    xs, _ = page.cuts()
    plain, _ = right.cuts()
    assert worst(xs, plain) < 0.05


def test_backs_alone_are_corrected_as_backs(build):
    backs = made(build, only=("deck-36",), duplex=Duplex.BACKS, printer=MINE)
    both = made(build, only=("deck-36",), printer=MINE)
    alone = sheets(PRESS.put(backs, "b", "long", most=1), FINE, grey=True)[0].cuts()
    second = sheets(PRESS.put(both, "fb", "long", most=2), FINE, grey=True)[1].cuts()
    assert all(worst(a, b) < 0.03 for a, b in zip(alone, second, strict=True))


def test_a_poster_that_lies_is_printed_upright_and_in_its_size(build):
    options = {"only": ("board",), "paper": "a5", "game": "tawula"}
    plain = made(build, **options)
    content = made(build, **options, printer=MINE)
    assert all(page.width > page.height for page in sheets(plain, 2))
    for page in sheets(PRESS.put(content, "f"), FINE, grey=True):
        assert page.width < page.height
        assert ruler(page) == pytest.approx(50, abs=0.05)


def test_a_lying_page_is_turned_a_quarter_clockwise_and_never_mirrored(build):
    options, _, _ = JOBS["lying"]
    plain = sheets(made(build, **options), 4)
    turned = sheets(made(build, **options, printer=PrinterProfile("mine", "letter")), 4)
    for page, other in list(zip(plain, turned, strict=True))[:2]:
        expected = np.rot90(page.pixels, -1)
        differs = expected[:1100, :860].astype(int) - other.pixels[:1100, :860]
        assert (np.abs(differs) > 128).mean() < 0.002


def test_boxes_are_where_the_pieces_are_in_the_file(build):
    content = made(build, only=("deck-36",), printer=MINE._replace(angle=0))
    content = SimulatedPrinter().put(content, "ff", most=2)
    document = pypdfium2.PdfDocument(content)
    pictures = sheets(content, FINE, grey=True)
    for page, picture in zip(document, pictures, strict=True):
        left, bottom, right, top = (value / POINTS_PER_MM for value in page.get_trimbox())
        xs, ys = picture.cuts()
        assert (left, right) == pytest.approx((xs[0], xs[-1]), abs=0.05)
        assert (297 - top, 297 - bottom) == pytest.approx((ys[0], ys[-1]), abs=0.05)
    document.close()


def test_a_corrected_sheet_says_for_which_printer_it_is(build):
    built = build(only=("deck-36",), formats=("pdf",), printer=MINE, duplex=Duplex.SHORT_EDGE)
    (file,) = built.files
    assert file.path == "print/deck-36-a4-short-edge-for-mine.pdf"
    document = pypdfium2.PdfDocument(built.folder / file.path)
    text = document[1].get_textpage().get_text_bounded()
    document.close()
    label = "TURNO · Deck of 36 · short-edge · printer mine · sheet 1 of 3 · back"
    assert f"{label} · print at 100 %" in text
    manifest = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["files"][0]["printer"] == MINE._asdict()
    assert manifest["files"][0]["page_mm"] == [210, 297]


def test_a_profile_that_changes_nothing_leaves_upright_pages_as_they_are(build):
    plain = build(only=("tiles",), formats=("pdf",), printer=None)
    pages = sheets(plain.folder / plain.files[0].path, 4)
    same = build(only=("tiles",), formats=("pdf",), printer=PrinterProfile("mine", "a4"))
    others = sheets(same.folder / same.files[0].path, 4)
    for page, other in zip(pages, others, strict=True):
        (xs, ys), (other_xs, other_ys) = page.cuts(), other.cuts()
        assert (xs, ys) == (other_xs, other_ys)


@pytest.mark.parametrize(
    ("printer", "told"),
    [
        (PrinterProfile("far", "a4", dx=15), "back by 3 mm and marks on the back by 7.2 mm"),
        (PrinterProfile("far", "a4", dy=-11), "back by 3.5 mm and marks on the back by 7.3 mm"),
        (PrinterProfile("far", "a4", scale_x=0.9), "marks on the page by 7 mm"),
    ],
    ids=str,
)
def test_a_correction_that_leaves_the_printable_part_of_the_paper_is_an_error(
    build, plain_turno, printer, told
):
    with pytest.raises(LayoutError, match="turno, deck-36: compensated for printer far") as caught:
        build(plain_turno, only=("deck-36",), formats=("pdf",), printer=printer)
    assert told in str(caught.value)
