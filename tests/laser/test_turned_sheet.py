"""A sheet that is turned over, as svgelements reads its files: tiles of wood with two faces."""

from collections import Counter
from typing import NamedTuple

import pytest
from helpers.command import run
from shapely import LineString, MultiPoint, Point, box, unary_union
from shapely.affinity import affine_transform
from svgelements import SVG, Arc, Move, Path

INNER, CUTS, ENGRAVED = "#ff0000", ("#00e000", "#ff00ff"), "#000000"


class Read(NamedTuple):
    """What a file burns, in mm: the middles of holes and of engraved discs, and all cuts."""

    holes: list[tuple[float, float]]
    discs: list[tuple[float, float]]
    cuts: list[LineString]


def along(part):
    """Return the ends of a line, or points along a curve."""
    return [part.point(n / 16) for n in (range(17) if isinstance(part, Arc) else (0, 16))]


def read(file):
    found = Read([], [], [])
    drawing = SVG.parse(file, ppi=25.4)
    for element in drawing.elements(lambda one: isinstance(one, Path)):
        left, top, right, bottom = element.bbox()
        middle = ((left + right) / 2, (top + bottom) / 2)
        if element.fill.value is not None and element.fill.hex == ENGRAVED:
            found.discs.append(middle)
        elif element.stroke.hex == INNER:
            found.holes.append(middle)
        elif element.stroke.hex in CUTS:
            for one in element.as_subpaths():
                points = [
                    p for part in Path(one) if not isinstance(part, Move) for p in along(part)
                ]
                found.cuts.append(LineString([(p.x, p.y) for p in points]))
    return found


def turned_onto(pins, holes):
    """Return the motion that turns a sheet over and lays its right hole onto the left pin."""
    (left, y), (right, other) = sorted(pins)
    (first, at), (second, also) = sorted(holes)
    assert right - left == pytest.approx(second - first, abs=1e-3)
    assert (y, at) == pytest.approx((other, also), abs=1e-3)
    return lambda shape: affine_transform(shape, [-1, 0, 0, 1, left + second, y - at])


def test_each_tile_falls_out_with_its_own_two_faces(tmp_path):
    given = ("laser", "turno", "--component", "tiles", "--sides", "flip", "--bed", "400x300")
    run(*given, "--format", "svg", "--out", tmp_path, "-q")
    folder = tmp_path / "turno/laser"
    strips, fronts, backs = (
        read(folder / f"tiles-lightburn-{name}.svg") for name in ("pins", "fronts", "backs")
    )
    turn = turned_onto(strips.holes, fronts.holes)
    burnt = unary_union([cut.buffer(0.1) for cut in backs.cuts])
    tiles = [one for one in box(0, 0, 400, 300).difference(burnt).geoms if 1300 < one.area < 1400]
    assert len(tiles) == 36
    pairs = Counter()
    for tile in tiles:
        sides = (
            [one for one in map(turn, map(Point, fronts.discs)) if tile.contains(one)],
            [one for one in map(Point, backs.discs) if tile.contains(one)],
        )
        pairs[tuple(map(len, sides))] += 1
        for side in sides:  # pips lie evenly about the middle of a tile
            assert MultiPoint(side).centroid.distance(tile.centroid) < 0.01
    assert pairs == Counter((a, b) for a in range(1, 7) for b in range(1, 7))
