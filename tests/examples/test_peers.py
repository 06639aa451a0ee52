"""What other generators of boards and cards show in their samples, made by hand.

Each definition in ``peers`` is our own; what is asserted was measured on what they draw.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from helpers.components import figures

from pnp.audit import check_game
from pnp.base.geometry import Point
from pnp.base.path import path_bounds
from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.positions.draw import draw_example
from pnp.scene import Shape, Style, Text, items_bounds, leaves_in, placed_leaves
from pnp.scene.gradient import Gradient

FOLDER = Path(__file__).with_name("peers")
PEERS = sorted(file.stem for file in FOLDER.glob("*.toml"))


@cache
def game(peer):
    return load_game(FOLDER / f"{peer}.toml").game


@cache
def drawn(peer, component):
    return draw_component(game(peer), component)


def shapes(piece, **paint):
    """The rectangles around shapes with a fill, a stroke or a dash; all within a shape is one."""
    found = []
    for leaf, into in placed_leaves(piece.front.items):
        if isinstance(leaf, Shape) and all(
            getattr(leaf.style, key) == value for key, value in paint.items()
        ):
            bounds = items_bounds([leaf._replace(style=Style())]) or path_bounds(leaf.paths[0])
            found.append(into.apply_to(bounds))
    return found


def middles(piece, **paint):
    return {(round(one.center.x, 1), round(one.center.y, 1)) for one in shapes(piece, **paint)}


def texts(piece):
    return [leaf.string for leaf in leaves_in(piece.front.items) if isinstance(leaf, Text)]


@pytest.mark.parametrize("peer", PEERS)
def test_it_is_a_game_without_a_fault(peer):
    assert not [*check_game(game(peer)).faults()]
    for component in game(peer).components:
        assert all(piece.front.items for piece in drawn(peer, component))


@pytest.mark.parametrize(
    ("peer", "component", "kinds", "copies"),
    [
        ("matrix", "matrix", 45, 45),
        ("matrix", "high", 8, 8),
        ("matrix", "pairs", 28, 28),
        ("money", "notes", 3, 24),
        ("solids", "five", 12, 12),
        ("solids", "four", 7, 7),
        ("solids", "own", 2, 3),
    ],
)
def test_there_are_as_many_pieces_as_the_lists_make(peer, component, kinds, copies):
    pieces = drawn(peer, component)
    assert (len(pieces), sum(piece.copies for piece in pieces)) == (kinds, copies)


@pytest.mark.parametrize(
    ("component", "paint", "count"),
    [
        ("octagons", {"stroke_width": 0.7}, 64),
        ("orbit", {"fill": "#000000", "stroke": "#ffffff"}, 85),
        ("flowers", {"fill": "#5d80ea"}, 2),
        ("flowers", {"fill": "#e8445c"}, 2),
        ("flowers", {"fill": None, "stroke": "#2e8b57"}, 14),
        ("pentagons", {"fill": "#f0e370"}, 36),
        ("pentagons", {"fill": "#cebb53"}, 36),
        ("diamond", {"fill": "#ffd42a"}, 81),
        ("nested", {"dash": (1, 1)}, 36),
    ],
)
def test_a_board_has_as_many_places_as_its_frames_repeat(component, paint, count):
    (board,) = drawn("boards", component)
    assert len(shapes(board, **paint)) == count
    assert len(middles(board, **paint)) >= count - 12  # concentric ones share theirs


@pytest.mark.parametrize(
    ("component", "paint"),
    [
        ("octagons", {"stroke_width": 0.7}),
        ("orbit", {"fill": "#000000", "stroke": "#ffffff"}),
        ("diamond", {"fill": "#ffd42a"}),
        ("nested", {"dash": (1, 1)}),
    ],
)
def test_a_board_is_the_same_from_either_side(component, paint):
    (board,) = drawn("boards", component)
    width, height = board.front.size
    found = middles(board, **paint)
    turned = {(round(width - x, 1), round(height - y, 1)) for x, y in found}
    assert all(any(abs(x - u) + abs(y - v) < 0.3 for u, v in turned) for x, y in found)


def test_two_men_of_the_same_colour_face_each_other_around_a_ring_of_six():
    (board,) = drawn("boards", "flowers")
    for color in ("#5d80ea", "#e8445c"):
        one, other = shapes(board, fill=color)
        assert one.center.x == pytest.approx(other.center.x)
        assert abs(one.center.y - other.center.y) == pytest.approx(20 * (1 + 3**0.5), abs=0.1)


def test_sectors_of_two_rings_are_dark_and_light_in_turn_around_a_middle():
    (arena,) = drawn("wheels", "arena")
    assert len(shapes(arena, fill="#1b1b1b")) == len(shapes(arena, fill="#c8c8c8")) == 12
    (yard,) = drawn("wheels", "yard")
    assert texts(yard)[:30] == [str(number) for number in range(1, 31)]


def test_a_rhombus_has_the_names_of_its_columns_and_a_field_is_of_triangles():
    (rhombus,) = drawn("lines", "rhombus")
    names = Counter(texts(rhombus))
    assert all(names[letter] == 2 for letter in "abcdefghijk")
    field = figures(game("lines").components["field"], game("lines"))
    assert field.figures["cells"] == 6 * 6 * 6


def test_stones_of_an_example_lie_where_lines_cross():
    peer = game("lines")
    rules = peer.rule_sets["game"]
    figure = draw_example(peer, rules.examples["second"], rules)
    board = {place.name: place for place in peer.components["crossings"].places}
    assert board["d5"].center.x - board["c5"].center.x == pytest.approx(15)
    stones = [one for one in leaves_in(figure.items) if isinstance(one, Shape)]
    for color in ("#f5f0e6", "#222222"):
        assert sum(one.style.fill == color for one in stones) >= 2


def test_a_cube_is_three_polygons_that_meet_in_its_middle():
    cube, other = drawn("solids", "cubes")
    for fill in ("#ffdc17", "#957f0a", "#ccb412"):
        assert len(shapes(cube, fill=fill)) == 9
        assert not shapes(other, fill=fill)
    top, left = shapes(cube, fill="#ffdc17")[0], shapes(cube, fill="#957f0a")[0]
    assert Point(left.right, top.bottom) == pytest.approx(Point(12.5, 13.5))


def test_the_squares_of_a_card_follow_from_one_number_of_its_row():
    pond, bridge = drawn("solids", "forest")
    assert len(middles(pond, fill="#6f8f5a")) == len(middles(bridge, fill="#6f8f5a")) == 5
    assert middles(pond, fill="#6f8f5a") != middles(bridge, fill="#6f8f5a")


def test_a_note_has_ten_stripes_and_its_value_in_each_corner():
    for note, value in zip(drawn("money", "notes"), ("1", "50", "2"), strict=True):
        assert len(shapes(note, stroke_width=0.25)) == 10
        assert texts(note).count(value) == 4


def test_a_condition_and_arithmetic_choose_and_number_the_cards():
    assert [texts(card) for card in drawn("matrix", "high")] == 2 * [["20"], ["21"], ["22"], ["23"]]
    pips = Counter(len(shapes(card, fill="#1b1b1b")) for card in drawn("matrix", "pairs"))
    assert max(pips) <= 12


def test_a_panel_is_as_wide_as_its_text_and_letters_have_a_gradient():
    short, long = drawn("words", "cards")
    (narrow,), (wide,) = (shapes(card, stroke="#800080") for card in (short, long))
    assert wide.width > 1.7 * narrow.width
    assert wide.height == pytest.approx(narrow.height)
    gradients = [one for one in leaves_in(short.front.items) if isinstance(one, Shape)]
    assert sum(isinstance(one.style.fill, Gradient) for one in gradients) >= 2
    assert "placeholder" in texts(short)
    assert "king" in texts(long)
