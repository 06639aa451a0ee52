"""The figures of components that claims may use."""

import pytest
from helpers.components import figures
from helpers.models import replace

from pnp.base.geometry import Size
from pnp.components.cards import Cards
from pnp.components.cones import Cones
from pnp.components.counters import Counters
from pnp.components.deck import Card, Deck, Series
from pnp.components.die import Die
from pnp.components.faces.frames import Layout
from pnp.components.faces.pieces import Row
from pnp.components.hexagon import Hexagon
from pnp.components.hexmap import HexMap
from pnp.components.hexmap.terrain import Terrain
from pnp.components.player_pieces import CounterSeries
from pnp.components.sized import Pair
from pnp.components.standees import Pawn, Standees
from pnp.components.strips import StripRow, Strips
from pnp.components.tiles import Tiles
from pnp.components.track import Track
from pnp.components.tracker import Tracker
from pnp.components.tuckbox import Tuckbox
from pnp.game.game import Game

TWO_SERIES = (
    Series(id="black", ink="#000000", frame="round"),
    Series(id="red", ink="#c2361f", frame="notched"),
)
LARDER = Game(
    id="larder",
    name="Larder",
    summary="A box of jars.",
    stock=0.5,
    components={
        "jars": Tiles(
            kind="tiles",
            name="Jars",
            size=Size(20, 31),
            fronts=(1, 2, 3),
            backs=(0, 1),
            without=(Pair(3, 0),),
        ),
        "lids": Deck(
            kind="deck",
            name="Lids",
            size=Size(44, 68),
            fronts=(1, 2),
            backs=(1, 2, 3),
            series=TWO_SERIES,
        ),
        "labels": Deck(
            kind="deck",
            name="Labels",
            size=Size(40, 50),
            cards=(Card(front=3, back=1, copies=2), Card(front=5), Card(front=3, back=3)),
        ),
        "tags": Deck(kind="deck", name="Tags", cards=(Card(front=5), Card(front=6))),
        "comb": Hexagon(kind="hexagon", name="Comb", edge=18.5, front=2, back=5),
        "spoons": Standees(
            kind="standees",
            name="Spoons",
            width=16.0,
            height=30.0,
            base=14.0,
            tab=5.0,
            pawns=(
                Pawn(id="tin", color="#aaaaaa", mark="disc"),
                Pawn(id="gold", color="#ddbb22", mark="star"),
            ),
        ),
        "cube": Die(kind="die", name="Cube", edge=12.0, opposites=((6, 0), (2, 4), (3, 5))),
        "shelf": Tracker(kind="tracker", name="Shelf", of="jars", row=9.0, title="Fullest jar"),
        "hats": Cones(
            kind="cones",
            name="Hats",
            diameter=16.0,
            slant=20.0,
            tab=4.0,
            series=(
                CounterSeries(id="tin", color="#aaaaaa", mark="disc", copies=3),
                CounterSeries(id="old-gold", color="#ddbb22", mark="star", copies=2),
            ),
        ),
        "case": Tuckbox(kind="tuckbox", name="Case", of=("jars",), stacks=2),
    },
)


@pytest.mark.parametrize(
    ("component", "value", "expected"),
    [
        (
            "jars",
            5,
            {
                "kinds": 5,
                "numbers": (0, 1, 2, 3),
                "fronts": {1: 2, 2: 2, 3: 1},
                "backs": {0: 2, 1: 3},
                "totals": {4: 1, 3: 1, 2: 2, 1: 1},
                "doubles": 1,
                "dots": 12,
                "width": 20,
                "height": 31,
            },
        ),
        (
            "labels",
            4,
            {
                "kinds": 2,
                "numbers": (1, 3),
                "fronts": {3: 3},
                "backs": {1: 2, 3: 1},
                "totals": {6: 1, 4: 2},
                "doubles": 1,
                "dots": 14,
                "series": 1,
                "inks": 1,
                "frames": 1,
                "width": 40,
                "height": 50,
            },
        ),
        (
            "tags",
            2,
            {"series": 1, "inks": 1, "frames": 1, "width": 44, "height": 68},
        ),
        ("comb", 1, {"sides": 6, "edge": 18.5, "front": 2, "back": 5, "dots": 7}),
        ("spoons", 2, {"colors": 2, "marks": 2, "width": 16, "base": 14}),
        (
            "cube",
            1,
            {
                "faces": (0, 2, 3, 4, 5, 6),
                "opposites": (6, 6, 8),
                "shows": {0: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1},
                "kinds": 6,
                "blank": 1,
                "edge": 12,
            },
        ),
        (
            "shelf",
            1,
            {"rows": 4, "values": (1, 2, 3, 4), "pairs": {4: 1, 3: 1, 2: 2, 1: 1}, "row": 9},
        ),
        (
            "hats",
            5,
            {
                "colors": 2,
                "marks": 2,
                "each": (2, 3),
                "tin": 3,
                "old_gold": 2,
                "diameter": 16,
                "slant": 20,
            },
        ),
        (
            "case",
            1,
            {"pieces": 5, "stacks": 2, "pile": 3, "width": 41, "height": 32, "depth": 2.5},
        ),
    ],
)
def test_a_component_has_a_number_and_figures(component, value, expected):
    named = figures(LARDER.components[component], LARDER)
    assert named.value == value
    assert named.figures == expected


def test_a_tracker_counts_a_pair_once_however_many_cards_show_it():
    shelf = replace(LARDER.components["shelf"], of="labels")
    own = figures(shelf, LARDER).figures
    assert (own["values"], own["pairs"]) == ((4, 6), {6: 1, 4: 1})


def test_fronts_and_backs_are_listed_in_rising_order_and_totals_in_falling():
    own = figures(LARDER.components["jars"], LARDER).figures
    assert (list(own["fronts"]), list(own["backs"])) == ([1, 2, 3], [0, 1])
    assert list(own["totals"]) == [4, 3, 2, 1]


def test_the_figures_of_a_deck_are_of_all_its_cards_in_every_series():
    named = figures(LARDER.components["lids"], LARDER)
    assert (named.value, named.figures["series"]) == (12, 2)
    assert named.figures["fronts"] == {1: 6, 2: 6}
    assert named.figures["backs"] == {1: 4, 2: 4, 3: 4}
    assert sum(named.figures["totals"].values()) == 12
    assert named.figures["dots"] == 2 * (2 + 3 + 4 + 3 + 4 + 5)


def of(component):
    return figures(component, replace(LARDER, components={"it": component}))


def row(copies=1, **cells):
    return Row(cells=cells, copies=copies)


def test_numbers_of_cards_are_lists_and_words_are_counted_in_all_and_by_column():
    told = of(
        Cards(
            kind="cards",
            name="Weather",
            front=Layout(),
            cards=(
                row(kind="Deep sea", cost="2", below="storm", copies=3),
                row(kind="storm", cost="0", below="storm", says="All of you draw, and then pass."),
                row(kind="storm", cost="9", copies=0),
            ),
        )
    )
    assert told.value == 4
    assert told.figures["cost"] == (0, 2, 2, 2)
    assert told.figures["kinds"] == 2
    assert told.figures["storm"] == 5
    assert (told.figures["kind_storm"], told.figures["below_storm"]) == (1, 4)
    assert told.figures["deep_sea"] == told.figures["kind_deep_sea"] == 3
    assert not any("draw" in name for name in told.figures)


def test_a_map_counts_its_hexagons_in_all_and_by_terrain():
    forest = Terrain(name="Old forest", color="#b5c894", pattern="trees")
    told = of(
        HexMap(
            kind="hexmap",
            name="Map",
            columns=3,
            rows=2,
            cell=20.0,
            terrain={"f": forest},
            map=("f.f", "..f"),
        )
    )
    assert told.value == 1
    assert told.figures == {
        **{"columns": 3, "rows": 2, "cells": 6, "halves": 0, "cell": 20.0, "terrains": 1},
        "hexes_old_forest": 3,
    }


def test_a_track_says_where_it_begins_and_ends_and_how_many_spaces_it_has():
    track = Track(kind="track", name="Hours", first=10, last=1, step=3, space=Size(12, 14))
    assert of(track).figures == {"spaces": 4, "first": 10, "last": 1, "width": 12, "height": 14}


def test_strips_count_their_rows_and_their_copies():
    rows = (StripRow(label="March"), StripRow(label="Rest"))
    told = of(Strips(kind="strips", name="Orders", width=60.0, rows=rows, copies=3))
    assert (told.value, told.figures) == (3, {"rows": 2, "width": 60.0})


def test_a_die_says_how_often_each_number_is_on_it_and_how_many_faces_are_blank():
    told = of(Die(kind="die", name="Die", edge=16.0, faces=("", 1, 1, "HIT", 2, "")))
    assert told.figures["shows"] == {1: 2, 2: 1}
    assert (told.figures["faces"], told.figures["blank"], told.figures["kinds"]) == (
        (1, 1, 2),
        2,
        4,
    )


def test_square_counters_have_an_edge_and_round_ones_a_diameter():
    series = (CounterSeries(id="tin", color="#aaaaaa", text="4-4", copies=3),)
    square = of(Counters(kind="counters", name="Units", edge=15.0, series=series)).figures
    circle = of(Counters(kind="counters", name="Units", diameter=18.0, series=series)).figures
    assert (square["edge"], circle["diameter"]) == (15, 18)
    assert "diameter" not in square
    assert "edge" not in circle
