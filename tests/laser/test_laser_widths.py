"""Widths that a user gives for a laser: what is likely a slip is a question, not a number."""

from pathlib import Path

import pytest
from oracles.laser.beds import bed_faults

from pnp.base.errors import UsageError
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.laser.scheme import Kerf, Sides
from pnp.laser.settings import settings_of
from pnp.make.pipeline import write

MATERIAL = """
name = "Foam of 5 mm"
thickness = "5mm"
kerf = "0.7mm"
kerf_least = "0.5mm"
kerf_most = "1mm"
feature = "3mm"
gap = "2mm"
web = "5mm"

[[notes]]
says = "Kerf: 0.7 mm."
source = "measured"
"""


def asked(**options) -> str:
    with pytest.raises(UsageError) as refusal:
        settings_of(LaserOptions(**options))
    return str(refusal.value)


@pytest.mark.parametrize(
    ("width", "meant"),
    [(1.5, "0.15"), (0.51, "0.051"), (15, "0.15"), (0.005, "0.13"), (0.0009, "0.09")],
)
def test_a_kerf_that_no_laser_has_is_asked_about_with_the_likely_one(width, meant):
    assert f"is it {meant} mm?" in asked(kerf=Kerf(width, width))


def test_either_of_two_kerfs_may_be_the_slip():
    assert asked(kerf=Kerf(0.15, 1.2)).startswith("--kerf: 1.2 mm is wider")


def test_a_gauge_misread_is_asked_about_too():
    assert asked(kerf_from_gauge=Kerf(1.65, 1.65)).startswith("--kerf-from-gauge: 1.65 mm")


@pytest.mark.parametrize("width", [0, 0.01, 0.5])
def test_no_kerf_and_those_of_fine_and_coarse_beams_are_taken(width):
    assert settings_of(LaserOptions(kerf=Kerf(width, width))).kerf == (width, width)


def test_a_material_of_ones_own_may_have_a_wide_kerf(tmp_path):
    file = tmp_path / "foam.toml"
    file.write_text(MATERIAL, encoding="utf-8")
    assert settings_of(LaserOptions(material=str(file), kerf=Kerf(0.9, 0.9))).kerf.x == 0.9
    assert "is it 0.11 mm?" in asked(material=str(file), kerf=Kerf(1.1, 1.1))


def test_a_gap_that_would_burn_away_is_refused_with_the_smallest_that_would_not():
    told = asked(gap=0.1, kerf=Kerf(0.15, 0.15))
    assert told.endswith("cuts are 0.5 mm apart or more; write 0.35 or more")
    assert settings_of(LaserOptions(gap=0.35, kerf=Kerf(0.15, 0.15)))


def test_all_widths_that_are_wrong_are_reported_at_once():
    assert len(asked(gap=0.0, kerf=Kerf(1.5, 0.001)).splitlines()) == 3


@pytest.mark.parametrize(
    ("options", "two_sided", "left"),
    [
        ({}, True, 2),
        ({"tabs": (4, 0.3)}, False, 2),
        ({"sides": Sides.FLIP, "share": False}, True, 1),
        ({"gap": 4.0}, True, 4),
    ],
)
def test_what_holds_parts_is_as_wide_as_the_materials_web_unless_a_gap_is_given(
    options, two_sided, left
):
    settings = settings_of(LaserOptions(**options))
    assert settings.scheme(two_sided).gap == left


def test_thin_parts_are_noted(tmp_path):
    small = str(Path(__file__).parents[2] / "docs/reference/examples/tiles")
    options = LaserOptions(
        formats=("svg",), sizes={"tiles": "6x9mm"}, holes=True, sides=Sides.FRONTS, out=tmp_path
    )
    job = LaserJob.of(small, options)
    assert {what for _, what, _ in bed_faults(job)} == {"features"}
    noted = write(job, tmp_path).notes
    told = "have a web of 0.87 mm beside a hole, and 1 mm is the least in Plywood of 3 mm"
    assert [note for note in noted if told in note and note.startswith("tiles: 5 parts like")]


def test_a_gap_that_may_break_is_noted(tmp_path):
    options = LaserOptions(components=("hexagon",), formats=("svg",), gap=0.6)
    told = (
        "--gap: 0.6 mm of material remain between parts, and 1 mm is the least in Plywood of 3 mm"
    )
    made = write(LaserJob.of("turno", options), tmp_path)
    assert [note for note in made.notes if note.startswith(told)]


def test_an_unknown_material_of_inserts_is_reported_for_its_own_option():
    assert asked(inlay="velvet").startswith("--inlay: 'velvet' is not known; write one of ")
