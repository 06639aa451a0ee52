"""What a game's livery adds to pieces: turned pips, lozenges, stars and what else they have."""

from collections.abc import Iterator
from itertools import pairwise
from math import dist

import pytest
from helpers.color_vision import contrast
from shapely import LineString, Polygon

from pnp.base.color import VISIBLE
from pnp.base.fonts import cap_height
from pnp.base.geometry import Point, Rect, Transform
from pnp.base.path import circle_of, path_bounds
from pnp.components.art.boards import stripe_colors
from pnp.components.art.livery import draw_title
from pnp.components.cones.draw import net_of
from pnp.components.loop.draw import draw_strips
from pnp.components.piece import SAFE, DrawContext
from pnp.components.registry import draw_component
from pnp.definitions import built_in_games, built_in_themes, load_game, load_named, load_theme
from pnp.scene import (
    Extra,
    Group,
    Item,
    Role,
    Scene,
    Shape,
    Text,
    items_bounds,
    leaves_in,
    shapes_in,
)
from pnp.scene.ink import Ink, InkSaver

GROUND, TINT, INK, LINE, CLOTH = "#f3e7cf", "#ead6ab", "#1b1b1b", "#a8421f", "#2e4a62"
LIVERY = f"""
[livery.colors]
ground = "{GROUND}"
tint = "{TINT}"
ink = "{INK}"
line = "{LINE}"
cloth = "{CLOTH}"
accent = "#e0ab45"
"""
DECK = """
[components.deck]
kind = "deck"
name = "Deck"
series = [{ id = "red", ink = "#c2361f", frame = "notched" }]
"""
PAIRS = f'{DECK}fronts = "0-12"\nbacks = "0-12"\n'
TILES = """
[components.tiles]
kind = "tiles"
name = "Tiles"
size = "30x45mm"
fronts = "1-6"
backs = "1-6"
"""
HEXAGON = """
[components.hexagon]
kind = "hexagon"
name = "Hexagon"
edge = "30mm"
front = 1
back = 6
"""
LOOP = """
[components.loop]
kind = "loop"
name = "Mat"
tile = "30x45mm"
hexagon = "30mm"
spoke = 3
side = 6
ground = "#ffffff"
"""
STAR = """
[components.star]
kind = "star"
name = "Mat"
tile = "30x45mm"
hexagon = "30mm"
arm = 3
ground = "#ffffff"
"""
CHIPS = """
[components.chips]
kind = "chips"
name = "Chips"
edge = "30mm"
groups = [{ circles = 2, squares = 2, copies = 1 }]
crossed = 1
"""
GRID = """
[components.board]
kind = "grid"
name = "Board"
rows = 2
columns = 2
cell = "30mm"
crossing = "quarters"
lozenges = true
"""
COUNTERS = """
[components.counters]
kind = "counters"
name = "Counters"
diameter = "16mm"
series = [
  { id = "white", color = "#f7f4ec", mark = "ring", copies = 15 },
  { id = "pale", color = "#f7f4ec", text = "7", copies = 15 },
]
"""
TABLES = """
[components.board]
kind = "tables"
name = "Board"
point = "18mm"
length = "74mm"
middle = "20mm"
"""
_ZONES = """
zones = [
  { sign = "start", at = ["a1-a2"], mark = "ring" },
  { sign = "start", at = ["c1-c2"], mark = "star" },
  { sign = "goal", at = ["a1-a3"], mark = "star" },
]
"""
STARTS = f"""
[components.board]
kind = "grid"
name = "Board"
rows = 3
columns = 3
cell = "26mm"
rim = "6mm"
{_ZONES}"""
HEXES = f"""
[components.board]
kind = "hexhex"
name = "Board"
side = 3
cell = "20mm"
rim = "7mm"
{_ZONES}"""
PAWNS = """
[components.pawns]
kind = "standees"
name = "Pawns"
width = "16mm"
height = "34mm"
base = "15mm"
tab = "6mm"
pawns = [{ id = "yellow", color = "#f1c232", mark = "triangle", copies = 1 }]
"""
TRACKER = """
[components.tracker]
kind = "tracker"
name = "Tracker"
title = "Highest"
of = "tiles"
row = "18mm"
"""
CAPS = """
[components.caps]
kind = "cones"
name = "Caps"
diameter = "16mm"
slant = "20mm"
tab = "4mm"
series = [
  { id = "black", color = "#23201e", mark = "star", copies = 1 },
  { id = "red", color = "#c2361f", text = "Elm", copies = 1 },
]
"""


@pytest.fixture
def pieces(tmp_path):
    """Return a function that draws the first component of a game with a livery, or without."""

    def drawn(component, livery=LIVERY, *, plain=False):
        file = tmp_path / "inn" / "game.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f'name = "Inn"\nsummary = "A game."\n{livery}{component}')
        game = load_game(file).game
        return draw_component(game, next(iter(game.components)), plain=plain)

    return drawn


def ornaments(items: tuple[Item, ...]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group) and item.extra is Extra.ORNAMENT:
            yield item
        elif isinstance(item, Group):
            yield from ornaments(item.items)


def texts(face: Scene) -> list[Text]:
    return [leaf for leaf in leaves_in(face.items) if isinstance(leaf, Text)]


def test_the_frame_of_a_card_in_a_livery_is_as_far_inside_as_print_shops_require(pieces):
    for livery, inset in ((LIVERY, SAFE), ("", 2.2)):
        face = pieces(PAIRS, livery)[-1].front
        strokes = [
            s for s in shapes_in(face.items) if s.style.stroke and s.style.stroke_width >= 0.5
        ]
        frame = path_bounds(strokes[0].paths[0]).inset(-strokes[0].style.stroke_width / 2)
        assert frame.x >= inset
        assert (frame.x >= SAFE) == bool(livery)


@pytest.mark.parametrize("number", [0, 9, 12])
def test_the_number_of_a_card_reads_on_a_lozenge_within_the_frame(pieces, number):
    face = pieces(PAIRS)[13 * number].front
    lozenge = next(s for s in shapes_in(face.items) if s.style.fill == TINT)
    (written, opposite) = texts(face)
    assert written.string == opposite.string == str(number)
    assert contrast(written.fill, TINT) >= 4.5
    around = path_bounds(lozenge.paths[0])
    assert around.contains(items_bounds((written,)))
    assert Rect(0, 0, 44, 68).inset(3.5 + 0.9).contains(around)


def test_a_card_of_a_list_with_a_title_has_no_lozenge_beside_it(pieces):
    cards = DECK + 'cards = [{ front = 3, title = "Miller" }, { front = 4 }]\n'
    assert not [
        s for one in pieces(cards) for s in shapes_in(one.front.items) if s.style.fill == TINT
    ]
    untitled = pieces(cards.replace(', title = "Miller"', ""))
    assert all(any(s.style.fill == TINT for s in shapes_in(one.front.items)) for one in untitled)


def test_a_card_on_a_ground_of_its_own_that_no_ink_shares_with_the_tint_has_no_lozenge(pieces):
    (dark, *_) = pieces(PAIRS + 'ground = "#202020"\n')
    assert TINT not in {s.style.fill for s in shapes_in(dark.front.items)}


def test_pips_in_a_livery_have_a_ring_in_each_which_less_ink_leaves_out(pieces):
    tile = pieces(TILES)[-1]
    (turned,) = ornaments(tile.front.items)
    (rings,) = shapes_in(turned.items)
    assert rings.style.stroke == GROUND
    pips = [circle_of(s.paths[0]) for s in shapes_in(tile.front.items) if s.style.fill == INK]
    inner = [circle_of(path) for path in rings.paths]
    assert [at for at, _ in inner] == [at for at, _ in pips]
    assert all(small < 0.9 * large for (_, small), (_, large) in zip(inner, pips, strict=True))
    for ink in (Ink.LOW, Ink.BLACK):
        assert not list(ornaments(tile.inked(InkSaver(ink)).front.items))


def test_a_tile_in_a_livery_has_stepped_corners_in_its_line_colour(pieces):
    (rim,) = (s for s in shapes_in(pieces(TILES)[0].front.items) if s.style.stroke == LINE)
    assert path_bounds(rim.paths[0]) == pytest.approx(Rect(2.2, 2.2, 25.6, 40.6))
    points = [rim.paths[0].start, *(one.to for one in rim.paths[0].segments)]
    assert len({(round(x, 6), round(y, 6)) for x, y in points}) == 4 * 7
    sides = pairwise(points)
    assert all(a.x == pytest.approx(b.x) or a.y == pytest.approx(b.y) for a, b in sides)


def test_a_hexagon_in_a_livery_has_a_star_of_twelve_rays_under_its_pips(pieces):
    (hexagon,) = pieces(HEXAGON)
    for face in (hexagon.front, hexagon.back):
        shapes = list(shapes_in(face.items))
        (star,) = (number for number, s in enumerate(shapes) if s.style.fill == TINT)
        assert len(shapes[star].paths[0].segments) in {23, 24}
        assert all(n > star for n, s in enumerate(shapes) if s.style.fill == INK)


def test_the_places_of_a_mat_in_a_livery_take_turns_and_its_start_is_reversed(pieces):
    (mat,) = pieces(LOOP)
    shapes = list(shapes_in(mat.front.items))
    assert [len(s.paths) for s in shapes if s.style.fill == TINT] == [1, 18, 1]  # and both stars
    assert [len(s.paths) for s in shapes if s.style.fill == GROUND] == [36, 1]  # and the arrow
    (start,) = (s for s in shapes if s.style.fill == CLOTH)
    written = {text.string: text.fill for text in texts(mat.front)}
    assert written["1"] == GROUND
    assert all(contrast(written[number], TINT) >= 4.5 for number in ("2", "3", "36"))
    inner = path_bounds(start.paths[0])
    assert any(s.style.fill == GROUND and inner.contains(path_bounds(s.paths[0])) for s in shapes)


def test_every_sixth_place_of_a_mat_in_a_livery_has_an_arrowhead_but_for_the_finish(pieces):
    shapes = list(shapes_in(pieces(LOOP)[0].front.items))
    triangles = [s for s in shapes if s.style.fill == LINE and len(s.paths) == 5]
    assert len(triangles) == 1
    assert [len(s.paths) for s in shapes if s.style.stroke_width == 0.5].count(30) == 1
    length, width = sorted(path_bounds(triangles[0].paths[2]).size, reverse=True)  # on the top side
    assert length >= 4
    assert width < 0.7 * length


def test_what_shows_the_way_on_a_mat_lies_well_inside_its_place(tmp_path, pieces):
    (mat,) = pieces(LOOP)
    signs = [
        path
        for s in shapes_in(mat.front.items)
        if len(s.paths) in {5, 30} and (s.style.fill == LINE or s.style.stroke_width == 0.5)
        for path in s.paths
    ]
    loop = load_game(tmp_path / "inn" / "game.toml").game.components["loop"]
    cells = [Polygon(place.corners) for place in loop.places[:-1]]
    assert len(signs) == 35
    for path in signs:
        sign = LineString([path.start, *(segment.to for segment in path.segments)])
        (cell,) = (cell for cell in cells if cell.contains(sign))
        assert cell.exterior.distance(sign) >= 1.49


@pytest.mark.parametrize("mat", [LOOP, STAR], ids=["loop", "star"])
def test_numbers_of_a_mat_are_high_and_dark(pieces, mat):
    (mat,) = pieces(mat)
    numbers = [text for text in texts(mat.front) if text.string in {"2", "3"}]
    assert numbers
    for text in numbers:
        assert text.size * cap_height(text.font) >= 3.5
        assert contrast(text.fill, TINT) >= 7


def test_the_mat_of_a_star_in_a_livery_has_faint_rays_that_less_ink_leaves_out(pieces):
    (mat,) = pieces(STAR)
    (rays,) = (
        shape
        for one in ornaments(mat.front.items)
        for shape in shapes_in(one.items)
        if len(shape.paths) == 18
    )
    assert contrast(rays.style.fill, "#ffffff") < 1.3
    whole = Rect(0, 0, *mat.front.size)
    assert all(whole.contains(path_bounds(path)) for path in rays.paths)
    assert not list(ornaments(mat.inked(InkSaver(Ink.LOW)).front.items))


def test_the_dot_of_a_start_on_a_tables_board_in_a_livery_has_a_light_ring(pieces):
    (board,) = pieces(TABLES)
    rings = list(ornaments(board.front.items))
    assert [shape.style.fill for one in rings for shape in shapes_in(one.items)] == [GROUND] * 2
    assert not list(ornaments(board.inked(InkSaver(Ink.LOW)).front.items))


def test_strips_of_a_mat_are_in_the_livery_as_well(tmp_path, pieces):
    pieces(LOOP)
    game = load_game(tmp_path / "inn" / "game.toml").game
    strips = next(iter(draw_strips(game.components["loop"], DrawContext(game))))
    fills = [s.style.fill for strip in strips for s in shapes_in(strip.front.items)]
    assert fills.count(CLOTH) == 1


def test_backs_of_chips_in_a_livery_meet_in_circles_and_squares_around_every_corner(pieces):
    chips = pieces(CHIPS)
    assert len({id(one.back) for one in chips}) == 1
    shapes = [s for s in shapes_in(chips[0].back.items) if s.style.stroke == LINE]
    centers = [[path_bounds(path).center for path in s.paths] for s in shapes]
    assert centers == [[pytest.approx(at) for at in Rect(0, 0, 30, 30).corners]] * 2


def test_the_back_of_a_chip_in_a_livery_tells_nothing_of_its_turn(pieces):
    shapes = list(shapes_in(pieces(CHIPS)[0].back.items))
    blades = [s.paths[0] for s in shapes if s.style.fill == LINE]
    quarter = Transform.turn(90, Point(15, 15))
    tips = [blade.segments[0].to for blade in blades]
    assert [quarter.apply(tip) for tip in tips] == [pytest.approx(t) for t in tips[1:] + tips[:1]]
    assert len({(blade.start, blade.segments[0].clockwise) for blade in blades}) == 1


def test_the_x_of_a_chip_in_a_livery_is_smaller_and_stands_out_from_pale_signs(pieces):
    crossed = [pieces(CHIPS, livery)[-1].front for livery in (LIVERY, "")]
    small, large = (
        path_bounds(max((s for s in shapes_in(face.items)), key=lambda s: len(s.paths)).paths[0])
        for face in crossed
    )
    assert small.width < 0.8 * large.width
    (circle,) = {s.style.fill for s in shapes_in(crossed[0].items)} - {GROUND, INK, None}
    assert contrast(INK, circle) >= 4.5


def test_crossings_of_a_board_in_a_livery_are_larger(pieces):
    def across(livery):
        (board,) = pieces(GRID, livery)
        quarters = [s for s in shapes_in(board.front.items) if s.style.fill == "#0a337c"]
        return sum(path_bounds(s.paths[0]).width for s in quarters)

    assert across("") == pytest.approx(5.7)
    assert across(LIVERY) == pytest.approx(7.8, abs=0.02)


def test_a_counter_in_a_livery_has_a_second_ring_around_its_mark_but_not_across_a_text(pieces):
    marked, written = (one.front for one in pieces(COUNTERS))
    (fine,) = ornaments(marked.items)
    ((ring,),) = (shape.paths for shape in shapes_in(fine.items))
    _, radius = circle_of(ring)
    mark = [path for s in shapes_in(marked.items) for path in s.paths if s.style.stroke_width > 1]
    assert circle_of(mark[0])[1] + 1 < radius < 0.82 * 8 - 0.5
    assert not list(ornaments(written.items))


def test_words_of_a_tables_board_in_a_livery_are_smaller(pieces):
    def sizes(livery):
        (board,) = pieces(TABLES, livery)
        return {text.size for text in texts(board.front) if text.string in {"home", "entrance"}}

    (small,), (usual,) = sizes(LIVERY), sizes("")
    assert 3 < small < usual


def test_caps_in_a_livery_repeat_their_mark_on_the_lowest_three_millimetres(tmp_path, pieces):
    marked, written = (one.front for one in pieces(CAPS))
    game = load_game(tmp_path / "inn" / "game.toml").game
    tip = net_of(game.components["caps"]).tip
    shapes = [path_bounds(one.paths[0]) for one in marked.items if isinstance(one, Shape)]
    small = [bounds for bounds in shapes if bounds.width < 3]
    assert len(small) == 9
    for bounds in small:
        reaches = [dist(tip, corner) for corner in bounds.inset(0.3).corners]
        assert 17 < min(reaches) < max(reaches) < 20
    usual_marked, usual_written = (one.front for one in pieces(CAPS, ""))
    assert len(marked.items) == len(usual_marked.items) + 9
    assert len(written.items) == len(usual_written.items)


def test_lozenges_of_a_board_in_a_livery_have_an_inlay_that_less_ink_leaves_out(pieces):
    (board,) = pieces(GRID)
    cells, inlay = ornaments(board.front.items)
    ((pair,),) = ([shape.paths for shape in shapes_in(cells.items)],)
    assert sorted(path_bounds(path).x for path in pair) == pytest.approx([5, 35])
    assert {shape.style.fill for shape in shapes_in(inlay.items)} == {GROUND, LINE}
    assert not list(ornaments(board.inked(InkSaver(Ink.LOW)).front.items))


@pytest.mark.parametrize("board", [STARTS, HEXES], ids=["grid", "hexhex"])
def test_starts_in_a_livery_have_stripes_of_their_own_and_goals_a_strip(pieces, board):
    (board,) = pieces(board)
    added = [shape for one in ornaments(board.front.items) for shape in shapes_in(one.items)]
    stripes = [shape for shape in added if shape.style.stroke]
    assert len({shape.style.stroke for shape in stripes}) == 2
    (strip,) = (shape for shape in added if shape.style.fill == CLOTH)
    assert all(len(path.segments) == 3 for path in strip.paths)
    saved = board.inked(InkSaver(Ink.LOW)).front
    assert not list(ornaments(saved.items))
    hatches = [shape for shape in shapes_in(board.front.items) if shape.style.stroke_width == 0.2]
    assert {shape.paths for shape in stripes} <= {shape.paths for shape in hatches}


def test_outer_numbers_of_a_tables_board_keep_clear_of_a_deep_border(pieces):
    (board,) = pieces(f'{TABLES}rim = "13mm"\nframe = "3.9mm"\n')
    inside = Rect(0, 0, *board.front.size).inset(3.9)
    numbers = [text for text in texts(board.front) if text.string == "24"]
    assert numbers
    for text in numbers:
        assert text.at.y < inside.bottom - 0.5


def test_bases_of_pawns_in_a_livery_have_their_colour_which_marks_read_on(pieces):
    (pawn,) = pieces(PAWNS)
    (base,) = ornaments(pawn.front.items)
    (tint,) = {shape.style.fill for shape in shapes_in(base.items)}
    foot = Rect(0, 68, 16, 15)
    (mark,) = (
        shape
        for shape in pawn.front.items
        if isinstance(shape, Shape)
        and shape.style.fill
        and foot.inset(1).contains(path_bounds(shape.paths[0]))
    )
    assert contrast(mark.style.fill, tint) >= 4.5


def test_the_heading_of_a_tracker_in_a_livery_reads_with_any_ink(tmp_path, pieces):
    pieces(TILES + TRACKER)
    game = load_game(tmp_path / "inn" / "game.toml").game
    (strip,) = draw_component(game, "tracker")
    (title,) = (text for text in texts(strip.front) if text.string == "Highest")
    assert contrast(title.fill, CLOTH) >= 4.5
    (saved,) = (t for t in texts(strip.inked(InkSaver(Ink.LOW)).front) if t.string == "Highest")
    assert contrast(saved.fill, "#ffffff") >= 4.5


def test_the_cells_of_a_hexagonal_board_in_a_figure_are_outlined_one_by_one(tmp_path, pieces):
    pieces(HEXES)
    game = load_game(tmp_path / "inn" / "game.toml").game
    (board,) = draw_component(game, "board", lettered=False)
    saved = board.inked(InkSaver(Ink.BLACK)).front
    cell = 20 * 2 / 3**0.5 + 0.01
    for shape in shapes_in(saved.items):
        if shape.style.stroke and shape.role is Role.ART:
            assert max(max(path_bounds(path).size) for path in shape.paths) < cell


@pytest.mark.parametrize(
    ("component", "roles"),
    [
        (PAIRS, {"ground": GROUND}),
        (TILES, {"ground": GROUND, "ink": INK}),
        (HEXAGON, {"ground": GROUND, "ink": INK}),
        (LOOP, {"ink": LINE, "tint": TINT}),
        (STAR, {"ink": LINE, "tint": TINT}),
        (CHIPS, {"ground": GROUND, "ink": INK}),
        (GRID, {"ground": GROUND, "ink": LINE, "tint": TINT}),
        (COUNTERS, {}),
        (CAPS, {"ink": LINE}),
        (TABLES, {"ground": GROUND, "ink": LINE, "tint": TINT}),
        (STARTS, {"ground": GROUND, "ink": LINE, "tint": TINT}),
        (HEXES, {"ground": GROUND, "ink": LINE, "tint": TINT}),
        (PAWNS, {"ground": GROUND, "ink": INK}),
    ],
    ids=[
        "deck",
        "tiles",
        "hexagon",
        "loop",
        "star",
        "chips",
        "grid",
        "counters",
        "caps",
        "tables",
        "starts",
        "hexes",
        "pawns",
    ],
)
def test_what_a_laser_burns_is_the_same_as_without_a_livery(pieces, component, roles):
    own = component + "".join(f'{role} = "{color}"\n' for role, color in roles.items())
    assert pieces(own, plain=True) == pieces(own, "", plain=True)
    assert pieces(own) != pieces(own, "")


@pytest.mark.parametrize("theme", sorted(set(built_in_themes()) - {"classic"}))
@pytest.mark.parametrize("name", built_in_games())
def test_titles_and_starts_in_the_colours_of_a_theme_show_on_their_ground(name, theme):
    game = load_named(name, theme=load_theme(theme)).game
    colors = game.livery.colors
    title = draw_title(game, Rect(0, 0, 80, 20), colors.ink)
    fills = {shape.style.fill for shape in shapes_in([title])} - {None}
    shown = {*fills, *stripe_colors(colors, themed=True)}
    for color in shown:
        assert contrast(color, colors.ground) >= VISIBLE
    assert contrast(colors.accent, colors.cloth) >= VISIBLE


def test_dashed_outlines_of_starts_lie_above_stripes(pieces):
    (board,) = pieces(HEXES.replace("mark =", "outlined = true, mark =", 1))
    styles = [shape.style for shape in shapes_in(board.front.items)]
    dashed = next(number for number, style in enumerate(styles) if style.dash)
    assert all(number < dashed for number, style in enumerate(styles) if style.stroke_width == 1.45)
