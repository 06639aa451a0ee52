"""Chips as scenes and as made sheets: symbols that meet, arrows that differ, one back."""

import math
from collections import Counter

import numpy as np
import pytest
from helpers.reading import sheets

from pnp.base.color import luminance
from pnp.components.chips.draw import SQUARE, SYMBOL
from pnp.components.piece import trimmed
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.render import pdf
from pnp.scene import Group, Scene, Shape

PER_MM = 10


@pytest.fixture(scope="module")
def turnio():
    return load_game(find_game("turnio")).game


@pytest.fixture(scope="module")
def pieces(turnio):
    return {piece.name: piece for piece in draw_component(turnio, "chips")}


def picture(piece, side="front") -> np.ndarray:
    """Rows of RGB of a face, rendered by pdfium."""
    face = trimmed(getattr(piece, side), piece.roles)
    data = pdf.render([Scene(face.size, face.items)], pdf.PrintHints("t"))
    return sheets(data, PER_MM * 0.9999)[0].pixels[:300, :300].astype(int)


def is_blue(pixels) -> np.ndarray:
    return (pixels[..., 2] > 120) & (pixels[..., 0] < 80)


def is_orange(pixels) -> np.ndarray:
    return (pixels[..., 0] > 180) & (pixels[..., 2] < 100)


def read_chip(pixels) -> tuple[str, str]:
    """Recognise the corner symbols, clockwise from the top left, and the arrow's turn."""
    corners = ""
    for turns in range(4):
        corner = np.rot90(pixels, turns)[15:90, 15:90]
        blue, orange = is_blue(corner).mean(), is_orange(corner).mean()
        corners += "C" if blue > 0.3 else "S" if orange > 0.15 else "-"
    middle = pixels[120:180, 120:180].mean(axis=2)
    turn = "clockwise" if np.median(middle) < 100 else "anticlockwise"
    return corners, turn


def test_the_made_sheet_holds_the_exact_chips(build):
    built = build("turnio", only=("chips",), formats=("pdf",))
    front, back = sheets(built.folder / built.files[0].path, PER_MM)
    found = Counter()
    for piece in front.pieces(30, 30):
        pixels = piece.pixels.astype(int)
        if pixels[120:180, 120:180].min() < 100:
            padded = np.pad(pixels, ((2, 2), (2, 2), (0, 0)), mode="edge")[:300, :300]
            found[smallest(read_chip(padded))] += 1
    four = {(c, t): 5 for c in ("CCSS", "CSCS") for t in ("clockwise", "anticlockwise")}
    two = {(c, t): 3 for c in ("CS--", "C-S-", "C--S") for t in ("clockwise", "anticlockwise")}
    assert found == {**four, **two}
    middles = [piece.pixels[120:180, 120:180] for piece in back.pieces(30, 30)]
    assert sum(middle.min() < 100 for middle in middles) == 38  # bleeds reach into empty slots


def smallest(read):
    corners, turn = read
    forms = [corners[n:] + corners[:n] for n in range(4)]
    return min(forms, key=lambda form: ["CS-".index(c) for c in form]), turn


@pytest.mark.parametrize("symbol", ["circle", "square"])
def test_symbols_of_neighbours_meet_across_their_edge(pieces, symbol):
    """Along an edge, ink of one colour ends at the same distance from the shared corner."""
    see = is_blue if symbol == "circle" else is_orange
    pixels = picture(pieces["cscs-cw"])
    reaches = []
    for turns in range(4):
        side = np.rot90(pixels, turns)[3, :150]  # from a corner to the middle of an edge
        inked = np.flatnonzero(see(side))
        if inked.size:
            reaches.append(inked.max())
    expected = (SYMBOL if symbol == "circle" else SQUARE) * 300
    assert len(reaches) == 2
    assert all(reach == pytest.approx(expected, abs=2.5) for reach in reaches)


def test_four_chips_around_a_point_complete_a_circle(pieces):
    quarter = is_blue(picture(pieces["cscs-cw"])[:150, :150])
    upper = np.hstack([np.rot90(quarter, 2), np.rot90(quarter, 1)])
    lower = np.hstack([np.rot90(quarter, 3), quarter])
    inside = np.vstack([upper, lower])
    rows, columns = np.nonzero(inside)
    distance = np.hypot(rows - 149.5, columns - 149.5)
    assert distance.max() < SYMBOL * 300 + 2
    assert inside.sum() == pytest.approx(np.pi * (SYMBOL * 300) ** 2, rel=0.03)


def test_circles_and_squares_differ_in_grey(turnio):
    chips = turnio.components["chips"]
    assert abs(luminance(chips.circle) - luminance(chips.square)) > 0.2


def test_arrows_of_the_two_turns_are_mirror_images_in_opposite_inks(pieces):
    one, other = picture(pieces["ccss-cw"]), picture(pieces["ccss-acw"])
    hub = slice(105, 195)
    dark = one[hub, hub].mean(axis=2) < 128
    mirrored = other[hub, hub][:, ::-1].mean(axis=2) < 128
    core = np.hypot(*np.mgrid[-45:45, -45:45]) < 44
    assert (dark != mirrored)[core].mean() > 0.85
    assert dark[core].mean() > 0.5 > mirrored[core].mean()


@pytest.mark.parametrize("name", ["ccss-cw", "ccss-acw", "csoo-cw", "coos-acw"])
def test_an_arrow_runs_the_way_its_chip_turns(pieces, name):
    """The ring is drawn from its tail to its head, and the head goes on the same way."""
    shapes = [item for item in flat(pieces[name].front.items) if isinstance(item, Shape)]
    (ring,) = [path for shape in shapes for path in shape.paths if not path.closed]
    head = shapes[shapes.index(next(s for s in shapes if ring in s.paths)) + 1].paths[0]
    (arc,) = ring.segments
    assert arc.clockwise is not name.endswith("-acw")
    tail, end, tip = (angle(point) for point in (ring.start, arc.to, head.start))
    way = 1 if arc.clockwise else -1
    assert 180 < way * (end - tail) % 360 < 300
    assert 20 < way * (tip - end) % 360 < 90


def angle(point) -> float:
    """Degrees clockwise about the middle of a chip of 30 mm."""
    return math.degrees(math.atan2(point.y - 15, point.x - 15))


def flat(items):
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def test_the_back_is_one_and_looks_the_same_in_all_four_positions(pieces):
    backs = {piece.back.items for piece in pieces.values()}
    assert len(backs) == 1
    pixels = picture(pieces["ccss-cw"], "back")
    for turns in range(1, 4):
        differs = np.abs(pixels - np.rot90(pixels, turns)).max(axis=2) > 100
        assert differs.mean() < 0.005


def test_a_board_of_36_cells_each_a_chip_and_half_a_millimetre(build):
    built = build("turnio", only=("board",), formats=("pdf",))
    (page,) = sheets(built.folder / built.files[0].path, 20)
    dark = page.lightest < 190
    long_rows = np.flatnonzero(dark[:, 600:3600].mean(axis=1) > 0.9) / 20
    lines = [
        group.mean() for group in np.split(long_rows, np.flatnonzero(np.diff(long_rows) > 1) + 1)
    ]
    assert len(lines) == 9  # those of the cells, and the frame's at either end
    assert np.diff(lines[1:-1]) == pytest.approx([30.5] * 6, abs=0.1)


def test_a_board_with_one_cell_has_a_frame_and_no_lines(turnio):
    from helpers.models import replace

    board = replace(
        turnio.components["board"], rows=1, columns=1, framed=False, titled=False, coordinates=False
    )
    (piece,) = draw_component(replace(turnio, components={"board": board}), "board")
    assert len(piece.front.items) == 3
