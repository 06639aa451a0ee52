"""Rivers, walls and roads of maps of hexagons: where they lie, and what is said of wrong ones."""

from functools import partial
from math import dist, sqrt

import pytest
from helpers.components import draw
from helpers.game_folder import component_of
from pydantic import ValidationError

from pnp.base.errors import DefinitionError
from pnp.components.hexmap import HexMap
from pnp.components.hexmap.terrain import SIDES, MapLine
from pnp.scene import Shape, Text

CELL = 20.0
RIVER = {"name": "River", "color": "#2f7ea6"}
ROAD = {"name": "Road", "color": "#8a5a2b", "runs": "across"}


def hexmap(lines, **keys):
    made = {key: MapLine(**line) for key, line in lines.items()}
    size = {"columns": 4, "rows": 4, "cell": CELL}
    return HexMap(kind="hexmap", name="Map", lines=made, **{**size, **keys})


def drawn(board, color):
    (piece,) = draw(board)
    return [
        (path.start, path.segments[0].to)
        for item in piece.front.items
        if isinstance(item, Shape) and item.style.stroke == color
        for path in item.paths
    ]


@pytest.mark.parametrize("top", ["flat", "point"])
def test_each_side_of_a_hexagon_is_an_edge_of_it_and_lies_where_its_name_says(top):
    for name in SIDES[top]:
        board = hexmap({"river": {**RIVER, "sides": {"0202": name}}}, top=top, legend=False)
        place = board.by_name["0202"]
        ((start, end),) = drawn(board, "#2f7ea6")
        edges = [frozenset((round(p.x, 6), round(p.y, 6)) for p in one) for one in place.edges()]
        assert frozenset((round(p.x, 6), round(p.y, 6)) for p in (start, end)) in edges
        middle = ((start.x + end.x) / 2, (start.y + end.y) / 2)
        assert ("n" in name) == (middle[1] < place.center.y - 0.1)
        assert ("s" in name) == (middle[1] > place.center.y + 0.1)
        assert ("e" in name) == (middle[0] > place.center.x + 0.1)
        assert ("w" in name) == (middle[0] < place.center.x - 0.1)


@pytest.mark.parametrize("top", ["flat", "point"])
@pytest.mark.parametrize("shift", ["even", "odd"])
def test_a_road_joins_the_middles_of_neighbours(top, shift):
    for name in SIDES[top]:
        road = {"road": {**ROAD, "sides": {"0203": name}}}
        board = hexmap(road, top=top, shift=shift, legend=False)
        ((start, end),) = drawn(board, "#8a5a2b")
        assert start == board.by_name["0203"].center
        assert dist(start, end) == pytest.approx(CELL)
        assert min(dist(end, place.center) for place in board.places) < 1e-6


def test_a_road_ends_at_the_edge_of_the_map():
    board = hexmap({"road": {**ROAD, "sides": {"0101": "n"}}}, legend=False)
    ((start, end),) = drawn(board, "#8a5a2b")
    assert dist(start, end) == pytest.approx(CELL / 2)


def test_a_side_that_two_hexagons_name_is_one_side():
    sides = {"0101": "s", "0102": "n, s s"}
    board = hexmap({"river": {**RIVER, "sides": sides}})
    assert board.named_figures == {"sides_river": 2}
    assert len(board.line_sides["river"]) == 2
    assert dist(*board.line_sides["river"][0].ends) == pytest.approx(CELL / sqrt(3))


def test_the_legend_has_room_for_lines_and_names_them():
    sides = {"river": {**RIVER, "legend": "A deep river", "sides": {"0101": "s"}}}
    board, bare = hexmap(sides), hexmap({})
    assert board.size.height > bare.size.height
    (piece,) = draw(board)
    assert "A deep river" in [one.string for one in piece.front.items if isinstance(one, Text)]


def test_a_double_line_is_light_inside():
    wall = {"name": "Wall", "color": "#454545", "stroke": "double", "sides": {"0101": "s"}}
    board = hexmap({"wall": wall}, legend=False)
    assert drawn(board, "#454545") == drawn(board, board.ground)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ({"a": {**RIVER, "sides": {"0909": "n"}}}, "lines.a.sides: there is no hexagon '0909'"),
        (
            {"a": {**RIVER, "sides": {"0101": "n e"}}},
            "lines.a.sides.0101: 'e' is not a side; there are: n, ne, se, s, sw, nw",
        ),
        ({"a": RIVER, "b": {**ROAD, "name": "River"}}, "lines.b: a has the name 'River' too"),
        (
            {"a": RIVER, "b": {**RIVER, "name": "Wall"}},
            "lines.b: River and Wall both run along sides with a solid stroke; give each its own",
        ),
        ({"a": {**RIVER, "sides": dict.fromkeys(map(str, range(99)), "n")}}, "and 95 more"),
    ],
)
def test_wrong_lines_are_reported(lines, told):
    with pytest.raises(ValidationError) as refused:
        hexmap(lines)
    assert told in str(refused.value)


WORLD = """
name = "World"
summary = "A map."
components.world.kind = "hexmap"
components.world.name = "World"
components.world.columns = 3
components.world.rows = 3
components.world.cell = "20mm"
components.world.sides = "sides.csv"
components.world.lines.river = { name = "River", color = "#2f7ea6" }
components.world.lines.road = { name = "Road", color = "#8a5a2b", runs = "across" }
"""


@pytest.fixture
def world(tmp_path):
    """What the map becomes that a table of sides says."""
    return partial(component_of, tmp_path / "world", WORLD, "sides.csv")


@pytest.mark.parametrize("comma", [",", ";"])
def test_sides_are_read_from_a_table(world, comma):
    table = "Hex,River,road\n0101,s n,\n0202,,se\n0101,ne,s\n".replace(",", comma)
    board = world(table)
    assert board.named_figures == {"sides_river": 3, "sides_road": 2}
    assert board.table_files == ("sides.csv",)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("0101,n\n", "sides.csv: line 1: name a column hex, and one for each of the lines"),
        ("hex,rver\n0101,n\n", "sides.csv: line 1: 'rver' is none of the lines; there are: river"),
        ("hex,river\n0404,n\n", "lines.river.sides: there is no hexagon '0404'"),
        ('hex,river\n"0404,n\n', "sides.csv: is not a table: unexpected end of data"),
    ],
)
def test_faults_of_a_table_of_sides_are_reported(world, table, told):
    with pytest.raises(DefinitionError) as refused:
        world(table)
    assert told in str(refused.value)
