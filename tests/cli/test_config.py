"""A user's own defaults: kept by pnp config, in pnp.toml, in variables; and what goes first."""

import json
from pathlib import Path
from shutil import rmtree

import pytest
from helpers.command import listed, refusal, run

from pnp.archive.options import ArchiveOptions
from pnp.kits.options import KitOptions
from pnp.laser.options import LaserOptions
from pnp.make.options import declared
from pnp.rulebook.job import RuleOptions
from pnp.sheets.options import SheetOptions


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder to work in, below which nothing is kept yet."""
    folder = tmp_path / "home" / "project" / "games"
    folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(folder)
    return folder


def paper_of_deck(*more):
    rmtree("output", ignore_errors=True)
    run("deck", "--cards", 36, "--only", "deck-36", "--format", "pdf", "-q", *more)
    sheets, _ = listed_files("turno")  # and steps
    return sheets["page_mm"]


def listed_files(game):
    return listed(Path("output") / game)


A4, LETTER, A5 = [210, 297], [215.9, 279.4], [148, 210]


def test_flag_goes_before_variable_before_folder_before_user(here, monkeypatch):
    run("config", "set", "paper", "letter")
    assert paper_of_deck() == LETTER
    (here.parent / "pnp.toml").write_text('paper = "a3"\norientation = "portrait"\n')
    assert sorted(paper_of_deck()) == [297, 420]
    monkeypatch.setenv("PNP_PAPER", "a5")
    assert sorted(paper_of_deck()) == A5
    assert sorted(paper_of_deck("--paper", "a4")) == A4


def test_config_shows_each_option_with_its_value_and_where_it_comes_from(here, monkeypatch):
    run("config", "set", "paper", "letter", "rules.format", "pdf")
    monkeypatch.setenv("PNP_INK", "low")
    shown = json.loads(run("config", "--json").stdout)["options"]
    found = {(row["option"], *row["commands"][:1]): row for row in shown}
    assert found["paper", "kit"]["value"] == "letter"
    assert found["paper", "kit"]["from"].endswith("config.toml, line 1")
    assert found["format", "rules"] | {"from": ""} == {
        "option": "format",
        "value": "pdf",
        "from": "",
        "commands": ["rules"],
    }
    assert found["ink", "kit"]["from"] == "PNP_INK"
    assert found["duplex", "kit"]["from"] == "built in"
    assert "letter" in run("config").stdout


def test_set_keeps_comments_and_unset_forgets(here, own_settings):
    own_settings.mkdir()
    file = own_settings / "config.toml"
    file.write_text('# at home\npaper = "a5"\n')
    run("config", "set", "paper", "letter", "fit", "yes", "dpi", "600")
    assert file.read_text() == '# at home\npaper = "letter"\nfit = true\ndpi = 600\n'
    run("config", "unset", "fit", "dpi")
    assert file.read_text() == '# at home\npaper = "letter"\n'
    assert "has no default in" in refusal("config", "unset", "fit")


def test_set_writes_nothing_when_a_value_is_wrong(own_settings):
    result = run("config", "set", "paper", "letter", "margin", "5", "papr", "a4", status=2)
    lines = result.stderr.splitlines()
    assert [line.split(":")[1] for line in lines[:1]] == [" margin"]
    assert "did you mean 'paper'?" in lines[1]
    assert not (own_settings / "config.toml").exists()


def test_wrong_value_in_a_file_names_file_and_line(here):
    (here / "pnp.toml").write_text('# ours\nduplex = "fold"\n\n[rules]\npaper = "letters"\n')
    message = refusal("rules", "tawula", "--format", "md")
    assert message.startswith(f"{here / 'pnp.toml'}, line 5: rules.paper: 'letters' is not known")
    assert not (here / "output").exists()
    run("rules", "tawula", "--format", "md", "--paper", "a4", "-q")


def test_unknown_name_in_a_file_is_a_fault(here):
    (here / "pnp.toml").write_text('papier = "a4"\n[bild]\npaper = "a4"\n')
    lines = run("rules", "tawula", status=2).stderr.splitlines()
    assert "line 1: there is no option 'papier'" in lines[0]
    assert "line 3: no command 'bild'" in lines[1]


def test_wrong_value_in_a_variable_names_the_variable(here, monkeypatch):
    monkeypatch.setenv("PNP_MARK_LENGTH", "1m")
    assert refusal("deck").startswith("PNP_MARK_LENGTH: ")


def test_default_that_another_command_reads_is_passed_over(here, monkeypatch):
    monkeypatch.setenv("PNP_FORMAT", "pdf,png")
    monkeypatch.setenv("PNP_LANG", "nl")
    run("rules", "tawula", "-q")
    assert {file["format"] for file in listed_files("tawula")} == {"pdf", "html", "md", "svg"}


def test_test_sheet_is_for_the_usual_paper_and_for_two_sides(here):
    run("config", "set", "paper", "letter", "duplex", "fold", "client", "ponoko")
    run("calibrate", "print")
    run("calibrate", "laser")
    made = {file.name for file in Path("output", "calibration").iterdir()}
    assert {"printer-letter.pdf", "laser-kerf-lightburn.svg"} <= made


def test_default_gives_way_to_a_flag_that_contradicts_it(here):
    run("config", "set", "marks", "none")
    run("deck", "--cards", 36, "--mark-length", "6mm", "--format", "pdf", "-q")


def test_folder_file_leads_nowhere_else(here):
    (here / "pnp.toml").write_text('out = "../../elsewhere"\n')
    assert "write a path inside" in refusal("deck")


def test_output_of_a_folder_goes_beside_its_file(here):
    (here.parent / "pnp.toml").write_text('out = "prints"\n')
    run("deck", "--cards", 36, "--format", "pdf", "-q")
    assert (here.parent / "prints" / "turno" / "manifest.json").is_file()


def test_verify_reads_the_folder_that_output_goes_to(here):
    run("config", "set", "out", "prints")
    run("chips", "--format", "pdf", "-q")
    assert "prints/turnio: ok" in run("verify").stdout


def test_search_for_a_folder_file_ends_at_a_repository(here):
    (here.parent / "pnp.toml").write_text('paper = "letters"\n')
    (here / ".git").mkdir()
    run("deck", "--cards", 36, "--format", "pdf", "-q")


def test_here_writes_the_file_of_the_folder(here):
    run("config", "set", "--here", "paper", "letter")
    assert (here / "pnp.toml").read_text() == 'paper = "letter"\n'


def test_choices_of_what_to_make_have_no_default():
    """A default of these would change what a command makes, not how."""
    classes = (SheetOptions, KitOptions, RuleOptions, LaserOptions, ArchiveOptions)
    kept = {one.name for options in classes for one in declared(options) if one.setting}
    assert {"paper", "duplex", "marks", "kerf", "client", "holder", "printer"} <= kept
    assert kept.isdisjoint({"only", "pieces", "copies", "skip", "sizes", "players", "unchecked"})
