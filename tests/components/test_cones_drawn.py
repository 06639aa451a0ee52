"""Nets of pointed caps, rolled in arithmetic."""

from itertools import pairwise
from math import atan2, dist, hypot, pi, sin

import pytest
from helpers.components import draw
from helpers.reading import sheets

from pnp.base.color import luminance
from pnp.base.geometry import Point, Rect
from pnp.base.path import Arc, arc_geometry, path_bounds
from pnp.components.cones import Cones
from pnp.components.piece import trimmed
from pnp.components.player_pieces import CounterSeries
from pnp.components.registry import draw_component
from pnp.definitions import find_game, load_game
from pnp.scene import Group, Role, Shape, item_bounds, items_bounds

FORMS = [(16.0, 20.0, 4.0), (10.0, 40.0, 2.0), (20.0, 14.0, 3.0), (24.0, 15.0, 2.0)]


@pytest.fixture(scope="module")
def punt_match():
    return load_game(find_game("punt-match")).game


def drawn(diameter, slant, tab):
    series = (CounterSeries(id="white", color="#f7f4ec", mark="ring", copies=2),)
    cones = Cones(kind="cones", name="Caps", diameter=diameter, slant=slant, tab=tab, series=series)
    (piece,) = draw(cones)
    return piece.front


def line_of(scene, role):
    (shape,) = [i for i in scene.items if isinstance(i, Shape) and i.role is role]
    return shape.paths[0]


def corners(scene):
    """The corners of the outline, named in the order it runs, and the sector's arc."""
    outline = line_of(scene, Role.CUT)
    tip, (right, arc, *tab) = outline.start, outline.segments
    assert isinstance(arc, Arc)
    return tip, right.to, arc, [segment.to for segment in tab]


@pytest.mark.parametrize(("diameter", "slant", "tab"), FORMS)
def test_the_arc_is_as_long_as_the_foot_and_both_edges_as_the_slant(diameter, slant, tab):
    tip, right, arc, _ = corners(drawn(diameter, slant, tab))
    middle, _, sweep = arc_geometry(right, arc)
    assert middle == pytest.approx(tip)
    assert arc.radius * sweep == pytest.approx(pi * diameter)
    assert dist(tip, right) == pytest.approx(slant)
    assert dist(tip, arc.to) == pytest.approx(slant)


@pytest.mark.parametrize(("diameter", "slant", "tab"), FORMS)
def test_the_tab_comes_to_lie_under_the_other_edge_and_fully_inside(diameter, slant, tab):
    """Rolled, what lies beyond the left edge lies as far past the right one."""
    tip, right, arc, tab_corners = corners(drawn(diameter, slant, tab))
    sweep = arc_geometry(right, arc)[2]
    left = atan2(arc.to.y - tip.y, arc.to.x - tip.x)
    outer = tab_corners[:2]
    for corner in outer:
        radius = dist(tip, corner)
        past = (atan2(corner.y - tip.y, corner.x - tip.x) - left) % (2 * pi)
        assert radius * sin(past) == pytest.approx(tab)
        assert slant / 3 < radius < slant
        assert 0 < past < sweep / 2
        assert sweep + past < 2 * pi
    assert dist(tip, tab_corners[-1]) == pytest.approx(slant / 3)
    assert dist(*outer) > 0.15 * slant


@pytest.mark.parametrize(("diameter", "slant", "tab"), FORMS)
def test_the_fold_runs_along_the_tab_and_leaves_the_tip_free(diameter, slant, tab):
    scene = drawn(diameter, slant, tab)
    tip, _, arc, tab_corners = corners(scene)
    fold = line_of(scene, Role.SCORE)
    assert fold.start == pytest.approx(arc.to)
    assert fold.segments[0].to == pytest.approx(tab_corners[-1])
    assert dist(fold.start, tip) - dist(fold.start, fold.segments[0].to) == pytest.approx(slant / 3)


@pytest.mark.parametrize(("diameter", "slant", "tab"), FORMS)
def test_the_piece_is_exactly_as_large_as_its_net(diameter, slant, tab):
    scene = drawn(diameter, slant, tab)
    bounds = path_bounds(line_of(scene, Role.CUT))
    assert bounds == pytest.approx(Rect(0, 0, *scene.size))
    assert bounds.inset(-0.3).contains(items_bounds(scene.only(Role.ART).items))


def test_a_mark_is_seen_from_every_side_and_stands_upright_on_the_cap(punt_match):
    for piece in draw_component(punt_match, "caps"):
        tip, right, arc, _ = corners(piece.front)
        sweep = arc_geometry(right, arc)[2]
        first = atan2(right.y - tip.y, right.x - tip.x)
        marks = [item for item in piece.front.items if isinstance(item, Group)]
        assert len(marks) == 3
        parts = []
        for mark in marks:
            place = item_bounds(mark.items[0]).center
            up = mark.transform.apply(place.moved(0, -1))
            here = mark.transform.apply(place)
            to_tip = Point((tip.x - here.x) / dist(tip, here), (tip.y - here.y) / dist(tip, here))
            assert (up.x - here.x, up.y - here.y) == pytest.approx(to_tip, abs=0.1)
            parts.append((atan2(here.y - tip.y, here.x - tip.x) - first) / sweep)
        assert parts == pytest.approx([1 / 6, 3 / 6, 5 / 6], abs=0.03)


def test_marks_keep_clear_of_one_another_of_the_ring_and_of_the_edges(punt_match):
    for piece in draw_component(punt_match, "caps"):
        tip, right, arc, _ = corners(piece.front)
        groups = [item for item in piece.front.items if isinstance(item, Group)]
        bounds = [item_bounds(group.items[0]) for group in groups]
        reach = max(hypot(b.width, b.height) / 2 for b in bounds)
        places = [g.transform.apply(b.center) for g, b in zip(groups, bounds, strict=True)]
        assert min(dist(a, b) for a, b in pairwise(places)) > 2 * reach
        assert max(dist(tip, place) for place in places) + reach < 0.86 * arc.radius
        for end in (right, arc.to):
            for place in places:
                across = (end.x - tip.x) * (place.y - tip.y) - (end.y - tip.y) * (place.x - tip.x)
                assert abs(across) / arc.radius > reach


def test_a_cap_is_printed_on_one_side_with_its_lines_and_a_white_one_has_an_edge(punt_match):
    pieces = draw_component(punt_match, "caps")
    assert [(piece.name, piece.copies) for piece in pieces] == [
        ("white", 14),
        ("black", 14),
        ("red", 11),
    ]
    for piece in pieces:
        assert piece.back is None
        assert not piece.freed_by_trim
        face = trimmed(piece.front, piece.roles)
        strokes = [
            item
            for item in face.items[0].items
            if isinstance(item, Shape) and item.role is Role.ART and item.style.stroke
        ]
        edge = strokes[0]
        assert luminance(edge.style.stroke) < 0.05
        assert isinstance(edge.paths[0].segments[-1], Arc)
        assert edge.paths[0].segments[-1].radius == 20


def test_the_ground_goes_on_under_the_seam_and_leaves_the_tab_white_for_glue(punt_match):
    (white, *_) = draw_component(punt_match, "caps")
    overlap = white.front.items[0].paths[0]
    fold = line_of(white.front, Role.SCORE)
    along = Point(fold.segments[0].to.x - fold.start.x, fold.segments[0].to.y - fold.start.y)
    depths = [
        abs(along.x * (p.y - fold.start.y) - along.y * (p.x - fold.start.x)) / hypot(*along)
        for p in (overlap.start, *(segment.to for segment in overlap.segments))
    ]
    assert max(depths) == pytest.approx(1.0)


def test_printed_caps_measure_what_they_should(build):
    """The first red net on the sheet is as wide and as high as the sector with its tab."""
    built = build("punt-match", only=("caps",), formats=("pdf",))
    (page,) = sheets(built.folder / built.files[0].path, 12)
    red, green, blue = (page.pixels[..., channel].astype(int) for channel in range(3))
    rows, columns = (
        (abs(red - 0xC2) < 9) & (abs(green - 0x36) < 9) & (abs(blue - 0x1F) < 9)
    ).nonzero()
    left = columns.min()
    first_row = rows.min()
    in_first = (columns < left + 40 * 12) & (rows < first_row + 21 * 12)
    width = (columns[in_first].max() - left + 1) / 12
    height = (rows[in_first].max() - first_row + 1) / 12
    half = pi * 16 / 20 / 2
    line = 0.5  # of the white casing of the cut line on either side, and half of the line
    assert width == pytest.approx(2 * 20 * sin(half) - line, abs=0.5)
    assert height == pytest.approx(20 - line, abs=0.5)
