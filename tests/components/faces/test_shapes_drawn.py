"""Shapes by name and from points, as PDFium paints them and as scenes hold them."""

from math import pi, sin, sqrt, tan

import pytest
from PIL import Image

from pnp.components.registry import draw_component
from pnp.definitions import load_game
from pnp.laser.artwork import draw_artwork
from pnp.scene import Role, items_bounds, shapes_in
from pnp.scene.ink import Ink, InkSaver

RED, BLUE, WHITE = "#ff0000", "#0000ff", "#ffffff"
SQUARE = 'at = "10x20mm", area = "40x40mm"'
WIDE = 'at = "10x20mm", area = "40x20mm"'


def shape(name, more="", box=SQUARE, paint=f'fill = "{RED}"'):
    return f'kind = "shape", shape = "{name}", {box}, {paint}{more}'


def five_star(inner):
    return 5 * 20 * inner * sin(pi / 5)  # ten triangles


AREAS = {  # on 40 x 40 mm
    ("circle", ""): pi * 400,
    ("triangle", ""): 800,
    ("rhombus", ""): 800,
    ("octagon", ""): 1600 * 2 * tan(pi / 8),
    ("polygon", ", sides = 3"): 3 / 2 * 400 * sin(2 * pi / 3),
    ("polygon", ", sides = 5"): 5 / 2 * 400 * sin(2 * pi / 5),
    ("star", ""): five_star(8),
    ("star", ", inner = 70"): five_star(14),
    ("sector", ""): pi * 400 / 4,
    ("sector", ", from = 300, to = 60"): pi * 400 / 3,
    ("sector", ", from = 0, to = 360"): pi * 400,
    ("arc", ""): pi * 400 / 4 - 200,
    ("arc", ", from = 90, to = 360"): pi * 400 * 3 / 4 + 200,
    ("arrow", ""): 8 * 16 + 40 * 32 / 2,
    ("arrow", ", head = 25, shaft = 10"): 30 * 4 + 40 * 10 / 2,
    ("arrow", ", head = 400"): 800,
    ("polygon", ', points = ["0x0mm", "100%, 0mm", "right 10mm, bottom"]'): 40 * 40 / 2,
    ("curve", ', points = ["0x20mm", "40x20mm"], controls = ["0x0mm", "40x0mm"]'): 480,
}


@pytest.mark.parametrize(("name", "more"), AREAS)
def test_a_shape_has_its_area_in_a_square_and_half_of_it_in_half_a_square(own, name, more):
    found = own.deck(shape(name, more)).face().seen(RED)
    assert found.area == pytest.approx(AREAS[name, more], rel=0.02)
    if name in ("circle", "arrow") or "mm" in more:
        return
    half = own.deck(shape(name, more, WIDE)).face().seen(RED)
    assert half.area == pytest.approx(AREAS[name, more] / 2, rel=0.03)


@pytest.mark.parametrize("name", ["triangle", "rhombus", "octagon", "arrow"])
def test_a_shape_by_name_fills_its_frame(own, name):
    found = own.deck(shape(name, box=WIDE)).face().seen(RED)
    assert found[:4] == pytest.approx((10, 20, 50, 40), abs=0.1)


def test_polygons_and_stars_stand_on_the_ellipse_with_a_corner_at_the_top(own):
    for name in ("polygon", "star"):
        found = own.deck(shape(name, ", sides = 5")).face().seen(RED)
        left = 30 - 20 * sin(2 * pi / 5)
        assert found[:2] == pytest.approx((left, 20), abs=0.25)
        assert found.bottom == pytest.approx(40 + 20 * (1 + sqrt(5)) / 4, abs=0.15)


def test_a_sector_goes_clockwise_from_the_top_and_an_arrow_points_right(own):
    face = own.deck(shape("sector")).face()
    assert [face.color_at(*at) for at in ((32, 38), (28, 38), (32, 42))] == [RED, WHITE, WHITE]
    face = own.deck(shape("arrow")).face()
    assert [face.color_at(*at) for at in ((48, 40), (12, 40), (12, 24))] == [RED, RED, WHITE]
    face = own.deck(shape("arrow", ', mirror = "across"')).face()
    assert [face.color_at(*at) for at in ((12, 40), (48, 40), (48, 24))] == [RED, RED, WHITE]


def test_an_arc_is_open_unless_it_is_closed(own):
    line = f'stroke = "{RED}", width = "1mm"'
    found = own.deck(shape("arc", ", from = 270", paint=line)).face().seen(RED)
    assert found.area == pytest.approx(pi * 20, rel=0.05)
    closed = own.deck(shape("arc", ", from = 270, closed = true", paint=line)).face().seen(RED)
    assert closed.area == pytest.approx(pi * 20 + 40, rel=0.05)


def test_a_line_goes_through_points_from_any_edge_of_its_frame(own):
    points = ', points = ["0x0mm", "0mm, bottom 10mm", "right, 75%"]'
    face = own.deck(shape("line", points, paint=f'stroke = "{RED}", width = "2mm"')).face()
    assert [face.color_at(*at) for at in ((10.5, 22), (30, 50), (49, 50))] == [RED] * 3
    assert face.seen(RED).area == pytest.approx(2 * 70, rel=0.02)


def test_a_smooth_curve_goes_through_all_its_points(own):
    points = 'points = ["0x0mm", "10x30mm", "30x5mm", "40x40mm"]'
    for more in ("", ", closed = true"):
        line = f'stroke = "{RED}", width = "1mm"'
        face = own.deck(shape("curve", f", {points}{more}", paint=line)).face()
        for x, y in ((10.3, 20.2), (20, 50), (40, 25), (49.8, 59.8)):
            assert face.color_at(x, y) == RED
    (piece,) = own.pieces()
    (path,) = next(one for one in shapes_in(piece.front.items) if one.style.stroke == RED).paths
    assert path.closed
    assert path.segments[-1].to == path.start


def test_two_points_and_four_controls_make_a_leaf(own):
    leaf = 'points = ["0x20mm", "40x20mm"], controls = ["0x0mm", "40x0mm", "40x40mm", "0x40mm"]'
    face = own.deck(shape("curve", f", {leaf}, closed = true")).face()
    assert face.seen(RED).area == pytest.approx(960, rel=0.02)
    Image.new("RGB", (40, 40), BLUE).save(own.folder / "blue.png")
    face = own.deck(f'kind = "image", file = "blue.png", {SQUARE}, shape = "curve", {leaf}').face()
    assert face.seen(BLUE).area == pytest.approx(960, rel=0.02)


def test_points_may_lie_beyond_their_frame(own):
    points = ', points = ["-5x-5mm", "100% + 5mm, 0mm", "50%, 120%"]'
    found = own.deck(shape("polygon", points)).face().seen(RED)
    assert found[:4] == pytest.approx((5, 15, 55, 68), abs=0.2)


def test_a_picture_is_cropped_to_a_star_and_to_points(own):
    Image.new("RGB", (40, 40), RED).save(own.folder / "red.png")
    frame = f'kind = "image", file = "red.png", {SQUARE}, fit = "fill"'
    found = own.deck(f'{frame}, shape = "star"').face().seen(RED)
    assert found.area == pytest.approx(five_star(8), rel=0.01)
    points = 'points = ["0x0mm", "40x0mm", "0x40mm"]'
    found = own.deck(f'{frame}, shape = "polygon", {points}').face().seen(RED)
    assert found.area == pytest.approx(800, rel=0.01)


def test_points_of_a_picture_are_those_of_its_frame_however_it_fits(own):
    Image.new("RGB", (40, 20), RED).save(own.folder / "red.png")
    points = 'shape = "polygon", points = ["0x10mm", "20x10mm", "0x30mm"]'
    face = own.deck(f'kind = "image", file = "red.png", {SQUARE}, {points}').face()
    assert face.seen(RED).area == pytest.approx(200, rel=0.02)


def test_sharp_corners_end_alike_in_every_format(own):
    (piece,) = own.deck(shape("star", ", inner = 5", paint='stroke = "#f00"')).pieces()
    (star,) = [one for one in shapes_in(piece.front.items) if one.style.stroke == RED]
    assert star.style.pen is not None


@pytest.mark.parametrize(
    ("name", "more", "told"),
    [
        ("polygon", "", "a polygon has either sides, such as sides = 5, or points"),
        ("polygon", ', sides = 5, points = ["0x0mm"]', "either sides, such as sides = 5, or"),
        ("polygon", ', points = ["0x0mm", "5x5mm"]', "points: a polygon needs 3 or more"),
        ("polygon", ", sides = 101", "sides: must be 100 or less, not 101"),
        ("curve", "", "points: a curve needs 2 or more"),
        ("curve", ', points = ["0x0mm", "9x9mm"], closed = true', "points: a curve needs 3 or m"),
        ("line", ', points = ["0x0mm"]', "points: a line needs 2 or more"),
        ("line", ', points = ["0x0mm", "0x0mm"]', "points[2]: is the point before it"),
        ("line", ', points = ["0x0mm", "9x"]', "points[2]: write how far right and down"),
        ("star", ', points = ["0x0mm"]', 'points is for shape = "polygon" or "curve" or "line"; "'),
        ("circle", ", from = 90", 'from is for shape = "sector" or "arc"; "circle" has none'),
        ("rectangle", ", closed = true", 'closed is for shape = "curve" or "arc"; "rectangle" has'),
        ("sector", ", from = 90", "to is where from is, at 90 degrees; write another angle"),
        ("arc", ", from = 360, to = 0", "to is where from is, at 360 degrees"),
        (
            "curve",
            ', points = ["0x0mm", "9x9mm"], controls = ["5x5mm"]',
            "controls: two between each two points make 2, not 1",
        ),
    ],
)
def test_what_makes_no_shape_is_reported_in_one_line(own, name, more, told):
    (fault,) = own.deck(shape(name, more)).faults()
    assert told in fault


def test_points_grow_with_their_frame(own):
    points = ', points = ["0x0mm", "40x0mm", "50%, bottom 20mm"], controls = []'
    own.deck(shape("polygon", points), size="60x80mm")
    game = load_game(own.folder / "game.toml", sizes={"": "120x160mm"}, scale_layouts=True).game
    (piece,) = draw_component(game, "events")
    (found,) = [one for one in shapes_in(piece.front.items) if one.style.fill == RED]
    assert items_bounds((found,)) == pytest.approx((20, 40, 80, 40))


def test_a_shared_layout_changes_the_points_of_a_frame_by_its_name(own):
    frame = shape("polygon", ', name = "area", points = ["0x0mm", "40x0mm", "0x40mm"]')
    changed = '{ name = "area", points = ["0x0mm", "20x0mm", "0x20mm"] }'
    own.deck(
        head=f"[layouts.base]\nfront = {{ frames = [{{ {frame} }}] }}\n[layouts.half]\n"
        f'extends = "base"\nfront = {{ frames = [{changed}] }}\n'
    )
    file = own.folder / "game.toml"
    head, _, game = file.read_text().partition("\nname =")
    game = f"name ={game}".partition("\nfront =")[0]
    file.write_text(f'{game}\nlayout = "half"\n{head}')
    assert own.face().seen(RED).area == pytest.approx(200, rel=0.01)


@pytest.mark.parametrize("name", ["star", "sector", "arrow"])
def test_less_ink_keeps_the_outline(own, name):
    (piece,) = own.deck(shape(name)).pieces()
    for ink in (Ink.LOW, Ink.BLACK):
        face = InkSaver(ink).face(piece.front, straight=True).only(Role.ART)
        around = [one for one in shapes_in(face.items) if one.style.stroke and not one.style.fill]
        assert any(
            items_bounds((one,)).inset(0.125).size == pytest.approx((40, 40), abs=4)
            or name == "sector"
            for one in around
        )


@pytest.mark.parametrize(("name", "more"), [key for key in AREAS if key[0] != "curve"])
def test_a_laser_engraves_the_area_and_scores_the_line(own, name, more):
    from shapely import Polygon

    from pnp.base.path import flattened

    (piece,) = own.deck(shape(name, more)).pieces()
    art = draw_artwork(piece.front)
    assert sum(Polygon(flattened(path, 0.01)).area for path in art.engraved) == pytest.approx(
        AREAS[name, more], rel=0.003
    )
    (piece,) = own.deck(shape(name, more, paint='stroke = "#000", width = "0.2mm"')).pieces()
    art = draw_artwork(piece.front)
    assert art.scored
    assert not art.engraved


# Dashes and edges

LINE = f'stroke = "{RED}", width = "2mm"'


def test_a_line_is_dashed_as_its_lengths_say_from_where_it_begins(own):
    dash = ', dash = ["6mm", "4mm"], points = ["0x20mm", "40x20mm"]'
    face = own.deck(shape("line", dash, paint=LINE)).face()
    assert face.seen(RED).area == pytest.approx(2 * 24, rel=0.05)
    assert [face.color_at(x, 40) for x in (15, 17, 19, 21)] == [RED, WHITE, WHITE, RED]


def test_a_line_of_no_length_is_a_dot_with_a_round_cap(own):
    dots = ', dash = ["0mm", "5mm"], cap = "round", points = ["5x20mm", "32x20mm"]'
    found = own.deck(shape("line", dots, paint=LINE)).face().seen(RED)
    assert found.area == pytest.approx(6 * pi, rel=0.05)


@pytest.mark.parametrize(("cap", "length"), [("butt", 20), ("round", 22), ("square", 22)])
def test_a_cap_says_how_far_a_line_goes(own, cap, length):
    points = f', cap = "{cap}", points = ["10x20mm", "30x20mm"]'
    found = own.deck(shape("line", points, paint=LINE)).face().seen(RED)
    assert found.width == pytest.approx(length, abs=0.1)


@pytest.mark.parametrize(("join", "top"), [("miter", 18.6), ("round", 19), ("bevel", 19.35)])
def test_a_join_says_how_a_line_turns(own, join, top):
    found = own.deck(shape("rhombus", f', join = "{join}"', paint=LINE)).face().seen(RED)
    assert found.top == pytest.approx(top, abs=0.15)


def test_a_rectangle_has_a_line_along_the_edges_that_are_named(own):
    more = f', edges = ["top", "left"], {LINE}'
    face = own.deck(shape("rectangle", more, paint=f'fill = "{BLUE}"')).face()
    assert face.seen(RED).area == pytest.approx(2 * 42 + 2 * 40, rel=0.01)
    assert face.seen(RED)[:4] == pytest.approx((9, 19, 51, 61), abs=0.07)
    assert face.color_at(9.2, 19.2) == RED
    assert face.color_at(50.5, 60.5) == WHITE


def test_dashes_grow_with_their_line(own):
    dash = ', dash = ["2mm", "1mm"], points = ["0x0mm", "9x9mm"]'
    own.deck(shape("line", dash, paint=LINE), size="60x80mm")
    game = load_game(own.folder / "game.toml", sizes={"": "120x160mm"}, scale_layouts=True).game
    (frame,) = game.components["events"].front.frames
    assert (frame.width, *frame.dash) == pytest.approx((4, 4, 2))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (', dash = ["0mm", "2mm"]', "dash: 0mm is a dot"),
        (', dash = ["0mm"], cap = "round"', "dash: 0mm is a dot"),
        (', dash = ["-1mm"]', "dash[1]: a length is 0 mm or more"),
        (', edges = ["top"], corner = "2mm"', "edges: those of a rectangle with a corner"),
        (', edges = ["above"]', "edges[1]: 'above' is not known; write one of top, right"),
    ],
)
def test_what_makes_no_line_is_reported_in_one_line(own, more, told):
    (fault,) = own.deck(shape("rectangle", more, paint=LINE)).faults()
    assert told in fault


@pytest.mark.parametrize("more", ['dash = ["2mm"]', 'edges = ["top"]'])
def test_a_line_without_a_colour_is_reported(own, more):
    (fault,) = own.deck(shape("rectangle", f", {more}")).faults()
    assert "there is no line; add stroke, its colour" in fault


def test_countless_dashes_are_refused(own):
    points = ", ".join(['"-5000x-5000mm"', '"5000x5000mm"'] * 99)
    dash = f', dash = ["0.1mm", "0.1mm"], points = [{points}]'
    (fault,) = own.deck(shape("line", dash, paint=LINE)).refusal()
    assert "dash: there are 13,930,004 dashes, and at most 5,000 are drawn" in fault


@pytest.mark.parametrize("cap", ["round", "square"])
def test_a_laser_engraves_each_dot(own, cap):
    dots = f', dash = ["0mm", "5mm"], cap = "{cap}", points = ["5x20mm", "32x20mm"]'
    paint = 'stroke = "#000", width = "2mm"'
    (piece,) = own.deck(shape("line", dots, paint=paint)).pieces()
    areas = [path_area(path) for path in draw_artwork(piece.front).engraved]
    assert areas == pytest.approx([pi if cap == "round" else 4] * 6, rel=0.02)


def test_a_laser_scores_each_dash(own):
    dash = ', dash = ["6mm", "4mm"], points = ["0x20mm", "40x20mm"]'
    paint = 'stroke = "#000", width = "0.3mm"'
    (piece,) = own.deck(shape("line", dash, paint=paint)).pieces()
    assert len(draw_artwork(piece.front).scored) == 4


# Hatches and patterns

TILE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2">'
    '<path fill="red" d="M0 0h2v2H0z"/></svg>'
)


def hatched(more="", name="rectangle"):
    return shape(name, paint=f'hatch = {{ color = "{RED}", gap = "3mm", width = "1mm"{more} }}')


@pytest.mark.parametrize(("more", "part"), [("", 1 / 4), (", cross = true", 7 / 16)])
@pytest.mark.parametrize("name", ["rectangle", "circle", "triangle"])
def test_a_hatch_covers_its_share_of_a_shape_and_nothing_beside_it(own, name, more, part):
    areas = {"rectangle": 1600, "circle": pi * 400, "triangle": 800}
    face = own.deck(hatched(more, name)).face()
    assert face.seen(RED).area == pytest.approx(part * areas[name], rel=0.06)
    found = face.seen(RED)
    assert min(found.left - 10, found.top - 20, 50 - found.right, 60 - found.bottom) > -0.1


def test_a_hatch_is_turned_clockwise_from_level(own):
    level = own.deck(hatched(", angle = 0")).face()
    assert [level.color_at(12, y) for y in (40, 42)] == [level.color_at(48, y) for y in (40, 42)]
    falling = own.deck(hatched(", angle = 45")).face()
    line = next(y for y in range(30, 40) if falling.color_at(20, y) == RED)
    assert falling.color_at(25, line + 5) == RED


def test_a_pattern_repeats_a_picture_from_the_middle_of_a_shape(own):
    own.write("tile.svg", TILE)
    pattern = 'pattern = { file = "tile.svg", width = "4mm" }'
    face = own.deck(shape("rectangle", paint=pattern)).face()
    assert face.seen(RED).area == pytest.approx(800, rel=0.02)
    assert [face.color_at(x, 40) for x in (31, 33, 35)] == [RED, WHITE, RED]
    assert own.deck(shape("circle", paint=pattern)).face().seen(RED)[:4] == pytest.approx(
        (10, 20, 48, 60), abs=0.2
    )


def test_hatches_and_patterns_grow_with_their_layout(own):
    own.write("tile.svg", TILE)
    pattern = 'pattern = { file = "tile.svg", width = "4mm" }'
    own.deck(hatched(), shape("circle", paint=pattern), size="60x80mm")
    game = load_game(own.folder / "game.toml", sizes={"": "120x160mm"}, scale_layouts=True).game
    one, other = game.components["events"].front.frames
    assert (one.hatch.gap, one.hatch.width, other.pattern.width) == pytest.approx((6, 2, 8))


def test_the_picture_of_a_pattern_may_come_from_the_row(own):
    own.write("tile.svg", TILE)
    own.write("other.svg", TILE.replace("red", "blue"))
    pattern = 'pattern = { file = "{art}.svg", width = "4mm" }'
    own.deck(shape("circle", paint=pattern), rows="art\ntile\nother\n")
    assert own.face(1).seen(RED)
    assert own.face(2).seen(BLUE)
    own.write("events.csv", "art\ntile\nnone\n")
    (fault,) = own.faults()
    assert "front.frames[1].pattern.file (events.csv, line 3): " in fault


def test_a_shape_has_its_hatch_over_its_pattern_over_its_fill_and_its_line_on_top(own):
    own.write("tile.svg", TILE)
    over = (
        f'fill = "{BLUE}", stroke = "#00ff00", width = "2mm", '
        'pattern = { file = "tile.svg", width = "4mm" }, '
        'hatch = { color = "#000000", gap = "3mm", width = "1mm", angle = 0 }'
    )
    face = own.deck(shape("rectangle", paint=over)).face()
    assert face.seen("#00ff00").area == pytest.approx(4 * 40 * 2, rel=0.02)
    assert face.seen("#000000").area == pytest.approx(38 * 38 / 4, rel=0.1)
    assert face.seen(RED).area == pytest.approx(face.seen(BLUE).area, rel=0.1)


@pytest.mark.parametrize(
    ("paint", "told"),
    [
        ('hatch = { gap = "0.1mm", width = "0.001mm" }', "hatch: there are "),
        ('pattern = { file = "tile.svg", width = "0.1mm" }', "pattern: there are "),
    ],
)
def test_countless_lines_and_tiles_are_refused(own, paint, told):
    own.write("tile.svg", TILE)
    frame = shape("rectangle", paint=paint, box='area = "500x500mm"')
    (fault,) = own.deck(frame, size="500x500mm").refusal()
    assert told in fault
    assert "and at most " in fault


def test_a_line_has_no_area_to_hatch(own):
    (fault,) = own.deck(hatched(name="line")).faults()
    assert "a line has no area for a hatch or a pattern" in fault
    (fault,) = own.deck(shape("line", paint="width = '1mm'")).faults()
    assert "write fill, gradient, hatch, pattern or stroke, or it is invisible" in fault


@pytest.mark.parametrize("ink", [Ink.LOW, Ink.BLACK])
def test_less_ink_keeps_hatches_and_patterns(own, ink):
    own.write("tile.svg", TILE)
    pattern = 'pattern = { file = "tile.svg", width = "4mm" }'
    (piece,) = own.deck(hatched(), shape("circle", paint=pattern)).pieces()
    face = InkSaver(ink).face(piece.front, straight=False).only(Role.ART)
    before = sum(len(one.paths) for one in shapes_in(piece.front.only(Role.ART).items))
    assert sum(len(one.paths) for one in shapes_in(face.items)) >= before
    colors = {one.style.stroke or one.style.fill for one in shapes_in(face.items)}
    assert ink is Ink.LOW or colors <= {"#000000", "#ffffff"}


def test_a_laser_scores_a_fine_hatch_within_its_shape(own):
    (piece,) = own.deck(
        shape("circle", paint='hatch = { gap = "3.8mm", width = "0.2mm" }')
    ).pieces()
    art = draw_artwork(piece.front)
    assert len(art.scored) == 10
    assert not art.engraved


# Shadows, and gradients about another point

SHADOW = 'shadow = { color = "#0000ff", offset = "4x6mm", opacity = 1 }'


@pytest.mark.parametrize(("name", "area"), [("rectangle", 1600), ("star", five_star(8))])
def test_a_shape_casts_its_shadow(own, name, area):
    face = own.deck(shape(name, f", {SHADOW}")).face()
    assert face.seen(RED).area == pytest.approx(area, rel=0.02)
    (piece,) = own.pieces()
    (shadow,) = [one for one in shapes_in(piece.front.items) if one.style.fill == BLUE]
    assert path_area(shadow.paths[0]) == pytest.approx(area, rel=0.01)
    if name == "rectangle":
        assert face.seen(BLUE)[:4] == pytest.approx((14, 26, 54, 66), abs=0.1)


def path_area(path):
    from shapely import Polygon

    from pnp.base.path import flattened

    return Polygon(flattened(path, 0.01)).area


def test_a_shape_without_a_fill_casts_the_shadow_of_its_line(own):
    face = own.deck(shape("circle", f", {SHADOW}", paint=LINE)).face()
    assert face.color_at(34, 46) == WHITE
    assert face.color_at(54, 46) == BLUE


def test_a_soft_shadow_fades_out_beyond_the_edge(own):
    soft = 'shadow = { color = "#000000", offset = "0x0mm", blur = "6mm", opacity = 1 }'
    face = own.deck(shape("rectangle", f", {soft}")).face()
    shades = [int(face.color_at(x, 40)[1:3], 16) for x in (50.2, 51, 52.5, 54, 55.5)]
    assert shades == sorted(shades)
    assert shades[0] < 60
    assert shades[-1] > 190
    assert face.color_at(57, 40) == WHITE


def test_a_drawing_casts_the_shadow_of_its_shapes_and_a_bitmap_that_of_its_edges(own):
    own.write("tile.svg", TILE)
    Image.new("RGBA", (40, 20), (255, 0, 0, 0)).save(own.folder / "clear.png")
    drawn = own.deck(f'kind = "image", file = "tile.svg", {WIDE}, {SHADOW}').face()
    assert drawn.seen(BLUE)[:4] == pytest.approx((14, 26, 34, 46), abs=0.1)
    assert drawn.color_at(33.5, 45) == BLUE
    assert drawn.color_at(45, 45) == WHITE
    pixels = own.deck(f'kind = "image", file = "clear.png", {WIDE}, {SHADOW}').face()
    assert pixels.seen(BLUE)[:4] == pytest.approx((14, 26, 54, 46), abs=0.1)
    crop = f'kind = "image", file = "tile.svg", fit = "fill", shape = "circle", {SQUARE}, {SHADOW}'
    round_one = own.deck(crop).face()
    assert round_one.color_at(52, 46) == BLUE
    assert round_one.color_at(53, 65) == WHITE


def test_what_is_not_seen_casts_no_shadow(own):
    face = own.deck(shape("circle", f", {SHADOW}", paint='fill = "#f000", stroke = "#00f0"'))
    assert face.face().seen(BLUE) is None


@pytest.mark.parametrize("ink", [Ink.LOW, Ink.BLACK])
def test_less_ink_leaves_shadows_out(own, ink):
    (piece,) = own.deck(shape("circle", f", {SHADOW}")).pieces()
    face = InkSaver(ink).face(piece.front, straight=False).only(Role.ART)
    circles = [one for one in shapes_in(face.items) if len(one.paths[0].segments) == 2]
    assert {round(items_bounds((one,)).center.x) for one in circles} == {30}


def test_a_laser_leaves_translucent_shadows_out(own):
    shadow = 'shadow = { color = "#000", offset = "4x6mm" }'
    (piece,) = own.deck(shape("circle", f", {shadow}", paint='fill = "#000"')).pieces()
    (area,) = draw_artwork(piece.front).engraved
    assert path_area(area) == pytest.approx(pi * 400, rel=0.01)


def test_a_radial_gradient_begins_at_its_point_and_ends_in_the_farthest_corner(own):
    paint = 'gradient = { kind = "radial", from = "#ffffff", to = "#000000", at = "25%, 10mm" }'
    face = own.deck(shape("rectangle", paint=paint)).face()
    assert face.color_at(20, 30) == WHITE
    assert int(face.color_at(49.9, 59.9)[1:3], 16) < 4
    assert int(face.color_at(10.1, 20.1)[1:3], 16) == pytest.approx(255 * 2 / 3, abs=5)


def test_only_a_radial_gradient_has_a_middle(own):
    paint = 'gradient = { from = "#ffffff", to = "#000000", at = "25%, 10mm" }'
    (fault,) = own.deck(shape("rectangle", paint=paint)).faults()
    assert 'at is the middle of a gradient with kind = "radial"' in fault
