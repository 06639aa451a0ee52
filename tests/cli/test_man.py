"""Manual pages, made from the declarations of the commands."""

import re
import shutil
import subprocess

import pytest
from helpers.command import refusal, run


def test_page_of_a_command_has_its_options_in_groups_and_its_examples():
    page = run("man", "deck").stdout
    assert page.startswith('.TH "PNP\\-DECK" "1"')
    titles = re.findall(r"^\.SH (.*)$", page, re.MULTILINE)
    assert titles[:3] == ["NAME", "SYNOPSIS", "DESCRIPTION"]
    assert {"PAPER", "CUTTING", "FOR OTHERS", "EXAMPLES", "EXIT STATUS"} <= set(titles)
    assert "\\fB\\-\\-cards N\\fR" in page
    assert "pnp deck \\-\\-cards 36 \\-\\-stock 300gsm" in page


def test_page_of_the_program_lists_the_pages_of_its_commands():
    page = run("man").stdout
    assert "\\fBpnp\\-build\\fR(1)" in page
    assert "\\fBpnp\\-calibrate\\-print\\fR(1)" in run("man", "calibrate").stdout


def test_pages_of_all_commands_are_written_into_a_folder(tmp_path):
    run("man", "--out", tmp_path / "man1")
    names = {path.name for path in (tmp_path / "man1").iterdir()}
    assert {"pnp.1", "pnp-build.1", "pnp-calibrate-laser.1", "pnp-printer-add.1"} <= names
    assert (tmp_path / "man1" / "pnp-deck.1").read_text() == run("man", "deck").stdout
    (tmp_path / "file").write_text("")
    assert refusal("man", "--out", tmp_path / "file", status=1).startswith("--out: cannot write")


def test_unknown_command_has_no_page():
    assert refusal("man", "bild") == "there is no command 'bild'; did you mean 'build'?"


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_groff_reads_every_page_without_a_warning(tmp_path):
    run("man", "--out", tmp_path)
    groff = ["groff", "-man", "-Tutf8", "-ww", "-z", *sorted(tmp_path.iterdir())]
    told = subprocess.run(groff, capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")
