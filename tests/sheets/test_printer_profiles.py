"""Printer profiles: made from measurements, kept in readable files and read back unchanged."""

import os
import tomllib
from pathlib import Path

import platformdirs
import pytest

from pnp.base.errors import OutputError, UsageError
from pnp.base.geometry import Size
from pnp.make.printer_profile import (
    PrinterProfile,
    load_printer,
    load_printers,
    remove_printer,
    save_printer,
)
from pnp.sheets.calibration import Measurements, make_profile

MINE = PrinterProfile("mine", "a4", 0.3, -1.25, 0.2, 0.994, 1.001)


def test_a_printer_comes_back_as_it_was_kept():
    save_printer(MINE)
    assert load_printer("mine") == MINE


def test_the_file_says_in_words_what_its_figures_mean(own_settings):
    file = save_printer(MINE)
    assert file == own_settings / "printers" / "mine.toml"
    text = file.read_text(encoding="utf-8")
    assert "# Backs lie dx mm to the right of their fronts" in text
    assert tomllib.loads(text) == {
        "paper": "a4", "dx": 0.3, "dy": -1.25, "angle": 0.2, "scale_x": 0.994, "scale_y": 1.001,
    }  # fmt: skip
    assert [path.name for path in file.parent.iterdir()] == ["mine.toml"]


def test_without_the_variable_the_platform_says_where(monkeypatch, tmp_path):
    monkeypatch.delenv("PNP_CONFIG_DIR")
    monkeypatch.setattr(
        platformdirs, "user_config_path", lambda name, appauthor: tmp_path / "platform" / name
    )
    assert save_printer(MINE) == tmp_path / "platform" / "pnp" / "printers" / "mine.toml"


def test_a_printer_is_replaced_only_when_asked_to():
    save_printer(MINE)
    with pytest.raises(UsageError, match=r"a printer mine already exists; .* --replace"):
        save_printer(MINE._replace(dx=9))
    assert load_printer("mine").dx == 0.3
    save_printer(MINE._replace(dx=9), replace=True)
    assert load_printer("mine").dx == 9


def test_an_unknown_printer_is_reported_with_the_known_ones():
    with pytest.raises(UsageError, match="no printer mine; there is none yet"):
        load_printer("mine")
    save_printer(MINE)
    save_printer(MINE._replace(name="attic"))
    for what in (load_printer, remove_printer):
        with pytest.raises(UsageError, match="no printer office; there are: attic, mine"):
            what("office")


def test_a_name_never_leads_out_of_the_folder():
    for what in (load_printer, remove_printer):
        with pytest.raises(UsageError, match="lower-case letters"):
            what("../mine")


def test_printers_are_listed_by_name_and_removed():
    save_printer(MINE)
    save_printer(MINE._replace(name="attic"))
    assert [printer.name for printer in load_printers()] == ["attic", "mine"]
    remove_printer("attic")
    assert load_printers() == [MINE]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("dx = 0.3", "dx = ", "Invalid value"),
        ("dx = 0.3\n", "", "a profile has only paper, dx, dy, angle, scale_x, scale_y"),
        ("dx = 0.3", "dx = 0.3\ncolor = 1", "see color"),
        ("dx = 0.3", "dx = true", "dx is a number"),
        ("dx = 0.3", "dx = nan", "dx: write a number, not nan"),
        ("scale_x = 0.994", "scale_x = 0", "is from 0.9 to 1.1, not 0"),
        ('paper = "a4"', "paper = 4", "paper is a name in quotes"),
    ],
)
def test_a_file_that_is_not_a_profile_is_reported_with_its_place(old, new, told):
    file = save_printer(MINE)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_printer("mine")
    assert str(caught.value).startswith(str(file))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_are_reported():
    save_printer(MINE).write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="byte 0 is not UTF-8; save it as UTF-8"):
        load_printer("mine")


def test_what_was_there_stays_when_it_cannot_be_replaced(monkeypatch):
    file = save_printer(MINE)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OutputError, match="no space left"):
        save_printer(MINE._replace(dx=9), replace=True)
    assert load_printer("mine") == MINE
    assert [path.name for path in file.parent.iterdir()] == ["mine.toml"]


def test_a_file_where_the_folder_should_be_is_reported(own_settings: Path):
    own_settings.write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot write"):
        save_printer(MINE)
    with pytest.raises(UsageError):
        load_printer("mine")


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
        ({}, "no measurements are given: write the four readings"),
        ({"dx": "left"}, "--dx: write a number, such as -0.3, not 'left'"),
        ({"dx": ""}, "--dx: write a number, such as -0.3, not ''"),
        ({"angle": "nan"}, "--angle: write a number, such as 1.5, not 'nan'"),
        ({"dy": "21"}, "--dy: is from -20 mm to 20 mm, not 21 mm"),
        ({"angle": "-9"}, "--angle: is from -5° to 5°, not -9°"),
        ({"scale_x": "99.4"}, "--scale-x: is from 0.9 to 1.1, not 99.4; write the measured"),
        ({"scale_y": "99.4/0"}, "--scale-y: write its nominal length after the /"),
        ({"top": "1", "bottom": "1"}, "all four scales are needed; missing: --left, --right"),
        ({"top": "1", "dx": "1"}, "--top and --dx: give the four readings or the displacement"),
        (
            {"top": "1", "bottom": "-1", "left": "1", "right": "-1"},
            "top and bottom say that the backs are turned by 0.44 degrees, left and right say -0.6",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_is_reported(measured, told):
    (fault,) = faults(**measured)
    assert fault.startswith(told)


def test_all_faults_are_reported_at_once():
    assert len(faults("My Printer", dx="x", dy="99", scale_x="2")) == 4


@pytest.mark.parametrize(
    "name", ["", "Office", "my printer", "-x", "x-", "a/b", "..", "é", "a" * 25]
)
def test_names_that_cannot_be_files_or_options_are_refused(name):
    (fault,) = faults(name, dx="1")
    assert "lower-case letters, digits and hyphens" in fault


def test_names_that_windows_keeps_are_refused():
    (fault,) = faults("com1", dx="1")
    assert "Windows keeps that name" in fault
    assert read("a" * 24, dx="1").name == "a" * 24
