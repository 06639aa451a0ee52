"""Trays for the parts of a laser job."""

import pytest

from pnp.base.errors import LayoutError
from pnp.base.geometry import Size
from pnp.jobs.laser import LaserJob
from pnp.jobs.laser_options import LaserOptions


def made(game, **options):
    job = LaserJob.of(game, LaserOptions(formats=("svg",), tray=True, **options))
    files = {file.path.removeprefix("laser/"): file.content() for file in job.files()}
    return job, files


def test_a_tray_for_one_component_lies_beside_its_pieces():
    job, files = made("turno", components=("tiles",))
    (report,) = job.reports
    parts = [part.component for part in report.parts]
    assert parts == ["tiles"] * 36 + ["tray"] * 7
    assert "tiles-lightburn-fronts.svg" in files


def test_trays_for_several_components_have_files_of_their_own_unless_all_is_laid_out_together():
    apart, files = made("turno")
    assert [report.name for report in apart.reports] == ["tiles", "hexagon", "tray"]
    assert "tray-lightburn.svg" in files
    together, _ = made("turno/loop")
    (report,) = together.reports
    assert {part.component for part in report.parts} == {"tiles", "hexagon", "tray"}


def test_a_tray_larger_than_the_bed_is_told_with_the_bed_that_it_needs():
    job, _ = made("turno", bed=Size(90, 70))
    (problem,) = job.problems
    assert problem.startswith("tray: its plates are up to ")
    assert "larger than the bed of 90x70mm" in problem
    wide, high = map(float, problem.rpartition("is ")[2].removesuffix("mm").split("x"))
    fits, _ = made("turno", bed=Size(wide, high))
    assert fits.problems == []


def test_a_bed_too_small_for_everything_is_an_error():
    with pytest.raises(LayoutError, match=r"tiles: .*\n.*hexagon: "):
        made("turno", bed=Size(30, 30))
