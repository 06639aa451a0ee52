"""Triangular tiles: which there are, what they show, and how they lie on triangular cells."""

from collections import Counter
from itertools import product
from math import dist, sqrt

import pytest
from helpers.components import draw, game_of
from helpers.models import refused

from pnp.base.geometry import IDENTITY, Point, Rect, Size
from pnp.base.path import flattened
from pnp.components.hexhex import HexHex
from pnp.components.piece import outlines
from pnp.components.registry import draw_tokens, draw_turned
from pnp.components.triangles import Triangles
from pnp.game.places import away, edge_key
from pnp.scene import Group, Text, leaves_in
from pnp.sheets.layout.scheme import Duplex, Scheme
from pnp.sheets.pages.print import print_job

EDGE = 40.0
MIDDLE = Point(EDGE / 2, EDGE / sqrt(3))  # of a tile whose trim begins at the origin


def triangles(**changed):
    made = {"kind": "triangles", "name": "Tiles", "edge": EDGE, "numbers": "0-5"}
    return Triangles(**made | changed)


def board(side):
    return HexHex(kind="hexhex", name="Board", side=side, cells="triangles", cell=EDGE)


def texts(items, placement=IDENTITY):
    """Yield each text with the point where it starts."""
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items, item.transform.then(placement))
        elif isinstance(item, Text):
            yield item.string, placement.apply(item.at)


def rotations(triple):
    return {triple[n:] + triple[:n] for n in range(3)}


@pytest.mark.parametrize(("mirrored", "count"), [(False, 56), (True, 76)])
def test_every_three_numbers_are_one_tile_however_it_is_turned(mirrored, count):
    made = triangles(mirrored=mirrored)
    assert made.count == count == len(made.pieces)
    seen = [turned for triple in made.triples for turned in rotations(triple)]
    assert len(seen) == len(set(seen))
    if mirrored:
        assert set(seen) == set(product(range(6), repeat=3))
    else:
        assert all(triple == tuple(sorted(triple)) for triple in made.triples)


def test_figures_count_corners_and_triples():
    figures = triangles(numbers="1-3").claim_figures(None)
    assert figures["triples"] == 3
    assert figures["corners"] == {1: 10, 2: 10, 3: 10}
    assert figures["total"] == 60


def test_the_numbers_stand_at_the_corners_clockwise_from_the_top():
    pieces = {piece.name: piece for piece in draw(triangles())}
    made = pieces["0-2-5"].front
    corners = [away(MIDDLE, 120 * n, EDGE / sqrt(3)) for n in range(3)]
    near = {
        text: min(range(3), key=lambda n: dist(corners[n], at)) for text, at in texts(made.items)
    }
    assert near == {"0": 0, "2": 1, "5": 2}


def test_tiles_whose_numbers_would_be_too_small_are_refused():
    with refused("edge: numbers on tiles of 11 mm are too small to read; make it 12 mm or more"):
        triangles(edge="11mm")
    smallest = min(text.size for text in texts_of(draw(triangles(edge=12.0))[0].front))
    assert smallest >= 2.1


def texts_of(face):
    return [leaf for leaf in leaves_in(face.items) if isinstance(leaf, Text)]


@pytest.mark.parametrize(("gap", "turned"), [(4.0, True), (2.0, False)])
def test_tiles_nest_on_sheets_where_the_gap_has_room_for_their_bleed(gap, turned):
    scheme = Scheme(Size(210, 297), Duplex.LONG_EDGE, gap=gap)
    (first, *_) = made = draw(triangles())
    assert first.nested == EDGE / 2
    grid = print_job("Tiles", made, scheme).layout.grid
    assert any(place.upside_down for place in grid.places()) is turned
    assert len(grid.slots) == (49 if turned else 28)


def test_all_sides_of_a_tile_are_cut_at_the_same_length():
    (first, *_) = draw(triangles())
    (cut,) = outlines(first.front)
    a, b, c, _ = flattened(cut, 1.0)
    assert [dist(a, b), dist(b, c), dist(c, a)] == pytest.approx([EDGE] * 3)


def test_tiles_turn_about_their_middle_on_either_side():
    game = game_of(triangles())
    for tokens in (draw_tokens(game, "it"), draw_turned(game, "it")):
        middle = Rect(0, 0, *tokens["0-0-0"].size).center
        assert middle == pytest.approx(MIDDLE)


def test_a_hexagonal_board_has_six_times_the_square_of_its_side_in_triangles():
    for side in (1, 2, 5):
        places = board(side).places
        assert len(places) == 6 * side**2 == len({place.name for place in places})
        assert HexHex.places_asked({"side": side, "cells": "triangles"}) == len(places)


def test_its_triangles_join_edge_to_edge_within_its_rim():
    made = board(3)
    times = Counter(edge_key(edge) for place in made.places for edge in place.edges())
    assert Counter(times.values()) == {1: 18, 2: (54 * 3 - 18) / 2}
    inside = Rect(0, 0, *made.size).inset(made.rim)
    assert Rect.around(p for place in made.places for p in place.corners).corners == tuple(
        pytest.approx(corner) for corner in inside.corners
    )


def test_every_place_of_it_holds_a_tile_the_right_way_round():
    footprint = triangles().footprint
    made = board(2)
    assert all(place.holds(footprint) for place in made.places)
    assert [made.by_name[name].turn for name in ("a1", "a2", "c1", "d1")] == [180, 0, 0, 0]
    assert not any(place._replace(turn=place.turn + 180).holds(footprint) for place in made.places)
