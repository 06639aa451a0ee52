"""The test sheet, printed by a printer that is wrong, read against the light, and typed in."""

from math import degrees, radians

import numpy as np
import pypdfium2
import pytest
from helpers.reading import Sheet
from helpers.simulated_printer import SimulatedPrinter, both_sides
from typer.testing import CliRunner

from pnp.base.errors import LayoutError, UsageError
from pnp.base.fonts import text_width
from pnp.base.geometry import Size
from pnp.cli import app
from pnp.game.paper import PAPERS
from pnp.make.printer_profile import load_printer
from pnp.render import pdf
from pnp.scene import Group, Text, item_bounds
from pnp.sheets.calibration import ScaleReadings, calibrate, calibration_pages
from pnp.sheets.layout.scheme import Duplex
from pnp.sheets.pages.compensation import seen_from_front

FINE = 16  # pixels per mm
A4 = PAPERS["a4"]
LINES_OF_FRONT, LINES_OF_BACK = 33, 19
PRESSES = [
    (SimulatedPrinter(1.3, -0.4), "long"),
    (SimulatedPrinter(-2.7, 3.1, 0.4), "short"),
    (SimulatedPrinter(-0.2, -5.8, -0.25, 0.994, 1.003), "long"),
    (SimulatedPrinter(6.4, 6.0), "short"),
    (SimulatedPrinter(0.6, 0.9, 0.8, 0.99, 0.985), "long"),
]


def made(duplex: str, paper: str = "a4", printer=None) -> bytes:
    scenes = calibration_pages(paper, PAPERS[paper], Duplex(f"{duplex}-edge"), printer)
    return pdf.render(scenes, pdf.PrintHints("t"))


def lines_in(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how many lines each row crosses, and the row, the start and the end of each line."""
    edged = np.pad(rows, ((0, 0), (1, 1))).astype(np.int8)
    row, starts = np.nonzero(np.diff(edged, axis=1) == 1)
    _, ends = np.nonzero(np.diff(edged, axis=1) == -1)
    return np.bincount(row, minlength=len(rows)), np.stack((row, starts, ends))


def scale_lines(picture: Sheet, place: str, count: int) -> list[float]:
    """Where along a scale its lines are, in mm, found by going over the picture row by row."""
    width, height = picture.width, picture.height
    x, y = {
        "top": (width / 2, 17), "bottom": (width / 2, height - 17),
        "left": (17, height / 2), "right": (width - 17, height / 2),
    }[place]  # fmt: skip
    across = place in ("top", "bottom")
    wide, deep = (16.8, 15) if across else (15, 16.8)  # between the signs
    left, top = max(0, x - wide), max(0, y - deep)
    dark = picture.part(left, top, x + wide, y + deep).darkest < 128
    counts, lines = lines_in(dark if across else dark.T)
    found = np.flatnonzero(counts == count)
    assert len(found) > 10, f"no {count} lines at the {place}"
    _, starts, ends = lines[:, lines[0] == found[len(found) // 2]]
    start = round((left if across else top) * FINE) / FINE
    return [start + value / FINE for value in ((starts + ends) / 2).tolist()]


def read(front: Sheet, back: Sheet, place: str) -> float:
    """What a person reads: sign, whole mm and tenths, as the sheet says."""
    whole_lines = scale_lines(front, place, LINES_OF_FRONT)
    short_lines = scale_lines(back, place, LINES_OF_BACK)
    zero, arrow = whole_lines[LINES_OF_FRONT // 2], short_lines[LINES_OF_BACK // 2]
    sign = 1 if arrow > zero else -1
    middle = LINES_OF_BACK // 2
    own = short_lines[middle:] if sign > 0 else short_lines[middle::-1]
    meets = [min(abs(line - other) for other in whole_lines) for line in own]
    tenths = int(np.argmin(meets))
    low, high = sorted((zero, arrow))
    slack = 0.5 * 0.1 if tenths == 0 else 0.0  # the arrow itself goes on in a line
    passed = sum(low - slack <= line <= high + slack for line in whole_lines if line != zero)
    return sign * (passed + tenths / 10)


def readings_of(
    press: SimulatedPrinter, duplex: str, paper: str = "a4", printer=None
) -> ScaleReadings:
    printed = press.put(made(duplex, paper, printer), "fb", duplex)
    front, back = both_sides(printed, FINE, duplex)
    return ScaleReadings(*(read(front, back, place) for place in ScaleReadings._fields))


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_a_perfect_printer_reads_zero_on_all_four_scales(duplex):
    assert readings_of(SimulatedPrinter(), duplex) == (0, 0, 0, 0)


@pytest.mark.parametrize(("press", "duplex"), PRESSES, ids=str)
def test_what_is_read_and_typed_in_is_what_the_printer_does(press, duplex):
    says = readings_of(press, duplex)
    typed = [word for option, mm in says._asdict().items() for word in (f"--{option}", f"{mm:g}")]
    # Two lines to measure: 190 mm across and 260 mm down.
    typed += ["--scale-x", f"{190 * press.scale_x:.1f}/190"]
    typed += ["--scale-y", f"{260 * press.scale_y:.1f}/260"]
    result = CliRunner().invoke(app, ["printer", "add", "mine", *typed])
    assert result.exit_code == 0, result.output
    printer = load_printer("mine")
    assert (printer.dx, printer.dy) == pytest.approx((press.dx, press.dy), abs=0.06)
    assert printer.angle == pytest.approx(press.angle, abs=0.03)
    assert printer.scale_x == pytest.approx(press.scale_x, abs=0.0004)
    assert printer.scale_y == pytest.approx(press.scale_y, abs=0.0004)
    again = readings_of(press, duplex, printer=printer)
    assert max(map(abs, again)) <= 0.1 + 1e-9


def test_the_sheet_of_other_paper_shows_the_same():
    assert readings_of(SimulatedPrinter(-1.2, 2.3), "long", "letter") == pytest.approx(
        (-1.2, -1.2, 2.3, 2.3)
    )
    assert readings_of(SimulatedPrinter(0.4, -3.5), "short", "a5") == pytest.approx(
        (0.4, 0.4, -3.5, -3.5)
    )


def test_the_square_and_the_long_lines_are_as_long_as_they_say():
    front = both_sides(made("long"), FINE, "long")[0]
    level = front.darkest[round(98.5 * FINE)] < 128
    upright = front.darkest[:, round(55 * FINE)] < 128
    assert np.ptp(np.flatnonzero(level)) / FINE == pytest.approx(190.2, abs=0.1)  # and two halves
    assert np.ptp(np.flatnonzero(upright)) / FINE == pytest.approx(260.2, abs=0.1)
    column = front.darkest[round(100 * FINE) : round(190 * FINE), round(155 * FINE)]
    assert (column < 128).mean() > 0.99  # the square's right edge, 100 mm from its left one
    row = front.darkest[round(198.5 * FINE), round(56 * FINE) : round(154 * FINE)]
    assert (row < 128).mean() > 0.99


def test_readings_that_contradict_each_other_are_reported():
    sheet = calibrate(A4)
    turned = radians(0.4)
    half, beside = (297 - 34) / 2 * turned, (210 - 34) / 2 * turned
    found = sheet.displacement(ScaleReadings(half, -half, -beside, beside))
    assert found.angle == pytest.approx(degrees(turned), abs=0.001)
    with pytest.raises(LayoutError, match=r"turned by 0\.40 degrees, left and right say -0\.40"):
        sheet.displacement(ScaleReadings(half, -half, beside, -beside))


@pytest.mark.parametrize("lang", ["en", "de", "fr", "nl"])
@pytest.mark.parametrize("paper", [name for name in PAPERS if min(PAPERS[name]) >= 148])
def test_nothing_on_the_sheet_overlaps_or_leaves_the_margins(paper, lang):
    size = PAPERS[paper]
    front, _ = calibration_pages(paper, size, Duplex.LONG_EDGE, lang=lang)
    texts = [item for item in front.items if isinstance(item, Text)]
    groups = [item_bounds(item) for item in front.items if isinstance(item, Group)]
    for text in texts:
        width = text_width(text.string, text.font, text.size)
        assert text.at.x >= 8
        assert text.at.x + width <= size.width - 8
        assert text.at.y - text.size * 0.66 >= 8
        assert text.at.y <= size.height - 8
    boxes = [item_bounds(text) for text in texts if len(text.string) > 2]
    boxes = [box.inset(0.3) for box in boxes] + groups
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[index + 1 :])


def test_the_command_on_the_sheet_is_one_that_works():
    front, _ = calibration_pages("letter", PAPERS["letter"], Duplex.LONG_EDGE)
    bold = [i.string for i in front.items if isinstance(i, Text) and i.font == "sans-bold"]
    first = next(n for n, text in enumerate(bold) if text.startswith("pnp printer add"))
    command = " ".join(bold[first : first + 3]).split()[1:]
    values = iter(["mine", "0.3", "-0,1", "\N{MINUS SIGN}0.2", "0.1", "190", "240"])
    filled = [next(values) + word.strip("_") if word.startswith("_") else word for word in command]
    result = CliRunner().invoke(app, filled)
    assert result.exit_code == 0, result.output
    printer = load_printer("mine")
    assert (printer.paper, printer.dx, printer.dy) == ("letter", 0.1, -0.05)
    assert printer.scale_x == printer.scale_y == 1


@pytest.mark.parametrize("edge", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE], ids=str)
def test_each_scale_is_named_on_both_sides_in_one_place_if_the_sheet_is_turned_rightly(edge):
    front, back = calibration_pages("a4", A4, edge)
    names = {item.string: item for item in front.items if isinstance(item, Text)}
    (seen,) = [item for item in back.items if isinstance(item, Group)]
    assert seen.transform == seen_from_front(A4, edge)
    through = {item.string: item for item in seen.items if isinstance(item, Text)}
    for place in ScaleReadings._fields:
        one, other = names[place].at, through[place].at
        assert abs(one.x - other.x) + abs(one.y - other.y) == pytest.approx(4.16)


def test_plus_stands_at_the_right_of_scales_across_and_below_scales_down():
    document = pypdfium2.PdfDocument(made("long"))
    page = document[0].get_textpage()
    at = {"+": [], "\N{MINUS SIGN}": []}
    for index, sign in enumerate(page.get_text_range()):
        left, bottom, right, top = page.get_charbox(index)
        if sign in at and right - left > 5:  # points: those in the text are small
            at[sign].append(((left + right) / 2 * 25.4 / 72, 297 - (top + bottom) / 2 * 25.4 / 72))
    document.close()
    plus, minus = at["+"], at["\N{MINUS SIGN}"]
    for x, y in ((105, 15), (105, 282)):
        assert any(18 < px - x < 20 and abs(py - y) < 2 for px, py in plus)
        assert any(18 < x - px < 20 and abs(py - y) < 2 for px, py in minus)
    for x, y in ((15, 148.5), (195, 148.5)):
        assert any(18 < py - y < 20 and abs(px - x) < 2 for px, py in plus)
        assert any(18 < y - py < 20 and abs(px - x) < 2 for px, py in minus)


def test_paper_that_is_too_small_is_reported():
    with pytest.raises(UsageError, match="at least 148x200mm, not 105x148mm"):
        calibration_pages("a6", Size(105, 148), Duplex.LONG_EDGE)
