"""Hexagonal boards as scenes and as sheets."""

from itertools import pairwise
from math import dist

import pytest

from pnp.base.geometry import Rect
from pnp.base.path import flattened, path_bounds
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.scene import Shape, Text, leaves_in, shapes_in


@pytest.fixture(scope="module")
def board():
    return load_game(find_game("punt-match")).game.components["hex-board"]


@pytest.fixture(scope="module")
def cells(board):
    (piece,) = draw_component(load_game(find_game("punt-match")).game, "hex-board")
    return next(i.paths for i in piece.front.items if isinstance(i, Shape) and len(i.paths) == 61)


def test_rows_grow_from_a_side_to_the_middle_and_shrink_again(board):
    assert board.rows == (5, 6, 7, 8, 9, 8, 7, 6, 5)


def test_61_cells_lie_inside_the_rim_and_none_on_another(board, cells):
    assert len(cells) == 61
    inside = Rect(0, 0, *board.size).inset(board.rim - 1e-6)
    assert all(inside.contains(path_bounds(cell)) for cell in cells)
    middles = [path_bounds(cell).center for cell in cells]
    for index, one in enumerate(middles):
        for other in middles[:index]:
            distance = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
            assert distance > board.cell - 1e-6


def test_a_cell_is_as_wide_from_flat_to_flat_as_the_definition_says(board, cells):
    widths = [path_bounds(cell).width for cell in cells]
    assert widths == pytest.approx([board.cell] * 61)


def test_neighbours_share_whole_edges(cells):
    def edges(cell):
        corners = [cell.start, *(segment.to for segment in cell.segments)]
        closed = [*corners, corners[0]]
        for a, b in pairwise(closed):
            yield frozenset((round(p.x, 4), round(p.y, 4)) for p in (a, b))

    every = [edge for cell in cells for edge in edges(cell)]
    shared = len(every) - len(set(every))
    assert shared == (61 * 6 - 6 * (2 * 5 - 1)) / 2  # all but the outline's edges


@pytest.mark.parametrize("component", ["hex-board", "square-board"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_boards_fit_on_one_page(build, component, paper):
    built = build("punt-match", only=(component,), formats=("pdf",), paper=paper)
    assert built.files[0].pages == 1


def test_no_dashed_line_runs_through_the_name_of_a_cell():
    (piece,) = draw_component(load_game(find_game("punt-match")).game, "hex-board")
    names = [one for one in leaves_in(piece.front.items) if isinstance(one, Text)]
    names = [one for one in names if len(one.string) == 2 and one.string[1].isdigit()]
    dashed = [path for s in shapes_in(piece.front.items) if s.style.dash for path in s.paths]
    assert len(names) > 50
    assert dashed
    for name in names:
        box = Rect(name.at.x - 0.4, name.at.y - name.size * 0.7, name.size * 1.1, name.size * 0.7)
        for path in dashed:
            (a, b) = flattened(path, 0.1)
            steps = int(dist(a, b) / 0.2) + 1
            for n in range(steps + 1):
                at = a.moved((b.x - a.x) * n / steps, (b.y - a.y) * n / steps)
                assert not (box.x < at.x < box.right and box.y < at.y < box.bottom), name.string
