"""The files of a pass: one for all steps or one for each, and G-code with its settings."""

from xml.etree.ElementTree import fromstring

import pytest

from pnp.base.errors import UsageError
from pnp.laser.job import LaserJob
from pnp.laser.options import LaserOptions
from pnp.laser.scheme import Powers, Sides, Speeds
from pnp.laser.settings import settings_of

SPEEDS, POWERS = Speeds(5, 40, 100, 200), Powers(90, 15, 30)


def made(client, **more):
    options = LaserOptions(components=("hexagon",), client=client, sides=Sides.FRONTS, **more)
    job = LaserJob.of("turno", options)
    return job, {file.path.removeprefix("laser/hexagon-"): file.content() for file in job.files()}


def test_a_program_with_one_setting_gets_a_file_for_each_kind_of_work():
    job, files = made("lasergrbl")
    assert set(files) == {
        "lasergrbl-1-engrave.svg",
        "lasergrbl-2-cut.svg",
        "lasergrbl-preview.svg",
        "lasergrbl-steps.pdf",
    }
    assert b'id="outer"' not in files["lasergrbl-1-engrave.svg"]
    assert b'id="engrave"' not in files["lasergrbl-2-cut.svg"]
    assert any("G-code has them filled: give --speed" in note for note in job.notes)


def test_g_code_is_made_once_speeds_and_powers_are_given():
    _, files = made("lasergrbl", speeds=SPEEDS, powers=POWERS)
    cut = files["lasergrbl-2-cut.gcode"].decode()
    assert "; outer: 5 mm/s, 90 %" in cut
    assert "S900 F300" in cut
    assert "S300 " not in cut
    assert b"F6000" in files["lasergrbl-1-engrave.gcode"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"formats": ("gcode",)}, "--format gcode: holds the settings of your machine; give --sp"),
        ({"formats": ("gcode",), "speeds": SPEEDS}, "--format gcode: .* --power cut=.."),
        ({"powers": POWERS}, "--power: is for G-code and LightBurn's projects; give --speed"),
        ({"powers": POWERS, "client": "lightburn"}, "--power: .* give --speed"),
        (
            {"powers": POWERS, "speeds": SPEEDS, "client": "xtool"},
            "--power: is for G-code and LightBurn's projects; xTool Creative Space reads neither",
        ),
        (
            {"powers": POWERS, "speeds": SPEEDS, "client": "lightburn", "formats": ("svg",)},
            "--power: is for G-code and LightBurn's projects; add --format lbrn2",
        ),
    ],
)
def test_no_speed_and_no_power_is_assumed(options, told):
    with pytest.raises(UsageError, match=told):
        settings_of(LaserOptions(**{"client": "lasergrbl", **options}))


def test_lightburns_projects_hold_speeds_and_powers_if_they_are_given():
    twice = SPEEDS._replace(passes=2)
    _, files = made("lightburn", formats=("lbrn2",), speeds=twice, powers=POWERS)
    layers = {
        layer.find("name").get("Value"): [
            float(layer.find(key).get("Value")) for key in ("speed", "maxPower", "numPasses")
        ]
        for layer in fromstring(files["lightburn.lbrn2"]).iter("CutSetting")
    }
    assert layers == {"Engrave": [100, 30, 1], "Outer": [5, 90, 2]}
    assert b"<speed" not in made("lightburn", formats=("lbrn2",))[1]["lightburn.lbrn2"]


def test_formats_without_engraved_areas_are_reported_with_where_they_are():
    assert made("ponoko")[0].notes == [
        "the DXF for Ponoko has no engraved areas; take the SVG for them"
    ]
    assert made("xtool")[0].notes == [
        "xTool Creative Space burns only the outlines of areas from DXF; take the SVG for them"
    ]
    assert made("lightburn")[0].notes == []


def test_a_format_that_a_program_fits_to_its_own_bed_is_made_only_on_request():
    job, files = made("meerk40t")
    assert [name for name in files if name.endswith(".dxf")] == job.notes == []
    job, files = made("meerk40t", formats=("dxf",))
    assert "meerk40t.dxf" in files
    assert job.notes == [
        "MeerK40t burns only the outlines of areas from DXF; take the SVG for them",
        "MeerK40t shrinks a DXF that is larger than the bed of its device, and counts from the "
        "bottom of that bed; take the SVG",
    ]
