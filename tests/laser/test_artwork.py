"""Artwork of a face: its edge is cut, thin lines are scored, shapes with contrast engraved."""

from base64 import b64encode
from math import cos, pi, sin
from time import process_time

import pytest
from helpers.picture_files import quarters, saved
from shapely import GEOSException, Polygon, unary_union

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import (
    Line,
    Path,
    circle,
    circle_of,
    flattened,
    line,
    path_bounds,
    polygon,
    rectangle,
)
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.images.file import draw_picture, read_picture
from pnp.laser.artwork import draw_artwork
from pnp.scene import Extra, Group, Role, Scene, Shape, Style, Text
from pnp.scene.gradient import Gradient, Stop

SIZE = Size(40, 30)
FACE = Rect(0, 0, *SIZE)
WOOD, DARK, PALE = "#f2e6cc", "#222222", "#fff8ea"


def background(color=WOOD):
    return Shape((rectangle(FACE.inset(-3)),), Style(fill=color))


def disc(x, y, radius, color):
    return Shape((circle(Point(x, y), radius),), Style(fill=color))


def cut(path):
    return Shape((path,), Style(stroke="#777777", stroke_width=0.2), Role.CUT)


def sides(*items):
    return draw_artwork(Scene(SIZE, items))


def area(paths):
    """Return the area of paths by the even-odd rule."""
    whole = Polygon()
    for path in paths:
        whole = whole.symmetric_difference(Polygon(flattened(path, 0.001)))
    return whole.area


def test_the_largest_cut_is_the_outline_and_the_others_are_holes():
    edge, hole = rectangle(FACE, 3), circle(Point(20, 15), 4)
    found = sides(background(), cut(hole), cut(edge))
    assert found.outline == edge
    assert found.holes == (hole,)


def test_a_face_without_a_line_to_cut_ends_at_its_size():
    assert path_bounds(sides(background()).outline) == FACE


def test_lines_are_not_scored_under_what_lies_over_them():
    grid = Shape((line(Point(5, 15), Point(35, 15)),), Style(stroke=DARK, stroke_width=0.3))
    label = Shape(
        (rectangle(Rect(15, 10, 10, 10)),), Style(fill=PALE, stroke=DARK, stroke_width=0.3)
    )
    edge, *rest = sides(background(), grid, label).scored
    assert path_bounds(edge) == Rect(15, 10, 10, 10)
    assert [path_bounds(path).size.width for path in rest] == pytest.approx([10, 10], abs=0.4)
    beside = Shape((rectangle(Rect(5, 15, 30, 10)),), Style(fill=PALE))
    assert sides(background(), grid, beside).scored == grid.paths


def test_the_background_stays_bare_and_shapes_with_contrast_are_engraved_as_drawn():
    found = sides(background(), disc(10, 10, 3, DARK), disc(20, 10, 3, PALE))
    (pip,) = found.engraved
    middle, radius = circle_of(pip)
    assert tuple(middle) == pytest.approx((10, 10))
    assert radius == pytest.approx(3)


def test_light_shapes_are_engraved_on_a_dark_backbackground():
    found = sides(background("#1d3d7a"), disc(10, 10, 3, PALE), disc(20, 10, 3, "#1b1b1b"))
    assert len(found.engraved) == 1
    assert circle_of(found.engraved[0])[0] == Point(10, 10)


def test_a_shape_without_contrast_hides_the_engraving_under_it():
    found = sides(background(), disc(20, 15, 8, DARK), disc(20, 15, 3, WOOD))
    assert area(found.engraved) == pytest.approx(3.14159 * (64 - 9), abs=0.7)


@pytest.mark.parametrize(
    ("ground", "panel", "letters"),
    [("#800080", "#ffffff", "#000000"), ("#ffffff", "#1f2547", "#e0a52e")],
)
def test_letters_on_an_engraved_panel_stay_bare_if_they_stand_out_from_it(ground, panel, letters):
    title = Text(Point(14, 18), "B", "serif-bold", 10, letters)
    (letter,) = sides(background("#ffffff"), title._replace(fill="#000000")).engraved[:1]
    found = sides(background(ground), disc(20, 15, 10, panel), title)
    assert len(found.engraved) == 4  # the panel without the letter, and what is inside the letter
    assert any(path_bounds(path) == path_bounds(letter) for path in found.engraved)


def test_a_shape_on_an_engraved_one_is_engraved_if_it_is_more_like_it_than_like_the_background():
    found = sides(background(), disc(20, 15, 8, "#8a4b2a"), disc(20, 15, 3, DARK))
    assert area(found.engraved) == pytest.approx(3.14159 * 64, rel=0.01)


@pytest.mark.parametrize("color", [PALE, "#e0c080"])
def test_a_thin_line_on_an_engraved_shape_stays_bare_if_it_stands_out(color):
    across = Shape((line(Point(14, 15), Point(26, 15)),), Style(stroke=color, stroke_width=0.5))
    found = sides(background("#ffffff"), disc(20, 15, 8, "#1f2547"), across)
    assert found.scored == ()
    assert area(found.engraved) == pytest.approx(3.14159 * 64 - 6, rel=0.005)
    beyond = across._replace(paths=(line(Point(2, 15), Point(26, 15)),))
    found = sides(background("#ffffff"), disc(20, 15, 8, "#1f2547"), beyond)
    assert bool(found.scored) is (color != PALE)


def test_a_shape_lies_on_the_last_of_many_under_it():
    grains = [disc(20 + n % 5 / 10, 15 + n % 7 / 10, 2, DARK) for n in range(210)]
    found = sides(background(), disc(20, 15, 10, DARK), *grains, disc(20, 15, 1, "#b09a70"))
    assert area(found.engraved) == pytest.approx(3.14159 * (100 - 1), rel=0.01)
    pale = disc(20, 15, 5, "#b8a070")
    found = sides(background(), *grains, pale, disc(20, 15, 1, "#b09a70"))
    assert area(found.engraved) == pytest.approx(3.14159 * 25, rel=0.01)


def test_overlapping_engraved_shapes_are_merged():
    found = sides(background(), disc(18, 15, 4, DARK), disc(22, 15, 4, DARK))
    assert len(found.engraved) == 1
    both = unary_union([Point_(18, 15).buffer(4, 64), Point_(22, 15).buffer(4, 64)])
    assert area(found.engraved) == pytest.approx(both.area, abs=0.7)


def test_the_middle_of_a_star_of_one_line_is_engraved_too():
    corners = [Point(20 + 10 * cos(0.8 * pi * n), 15 + 10 * sin(0.8 * pi * n)) for n in range(5)]
    star = Shape((polygon(corners),), Style(fill=DARK))
    (edge,) = sides(background(), star).engraved
    inside = Polygon(flattened(edge, 0.001))
    assert inside.is_valid
    assert inside.contains(Point_(20, 15))


def Point_(x, y):  # noqa: N802 - shapely's
    from shapely import Point as Place

    return Place(x, y)


def test_thin_lines_are_scored_along_their_middle_and_wide_ones_engraved():
    path = line(Point(5, 15), Point(35, 15))
    thin = sides(background(), Shape((path,), Style(stroke=DARK, stroke_width=0.3)))
    assert thin.scored == (path,)
    assert thin.engraved == ()
    wide = sides(background(), Shape((path,), Style(stroke=DARK, stroke_width=2.0)))
    assert wide.scored == ()
    assert area(wide.engraved) == pytest.approx(60, abs=0.05)


def test_dashes_are_scored_one_by_one():
    path = line(Point(5, 15), Point(35, 15))
    found = sides(background(), Shape((path,), Style(stroke=DARK, stroke_width=0.3, dash=(4, 6))))
    assert [(one.start.x, one.segments[-1].to.x) for one in found.scored] == [
        (5, 9),
        (15, 19),
        (25, 29),
    ]


def test_dashes_follow_a_line_round_its_corners():
    path = polygon([Point(5, 5), Point(15, 5), Point(15, 15)])._replace(closed=False)
    style = Style(stroke=DARK, stroke_width=0.3, dash=(4, 1, 2))
    found = sides(background(), Shape((path,), style)).scored
    assert [
        [tuple(point) for point in (one.start, *(segment.to for segment in one.segments))]
        for one in found
    ] == [
        [(5, 5), (9, 5)],
        [(10, 5), (12, 5)],
        [(15, 6), (15, 7)],
        [(15, 9), (15, 13)],
        [(15, 14), (15, 15)],
    ]


@pytest.mark.parametrize("dash", [(0, 2), (1e-6,), (1e-9, 0, 1e-9)])
def test_dots_and_dashes_finer_than_a_beam_are_scored_as_a_line(dash):
    path = line(Point(5, 15), Point(35, 15))
    found = sides(background(), Shape((path,), Style(stroke=DARK, stroke_width=0.3, dash=dash)))
    assert found.scored == (path,)


def test_many_dashes_along_many_points_take_little_time():
    points = [Point(5 + n / 1000, 15 + n % 2 / 100) for n in range(10_000)]
    path = polygon(points)._replace(closed=False)
    style = Style(stroke=DARK, stroke_width=0.3, dash=(0.05, 0.05))
    begin = process_time()
    sides(background(), Shape((path,), style))
    assert process_time() - begin < 3


@pytest.mark.parametrize("points", [1, 2])
@pytest.mark.parametrize("even_odd", [False, True])
def test_a_filled_line_has_no_area_to_engrave(points, even_odd):
    ends = [Point(5, 5), Point(30, 20)][:points]
    path = Path(ends[0], (Line(ends[-1]),), closed=False)
    shape = Shape((path,), Style(fill=DARK, stroke=DARK, stroke_width=0.3), even_odd=even_odd)
    found = sides(background(), shape, Group((disc(9, 9, 3, DARK),), clip=path, even_odd=even_odd))
    assert found.engraved == ()
    assert len(found.scored) == points - 1


def test_a_line_along_the_edge_is_not_scored_as_the_cut_is_there():
    frame = Shape((rectangle(FACE),), Style(stroke=DARK, stroke_width=0.6))
    assert sides(background(), frame, cut(rectangle(FACE))).scored == ()


def test_shapes_are_clipped_at_the_edge():
    found = sides(background(), disc(0, 0, 10, DARK), cut(rectangle(FACE)))
    assert area(found.engraved) == pytest.approx(3.14159 * 100 / 4, abs=0.7)


def test_transforms_and_clips_of_groups_apply():
    inner = Group((disc(0, 0, 3, DARK),), Transform.move(10, 10))
    (pip,) = sides(background(), inner).engraved
    assert circle_of(pip)[0] == Point(10, 10)
    half = Group((disc(10, 10, 3, DARK),), clip=rectangle(Rect(0, 0, 10, 30)))
    assert area(sides(background(), half).engraved) == pytest.approx(3.14159 * 9 / 2, abs=0.3)


def test_lines_that_are_scored_end_at_the_edge_of_a_clip():
    across = Shape((line(Point(5, 15), Point(35, 15)),), Style(stroke=DARK, stroke_width=0.2))
    beside = Shape((line(Point(25, 5), Point(35, 5)),), Style(stroke=DARK, stroke_width=0.2))
    clipped = Group((across, beside), clip=rectangle(Rect(0, 0, 20, 30)))
    (left,) = sides(background(), clipped).scored
    assert path_bounds(left) == Rect(5, 15, 15, 0)


def test_text_is_engraved_by_its_outlines():
    found = sides(background(), Text(Point(5, 20), "B", "serif-bold", 10, DARK))
    assert len(found.engraved) == 3  # a letter and its two holes
    assert any(not isinstance(s, Line) for path in found.engraved for s in path.segments)


def test_folds_are_scored_whatever_covers_them():
    fold = Shape((line(Point(0, 15), Point(40, 15)),), Style(stroke=DARK), Role.SCORE)
    assert sides(background("#000000"), fold).scored == fold.paths


def test_pips_may_be_cut_through_but_not_a_ring_whose_middle_would_fall_out():
    found = sides(background(), disc(10, 10, 3, DARK)).cut_through
    assert found.engraved == ()
    assert len(found.holes) == 1
    with pytest.raises(LayoutError, match="would fall out of a hole"):
        _ = sides(background(), disc(10, 10, 6, DARK), disc(10, 10, 3, WOOD)).cut_through


@pytest.mark.parametrize("number", range(1, 7))
def test_a_tile_is_engraved_with_as_many_discs_as_it_has_pips(number):
    game = load_game(find_game("turno")).game
    tiles = {piece.name: piece for piece in draw_component(game, "tiles", plain=True)}
    found = draw_artwork(tiles[f"{number}-{number}"].front)
    assert len(found.engraved) == number
    assert all(circle_of(path) for path in found.engraved)
    assert path_bounds(found.outline).size == (30, 45)


def test_turnios_symbols_differ_on_wood_as_well():
    game = load_game(find_game("turnio")).game
    chips = {piece.name: piece for piece in draw_component(game, "chips")}
    clockwise, other = (draw_artwork(chips[f"csoo-{way}"].front) for way in ("cw", "acw"))
    assert area(clockwise.engraved) > area(other.engraved) + 30


def grid_of(count, width):
    """Return squares of a width, 0.1 mm apart, so many a row."""
    step = width + 0.1
    return tuple(
        rectangle(Rect(2 + step * column, 2 + step * row, width, width))
        for row in range(count)
        for column in range(count)
    )


def test_thousands_of_areas_take_little_time():
    squares = grid_of(60, 0.3)
    begin = process_time()
    one_by_one = sides(background(), *(Shape((one,), Style(fill=DARK)) for one in squares))
    at_once = sides(background(), Shape(squares, Style(fill=DARK), even_odd=True))
    assert process_time() - begin < 4
    assert len(one_by_one.engraved) == len(at_once.engraved) == 3600


def test_areas_that_meet_are_one_however_many_lie_between():
    apart = [Shape((one,), Style(fill=DARK)) for one in grid_of(20, 0.3)]
    first, last = disc(20, 20, 3, DARK), disc(22, 20, 3, DARK)
    found = sides(background(), first, *apart, last, disc(30, 20, 1, WOOD)).engraved
    assert len(found) == 401
    bare = sides(background(), first, *apart, last, disc(21, 20, 9, WOOD)).engraved
    assert len(bare) == 400


def test_what_geos_has_no_memory_for_is_reported_in_a_line(monkeypatch):
    def fail(*arguments):
        raise GEOSException("std::bad_alloc")

    monkeypatch.setattr("pnp.laser.artwork.unary_union", fail)
    with pytest.raises(LayoutError, match=r"^has outlines too complicated for a laser; simplify"):
        sides(background(), disc(20, 20, 3, DARK), disc(22, 20, 3, DARK))


def test_a_laser_refuses_gradients_and_what_can_be_seen_through():
    fill = Gradient("linear", (Stop(0, WOOD), Stop(1, DARK)))
    with pytest.raises(LayoutError, match="a gradient from #f2e6cc to #222222"):
        sides(disc(10, 10, 5, fill))
    with pytest.raises(LayoutError, match=r"an opacity of 0\.5"):
        sides(Group((disc(10, 10, 5, DARK),), opacity=0.5))


def test_a_pale_shadow_of_letters_is_not_burnt():
    shadow = Group((disc(10, 10, 5, DARK),), opacity=0.5, extra=Extra.BEHIND_TEXT)
    assert sides(background(), shadow) == sides(background())


SQUARE = "<rect width='3' height='3'/>"
BITMAP = b64encode(saved(quarters())).decode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("<text y='9'>A</text>", "art.svg has text: convert it to paths, or leave this component"),
        (
            f"<mask id='m'/><g mask='url(#m)'>{SQUARE}</g>{SQUARE}",
            "art.svg has a mask, which cannot",
        ),
        (f"<image width='9' height='9' href='data:;base64,{BITMAP}'/>", "art.svg contains a bitma"),
    ],
)
def test_a_picture_without_lines_says_why_and_what_to_do(tmp_path, content, said):
    root = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 15">{content}</svg>'
    (tmp_path / "art.svg").write_text(root)
    with pytest.raises(LayoutError, match=rf"^{said}"):
        sides(draw_picture(read_picture(tmp_path, "art.svg"), FACE))
