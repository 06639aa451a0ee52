"""Numbers and names of parts on pictures of beds."""

import json
from itertools import combinations
from math import dist

import pytest
from helpers.command import run
from helpers.solids import make_tray

from pnp.base.fit import Lid
from pnp.base.fonts import cap_height, text_width
from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, path_bounds, rectangle
from pnp.components.tray.arrange import PieceLot
from pnp.laser.artwork import Artwork
from pnp.laser.assembly import NUMBER, _numbered, tray_apart
from pnp.laser.beds import moved_to
from pnp.laser.files import HELD, bed_picture, numbered_picture
from pnp.laser.job import LaserJob
from pnp.laser.joinery.tray import TrayStyle
from pnp.laser.labels import DISC, FONT, LEGIBLE, draw_labels, label_of
from pnp.laser.options import LaserOptions
from pnp.laser.report import LaserReport
from pnp.laser.scheme import ReportedPlacement, Sides
from pnp.scene import Group, Shape, Text

FULL = 1.0  # the scale of a picture at full size
PLATE = rectangle(Rect(0, 0, 100, 40))
WORD = rectangle(Rect(20, 4, 60, 32))
HOLE = circle(Point(90, 20), 8)


def texts(items):
    """Yield each text with the box around it."""
    for item in items:
        if isinstance(item, Group):
            for text, around in texts(item.items):
                yield text, item.transform.apply_to(around)
        if isinstance(item, Text):
            size = Size(text_width(item.string, FONT, item.size), cap_height(FONT) * item.size)
            yield item.string, Rect(item.at.x, item.at.y - size.height, *size)


def labels(layout, planned, scale=FULL):
    return list(texts(bed_picture(planned, layout.set.parts, scale).items))


def laid_out(name, **options):
    (layout,) = LaserJob.of(name, LaserOptions(**options)).layouts
    return layout


@pytest.fixture(scope="module")
def loop():
    return laid_out("turno/loop", tray=True, lid=Lid.LIFT_OFF, bed="k40")


def room_of(layout, place):
    size = layout.set.parts[place.part].size
    return Rect(place.x, place.y, *(size.turned() if place.turn % 180 else size))


def test_every_part_that_is_put_together_has_its_label_within_its_edge(loop):
    numbers = []
    for planned in loop.passes:
        found = labels(loop, planned)
        for place in planned.placements:
            part = loop.set.parts[place.part]
            there = [text for text, at in found if room_of(loop, place).contains(at)]
            assert there == ([part.label] if part.label else [])
            numbers += there if (part.component, planned.kind) == ("tray", "fronts") else []
    assert sorted(map(int, numbers)) == list(range(1, 16))
    assert {part.label for part in loop.set.parts if part.component == "pawns"} == {
        *("red", "yellow", "green", "blue", "white", "black", "base")
    }


def test_plates_are_numbered_as_in_the_picture_of_the_tray(loop):
    plates = [part for part in loop.set.parts if part.component == "tray"]
    assert [part.label for part in plates] == [str(n) for n in range(1, len(plates) + 1)]
    assert [part.name for part in plates][:3] == ["floor", "front", "right"]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("text", ["7", "12", "base"])
def test_no_label_lies_over_a_hole_or_anything_engraved(text, turn):
    side = Artwork(PLATE, holes=(HOLE,), engraved=(WORD,))
    label = label_of(side, turn, text)
    ((_, at),) = texts(draw_labels([label], 20, FULL))
    bare = label_of(Artwork(PLATE, holes=(HOLE,)), turn, text)
    assert 3 < label.size <= bare.size
    lying = moved_to(side, ReportedPlacement(0, 0.0, 0.0, turn))
    assert path_bounds(lying.outline).contains(at)
    taken = [path_bounds(path) for path in (*lying.holes, *lying.engraved)]
    assert not any(at.overlaps(one) for one in taken)


def test_a_number_on_an_engraved_part_is_in_a_disc_where_one_fits():
    wide, narrow = Artwork(PLATE, engraved=(WORD,)), rectangle(Rect(0, 0, 100, 6))
    disc, number = draw_labels([label_of(wide, 0, "7")], 8, FULL)
    assert (type(disc), type(number)) == (Shape, Text)
    label = label_of(Artwork(narrow, engraved=(rectangle(Rect(0, 0, 50, 6)),)), 0, "7")
    assert not any(isinstance(item, Shape) for item in draw_labels([label], 8, FULL))


def test_a_label_too_small_to_read_is_left_out_unless_nothing_else_tells_the_part():
    thin = rectangle(Rect(0, 0, 60, 4))
    bare, engraved = Artwork(thin), Artwork(thin, scored=(rectangle(Rect(1, 1, 58, 2)),))
    ((_, at),) = texts(draw_labels([label_of(bare, 0, "14")], 2.6, 0.1))
    assert at.height == pytest.approx(cap_height(FONT) * LEGIBLE / 0.1)
    assert list(draw_labels([label_of(engraved, 0, "14")], 2.6, 0.1)) == []
    assert list(draw_labels([label_of(bare, 0, "base")], 2.6, 0.1)) == []


def apart(boxes):
    return not any(one.overlaps(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("lid", [Lid.LIFT_OFF, Lid.SLIDE_IN])
def test_numbers_of_rails_and_strips_are_apart_in_every_scale(lid):
    layout = laid_out("turno/loop", tray=True, lid=lid, bed="k40")
    for planned in layout.passes:
        for scale in (0.02, 0.08, 0.11, 0.15, 0.2, 0.3):
            assert apart([at for _, at in labels(layout, planned, scale)])


def test_numbers_of_strips_side_by_side_stand_on_their_strips():
    strip = Artwork(rectangle(Rect(0, 0, 160, 3)))
    strips = [label_of(strip, 0, str(n)).moved(0, 3.2 * n) for n in range(1, 13)]
    found = dict(texts(draw_labels(strips, 2.6, 0.1)))
    assert len(found) == 12
    assert apart(found.values())
    for number, at in found.items():
        assert at.center.y == pytest.approx(3.2 * int(number) + 1.5, abs=1)
        assert 0 < at.center.x < 160


def test_parts_with_no_room_for_legible_numbers_have_small_ones():
    square = Artwork(rectangle(Rect(0, 0, 4, 4)))
    squares = [label_of(square, 0, str(n)).moved(4.2 * (n % 9), 4.2 * (n // 9)) for n in range(81)]
    found = list(texts(draw_labels(squares, 2.6, 0.05)))
    assert len(found) > 40
    assert apart([at for _, at in found])


def test_numbers_of_pockets_are_within_them():
    layout = laid_out("turno/loop", sides=Sides.JIG, bed="k40")
    (jig,) = [one for one in layout.passes if one.kind == "jig"]
    report = LaserReport("", layout.scheme, layout.set.parts, (), None, ())
    found = dict(texts(numbered_picture(jig, report)(0.02).items))
    for number, place in enumerate(jig.placements, start=1):
        assert room_of(layout, place).contains(found[str(number)])


@pytest.mark.parametrize("lid", Lid)
def test_numbers_of_plates_apart_hide_no_other(lid):
    sizes = (30, 45), (12, 12), (20, 20), (60, 20)
    lots = [PieceLot(f"lot-{n}", Size(*size), 3.0, 36) for n, size in enumerate(sizes)]
    tray = make_tray(lots, 3.0, TrayStyle(lid=lid))
    numbers = {plate.name: str(n) for n, plate in enumerate(tray.plates, start=1)}
    discs = [
        path_bounds(item.paths[0])
        for item in _numbered(tray_apart(tray), numbers, NUMBER, 0.1).items
        if isinstance(item, Shape) and item.style.fill == DISC.fill
    ]
    assert len(discs) > 12
    for one, other in combinations(discs, 2):
        assert dist(one.center, other.center) > 0.97 * (one.width + other.width) / 2


def test_a_number_on_a_bed_is_that_of_the_same_part_in_the_picture_of_the_board(tmp_path):
    layout = laid_out("tawula", components=("board",), bed=Size(200, 200))
    parts = {part.label: part for part in layout.set.parts}
    assert list(parts) == ["1", "2", "3", "4"]
    beds = []
    for planned in layout.passes:
        beds.append([layout.set.parts[place.part].label for place in planned.placements])
        for text, at in labels(layout, planned, 0.4):
            (place,) = [p for p in planned.placements if room_of(layout, p).contains(at)]
            assert layout.set.parts[place.part] == parts[text]
    asked = ("--component", "board", "--bed", "200x200", "--format", "svg", "--json")
    told = json.loads(run("laser", "tawula", *asked, "--out", tmp_path).stdout)
    passes = told["games"][0]["layouts"]["board"]["passes"]
    assert [one["labels"] for one in passes] == beds
    assert sorted(label for bed in beds for label in bed) == list(parts)


@pytest.mark.parametrize("sides", [Sides.FLIP, Sides.IN_PLACE, Sides.JIG])
def test_parts_that_a_pass_does_not_cut_have_thin_outlines(sides):
    layout = laid_out("turnio", components=("chips",), sides=sides, bed=Size(300, 200))
    uncut = "fronts" if sides is Sides.FLIP else "backs"
    for planned in layout.passes:
        thin = [
            one
            for one in bed_picture(planned, layout.set.parts).items
            if getattr(one, "style", 0) == HELD
        ]
        assert bool(thin) == (planned.kind == uncut)
        if thin:
            (shown,) = thin
            middles = {tuple(round(v, 3) for v in path_bounds(path).center) for path in shown.paths}
            rooms = [room_of(layout, place).center for place in planned.placements]
            assert middles == {(round(x, 3), round(y, 3)) for x, y in rooms}


def test_pockets_of_a_jig_that_stay_empty_are_shown_as_well():
    layout = laid_out("turno/loop", sides=Sides.JIG, bed="k40")
    jig, *rounds = [one for one in layout.passes if one.kind in ("jig", "backs")]
    assert min(len(one.placements) for one in rounds) < len(jig.placements)
    assert {len(one.lying) for one in rounds} == {len(jig.placements)}
