"""Options for PNG faces, print shops and Tabletop Simulator."""

import json

import pytest
from helpers.command import run
from helpers.requirements import needs_cairo


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--dpi", "0"), "--dpi: write a number from 30 to 2400, not 0"),
        (("--dpi", "2401"), "--dpi: write a number from 30 to 2400, not 2401"),
        (("--preset", "lulu"), "--preset: 'lulu' is not known; write one of dtc-poker, "),
        (("--tts-url", "turno"), "--tts-url: write the address of the folder with the images"),
        (("--tts-url", "http://"), "--tts-url: write the address of the folder with the images"),
        (("--tts-url", "https://a.org/?x=1"), "--tts-url: write an address without ? and #"),
        (
            ("--format", "ttx"),
            "--format: 'ttx' is not known; write one of pdf, ",
        ),
    ],
)
def test_wrong_option_is_refused_with_a_line_and_status_2(arguments, told):
    result = run("deck", "--cards", "36", *arguments, status=2)
    assert result.stderr.startswith(f"error: {told}")
    assert result.stderr.count("\n") == 1


def test_list_presets_shows_sizes_and_notes_of_shops():
    result = run("list", "--presets")
    line = next(line for line in result.stdout.splitlines() if "tgc-poker" in line)
    for part in ("The Game Crafter", "63.5x88.9mm", "825 x 1125", "3.175 mm", "https://"):
        assert part in line
    assert "CMYK is turned away" in " ".join(result.stdout.split())


def test_list_presets_prints_json():
    presets = json.loads(run("list", "--presets", "--json").stdout)["presets"]
    (poker,) = [preset for preset in presets if preset["id"] == "mpc-poker"]
    assert poker["pixels"] == [822, 1122]


@needs_cairo
def test_build_reports_the_number_of_faces_for_a_shop(plain_turno, tmp_path):
    result = run(
        *("deck", plain_turno, "--cards", "36", "--size", "poker", "--format", "png"),
        *("--dpi", "40", "--preset", "tgc-poker", "--out", str(tmp_path), "-v"),
    )
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "png-tgc-poker/ 72 faces with bleed" in lines
    assert any(line.startswith("deck-36: art lies 2.2 mm inside the cut") for line in lines)


def test_preset_of_another_size_fails(tmp_path):
    result = run("deck", "--preset", "tgc-mini", "--cards", "36", "--out", str(tmp_path), status=2)
    assert "add --size deck-36=44.45x63.5mm" in result.stderr
    assert not list(tmp_path.iterdir())


@needs_cairo
def test_build_reports_files_for_tabletop_simulator(tmp_path):
    result = run("build", "turnio", "--format", "tts", "--out", str(tmp_path), "-v")
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "tts/ 3 saved objects" in lines  # the box, and a table for each rule set
    assert "tts/ 13 tile images" in lines
    assert "not for Tabletop Simulator: chip-box" in lines
