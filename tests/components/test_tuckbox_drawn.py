"""Nets of tuck boxes, folded in arithmetic from the lines that are printed."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from helpers.models import replace
from helpers.reading import sheets

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc, path_bounds
from pnp.components.deck import Card, Deck
from pnp.components.registry import draw_component
from pnp.components.tuckbox.draw import DETAIL_SIZES, NAME_SIZES
from pnp.definitions import find_game, load_game
from pnp.scene import Group, Role, Scene, Shape, Text, item_bounds, items_bounds
from pnp.sheets.layout.scheme import Duplex

BOXES = [("turno", "box-36"), ("turno", "box-49"), ("turno", "box-72"), ("turnio", "chip-box")]
STOCKS = [0.1, 0.3, 0.36, 1.0]
every_box = pytest.mark.parametrize(("game", "box"), BOXES)
every_stock = pytest.mark.parametrize("stock", STOCKS)


@dataclass(frozen=True)
class Folded:
    """What the printed lines say of a box: its uprights from left to right, its level folds."""

    scene: Scene
    points: list[Point]
    arcs: list[tuple[Point, Arc]]
    uprights: list[float]
    top: float
    bottom: float
    levels: list[tuple[Point, Point]]

    @property
    def width(self):
        return self.uprights[0]

    @property
    def depth(self):
        return self.uprights[1] - self.uprights[0]

    @property
    def height(self):
        return self.bottom - self.top

    def levels_over(self, left, right):
        """The level folds between two places, from the top: their y and how long they are."""
        middle = (left + right) / 2
        return sorted((a.y, b.x - a.x) for a, b in self.levels if a.x < middle < b.x)

    def corners_within(self, left, right, upper, lower):
        return [p for p in self.points if left < p.x < right and upper < p.y < lower]


@cache
def game_on(game, stock):
    return replace(load_game(find_game(game)).game, stock=stock, livery=None)


@cache
def drawn(game, box, stock=0.3, folded=False):
    (piece,) = draw_component(game_on(game, stock), box, folded)
    return piece


def read(scene):
    shapes = [item for item in scene.items if isinstance(item, Shape)]
    (cut,) = [shape.paths[0] for shape in shapes if shape.role is Role.CUT]
    folds = [shape.paths[0] for shape in shapes if shape.role is Role.SCORE]
    ends = [(fold.start, fold.segments[0].to) for fold in folds]
    upright = sorted((a.x, a.y, b.y) for a, b in ends if a.x == b.x)
    (top,), (bottom,) = {y for _, y, _ in upright}, {y for _, _, y in upright}
    points = [cut.start, *(segment.to for segment in cut.segments)]
    arcs = [
        (points[index], segment)
        for index, segment in enumerate(cut.segments)
        if isinstance(segment, Arc)
    ]
    levels = [(a, b) for a, b in ends if a.y == b.y]
    return Folded(scene, points, arcs, [x for x, _, _ in upright], top, bottom, levels)


@every_box
@every_stock
def test_walls_that_meet_are_equal_and_the_last_one_ends_inside_the_front(game, box, stock):
    net = read(drawn(game, box, stock).front)
    first, second, third, fourth = net.uprights
    assert third - second == pytest.approx(first)
    assert second - first == pytest.approx(fourth - third + stock)
    assert len(net.levels) == 8


@every_box
@every_stock
@pytest.mark.parametrize("folded", [False, True])
def test_the_pile_fits_between_the_walls_and_all_that_is_folded_in(game, box, stock, folded):
    """A wall lies half its thickness on either side of its fold."""
    loaded = load_game(find_game(game)).game
    tuckbox = loaded.components[box]
    packed = [loaded.components[key] for key in tuckbox.of]
    pile = -(-sum(component.count for component in packed) // tuckbox.stacks)
    thickness = pile * stock * (2 if folded else 1)
    net = read(drawn(game, box, stock, folded).front)
    tongue_and_glue_flap, tab = 2 * stock, stock
    room = net.depth - stock - tongue_and_glue_flap - tab
    assert room == pytest.approx(thickness + 1)
    assert net.width - stock == pytest.approx(tuckbox.stacks * packed[0].face_size.width + 1)
    assert net.height - stock == pytest.approx(packed[0].face_size.height + 1)


@every_box
@every_stock
def test_the_lid_lies_on_the_dust_flaps_and_its_tongue_tucks_in_behind_the_front(game, box, stock):
    net = read(drawn(game, box, stock).front)
    first, second, third, _ = net.uprights
    (crease, crease_length), (lid, lid_length) = net.levels_over(second, third)
    assert lid == pytest.approx(net.top - stock)
    assert lid - crease == pytest.approx(net.depth - stock)  # the tongue is one paper further in
    assert lid_length <= net.width
    assert crease_length <= net.width - stock - 0.9
    assert 5 < crease < net.height / 2
    notch_start, notch = net.arcs[0]
    assert notch.radius < crease  # the tongue, which begins at the net's top, covers the notch
    assert notch_start.y == notch.to.y == net.top
    assert (notch_start.x + notch.to.x) / 2 == pytest.approx(first / 2)
    assert notch.to.x - notch_start.x == pytest.approx(2 * notch.radius)
    assert not notch.clockwise
    assert [arc.clockwise for _, arc in net.arcs[1:]] == [True, True]


@every_box
@every_stock
def test_the_bottom_reaches_the_back_and_its_tab_goes_inside(game, box, stock):
    net = read(drawn(game, box, stock).front)
    (bottom, length), (crease, crease_length) = net.levels_over(0, net.width)
    assert bottom == pytest.approx(net.bottom + stock)
    assert crease - bottom == pytest.approx(net.depth - stock)
    assert length <= net.width
    assert crease_length <= net.width - stock - 0.9
    tab = net.scene.size.height - crease
    assert 5 < tab < net.height / 2
    ends = net.corners_within(-1, net.width, crease + 0.1, net.scene.size.height + 1)
    assert len(ends) == 2
    assert abs(ends[0].x - ends[1].x) < crease_length


@every_box
@every_stock
def test_dust_flaps_do_not_meet_and_leave_room_for_what_is_tucked_in(game, box, stock):
    net = read(drawn(game, box, stock).front)
    walls = list(zip(net.uprights, net.uprights[1:], strict=False))
    for left, right in (walls[0], walls[2]):
        above = net.corners_within(left, right, -1, net.top - 0.1)
        below = net.corners_within(left, right, net.bottom + 0.1, 1000)
        for flap in (above, below):
            xs = [p.x for p in flap]
            assert len(flap) == 2
            assert min(xs) - left >= 1.5 * stock + 0.5
            assert right - max(xs) >= 1.5 * stock + 0.5
            assert max(xs) - min(xs) > 0.4 * (right - left - 3 * stock - 1)
        for reach in (net.top - above[0].y, below[0].y - net.bottom):
            assert 5 < reach < (net.width - stock) / 2
        (upper, one), (lower, other) = net.levels_over(left, right)
        assert (upper, lower) == (net.top, net.bottom)
        assert one == other < right - left - 2 * stock


@every_box
@every_stock
def test_the_glue_flap_lies_behind_the_front_and_keeps_clear_of_the_notch(game, box, stock):
    net = read(drawn(game, box, stock).front)
    last = net.uprights[-1]
    corners = [p for p in net.points if p.x > last]
    assert len(corners) == 2
    assert {p.x for p in corners} == {net.scene.size.width}
    assert min(p.y for p in corners) > net.top
    assert max(p.y for p in corners) < net.bottom
    assert 5 < net.scene.size.width - last < net.arcs[0][0].x
    assert [p for p in net.points if p.x == last] == [Point(last, net.top), Point(last, net.bottom)]


@every_box
@every_stock
def test_the_outline_is_one_line_that_does_not_cross_itself(game, box, stock):
    points = read(drawn(game, box, stock).front).points
    edges = list(zip(points, [*points[1:], points[0]], strict=True))
    for (a, b), (c, d) in combinations(edges, 2):
        if len({a, b, c, d}) == 4:
            assert not (turns(a, b, c) * turns(a, b, d) < 0 and turns(c, d, a) * turns(c, d, b) < 0)
    assert len(set(points)) == len(points)


def turns(a, b, c):
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


@every_box
def test_the_piece_is_exactly_as_large_as_its_net_and_all_art_is_on_it(game, box):
    piece = drawn(game, box)
    (cut,) = [i for i in piece.front.items if isinstance(i, Shape) and i.role is Role.CUT]
    whole = Rect(0, 0, *piece.front.size)
    assert path_bounds(cut.paths[0]) == pytest.approx(whole)
    assert whole.contains(items_bounds(piece.front.only(Role.ART).items))
    assert (piece.copies, piece.back, piece.freed_by_trim) == (1, None, False)


def texts_of(scene):
    return [item for item in scene.items if isinstance(item, Text)]


@every_box
def test_front_and_back_name_game_contents_and_count_inside_a_double_frame(game, box):
    scene = drawn(game, box).front
    net = read(scene)
    names = {
        "box-36": ["TURNO", "36 cards"],
        "box-49": ["TURNO", "49 cards"],
        "box-72": ["TURNO", "72 cards"],
        "chip-box": ["Turnio", "Chips and X chips", "40 chips"],
    }[box]
    texts = texts_of(scene)
    assert [text.string for text in texts] == names * 2
    frames = [
        item_bounds(i)
        for i in scene.items
        if isinstance(i, Shape) and len(i.paths[0].segments) == 3
    ]
    assert len(frames) == 4
    for wall, (left, right) in enumerate([(0, net.uprights[0]), net.uprights[1:3]]):
        outer, inner = frames[2 * wall : 2 * wall + 2]
        lines = [item_bounds(text) for text in texts[len(names) * wall :][: len(names)]]
        assert left + 2 < outer.x < inner.x
        assert inner.right < outer.right < right - 2
        assert all(inner.inset(0.8).contains(line) for line in lines[:2])
        assert not any(
            one.inset(0.4).overlaps(two.inset(0.4)) for one, two in combinations(lines, 2)
        )
        assert all(line.center.x == pytest.approx((left + right) / 2) for line in lines)
    assert frames[0].y > net.top + net.arcs[0][1].radius
    sizes = [text.size for text in texts]
    assert sizes[0] > sizes[1] == sizes[len(names) - 1]


def names_on_spines(scene):
    groups = [item for item in scene.items if isinstance(item, Group)]
    return [group for group in groups if all(isinstance(item, Text) for item in group.items)]


@every_box
def test_the_spines_bear_the_name_where_it_can_be_read(game, box):
    scene = drawn(game, box).front
    net = read(scene)
    spines = names_on_spines(scene)
    assert len(spines) == 2
    for spine, left, right in zip(spines, net.uprights[0::2], net.uprights[1::2], strict=True):
        place = item_bounds(spine)
        assert left + 1 < place.x < place.right < right - 1
        assert net.top + 3 < place.y < place.bottom < net.bottom - 3


def own(turno, title="Larder", name="Jars", count=40, size=(44, 68), **box):
    jars = Deck(kind="deck", name=name, size=Size(*size), cards=(Card(front=1, copies=count),))
    tuckbox = replace(turno.components["box-36"], of=("jars",), **box)
    return replace(turno, name=title, components={"jars": jars, "box": tuckbox})


@pytest.mark.parametrize("stock", STOCKS)
@pytest.mark.parametrize(
    ("sleeve", "outer", "more"),
    [("standard", (66, 91), 0.2), ("0.1mm", (66, 91.9), 0.1), ("70x95mm, 0.25mm", (70, 95), 0.25)],
)
def test_sleeved_cards_fit_between_the_walls_of_the_drawn_box(turno, sleeve, outer, more, stock):
    game = replace(own(turno, count=60, size=(63.5, 88.9), sleeve=sleeve), stock=stock)
    (piece,) = draw_component(game, "box")
    net = read(piece.front)
    assert net.width - stock == pytest.approx(outer[0] + 1)
    assert net.height - stock == pytest.approx(outer[1] + 1)
    tongue_and_glue_flap, tab = 2 * stock, stock
    assert net.depth - stock - tongue_and_glue_flap - tab == pytest.approx(60 * (stock + more) + 1)


def test_a_shallow_box_has_no_name_on_its_spine(turno):
    (piece,) = draw_component(own(turno, count=6), "box")
    assert not names_on_spines(piece.front)


@pytest.mark.parametrize("length", [6, 12, 20])
def test_names_shrink_to_have_room(turno, length):
    (piece,) = draw_component(own(turno, title="L" * length, name="J" * length), "box")
    title, name, *_ = texts_of(piece.front)
    assert NAME_SIZES[0] <= title.size <= NAME_SIZES[1]
    assert DETAIL_SIZES[0] <= name.size <= DETAIL_SIZES[1]
    assert max(item_bounds(title).width, item_bounds(name).width) < 45 - 2 * (2.5 + 0.9)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"title": "W" * 40},
            r"^'W{40}' is \d+\.\d mm long in letters of 2\.5 mm, and the box has",
        ),
        ({"name": "M" * 40}, r"^'M{40}' is \d+\.\d mm long in letters of 1\.8 mm, and the box has"),
        ({"count": 2}, r"^a box of 45 x 69 x 1\.6 mm inside is too small to fold; 15 x 15 x 2 mm"),
        ({"size": (13, 13), "count": 90}, r"^a box of 14 x 14 x 28 mm inside is too small"),
    ],
)
def test_a_name_too_long_or_a_box_too_small_is_reported_with_what_there_is(turno, changes, message):
    with pytest.raises(LayoutError, match=message):
        draw_component(own(turno, **changes), "box")


def test_the_printed_box_measures_what_it_should(build):
    """From edge to edge of the coloured net: the white casing of the cut line takes 0.3 of it."""
    built = build("turno", only=("box-36",), formats=("pdf",))
    (page,) = sheets(built.folder / built.files[0].path, 12)
    colored = (page.lightest - page.darkest > 12).nonzero()
    height, width = (int(np.ptp(along)) + 1 for along in colored)
    wall, depth, closing = 44 + 1 + 0.3, 36 * 0.3 + 1 + 4 * 0.3, 36 * 0.3 + 1 + 3 * 0.3
    assert width / 12 == pytest.approx(2 * wall + depth + closing + 10 - 0.3, abs=0.3)
    tall = 15 + closing + 0.3 + (68 + 1 + 0.3) + 0.3 + closing + 10
    assert height / 12 == pytest.approx(tall - 0.3, abs=0.3)


def test_a_box_follows_the_cards_chosen_size_the_paper_and_the_folding(build):
    def piece(**options):
        built = build("turno", only=("box-36",), formats=("pdf",), **options)
        return built.files[0].piece_mm

    plain, poker = piece(), piece(sizes={"": "poker"})
    assert poker[0] - plain[0] == pytest.approx(2 * (63.5 - 44), abs=1e-3)
    assert poker[1] - plain[1] == pytest.approx(88.9 - 68, abs=1e-3)
    thick = piece(stock=0.4)
    assert thick[0] - plain[0] == pytest.approx(2 * 36 * 0.1 + (2 + 4 + 3) * 0.1, abs=1e-3)
    folded = piece(duplex=Duplex.FOLD)
    assert folded[0] - plain[0] == pytest.approx(2 * 36 * 0.3, abs=1e-3)
    assert piece(duplex=Duplex.FRONTS) == plain
