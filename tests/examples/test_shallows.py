"""Shallows, the example of a game of hexagonal tiles."""

import csv
import shutil
from collections import Counter
from itertools import product
from math import sqrt

import pytest
from helpers.components import figures
from helpers.models import replace
from oracles.laser.beds import bed_faults
from oracles.laser.files import file_faults

from pnp.audit import check_game
from pnp.base.path import path_bounds
from pnp.components.registry import draw_component
from pnp.definitions import games_to_copy, load_game
from pnp.laser.areas import area
from pnp.laser.cuts import length
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.laser.scheme import Sides
from pnp.scene import Group, Role, Shape, items_bounds

EDGES = ("ne", "e", "se", "sw", "w", "nw")
HEXAGON = 3 * 40 * 40 / (2 * sqrt(3))  # mm2: a tile of 40 mm from flat to flat
FOLDER = games_to_copy()["shallows"]


@pytest.fixture(scope="module")
def game():
    return load_game(FOLDER / "game.toml").game


@pytest.fixture(scope="module")
def tiles():
    with (FOLDER / "tiles.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def turns(edges):
    return {edges[n:] + edges[:n] for n in range(len(edges))}


def edges_of(tile):
    return tuple(tile[edge] for edge in EDGES)


def test_every_tile_of_one_kind_or_two_is_there_once_however_it_is_turned(tiles):
    every = {
        min(turns(edges))
        for edges in product(("coral", "kelp", "sand"), repeat=6)
        if len(set(edges)) <= 2
    }
    assert Counter(min(turns(edges_of(tile))) for tile in tiles) == dict.fromkeys(every, 1)
    assert len(tiles) == 39


def test_a_tile_has_a_pearl_for_every_two_changes_around_it(tiles):
    for tile in tiles:
        edges = edges_of(tile)
        changes = sum(edges[n] != edges[n - 1] for n in range(6))
        assert changes == 2 * int(tile["pearls"])


def test_every_kind_of_edge_is_there_equally_often_and_the_claims_count_the_same(game, tiles):
    counted = Counter(edge for tile in tiles for edge in edges_of(tile))
    assert counted == {"coral": 78, "kelp": 78, "sand": 78}
    told = figures(game.components["tiles"], game).figures
    assert {kind: told[kind] for kind in counted} == counted


def test_a_tile_that_is_painted_otherwise_is_reported_of_by_the_claim(tmp_path):
    folder = shutil.copytree(FOLDER, tmp_path / "shallows")
    table = (folder / "tiles.csv").read_text()
    (folder / "tiles.csv").write_text(table.replace("coral", "sand", 1))
    (fault,) = check_game(load_game(folder / "game.toml").game).faults()
    assert "each on a third of all edges" in fault


def test_tiles_are_cut_from_flat_to_flat_and_their_art_goes_beyond_the_cut(game):
    for piece in draw_component(game, "tiles"):
        for face in (piece.front, piece.back):
            (cut,) = [i for i in face.items if isinstance(i, Shape) and i.role is Role.CUT]
            bounds = path_bounds(cut.paths[0])
            assert (bounds.width, bounds.height) == pytest.approx((40, 80 / 3**0.5))
            art = items_bounds(i for i in face.items if isinstance(i, Group))
            assert art.contains(bounds.inset(-2.9))


def test_a_hexagon_keeps_its_size_when_something_else_of_it_is_changed(game):
    tiles = game.components["tiles"]
    assert replace(tiles, name="Reefs").size == tiles.size


@pytest.fixture(scope="module")
def burnt(tmp_path_factory):
    """The tiles laid out for a laser, which are found right."""
    options = LaserOptions(components=("tiles",), client="glowforge", sides=Sides.FRONTS)
    job = LaserJob.of(str(FOLDER), options)
    assert bed_faults(job) == []
    assert file_faults(job) == []
    assert len(list(job.files())) > 2
    return job


def test_a_laser_cuts_every_tile_and_a_cut_between_two_but_once(burnt):
    ((bed,),) = (report.passes for report in burnt.reports)
    around = 6 * 40 / sqrt(3)
    assert len(bed.places) == 39
    assert bed.cut_mm < 0.7 * 39 * around
    assert bed.burnt_twice_mm == 0
    assert bed.utilisation == pytest.approx(39 * HEXAGON / (600 * 400), abs=1e-3)


def test_a_laser_scores_the_edges_of_the_six_fields_and_engraves_only_what_is_on_them(burnt):
    for part in burnt.layouts[0].set.parts:
        assert 0.04 * HEXAGON < area(part.front.engraved) < 0.12 * HEXAGON
        assert sum(map(length, part.front.scored)) > 6 * 30
