"""Beds as DXF: read anew by ezdxf, audited by it, and measured on what it reads."""

from io import StringIO
from math import dist, hypot

import ezdxf
import ezdxf.path
import numpy as np
import pytest
from helpers.beds import BED, BLOB, HEIGHT, LOOK, MEASURES, blob_points
from scipy.spatial import cKDTree

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import Arc, Line, Path, rectangle
from pnp.render import dxf
from pnp.scene.laser_bed import Bed, BedStyle, Operation, OperationStyle, Step

LAYERS = {
    "engrave": "10_FILL",
    "score": "20_SCORE",
    "inner": "30_INNER",
    "outer": "40_OUTER",
    "frame": "50_FRAME",
}


def read(content=None):
    return ezdxf.read(StringIO((content or dxf.render(BED, LOOK)).decode()))


def entities(*paths):
    bed = Bed(Size(100, 100), (Operation(Step.OUTER, paths),))
    return list(read(dxf.render(bed, LOOK)).modelspace())


def points(entity):
    return [(p.x, p.y) for p in ezdxf.path.make_path(entity).flattening(1e-5)]


def test_the_file_is_valid_dxf_2010_in_mm():
    document = read()
    assert document.audit().errors == document.audit().fixes == []
    assert document.dxfversion == "AC1024"
    assert (document.header["$INSUNITS"], document.header["$MEASUREMENT"]) == (4, 1)


def test_the_extents_are_those_of_the_paths():
    header = read().header
    assert header["$EXTMIN"] == pytest.approx((2, 2, 0))
    assert header["$EXTMAX"] == pytest.approx((198, 158, 0))


def test_the_extents_include_the_bulge_of_an_arc():
    bow = Path(Point(20, 50), (Arc(Point(60, 50), 20, clockwise=True),), closed=False)
    bed = Bed(Size(100, 100), (Operation(Step.OUTER, (bow,)),))
    assert read(dxf.render(bed, LOOK)).header["$EXTMAX"] == pytest.approx((60, 70, 0))


def test_the_extents_include_a_letter_that_reaches_beyond_the_cuts():
    bow = Path(Point(20, 50), (Arc(Point(60, 50), 20, clockwise=True),))
    cut = rectangle(Rect(30, 40, 50, 10))
    steps = (Operation(Step.ENGRAVE, (bow,)), Operation(Step.OUTER, (cut,)))
    header = read(dxf.render(Bed(Size(100, 100), steps), LOOK)).header
    assert header["$EXTMIN"] == pytest.approx((20, 50, 0))
    assert header["$EXTMAX"] == pytest.approx((80, 70, 0))


def test_layers_sort_in_order_and_have_no_reserved_names():
    named = [e.dxf.layer for e in read().modelspace()]
    assert list(dict.fromkeys(named)) == sorted(set(named)) == list(LAYERS.values())
    assert not any("CUT" in name or "ENGRAVE" in name for name in dxf.LAYERS.values())
    assert set(dxf.LAYERS) == set(Step)


def test_only_common_entities_are_written():
    kinds = {(e.dxf.layer, e.dxftype()) for e in read().modelspace()}
    assert kinds == {
        ("10_FILL", "CIRCLE"),
        ("20_SCORE", "LINE"),
        ("30_INNER", "CIRCLE"),
        ("40_OUTER", "LWPOLYLINE"),
        ("50_FRAME", "LWPOLYLINE"),
    }


def test_the_colour_of_a_step_is_exact_on_its_layer_and_on_every_path():
    document = read()
    for name, layer in LAYERS.items():
        color = LOOK.steps[Step(name)].color
        on_layer = [e for e in document.modelspace() if e.dxf.layer == layer]
        for thing in (document.layers.get(layer), *on_layer):
            assert ezdxf.colors.RGB(*thing.rgb).to_hex() == color


@pytest.mark.parametrize(
    ("color", "index"),
    [
        ("#ff0000", 1),
        ("#ffff00", 2),
        ("#00ff00", 3),
        ("#00e000", 3),
        ("#00ffff", 4),
        ("#0000ff", 5),
        ("#ff00ff", 6),
        ("#000000", 7),
    ],
)
def test_a_reader_of_autocad_numbers_gets_the_nearest_and_black_on_white_is_7(color, index):
    look = BedStyle({Step.OUTER: OperationStyle(color)}, 0.1)
    bed = Bed(Size(100, 100), (Operation(Step.OUTER, (rectangle(Rect(1, 1, 2, 2)),)),))
    document = read(dxf.render(bed, look))
    (outline,) = document.modelspace()
    assert outline.dxf.color == document.layers.get("40_OUTER").color == index


def test_every_path_has_its_place_size_and_length_and_is_closed_where_it_should_be():
    found = list(read().modelspace())
    wanted = [path for paths in MEASURES.values() for path in paths]
    assert len(found) == len(wanted)
    for entity, (x, y, width, height, length, closed) in zip(found, wanted, strict=True):
        place = np.array(points(entity))
        assert place.min(axis=0) == pytest.approx((x, HEIGHT - y - height), abs=0.006)
        assert np.ptp(place, axis=0) == pytest.approx((width, height), abs=0.006)
        assert np.hypot(*np.diff(place, axis=0).T).sum() == pytest.approx(length, abs=0.006)
        assert closed == (entity.dxftype() == "CIRCLE" or getattr(entity, "closed", False))


def test_a_rounded_rectangle_is_eight_corners_and_four_quarter_bulges():
    (outline,) = entities(rectangle(Rect(10, 20, 40, 60), 3))
    bulges = [bulge for *_, bulge in outline.get_points("xyb")]
    assert len(bulges) == 8
    assert sorted(set(bulges)) == pytest.approx([-0.414213562, 0])  # a quarter turn, clockwise


def test_an_anticlockwise_arc_bulges_to_its_own_side():
    dent = Path(
        Point(10, 10),
        (Line(Point(30, 10)), Arc(Point(50, 10), 10, clockwise=False), Line(Point(60, 10))),
        closed=False,
    )
    (entity,) = entities(dent)
    x, y = min(points(entity), key=lambda point: point[1])
    assert (x, y) == pytest.approx((40, 80), abs=0.001)  # down on the bed, where y was 20


def test_a_closed_path_has_no_duplicate_vertex():
    square = rectangle(Rect(10, 20, 40, 60))
    closed_twice = Path(square.start, (*square.segments, Line(square.start)))
    (outline,) = entities(closed_twice)
    assert outline.closed
    assert [point[:2] for point in outline.get_points()] == [(10, 80), (50, 80), (50, 20), (10, 20)]


def test_a_curve_is_followed_within_five_thousandths_of_a_mm_by_arcs():
    (entity,) = entities(BLOB)
    bends = np.array([(x, 100 - y) for x, y in points(entity)])
    ways = np.concatenate([[0], np.hypot(*np.diff(bends, axis=0).T).cumsum()])
    every = np.linspace(0, ways[-1], 40000)
    along = np.array([np.interp(every, ways, axis) for axis in bends.T]).T
    curve = blob_points().T
    far = (cKDTree(along).query(curve)[0].max(), cKDTree(curve).query(along)[0].max())
    assert max(far) < 0.0055  # the samples are not quite opposite one another
    assert any(entity.get_points("b"))
    assert len(entity) < 40


def test_coordinates_have_six_decimals():
    (outline,) = entities(rectangle(Rect(1 / 3, 1 / 7, 10 / 3, 20 / 7)))
    (one, other) = outline.get_points("xy")[0:2]
    assert dist(one, other) == pytest.approx(10 / 3, abs=2e-6)
    assert hypot(*one) == pytest.approx(hypot(1 / 3, 100 - 1 / 7), abs=2e-6)


def test_a_bed_without_supported_steps_is_an_empty_drawing():
    bed = Bed(Size(100, 100), (Operation(Step.GUIDE, (rectangle(Rect(1, 1, 2, 2)),)),))
    assert list(read(dxf.render(bed, LOOK)).modelspace()) == []


def test_ezdxf_is_left_as_it_was():
    assert not ezdxf.options.write_fixed_meta_data_for_testing
    dxf.render(BED, LOOK)
    assert not ezdxf.options.write_fixed_meta_data_for_testing
