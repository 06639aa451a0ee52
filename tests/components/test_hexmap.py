"""Maps of hexagons: their places, terrain, names and legend, measured."""

import re
from collections import Counter
from functools import partial
from math import dist, sqrt
from typing import get_args

import pytest
from helpers.color_vision import contrast
from helpers.components import draw
from helpers.game_folder import component_of

from pnp.base.errors import DefinitionError, LayoutError
from pnp.base.path import path_bounds
from pnp.components.hexmap import HexMap
from pnp.components.hexmap.terrain import MapLine, Pattern, Terrain
from pnp.game.places import Mark
from pnp.scene import Group, Shape, Text, item_bounds

CELL = 20.0
TERRAIN = {
    "f": Terrain(name="Forest", color="#b5c894", pattern="trees"),
    "w": Terrain(name="Deep sea", color="#9cc3d6", pattern="waves"),
    "s": Terrain(name="Shrine", color="#dfb9a2", mark="star"),
}
WOOD = Terrain(name="Wood", color="#004400", pattern="trees")


def hexmap(**keys):
    return HexMap(kind="hexmap", name="Map", **{"columns": 4, "rows": 3, "cell": CELL, **keys})


def items_of(board):
    (piece,) = draw(board)
    return piece.front.items


def texts_of(board):
    return {item.string: item for item in items_of(board) if isinstance(item, Text)}


@pytest.mark.parametrize("shift", ["even", "odd"])
@pytest.mark.parametrize("top", ["flat", "point"])
def test_neighbours_are_a_hexagon_apart_and_share_an_edge(top, shift):
    board = hexmap(columns=5, rows=4, top=top, shift=shift)
    edges = Counter()
    for place in board.places:
        others = [dist(place.center, other.center) for other in board.places if other != place]
        assert min(others) == pytest.approx(CELL)
        for start, end in place.edges():
            assert dist(start, end) == pytest.approx(CELL / sqrt(3))
            edges[frozenset((round(p.x, 4), round(p.y, 4)) for p in (start, end))] += 1
    assert max(edges.values()) == 2
    beside = sum(
        dist(one.center, other.center) < 1.01 * CELL
        for number, one in enumerate(board.places)
        for other in board.places[:number]
    )
    assert list(edges.values()).count(2) == beside


@pytest.mark.parametrize(("top", "level"), [("flat", 2), ("point", 1)])
def test_a_hexagon_has_a_flat_side_or_a_point_at_its_top(top, level):
    for place in hexmap(top=top).places:
        highest = min(corner.y for corner in place.corners)
        assert sum(abs(corner.y - highest) < 1e-6 for corner in place.corners) == level


@pytest.mark.parametrize(("shift", "lower"), [("even", "02"), ("odd", "01")])
def test_every_other_column_of_a_flat_map_stands_half_a_hexagon_lower(shift, lower):
    tops = {place.name: place.center.y for place in hexmap(shift=shift).places}
    higher = {"01": "02", "02": "01"}[lower]
    assert tops[f"{lower}01"] - tops[f"{higher}01"] == pytest.approx(CELL / 2)
    assert tops["0301"] == pytest.approx(tops["0101"])


@pytest.mark.parametrize(("shift", "pushed"), [("even", "02"), ("odd", "01")])
def test_every_other_row_of_a_pointed_map_stands_half_a_hexagon_to_the_right(shift, pushed):
    lefts = {place.name: place.center.x for place in hexmap(top="point", shift=shift).places}
    other = {"01": "02", "02": "01"}[pushed]
    assert lefts[f"01{pushed}"] - lefts[f"01{other}"] == pytest.approx(CELL / 2)


@pytest.mark.parametrize("top", ["flat", "point"])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 4), (4, 1), (3, 5)])
def test_the_map_is_as_large_as_its_hexagons_and_its_rim(columns, rows, top):
    board = hexmap(columns=columns, rows=rows, top=top, rim=7.0)
    corners = [corner for place in board.places for corner in place.corners]
    assert min(c.x for c in corners) == pytest.approx(7)
    assert min(c.y for c in corners) == pytest.approx(7)
    assert max(c.x for c in corners) == pytest.approx(board.size.width - 7)
    assert max(c.y for c in corners) == pytest.approx(board.size.height - 7)


def test_names_are_column_and_row_and_have_three_figures_each_on_a_large_map():
    assert [place.name for place in hexmap(columns=2, rows=2).places] == [
        *("0101", "0102"),
        *("0201", "0202"),
    ]
    assert hexmap(columns=100, rows=2).places[-1].name == "100002"


def test_every_edge_is_drawn_once():
    board = hexmap(columns=5, rows=4)
    (grid,) = [i for i in items_of(board) if isinstance(i, Shape) and i.style.stroke == board.ink]
    ends = {
        frozenset((round(p.x, 4), round(p.y, 4)) for p in (path.start, path.segments[-1].to))
        for path in grid.paths
    }
    every = {
        frozenset((round(p.x, 4), round(p.y, 4)) for p in edge)
        for place in board.places
        for edge in place.edges()
    }
    assert len(grid.paths) == len(ends) == len(every)


def test_each_hexagon_has_the_colour_and_the_pattern_of_its_letter():
    board = hexmap(terrain=TERRAIN, map=("f..w", ".ww.", "s..f"), legend=False)
    centers = {place.name: place.center for place in board.places}
    items = items_of(board)
    meant = {"#b5c894": {"0101", "0403"}, "#9cc3d6": {"0401", "0202", "0302"}, "#dfb9a2": {"0103"}}
    for color, names in meant.items():
        (ground,) = [i for i in items if isinstance(i, Shape) and i.style.fill == color]
        middles = {(round(c.x, 3), round(c.y, 3)) for c in map(centers.get, names)}
        found = {tuple(round(side, 3) for side in path_bounds(p).center) for p in ground.paths}
        assert found == middles
    patterns = [(i.transform.e, i.transform.f) for i in items if isinstance(i, Group)]
    assert sorted(patterns) == sorted(tuple(centers[n]) for names in meant.values() for n in names)


@pytest.mark.parametrize("color", ["#e6d59b", "#ffffff", "#20304a", "#6b8f3a"])
@pytest.mark.parametrize("pattern", [*get_args(Pattern), *get_args(Mark)])
def test_a_pattern_is_seen_on_its_colour_and_stays_in_its_hexagon_below_the_number(pattern, color):
    sign = {"pattern" if pattern in get_args(Pattern) else "mark": pattern}
    terrain = {"x": Terrain(name="Land", color=color, **sign)}
    board = hexmap(columns=1, rows=1, terrain=terrain, map=("x",), legend=False)
    items = items_of(board)
    (drawn,) = [item for item in items if isinstance(item, Group)]
    (number,) = [item_bounds(item) for item in items if isinstance(item, Text)]
    bounds, (place,) = item_bounds(drawn), board.places
    assert not bounds.overlaps(number)
    assert dist(bounds.center, place.center) + max(bounds.size) / 2 < CELL / 2
    inks = {ink for item in drawn.items for ink in (item.style.fill, item.style.stroke) if ink}
    assert all(contrast(ink, color) > 2 for ink in inks)


def test_numbers_are_in_their_hexagons_and_can_be_left_out():
    board = hexmap()
    texts = texts_of(board)
    for place in board.places:
        bounds = item_bounds(texts[place.name])
        assert bounds.center.x == pytest.approx(place.center.x, abs=0.01)
        assert place.center.y - CELL / 2 < bounds.y < bounds.bottom < place.center.y
    assert texts_of(hexmap(coordinates=False)) == {}


def test_a_name_stands_on_a_plate_over_its_hexagon():
    board = hexmap(labels={"0202": "Old Mill"}, ground="#f3ecd8")
    items = items_of(board)
    name = item_bounds(texts_of(board)["Old Mill"])
    plate = item_bounds(items[[getattr(i, "string", "") for i in items].index("Old Mill") - 1])
    assert plate.contains(name)
    assert plate.center.x == pytest.approx(board.by_name["0202"].center.x)


@pytest.mark.parametrize(
    ("columns", "kinds", "rows"), [(4, 3, [3]), (4, 4, [2, 2]), (3, 3, [2, 1]), (2, 3, [1, 1, 1])]
)
def test_the_legend_tells_of_every_terrain_in_rows_as_even_as_can_be(columns, kinds, rows):
    marsh = Terrain(name="Marsh", color="#c5d6bd", pattern="reeds")
    terrain = dict(list({**TERRAIN, "m": marsh}.items())[:kinds])
    board = hexmap(columns=columns, cell=35.0, terrain=terrain)
    texts = texts_of(board)
    lines = Counter(round(texts[one.name].at.y) for one in terrain.values())
    assert [lines[y] for y in sorted(lines)] == rows
    assert min(lines) > board.area.bottom
    assert max(lines) < board.size.height - board.rim


def test_a_map_may_go_without_a_legend():
    bare, told = hexmap(terrain=TERRAIN, legend=False), hexmap(terrain=TERRAIN)
    assert "Forest" not in texts_of(bare)
    assert bare.size.height == pytest.approx(hexmap().size.height)
    assert told.size.height > bare.size.height


def test_every_word_that_has_no_room_is_reported():
    with pytest.raises(LayoutError) as refusal:
        draw(
            hexmap(
                title="A title " * 20, labels={"0101": "A name that is far too long for a hexagon"}
            )
        )
    assert [line.split(":")[0] for line in str(refusal.value).splitlines()] == [
        "labels.0101",
        "title",
    ]


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"map": ("....", "....")}, "map: has 2 rows, and the map has 3"),
        ({"map": ("....", "...", "....")}, "map: row 2: has 3 letters, and the map has 4 columns"),
        ({"map": ("....", "..q.", "....")}, "map: row 2: 'q': no terrain has this letter"),
        ({"labels": {"0909": "Far"}}, "labels.0909: there is no place '0909' on this board"),
        ({"labels": {"0101-0202": "Wide"}}, "labels.0101-0202: write one place, not a range"),
        ({"columns": 200, "rows": 200}, "200 x 200 are 40000 hexagons; a map has at most 20000"),
        (
            {
                "terrain": {
                    "a": Terrain(name="Sea", color="#001133", mark="disc"),
                    "ab": TERRAIN["f"],
                }
            },
            "terrain.ab: write one letter for each kind of terrain",
        ),
        (
            {
                "terrain": {
                    "a": TERRAIN["f"],
                    "b": Terrain(name="Wood", color="#004400", pattern="trees"),
                }
            },
            "Forest and Wood are both drawn with trees",
        ),
    ],
)
def test_an_impossible_map_is_reported(keys, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        hexmap(**{"terrain": TERRAIN, **keys})


WORLD = """
name = "World"
summary = "A map in a file."
[components.world]
kind = "hexmap"
name = "World"
columns = 3
rows = 2
cell = "20mm"
cells = "world.csv"
terrain.f = { name = "Forest", color = "#b5c894", pattern = "trees" }
"""


@pytest.fixture
def world(tmp_path):
    """What the map becomes that a table of letters says."""
    return partial(component_of, tmp_path / "world", WORLD, "world.csv")


@pytest.mark.parametrize("table", ["f,,.\n.,f,f\n", "\ufefff;;.\r\n.;f;f\r\n"])
def test_a_map_is_read_from_a_table_of_commas_or_semicolons(world, table):
    board = world(table)
    assert board.map == ("f..", ".ff")
    assert board.letters == {"0101": "f", "0202": "f", "0302": "f"}
    assert board.named_figures == {"hexes_forest": 3}


def test_faults_of_a_table_are_reported_with_their_line_all_at_once(world):
    with pytest.raises(DefinitionError) as refusal:
        world("f,ff,.\n.,,\nx,,oo\n")
    told = str(refusal.value)
    assert "world.csv: line 1, column 2: write one letter, not 'ff'" in told
    assert "world.csv: line 3, column 3: write one letter, not 'oo'" in told


@pytest.mark.parametrize("top", ["flat", "point"])
def test_a_blank_in_the_map_is_a_hole_without_lines_name_or_place(top):
    whole = hexmap(top=top)
    board = hexmap(top=top, map=("... ", ".f _", "...."), terrain=TERRAIN)
    missing = {"0401", "0302", "0402"}
    assert set(whole.by_name) - set(board.by_name) == missing
    assert all(board.by_name[name] == whole.by_name[name] for name in board.by_name)
    assert board.size.width == whole.size.width
    assert board.letters == {"0202": "f"}
    assert board.claim_figures(None)["cells"] == 9
    assert missing.isdisjoint(texts_of(board))
    for edge in board.edges:
        middle = ((edge[0].x + edge[1].x) / 2, (edge[0].y + edge[1].y) / 2)
        near = [n for n, one in whole.by_name.items() if dist(one.center, middle) < 0.51 * CELL]
        assert set(near) - missing


def test_an_underscore_with_a_terrain_of_its_own_is_no_hole():
    marsh = {"_": Terrain(name="Marsh", color="#b5c894", pattern="reeds")}
    board = hexmap(map=("_ ..", "....", "...."), terrain=marsh)
    assert board.letters == {"0101": "_"}
    assert len(board.places) == 11


def test_a_road_into_a_hole_ends_at_the_side():
    road = MapLine(name="Road", color="#333333", runs="across", sides={"0201": "ne s"})
    board = hexmap(map=(".. .", "....", "...."), lines={"road": road})
    lengths = sorted(round(dist(*side.joined), 3) for side in board.line_sides["road"])
    assert lengths == [CELL / 2, CELL]


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"map": ("    ", "____", "    ")}, "map: has no hexagon; write a dot for each"),
        (
            {"map": (". . ", *("    ",) * 3), "halves": True},
            "map: has no hexagon",
        ),
        ({"map": (".. .", "....", "...."), "labels": {"0301": "Sea"}}, "there is no place '0301'"),
    ],
)
def test_what_lies_in_a_hole_is_reported(keys, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        hexmap(**keys)
