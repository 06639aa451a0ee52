"""Printers are kept in files that people can read, and come back as they were."""

import os
import tomllib
from pathlib import Path

import platformdirs
import pytest

from pnp.base.errors import OutputError, UsageError
from pnp.records.printer_profile import PrinterProfile
from pnp.sheets.printers import load_printer, load_printers, remove_printer, save_printer

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
    with pytest.raises(UsageError, match=r"a printer mine already; .* --replace"):
        save_printer(MINE._replace(dx=9))
    assert load_printer("mine").dx == 0.3
    save_printer(MINE._replace(dx=9), replace=True)
    assert load_printer("mine").dx == 9


def test_an_unknown_printer_is_told_with_the_known_ones():
    with pytest.raises(UsageError, match="no printer mine; there is none yet"):
        load_printer("mine")
    save_printer(MINE)
    save_printer(MINE._replace(name="attic"))
    for what in (load_printer, remove_printer):
        with pytest.raises(UsageError, match="no printer office; there are: attic, mine"):
            what("office")


def test_a_name_never_leads_out_of_the_folder():
    for what in (load_printer, remove_printer):
        with pytest.raises(UsageError, match="small letters"):
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
        ("dx = 0.3\n", "", "a profile has paper, dx, dy, angle, scale_x, scale_y and no more"),
        ("dx = 0.3", "dx = 0.3\ncolor = 1", "see color"),
        ("dx = 0.3", "dx = true", "dx is a number"),
        ("dx = 0.3", "dx = nan", "dx: write a number, not nan"),
        ("scale_x = 0.994", "scale_x = 0", "is from 0.9 to 1.1, not 0"),
        ('paper = "a4"', "paper = 4", "paper is a name in quotes"),
    ],
)
def test_a_file_that_is_no_profile_is_told_with_its_place(old, new, told):
    file = save_printer(MINE)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_printer("mine")
    assert str(caught.value).startswith(str(file))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_are_told():
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


def test_a_file_where_the_folder_should_be_is_told(own_settings: Path):
    own_settings.write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot write"):
        save_printer(MINE)
    with pytest.raises(UsageError):
        load_printer("mine")
