"""`pnp laser` and `pnp calibrate laser`: what is made, told and refused."""

import json
import xml.etree.ElementTree as ET

import ezdxf
import pypdfium2
import pytest
from typer.testing import CliRunner

from pnp.cli import app

TILES = ("laser", "turno", "--component", "tiles")


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)))


def figures(result):
    (game,) = json.loads(result.stdout)["games"]
    return game


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    out = tmp_path_factory.mktemp("laser")
    assert run(*TILES, "--bed", "300x200", "--sides", "flip", "--out", out, "-q").exit_code == 0
    return out / "turno"


def test_every_pass_has_a_file_of_each_format_a_picture_a_report_and_a_sheet_of_steps(made):
    names = sorted(path.name for path in (made / "laser").iterdir())
    passes = ("backs", "fronts")
    assert names == sorted(
        [
            *(
                f"tiles-lightburn-{one}.{kind}"
                for one in passes
                for kind in ("dxf", "lbrn2", "svg")
            ),
            *(f"tiles-lightburn-{one}-preview.svg" for one in passes),
            "tiles-lightburn.json",
            "tiles-lightburn-steps.pdf",
        ]
    )
    listed = json.loads((made / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert sorted(file["path"] for file in listed) == [f"laser/{name}" for name in names]
    assert {file["kind"] for file in listed} == {"laser"}


def test_every_file_can_be_read(made):
    for path in (made / "laser").iterdir():
        match path.suffix:
            case ".svg" | ".lbrn2":
                ET.parse(path)
            case ".dxf":
                assert ezdxf.readfile(path).audit().errors == []
            case ".pdf":
                assert len(pypdfium2.PdfDocument(path)) == 1


def test_the_sheet_of_steps_names_every_file_in_its_order_and_what_to_do_between(made):
    pages = pypdfium2.PdfDocument(made / "laser" / "tiles-lightburn-steps.pdf")
    text = " ".join(page.get_textpage().get_text_range() for page in pages)
    said = " ".join(text.replace("\ufffe", "").split())
    first, turn, second = (
        said.index(words)
        for words in (
            "Open tiles-lightburn-fronts",
            "Turn the whole sheet",
            "tiles-lightburn-backs",
        )
    )
    assert first < turn < second
    assert "kerf of your program to 0" in said


def test_a_report_says_what_each_bed_takes(tmp_path):
    speeds = ("--speed", "cut=10,score=40,engrave=300,travel=300")
    told = figures(run(*TILES, "--out", tmp_path, "--json", *speeds))
    fronts, backs = told["components"]["tiles"]
    assert fronts["score_mm"] == backs["score_mm"] == 4 * 8  # marks at the corners
    assert (fronts["name"], backs["name"]) == ("fronts", "backs")
    assert fronts["parts"] == backs["parts"] == 36
    assert fronts["cut_mm"] == pytest.approx(
        36 * (2 * (30 + 45) - 16 + 4 * 3.14159 + 0.94), rel=0.01
    )
    assert fronts["burnt_twice_mm"] == pytest.approx(0, abs=0.001)
    ways = (fronts["cut_mm"] / 10, fronts["score_mm"] / 40, fronts["engrave_mm"] / 300)
    seconds = sum(ways) + fronts["travel_mm"] / 300
    assert fronts["seconds"] == pytest.approx(seconds)
    written = json.loads((tmp_path / "turno/laser/tiles-lightburn.json").read_text("utf-8"))
    assert [bed["cut_mm"] for bed in written["beds"]] == pytest.approx(
        [fronts["cut_mm"], backs["cut_mm"]], abs=0.001
    )


def test_without_speeds_no_time_is_made_up(tmp_path):
    (fronts, _) = figures(run(*TILES, "--out", tmp_path, "--json"))["components"]["tiles"]
    assert fronts["seconds"] is None
    columns = run(*TILES, "--out", tmp_path).stdout.splitlines()[1]
    assert columns.endswith("burnt twice")


def test_shared_cuts_save_what_they_promise(tmp_path):
    lengths = []
    for share in ("--share", "--no-share"):
        given = (*TILES, "--size", "tiles=30x60mm", "--bed", "300x400", "--sides", "fronts")
        (bed,) = figures(run(*given, share, "--out", tmp_path, "--json"))["components"]["tiles"]
        lengths.append(bed["cut_mm"])
    assert lengths[0] < 0.64 * lengths[1] * 1.01


def test_a_kerf_comes_from_a_gauge(tmp_path):
    gauge = (*TILES, "--kerf-from-gauge", "10", "1.65", "--out", tmp_path, "-q")
    assert run(*gauge).exit_code == 0
    written = json.loads((tmp_path / "turno/laser/tiles-lightburn.json").read_text("utf-8"))
    assert written["kerf_mm"] == pytest.approx([0.15, 0.15])


def test_without_a_name_all_that_rules_need_is_made_but_for_paper(tmp_path):
    told = figures(run("laser", "turno", "--format", "svg", "--out", tmp_path, "--json"))
    assert list(told["components"]) == ["tiles", "hexagon"]
    told = figures(run("laser", "punt-match", "--format", "svg", "--out", tmp_path, "--json"))
    assert list(told["components"]) == ["square-board", "hex-board", "pawns"]


def test_a_board_larger_than_the_bed_is_made_in_parts(tmp_path):
    given = ("laser", "compositie", "--component", "board", "--bed", "150x150")
    told = figures(run(*given, "--out", tmp_path, "--json"))
    assert sum(bed["parts"] for bed in told["components"]["board"]) == 4


def test_a_shop_that_cuts_single_parts_gets_each_once_and_no_engraving(tmp_path):
    result = run(*TILES, "--client", "part-shop", "--out", tmp_path)
    assert result.exit_code == 0
    assert "left out: what is engraved" in result.stdout
    files = sorted(path.name for path in (tmp_path / "turno/laser").glob("*.dxf"))
    assert files == ["tiles-part-shop-1-1.dxf"]


def test_pips_can_be_cut_through(tmp_path):
    given = (*TILES, "--holes", "--sides", "fronts", "--format", "svg", "--out", tmp_path, "--json")
    (bed,) = figures(run(*given))["components"]["tiles"]
    assert bed["engraved_mm2"] == 0


def test_files_of_earlier_choices_do_not_stay_beside_the_new_ones(tmp_path):
    folder = tmp_path / "turno" / "laser"
    assert run(*TILES, "--out", tmp_path, "-q").exit_code == 0
    assert run(*TILES, "--client", "generic", "--out", tmp_path, "-q").exit_code == 0
    assert run(*TILES, "--sides", "fronts", "--out", tmp_path, "-q").exit_code == 0
    names = {path.name for path in folder.iterdir()}
    assert "tiles-lightburn.svg" in names
    assert "tiles-generic-backs.svg" in names
    assert not [name for name in names if name.startswith("tiles-lightburn-backs")]
    listed = json.loads((tmp_path / "turno" / "manifest.json").read_text("utf-8"))["files"]
    assert {file["path"].removeprefix("laser/") for file in listed} == names


def test_laser_files_stay_listed_when_sheets_are_built(tmp_path):
    assert run(*TILES, "--out", tmp_path, "-q").exit_code == 0
    built = run("build", "turno", "--only", "tiles", "--format", "pdf", "--out", tmp_path, "-q")
    assert built.exit_code == 0
    manifest = json.loads((tmp_path / "turno" / "manifest.json").read_text("utf-8"))
    assert "earlier_files" not in manifest
    assert len([file for file in manifest["files"] if file["kind"] == "laser"]) == 10


def test_a_component_that_is_named_twice_is_made_once(tmp_path):
    assert run(*TILES, "--component", "tiles", "--out", tmp_path, "-q").exit_code == 0


def test_commas_are_as_good_as_points(tmp_path):
    assert run(*TILES, "--kerf", "0,2", "--out", tmp_path, "-q").exit_code == 0


def test_the_same_game_makes_the_same_bytes(made, tmp_path):
    given = (*TILES, "--bed", "300x200", "--sides", "flip", "--out", tmp_path, "-q")
    assert run(*given).exit_code == 0
    ours = {path.name: path.read_bytes() for path in (made / "laser").iterdir()}
    again = {path.name: path.read_bytes() for path in (tmp_path / "turno/laser").iterdir()}
    assert ours == again


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--component", "dice"], 2, "--component: turno has no component 'dice'; it has: tiles"),
        (["--client", "nobody"], 2, "--client: 'nobody' is not known"),
        (["--material", "cheese"], 2, "--material: 'cheese' is not known"),
        (["--format", "gcode"], 2, "--format: 'gcode' is not known; write one of svg, dxf, lbrn2"),
        (["--client", "epilog", "--format", "dxf"], 2, "--format: Epilog does not read dxf"),
        (["--kerf", "wide"], 2, "--kerf: write millimetres such as \"0.15\", not 'wide'"),
        (["--kerf", "5"], 2, "--kerf: 5 x 5 mm is no kerf"),
        (["--kerf", "nan"], 2, "--kerf: "),
        (["--kerf-from-gauge", "0", "1.6"], 2, "--kerf-from-gauge: write how many blocks"),
        (["--kerf", "0.1", "--kerf-from-gauge", "10", "1.6"], 2, "leave out --kerf"),
        (["--bed", "large"], 2, "--bed: "),
        (["--sides", "top"], 2, "--sides: 'top' is not known; write one of fronts, in-place"),
        (["--share"], 2, "--share: parts that share cuts cannot be turned in place"),
        (
            ["--share", "--client", "ponoko", "--sides", "fronts"],
            2,
            "--share: Ponoko takes no cuts",
        ),
        (["--tabs", "many"], 2, '--tabs: write how many and how wide, "4x0.3mm"'),
        (["--speed", "cut=10"], 2, "--speed: write mm a second for all four"),
        (["--bed", "20x20"], 1, "does not fit"),
        (["--component", "tiles", "--holes"], 1, "has two sides, and holes go through both"),
        (["--holes", "--sides", "flip"], 2, "--holes: a hole shows on both sides"),
        (["--tabs", "4x0.3", "--sides", "in-place"], 2, "--tabs: bridges hold parts"),
        (["--client", "ponoko", "--sides", "jig"], 2, "--sides: Ponoko burn one side"),
        (["--size", "40x60mm"], 2, '--size: write whose size, such as "tiles=40x60mm"'),
    ],
)
def test_what_cannot_be_made_is_told_in_a_line(tmp_path, arguments, status, message):
    result = run("laser", "turno", "--out", tmp_path, *arguments)
    assert result.exit_code == status, result.output
    told = result.stderr.splitlines()
    assert message in told[0]
    assert not list(tmp_path.rglob("*.svg"))


def test_gauges_are_made_for_a_program(tmp_path):
    result = run("calibrate", "laser", "--client", "meerk40t", "--out", tmp_path)
    assert result.exit_code == 0
    assert "--kerf-from-gauge 10 ROOM" in result.stdout
    names = sorted(path.name for path in (tmp_path / "calibration").iterdir())
    assert names == [
        "laser-kerf-meerk40t.dxf",
        "laser-kerf-meerk40t.svg",
        "laser-power-meerk40t.dxf",
        "laser-power-meerk40t.svg",
    ]
