"""The tables board: points, numbers to be read from both seats, and the way round."""

import pytest
from helpers.components import draw
from helpers.reading import sheets
from helpers.scenes import placed

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc
from pnp.components.registry import draw_component
from pnp.components.tables import Tables
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
        and item.style.fill != colors.ground  # the ring around each
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


MEN = 17.0


def backgammon(**keys):
    table = {"point": MEN, "length": 80.0, "middle": 20.0, "bar": 18.0, "movement": "contrary"}
    return Tables(kind="tables", name="Board", **{**table, **keys})


def drawn(board, **how):
    (piece,) = draw(board, **how)
    return piece


def test_in_backgammon_both_players_are_home_on_the_right_and_number_from_there():
    board = backgammon()
    piece, width = drawn(board), board.size.width
    near, far = numbers(piece, upside_down=False), numbers(piece, upside_down=True)
    assert sorted(near) == sorted(far) == list(range(1, 25))
    for number, at in near.items():
        assert at.x == pytest.approx(board.by_name[str(number)].center.x, abs=0.5)
        assert far[25 - number].x == pytest.approx(at.x, abs=0.5)
        assert (at.y < board.size.height / 2) is (number > 12)
        assert (far[number].y < board.size.height / 2) is (number <= 12)
    assert min(near, key=lambda n: -near[n].x - near[n].y) == 1
    assert all(near[number].x > width / 2 for number in (*range(1, 7), *range(19, 25)))


def test_a_backgammon_board_has_no_words_arrows_or_starts_unless_they_are_written():
    words = [text for text, *_ in texts(drawn(backgammon(titled=False)))]
    assert all(word.isdecimal() for word in words)
    assert not list(arrows_on(drawn(backgammon())))
    wordy = [text for text, *_ in texts(drawn(backgammon(home="home", arrows=True)))]
    assert wordy.count("home") == 2
    bare = drawn(backgammon(titled=False, coordinates=False))
    assert not list(texts(bare))


def arrows_on(piece):
    """The first and last points of open lines, which lead from side to side."""
    for item, into in placed(piece.front.items):
        if isinstance(item, Shape) and not item.paths[0].closed:
            path = item.paths[0]
            yield into.apply(path.start), into.apply(path.segments[-1].to)


@pytest.mark.parametrize("movement", ["parallel", "contrary"])
def test_arrows_lead_each_player_from_the_other_side_to_their_own(movement):
    board = backgammon(movement=movement, arrows=True)
    middle = board.field.center
    (start, end), (other_start, other_end) = arrows_on(drawn(board))
    assert start.y < middle.y < end.y
    assert other_start.y > middle.y > other_end.y
    assert start.x < middle.x
    assert (other_start.x < middle.x) is (movement == "contrary")
    assert abs(other_start.y - middle.y) < abs(start.y - middle.y) or movement == "parallel"


def test_words_and_arrows_of_a_board_of_parallel_movement_may_be_left_out():
    board = backgammon(movement="parallel", enter="", home="", arrows=False, titled=False)
    assert all(word.isdecimal() for word, *_ in texts(drawn(board)))
    assert not list(arrows_on(drawn(board)))
    kept = [word for word, *_ in texts(drawn(backgammon(movement="parallel", enter="gate")))]
    assert kept.count("gate") == kept.count("home") == 2


def test_the_bar_and_the_trays_are_places_with_the_near_players_below():
    board = backgammon(off=20.0)
    assert [place.name for place in board.places[24:]] == ["bar1", "bar2", "off1", "off2"]
    bar1, bar2, off1, off2 = board.places[24:]
    assert bar1.center.x == bar2.center.x == board.field.center.x
    assert off1.center.x == off2.center.x > board.by_name["1"].center.x + MEN / 2
    assert off2.center.y < bar2.center.y < bar1.center.y < off1.center.y
    assert board.size.width == backgammon().size.width + 20
    for place in board.places:
        assert Rect(0, 0, *board.size).inset(board.rim - 1e-9).contains(Rect.around(place.corners))
    assert len(backgammon(movement="parallel").places) == 24
    assert len(backgammon(bar=0.0).places) == 24


def test_men_line_up_from_the_middle_of_the_bar_and_fifteen_in_a_tray_stay_on_their_half():
    board, men = backgammon(off=20.0), Size(16.0, 16.0)
    middle = board.field.center.y
    for name, down in (("bar1", 1), ("bar2", -1)):
        ys = [down * (board.spot(board.by_name[name], men, n, 3).y - middle) for n in range(3)]
        assert ys == sorted(ys)
        assert ys[0] >= 8
    for name in ("off1", "off2", "6", "13"):
        place = board.by_name[name]
        spots = [board.spot(place, men, n, 15) for n in range(15)]
        assert len({round(spot.y, 3) for spot in spots}) == 15
        assert all((spot.y < middle) is (place.center.y < middle) for spot in spots)
        outline = Rect.around(board.outline(place))
        assert outline.inset(-9).contains(Rect.around(spots))


def test_bar_and_trays_have_the_tint_and_the_points_two_colours_in_turn():
    board = backgammon(off=20.0, tint="#e3d2b0", dark="#7a3b2e", light="#d9c39a")
    shapes = [(i, into) for i, into in placed(drawn(board).front.items) if isinstance(i, Shape)]
    (tinted,) = [item for item, _ in shapes if item.style.fill == "#e3d2b0"][-1:]
    assert len(tinted.paths) == 3
    tips = [
        (into.apply_to(item_bounds(item)).center, item.style.fill)
        for item, into in shapes
        if item.style.fill in (board.dark, board.light)
    ]
    assert len(tips) == 24
    right = [color for at, color in sorted(tips, key=lambda tip: -tip[0].x)[:2]]
    assert set(right) == {board.dark, board.light}


def test_men_of_backgammon_leave_and_enter_on_the_right():
    board = backgammon()
    for name in ("1", "24", "bar1"):
        for comes in (True, False):
            assert board.way_off(board.by_name[name], comes=comes).x == board.size.width


def test_a_figure_names_points_alone_by_the_near_players_numbers():
    board = backgammon(off=20.0)
    labels = board.edge_labels(board.places, Rect(0, 0, *board.size))
    assert [label.text for label in labels] == [str(number) for number in range(1, 25)]


def test_no_word_stands_where_one_player_enters_and_the_other_is_home():
    with pytest.raises(ValueError, match="enter: where one player enters is the other's home"):
        backgammon(enter="gate")
    assert backgammon(enter="").enter == ""


@pytest.mark.parametrize("movement", ["parallel", "contrary"])
def test_a_clockwise_board_is_the_mirror_image_of_the_other(movement):
    keys = {"movement": movement, "off": 20.0, "home": "home", "arrows": True, "titled": False}
    board, mirror = backgammon(**keys), backgammon(direction="clockwise", **keys)
    width = board.size.width
    for place in board.places:
        other = mirror.by_name[place.name].center
        assert (width - other.x, other.y) == pytest.approx(tuple(place.center))
        for comes in (True, False):
            off = width - mirror.way_off(mirror.by_name[place.name], comes=comes).x
            assert off == board.way_off(place, comes=comes).x
    drawings = [
        {
            (text, upside_down, round(width - at.x if flip else at.x), round(at.y))
            for text, at, upside_down in texts(drawn(one))
            if text.isdecimal()
        }
        for one, flip in ((board, False), (mirror, True))
    ]
    assert drawings[0] == drawings[1]
    arrows = [[(start, end) for start, end in arrows_on(drawn(one))] for one in (board, mirror)]
    for (start, end), (first, last) in zip(*arrows, strict=True):
        assert (width - first.x, first.y) == pytest.approx(tuple(start))
        assert (width - last.x, last.y) == pytest.approx(tuple(end))
    words = [
        sorted(
            (turned, at.x < board.size.width / 2)
            for text, at, turned in texts(drawn(one))
            if text == "home"
        )
        for one in (board, mirror)
    ]
    assert words[0] == [(turned, not is_left) for turned, is_left in words[1]]
