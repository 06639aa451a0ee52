"""What commands tell of what they made: at a glance, file by file, or as JSON."""

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from helpers.command import run
from helpers.requirements import needs_cairo
from helpers.sample_archive import write_game
from PIL import ImageStat


def run_json(*arguments, status=0):
    result = run(*arguments, "--json", status=status)
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_summary_counts_sheets_and_cuts_and_says_where_to_start(tmp_path):
    result = run("deck", "--cards", 36, "--format", "pdf", "--out", tmp_path)
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert lines[1] == "3 sheets in 1 PDF file, 27 straight cuts"
    start = tmp_path / "turno" / "print" / "deck-36_box-36-a4"
    assert lines[2].startswith(f"start with {start}.pdf: 37 pieces on 3 sheets: print both sides")
    assert lines[3] == f"how to make them: {start}-steps.pdf"
    assert len(lines) == 5


def test_summary_of_rules_says_where_to_start(tmp_path):
    result = run("rules", "tawula", "--lang", "en", "--out", tmp_path)
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert lines[1] == "2 PDF files, 2 HTML files, 1 MD file"
    assert lines[2].startswith(f"start with {tmp_path / 'tawula' / 'rules'}")
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("command", "noun"),
    [
        (("build", "tawula", "--only", "board"), "games"),
        (("board", "tawula"), "games"),
        (("rules", "tawula", "--lang", "en"), "games"),
        (("laser", "tawula", "--component", "pieces"), "games"),
        (("kit", "tawula"), "kits"),
    ],
    ids=lambda given: given[0],
)
def test_json_says_what_was_made_and_where(tmp_path, command, noun):
    data = run_json(*command, "--out", tmp_path)
    (made,) = data[noun]
    assert data["errors"] == made["problems"] == []
    assert made["game"] == "tawula"
    assert made["name"] == "Tawula"
    assert made["files"]
    for file in made["files"]:
        assert (tmp_path / "tawula" / file).is_file()
    assert made["folder"] == str(tmp_path / "tawula")


def test_json_has_the_errors_and_what_was_made_beside_them(tmp_path):
    (tmp_path / "compositie").write_text("not a folder")
    data = run_json("build", "compositie", "tawula", "--only", "board", "--out", tmp_path, status=1)
    assert [made["game"] for made in data["games"]] == ["tawula"]
    (error,) = data["errors"]
    assert "cannot write in" in error


@pytest.mark.parametrize("command", ["build", "kit", "rules", "laser", "show", "check"])
def test_every_error_of_a_command_is_json_when_that_is_asked_for(command):
    data = run_json(command, "no-such-game", status=2)
    assert "no-such-game" in data["errors"][0]


def test_wrong_options_are_json_as_well():
    data = run_json("deck", "--gap", "4", "--copies", "0", status=2)
    assert [line.partition(":")[0] for line in data["errors"]] == ["--gap", "--copies"]


def test_what_was_left_out_is_a_problem_in_json(tmp_path):
    data = run_json("deck", "--cards", 36, "--stock", "5mm", "--out", tmp_path, status=1)
    (made,) = data["games"]
    assert "the box is left out" in made["problems"][0]
    assert data["errors"] == made["problems"]  # which a terminal shows as errors


def test_quiet_and_verbose_contradict():
    assert "leave one of the two out" in run("build", "-q", "-v", status=2).stderr


def test_open_starts_the_program_for_the_first_sheets(tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr("typer.launch", opened.append)
    run("deck", "--cards", 36, "--out", tmp_path, "--open", "-q")
    assert opened == [str(tmp_path / "turno" / "print" / "deck-36_box-36-a4.pdf")]


@pytest.mark.parametrize(
    ("command", "noun"),
    [
        (("archive", "POND"), "games"),
        (("new", "river-trade"), "games"),
        (("calibrate", "print"), "calibration"),
        (("calibrate", "laser"), "calibration"),
    ],
    ids=" ".join,
)
def test_json_names_the_files_of_all_that_is_made(tmp_path, command, noun):
    pond = str(write_game(tmp_path / "games"))
    command = [pond if word == "POND" else word for word in command]
    data = run_json(*command, "--out", tmp_path)
    (made,) = data[noun]
    assert data["errors"] == made["problems"] == []
    assert made["name"]
    assert made["files"]
    assert [name for name in made["files"] if not (Path(made["folder"]) / name).is_file()] == []


def test_json_describes_printers():
    (added,) = run_json("printer", "add", "office", "--dx", "0.4")["printers"]
    assert (Path(added["folder"]) / added["files"][0]).is_file()
    (shown,) = run_json("printer", "show", "office")["printers"]
    assert run_json("printer", "list")["printers"] == [shown]
    assert shown == {key: added[key] for key in shown}
    assert "attic" in run_json("printer", "show", "attic", status=2)["errors"][0]
    run_json("printer", "remove", "office")
    assert run_json("printer", "list")["printers"] == []


@needs_cairo
def test_dry_run_tells_what_it_would_take_and_writes_nothing(tmp_path):
    result = run("deck", "--cards", 36, "--duplex", "fold", "--dry-run", "--out", tmp_path / "out")
    told = r"TURNO: would take 5 sheets, 42 straight cuts, 1 outline, 17 folds, about 50 min; ink: "
    assert re.fullmatch(told + r"[\d.]+ % of a page\n", result.stdout)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["build", "kit"])
def test_dry_run_counts_what_is_then_made(tmp_path, command):
    pair = [
        run_json(command, "tawula/anatolia-1845", "--paper", "letter", "--out", tmp_path, *more)
        for more in (["--dry-run"], [])
    ]
    noun = {"build": "games", "kit": "kits"}[command]
    planned, made = (one[noun][0] for one in pair)
    both = {"sheets", "cuts"} if command == "build" else {"piece_sheets", "cuts", "minutes"}
    assert {key: planned[key] for key in both} == {key: made[key] for key in both}
    assert planned["files"] == []
    assert made["files"]


@needs_cairo
def test_ink_is_what_another_program_sees_on_the_pages(tmp_path):
    command = ("chips", "--only", "chips", "--format", "pdf", "--out", tmp_path)
    (chips,) = run_json(*command, "--dry-run")["games"][0]["planned"]
    run(*command, "-q")
    document = pypdfium2.PdfDocument(tmp_path / "turnio" / "print" / "chips-a4.pdf")
    pages = [ImageStat.Stat(page.render(scale=0.7).to_pil().convert("RGB")) for page in document]
    document.close()
    dark = [100 * (1 - mean / 255) for page in pages for mean in page.mean]
    assert chips["ink_percent"] == pytest.approx(sum(dark) / len(dark), abs=0.4)


@pytest.mark.parametrize("flag", ["--open", "--watch"])
def test_dry_run_makes_nothing_to_open_or_watch(flag):
    assert "--dry-run" in run("build", "turno", "--dry-run", flag, status=2).stderr


def test_each_rule_set_of_a_game_has_its_own_kit(tmp_path):
    data = run_json("kit", "turnio", "compositie/untitled", "--each", "--out", tmp_path)
    named = [made["rule_set"] for made in data["kits"]]
    assert named == ["turnio/basic", "turnio/x-variant", "compositie/untitled"]


def test_make_ends_with_a_row_for_each_game(tmp_path):
    import made

    run("build", "turnio", "--only", "chips", "--format", "pdf", "--out", tmp_path, "-q")
    run("kit", "turnio", "--each", "--out", tmp_path, "-q")
    start = tmp_path / "turnio" / "kit" / "basic-a4.pdf"
    assert made.row(tmp_path / "turnio") == ("turnio", "1", "0 PDF", "2", str(start))


def test_a_fault_of_an_option_has_its_key_and_values_in_json():
    (message,) = run_json("kit", "turno", "--cut", "laser", status=2)["messages"]
    assert (message["key"], message["at"]) == ("choice", ["--cut"])
    assert message["values"]["written"] == "laser"


@pytest.mark.parametrize("as_json", [False, True])
def test_a_text_with_thousands_of_faults_has_a_hundred_lines(tmp_path, as_json):
    game = write_game(tmp_path / "game")
    (text,) = (game / "rules").glob("*.en.md")
    text.write_text(text.read_text("utf-8") + "\n---\n" * 5000, "utf-8")
    result = run("rules", game, "--out", tmp_path / "out", *["--json"] * as_json, status=1)
    told = json.loads(result.stdout)["errors"] if as_json else result.stderr.splitlines()
    assert len(told) == 101
    assert told[-1].endswith(": and 4900 more faults")
