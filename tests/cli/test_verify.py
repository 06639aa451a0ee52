"""`pnp verify`: reports for people and for programs."""

import json
from dataclasses import replace

import pytest
from helpers.command import refusal, run

from pnp.sheets.job import build_game
from pnp.sheets.options import SheetOptions


@pytest.fixture
def output(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = SheetOptions(formats=("pdf", "svg"))
    build_game("turno", replace(options, only=("tiles", "pawns")))
    build_game("tawula", replace(options, only=("dice",)))
    return tmp_path / "output"


def verify(*arguments, status=0):
    return run("verify", *arguments, status=status)


def test_verify_reads_the_output_folder_by_default(output):
    result = verify()
    lines = result.stdout.splitlines()
    assert "output/tawula: ok" in lines
    (tiles,) = [line for line in lines if "print/tiles-a4.pdf" in line]
    assert tiles.split("  ")[1] == "ok"
    assert "210.00 x 297.00 mm" in tiles
    assert "trim 180.00 x 270.00 mm" in tiles
    assert "all 2 ok" in lines


def test_each_wrong_finding_is_one_line(output):
    (output / "turno/print/tiles-a4.pdf").unlink()
    result = verify(output, status=1)
    faults = [line.strip() for line in result.stdout.splitlines() if "tiles-a4.pdf: " in line]
    assert faults == [
        f"WRONG {output}/turno/print/tiles-a4.pdf: file: is missing; "
        "right is the file that the manifest lists"
    ]
    assert "1 ok, 1 not" in result.stdout


def test_of_a_single_file_each_finding_is_reported(output):
    result = verify(output / "turno/print/tiles-a4.pdf")
    for words in ("checksum", "definition", "1 embedded", "trim 180.00 x 270.00 mm"):
        assert words in result.stdout


def test_json_contains_all_findings(output):
    data = json.loads(verify("--json").stdout)
    assert data["ok"]
    tawula, turno = data["reports"]
    assert (tawula["game"], turno["path"]) == ("tawula", "output/turno")
    (tiles,) = [file for file in turno["files"] if file["path"].endswith("tiles-a4.pdf")]
    front, _ = tiles["measured"]["pages"]
    assert front["MediaBox"] == pytest.approx([0, 0, 210, 297], abs=0.001)
    assert front["TrimBox"] == pytest.approx([15, 13.5, 180, 270], abs=0.001)
    assert {f["status"] for f in tiles["findings"]} == {"ok"}


def test_json_reports_faults_with_status_1_and_no_other_output(output):
    (output / "turno/manifest.json").unlink()
    result = verify("--json", status=1)
    data = json.loads(result.stdout)
    assert [report["ok"] for report in data["reports"]] == [True, False]


def test_missing_path_is_a_usage_error(output):
    result = verify(output / "chess", status=2)
    assert "does not exist" in result.stderr
    assert "Traceback" not in result.output


def test_unreadable_definition_is_a_usage_error(output):
    result = verify("--game", "nowhere/", status=2)
    assert "nowhere" in result.stderr


def test_overlong_path_is_refused_in_a_line():
    assert "cannot be read" in refusal("verify", "a" * 300)
