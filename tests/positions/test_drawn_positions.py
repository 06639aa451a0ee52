"""Start positions as pictures."""

from itertools import combinations
from math import cos, dist, radians, sin

import pytest
from helpers.games import built_in
from helpers.models import replace

from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import circle
from pnp.components.registry import draw_component, draw_tokens
from pnp.definitions import built_in_games, games_to_copy, load_game
from pnp.game.evidence import Stated
from pnp.game.places import spelled_out
from pnp.game.rules import LaidPiece, Lay, Setup
from pnp.positions.arrows import COLORS
from pnp.positions.cover import draw_game_cover
from pnp.positions.draw import HEIGHT, SEEN, TIMES, draw_setup
from pnp.positions.figure import USUAL, legible
from pnp.positions.position import PieceDrawings, draw_placed
from pnp.scene import Extra, Group, Shape, Style, Text, items_bounds, placed_leaves, shapes_in

GAMES = {name: built_in(name).game for name in built_in_games()}
RULE_SETS = [(name, key) for name, game in GAMES.items() for key in game.rule_sets]


def drawn(game, rule_set, scale=USUAL):
    return draw_setup(GAMES[game], GAMES[game].rule_sets[rule_set].setup, scale=scale)


def on_board(game, rule_set):
    """Return the items of each piece drawn on the board, with where their middle is."""
    (whole,) = drawn(game, rule_set, scale=10.0).items
    setup = GAMES[game].rule_sets[rule_set].setup
    board = GAMES[game].components[setup.board]
    _, *pieces = whole.items
    return [
        (item.items, items_bounds([item]).center)
        for item in pieces
        if isinstance(item, Group) and items_bounds([item]).bottom <= board.shown_whole.bottom
    ]


@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_nothing_of_a_position_is_drawn_outside_the_picture(game, rule_set):
    scene = drawn(game, rule_set)
    bounds = items_bounds(item for item in scene.items if isinstance(item, Group))
    if bounds is not None:
        assert Rect(0, 0, *scene.size).inset(-0.2).contains(bounds)


@pytest.mark.parametrize("rule_set", ["square", "hex-2", "hex-3"])
def test_each_pawn_lies_in_the_middle_of_its_place(rule_set):
    game = GAMES["punt-match"]
    setup = game.rule_sets[rule_set].setup
    tokens = draw_tokens(game, "pawns")
    centers = {place.name: place.center for place in game.components[setup.board].places}
    wanted = [(lay.pieces[0], centers[name]) for lay in setup.lay for name in spelled_out(lay.at)]
    found = on_board("punt-match", rule_set)
    assert len(found) == len(wanted)
    for (items, center), (name, at) in zip(found, wanted, strict=True):
        assert items == tokens[name].items
        assert center == pytest.approx(at)


def test_a_full_board_shows_every_piece_of_the_box_once():
    tokens = draw_tokens(GAMES["compositie"], "pieces")
    found = [items for items, _ in on_board("compositie", "pick-two-one")]
    assert [found.count(tokens[name].items) for name in tokens] == [9, 9, 9, 9]


@pytest.mark.parametrize("rule_set", ["loop", "lottery", "checkers", "turnooi", "turnooi-9x6"])
def test_every_position_with_tiles_shows_all_36_and_each_once(rule_set):
    game = GAMES["turno"]
    tiles = sorted(str(token.items) for token in draw_tokens(game, "tiles").values())
    setup = game.rule_sets[rule_set].setup
    found = [str(items) for items, _ in on_board("turno", rule_set)]
    assert sorted(items for items in found if items in set(tiles)) == tiles
    assert setup.board.endswith("mat")


def test_tiles_are_dealt_in_the_same_order_on_every_day_and_not_in_rows():
    tokens = list(draw_tokens(GAMES["turno"], "tiles").values())
    found = [items for items, _ in on_board("turno", "checkers")]
    order = [next(n for n, token in enumerate(tokens) if token.items == items) for items in found]
    assert order != sorted(order)
    assert found == [items for items, _ in on_board("turno", "checkers")]


def test_two_pieces_on_a_point_lie_one_behind_the_other_towards_its_tip():
    found = [center for _, center in on_board("tawula", "anatolia-1845")]
    (far, far_next, near, near_next) = found
    assert far.x == pytest.approx(far_next.x)
    assert far_next.y - far.y == pytest.approx(near.y - near_next.y) == pytest.approx(16)


@pytest.mark.parametrize(
    ("game", "rule_set", "words"),
    [
        ("tawula", "anatolia-1845", [f"13 {TIMES}", f"13 {TIMES}", f"2 {TIMES}"]),
        ("turnio", "x-variant", [f"38 {TIMES}", f"2 {TIMES}"]),
        ("turno", "checkers", []),
        ("turno", "domino", [f"36 {TIMES}"]),
        ("punt-match", "square", []),
    ],
)
def test_what_waits_beside_the_board_is_counted_where_it_is_not_drawn_one_by_one(
    game, rule_set, words
):
    (whole,) = drawn(game, rule_set).items
    heaps = [item for item in whole.items[1:] if isinstance(item, Group)]
    texts = [text.string for heap in heaps for text in heap.items if isinstance(text, Text)]
    assert texts == words


@pytest.mark.parametrize(("scale", "high"), [(0.14, SEEN), (USUAL, 18 * USUAL), (0.7, HEIGHT)])
def test_what_waits_beside_the_board_is_as_large_as_on_it_if_it_can_be_seen(scale, high):
    (die,) = draw_tokens(GAMES["turno"], "die").values()
    (whole,) = drawn("turno", "loop", scale).items
    (heap,) = [item for item in whole.items if str(die.items) in str(item)]
    assert scale * items_bounds([heap]).height == pytest.approx(high, abs=0.2)


def test_six_different_pawns_are_drawn_as_six():
    tokens = draw_tokens(GAMES["turno"], "pawns").values()
    (whole,) = drawn("turno", "checkers").items
    found = [items for items in map(str, whole.items) if TIMES not in items]
    shown = [token for token in tokens if any(str(token.items) in items for items in found)]
    assert len(shown) == 6


def test_a_cap_is_seen_from_above_as_a_counter_of_its_colour():
    caps, pawns = (draw_tokens(GAMES["punt-match"], key) for key in ("caps", "pawns"))
    assert caps == pawns


KINDS_BESIDE = """
name = "Beside"
summary = "Things beside a board."
[components.mat]
kind = "grid"
name = "Mat"
rows = 3
columns = 3
cell = "30mm"
[components.points]
kind = "track"
name = "Points"
last = 9
space = "12mm"
[components.world]
kind = "hexmap"
name = "World"
columns = 3
rows = 2
cell = "20mm"
[components.aid]
kind = "strips"
name = "Aid"
width = "40mm"
values = "1-3"
[components.tiles]
kind = "tiles"
name = "Tiles"
size = "20x30mm"
fronts = "1-2"
backs = "1-2"
[components.box]
kind = "tuckbox"
name = "Box"
of = ["tiles"]
[components.rank]
kind = "tracker"
name = "Rank"
of = "tiles"
row = "8mm"
title = "Rank"
"""


@pytest.fixture
def beside(tmp_path):
    folder = tmp_path / "beside"
    folder.mkdir()
    (folder / "game.toml").write_text(KINDS_BESIDE)
    return load_game(folder / "game.toml").game


@pytest.mark.parametrize("component", ["points", "world", "aid", "box", "rank"])
def test_a_board_a_strip_and_a_box_are_drawn_beside_the_board_by_their_names(beside, component):
    (piece,) = draw_component(beside, component)
    assert beside.components[component].pieces == {piece.name: 1}
    lay = (Lay(component=component, count=1),)
    known = Stated(status="stated", says="It lies beside.", sources=("notes",))
    scene = draw_setup(beside, Setup(board="mat", lay=lay, known=known))
    (whole,) = scene.items
    board, *_, group = whole.items
    assert scene.size.height > beside.components["mat"].size.height
    assert items_bounds([group]).y >= items_bounds([board]).bottom


@pytest.mark.parametrize(("turned", "degrees"), [(1, 60), (2, 120), (5, 300)])
def test_a_hexagon_is_turned_by_sixths(shallows, turned, degrees):
    tile = LaidPiece("tiles", "0302", ("38",), turned)
    (laid,) = draw_placed(PieceDrawings(shallows), "lagoon", (tile,))
    transform = laid.item.transform
    assert (transform.a, transform.b) == pytest.approx(
        (cos(radians(degrees)), sin(radians(degrees)))
    )


@pytest.fixture(scope="module")
def shallows():
    return load_game(games_to_copy()["shallows"] / "game.toml").game


@pytest.mark.parametrize("scale", [0.11, 0.2, 0.5])
@pytest.mark.parametrize("rule_set", ["lottery", "checkers"])
def test_a_pawn_on_a_tile_leaves_its_dots_in_sight(rule_set, scale):
    game = GAMES["turno"]
    setup = game.rule_sets[rule_set].setup
    board = game.boards[setup.board]
    for place in board.places[:-1]:
        tile = LaidPiece("tiles", place.name, ("6-6",))
        pawn = LaidPiece("pawns", place.name, ("red",))
        drawn = tuple(
            draw_placed(PieceDrawings(game), setup.board, (tile, pawn), {place.name}, scale)
        )
        dots = [shape for shape in shapes_in(drawn[0].item.items) if shape.style.fill == "#1b1b1b"]
        assert len(dots) == 6
        body = items_bounds([drawn[1].item]).inset(0.3)
        for dot in dots:
            middle = drawn[0].transform.apply(items_bounds([dot]).center)
            assert not (body.x < middle.x < body.right and body.y < middle.y < body.bottom)


def test_six_pawns_on_the_hexagon_stand_apart():
    tile = LaidPiece("hexagon", "middle", ("hexagon",))
    pawns = LaidPiece("pawns", "middle", tuple(draw_tokens(GAMES["turno"], "pawns")))
    _, *drawn = draw_placed(
        PieceDrawings(GAMES["turno"]), "loop-mat", (tile, pawns), {"middle"}, USUAL
    )
    centers = [items_bounds([one.item]).center for one in drawn]
    assert len(centers) == 6
    assert all(dist(a, b) > 8 for a, b in combinations(centers, 2))


def test_a_start_position_shows_the_ways_of_an_example():
    rule_set = GAMES["tawula"].rule_sets["anatolia-1845"]
    plain = replace(rule_set, setup=replace(rule_set.setup, ways=None))
    shown, bare = (
        {item.style.stroke for item in shapes_in(scene.items)}
        for scene in (draw_setup(GAMES["tawula"], one.setup, one) for one in (rule_set, plain))
    )
    assert shown - bare == set(COLORS[:2])
    with pytest.raises(ValueError, match="there is no example 'detour'"):
        replace(rule_set, setup=replace(rule_set.setup, ways="detour"))


def test_a_line_for_small_letters_has_no_outline_behind_it():
    outline = Group(
        (Shape((circle(Point(5, 5), 4),), Style(fill="#9cc3d6")),), extra=Extra.BEHIND_TEXT
    )
    letters = Text(Point(0, 5), "The river Alder", "sans", 2)
    frame = Group((outline, letters), Transform.turn(270, Point(5, 5)))
    (large,), (small,) = legible((frame,), 1.5), legible((frame,), 3)
    assert large.items == (outline, letters)
    (drawn,) = small.items
    assert drawn.style.stroke


def test_the_cover_of_a_mat_around_a_hexagon_shows_many_of_its_tiles():
    cover = draw_game_cover(GAMES["turno"], Size(190, 110), "loop", on_paper=True)
    seen = Rect(8, 8, 174, 60)
    shown = [
        place.apply(leaf.paths[0].start)
        for leaf, place in placed_leaves(cover.items)
        if isinstance(leaf, Shape) and leaf.style.fill == "#1b1b1b"  # pips
    ]
    assert sum(seen.contains(Rect(*at, 0, 0)) for at in shown) > 35
