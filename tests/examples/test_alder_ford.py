"""Alder Ford, the example of a war game: a map on several sheets, counters with two sides."""

from math import dist, sqrt

import pypdfium2
import pytest
from helpers.reading import POINTS_PER_MM, sheets

from pnp.components.registry import draw_component
from pnp.definitions import games_to_copy, load_game
from pnp.scene import item_bounds, leaves_in, shapes_in
from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions

FOLDER = games_to_copy()["alder-ford"]
CELL = 24.0
EDGE = CELL / sqrt(3)
CROSS = 3.0  # mm: how wide and high a cross in the margin is
A4_WIDTH = 210
ROLLS = range(6, 0, -1)  # the rows of the battle table: a roll of 1 is in row 6
DASH = "\N{EN DASH}"  # between the numbers of a unit
WEAK = {
    strong.replace(" ", DASH): weak.replace(" ", DASH)
    for strong, weak in {
        **{"5 4": "3 4", "7 4": "4 4", "4 7": "2 7", "6 2": "3 2"},
        **{"4 4": "2 4", "6 3": "4 3", "3 8": "2 8", "5 2": "2 2"},
    }.items()
}


@pytest.fixture(scope="module")
def game():
    return load_game(FOLDER / "game.toml").game


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    options = SheetOptions(out=tmp_path_factory.mktemp("out"), formats=("pdf",))
    build_game(str(FOLDER), options)
    return options.out / "alder-ford" / "print"


def words(file):
    """Return, page by page, every line of text with its middle in mm from the top left."""
    document = pypdfium2.PdfDocument(file)
    found = []
    for page in document:
        text = page.get_textpage()
        height = page.get_height()
        lines = []
        for number in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(number)
            middle = ((left + right) / 2, height - (bottom + top) / 2)
            string = text.get_text_bounded(left, bottom, right, top).strip()
            lines.append((string, tuple(side / POINTS_PER_MM for side in middle)))
        found.append(lines)
    document.close()
    return found


@pytest.fixture(scope="module")
def pages(made):
    """The four sheets of the map: the hexagons' numbers, and the crosses, by their places."""
    file = made / "field-a4.pdf"
    numbers = [{name: at for name, at in page if len(name) == 4} for page in words(file)]
    crosses = [
        sorted(
            (blob.x, blob.y)
            for blob in page.blobs()
            if abs(blob.width - CROSS) < 0.11 and abs(blob.height - CROSS) < 0.11
        )
        for page in sheets(file, 10)
    ]
    return list(zip(numbers, crosses, strict=True))


def joined(one, other, common, moved):
    """Return where a hexagon of the other page comes to lie on the one, cross on cross."""
    return tuple(a + b - c for a, b, c in zip(common, other[moved], one, strict=True))


def test_the_map_is_four_sheets_which_together_have_every_hexagon(game, pages):
    assert len(pages) == 4
    found = set().union(*(numbers for numbers, _ in pages))
    assert {place.name for place in game.components["field"].places} <= found


def test_hexagons_on_either_side_of_an_upright_seam_are_as_far_apart_as_on_one_sheet(pages):
    (left, crosses), (right, others), *_ = pages
    common = max(crosses, key=lambda at: at[0] - at[1])
    same = min(others, key=lambda at: at[0] + at[1])
    at = joined(same, right, common, "0902")
    assert dist(left["0702"], at) == pytest.approx(2 * 1.5 * EDGE, abs=0.1)
    assert at[1] == pytest.approx(left["0702"][1], abs=0.1)
    assert dist(left["0102"], at) == pytest.approx(8 * 1.5 * EDGE, abs=0.1)


def test_hexagons_above_and_below_a_level_seam_are_as_far_apart_as_on_one_sheet(pages):
    (upper, crosses), _, (lower, others), _ = pages
    common = max(crosses, key=lambda at: at[1] - at[0])
    same = min(others, key=lambda at: at[0] + at[1])
    at = joined(same, lower, common, "0311")
    assert dist(upper["0301"], at) == pytest.approx(10 * CELL, abs=0.1)
    assert at[0] == pytest.approx(upper["0301"][0], abs=0.1)


def test_behind_every_unit_is_its_own_weak_side(made):
    fronts, backs = words(made / "units-a4.pdf")
    units = [(word, at) for word, at in fronts if word in WEAK]
    behind = [(word, (A4_WIDTH - x, y)) for word, (x, y) in backs]
    assert len(units) == 23
    for unit, here in units:
        (weak,) = [word for word, there in behind if dist(there, here) < 0.6]
        assert weak == WEAK[unit]


def test_every_unit_is_weaker_on_its_back_and_as_fast(game):
    for series in game.components["units"].series:
        strength, movement = map(int, series.text.split(DASH))
        weak, as_fast = map(int, series.back.text.split(DASH))
        assert 0 < weak < strength
        assert as_fast == movement


def test_nobody_comes_over_the_river_but_by_the_fords_and_the_bridge(game):
    field = game.components["field"]
    centers = {place.name: place.center for place in field.places}

    def reached(barred):
        seen = {name for name in centers if name.startswith("01")}
        todo = list(seen)
        while todo:
            here = todo.pop()
            for name, at in centers.items():
                beside = dist(at, centers[here]) < 1.1 * CELL
                if beside and name not in seen and field.letters.get(name) not in barred:
                    seen.add(name)
                    todo.append(name)
        return seen

    assert "1501" in reached({"w"})
    assert "1501" in reached({"w", "o"})
    assert "1501" in reached({"w", "b"})
    assert "1501" not in reached({"w", "o", "b"})


def test_better_odds_and_a_higher_roll_are_never_worse_for_who_attacks(game):
    labels = game.components["battle"].labels
    order = ["AX", "AL", "AR", "DR", "DL", "DX"]
    rows = [[order.index(labels[f"{column}{row}"]) for column in "bcdef"] for row in ROLLS]
    assert all(row == sorted(row) for row in rows)
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True))
    assert [labels[f"a{row}"] for row in ROLLS] == list("123456")


def test_the_order_cards_tell_of_every_terrain_on_the_map(game):
    terrains = {terrain.name for terrain in game.components["field"].terrain.values()}
    assert terrains <= {row.label for row in game.components["orders"].lines}


@pytest.mark.parametrize("side", ["front", "back"])
def test_every_unit_shows_its_arm_and_nothing_of_the_mark_below(game, side):
    for piece in draw_component(game, "units"):
        drawn, art, _ = getattr(piece, side).items
        ground, _, mark, strength = drawn.items
        cover, arm = art.items
        assert item_bounds(cover).contains(item_bounds(mark))
        assert item_bounds(cover).contains(item_bounds(arm))
        assert cover.style.fill == ground.style.fill
        assert {shape.style.fill for shape in shapes_in([arm])} == {strength.fill}


def test_the_armies_look_at_each_other(game):
    """The arms of the League are those of the Duke, seen in a mirror."""
    drawn = {piece.name: piece.front.items[1].items[1] for piece in draw_component(game, "units")}
    for arm in ("foot", "horse", "guns"):
        duke, league = (list(leaves_in(drawn[f"{army}-{arm}"].items)) for army in ("red", "blue"))
        middle = item_bounds(drawn[f"red-{arm}"]).center
        assert item_bounds(drawn[f"blue-{arm}"]).center.x == pytest.approx(2 * 7.5 - middle.x)
        assert len(duke) == len(league)
