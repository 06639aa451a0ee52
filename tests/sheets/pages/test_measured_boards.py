"""Boards and what lies on them, measured in rendered pages."""

import numpy as np
import pypdfium2
import pytest
from scipy import ndimage

PER_MM = 20


@pytest.fixture
def page(build):
    def run(game, component, number=0):
        built = build(game, only=(component,), formats=("pdf",))
        document = pypdfium2.PdfDocument(built.folder / built.files[0].path)
        pixels = document[number].render(scale=PER_MM * 25.4 / 72).to_numpy().astype(int)
        document.close()
        return pixels[..., :3]

    return run


def middles_of_runs(dark):
    """Return where each run of dark pixels along a line has its middle, in mm."""
    labels, count = ndimage.label(dark)
    return [float(np.mean(np.nonzero(labels == n)) + 0.5) / PER_MM for n in range(1, count + 1)]


def lines_across(pixels, y):
    return middles_of_runs(pixels[round(y * PER_MM)].sum(axis=1) < 3 * 215)


def lines_down(pixels, x):
    return middles_of_runs(pixels[:, round(x * PER_MM)].sum(axis=1) < 3 * 215)


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
    levels = lines_down(pixels, middle_x + width * (0.25 if columns % 2 else 0.75))
    levels = [y for y in levels if abs(y - middle_y) < rows * height / 2 + 5][: rows + 1]
    assert np.diff(levels) == pytest.approx([height] * rows, abs=0.06)
    uprights = lines_across(pixels, levels[0] + height * 0.2)
    uprights = [x for x in uprights if abs(x - middle_x) < columns * width / 2 + 1]
    assert np.diff(uprights) == pytest.approx([width] * columns, abs=0.06)


def test_cells_of_the_hexagonal_board_are_20_mm_from_flat_to_flat(page):
    pixels = page("punt-match", "hex-board")
    # Above the signs of the longest row nothing is crossed but the upright edges of its nine cells.
    rows = [lines_across(pixels, y) for y in np.arange(100, 200, 0.5)]
    steps = [np.diff(row) for row in rows if len(row) == 10]
    assert min(max(abs(step - 20)) for step in steps) < 0.06


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
    grey = (np.abs(pixels - 0x77) < 12).all(axis=2)
    white = (pixels > 0xF0).all(axis=2)  # the line on dark pieces
    sizes = [
        ((box[1].stop - box[1].start) / PER_MM, (box[0].stop - box[0].start) / PER_MM)
        for drawn in (grey, white)
        for box in ndimage.find_objects(ndimage.label(drawn, structure=np.ones((3, 3)))[0])
    ]
    circles = [
        size for size in sizes if abs(size[0] - diameter) < 1 and abs(size[1] - diameter) < 1
    ]
    assert len(circles) == count
    for width, height in circles:
        assert width == pytest.approx(diameter, abs=0.25)  # the line is 0.2 mm wide
        assert width == pytest.approx(height, abs=0.1)


def test_a_side_of_the_tables_board_is_twelve_points_and_the_bar(page):
    pixels = page("tawula", "board")
    dark = (np.abs(pixels - np.array([0x3B, 0x34, 0x2B])) < 40).all(axis=2)
    labels, _ = ndimage.label(dark, structure=np.ones((3, 3)))
    frame = max(ndimage.find_objects(labels), key=lambda box: box[1].stop - box[1].start)
    size = [(side.stop - side.start) / PER_MM for side in frame]
    assert sorted(size) == pytest.approx([2 * 74 + 20, 12 * 18 + 10], abs=0.6)
