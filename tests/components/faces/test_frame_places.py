"""Places and sizes of frames by relation, measured on made faces of 63.5 x 88.9 mm."""

import pytest

from pnp.base.geometry import Rect, Size
from pnp.components.faces.frames import IconFrame, TextFrame
from pnp.components.faces.places import frame_place, parse_area, parse_place
from pnp.components.piece import BLEED

RED = "#ff0000"
CARD = Rect(0, 0, 63.5, 88.9)


def red(at, area):
    return f'kind = "shape", fill = "{RED}", at = "{at}", area = "{area}"'


def lies(at, area, bleed=0.0):
    return frame_place(parse_place(at), area and parse_area(area), CARD, bleed)


@pytest.mark.parametrize(
    ("at", "area", "left", "top", "right", "bottom"),
    [
        ("right 5mm, top 4mm", "20x10mm", 38.5, 4, 58.5, 14),
        ("center, bottom 3mm", "20x10mm", 21.75, 75.9, 41.75, 85.9),
        ("center -2mm, middle 10%", "20x10mm", 19.75, 48.34, 39.75, 58.34),
        ("50%, 10mm", "20mm, 25%", 31.75, 10, 51.75, 32.225),
        ("50% + 2mm, 1cm", "20x10mm", 33.75, 10, 53.75, 20),
        ("left 6mm, 0mm", "100% - 12mm, 10mm", 6, 0, 57.5, 10),
        ("0mm, 20mm", "bleed, 19mm", 0, 20, 63.5, 39),
    ],
)
def test_a_frame_lies_where_its_edges_are_said_to_be(own, at, area, left, top, right, bottom):
    found = own.deck(red(at, area)).face().seen(RED)
    assert found[:4] == pytest.approx((left, top, right, bottom), abs=0.15)


@pytest.mark.parametrize(
    ("at", "area"),
    [("-3mm, 40%", "bleed, 60%"), ("right 3mm, 0mm", "bleed, 9mm"), ("0x-3mm", "9mm, bleed")],
)
def test_a_frame_that_is_moved_off_the_bleed_which_it_covers_is_refused(own, at, area):
    (fault,) = own.deck(red(at, area)).faults()
    assert "front.frames[1]" in fault
    assert "would leave a strip without ink; write 0mm there" in fault


def test_a_frame_as_wide_as_the_card_with_its_bleed_goes_on_beyond_both_sides():
    assert lies("0mm, 20mm", "bleed, 19mm", bleed=3) == pytest.approx(Rect(-3, 20, 69.5, 19))
    assert lies("right, bottom", "10mm, bleed", bleed=3) == pytest.approx(Rect(53.5, -3, 10, 94.9))
    assert lies("0mm, -3mm", "bleed - 6mm, 3mm", bleed=3) == pytest.approx(Rect(-3, -3, 63.5, 3))


def test_offsets_and_sizes_without_a_comma_are_what_they_were():
    assert lies("5x4mm", "50x40mm", bleed=3) == Rect(5, 4, 50, 40)
    assert lies("-3x-3mm", None, bleed=3) == CARD.inset(-3).moved(-3, -3)


def test_relative_frames_keep_to_cards_of_any_size(own):
    frame = red("right 5mm, bottom 10%", "50%, 10mm")
    face = own.deck(frame, size="40x60mm").face().seen(RED)
    assert face[:4] == pytest.approx((15, 44, 35, 54), abs=0.07)


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("right 5mm", "write both directions with a comma between"),
        ("center", "write both directions with a comma between"),
        ("5mm, 4mm, 3mm", "write both directions with a comma between"),
        ("top 5mm, left 4mm", "'top 5mm' is not a distance from left, center or right"),
        ("left 5mm, midle", "'midle' is not a distance from top, middle or bottom"),
        ("left 5, top 4mm", "'left 5' is not a distance"),
        ("left 5km, top 4mm", "with lengths up to 5000 mm in mm, cm, in, pt or %"),
        ("left 6000mm, top 4mm", "with lengths up to 5000 mm"),
        ("bleed, 4mm", "'bleed' is not a distance"),
    ],
)
def test_a_faulty_place_is_reported_with_what_would_be_right(own, at, said):
    (line,) = own.deck(red(at, "20x10mm")).faults()
    assert line.startswith("game.toml: components.events.front.frames[1].at: write ")
    assert said in line


@pytest.mark.parametrize(
    ("area", "said"),
    [
        ("bleed", "write both directions with a comma between"),
        ("bleed 3mm, 5mm", "'bleed 3mm' is not a length"),
        ("wide, 5mm", "'wide' is not a length"),
        ("2000%, 5mm", "with lengths up to 5000 mm in mm, cm, in, pt or %"),
        ("10% - 8mm, 50%", "area: is -1.6 mm wide and 44.4 mm high on the 63.5x88.9mm card"),
    ],
)
def test_a_faulty_size_is_reported_with_what_would_be_right(own, area, said):
    (line,) = own.deck(red("0x0mm", area)).faults()
    assert "front.frames[1].area: " in line
    assert said in line


def test_text_that_reaches_over_the_edge_by_relation_is_a_fault(own):
    frame = 'kind = "text", text = "x", at = "right -2mm, 5mm", area = "20x10mm"'
    (line,) = own.deck(frame).faults()
    assert "reaches 2.0 mm over the edge" in line


def test_frames_and_drawings_have_the_same_bleed():
    assert IconFrame.may_reach == TextFrame.bleed == BLEED


def test_a_place_says_how_it_was_written():
    assert parse_place("center, 3mm").text == "center, 3mm"
    assert parse_area("bleed, 3mm").text == "bleed, 3mm"
    assert isinstance(parse_area("50x40mm"), Size)
