"""Tabs: bridges of the requested width that hold a part, none of them at a corner."""

from math import dist

import pytest
import shapely
from helpers.simulated_laser import burnt, fallen, off, shape
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.errors import LayoutError
from pnp.base.geometry import Point, Rect
from pnp.base.path import Line, Path, circle, polygon, rectangle, regular_polygon
from pnp.laser.cuts import length, with_tabs
from pnp.laser.kerf import outward
from pnp.laser.scheme import Kerf

KERF, FLAT = Kerf(0.15, 0.15), Kerf(0.2, 0.12)
TILE = rectangle(Rect(0, 0, 30, 60))
OUTLINES = {
    "tile": TILE,
    "rounded": rectangle(Rect(0, 0, 30, 60), 3),
    "hexagon": regular_polygon(Point(0, 0), 6, 12, first=30),
    "circle": circle(Point(0, 0), 12),
}


def ends(cuts):
    return [place for cut in cuts for place in (cut.start, cut.segments[-1].to)]


@pytest.mark.parametrize("kerf", [KERF, FLAT], ids=["round", "flat"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("outline", OUTLINES.values(), ids=OUTLINES)
def test_a_part_hangs_by_bridges_of_the_requested_width(outline, count, kerf):
    cuts = with_tabs(outline, count, 0.5, kerf)
    assert len(cuts) == count
    assert not any(cut.closed for cut in cuts)
    assert fallen(cuts, kerf) == []
    whole = shapely.LineString([*shape(outline).exterior.coords])
    left = whole.difference(burnt(cuts, kerf).buffer(1e-7))
    assert left.length == pytest.approx(0.5 * count, abs=0.003 * count)
    assert len(getattr(left, "geoms", [left])) == pytest.approx(count, abs=1)


def test_cuts_follow_the_outline_except_at_bridges():
    for outline in OUTLINES.values():
        cuts = with_tabs(outline, 2, 0.3, KERF)
        assert sum(map(length, cuts)) == pytest.approx(length(outline) - 2 * 0.45)


def test_bridges_are_in_the_middle_of_the_longest_edges():
    cuts = with_tabs(TILE, 2, 0.3, KERF)
    assert {(round(p.x, 6), round(p.y, 6)) for p in ends(cuts)} == {
        (0, 29.775),
        (0, 30.225),
        (30, 29.775),
        (30, 30.225),
    }


def test_a_long_edge_gets_several_before_a_short_one_gets_one():
    strip = rectangle(Rect(0, 0, 100, 10))
    heights = {round(place.y, 6) for place in ends(with_tabs(strip, 6, 0.3, KERF))}
    assert heights == {0, 10}


@given(
    count=st.integers(1, 8),
    reaches=st.lists(st.floats(20, 40), min_size=3, max_size=7),
    bridge=st.floats(0.1, 1.0),
)
def test_no_bridge_is_at_a_corner(count, reaches, bridge):
    star = regular_polygon(Point(0, 0), len(reaches), 1)
    corners = [star.start, *(segment.to for segment in star.segments)]
    outline = polygon(
        Point(place.x * r, place.y * r) for place, r in zip(corners, reaches, strict=True)
    )
    cuts = with_tabs(outline, count, bridge, KERF)
    for corner in (outline.start, *(segment.to for segment in outline.segments)):
        assert min(dist(corner, end) for end in ends(cuts)) >= 0.5 - 1e-6
        assert any(
            dist(corner, place) < 1e-9
            for cut in cuts
            for place in (cut.start, *(segment.to for segment in cut.segments))
        )


def test_cuts_follow_one_another_around_the_part():
    cuts = with_tabs(TILE, 4, 0.3, KERF)
    for cut, following in zip(cuts, [*cuts[1:], cuts[0]], strict=True):
        assert dist(cut.segments[-1].to, following.start) == pytest.approx(0.45)


def test_the_part_has_its_size_once_the_bridges_are_broken():
    cuts = with_tabs(outward(TILE, KERF), 2, 0.3, KERF)
    bridges = [
        Path(a.segments[-1].to, (Line(b.start),), closed=False)
        for a, b in zip(cuts, [*cuts[1:], cuts[0]], strict=True)
    ]
    (part,) = fallen([*cuts, *bridges], KERF)
    size, area = off(part, shape(TILE))
    assert size <= 0.002
    assert area <= 0.01


def test_no_bridges_leave_the_outline_closed():
    assert with_tabs(TILE, 0, 0.3, KERF) == (TILE,)


def test_an_edge_too_short_for_a_bridge_is_refused():
    with pytest.raises(LayoutError, match=r"edge of 1\.2 mm is too short for a bridge of 0\.3 mm"):
        with_tabs(rectangle(Rect(0, 0, 1.2, 1.2)), 2, 0.3, KERF)
