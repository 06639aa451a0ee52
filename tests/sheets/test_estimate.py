"""How cuts are counted by tool, and the minutes that they take."""

import pytest

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import circle, polygon, rectangle, regular_polygon
from pnp.components.piece import Piece
from pnp.kits.job import KitJob
from pnp.kits.options import KitOptions
from pnp.make.made_files import SheetWork
from pnp.make.options import read_options
from pnp.scene import Role, Scene, Shape, Style
from pnp.sheets.estimate import ToolCuts, cuts_around, minutes_for

MIDDLE = Point(20, 20)


@pytest.mark.parametrize(
    ("outline", "cuts"),
    [
        (circle(MIDDLE, 8), 1),
        (circle(MIDDLE, 0.5), 1),
        (regular_polygon(MIDDLE, 6, 10), 6),
        (rectangle(Rect(0, 0, 30, 20)), 4),
        (rectangle(Rect(0, 0, 30, 20), 3), 1),
        (polygon([Point(0, 0), Point(10, 0), Point(20, 0), Point(0, 20)]), 3),
    ],
)
def test_scissors_cut_an_outline_from_corner_to_corner(outline, cuts):
    edge = Shape((outline,), Style(), Role.CUT)
    assert cuts_around(Piece("a", Scene(Size(40, 40), (edge,)))) == cuts


def cuts(name, **written):
    return KitJob.of(name, read_options(KitOptions, written)).cuts


def test_with_scissors_every_strip_is_cut_by_itself_and_with_a_trimmer_all_at_once():
    # One block of 6 x 6 tiles: 7 long cuts, then 7 on each of 6 strips.
    assert cuts("turno/turnooi") == (0, 49)
    assert cuts("turno/turnooi", cut="trimmer") == (14, 0)


def test_outlines_are_cut_with_scissors_beside_a_trimmer_too_but_not_beside_a_machine():
    by_hand, trimmed = cuts("turno/loop"), cuts("turno/loop", cut="trimmer")
    assert trimmed.trimmer == 14
    assert by_hand.scissors - trimmed.scissors == 49
    assert cuts("turno/loop", cut="cutter") == cuts("turno/loop", cutter="cricut") == (0, 0)


def test_minutes_follow_from_the_tool():
    work = SheetWork(2, 14, 8)
    assert minutes_for(work, 0) == 25
    assert minutes_for(work, 0, ToolCuts(14, 56)) == 35
    assert minutes_for(work, 0, ToolCuts(0, 105)) == 40
