"""Marks and round corners measured in rendered pages: where ink is, and where there is none.

On A4 a deck of 36 lies 4 x 4, cards of 44 x 68 mm, from 17 and 12.5 mm on.
"""

from itertools import product

import numpy as np
import pypdfium2
import pytest
from helpers.reading import POINTS_PER_MM, Sheet

from pnp.sheets.layout.crop_marks import HAIRLINE, MarkSides, MarkStyle
from pnp.sheets.layout.scheme import Duplex

FINE = 40  # pixels per mm: four to a hairline
STYLES = [MarkStyle.CROP, MarkStyle.FULL, MarkStyle.CROSS, MarkStyle.DOTS]


def made(build, per_mm, game="turno", area=None, **options) -> list[Sheet]:
    """The front and the back of the first sheet, or so much of them as lies in ``area``."""
    built = build(game, formats=("pdf",), **options)
    (file,) = built.files
    document = pypdfium2.PdfDocument(built.folder / file.path)
    found = []
    for number in range(min(2, len(document))):
        page = document[number]
        width, height = page.get_size()
        left, top, right, bottom = (v * POINTS_PER_MM for v in area or (0, 0, 0, 0))
        crop = (left, height - bottom, width - right, top) if area else (0, 0, 0, 0)
        scale = per_mm / POINTS_PER_MM
        picture = page.render(scale=scale, crop=crop, rev_byteorder=True).to_numpy()
        found.append(Sheet(picture[:, :, :3], per_mm))
    document.close()
    return found


def ink(page: Sheet) -> np.ndarray:
    """How dark each pixel is, from 0 for white to 1 for black."""
    return 1 - page.darkest / 255


def added(page: Sheet, without: Sheet) -> np.ndarray:
    """Where two pages differ clearly."""
    differs = np.zeros(page.pixels.shape[:2], bool)
    for one, other in zip(page.pixels.T, without.pixels.T, strict=True):
        differs.T[:] |= np.maximum(one, other) - np.minimum(one, other) > 24
    return differs


@pytest.mark.parametrize(
    ("options", "styles"),
    [
        ({"only": ("tiles",), "duplex": Duplex.FOLD}, STYLES),
        (
            {"only": ("tiles",), "paper": "letter", "duplex": Duplex.SHORT_EDGE},
            [MarkStyle.CROP],
        ),
        (
            {
                "only": ("deck-36",),
                "paper": "letter",
                "sizes": {"deck-36": "57.15x88.9mm"},
            },
            [MarkStyle.FULL, MarkStyle.CROSS],
        ),
        (
            {"only": ("deck-72",), "paper": "a5", "duplex": Duplex.BACKS},
            [MarkStyle.DOTS, MarkStyle.FULL],
        ),
        ({"game": "turnio", "only": ("chips",)}, [MarkStyle.CROP, MarkStyle.CROSS]),
    ],
    ids=["fold", "letter", "lying", "backs", "chips"],
)
def test_nothing_is_printed_in_the_outer_5_mm_in_any_style(build, options, styles):
    for style in styles:
        assert_outer_margin_is_white(build, style, options)


def assert_outer_margin_is_white(build, style, options):
    longest = 20.0 if style in (MarkStyle.CROP, MarkStyle.CROSS) else None
    marks = {"marks": style, "mark_length": longest, "cut_order": True}
    for page in made(build, 8, **marks, rounded=True, **options):
        dark = ink(page)
        assert dark[40:-40, 40:-40].max() > 0.8
        dark[40:-40, 40:-40] = 0
        assert dark.max() < 0.1


@pytest.mark.parametrize(
    ("only", "at", "size"), [("deck-36", (17, 12.5), (44, 68)), ("tiles", (15, 13.5), (30, 45))]
)
def test_marks_leave_the_pieces_as_they_are_but_for_half_a_hairline(build, only, at, size):
    (left, top), (width, height) = at, size
    area = (left - 6, top - 6, left + 2 * width + 6, top + 2 * height + 6)
    plain, _ = made(build, 20, area=area, only=(only,), marks=MarkStyle.NONE)
    for style in STYLES:
        front, _ = made(build, 20, area=area, only=(only,), marks=style)
        marks = added(front, plain)
        assert marks.any()
        inside = 0.2 if style is MarkStyle.DOTS else 0.1
        for column, row in product(range(2), range(2)):
            x, y = 6 + column * width, 6 + row * height
            rows = slice(round((y + inside) * 20), round((y + height - inside) * 20))
            columns = slice(round((x + inside) * 20), round((x + width - inside) * 20))
            assert not marks[rows, columns].any(), (style, column, row)


@pytest.mark.parametrize(
    ("duplex", "styles"),
    [(Duplex.LONG_EDGE, STYLES), (Duplex.SHORT_EDGE, STYLES[:1])],
    ids=["long-edge", "short-edge"],
)
def test_pages_of_a_side_that_was_not_asked_for_are_as_without_marks(build, duplex, styles):
    options = {"only": ("tiles",), "duplex": duplex}
    without = made(build, 6, **options, marks=MarkStyle.NONE)
    for style, sides in product(styles, (MarkSides.FRONTS, MarkSides.BACKS)):
        pages = made(build, 6, **options, marks=style, mark_sides=sides)
        differ = [bool(added(*pair).any()) for pair in zip(pages, without, strict=True)]
        assert differ == [sides is MarkSides.FRONTS, sides is MarkSides.BACKS], (style, sides)


def test_full_lines_run_from_the_printable_edge_and_thin_out_along_the_cards(build, plain_turno):
    x = 17 + 44
    area = (x - 0.5, 0, x + 0.5, 297)
    chosen = {"only": ("deck-36",), "marks": MarkStyle.FULL}
    (page, _) = made(build, FINE, plain_turno, area, **chosen)
    width = ink(page).sum(axis=1) / FINE  # of black in each row, in mm
    assert np.flatnonzero(width > 0.05)[0] / FINE == pytest.approx(5, abs=0.06)
    assert np.flatnonzero(width > 0.05)[-1] / FINE == pytest.approx(292, abs=0.06)
    assert np.median(width[6 * FINE : 12 * FINE]) == pytest.approx(0.25, abs=0.03)
    assert np.median(width[20 * FINE : 70 * FINE]) == pytest.approx(HAIRLINE, abs=0.03)


def test_crosses_are_as_long_and_as_thick_as_was_asked(build):
    marks = {"marks": MarkStyle.CROSS, "mark_length": 6, "mark_width": 0.5}
    (page, _) = made(build, FINE, area=(7, 2.5, 27, 22.5), only=("deck-36",), **marks)
    dark = ink(page) > 0.5
    level = np.flatnonzero(dark[10 * FINE - 1]) / FINE  # its middle is in the middle of the area
    assert (level.min(), level.max()) == pytest.approx((7, 13), abs=0.06)
    thick = np.flatnonzero(dark[:, 9 * FINE]) / FINE
    assert np.ptp(thick) == pytest.approx(0.5, abs=0.06)
    assert thick.mean() == pytest.approx(10, abs=0.06)


def test_dots_are_as_wide_as_was_asked(build):
    marks = {"marks": MarkStyle.DOTS, "mark_width": 1.0}
    (page, _) = made(build, FINE, area=(12, 7.5, 17.8, 13.3), only=("deck-36",), **marks)
    (dot,) = page.blobs()
    assert dot.width == pytest.approx(1.0, abs=0.06)
    assert dot.fill == pytest.approx(np.pi / 4, abs=0.02)
    # It touches the card's corner from outside: its middle is half its width away.
    assert np.hypot(dot.x - 5, dot.y - 5) == pytest.approx(0.5, abs=0.06)


def test_the_order_to_cut_can_be_read_in_the_margins(build):
    built = build(only=("deck-36",), formats=("pdf",), cut_order=True)
    document = pypdfium2.PdfDocument(built.folder / built.files[0].path)

    def words(page, left, top, right, bottom):
        box = [v * POINTS_PER_MM for v in (left, 297 - bottom, right, 297 - top)]
        return page.get_textpage().get_text_bounded(*box).split()

    front, back = document[0], document[1]
    assert words(front, 17, 285, 194, 292) == ["2", "3", "4", "5", "6"]
    assert words(front, 11.5, 10, 17, 292) == ["1", "7", "8", "9", "10"]
    assert words(back, 17, 285, 194, 292) == []
    document.close()


@pytest.mark.parametrize(
    ("only", "at", "radius"), [("deck-36", (17, 12.5), 3.0), ("tiles", (15, 13.5), 2.0)]
)
def test_round_corners_are_seen_where_the_machine_would_cut_and_are_light(
    build, plain_turno, only, at, radius
):
    options = {
        "game": plain_turno,
        "area": (at[0] - 5, at[1] - 5, at[0] + 10, at[1] + 10),
        "only": (only,),
    }
    front, back = made(build, FINE, **options, marks=MarkStyle.NONE, rounded=True)
    plain, plain_back = made(build, FINE, **options, marks=MarkStyle.NONE)
    assert not added(back, plain_back).any()
    change = added(front, plain) & (ink(front) > ink(plain))  # without the light around the line
    ys, xs = np.nonzero(change)
    away = np.hypot(xs / FINE - 5 - radius, ys / FINE - 5 - radius)
    assert len(away) > 40
    assert (away.min(), away.max()) == pytest.approx((radius, radius), abs=0.12)
    assert ink(front)[change].max() < 0.5
