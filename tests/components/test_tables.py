"""The tables board: points, numbers to be read from both seats, and the way round."""

import pytest
from helpers.reading import sheets
from helpers.scenes import placed

from pnp.base.geometry import Point, Rect
from pnp.base.path import Arc
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.scene import Shape, Text, item_bounds


@pytest.fixture(scope="module")
def tawula():
    return load_game(find_game("tawula")).game


@pytest.fixture(scope="module")
def board(tawula):
    (piece,) = draw_component(tawula, "board")
    return piece


def texts(board):
    """Each text with its middle on the board and whether it stands on its head."""
    for item, transform in placed(board.front.items):
        if isinstance(item, Text):
            yield item.string, transform.apply(item_bounds(item).center), transform.a < 0


def upright(board):
    """Numbers and words with how they are placed, but for the titles along the bar."""
    for item, transform in placed(board.front.items):
        if isinstance(item, Text) and abs(transform.a) > 0.5:
            yield item, transform


def numerals(board):
    return [item for item, _ in upright(board) if item.string.isdecimal()]


def numbers(board, upside_down):
    return {
        int(text): middle
        for text, middle, turned in texts(board)
        if text.isdecimal() and turned is upside_down
    }


@pytest.mark.parametrize("upside_down", [False, True], ids=["near", "far"])
def test_each_player_reads_the_numbers_1_to_24(board, upside_down):
    assert sorted(numbers(board, upside_down)) == list(range(1, 25))


def test_the_near_player_goes_left_along_the_far_side_and_right_along_the_near_one(board):
    near = numbers(board, upside_down=False)
    width, height = board.front.size
    far_side = [near[n] for n in range(1, 13)]
    own_side = [near[n] for n in range(13, 25)]
    assert [p.x for p in far_side] == sorted((p.x for p in far_side), reverse=True)
    assert [p.x for p in own_side] == sorted(p.x for p in own_side)
    assert all(p.y < height / 2 for p in far_side)
    assert all(p.y > height / 2 for p in own_side)
    assert near[1].x > width * 0.85


def test_the_board_is_the_same_from_both_seats(board):
    size = board.front.size
    near, far = numbers(board, upside_down=False), numbers(board, upside_down=True)
    for number, middle in near.items():
        # Figures are not as high above their baseline as they are deep below it.
        assert far[number].x == pytest.approx(size.width - middle.x, abs=0.5)
        assert far[number].y == pytest.approx(size.height - middle.y, abs=2.5)


def test_there_are_24_points_and_each_player_starts_at_the_rightmost_far_one(board, tawula):
    colors = tawula.components["board"]
    points = [
        item_bounds(item)
        for item, _ in placed(board.front.items)
        if isinstance(item, Shape)
        and item.style.fill in (colors.dark, colors.light)
        and len(item.paths[0].segments) == 2
    ]
    assert len(points) == 24
    starts = [
        transform.apply(item_bounds(item).center)
        for item, transform in placed(board.front.items)
        if isinstance(item, Shape)
        and isinstance(item.paths[0].segments[0], Arc)
        and not item.style.stroke
        and item_bounds(item).width > 3  # larger than what a border is made of
    ]
    width, height = board.front.size
    rim, point = tawula.components["board"].rim, tawula.components["board"].point
    expected = Point(width - rim - point / 2, rim + point / 2)
    assert [tuple(start) for start in starts] == [
        pytest.approx(expected),
        pytest.approx((width - expected.x, height - expected.y)),
    ]


def test_each_player_enters_at_the_far_right_and_is_home_at_the_near_right(board):
    width, height = board.front.size
    near = {text: middle for text, middle, turned in texts(board) if not turned}
    for word, above in (("entrance", True), ("home", False)):
        assert near[word].x > width / 2
        assert (near[word].y < height / 2) is above


def test_what_each_player_reads_is_in_a_colour_of_its_own(board, tawula):
    colors = tawula.components["board"]
    found = {(transform.a < 0, item.fill) for item, transform in upright(board)}
    assert found == {(False, colors.ink), (True, colors.faint)}


def test_words_stand_apart_from_the_arrows_that_lead_across(board):
    words = [
        transform.apply_to(item_bounds(item))
        for item, transform in upright(board)
        if not item.string.isdecimal()
    ]
    arrows = [
        transform.apply_to(item_bounds(item))
        for item, transform in placed(board.front.items)
        if isinstance(item, Shape) and not item.paths[0].closed
    ]
    assert (len(words), len(arrows)) == (4, 2)
    assert not [word for word in words for arrow in arrows if word.overlaps(arrow)]


def test_a_figure_has_the_near_players_numbers_outside_and_no_arrows_but_moves(tawula):
    (face,) = draw_component(tawula, "board", lettered=False, letter=8.0)
    assert not numbers(face, upside_down=False)
    assert not numbers(face, upside_down=True)
    shapes = [item for item, _ in placed(face.front.items) if isinstance(item, Shape)]
    assert all(path.closed for shape in shapes for path in shape.paths)
    board = tawula.boards["board"]
    labels = tuple(board.edge_labels(board.places, Rect(0, 0, *board.size)))
    assert [label.text for label in labels] == [str(number) for number in range(1, 25)]
    assert {label.out.y for label in labels[:12]} == {-1}
    assert {label.out.y for label in labels[12:]} == {1}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_fits_on_one_lying_page(build, paper):
    built = build("tawula", only=("board",), formats=("pdf",), paper=paper)
    (page,) = sheets(built.folder / built.files[0].path, 4)
    assert page.width > page.height
    assert built.files[0].pages == 1


def test_two_dice_come_on_one_sheet(build):
    built = build("tawula", only=("dice",), formats=("pdf",))
    assert (built.files[0].pieces, built.files[0].pages) == (2, 1)
    (page,) = sheets(built.folder / built.files[0].path, 14)
    assert page.pips() == 2 * 21


@pytest.mark.parametrize(
    ("point", "comes", "right"),
    [("7", True, True), ("19", True, False), ("24", False, True), ("12", False, False)],
)
def test_pieces_come_onto_the_board_and_leave_it_on_their_players_right(
    tawula, point, comes, right
):
    board = tawula.boards["board"]
    place = board.by_name[point]
    off = board.way_off(place, comes=comes)
    assert off.x == (board.size.width if right else 0.0)
    assert (off.y < board.field.center.y) is (place.center.y < board.field.center.y)
