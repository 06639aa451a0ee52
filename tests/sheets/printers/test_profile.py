"""What a person types, made into a profile or into a line that helps."""

import pytest

from pnp.base.errors import UsageError
from pnp.base.geometry import Size
from pnp.records.printer_profile import PrinterProfile
from pnp.sheets.printers import Measurements, make_profile

A4 = Size(210, 297)


def read(name: str = "mine", **measured: str) -> PrinterProfile:
    return make_profile(name, "a4", A4, Measurements(**measured))


def faults(name: str = "mine", **measured: str) -> list[str]:
    with pytest.raises(UsageError) as caught:
        read(name, **measured)
    return str(caught.value).splitlines()


def test_a_displacement_is_taken_as_it_is_typed():
    assert read(
        dx="0.3", dy="-1.25mm", angle="0.2", scale_x="0.994", scale_y="1.001"
    ) == PrinterProfile("mine", "a4", 0.3, -1.25, 0.2, 0.994, 1.001)


@pytest.mark.parametrize("text", ["-0.3", "-.3", "\N{MINUS SIGN}0,3", " -0,30 mm "])
def test_numbers_may_be_written_as_people_write_them(text):
    assert read(dx=text).dx == -0.3


def test_equal_readings_are_an_offset_and_no_angle():
    assert read(top="0.4", bottom="0.4", left="-0.2", right="-0.2") == PrinterProfile(
        "mine", "a4", 0.4, -0.2
    )


def test_what_lies_farther_right_at_the_top_and_farther_down_at_the_right_is_turned_clockwise():
    # 263 mm between top and bottom, 176 mm between left and right: one degree is 4.59 and 3.07 mm.
    printer = read(top="2.3", bottom="-2.3", left="-1.5", right="1.6")
    assert printer.angle == pytest.approx(1.0, abs=0.01)
    assert (printer.dx, printer.dy) == (0, 0.05)


def test_a_scale_is_what_was_measured_over_what_it_should_be():
    printer = read(scale_x="189,2/190", scale_y="261 mm/260 mm")
    assert printer.scale_x == pytest.approx(189.2 / 190, abs=1e-6)
    assert printer.scale_y == pytest.approx(261 / 260, abs=1e-6)


@pytest.mark.parametrize(
    ("measured", "told"),
    [
        ({}, "nothing was measured: give the four readings"),
        ({"dx": "left"}, "--dx: write a number, such as -0.3, not 'left'"),
        ({"dx": ""}, "--dx: write a number, such as -0.3, not ''"),
        ({"angle": "nan"}, "--angle: write a number, such as 1.5, not 'nan'"),
        ({"dy": "21"}, "--dy: is from -20 mm to 20 mm, not 21 mm"),
        ({"angle": "-9"}, "--angle: is from -5° to 5°, not -9°"),
        ({"scale_x": "99.4"}, "--scale-x: is from 0.9 to 1.1, not 99.4; write what the line"),
        ({"scale_y": "99.4/0"}, "--scale-y: write what it should measure after the /"),
        ({"top": "1", "bottom": "1"}, "all four scales are needed: --left, --right not given"),
        ({"top": "1", "dx": "1"}, "--top and --dx: give the four readings or the displacement"),
        (
            {"top": "1", "bottom": "-1", "left": "1", "right": "-1"},
            "top and bottom say that the backs are turned by 0.44 degrees, left and right say -0.6",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_is_told(measured, told):
    (fault,) = faults(**measured)
    assert fault.startswith(told)


def test_all_faults_are_told_at_once():
    assert len(faults("My Printer", dx="x", dy="99", scale_x="2")) == 4


@pytest.mark.parametrize(
    "name", ["", "Office", "my printer", "-x", "x-", "a/b", "..", "é", "a" * 25]
)
def test_names_that_cannot_be_files_or_options_are_refused(name):
    (fault,) = faults(name, dx="1")
    assert "small letters, figures and hyphens" in fault


def test_names_that_windows_keeps_are_refused():
    (fault,) = faults("com1", dx="1")
    assert "Windows keeps that name" in fault
    assert read("a" * 24, dx="1").name == "a" * 24
