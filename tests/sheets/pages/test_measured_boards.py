"""Boards and what lies on them, measured in rendered pages."""

import numpy as np
import pypdfium2
import pytest
from scipy import ndimage

PER_MM = 14


@pytest.fixture
def page(build):
    def run(game, component, number=0):
        built = build(game, only=(component,), formats=("pdf",))
        document = pypdfium2.PdfDocument(built.folder / built.files[0].path)
        pixels = document[number].render(scale=PER_MM * 25.4 / 72).to_numpy()
        document.close()
        return pixels[..., :3]

    return run


def alike(pixels, color, within):
    """Return where all channels are so near a colour; ``all(axis=2)`` takes ten times as long."""
    low, high = np.clip(color, within, 255) - within, np.clip(color, 0, 255 - within) + within
    like = [(one >= a) & (one <= b) for one, a, b in zip(pixels.T, low, high, strict=True)]
    return (like[0] & like[1] & like[2]).T


def middles_of_runs(dark):
    """Return where each run of dark pixels along a line has its middle, in mm."""
    labels, count = ndimage.label(dark)
    return [float(np.mean(np.nonzero(labels == n)) + 0.5) / PER_MM for n in range(1, count + 1)]


def lines_across(pixels, y):
    return middles_of_runs(pixels[round(y * PER_MM)].sum(axis=1) < 3 * 140)


def lines_down(pixels, x):
    return middles_of_runs(pixels[:, round(x * PER_MM)].sum(axis=1) < 3 * 140)


def ladder(lines, step, count, middle=0.0):
    """Return lines a step apart, one more than ``count``, about a middle.

    Frames and signs have others between them.
    """
    found = []
    for first in lines:
        rungs = [min(lines, key=lambda at: abs(at - first - n * step)) for n in range(count + 1)]
        if np.diff(rungs) == pytest.approx([step] * count, abs=0.06):
            found.append(rungs)
    return min(found, key=lambda rungs: abs(np.mean(rungs) - middle), default=[])


@pytest.mark.parametrize(
    ("game", "component", "columns", "rows", "width", "height"),
    [
        ("turnio", "board", 6, 6, 30.5, 30.5),
        ("compositie", "board", 6, 6, 30, 30),
        ("punt-match", "square-board", 7, 7, 26, 26),
        ("turno", "checkers-mat", 6, 6, 30.5, 45.5),
    ],
)
def test_the_lines_of_a_board_are_a_cell_apart(page, game, component, columns, rows, width, height):
    pixels = page(game, component)
    middle_x, middle_y = pixels.shape[1] / PER_MM / 2, pixels.shape[0] / PER_MM / 2
    across = (middle_x + width * part for part in (0.9, 0.45, 0.4, 0.35, 0.3, 0.25))
    found = (ladder(lines_down(pixels, x), height, rows - 2, middle_y) for x in across)
    levels = next(filter(None, found))  # some lines run through hatches and signs
    assert sum(levels) / len(levels) == pytest.approx(middle_y, abs=10)
    down = (level + height * 0.2 for level in levels)
    inner = columns - 2  # the outer lines may be goals, which are wider
    uprights = next(filter(None, (ladder(lines_across(pixels, y), width, inner) for y in down)))
    assert sum(uprights) / len(uprights) == pytest.approx(middle_x, abs=width + 1)


def test_cells_of_the_hexagonal_board_are_20_mm_from_flat_to_flat(page):
    pixels = page("punt-match", "hex-board")
    rows = [lines_across(pixels, y) for y in np.arange(100, 200, 0.5)]
    assert any(ladder(row, 20, 7) for row in rows)


@pytest.mark.parametrize(
    ("game", "component", "diameter", "count"),
    [
        ("compositie", "pieces", 24, 36),
        ("tawula", "pieces", 16, 30),
        ("punt-match", "pawns", 16, 39),
    ],
)
def test_round_pieces_are_outlined_at_their_diameter(page, game, component, diameter, count):
    pixels = page(game, component)
    grey = alike(pixels, (0x44, 0x44, 0x44), 11)
    white = alike(pixels, (0xFF, 0xFF, 0xFF), 14)  # the line on dark pieces
    boxes = [
        box
        for drawn in (grey, white)
        for box in ndimage.find_objects(ndimage.label(drawn, structure=np.ones((3, 3)))[0])
    ]
    circles = {}  # by their middles in centimetres: a grey line may have a white casing
    for down, across in boxes:
        width, height = ((side.stop - side.start) / PER_MM for side in (across, down))
        if abs(width - diameter) < 1 and abs(height - diameter) < 1:
            middle = [round((side.start + side.stop) / PER_MM / 20) for side in (across, down)]
            circles.setdefault(tuple(middle), (width, height))
    assert len(circles) == count
    for width, height in circles.values():
        assert width == pytest.approx(diameter, abs=0.25)  # the line is 0.2 mm wide
        assert width == pytest.approx(height, abs=0.1)


def test_a_side_of_the_tables_board_is_twelve_points_and_the_bar(page):
    pixels = page("tawula", "board")
    dark = pixels.sum(axis=2) < 3 * 0x60
    labels, _ = ndimage.label(dark, structure=np.ones((3, 3)))
    sizes = (
        sorted((side.stop - side.start) / PER_MM for side in box)
        for box in ndimage.find_objects(labels)
    )
    field = pytest.approx([2 * 74 + 20, 12 * 18 + 10], abs=0.75)
    assert [size for size in sizes if size == field]  # inside the frames of the rim
