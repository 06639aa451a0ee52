"""Trays for the parts of a laser job."""

import re

import pytest
from helpers.solids import make_tray
from pypdfium2 import PdfDocument

from pnp.base.fit import Lid
from pnp.base.geometry import Size
from pnp.components.tray.arrange import PieceLot
from pnp.definitions import find_game, load_game
from pnp.laser.assembly import _holds, _lines
from pnp.laser.job import LaserJob
from pnp.laser.joinery.tray import TrayStyle
from pnp.laser.options import LaserOptions
from pnp.laser.parts import PartDrawer, tray_for
from pnp.laser.settings import settings_of
from pnp.laser.words import StepTexts, laser_words


def made(game, **options):
    job = LaserJob.of(game, LaserOptions(**{"formats": ("svg",), "tray": True, **options}))
    files = {file.path.removeprefix("laser/"): file.content() for file in job.files()}
    return job, files


def test_a_tray_for_one_component_lies_beside_its_pieces():
    job, files = made("turno", components=("tiles",))
    (report,) = job.reports
    parts = [part.component for part in report.parts]
    assert parts == ["tiles"] * 36 + ["tray"] * 7
    assert "tiles-lightburn-fronts.svg" in files


def test_trays_for_several_components_have_files_of_their_own_unless_all_is_laid_out_together():
    both = {"components": ("tiles", "hexagon")}
    apart, files = made("turno", **both)
    assert [report.name for report in apart.reports] == ["tiles", "hexagon", "tray"]
    assert "tray-lightburn.svg" in files
    together = LaserJob.of("turno/loop", LaserOptions(**both, tray=True))
    (parts,) = [one.parts for one in together._sets()]
    assert {part.component for part in parts} == {"tiles", "hexagon", "tray"}


def test_a_tray_larger_than_the_bed_is_reported_with_the_bed_that_it_needs():
    job, _ = made("turno", components=("hexagon",), bed=Size(70, 60))
    (problem,) = job.problems
    assert problem.startswith("tray: its plates are up to ")
    assert "larger than the bed of 70x60mm" in problem
    wide, high = map(float, problem.rpartition("is ")[2].removesuffix("mm").split("x"))
    fits, _ = made("turno", components=("hexagon",), bed=Size(wide, high))
    assert fits.problems == []


@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
@pytest.mark.parametrize("lid", Lid)
def test_the_steps_name_every_plate_by_its_number_and_hold_every_piece(lang, lid):
    game = load_game(find_game("turno")).game
    tray = make_tray([PieceLot("tiles", Size(30, 45), 3.0, 36)], 3.0, TrayStyle(lid=lid))
    texts = StepTexts(laser_words(lang), settings_of(LaserOptions()))
    said = " ".join(_lines(tray, texts))
    assert "{" not in said
    named = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", said.replace("3 mm", "")):
        named |= set(range(int(first), int(last or first) + 1))
    assert named >= set(range(1, len(tray.plates) + 1))
    assert game.components["tiles"].name in _holds(tray, game, texts)


def test_the_sheet_of_steps_and_a_picture_of_the_tray_lie_beside_its_files():
    _, files = made("turno", components=("hexagon",), lid=Lid.LIFT_OFF)
    assert b"<svg" in files["hexagon-lightburn-tray.svg"]
    steps = PdfDocument(files["hexagon-lightburn-steps.pdf"])
    text = " ".join(page.get_textpage().get_text_range() for page in steps)
    assert "Put the tray together" in text
    assert "It holds: Hexagon, one stack of 1" in " ".join(text.split())


def test_shops_that_cut_single_parts_get_the_plates_one_by_one():
    job, files = made("turno", components=("hexagon",), client="part-shop", formats=("dxf",))
    assert "tray-part-shop-floor.dxf" in files
    assert any("has no name" in note for note in job.notes)


def test_a_lid_without_a_tray_is_refused():
    (fault,) = LaserOptions(lid=Lid.LIFT_OFF).faults(frozenset())
    assert fault == "--lid: is of a tray; add --tray"


def test_what_is_put_together_from_parts_is_kept_whole():
    game = load_game(find_game("turno")).game
    settings = settings_of(LaserOptions())
    parts = PartDrawer(game, settings, flipped=False).parts("die", None)
    assert len(parts) == 6
    tray = tray_for(parts, game, settings, [])
    (room,) = tray.arrangement.compartments
    edge = game.components["die"].edge
    assert (room.lot.size, room.lot.high, room.pieces) == ((edge, edge), edge, 1)
    assert tray.arrangement.inner == (edge + 1, edge + 1)


def test_a_hinge_is_refused_in_what_does_not_bear_its_links():
    job, _ = made("turno", components=("hexagon",), material="felt-3", lid=Lid.HINGE)
    (problem,) = job.problems
    assert problem == (
        "tray: the links of its hinge would be 1.5 mm wide, and 3 mm is the least in "
        "Wool felt of 3 mm; take another --lid"
    )
