"""From calibration to a corrected deck, as a user types it."""

import json

import pytest
from helpers.command import refusal, run

MINE = ("printer", "add", "mine", "--dx", "0.3", "--dy", "-0.25", "--angle", "0.1")


def test_calibrate_makes_a_test_sheet_and_explains_it(tmp_path):
    result = run("calibrate", "print", "--paper", "letter", "--out", tmp_path)
    made = tmp_path / "calibration" / "printer-letter.pdf"
    assert str(made) in result.stdout
    assert "against the light" in result.stdout
    first = made.read_bytes()
    assert b"/DuplexFlipLongEdge" in first
    run("calibrate", "print", "--paper", "letter", "--out", tmp_path, "-q")
    assert made.read_bytes() == first


def test_corrected_test_sheet_is_a_separate_file(tmp_path):
    run(*MINE)
    result = run("calibrate", "print", "--printer", "mine", "--duplex", "short-edge",
                 "--out", tmp_path, "--quiet")  # fmt: skip
    assert result.output == ""
    (made,) = (tmp_path / "calibration").iterdir()
    assert made.name == "printer-a4-short-edge-for-mine.pdf"
    assert b"/DuplexFlipShortEdge" in made.read_bytes()


def test_printer_can_be_added_listed_shown_used_and_removed(tmp_path):
    added = run(*MINE, "--scale-x", "189.2/190")
    says = "backs lie 0.3 mm too far right, 0.25 mm too far up, 0.1° turned clockwise"
    assert says in added.stdout
    assert "100 mm come out as 99.58 mm across and 100 mm down" in added.stdout
    assert "pnp calibrate print --printer mine" in added.stdout
    assert "mine" in run("printer", "list").stdout
    assert says in run("printer", "show", "mine").stdout
    built = run("build", "turno", "--only", "deck-36", "--printer", "mine", "--out", tmp_path)
    assert "print/deck-36-a4-for-mine.pdf" in built.stdout
    assert "10 cuts a sheet; for printer mine\n" in built.stdout
    manifest = json.loads((tmp_path / "turno" / "manifest.json").read_text(encoding="utf-8"))
    assert {file["printer"]["dx"] for file in manifest["files"]} == {0.3}
    run("printer", "remove", "mine")
    assert "no printer has been measured yet" in run("printer", "list").stdout


def test_build_warns_about_paper_that_was_not_measured(tmp_path):
    run(*MINE)
    built = run("chips", "--format", "pdf", "--printer", "mine", "--paper", "a3", "--out", tmp_path)
    assert "for printer mine, which was measured on a4" in built.stdout


def test_accurate_printer_is_described_as_right():
    result = run("printer", "add", "mine", "--top=0", "--bottom=0", "--left=0", "--right=0")
    assert "backs lie behind their fronts; sizes are right" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("deck", "--printer", "attic"), 2, "no printer attic; there are: mine"),
        (("printer", "show", "attic"), 2, "no printer attic; there are: mine"),
        (("printer", "remove", "attic"), 2, "no printer attic; there are: mine"),
        (MINE, 2, "a printer mine already"),
        (("printer", "add", "Mine", "--dx", "1"), 2, "lower-case letters"),
        (
            ("calibrate", "print", "--duplex", "fold"),
            2,
            "'fold' is not known; write one of long-edge, short-edge",
        ),
        (("calibrate", "print", "--paper", "100x150mm"), 2, "at least 148x200mm"),
        (("calibrate", "print", "--paper", "b17"), 2, "--paper: 'b17' is not known"),
        (("calibrate", "print", "--printer", "attic"), 2, "no printer attic"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_wrong_measurements_are_refused(arguments, status, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(*MINE)
    line = refusal(*arguments, status=status)
    assert told in line
    assert [path.name for path in tmp_path.iterdir()] == ["settings"]


def test_correction_that_does_not_fit_makes_nothing(tmp_path):
    run("printer", "add", "far", "--dx", "15")
    result = run("deck", "--cards", 36, "--printer", "far", "--out", tmp_path / "out", status=1)
    assert "compensated for printer far, this comes too close to the paper's edge" in result.stderr
    assert not list((tmp_path / "out").glob("**/*.pdf"))


def test_unreadable_settings_are_reported(tmp_path, monkeypatch):
    (tmp_path / "settings").mkdir(exist_ok=True)
    (tmp_path / "settings" / "printers").write_text("not a folder", encoding="utf-8")
    result = run("printer", "list", status=2)
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: cannot read ")


def test_profile_may_have_a_byte_order_mark_and_stray_files_are_ignored(tmp_path):
    run(*MINE)
    folder = tmp_path / "settings" / "printers"
    text = (folder / "mine.toml").read_text(encoding="utf-8")
    (folder / "mine.toml").write_text(text, encoding="utf-8-sig")
    (folder / "My Notes.toml").write_text("", encoding="utf-8")
    result = run("printer", "list")
    assert "mine" in result.stdout
    assert "Notes" not in result.stdout


def test_deeply_nested_profile_is_reported(tmp_path):
    run(*MINE)
    (tmp_path / "settings" / "printers" / "mine.toml").write_text("a = " + "[" * 20000)
    result = run("printer", "show", "mine", status=2)
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.output
