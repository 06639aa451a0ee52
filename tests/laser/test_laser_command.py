"""`pnp laser` and `pnp calibrate laser`: files, reports and refusals."""

import json
import math
import re
import xml.etree.ElementTree as ET
from shutil import copytree

import ezdxf
import pypdfium2
import pytest
from typer.testing import CliRunner

from pnp.base.files import templates
from pnp.cli import app

TILES = ("laser", "turno", "--component", "tiles")
HEXAGON = ("laser", "turno", "--component", "hexagon")  # one part with two sides
SPEEDS = "cut=10,score=40,engrave=300,travel=300"


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)))


def figures(result):
    (game,) = json.loads(result.stdout)["games"]
    return game


def passes(result, layout):
    return figures(result)["layouts"][layout]["passes"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    out = tmp_path_factory.mktemp("laser")
    assert run(*TILES, "--bed", "300x200", "--sides", "flip", "--out", out, "-q").exit_code == 0
    return out / "turno"


def test_laser_writes_files_previews_and_steps(made):
    names = sorted(path.name for path in (made / "laser").iterdir())
    passes = ("backs", "fronts", "pins")
    assert names == sorted(
        [
            *(
                f"tiles-lightburn-{one}.{kind}"
                for one in passes
                for kind in ("dxf", "lbrn2", "svg")
            ),
            *(f"tiles-lightburn-{one}-preview.svg" for one in passes),
            "tiles-lightburn-steps.pdf",
        ]
    )
    listed = json.loads((made / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert sorted(file["path"] for file in listed) == [f"laser/{name}" for name in names]
    assert {file["kind"] for file in listed} == {"laser"}


def test_all_laser_files_can_be_read(made):
    for path in (made / "laser").iterdir():
        match path.suffix:
            case ".svg" | ".lbrn2":
                ET.parse(path)
            case ".dxf":
                assert ezdxf.readfile(path).audit().errors == []
            case ".pdf":
                assert len(pypdfium2.PdfDocument(path)) <= 2


@pytest.fixture(scope="module")
def timed(tmp_path_factory):
    """What is told of tiles cut at known speeds."""
    out = tmp_path_factory.mktemp("timed")
    return figures(run(*TILES, "--out", out, "--json", "--speed", SPEEDS))


def test_report_measures_each_bed(timed):
    fronts, backs = timed["layouts"]["tiles"]["passes"]
    assert fronts["score_mm"] == pytest.approx(4 * 4)  # marks at the corners
    assert backs["score_mm"] == pytest.approx(4 * 2)  # marks along the edges
    assert (fronts["name"], backs["name"]) == ("fronts", "backs")
    assert fronts["parts"] == backs["parts"] == 36
    assert fronts["cut_mm"] == pytest.approx(
        36 * (2 * (30 + 45) - 16 + 4 * 3.14159 + 0.94), rel=0.01
    )
    assert fronts["burnt_twice_mm"] == pytest.approx(0, abs=0.001)
    ways = (fronts["cut_mm"] / 10, fronts["score_mm"] / 40, fronts["engrave_mm"] / 300)
    seconds = sum(ways) + fronts["travel_mm"] / 300
    assert fronts["seconds"] == pytest.approx(seconds)


def test_cutting_twice_takes_twice_the_time_of_the_cuts_and_no_more_engraving(timed, tmp_path):
    fronts, backs = timed["layouts"]["tiles"]["passes"]
    twice = run(*TILES, "--speed", f"{SPEEDS},passes=2", "--out", tmp_path, "--json")
    fronts_twice, backs_twice = passes(twice, "tiles")
    more = fronts_twice["seconds"] - fronts["seconds"]
    assert more == pytest.approx(fronts["cut_mm"] / 10, rel=0.02)
    assert backs_twice == backs


def test_report_without_speeds_has_no_times(tmp_path):
    (fronts, _) = passes(run(*HEXAGON, "--out", tmp_path, "--json"), "hexagon")
    assert fronts["seconds"] is None
    columns = run(*HEXAGON, "--out", tmp_path).stdout.splitlines()[1]
    assert columns.endswith("burnt twice")


def test_shared_cuts_shorten_the_cut_length(tmp_path):
    lengths = []
    for share in ("--share", "--no-share"):
        given = (*TILES, "--size", "tiles=30x60mm", "--bed", "300x400", "--sides", "fronts")
        (bed,) = passes(run(*given, share, "--out", tmp_path, "--json"), "tiles")
        lengths.append(bed["cut_mm"])
    assert lengths[0] < 0.64 * lengths[1] * 1.01


def test_kerf_is_calculated_from_a_gauge(tmp_path):
    given = ("--format", "svg", "--out", tmp_path, "-q")
    run(*HEXAGON, "--kerf-from-gauge", "10", "1.65", *given)
    file = tmp_path / "turno/laser/hexagon-lightburn-fronts.svg"
    measured = file.read_bytes()
    run(*HEXAGON, "--kerf", "0.15", *given)
    assert file.read_bytes() == measured


BOX = """
name = "Box"
summary = "A game with more in its box than its rules need."

[sources.box]
kind = "rules"
title = "The box"

[components.chips]
kind = "counters"
name = "Chips"
diameter = "20mm"
series = [{ id = "red", color = "#aa2222", mark = "disc", copies = 2 }]

[components.spares]
kind = "counters"
name = "Spares"
diameter = "30mm"
series = [{ id = "blue", color = "#2222aa", mark = "disc", copies = 2 }]

[rule_sets.toss]
name = "Toss"
summary = "Toss them."
players = { least = 2, most = 2 }
needs = [{ component = "chips", count = 2, source = "box" }]
"""


def test_components_that_rules_need_are_cut_by_default(tmp_path):
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "game.toml").write_text(BOX, encoding="utf-8")
    given = ("laser", tmp_path / "box", "--format", "svg", "--out", tmp_path / "out", "--json")
    assert list(figures(run(*given))["layouts"]) == ["chips"]
    told = figures(run(*given, "--component", "spares"))
    assert list(told["layouts"]) == ["spares"]
    together = figures(run(*given, "--component", "Spares,chips", "--no-gang"))
    assert list(together["layouts"]) == ["spares", "chips"]


def test_pieces_that_a_rule_set_needs_lie_together(tmp_path):
    given = ("--component", "chips", "--component", "x-chips", "--sides", "fronts")
    result = run(
        "laser", "turnio/x-variant", *given, "--format", "svg", "--out", tmp_path, "--json"
    )
    (together,) = figures(result)["layouts"].values()
    assert together["components"] == {"chips": 38, "x-chips": 2}  # of 40 and 8 in the box
    assert sum(one["parts"] for one in together["passes"]) == 40
    assert together["beds"] == 1
    names = [path.name for path in (tmp_path / "turnio/laser").iterdir()]
    assert names
    assert all(name.startswith("x-variant-lightburn") for name in names)


def test_parts_of_a_rule_set_may_be_laid_out_by_component(tmp_path):
    given = ("--no-gang", "--bed", "700x400", "--sides", "fronts", "--format", "svg", "--json")
    told = figures(run("laser", "turno/loop", *given, "--out", tmp_path))
    assert list(told["layouts"]) == ["tiles", "hexagon", "pawns", "die"]


def test_whole_game_may_be_laid_out_together(tmp_path):
    given = ("--gang", "--sides", "fronts", "--format", "svg", "--out", tmp_path)
    result = run("laser", "turno", *given)
    assert "  turno: tiles 36, hexagon 1, pawns 12, die 6" in result.stdout.splitlines()


def test_board_beside_parts_that_are_flipped_leaves_room_for_the_pins(tmp_path):
    given = ("--gang", "--sides", "flip", "--format", "svg", "--out", tmp_path, "--json")
    told = figures(run("laser", "compositie", *given, "--bed", "205x290"))
    assert told["problems"] == []
    assert told["layouts"]["compositie"]["components"] == {"board": 2, "pieces": 36}


def test_component_that_does_not_fit_is_reported_and_the_others_are_made(tmp_path):
    given = ("--sides", "fronts", "--format", "svg", "--bed", "58x60", "--out", tmp_path)
    result = run("laser", "turno/loop", *given)
    assert result.exit_code == 1
    (told,) = result.stderr.splitlines()
    assert told.startswith("error: TURNO: hexagon: a part of 51.9615 x 60 mm does not fit on a bed")
    assert (tmp_path / "turno/laser/loop-lightburn-36.svg").is_file()


def test_bed_of_a_machine_is_what_its_head_reaches(tmp_path):
    result = run(*TILES, "--bed", "k40", "--format", "svg", "--out", tmp_path)
    assert "K40 is mostly driven with K40 Whisperer: add --client k40-whisperer" in result.stdout
    drawing = ET.parse(tmp_path / "turno/laser/tiles-lightburn-fronts.svg").getroot()
    assert (drawing.get("width"), drawing.get("height")) == ("300mm", "200mm")


def test_sheet_larger_than_the_bed_is_sawn_into_pieces_that_fit(tmp_path):
    given = ("--bed", "300x200", "--sheet", "600x300", "--format", "svg", "--out", tmp_path)
    told = figures(run("laser", "turno/loop", *given, "--json"))["layouts"]["loop"]
    assert (told["beds"], told["sheets"]["count"], told["sheets"]["sawn"]) == (2, 1, [2, 2])
    assert told["sheets"]["left_mm"] == [600, 149]
    lines = run("laser", "turno/loop", *given).stdout.splitlines()
    assert (
        "  loop: 1 sheet of 600 x 300 mm, sawn into pieces of 298 x 148 mm, 4 of each sheet; "
        "2 pieces needed"
    ) in lines
    assert "  loop: 600 x 149 mm left of the last sheet: --sheet 600x149" in lines


def test_one_piece_is_sawn_out_of_a_sheet_so_that_most_of_it_is_left(tmp_path):
    given = ("--component", "hexagon", "--sides", "fronts", "--format", "svg", "--out", tmp_path)
    result = run("laser", "turno", *given, "--bed", "300x200", "--sheet", "600x300")
    assert "  hexagon: 399 x 300 mm left of the last sheet: --sheet 399x300" in (
        result.stdout.splitlines()
    )
    assert "sawn into pieces of 300 x 198 mm, 3 of each sheet; 1 piece needed" in result.stdout


def test_what_is_left_in_a_shop_is_not_offered_to_the_next_job(tmp_path):
    given = ("--component", "hexagon", "--client", "ponoko", "--out", tmp_path)
    result = run("laser", "turno", *given)
    assert "  hexagon: 1 sheet of 600 x 400 mm" in result.stdout.splitlines()
    assert "left of the last sheet" not in result.stdout


def test_what_is_left_of_a_sheet_can_be_given_to_the_next_job(tmp_path):
    given = ("laser", "turno", "--component", "hexagon", "--sides", "fronts", "--format", "svg")
    first = figures(run(*given, "--bed", "300x200", "--out", tmp_path, "--json"))
    sheets = first["layouts"]["hexagon"]["sheets"]
    width, height = sheets["left_mm"]
    offcut = ("--sheet", f"{width:g}x{height:g}", "--bed", "300x200", "--out", tmp_path)
    assert figures(run(*given, *offcut, "--json"))["layouts"]["hexagon"]["beds"] == 1
    ((x, y, width, height),) = sheets["taken_mm"]
    used = ("--used", f"{width:g}x{height:g}+{x:g}+{y:g}", "--bed", "300x200", "--out", tmp_path)
    second = figures(run(*given, *used, "--json"))["layouts"]["hexagon"]["sheets"]
    assert second["used_mm"] == sheets["taken_mm"]
    assert math.prod(second["left_mm"]) < math.prod(sheets["left_mm"])


def test_board_larger_than_the_bed_is_split(tmp_path):
    given = ("laser", "compositie", "--component", "board", "--bed", "150x150", "--format", "svg")
    told = figures(run(*given, "--out", tmp_path, "--json"))
    assert sum(bed["parts"] for bed in told["layouts"]["board"]["passes"]) == 4


def test_single_part_shop_gets_each_part_once_without_engraving(tmp_path):
    result = run(*TILES, "--client", "part-shop", "--out", tmp_path)
    assert result.exit_code == 0
    assert "engraving is left out" in result.stdout
    files = sorted(path.name for path in (tmp_path / "turno/laser").glob("*.dxf"))
    assert files == ["tiles-part-shop-1-1.dxf"]


def test_holes_cuts_pips_through(tmp_path):
    given = (*TILES, "--holes", "--sides", "fronts", "--format", "svg", "--out", tmp_path, "--json")
    (bed,) = passes(run(*given), "tiles")
    assert bed["engraved_mm2"] == 0


def test_laser_files_of_earlier_options_are_removed(tmp_path):
    folder = tmp_path / "turno" / "laser"
    assert run(*HEXAGON, "--out", tmp_path, "-q").exit_code == 0
    assert run(*HEXAGON, "--client", "generic", "--out", tmp_path, "-q").exit_code == 0
    assert run(*HEXAGON, "--sides", "fronts", "--out", tmp_path, "-q").exit_code == 0
    names = {path.name for path in folder.iterdir()}
    assert "hexagon-lightburn.svg" in names
    assert "hexagon-generic-backs.svg" in names
    assert not [name for name in names if name.startswith("hexagon-lightburn-backs")]
    listed = json.loads((tmp_path / "turno" / "manifest.json").read_text("utf-8"))["files"]
    assert {file["path"].removeprefix("laser/") for file in listed} == names


def test_manifest_keeps_laser_files_after_a_build(tmp_path):
    assert run(*HEXAGON, "--out", tmp_path, "-q").exit_code == 0
    built = run("build", "turno", "--only", "die", "--format", "pdf", "--out", tmp_path, "-q")
    assert built.exit_code == 0
    manifest = json.loads((tmp_path / "turno" / "manifest.json").read_text("utf-8"))
    assert "earlier_files" not in manifest
    assert len([file for file in manifest["files"] if file["kind"] == "laser"]) == 9


def test_repeated_component_is_made_once(tmp_path):
    assert run(*HEXAGON, "--component", "hexagon", "--out", tmp_path, "-q").exit_code == 0


def test_kerf_may_have_a_decimal_comma(tmp_path):
    assert run(*HEXAGON, "--kerf", "0,2", "--out", tmp_path, "-q").exit_code == 0


def test_laser_files_are_reproducible(made, tmp_path):
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
        (
            ["--format", "plt"],
            2,
            "--format: 'plt' is not known; write one of svg, dxf, lbrn2, gcode",
        ),
        (["--client", "epilog", "--format", "dxf"], 2, "--format: Epilog does not read dxf"),
        (["--kerf", "wide"], 2, "--kerf: write millimetres such as \"0.15\", not 'wide'"),
        (["--kerf", "1.5"], 2, "--kerf: 1.5 mm is wider than lasers burn, 0.03 to 0.5 mm: is it"),
        (["--kerf", "0.15x"], 2, "--kerf: write a width such as \"0.15\", not '0.15x'"),
        (["--kerf", "1x2x3"], 2, "--kerf: write a width such as \"0.15\", not '1x2x3'"),
        (
            ["--client", "part-shop", "--inlay", "veneer-1"],
            2,
            "--inlay: Shops that cut single parts do not engrave",
        ),
        (["--gap", "0.1"], 2, "--gap: 0.1 mm between parts would burn away in Plywood of 3 mm"),
        (["--kerf", "nan"], 2, "--kerf: "),
        (["--kerf-from-gauge", "0", "1.6"], 2, "--kerf-from-gauge: write a number from 1 to 999"),
        (["--kerf", "0.1", "--kerf-from-gauge", "10", "1.6"], 2, "leave out --kerf"),
        (["--bed", "large"], 2, "--bed: "),
        (["--sides", "top"], 2, "--sides: 'top' is not known; write one of fronts, in-place"),
        (["--share"], 2, "--share: parts that share cuts cannot be turned in place"),
        (
            ["--share", "--client", "ponoko", "--sides", "fronts"],
            2,
            "--share: Ponoko does not accept shared cuts",
        ),
        (["--tabs", "many"], 2, '--tabs: write how many and how wide, "4x0.3mm"'),
        (["--speed", "cut=10"], 2, "--speed: write mm a second for all four"),
        (
            ["--speed", "cut=10,score=40,engrave=300,travel=300,passes=1.5"],
            2,
            'if it cuts more than once "passes=2"',
        ),
        (["--bed", "20x20"], 1, "does not fit"),
        (["--component", "tiles", "--holes"], 1, "has two sides, and holes go through both"),
        (["--holes", "--sides", "flip"], 2, "--holes: a hole shows on both sides"),
        (["--tabs", "4x0.3", "--sides", "in-place"], 2, "--tabs: bridges hold parts"),
        (["--client", "ponoko", "--sides", "jig"], 2, "--sides: Ponoko burn one side"),
        (["--gang", "--client", "part-shop"], 2, "--gang: Shops that cut single parts take one"),
        (["--bed", "k41"], 2, "--bed: 'k41' is not known; write one of atomstack-a70"),
        (["--used", "all"], 2, "--used: write width, height and place in mm"),
        (["--used", "100x100+550+0"], 2, "--used: 100x100+550+0 is not all on a sheet of 600x400"),
        (["--sheet", "900x400", "--used", "50x50+0+0"], 2, "--used: the sheet is larger than the"),
        (
            ["--sheet", "400x600", "--used", "50x50+0+0"],
            2,
            "--used: the sheet is rotated on the bed; write",
        ),
        (["--sheet", "300x300", "--client", "part-shop"], 2, "--sheet: Shops that cut single"),
        (["--size", "40x60mm"], 2, '--size: write whose size, such as "tiles=40x60mm"'),
    ],
)
def test_impossible_laser_job_is_refused(tmp_path, arguments, status, message):
    result = run("laser", "turno", "--out", tmp_path, *arguments)
    assert result.exit_code == status, result.output
    told = result.stderr.splitlines()
    assert message in told[0]
    assert not list(tmp_path.rglob("*.svg"))


def test_refusal_names_what_is_missing_from_the_box(tmp_path):
    folder = tmp_path / "turno"
    copytree(templates() / "games/turno", folder)
    definition = (folder / "game.toml").read_text(encoding="utf-8")
    (folder / "game.toml").write_text(definition.replace("arms = 6", "arms = 5"), "utf-8")
    result = run("laser", folder, "--out", tmp_path / "out")
    assert result.exit_code == 1
    *faults, refusal = result.stderr.splitlines()
    assert any("5 x 6 = 30" in fault for fault in faults)
    assert refusal == "error: turno is not made: the box lacks something that its rules need"


def test_refusal_names_the_size_for_which_the_box_falls_short(tmp_path):
    result = run(*TILES, "--size", "tiles=10x10mm", "--out", tmp_path)
    *faults, refusal = result.stderr.splitlines()
    assert any("16x15mm does not fit in" in fault for fault in faults)
    assert refusal.endswith(
        "turno is not made: the box lacks something that its rules need with --size tiles=10x10mm"
    )


def test_manifest_says_what_each_file_and_the_whole_layout_takes(made):
    files = json.loads((made / "manifest.json").read_text(encoding="utf-8"))["files"]
    work = {file["path"].removeprefix("laser/tiles-lightburn"): file["laser"] for file in files}
    fronts, backs, whole = (work[name] for name in ("-fronts.svg", "-backs.svg", "-steps.pdf"))
    assert (whole["beds"], whole["sheets"]) == (1, 1)
    assert whole["cut_mm"] == pytest.approx(
        sum(work[name]["cut_mm"] for name in work if name.endswith(".lbrn2")), abs=0.2
    )
    assert backs["cut_mm"] > fronts["cut_mm"] > 0
    assert whole["seconds"] is None


def test_calibrate_laser_makes_gauges(tmp_path):
    result = run("calibrate", "laser", "--client", "meerk40t", "--out", tmp_path)
    assert result.exit_code == 0
    steps = re.findall(r"^  (\d\. [^:\n]*)", result.stdout, re.MULTILINE)
    assert steps == [
        "1. laser-cut-…",
        "2. laser-power-…",
        "3. laser-kerf-…",
        "4. laser-fit-…",
        "5. pnp laser GAME --kerf-from-gauge 10 GAP",
    ]
    names = sorted(path.name for path in (tmp_path / "calibration").iterdir())
    assert names == [
        "laser-cut-meerk40t.lbrn2",
        "laser-fit-meerk40t.svg",
        "laser-kerf-meerk40t.svg",
        "laser-power-meerk40t.lbrn2",
    ]
    asked = ("--client", "meerk40t", "--format", "dxf", "--out", tmp_path)
    assert "MeerK40t shrinks a DXF" in run("calibrate", "laser", *asked).stdout
